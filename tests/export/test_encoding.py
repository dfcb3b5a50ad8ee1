"""Bytes as text that a page can carry."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adaptoid_widget.export.encoding import _UNSAFE, encode


def unpack(text: str) -> bytes:
    """The bytes of a packed text."""
    return gzip.decompress(read(text))


def read(text: str) -> bytes:
    """Decode a text of `encode`."""
    bits = "".join(
        (f"{ord(_UNSAFE[(code >> 7) - 2]):07b}" if code > 255 else "") + f"{code & 127:07b}"
        for code in map(ord, text)
    )
    count = len(bits) // 8
    return int(bits[: count * 8] or "0", 2).to_bytes(count, "big")


@given(st.binary() | st.lists(st.sampled_from(b"\0\n\r<a"), max_size=40).map(bytes))
def test_what_is_spelled_is_read(data: bytes) -> None:
    """And nothing in it is lost or made another on the way through a page."""
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
def test_as_the_page_reads_it(text: str, data: bytes) -> None:
    """The same as in js/test/packed.test.ts."""
    assert encode(data) == text


def test_what_is_gzipped_is_read_as_it_was() -> None:
    data = bytes(range(256)) * 20
    assert unpack(encode(gzip.compress(data))) == data
