"""What all pages of a site have in common: the header, the shared parts, the settings of their scripts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import quote

from ... import locales
from ..shared_page import SiteFrame, shared_parts

# the pages in the header with their file names, and the one that is the site's first
SECTIONS = {"learn": "index", "play": "play", "puzzles": "puzzles", "analyse": "analyse"}
# words that a page's scripts show, besides those of the header
_WORDS = ("next", "all", "elsewhere")
_MARK = (
    '<svg viewBox="-8 -8 16 16" width="26" height="26" aria-hidden="true"><circle r="7" fill="#e9dcc3"/>'
    '<circle r="3.6" fill="#2e261d"/><path d="M0-4v-2.6M3.5-2l2.2-1.3M3.5 2l2.2 1.3M0 4v2.6" stroke="#2e261d" '
    'stroke-width="1.8" stroke-linecap="round"/></svg>'
)


def file_name(name: str, language: str, first: str) -> str:
    """The name of a page's file in a language; `first` is the language whose files have no tag in their names.

    >>> file_name("index", "de", first="en"), file_name("lessons/fork", "en", first="en")
    ('index.de.html', 'lessons/fork.html')
    """
    return f"{name}.html" if language == first else f"{name}.{language}.html"


def root_of(path: str) -> str:
    """The address of the site's folder from a page.

    >>> root_of("index.html"), root_of("lessons/fork.html")
    ('./', '../')
    """
    return "../" * path.count("/") or "./"


def hashed(name: str, content: bytes) -> str:
    """A file name that changes with the content, so that browsers may keep the file for good."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{hashlib.sha256(content).hexdigest()[:10]}.{ending}"


class SiteFrames:
    """Makes the frames of a site's pages."""

    def __init__(self, title: str, first: str) -> None:
        self.title = title
        self.first = first
        """The language whose files have no tag in their names."""
        self.lessons: list[str] = []
        """The keys under which browsers store the lessons, in the order of the course."""
        contents = shared_parts("site")
        names = {name: hashed(f"parts/{name}.bin", content) for name, content in contents.items()}
        self.files = {names[name]: content for name, content in contents.items()}
        """The shared parts by path."""
        self._parts = names

    def links(self, name: str, root: str, languages: list[str] | None = None) -> dict[str, str]:
        """The addresses of a page by language."""
        tags = languages or list(locales.languages())
        first = self.first if self.first in tags else tags[0]
        return {tag: root + quote(file_name(name, tag, first)) for tag in tags}

    def link(self, words: str, links: Mapping[str, str], language: str, attributes: str = "") -> str:
        """A link whose address and text follow the language of the page."""
        text = escape(locales.page_words(language)["page." + words])
        addresses = escape(json.dumps(links), quote=True)
        return (
            f'<a{attributes} href="{self.in_language(links, language)}" data-pages="{addresses}" '
            f'data-word="{words}">{text}</a>'
        )

    def in_language(self, links: Mapping[str, str], language: str) -> str:
        """The address of a page in a language, or in the first that it has."""
        return links.get(language) or links.get(self.first) or next(iter(links.values()))

    def header(self, current: str, name: str, language: str) -> str:
        """The header of the site on a page; `current` is the one of `SECTIONS` that it belongs to."""
        root = root_of(name)
        links = [
            self.link(
                f"site.{section}",
                self.links(name, root),
                language,
                ' aria-current="page"' if section == current else "",
            )
            for section, name in SECTIONS.items()
        ]
        labels = {tag: locales.page_words(tag)["page.site.nav"] for tag in locales.languages()}
        label, others = (escape(text, quote=True) for text in (labels[language], json.dumps(labels)))
        own = f' data-page="{current}"' if current != "learn" and name == current else ""
        return f'<nav class="site-bar" aria-label="{label}" data-labels="{others}"{own}>{_MARK}{"".join(links)}</nav>\n'

    def head(self, root: str) -> str:
        """The elements in the head of a page: the manifest and the icons."""
        return (
            f'<link rel="manifest" href="{root}manifest.webmanifest">\n'
            f'<link rel="apple-touch-icon" href="{root}icon-192.png">\n'
            '<meta name="theme-color" content="#f7f1e5" media="(prefers-color-scheme: light)">\n'
            '<meta name="theme-color" content="#1b1713" media="(prefers-color-scheme: dark)">\n'
        )

    def settings(self, name: str, root: str, language: str, languages: list[str] | None) -> dict[str, Any]:
        """The settings for the scripts of a page."""
        tags = languages or list(locales.languages())
        first = self.first if self.first in tags else tags[0]
        alternates = {} if languages == [] else self.links(name, root, tags)
        return {
            "root": root,
            "alternates": alternates,
            "named": language != first,
            "lessons": self.lessons,
        }

    def frame(
        self,
        section: str,
        name: str,
        language: str,
        *,
        languages: list[str] | None = None,
        words: Mapping[str, Mapping[str, str]] | None = None,
        below: str = "",
        above: str = "",
        board: str = "",
        **settings: Any,
    ) -> SiteFrame:
        """The frame of a page in a language.

        `languages` are those the page exists in, by default all; `words` are words of the page's own, by language.
        """
        root = root_of(name)
        return SiteFrame(
            {part: root + path for part, path in self._parts.items()},
            {**self.settings(name, root, language, languages), **settings},
            {tag: {**self._words(tag), **(words or {}).get(tag, {})} for tag in locales.languages()},
            self.head(root),
            self.header(section, name, language),
            above,
            below,
            board,
        )

    def _words(self, language: str) -> dict[str, str]:
        words = locales.page_words(language)
        return {f"site.{name}": words[f"page.site.{name}"] for name in (*SECTIONS, *_WORDS)}
