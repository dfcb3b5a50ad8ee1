"""Random walks through games: redo reverses undo, a refused action changes nothing, and packing keeps the game."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from functools import partial

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.page.stored_game import read_stored, stored_game
from adaptoid_widget.core.session.session import Session
from tests.repetitions import repetitions

pytestmark = pytest.mark.slow

STARTS = (
    "open",
    None,
    "adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7",
    "adaptoid w+ 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7",
    "adapt3 w 0,0,0 W:D2L B:B4L R:F6L",
    "adaptoid@lattice:A1.A2.A3.B1.B3.C1.C2.C3 w 0,0 W:A1 B:C3",
)

State = tuple[object, int, str | None]


def state(game: aw.Game) -> State:
    opening = game.opening
    stands = str(game.position) if game.started else tuple(opening.done if opening else ())
    return stands, game.ply, game.result


def random_action(game: aw.Game, dice: random.Random) -> Callable[[], object]:
    """Return a random action on a game; the game may refuse it."""
    if not game.started and dice.random() < 0.7:
        assert game.opening is not None
        cell = dice.choice(game.opening.layout.cells)
        return partial(game.place, cell) if dice.random() < 0.7 else partial(game.choose, dice.choice("WB"))
    ply, number = dice.randint(-1, game.length + 1), dice.randint(-1, len(game.nodes))
    turns = list(game.position.turns()) if game.started else []
    moves = list(game.position.moves()) if game.started else []
    bad = dice.choice(["Z9-Z8 +A1", "+G7", "A1+L", "-", "D2-D2 +D3", "nonsense"])
    return dice.choice(
        [
            *[lambda: game.play(dice.choice(turns) if turns else "+D3")] * 5,
            *[lambda: game.move(dice.choice(moves) if moves else "D2-D3")] * 3,
            lambda: game.goto(ply),
            lambda: game.select(number),
            lambda: game.resign(dice.choice([None, "W", "R", "x"])),
            game.agree_draw,
            game.redo,
            lambda: game.play(bad),
        ]
    )


def test_random_walks_keep_the_game_consistent() -> None:
    for seed in range(repetitions(60, 400)):
        dice = random.Random(seed)
        game = aw.Game(dice.choice(STARTS))
        session = Session(game)
        for _ in range(dice.randint(1, 25)):
            before, rev = state(game), session.rev
            try:
                random_action(game, dice)()
            except ValueError:
                assert (state(game), session.rev) == (before, rev), (
                    f"a refusal changed the game of seed {seed}"
                )
            end = state(game)
            assert game.can_undo == game.undo()
            if state(game) != end:
                assert game.redo()
                assert state(game) == end, f"undo and redo differ in the game of seed {seed}"
            assert state(read_stored(stored_game(game))) == end, f"packing changed the game of seed {seed}"
            assert session.snapshot()["result"] == game.result


def test_a_refused_resignation_keeps_the_move_step() -> None:
    game = aw.Game("adaptoid w 0,0 W:D2L B:D6").move("D2-D3")
    with pytest.raises(aw.GameError, match="no colour R"):
        game.resign("R")
    assert str(game.position) == "adaptoid w+ 0,0 W:D3L B:D6"
    game.resign()
    assert game.result == "B"
    assert game.undo()
    assert str(game.position) == "adaptoid w+ 0,0 W:D3L B:D6"


def test_games_and_errors_can_be_copied_and_pickled() -> None:
    session = Session(aw.Game().play("+D3"))
    for reread in (copy.deepcopy(session.game), pickle.loads(pickle.dumps(session.game))):
        reread.play("+D5")
        assert str(reread.position) == "adaptoid w 0,0 W:D2,D3 B:D5,D6"
        assert reread.undo()
        assert reread.position == session.game.position
    assert session.rev == 0
    wrongs: list[Callable[[], object]] = [
        partial(aw.Position.start().play, "D2-D3 +D4"),
        partial(aw.Position.from_text, "adaptoid x"),
    ]
    for wrong in wrongs:
        with pytest.raises((aw.IllegalTurn, aw.TextError)) as caught:
            wrong()
        error = caught.value
        for same in (copy.copy(error), pickle.loads(pickle.dumps(error))):
            assert type(same) is type(error)
            assert str(same) == str(error)
            assert vars(same) == vars(error)


def test_a_game_notifies_all_its_sessions() -> None:
    game = aw.Game()
    first, second = Session(game), Session(game)
    game.play("+D3")
    assert (first.rev, second.rev) == (1, 1)
    first.unwatch()
    game.play("+D5")
    assert (first.rev, second.rev) == (1, 2)


def test_redo_returns_to_the_start_of_the_later_game() -> None:
    session = Session(aw.Game().play("+D3"))
    session.game.undo()
    later = aw.Game("adaptoid w 0,0 W:A1 B:G7")
    session.begin(later)
    assert session.undo()
    assert str(session.position) == "adaptoid w 0,0 W:D2 B:D6"
    assert session.redo()
    assert session.game is later
    assert session.undo()
    session.game.play("+D1")
    assert not session.redo()
