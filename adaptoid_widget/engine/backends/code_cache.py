"""A cache of compiled code on disk: files that start with their SHA-256.

Damaged files and files of something else count as missing. Everything also works without a writable folder.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from ...storage.atomic import write

DIGEST_BYTES = 32


def load(path: Path, key: bytes) -> bytes | None:
    """Return what was saved for a key. None if there is no undamaged file."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    data = content[DIGEST_BYTES:]
    return data if content[:DIGEST_BYTES] == _digest(key, data) else None


def save(path: Path, key: bytes, data: bytes) -> None:
    """Write a file if possible. Writes are atomic, so several processes can write at once."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, _digest(key, data) + data)
    except Exception:  # noqa: BLE001  the code runs without its file too
        return


def _digest(key: bytes, data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(key).digest() + data).digest()
