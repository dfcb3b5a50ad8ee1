"""Fixtures for each host, with the notebooks that its tests share."""

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
    # slow hosts first
    "JupyterLite": jupyterlite,
    "JupyterLab": jupyterlab,
    "Notebook 7": notebook7,
    "marimo": marimo,
    "Voila": voila,
}
# The tests of each run cover each feature in one host; a nightly run covers every feature in every host.
# `tests/browser/board` covers JupyterLab, whose pages JupyterLite shows.
EACH_RUN: dict[str, set[str]] = {
    "JupyterLite": set(),
    "JupyterLab": set(),
    "Notebook 7": {"test_the_last_position_is_saved_as_a_picture"},
    "marimo": {"test_a_game_can_be_played_by_clicks", "test_boards_in_a_row_share_its_width"},
    "Voila": {
        "test_two_views_show_one_game_and_two_boards_two",
        "test_boards_follow_the_theme_of_the_host",
        "test_a_board_whose_kernel_has_died_says_so",
    },
}
IMPORT = "import adaptoid_widget as aw"
# shows the position that an observer receives and the end of the file with the saved game
SAY = """from pathlib import Path
def say(change):
    saved = Path('games.txt').read_text(encoding='utf-8').split()
    return f'Python has {change.new} and saved {" ".join(saved[-4:])}'"""
# parts of URLs of our code in the hosts; errors in other files are the host's own
OURS = ("adaptoid", "anywidget", "blob:", "data:", "/@file/")


class Visit:
    """Pages in one host, with their errors and their requests beyond this machine."""

    def __init__(self, host: Host, browser: Browser) -> None:
        self.host = host
        self.profile: BrowserContext = context(browser)
        self.profile.set_default_timeout(PATIENCE_MS)
        self.errors: list[str] = []
        self.abroad: set[str] = set()
        self.profile.on("weberror", lambda error: self._fail(error.error))
        self.profile.on("request", lambda request: self._ask(request.url))

    def _fail(self, error: Error) -> None:
        report = f"{error.message}\n{error.stack}"
        if any(place in report for place in OURS):
            self.errors.append(report)

    def _ask(self, url: str) -> None:
        at_home = urlsplit(url).hostname in {"127.0.0.1", "localhost", None}
        if not at_home and not url.startswith(tuple(self.host.requested_addresses)):
            self.abroad.add(url)

    def open(self, name: str, *sources: str) -> Document:
        """Open a notebook with these cells, after the cells that the host needs, and run it in a new page."""
        page = self.profile.new_page()
        return self.host.open(page, Cells(name, [*self.host.preface, IMPORT, *sources]))

    def expect_nothing_wrong(self) -> None:
        """Expect that no page had an error or requested anything beyond this machine."""
        assert self.errors == []
        assert self.abroad == set()

    def picture(self, name: str) -> None:
        """Save screenshots of the pages."""
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(self.profile.pages):
            page.screenshot(path=ARTEFACTS / f"{name}-{number}.png")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that are not listed in `EACH_RUN` as nightly."""
    for item in items:
        call = getattr(item, "callspec", None)
        host = call.params.get("visit") if call else None
        if host and isinstance(item, pytest.Function) and item.originalname not in EACH_RUN[host]:
            item.add_marker("nightly")


@pytest.fixture(scope="session", params=HOSTS)
def visit(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> Iterator[Visit]:
    """Start one host after the other."""
    with HOSTS[request.param](tmp_path_factory.mktemp("host")) as host:
        visit = Visit(host, browser)
        yield visit
        visit.profile.close()


@pytest.fixture(autouse=True)
def watched(request: pytest.FixtureRequest, visit: Visit) -> Iterator[None]:
    """Save screenshots if the test failed, and check that no page had an error."""
    visit.errors.clear()
    yield
    if request.node.stash.get(FAILED, False):
        visit.picture(f"failed-{request.node.name}")
    visit.expect_nothing_wrong()


@pytest.fixture(scope="session")
def one_board(visit: Visit) -> Document:
    """A notebook with one board that saves its game, and an output with what Python observes."""
    board = "board = aw.Board()\nboard.autosave = 'games.txt'\nboard"
    return visit.open("alone", board, SAY, *visit.host.echo)


@pytest.fixture(scope="session")
def three_boards(visit: Visit) -> Document:
    """A notebook with two views of one board, and another board."""
    other = visit.host.wrap.format('aw.Board("adaptoid b 0,0 W:D2,D3 B:D6")')
    return visit.open("twice", "board = aw.Board()\nboard", "board", f"other = {other}\nother")
