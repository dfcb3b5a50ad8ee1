"""Turns compared with the best one, and searches among some turns only."""

from __future__ import annotations

import pandas as pd
import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.search.review import BLUNDER, MISTAKE

FORK = "adaptoid w 0,0 W:D2,F5L B:D6,G7LP"
WON = "adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6"
LOST = "adaptoid@lattice:A1.A2.A4.B5.C1.C2.C3.C4.D2.D4.E5 w 4,4 W:C3,D4 B:A1,A2,A4,C2P,C4,D2"
THREE = "adapt3 w 0,0,0 W:C2L,D2 B:B4,C5L R:F6LP"


@pytest.mark.parametrize("position", [FORK, WON, THREE])
def test_only_some_turns_are_searched_and_each_has_its_own_score(position: str) -> None:
    full = aw.analyse(position, depth=2, exact=True)
    chosen = [row["turn"] for row in full.table[::5]]
    some = aw.analyse(position, depth=2, only=chosen, exact=True)
    assert [line.turns[0] for line in some.lines] == [row["turn"] for row in some.table]
    scores = {row["turn"]: row["score"] for row in full.table}
    assert {row["turn"]: row["score"] for row in some.table} == {turn: scores[turn] for turn in chosen}
    assert all(row["exact"] for row in aw.analyse(position, depth=3, only=chosen).table)
    assert some.nodes < full.nodes


def test_only_takes_one_turn_or_several_in_the_middle_of_a_turn_too() -> None:
    turn = aw.Turn.from_text("D2+L")
    assert aw.analyse(FORK, depth=1, only=turn).best == "D2+L"
    assert len(aw.analyse(FORK, depth=1, only=iter(["D2+L", str(turn), "+C1"])).table) == 2
    middle = aw.Position(FORK).after_move("F5-F6")
    assert aw.analyse(middle, depth=1, only="+G6").best == "+G6"


def test_wrong_turns_are_refused_with_what_to_do() -> None:
    with pytest.raises(aw.IllegalTurn, match="has no leg"):
        aw.analyse(FORK, depth=1, only=["D2-D3 +C2"])
    with pytest.raises(aw.GameError, match=r"only names no turn; give one such as \+C1"):
        aw.analyse(FORK, depth=1, only=[])
    with pytest.raises(aw.GameError, match="mine names no turn"):
        aw.compare(FORK, ())
    with pytest.raises(TypeError, match=r"mine is a turn such as 'D2\+L', or several, not int"):
        aw.compare(FORK, 7)  # type: ignore[arg-type]
    with pytest.raises(aw.TextError):
        aw.compare(FORK, "fork")
    with pytest.raises(aw.GameError, match="the game is over"):
        aw.compare(aw.Position(WON).play("+D4"), "+C1")


def test_a_missed_fork_is_named_and_the_refutation_is_legal() -> None:
    comparison = aw.compare(FORK, ["D2+L", "+C1"], depth=4)
    assert not comparison.best.mine
    assert [tactic.name for tactic in comparison.best.tactics] == ["fork"]
    assert {str(compared.turn) for compared in comparison.mine} == {"D2+L", "+C1"}
    for compared in comparison.mine:
        assert compared.loss == pytest.approx(comparison.best.line.score - compared.line.score)
        assert compared.mark == (
            "??" if compared.loss >= BLUNDER else "?" if compared.loss >= MISTAKE else ""
        )
        assert "adaptoids worse than" in compared.why
        assert "Fork: " in compared.why
        assert compared.refutation
        position = compared.after
        for turn in compared.refutation:
            position = position.play(turn)
    assert "Gabel" in comparison.mine[0].say("de")


def test_the_reply_that_a_turn_allows_is_named() -> None:
    # Black's fork, which White could prevent
    comparison = aw.compare("adaptoid w 0,0 W:D2,G7LP B:D6,F5L", "D2+L", depth=2)
    assert "fork" in [tactic.name for tactic in comparison.mine[0].allows]
    assert "This turn allows a fork" in comparison.mine[0].why


def test_the_best_turn_compared_with_itself_and_with_an_equal_one() -> None:
    best = aw.compare(WON, "+D4", depth=2)
    assert [compared.mine for compared in best.turns] == [True]
    assert best.best.why.startswith("That is the best turn.")
    assert best.features == []
    equal = aw.compare("adaptoid w 0,0 W:D2 B:D6", ["+C1", "+E2"], depth=1)
    losses = {str(compared.turn): compared.loss for compared in equal.mine}
    assert losses["+C1"] == losses["+E2"]


def test_features_are_from_the_view_of_the_player_who_chooses() -> None:
    comparison = aw.compare(FORK, "D2+L", depth=3)
    (lives,) = [row for row in comparison.features if row["feature"] == "lives"]
    assert lives[str(comparison.best.turn)] > lives["D2+L"]
    black = aw.compare(aw.Position(FORK).transformed(turn="B"), "D2+L", depth=3)
    assert black.features == comparison.features
    # a worth that rounds to zero has no sign
    for row in [*comparison.features, *aw.analyse(aw.Position.start(), depth=1).features]:
        assert "-0.0" not in map(str, row.values()), row
    # after the end of the game there is nothing to count
    ended = aw.compare(WON, "D3+L", depth=2)
    assert {row["+D4"] for row in ended.features} <= {None}


def test_three_colours_can_be_compared() -> None:
    turns = list(aw.Position(THREE).turns())
    comparison = aw.compare(THREE, [turns[0], turns[-1]], depth=2)
    scores = [compared.line.score for compared in comparison.turns]
    assert scores == sorted(scores, reverse=True)


def test_a_comparison_is_text_table_frame_and_picture() -> None:
    comparison = aw.compare(FORK, "D2+L", depth=3)
    frame = comparison.to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == list(comparison.table[0])
    bundle = comparison._repr_mimebundle_()
    assert bundle["text/html"].count("data:image/svg+xml") == len(comparison.turns)
    assert "What D2+L changes beside" in repr(comparison) == bundle["text/plain"]
    assert "D2+L" in bundle["text/html"]
    assert "<svg" in comparison.picture().svg
    board = aw.Board(FORK)
    assert aw.compare(board, "D2+L", depth=3).table == comparison.table


def test_a_comparison_one_turn_deep_says_so() -> None:
    won = aw.Position(WON).play("D3+L").play("D6+L")
    assert repr(aw.compare(won, "+D4", depth=1)).startswith("White to play, 1 turn deep.")


@pytest.mark.parametrize(
    ("position", "turn", "told", "why"),
    [
        (
            "adaptoid@hex3 b 4,1 W:D3PPP,E5LPP B:C3LP,D2,D5LPP,E3PP",
            "D5-C5 D2+L",
            ["wins in 1", "wins in 2"],
            "Wins, too, but later than",
        ),
        (LOST, "C3+P", ["loses in 2", "loses in 1"], "Loses, too, but sooner than"),
    ],
)
def test_a_later_win_or_an_earlier_loss_is_not_said_to_be_as_good(
    position: str, turn: str, told: list[str], why: str
) -> None:
    comparison = aw.compare(position, turn, depth=4)
    assert [compared.line.told for compared in comparison.turns] == told
    assert comparison.mine[0].why.startswith(why)
    assert comparison.mine[0].loss == 0


def test_the_frame_of_an_analysis_says_what_a_score_is() -> None:
    frame = aw.analyse(WON, depth=2).to_frame()
    assert frame["told"][0] == "wins in 1"
    assert all(
        text.startswith("≤") != exact for text, exact in zip(frame["told"], frame["exact"], strict=True)
    )
