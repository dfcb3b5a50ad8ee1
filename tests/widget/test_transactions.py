"""Transactions of several boards and threads run one after the other and leave the game consistent."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Callable
from typing import Any

import anywidget
import pytest

import adaptoid_widget as aw
from adaptoid_widget.widget.transactions import TRANSACTION, Transactions


class Screen:
    """Something that is published and notified, and logs both."""

    def __init__(self, log: list[str], name: str) -> None:
        self.log = log
        self.name = name

    def publish(self) -> None:
        self.log.append("publish " + self.name)

    def notify_observers(self) -> None:
        self.log.append("notify " + self.name)

    def catch_up(self) -> None:
        """All changes are noticed here."""


def test_a_transaction_publishes_and_notifies_each_touched_screen_once() -> None:
    log: list[str] = []
    steps = Transactions()
    a, b = Screen(log, "a"), Screen(log, "b")
    with steps:
        steps.touch(a)
        with steps:
            steps.touch(a)
            steps.touch(b)
        log.append("done")
    assert log == ["done", "publish a", "publish b", "notify a", "notify b"]
    with steps:
        pass
    assert len(log) == 5


def test_an_answer_is_sent_after_publishing_and_before_notifying() -> None:
    log: list[str] = []
    steps = Transactions()
    screen = Screen(log, "a")

    def act() -> str:
        steps.touch(screen)
        return "answer"

    steps.answer(act, log.append, repr)
    assert log == ["publish a", "answer", "notify a"]


def test_an_error_in_an_observer_does_not_skip_the_other_observers() -> None:
    log: list[str] = []
    steps = Transactions()
    first, second = Screen(log, "a"), Screen(log, "b")

    def fail() -> None:
        log.append("fail")
        raise ZeroDivisionError

    def act() -> str:
        steps.touch(first)
        steps.touch(second)
        return "answer"

    first.notify_observers = fail  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        steps.answer(act, log.append, repr)
    assert log == ["publish a", "publish b", "answer", "fail", "notify b"]
    log.clear()
    with pytest.raises(ZeroDivisionError), steps:
        act()
    assert log == ["publish a", "publish b", "fail", "notify b"]


def test_an_error_in_a_transaction_is_raised_and_frees_the_lock() -> None:
    log: list[str] = []
    steps = Transactions()

    def fail() -> None:
        with steps:
            steps.touch(Screen(log, "a"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert log == ["publish a", "notify a"]
    free: list[bool] = []

    def enter() -> None:
        with steps:
            free.append(True)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join(10)
    assert free == [True]


def test_two_boards_of_one_game_show_the_same_position() -> None:
    first = aw.Board()
    second = aw.Board(first.game)
    first.play("+D3")
    second.play("+D5")
    first.game.undo()
    assert first.snapshot["position"] == second.snapshot["position"] == "adaptoid b 0,0 W:D2,D3 B:D6"
    assert first.snapshot["rev"] == second.snapshot["rev"] == 3
    second.close()
    first.play("D6+L")
    assert second.snapshot["rev"] == 3
    assert first.snapshot["rev"] == 4


def test_a_board_that_could_not_be_made_does_not_watch_the_game() -> None:
    game = aw.Game()
    with pytest.raises(Exception, match="flipped"):
        aw.Board(game, flipped="yes")  # type: ignore[arg-type]
    assert game.watchers == []


def test_a_board_whose_constructor_failed_can_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python closes such a board when it is collected, and would print an error otherwise."""
    boards: list[aw.Board] = []

    def fail(board: aw.Board, **_: Any) -> None:
        boards.append(board)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(anywidget.AnyWidget, "__init__", fail)
        with pytest.raises(KeyboardInterrupt):
            aw.Board()
    boards[0].close()


def test_observers_are_called_with_the_lock_free_when_a_game_is_played_directly() -> None:
    board = aw.Board()
    positions: list[str] = []
    free: list[bool] = []

    def observe(change: Any) -> None:
        positions.append(str(change.new))
        if len(positions) == 1:
            # another thread can change the board meanwhile
            thread = threading.Thread(target=board.undo)
            thread.start()
            thread.join(10)
            free.append(not thread.is_alive())

    board.observe(observe, "position")
    board.game.play("+D3")
    assert free == [True]
    assert positions == ["adaptoid b 0,0 W:D2,D3 B:D6", "adaptoid w 0,0 W:D2 B:D6"]


@pytest.mark.parametrize("seed", range(10))
def test_a_game_played_by_several_threads_can_be_replayed(seed: int) -> None:
    board = aw.Board()

    def play(by: Callable[[str], object], dice: random.Random) -> None:
        for _ in range(40):
            try:
                turns = [str(turn) for turn in board.position.turns()]
                if turns:
                    by(dice.choice(turns))
            except ValueError:
                pass  # another thread was quicker

    threads = [
        threading.Thread(target=play, args=(by, random.Random(seed * 3 + number)))
        for number, by in enumerate((board.play, board.play, board.game.play))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    replayed = aw.Game()
    for turn in board.game.turns:
        replayed.play(turn)
    assert replayed.position == board.position
    assert board.snapshot["position"] == str(board.position)
    assert board.snapshot["rev"] == board.game.ply


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_does_not_wait_for_the_lock_of_a_parents_thread() -> None:
    """`multiprocessing` on Linux forks while a thread of the parent holds the lock."""
    board = aw.Board()
    held, finish = threading.Event(), threading.Event()

    def hold() -> None:
        with TRANSACTION:
            held.set()
            finish.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    child = os.fork()
    if not child:
        # ends the child if it waits for ever
        signal.alarm(30)
        board.play("+D3")
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finish.set()
    thread.join()
    assert status == 0
    board.play("+D3")
