"""The Python of shared pages: the modules of `core`, compiled for MicroPython, in one archive for each kind of page.

A lesson in which a search replies is of the kind "search-lesson". All lessons of a site have these modules; its other
pages add those of the kind "site".

`scripts/compile_page_modules.py` writes the archives. An archive begins with a line of JSON that names what it was made
of. The rest is gzipped: a line of JSON with the path and the size of each file, then the files.
"""

from __future__ import annotations

import json
from pathlib import Path

from ..source_hashes import sources_hash

# what the archives are made of
SOURCES = ("core/**/*.py", "portable/*.py")
# prefixes of messages that no page shows, and by kind of page of those that it never shows
_UNUSED = (
    *("picture.", "saved.", "sheet.besides", "sheet.date", "sheet.lines", "sheet.loss", "sheet.name"),
    *(
        "sheet.page",
        "sheet.also",
        "sheet.solutions",
        "sheet.grow",
        "sheet.lost",
        "why.seat",
        "why.not-saved",
        "ui.maker",
        "why.maker",
    ),
)
UNUSED_MESSAGES: dict[str, tuple[str, ...]] = {
    "game": (
        *(*_UNUSED, "ui.lesson.", "lesson.ask", "lesson.met", "lesson.hint", "lesson.how", "lesson.not"),
        *("lesson.reply", "lesson.shown", "lesson.tip", "tactic."),
    ),
    "lesson": (
        *(
            *_UNUSED,
            "note.",
            "ui.analyst.",
            "ui.review",
            "why.no-turns",
            "why.no-mistakes",
            "why.learning",
            "ui.threats.",
            "edit.",
            "why.edit-",
            "ui.edit.",
            "ui.layout.",
        ),
        *(
            "ui.variant.",
            "ui.switch.",
            "ui.pen",
            "ui.brush",
            "ui.seat.",
            "ui.share",
            "news.opened",
            "open.",
            "why.computer-draw",
            "why.foreign-text",
            "why.no-game",
            "ui.player.",
            "ui.swap",
        ),
        *(
            "ui.level.",
            "ui.begin",
            "ui.rematch",
            "computer.failed",
            "computer.held",
            "computer.ready",
            "computer.stopped",
            "computer.thinking",
            "computer.unable",
            # no text is entered in a lesson
            "expected.",
            "status.edit",
            "why.thinking",
            "why.ready",
        ),
        *("news.promoted", "news.removed", "news.reviewed", "news.new-game", "news.set-up", "news.resigned"),
        *("turn.resigned", "turn.agreed", "end.resigned", "end.agreed", "why.editing"),
        *("why.start-", "why.choose-now", "ui.hint.move", "ui.hint.limb"),
        # a click has the right sign, and a page is never for viewing only
        *("why.attack-sign", "why.move-sign", "why.shown-only"),
        *("ui.hint.new", "ui.hint.turn", "ui.hint.tip", "ui.promote", "ui.remove", "ui.new", "ui.again"),
        *("ui.draw", "ui.resign", "ui.analyse", "ui.annotate", "ui.edit", "ui.threats", "ui.keys.editor"),
        *("ui.lesson.left.rated", "ui.keys.list"),
    ),
    # what the lessons of a site never say is in the second archive
    "site": _UNUSED,
}
UNUSED_MESSAGES["search-lesson"] = UNUSED_MESSAGES["lesson"]


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
