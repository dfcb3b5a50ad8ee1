"""Images of a notebook as data URLs: those in its outputs and attachments, and those in its folder."""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path
from urllib.parse import quote, unquote

# how the content of each kind begins
_BEGINNINGS = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "image/webp": (b"RIFF",),
}
KINDS = (*_BEGINNINGS, "image/svg+xml")
_OF_ENDING = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
# larger ones make a page that is slow to open and cannot be mailed
MAX_BYTES = 20_000_000
_DATA = re.compile(r"data:(image/[a-z+]+)(;charset=[\w-]+)?(;base64)?,(.*)", re.DOTALL | re.IGNORECASE)


def image_url(kind: str, data: bytes) -> str | None:
    """The data URL of an image; None if it is not of its kind, or too large."""
    if kind not in KINDS or not 0 < len(data) <= MAX_BYTES:
        return None
    if kind in _BEGINNINGS:
        if not data.startswith(_BEGINNINGS[kind]):
            return None
        return f"data:{kind};base64,{base64.b64encode(data).decode()}"
    # an image that is SVG runs no script and loads nothing, whatever is in it
    if not re.search(rb"<svg[\s>]", data[:10_000]):
        return None
    return "data:image/svg+xml," + quote(data, safe=" <>/:;,=?!()*+-._'@$[]{}|^~")


def from_base64(kind: str, text: str) -> str | None:
    """The data URL of an image in base64; None as `image_url`."""
    if len(text) > 2 * MAX_BYTES:
        return None
    try:
        return image_url(kind, base64.b64decode("".join(text.split()), validate=True))
    except (binascii.Error, ValueError):
        return None


def from_url(url: str) -> str | None:
    """A data URL of an image, checked; None for any other.

    >>> from_url("data:text/html,<script>"), from_url("data:image/svg+xml,%3Csvg%3E")
    (None, 'data:image/svg+xml,<svg>')
    """
    found = _DATA.fullmatch(url.strip())
    if found is None:
        return None
    kind, _, is_base64, content = found.groups()
    if is_base64:
        return from_base64(kind.lower(), unquote(content))
    return image_url(kind.lower(), unquote(content).encode("utf-8", "replace"))


def from_folder(folder: Path, name: str) -> str | None:
    """The data URL of an image file in a folder or a folder within it; None if there is none.

    A notebook may come from anywhere, so it gets no file from outside of its folder.
    """
    name = unquote(re.split("[?#]", name, maxsplit=1)[0])
    kind = _OF_ENDING.get(Path(name).suffix.lower())
    try:
        path = (folder / name).resolve()
        if kind is None or not path.is_relative_to(folder.resolve()) or not path.is_file():
            return None
        return image_url(kind, path.read_bytes()) if path.stat().st_size <= MAX_BYTES else None
    except (OSError, ValueError):
        return None
