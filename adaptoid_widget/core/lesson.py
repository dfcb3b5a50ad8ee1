"""The content of a lesson: its steps, what is said in them and what is to be reached. Immutable; no I/O.

Said texts are dicts from a language's tag to a tree (`prose`); a title is a dict from tag to text. The lesson's first
language is always there.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from .errors import GameError, IllegalTurn, LayoutError, TextError, quote
from .goal import Goal
from .marks import Marks
from .position import Position
from .prose import Prose, Said, check_said, check_tag, spoken
from .question import Question
from .scan import WORD, control_at
from .story import check_pattern, fits
from .turn import Turn

VERSION = 1
KINDS = ("turn", "click", "count", "read")
REPLIES = ("nobody", "level 1", "level 2", "level 3", "best", "script")
ORDERS = ("forced", "free")
AIDS = ("full", "legal", "none")
MOST_STEPS = 200
MOST_IN_TURNS = 6
MOST_ENTRIES = 60
MOST_LANGUAGES = 20
MOST_TITLE = 120
MOST_NAME = 60
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
        return _scripted(self.script, turn, position)

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
        return str(spoken(self.title, language, self.languages[0]))

    def index(self, name: str) -> int:
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
            "title": dict(self.title),
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
    where = "step %s" % _checked_name(name, "a step")
    try:
        return _made_step(
            name,
            text,
            position,
            goal,
            ask,
            kind or ("turn" if goal is not None else "click" if ask else "read"),
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
    except (TextError, GameError, LayoutError, IllegalTurn) as error:
        raise GameError("%s: %s" % (where, error))


def _made_step(
    name: str,
    text: Any,
    position: Any,
    goal: Any,
    ask: Any,
    kind: Any,
    turns: Any,
    replies: Any,
    script: Any,
    wrong: Any,
    hints: Any,
    done: Any,
    aids: Any,
    marks: Any,
    flipped: Any,
) -> Step:
    start = Position.from_text(_text(position, "its position"))
    _one_of(kind, KINDS, "its kind")
    _one_of(replies, REPLIES, "who replies")
    _one_of(aids, AIDS, "its aids")
    if not isinstance(flipped, bool):
        raise GameError("it is flipped or not: true or false")
    if not isinstance(turns, int) or isinstance(turns, bool) or not 1 <= turns <= MOST_IN_TURNS:
        raise GameError("its goal is to be reached within 1 to %d turns" % MOST_IN_TURNS)
    if (goal is not None) != (kind == "turn"):
        raise GameError("it has a goal if turns are played, and else none")
    if goal is not None:
        if not isinstance(goal, Goal):
            raise GameError("its goal is a Goal, not %s" % type(goal).__name__)
        goal.check(start.layout)
        if start.winner is not None:
            raise GameError("the game is over in its position, so that no turn can be played")
    _check_ask(_text(ask, "what it asks"), kind, start)
    marked = str(Marks.of(_text(marks, "its marks")).check(start.layout))
    entries = [_foreseen(entry, kind, start) for entry in _listed(wrong, "the answers that were foreseen")]
    answers = [pattern for pattern, _ in entries]
    if len(set(answers)) < len(answers):
        raise GameError("each answer is foreseen once")
    said = [_said(hint, "a hint") for hint in _listed(hints, "its hints")]
    replied = [_reply(entry) for entry in _listed(script, "its script")]
    if bool(replied) != (replies == "script"):
        raise GameError("it has a script if replies are script, and else none")
    return Step(
        name,
        _said(text, "its text"),
        str(start),
        kind,
        goal,
        ask,
        turns,
        replies,
        tuple(replied),
        tuple(entries),
        tuple(said),
        _said(done, "what is said at its end"),
        aids,
        marked,
        flipped,
    )


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
    _checked_name(name, "a lesson")
    _one_of(order, ORDERS, "the order of a lesson")
    if not isinstance(title, dict) or not title:
        raise GameError("a lesson has a title in each of its languages")
    tags = _languages(languages or sorted(title, key=_english_first))
    for tag in title:
        check_tag(tag)
        words = title[tag]
        if not isinstance(words, str) or not 1 <= len(words) <= MOST_TITLE or control_at(words) >= 0:
            raise GameError("a title is a text of one line with 1 to %d characters" % MOST_TITLE)
    if tags[0] not in title:
        raise GameError("a lesson has a title in its first language, %s" % tags[0])
    if not 1 <= len(steps) <= MOST_STEPS:
        raise GameError("a lesson has 1 to %d steps, not %d" % (MOST_STEPS, len(steps)))
    names: List[str] = []
    for step in steps:
        if not isinstance(step, Step):
            raise GameError("a lesson's steps are made by make_step, not %s" % type(step).__name__)
        if step.name in names:
            raise GameError("there are two steps %s in lesson %s" % (step.name, name))
        names.append(step.name)
        texts = [step.text, step.done] + list(step.hints) + [said for _, said in step.wrong]
        if [said for said in texts if said and tags[0] not in said]:
            raise GameError(
                "step %s: every text is there in the lesson's first language, %s" % (step.name, tags[0])
            )
        if not step.text:
            raise GameError("step %s: it has a text" % step.name)
    told = _said(about or {}, "what a lesson is about")
    if told and tags[0] not in told:
        raise GameError("what a lesson is about is told in its first language, %s" % tags[0])
    return Lesson(name, {tag: title[tag] for tag in title}, told, order, tags, tuple(steps))


def _english_first(tag: str) -> Tuple[bool, str]:
    return tag != "en", str(tag)


# -- checks -----------------------------------------------------------------------------------------------------------


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise GameError("%s is a text, not %s" % (what, type(value).__name__))
    return value


def _listed(value: Any, what: str) -> List[Any]:
    if not isinstance(value, (list, tuple)) or len(value) > MOST_ENTRIES:
        raise GameError("%s are a list of at most %d" % (what, MOST_ENTRIES))
    return list(value)


def _one_of(value: Any, known: Sequence[str], what: str) -> None:
    if not isinstance(value, str) or value not in known:
        raise GameError("%s is one of: %s; not %r" % (what, ", ".join(known), value))


def _said(value: Any, what: str) -> Said:
    if not isinstance(value, dict) or len(value) > MOST_LANGUAGES:
        raise GameError("%s is told in at most %d languages, as a dict by language" % (what, MOST_LANGUAGES))
    return check_said(value)


def _checked_name(name: Any, what: str) -> str:
    if not isinstance(name, str) or not 1 <= len(name) <= MOST_NAME or name.strip(WORD):
        raise GameError("%s has a name of 1 to %d small letters, digits and hyphens" % (what, MOST_NAME))
    for sign in name:
        if sign not in WORD:
            raise GameError(
                "%s has a name of small letters, digits and hyphens, not %s" % (what, quote(name))
            )
    return name


def _languages(languages: Any) -> Tuple[str, ...]:
    if not isinstance(languages, (list, tuple)) or not 1 <= len(languages) <= MOST_LANGUAGES:
        raise GameError("a lesson's languages are a list of 1 to %d tags" % MOST_LANGUAGES)
    tags = tuple([check_tag(tag) for tag in languages])
    if len(set(tags)) < len(tags):
        raise GameError("a lesson names each of its languages once")
    return tags


def _check_ask(ask: str, kind: str, start: Position) -> None:
    if bool(ask) != (kind in ("click", "count")):
        raise GameError("it asks something if discs are to be clicked or counted, and else nothing")
    if ask:
        question = Question.from_text(ask).check(start.layout)
        if str(question) != ask:
            raise GameError("its question is written %s" % question)
        if kind == "click" and not question.clicks:
            raise GameError("the answer to %s is a number, which can be counted, not clicked" % ask)
        question.answer(kind, start)


def _foreseen(entry: Any, kind: str, start: Position) -> Tuple[str, Said]:
    if not isinstance(entry, (list, tuple)) or len(entry) != 2:
        raise GameError("an answer that was foreseen is a pair: the answer, and what to say")
    answer = _text(entry[0], "an answer that was foreseen")
    said = _said(entry[1], "what is said to a foreseen answer")
    if not said:
        raise GameError("something is said to the answer %s" % quote(answer))
    if answer == "*":
        return answer, said
    if kind == "turn":
        return check_pattern(answer), said
    if kind == "read":
        raise GameError("where one only reads, no answers are foreseen")
    question = Question.from_text(answer).check(start.layout)
    if question.name or (kind == "click") != question.clicks or len(question.cells) > 1:
        raise GameError("a foreseen answer is %s" % ("a disc" if kind == "click" else "a number"))
    return str(question), said


def _reply(entry: Any) -> Tuple[str, str]:
    if not isinstance(entry, (list, tuple)) or len(entry) != 2:
        raise GameError("an entry of a script is a pair: the learner's turn, and the reply")
    pattern = check_pattern(_text(entry[0], "a turn in a script"))
    return pattern, str(Turn.from_text(_text(entry[1], "a reply in a script")))


def _scripted(script: Tuple[Tuple[str, str], ...], turn: Turn, position: Position) -> Optional[Turn]:
    for pattern, reply in script:
        if fits(pattern, turn):
            played = Turn.from_text(reply)
            if position.effect_if_legal(played) is not None:
                return played
    return None


# -- travelling -------------------------------------------------------------------------------------------------------

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
    for key in _USUAL:
        if data[key] == _USUAL[key]:
            del data[key]
    return data


def _unpacked(data: Any) -> Lesson:
    if not isinstance(data, dict):
        raise GameError("a lesson travels as a dict, not as %s" % type(data).__name__)
    if data.get("v") != VERSION or isinstance(data.get("v"), bool):
        raise GameError("this is no lesson, or one of a later version of adaptoid-widget")
    steps = data.get("steps")
    if not isinstance(steps, list) or len(steps) > MOST_STEPS:
        raise GameError("a lesson has a list of 1 to %d steps" % MOST_STEPS)
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
    get: Callable[[str], Any] = lambda key: data.get(key, _USUAL.get(key))  # noqa: E731
    name = _checked_name(get("name"), "a step")
    goal = get("goal")
    try:
        parsed = None if goal is None else Goal.from_text(_text(goal, "its goal"))
    except TextError as error:
        raise GameError("step %s: its goal, %s" % (name, error))
    return make_step(
        name,
        get("text"),
        get("position"),
        parsed,
        get("ask"),
        _text(get("kind"), "a step's kind") or "none",
        get("turns"),
        get("replies"),
        get("script"),
        get("wrong"),
        get("hints"),
        get("done"),
        get("aids"),
        get("marks"),
        get("flipped"),
    )
