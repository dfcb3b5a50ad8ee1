"""The command `board`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..core.i18n.catalog import LANGUAGES
from ..core.rules.position import Position
from .arguments import add_command
from .lab import FOLDER


def add(commands: Any) -> None:
    """Add the command to the parser."""
    board = add_command(commands, "board", "open a new board in the browser, without Jupyter")
    board.add_argument("position", metavar="POSITION", nargs="?", default=str(Position.start()))
    board.add_argument("--language", choices=LANGUAGES.tags(), default="en", help="the language of the board")
    board.set_defaults(run=run_board)


def run_board(options: argparse.Namespace) -> int:
    """Write a page with a board to the folder `adaptoid`, print its path, and open it in the browser."""
    import webbrowser

    from ..export.share import share

    # some browsers cannot read hidden and temporary folders
    Path(FOLDER).mkdir(exist_ok=True)
    position = Position.of(options.position)
    out = share(position, Path(FOLDER, "board.html"), language=options.language).resolve()
    print(out)
    webbrowser.open(out.as_uri())
    return 0
