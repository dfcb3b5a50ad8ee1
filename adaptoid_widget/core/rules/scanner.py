"""Reads a text character by character, with line and column of an error (docs/reference/rules.md: Text forms).

A text that is not canonical raises TextError at its first wrong character. Only the letters of cells can be lower case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Sequence, Tuple

from ..host.host import type_name
from .errors import TextError

if TYPE_CHECKING:
    from collections.abc import Container

DIGITS = "0123456789"
WORD = "abcdefghijklmnopqrstuvwxyz0123456789-"
# more than any position on 61 discs needs, and quick to read even where indexing a text is slow (MicroPython)
MAX_CHARACTERS = 4096
# more digits than any count or table needs
MAX_DIGITS = 9


def rounded(x: float) -> int:
    """Return the nearest whole number; a half is rounded away from 0, in CPython and MicroPython."""
    return int(x + 0.5) if x >= 0 else -int(0.5 - x)


def thousandths_text(n: int) -> str:
    """Write a number of thousandths as a decimal without trailing zeros.

    >>> thousandths_text(866), thousandths_text(-1500), thousandths_text(2000)
    ('0.866', '-1.5', '2')
    """
    sign = "-" if n < 0 else ""
    whole, part = divmod(abs(n), 1000)
    decimals = ("%03d" % part).rstrip("0")
    return sign + str(whole) + ("." + decimals if decimals else "")


_ASCII = "".join(map(chr, range(32, 127)))


def is_plain(text: str) -> bool:
    """Whether a text has only characters that ASCII prints.

    >>> is_plain("Ann"), is_plain(""), is_plain("Zo\u00eb"), is_plain("a\\nb")
    (True, True, False, False)
    """
    # looking at the characters one by one takes MicroPython ten times as long
    return not text.strip(_ASCII)


def control_at(text: str, allowed: str = "") -> int:
    """Return the place of the first character that a line of text cannot contain, or −1.

    These are line breaks, lone surrogates, and control characters except those in `allowed`.

    >>> control_at("Größe"), control_at("a\\tb"), control_at("a\\tb", "\\t")
    (-1, 1, -1)
    """
    if is_plain(text):
        return -1
    try:
        raw = text.encode("utf-8")
    except ValueError:
        raw = b""
    # checking the bytes is faster, and enough for most texts
    if raw and min(raw) >= 32 and not [code for code in _DOUBTFUL if code in raw]:
        return -1
    for at, sign in enumerate(text):
        code = ord(sign)
        wrong = code < 32 or 127 <= code < 160 or code in (0x2028, 0x2029) or 0xD800 <= code < 0xE000
        if wrong and sign not in allowed:
            return at
    return -1


def invisible_at(text: str) -> int:
    """Return the place of the first invisible format character or filler, or −1.

    Examples are characters that change the direction of writing. The two joiners, which some scripts need, and visible
    format characters are allowed.

    >>> invisible_at("Ann"), invisible_at("Ann\u202e"), invisible_at("\u0646\u200c\u0627")
    (-1, 3, -1)
    """
    for at, sign in enumerate(text):
        if ord(sign) >= 0xAD and is_in(sign, INVISIBLE):
            return at
    return -1


def is_in(sign: str, ranges: Sequence[Tuple[int, int]]) -> bool:
    """Whether a character is in one of some ranges, each given by its first and its last code.

    >>> is_in("\u3000", BLANKS), is_in("D", BLANKS)
    (True, False)
    """
    code = ord(sign)
    return bool([1 for first, last in ranges if first <= code <= last])


# by the first and the last of each range
INVISIBLE = (
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200B),
    (0x200E, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
# they change how the characters beside them look, and show nothing by themselves
JOINERS = ((0x200C, 0x200D), (0xFE00, 0xFE0F))
# every blank of Unicode, by the first and the last of each range
BLANKS = (
    (9, 13),
    (32, 32),
    (0x85, 0x85),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
)


_ALL_BLANKS = "".join([chr(code) for first, last in BLANKS for code in range(first, last + 1)])


def other_blank(sign: str) -> bool:
    """Whether a character is a blank of Unicode, such as a no-break one, but no plain blank.

    >>> other_blank("\u3000"), other_blank(" "), other_blank("D")
    (True, False, False)
    """
    return sign != " " and is_in(sign, BLANKS)


def trimmed(text: str) -> str:
    """A text without blanks of any kind around it. The `strip` of MicroPython leaves those beyond ASCII.

    >>> trimmed("\xa0 Look.\u3000")
    'Look.'
    """
    text = text.strip()
    if not text or not (other_blank(text[0]) or other_blank(text[-1])):
        return text
    return without_start(without_end(text, _ALL_BLANKS), _ALL_BLANKS)


# what is in the bytes of every control character from 127 on
_DOUBTFUL = (b"\x7f", b"\xc2", b"\xe2\x80\xa8", b"\xe2\x80\xa9", b"\xed")


# what separates lines besides "\n", the pair first
OTHER_LINE_ENDS = ("\r\n", "\r", "\x85", "\u2028", "\u2029")


def has_other_line_ends(text: str) -> bool:
    """Whether a text has a line end other than "\n"."""
    return bool([end for end in OTHER_LINE_ENDS[1:] if end in text])


def has_line_ends(text: str) -> bool:
    """Whether a text has a line end of any kind, so that it is no name and no path.

    >>> [has_line_ends(text) for text in ("game.txt", "a\\nb", "a\\rb")]
    [False, True, True]
    """
    return "\n" in text or has_other_line_ends(text)


def plain_line_ends(text: str) -> str:
    """A text with "\n" in place of every other line end.

    >>> plain_line_ends("a\\r\\nb\\rc\u2028d").split("\\n")
    ['a', 'b', 'c', 'd']
    """
    for end in OTHER_LINE_ENDS:
        text = text.replace(end, "\n")
    return text


def _plain_signs() -> Dict[str, str]:
    blanks = [0xA0, 0x1680, 0x202F, 0x205F, 0x3000] + list(range(0x2000, 0x200B))
    hyphens = [0x2212, 0xFE58, 0xFE63] + list(range(0x2010, 0x2016))
    # with variation selectors, a digit becomes a picture
    without_width = [0x200C, 0x200D] + list(range(0xFE00, 0xFE10))
    plain = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    plain.update({chr(code): "" for code in list(range(32)) + list(range(127, 160)) + without_width})
    plain.update({chr(code): " " for code in blanks + [9, 10, 11, 12, 13, 0x85, 0x2028, 0x2029]})
    plain.update({chr(code): "-" for code in hyphens})
    plain["\u00d7"] = "x"
    return plain


_PLAIN = _plain_signs()


def plain_signs(text: str) -> str:
    """A text with plain blanks, hyphens, letters and digits in place of those that look alike.

    Invisible and control characters are left out. CPython and MicroPython know different blanks and digits by
    themselves, so nothing here asks them.

    >>> plain_signs("\uff11\xa0\uff24\uff12\u2013D3\u200b")
    '1 D2-D3'
    """
    return text if is_plain(text) else "".join([_plain_sign(sign) for sign in text])


def _plain_sign(sign: str) -> str:
    plain = _PLAIN.get(sign)
    if plain is None:
        return "" if invisible_at(sign) == 0 else sign
    return plain


def capitals(text: str) -> str:
    """A text with capitals in place of a to z. The `upper` of CPython changes other letters too.

    >>> capitals("d3+l \u00df\u017f")
    'D3+L \u00df\u017f'
    """
    return "".join([sign.upper() if "a" <= sign <= "z" else sign for sign in text])


def count_first(text: str, signs: Container[str]) -> int:
    """How many of these signs a text begins with.

    >>> count_first("text[de]", "abcdefghijklmnopqrstuvwxyz"), count_first("D4", "D4")
    (4, 2)
    """
    # indexing a text is slow in MicroPython
    at = 0
    for sign in text:
        if sign not in signs:
            break
        at += 1
    return at


def without_start(text: str, signs: Container[str]) -> str:
    """A text without these signs at its beginning.

    >>> without_start("\xa0\u200bD2 ", UNSEEN)
    'D2 '
    """
    return text[count_first(text, signs) :]


def without_end(text: str, signs: Container[str]) -> str:
    """A text without these signs at its end. The `rstrip` of MicroPython looks at bytes, and may leave half a sign.

    >>> without_end("D2\u2026\u00bb", "\u00bb\u2026"), without_end("D\u0666", "\u2026")
    ('D2', 'D\u0666')
    """
    if not text or text[-1] not in signs:
        return text
    # indexing a text is slow in MicroPython
    kept = list(text)
    while kept and kept[-1] in signs:
        kept.pop()
    return "".join(kept)


class _Unseen:
    """The characters that are blanks or show nothing."""

    def __contains__(self, sign: object) -> bool:
        return plain_signs(str(sign)) in ("", " ")


UNSEEN = _Unseen()


class Scanner:
    """A text, the reading position in it, and its place in a larger text."""

    def __init__(self, text: str, line: int = 1, column: int = 1) -> None:
        if not isinstance(text, str):
            raise TypeError("a text is a str, not %s" % type_name(text))
        if len(text) > MAX_CHARACTERS:
            excess = text[MAX_CHARACTERS : MAX_CHARACTERS + 40]
            expected = "the end of the text, %d characters at most" % MAX_CHARACTERS
            raise TextError(line, column + MAX_CHARACTERS, excess, expected)
        self.text = text
        self.at = 0
        self.line = line
        self.column = column

    def error(self, at: int, expected: str, length: int = 1) -> TextError:
        """Return the error that the `length` characters from `at` are not as expected."""
        return TextError(self.line, self.column + at, self.text[at : at + length], expected)

    def peek(self) -> str:
        """Return the next character, or an empty string at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, sign: str, expected: str) -> None:
        """Read a character, or raise the error that it is missing."""
        if self.peek() != sign:
            raise self.error(self.at, expected)
        self.at += 1

    def run(self, signs: str, max_length: int = MAX_CHARACTERS) -> str:
        """Read as many characters of a set as there are, at most `max_length`; perhaps none."""
        text, start = self.text, self.at
        end = min(len(text), start + max_length)
        while self.at < end and text[self.at] in signs:
            self.at += 1
        return text[start : self.at]

    def word(self) -> str:
        """Read lower-case letters, digits and hyphens, or nothing."""
        return self.run(WORD)

    def digits(self, expected: str) -> str:
        """Read a whole number without leading zeros."""
        start = self.at
        digits = self.run(DIGITS, MAX_DIGITS + 1)
        if len(digits) > MAX_DIGITS:
            raise self.error(start, "%s of at most %d digits" % (expected, MAX_DIGITS), len(digits))
        if not digits:
            raise self.error(start, expected)
        if digits[0] == "0" and len(digits) > 1:
            raise self.error(start, expected + " without leading zeros", len(digits))
        return digits

    def cell(self, expected: str) -> str:
        """Read a cell such as D4. Its letter can be lower case."""
        start = self.at
        letter = self.peek()
        if not ("A" <= letter <= "Z" or "a" <= letter <= "z"):
            raise self.error(start, expected)
        self.at += 1
        number = self.run(DIGITS, 3)
        if not number or number[0] == "0" or len(number) > 2:
            raise self.error(start + 1, "the number of a disc, 1 to 99", max(1, len(number)))
        return letter.upper() + number

    def thousandths(self, expected: str) -> int:
        """Read a number in thousandths: up to three decimals, no exponent, trailing zero, plus sign or −0."""
        start = self.at
        negative = self.peek() == "-"
        if negative:
            self.at += 1
        value = int(self.digits(expected)) * 1000
        if self.peek() == ".":
            self.at += 1
            decimals = self.run(DIGITS, 4)
            if not decimals:
                raise self.error(self.at, "one to three decimals")
            if len(decimals) > 3:
                raise self.error(self.at - 1, "at most three decimals")
            if decimals[-1] == "0":
                raise self.error(self.at - 1, "no zero at the end of the decimals")
            value += int((decimals + "00")[:3])
        if negative and value == 0:
            raise self.error(start, "0 without a sign", self.at - start)
        return -value if negative else value

    def end(self) -> None:
        """Raise TextError unless the whole text has been read."""
        if self.at < len(self.text):
            raise self.error(self.at, "the end of the text", 40)


def cell_key(cell: str) -> Tuple[str, int]:
    """Return the sort key of a cell: row, then number.

    >>> sorted(["B1", "A10", "A2"], key=cell_key)
    ['A2', 'A10', 'B1']
    """
    return cell[0], int(cell[1:])
