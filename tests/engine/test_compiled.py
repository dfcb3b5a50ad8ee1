"""Functions of core that numba compiles give the same results as in plain Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import cast

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.bitboard import Context, Near, State
from adaptoid_widget.engine.backends import numba_compiler
from adaptoid_widget.engine.backends.numba_compiler import NearTable
from tests.portable import conformance
from tests.portable.rules_cases import PERFT
from tests.repetitions import repetitions
from tools import compiled_players

# the build of `search.wasm` compiles the same functions; each run tests what comes out of it
pytestmark = pytest.mark.nightly
TURNS = repetitions(conformance.RANDOM_TURNS, 10_000)


@pytest.mark.parametrize(("text", "table"), PERFT, ids=[text for text, _ in PERFT])
def test_compiled_perft_gives_the_numbers_of_the_table(text: str, table: Sequence[int]) -> None:
    position = aw.Position.from_text(text)
    assert [numba_compiler.perft(position, depth + 1) for depth in range(len(table))] == list(table)


def test_perft_in_the_middle_of_a_turn_and_after_the_end() -> None:
    middle = aw.Position.from_text("adaptoid b 3,4 W:D5P B:D4LP").after_move("D4-C4")
    assert [numba_compiler.perft(middle, depth) for depth in (0, 1, 2)] == [
        aw.perft(middle, depth) for depth in (0, 1, 2)
    ]
    over = aw.Position.from_text("adaptoid w+ 0,5 W:D2 B:D6")
    assert [numba_compiler.perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]


@pytest.mark.parametrize("start", sorted(conformance.STARTS))
def test_random_turns_have_the_same_texts(
    start: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    conformance.random_turns(conformance.STARTS[start], TURNS)
    plain = capsys.readouterr().out
    calls = 0
    run: Callable[..., random_play.RandomTurn] = compiled_players.compiled()["random_turn"]

    def compiled_turn(state: State, context: Context, seed: int) -> random_play.RandomTurn:
        nonlocal calls
        calls += 1
        return run(state, context._replace(near=cast(Near, NearTable(context.near))), seed)

    monkeypatch.setattr(random_play, "random_turn", compiled_turn)
    conformance.random_turns(conformance.STARTS[start], TURNS)
    assert capsys.readouterr().out == plain
    assert calls == TURNS
    assert json.loads(plain.splitlines()[0])[0] != "WRONG"


@pytest.mark.parametrize("start", sorted(conformance.STARTS))
def test_random_games_have_the_same_checksum(start: str) -> None:
    position = aw.Position.from_text(conformance.STARTS[start])
    turns, checksum = numba_compiler.random_games(position, seed=7, games=20, cap=100)
    assert (turns, checksum) == random_play.random_games(
        position.state, position.context, seed=7, games=20, cap=100
    )
    assert turns > 20
