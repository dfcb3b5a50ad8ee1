"""Reads the links of a folder of pages, and what the pages and their styles load."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

# what a page fetches by itself, by the attributes that say where from
LOADING = {
    "audio": ("src",),
    "embed": ("src",),
    "feimage": ("href", "xlink:href"),
    "iframe": ("src",),
    "image": ("href", "xlink:href"),
    "img": ("src",),
    "input": ("src",),
    "link": ("href",),
    "object": ("data",),
    "script": ("src",),
    "source": ("src",),
    "track": ("src",),
    "use": ("href", "xlink:href"),
    "video": ("src", "poster"),
}
# several at once, each with what it is for
SETS = ("srcset", "imagesrcset")
# links of a page's head that are not fetched
NOT_FETCHED = {"next", "prev", "search", "index", "canonical", "alternate"}

CANDIDATE = re.compile(r"[\s,]*(\S*[^\s,])(?:\s[^,]*)?(?:,|$)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORTED = re.compile(r"""@import\s*(?:"([^"]+)"|'([^']+)')""", re.IGNORECASE)
URL = re.compile(r"""\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)""", re.IGNORECASE)


class LinkReport(NamedTuple):
    """The result of `read`."""

    pages: int
    internal: int
    broken: list[str]
    loaded: list[str]
    external: set[str]


class Page(HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self._styles = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the start of an element."""
        attributes = {name: value or "" for name, value in attrs}
        self.anchors.update(attributes[name] for name in ("id", "name") if name in attributes)
        loading = LOADING.get(tag, ())
        rel = attributes.get("rel", "").lower().split()
        if NOT_FETCHED.intersection(rel) and "stylesheet" not in rel:
            loading = ()
        self.loads += [attributes[name] for name in loading if attributes.get(name)]
        if "href" in attributes and "href" not in loading:
            self.links.append(attributes["href"])
        for name in SETS:
            self.loads += CANDIDATE.findall(attributes.get(name, ""))
        self.loads += styled(attributes.get("style", ""))
        if "data-board" in attributes:
            self.loads.append(attributes["data-board"])
        self._styles = tag == "style"

    def handle_endtag(self, tag: str) -> None:
        """Read the end of an element."""
        self._styles = self._styles and tag != "style"

    def handle_data(self, data: str) -> None:
        """Read a text."""
        if self._styles:
            self.loads += styled(data)


def styled(text: str) -> Iterator[str]:
    """Yield the addresses that a style loads.

    >>> list(styled("@import 'a.css'; /* url(b) */ p { background: url( \\"c.png\\" ) }"))
    ['a.css', 'c.png']
    """
    text = COMMENT.sub("", text)
    for match in (*IMPORTED.finditer(text), *URL.finditer(text)):
        address = next(filter(None, match.groups()), "")
        if address:
            yield address


def read(site: Path) -> LinkReport:
    """Read all links of the pages and styles of a folder. Reads only files, and makes no network request."""
    site = site.resolve()
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    links = [(path, link, False) for path, page in pages.items() for link in page.links]
    links += [(path, load, True) for path, page in pages.items() for load in page.loads]
    for path in sorted(site.rglob("*.css")):
        links += [(path, load, True) for load in styled(path.read_text(encoding="utf-8"))]
    broken: list[str] = []
    loaded: list[str] = []
    external: set[str] = set()
    internal = 0
    for path, address, loads in links:
        parts = urlsplit(address)
        if parts.scheme == "data":
            continue
        place = f"{path.relative_to(site)} → {address}"
        if parts.scheme or parts.netloc:
            external.add(address)
            if loads:
                loaded.append(place)
            continue
        internal += 1
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        # what a board's address names after the sign is a position
        anchor = "" if loads else unquote(parts.fragment)
        # in a picture or a table of data it is for the browser to find
        missing = anchor and target in pages and anchor not in pages[target].anchors
        if not target.is_relative_to(site) or not target.is_file() or missing:
            broken.append(place)
    return LinkReport(len(pages), internal, broken, loaded, external)
