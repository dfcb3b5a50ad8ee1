"""Build the documentation site: docs/ and documents/ become artefacts/documents, pages that need no network.

    python -m scripts.documents

The texts in docs/ are read on GitHub as they are. On the way into the site three things change: an anchor written in
HTML becomes one that other pages can link to, a link out of docs/ is no link, and a comment like

    <!-- board: adaptoid w 0,0 W:D2 B:D6
    What to look at, in *Markdown*. -->

becomes a board that plays; `board-play` has more around it, and `lesson: fork` is that lesson. Whatever Sphinx warns
of is an error, and so is a link that leads nowhere.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from scripts import links
from scripts.figures import FigureError, Figures

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
OWN = ROOT / "documents"
STAGED = ROOT / "artefacts" / "documents-source"
SITE = ROOT / "artefacts" / "documents"

ANCHOR = re.compile(r'^<a id="([\w-]+)"></a>$', re.MULTILINE)
BOARD = re.compile(r"^<!-- (board|board-play|lesson): (.+)\n((?:.*\n)*?.*?) ?-->$", re.MULTILINE)
# what the theme does not tell those who do not see the pages
UNTOLD = (
    ('<p class="caption" role="heading"', ' aria-level="2"'),
    ('<aside class="sidebar-drawer"', ' aria-label="All pages"'),
    ('<aside class="toc-drawer"', ' aria-label="This page"'),
)
LINK = re.compile(r"\]\((\w[\w-]*\.md)#([\w-]+)\)")
# to what is in the checkout and not on the site
OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]*\)")


class DocumentsError(Exception):
    """The site cannot be built; the text says why."""


def for_site(text: str, figures: Figures, anchors: dict[str, set[str]]) -> str:
    """A page of docs/ as Sphinx is given it."""

    def link(found: re.Match[str]) -> str:
        page, anchor = found.groups()
        return f"](#{anchor})" if anchor in anchors.get(page, ()) else found[0]

    text = OUTSIDE.sub(r"\1", text.replace("](../CHANGELOG.md)", "](changelog.md)"))
    text = LINK.sub(link, text)
    text = ANCHOR.sub(r"(\1)=", text)
    return BOARD.sub(lambda found: figures.make(found[1], found[2].strip(), found[3]), text)


def stage() -> None:
    """Lay out what Sphinx reads."""
    shutil.rmtree(STAGED, ignore_errors=True)
    shutil.copytree(OWN, STAGED)
    figures = Figures(STAGED / "_extra" / "figures")
    pages = {path.name: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))}
    pages["changelog.md"] = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    pages |= {path.name: path.read_text(encoding="utf-8") for path in sorted(OWN.glob("*.md"))}
    anchors = {name: set(ANCHOR.findall(text)) for name, text in pages.items()}
    for name, text in pages.items():
        (STAGED / name).write_text(for_site(text, figures, anchors), encoding="utf-8")
    for path in DOCS.glob("*.png"):
        shutil.copy(path, STAGED)


def build() -> Path:
    """Build the site anew and check its links; gives its folder. Raises DocumentsError."""
    stage()
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-E", "-W", "--keep-going", "-q", "-j", "2"]
    doctrees = STAGED.with_name("documents-doctrees")
    shutil.rmtree(doctrees, ignore_errors=True)
    done = subprocess.run([*command, f"-d{doctrees}", str(STAGED), str(SITE)], cwd=ROOT, check=False)
    if done.returncode:
        raise DocumentsError(f"sphinx ended with status {done.returncode}")
    for path in SITE.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for start, more in UNTOLD:
            text = text.replace(start, start + more)
        path.write_text(text, encoding="utf-8")
    for extra in (".buildinfo", "objects.inv"):
        (SITE / extra).unlink(missing_ok=True)
    found = links.read(SITE)
    if found.broken:
        raise DocumentsError("these links lead nowhere:\n" + "\n".join(found.broken))
    if found.loaded:
        raise DocumentsError("these pages load something from elsewhere:\n" + "\n".join(found.loaded))
    return SITE


def main() -> int:
    """Build, and say what came of it."""
    began = time.monotonic()
    try:
        site = build()
    except (DocumentsError, FigureError) as error:
        print(f"documents: {error}", file=sys.stderr)
        return 1
    found = links.read(site)
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(
        f"{found.pages} pages, {found.internal} links, {size / 1e6:.1f} MB in {time.monotonic() - began:.0f} s"
    )
    print("Addresses elsewhere, not asked: " + ", ".join(sorted(found.external)))
    print(site.relative_to(ROOT) / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
