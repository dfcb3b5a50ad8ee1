"""Each host once, with the notebooks that its tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Error

from tests.browser.conftest import ARTEFACTS, FAILED, PATIENCE_MS
from tests.browser.hosts.host import Cells, Document, Host
from tests.browser.hosts.jupyter import jupyterlab, notebook7
from tests.browser.hosts.lite import jupyterlite
from tests.browser.hosts.marimo import marimo
from tests.browser.hosts.voila import voila
from tools.browser.jupyter import context

HOSTS: dict[str, Callable[[Path], AbstractContextManager[Host]]] = {
    # the slow ones first
    "JupyterLite": jupyterlite,
    "JupyterLab": jupyterlab,
    "Notebook 7": notebook7,
    "marimo": marimo,
    "Voila": voila,
}
# What each run tries: each thing in one host. A nightly run tries everything in every host. `tests/browser/board` plays
# all of it in JupyterLab, whose pages JupyterLite shows; `tests/portable` runs the package in its Pyodide.
EACH_RUN: dict[str, set[str]] = {
    "JupyterLite": set(),
    "JupyterLab": set(),
    "Notebook 7": {"test_the_last_position_stays"},
    "marimo": {"test_a_game"},
    "Voila": {"test_two_views_in_step_and_two_boards_apart", "test_the_boards_take_the_hosts_dark_theme"},
}
IMPORT = "import adaptoid_widget as aw"
# the position that an observer is told, and the last words of the file that the game is saved in
SAY = """from pathlib import Path
def say(change):
    saved = Path('games.txt').read_text(encoding='utf-8').split()
    return f'Python has {change.new} and saved {" ".join(saved[-4:])}'"""
# where a board's code lies in one host or another; hosts have errors of their own, in files of their own
OURS = ("adaptoid", "anywidget", "blob:", "data:", "/@file/")


class Visit:
    """Pages in one host, and what they asked of the network and met of errors."""

    def __init__(self, host: Host, browser: Browser) -> None:
        self.host = host
        self.profile: BrowserContext = context(browser)
        self.profile.set_default_timeout(PATIENCE_MS)
        self.errors: list[str] = []
        self.abroad: set[str] = set()
        self.profile.on("weberror", lambda error: self._fail(error.error))
        self.profile.on("request", lambda request: self._ask(request.url))

    def _fail(self, error: Error) -> None:
        told = f"{error.message}\n{error.stack}"
        if any(place in told for place in OURS):
            self.errors.append(told)

    def _ask(self, url: str) -> None:
        at_home = urlsplit(url).hostname in {"127.0.0.1", "localhost", None}
        if not at_home and not url.startswith(tuple(self.host.asks)):
            self.abroad.add(url)

    def open(self, name: str, *sources: str) -> Document:
        """A notebook of these cells, and whatever the host wants before them, run in a page of its own."""
        page = self.profile.new_page()
        return self.host.open(page, Cells(name, [*self.host.preface, IMPORT, *sources]))

    def expect_nothing_wrong(self) -> None:
        """No page met an error, nor asked for anything that is not on this machine."""
        assert self.errors == []
        assert self.abroad == set()

    def picture(self, name: str) -> None:
        """Keep what the pages show."""
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(self.profile.pages):
            page.screenshot(path=ARTEFACTS / f"{name}-{number}.png")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to nightly runs what `EACH_RUN` does not name."""
    for item in items:
        call = getattr(item, "callspec", None)
        host = call.params.get("visit") if call else None
        if host and isinstance(item, pytest.Function) and item.originalname not in EACH_RUN[host]:
            item.add_marker("nightly")


@pytest.fixture(scope="session", params=HOSTS)
def visit(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> Iterator[Visit]:
    """One host after the other."""
    with HOSTS[request.param](tmp_path_factory.mktemp("host")) as host:
        visit = Visit(host, browser)
        yield visit
        visit.profile.close()


@pytest.fixture(autouse=True)
def watched(request: pytest.FixtureRequest, visit: Visit) -> Iterator[None]:
    """What the pages of a failed test show is kept; no test may leave an error behind."""
    visit.errors.clear()
    yield
    if request.node.stash.get(FAILED, False):
        visit.picture(f"failed-{request.node.name}")
    visit.expect_nothing_wrong()


@pytest.fixture(scope="session")
def alone(visit: Visit) -> Document:
    """A notebook with one board, which saves its game, and with what Python knows of it."""
    board = "board = aw.Board()\nboard.autosave = 'games.txt'\nboard"
    return visit.open("alone", board, SAY, *visit.host.echo)


@pytest.fixture(scope="session")
def twice(visit: Visit) -> Document:
    """A notebook with one board in two places, and another board."""
    other = visit.host.wrap.format('aw.Board("adaptoid b 0,0 W:D2,D3 B:D6")')
    return visit.open("twice", "board = aw.Board()\nboard", "board", f"other = {other}\nother")
