"""The command `embed`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ..core.game.game import Game
from ..core.i18n.catalog import LANGUAGES
from ..core.teaching.lesson import LessonContent
from ..export.inputs import expanded, from_argument
from .arguments import SHARED_HELP, add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    embed = add_command(
        commands,
        "embed",
        "write the script that makes boards of the elements <adaptoid-board> of any web page, or such an element",
    )
    embed.add_argument(
        "what", metavar="NAME-OR-FILE", nargs="?", help=f"print the element for this instead: {SHARED_HELP}"
    )
    embed.add_argument("-o", "--output", metavar="OUT.js", type=expanded, help="the script")
    embed.add_argument(
        "--lesson",
        action="append",
        default=[],
        metavar="LESSON",
        help="with a script: a lesson, by its name or file, that elements can name; repeat it for more",
    )
    embed.add_argument("--levels", help="of an element: the colours that the computer plays, such as B:3")
    embed.add_argument("--compact", action="store_true", help="of an element: the board alone")
    embed.add_argument("--language", choices=LANGUAGES.tags(), default="en", help="of an element")
    embed.set_defaults(run=run_embed)


def run_embed(options: argparse.Namespace) -> int:
    """Write the script and print its path, or print an element."""
    from ..export.embed import element, script
    from ..export.shared_page import page_bytes
    from ..storage.atomic import named, write

    if options.what is not None:
        if options.output is not None or options.lesson:
            raise ValueError("an element is printed; write the script with: embed -o adaptoid.js")
        content = from_argument(options.what)
        if not isinstance(content, (Game, LessonContent)):
            content = Game(content)
        attributes: dict[str, str | None] = {}
        if options.levels is not None:
            attributes["levels"] = options.levels
        if options.compact:
            attributes["compact"] = None
        sys.stdout.write(element(content, attributes, options.language))
        return 0
    if options.output is None:
        raise ValueError("give the script with -o adaptoid.js, or what an element shall show")
    target = named(options.output, "adaptoid.js")
    write(target, page_bytes(script([_lesson(word) for word in options.lesson])))
    print(target)
    return 0


def _lesson(word: str) -> LessonContent:
    """The lesson of an argument. Raises ValueError for anything else."""
    content = from_argument(word)
    if isinstance(content, LessonContent):
        return content
    raise ValueError(f"{word!r} is no lesson")
