"""The command `share`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from .. import lessons
from ..core.i18n.catalog import LANGUAGES
from ..core.teaching.lesson import LessonContent
from ..export.inputs import expanded, from_argument
from ..storage.atomic import named, write
from .arguments import SHARED_HELP, add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    share = add_command(
        commands, "share", "write a lesson, a game, a position or a notebook as one HTML file"
    )
    share.add_argument(
        "what",
        metavar="NAME-OR-FILE",
        nargs="+",
        help=f"a notebook (.ipynb), several, or a folder of them, {SHARED_HELP}",
    )
    share.add_argument(
        "-o",
        "--output",
        metavar="OUT.html",
        required=True,
        type=expanded,
        help="the page, or the folder for the pages of several notebooks",
    )
    share.add_argument("--title", help="the page's heading")
    share.add_argument("--language", choices=LANGUAGES.tags(), help="the language that the page starts in")
    share.add_argument(
        "--preview", action="store_true", help="open all steps of a lesson, to check it before others use it"
    )
    share.add_argument("--execute", action="store_true", help="run a notebook first; its file stays as it is")
    share.set_defaults(run=run_share)


def run_share(options: argparse.Namespace) -> int:
    """Write the page, or the pages, and print their paths."""
    from ..export.share import notebook_path, share

    what = options.what[0]
    if len(options.what) > 1 or (what not in lessons.names() and expanded(what).is_dir()):
        return _share_notebooks(options)
    notebook = notebook_path(what)
    if notebook is not None:
        return _share_notebook(notebook, named(options.output, "tutorial.html"), options)
    if options.execute:
        raise ValueError("--execute is for notebooks")
    content, language = from_argument(what), options.language
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


def _share_notebooks(options: argparse.Namespace) -> int:
    """Write a page for each of several notebooks into a folder."""
    paths = [path for word in options.what for path in _notebooks_in(word)]
    names = [path.stem for path in paths]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"two notebooks would become {twice}.html; share them one after the other")
    if options.title is not None:
        raise ValueError("--title is for one page; the pages of several notebooks have their own titles")
    folder: Path = options.output
    if folder.suffix.lower() == ".html" or folder.is_file():
        raise ValueError(f"{str(folder)!r}: several pages go into a folder, such as {folder.stem}")
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        _share_notebook(path, folder / f"{path.stem}.html", options)
    return 0


def _notebooks_in(word: str) -> list[Path]:
    """The notebook with this path, or those in this folder. Raises ValueError for anything else."""
    from ..export.share import notebook_path

    folder, path = expanded(word), notebook_path(word)
    if folder.is_dir():
        paths = sorted(file for file in folder.glob("*.ipynb") if file.is_file())
        if not paths:
            raise ValueError(
                f"{word!r} is a folder without notebooks; to make a site from it, use: adaptoid-widget site"
            )
        return paths
    if path is None:
        raise ValueError(
            f"several pages at once are made of notebooks (.ipynb), and {word!r} is none; "
            "a position is one word in quotation marks"
        )
    return [path]


def _share_notebook(path: Path, target: Path, options: argparse.Namespace) -> int:
    """Write the page of a notebook, and print which of its cells do not run there and what is left out."""
    from ..export.share import tutorial_of
    from ..export.shared_page import page_bytes

    if options.preview:
        raise ValueError("--preview is for lessons")
    data = None
    if options.execute:
        from ..export.notebook.executing import executed

        data = executed(path)
    tutorial = tutorial_of(path, title=options.title, language=options.language, data=data)
    write(target, page_bytes(tutorial.page))
    for text in (*tutorial.left_out, *tutorial.not_run):
        print(f"{path.name}: {text}", file=sys.stderr)
    _print_written(target)
    return 0


def _print_written(path: Path) -> None:
    print(f"{path} ({path.stat().st_size // 1000} kB): open it in a browser, or send it to somebody")
