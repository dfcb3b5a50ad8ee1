"""What all hosts of notebooks have in common, as far as a board is concerned."""

from __future__ import annotations

import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from playwright.sync_api import Locator, Page

START_SECONDS = 90
LABELS = """import ipywidgets
told = ipywidgets.Label()
board.observe(lambda change: setattr(told, 'value', say(change)), 'position')
told"""


class Cells(NamedTuple):
    """A notebook, as one would write it in a host."""

    name: str
    sources: Sequence[str]


class Document(ABC):
    """A notebook that is open and has been run."""

    keeps = True
    """Whether what the cells have shown is kept in the notebook's file."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def darken(self) -> None:
        """Take the host's dark theme."""

    @abstractmethod
    def cells(self) -> Locator:
        """The host's cells."""

    def reopen(self) -> None:
        """Save the notebook and look at it without its kernel, where anything is kept to look at."""
        raise NotImplementedError


class Host(ABC):
    """A program that shows notebooks."""

    preface: Sequence[str] = ()
    """Cells that come before all others."""
    echo: Sequence[str] = (LABELS,)
    """Cells that show what `say` makes of the last change of `board.position`."""
    wrap = "{}"
    """How its users show a widget they have not given a name."""
    asks: Sequence[str] = ()
    """What the host itself asks of the network, in vain here; a board has to ask for nothing."""

    @abstractmethod
    def open(self, page: Page, cells: Cells) -> Document:
        """Write a notebook, open it and run its cells."""


@contextmanager
def server(command: list[str], url: str, folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """A program that serves pages, until its first page can be had and as long as it is used."""
    log = folder / "server.log"
    with log.open("wb") as written:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    try:
        if not _answers(url, process):
            said = log.read_text(encoding="utf-8", errors="replace")
            raise RuntimeError(f"{command[2]} did not start:\n{said}")
        yield url
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(url: str, process: subprocess.Popen[bytes]) -> bool:
    opener = build_opener(ProxyHandler({}))
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            with opener.open(url, timeout=5):
                return True
        except HTTPError:
            return True
        except OSError:
            time.sleep(0.05)
    return False
