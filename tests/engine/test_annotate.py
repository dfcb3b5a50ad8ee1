"""Annotated games: mistakes by their size, refutations in words and as variations, forks as the rules define them."""

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
from adaptoid_widget.core.tactics.forks import forked_by
from adaptoid_widget.engine.annotate import Annotated, annotate

WINS = "adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6"
FORKED = "adaptoid w 0,0 W:B2L,C3 B:C4LLP,D4,D6"


def game() -> Game:
    """A game between two beginners."""
    out = Game()
    players = Player(level=1), Player(level=2)
    while out.result is None and out.ply < 30:
        out.play(players[out.ply % 2](out.position))
    return out


@pytest.fixture(scope="module")
def annotated() -> Annotated:
    """That game, annotated."""
    return annotate(game(), nodes=3000)


def test_a_row_for_each_turn(annotated: Annotated) -> None:
    """What was played, what was best, and by how much it differs."""
    turns = game().turns
    assert [row["turn"] for row in annotated.table] == [str(turn) for turn in turns]
    for row in annotated.table:
        assert row["loss"] >= 0
        assert row["mark"] == ("??" if row["loss"] >= 1.5 else "?" if row["loss"] >= 0.7 else "")
        assert bool(row["why"]) == bool(row["mark"])
        if row["turn"] == row["best"]:
            assert row["loss"] == 0
    assert any(row["mark"] for row in annotated.table)


def test_the_game_is_a_copy_with_the_same_line(annotated: Annotated) -> None:
    """It stands where the game stood; its record reads back; all that was added are comments and variations."""
    original = game()
    assert annotated.game is not original
    assert annotated.game.turns == original.turns
    assert annotated.game.ply == original.ply
    text = annotated.game.to_record()
    again = Game.from_record(text)
    assert again.to_record() == text
    assert again.turns == original.turns
    for row in annotated.table:
        assert annotated.game.line[row["ply"]].comment == row["why"]
    assert len(annotated.game.nodes) > len(original.nodes)


def test_the_same_again(annotated: Annotated) -> None:
    """With nodes or a depth the same game is annotated alike."""
    assert annotate(game(), nodes=3000).table == annotated.table


def test_a_win_that_was_missed() -> None:
    """Told with the turn that wins; the variation is in the tree, and the first comment stays."""
    played = Game(WINS).play("D3+L").comment_on(1, "Hm.")
    done = annotate(played, depth=2)
    assert done.table[0]["mark"] == "??"
    assert done.table[0]["best"] == "+D4"
    assert done.game.comment.startswith("Hm.\n\nBlunder: +D4 would have won in 1.")
    assert str(done.game.nodes[done.game.nodes[0].children[1]].turn) == "+D4"
    assert played.comment == "Hm."


def test_a_turn_that_lets_win() -> None:
    """With the proof."""
    # Black may save D5 by moving it; growing elsewhere loses it, and with it the game
    played = Game(WINS.replace(" w ", " b ")).play("D6+L")
    row = annotate(played, depth=3).table[0]
    assert row["mark"] == "??"
    assert "lets White win in 1: +D4" in row["why"]


@pytest.mark.parametrize(
    ("position", "line", "loser", "win_in", "said"),
    [
        (
            FORKED,
            ["B2-B3 +B4"],
            "B",
            None,
            "This turn allows a fork: White moves B2 to B3 and grows on B4 (B2-B3 +B4). Starved: C4.",
        ),
        (
            "adaptoid w 0,0 W:C5,D3 B:C4,D5LPP,D6",
            ["+D4"],
            "B",
            None,
            "Then White grows on D4 (+D4). Starved: D5.",
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
            "This turn loses the exchange on D5: D4xD5 +A2.",
        ),
        (FORKED, ["B2-B3 +B4"], "B", 2, "This turn lets White win in 2: B2-B3 +B4."),
        (
            FORKED,
            ["B2+L", "D6+L", "B2-B3 +B4"],
            "B",
            None,
            "This turn loses C4 later: B2+L, D6+L, B2-B3 +B4.",
        ),
        (FORKED, ["B2+L"], "B", None, "Likely to follow: B2+L. That is better for White."),
        (FORKED, [], "B", -1, "Likely to follow: . That is better for White."),
    ],
)
def test_reasons(position: str, line: list[str], loser: str, win_in: int | None, said: str) -> None:
    """What the best reply does, as a sentence."""
    turns = [Turn.from_text(turn) for turn in line]
    saying = refutation(Position.from_text(position), turns, loser, win_in)
    assert ENGLISH.say_all([saying]) == said
    for tag in LANGUAGES.tags():
        assert "{" not in LANGUAGES.wording(tag).say_all([saying])


@pytest.mark.parametrize(
    ("position", "turn", "cells"),
    [
        (FORKED, "B2-B3 +B4", ("C4",)),
        # it starves of one arrival: no fork
        ("adaptoid w 0,0 W:B2L,C3 B:C4LLPP,D4,D6", "B2-B3 +B4", ()),
        (FORKED, "+B3", ()),
        (FORKED, "B2-B3 B3+L", ()),
    ],
)
def test_forks(position: str, turn: str, cells: tuple[str, ...]) -> None:
    """By the rules' definition."""
    assert forked_by(Position.from_text(position), Turn.from_text(turn)) == cells


def test_three_players() -> None:
    """From the view of who played."""
    played = Game("adapt3 w 0,0,9 W:C5,D3 B:A1 R:C4,D5LPP,D6").play("D3+L").play("A1+L")
    table = annotate(played, depth=1).table
    assert [row["color"] for row in table] == ["W", "B"]
    assert (table[0]["mark"], table[0]["best"]) == ("??", "+D4")


def test_a_board_and_other_languages() -> None:
    """What stands on a board; words in any of the languages."""
    board = aw.Board(Game(WINS).play("D3+L"))
    done = annotate(board, depth=1, language="de")
    assert done.game.comment.startswith("Grober Fehler: +D4 hätte in 1 gewonnen.")
    assert board.comment == ""
    board.close()


def test_nothing_to_annotate() -> None:
    """No turns, a game that ended by agreement: no rows too many."""
    assert annotate(Game(), depth=1).table == []
    agreed = Game().play("+D3").agree_draw()
    done = annotate(agreed, depth=1)
    assert len(done.table) == 1
    assert done.game.result == "draw"


@pytest.mark.parametrize(
    ("what", "more", "error"),
    [
        (Game("open"), {}, GameError),
        ("adaptoid w 0,0 W:D2 B:D6", {}, TypeError),
        (Game(), {"blunder": 0.1}, ValueError),
        (Game(), {"mistake": 0}, ValueError),
        (Game(), {"language": "tlh"}, LanguageError),
    ],
)
def test_what_cannot_be_annotated(what: Any, more: dict[str, Any], error: type[Exception]) -> None:
    """Is said at once."""
    with pytest.raises(error):
        annotate(what, **more)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """The command, run."""
    line = [sys.executable, "-m", "adaptoid_widget", "analyse", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_the_command() -> None:
    """Text, or one JSON object; what is wrong is one line."""
    told = command(WINS, "--depth", "2")
    assert told.returncode == 0
    assert "wins in 1  +D4" in told.stdout
    found = json.loads(command(WINS, "--depth", "1", "--lines", "2", "--json").stdout)
    assert (found["lines"][0]["turns"], found["lines"][0]["win_in"], found["unit"]) == (
        ["+D4"],
        1,
        "adaptoids",
    )
    assert len(found["lines"]) == 2
    over = command("adaptoid b 0,5 W:C5,D3 B:D6")
    assert over.returncode == 2
    assert over.stderr.startswith("adaptoid-widget: the game is over, White has won")
    assert over.stderr.count("\n") == 1
