"""Everything that goes into a lesson is checked, since lessons travel in files and pages that anybody can write."""

from __future__ import annotations

from typing import Any, List, Sequence, Tuple

from ..game.annotations import Marks
from ..rules.errors import GameError, IllegalTurn, LayoutError, TextError, quote
from ..rules.position import Position
from ..rules.scanner import WORD, control_at
from ..rules.turn import Turn
from .attempt import check_pattern
from .goal import Goal
from .question import Question
from .rich_text import Said, check_said, check_tag

KINDS = ("turn", "click", "count", "read")
REPLIES = ("nobody", "level 1", "level 2", "level 3", "best", "script")
ORDERS = ("forced", "free")
AIDS = ("full", "legal", "none")
MAX_STEPS = 200
MAX_IN_TURNS = 6
MAX_ENTRIES = 60
MAX_LANGUAGES = 20
MAX_TITLE = 120
MAX_NAME = 60


def checked_step(name: Any, given: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """The fields of a step in their canonical form. Raises GameError, which names the step."""
    checked_name(name, "a step")
    try:
        return _checked(name, *given)
    except (TextError, GameError, LayoutError, IllegalTurn) as error:
        raise GameError("step %s: %s" % (name, error))


def _checked(
    name: str,
    text: Any,
    position: Any,
    kind: Any,
    goal: Any,
    ask: Any,
    turns: Any,
    replies: Any,
    script: Any,
    wrong: Any,
    hints: Any,
    done: Any,
    aids: Any,
    marks: Any,
    flipped: Any,
) -> Tuple[Any, ...]:
    start = Position.from_text(_text(position, "its position"))
    _one_of(kind, KINDS, "its kind")
    _one_of(replies, REPLIES, "who replies")
    _one_of(aids, AIDS, "its aids")
    if not isinstance(flipped, bool):
        raise GameError("it is flipped or not: true or false")
    if not isinstance(turns, int) or isinstance(turns, bool) or not 1 <= turns <= MAX_IN_TURNS:
        raise GameError("its goal is to be reached within 1 to %d turns" % MAX_IN_TURNS)
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
    return (
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


def checked_lesson(
    name: Any, title: Any, steps: Sequence[Any], about: Any, order: Any, languages: Any
) -> Tuple[Any, ...]:
    """The fields of a lesson, whose steps were checked, in their canonical form. Raises GameError."""
    checked_name(name, "a lesson")
    _one_of(order, ORDERS, "the order of a lesson")
    if not isinstance(title, dict) or not title:
        raise GameError("a lesson has a title in each of its languages")
    tags = _languages(languages or sorted(title, key=_english_first))
    for tag, words in title.items():
        check_tag(tag)
        if not isinstance(words, str) or not 1 <= len(words) <= MAX_TITLE or control_at(words) >= 0:
            raise GameError("a title is a text of one line with 1 to %d characters" % MAX_TITLE)
    if tags[0] not in title:
        raise GameError("a lesson has a title in its first language, %s" % tags[0])
    if not 1 <= len(steps) <= MAX_STEPS:
        raise GameError("a lesson has 1 to %d steps, not %d" % (MAX_STEPS, len(steps)))
    names: List[str] = []
    for step in steps:
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
    return name, dict(title), told, order, tags, tuple(steps)


def _english_first(tag: str) -> Tuple[bool, str]:
    return tag != "en", str(tag)


# -- checks -----------------------------------------------------------------------------------------------------------


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise GameError("%s is a text, not %s" % (what, type(value).__name__))
    return value


def _listed(value: Any, what: str) -> List[Any]:
    if not isinstance(value, (list, tuple)) or len(value) > MAX_ENTRIES:
        raise GameError("%s are a list of at most %d" % (what, MAX_ENTRIES))
    return list(value)


def _one_of(value: Any, known: Sequence[str], what: str) -> None:
    if not isinstance(value, str) or value not in known:
        # only what is a text is told, since anything else may be endless
        told = ", not " + quote(value[:20]) if isinstance(value, str) else ""
        raise GameError("%s is one of these: %s%s" % (what, ", ".join(known), told))


def _said(value: Any, what: str) -> Said:
    if not isinstance(value, dict) or len(value) > MAX_LANGUAGES:
        raise GameError("%s is told in at most %d languages, as a dict by language" % (what, MAX_LANGUAGES))
    return check_said(value)


def checked_name(name: Any, what: str) -> str:
    """The name of a lesson or a step. Raises GameError."""
    if not isinstance(name, str) or not 1 <= len(name) <= MAX_NAME or name.strip(WORD):
        raise GameError("%s has a name of 1 to %d small letters, digits and hyphens" % (what, MAX_NAME))
    for sign in name:
        if sign not in WORD:
            raise GameError(
                "%s has a name of small letters, digits and hyphens, not %s" % (what, quote(name))
            )
    return name


def _languages(languages: Any) -> Tuple[str, ...]:
    if not isinstance(languages, (list, tuple)) or not 1 <= len(languages) <= MAX_LANGUAGES:
        raise GameError("a lesson's languages are a list of 1 to %d tags" % MAX_LANGUAGES)
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
