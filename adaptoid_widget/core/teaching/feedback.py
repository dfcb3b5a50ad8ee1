"""What a teacher says, kept in no language: an author's text, or a code with what fills its slots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..i18n.catalog import Saying, Wording
from ..i18n.slots import Slots
from ..rules.scanner import cell_key
from ..rules.turn import Turn
from ..tactics.finder import done
from ..tactics.tactic import DOUBLE_FORK, FORK
from .attempt import Story, Told, fits
from .question import wrong_discs, wrong_number
from .replies import refuted

if TYPE_CHECKING:
    from .lesson import Lesson, Step
    from .rich_text import Said

Spoken = NamedTuple("Spoken", [("text", Optional["Said"]), ("saying", Optional[Saying])])
"""An author's text by language, or a sentence of the program's own."""

Answer = NamedTuple("Answer", [("said", Tuple[Spoken, ...]), ("reply", Tuple[str, ...])])
"""What is said to a wrong turn, and the turns that show it on the board."""


def author(text: Said) -> Spoken:
    """An author's text."""
    return Spoken(text, None)


def sentence(code: str, slots: Optional[Slots] = None) -> Spoken:
    """A sentence of the program's own."""
    return Spoken(None, (code, slots))


def blocks(lesson: Lesson, said: Sequence[Spoken], wording: Wording) -> List[Any]:
    """What is said, as the blocks of a text (see `prose`); sentences one after another make one paragraph."""
    out: List[Any] = []
    sayings: List[Saying] = []
    for one in said:
        if one.saying is not None:
            sayings.append(one.saying)
            continue
        if sayings:
            out.append(["p", wording.tell(sayings)])
            sayings = []
        if one.text is not None:
            out += lesson.say(one.text, wording.language)
    if sayings:
        out.append(["p", wording.tell(sayings)])
    return out


# -- a wrong turn -----------------------------------------------------------------------------------------------------


def foreseen(step: Step, story: Story) -> Tuple[Optional[Said], bool]:
    """What the author has to say to the learner's last turn, and whether that was meant for more than any turn."""
    last = story.last
    if last is not None:
        for pattern, text in step.wrong:
            if fits(pattern, last.turn):
                return text, pattern != "*"
    return None, False


def answer(step: Step, story: Story) -> Answer:
    """The answer to a wrong turn: the author's, else the reply that refutes it, else why the goal is not met."""
    text, _ = foreseen(step, story)
    shown = None
    if text is None or step.script:
        shown = refuted(step, story)
    told = [] if shown is None else shown.told[len(story.told) :]
    reply = tuple([str(each.turn) for each in told])
    if text is not None:
        # only the author's own reply goes with the author's words
        mine = bool(told) and any(fits(pattern, story.told[-1].turn) for pattern, _ in step.script)
        return Answer((author(text),), reply if mine else ())
    said: List[Spoken] = []
    if step.goal is not None:
        why = step.goal.why_not(story)
        if why is not None and not _seen(why, told):
            said.append(Spoken(None, why))
    if len(story.mine) < step.turns and story.position.winner is None:
        said = [sentence("lesson.out-of-reach", {"n": step.turns - len(story.mine)})]
    if told:
        said += of_reply(told[-1], story.color)
    return Answer(tuple(said), reply)


def _seen(why: Saying, told: Sequence[Told]) -> bool:
    """Whether what could happen to somebody is what the reply does."""
    code, slots = why
    if code not in ("lesson.not.survives-attack", "lesson.not.survives-hunger") or not told or slots is None:
        return False
    return slots["cell"] in [gone.cell for gone in told[-1].gone]


def of_reply(told: Told, learner: str) -> List[Spoken]:
    """What an enemy's turn does to the learner: who is taken, from where and how; and whether that wins."""
    slots: Slots = {"color": told.color, "told": told.turn}
    by: Dict[str, List[str]] = {"captured": [], "exchanged": [], "died": [], "starved": []}
    for gone in told.gone:
        if gone.piece.color == learner:
            by[gone.how].append(gone.cell)
    out: List[Spoken] = []
    if by["captured"]:
        out.append(sentence("lesson.reply.captured", _with(slots, by["captured"])))
    elif by["exchanged"]:
        out.append(sentence("lesson.reply.exchanged", _with(slots, [str(told.turn.target)])))
    starved = by["starved"]
    if starved:
        code = "starved"
        if not out and _forked(told, starved):
            code = "forked"
        elif out:
            code = "starved-too"
        out.append(sentence("lesson.reply." + code, _with(slots, starved)))
    if not out:
        out.append(sentence("lesson.reply.played", slots))
    winner = told.after.winner
    if winner is not None and winner != learner:
        out.append(sentence("lesson.reply.won", {"color": winner}))
    return out


def of_shown(story: Story, turn: str, rest: Sequence[str], first: bool) -> Tuple[Spoken, ...]:
    """What is said to a turn of an answer that is given away, which the story comes to now, and to the rest of it."""
    color = story.position.turn
    if color != story.color:
        out = [sentence("lesson.reply.played", {"color": color, "told": Turn.from_text(turn)})]
    else:
        out = [
            sentence("lesson.shown.line" if first else "lesson.shown.then", {"told": Turn.from_text(turn)})
        ]
    if rest:
        out.append(sentence("lesson.shown.rest", {"line": ", ".join(rest)}))
    return tuple(out)


def _with(slots: Slots, cells: List[str]) -> Slots:
    out = dict(slots)
    out["cells"] = cells
    return out


def _forked(told: Told, cells: List[str]) -> bool:
    for tactic in done(told.before, told.turn, (FORK, DOUBLE_FORK)):
        if any(cell in cells for cell in tactic.victims):
            return True
    return False


# -- a wrong click or number ------------------------------------------------------------------------------------------


def of_clicks(step: Step, right: Sequence[str], chosen: Sequence[str]) -> Optional[Spoken]:
    """What is said to discs that were chosen: the author's words for these or for one, or a count; None if right."""
    saying = wrong_discs(right, chosen)
    if saying is None:
        return None
    asked = [",".join(sorted(chosen, key=cell_key))] + [cell for cell in chosen if cell not in right]
    return _of_answer(step, asked, saying)


def of_number(step: Step, right: int, number: int) -> Optional[Spoken]:
    """What is said to a number; None where it is right."""
    saying = wrong_number(right, number)
    return None if saying is None else _of_answer(step, [str(number)], saying)


def _of_answer(step: Step, texts: List[str], saying: Saying) -> Spoken:
    for text in texts + ["*"]:
        for pattern, said in step.wrong:
            if pattern == text:
                return author(said)
    return Spoken(None, saying)
