"""The Python of shared pages: the modules of `core`, compiled for MicroPython, in one archive for each kind of page.

`scripts/compile_page_modules.py` writes the archives. An archive begins with a line of JSON that names what it was made
of. The rest is gzipped: a line of JSON with the path and the size of each file, then the files.
"""

from __future__ import annotations

import json
from pathlib import Path

from ..built import sources_hash

# what the archives are made of
SOURCES = ("core/**/*.py", "portable/*.py", "export/page_modules.py")
# prefixes of messages that no page shows, and by kind of page of those that it never shows
_UNUSED = ("picture.", "saved.")
UNUSED_MESSAGES = {
    "game": (
        *(*_UNUSED, "ui.lesson.", "lesson.ask", "lesson.but", "lesson.hint", "lesson.how", "lesson.not"),
        *("lesson.reply", "lesson.shown", "lesson.tip"),
    ),
    "lesson": (
        *(*_UNUSED, "note.", "ui.analyst.", "ui.threats.", "edit.", "why.edit-", "ui.edit.", "ui.layout."),
        *("ui.variant.", "ui.switch.", "ui.pen.", "ui.brush", "ui.picture.", "ui.player.", "ui.swap"),
        *("ui.level.", "ui.begin", "ui.rematch"),
    ),
}


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
