"""The content of a lesson: its steps, what is said in them and what is to be reached. Immutable; no I/O.

Said texts are dicts from a language's tag to a tree (`prose`); a title is a dict from tag to text. The lesson's first
language is always there.
"""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Sequence, Tuple

from ..rules.errors import GameError, TextError
from ..rules.position import Position
from ..rules.turn import Turn
from .attempt import fits
from .goal import Goal
from .question import Question
from .rich_text import Prose, Said, spoken
from .validation import MAX_STEPS, checked_lesson, checked_name, checked_step

VERSION = 1
POINTS = 4
"""What a step is worth."""

_Step = NamedTuple(
    "_Step",
    [
        ("name", str),
        ("text", Said),
        ("position", str),
        ("kind", str),
        ("goal", Optional[Goal]),
        ("ask", str),
        ("turns", int),
        ("replies", str),
        ("script", Tuple[Tuple[str, str], ...]),
        ("wrong", Tuple[Tuple[str, Said], ...]),
        ("hints", Tuple[Said, ...]),
        ("done", Said),
        ("aids", str),
        ("marks", str),
        ("flipped", bool),
    ],
)


class Step(_Step):
    """One step of a lesson; `make_step` makes one and checks it.

    - `kind` is "turn" (reach the goal by turns), "click" or "count" (answer what is asked), or "read";
    - `goal` is what is to be reached within so many `turns` of the learner, 1 to 6, else None;
    - `ask` is a question's text (`question`), else "";
    - `replies` says who answers: "nobody" (it is the learner's turn again), "level 1" to "level 3", "best" (the most
      damaging reply, else level 3) or "script": the first entry of `script`, a pattern of turns with a reply, that
      fits the learner's turn and is legal, else level 3;
    - `wrong` are answers that were foreseen, each with what to say: patterns of turns, a disc, a number, `*` for any;
    - `hints` are told one by one, `done` is said at the end;
    - `aids` is how much the board gives away, `marks` what is drawn on it, `flipped` whether it is turned round.
    """

    __slots__ = ()

    @property
    def start(self) -> Position:
        """The position that the step begins with."""
        return Position.from_text(self.position)

    @property
    def color(self) -> str:
        """The learner's colour: who is to move there."""
        return self.start.turn

    @property
    def question(self) -> Question:
        """What is asked. Raises TextError where nothing is."""
        return Question.from_text(self.ask)

    def reply(self, turn: Turn, position: Position) -> Optional[Turn]:
        """What the script replies to a learner's turn that led to a position; None where it has nothing for it."""
        for pattern, reply in self.script:
            if fits(pattern, turn):
                played = Turn.from_text(reply)
                if position.effect_if_legal(played) is not None:
                    return played
        return None

    def pack(self) -> Dict[str, Any]:
        """JSON-able data; what is as usual is left out."""
        return _packed_step(self)


_Lesson = NamedTuple(
    "_Lesson",
    [
        ("name", str),
        ("title", Dict[str, str]),
        ("about", Said),
        ("order", str),
        ("languages", Tuple[str, ...]),
        ("steps", Tuple[Step, ...]),
    ],
)


class Lesson(_Lesson):
    """A lesson; `make_lesson` makes one and checks it.

    `name` has small letters, digits and hyphens; `order` is "forced" or "free"; the first of `languages` is there in
    every text.

    >>> from adaptoid_widget.core.teaching.rich_text import prose
    >>> step = make_step(
    ...     "first", {"en": prose("Grow.")}, "adaptoid w 0,0 W:D2 B:D6", goal=Goal.from_text("grows new")
    ... )
    >>> lesson = make_lesson("grow", {"en": "Growing"}, [step])
    >>> Lesson.unpack(lesson.pack()) == lesson, lesson.say(step.text, "de")
    (True, [['p', 'Grow.']])
    """

    __slots__ = ()

    def say(self, said: Said, language: str) -> Prose:
        """A text in a language, else in one near it, else in the lesson's first; an empty one where there is none."""
        found: Prose = spoken(said, language, self.languages[0]) or []
        return found

    def titled(self, language: str) -> str:
        """The title in a language, or in one near it, or in the lesson's first."""
        # by its place: a method of texts that MicroPython lacks has the same name
        return str(spoken(self[1], language, self.languages[0]))

    def number(self, name: str) -> int:
        """The number of a step, counted from 0. Raises GameError for a name that no step has."""
        for number, step in enumerate(self.steps):
            if step.name == name:
                return number
        names = ", ".join([step.name for step in self.steps])
        raise GameError("lesson %s has no step %r; its steps are %s" % (self.name, name, names))

    def pack(self) -> Dict[str, Any]:
        """JSON-able data, as it travels in a shared page."""
        return {
            "v": VERSION,
            "name": self.name,
            "title": dict(self[1]),
            "about": dict(self.about),
            "order": self.order,
            "languages": list(self.languages),
            "steps": [step.pack() for step in self.steps],
        }

    @staticmethod
    def unpack(data: Any) -> Lesson:
        """The lesson that `pack` gave. Raises GameError for anything else: everything in it is checked."""
        return _unpacked(data)


# -- making -----------------------------------------------------------------------------------------------------------


def make_step(
    name: str,
    text: Said,
    position: str,
    goal: Optional[Goal] = None,
    ask: str = "",
    kind: str = "",
    turns: int = 1,
    replies: str = "best",
    script: Sequence[Sequence[str]] = (),
    wrong: Sequence[Tuple[str, Said]] = (),
    hints: Sequence[Said] = (),
    done: Optional[Said] = None,
    aids: str = "legal",
    marks: str = "",
    flipped: bool = False,
) -> Step:
    """A step of which every part was checked; whether it can be solved is not asked. Raises GameError.

    `kind` follows from the rest: "turn" with a goal, "read" with neither goal nor question; say "click" or "count" with
    a question.
    """
    if not kind:
        kind = "turn" if goal is not None else "click" if ask else "read"
    given = (
        text,
        position,
        kind,
        goal,
        ask,
        turns,
        replies,
        script,
        wrong,
        hints,
        done or {},
        aids,
        marks,
        flipped,
    )
    return Step(*checked_step(name, given))


def make_lesson(
    name: str,
    title: Dict[str, str],
    steps: Sequence[Step],
    about: Optional[Said] = None,
    order: str = "forced",
    languages: Sequence[str] = (),
) -> Lesson:
    """A lesson of which every part was checked. Raises GameError.

    Without `languages` they are those of the title, English first, then by tag.
    """
    for step in steps:
        if not isinstance(step, Step):
            raise GameError("a lesson's steps are made by make_step, not %s" % type(step).__name__)
    return Lesson(*checked_lesson(name, title, steps, about or {}, order, languages))


# -- travelling -------------------------------------------------------------------------------------------------------

_FIELDS = ("name", "text", "position", "kind", "goal", "ask", "turns", "replies") + (
    "script",
    "wrong",
    "hints",
    "done",
    "aids",
    "marks",
    "flipped",
)
# what a step has unless it says so
_USUAL: Dict[str, Any] = {
    "goal": None,
    "ask": "",
    "turns": 1,
    "replies": "best",
    "script": [],
    "wrong": [],
    "hints": [],
    "done": {},
    "aids": "legal",
    "marks": "",
    "flipped": False,
}


def _packed_step(step: Step) -> Dict[str, Any]:
    data: Dict[str, Any] = {
        "name": step.name,
        "text": dict(step.text),
        "position": step.position,
        "kind": step.kind,
        "goal": None if step.goal is None else str(step.goal),
        "ask": step.ask,
        "turns": step.turns,
        "replies": step.replies,
        "script": [list(entry) for entry in step.script],
        "wrong": [[answer, dict(said)] for answer, said in step.wrong],
        "hints": [dict(hint) for hint in step.hints],
        "done": dict(step.done),
        "aids": step.aids,
        "marks": step.marks,
        "flipped": step.flipped,
    }
    for key, usual in _USUAL.items():
        if data[key] == usual:
            del data[key]
    return data


def _unpacked(data: Any) -> Lesson:
    if not isinstance(data, dict):
        raise GameError("a lesson travels as a dict, not as %s" % type(data).__name__)
    if data.get("v") != VERSION or isinstance(data.get("v"), bool):
        raise GameError("this is no lesson, or one of a later version of adaptoid-widget")
    steps = data.get("steps")
    if not isinstance(steps, list) or len(steps) > MAX_STEPS:
        raise GameError("a lesson has a list of 1 to %d steps" % MAX_STEPS)
    return make_lesson(
        data.get("name", ""),
        data.get("title", {}),
        [_unpacked_step(step) for step in steps],
        data.get("about", {}),
        data.get("order", ""),
        data.get("languages", ()),
    )


def _unpacked_step(data: Any) -> Step:
    if not isinstance(data, dict):
        raise GameError("a step travels as a dict, not as %s" % type(data).__name__)
    name = checked_name(data.get("name"), "a step")
    values = {key: data.get(key, _USUAL[key]) for key in _USUAL}
    goal = values["goal"]
    if goal is not None:
        if not isinstance(goal, str):
            raise GameError("step %s: its goal is a text" % name)
        try:
            goal = Goal.from_text(goal)
        except TextError as error:
            raise GameError("step %s: its goal, %s" % (name, error))
    given = [data.get("text"), data.get("position"), data.get("kind"), goal]
    given += [values[key] for key in _FIELDS[5:]]
    return Step(*checked_step(name, tuple(given)))
