"""Who may send which intent: one table of the modes of a board and the groups of intents that each mode refuses.

The dispatcher asks `check` before it carries out an intent. Hooks only say which modes a board is in (`SessionHooks`).
"""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from ..i18n.slots import Slots
from ..rules.legality import reason
from ..wire.intent_fields import Json, Refused, bad, short

Mode = Tuple[str, Slots]
"""A mode that a board is in, with the slots of the sentence that refuses an intent."""

GROUPS: Dict[str, Tuple[str, ...]] = {
    # turns, and the end of a game
    "turn": ("move", "grow", "pass", "play", "complete"),
    "why": ("why",),
    "resign": ("resign",),
    "draw": ("draw",),
    "start": ("place", "choose"),
    # other games, and who plays
    "game": ("new", "begin", "rematch", "open"),
    "edit": ("edit",),
    "edit open-start": ("edit open-start",),
    "seat": ("level", "name"),
    "swap": ("swap",),
    # the tree of turns
    "comment": ("comment",),
    "tree": ("promote", "remove"),
    "line": ("line",),
    "visit": ("goto", "select"),
    "undo": ("undo",),
    "redo": ("redo",),
    # help
    "look": ("foresee", "map"),
    "describe": ("describe", "feeding"),
    "describe options": ("describe options",),
    "describe starving": ("describe starving",),
    "analyse": ("analyse",),
    "threats": ("threats",),
    "hint": ("hint",),
    "review": ("review",),
    # what belongs to one part of the board
    "mark": ("mark", "lesson", "go", "think"),
    "part": (
        "analyse view",
        "coach",
        "learn",
        "learner",
        "make-lesson",
        "merge",
        "puzzles",
        "searched",
        "sit",
        "stop",
    ),
    "make-lesson open": ("make-lesson open",),
    # reading
    "read": ("boards", "film", "page", "record"),
    "view": ("history", "language", "parts"),
    # what happens without an intent: the turns of computers, and that the findings of an analysis are shown
    "computers": (),
    "findings": (),
}
"""The intents of each group. An intent whose field decides has it behind its kind, see `name_of`."""

QUESTIONS = ("feeding", "foresee", "history", "map", "record")
"""The intents that a view sends by itself, without a user who does anything."""

_GAMES = ("game", "resign", "draw", "seat", "swap", "comment", "tree", "line")
_ADVICE = ("analyse", "threats", "hint")
_READING = ("look", "describe", "describe options", "describe starving", "read", "view")
_EVENTS = ("computers", "findings")
_NEVER_STALE = ("visit", "seat", "swap", "analyse", "review", "part", "make-lesson open", "read", "view")
_NO_TURN = ("turn", "why")


def _all_but(groups: Tuple[str, ...]) -> Tuple[str, ...]:
    return tuple([group for group in GROUPS if group not in groups])


REFUSED: Dict[str, Tuple[str, ...]] = {
    "shown-only": _all_but(_READING + _EVENTS),
    "stale": _all_but(_NEVER_STALE + _EVENTS),
    # an intent that names a turn of the game, whichever turn is shown
    "stale-visit": ("visit",),
    "editing": _all_but(("edit", "edit open-start", "view", "findings")),
    # the board gives no help to everybody
    "no-aids": _ADVICE + ("look", "describe starving", "review", "findings"),
    # it does not even show legal clicks
    "no-clicks": ("describe options",),
    # a computer plays a colour of the game under way
    "computer-draw": ("draw",),
    # a computer is about to play
    "ready": ("turn", "why", "resign", "draw", "start", "hint"),
    "thinking": ("turn", "why", "resign", "draw", "start", "hint"),
    # a lesson is on the board, and the learner may play no turn
    "lesson-on": _GAMES + _ADVICE + ("start", "edit", "edit open-start", "make-lesson open"),
    "lesson-asks": _NO_TURN,
    "lesson-answered": _NO_TURN,
    "lesson-wrong": _NO_TURN,
    "lesson-done": _NO_TURN,
    "lesson-over": _NO_TURN,
    # the lesson of a review is on the board, in place of the game
    "learning": _GAMES + _ADVICE + ("start", "edit", "edit open-start", "redo", "review") + _EVENTS,
    # a lesson is made at the board, its turn was played, or it is tried out
    "maker-open": _GAMES + ("start", "edit open-start", "visit", "computers"),
    "maker-played": ("turn",),
    "maker-preview": ("computers",),
    # others play the colours of the game; the turn, the last turn, or what the intent names
    "seats-taken": ("draw", "start", "game", "edit", "edit open-start", "swap", "tree", "visit", "undo"),
    "seat-taken": ("turn", "why", "resign", "line", "redo"),
    "seat-free": ("turn", "why", "resign", "line", "redo"),
    "undo-taken": ("undo",),
    "color-taken": ("seat",),
}
"""The groups that each mode refuses. A refusal says `why.MODE`, or what `CODES` has for the mode."""

CODES = {
    "no-clicks": "no-aids",
    "stale-visit": "stale",
    "undo-taken": "seat-taken",
    "color-taken": "seat-taken",
}

_GROUP_OF = {name: group for group in GROUPS for name in GROUPS[group]}


def name_of(intent: Json) -> str:
    """The kind of an intent, and behind it the field that decides who may send it."""
    kind: str = intent["kind"]
    if kind == "analyse" and "view" in intent:
        # a view says whether it is visible
        return "analyse view"
    name = "%s %s" % (kind, intent.get("what"))
    return name if name in _GROUP_OF else kind


def check(intent: Json, modes: List[Mode]) -> None:
    """Raises Refused if one of the modes that the board is in refuses an intent."""
    name = name_of(intent)
    if name not in _GROUP_OF:
        raise bad("there is no intent %r" % short(name))
    mode = refusing(modes, _GROUP_OF[name])
    if mode is not None:
        raise Refused(reason(CODES.get(mode[0], mode[0]), None, mode[1]))


def refusing(modes: List[Mode], group: str) -> Optional[Mode]:
    """The first of several modes that refuses a group of intents; None if none does.

    >>> refusing([("lesson-on", {}), ("lesson-wrong", {})], "turn")
    ('lesson-wrong', {})
    """
    for mode in modes:
        if group in REFUSED[mode[0]]:
            return mode
    return None
