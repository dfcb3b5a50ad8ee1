"""A film of the game on a board, asked for by a front end: made while one plays on, or refused with the reason."""

from __future__ import annotations

import base64
import queue
import threading
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import comm
import pytest
from PIL import Image

import adaptoid_widget as aw
from adaptoid_widget import threads
from adaptoid_widget.picture import films, image_files
from tests.widget.test_widget import Wire, wire_of

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
                if "progress" not in content:
                    self.came.set()
            send(content, *rest)

        monkeypatch.setattr(board._film_maker, "_send", hear)


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
    told = sent.films[-1]
    assert told["id"] == ASKED["id"]
    film = Image.open(BytesIO(base64.b64decode(told["data"])))
    assert getattr(film, "n_frames", 0) == 3
    assert film.convert("RGB").crop((0, 0, 1, 1)).tobytes() == b"\x11\x11\x11"
    board.close()


def test_where_there_are_no_threads_it_is_made_a_little_later(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: list[Any] = []
    monkeypatch.setattr(threads, "THREADS", False)
    monkeypatch.setattr(
        threads, "later", lambda _, function, *arguments: waiting.append((function, arguments))
    )
    board = aw.Board(aw.Game().play("+D3"))
    sent = Sent(board, monkeypatch)
    assert asked(board)["ok"]
    assert sent.films == []
    pauses = 0
    while waiting:
        ((what, given),) = waiting
        waiting.clear()
        what(*given)
        pauses += 1
    assert "data" in sent.films[-1]
    assert pauses > 2, "after each picture something else may be done"
    board.close()


def test_without_pillow_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_files, "find_spec", lambda _: None)
    board = aw.Board(aw.Game().play("+D3"))
    sent = Sent(board, monkeypatch)
    assert asked(board)["ok"]
    assert sent.came.wait(60)
    assert "pip install pillow" in sent.films[-1]["error"]
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


class Slow:
    """Stands in for the making of a film: a part comes whenever the test lets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began: queue.Queue[str] = queue.Queue()
        self.go = threading.Semaphore(0)
        self.threads: set[int] = set()
        slow = self

        def chunks(film: Any, **_: Any) -> Iterator[bytes]:
            slow.threads.add(threading.get_ident())
            slow.began.put(film.pictures[0].theme)
            for number in range(len(film.pictures)):
                assert slow.go.acquire(timeout=60)
                yield b"%d" % number

        monkeypatch.setattr(films.Film, "chunks", chunks)


def test_the_next_request_cancels_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty requests make one thread and one film."""
    slow = Slow(monkeypatch)
    board = aw.Board(aw.Game().play("+D3").play("+D5"))
    sent = Sent(board, monkeypatch)
    before = threading.active_count()
    for number in range(50):
        assert asked(board, id=number, theme="dark" if number == 49 else "light")["ok"]
        assert threading.active_count() <= before + 1
        if number == 0:
            assert slow.began.get(timeout=60) == "light"
    for _ in range(4):
        slow.go.release()
    done = wait_for(sent, lambda told: "data" in told)
    assert base64.b64decode(done["data"]) == b"012"
    assert done["id"] == 49
    cancelled = [told["id"] for told in sent.films if told.get("cancelled")]
    assert sorted(cancelled) == list(range(49)), "each of the others is answered once"
    assert len(slow.threads) == 1
    board.close()


def wait_for(sent: Sent, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first message of a kind, waited for."""
    while True:
        assert sent.came.wait(60)
        sent.came.clear()
        found = [told for told in list(sent.films) if wanted(told)]
        if found:
            return found[0]


def test_closing_the_board_ends_its_film(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)
    board = aw.Board(aw.Game().play("+D3").play("+D5"))
    sent = Sent(board, monkeypatch)
    camera_of = board._film_maker
    assert asked(board)["ok"]
    slow.began.get(timeout=60)
    (worker,) = [one for one in threading.enumerate() if one.name == "adaptoid-film"]
    board.close()
    slow.go.release()
    worker.join(60)
    assert not worker.is_alive(), "it did not wait for the other pictures"
    assert camera_of._current is None
    assert sent.films == []


def test_it_tells_how_far_it_is_but_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)
    ticks = iter(range(1000))
    monkeypatch.setattr("adaptoid_widget.widget.film.monotonic", lambda: next(ticks) * 0.04)
    game = aw.Game()
    for turn in ("+D3", "+D5", "D2+L", "D6+L", "D3+L", "D5+L", "D2+P", "D6+P"):
        game.play(turn)
    board = aw.Board(game)
    sent = Sent(board, monkeypatch)
    assert asked(board)["ok"]
    for _ in range(9):
        slow.go.release()
    assert sent.came.wait(60)
    assert [told.get("progress") for told in sent.films] == [3 / 9, 6 / 9, 9 / 9, None]
    assert {told["id"] for told in sent.films} == {ASKED["id"]}
    board.close()


def test_whatever_goes_wrong_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise KeyError("no such shape")

    with monkeypatch.context() as patched:
        patched.setattr(films.Film, "chunks", broken)
        board = aw.Board(aw.Game().play("+D3"))
        sent = Sent(board, monkeypatch)
        assert asked(board)["ok"]
        assert sent.came.wait(60)
        assert sent.films == [{"type": "film", "id": 4, "error": "KeyError: 'no such shape'"}]
        assert "no such shape" in capsys.readouterr().err, "it is logged"
    sent.came.clear()
    assert asked(board, id=5)["ok"]
    assert "data" in wait_for(sent, lambda told: told["id"] == 5 and "progress" not in told)
    board.close()


def test_a_film_that_is_too_long_is_refused_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is the game copied nor a turn of it looked at."""
    game = aw.Game().play("+D3").play("+D5")
    board = aw.Board(game)
    monkeypatch.setattr(films, "MAX_TURNS", 1)
    monkeypatch.setattr(type(game), "line", property(lambda _: pytest.fail("its turns are looked at")))
    monkeypatch.setattr(type(game), "__deepcopy__", lambda *_: pytest.fail("it is copied"), raising=False)
    reply = asked(board)
    assert not reply["ok"]
    assert "a film has at most 1 turns, and this game has 2" in reply["text"]
    with pytest.raises(aw.GameError, match="at most 1 turns"):
        aw.film(game)
    board.close()
