"""Fixtures and settings for all tests."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import comm
import pytest
from hypothesis import settings

from adaptoid_widget.export.shared_page import ShareError
from tests.repetitions import EVERYTHING

# Failed asserts in the modules that tests share say what they compared, too.
pytest.register_assert_rewrite(
    *(f"tests.{folder.name}" for folder in Path(__file__).parent.iterdir() if folder.is_dir())
)

# Times are never asserted: a busy machine must not fail a test. In CI each run tries the same examples.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by folder, so that `-m "not browser"` leaves out tests/browser; deselect nightly tests by day."""
    for item in items:
        folders = item.nodeid.split("/", 2)
        if folders[0] == "tests" and folders[1] in ("browser", "portable"):
            item.add_marker(folders[1])
        # the doctests of developers' tools compile much code for little
        if folders[0] == "tools":
            item.add_marker("nightly")
    left_out = [] if EVERYTHING else [item for item in items if item.get_closest_marker("nightly")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Stop with one line if a page cannot be made until `python3 dev.py build`: all tests of pages would fail."""
    report = yield
    error = call.excinfo.value if call.excinfo else None
    if isinstance(error, ShareError) and "dev.py build" in str(error):
        report.longrepr = str(error)
        item.session.shouldfail = str(error)
    return report


@pytest.fixture
def sigint_handler() -> Iterator[None]:
    """Set Python's own handler for SIGINT, as in a notebook cell; a shell may start tests with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let boards send over a `Wire`, which stores what is sent."""
    from tests.widget.wire import Wire

    monkeypatch.setattr(comm, "create_comm", Wire)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The path of Chromium: the one that dev.py found or installed, or else one on PATH."""
    path = os.environ.get("ADAPTOID_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.fail("no Chromium: run `python3 dev.py test`, or name one in ADAPTOID_CHROMIUM")
    return path
