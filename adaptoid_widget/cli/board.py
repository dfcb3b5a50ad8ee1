"""The command `board`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..core.i18n.catalog import LANGUAGES
from ..core.rules.position import Position
from ..export.inputs import from_argument
from .arguments import SHARED_HELP, add_command
from .lab import FOLDER, make_folder


def add(commands: Any) -> None:
    """Add the command to the parser."""
    board = add_command(commands, "board", "open a new board in the browser, without Jupyter")
    board.add_argument(
        "what",
        metavar="NAME-OR-FILE",
        nargs="?",
        default=str(Position.start()),
        help=f"{SHARED_HELP}; by default the start",
    )
    board.add_argument("--language", choices=LANGUAGES.tags(), help="the language of the board")
    board.set_defaults(run=run_board)


def run_board(options: argparse.Namespace) -> int:
    """Write a page with a board to the folder `adaptoid`, print its path, and open it in the browser."""
    import webbrowser

    from ..export.share import share

    what = from_argument(options.what)
    # some browsers cannot read hidden and temporary folders
    make_folder(Path(FOLDER))
    out = share(what, Path(FOLDER, "board.html"), language=options.language).resolve()
    print(out)
    webbrowser.open(out.as_uri())
    return 0
