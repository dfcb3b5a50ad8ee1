"""What differs between Adaptoid and Adapt3: colours, turn order, who hunts whom, when a colour has lost, the start."""

from __future__ import annotations

from typing import Dict, NamedTuple, Optional, Tuple

from .bitboard import BARE_EXCHANGE, LOSSES_OF_THREE, LOSSES_OF_TWO, WEAKER_DIES

Variant = NamedTuple(
    "Variant",
    [
        ("name", str),
        ("colors", Tuple[str, ...]),  # in turn order (R4, R17)
        ("limit", int),  # so many lost adaptoids lose the game (R11, R20)
        ("following", Dict[str, str]),  # who plays after whom
    ],
)


def _variant(name: str, colors: Tuple[str, ...], limit: int) -> Variant:
    return Variant(name, colors, limit, dict(zip(colors, colors[1:] + colors[:1])))


VARIANTS = {
    "adaptoid": _variant("adaptoid", ("W", "B"), LOSSES_OF_TWO),
    "adapt3": _variant("adapt3", ("W", "B", "R"), LOSSES_OF_THREE),
    "adapt3-fierce": _variant("adapt3-fierce", ("W", "R", "B"), LOSSES_OF_THREE),
}

# every list of sides goes in this order, whatever the turn order (text forms)
COLORS = ("W", "B", "R")

# R17: White hunts Red, Red hunts Black, Black hunts White
HUNTER = {"R": "W", "B": "R", "W": "B"}

SWITCHES: Dict[str, int] = {"bare-exchange": BARE_EXCHANGE, "weaker-dies": WEAKER_DIES}

# R4, R18: the start discs that the rules name, all on the standard board
START_DISCS: Dict[str, Dict[str, str]] = {
    "adaptoid": {"W": "D2", "B": "D6"},
    "adapt3": {"W": "D2", "B": "B4", "R": "F6"},
    "adapt3-fierce": {"W": "D2", "B": "B4", "R": "F6"},
}


def sides(variant: Variant) -> Tuple[str, ...]:
    """The variant's colours in the order W, B, R."""
    return COLORS[: len(variant.colors)]


def order_from(variant: Variant, color: str) -> Tuple[str, ...]:
    """The colours in turn order, beginning with one of them.

    >>> order_from(VARIANTS["adapt3-fierce"], "R")
    ('R', 'B', 'W')
    """
    first = variant.colors.index(color)
    return variant.colors[first:] + variant.colors[:first]


def decide(variant: Variant, losers: Tuple[str, ...], to_move: str) -> Optional[str]:
    """Who has won, given every colour that has lost at one test (R11–R13, R20); None where the game goes on.

    >>> decide(VARIANTS["adaptoid"], ("W", "B"), "B"), decide(VARIANTS["adapt3"], ("R",), "B")
    ('B', 'W')
    """
    if not losers:
        return None
    if len(losers) == len(variant.colors):
        return to_move
    if len(variant.colors) == 2 or len(losers) == 2:
        for color in variant.colors:
            if color not in losers:
                return color
    return HUNTER[losers[0]]
