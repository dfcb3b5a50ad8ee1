"""The Python of shared pages: the modules of `core`, compiled for MicroPython, in one archive for each kind of page.

A lesson in which a search replies is of the kind "search-lesson". All lessons of a site have these modules; its other
pages add those of the kind "site".

`tools/setup/compile_page_modules.py` writes the archives. An archive begins with a line of JSON that names what it was
made of. The rest is gzipped: a line of JSON with the path and the size of each file, then the files.
"""

from __future__ import annotations

import json
from pathlib import Path

from ..source_hashes import sources_hash

# what the archives are made of
SOURCES = ("core/**/*.py", "portable/*.py")


def archive_path(kind: str) -> Path:
    """Return the path of the archive for a kind of page."""
    return Path(__file__).with_name(f"page-{kind}.mpy.gz")


def made_of(kind: str) -> object:
    """Return the hashes of what an archive was made of; None if there is none."""
    try:
        with archive_path(kind).open("rb") as file:
            return json.loads(file.readline())
    except (OSError, ValueError):
        return None


def read(kind: str) -> bytes | None:
    """Return the gzipped modules of a kind of page, or None if they are missing or were made of other sources."""
    hashes = made_of(kind)
    if not isinstance(hashes, dict) or hashes.get("sources") != sources_hash(SOURCES):
        return None
    return archive_path(kind).read_bytes().partition(b"\n")[2]
