"""What all pages of a site have in common: the header, the shared parts, the settings of their scripts."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import quote

from ... import locales
from ..shared_page import SiteFrame, icon, shared_parts

# the pages in the header with their file names, and the one that is the site's first
SECTIONS = {"learn": "index", "play": "play", "puzzles": "puzzles", "analyse": "analyse"}
# the other words of a site that a page carries: for its links and for messages of its scripts
_WORDS = ("next", "all", "elsewhere", "apart", "jupyterlite")


class SitePage(NamedTuple):
    """A page of a site, with a file for each of its languages.

    >>> fork = SitePage("lessons/fork", ["en", "de"])
    >>> fork.file("en"), fork.file("de"), fork.file("es"), fork.root
    ('lessons/fork.html', 'lessons/fork.de.html', 'lessons/fork.html', '../')
    """

    name: str
    """Its path without language and ending."""
    languages: Sequence[str] = ()
    """The first one's file has no tag in its name. Empty for a page that is one file for all languages."""

    @property
    def root(self) -> str:
        """The address of the site's folder from this page."""
        return "../" * self.name.count("/") or "./"

    def file(self, language: str) -> str:
        """The path of its file in a language, or else in its first."""
        tag = f".{language}" if language in self.languages[1:] else ""
        return f"{self.name}{tag}.html"

    def links(self, root: str) -> dict[str, str]:
        """The addresses by language on a page with this `root`."""
        return {language: root + quote(self.file(language)) for language in self.languages}

    def link(self, root: str, language: str, content: str, attributes: str) -> str:
        """A link to it whose address follows the language of the page with this `root`."""
        addresses = escape(json.dumps(self.links(root)))
        href = root + quote(self.file(language))
        return f'<a {attributes} href="{href}" data-pages="{addresses}">{content}</a>'


def title_words(section: str) -> dict[str, dict[str, str]]:
    """The title and the lead of the page of a section, by language."""
    return {
        tag: {
            name: locales.page_words(tag)[f"page.site.{section}{ending}"]
            for name, ending in (("title", ""), ("lead", ".lead"))
        }
        for tag in locales.languages()
    }


def hashed(name: str, content: bytes) -> str:
    """A file name that changes with the content, so that browsers may keep the file for good."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{hashlib.sha256(content).hexdigest()[:10]}.{ending}"


class SiteFrames:
    """Makes the frames of a site's pages."""

    def __init__(self, title: str, first: str, lessons: Sequence[str] = ()) -> None:
        self.title = title
        self.first = first
        """The language whose files have no tag in their names."""
        # the keys under which browsers store the lessons, in the order of the course
        self._lessons = lessons
        contents = shared_parts()
        names = {name: hashed(f"parts/{name}.bin", content) for name, content in contents.items()}
        self.files = {names[name]: content for name, content in contents.items()}
        """The shared parts by path."""
        self._parts = names

    def page(self, name: str, languages: Iterable[str] | None = None) -> SitePage:
        """A page in some languages, by default in all."""
        tags = locales.languages() if languages is None else languages
        return SitePage(name, sorted(tags, key=lambda tag: tag != self.first))

    def link(self, words: str, page: SitePage, root: str, language: str, attributes: str = "") -> str:
        """A link whose address and text follow the language of the page with this `root`."""
        text = escape(locales.page_words(language)["page." + words])
        return page.link(root, language, text, f'data-word="{words}"{attributes}')

    def class_page(self, language: str) -> SiteFrame:
        """The frame of the page of a class, which takes no part in what the pages of learners share."""
        page = SitePage("class")
        return SiteFrame(self._addresses(page.root), {}, {}, "", self._header("", page, language))

    def template(self, text: str) -> str:
        """A page that is one file without the parts that are in files of the site, whose names it has instead."""
        for part, path in self._parts.items():
            begin = f'id="adaptoid-{part}"'
            text = re.sub(f"{begin}>[^<]*", f'{begin} data-src="{PurePosixPath(path).name}">', text)
        return text

    def _addresses(self, root: str) -> dict[str, str]:
        """The addresses of the shared parts, by id, on a page with this `root`."""
        return {part: root + path for part, path in self._parts.items()}

    def _header(self, current: str, page: SitePage, language: str) -> str:
        """The header of the site on a page; `current` is the one of `SECTIONS` that it belongs to."""
        links = [
            self.link(
                f"site.{section}",
                self.page(name),
                page.root,
                language,
                ' aria-current="page"' if section == current else "",
            )
            for section, name in SECTIONS.items()
        ]
        labels = {tag: locales.page_words(tag)["page.site.nav"] for tag in locales.languages()}
        label, by_language = (escape(text) for text in (labels[language], json.dumps(labels)))
        own = f' data-page="{current}"' if current != "learn" and page.name == current else ""
        head = f'<nav class="site-bar" aria-label="{label}" data-labels="{by_language}"{own}>'
        mark = icon().replace("<svg", '<svg width="26" height="26" aria-hidden="true"', 1)
        return f"{head}{mark}{''.join(links)}</nav>\n"

    def frame(
        self,
        section: str,
        page: SitePage,
        language: str,
        words: Mapping[str, Mapping[str, str]] | None = None,
        *,
        below: str = "",
        storage_key: str = "",
        **settings: Any,
    ) -> SiteFrame:
        """The frame of a page in a language; `words` are words of the page's own, by language."""
        root, own_words = page.root, words or {}
        head = (
            f'<link rel="manifest" href="{root}manifest.webmanifest">\n'
            f'<link rel="apple-touch-icon" href="{root}icon-192.png">\n'
            '<meta name="theme-color" content="#f7f1e5" media="(prefers-color-scheme: light)">\n'
            '<meta name="theme-color" content="#1b1713" media="(prefers-color-scheme: dark)">\n'
        )
        common_settings = {
            "root": root,
            "alternates": page.links(root),
            "named": language in page.languages[1:],
            "lessons": self._lessons,
        }
        return SiteFrame(
            self._addresses(root),
            {**common_settings, **settings},
            {tag: {**self._words(tag), **own_words.get(tag, {})} for tag in locales.languages()},
            head,
            self._header(section, page, language),
            below,
            storage_key,
        )

    def _words(self, language: str) -> dict[str, str]:
        words = locales.page_words(language)
        return {f"site.{name}": words[f"page.site.{name}"] for name in (*SECTIONS, *_WORDS)}
