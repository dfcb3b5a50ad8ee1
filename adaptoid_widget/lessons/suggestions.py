"""Suggests what a wrong line or value of a lesson file may mean."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from ..attributes import similar_word
from ..core.game.marks import KINDS
from ..core.goals.conditions import CONDITIONS, GROWTH_WORDS
from ..core.goals.goal import Goal
from ..core.rules.position import Position
from ..core.rules.scanner import cell_key
from ..core.teaching.lesson import MAX_STEP_TURNS
from ..core.teaching.lesson_reader import ARG_KEYS, CHOICES, TEXT_KEYS, name_of
from ..core.teaching.question import QUESTIONS
from ..core.teaching.step_kinds import asking_kinds

_KEY_ALIASES = {
    "task": "text", "start": "position", "board": "position", "question": "ask", "answer": "right",
    "solution": "right", "tip": "hint", "solved": "done", "success": "done", "help": "aids", "summary": "about",
}  # fmt: skip
_LANGUAGES = {
    "english": "en", "german": "de", "deutsch": "de", "japanese": "ja", "spanish": "es", "español": "es",
    "french": "fr", "italian": "it", "dutch": "nl", "portuguese": "pt", "chinese": "zh", "korean": "ko",
}  # fmt: skip
_NUMBERS = {
    word: str(number) for number, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)
}
_CHOICE_ALIASES = {
    "order": {"any": "free", "exam": "test", "strict": "forced"},
    "replies": {"none": "nobody", "no": "nobody", "off": "nobody", "computer": "best"},
    "aids": {"all": "full", "on": "full", "yes": "full", "off": "none", "no": "none", "some": "legal"},
    "flipped": {"true": "yes", "on": "yes", "1": "yes", "false": "no", "off": "no", "0": "no"},
    "retry": {"new": "fresh", "other": "fresh", "random": "fresh", "again": "same"},
}


def meant_key(word: str, known: Sequence[str]) -> str:
    """The key that a wrong one may mean; "" if none is near.

    >>> (
    ...     meant_key("Question", ("ask", "position")),
    ...     meant_key("hnt", ("hint",)),
    ...     meant_key("x", ("hint",)),
    ... )
    ('ask', 'hint', '')
    """
    alias = _KEY_ALIASES.get(word.lower(), "")
    return alias if alias in known else similar_word(word, known)


def meant_language(text: str) -> str:
    """The tag of a language that a wrong one may mean; "" if none is known.

    >>> meant_language("German"), meant_language("DE_at"), meant_language("x")
    ('de', 'de-AT', '')
    """
    if text.lower() in _LANGUAGES:
        return _LANGUAGES[text.lower()]
    match = re.fullmatch(r"([A-Za-z]{2})(?:[-_ ]([A-Za-z]{2}))?", text)
    return "" if match is None else match[1].lower() + (f"-{match[2].upper()}" if match[2] else "")


def suggested_line(line: str, known: Sequence[str]) -> str:
    """The line with a key that a wrong line may mean; "" if none is known.

    >>> suggested_line("hint = Look.", ("hint",)), suggested_line("title-de: Eins", ("title",))
    ('hint: Look.', 'title[de]: Eins')
    >>> suggested_line("wrong: No.", ("wrong",)), suggested_line("Look at D5.", ("hint",))
    ('wrong *: No.', '')
    """
    match = re.fullmatch(r"[\s*•-]*([A-Za-z]+)(.*)", line)
    key = meant_key(match[1], known) if match else ""
    if match is None or not key:
        return ""
    remainder = match[2]
    tagged = re.match(r"\s*[-_\[({]\s*([A-Za-z]+(?:[-_][A-Za-z]+)?)\s*[\])}]?\s*(?=[:=：])", remainder)
    tag = meant_language(tagged[1]) if tagged and key in TEXT_KEYS else ""
    if tagged and tag:
        remainder = remainder[tagged.end() :]
    parts = re.fullmatch(r"\s*([^:=：]*?)\s*[:=：]\s*(.+)", remainder)
    if parts is None and match[1] == key:
        # a colon was left out
        parts = re.fullmatch(r"()\s+(.+)", remainder)
    if parts is None or (parts[1] and key not in ARG_KEYS):
        return ""
    arg = f" {parts[1] or '*'}" if key in ARG_KEYS else ""
    suggestion = f"{key}{arg}{f'[{tag}]' if tag else ''}: {parts[2]}"
    return "" if suggestion == line else suggestion


def suggested_section(line: str) -> str:
    """Correct a line that was meant to begin a step; return "" if it names none.

    >>> suggested_section("[Step First Try]"), suggested_section("step one:"), suggested_section("[step]")
    ('[step first-try]', '[step one]', '')
    """
    words = re.sub(r"[\[\]:]", " ", line).split()
    if words and similar_word(words[0], ("step",)):
        words = words[1:]
    name = name_of(" ".join(words)) if words else "lesson"
    return "" if name == "lesson" else f"[step {name}]"


def suggested_value(key: str, text: str, read: Callable[[str], Any]) -> str:
    """Correct a wrong value, so that `read` accepts it; return "" if no correction is known.

    >>> suggested_value("turns", "two", int), suggested_value("flipped", "true", str)
    ('2', 'yes')
    >>> suggested_value("right", "D4 or +c4", str), suggested_value("plays", "D3>D4 + leg", str)
    ('+D4|+C4', 'D3-D4 +L')
    """
    with suppress(ValueError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for suggestion in _candidates(key, text):
            with suppress(ValueError):
                read(suggestion)
                return "" if suggestion == text else suggestion
    return ""


def _candidates(key: str, text: str) -> Sequence[str]:
    """What a wrong value of a key may mean, the likeliest first. Raises ValueError."""
    word = text.lower().strip(" .!")
    if key in CHOICES:
        # reading names the nearest level
        if "level" in word:
            return []
        return [_CHOICE_ALIASES[key].get(word) or similar_word(word, CHOICES[key])]
    if key in ("goal", "coach"):
        return [str(Goal.from_text(_corrected_goal(text)))]
    if key == "position":
        return [str(Position.of(text))]
    if key in ("right", "plays"):
        turns = re.split(r"\s*(?:\||,|;|/|\bor\b|\bthen\b)\s*", text)
        return ["|".join(map(suggested_turn, turns))]
    if key == "turns":
        number = _NUMBERS.get(word, word)
        clamped = str(min(max(int(number), 1), MAX_STEP_TURNS)) if number.isdecimal() else ""
        return [clamped or ("game" if "game" in word else "1")]
    if key == "language":
        return [meant_language(text)]
    if key == "name":
        return [name_of(text)]
    if key == "marks":
        return [_corrected_marks(text)]
    return _corrected_question(text) if key == "ask" else [suggested_turn(text)]


def suggested_turn(text: str) -> str:
    """A turn or a pattern of turns that a misspelt one may mean.

    >>> suggested_turn("d3 → d4, +leg"), suggested_turn("D4"), suggested_turn("D6 + l")
    ('D3-D4 +L', '+D4', 'D6+L')
    """
    text = re.sub(r"\b([a-z])(\d)", lambda match: match[1].upper() + match[2], text.strip(" ."))
    text = re.sub(r"\s*(?:-+>|[>→–—−]|\bto\b)\s*", "-", text).replace("×", "x").replace(",", " ")
    text = re.sub(
        r"\+\s*(leg|pincer|[lp])\b", lambda match: "+" + match[1][0].upper(), text, flags=re.IGNORECASE
    )
    text = re.sub(r"\+ +", "+", re.sub(r"^(\w+) +\+(?=[LP]\b)", r"\1+", " ".join(text.split())))
    return "+" + text if re.fullmatch(r"[A-Z]\d+", text) else re.sub(r"^([A-Z]\d+) (?=[A-Z]\d)", r"\1-", text)


def _corrected_marks(text: str) -> str:
    """Marks with names and brackets in place of misspelt ones."""

    def mark(match: re.Match[str]) -> str:
        name = similar_word(match[1], KINDS) or match[1]
        cells = re.findall(r"[A-Z]\d+", match[2].upper())
        groups = [",".join(cells)] if name == "arrow" else cells
        return " ".join(f"{name}({group})" for group in groups)

    marked = re.sub(r"([A-Za-z]{3,})[\s(:]*((?:[A-Za-z]\d+[ ,-]*)+)\)?", mark, text)
    return " ".join(marked.replace(")", ") ").split())


def _corrected_question(text: str) -> list[str]:
    first, *other_words = text.split()
    kinds = asking_kinds()
    kind = similar_word(first, kinds)
    words = other_words if kind else [first, *other_words]
    words = [word if re.search(r"\d", word) else similar_word(word, QUESTIONS, 0.7) or word for word in words]
    return [" ".join([each, *words]) for each in ([kind] if kind else kinds)]


_GOAL_WORDS: dict[str, str] = {
    **_NUMBERS,
    "&": "and",
    "&&": "and",
    "+": "and",
    "||": "or",
    "and": "and",
    "or": "or",
    "both": "2",
    "win": "wins",
    "win!": "wins",
    "a": "",
    "an": "",
}
_ENDING_WORDS = {
    "at once": r"(in|with) (one|1|a single|the same) turn|together",
    "by a newborn": r"by (the )?new(born|ly born)?( one| adaptoid)?|by an? new( one| adaptoid)?",
}


def _corrected_goal(text: str) -> str:
    text = " ".join(text.split())
    for ending, pattern in _ENDING_WORDS.items():
        text = re.sub(rf"\b({pattern})(?![\w-])", ending.replace(" ", "~"), text, flags=re.IGNORECASE)
    # discs in order, without blanks
    text = re.sub(
        r"\b[A-Za-z]\d+(( *, *| )[A-Za-z]\d+)+\b",
        lambda match: ",".join(sorted(set(re.findall(r"[A-Z]\d+", match[0].upper())), key=cell_key)),
        text,
    )
    words: list[str] = []
    for word in map(str, re.findall(r"[()]|[^\s()]+", text)):
        plain = _GOAL_WORDS.get(word.lower(), word)
        if re.fullmatch(r"[A-Za-z-]{3,}", plain) and plain.lower() not in ("and", "not", *GROWTH_WORDS):
            plain = similar_word(plain, CONDITIONS, 0.75) or plain
        words.append(plain)
    counted = [
        name for name in CONDITIONS if CONDITIONS[name].arguments[:1] in (("number",), ("discs|number",))
    ]
    for at, word in enumerate(words):
        if word in counted and (words[at + 1 : at + 2] or ["and"])[0] in ("and", "or", ")"):
            words[at] = f"{word} 1"
    return " ".join(filter(None, words)).replace("( ", "(").replace(" )", ")").replace("~", " ")
