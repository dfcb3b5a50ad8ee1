"""Compiled weak players, and the ladder of levels against several kinds of opponents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adaptoid_widget.arena.match import play_match
from adaptoid_widget.arena.players import Player
from adaptoid_widget.arena.remote.executors import InlineExecutor
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.tactics import weak_players
from adaptoid_widget.engine.backends.numba_compiler import NearTable
from tests.portable import conformance
from tests.portable.conformance import STARTS
from tools import compiled_players
from tools import level_ladder as ladder


# only tools use the compiled players, and compiling them takes as long as all other tests of the engine
@pytest.mark.nightly
def test_compiled_players_choose_the_same_turns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The positions of the conformance run have all variants, switches and layouts."""
    conformance.main(["short sight"])
    plain = capsys.readouterr().out

    def with_table(args: tuple[Any, ...]) -> list[object]:
        return [
            arg._replace(near=NearTable(arg.near)) if number == 2 else arg for number, arg in enumerate(args)
        ]

    for name in ("level_turn", "greedy", "best_turn"):
        run = compiled_players.compiled()[name]
        monkeypatch.setattr(weak_players, name, lambda *args, run=run: run(*with_table(args)))
    conformance.main(["short sight"])
    assert capsys.readouterr().out == plain
    assert len(plain.splitlines()) > 500


# -- the ladder --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("against", ["passive", "grows only"])
def test_levels_2_and_3_beat_opponents_who_never_move(against: str) -> None:
    """A level that captures among bare adaptoids, and does not see that it starves there, loses to them."""
    for level in (2, 3):
        assert ladder.measure(level, against, games=40, seed=1).score >= 0.9


@pytest.mark.nightly
@pytest.mark.parametrize("against", ladder.OPPONENTS)
def test_the_levels_are_a_ladder(against: str) -> None:
    """The lowest levels; `python -m tools.level_ladder` measures all ten."""
    scores = [ladder.measure(level, against, games=100, seed=2) for level in range(1, 7)]
    assert ladder.falls(scores) == []


def test_falls_of_the_ladder_are_found() -> None:
    low, high = (0.1, 0.05, 0.2), (0.9, 0.8, 0.95)
    scores = [
        ladder.Score(1, "passive", 90, 0, 10, *high, 30.0),
        ladder.Score(2, "passive", 10, 0, 90, *low, 30.0),
        ladder.Score(2, ladder.BELOW, 10, 0, 90, *low, 30.0),
        ladder.Score(3, "passive", 90, 0, 10, *high, 30.0),
        ladder.Score(3, ladder.BELOW, 90, 0, 10, *high, 30.0),
    ]
    assert ladder.falls(scores) == [
        "level 2 is weaker than level 1 against passive",
        "level 2 does not beat the level below: 10.0%",
    ]


def test_with_three_players_a_third_of_the_games_is_even() -> None:
    score = ladder.Score(4, ladder.BELOW, 42, 0, 58, 0.42, 0.36, 0.48, 30.0)
    assert ladder.falls([score], players=3) == []
    assert ladder.falls([score]) == ["level 4 does not beat the level below: 42.0%"]


def test_in_adapt3_the_search_holds_its_own_against_two_who_attack() -> None:
    """Its weights were once fitted to games against itself: level 7 then won 2 of these 12."""
    assert ladder.measure(7, "greedy", games=12, seed=1, players=3).wins >= 8
    result = play_match(
        *[Player(7), Player(3), Player(3)],
        games=12,
        seats="rotations",
        executor=InlineExecutor(),
        quiet=True,
    )
    assert result.wins[0] >= 4


def test_the_opponents_that_never_move_play_legal_turns() -> None:
    for opponent in (ladder.Passive(), ladder.GrowsOnly(3)):
        for text in STARTS.values():
            position = Position.from_text(text)
            turn = opponent.choose(position)
            assert position.why_not(turn) is None
            assert turn.origin is None
    choices = {str(ladder.GrowsOnly().for_game(seed).choose(Position.start())) for seed in range(20)}
    assert len(choices) > 4


def test_the_ladder_is_printed_and_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = tmp_path / "figures.json"
    figures.write_text('{"bench": {}}', encoding="utf-8")
    monkeypatch.setattr(ladder, "FIGURES", figures)
    monkeypatch.setattr(ladder, "processes", lambda _: InlineExecutor())
    ladder.main(["--games", "10", "--to", "2", "--save"])
    head, *rows = capsys.readouterr().out.splitlines()[:3]
    assert all(name in head for name in ladder.OPPONENTS)
    assert [row.split()[0] for row in rows] == ["1", "2"]
    saved = json.loads(figures.read_text(encoding="utf-8"))
    assert list(saved) == ["bench", ladder.NAMES[2]]
    assert len(saved[ladder.NAMES[2]]["scores"]) == 2 * len(ladder.OPPONENTS)
