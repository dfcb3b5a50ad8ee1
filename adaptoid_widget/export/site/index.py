"""The index page of a site, in each language: a card with picture and title for each lesson, notebook and game."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from ... import locales
from ..._version import __version__
from ...core.i18n.catalog import fill
from ..shared_page import policy, render

MAX_COLUMNS = 4


class Card(NamedTuple):
    """A lesson, a notebook or a game of the site."""

    title: str
    link: str
    """The path of its page from the index page, not escaped."""
    picture: str
    """The path of its picture, as `link`."""
    about: str = ""
    length: str = ""
    """How long it is, such as "7 steps"."""
    language: str = ""
    """The language of its title and text, if it is not that of the index page."""
    query: str = ""
    """The query of the link, escaped."""


def index_name(language: str, first: str) -> str:
    """The file name of the index page in a language; `first` is the language of `index.html`.

    >>> index_name("de", first="en"), index_name("en", first="en")
    ('index.de.html', 'index.html')
    """
    return "index.html" if language == first else f"index.{language}.html"


def index(groups: Sequence[tuple[str, Sequence[Card]]], *, title: str, language: str, first: str) -> str:
    """The HTML of the index page in a language.

    `groups` are the cards under each heading: "lessons", "notebooks" or "games". `first` is as for `index_name`.
    """
    words, style = locales.page_words(language), render("site.css", {})
    tabs = [
        f"<b>{escape(name)}</b>"
        if tag == language
        else f'<a href="{index_name(tag, first)}" hreflang="{tag}" lang="{tag}">{escape(name)}</a>'
        for tag, name in locales.languages().items()
    ]
    sections: list[str] = []
    for name, cards in groups:
        if cards:
            about = words.get(f"page.site.{name}.about", "")
            heading = f"<h2>{escape(words['page.site.' + name])}</h2>" + (
                f"\n<p>{escape(about)}</p>" if about else ""
            )
            items = "\n".join(map(_card, cards))
            sections.append(f'<section id="{name}">\n{heading}\n<ul>\n{items}\n</ul>\n</section>')
    slots = {
        "language": language,
        "policy": policy(style, "'self'"),
        "version": __version__,
        "title": escape(title),
        "style": style,
        # with few cards in a row the page is narrower
        "columns": str(min(max((len(cards) for _, cards in groups), default=0), MAX_COLUMNS)),
        "lead": escape(words["page.site.lead"]),
        "languages": " ".join(tabs),
        "sections": "\n".join(sections),
        "made": escape(fill(words["page.made"], {"version": __version__})),
    }
    return render("site.html", slots)


def _card(card: Card) -> str:
    language = f' lang="{escape(card.language)}"' if card.language else ""
    link = quote(card.link) + (f"?{card.query}" if card.query else "")
    parts = [
        f'<li><article class="one"><img src="{quote(card.picture)}" alt="" width="210" height="210" loading="lazy">',
        f'<h3{language}><a href="{escape(link)}">{escape(card.title)}</a></h3>',
        f"<p{language}>{escape(card.about)}</p>" if card.about else "",
        f'<p class="few">{escape(card.length)}</p>' if card.length else "",
        "</article></li>",
    ]
    return "\n".join(filter(None, parts))
