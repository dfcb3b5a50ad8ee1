"""Steps of a lesson written in Python, in a notebook or in a cell of a page, and the entries that they stand for."""

from __future__ import annotations

from typing import Any, List

from ..host.host import PublicNames, brief, check_attribute, did_you_mean, type_name
from ..rules.errors import GameError, LayoutError, TextError, check_flags, plain_value
from ..rules.position import Position
from ..rules.scanner import trimmed
from .lesson import STEP_FIELDS, LessonContent, StepField
from .lesson_problems import Entry, Section
from .lesson_reader import build

_IN_PYTHON = [field for field in STEP_FIELDS if field.key]
TAB = 8


def keyword(field: StepField) -> str:
    """The name of a field in Python."""
    return "hints" if field.form == "texts" else field.key


KEYWORDS = tuple([keyword(field) for field in _IN_PYTHON])


class AuthoredStep(PublicNames):
    """A step of a lesson, written in Python. Each keyword is a key of a lesson file.

    `text`, `done`, each of `hints` and each text of `wrong` are Markdown, or dicts from language to Markdown. `wrong`
    maps foreseen wrong answers to texts; `reply` maps turns of the learner to replies. Making a lesson checks the step.
    Raises TypeError for an unknown keyword and for a value of a wrong type.

    >>> AuthoredStep("take", "Starve it.", "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", goal="starves D5")
    <Step take>
    """

    def __init__(self, name: str = "", text: Any = "", position: Any = "", **fields: Any) -> None:
        for key in fields:
            if key not in KEYWORDS:
                hint = did_you_mean(key, KEYWORDS) or "there are: " + ", ".join(KEYWORDS)
                raise TypeError("Step has no keyword %r; %s" % (key, hint))
        values = {keyword(field): _default(field) for field in _IN_PYTHON}
        values.update(fields)
        values["text"] = text
        check_flags(flipped=values["flipped"])
        values["flipped"], values["hints"] = bool(values["flipped"]), plain_value(values["hints"])
        hints = values["hints"]
        for key, value, is_right, form in (
            ("name", name, isinstance(name, str), "a text such as 'take'"),
            ("text", text, _is_text(text), "a text, or a dict from language to text"),
            ("reply", values["reply"], _is_dict(values["reply"]), "a dict from turns to replies"),
            ("wrong", values["wrong"], _is_dict(values["wrong"]), "a dict from answers to texts"),
            ("coach", values["coach"], _is_dict(values["coach"]), "a dict from goals to texts"),
            ("hints", hints, _is_text(hints) or _is_list(hints), "a text or a list of texts"),
        ):
            if not is_right:
                raise TypeError("%s is %s, not %s" % (key, form, brief(value)))
        try:
            position = Position.of(position).text
        except (TextError, LayoutError, TypeError):
            # a text that is not a position is reported when a lesson is made
            pass
        values["position"] = position
        self.name = name
        self.values = values

    def __repr__(self) -> str:
        return "<Step %s>" % self.name if self.name else "<Step>"

    # for type checkers, this would allow all attributes
    def __setattr__(self, name: str, value: Any) -> None:
        if name not in ("name", "values"):
            check_attribute(self, name)
        object.__setattr__(self, name, value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) or hasattr(value, "items")


def _is_dict(value: Any) -> bool:
    return value is None or hasattr(value, "items")


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or hasattr(value, "__getitem__")


def _default(field: StepField) -> Any:
    return {"answers": None, "turns": None, "texts": (), "text": ""}.get(
        field.form, "" if field.default is None else field.default
    )


def sections_of(title: Any, steps: Any, name: str = "", about: Any = "", order: str = "") -> List[Section]:
    """The head and the steps of a lesson, as if read from a file. Raises TypeError and GameError.

    >>> steps = [AuthoredStep(text="Look.", position="adaptoid w 0,0 W:D2 B:D6")]
    >>> [section.name for section in sections_of("Twins", steps)]
    ['', 'step-1']
    """
    if not _is_text(title):
        raise TypeError("a title is a text, or a dict from language to text, not %s" % type_name(title))
    try:
        rows = list(steps)
    except TypeError:
        rows = None
    if rows is None:
        sample = "steps=[Step(…), Step(…)]"
        raise TypeError("steps is a list of Steps, as in %s, not %s" % (sample, type_name(steps)))
    first = "en"
    if not isinstance(title, str) and title and "en" not in title:
        first = next(iter(title))
    head = [("title", title), ("about", about), ("order", order), ("name", name), ("language", first)]
    entries: List[Entry] = []
    for key, value in head:
        entries += _entries(key, "", value, key, first)
    sections = [Section("", 0, entries)]
    for number, step in enumerate(rows):
        if not isinstance(step, AuthoredStep):
            raise TypeError("a lesson's steps are Steps, not %s" % type_name(step))
        called = step.name or "step-%d" % (number + 1)
        if any(section.name == called for section in sections):
            raise GameError("two steps have the name %r" % called)
        sections.append(Section(called, 0, _step_entries(step, "step %r, " % called, first)))
    return sections


def lesson_of(title: Any, steps: Any, name: str = "", about: Any = "", order: str = "") -> LessonContent:
    """A lesson of a title and steps. Raises TypeError, and LessonError with problems that name the step.

    >>> lesson_of("Twins", [AuthoredStep(text="Look.", position="adaptoid w 0,0 W:D2 B:D6")]).name
    'twins'
    """
    return build(sections_of(title, steps, name, about, order), name)


def _step_entries(step: AuthoredStep, where: str, first: str) -> List[Entry]:
    """The entries of a step, as if read from a file."""
    entries: List[Entry] = []
    for field in _IN_PYTHON:
        key, value = field.key, step.values[keyword(field)]
        if field.form in ("answers", "turns"):
            for arg, words in (value or {}).items():
                entries += _entries(key, str(arg), words, "%s%s %s" % (where, key, arg), first)
        elif field.form == "texts":
            texts = [value] if _is_text(value) else value
            for number, words in enumerate(texts or ()):
                entries += _entries(key, "", words, "%s%s %d" % (where, key, number + 1), first)
        elif field.form == "text" or value != field.default:
            entries += _entries(key, "", "yes" if value is True else value, where + key, first)
    return entries


def _entries(key: str, arg: str, words: Any, where: str, first: str) -> List[Entry]:
    """The entries of a text in its languages."""
    if hasattr(words, "items"):
        return [
            Entry(key, arg, "" if tag == first else str(tag), cleaned(str(text)), "%s [%s]" % (where, tag))
            for tag, text in words.items()
        ]
    text = cleaned(str(words))
    return [Entry(key, arg, "", text, where)] if text else []


def cleaned(text: str) -> str:
    """A text without the common indentation of its lines, as `inspect.cleandoc` has it.

    >>> cleaned("Look.\\n      - one\\n        two\\n")
    'Look.\\n- one\\n  two'
    """
    lines = [_without_tabs(line) for line in text.split("\n")]
    margins = [len(line) - len(line.lstrip(" ")) for line in lines[1:] if trimmed(line)]
    margin = min(margins) if margins else 0
    return "\n".join([lines[0].lstrip(" ")] + [line[margin:] for line in lines[1:]]).strip("\n")


def _without_tabs(line: str) -> str:
    parts = line.split("\t")
    out = parts[0]
    for part in parts[1:]:
        out += " " * (TAB - len(out) % TAB) + part
    return out
