"""The command `share`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ..core.i18n.catalog import LANGUAGES
from ..core.teaching.lesson import LessonContent
from ..export.inputs import expanded, from_argument
from .arguments import SHARED_HELP, add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    share = add_command(commands, "share", "write a lesson, a game or a position as one HTML file")
    share.add_argument(
        "what",
        metavar="NAME-OR-FILE",
        help=SHARED_HELP,
    )
    share.add_argument("-o", "--output", metavar="OUT.html", required=True, type=expanded)
    share.add_argument("--title", help="the page's heading")
    share.add_argument("--language", choices=LANGUAGES.tags(), help="the language that the page starts in")
    share.add_argument(
        "--preview", action="store_true", help="open all steps of a lesson, to check it before others use it"
    )
    share.set_defaults(run=run_share)


def run_share(options: argparse.Namespace) -> int:
    """Write the page and print its path."""
    from ..export.share import share

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
    print(f"{out} ({out.stat().st_size // 1000} kB): open it in a browser, or send it to somebody")
    return 0
