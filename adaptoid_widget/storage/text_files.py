"""Reads text files in the encodings and with the line ends that editors write: UTF-8, or UTF-16 with a byte order mark.

A saved mail is read as its texts. Every place that reads a file which people may have edited uses this module.
"""

from __future__ import annotations

import codecs
import email
import email.policy
import io
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import IO

from ..core.rules.errors import GameError
from ..core.rules.scanner import plain_line_ends
from .atomic import checked_path

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# more than the byte order mark and the first letter of any encoding
HEAD_BYTES = 4
# the head of a mail ends among so many bytes
_MAIL_HEAD_BYTES = 1 << 16
_FIRST_IN_MAIL = re.compile(rb"From |[A-Za-z][A-Za-z-]*:")
_TEXT_TYPES = ("text/plain", "application/octet-stream")
_IS_ENCODED = re.compile(
    rb"^content-(type:\s*multipart/|transfer-encoding:\s*(quoted-printable|base64))",
    re.IGNORECASE | re.MULTILINE,
)


def encoding_of(head: bytes) -> str:
    """The name of the encoding of a text file that begins with these bytes.

    >>> encoding_of(b"adap"), encoding_of(b"\\xef\\xbb\\xbfa"), encoding_of("ad".encode("utf-16"))
    ('utf-8', 'utf-8-sig', 'utf-16')
    """
    if head.startswith(_UTF_16):
        return "utf-16"
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    # a letter of ASCII in UTF-16 without a byte order mark
    if len(head) > 1 and (head[0] == 0) != (head[1] == 0):
        return "utf-16-be" if head[0] == 0 else "utf-16-le"
    return "utf-8"


def decoded(content: bytes) -> str:
    """The text of a file's content, with "\\n" as its only line end. A wrong byte of UTF-8 is a lone surrogate.

    >>> decoded(b"\\xef\\xbb\\xbfa\\r\\nb\\r\\n"), decoded("a\\r\\nb".encode("utf-16"))
    ('a\\nb\\n', 'a\\nb')
    """
    if _is_encoded_mail(content[:_MAIL_HEAD_BYTES]):
        return _texts_of_mail(content)
    encoding = encoding_of(content[:HEAD_BYTES])
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    return content.decode(encoding, errors).replace("\r\n", "\n").replace("\r", "\n")


def _is_encoded_mail(head: bytes) -> bool:
    """Whether a file begins with the head of a mail whose text is in parts or in a transfer encoding."""
    end = re.search(rb"\r?\n\r?\n", head)
    return bool(end and _FIRST_IN_MAIL.match(head) and _IS_ENCODED.search(head, 0, end.start()))


def _texts_of_mail(content: bytes) -> str:
    """The texts and the text files of a mail, with an empty line between them."""
    texts: list[str] = []
    for part in email.message_from_bytes(content, policy=email.policy.default).walk():
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes) and part.get_content_type() in _TEXT_TYPES:
            charset = part.get_content_charset("")
            with suppress(LookupError):
                payload = payload.decode(charset, "replace").encode()
            texts.append(decoded(payload))
    return "\n\n".join(texts)


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, as `decoded` returns it. Raises OSError, and GameError for a path that names no file."""
    return decoded(checked_path(path).read_bytes())


def read_lines(path: str | os.PathLike[str]) -> list[str]:
    """The lines of a file, by all line ends. Raises OSError, and GameError for bytes that are no text."""
    lines = plain_line_ends(read_text(path)).split("\n")
    for number, line in enumerate(lines, 1):
        try:
            line.encode()
        except UnicodeEncodeError:
            raise GameError(f"{path}:{number}: this is not UTF-8; save the file as UTF-8") from None
    return lines if lines[-1] else lines[:-1]


def open_text(raw: IO[bytes]) -> io.TextIOBase:
    """A binary file as a stream of the text that `decoded` returns for its content. It must be able to seek."""
    head = raw.read(_MAIL_HEAD_BYTES)
    if _is_encoded_mail(head):
        return io.StringIO(decoded(head + raw.read()))
    encoding = encoding_of(head)
    raw.seek(0)
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    return io.TextIOWrapper(raw, encoding=encoding, errors=errors, newline=None)


def head_of(path: Path, n_bytes: int) -> str:
    """The beginning of a file as text. Raises OSError."""
    with path.open("rb") as raw, open_text(raw) as text:
        return text.read(n_bytes)
