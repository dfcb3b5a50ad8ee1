"""The command `adaptoid-widget`. Each command has a module, which adds it to the parser."""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from .._version import __version__
from ..core.rules.variants import COLORS, variant_at
from ..core.teaching.lesson_problems import similar_or_all

# the commands that the help lists first; the others follow in the order of the alphabet
_FIRST = ("lab", "board", "perft", "share", "sheet", "picture", "analyse", "annotate", "match", "player")


def modules() -> list[ModuleType]:
    """The modules of the commands, in the order of the help: all those of this package that have `add`."""
    names = [module.name for module in iter_modules(__path__)]
    names.sort(key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), name))
    found = [import_module(f"{__name__}.{name}") for name in names]
    return [module for module in found if hasattr(module, "add")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status.

    For wrong input it prints one line to standard error and returns 2; for Ctrl-C it returns 130. A warning is a line
    there, too.

    >>> main(["perft", "adaptoid w 0,0 W:D2 B:D6", "3"])
    1 8
    2 64
    3 976
    0
    """
    parser = argparse.ArgumentParser(
        prog="adaptoid-widget", description="The board game Adaptoid in a notebook."
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    for module in modules():
        module.add(commands)

    arguments = sys.argv[1:] if arguments is None else arguments
    if isinstance(sys.stdout, io.TextIOWrapper):
        # a terminal or pipe that is not UTF-8 shows "?" for what it does not have
        sys.stdout.reconfigure(errors="replace")
    if not arguments:
        parser.print_help(sys.stderr)
        return 2
    name = arguments[0]
    if not name.startswith("-") and name not in commands.choices:
        parser.error(f"there is no command {name!r}; {similar_or_all(name, list(commands.choices))}")
    for word, following in pairwise(arguments):
        if variant_at(word) and following.rstrip("+").upper() in COLORS:
            parser.error(f"put the position into quotes, since it has blanks: '{word} {following} …'")
    options, further = parser.parse_known_args(arguments)
    if further and options.command != "lab":
        parser.error("unrecognized arguments: " + " ".join(further))
    options.further = further
    run: Callable[[Any], int] = options.run
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            status = run(options)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # what reads the output has ended, as in `perft … | head`; Python would report this once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ModuleNotFoundError as error:
        message = f"this needs {error.name}; try: pip install {error.name}"
    except OSError as error:
        message = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
    except ValueError as error:
        message = str(error)
    print(f"adaptoid-widget: {message}", file=sys.stderr)
    return 2


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    print(f"adaptoid-widget: {message}", file=sys.stderr)
