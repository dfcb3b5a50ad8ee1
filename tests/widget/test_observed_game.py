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


def test_they_link_to_other_widgets_and_the_ply_can_be_assigned() -> None:
    board = aw.Board()
    slider = ipywidgets.IntSlider()
    ipywidgets.dlink((board, "ply"), (slider, "value"))
    board.play("D2+L")
    assert slider.value == 1
    for name in ("turns", "result"):
        with pytest.raises(ValueError, match=f"{name} can only be read"):
            setattr(board, name, 3)
    ipywidgets.link((slider, "value"), (board, "ply"))
    slider.value = 0
    assert (board.ply, board.position) == (0, aw.Position.start())
    with pytest.raises(ValueError, match="the line has turns 0 to 1, not 7"):
        board.ply = 7


def test_interact_calls_a_function_with_the_position_of_a_board() -> None:
    board = aw.Board()
    seen: list[aw.Position] = []

    def note(position: aw.Position) -> None:
        seen.append(position)

    shown = ipywidgets.interactive(note, position=board)
    assert shown.children[0] is board
    assert board.description == "position"
    shown.update()
    board.play("D2+L")
    assert [str(position) for position in seen[-2:]] == [str(aw.Position.start()), str(board.position)]
    board.value = "adaptoid w 0,0 W:D2,F5L B:D6,G7LP"
    assert seen[-1] == board.position == board.value


def test_a_slider_is_linked_in_the_browser_and_goes_through_the_game() -> None:
    """`jslink` lets the browser write the ply; a number that the game does not have is put right."""
    board = aw.Board(aw.Game().play("D2+L").play("+D5"))
    link = ipywidgets.jslink((ipywidgets.IntSlider(), "value"), (board, "ply"))
    assert link.target == (board, "ply")
    ipywidgets.jsdlink((board, "result"), (ipywidgets.Text(), "value"))
    assert board.get_state(["ply", "result"]) == {"ply": 2, "result": None}
    board.set_state({"ply": 1})
    assert (board.ply, board.position.turn) == (1, "B")
    for wrong in (9, -1, "1", None, 0.5):
        board.set_state({"ply": wrong, "result": "W"})
        assert (board.ply, board.result) == (1, None)
