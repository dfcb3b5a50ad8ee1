"""Games and matches as tables."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pandas as pd
import pytest

import adaptoid_widget as aw

START = "adaptoid w 0,0 W:D2 B:D6"


def random_game(seed: int, turns: int = 60) -> aw.Game:
    dice, game = random.Random(seed), aw.Game()
    for _ in range(turns):
        if game.result is None:
            game.play(dice.choice(list(game.position.turns())))
    return game


@pytest.mark.parametrize("seed", range(3))
def test_a_row_says_what_the_turn_did(seed: int) -> None:
    game = random_game(seed)
    frame = game.to_frame()
    assert [aw.Turn.from_text(text) for text in frame["turn"]] == game.turns
    assert list(frame["ply"]) == list(range(1, game.length + 1))
    for row, node in zip(frame.to_dict("records"), game.line[1:], strict=True):
        position = node.position
        left = [gone.cell for gone in node.gone]
        assert sorted(left) == sorted(
            " ".join([row["captured"], row["exchanged"], row["died"], row["starved"]]).split()
        )
        for color in "WB":
            own = [cell for cell, piece in position.pieces.items() if piece.color == color]
            assert row[f"adaptoids_{color}"] == len(own)
            assert row[f"lost_{color}"] == position.lost[color]
            assert row[f"food_{color}"] == sum(
                position.liberties(cell) - position.pieces[cell].size for cell in own
            )
        assert (None if pd.isna(row["result"]) else row["result"]) == node.result


def test_scores_are_those_of_an_annotation() -> None:
    game = aw.Game("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6").play("D3+L").play("D6+L")
    frame = game.to_frame(depth=2)
    table = aw.annotate(game, depth=2).table
    for name in ("score", "best", "best_score", "loss", "mark"):
        assert list(frame[name]) == [row[name] for row in table]
    assert "score" not in game.to_frame()


def test_a_resignation_is_the_result_of_the_last_turn() -> None:
    frame = aw.Game().play("D2+L").play("+D5").resign("W").to_frame()
    assert list(frame["result"].fillna("")) == ["", "B"]
    assert len(aw.Game().to_frame()) == 0


@pytest.mark.parametrize("start", ["adaptoid w 0,0 W:D2 B:D6", "adapt3 w 0,0,0 W:D2 B:B4 R:F6"])
def test_a_table_without_rows_has_its_columns(start: str) -> None:
    game = aw.Game(start)
    played = aw.Game(start).play("+D3")
    assert list(game.to_frame().columns) == list(played.to_frame().columns)
    assert list(game.to_frame(depth=1).columns) == list(played.to_frame(depth=1).columns)
    assert list(aw.annotate(game).to_frame().columns) == list(aw.annotate(played, depth=1).to_frame().columns)


def test_wrong_questions_for_a_table() -> None:
    with pytest.raises(aw.GameError, match="open start is not finished"):
        aw.Game("open").to_frame()
    with pytest.raises(TypeError, match="unexpected keyword argument 'dept'"):
        aw.Game().to_frame(dept=3)  # type: ignore[call-arg]


def test_the_score_of_a_colour_counts_each_game_once() -> None:
    # neither player uses chance, so all games from one start are the same
    def first(position: aw.Position) -> aw.Turn:
        return next(position.turns())

    with ThreadPoolExecutor(1) as executor:
        result = aw.play_match(first, first, games=20, executor=executor, quiet=True, starts=[START])
    assert sum(result.different_by_color.values()) == result.different
    once = result.color_score("W")
    assert (once.low, once.high) != (once.value, once.value)
    assert result.different < 20
    frame = result.to_frame(by="color")
    assert list(frame["games"]) == [result.different] * 2
    assert sum(frame["score"]) == pytest.approx(1)
    assert list(result.to_frame()["player"]) == list(result.players)
    with pytest.raises(ValueError, match="by is 'player' or 'color', not 'seat'"):
        result.to_frame(by="seat")
    with pytest.raises(ValueError, match="the colours of this match are W, B, not 'R'"):
        result.color_score("R")
