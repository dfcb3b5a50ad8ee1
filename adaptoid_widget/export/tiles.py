"""Tiles with a picture and a title, on the first page of a site."""

from __future__ import annotations

from html import escape
from typing import NamedTuple
from urllib.parse import quote

from ..core.rules.position import Position
from ..picture import Picture


class Tile(NamedTuple):
    """What a tile shows: a notebook or a game."""

    title: str
    link: str
    """The path of its page, not escaped."""
    picture: str
    """The path of its picture, not escaped."""


def thumbnail(position: Position) -> Picture:
    """The picture of a position for a tile."""
    return Picture(position, theme="auto", size=320, coordinates=False, starving=False)


def tile_html(tile: Tile) -> str:
    """The item of a list with the class `tiles`, as HTML."""
    parts = [
        '<li><article class="one">',
        f'<img src="{escape(quote(tile.picture))}" alt="" width="210" height="210" loading="lazy">',
        f'<h3><a href="{escape(quote(tile.link))}">{escape(tile.title)}</a></h3>',
        "</article></li>",
    ]
    return "\n".join(parts)
