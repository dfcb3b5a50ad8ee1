"""python -m tools.numbers -o notebooks/data/numbers.json"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.numbers.parts import PARTS, regenerate


def main(words: Sequence[str] | None = None) -> int:
    """Make the numbers. Wrong input gives one line on standard error and exit status 2."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.numbers",
        description="Play and solve what the notebook 06-the-game-in-numbers shows. The same call goes on where one "
        "was ended; the same seeds and budgets come to the same numbers.",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, type=Path, help="the file of numbers"
    )
    parser.add_argument(
        "--only",
        metavar="PART",
        action="append",
        choices=list(PARTS),
        help=f"a part alone: {', '.join(PARTS)}",
    )
    parser.add_argument("--workers", type=int, help="how many processes (one a processor)")
    parser.add_argument("--small", action="store_true", help="a sample of everything, in a minute")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    options = parser.parse_args(words)
    try:
        regenerate(
            options.output,
            options.only or tuple(PARTS),
            small=options.small,
            workers=options.workers,
            quiet=options.quiet,
        )
    except KeyboardInterrupt:
        print("stopped; the same command continues from there", file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
