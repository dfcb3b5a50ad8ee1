"""Position and turn texts: strict parsers and the canonical forms (docs/reference/rules.md: Text forms)."""

from __future__ import annotations

from typing import Dict, List, Mapping, NamedTuple, Sequence, Tuple

from ..i18n.slots import TurnParts
from .integer_rules import MAX_BODIES, MAX_LEGS, MAX_LIMBS, MAX_PINCERS
from .layout import Layout, read_layout
from .piece import Piece
from .scanner import Scanner, cell_key
from .variants import ANY_SWITCH, ANY_VARIANT, SWITCHES, VARIANTS, sides

PositionParts = NamedTuple(
    "PositionParts",
    [
        ("variant", str),
        ("switches", Tuple[str, ...]),  # the switches of R7 that are on, sorted
        ("layout", Layout),
        ("turn", str),
        ("step", str),  # "move" or "grow"
        ("lost", Dict[str, int]),
        ("pieces", Dict[str, Piece]),
    ],
)
"""The content of a position text."""


def parse_position(text: str, strict: bool = True) -> PositionParts:
    """Parse a position text. Raises TextError. Unless `strict`, sides, adaptoids and limbs may be in any order."""
    scanner = Scanner(text)
    name, switches, layout = read_head(scanner)
    scanner.take(" ", "a space, then whose turn it is")
    colors = sides(VARIANTS[name])
    letters = [color.lower() for color in colors]
    turn = scanner.peek()
    if turn not in letters:
        raise scanner.error(scanner.at, "whose turn it is: " + ", ".join(letters[:-1]) + " or " + letters[-1])
    scanner.at += 1
    step = "move"
    if scanner.peek() == "+":
        scanner.at += 1
        step = "grow"
    scanner.take(" ", "a space, then the adaptoids lost")
    lost: Dict[str, int] = {}
    for color in colors:
        if color != "W":
            scanner.take(",", "a comma and the adaptoids that %s has lost" % color)
        lost[color] = int(scanner.digits("a number of lost adaptoids"))
    pieces: Dict[str, Piece] = {}
    awaited = list(colors)
    while awaited:
        scanner.take(" ", "a space, then the side %s:" % awaited[0])
        color = scanner.peek()
        if color not in (awaited[:1] if strict else awaited):
            raise scanner.error(scanner.at, "the side %s:" % awaited[0])
        scanner.at += 1
        awaited.remove(color)
        scanner.take(":", "a colon after %s" % color)
        _side(scanner, color, layout, pieces, strict)
    scanner.end()
    return PositionParts(name, switches, layout, turn.upper(), step, lost, pieces)


def read_head(scanner: Scanner) -> Tuple[str, Tuple[str, ...], Layout]:
    """Read the variant, switches and layout from the scanner."""
    start = scanner.at
    name = scanner.word()
    if name not in VARIANTS:
        raise scanner.error(start, ANY_VARIANT, max(len(name), 1))
    switches = _switches(scanner)
    if scanner.peek() != "@":
        return name, switches, Layout.hexagon(4)
    scanner.at += 1
    start = scanner.at
    layout = read_layout(scanner)
    if str(layout) == "hex4":
        raise scanner.error(start, "no layout name (hex4 is never written)", 4)
    return name, switches, layout


def head_text(variant: str, switches: Sequence[str], layout: Layout) -> str:
    """Return the first word of a position text: the variant, its switches, and the layout unless it is hex4."""
    board = "" if str(layout) == "hex4" else "@" + str(layout)
    return "+".join([variant] + list(switches)) + board


def sides_text(pieces: Mapping[str, Piece], colors: Tuple[str, ...]) -> str:
    """Return the sides of a position text, in the order W, B, R."""
    out: List[str] = []
    for color in colors:
        cells = sorted([cell for cell in pieces if pieces[cell].color == color], key=cell_key)
        out.append(color + ":" + (",".join([cell + pieces[cell].limbs for cell in cells]) or "-"))
    return " ".join(out)


def _switches(scanner: Scanner) -> Tuple[str, ...]:
    switches: List[str] = []
    while scanner.peek() == "+":
        scanner.at += 1
        start = scanner.at
        switch = scanner.word()
        if switch not in SWITCHES:
            raise scanner.error(start, ANY_SWITCH, max(len(switch), 1))
        if switches and switch <= switches[-1]:
            raise scanner.error(start, "switches in alphabetical order, each once", len(switch))
        switches.append(switch)
    return tuple(switches)


def _side(
    scanner: Scanner,
    color: str,
    layout: Layout,
    pieces: Dict[str, Piece],
    strict: bool,
) -> None:
    """Read one side: its adaptoids sorted by row and number, each with its limbs, legs first; `-` if there is none."""
    if scanner.peek() == "-":
        scanner.at += 1
        return
    last = ""
    bodies = 0
    left = {"L": MAX_LEGS, "P": MAX_PINCERS}
    while True:
        start = scanner.at
        cell = scanner.cell("an adaptoid such as C4LLP, or - for none")
        length = scanner.at - start
        if cell not in layout:
            raise scanner.error(start, "a disc of this board", length)
        if cell in pieces:
            raise scanner.error(start, "a disc that no other adaptoid stands on", length)
        if strict and last and cell_key(cell) < cell_key(last):
            raise scanner.error(start, "adaptoids sorted by row, then number", length)
        bodies += 1
        if bodies > MAX_BODIES:
            raise scanner.error(start, "at most %d adaptoids of a colour" % MAX_BODIES, length)
        last = cell
        limbs = {"L": 0, "P": 0}
        while scanner.peek() in ("L", "P"):
            limb = scanner.peek()
            if strict and limb == "L" and limbs["P"]:
                raise scanner.error(scanner.at, "legs before pincers")
            if limbs["L"] + limbs["P"] == MAX_LIMBS:
                raise scanner.error(scanner.at, "at most %d limbs on an adaptoid" % MAX_LIMBS)
            if left[limb] == 0:
                kind = "%d legs" % MAX_LEGS if limb == "L" else "%d pincers" % MAX_PINCERS
                raise scanner.error(scanner.at, "at most %s of a colour" % kind)
            left[limb] -= 1
            limbs[limb] += 1
            scanner.at += 1
        pieces[cell] = Piece(color, limbs["L"], limbs["P"])
        if scanner.peek() == ",":
            scanner.at += 1
        elif scanner.peek() in ("", " "):
            return
        else:
            raise scanner.error(scanner.at, "limbs (L, P), a comma, or the end of the side")


def parse_turn(text: str, line: int = 1, column: int = 1) -> TurnParts:
    """Parse a turn text: origin, target, attack, growth, disc of the growth. Raises TextError."""
    scanner = Scanner(text, line, column)
    origin = target = growth = at = None
    attack = False
    if scanner.peek() == "-":
        scanner.at += 1
    elif scanner.peek() == "+":
        growth, at = _growth(scanner)
    else:
        first = scanner.cell("a turn: a move (E3-D2), an attack (E3xE5), a growth (+F6, F6+L, F6+P), or -")
        sign = scanner.peek()
        if sign == "+":
            scanner.at = 0
            growth, at = _growth(scanner)
        elif sign in ("-", "x"):
            attack = sign == "x"
            origin = first
            scanner.at += 1
            target = scanner.cell("the disc where the move ends")
            if scanner.peek() == " ":
                scanner.at += 1
                growth, at = _growth(scanner)
        else:
            raise scanner.error(scanner.at, "- (move), x (attack) or + (growth)")
    scanner.end()
    return origin, target, attack, growth, at


def _growth(scanner: Scanner) -> Tuple[str, str]:
    if scanner.peek() == "+":
        scanner.at += 1
        return "new", scanner.cell("the disc of the new adaptoid")
    cell = scanner.cell("a growth: +F6, F6+L or F6+P")
    scanner.take("+", "+ and the limb that grows")
    limb = scanner.peek()
    if limb not in ("L", "P"):
        raise scanner.error(scanner.at, "L (a leg) or P (a pincer)")
    scanner.at += 1
    return ("leg" if limb == "L" else "pincer"), cell


def turn_text(parts: TurnParts) -> str:
    """Return the canonical text of a turn's parts."""
    origin, target, attack, growth, at = parts
    move = "" if origin is None else "%s%s%s" % (origin, "x" if attack else "-", target)
    if growth is None:
        return move or "-"
    grown = "+%s" % at if growth == "new" else "%s+%s" % (at, "L" if growth == "leg" else "P")
    return move + " " + grown if move else grown
