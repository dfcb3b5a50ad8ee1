"""Where the links of a folder of pages lead, and what the pages load."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

# what a page fetches by itself, by the attribute that says where from
LOADING = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "link": "href"}


class Found(NamedTuple):
    """What `read` gives."""

    pages: int
    internal: int
    broken: list[str]
    loaded: list[str]
    external: set[str]


class Page(HTMLParser):
    """One page: its anchors and its links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One element."""
        told = {name: value or "" for name, value in attrs}
        self.anchors.update(told[name] for name in ("id", "name") if name in told)
        loading = LOADING.get(tag)
        if loading in told and told.get("rel") not in ("next", "prev", "search", "index", "canonical"):
            self.loads.append(told[loading])
        elif "href" in told:
            self.links.append(told["href"])
        if "data-board" in told:
            self.loads.append(told["data-board"])


def read(site: Path) -> Found:
    """All links of all pages of a folder; only files are looked at, nothing is asked of the network."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    broken: list[str] = []
    loaded: list[str] = []
    external: set[str] = set()
    internal = 0
    for path, page in pages.items():
        for address, loads in [(link, False) for link in page.links] + [(link, True) for link in page.loads]:
            parts = urlsplit(address)
            if parts.scheme == "data":
                continue
            where = f"{path.relative_to(site)} → {address}"
            if parts.scheme or parts.netloc:
                external.add(address)
                if loads:
                    loaded.append(where)
                continue
            internal += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            # what a board's address names after the sign is a position
            anchor = "" if loads else unquote(parts.fragment)
            if not target.is_file() or (anchor and anchor not in pages[target].anchors):
                broken.append(where)
    return Found(len(pages), internal, broken, loaded, external)
