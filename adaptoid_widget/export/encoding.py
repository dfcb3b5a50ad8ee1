"""Bytes as text that a page can carry: gzipped, then seven bits to a character.

In UTF-8 a character below 128 is one byte, so a page grows by a seventh, in base 64 it would by a third. Four
characters would not come through as they are, or could look like markup; each goes together with the seven
bits that follow it into one of two bytes.
"""

from __future__ import annotations

import gzip
import re

# NUL, the ends of lines, and what begins an element
_NEVER = "\0\n\r<"
_PAIR = re.compile(rf"([{re.escape(_NEVER)}])([\0-\x7f]?)")


def pack(data: bytes) -> str:
    """The bytes gzipped, as text that stands in a `script` element as it is; the same bytes give the same text.

    >>> unpack(pack(b"grow, feed, move")) == b"grow, feed, move"
    True
    """
    return spell(gzip.compress(data, 9, mtime=0))


def unpack(text: str) -> bytes:
    """What was packed into a text."""
    return gzip.decompress(read(text))


def spell(data: bytes) -> str:
    """Bytes as text, seven bits to a character.

    >>> spell(bytes([2, 4, 8]))
    '\\x01\\x01\\x01\\x80'
    """
    if not data:
        return ""
    count = -(-len(data) * 8 // 7)
    bits = f"{int.from_bytes(data, 'big'):0{len(data) * 8}b}".ljust(count * 7, "0")
    return _PAIR.sub(_both, "".join([chr(int(bits[i : i + 7], 2)) for i in range(0, count * 7, 7)]))


def _both(found: re.Match[str]) -> str:
    first, then = found.groups()
    return chr((_NEVER.index(first) + 2) << 7 | ord(then)) if then else chr(128 + ord(first))


def read(text: str) -> bytes:
    """The bytes that were spelled.

    >>> read(spell(b"<html>"))
    b'<html>'
    """
    bits = "".join(
        (f"{ord(_NEVER[(code >> 7) - 2]):07b}" if code > 255 else "") + f"{code & 127:07b}"
        for code in map(ord, text)
    )
    count = len(bits) // 8
    return int(bits[: count * 8] or "0", 2).to_bytes(count, "big")
