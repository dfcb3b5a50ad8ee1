"""Turns that people type, in any usual spelling: how they are read and played, and what they may become."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, NamedTuple, Optional, Tuple

from ..rules.position import Position
from ..rules.scanner import DIGITS, capitals, plain_signs
from ..rules.turn import Turn
from ..wire.intent_fields import refused, short

if TYPE_CHECKING:
    from ..game.game import Game

# longer than any turn with the number and the starved discs that it has in a record
MAX_TYPED = 1000
# the most turns that a text may become in one reply
MAX_COMPLETIONS = 40
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LIMBS = {"L": "leg", "P": "pincer"}
# a move typed as an arrow, and an attack as in chess
_OTHER_SIGNS = (("\u2192", "-"), (">", "-"), ("--", "-"), (":", "X"))
# what follows a turn in a record or a sentence
_AT_END = "#.,;!?"

TypedTurn = NamedTuple(
    "TypedTurn",
    [
        ("origin", Optional[str]),
        ("target", Optional[str]),
        ("sign", str),  # "-", "x", or "" where none was typed
        ("growth", Optional[str]),
        ("at", Optional[str]),
    ],
)
"""The parts of a typed turn."""


class _Reader:
    """Reads capital letters, digits and signs without blanks from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def _follows(self, signs: str, after: int = 0) -> str:
        """The next sign, or the one so many signs later, if it is one of `signs`; "" otherwise."""
        sign = self.text[self.at + after : self.at + after + 1]
        return sign if sign and sign in signs else ""

    def _take(self, signs: str) -> str:
        sign = self._follows(signs)
        self.at += len(sign)
        return sign

    def disc(self) -> str:
        """The disc that follows, such as D4; "" if there is none."""
        if not self._follows(_LETTERS) or not self._follows(DIGITS, 1):
            return ""
        start = self.at
        self.at += 1
        while self._take(DIGITS):
            pass
        return self.text[start : self.at]

    def sign(self) -> str:
        """The sign of a move or an attack; "" if there is none. An X before a digit is the letter of a row."""
        return "" if self._follows(DIGITS, 1) else self._take("-X").lower()

    @property
    def grows(self) -> bool:
        """Whether a growth follows a disc."""
        return self._follows("+") != "" or (self._follows("LP") != "" and not self._follows(DIGITS, 1))

    def growth(self, disc: str, mover: str) -> Tuple[str, str]:
        """The growth that follows, and its disc: `disc` if one was typed before it, or a new one.

        A limb without a disc grows on the adaptoid that has moved to `mover`.
        """
        plus = self._take("+")
        if (disc or mover) and self.grows:
            return _LIMBS[self._take("LP")], disc or mover
        if disc:
            raise refused("typed-limb", disc)
        if not plus:
            self.end()
        new = self.disc()
        if not new:
            raise refused("typed-disc", None, {"sign": "+"})
        return "new", new

    def end(self) -> None:
        """Raise Refused if anything follows."""
        if self.at < len(self.text):
            raise refused("typed-rest", None, {"rest": short(self.text[self.at :])})


def _signs(text: str) -> str:
    """A typed text in capitals, without blanks, its number in a record, and what may follow it."""
    signs = capitals("".join(plain_signs(text).split(" ")))
    for other, sign in _OTHER_SIGNS:
        signs = signs.replace(other, sign)
    return signs.lstrip(DIGITS + ".").partition("*")[0].rstrip(_AT_END)


def read_typed(text: str) -> TypedTurn:
    """The parts of a typed turn: in capital or small letters, with or without blanks and the sign of a move.

    Raises Refused with a sentence that says what is missing, or what is too much.

    >>> read_typed("12. d2 \u2192 d3  D3 L")
    TypedTurn(origin='D2', target='D3', sign='-', growth='leg', at='D3')
    >>> read_typed("d2xe3+f4").at, read_typed("d2e3").sign
    ('F4', '')
    """
    signs = _signs(text)
    if signs in ("-", "PASS"):
        return TypedTurn(None, None, "", None, None)
    reader = _Reader(signs)
    origin = target = None
    sign = ""
    disc = reader.disc()
    if not disc and signs[:1] != "+":
        raise refused("typed-start")
    if disc and not reader.grows:
        origin, sign = disc, reader.sign()
        target = reader.disc()
        if not target:
            raise (
                refused("typed-disc", None, {"sign": origin + sign})
                if sign
                else refused("typed-alone", origin)
            )
        disc = reader.disc()
        if not disc and reader.at == len(signs):
            return TypedTurn(origin, target, sign, None, None)
    growth, at = reader.growth(disc, target or "")
    reader.end()
    return TypedTurn(origin, target, sign, growth, at)


def typed_turn(typed: TypedTurn, position: Position) -> Turn:
    """The turn of typed parts in a position. A move without its sign is an attack if its target is not free.

    >>> position = Position("adaptoid w 0,0 W:D2LP B:D3,D6")
    >>> str(typed_turn(read_typed("d2d3 d2+p"), position)), str(typed_turn(read_typed("D2 E3"), position))
    ('D2xD3 D2+P', 'D2-E3')
    """
    origin, target, sign, growth, at = typed
    attack = sign == "x"
    if not sign and target is not None and target in position.layout:
        attack = position.piece(target) is not None
    return Turn(origin, target, attack, growth, at)


def play_typed(game: Game, text: str) -> None:
    """Play a typed turn, its move alone, or the rest of a turn. Raises Refused or IllegalTurn."""
    turn = typed_turn(read_typed(text), game.position)
    half = game.half_turn
    if (
        turn.growth is not None
        and half is not None
        and (half.origin, half.target) == (turn.origin, turn.target)
    ):
        # the whole turn was typed after its move
        turn = Turn(None, None, False, turn.growth, turn.at)
    if turn.origin is None or turn.growth is not None:
        game.play(turn)
    else:
        game.move(turn)


def completions(text: str, position: Position) -> List[str]:
    """The legal steps that a typed text may become: moves and growths, and after a whole move the growths.

    >>> completions("d", Position.start())
    ['D2+L', 'D2+P']
    >>> completions("d2d3 d", Position("adaptoid w 0,0 W:D2L B:D6"))
    ['D2-D3 D3+L', 'D2-D3 D3+P']
    """
    signs = _signs(text)
    if not signs:
        return []
    out = _beginning_with(signs, position.growths())
    for turn in position.moves():
        move = str(turn)
        begin = [
            begin for begin in (move.upper(), str(turn.origin) + str(turn.target)) if signs.startswith(begin)
        ]
        if move.upper().startswith(signs):
            out.append(move)
        middle = position.after_move(turn) if begin else None
        if middle is not None and middle.winner is None:
            rest = _beginning_with(signs[len(begin[0]) :], middle.growths())
            out += [move + " " + growth for growth in rest]
    return out[:MAX_COMPLETIONS]


def _beginning_with(signs: str, turns: Tuple[Turn, ...]) -> List[str]:
    return [str(turn) for turn in turns if str(turn).startswith(signs)]


def named_discs(text: str) -> List[str]:
    """The discs that a typed text names so far.

    >>> named_discs("d2 -d3 +")
    ['D2', 'D3']
    """
    reader = _Reader(_signs(text))
    out: List[str] = []
    while reader.at < len(reader.text):
        disc = reader.disc()
        if disc:
            out.append(disc)
        else:
            reader.at += 1
    return out
