"""The differences between the variants: colours, turn order, prey, number of losses, start."""

from __future__ import annotations

from typing import Dict, NamedTuple, Tuple

from ..host.host import did_you_mean
from .bitboard import Context
from .errors import TextError
from .integer_rules import BARE_EXCHANGE, WEAKER_DIES
from .layout import Layout

Variant = NamedTuple(
    "Variant",
    [
        ("name", str),
        ("colors", Tuple[str, ...]),  # in turn order (R4, R17)
        ("limit", int),  # a colour with this many lost adaptoids has lost (R11, R20)
        ("following", Dict[str, str]),  # for each colour the next one
        ("prey", int),  # R17: a colour's prey moves this many turns later; 1 with two colours
    ],
)


def _variant(name: str, colors: Tuple[str, ...], limit: int, prey: int = 1) -> Variant:
    return Variant(name, colors, limit, dict(zip(colors, colors[1:] + colors[:1])), prey)


_IN_ORDER = (
    _variant("adaptoid", ("W", "B"), 5),
    _variant("adapt3", ("W", "B", "R"), 10, 2),
    _variant("adapt3-fierce", ("W", "R", "B"), 10),
)
# dictionaries have no order in MicroPython
VARIANT_NAMES = tuple([variant.name for variant in _IN_ORDER])
VARIANTS = {variant.name: variant for variant in _IN_ORDER}
# the order of the sides in texts, whatever the turn order
COLORS = ("W", "B", "R")

# R17: White hunts Red, Red hunts Black, Black hunts White
HUNTER = {"R": "W", "B": "R", "W": "B"}

SWITCHES: Dict[str, int] = {"bare-exchange": BARE_EXCHANGE, "weaker-dies": WEAKER_DIES}
SWITCH_NAMES = tuple(sorted(SWITCHES))


def _any_of(names: Tuple[str, ...]) -> str:
    return "%s or %s" % (", ".join(names[:-1]), names[-1])


# in an error, what was expected in place of an unknown name; in other languages `expected.variant`, `expected.switch`
ANY_VARIANT = "a variant: " + _any_of(VARIANT_NAMES)
ANY_SWITCH = "a switch: " + _any_of(SWITCH_NAMES)


def variant_named(name: str) -> Variant:
    """Return the variant with a name. Raises TextError if there is none."""
    if name not in VARIANTS:
        raise TextError(1, 1, str(name), ANY_VARIANT, did_you_mean(name, VARIANTS))
    return VARIANTS[name]


def variant_at(text: str) -> str:
    """Return the name of the variant with which a position text begins, or "".

    >>> variant_at("adapt3+weaker-dies w 0,0,0 W:D2 B:B4 R:F6"), variant_at("adaptoids")
    ('adapt3', '')
    """
    for name in VARIANT_NAMES:
        if text.startswith(name) and text[len(name) : len(name) + 1] in ("", " ", "+", "@"):
            return name
    return ""


def first_variant_for(players: int) -> str:
    """Return the name of the first variant for a number of players, or of the first of all if there is none.

    >>> first_variant_for(3)
    'adapt3'
    """
    for variant in _IN_ORDER:
        if len(variant.colors) == players:
            return variant.name
    return VARIANT_NAMES[0]


def sides(variant: Variant) -> Tuple[str, ...]:
    """Return the variant's colours in the order W, B, R."""
    return COLORS[: len(variant.colors)]


def order_from(variant: Variant, color: str) -> Tuple[str, ...]:
    """Return the colours in turn order, starting with `color`.

    >>> order_from(VARIANTS["adapt3-fierce"], "R")
    ('R', 'B', 'W')
    """
    first = variant.colors.index(color)
    return variant.colors[first:] + variant.colors[:first]


def context_of(variant: Variant, layout: Layout, switches: int) -> Context:
    """Return what the functions of `integer_rules` need to know of a game besides the state."""
    return Context(layout.board, layout.links, len(variant.colors), variant.limit, switches, variant.prey)
