"""A film of the game on a board, asked for by a front end: made while one plays on, or refused with the reason."""

from __future__ import annotations

import base64
import threading
from io import BytesIO
from typing import Any

import comm
import pytest
from PIL import Image

import adaptoid_widget as aw
from adaptoid_widget import camera
from adaptoid_widget.picture import pixels

from .test_widget import Wire, wire_of

ASKED = {"id": 4, "kind": "film", "theme": "dark", "flipped": True}


class Sent:
    """What a board said besides its answers."""

    def __init__(self, board: aw.Board, monkeypatch: pytest.MonkeyPatch) -> None:
        self.films: list[dict[str, Any]] = []
        self.came = threading.Event()
        send = board.send

        def hear(content: Any, *rest: Any) -> None:
            if content.get("type") == "film":
                self.films.append(content)
                self.came.set()
            send(content, *rest)

        maker = board._session.more["film"].__self__  # type: ignore[attr-defined]
        monkeypatch.setattr(maker, "_send", hear)


@pytest.fixture(autouse=True)
def wires(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards made here send over a Wire."""
    monkeypatch.setattr(comm, "create_comm", Wire)


def asked(board: aw.Board, **changes: Any) -> Any:
    wire = wire_of(board)
    wire.bring({**ASKED, "rev": board.snapshot["rev"], **changes})
    return wire.replies[-1]


@pytest.mark.parametrize("interactive", [True, False])
def test_it_comes_after_the_answer_and_is_of_the_game_as_it_was(
    monkeypatch: pytest.MonkeyPatch, interactive: bool
) -> None:
    board = aw.Board(aw.Game().play("+D3").play("+D5"), interactive=interactive, language="de")
    sent = Sent(board, monkeypatch)
    assert asked(board)["ok"]
    board.play("D2+L")
    assert sent.came.wait(60)
    (told,) = sent.films
    film = Image.open(BytesIO(base64.b64decode(told["data"])))
    assert getattr(film, "n_frames", 0) == 3
    assert film.convert("RGB").crop((0, 0, 1, 1)).tobytes() == b"\x11\x11\x11"
    board.close()


def test_where_there_are_no_threads_it_is_made_a_little_later(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: list[Any] = []
    monkeypatch.setattr(camera, "THREADS", False)
    monkeypatch.setattr(camera, "later", lambda _, what, *given: waiting.append((what, given)))
    board = aw.Board(aw.Game().play("+D3"))
    sent = Sent(board, monkeypatch)
    assert asked(board)["ok"]
    assert sent.films == []
    ((what, given),) = waiting
    what(*given)
    assert "data" in sent.films[0]
    board.close()


def test_without_pillow_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pixels, "find_spec", lambda _: None)
    board = aw.Board(aw.Game().play("+D3"))
    sent = Sent(board, monkeypatch)
    assert asked(board)["ok"]
    assert sent.came.wait(60)
    assert "pip install pillow" in sent.films[0]["error"]
    board.close()


@pytest.mark.parametrize("changes", [{"theme": "sepia"}, {"theme": None}, {"flipped": 1}, {"flipped": None}])
def test_what_is_no_wish_for_a_film_is_refused(changes: dict[str, Any]) -> None:
    board = aw.Board(aw.Game().play("+D3"))
    reply = asked(board, **changes)
    assert not reply["ok"]
    assert reply["code"] == "bad-message"
    board.close()


@pytest.mark.parametrize("start", [None, "open"])
def test_no_turns_no_film(start: str | None) -> None:
    board = aw.Board(start)
    reply = asked(board)
    assert not reply["ok"]
    assert "no turns" in reply["text"] or "open start" in reply["text"]
    board.close()
