"""The page on which a teacher drops the results of a class: one HTML file that sends nothing and keeps nothing."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from .. import locales
from .._version import __version__
from ..core.i18n.catalog import fill
from ..core.puzzles.puzzle import NAME as PUZZLES
from ..lessons import COURSE, load
from ..storage.atomic import named, write
from .shared_page import SiteFrame, page_bytes, render, runtime_page


def class_page(language: str = "en", site: SiteFrame | None = None) -> str:
    """Return the HTML of the page, which starts in a language, as one file or as a page of a site."""
    linked = re.findall(r'data-word="([^"]+)"', site.navigation if site else "")
    words: dict[str, dict[str, str]] = {}
    titles: dict[str, dict[str, str]] = {}
    lessons = [load(name) for name in COURSE]
    for tag, name in locales.languages().items():
        page_words = locales.page_words(tag)
        words[tag] = {
            "language": name,
            "made": fill(page_words["page.made"], {"version": __version__}),
            **{key: page_words["page." + key] for key in linked},
            **{
                key.removeprefix("page."): text
                for key, text in page_words.items()
                if key.startswith("page.class.")
            },
        }
        titles[tag] = {lesson.name: lesson.titled(tag) for lesson in lessons}
        titles[tag][PUZZLES] = page_words["page.site.puzzles"]
    own = words[language]
    slots = {name: escape(own["class." + name]) for name in ("title", "lead", "drop")}
    return runtime_page(
        "class",
        {"board": "class", "language": language, "course": [*COURSE, PUZZLES]},
        {"around": words, "first": "", "titles": titles},
        title=own["class.title"],
        body=render("class.html", {**slots, "made": escape(own["made"])}),
        body_class="adaptoid-class-page",
        site=site,
    )


def save_class_page(path: str, language: str = "en") -> Path:
    """Write the page to a file and return its path. Raises ValueError for another kind of file, and OSError."""
    target = named(path, "class.html")
    write(target, page_bytes(class_page(language)))
    return target
