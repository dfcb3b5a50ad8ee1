"""Boards and games leave no unreachable objects behind in Python."""

from __future__ import annotations

import gc
import random
import weakref
from collections import Counter
from collections.abc import Iterator
from typing import Any

import IPython.display
import pytest

from adaptoid_widget import Board, Game, Position
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import MAX_EARLIER, Session
from adaptoid_widget.widget.saved_picture import saved_in
from tests.repetitions import repetitions


def count_objects() -> Counter[str]:
    """The number of objects of each class of this package, without those of earlier tests."""
    for _ in range(3):
        gc.collect()
    kinds = (type(value) for value in gc.get_objects())
    return Counter(kind.__qualname__ for kind in kinds if str(kind.__module__).startswith("adaptoid_widget"))


def random_game(turns: int) -> Game:
    """A game of `turns` random turns."""
    dice = random.Random(20081)
    game = Game()
    while game.ply < turns:
        if game.result is not None:
            game = Game()
        game.play(dice.choice(list(game.position.turns())))
    return game


def ask(session: Session, kind: str, **fields: Any) -> None:
    """Send an intent, which must succeed."""
    assert handle(session, {"id": "a", "rev": session.rev, "kind": kind, **fields})["ok"]
    session.snapshot()


@pytest.fixture(autouse=True)
def earlier_objects() -> Iterator[None]:
    """Hide the objects of earlier tests from the garbage collector, because looking through them takes seconds."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("displayed", [False, True])
def test_a_closed_board_is_collected(displayed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its game and its saved picture are collected too, although it has an observer."""
    monkeypatch.setattr(IPython.display, "display", lambda *_, **__: None)
    monkeypatch.setattr(IPython.display, "update_display", lambda *_, **__: None)
    board = Board()
    board.observe(lambda _: None, "position")
    board.play("+D3")
    if displayed:
        board._ipython_display_()
    objects = (board, board.game, *saved_in(board))
    references = [weakref.ref(value) for value in objects]
    board.close()
    del board, objects
    gc.collect()
    assert [ref() for ref in references] == [None] * 3


def test_a_game_forgets_boards_that_show_it_no_more() -> None:
    """The board has another game, or was closed."""
    game = Game()
    board = Board(game)
    other = Board(game)
    assert len(game.watchers) == 2
    board.new_game()
    assert len(game.watchers) == 1
    other.close()
    assert game.watchers == []


def test_navigating_a_game_leaves_no_objects() -> None:
    """All ways to navigate, and looking at maps meanwhile, create no lasting objects."""
    game = random_game(30)
    session = Session(game)

    def walk(times: int) -> None:
        for _ in range(times):
            for ply in (0, 10, 20, 29, 30):
                ask(session, "goto", at=ply)
            for _ in range(5):
                ask(session, "undo")
            for _ in range(5):
                ask(session, "redo")
            ask(session, "select", node=7)
            ask(session, "history", **{"from": 0, "to": 30})
            ask(session, "map", color=game.position.turn)
            ask(session, "select", node=30)

    walk(1)
    before = count_objects()
    walk(repetitions(2, 20))
    assert count_objects() == before
    assert len(game.nodes) == 31


def test_only_games_that_undo_can_restore_are_kept() -> None:
    """Each further game lets the oldest one be collected."""
    session = Session(Game())
    games: list[weakref.ref[Game]] = []
    for _ in range(MAX_EARLIER + 10):
        games.append(weakref.ref(session.game))
        ask(session, "grow", at="D3", what="new")
        ask(session, "new")
    gc.collect()
    assert [ref() is None for ref in games] == [True] * 10 + [False] * MAX_EARLIER


def test_a_long_game_keeps_no_more_than_its_turns() -> None:
    """Each turn leaves one node and one position, however often it was shown."""
    game = Game(Position.start())
    session = Session(game)
    before = count_objects()
    moved = random_game(40)
    for turn in moved.turns:
        game.play(turn)
        session.snapshot()
    del moved
    grown = count_objects() - before
    assert grown["Node"] == 40
    assert grown["Position"] == 40
    assert set(grown) <= {"Node", "Position", "Turn", "Gone", "Piece", "TreeRow"}
