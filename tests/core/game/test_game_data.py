"""Games as data: JSON, put together, compared, and notes that are set at nodes."""

from __future__ import annotations

import copy
import json
import pickle
import random

import pytest

import adaptoid_widget as aw


def random_tree(seed: int, variant: str = "adaptoid") -> aw.Game:
    dice, game = random.Random(seed), aw.Game(variant=variant)
    for number in range(30):
        game.select(dice.randrange(len(game.nodes)))
        if game.result is None:
            game.play(dice.choice(list(game.position.turns())))
            game.comment = f"number {number}" if number % 3 else ""
            game.marks = "" if number % 4 else "ring(D4,red)"
    return game


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("variant", ["adaptoid", "adapt3"])
def test_a_game_survives_json(seed: int, variant: str) -> None:
    game = random_tree(seed, variant)
    game.headers["Event"] = "Club"
    again = aw.Game.from_json(game.to_json())
    assert again.to_record() == game.to_record()
    assert again.position == game.position
    assert aw.Game.from_json(json.loads(game.to_json())).diff(game).same


def test_verdicts_open_starts_and_glyphs_survive_json() -> None:
    opened = aw.Game("open").place("C3").place("E5").choose("B").play("C3+L").agree_draw()
    assert aw.Game.from_json(opened.to_json()).to_record() == opened.to_record()
    half = aw.Game("open", layout="hex5").place("C3")
    assert aw.Game.from_json(half.to_json()).to_record() == half.to_record()
    drawn = aw.Game("open").draw_seats(("Ann", "Ben"), seed=4).place("C3").place("E5").choose("W")
    assert aw.Game.from_json(drawn.to_json()).players == drawn.players
    resigned = aw.Game("adaptoid w 0,0 W:D2L B:D6").move("D2-D3").resign()
    again = aw.Game.from_json(resigned.to_json())
    assert (again.to_record(), again.result) == (resigned.to_record(), "B")
    blunder = aw.Game().play("D2+L")
    blunder.node.glyph = "??"
    assert aw.Game.from_json(blunder.to_json()).node.glyph == "??"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("adaptoid w 0,0 W:D2 B:D6", "this is no game as JSON"),
        ("{}", "this is no game as JSON"),
        ("[1]", "this is no game as JSON"),
        ('{"format": "adaptoid-game 1", "headers": {}, "nodes": []}', "wrong or missing: 'start'"),
        ('{"format": "adaptoid-game 1", "headers": {}, "start": 3, "nodes": []}', "wrong or missing"),
    ],
)
def test_other_json_is_refused(source: str, why: str) -> None:
    with pytest.raises(aw.GameError, match=why):
        aw.Game.from_json(source)


def test_an_illegal_turn_in_json_is_refused() -> None:
    data = json.loads(aw.Game().play("D2+L").to_json())
    data["nodes"][1]["turn"] = "D2-D3 +D4"
    with pytest.raises(aw.IllegalTurn, match="has no leg"):
        aw.Game.from_json(data)


def test_the_main_line_goes_on_behind_the_current_turn() -> None:
    game = aw.Game().play("+D3").play("+D5").resign("W").goto(1).play("D6+L")
    assert [node.number for node in game.mainline()] == [1, 2, 3]
    assert aw.Game("open").mainline() == ()


@pytest.mark.parametrize("seed", range(4))
def test_a_merged_game_has_all_lines_of_both(seed: int) -> None:
    one, other = random_tree(seed), random_tree(seed + 100)
    merged = copy.copy(one).merge(other)
    assert merged.position == one.position
    assert merged.diff(one).theirs == ()
    assert merged.diff(other).theirs == ()
    assert not merged.diff(one).notes or one.diff(other).notes
    assert [str(n.turn) for n in merged.mainline()][: len(one.mainline())] == [
        str(n.turn) for n in one.mainline()
    ]
    again = copy.copy(merged).merge(other)
    assert again.to_record() == merged.to_record()


def test_a_difference_names_the_first_turn_of_each_line_of_one_game_alone() -> None:
    one = aw.Game().play("+D3").play("+D5").play("D2+L").goto(1).play("D6+P")
    other = aw.Game().play("+D3").play("+D5").goto(0).play("D2+P")
    other.select(1).comment = "quiet"
    difference = one.diff(other)
    assert difference.ply == 2
    assert sorted(difference.mine) == ["+D3 +D5 D2+L", "+D3 D6+P"]
    assert difference.theirs == ("D2+P",)
    assert difference.notes == (("+D3",),)
    assert not difference.same
    assert one.diff(aw.Board(one)).same


def test_only_games_with_the_same_start_are_put_together() -> None:
    for act in (aw.Game().merge, aw.Game().diff):
        with pytest.raises(aw.GameError, match="the other game begins from another position: adapt3"):
            act(aw.Game(variant="adapt3"))
        with pytest.raises(aw.GameError, match="open start is not complete"):
            act(aw.Game("open"))
        with pytest.raises(TypeError, match="the other game is a Game or a Board, not str"):
            act("D2+L")  # type: ignore[arg-type]


# -- notes at nodes ----------------------------------------------------------------------------------------------------


def test_notes_at_a_node_are_checked_and_told_to_boards() -> None:
    board = aw.Board(aw.Game().play("D2+L").play("+D5"))
    revision = board.snapshot["rev"]
    node = board.game.nodes[1]
    node.comment = "a quiet beginning  "
    node.marks = "ring(D2)"
    node.glyph = "?"
    assert (node.comment, str(node.marks), node.glyph) == ("a quiet beginning", "ring(D2)", "?")
    assert board.snapshot["rev"] > revision
    with pytest.raises(aw.GameError, match="control characters"):
        node.comment = "a\x07b"
    with pytest.raises(TypeError, match="a comment is a text, not int"):
        node.comment = 3  # type: ignore[assignment]
    with pytest.raises(aw.GameError, match=r"a glyph is '\?' for a mistake"):
        node.glyph = "!!"
    with pytest.raises(aw.LayoutError):
        node.marks = "ring(Z9)"
    assert (node.comment, str(node.marks), node.glyph) == ("a quiet beginning", "ring(D2)", "?")


def test_a_copy_tells_its_own_boards_alone() -> None:
    game = aw.Game().play("D2+L")
    told: list[str] = []
    game.watchers.append(told.append)
    for other in (copy.copy(game), pickle.loads(pickle.dumps(game))):
        other.nodes[1].comment = "elsewhere"
        assert game.nodes[1].comment == ""
    assert told == []
    game.nodes[1].comment = "here"
    assert told == ["noted"]
