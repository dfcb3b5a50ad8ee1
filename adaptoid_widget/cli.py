"""The command `adaptoid-widget`."""

from __future__ import annotations

import argparse
import io
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tqdm import tqdm

from ._version import __version__
from .arena import commands as matches
from .core.game.game import Game
from .core.i18n.catalog import LANGUAGES
from .core.rules.position import Position, perft
from .core.rules.turn import Turn
from .core.teaching.lesson import LessonContent
from .engine import commands as analysing
from .export.inputs import expanded, from_argument
from .export.site import commands as site
from .lessons import commands as lessons
from .lessons.mending import did_you_mean
from .reports import commands as reports

FOLDER = "adaptoid"
NOTEBOOK = "notebooks/01-play.ipynb"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status.

    For wrong input it prints one line to standard error and returns 2; for Ctrl-C it returns 130.

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

    lab = commands.add_parser(
        "lab",
        help="open JupyterLab on a first game",
        description="Further arguments are passed to JupyterLab.",
    )
    lab.set_defaults(run=run_lab)

    board = commands.add_parser("board", help="open a new board in the browser, without Jupyter")
    board.add_argument("position", metavar="POSITION", nargs="?", default=str(Position.start()))
    board.add_argument("--language", choices=LANGUAGES.tags(), default="en", help="the language of the board")
    board.set_defaults(run=run_board)

    counting = commands.add_parser("perft", help="count the sequences of turns from a position")
    counting.add_argument("position", metavar="POSITION", help="a position text, or - to read one")
    counting.add_argument("depth", metavar="DEPTH", type=int, help="how many turns")
    counting.add_argument("--divide", action="store_true", help="count each first turn separately")
    counting.add_argument("--interpreted", action="store_true", help="do not compile")
    counting.set_defaults(run=run_perft)

    share = commands.add_parser("share", help="write a lesson, a game or a position as one HTML file")
    share.add_argument(
        "what",
        metavar="NAME-OR-FILE",
        help="a lesson such as fork, a lesson file, a file with a game record or a position, or a position text",
    )
    share.add_argument("-o", "--output", metavar="OUT.html", required=True, type=expanded)
    share.add_argument("--title", help="the page's heading")
    share.add_argument(
        "--language", choices=LANGUAGES.tags(), default="en", help="the language that the page starts in"
    )
    share.add_argument(
        "--preview", action="store_true", help="open all steps of a lesson, to check it before others use it"
    )
    share.set_defaults(run=run_share)

    sheet = commands.add_parser("sheet", help="write a page to print: all the rules, a lesson, or positions")
    sheet.add_argument(
        "what", metavar="WHAT", nargs="+", help="rules, a lesson by its name or file, or position texts"
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
    sheet.set_defaults(run=run_sheet)

    picture = commands.add_parser("picture", help="draw a position, or the first game of a file of records")
    picture.add_argument(
        "what", metavar="POSITION", help="a position text, or a file with a position or games"
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

    analysing.add(commands)
    matches.add(commands)
    lessons.add(commands, origin_of, _level_reply)
    reports.add(commands)
    site.add(commands)

    bench = commands.add_parser("bench", help="measure the rules and the search")
    bench.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    bench.set_defaults(run=run_bench)

    arguments = sys.argv[1:] if arguments is None else arguments
    if isinstance(sys.stdout, io.TextIOWrapper):
        # a terminal or pipe that is not UTF-8 shows "?" for what it does not have
        sys.stdout.reconfigure(errors="replace")
    if not arguments:
        parser.print_help(sys.stderr)
        return 2
    name = arguments[0]
    if not name.startswith("-") and name not in commands.choices:
        parser.error(f"there is no command {name!r}; {did_you_mean(name, list(commands.choices))}")
    options, further = parser.parse_known_args(arguments)
    if further and options.command != "lab":
        parser.error("unrecognized arguments: " + " ".join(further))
    options.further = further
    run: Callable[[Any], int] = options.run
    try:
        return run(options)
    except KeyboardInterrupt:
        return 130
    except ModuleNotFoundError as error:
        message = f"this needs {error.name}; try: pip install {error.name}"
    except OSError as error:
        message = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
    except ValueError as error:
        message = str(error)
    print(f"adaptoid-widget: {message}", file=sys.stderr)
    return 2


def _level_reply(position: Position, level: int) -> Turn:
    """The turn that a level always chooses in a position. Imports the players only where a lesson needs them."""
    from .arena.players import Player

    return Player(level)(position)


def run_lab(options: argparse.Namespace) -> int:
    """Copy notebooks and docs to the folder `adaptoid`, and open JupyterLab on the first notebook."""
    copy_notebooks(Path(FOLDER))
    if find_spec("jupyterlab") is None:
        raise OSError("JupyterLab is not installed; try: pip install 'adaptoid-widget[lab]'")
    # not as a file argument, or JupyterLab would only show the notebook's folder, without the docs
    first_page = f"--LabApp.default_url=/lab/tree/{FOLDER}/{NOTEBOOK}"
    command = [sys.executable, "-m", "jupyterlab", first_page, *options.further]
    return subprocess.run(command, check=False).returncode


def copy_notebooks(folder: Path) -> None:
    """Copy notebooks and docs to a folder; existing files stay, since they may be somebody's work. Raises OSError."""
    package = Path(__file__).parent
    # installed, they lie in the package; in a checkout, beside it
    origin = next(
        (place for place in (package / "data", package.parent) if (place / NOTEBOOK).exists()), None
    )
    if origin is None:
        raise OSError("the notebooks are missing from this installation of adaptoid-widget")
    patterns = ("notebooks/*.ipynb", "notebooks/data/*.json", "docs/**/*")
    for source in sorted(path for pattern in patterns for path in origin.glob(pattern) if path.is_file()):
        target = folder / source.relative_to(origin)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def run_board(options: argparse.Namespace) -> int:
    """Write a page with a board to the folder `adaptoid`, print its path, and open it in the browser."""
    import webbrowser

    from .export.share import share

    # some browsers cannot read hidden and temporary folders
    Path(FOLDER).mkdir(exist_ok=True)
    position = Position.of(options.position)
    out = share(position, Path(FOLDER, "board.html"), language=options.language).resolve()
    print(out)
    webbrowser.open(out.as_uri())
    return 0


def run_perft(options: argparse.Namespace) -> int:
    """Print the counts of each depth, or with --divide of each first turn."""
    if options.depth < 0:
        raise ValueError(f"DEPTH is 0 or more, not {options.depth}")
    text = sys.stdin.read().rstrip("\n") if options.position == "-" else options.position
    position = Position.of(text)
    count = perft if options.interpreted else _fastest_perft()
    if options.divide:
        return _divide(position, options.depth, count)
    for depth in range(1 if options.depth else 0, options.depth + 1):
        start = time.perf_counter()
        print(depth, count(position, depth), flush=True)
        seconds = time.perf_counter() - start
        if seconds > 1:
            print(f"depth {depth} took {seconds:.1f} s", file=sys.stderr)
    return 0


def _divide(position: Position, depth: int, count: Callable[[Position, int], int]) -> int:
    if depth < 1:
        raise ValueError("--divide needs a DEPTH of 1 or more")
    total = 0
    for turn in tqdm(list(position.turns()), disable=None, leave=False):
        sequences = count(position.play(turn), depth - 1)
        total += sequences
        tqdm.write(f"{turn}: {sequences}")
    print(total)
    return 0


def _fastest_perft() -> Callable[[Position, int], int]:
    try:
        from .engine.backends.compiled_rules import perft as compiled_perft
    except ImportError:
        return perft
    return compiled_perft


def origin_of(argument: str) -> LessonContent | Game | Position | str:
    """What a new lesson begins from: as for other commands, or a puzzle by its name. Raises GameError and OSError."""
    from .core.puzzles.puzzle import lesson_of
    from .puzzles import SENTENCES, load

    for puzzle in load():
        if puzzle.name == argument:
            return lesson_of([puzzle], "title", SENTENCES)
    return from_argument(argument)


def run_share(options: argparse.Namespace) -> int:
    """Write the page and print its path."""
    from .export.share import share

    what, language = from_argument(options.what), options.language
    if options.preview:
        from .lessons.authoring import preview_of

        if not isinstance(what, LessonContent):
            raise ValueError("--preview is for lessons")
        what = preview_of(what)
    out = share(what, options.output, title=options.title, language=language)
    if isinstance(what, LessonContent) and language not in what.languages:
        first = what.languages[0]
        print(f"the lesson is not taught in {language}; its texts stay in {first}", file=sys.stderr)
    print(f"{out} ({out.stat().st_size // 1000} kB): open it in a browser, or send it to somebody")
    return 0


def run_sheet(options: argparse.Namespace) -> int:
    """Write a page to print."""
    from .export.worksheet import sheet

    what: Any = options.what
    if len(what) == 1:
        what = "rules" if what == ["rules"] else from_argument(what[0])
    solutions = options.solutions if isinstance(what, LessonContent) else ()
    page = sheet(what, title=options.title, solutions=solutions, size=options.size, language=options.language)
    print(page.save(options.output))
    return 0


def run_picture(options: argparse.Namespace) -> int:
    """Draw the picture and print its path."""
    from .picture import save_picture

    if not options.seconds > 0:
        raise ValueError(f"--seconds must be more than 0, not {options.seconds:g}")
    what = from_argument(options.what)
    if isinstance(what, LessonContent):
        raise ValueError(  # noqa: TRY004  a user of the command line knows no types
            f"{options.what} is a lesson; give a position or a game"
        )
    look = {
        name: getattr(options, name) for name in ("width", "dpi", "marks", "theme", "seconds", "language")
    }
    print(save_picture(what, options.output, **look))
    return 0


def run_bench(options: argparse.Namespace) -> int:
    """Measure, and print the figures."""
    from .bench import measure

    figures = measure(quiet=options.json and not sys.stderr.isatty())
    if options.json:
        print(json.dumps(figures, indent=2))
    else:
        width = max(len(name) for name in figures)
        for name, value in figures.items():
            print(f"{name:{width}}  {value}")
    return 0
