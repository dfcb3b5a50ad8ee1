"""Annotated games: marks of mistakes, refutations as sentences and as variations, and forks."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget import Game, GameError, LanguageError, Position, Turn
from adaptoid_widget.arena.players import Player
from adaptoid_widget.core.i18n.catalog import ENGLISH, LANGUAGES
from adaptoid_widget.core.search.review import refutation
from adaptoid_widget.core.search.review_notes import keep_review, kept_review
from adaptoid_widget.core.tactics.forks import forked_by
from adaptoid_widget.engine.analysis import analyse
from adaptoid_widget.engine.annotate import Annotated, annotate

WINS = "adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6"
FORKED = "adaptoid w 0,0 W:B2L,C3 B:C4LLP,D4,D6"
THREE = "adapt3 w 0,0,0 W:D2L B:B4 R:F6"


def game() -> Game:
    """Return a game between levels 1 and 2."""
    out = Game()
    players = Player(level=1), Player(level=2)
    while out.result is None and out.ply < 30:
        out.play(players[out.ply % 2](out.position))
    return out


@pytest.fixture(scope="module")
def annotated() -> Annotated:
    """Return the annotated game."""
    return annotate(game(), nodes=3000)


def test_each_turn_has_a_row(annotated: Annotated) -> None:
    """A row has the turn, the best turn, and the loss of the turn."""
    turns = game().turns
    assert [row["turn"] for row in annotated.table] == [str(turn) for turn in turns]
    for row in annotated.table:
        assert row["loss"] >= 0
        assert row["mark"] == ("??" if row["loss"] >= 1.5 else "?" if row["loss"] >= 0.7 else "")
        assert bool(row["why"]) == bool(row["mark"])
        if row["turn"] == row["best"]:
            assert row["loss"] == 0
    assert any(row["mark"] for row in annotated.table)
    frame = annotated.to_frame()
    assert frame.to_dict("records") == annotated.table
    assert list(frame["turn"]) == [str(turn) for turn in turns]


def test_the_game_is_a_copy_with_the_same_line(annotated: Annotated) -> None:
    """The copy is at the same ply, its record round-trips, and only comments and variations are added."""
    original = game()
    assert annotated.game is not original
    assert annotated.game.turns == original.turns
    assert annotated.game.ply == original.ply
    text = annotated.game.to_record()
    reread = Game.from_record(text)
    assert reread.to_record() == text
    assert reread.turns == original.turns
    for row in annotated.table:
        assert annotated.game.line[row["ply"]].comment == row["why"]
    assert len(annotated.game.nodes) > len(original.nodes)


def test_one_turn_deep_the_score_is_that_of_the_turn() -> None:
    """Not the bound that a search for the best turn finds."""
    played = game()
    table = annotate(played, depth=1).table
    for before, row in zip(played.line, table, strict=False):
        scores = {
            scored["turn"]: scored["score"] for scored in analyse(before.position, depth=1, exact=True).table
        }
        assert row["score"] == scores[row["turn"]]
        assert row["best_score"] == max(scores.values())


def test_the_best_turn_is_at_least_as_good_as_the_played_one(annotated: Annotated) -> None:
    for row in annotated.table:
        assert row["best_score"] >= row["score"]
        assert row["loss"] == pytest.approx(
            min(max(row["best_score"], -10), 10) - min(max(row["score"], -10), 10)
        )


def test_annotate_gives_the_same_table_for_the_same_nodes(annotated: Annotated) -> None:
    assert annotate(game(), nodes=3000).table == annotated.table


def test_a_missed_win_is_a_blunder_and_a_variation() -> None:
    """The comment names the turn that wins, after the earlier comment. The tree has the turn as a variation."""
    played = Game(WINS).play("D3+L").comment_on(1, "Hm.")
    report = annotate(played, depth=2)
    assert report.table[0]["mark"] == "??"
    assert report.table[0]["best"] == "+D4"
    assert report.game.comment.startswith("Hm.\n\nBlunder: +D4 would have won in 1.")
    assert str(report.game.nodes[report.game.nodes[0].children[1]].turn) == "+D4"
    assert played.comment == "Hm."


def test_a_turn_that_allows_a_win_is_a_blunder() -> None:
    """The reason names the turn that wins."""
    # Black may save D5 by moving it; growing elsewhere loses it, and with it the game
    played = Game(WINS.replace(" w ", " b ")).play("D6+L")
    row = annotate(played, depth=3).table[0]
    assert row["mark"] == "??"
    assert "lets White win in 1: +D4" in row["why"]
    # the game ends with the second turn from here
    assert row["score"] == -299.98


STARVED = "C4 then has 3 limbs and only 2 free discs left, so it starves."


@pytest.mark.parametrize(
    ("position", "line", "loser", "win_in", "sentence"),
    [
        (
            FORKED,
            ["B2-B3 +B4"],
            "B",
            None,
            "This turn allows a fork: White moves B2 to B3 and grows on B4 (B2-B3 +B4). " + STARVED,
        ),
        (
            "adaptoid w 0,0 W:C5,D3 B:C4,D5LPP,D6",
            ["+D4"],
            "B",
            None,
            "Then White grows on D4 (+D4). D5 then has 3 limbs and only 2 free discs left, so it starves.",
        ),
        (
            "adaptoid w 0,0 W:D4LP B:D5,D6",
            ["D4xD5 +D4"],
            "B",
            None,
            "Then White captures D5 from D4 and grows on D4 (D4xD5 +D4).",
        ),
        (
            "adaptoid w 0,0 W:A1,D4LP B:D5P,D6",
            ["D4xD5 +A2"],
            "B",
            None,
            "Then comes an equal exchange on D5: D4xD5 +A2.",
        ),
        (FORKED, ["B2-B3 +B4"], "B", 2, "This turn lets White win in 2: B2-B3 +B4."),
        (
            "adaptoid w 0,4 W:A2,B2 B:A1L,D6",
            ["+B1"],
            "B",
            1,
            "This turn lets White win in 1: +B1. A1 then has 1 limb and no free disc left, so it starves.",
        ),
        (
            FORKED,
            ["B2+L", "D6+L", "B2-B3 +B4"],
            "B",
            None,
            "This turn loses C4 later: B2+L, D6+L, B2-B3 +B4. " + STARVED,
        ),
        (FORKED, ["B2+L"], "B", None, "Likely to follow: B2+L. That is better for White."),
        # of three players, nobody knows who gains
        (THREE, ["D2+P"], "R", None, "Likely to follow: D2+P. That is worse for Red."),
        (FORKED, [], "B", -1, "Likely to follow: . That is better for White."),
    ],
)
def test_a_mistake_is_explained_by_the_best_reply(
    position: str, line: list[str], loser: str, win_in: int | None, sentence: str
) -> None:
    """`refutation` says what the best reply does and why, in every language."""
    turns = [Turn.from_text(turn) for turn in line]
    sayings = refutation(Position.from_text(position), turns, loser, win_in)
    assert ENGLISH.say_all(sayings) == sentence
    for tag in LANGUAGES.tags():
        assert "{" not in LANGUAGES.wording(tag).say_all(sayings)


@pytest.mark.parametrize(
    ("position", "turn", "cells"),
    [
        (FORKED, "B2-B3 +B4", ("C4",)),
        # one arrival starves C4, so this is no fork
        ("adaptoid w 0,0 W:B2L,C3 B:C4LLPP,D4,D6", "B2-B3 +B4", ()),
        (FORKED, "+B3", ()),
        (FORKED, "B2-B3 B3+L", ()),
    ],
)
def test_forked_by_finds_the_forks_of_the_rules(position: str, turn: str, cells: tuple[str, ...]) -> None:
    """`forked_by` follows the definition in docs/reference/rules.md."""
    assert forked_by(Position.from_text(position), Turn.from_text(turn)) == cells


def test_the_loss_is_that_of_the_player_of_the_turn() -> None:
    """The loss is that of the player of the turn."""
    played = Game("adapt3 w 0,0,9 W:C5,D3 B:A1 R:C4,D5LPP,D6").play("D3+L").play("A1+L")
    table = annotate(played, depth=1).table
    assert [row["color"] for row in table] == ["W", "B"]
    assert (table[0]["mark"], table[0]["best"]) == ("??", "+D4")


def test_a_board_can_be_annotated_in_another_language() -> None:
    """`annotate` accepts a board and writes comments in the given language."""
    board = aw.Board(Game(WINS).play("D3+L"))
    report = annotate(board, depth=1, language="de")
    assert report.game.comment.startswith("Grober Fehler: +D4 hätte in 1 gewonnen.")
    assert board.comment == ""
    board.close()


def test_a_game_without_turns_has_no_rows() -> None:
    """A game without turns has no rows, and an agreed draw adds no row."""
    assert annotate(Game(), depth=1).table == []
    agreed = Game().play("+D3").agree_draw()
    report = annotate(agreed, depth=1)
    assert len(report.table) == 1
    assert report.game.result == "draw"


@pytest.mark.parametrize(
    ("content", "options", "error"),
    [
        (Game("open"), {}, GameError),
        ("adaptoid w 0,0 W:D2 B:D6", {}, TypeError),
        (Game(), {"blunder": 0.1}, ValueError),
        (Game(), {"mistake": 0}, ValueError),
        (Game(), {"blunder": "big"}, ValueError),
        (Game(), {"nodes": "many"}, ValueError),
        (Game(), {"depth": 0}, ValueError),
        (Game(), {"seconds": -1}, ValueError),
        (Game(), {"language": "tlh"}, LanguageError),
    ],
)
def test_bad_arguments_are_refused(content: Any, options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        annotate(content, **options)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `adaptoid-widget analyse`."""
    line = [sys.executable, "-m", "adaptoid_widget", "analyse", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_the_command_prints_text_or_json() -> None:
    """The command prints text or one JSON object, and an error in one line."""
    run = command(WINS, "--depth", "2")
    assert run.returncode == 0
    assert "wins in 1  +D4" in run.stdout
    analysis = json.loads(command(WINS, "--depth", "1", "--lines", "2", "--json").stdout)
    assert (analysis["lines"][0]["turns"], analysis["lines"][0]["win_in"], analysis["unit"]) == (
        ["+D4"],
        1,
        "adaptoids",
    )
    assert len(analysis["lines"]) == 2
    over = command("adaptoid b 0,5 W:C5,D3 B:D6")
    assert over.returncode == 2
    assert over.stderr.startswith("adaptoid-widget: the game is over, White has won")
    assert over.stderr.count("\n") == 1


def test_a_review_is_there_again_when_its_record_is_opened(annotated: Annotated) -> None:
    """Graph, mistakes, comments and glyphs come from the record, without a search; also on a board in a notebook."""
    opened = Game.from_record(annotated.game.to_record())
    board = aw.Board(opened)
    review: Any = board.review
    assert (review["running"], review["of"], review["exercises"]) == (False, len(annotated.table), 0)
    assert len(review["graph"]) == len(annotated.table) + 1
    assert review["nodes"] == [0, *(node.number for node in opened.line[1:])][: len(review["nodes"])]
    marked = [row for row in annotated.table if row["mark"]]
    assert [row[1:] for row in review["mistakes"]] == [
        [row["ply"], row["color"], row["turn"], row["mark"], row["best"]] for row in marked
    ]
    glyphs = {row[4]: row[11] for row in board.snapshot["history"]["turns"] if not row[1]}
    assert {row["turn"] for row in marked} <= {turn for turn, glyph in glyphs.items() if glyph}
    for row, mistake in zip(marked, review["mistakes"], strict=True):
        assert row["why"] in opened.nodes[mistake[0]].comment


def test_the_graph_ends_with_the_worth_of_the_last_turn() -> None:
    """D3+L misses the win of White, and after D6+L, White wins all the same."""
    game = Game(WINS).play("D3+L")
    review: Any = aw.Board(aw.annotate(game, depth=2).game).review
    assert review["graph"][0] == [1.0, 0.0]
    assert review["graph"][1][0] < 0.95
    review = aw.Board(aw.annotate(game.play("D6+L"), depth=2).game).review
    assert review["graph"][2] == [1.0, 0.0]


def test_words_and_marks_agree_with_thresholds_of_ones_own() -> None:
    game = Game(WINS).play("D3+L").play("D6+L")
    for blunder, mark, word in ((1.5, "??", "Blunder"), (30, "?", "Mistake")):
        table = aw.annotate(game, depth=2, blunder=blunder).table
        assert [(row["mark"], row["why"].split(":")[0]) for row in table] == [(mark, word)] * 2


def test_a_loss_under_a_small_threshold_is_not_said_to_be_zero() -> None:
    game = Game().play("+D1").play("+C6")
    rows = aw.annotate(game, depth=2, mistake=0.001, blunder=9).table
    small = [row for row in rows if 0 < row["loss"] < 0.05]
    assert small
    for row in small:
        assert f"Mistake: {row['loss']:.2f} adaptoids worse" in row["why"]


def test_a_review_of_other_turns_is_not_shown(annotated: Annotated) -> None:
    changed = Game.from_record(annotated.game.to_record()).goto(0)
    other = next(turn for turn in changed.position.turns() if turn != changed.nodes[1].turn)
    changed.play(other)
    changed.promote(changed.node.number)
    assert aw.Board(changed).review == {}
    for text in ("x", "17 1 2", "50", "1/2 3", "-1 -2"):
        damaged = Game.from_record(annotated.game.to_record())
        damaged.headers["Review"] = text
        assert aw.Board(damaged).review == {}


def test_a_review_is_kept_for_long_games_and_three_players() -> None:
    """The graph of a long game takes several headers."""
    for start in (Position.start(), Position.start("adapt3")):
        game = Game(start)
        while game.ply < 250 and game.result is None:
            game.play(next(turn for turn in game.position.turns() if turn.origin is None))
        colors = game.position.colors
        share = [0.61, *[0.39 / (len(colors) - 1)] * (len(colors) - 1)]
        turns = [node for node in game.line[1:] if node.turn is not None]
        rows = [{"ply": node.ply, "mark": "?", "best": "+D4"} for node in turns]
        keep_review(game, turns, rows, [share] * (len(turns) + 1))
        kept = kept_review(Game.from_record(game.to_record()))
        assert kept is not None
        assert len(kept["graph"]) == len(turns) + 1
        assert len(kept["mistakes"]) == len(turns)
        assert kept["graph"][-1] == pytest.approx(share, abs=0.011)


def test_a_board_that_gives_no_help_shows_no_review(annotated: Annotated) -> None:
    assert aw.Board(Game.from_record(annotated.game.to_record()), aids="legal").review == {}
