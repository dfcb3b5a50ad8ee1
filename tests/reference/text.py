"""Parses position and turn texts piece by piece, then compares each with its canonical form."""

from __future__ import annotations

import re
from fractions import Fraction

from .board import Board, cell_key, discs, hexagon, lattice
from .rules import ORDER, Man, State

SWITCHES = {"bare-exchange", "weaker-dies"}
CELL = "[A-Z][1-9][0-9]?"
MOVE = rf"{CELL}[-x]{CELL}"
GROWTH = rf"\+{CELL}|{CELL}\+[LP]"


class BadText(Exception):
    """The text is no position or turn in canonical form."""


def capitals(text: str) -> str:
    """Cell letters may be lower case: a letter before a digit, not inside a word, is one."""
    return re.sub(r"(?<![A-Za-z0-9])[a-z](?=[1-9])|(?<=[0-9]x)[a-z](?=[1-9])", lambda m: m[0].upper(), text)


def show(state: State) -> str:
    """The canonical text of a position."""
    variant = "+".join([state.variant, *sorted(state.switches)])
    layout = "" if state.board.text == "hex4" else "@" + state.board.text
    turn = state.turn.lower() + ("+" if state.due else "")
    order = ORDER["adapt3" if "R" in ORDER[state.variant] else "adaptoid"]
    lost = ",".join(str(state.lost[color]) for color in order)
    sides = []
    for color in order:
        own = sorted((cell for cell, man in state.men.items() if man.color == color), key=cell_key)
        men = [cell + "L" * state.men[cell].legs + "P" * state.men[cell].pincers for cell in own]
        sides.append(f"{color}:{','.join(men) or '-'}")
    return " ".join([variant + layout, turn, lost, *sides])


def parse(text: str) -> State:
    """A position from its text, or BadText."""
    try:
        state = _parse(capitals(text))
    except (ValueError, KeyError, IndexError) as error:
        raise BadText(str(error)) from error
    if show(state) != capitals(text):
        raise BadText("not the canonical form")
    return state


def _parse(text: str) -> State:
    head, turn, lost, *sides = text.split(" ")
    game, _, layout = head.partition("@")
    variant, *switches = game.split("+")
    order = ORDER["adapt3" if "R" in ORDER[variant] else "adaptoid"]
    if not set(switches) <= SWITCHES or turn not in {c.lower() + due for c in order for due in ("", "+")}:
        raise ValueError("switch or turn")
    board = parse_board(layout or "hex4")
    losses = lost.split(",")
    if (
        len(losses) != len(order)
        or len(sides) != len(order)
        or not all(re.fullmatch("[0-9]+", n) for n in losses)
    ):
        raise ValueError("losses or sides")
    men: dict[str, Man] = {}
    for color, side in zip(order, sides, strict=True):
        own = parse_side(color, side)
        legs, pincers = sum(m.legs for m in own.values()), sum(m.pincers for m in own.values())
        if set(own) & set(men) or not set(own) <= set(board.cells) or max(len(own), legs, pincers) > 12:
            raise ValueError("cell or supply")
        men.update(own)
    counts = dict(zip(order, map(int, losses), strict=True))
    return State(variant, frozenset(switches), board, turn[0].upper(), turn.endswith("+"), men, counts)


def parse_side(color: str, side: str) -> dict[str, Man]:
    if side == f"{color}:-":
        return {}
    if not side.startswith(f"{color}:"):
        raise ValueError("side")
    own: dict[str, Man] = {}
    for man in side[2:].split(","):
        match = re.fullmatch(rf"({CELL})(L*)(P*)", man)
        if not match or match[1] in own or len(match[2] + match[3]) > 6:
            raise ValueError("adaptoid")
        own[match[1]] = Man(color, len(match[2]), len(match[3]))
    return own


def parse_board(text: str) -> Board:
    kind, _, cells_text = text.partition(":")
    if kind == "lattice":
        cells = cells_text.split(".")
        if not all(re.fullmatch(CELL, cell) for cell in cells):
            raise ValueError("cell")
        return lattice(cells)
    if kind == "discs":
        places = []
        for place in cells_text.split("/"):
            if not re.fullmatch(r"-?[0-9]+(\.[0-9]{1,3})?,-?[0-9]+(\.[0-9]{1,3})?", place):
                raise ValueError("place")
            x, y = place.split(",")
            places.append((Fraction(x), Fraction(y)))
        return discs(places)
    if text in {"hex2", "hex3", "hex4", "hex5"}:
        return hexagon(int(text[3]))
    raise ValueError("layout")


def parse_turn(text: str) -> str:
    """The canonical text of a turn, or BadText."""
    known = rf"({MOVE})|({GROWTH})|({MOVE}) ({GROWTH})|-"
    if not re.fullmatch(known, capitals(text)):
        raise BadText("not a turn")
    return capitals(text)
