"""The tutor's messages about answers, before translation: an author's text, or a code with its slots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Sequence, Tuple

from ..goals.attempt import Attempt, PlayedTurn, fits
from ..goals.goal import Goal
from ..i18n.catalog import Saying, Wording
from ..i18n.slots import Slots
from ..rules.turn import Turn
from ..tactics.remarks import advice, before_siege, laid_siege, meeting, missed, missed_reserve, reasons
from ..tactics.siege import MAX_SIEGE_TURNS
from ..tactics.weak_players import best_taking_turn
from .replies import refuted

if TYPE_CHECKING:
    from .lesson import LessonContent, LessonStep
    from .rich_text import LocalizedText
    from .step_kinds import Judged, QuestionKind

# the most turns that a lesson tries for one that would have kept all adaptoids
MAX_ADVISED = 100

Message = NamedTuple("Message", [("text", Optional["LocalizedText"]), ("saying", Optional[Saying])])
"""An author's text by language, or a sentence of the catalogue."""

Feedback = NamedTuple("Feedback", [("messages", Tuple[Message, ...]), ("reply", Tuple[str, ...])])
"""The messages after a wrong turn, and the turns that show the reason on the board."""


def author(text: LocalizedText) -> Message:
    """An author's text."""
    return Message(text, None)


def sentence(code: str, slots: Optional[Slots] = None) -> Message:
    """A sentence of the catalogue."""
    return Message(None, (code, slots))


def blocks(lesson: LessonContent, messages: Sequence[Message], wording: Wording) -> List[Any]:
    """Messages as blocks of `rich_text`; consecutive sentences form one paragraph."""
    out: List[Any] = []
    sayings: List[Saying] = []
    for message in messages:
        if message.saying is not None:
            sayings.append(message.saying)
            continue
        if sayings:
            out.append(["p", wording.say_all(sayings)])
            sayings = []
        if message.text is not None:
            out += lesson.say(message.text, wording.language)
    if sayings:
        out.append(["p", wording.say_all(sayings)])
    return out


def foreseen(step: LessonStep, attempt: Attempt) -> Tuple[Optional[LocalizedText], bool]:
    """The author's text about the learner's last turn, and whether its pattern is narrower than any turn."""
    last = attempt.last
    if last is not None:
        for pattern, text in step.wrong:
            if fits(pattern, last.turn):
                return text, pattern != "*"
    return None, False


def to_wrong_turn(step: LessonStep, attempt: Attempt, after: Optional[Attempt] = None) -> Feedback:
    """The feedback on a wrong turn: the author's text, else the reply that refutes it, else why the goal is not met.

    `after` is the attempt with the replies that are shown instead, where a search chose them.
    """
    text, _ = foreseen(step, attempt)
    with_replies = after or (refuted(step, attempt) if text is None or step.script else None)
    replies = [] if with_replies is None else with_replies.played[len(attempt.played) :]
    reply = tuple([str(played.turn) for played in replies])
    if text is not None:
        # with the author's text, only the author's reply is shown
        scripted = bool(replies) and any(fits(pattern, attempt.played[-1].turn) for pattern, _ in step.script)
        return Feedback((author(text),), reply if scripted or after is not None else ())
    messages: List[Message] = []
    turns_left = step.turns - len(attempt.own)
    if turns_left > 0 and attempt.position.winner is None:
        messages.append(sentence("lesson.out-of-reach", {"n": turns_left}))
    elif step.goal is not None:
        explanation = step.goal.why_not(attempt, unmet=True)
        if explanation is not None and not _shown_by(explanation, replies):
            messages.append(Message(None, explanation))
    if replies:
        messages += _on_reply(replies[-1], attempt.color)
    return Feedback(tuple(messages), reply)


def _shown_by(explanation: Saying, replies: Sequence[PlayedTurn]) -> bool:
    """Whether the reply does to an adaptoid what a sentence says an enemy could do."""
    code, slots = explanation
    if not code.startswith("lesson.not.survives-") or slots is None or "cell" not in slots:
        return False
    return bool(replies) and slots["cell"] in [gone.cell for gone in replies[-1].gone]


def on_game_turn(
    step: LessonStep, attempt: Attempt, after: Attempt, said_goals: List[str]
) -> Tuple[Message, ...]:
    """What a coach says about the learner's last turn in a whole game, the reply, and the position after it.

    `said_goals` has the goals whose texts were said already, and gets the next one.
    """
    replies = after.played[len(attempt.played) :]
    messages: List[Message] = []
    if step.coach:
        messages += _on_own_turn(step, attempt, said_goals)
    for reply in replies:
        messages += _on_reply(reply, attempt.color)
    position = after.position
    two_play = bool(step.coach) and len(position.colors) == 2
    if two_play:
        messages += _on_losses(attempt, replies)
    if step.coach and after.is_learners_turn:
        enemy = replies[-1].color
        siege = laid_siege(replies[-1].before, replies[-1].turn) if two_play else None
        theirs = position.with_turn(enemy)
        threat = best_taking_turn(theirs, attempt.color)
        if siege is not None:
            messages.append(Message(None, siege.saying))
            messages += _on_siege(attempt, siege.within)
        elif threat is not None:
            cells = [each.cell for each in theirs.effect(threat).gone if each.piece.color == attempt.color]
            messages.append(sentence("lesson.coach.threat", {"color": enemy, "cells": cells}))
        if best_taking_turn(position) is not None:
            messages.append(sentence("lesson.coach.chance"))
    return tuple(messages)


def _on_own_turn(step: LessonStep, attempt: Attempt, said_goals: List[str]) -> List[Message]:
    """What a coach says about the learner's last turn: something new, praise, or a missed chance."""
    played = attempt.played[-1]
    victims = [each.cell for each in played.gone if each.piece.color != attempt.color]
    out: List[Message] = []
    for goal, text in step.coach:
        if goal not in said_goals and _meets_by_turn(Goal.from_text(goal), attempt):
            said_goals.append(goal)
            out.append(author(text))
            break
    if victims and not out:
        code = "took" if len(victims) == len(played.gone) else "traded"
        out.append(sentence("lesson.coach." + code, {"cells": victims}))
    elif not victims:
        best = best_taking_turn(played.before)
        if best is not None:
            sayings = missed(played.before, played.turn, best)[2] if played.before.step == "move" else ()
            named = [Message(None, saying) for saying in sayings]
            out += named or [sentence("lesson.coach.missed", {"do": best})]
    return out


def _meets_by_turn(goal: Goal, attempt: Attempt) -> bool:
    """Whether a goal is met because of the learner's last turn, and not only because of earlier ones."""
    if not goal.met(attempt):
        return False
    if goal.at_once.met(attempt):
        return True
    before = Attempt(attempt.start, attempt.color, attempt.nobody)
    for played in attempt.played[:-1]:
        before = before.add(played.turn)
    return not goal.met(before)


def _on_losses(attempt: Attempt, replies: Sequence[PlayedTurn]) -> List[Message]:
    """What would have kept the adaptoids that the learner lost by a reply, as the coach of a game says it.

    Without a loss, the reserve in which the learner should have grown.
    """
    own = attempt.played[-1]
    gone = [each for reply in replies for each in reply.gone if each.piece.color == attempt.color]
    if own.before.step != "move":
        return []
    turns = _nearest(own)
    if not gone:
        return [Message(None, saying) for saying in missed_reserve(own.before, own.turn, turns)[2]]
    messages = [Message(None, said) for said in advice(own.before, own.turn, turns, gone)]
    return messages + (_on_siege(attempt, 0) if "starved" in [each.how for each in gone] else [])


def _on_siege(attempt: Attempt, within: int) -> List[Message]:
    """What would have met a siege, which is `within` turns after the learner's last one, or 0."""
    own = [played for played in reversed(attempt.own) if played.before.step == "move"][: MAX_SIEGE_TURNS + 1]
    siege = before_siege([played.before for played in own], within)
    if not siege[1] or siege[0] >= len(own):
        return []
    played = own[siege[0]]
    return [Message(None, saying) for saying in meeting(played.before, _nearest(played), siege)]


def _nearest(played: PlayedTurn) -> List[Turn]:
    """The turns that could have been played instead, those first that change the least, since nothing is searched."""
    legal = played.before.turns()
    turns = [turn for turn in legal if turn.move == played.turn.move]
    turns += [turn for turn in legal if turn.move != played.turn.move]
    return turns[:MAX_ADVISED]


def _on_reply(played: PlayedTurn, learner: str) -> List[Message]:
    """The messages about an enemy's turn: what the learner loses and why, and whether the enemy wins."""
    out = [sentence("lesson.reply.played", {"color": played.color, "does": played.turn})]
    if played.gone:
        out += [Message(None, reason) for reason in reasons(played.before, played.turn, learner)]
    winner = played.after.winner
    if winner is not None and winner != learner:
        out.append(sentence("lesson.reply.won", {"color": winner}))
    return out


def on_shown_turn(attempt: Attempt, turn: str, remaining: Sequence[str], first: bool) -> Tuple[Message, ...]:
    """The messages for the next turn of a shown solution, and for the remaining turns."""
    color = attempt.position.turn
    code = "lesson.shown.line" if first else "lesson.shown.then"
    slot = "do"
    if color != attempt.color:
        code, slot = "lesson.reply.played", "does"
    out = [sentence(code, {"color": color, slot: Turn.from_text(turn)})]
    if remaining:
        out.append(sentence("lesson.shown.rest", {"line": ", ".join(remaining)}))
    return tuple(out)


def to_answer(step: LessonStep, kind: QuestionKind, judged: Judged) -> Tuple[Message, ...]:
    """The messages about a judged answer: the author's, else the reasons; empty if it is right.

    The author's text about any answer comes with the reasons.
    """
    reasons = tuple([Message(None, fault) for fault in judged.faults])
    if not reasons:
        return ()
    texts = {kind.answer_of(answer, step.start): text for answer, text in reversed(step.wrong)}
    for answer in judged.parts:
        if answer in texts:
            return (author(texts[answer]),)
    return (author(texts["*"]),) + reasons if "*" in texts else reasons
