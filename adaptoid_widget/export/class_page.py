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
from .shared_page import (
    as_json,
    built_script,
    built_style,
    embedded_part,
    page_bytes,
    policy,
    python_parts,
    render_page,
    source_hash,
)


def class_page(language: str = "en", navigation: str = "") -> str:
    """Return the HTML of the page, which starts in a language; `navigation` is the header of a site."""
    linked = re.findall(r'data-word="([^"]+)"', navigation)
    words = {
        tag: {
            name.removeprefix("page."): text
            for name, text in locales.page_words(tag).items()
            if name.startswith("page.class.") or name[len("page.") :] in ("made", *linked)
        }
        for tag in locales.languages()
    }
    lessons = [load(name) for name in COURSE]
    titles = {
        tag: {
            **{lesson.name: lesson.titled(tag) for lesson in lessons},
            PUZZLES: locales.page_words(tag)["page.site.puzzles"],
        }
        for tag in locales.languages()
    }
    settings = {
        "language": language,
        "languages": [[tag, name] for tag, name in locales.languages().items()],
        "words": words,
        "titles": titles,
        "version": __version__,
    }
    frame = built_style("page-frame.css") if navigation else ""
    style = built_style("page-style.css") + frame + built_style("page-class.css")
    script = built_script("page-class.js")
    slots = {
        "language": language,
        "policy": policy(
            *(style, "data:", f"script-src {source_hash(script)} 'wasm-unsafe-eval' blob:"),
            *("worker-src blob:", "connect-src blob:"),
        ),
        "style": style,
        **{name: escape(words[language]["class." + name]) for name in ("title", "lead", "drop")},
        "navigation": navigation,
        "made": escape(fill(locales.page_words(language)["page.made"], {"version": __version__})),
        "settings": as_json(settings),
        "worker": built_script("page-class-worker.js"),
        "parts": "\n".join(embedded_part(name, content) for name, content in python_parts("class").items()),
        "script": script,
    }
    return render_page("class.html", slots)


def save_class_page(path: str, language: str = "en") -> Path:
    """Write the page to a file and return its path. Raises ValueError for another kind of file, and OSError."""
    target = named(path, "class.html")
    write(target, page_bytes(class_page(language)))
    return target
