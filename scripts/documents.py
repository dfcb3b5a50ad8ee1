"""Builds the documentation site from docs/ and documents/ in artefacts/documents. Its pages need no network.

    python -m scripts.documents

GitHub shows the pages of docs/ as they are. For the site, three things change: an anchor written in HTML becomes a
label that other pages can link to, a link to a file outside docs/ becomes plain text, and a comment such as

    <!-- board: adaptoid w 0,0 W:D2 B:D6
    What to look at, in *Markdown*. -->

becomes a board to play on. `board-play` shows more controls; `lesson: fork` shows that lesson. A warning of Sphinx
is an error, and so is a broken link.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from scripts import argument_parser, links
from scripts.doc_pictures import DocPictureError, DocPictures

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
OWN = ROOT / "documents"
SOURCES = ROOT / "artefacts" / "documents-source"
SITE = ROOT / "artefacts" / "documents"

ANCHOR = re.compile(r'^<a id="([\w-]+)"></a>$', re.MULTILINE)
BOARD = re.compile(r"^<!-- (board|board-play|lesson): (.+)\n((?:.*\n)*?.*?) ?-->$", re.MULTILINE)
# attributes for screen readers that the theme lacks
MISSING_ARIA = (
    ('<p class="caption" role="heading"', ' aria-level="2"'),
    ('<aside class="sidebar-drawer"', ' aria-label="All pages"'),
    ('<aside class="toc-drawer"', ' aria-label="This page"'),
)
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)#([\w-]+)\)")
# links that climb out of a folder; those that leave docs/ lead to files that are not on the site
UPWARDS = re.compile(r"\[([^\]]+)\]\((\.\./[^)#]*)(#[^)]*)?\)")


class DocumentsError(Exception):
    """The site cannot be built. The message says why."""


def for_site(name: str, text: str, figures: DocPictures, anchors: dict[str, set[str]]) -> str:
    """Convert the page `name` of docs/ for Sphinx. `anchors` has the HTML anchors of each page."""
    folder = posixpath.dirname(name)

    def label(link: re.Match[str]) -> str:
        page = posixpath.normpath(posixpath.join(folder, link[1]))
        return f"](#{link[2]})" if link[2] in anchors.get(page, ()) else link[0]

    def outside(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[2]))
        if target == "../CHANGELOG.md":
            return f"[{link[1]}]({posixpath.relpath('changelog.md', folder or '.')})"
        return link[1] if target.startswith("..") else link[0]

    text = LINK.sub(label, UPWARDS.sub(outside, text))
    text = ANCHOR.sub(r"(\1)=", text)
    up = "../" * name.count("/")
    return BOARD.sub(lambda board: figures.make(board[1], board[2].strip(), board[3], up), text)


def write_sources() -> None:
    """Write the sources for Sphinx."""
    shutil.rmtree(SOURCES, ignore_errors=True)
    shutil.copytree(OWN, SOURCES)
    figures = DocPictures(SOURCES / "_extra" / "figures")
    sources = {path.relative_to(top).as_posix(): path for top in (DOCS, OWN) for path in top.rglob("*.md")}
    sources["changelog.md"] = ROOT / "CHANGELOG.md"
    pages = {name: path.read_text(encoding="utf-8") for name, path in sorted(sources.items())}
    anchors = {name: set(ANCHOR.findall(text)) for name, text in pages.items()}
    for path in DOCS.rglob("*"):
        if path.suffix in {".png", ".svg"}:
            target = SOURCES / path.relative_to(DOCS)
            target.parent.mkdir(exist_ok=True)
            shutil.copy(path, target)
    for name, text in pages.items():
        (SOURCES / name).parent.mkdir(parents=True, exist_ok=True)
        (SOURCES / name).write_text(for_site(name, text, figures, anchors), encoding="utf-8")


def build() -> Path:
    """Build the site and check its links. Return its folder. Raises DocumentsError."""
    write_sources()
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-E", "-W", "--keep-going", "-q", "-j", "2"]
    doctrees = SOURCES.with_name("documents-doctrees")
    shutil.rmtree(doctrees, ignore_errors=True)
    completed = subprocess.run([*command, f"-d{doctrees}", str(SOURCES), str(SITE)], cwd=ROOT, check=False)
    if completed.returncode:
        raise DocumentsError(f"sphinx ended with status {completed.returncode}")
    for path in SITE.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for start, attribute in MISSING_ARIA:
            text = text.replace(start, start + attribute)
        path.write_text(text, encoding="utf-8")
    for extra in (".buildinfo", "objects.inv"):
        (SITE / extra).unlink(missing_ok=True)
    report = links.read(SITE)
    if report.broken:
        raise DocumentsError("these links lead nowhere:\n" + "\n".join(report.broken))
    if report.loaded:
        raise DocumentsError("these pages load something from elsewhere:\n" + "\n".join(report.loaded))
    return SITE


def main() -> int:
    """Build the site and print the result."""
    argument_parser(__doc__).parse_args()
    began = time.monotonic()
    try:
        site = build()
    except (DocumentsError, DocPictureError) as error:
        print(f"documents: {error}", file=sys.stderr)
        return 1
    report = links.read(site)
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(
        f"{report.pages} pages, {report.internal} links, {size / 1e6:.1f} MB in {time.monotonic() - began:.0f} s"
    )
    print("Addresses elsewhere, not asked: " + ", ".join(sorted(report.external)))
    print(site.relative_to(ROOT) / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
