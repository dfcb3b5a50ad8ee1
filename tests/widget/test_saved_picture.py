"""The saved picture of a board, where several browsers share the document that holds it."""

from __future__ import annotations

import comm
import pytest

from adaptoid_widget import Board
from adaptoid_widget.widget import saved_picture
from tests.widget.wire import Wire, wire_of


def test_of_browsers_that_share_a_document_one_is_given_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever had it last; the others once that one has not asked for a while."""
    now = [100.0]
    monkeypatch.setattr("adaptoid_widget.widget.saved_picture.time.monotonic", lambda: now[0])
    monkeypatch.setattr(comm, "create_comm", Wire)
    wire = wire_of(Board())

    def given(*browsers: str) -> list[str]:
        for browser in browsers:
            wire.bring({"id": browser, "rev": 0, "kind": "picture", "by": browser})
        replies = wire.replies[-len(browsers) :]
        assert all(reply["ok"] for reply in replies)
        return [reply["id"] for reply in replies if "bundle" in reply]

    assert given("a", "b", "c") == ["a"]
    now[0] += saved_picture.LEASE_S - 0.1
    assert given("c", "a", "b") == ["a"]
    # it is gone
    now[0] += saved_picture.LEASE_S + 0.1
    assert given("c", "b") == ["c"]
