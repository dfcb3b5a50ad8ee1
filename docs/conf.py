"""How Sphinx builds the documentation site from the pages of this folder. Its pages need no network.

    sphinx-build -W --keep-going docs artefacts/docs

GitHub shows the same pages as they are. For the site, three things change: an anchor written in HTML becomes a label
that other pages can link to, a link to a file outside this folder becomes plain text, and a comment such as

    <!-- board: adaptoid w 0,0 W:D2 B:D6
    What to look at, in *Markdown*. -->

becomes a board to play on, by the extension `adaptoid_widget.sphinx`. `board-play` shows more controls; `lesson: fork`
shows that lesson.
"""

import posixpath
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from adaptoid_widget import __version__

DOCS = Path(__file__).parent
# for code_style
sys.path.insert(0, str(DOCS))

project = "adaptoid-widget"
author = "adaptoid-widget developers"
copyright = f"2026 {author}"  # noqa: A001  # Sphinx calls it so
version = release = __version__

extensions = ["myst_parser", "adaptoid_widget.sphinx"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 4
highlight_language = "text"
html_static_path = ["_static"]

html_theme = "furo"
html_title = "adaptoid-widget"
html_logo = "../adaptoid_widget/data/icon.svg"
html_favicon = html_logo
html_css_files = ["adaptoid.css"]
html_copy_source = False
html_show_sourcelink = False
html_last_updated_fmt = None
html_permalinks_icon = "#"
pygments_style = "code_style.Light"
pygments_dark_style = "code_style.Dark"

# the colours of the board (data/palettes.json), and of the page that it is shared on
LIGHT = {
    "color-background-primary": "#fbf7ee",
    "color-background-secondary": "#f4ecdc",
    "color-background-hover": "#eee3cd",
    "color-background-hover--transparent": "#eee3cd00",
    "color-background-border": "#dccfb8",
    "color-background-item": "#dccfb8",
    "color-foreground-primary": "#2e261d",
    "color-foreground-secondary": "#64533a",
    "color-foreground-muted": "#6d5f4b",
    "color-foreground-border": "#917a52",
    "color-brand-primary": "#0a655b",
    "color-brand-content": "#0a655b",
    "color-brand-visited": "#0a655b",
    "color-code-background": "#f4ecdc",
    "color-code-foreground": "#2e261d",
    "color-inline-code-background": "#f1e8d7",
    "color-highlight-on-target": "#f8e9b8",
    "color-sidebar-link-text--top-level": "#2e261d",
    "color-sidebar-item-background--current": "#eee3cd",
    "color-sidebar-caption-text": "#64533a",
}
DARK = {
    "color-background-primary": "#1f1b16",
    "color-background-secondary": "#26211b",
    "color-background-hover": "#3a3229",
    "color-background-hover--transparent": "#3a322900",
    "color-background-border": "#4a4136",
    "color-background-item": "#4a4136",
    "color-foreground-primary": "#f0e7d8",
    "color-foreground-secondary": "#cdbfa8",
    "color-foreground-muted": "#b9ab95",
    "color-foreground-border": "#8f8069",
    "color-brand-primary": "#7fe3d4",
    "color-brand-content": "#7fe3d4",
    "color-brand-visited": "#7fe3d4",
    "color-code-background": "#26211b",
    "color-code-foreground": "#f0e7d8",
    "color-inline-code-background": "#332c24",
    "color-highlight-on-target": "#4d3f1a",
    "color-sidebar-link-text--top-level": "#f0e7d8",
    "color-sidebar-item-background--current": "#3a3229",
    "color-sidebar-caption-text": "#cdbfa8",
}
html_theme_options = {"light_css_variables": LIGHT, "dark_css_variables": DARK}

ANCHOR = re.compile(r'^<a id="([\w-]+)"></a>$', re.MULTILINE)
# how the directive shows each of these boards
DIRECTIVES = {"board": " %s\n:compact:", "board-play": " %s", "lesson": " %s"}
BOARD = re.compile(r"^<!-- (board|board-play|lesson): (.+)\n((?:.*\n)*?.*?) ?-->$", re.MULTILINE)
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)#([\w-]+)\)")
# links that climb out of a folder; those that leave this folder lead to files that are not on the site
UPWARDS = re.compile(r"\[([^\]]+)\]\((\.\./[^)#]*)(#[^)]*)?\)")
# attributes for screen readers that the theme lacks
MISSING_ARIA = (
    ('<p class="caption" role="heading"', ' aria-level="2"'),
    ('<aside class="sidebar-drawer"', ' aria-label="All pages"'),
    ('<aside class="toc-drawer"', ' aria-label="This page"'),
)


@cache
def html_anchors(page: str) -> frozenset[str]:
    """Return the anchors that a page writes in HTML."""
    path = DOCS / page
    return frozenset(ANCHOR.findall(path.read_text(encoding="utf-8")) if path.is_file() else ())


def prepare_page(app: Any, docname: str, source: list[str]) -> None:
    """Convert the anchors, the links and the boards of a page."""
    folder = posixpath.dirname(docname)

    def label(link: re.Match[str]) -> str:
        page = posixpath.normpath(posixpath.join(folder, link[1]))
        return f"](#{link[2]})" if link[2] in html_anchors(page) else link[0]

    def outside(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[2]))
        if target == "../CHANGELOG.md":
            return f"[{link[1]}]({posixpath.relpath('changelog.md', folder or '.')})"
        return link[1] if target.startswith("..") else link[0]

    def board(comment: re.Match[str]) -> str:
        kind, content, caption = comment[1], comment[2].strip(), comment[3].strip()
        directive = DIRECTIVES[kind] % content
        return f"::::{{container}} figure-{kind}\n```{{adaptoid}}{directive}\n```\n\n{caption}\n::::"

    text = LINK.sub(label, UPWARDS.sub(outside, source[0]))
    text = ANCHOR.sub(r"(\1)=", text)
    source[0] = BOARD.sub(board, text)


def complete_pages(app: Any, error: Exception | None) -> None:
    """Add to the finished pages what the theme lacks for screen readers."""
    for path in () if error or app.builder.name != "html" else Path(app.outdir).rglob("*.html"):
        text = completed = path.read_text(encoding="utf-8")
        for start, attribute in MISSING_ARIA:
            completed = completed.replace(start + attribute, start).replace(start, start + attribute)
        if completed != text:
            path.write_text(completed, encoding="utf-8")


def setup(app: Any) -> None:
    """What Sphinx calls at its start."""
    app.connect("source-read", prepare_page)
    app.connect("build-finished", complete_pages)
