"""The index page of a site, in each language: the path of the lessons, and a tile for each notebook and game."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ... import locales
from ..._version import __version__
from ...core.i18n.catalog import fill
from ..lesson_path import WORDS, PathLesson, path_html
from ..shared_page import (
    as_json,
    built_script,
    built_style,
    learner_words,
    policy,
    render,
    render_page,
    source_hash,
)
from ..tiles import Tile, tile_html
from .frame import SiteFrames

MAX_COLUMNS = 4
# the words that the script of the page shows
_WORDS = (*WORDS, "page.site.repeat", "page.site.unkept")


def index(
    chapters: Sequence[tuple[str, Sequence[PathLesson]]],
    groups: Sequence[tuple[str, Sequence[Tile]]],
    frames: SiteFrames,
    *,
    language: str,
) -> str:
    """The HTML of the index page in a language.

    `chapters` have the lessons, and `groups` the tiles under each heading: "notebooks" or "games".
    """
    words, page = locales.page_words(language), frames.page("index")
    frame = frames.frame("learn", page, language)
    style = (
        render("site.css", {})
        + render("tiles.css", {})
        + built_style("page-frame.css")
        + built_style("path.css")
    )
    script = built_script("page-index.js")
    tabs = [
        f'<b lang="{tag}">{escape(name)}</b>'
        if tag == language
        else f'<a href="{page.file(tag)}" hreflang="{tag}" lang="{tag}">{escape(name)}</a>'
        for tag, name in locales.languages().items()
    ]
    sections = [f'<section id="lessons">\n{path_html(chapters, words)}\n</section>'] if chapters else []
    for name, tiles in groups:
        if tiles:
            about = words.get(f"page.site.{name}.about", "")
            heading = f"<h2>{escape(words['page.site.' + name])}</h2>" + (
                f"\n<p>{escape(about)}</p>" if about else ""
            )
            items = "\n".join(map(tile_html, tiles))
            sections.append(
                f'<section id="{name}">\n{heading}\n<ul class="tiles">\n{items}\n</ul>\n</section>'
            )
    settings = {
        **frame.settings,
        "words": {name.rpartition(".")[2]: words[name] for name in _WORDS},
        "around": {**learner_words(language), "unkept": words["page.unkept"]},
    }
    rules = (f"script-src {source_hash(script)}", "worker-src 'self'", "manifest-src 'self'")
    slots = {
        "language": language,
        "policy": policy(style, "'self'", *rules),
        "title": escape(frames.title),
        "style": style,
        "head": frame.head,
        "navigation": frame.navigation,
        # with few tiles in a row the page is narrower
        "columns": str(
            MAX_COLUMNS if chapters else min(max((len(tiles) for _, tiles in groups), default=0), MAX_COLUMNS)
        ),
        "lead": escape(words["page.site.lead"]),
        "languages": " ".join(tabs),
        "sections": "\n".join(sections),
        "class": escape(words["page.class.title"]),
        "made": escape(fill(words["page.made"], {"version": __version__})),
        "settings": as_json(settings),
        "script": script,
    }
    return render_page("site.html", slots)
