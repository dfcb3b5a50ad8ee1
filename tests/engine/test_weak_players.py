"""Compiled weak players, and how much stronger each is than the next weaker one."""

from __future__ import annotations

from typing import Any

import pytest

from adaptoid_widget.core.tactics import weak_players
from adaptoid_widget.engine.backends.compiled_replacements import NearTable
from tests.portable import conformance
from tools import compiled_players
from tools import level_ladder as ladder

GAMES = 200

# only tools use the compiled players, and compiling them takes as long as all other tests of the engine
pytestmark = pytest.mark.nightly


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


@pytest.mark.parametrize(
    ("player", "other", "min_share", "max_share"),
    [
        ("greedy", "level 1", 0.5, 0.75),
        ("level 2", "level 1", 0.6, 0.85),
        ("level 3", "level 2", 0.6, 0.85),
    ],
)
def test_each_player_is_moderately_stronger_than_the_next_weaker_one(
    player: str, other: str, min_share: float, max_share: float
) -> None:
    score = ladder.match(ladder.PLAYERS[player], ladder.PLAYERS[other], GAMES, seed=1)
    assert score.won + score.drawn + score.lost == GAMES
    assert min_share <= score.share <= max_share


def test_a_match_is_reproducible_and_symmetric() -> None:
    first, second = ladder.PLAYERS["level 2"], ladder.PLAYERS["greedy"]
    score = ladder.match(first, second, 40, seed=3)
    assert ladder.match(first, second, 40, seed=3) == score
    assert ladder.match(second, first, 40, seed=3) == (score.lost, score.drawn, score.won, score.turns)
    assert ladder.match(first, second, 40, seed=4) != score


def test_the_ladder_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    ladder.main(["--games", "20"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(ladder.RUNGS)
    assert lines[0].startswith("level 1 against random: ")
