"""The Python of shared pages: all modules of `core`, compiled for MicroPython, in one archive.

`tools/setup/compile_page_modules.py` writes it. It begins with a line of JSON that names what it was made of. The rest
is gzipped: a line of JSON with the path of each file and the sizes of its three sections, then the first sections of
all files, the second ones and the third ones. A page imports a module when it first needs it.
"""

from __future__ import annotations

import json
from pathlib import Path

from ..source_hashes import sources_hash

# what the archive is made of
SOURCES = ("core/**/*.py", "portable/*.py")
ARCHIVE = Path(__file__).with_name("page-modules.mpy.gz")


def made_of() -> object:
    """Return the hashes of what the archive was made of; None if there is none."""
    try:
        with ARCHIVE.open("rb") as file:
            return json.loads(file.readline())
    except (OSError, ValueError):
        return None


def read() -> bytes | None:
    """Return the gzipped modules, or None if they are missing or were made of other sources."""
    hashes = made_of()
    if not isinstance(hashes, dict) or hashes.get("sources") != sources_hash(SOURCES):
        return None
    return ARCHIVE.read_bytes().partition(b"\n")[2]
