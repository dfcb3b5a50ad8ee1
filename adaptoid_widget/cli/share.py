"""The command `share`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ..core.i18n.catalog import LANGUAGES
from ..core.teaching.lesson import LessonContent
from ..export.inputs import expanded, from_argument
from .arguments import SHARED_HELP, add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    share = add_command(
        commands, "share", "write a lesson, a game, a position or a notebook as one HTML file"
    )
    share.add_argument(
        "what",
        metavar="NAME-OR-FILE",
        help=f"a notebook (.ipynb), {SHARED_HELP}",
    )
    share.add_argument("-o", "--output", metavar="OUT.html", required=True, type=expanded)
    share.add_argument("--title", help="the page's heading")
    share.add_argument("--language", choices=LANGUAGES.tags(), help="the language that the page starts in")
    share.add_argument(
        "--preview", action="store_true", help="open all steps of a lesson, to check it before others use it"
    )
    share.add_argument("--execute", action="store_true", help="run a notebook first; its file stays as it is")
    share.set_defaults(run=run_share)


def run_share(options: argparse.Namespace) -> int:
    """Write the page and print its path."""
    from ..export.share import notebook_path, share

    notebook = notebook_path(options.what)
    if notebook is not None:
        return _share_notebook(notebook, options)
    if options.execute:
        raise ValueError("--execute is for notebooks")
    content, language = from_argument(options.what), options.language
    if options.preview:
        from ..lessons.authoring import preview_of

        if not isinstance(content, LessonContent):
            raise ValueError("--preview is for lessons")
        content = preview_of(content)
    out = share(content, options.output, title=options.title, language=language)
    if isinstance(content, LessonContent) and language is not None and language not in content.languages:
        first = content.languages[0]
        print(f"the lesson is not taught in {language}; its texts stay in {first}", file=sys.stderr)
    _print_written(out)
    return 0


def _share_notebook(path: Path, options: argparse.Namespace) -> int:
    """Write the page of a notebook, and print which of its cells do not run there and what is left out."""
    from ..export.share import tutorial_of
    from ..export.shared_page import page_bytes
    from ..storage.atomic import named, write

    if options.preview:
        raise ValueError("--preview is for lessons")
    target = named(options.output, "tutorial.html")
    data = None
    if options.execute:
        from ..export.notebook.executing import executed

        data = executed(path)
    tutorial = tutorial_of(path, title=options.title, language=options.language, data=data)
    write(target, page_bytes(tutorial.page))
    for text in (*tutorial.left_out, *tutorial.not_run):
        print(text, file=sys.stderr)
    _print_written(target)
    return 0


def _print_written(path: Path) -> None:
    print(f"{path} ({path.stat().st_size // 1000} kB): open it in a browser, or send it to somebody")
