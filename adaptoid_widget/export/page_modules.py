"""The Python of shared pages: the modules of `core`, compiled for MicroPython, in one archive for all pages.

A second archive has what only pages with code cells need besides, and a third one what only the script for foreign
pages and the page of a class need.

`tools/setup/compile_page_modules.py` writes the archives. Each begins with a line of JSON that names what it was made
of. The rest is gzipped: a line of JSON with the path and the size of each file, then the files.
"""

from __future__ import annotations

import json
from pathlib import Path

from ..source_hashes import sources_hash

# what the archives are made of
SOURCES = ("core/**/*.py", "portable/*.py")
ARCHIVE = Path(__file__).with_name("page-modules.mpy.gz")
CELLS = Path(__file__).with_name("page-cells.mpy.gz")
EMBEDDED = Path(__file__).with_name("page-embedded.mpy.gz")
ARCHIVES = (ARCHIVE, CELLS, EMBEDDED)


def made_of(archive: Path) -> object:
    """Return the hashes of what an archive was made of; None if there is none."""
    try:
        with archive.open("rb") as file:
            return json.loads(file.readline())
    except (OSError, ValueError):
        return None


def read(archive: Path) -> bytes | None:
    """Return the gzipped modules of an archive, or None if they are missing or were made of other sources."""
    hashes = made_of(archive)
    if not isinstance(hashes, dict) or hashes.get("sources") != sources_hash(SOURCES):
        return None
    return archive.read_bytes().partition(b"\n")[2]
