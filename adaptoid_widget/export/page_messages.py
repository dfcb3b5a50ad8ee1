"""Chooses the messages of a shared page: all but those that its kind of page, or its lesson, never shows.

In four languages, the others would make a lesson larger by 34 kB. A page that lacks a message fails when it shows it.
"""

from __future__ import annotations

from .. import locales
from ..core.goals.conditions import CONDITIONS, ENDINGS
from ..core.teaching.lesson import LessonContent
from ..core.teaching.question import NUMBERS_AT

# "ui.new" stands for this key and for those that begin with "ui.new.", but not for "ui.newer"; "ui.level." stands for
# the keys that it begins, but not for "ui.level".
_NO_PAGE = (
    "picture. saved. sheet.also sheet.also- sheet.besides sheet.date sheet.grow sheet.lines sheet.loss sheet.lost "
    "sheet.name sheet.page sheet.solutions ui.maker why.maker- why.not-saved why.seat- why.seats- "
)
_NO_GAME = (
    "lesson.ask. lesson.coach lesson.goes-on lesson.hint. lesson.how. lesson.met. lesson.not. lesson.note "
    "lesson.out-of-reach lesson.over lesson.reply. lesson.shown. lesson.tip. lesson.weaker note.clean "
    "tactic. ui.lesson. why.lesson- "
)
# in a lesson no text is entered and nothing is edited, a click has the right sign, and nobody only watches
_NO_LESSON = (
    "computer.failed computer.held computer.ready computer.stopped computer.thinking computer.unable edit. end.agreed "
    "end.resigned expected. news.new-game news.opened news.opened- news.promoted news.removed news.reviewed "
    "news.set-up note. open. status.edit status.edit- turn.agreed turn.resigned ui.analyse ui.analyst. ui.annotate.tip "
    "ui.begin ui.brush ui.draw ui.edit ui.hint.limb ui.hint.move ui.hint.new ui.hint.tip ui.hint.turn ui.keys.editor "
    "ui.keys.list ui.layout. ui.lesson.left.rated ui.level. ui.new ui.pen ui.player. ui.promote ui.rematch ui.remove "
    "ui.resign ui.review ui.seat. ui.share ui.swap ui.switch. ui.threats ui.variant. why.attack-sign why.choose-now "
    "why.computer-draw why.edit- why.editing why.foreign-text why.learning why.move-sign why.no-game why.no-mistakes "
    "why.no-turns why.ready why.shown-only why.start- why.thinking "
)
# a file with one lesson does not begin with an empty board, name the players, print whose turn it is, rate the learner
# or name the next lesson; it hides the list of turns and the replay
_NO_SINGLE_LESSON = (
    "lesson.tip.day news.chosen news.drawn news.placed news.plays sheet.move status.choose status.choose- status.place "
    "status.place- tactic. ui.comment ui.first ui.last ui.lesson.next-lesson ui.lesson.rating ui.next ui.pause ui.play "
    "ui.prev ui.replay ui.speed ui.turn.marked ui.turn.starved ui.turns ui.variation "
)
_OF_THREE = "color.R end.hunted end.three end.two ui.hunts"
_COUNTED = (
    "lesson.ask.fewer lesson.ask.liberties lesson.ask.more lesson.hint.these lesson.shown.number lesson.tip.count "
    + " ".join("lesson.ask." + name for name in NUMBERS_AT)
)
NEVER_SHOWN = {
    "game": _NO_PAGE + _NO_GAME,
    "lesson": _NO_PAGE + _NO_LESSON,
    # what the lessons of a site never say is in the second archive
    "site": _NO_PAGE,
}
"""What the keys of messages begin with that a kind of page never shows."""


def shown_keys(kind: str, lesson: LessonContent | None = None) -> set[str]:
    """The keys of the messages that a kind of page can show, in all languages; with a lesson, those it can show.

    >>> "ui.new.tip" in shown_keys("game"), "ui.new.tip" in shown_keys("lesson")
    (True, False)
    """
    unused = (NEVER_SHOWN[kind] + ("" if lesson is None else _never_said(lesson))).split()
    begins = tuple(entry if entry[-1] in ".-" else entry + "." for entry in unused)
    absent = set() if lesson is None else set(CONDITIONS) - _conditions(lesson)
    catalogues = [locales.words(tag)[part] for tag in locales.languages() for part in ("sentences", "ui")]
    keys = {key for catalogue in catalogues for key in catalogue if not key.startswith(begins)}
    return {key for key in keys.difference(unused) if condition_of(key) not in absent}


def condition_of(key: str) -> str:
    """The condition of goals that says a sentence; "" for other messages.

    >>> [
    ...     condition_of("lesson." + end)
    ...     for end in ("not.forks-here", "met.double-forks", "not.yours", "tip.click")
    ... ]
    ['forks', 'double-forks', '', '']
    """
    subject = key.removeprefix("lesson.not.").removeprefix("lesson.met.")
    if subject == key:
        return ""
    # one name may begin another
    return max((name for name in CONDITIONS if (subject + "-").startswith(name + "-")), key=len, default="")


def _conditions(lesson: LessonContent) -> set[str]:
    """The names of the conditions whose sentences a lesson says."""
    goals = [step.goal for step in lesson.steps if step.goal is not None]
    # a question about who starves says who is fed as `starves` does
    of_questions = ["starves" for step in lesson.steps if step.ask == "starving"]
    return {condition.name for goal in goals for condition in goal.conditions}.union(of_questions)


def _never_said(lesson: LessonContent) -> str:
    """Entries for messages that a lesson never shows, besides those about conditions."""
    steps = lesson.steps
    questions = {step.question.name for step in steps if step.ask}
    conditions = [condition for step in steps if step.goal for condition in step.goal.conditions]
    is_shown: list[tuple[str, object]] = [
        (_OF_THREE, any(len(step.start.colors) == 3 for step in steps)),
        (_COUNTED, any(step.kind == "count" for step in steps)),
        ("why.lesson-in-order", lesson.order == "forced"),
        ("lesson.tip.reply-nobody", any(step.replies == "nobody" for step in steps)),
        ("lesson.not.at-once", any(condition.word in ENDINGS for condition in conditions)),
        ("lesson.coach", any(step.coach for step in steps)),
        ("lesson.ask.friends", questions & {"attacks", "attackers"}),
        ("lesson.ask.own-turn", "starving" in questions),
        ("lesson.ask.apart", questions & {"liberties", "neighbours"}),
        ("lesson.ask.color", questions & {"own", "enemies"}),
    ]
    return " ".join([_NO_SINGLE_LESSON, *(entries for entries, is_needed in is_shown if not is_needed)])
