"""Finds the text of a position among what people paste with it: quotes, code, other words, blanks of all kinds.

Mail programs break links at the end of a line, and some replace them by links of their own that contain them.
"""

from __future__ import annotations

from typing import List, Tuple

from ..host.similar_words import small_letters
from .errors import LayoutError, TextError
from .notation import parse_position
from .scanner import DIGITS, capitals, plain_signs, without_end
from .variants import VARIANT_NAMES, variant_at

# longer texts are no message with a position in it
MAX_PASTED = 20000
# longer than a link with the largest record
MAX_LINK = 5000000
# a link within a link within a link has its signs coded twice
_MAX_CODED = 3
# before the link in a link of Proofpoint's URL Defense, version 2
_DASHED = "/v2/url?u="
# a position has fewer characters than this many lines
_MAX_LINES = 9
_SIDES = "WBR"
_TURNS = ("w", "b", "r", "w+", "b+", "r+")
_IN_WORDS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
_AFTER_SIDES = (
    "'\"`.,;:!?)]}>*_|\\\u00b4\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u203a\u2026"
    "\u3002\u3009\u300b\u300d\u300f\u3011"
)


def pasted_position(text: str, to_end: bool = False) -> str:
    """The text of the position in a longer text, in plain signs; a text with none or several as it is.

    `to_end` keeps what follows the last side, for a message about what is wrong there.

    >>> pasted_position("What now?\\n> Board('adaptoid  w 0,0\\n> W:D2, E3 B:D6').\\n")
    'adaptoid w 0,0 W:D2,E3 B:D6'
    """
    # a record and a lesson have positions, and are none
    if len(text) > MAX_PASTED:
        return text
    plain = plain_signs(text)
    small = small_letters(plain)
    if "adaptoid-record" in small or "adaptoid-lesson" in small:
        return text
    words, starts = _words_and_starts(plain)
    if not starts:
        words, starts = _words_and_starts(plain_signs(_uncoded(plain)))
    if len(starts) != 1:
        return text
    at = starts[0]
    position, following = _to_last_side(words[at + 1 :])
    return " ".join([_from_variant(words[at])] + position + (following if to_end else []))


def is_part_of_position(word: str) -> bool:
    """Whether a line with this first word may be a part of a broken position, and is no turn or header of a record.

    >>> [
    ...     is_part_of_position(word)
    ...     for word in ("B:C5LP,D5LLP", "D3LP,E3", "0,0", "w", "1", "D2-D3", "Event:")
    ... ]
    [True, True, True, True, False, False, False]
    """
    word = capitals(plain_signs(word))
    cells = word.partition(":")[2] if word[:1] in _SIDES and word[1:2] == ":" else word
    parts = [part.rstrip("LP") for part in cells.rstrip(",").split(",")]
    are_cells = not [part for part in parts if not part or not part[1:] or part[1:].strip(DIGITS)]
    are_losses = len(parts) > 1 and not [part for part in parts if not part or part.strip(DIGITS)]
    return bool(word) and (
        small_letters(word) in _TURNS or are_losses or (are_cells and word[0] not in DIGITS)
    )


def linked_position(text: str) -> str:
    """The position in the link of a shared page; any other text unchanged.

    >>> linked_position("https://example.org/game.html#adaptoid_b_0,0_W:D2,D3_B:D6")
    'adaptoid b 0,0 W:D2,D3 B:D6'
    >>> linked_position(
    ...     "<https://safe.example/?url=https%3A%2F%2Fa.org%2F%23adaptoid_b_0%2C0_W%3A\\nD2_B%3AD6&data=x>"
    ... )
    'adaptoid b 0,0 W:D2 B:D6'
    """
    fragment = linked_fragment(text, "#adapt")
    pieces = [piece for piece in fragment.split(" ") if piece][:_MAX_LINES]
    for n in range(len(pieces), 0, -1):
        coded = "".join(pieces[:n])
        for uncoded in (decoded(coded).replace("_", " "), _uncoded(coded)):
            position = pasted_position(uncoded)
            try:
                parse_position(position, False)
                return position
            except (LayoutError, TextError):
                pass
    position = decoded(fragment).replace("_", " ")
    return position if variant_at(small_letters(position)) else text


def linked_fragment(text: str, begin: str) -> str:
    """What follows # in a link, where that begins with `begin`; "" if the text has none.

    There is a blank where the text has a line end or another blank.
    """
    if len(text) > MAX_LINK:
        return ""
    # quoted-printable texts of mails end broken lines with =, and answers begin lines with >
    text = text.replace("\r\n", "\n").replace("=\n", "").replace("\n> ", "\n").replace("=3D", "=")
    plain = plain_signs(text)
    for _ in range(_MAX_CODED):
        # one mail filter codes signs with - instead of %, and / as _
        _, is_dashed, dashed = plain.partition(_DASHED)
        if is_dashed:
            plain = decoded(dashed.partition("&")[0].replace("_", "/").replace("-", "%"))
        # a line may end within `begin`
        for link in (plain, plain.replace(" ", "")):
            at = link.find(begin)
            if at >= 0:
                end = link.find(">", at)
                fragment = link[at + 1 : end if end >= 0 else len(link)]
                # a page has one parameter, and a link around it others
                return fragment.partition("&")[0]
        # a line may end within a coded sign, too
        plain = decoded(plain)
    return ""


def decoded(text: str) -> str:
    """A text with the signs of codes such as %2C in place of these; any other % as it is."""
    first, *parts = text.split("%")
    out = [first]
    for part in parts:
        code = part[:2]
        is_code = len(code) == 2 and not code.strip("0123456789abcdefABCDEF")
        out.append(chr(int(code, 16)) + part[2:] if is_code else "%" + part)
    return "".join(out)


def _words_and_starts(plain: str) -> Tuple[List[str], List[int]]:
    """The words of a text in plain signs, and where among these a position begins."""
    words = [word for word in plain.split(" ") if word not in ("", ">", "|")]
    return words, [
        i for i in range(len(words) - 1) if small_letters(words[i + 1]) in _TURNS and _from_variant(words[i])
    ]


def _uncoded(text: str) -> str:
    """A text from the source or the address of a page, with blanks in place of their codes, which are of one kind."""
    for blank in ("&nbsp;", "&#160;", "%20", "_", "+"):
        if blank in text:
            return decoded(text.replace(blank, " "))
    return decoded(text)


def _from_variant(word: str) -> str:
    """The part of a word that begins with the name of a variant, in small letters; "" if there is none."""
    word = small_letters(word)
    for name in VARIANT_NAMES:
        at = word.find(name)
        if (at == 0 or (at > 0 and capitals(word[at - 1]) not in _IN_WORDS)) and variant_at(word[at:]):
            return word[at:]
    return ""


def _to_last_side(words: List[str]) -> Tuple[List[str], List[str]]:
    """The words from whose turn it is to the last side, without blanks behind commas and colons, and the others."""
    taken, following = [small_letters(words[0])] + words[1:2], words[2:]
    while following:
        word = following[0]
        is_side = word[1:2] == ":" and capitals(word[0]) in _SIDES
        is_cell = word[1:2] != "" and word[1] in DIGITS
        is_number = len(taken) == 2 and word[0] in DIGITS
        if is_side:
            taken.append(capitals(word))
        elif taken[-1][-1] in ",:" and (is_cell or is_number):
            taken[-1] += capitals(word)
        else:
            break
        following = following[1:]
    # a tag of HTML may follow
    taken[-1] = without_end(taken[-1].partition("</")[0], _AFTER_SIDES)
    return taken, following
