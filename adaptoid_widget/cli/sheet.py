"""The command `sheet`."""

from __future__ import annotations

import argparse
from typing import Any

from ..core.game.game import Game
from ..core.i18n.catalog import LANGUAGES
from ..core.teaching.lesson import LessonContent
from ..export.inputs import expanded, from_argument
from .arguments import add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    sheet = add_command(
        commands, "sheet", "write a page to print: all the rules, a lesson, positions, or a game"
    )
    sheet.add_argument(
        "what",
        metavar="WHAT",
        nargs="+",
        help="rules, a lesson by its name or file, position texts, or a record",
    )
    sheet.add_argument("-o", "--output", metavar="OUT.html", required=True, type=expanded)
    sheet.add_argument("--title", default="", help="the page's heading")
    sheet.add_argument("--size", choices=("A4", "letter"), default="A4", help="the paper")
    sheet.add_argument("--language", choices=LANGUAGES.tags(), default="en")
    sheet.add_argument(
        "--solutions",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="end a lesson with a page of its solutions",
    )
    sheet.add_argument(
        "--every",
        type=int,
        metavar="N",
        help="print a whole game, with a diagram after every N turns and at comments (0: only at comments)",
    )
    sheet.set_defaults(run=run_sheet)


def run_sheet(options: argparse.Namespace) -> int:
    """Write a page to print."""
    from ..export.worksheet import sheet

    content: Any = options.what
    if len(content) == 1:
        content = "rules" if content == ["rules"] else from_argument(content[0])
    if options.every is not None and not isinstance(content, Game):
        raise ValueError("--every is for a game")
    solutions = options.solutions if isinstance(content, LessonContent) else ()
    page = sheet(
        content,
        title=options.title,
        solutions=solutions,
        every=options.every,
        size=options.size,
        language=options.language,
    )
    print(page.save(options.output))
    return 0
