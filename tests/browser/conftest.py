"""Fixtures for all browser tests: one Chromium, one JupyterLab, a shared notebook, and one that tests may break."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.harness import note_errors
from tests.repetitions import EVERYTHING
from tools.browser.jupyter import Lab, Notebook, chromium, context
from tools.setup import frontend

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "browser"
PATIENCE_MS = 20_000
# Only this machine can be reached, because neither a board nor its notebook may need a network.
NO_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
# Optimizing WebAssembly takes longer than a short-lived page gains from it. Nightly runs optimize it.
BASELINE_WASM = "--js-flags=--liftoff-only"

FAILED = pytest.StashKey[bool]()

expect.set_options(timeout=PATIENCE_MS)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests in JupyterLab, which must run in one process because they share a server and a notebook."""
    for item in items:
        if isinstance(item, pytest.Function) and "lab" in item.fixturenames:
            item.add_marker("jupyterlab")


@pytest.fixture(scope="session")
def artefacts() -> Path:
    """The folder for screenshots."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    return ARTEFACTS


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One Chromium; each page gets its own profile. Stops the run with one line if boards are older than js/src."""
    if frontend.is_stale():
        pytest.exit("the front end is older than its sources; run `python3 dev.py build`", returncode=1)
    with chromium(chromium_path, NO_NETWORK, *([] if EVERYTHING else [BASELINE_WASM])) as opened_browser:
        yield opened_browser


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One JupyterLab server."""
    with Lab(tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record for fixtures whether their test failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


class Opener:
    """Opens notebooks in pages and collects the errors of the pages."""

    def __init__(self, lab: Lab, browser: Browser) -> None:
        self.lab = lab
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        self.count = 0

    def page(self) -> Page:
        """Open a page in a new profile."""
        profile = context(self.browser)
        profile.set_default_timeout(PATIENCE_MS)
        self.contexts.append(profile)
        note_errors(profile, self.errors)
        return profile.new_page()

    def notebook(self) -> Notebook:
        """Open a new notebook in a new page."""
        self.count += 1
        name = f"{id(self)}-{self.count}.ipynb"
        self.lab.write(name)
        return self.lab.open(self.page(), name)

    def picture(self, request: pytest.FixtureRequest) -> None:
        """Save screenshots of the pages if the test failed."""
        if not request.node.stash.get(FAILED, False):
            return
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        pages = [page for profile in self.contexts for page in profile.pages]
        for number, page in enumerate(pages):
            page.screenshot(path=ARTEFACTS / f"failed-{request.node.name}-{number}.png")

    def close(self) -> None:
        """Close the pages."""
        for profile in self.contexts:
            profile.close()


@pytest.fixture(scope="session")
def common(lab: Lab, browser: Browser) -> Iterator[tuple[Opener, Notebook]]:
    """The notebook that most tests use."""
    opener = Opener(lab, browser)
    yield opener, opener.notebook()
    opener.close()


@pytest.fixture
def notebook(common: tuple[Opener, Notebook], request: pytest.FixtureRequest) -> Iterator[Notebook]:
    """The shared notebook, cleared. Its page must raise no error during the test."""
    opener, shared = common
    shared.clear()
    opener.errors.clear()
    yield shared
    opener.picture(request)
    assert opener.errors == []


@pytest.fixture(scope="session")
def breakable_notebooks(lab: Lab, browser: Browser) -> Iterator[tuple[Opener, list[Notebook]]]:
    """A notebook that tests may break; it is opened when first needed."""
    opener = Opener(lab, browser)
    yield opener, []
    opener.close()


@pytest.fixture
def rough(
    breakable_notebooks: tuple[Opener, list[Notebook]], request: pytest.FixtureRequest
) -> Iterator[Notebook]:
    """A shared notebook, cleared, whose page may be reloaded and whose kernel may be restarted."""
    opener, ready = breakable_notebooks
    if not ready:
        ready.append(opener.notebook())
    ready[0].clear()
    opener.errors.clear()
    yield ready[0]
    opener.picture(request)
    if request.node.stash.get(FAILED, False):
        # a failed test leaves the notebook in an unknown state
        opener.close()
        opener.contexts.clear()
        ready.clear()
    assert opener.errors == []


@pytest.fixture
def opener(lab: Lab, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Opens new notebooks, for tests that measure pages or need several."""
    own = Opener(lab, browser)
    yield own
    own.picture(request)
    own.close()
    assert own.errors == []
