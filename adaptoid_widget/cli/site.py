"""The command `site`."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .. import lessons
from ..core.i18n.catalog import LANGUAGES
from ..export.inputs import expanded
from ..export.site.sources import COURSE
from .arguments import add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    site = add_command(
        commands,
        "site",
        "make a static site from lessons, notebooks and games",
        "The site needs nothing from elsewhere: lessons, notebooks and games become pages to play on.",
    )
    site.add_argument(
        "what",
        metavar="DIR|LESSON|FILE",
        nargs="*",
        help=f"a folder of .ipynb, .lesson and .txt files, or lessons by name and such files in the order of the site; "
        f"by default, or as {COURSE}, the course",
    )
    site.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        required=True,
        type=expanded,
        help="a new folder, or a site to replace",
    )
    site.add_argument("--title", default="Adaptoid", help="the heading of its first page")
    site.add_argument(
        "--language", choices=LANGUAGES.tags(), default="en", help="the language of the first page"
    )
    site.add_argument("--no-notebooks", action="store_true", help="lessons and games only")
    site.add_argument(
        "--execute", action="store_true", help="run the notebooks first; their files stay as they are"
    )
    site.add_argument(
        "--jupyterlite",
        action="store_true",
        help="add JupyterLite, in which notebooks run in a whole Python (about 50 MB)",
    )
    site.add_argument(
        "--pyodide",
        metavar="DIR|ARCHIVE",
        type=expanded,
        help="Pyodide's files for JupyterLite, such as pyodide-core-….tar.bz2; by default npm downloads them once",
    )
    site.set_defaults(run=run_site)


def run_site(options: argparse.Namespace) -> int:
    """Build the site; print its path, its size, and how to look at it."""
    from ..export.site.building import build

    folder, items = _sources(options.what)
    with _sigterm_as_exit():
        messages = build(
            folder,
            options.output,
            items=items,
            title=options.title,
            language=options.language,
            notebooks=not options.no_notebooks,
            execute=options.execute,
            jupyterlite=options.jupyterlite,
            python=options.pyodide,
        )
    for message in messages:
        print(f"adaptoid-widget: {message}", file=sys.stderr)
    size = sum(path.stat().st_size for path in options.output.rglob("*") if path.is_file())
    print(f"{options.output} ({size / 1e6:.1f} MB): put it on any web server, or look at it here:")
    print(f"  python -m http.server --directory {options.output}")
    return 0


def _sources(arguments: list[str]) -> tuple[Path | None, list[str]]:
    """The folder of the site, or its lessons and files; neither for the course."""
    if not arguments:
        return None, []
    path = expanded(arguments[0])
    if len(arguments) == 1 and (path.is_dir() or (arguments[0] not in lessons.names() and not path.suffix)):
        return (None if arguments[0] == COURSE and not path.is_dir() else path), []
    return None, [item if item in lessons.names() else str(expanded(item)) for item in arguments]


@contextmanager
def _sigterm_as_exit() -> Iterator[None]:
    """Turn SIGTERM into SystemExit, so that a build cleans up as it does after Ctrl-C."""

    def end(number: int, _: object) -> None:
        # a second signal must not interrupt the clean-up
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
