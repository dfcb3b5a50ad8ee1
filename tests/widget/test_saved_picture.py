"""The saved picture of a board when several browsers share a document."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from adaptoid_widget import Board
from adaptoid_widget.export.output_content import MIME
from adaptoid_widget.widget import saved_picture
from tests.widget.wire import wire_of

pytestmark = pytest.mark.usefixtures("wires")


def test_only_one_browser_of_a_shared_document_gets_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser that had the picture last gets it again; another one gets it after that browser has not
    asked for a while."""
    now = [100.0]
    monkeypatch.setattr("adaptoid_widget.widget.saved_picture.time.monotonic", lambda: now[0])
    wire = wire_of(Board())

    def browsers_with_picture(*browsers: str) -> list[str]:
        for browser in browsers:
            wire.bring({"id": browser, "rev": 0, "kind": "picture", "by": browser})
        replies = wire.replies[-len(browsers) :]
        assert all(reply["ok"] for reply in replies)
        return [reply["id"] for reply in replies if "bundle" in reply]

    assert browsers_with_picture("a", "b", "c") == ["a"]
    now[0] += saved_picture.LEASE_S - 0.1
    assert browsers_with_picture("c", "a", "b") == ["a"]
    # the first browser is gone
    now[0] += saved_picture.LEASE_S + 0.1
    assert browsers_with_picture("c", "b") == ["c"]


@pytest.fixture
def shell() -> Iterator[Any]:
    """A new IPython without a kernel."""
    shell: Any = InteractiveShell.instance(history_load_length=0)
    shell.history_manager.enabled = False
    yield shell
    InteractiveShell.clear_instance()


def test_a_home_is_saved_even_if_the_notebook_has_no_board(shell: Any) -> None:
    """Its list of lessons stands below the tiles, with the content of which an export makes a page."""
    with capture_output() as captured:
        shell.run_cell("import adaptoid_widget as aw\naw.home()")
    live, saved, *_ = captured.outputs
    assert MIME not in live.data
    assert MIME in saved.data


def test_a_board_can_be_made_in_a_host_that_can_only_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solara has an IPython with no more than that."""
    monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace(display_pub=None))
    board = Board()
    board.play("+D3")
    assert saved_picture.shell() is None
    board.close()


def test_a_board_that_is_closed_in_the_cell_of_its_last_turn_keeps_the_last_position(shell: Any) -> None:
    """The picture usually waits for the end of the cell, when a closed board has no output any more."""
    shell.run_cell("import adaptoid_widget as aw\nboard = aw.Board()\ndisplay(board)")
    with capture_output() as captured:
        shell.run_cell("board.play('+D3')\nboard.close()")
    assert [output.data["text/plain"].split("\n")[-1] for output in captured.outputs] == [
        "adaptoid b 0,0 W:D2,D3 B:D6"
    ]
