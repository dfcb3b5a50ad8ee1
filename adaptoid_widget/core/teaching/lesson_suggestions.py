"""Suggests what a wrong line or value of a lesson file may mean."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Sequence, Tuple

from ..game.marks import KINDS
from ..goals.conditions import CONDITIONS, GROWTH_WORDS
from ..goals.goal import Goal
from ..host.similar_words import similar_word, small_letters
from ..rules.pasting import pasted_position
from ..rules.position import read_unsorted
from ..rules.scanner import cell_key, plain_signs, trimmed
from .lesson import MAX_STEP_TURNS
from .lesson_keys import ARG_KEYS, CHOICES, DIGITS, TEXT_KEYS, name_of
from .question import QUESTIONS
from .rich_text import LETTERS
from .step_kinds import asking_kinds

_KEY_ALIASES = {
    "task": "text", "start": "position", "board": "position", "question": "ask", "answer": "right",
    "solution": "right", "tip": "hint", "solved": "done", "success": "done", "help": "aids", "summary": "about",
}  # fmt: skip
_LANGUAGES = {
    "english": "en", "german": "de", "deutsch": "de", "japanese": "ja", "spanish": "es", "español": "es",
    "french": "fr", "italian": "it", "dutch": "nl", "portuguese": "pt", "chinese": "zh", "korean": "ko",
}  # fmt: skip
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_CHOICE_ALIASES: Dict[str, Dict[str, str]] = {
    "order": {"any": "free", "exam": "test", "strict": "forced"},
    "replies": {"none": "nobody", "no": "nobody", "off": "nobody", "computer": "best"},
    "aids": {"all": "full", "on": "full", "yes": "full", "off": "none", "no": "none", "some": "legal"},
    "flipped": {"true": "yes", "on": "yes", "1": "yes", "false": "no", "off": "no", "0": "no"},
    "retry": {"new": "fresh", "other": "fresh", "random": "fresh", "again": "same"},
}
_GOAL_WORDS = {"&": "and", "&&": "and", "+": "and", "||": "or", "both": "2", "win": "wins", "win!": "wins"}
_GOAL_WORDS.update(_NUMBERS)
# each is written in words of any of these lists
_ENDINGS = (
    ("at once", (("in", "with"), ("one", "1", "single", "same"), ("turn",))),
    ("at once", (("together",),)),
    ("by a newborn", (("by",), ("newborn", "newly"))),
    ("by a newborn", (("by",), ("new",))),
)
_ARTICLES = ("a", "an", "the")
# between a key and its value; the second one is as wide as a letter of Japanese
_COLONS = ":=："
# a text of no characters is in every text, but not in this
_DIGIT_SIGNS = tuple(DIGITS)
# longer values are no slips
MAX_MEANT = 2000


def meant_key(word: str, known: Sequence[str]) -> str:
    """The key that a wrong one may mean; "" if none is near.

    >>> (
    ...     meant_key("Question", ("ask", "position")),
    ...     meant_key("hnt", ("hint",)),
    ...     meant_key("x", ("hint",)),
    ... )
    ('ask', 'hint', '')
    """
    alias = _KEY_ALIASES.get(small_letters(word), "")
    return alias if alias in known else similar_word(word, known)


def meant_language(text: str) -> str:
    """The tag of a language that a wrong one may mean; "" if none is known.

    >>> meant_language("German"), meant_language("DE_at"), meant_language("x")
    ('de', 'de-AT', '')
    """
    small = small_letters(text)
    if small in _LANGUAGES:
        return _LANGUAGES[small]
    parts = small.replace("_", "-").replace(" ", "-").split("-")
    if len(parts) > 2 or [part for part in parts if len(part) != 2 or part.strip(LETTERS)]:
        return ""
    return parts[0] + "".join(["-" + part.upper() for part in parts[1:]])


def suggested_line(line: str, known: Sequence[str]) -> str:
    """The line with a key that a wrong line may mean; "" if none is known.

    >>> suggested_line("hint = Look.", ("hint",)), suggested_line("title-de: Eins", ("title",))
    ('hint: Look.', 'title[de]: Eins')
    >>> suggested_line("wrong: No.", ("wrong",)), suggested_line("Look at D5.", ("hint",))
    ('wrong *: No.', '')
    """
    text = trimmed(line)
    while text[:1] in ("*", "•", "-"):
        text = trimmed(text[1:])
    # the letters of the key may be as wide as those of Japanese
    word = _letters_of(plain_signs(text[:40]))
    key = meant_key(word, known) if word else ""
    if not key:
        return ""
    rest = trimmed(text[len(word) :])
    signs = [sign for sign in rest if sign in _COLONS]
    before, _, value = rest.partition(signs[0]) if signs else ("", "", "")
    arg, tag = trimmed(before), ""
    if arg[:1] in ("-", "_", "[", "(", "{") and key in TEXT_KEYS:
        tag = meant_language(trimmed(arg[1:].rstrip("])}")))
        arg = "" if tag else arg
    value = trimmed(value)
    if not signs and word == key and rest != text[len(word) :]:
        # a colon was left out
        value = rest
    if not value or (arg and key not in ARG_KEYS):
        return ""
    if key in ARG_KEYS:
        key += " " + (arg or "*")
    suggestion = "%s%s: %s" % (key, "[%s]" % tag if tag else "", value)
    return "" if suggestion == line else suggestion


def _letters_of(text: str) -> str:
    """The letters of a to z, or their capitals, that a text begins with."""
    end = 0
    while text[end : end + 1] and small_letters(text[end]) in LETTERS:
        end += 1
    return text[:end]


def names_step(line: str) -> bool:
    """Whether a line without brackets was meant to begin a step, such as "Step one:"."""
    if small_letters(line[:5]) != "step ":
        return False
    words = small_letters(line.rstrip(" :")).split()
    return (
        len(words) == 2 and words[0] == "step" and not words[1].replace("-", "").strip("_" + LETTERS + DIGITS)
    )


def suggested_section(line: str) -> str:
    """Correct a line that was meant to begin a step; return "" if it names none.

    >>> suggested_section("[Step First Try]"), suggested_section("step one:"), suggested_section("[step]")
    ('[step first-try]', '[step one]', '')
    """
    for sign in "[]:":
        line = line.replace(sign, " ")
    words = plain_signs(line).split()
    if words and similar_word(words[0], ("step",)):
        words = words[1:]
    name = name_of(" ".join(words)) if words else "lesson"
    return "" if name == "lesson" else "[step %s]" % name


def suggested_value(key: str, text: str, read: Callable[[str], Any]) -> str:
    """Correct a wrong value, so that `read` accepts it; return "" if no correction is known.

    >>> suggested_value("turns", "two", int), suggested_value("flipped", "true", str)
    ('2', 'yes')
    >>> suggested_value("right", "D4 or +c4", str), suggested_value("plays", "D3>D4 + leg", str)
    ('+D4|+C4', 'D3-D4 D4+L')
    """
    if len(text) > MAX_MEANT:
        return ""
    plain = " ".join(plain_signs(text).split())
    try:
        candidates = _candidates(key, plain, text)
    except ValueError:
        return ""
    for suggestion in candidates:
        try:
            read(suggestion)
        except ValueError:
            continue
        return "" if suggestion == text else suggestion
    return ""


def _candidates(key: str, text: str, written: str) -> Sequence[str]:
    """What a wrong value of a key may mean, the likeliest first. Raises ValueError."""
    word = small_letters(text).strip(" .!")
    if key in CHOICES:
        # reading names the nearest level
        if "level" in word:
            return []
        return [_CHOICE_ALIASES[key].get(word) or similar_word(word, CHOICES[key])]
    if key in ("goal", "coach"):
        return [str(Goal.from_text(_corrected_goal(text)))]
    if key == "position":
        return [read_unsorted(pasted_position(written)).text]
    if key in ("right", "plays"):
        for sign in ",;/":
            text = text.replace(sign, " | ")
        words = ["|" if small_letters(each) in ("or", "then") else each for each in text.split()]
        return ["|".join([suggested_turn(turn) for turn in " ".join(words).split("|")])]
    if key == "turns":
        number = _NUMBERS.get(word, word)
        if number and not number.strip(DIGITS):
            return [str(min(max(int(number[-9:]), 1), MAX_STEP_TURNS))]
        return ["game" if "game" in word else "1"]
    if key == "language":
        return [meant_language(text)]
    if key == "name":
        return [name_of(text)]
    if key == "marks":
        return [_corrected_marks(text)]
    return _corrected_question(text) if key == "ask" else [suggested_turn(text)]


# -- turns and marks --------------------------------------------------------------------------------------------------


def _tokens(text: str) -> List[str]:
    """The discs, words and other signs of a text. Arrows, "to" and "x" are signs; a limb is L or P.

    >>> _tokens("d3 → d4, +leg")
    ['D3', '-', 'D4', '+', 'L']
    """
    for arrow in ("-->", "->", "→", ">", "\u2014"):
        text = text.replace(arrow, "-")
    out: List[str] = []
    at = 0
    while at < len(text):
        sign, end = text[at], at + 1
        while text[end : end + 1] and text[end] in DIGITS:
            end += 1
        if not _letters_of(sign):
            if sign not in " ,.":
                out.append(sign)
            at += 1
        elif end > at + 1:
            out.append(text[at:end].upper())
            at = end
        else:
            # a letter before a digit is that of a disc
            while _letters_of(text[end : end + 1]) and text[end + 1 : end + 2] not in _DIGIT_SIGNS:
                end += 1
            word = small_letters(text[at:end])
            known = {"to": "-", "x": "x", "takes": "x", "l": "L", "leg": "L", "p": "P", "pincer": "P"}
            out.append(known.get(word, word))
            at = end
    return out


def _is_disc(token: str) -> bool:
    return len(token) > 1 and token[0] in LETTERS.upper() and not token[1:].strip(DIGITS)


def suggested_turn(text: str) -> str:
    """A turn or a pattern of turns that a misspelt one may mean.

    >>> suggested_turn("d3 → d4, +leg"), suggested_turn("D4"), suggested_turn("D6 + l")
    ('D3-D4 D4+L', '+D4', 'D6+L')
    """
    tokens = _tokens(text)
    if len(tokens) == 1 and _is_disc(tokens[0]):
        return "+" + tokens[0]
    parts: List[str] = []
    target = ""
    while tokens:
        first, signs = tokens[0], "".join(tokens[1:2])
        after = tokens[2] if len(tokens) > 2 else ""
        size = 1
        if _is_disc(first) and signs in ("-", "x") and _is_disc(after):
            first, target, size = first + signs + after, after, 3
        elif _is_disc(first) and signs == "+" and after in ("L", "P"):
            first, size = first + "+" + after, 3
        elif _is_disc(first) and _is_disc(signs) and not parts:
            first, target, size = first + "-" + signs, signs, 2
        elif first == "+" and signs in ("L", "P"):
            first, size = target + "+" + signs, 2
        elif first == "+" and _is_disc(signs):
            first, size = "+" + signs, 2
        parts.append(first)
        tokens = tokens[size:]
    return " ".join(parts)


def _corrected_marks(text: str) -> str:
    """Marks with names and brackets in place of misspelt ones. Raises ValueError.

    >>> _corrected_marks("rings D5, d6 arow D3 D4")
    'ring(D5) ring(D6) arrow(D3,D4)'
    """
    groups: List[Tuple[str, List[str]]] = []
    for token in _tokens(text):
        if _is_disc(token) and groups:
            groups[-1][1].append(token)
        elif len(token) > 2:
            groups.append((similar_word(token, KINDS), []))
        elif token not in ("(", ")", ":", "-"):
            raise ValueError(token)
    marks = []
    for name, cells in groups:
        marks += ["%s(%s)" % (name, each) for each in ([",".join(cells)] if name == "arrow" else cells)]
    return " ".join(marks)


# -- questions and goals ----------------------------------------------------------------------------------------------


def _corrected_question(text: str) -> List[str]:
    words = text.split()
    kinds = asking_kinds()
    kind = similar_word(words[0], kinds) if words else ""
    if kind:
        words = words[1:]
    words = [word if _has_digit(word) else similar_word(word, QUESTIONS, 0.7) or word for word in words]
    return [" ".join([each] + words) for each in ([kind] if kind else kinds)]


def _has_digit(word: str) -> bool:
    return bool([sign for sign in word if sign in DIGITS])


def _corrected_goal(text: str) -> str:
    """A goal with known words, sorted discs and the numbers that it needs.

    >>> _corrected_goal("starvs d6, D5 in one turn and (win or capture)")
    'starves D5,D6 at once and (wins or captures 1)'
    """
    for sign in "()":
        text = text.replace(sign, " %s " % sign)
    words = _with_endings(text.replace(" ,", ",").replace(", ", ",").split())
    words = [_goal_word(word) for word in _with_lists(words) if word not in _ARTICLES]
    counted = [
        name for name in CONDITIONS if CONDITIONS[name].arguments[:1] in (("number",), ("discs|number",))
    ]
    for at in range(len(words)):
        after = words[at + 1] if at + 1 < len(words) else "and"
        if words[at] in counted and after in ("and", "or", ")", "at once", "by a newborn"):
            words[at] += " 1"
    return " ".join(words).replace("( ", "(").replace(" )", ")")


def _goal_word(word: str) -> str:
    small = small_letters(word)
    plain = _GOAL_WORDS.get(small) or (small if small in ("and", "or", "not") else word)
    # a word of letters and hyphens that is none of the grammar
    is_word = len(plain) > 2 and not plain.replace("-", "").strip(LETTERS + LETTERS.upper())
    if not is_word or small in ("and", "not") or small in GROWTH_WORDS:
        return plain
    return similar_word(plain, CONDITIONS, 0.75) or plain


def _with_endings(words: List[str]) -> List[str]:
    """The words, with "at once" or "by a newborn" as one word in place of other words for it."""
    out: List[str] = []
    while words:
        small = [small_letters(word) for word in words[:6]]
        ending, size = _ending(small)
        out.append(ending or words[0])
        words = words[size:]
    return out


def _ending(words: List[str]) -> Tuple[str, int]:
    """The ending that words begin with, and the number of its words; "" and 1 for none."""
    if words[:2] == ["at", "once"]:
        return "at once", 2
    for ending, wanted in _ENDINGS:
        at = 0
        for choices in wanted:
            while at and words[at : at + 1] and words[at] in _ARTICLES:
                at += 1
            if not words[at : at + 1] or words[at] not in choices:
                at = -1
                break
            at += 1
        if at > 0:
            if ending != "at once":
                at += words[at : at + 1] == ["born"]
                at += words[at : at + 1] in (["one"], ["adaptoid"])
            return ending, at
    return "", 1


def _with_lists(words: List[str]) -> List[str]:
    """The words, with discs in a row as one sorted list; those of turns stay."""
    out: List[str] = []
    cells: List[str] = []
    for word in words + [""]:
        discs = [part.upper() for part in word.split(",") if part]
        if discs and not [disc for disc in discs if not _is_disc(disc)] and out[-1:] != ["plays"]:
            cells += discs
            continue
        if cells:
            out.append(",".join(sorted(set(cells), key=cell_key)))
            cells = []
        if word:
            out.append(word)
    return out
