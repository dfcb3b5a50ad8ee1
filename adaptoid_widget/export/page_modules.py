"""The Python of shared pages: the modules of `core`, compiled for MicroPython.

One archive has what a game and a lesson need. A second one has what few pages need besides: those with puzzles or code
cells, the script for foreign pages, and the page of a class. A third one has the rest of what code cells need,
and a fourth one what they need to make lessons.

`tools/setup/compile_page_modules.py` writes the archives. Each begins with a line of JSON that names what it was made
of. The rest is gzipped: a line of JSON with the path of each file and the sizes of its three sections, then the first
sections of all files, the second ones and the third ones.
"""

from __future__ import annotations

import json
from pathlib import Path

from ..source_hashes import sources_hash

# what the archives are made of
SOURCES = ("core/**/*.py", "portable/*.py")
NAMES = ("modules", "extra", "cells", "steps")
ARCHIVES = {name: Path(__file__).with_name(f"page-{name}.mpy.gz") for name in NAMES}
"""The archives by name: that of all pages first, and each before those whose pages need it too."""


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
