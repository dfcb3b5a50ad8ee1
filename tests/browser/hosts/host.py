"""The interface to all hosts of notebooks."""

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
label = ipywidgets.Label()
board.observe(lambda change: setattr(label, 'value', say(change)), 'position')
label"""


class Cells(NamedTuple):
    """A notebook as its author writes it."""

    name: str
    sources: Sequence[str]


class Document(ABC):
    """An open notebook whose cells have been run."""

    keeps_outputs = True
    """Whether the notebook's file keeps outputs."""
    has_picture = True
    """Whether the page has the saved picture, which the live board hides."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def darken(self) -> None:
        """Switch to the host's dark theme."""

    @abstractmethod
    def cells(self) -> Locator:
        """The host's cells."""

    def reopen(self) -> None:
        """Save the notebook and open it without its kernel, if the host keeps outputs."""
        raise NotImplementedError


class Host(ABC):
    """A program that shows notebooks."""

    preface: Sequence[str] = ()
    """Cells that are inserted before all others."""
    echo: Sequence[str] = (LABELS,)
    """Cells that show the text of `say` for the last change of `board.position`."""
    wrap = "{}"
    """How users of the host show a widget without a name."""
    row = "ipywidgets.HBox([{}])"
    """How users of the host put widgets into a row."""
    text = "ipywidgets.Label('{}')"
    """How users of the host put a text into a row."""
    has_kernel_process = True
    """Whether a kernel can die without the host."""
    requested_addresses: Sequence[str] = ()
    """Addresses that the host itself requests, in vain here; a board must request nothing."""

    @abstractmethod
    def open(self, page: Page, cells: Cells) -> Document:
        """Write a notebook, open it and run its cells."""


@contextmanager
def server(command: list[str], url: str, folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """Run a web server until its first page can be loaded, and stop it at the end."""
    log = folder / "server.log"
    with log.open("wb") as log_file:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log_file,
            stderr=subprocess.STDOUT,
        )
    try:
        if not _answers(url, process):
            output = log.read_text(encoding="utf-8", errors="replace")
            raise RuntimeError(f"{command[2]} did not start:\n{output}")
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
