"""The features of the evaluation, compared with values from the methods of Position."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adaptoid_widget import Piece, Position
from adaptoid_widget.core.rules import bitboard, integer_rules
from adaptoid_widget.core.search import evaluation
from adaptoid_widget.core.search.comparison import net_worths
from adaptoid_widget.core.search.evaluation import FEATURES, LIVES, NAMES
from adaptoid_widget.engine import weights
from adaptoid_widget.engine.analysis import analyse
from adaptoid_widget.engine.backends.numba_compiler import compiled, compiled_context
from adaptoid_widget.engine.search import Searcher
from tools import weight_tuning as tune
from tools.games import random_game

STARTS = (
    None,
    "adaptoid+bare-exchange w 0,0 W:D2 B:D6",
    "adapt3 w 0,0,0 W:D2 B:B4 R:F6",
    "adaptoid@lattice:A1.A2.A3.B1.B3.C1.C2.C3 w 0,0 W:A1 B:C3",
)


def evaluated_features(position: Position, seat: int) -> dict[str, int]:
    values = evaluation.features(position.state, seat, position.context)
    return dict(zip(NAMES, values, strict=True))


def expected_features(position: Position, seat: int) -> dict[str, int]:
    """Return the same features, computed from the methods of Position."""
    order = position.colors[position.colors.index(position.turn) :] + position.colors
    color = order[seat]
    own = {cell: piece for cell, piece in position.pieces.items() if piece.color == color}
    enemies = {cell: piece for cell, piece in position.pieces.items() if piece.color != color}
    spare = position.food()
    reach = {cell: position.reach(cell) for cell in position.pieces}

    def reached(hunters: dict[str, Piece], prey: dict[str, Piece], capture_kind: str) -> set[str]:
        met: set[str] = set()
        for cell in hunters:
            pincers = position.pieces[cell].pincers
            for target in (*reach[cell].captures, *reach[cell].exchanges):
                equal = position.pieces[target].pincers == pincers
                if target in prey and equal == (capture_kind == "exchanges"):
                    met.add(target)
        return met

    captures = reached(own, enemies, "captures")
    exposed = reached(enemies, own, "captures")
    traded = reached(enemies, own, "exchanges")
    touching = {cell: set(position.layout.near(cell)) for cell in position.layout.cells}
    free = set(position.layout.cells) - set(position.pieces)
    space = {cell for cell in free if touching[cell] & set(own)}
    discs = {cell for origin in own for cell in reach[origin].free}

    def fed(pieces: dict[str, Piece], food: int) -> set[str]:
        return {cell for cell in pieces if position.pieces[cell].size and spare[cell] == food}

    def pair(cell: str) -> bool:
        beside = touching[cell]
        return bool(beside & discs) and bool(beside & space) and len(beside & (discs | space)) > 1

    bare = [cell for cell, piece in own.items() if piece.size == 0 and cell not in exposed | traded]
    return {
        "lives": LIVES[position.limit - position.lost[color]],
        "bodies": len(own),
        "few": max(0, 4 - len(own)),
        "legs": sum(piece.legs for piece in own.values()),
        "pincers": sum(piece.pincers for piece in own.values()),
        "hunters": sum(bool(piece.legs and piece.pincers) for piece in own.values()),
        "starving": sum(spare[cell] < 0 for cell in own),
        "tight": len(fed(own, 0)),
        "close": len(fed(own, 1)),
        "to_spare": sum(min(4, spare[cell]) for cell in own),
        "reach": len(discs),
        "space": len(space),
        "captures": len(captures),
        "exchanges": len(reached(own, enemies, "exchanges") - captures),
        "starvable": sum(bool(touching[cell] & (discs | space)) for cell in fed(enemies, 0)),
        "forks": sum(pair(cell) for cell in fed(enemies, 1)),
        "reserve": min(2, len(bare)),
        "exposed": len(exposed),
    }


@pytest.mark.parametrize("start", STARTS)
def test_features_agree_with_the_methods_of_position(start: str | None) -> None:
    compared = 0
    for seed in range(4):
        game = random_game(seed, start)
        for ply in range(0, game.length, 3):
            game.goto(ply)
            position = game.position
            assert position is not None
            for seat in range(len(position.colors)):
                assert evaluated_features(position, seat) == expected_features(position, seat), (
                    str(position),
                    seat,
                )
                compared += 1
    assert compared > 30


@pytest.mark.nightly
def test_compiled_features_are_the_same() -> None:
    run = compiled((bitboard, integer_rules, evaluation), ["features"])["features"]
    game = random_game(7)
    for ply in range(0, game.length, 5):
        game.goto(ply)
        position = game.position
        assert position is not None
        values = run(position.state, 0, compiled_context(position.layout, position.context))
        assert dict(zip(NAMES, values, strict=True)) == evaluated_features(position, 0)


def test_every_feature_has_a_name_and_words_and_weights() -> None:
    stored = weights.load_weights()
    assert len(set(NAMES)) == len(FEATURES)
    for players in ("2", "3"):
        assert set(stored[players]) == set(NAMES)
        assert {len(pair) for pair in stored[players].values()} == {2}
        assert stored[f"{players}.origin"]["seed"] > 0
    assert all(words for _, words in FEATURES)


def test_a_lost_adaptoid_is_worth_about_one_unit() -> None:
    """The unit of scores is a body and the first of five lives."""
    for players in (2, 3):
        table = weights.weights_of(players)
        lives, bodies = NAMES.index("lives"), NAMES.index("bodies")
        for row in (0, len(NAMES)):
            unit = table[row + lives] * (LIVES[5] - LIVES[4]) + table[row + bodies]
            assert unit == pytest.approx(10_000, rel=0.35)


@pytest.mark.parametrize(
    "text",
    [
        "adaptoid b 1,0 W:C5,D3LP B:D5LLPP,D6",
        "adapt3 b 0,0,0 W:B1,C1L,D2P,E2,E4,F3L B:A3,B3,B4LP,E6LP R:D4,F4PP,F5L,F7L",
        "adapt3-fierce w 2,0,5 W:C5,D3LP B:D5LLPP,D6 R:B2,F6L",
    ],
)
def test_what_the_features_count_for_a_colour_adds_up_to_its_score(text: str) -> None:
    position = Position.from_text(text)
    players = len(position.colors)
    table = weights.weights_of(players)
    scores = {}
    for color in position.colors:
        net = sum(net_worths(position, color, table))
        seat = position.seat_of(color)
        if players == 3:
            score = evaluation.evaluate_three(position.state, seat, position.context, table, 0)[0]
        else:
            score = evaluation.evaluate_two(position.state, position.context, table, 0)[0] * (
                -1 if seat else 1
            )
        # each side's worth is rounded to hundredths
        assert net == pytest.approx(score / 100, abs=0.021), color
        scores[color] = net
    assert sum(scores.values()) == pytest.approx(0, abs=0.001)


def test_limbs_of_the_hunter_count_against_a_colour_and_its_lives_for_it() -> None:
    """Black hunts White. It attacks with its limbs, but if it loses, White's prey has won (R20)."""

    def score(black: str, lost: int = 0) -> float:
        position = Position.from_text(f"adapt3 w 0,{lost},0 W:D2,E2 B:A1,{black} R:F7,G7")
        return sum(net_worths(position, "W", weights.weights_of(3)))

    assert score("B4LP") < score("B4L") < score("B4")
    assert score("B4", lost=6) < score("B4")


def test_a_search_without_features_gives_score_zero() -> None:
    position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    seeing = Searcher(1).search(position, depth=1).lines[0].hundredths
    blind = Searcher(1, without=NAMES).search(position, depth=1).lines[0].hundredths
    assert seeing != 0
    assert blind == 0


@pytest.mark.nightly
def test_tuning_reruns_and_writes_where_weights_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "weights.json"
    before = weights.weights_of(2)
    # restores the weights that tuning sets
    monkeypatch.setitem(weights.load_weights(), "2", weights.load_weights()["2"])
    words = ["--games", "20", "--rounds", "1", "--nodes", "60", "--seed", "9", "--out", str(out)]
    assert tune.main(words) == 0
    stored = json.loads(out.read_text())
    assert set(stored["2"]) == set(NAMES)
    origin = stored["2.origin"]
    assert (origin["games"], origin["nodes"], origin["seed"]) == (20, 60, 9)
    assert origin["rounds"][0]["positions"] > 200
    assert 0 < origin["rounds"][0]["loss"] < 0.7
    monkeypatch.undo()
    assert weights.weights_of(2) == before


def test_an_analysis_lists_the_features_of_the_evaluation() -> None:
    position = Position.from_text("adaptoid b 1,0 W:C5,D3LP B:D5LLPP,D6")
    rows = {row["feature"]: row for row in analyse(position, depth=1).features}
    assert list(rows) == list(NAMES)
    for seat, color in ((0, "B"), (1, "W")):
        lives = {"W": 4, "B": 5}[color]
        assert {name: row[color] for name, row in rows.items()} == {
            **evaluated_features(position, seat),
            "lives": lives,
        }
        worth = LIVES[lives] * weights.weights_of(2)[seat * len(NAMES)] / 10_000
        assert rows["lives"][f"{color} worth"] == pytest.approx(worth, abs=0.006)
    assert rows["bodies"]["W worth"] == pytest.approx(
        2 * weights.weights_of(2)[len(NAMES) + NAMES.index("bodies")] / 10_000, abs=0.006
    )
    assert analyse(position.after_move("-"), depth=1).features == []


def test_the_page_about_analysis_names_every_feature() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "computer" / "analysis.md").read_text(
        encoding="utf-8"
    )
    for name, meaning in FEATURES:
        assert f"| `{name}` | {meaning} |" in page
