"""The command `results`: what a class did in its lessons."""

from __future__ import annotations

import argparse
import shutil
import sys
import warnings
from typing import Any

from ..core.i18n.catalog import LANGUAGES
from ..export.class_page import save_class_page
from ..reports.class_results import results
from .arguments import add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = add_command(commands, "results", "show what a class did in its lessons")
    command.add_argument("folder", metavar="FOLDER", nargs="?", help="the folder with the learners' results")
    command.add_argument("--roster", metavar="FILE", help="the names of the class, one per line")
    command.add_argument("--csv", metavar="OUT.csv", help="also write the table for a spreadsheet")
    command.add_argument(
        "--page", metavar="OUT.html", help="write a page that shows results dropped on it, without Python"
    )
    command.add_argument(
        "--language", choices=LANGUAGES.tags(), default="en", help="the language that the page starts in"
    )
    command.set_defaults(run=run_results, refuse=command.error)


def run_results(options: argparse.Namespace) -> int:
    """Print the table of the class, the hardest steps and who is absent; or write the page for a browser."""
    if options.page:
        print(f"written: {save_class_page(options.page, options.language)}")
    if not options.folder:
        if not options.page:
            options.refuse("name the folder with the results, or --page OUT.html")
        if options.csv or options.roster:
            options.refuse("--csv and --roster need the folder with the results")
        return 0
    with warnings.catch_warnings():
        # the notes are printed below the table
        warnings.simplefilter("ignore")
        class_results = results(options.folder, options.roster or ())
    if not class_results.rows and not class_results.games:
        print(*class_results.notes, sep="\n", file=sys.stderr)
        print(f"adaptoid-widget: there are no results and no games in {options.folder!r}", file=sys.stderr)
        return 1
    print(class_results.grid(shutil.get_terminal_size().columns), "", class_results, sep="\n")
    if options.csv:
        print(f"written: {class_results.save_csv(options.csv)}")
    return 0
