"""The turns, the ply and the result of the game on a board can be observed and linked to other widgets."""

from __future__ import annotations

from typing import Any

import ipywidgets
import pytest

import adaptoid_widget as aw


def followed(board: aw.Board) -> list[tuple[str, Any, Any]]:
    told: list[tuple[str, Any, Any]] = []
    board.observe(
        lambda change: told.append((change.name, change.old, change.new)), ["ply", "turns", "result"]
    )
    return told


def test_each_step_tells_the_ply_and_the_turns() -> None:
    board = aw.Board()
    told = followed(board)
    turn = aw.Turn.from_text("D2+L")
    board.play("D2+L")
    assert told == [("ply", 0, 1), ("turns", (), (turn,))]
    told.clear()
    board.undo()
    assert told == [("ply", 1, 0), ("turns", (turn,), ())]
    assert (board.ply, board.turns, board.result) == (0, (), None)


def test_the_end_of_the_game_is_told_also_if_the_position_stays() -> None:
    board = aw.Board("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6")
    told = followed(board)
    board.play("+D4")
    assert ("result", None, "W") in told
    other = aw.Board()
    told = followed(other)
    other.game.resign("W")
    assert ("result", None, "B") in told


def test_a_move_alone_changes_no_ply_and_another_game_all() -> None:
    board = aw.Board("adaptoid w 0,0 W:D2L B:D6")
    told = followed(board)
    board.game.move("D2-D3")
    assert told == []
    board.game = aw.Game().play("D2+L").play("+D5")
    assert board.ply == 2
    assert [name for name, _, _ in told] == ["ply", "turns"]


def test_they_are_read_only_and_link_to_other_widgets() -> None:
    board = aw.Board()
    slider = ipywidgets.IntSlider()
    ipywidgets.dlink((board, "ply"), (slider, "value"))
    board.play("D2+L")
    assert slider.value == 1
    for name in ("ply", "turns", "result"):
        with pytest.raises(ValueError, match=f"{name} can only be read"):
            setattr(board, name, 3)
