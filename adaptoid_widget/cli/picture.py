"""The command `picture`: draw a position or a game."""

from __future__ import annotations

import argparse
from typing import Any

from ..core.i18n.catalog import LANGUAGES
from ..core.teaching.lesson import LessonContent
from ..export.inputs import expanded, from_argument
from .arguments import add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    picture = add_command(commands, "picture", "draw a position, or the first game of a file of records")
    picture.add_argument(
        "what",
        metavar="POSITION",
        help="a position text, a board such as butterfly, or a file with a position or games",
    )
    picture.add_argument(
        "-o", "--output", metavar="OUT", required=True, type=expanded, help="a .svg, .png, .gif or .webp"
    )
    picture.add_argument("--width", type=int, help="width in pixels")
    picture.add_argument("--dpi", type=float, help="resolution of a .png for print, such as 300")
    picture.add_argument("--marks", help='marks to draw, such as "arrow(D2,D3)"')
    picture.add_argument("--theme", choices=("light", "dark", "print"), default="light")
    picture.add_argument("--seconds", type=float, default=1.0, help="time for each turn of a film")
    picture.add_argument("--language", choices=LANGUAGES.tags(), default="en")
    picture.set_defaults(run=run_picture)


def run_picture(options: argparse.Namespace) -> int:
    """Draw the picture and print its path."""
    from ..picture import save_picture

    if not options.seconds > 0:
        raise ValueError(f"--seconds must be more than 0, not {options.seconds:g}")
    content = from_argument(options.what)
    if isinstance(content, LessonContent):
        raise ValueError(  # noqa: TRY004  a user of the command line knows no types
            f"{options.what} is a lesson; give a position or a game"
        )
    look = {
        name: getattr(options, name) for name in ("width", "dpi", "marks", "theme", "seconds", "language")
    }
    print(save_picture(content, options.output, **look))
    return 0
