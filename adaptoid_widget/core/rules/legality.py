"""Why a turn is illegal: a code, the disc it is about, and what the sentence names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional, Union

from ..i18n.catalog import ENGLISH, Wording, wording_of
from ..i18n.slots import Slots
from .bitboard import BARE_EXCHANGE, BODIES, LEGS, MAX_LIMBS, PINCERS, digit_sum, prey, touched
from .errors import GameError, IllegalTurn, TextError, quote
from .notation import parse_turn, turn_text

if TYPE_CHECKING:
    from .board_state import Standing
    from .turn import Turn

CODES = (
    "not-a-turn",
    "game-over",
    "unknown-disc",
    "empty",
    "not-yours",
    "moved-already",
    "no-legs",
    "same-disc",
    "own-disc",
    "attack-sign",
    "move-sign",
    "no-pincer",
    "too-strong",
    "armed",
    "too-far",
    "blocked",
    "detour",
    "no-way",
    "growth-due",
    "must-grow",
    "ended",
    "occupied",
    "not-touching",
    "no-body",
    "no-leg",
    "no-pincer-left",
    "six-limbs",
)

_Reason = NamedTuple(
    "_Reason",
    [("code", str), ("cell", Optional[str]), ("slots", Slots)],
)


class Reason(_Reason):
    """Why something is refused: `code` is one of `CODES`, `cell` the disc in the way or None, `text` the sentence."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<Reason %s: %s>" % (self.code, self.text)

    def __hash__(self) -> int:
        return hash((self.code, self.text))

    @property
    def text(self) -> str:
        """The reason as an English sentence."""
        return self.say(ENGLISH)

    def say(self, language: Union[str, Wording]) -> str:
        """The reason in a language, such as "de". Raises LanguageError."""
        return wording_of(language).say("why." + self.code, self.slots)

    def __str__(self) -> str:
        return self.text


def reason(code: str, cell: Optional[str] = None, slots: Optional[Slots] = None) -> Reason:
    """A reason whose sentence may name `cell` besides its other slots."""
    named: Slots = {} if slots is None else slots
    if cell is not None and "cell" not in named:
        named["cell"] = cell
    return Reason(code, cell, named)


def illegal(found: Reason) -> IllegalTurn:
    """The error that a turn is refused for a reason."""
    return IllegalTurn(found.text, found.code, found.cell, found.slots)


def why_not_said(turn: Turn) -> Optional[Reason]:
    """Why the parts of a turn that somebody put together are none that a text can say; None where they are."""
    text = turn_text((turn.origin, turn.target, turn.attack, turn.growth, turn.at))
    try:
        said = parse_turn(text)
    except TextError as error:
        return reason("not-a-turn", None, {"detail": str(error)})
    if said != (turn.origin, turn.target, turn.attack, turn.growth, turn.at):
        return reason("not-a-turn", None, {"detail": "its parts do not make the text " + quote(text)})
    return None


def why_not_move(position: Standing, origin: str, target: str, attack: bool) -> Optional[Reason]:
    """Why the move step of a turn is illegal (R6, R7)."""
    if position.winner is not None:
        return reason("game-over")
    if position.step == "grow":
        return reason("moved-already", origin, {"color": position.turn})
    for cell in (origin, target):
        if cell not in position.layout:
            return reason("unknown-disc", cell)
    found = _why_not_yours(position, origin)
    if found is not None:
        return found
    if origin == target:
        return reason("same-disc", origin)
    there = position.piece(target)
    if there is not None and there.color == position.turn:
        return reason("own-disc", target)
    if there is not None and not attack:
        return reason("attack-sign", target, {"expected": origin + "x" + target})
    if there is None and attack:
        return reason("move-sign", target, {"expected": origin + "-" + target})
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = position.state
    layout = position.layout
    disc = layout.disc(origin)
    goal = layout.disc(target)
    legs = digit_sum(l0, l1, l2, disc)
    if legs == 0:
        return reason("no-legs", origin)
    if attack:
        mine = digit_sum(p0, p1, p2, disc)
        theirs = digit_sum(p0, p1, p2, goal)
        if not prey(mine, foe | far, p0, p1, p2, position.flags) & goal:
            if mine:
                return reason("too-strong", target, {"origin": origin, "mine": mine, "theirs": theirs})
            if position.flags & BARE_EXCHANGE:
                return reason("armed", target, {"origin": origin, "theirs": theirs})
            return reason("no-pincer", target, {"origin": origin})
    free = layout.board & ~(own | foe | far)
    if touched(disc, legs, free, layout.links) & goal:
        return None
    return _why_not_there(position, disc, goal, legs, free)


def _why_not_there(position: Standing, disc: int, goal: int, legs: int, free: int) -> Reason:
    """R6: a disc is out of reach because it is too far, or because others stand in the way."""
    layout = position.layout
    origin = layout.cell(disc)
    target = layout.cell(goal)
    straight = layout.steps(disc, layout.board)
    if goal not in straight:
        return reason("no-way", target, {"origin": origin})
    if straight[goal] > legs:
        return reason("too-far", target, {"origin": origin, "steps": straight[goal], "legs": legs})
    back = layout.steps(goal, layout.board)
    in_the_way = 0
    for step in straight:
        if not step & (free | disc | goal) and straight[step] + back[step] <= legs:
            in_the_way |= step
    blockers = layout.cells_of(in_the_way)
    slots: Slots = {"origin": origin, "cell": target, "blockers": list(blockers), "legs": legs}
    around = layout.steps(disc, free)
    if goal not in around:
        return reason("blocked", blockers[0], slots)
    slots["steps"] = around[goal]
    return reason("detour", blockers[0], slots)


def why_not_growth(position: Standing, growth: str, at: str) -> Optional[Reason]:
    """Why a growth is illegal (R8, R3), whatever was moved before."""
    if position.winner is not None:
        return reason("game-over")
    if growth not in ("new", "leg", "pincer"):
        raise GameError("a growth is 'new', 'leg' or 'pincer', not %r" % (growth,))
    if at not in position.layout:
        return reason("unknown-disc", at)
    supply = position.supply(position.turn)
    if growth == "new":
        if position.piece(at) is not None:
            return reason("occupied", at)
        if supply.bodies == 0:
            return reason("no-body", at, {"most": BODIES, "color": position.turn})
        if not position.state[0] & position.layout.touching(at):
            return reason("not-touching", at)
        return None
    found = _why_not_yours(position, at)
    if found is not None:
        return found
    piece = position.piece(at)
    if piece is not None and piece.size == MAX_LIMBS:
        return reason("six-limbs", at)
    if growth == "leg" and supply.legs == 0:
        return reason("no-leg", at, {"most": LEGS, "color": position.turn})
    if growth == "pincer" and supply.pincers == 0:
        return reason("no-pincer-left", at, {"most": PINCERS, "color": position.turn})
    return None


def _why_not_yours(position: Standing, cell: str) -> Optional[Reason]:
    piece = position.piece(cell)
    if piece is None:
        return reason("empty", cell)
    if piece.color != position.turn:
        return reason("not-yours", cell, {"color": piece.color, "turn": position.turn})
    return None
