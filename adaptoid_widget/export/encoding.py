"""Encodes gzipped bytes as text for an HTML page: seven bits per character, without escapes.

In UTF-8 a character below 128 takes one byte, so the text is a seventh longer than the bytes; in base 64 it would be
a third longer. Four characters are not safe in a page; each is joined with the next seven bits to a two-byte character.
"""

from __future__ import annotations

import re

# NUL, line ends, and the start of an element
_UNSAFE = "\0\n\r<"
_PAIR = re.compile(rf"([{re.escape(_UNSAFE)}])([\0-\x7f]?)")


def spell(data: bytes) -> str:
    """Encode bytes as text, seven bits per character.

    >>> spell(bytes([2, 4, 8]))
    '\\x01\\x01\\x01\\x80'
    """
    if not data:
        return ""
    count = -(-len(data) * 8 // 7)
    bits = f"{int.from_bytes(data, 'big'):0{len(data) * 8}b}".ljust(count * 7, "0")
    return _PAIR.sub(_join, "".join([chr(int(bits[i : i + 7], 2)) for i in range(0, count * 7, 7)]))


def _join(pair: re.Match[str]) -> str:
    unsafe, following = pair.groups()
    number = _UNSAFE.index(unsafe)
    return chr((number + 2) << 7 | ord(following)) if following else chr(128 + ord(unsafe))
