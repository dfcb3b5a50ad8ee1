"""A cache of compiled code on disk: files in the user's cache folder that start with their SHA-256.

Damaged files and files of something else count as missing. Everything also works without a folder, or with one that
cannot be read or written.
"""

from __future__ import annotations

import hashlib

from ...storage.atomic import write
from ...storage.user_cache import cache_folder

DIGEST_BYTES = 32


def load(name: str, key: bytes) -> bytes | None:
    """Return what was saved in the file of a name for a key. None if there is no undamaged file."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        content = (folder / name).read_bytes()
    except OSError:
        return None
    data = content[DIGEST_BYTES:]
    return data if content[:DIGEST_BYTES] == _digest(key, data) else None


def save(name: str, key: bytes, data: bytes) -> None:
    """Write the file of a name if possible. Writes are atomic, so several processes can write at once."""
    folder = cache_folder()
    if folder is None:
        return
    path = folder / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, _digest(key, data) + data)
    except Exception:  # noqa: BLE001  the code runs without its file too
        return


def _digest(key: bytes, data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(key).digest() + data).digest()
