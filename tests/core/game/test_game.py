"""A game: a tree of turns with undo of single steps, variations, comments, results and the open start (R5, R14)."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import adaptoid_widget as aw
from tests.portable.rules_cases import NO_GROWTH
from tests.repetitions import repetitions

START = "adaptoid w 0,0 W:D2 B:D6"
LEGGED = "adaptoid w 0,0 W:D2LP B:D3,D6"
CYCLE = ("A2-A1", "I5-H5", "A1-A2", "H5-I5")


def line(game: aw.Game) -> list[str]:
    """Return the texts of the turns of the current line, including those that redo would play."""
    return [str(node.turn) for node in game.line[1:]]


def test_a_game_starts_with_a_position_or_a_variant() -> None:
    assert str(aw.Game().position) == START
    assert str(aw.Game(LEGGED).position) == LEGGED
    assert str(aw.Game(aw.Position.from_text(LEGGED)).position) == LEGGED
    assert str(aw.Game(variant="adapt3").position) == "adapt3 w 0,0,0 W:D2 B:B4 R:F6"
    assert str(aw.Game(switches=("weaker-dies",)).position) == "adaptoid+weaker-dies w 0,0 W:D2 B:D6"
    assert str(aw.Game(variant="adapt3", layout="hex5").position) == str(aw.layouts.start("hex5", "adapt3"))
    assert aw.Game().result is None


def test_an_invalid_start_is_refused() -> None:
    for start in ("", "standard", "adaptoid w 0,0 W:D2 B:D2", "OPEN"):
        with pytest.raises(aw.TextError):
            aw.Game(start)
    with pytest.raises(aw.TextError):
        aw.Game(variant="chess")
    # the open start is for two players
    with pytest.raises(aw.LayoutError, match=r"no start for adapt3; use Position.start with pieces=…$"):
        aw.Game(variant="adapt3", layout="hex2")
    with pytest.raises(aw.GameError, match="leave these out"):
        aw.Game("adaptoid w 0,0 W:D2 B:D6", layout="hex5")
    nothings: list[Any] = [5, b"open", []]
    for empty_start in nothings:
        with pytest.raises(TypeError):
            aw.Game(empty_start)
    with pytest.raises(TypeError):
        aw.Game(colour="W")  # type: ignore[call-arg]


def test_played_turns_change_the_position() -> None:
    game = aw.Game()
    assert game.play("+D3").play(aw.Turn.from_text("D6+L")) is game
    assert (game.ply, [str(turn) for turn in game.turns]) == (2, ["+D3", "D6+L"])
    assert str(game.position) == "adaptoid w 0,0 W:D2,D3 B:D6L"
    assert [node.color for node in game.line] == ["", "W", "B"]


def test_a_refused_turn_leaves_the_game_as_it_was() -> None:
    game = aw.Game().play("+D3")
    before = str(game.position), game.ply, len(game.nodes), line(game)
    for wrong in ("+A1", "D2+L", "D6-D5 +D4", "-"):
        with pytest.raises(aw.IllegalTurn):
            game.play(wrong)
    for wrong in ("", "D6", "+D3 "):
        with pytest.raises(aw.TextError):
            game.play(wrong)
    assert (str(game.position), game.ply, len(game.nodes), line(game)) == before


def test_a_move_can_be_played_before_the_growth() -> None:
    game = aw.Game(LEGGED)
    game.move("D2xD3")
    assert (game.position.step, game.ply, str(game.position)) == ("grow", 0, "adaptoid w+ 0,1 W:D3LP B:D6")
    game.play("+D2")
    assert (game.ply, line(game)) == (1, ["D2xD3 +D2"])
    assert str(game.position) == "adaptoid b 0,1 W:D2,D3LP B:D6"
    assert [(removal.cell, removal.how) for removal in game.node.gone] == [("D3", "captured")]


def test_a_second_move_step_is_refused() -> None:
    game = aw.Game(LEGGED).move("D2xD3")
    with pytest.raises(aw.IllegalTurn) as caught:
        game.move("D3-D4")
    assert caught.value.code == "moved-already"
    with pytest.raises(aw.IllegalTurn):
        game.play("D3-D4 +D3")
    assert str(game.position) == "adaptoid w+ 0,1 W:D3LP B:D6"


def test_a_move_step_that_ends_the_game_is_the_whole_turn() -> None:
    game = aw.Game("adaptoid w 0,4 W:D2LP B:D3,D6").move("D2xD3")
    assert (game.ply, line(game), game.result) == (1, ["D2xD3"], "W")


def test_a_move_step_after_which_nothing_can_grow_is_the_whole_turn() -> None:
    game = aw.Game(NO_GROWTH).move("A2-A1")
    assert (game.ply, line(game), game.position.turn) == (1, ["A2-A1"], "B")


def test_undo_takes_the_growth_then_the_move() -> None:
    game = aw.Game(LEGGED).play("D2xD3 +D2")
    assert game.undo()
    assert str(game.position) == "adaptoid w+ 0,1 W:D3LP B:D6"
    assert game.undo()
    assert str(game.position) == LEGGED
    assert not game.undo()
    assert str(game.position) == LEGGED


def test_redo_plays_the_move_then_the_growth() -> None:
    game = aw.Game(LEGGED).play("D2xD3 +D2").play("D6+L")
    texts = [str(game.position)]
    while game.undo():
        texts.append(str(game.position))
    assert len(texts) == 4
    for text in reversed(texts[:-1]):
        assert game.can_redo
        assert game.redo()
        assert str(game.position) == text
    assert not game.can_redo
    assert not game.redo()


def test_redo_of_a_move_step_taken_back_before_its_growth() -> None:
    game = aw.Game(LEGGED).move("D2xD3")
    game.undo()
    assert str(game.position) == LEGGED
    assert game.redo()
    assert (game.position.step, game.ply) == ("grow", 0)
    assert not game.redo()


def test_redo_plays_the_move_undone_last_and_not_an_earlier_try() -> None:
    game = aw.Game("adaptoid w 0,0 W:D2L B:D6").play("D2-D3 +D4")
    assert game.undo()
    assert game.undo()
    game.move("D2-C2").goto(1)
    assert game.undo()
    assert game.undo()
    assert game.redo()
    assert str(game.position) == "adaptoid w+ 0,0 W:D3L B:D6"


def test_another_growth_after_undo_is_a_variation() -> None:
    game = aw.Game(LEGGED).play("D2xD3 +D2").play("D6+L")
    game.goto(1)
    game.undo()
    game.play("D3+P")
    assert line(game) == ["D2xD3 D3+P"]
    assert [str(game.nodes[n].turn) for n in game.nodes[0].children] == ["D2xD3 +D2", "D2xD3 D3+P"]


def test_goto_shows_the_position_after_a_turn() -> None:
    game = aw.Game()
    for turn in ("+D3", "+D5", "D3+L", "D5+L"):
        game.play(turn)
    assert str(game.goto(1).position) == "adaptoid b 0,0 W:D2,D3 B:D6"
    assert str(game.goto(0).position) == START
    assert str(game.goto(4).position) == "adaptoid w 0,0 W:D2,D3L B:D5L,D6"
    for nowhere in (-1, 5):
        with pytest.raises(aw.GameError):
            game.goto(nowhere)
    assert game.ply == 4


def test_goto_leaves_a_move_step() -> None:
    game = aw.Game().play("D2+L").play("D6+L").move("D2-D3")
    assert str(game.goto(1).position) == "adaptoid b 0,0 W:D2L B:D6"
    assert game.goto(2).position.step == "move"


def test_another_turn_begins_a_variation() -> None:
    game = aw.Game().play("+D3").play("+D5").play("D3+L")
    game.goto(1).play("D6+L")
    assert line(game) == ["+D3", "D6+L"]
    game.undo()
    game.play("+D5")
    assert line(game) == ["+D3", "+D5", "D3+L"]  # playing the same turn again returns to its line
    assert len(game.nodes) == 5
    assert game.redo()
    assert str(game.position) == "adaptoid b 0,0 W:D2,D3L B:D5,D6"


def test_select_goes_to_any_node() -> None:
    game = aw.Game(LEGGED).play("D2-D1 D1+L").play("D6+L")
    game.goto(0).play("D2xD3 +D2").play("D6+P")
    first = game.nodes[game.nodes[0].children[0]].children[0]
    assert game.select(first).ply == 2
    assert line(game) == ["D2-D1 D1+L", "D6+L"]
    steps = 0
    while game.undo():
        steps += 1
    assert steps == 3
    while game.redo():
        steps -= 1
    assert (steps, line(game)) == (0, ["D2-D1 D1+L", "D6+L"])
    assert str(game.position) == str(game.nodes[first].position)
    for nowhere in (-1, len(game.nodes)):
        with pytest.raises(aw.GameError):
            game.select(nowhere)


def test_comments_belong_to_their_turn() -> None:
    game = aw.Game()
    game.comment = "the start"
    game.play("+D3")
    assert game.comment == ""
    game.comment = "solid <b>and</b> slow"
    game.undo()
    game.play("D2+L")
    assert game.comment == ""
    assert game.goto(0).comment == "the start"
    assert game.select(1).comment == "solid <b>and</b> slow"


def test_a_game_may_start_in_the_middle_of_a_turn() -> None:
    game = aw.Game("adaptoid b+ 0,0 W:D2 B:D5,D6L")
    with pytest.raises(aw.IllegalTurn):
        game.move("D6-D7")
    game.play("D6+L")
    assert str(game.position) == "adaptoid w 0,0 W:D2 B:D5,D6LL"
    assert game.undo()
    assert str(game.position) == "adaptoid b+ 0,0 W:D2 B:D5,D6L"
    assert not game.undo()


def test_no_turn_can_be_played_in_a_finished_start() -> None:
    game = aw.Game("adaptoid w+ 0,5 W:D2 B:D6")
    assert game.result == "W"
    with pytest.raises(aw.IllegalTurn) as caught:
        game.play("+D3")
    assert caught.value.code == "game-over"


def test_no_turn_follows_the_end_but_undo_works() -> None:
    game = aw.Game("adaptoid w 0,4 W:A2,B2 B:A1L,D6").play("+B1")
    assert game.result == "W"
    assert [(removal.cell, removal.how) for removal in game.node.gone] == [("A1", "starved")]
    with pytest.raises(aw.IllegalTurn):
        game.play("D6+L")
    game.undo()
    game.play("B2+L")
    assert str(game.position) == "adaptoid b 0,4 W:A2,B2L B:A1L,D6"
    assert not game.result


def test_R14_the_third_occurrence_is_a_draw() -> None:
    game = aw.Game(NO_GROWTH)
    for _ in range(2):
        assert game.result is None
        for turn in CYCLE:
            assert game.result is None
            game.play(turn)
    assert (str(game.position), game.result) == (NO_GROWTH, "draw")
    assert game.position.winner is None
    with pytest.raises(aw.IllegalTurn):
        game.play("A2-A1")
    game.undo()
    assert game.result is None
    game.play("H5-I6")
    assert game.result is None


def test_R14_counts_the_current_line_only_and_includes_passes() -> None:
    game = aw.Game(NO_GROWTH).play("-").play("-")
    assert game.result is None
    game.goto(0)
    for turn in CYCLE:
        game.play(turn)
    assert game.result is None  # the second occurrence on this line; those in the variation do not count
    game.play("-").play("-")
    assert game.result == "draw"


def test_R14_another_player_to_move_is_another_position() -> None:
    game = aw.Game(NO_GROWTH)
    for turn in ("A2-A1", "I5-H5", "A1-A2", "-"):
        game.play(turn)
    assert game.result is None
    texts = [str(node.position) for node in game.line]
    assert len(set(texts)) == len(texts)


def test_R14_three_players() -> None:
    game = aw.Game(
        "adapt3@hex5 w 0,0,0 "
        "W:A1LP,A2LP,A5LP,B3LP,B4LP,B5LP,C2LP,C3LP,C5LP,C6LP,C7LP,D3LP "
        "B:D4LP,D6LP,D8LP,E1LP,E2LP,E3LP,E5LP,E6LP,E8LP,F4LP,F5LP,F6LP "
        "R:F8LP,F9LP,G4LP,G5LP,G7LP,G8LP,H5LP,H8LP,H9LP,I5LP,I7LP,I8LP"
    )
    for _ in range(6):
        assert game.result is None
        game.play("-")
    assert game.result == "draw"


def test_resigning_ends_the_game() -> None:
    game = aw.Game().play("+D3").resign()
    assert (game.result, game.position.winner) == ("W", None)
    with pytest.raises(aw.IllegalTurn):
        game.play("+D5")
    with pytest.raises(aw.GameError):
        game.resign()
    with pytest.raises(aw.GameError):
        game.agree_draw()
    assert game.undo()
    assert (game.result, game.ply) == (None, 1)
    assert aw.Game().resign("B").result == "W"
    with pytest.raises(aw.GameError):
        aw.Game().resign("R")


@pytest.mark.parametrize(("loser", "hunter"), [("R", "W"), ("B", "R"), ("W", "B")])
def test_the_hunter_wins_if_one_of_three_players_resigns(loser: str, hunter: str) -> None:
    for variant in ("adapt3", "adapt3-fierce"):
        assert aw.Game(variant=variant).resign(loser).result == hunter


def test_an_agreed_draw_ends_the_game() -> None:
    game = aw.Game().play("+D3").agree_draw()
    assert str(game.result) == "draw"
    with pytest.raises(aw.IllegalTurn):
        game.play("+D5")
    assert [game.goto(ply).result for ply in range(3)] == [None, None, "draw"]
    assert (game.undo(), game.result) == (True, None)
    assert (game.redo(), game.result) == (True, "draw")
    assert [str(turn) for turn in game.turns] == ["+D3"]


def test_R05_open_start() -> None:
    game = aw.Game("open")
    assert (game.started, game.result) == (False, None)
    with pytest.raises(aw.GameError):
        game.play("+D3")
    game.place("C3").place("e5").choose("B")
    assert str(game.position) == "adaptoid w 0,0 W:C3 B:E5"
    assert game.opening is not None
    assert game.opening.seats == {"W": "first", "B": "second"}
    game.play("+C4")
    assert game.position.turn == "B"


def test_R05_order_of_the_open_start() -> None:
    game = aw.Game("open", layout="hex3", switches=("bare-exchange",))
    with pytest.raises(aw.GameError):
        game.choose("W")
    game.place("A1")
    with pytest.raises(aw.GameError):
        game.place("A1")
    with pytest.raises(ValueError, match="A9"):
        game.place("A9")
    with pytest.raises(aw.GameError):
        game.choose("W")
    game.place("E5")
    with pytest.raises(aw.GameError):
        game.place("C3")
    with pytest.raises(aw.GameError):
        game.choose("R")
    game.choose("W")
    assert game.opening is not None
    assert game.opening.seats == {"W": "second", "B": "first"}
    assert str(game.position) == "adaptoid+bare-exchange@hex3 w 0,0 W:A1 B:E5"
    with pytest.raises(aw.GameError):
        game.place("C3")
    with pytest.raises(aw.GameError):
        game.choose("B")


def test_R05_undo_and_redo_of_the_open_start() -> None:
    game = aw.Game("open").place("C3").place("E5").choose("B")
    for _ in range(3):
        assert game.can_undo
        assert game.undo()
    assert not game.started
    assert not game.undo()
    for _ in range(3):
        assert game.redo()
    assert str(game.position) == "adaptoid w 0,0 W:C3 B:E5"


def test_R16_open_start_on_any_layout() -> None:
    for layout in ("hex2", "lattice:A1.C7", "discs:0,0/3,0"):
        game = aw.Game("open", layout=layout)
        cells = aw.Layout.from_text(layout).cells
        game.place(cells[-1]).place(cells[0]).choose("W")
        assert str(game.position) == f"adaptoid@{layout} w 0,0 W:{cells[-1]} B:{cells[0]}"


def test_a_very_long_game_can_be_played() -> None:
    """Plays random moves that starve nothing, so that the game goes on without a result."""
    turns = repetitions(2_000, 10_000)
    dice = random.Random(10_000)
    game = aw.Game(NO_GROWTH)
    while game.ply < turns:
        game.play(quiet_turn(game.position, dice))
    assert (len(game.nodes), game.result) == (turns + 1, None)
    last = str(game.position)
    for ply in (0, turns // 2, turns):
        assert game.goto(ply).ply == ply
    assert str(game.position) == last
    back = 0
    while game.undo():
        back += 1
    assert (back, str(game.position)) == (turns, NO_GROWTH)
    while game.redo():
        back -= 1
    assert (back, str(game.position)) == (0, last)
    assert game.select(1_777).ply == 1_777
    assert len(game.line) == turns + 1


def quiet_turn(position: aw.Position, dice: random.Random) -> str:
    """Return a move after which no adaptoid has too few liberties, or `-`."""
    movers = sorted(cell for cell, piece in position.pieces.items() if piece.color == position.turn)
    dice.shuffle(movers)
    for origin in movers:
        free = list(position.reach(origin).free)
        dice.shuffle(free)
        for target in free:
            middle = position.after_move(f"{origin}-{target}")
            if all(piece.size <= middle.liberties(cell) for cell, piece in middle.pieces.items()):
                return f"{origin}-{target}"
    return "-"


def test_assigned_headers_replace_all_and_are_checked() -> None:
    game = aw.Game()
    game.headers["Event"] = "Club evening"
    notices: list[str] = []
    game.watchers.append(notices.append)
    headers = game.headers
    game.headers = {"White": "Ann"}
    assert dict(headers) == {"White": "Ann"}
    assert game.players == {"W": "Ann"}
    assert notices == ["noted"]
    bad: list[tuple[Any, type[Exception], str]] = [
        (3, TypeError, "headers are a dict, such as .*, not int"),
        ({"White": 3}, aw.GameError, "the header White"),
    ]
    for value, error, message in bad:
        with pytest.raises(error, match=message):
            game.headers = value
    assert dict(headers) == {"White": "Ann"}
    assert dict(copy.deepcopy(game).headers) == {"White": "Ann"}


@pytest.mark.parametrize(
    ("names", "seed"),
    [(("Ann", "Ben"), "four"), (("Ann", "Ben"), 1.5), (("Ann", "Ben"), True), (2, 4), ("ab", 4)],
)
def test_seats_are_drawn_of_names_with_a_whole_seed(names: Any, seed: Any) -> None:
    with pytest.raises(aw.GameError, match=r"seed is a whole number, 0 or more, not|give 2 names"):
        aw.Game().draw_seats(names, seed=seed)
