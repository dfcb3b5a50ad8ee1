"""Position, layout and turn texts: strict parsers and the one canonical form (RULES: Text forms).

Nothing is skipped and nothing is mended. A text that is not canonical raises TextError at its first wrong character;
only the letters of cells may be lower case.
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Tuple

from .errors import TextError
from .layout import MOST_DISCS, TOUCH_FROM, Layout, free_thousandths
from .rules import BODIES, LEGS, MOST_LIMBS, PINCERS
from .variants import SWITCHES, VARIANTS, sides

DIGITS = "0123456789"
WORD = "abcdefghijklmnopqrstuvwxyz0123456789-"
# longer than any position on 61 discs, short enough to be read in no time where indexing a text is slow (MicroPython)
MOST_CHARACTERS = 4096
# more digits than any count or table needs, few enough that reading them takes no time
MOST_DIGITS = 9

PositionParts = NamedTuple(
    "PositionParts",
    [
        ("variant", str),
        ("switches", Tuple[str, ...]),
        ("layout", Layout),
        ("turn", str),
        ("step", str),
        ("lost", Dict[str, int]),
        ("pieces", List[Tuple[str, str, int, int]]),  # cell, colour, legs, pincers
    ],
)

TurnParts = Tuple[Optional[str], Optional[str], bool, Optional[str], Optional[str]]


class Scanner:
    """A text, how far it has been read, and where in a larger text it stands."""

    def __init__(self, text: str, line: int = 1, column: int = 1) -> None:
        if len(text) > MOST_CHARACTERS:
            rest = text[MOST_CHARACTERS : MOST_CHARACTERS + 40]
            expected = "the end of the text, %d characters at most" % MOST_CHARACTERS
            raise TextError(line, column + MOST_CHARACTERS, rest, expected)
        self.text = text
        self.at = 0
        self.line = line
        self.column = column

    def error(self, at: int, expected: str, length: int = 1) -> TextError:
        """The error that `length` characters from `at` on are not what may stand there."""
        return TextError(self.line, self.column + at, self.text[at : at + length], expected)

    def peek(self) -> str:
        """The next character, or an empty string at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, sign: str, expected: str) -> None:
        """Read one sign or raise the error that it is missing."""
        if self.peek() != sign:
            raise self.error(self.at, expected)
        self.at += 1

    def word(self) -> str:
        """Read a run of lower-case letters, digits and hyphens; it may be empty."""
        start = self.at
        while self.peek() != "" and self.peek() in WORD:
            self.at += 1
        return self.text[start : self.at]

    def digits(self, what: str) -> str:
        """Read the digits of a whole number without leading zeros."""
        start = self.at
        text = self.text
        while self.at < len(text) and text[self.at] in DIGITS:
            self.at += 1
            if self.at - start > MOST_DIGITS:
                raise self.error(start, "%s of at most %d digits" % (what, MOST_DIGITS), self.at - start)
        if self.at == start:
            raise self.error(start, what)
        if text[start] == "0" and self.at - start > 1:
            raise self.error(start, what + " without leading zeros", self.at - start)
        return text[start : self.at]

    def cell(self, expected: str) -> str:
        """Read a cell such as D4; its letter may be lower case."""
        start = self.at
        letter = self.peek()
        if not ("A" <= letter <= "Z" or "a" <= letter <= "z"):
            raise self.error(start, expected)
        self.at += 1
        number = self.peek()
        if number == "" or number not in DIGITS:
            raise self.error(self.at, "the number of a disc, 1 to 99")
        while self.peek() != "" and self.peek() in DIGITS and self.at - start < 4:
            self.at += 1
        if number == "0" or self.at - start > 3:
            raise self.error(start + 1, "the number of a disc, 1 to 99", self.at - start - 1)
        return letter.upper() + self.text[start + 1 : self.at]

    def end(self) -> None:
        """Raise an error unless everything has been read."""
        if self.at < len(self.text):
            raise self.error(self.at, "the end of the text", 40)


def cell_key(cell: str) -> Tuple[str, int]:
    """Cells sort by row, then by number.

    >>> sorted(["B1", "A10", "A2"], key=cell_key)
    ['A2', 'A10', 'B1']
    """
    return cell[0], int(cell[1:])


def parse_layout(text: str) -> Layout:
    """The layout of a layout text (R15)."""
    scanner = Scanner(text)
    layout = _layout(scanner)
    scanner.end()
    return layout


def _layout(scanner: Scanner) -> Layout:
    start = scanner.at
    kind = scanner.word()
    if kind in ("hex2", "hex3", "hex4", "hex5") and scanner.peek() != ":":
        return Layout.hexagon(int(kind[3]))
    if kind == "lattice" and scanner.peek() == ":":
        scanner.at += 1
        return _lattice(scanner)
    if kind == "discs" and scanner.peek() == ":":
        scanner.at += 1
        return _discs(scanner)
    raise scanner.error(start, "a layout: hex2 to hex5, lattice:… or discs:…", max(scanner.at - start, 1))


def _lattice(scanner: Scanner) -> Layout:
    cells: List[str] = []
    while True:
        start = scanner.at
        cell = scanner.cell("a disc of the lattice, as in C4")
        if cells and cell_key(cell) <= cell_key(cells[-1]):
            raise scanner.error(start, "discs sorted by row, then number, each once", scanner.at - start)
        if len(cells) == MOST_DISCS:
            raise scanner.error(start, "at most %d discs" % MOST_DISCS, scanner.at - start)
        cells.append(cell)
        if scanner.peek() != ".":
            return Layout.lattice(cells)
        scanner.at += 1


def _discs(scanner: Scanner) -> Layout:
    centres: List[Tuple[int, int]] = []
    while True:
        start = scanner.at
        x = _thousandths(scanner)
        scanner.take(",", "a comma between a disc's two coordinates")
        y = _thousandths(scanner)
        if len(centres) == MOST_DISCS:
            raise scanner.error(start, "at most %d discs" % MOST_DISCS, scanner.at - start)
        for i in range(len(centres)):
            dx = x - centres[i][0]
            dy = y - centres[i][1]
            if dx * dx + dy * dy < TOUCH_FROM:
                raise scanner.error(
                    start,
                    "a disc that does not overlap N%d (centres 0.97 apart or more)" % (i + 1),
                    scanner.at - start,
                )
        centres.append((x, y))
        if scanner.peek() != "/":
            return free_thousandths(centres)
        scanner.at += 1


def _thousandths(scanner: Scanner) -> int:
    """A coordinate with at most three decimals: no exponent, trailing zero, plus sign or −0."""
    start = scanner.at
    negative = scanner.peek() == "-"
    if negative:
        scanner.at += 1
    value = int(scanner.digits("a coordinate")) * 1000
    if scanner.peek() == ".":
        scanner.at += 1
        decimals = scanner.at
        while scanner.peek() != "" and scanner.peek() in DIGITS and scanner.at - decimals < 4:
            scanner.at += 1
        length = scanner.at - decimals
        if length == 0:
            raise scanner.error(scanner.at, "one to three decimals")
        if length > 3:
            raise scanner.error(decimals + 3, "at most three decimals")
        if scanner.text[scanner.at - 1] == "0":
            raise scanner.error(scanner.at - 1, "no zero at the end of the decimals")
        value += int((scanner.text[decimals : scanner.at] + "00")[:3])
    if negative and value == 0:
        raise scanner.error(start, "0 without a sign", scanner.at - start)
    return -value if negative else value


def parse_position(text: str, line: int = 1, column: int = 1) -> PositionParts:
    """The parts of a position text. Raises TextError."""
    scanner = Scanner(text, line, column)
    name = scanner.word()
    if name not in VARIANTS:
        raise scanner.error(0, "a variant: adaptoid, adapt3 or adapt3-fierce", max(len(name), 1))
    variant = VARIANTS[name]
    switches = _switches(scanner)
    layout = Layout.hexagon(4)
    if scanner.peek() == "@":
        scanner.at += 1
        start = scanner.at
        layout = _layout(scanner)
        if str(layout) == "hex4":
            raise scanner.error(start, "no layout, since hex4 is left out", 4)
    scanner.take(" ", "a space, then whose turn it is")
    colors = sides(variant)
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
    pieces: List[Tuple[str, str, int, int]] = []
    seen: Dict[str, str] = {}
    for color in colors:
        scanner.take(" ", "a space, then the side %s:" % color)
        scanner.take(color, "the side %s:" % color)
        scanner.take(":", "a colon after %s" % color)
        _side(scanner, color, layout, seen, pieces)
    scanner.end()
    return PositionParts(name, switches, layout, turn.upper(), step, lost, pieces)


def _switches(scanner: Scanner) -> Tuple[str, ...]:
    switches: List[str] = []
    while scanner.peek() == "+":
        scanner.at += 1
        start = scanner.at
        switch = scanner.word()
        if switch not in SWITCHES:
            raise scanner.error(start, "a switch: bare-exchange or weaker-dies", max(len(switch), 1))
        if switches and switch <= switches[-1]:
            raise scanner.error(start, "switches in alphabetical order, each once", len(switch))
        switches.append(switch)
    return tuple(switches)


def _side(
    scanner: Scanner,
    color: str,
    layout: Layout,
    seen: Dict[str, str],
    pieces: List[Tuple[str, str, int, int]],
) -> None:
    """One side: its adaptoids sorted by row, then number, each with its limbs, legs first; `-` if none."""
    if scanner.peek() == "-":
        scanner.at += 1
        return
    last = ""
    bodies = 0
    left = {"L": LEGS, "P": PINCERS}
    while True:
        start = scanner.at
        cell = scanner.cell("an adaptoid such as C4LLP, or - for none")
        length = scanner.at - start
        if cell not in layout:
            raise scanner.error(start, "a disc of this board", length)
        if cell in seen:
            raise scanner.error(start, "a disc that no other adaptoid stands on", length)
        if last and cell_key(cell) < cell_key(last):
            raise scanner.error(start, "adaptoids sorted by row, then number", length)
        bodies += 1
        if bodies > BODIES:
            raise scanner.error(start, "at most %d adaptoids of a colour" % BODIES, length)
        seen[cell] = color
        last = cell
        limbs = {"L": 0, "P": 0}
        while scanner.peek() in ("L", "P"):
            limb = scanner.peek()
            if limb == "L" and limbs["P"]:
                raise scanner.error(scanner.at, "legs before pincers")
            if limbs["L"] + limbs["P"] == MOST_LIMBS:
                raise scanner.error(scanner.at, "at most %d limbs on an adaptoid" % MOST_LIMBS)
            if left[limb] == 0:
                kind = "%d legs" % LEGS if limb == "L" else "%d pincers" % PINCERS
                raise scanner.error(scanner.at, "at most %s of a colour" % kind)
            left[limb] -= 1
            limbs[limb] += 1
            scanner.at += 1
        pieces.append((cell, color, limbs["L"], limbs["P"]))
        if scanner.peek() == ",":
            scanner.at += 1
        elif scanner.peek() in ("", " "):
            return
        else:
            raise scanner.error(scanner.at, "limbs (L, P), a comma, or the end of the side")


def parse_turn(text: str, line: int = 1, column: int = 1) -> TurnParts:
    """The parts of a turn text: origin, target, attack, growth, disc of growth. Raises TextError."""
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
    """The canonical text of a turn's parts."""
    origin, target, attack, growth, at = parts
    move = "" if origin is None else "%s%s%s" % (origin, "x" if attack else "-", target)
    if growth is None:
        return move or "-"
    grown = "+%s" % at if growth == "new" else "%s+%s" % (at, "L" if growth == "leg" else "P")
    return move + " " + grown if move else grown
