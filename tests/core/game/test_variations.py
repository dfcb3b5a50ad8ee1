"""Variations: the rows of the tree, `promote` and `remove`; comments, headers and seats."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.host import host
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import Session


def rows(game: aw.Game) -> list[tuple[str, int]]:
    return [(str(game.nodes[row.node].turn), row.depth) for row in game.rows]


def naive_rows(game: aw.Game, number: int = 0, depth: int = 0) -> list[tuple[int, int]]:
    """List the rows below a node by definition: the main turn, its variations, then what follows the main turn."""
    children = game.nodes[number].children
    if not children:
        return []
    out = [(children[0], depth)]
    for child in children[1:]:
        out += [(child, depth + 1), *naive_rows(game, child, depth + 1)]
    return out + naive_rows(game, children[0], depth)


def random_tree(seed: int, turns: int = 60) -> aw.Game:
    """Return a random game with many variations, of which some were promoted or removed."""
    rng = random.Random(seed)
    game = aw.Game("adaptoid w 0,0 W:C3L,D2L B:D6L,E5L")
    for _ in range(turns):
        if rng.random() < 0.3:
            game.goto(rng.randrange(game.ply + 1))
        if game.result is not None:
            game.goto(max(0, game.ply - 3))
        game.play(rng.choice(list(game.position.turns())))
        number = rng.choice(game.rows).node
        if rng.random() < 0.2:
            game.promote(number)
        elif rng.random() < 0.05:
            game.remove(number)
    return game


@pytest.mark.parametrize("seed", range(20))
def test_rows_follow_their_definition(seed: int) -> None:
    game = random_tree(seed)
    assert [tuple(row) for row in game.rows] == naive_rows(game)
    for index, row in enumerate(game.rows):
        game.select(row.node)
        assert (game.row, game.node.number) == (index, row.node)
        assert game.is_on_line(game.node)
    assert game.goto(0).row == -1


def test_new_turns_and_variations_are_rows() -> None:
    game = aw.Game()
    assert game.rows == []
    game.play("+D3").play("D6+L")
    assert rows(game) == [("+D3", 0), ("D6+L", 0)]
    game.goto(1).play("+D5").play("+C3")
    assert rows(game) == [("+D3", 0), ("D6+L", 0), ("+D5", 1), ("+C3", 1)]
    game.select(2).play("+C1")
    assert rows(game) == [("+D3", 0), ("D6+L", 0), ("+D5", 1), ("+C3", 1), ("+C1", 0)]


def test_a_promoted_variation_comes_first_and_the_position_stays() -> None:
    game = aw.Game().play("+D3").play("D6+L").goto(1).play("+D5")
    position = str(game.position)
    game.promote(3)
    assert rows(game) == [("+D3", 0), ("+D5", 0), ("D6+L", 1)]
    assert str(game.position) == position
    assert game.nodes[1].children == [3, 2]


def test_remove_also_removes_the_turns_that_follow() -> None:
    game = aw.Game().play("+D3").play("D6+L").play("+C3").goto(1).play("+D5")
    game.select(3).remove(2)
    assert (game.ply, str(game.position)) == (1, "adaptoid b 0,0 W:D2,D3 B:D6")
    assert rows(game) == [("+D3", 0), ("+D5", 0)]
    assert game.redo()
    assert str(game.node.turn) == "+D5"
    for number in (2, 3):
        with pytest.raises(aw.GameError):
            game.select(number)
        with pytest.raises(aw.GameError):
            game.remove(number)
    # a removed turn can be played again
    game.goto(1).play("D6+L")
    assert rows(game) == [("+D3", 0), ("+D5", 0), ("D6+L", 1)]


def test_remove_drops_a_half_turn_only_with_its_node() -> None:
    game = aw.Game("adaptoid w 0,0 W:D2L B:D6").play("+D3").play("+D5")
    game.move("D2-C2")
    game.remove(2)
    assert (game.half, game.ply) == (None, 1)
    game = aw.Game("adaptoid w 0,0 W:D2L B:D6").play("+D3").goto(0)
    game.move("D2-C2")
    game.remove(1)
    assert (str(game.half_turn), game.rows) == ("D2-C2", [])


@pytest.mark.parametrize(
    ("removed", "undone"), [("D2-C2 C2+P", False), ("D2-E2 E2+P", False), ("D2-E2 E2+P", True)]
)
def test_a_half_turn_can_be_redone_after_another_turn_is_removed(removed: str, undone: bool) -> None:
    """The half turn waits for its growth, or is undone, while a turn with the same or another move is removed."""
    game = aw.Game("adaptoid w 0,0 W:D2L B:D6").play(removed).goto(0)
    game.move("D2-C2")
    if undone:
        game.undo()
    game.remove(1)
    if not undone:
        game.undo()
    assert game.redo()
    assert str(game.half_turn) == "D2-C2"


@pytest.mark.parametrize("number", [0, -1, 9, "1", None, 1.0])
def test_promote_and_remove_refuse_the_start_and_unknown_nodes(number: int) -> None:
    game = aw.Game().play("+D3")
    for change in (game.promote, game.remove):
        with pytest.raises(aw.GameError):
            change(number)


def test_comments_are_plain_text() -> None:
    game = aw.Game()
    game.comment = "  one\r\ntwo\rthree <b>\n"
    assert game.comment == "one\ntwo\nthree <b>"
    with pytest.raises(aw.GameError, match=r"\\u0007"):
        game.comment = "a bell \a"
    with pytest.raises(aw.GameError, match="characters"):
        game.comment = "a" * 20_001
    with pytest.raises(TypeError):
        game.comment = None  # type: ignore[assignment]


def test_headers_keep_their_order_and_are_one_line() -> None:
    game = aw.Game()
    game.headers["White"] = "Ann"
    game.headers["Event"] = "Club evening"
    assert list(game.headers) == ["White", "Event"]
    assert game.players == {"W": "Ann"}
    for name, text in (
        ("event", "x"),
        ("Two words", "x"),
        ("", "x"),
        ("Start", "x"),
        ("Event", ""),
        ("Event", " x"),
        ("Event", "a\nb"),
        ("Event", "x" * 501),
    ):
        with pytest.raises(aw.GameError):
            game.headers[name] = text
    assert copy.deepcopy(game).headers == pickle.loads(pickle.dumps(game)).headers == game.headers


def test_each_change_of_a_header_is_one_revision_also_in_a_copy() -> None:
    game = aw.Game()
    for one_game in (game, copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        session = Session(one_game)
        headers = one_game.headers
        headers["White"] = "Ann"
        assert session.snapshot()["players"] == {"W": "Ann"}
        assert headers.pop("White") == "Ann"
        assert headers.pop("White", None) is None
        with pytest.raises(KeyError):
            headers.pop("White")
        headers.update({"Event": "Club evening", "Black": "Ben"})
        assert headers.popitem() == ("Black", "Ben")
        del headers["Event"]
        assert (session.rev, session.snapshot()["players"]) == (6, {})
        headers["White"] = "Cleo"
        headers.clear()
        assert session.rev == 8


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_playing_on_a_copy_leaves_the_game_unchanged(copied: Callable[[aw.Game], aw.Game]) -> None:
    plays: list[tuple[aw.Game, Callable[[aw.Game], object]]] = [
        (aw.Game().play("+D3"), lambda other: other.play("+D5")),
        (aw.Game().play("D2+L").play("D6+L").move("D2-D3"), lambda other: other.play("D3+P")),
        (aw.Game("open").place("C3"), lambda other: other.place("E5")),
    ]
    for game, play in plays:
        before = game.to_record()
        other = copied(game)
        assert other.to_record() == before
        play(other)
        assert game.to_record() == before
        assert other.to_record() != before


def test_choosing_a_colour_with_drawn_seats_is_one_revision() -> None:
    session = Session(aw.Game("open").draw_seats(("Ann", "Ben"), seed=3).place("C3").place("E5"))
    for kind, fields in (
        ("choose", {"color": "B"}),
        ("undo", {}),
        ("redo", {}),
    ):
        before = session.rev
        assert ask(session, kind, **fields)["ok"]
        assert session.rev == before + 1


def test_an_undone_open_start_shares_its_marks_with_the_start() -> None:
    game = aw.Game("open").place("C3").place("E5").choose("B")
    game.undo()
    game.marks = "ring(D4)"
    assert game.redo()
    assert str(game.marks) == "ring(D4)"
    game.marks = "fill(D4)"
    game.undo()
    assert str(game.marks) == "fill(D4)"


def test_seats_are_drawn_by_lot() -> None:
    drawn = {aw.Game().draw_seats(("Ann", "Ben"), seed).players["W"] for seed in range(20)}
    assert drawn == {"Ann", "Ben"}
    orders = {
        tuple(aw.Game(variant="adapt3").draw_seats(("Ann", "Ben", "Cleo"), seed).players.values())
        for seed in range(60)
    }
    assert len(orders) == 6
    for names in (("Ann",), ("Ann", "Ann"), ("Ann", ""), "AB", ("Ann", "Ben", "Cleo")):
        with pytest.raises(aw.GameError):
            aw.Game().draw_seats(names, 1)


def test_drawn_seats_decide_who_places_in_an_open_start() -> None:
    """R5: the first player places both adaptoids, the second player chooses a colour."""
    game = aw.Game("open").draw_seats(("Ann", "Ben"), seed=3)
    assert game.opening is not None
    first, second = game.opening.names
    assert {first, second} == {"Ann", "Ben"}
    assert game.players == {}
    game.place("C3").place("E5").choose("B")
    assert game.players == {"W": first, "B": second}
    game.undo()
    assert game.players == {}
    game.choose("W")
    assert game.players == {"W": second, "B": first}


def ask(session: Session, kind: str, **fields: object) -> dict[str, object]:
    return handle(session, {"id": "t", "rev": session.rev, "kind": kind, **fields})


def test_the_snapshot_shows_comments_marks_and_variations() -> None:
    session = Session(aw.Game().play("+D3").play("D6+L").goto(1).play("+D5"))
    assert ask(session, "comment", text="sharp")["ok"]
    assert ask(session, "mark", text="ring(D5)")["ok"]
    assert ask(session, "mark", marks={"labels": [["D5", "!"]], "rings": [["D3", "red"]]})["ok"]
    snapshot: Any = session.snapshot()
    assert (snapshot["node"], snapshot["comment"]) == (3, "sharp")
    assert snapshot["marks"]["rings"] == [["D3", "red"]]
    # flags: +D3 is on the line, D6+L has none; +D5 is on the line, has a comment and marks, and is a variation
    assert [row[7] for row in snapshot["history"]["turns"]] == [1, 0, 15]
    assert ask(session, "promote", node=3)["ok"]
    assert ask(session, "select", node=2)["ok"]
    assert session.snapshot()["comment"] == ""
    assert ask(session, "remove", node=3)["ok"]
    assert len(session.game.rows) == 2
    assert ask(session, "remove", node=3)["code"] == "bad-message"
    session.game.headers["White"] = "Ann"
    assert session.snapshot()["players"] == {"W": "Ann"}


def test_drawn_seats_are_announced() -> None:
    session = Session(aw.Game())
    session.game.draw_seats(["Ann", "Ben"], seed=5)
    players = session.game.players
    assert session.snapshot()["news"] == f"{players['W']} plays White. {players['B']} plays Black."


def test_food_and_maps_are_answered_only_with_full_aids() -> None:
    text = "adaptoid w 0,0 W:C5LP,D3 B:D5LLPP,D6"
    session = Session(aw.Game(text))
    position = aw.Position.from_text(text)
    food = ask(session, "foresee", at="C5")["food"]
    assert isinstance(food, dict)
    assert set(food["moves"]) == set(position.reach("C5").free + position.reach("C5").captures)
    assert dict(food["moves"]["D6"])["D6"] == 3
    for target, change in food["moves"].items():
        sign = "x" if position.piece(target) else "-"
        assert dict(change) == position.foresee(f"C5{sign}{target}")
    assert dict(food["leg"]) == position.foresee("C5+L")
    assert ask(session, "foresee", at="D5")["code"] == "not-yours"
    answer = ask(session, "map", color="B")["map"]
    assert isinstance(answer, dict)
    assert {cell: tuple(by) for cell, by in answer["reach"]} == position.reach_map("B")
    assert ask(session, "map", color="R")["code"] == "bad-message"
    session.set(aids="legal")
    assert ask(session, "map", color="B")["code"] == ask(session, "foresee", at="C5")["code"] == "no-aids"
    session.set(aids="full", interactive=False)
    assert ask(session, "map", color="B")["ok"]
    assert ask(session, "comment", text="no")["code"] == "shown-only"


@pytest.mark.parametrize(
    ("game", "is_same_start"),
    [
        (aw.Game(), False),
        (aw.Game("adaptoid w 0,0 W:D2 B:D6"), False),
        (aw.Game(variant="adapt3-fierce", switches="weaker-dies"), False),
        (aw.Game("open", layout="hex5"), False),
        (aw.Game("adaptoid b 0,0 W:D2 B:D6"), True),
        (aw.Game("adaptoid w 0,0 W:D2L B:D6"), True),
        (aw.Game("adaptoid@hex5 w 0,0 W:E3 B:E7"), True),
    ],
    ids=str,
)
def test_a_new_game_repeats_a_start_that_was_set_up(game: aw.Game, is_same_start: bool) -> None:
    session = Session(game)
    assert session.snapshot()["again"] is is_same_start
    start = str(game.position) if is_same_start else None
    assert handle(session, {"id": 1, "rev": 0, "kind": "new"})["ok"]
    assert session.snapshot()["again"] is is_same_start
    assert start in (None, session.snapshot()["position"])


def test_seats_are_drawn_at_random_without_a_seed() -> None:
    drawn = {aw.Game().draw_seats(("Ann", "Ben")).players["W"] for _ in range(60)}
    assert drawn == {"Ann", "Ben"}


def test_draw_seats_needs_a_seed_where_core_has_no_random_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "_current", host.Host())
    with pytest.raises(host.HostError, match="give a seed"):
        aw.Game().draw_seats(("Ann", "Ben"))


def test_a_node_shows_its_turn_or_verdict() -> None:
    game = aw.Game().play("D2+L")
    game.resign()
    assert repr(game.line) == "[<Node 0: start>, <Node 1: D2+L>, <Node 2: resigned>]"
