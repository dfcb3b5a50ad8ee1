"""The widget when something fails or the front end writes what it may not, and the objects that a board leaves."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
import traitlets
from ipywidgets.widgets.widget import _instances

from adaptoid_widget import Board, Game, home
from adaptoid_widget.core.session.handlers import INTENTS
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.widget.analyst import BoardAnalyst
from adaptoid_widget.widget.players import BoardPlayers
from tests.widget.test_widget import GROW, PLAYED, START
from tests.widget.wire import is_custom, wire_of

pytestmark = pytest.mark.usefixtures("wires")


@pytest.mark.parametrize(
    "kind", [*INTENTS, "edit", "picture", "film", "analyse", "line", "parts", "stop", "\ud800"]
)
@pytest.mark.parametrize("sender", ["a", "\ud800"])
def test_a_lone_surrogate_in_an_intent_is_answered(kind: str, sender: str) -> None:
    """A lone surrogate cannot be sent back, in whatever field of the intent it was."""
    fields = "from to at what color text marks names language turns name theme view do node tool".split()  # noqa: SIM905
    for half in ("\ud800", ["\ud800"]):
        board = Board()
        wire = wire_of(board)
        wire.bring({"id": sender, "rev": 0, "kind": kind, **dict.fromkeys(fields, half)})
        assert len(wire.replies) == 1
        assert wire.replies[0]["id"] == ("a" if sender == "a" else None)
        board.close()


def test_the_front_end_can_write_only_its_view_count() -> None:
    """It cannot replace the script of the board or any other trait. The board sends the true value of a
    synced trait back."""
    board = Board()
    wire = wire_of(board)
    board.send_state()
    (before,) = [message["state"] for message in wire.sent]
    wire.sent.clear()
    for name in board.keys:
        value = getattr(board, name)
        other: Any = "alert(1)" if isinstance(value, str) else {} if isinstance(value, dict) else [7]
        if name != "_view_count":
            wire.write({name: other})
    wire.write({"_esm": "alert(1)", "_css": "*{}", "no_such_trait": 1, "position": START, "_view_count": 2})
    assert board.get_state("_view_count") == {"_view_count": 2}
    for message in wire.sent:
        for name, value in message["state"].items():
            if name != "_view_count":
                assert value == before[name]
    wire.sent.clear()
    board.set_trait("_view_count", None)
    wire.sent.clear()
    board.send_state()
    assert [message["state"] for message in wire.sent] == [before]


def test_a_closed_board_leaves_no_widget() -> None:
    """The CSS layout that ipywidgets makes for each board is closed too, unless another widget uses it."""
    for widget in list(_instances.values()):
        widget.close()
    board = Board()
    assert len(_instances) == 2
    board.close()
    assert not _instances
    board, other = Board(), Board()
    shared = board.layout
    other.layout = shared
    board.close()
    assert other.layout.comm is not None
    other.close()
    # the replaced layout of `other` was closed; the shared layout is still open
    assert shared.comm is not None
    shared.close()
    assert not _instances


def test_a_closed_home_leaves_no_widget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing it closes its tiles and the boards that were opened from them."""
    monkeypatch.chdir(tmp_path)
    for widget in list(_instances.values()):
        widget.close()
    tiles = home()
    tiles.show("analyse").show("move").show("puzzles").show("")
    tiles.close()
    assert not _instances
    tiles.close()


# -- when something fails ---------------------------------------------------------------------------------------------


def test_an_intent_is_answered_once_when_the_board_cannot_be_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another board of the game is shown all the same. After the failure, the next click shows the first
    board again."""
    game = Game()
    first, second = Board(game), Board(game)
    wire, other = wire_of(first), wire_of(second)
    snapshot = Session.snapshot

    def fail(session: Session) -> Any:
        return 1 // 0 if session.board == first.snapshot["board"] else snapshot(session)

    with monkeypatch.context() as patch:
        patch.setattr(Session, "snapshot", fail)
        wire.bring(GROW)
        assert [(reply["ok"], reply["code"]) for reply in wire.replies] == [(False, "failed")]
        assert "ZeroDivisionError" in wire.replies[0]["detail"]
        assert other.snapshots[-1]["position"] == PLAYED
        with pytest.raises(ZeroDivisionError):
            game.undo()
        assert other.snapshots[-1]["position"] == START
    assert capsys.readouterr().err.count("ZeroDivisionError") == 1
    wire.bring({**GROW, "id": "b"})
    assert [reply["ok"] for reply in wire.replies] == [False, False]
    assert wire.replies[1]["code"] == "stale"
    assert wire.snapshots[-1]["rev"] == 2
    wire.bring({**GROW, "id": "c", "rev": 2})
    assert wire.replies[2]["ok"] is True


@pytest.mark.parametrize("part", [BoardPlayers, BoardAnalyst])
def test_an_error_in_the_players_or_the_analyst_is_raised_and_the_board_is_shown(
    part: type, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """For example, a thread cannot be started or memory runs out. The game is saved too."""
    board = Board()
    board.autosave = tmp_path / "games.txt"
    wire = wire_of(board)

    def fail(_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(part, "update_search", fail)
        with pytest.raises(MemoryError):
            board.play("+D3")
    assert wire.snapshots[-1]["position"] == PLAYED
    assert "+D3" in (tmp_path / "games.txt").read_text(encoding="utf-8")
    wire.bring({**GROW, "rev": 1, "at": "D5"})
    assert wire.replies[-1]["ok"] is True


def test_a_snapshot_that_could_not_be_sent_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trait has changed by then, so ipywidgets would not send it again by itself."""
    board = Board()
    wire = wire_of(board)

    def cut(*_: Any, **__: Any) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(wire, "publish_msg", cut)
        with pytest.raises(ConnectionError):
            board.play("+D3")
    assert wire.snapshots == []
    wire.bring({**GROW, "at": "D5"})
    assert wire.replies[-1]["code"] == "stale"
    assert wire.snapshots[-1]["position"] == PLAYED


def test_observers_of_a_setting_are_called_after_its_transaction() -> None:
    board = Board()
    changes: list[Any] = []
    free: list[bool] = []

    def observe(change: Any) -> None:
        changes.append((change.name, change.old, change.new, board.snapshot["aids"]))
        thread = threading.Thread(target=board.undo)
        thread.start()
        thread.join(60)
        free.append(not thread.is_alive())

    board.observe(observe, "aids")
    board.aids = "legal"
    board.aids = "legal"
    assert changes == [("aids", "full", "legal", "legal")]
    assert free == [True]
    with pytest.raises(traitlets.TraitError):
        board.aids = "all"
    with pytest.raises(traitlets.TraitError):
        board.flipped = "yes"  # type: ignore[assignment]
    assert (board.aids, board.flipped, board.snapshot["rev"]) == ("legal", False, 1)


def test_an_error_in_an_observer_is_reported_and_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """The error is reported on standard error and on the board. Other observers are called, and replies are sent."""
    board = Board()
    wire = wire_of(board)
    positions: list[str] = []

    def trip(change: Any) -> None:
        raise RuntimeError(f"tripped at {change['new'].turn}")

    board.observe(trip, "position")
    board.observe(lambda change: positions.append(str(change["new"])), "position")
    board.play("+D3")
    wire.bring({**GROW, "rev": 1, "at": "D5"})
    assert positions == [PLAYED, "adaptoid w 0,0 W:D2,D3 B:D5,D6"]
    assert [reply["ok"] for reply in wire.replies] == [True]
    reports = [message["content"]["text"] for message in wire.sent if is_custom(message, "report")]
    assert [text.count("RuntimeError: tripped at") for text in reports] == [1, 1]
    assert capsys.readouterr().err.count("RuntimeError: tripped at") == 2
