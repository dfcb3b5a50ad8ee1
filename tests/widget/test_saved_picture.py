"""The saved picture of a board when several browsers share a document."""

from __future__ import annotations

import comm
import pytest

from adaptoid_widget import Board
from adaptoid_widget.widget import saved_picture
from tests.widget.wire import Wire, wire_of


def test_only_one_browser_of_a_shared_document_gets_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser that had the picture last gets it again; another one gets it after that browser has not
    asked for a while."""
    now = [100.0]
    monkeypatch.setattr("adaptoid_widget.widget.saved_picture.time.monotonic", lambda: now[0])
    monkeypatch.setattr(comm, "create_comm", Wire)
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
