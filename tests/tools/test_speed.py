"""The speed of reading records, for this package and for python-chess."""

from __future__ import annotations

import pytest

from adaptoid_widget import bench
from tools import speed
from tools.games import random_game


def test_annotate_adds_headers_comments_and_variations() -> None:
    game = random_game(5)
    turns = [str(turn) for turn in game.turns]
    speed.annotate(game, 3)
    assert [str(turn) for turn in game.turns] == turns
    assert len(game.headers) == 6
    comments = [node for node in game.nodes if node.comment]
    assert len(comments) == (len(turns) - 1) // speed.COMMENT_EVERY
    assert len(game.nodes) - 1 - len(turns) == (len(turns) - 1) // speed.VARIATION_EVERY


def test_both_libraries_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "GAMES", 3)
    monkeypatch.setattr(speed, "RECORDS_ROUNDS", 1)
    monkeypatch.setattr(bench, "SLICE", 0.01)
    figures = speed.measure_records(quiet=True)
    assert sorted(figures) == [
        "records_chess_moves_per_s",
        "records_interpreted_ratio",
        "records_interpreted_turns_per_s",
        "records_ratio",
        "records_turns_per_s",
    ]
    assert all(value > 0 for value in figures.values())
