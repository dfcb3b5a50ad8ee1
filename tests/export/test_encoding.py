"""The encoding of bytes as text for a page."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adaptoid_widget.export.encoding import UNSAFE, encode
from adaptoid_widget.export.share import page


def unpack(text: str) -> bytes:
    """Decode and decompress a text of the page."""
    return gzip.decompress(read(text))


def read(text: str) -> bytes:
    """Decode a text of `encode`."""
    bits = "".join(
        (f"{ord(UNSAFE[(code >> 7) - 2]):07b}" if code > 255 else "") + f"{code & 127:07b}"
        for code in map(ord, text)
    )
    count = len(bits) // 8
    return int(bits[: count * 8] or "0", 2).to_bytes(count, "big")


@given(st.binary() | st.lists(st.sampled_from(b"\0\n\r<a"), max_size=40).map(bytes))
def test_encoded_bytes_can_be_decoded(data: bytes) -> None:
    """The text has no character that HTML would change, and is at most 8/7 as long as the bytes."""
    text = encode(data)
    assert read(text) == data
    assert not set(text) & set("\0\n\r<")
    assert text.encode().decode() == text
    assert len(text.encode()) <= len(data) * 8 / 7 + 2


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", b""),
        ("\u0100", b"\0"),
        ("\x01\x01\x01\x80", b"\x02\x04\x08"),
        ("\x7f\x7f\x7f\x7fx", b"\xff" * 4),
        ("\x1e\x1a\x0eFk0|", b"<html>"),
        ("\u0100" * 4, b"\0" * 7),
    ],
)
def test_the_encoding_is_the_one_that_the_page_decodes(text: str, data: bytes) -> None:
    """js/test/packed.test.ts has the same examples."""
    assert encode(data) == text


def test_compressed_bytes_can_be_decoded() -> None:
    data = bytes(range(256)) * 20
    assert unpack(encode(gzip.compress(data))) == data


def test_the_second_page_encodes_only_its_own_parts() -> None:
    """The search, MicroPython and the modules are the same in all pages of games."""
    pages = [page(start) for start in ("adaptoid w 0,0 W:D2 B:D6", "adaptoid w 0,0 W:D2 B:D5")]
    assert pages[0] != pages[1]
    before = encode.cache_info().misses
    assert page("adaptoid w 0,0 W:D2 B:D4") not in pages
    # the board and the options
    assert encode.cache_info().misses == before + 2
