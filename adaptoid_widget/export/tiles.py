"""Tiles with a picture, a title and the progress: on the first page of a site, and in `aw.home()`."""

from __future__ import annotations

from html import escape
from typing import NamedTuple
from urllib.parse import quote

from ..core.rules.position import Position
from ..picture import Picture


class Tile(NamedTuple):
    """What a tile shows: a lesson, a notebook or a game."""

    title: str
    link: str
    """The path of its page, not escaped, or a fragment."""
    picture: str
    """The path of its picture, not escaped, or a data URL."""
    about: str = ""
    length: str = ""
    """How long it is, such as "7 steps", or how far it is done."""
    language: str = ""
    """The language of its title and text, if it is not that of the page."""
    storage_key: str = ""
    """The key under which a browser stores a lesson."""
    progress: tuple[int, int] | None = None
    """How many steps are done, of how many."""


def thumbnail(position: Position) -> Picture:
    """The picture of a position for a tile."""
    return Picture(position, theme="auto", size=320, coordinates=False, starving=False)


def tile_html(tile: Tile) -> str:
    """The item of a list with the class `tiles`, as HTML."""
    language = f' lang="{escape(tile.language)}"' if tile.language else ""
    stored = f' data-board="{tile.storage_key}"' if tile.storage_key else ""
    link = tile.link if tile.link.startswith("#") else quote(tile.link)
    picture = tile.picture if tile.picture.startswith("data:") else quote(tile.picture)
    n_done, n_steps = tile.progress or (0, 0)
    state = f' data-state="{"done" if n_done == n_steps else "begun"}"' if n_done else ""
    parts = [
        f'<li><article class="one"{stored}{state}>',
        f'<img src="{escape(picture)}" alt="" width="210" height="210" loading="lazy">',
        f'<h3{language}><a href="{escape(link)}">{escape(tile.title)}</a></h3>',
        f"<p{language}>{escape(tile.about)}</p>" if tile.about else "",
        f'<p class="few">{escape(tile.length)}</p>' if tile.length else "",
        f'<progress class="bar" max="{n_steps}" value="{n_done}" aria-label="{escape(tile.length)}"></progress>'
        if n_done
        else "",
        "</article></li>",
    ]
    return "\n".join(filter(None, parts))
