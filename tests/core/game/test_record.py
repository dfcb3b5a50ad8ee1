"""Writing game records and reading them strictly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.record_scanner import MAX_RECORD_LINE
from adaptoid_widget.core.game.records import read_records
from tests.core.game.record_games import random_game, record_contents
from tests.portable.bad_texts import MARK
from tests.portable.record_cases import BAD, FIGHT, GOOD, HEAD
from tests.portable.rules_cases import NO_GROWTH
from tests.repetitions import repetitions
from tools.games import crowd, peaceful_turns

pytestmark = pytest.mark.slow


def place(marked: str) -> tuple[str, int, int]:
    """Return a text without its mark, and the line and column of the mark."""
    before, _, after = marked.partition(MARK)
    return before + after, before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize("text", GOOD)
def test_a_record_round_trips(text: str) -> None:
    assert aw.Game.from_record(text).to_record() == text


def test_random_games_round_trip() -> None:
    """The texts are equal byte for byte, and the games are equal in all that a record keeps."""
    for seed in range(repetitions(60, 600)):
        game = random_game(seed)
        text = game.to_record()
        reread = aw.Game.from_record(text)
        assert reread.to_record() == text, seed
        assert record_contents(reread) == record_contents(game), seed


@pytest.mark.parametrize(("marked", "word"), BAD)
def test_every_error_has_its_line_column_and_reason(marked: str, word: str) -> None:
    text, line, column = place(marked)
    with pytest.raises((aw.TextError, aw.IllegalTurn)) as caught:
        aw.Game.from_record(text)
    error = caught.value
    assert isinstance(error, (aw.TextError, aw.IllegalTurn))
    assert (error.line, error.column) == (line, column), error
    assert word in str(error)
    assert f"line {line}, column {column}: " in str(error)


def test_an_illegal_turn_keeps_its_reason() -> None:
    with pytest.raises(aw.IllegalTurn) as caught:
        aw.Game.from_record(HEAD + "1 +D3\n2 D6-D5 +D7\n= *\n")
    assert (caught.value.line, caught.value.column) == (5, 3)
    assert (caught.value.code, caught.value.cell) == ("no-legs", "D6")


def test_a_game_stands_at_the_end_of_its_main_line() -> None:
    game = aw.Game.from_record(HEAD + "1 +D3\n  1 D2+L\n  2 +D5\n2 D6+L\n= *\n")
    assert [str(turn) for turn in game.turns] == ["+D3", "D6+L"]
    assert not game.can_redo
    assert game.undo()
    assert game.undo()
    assert game.redo()
    assert str(game.node.turn) == "+D3"
    # within the variation redo follows the variation
    game.select(2)
    assert game.redo()
    assert str(game.node.turn) == "+D5"


def test_a_half_turn_is_read_and_continued() -> None:
    game = aw.Game.from_record(FIGHT + "1 D3-E3\n= *\n")
    assert game.position.step == "grow"
    assert game.undo()
    assert str(game.position) == "adaptoid w 0,4 W:C5,D3LP B:D2,D5LLPP,D6"
    game.play("D3-E3 +E4")
    assert game.to_record() == FIGHT + "1 D3-E3 +E4\n= *\n"


def test_a_half_turn_away_from_the_end_of_the_line_is_not_written() -> None:
    game = aw.Game.from_record(FIGHT + "1 D3-E3 +E4\n  1 +C4\n= *\n").goto(0)
    game.move("D3-D4")
    assert "D4" not in game.to_record()


def test_a_game_in_which_nothing_can_grow() -> None:
    """A move alone is a turn (R9), and the third occurrence of a position is a draw (R14)."""
    game = aw.Game(NO_GROWTH)
    turns = 0
    while game.result is None:
        quiet = [turn for turn in game.position.turns() if turn.origin]
        back = [turn for turn in quiet if game.position.play(turn) in {node.position for node in game.nodes}]
        game.play((back or quiet)[0])
        turns += 1
    assert game.result == "draw"
    text = game.to_record()
    assert text.splitlines()[-2].endswith(" #")
    assert text.endswith("= draw\n")
    assert aw.Game.from_record(text).to_record() == text
    with pytest.raises(aw.IllegalTurn, match="over"):
        aw.Game.from_record(text.replace("= draw", f"{turns + 1} -\n= draw"))


def test_the_record_keeps_an_open_start_that_was_undone() -> None:
    game = aw.Game("open").place("D2").place("D6").choose("B").play("+D3")
    text = game.to_record()
    assert "Start: open adaptoid W:D2 B:D6 second:B\n\n1 +D3\n" in text
    for _ in range(4):
        assert game.undo()
        assert game.to_record() == text
    assert not game.undo()
    game.place("E3")
    assert game.to_record().endswith("Start: open adaptoid W:E3\n\n= *\n")


def test_many_games_from_lines_with_or_without_line_ends() -> None:
    text = "\n".join(GOOD)
    for lines in (text.splitlines(), text.splitlines(keepends=True), iter(text.split("\n")[:-1])):
        assert [game.to_record() for game in read_records(aw.Game, lines)] == GOOD


def test_games_are_read_one_by_one() -> None:
    """The reader yields a game before it reads beyond the result."""

    def lines() -> object:
        yield from GOOD[0].splitlines()
        yield ""
        yield "nonsense"

    games = read_records(aw.Game, lines())  # type: ignore[arg-type]
    assert next(games).to_record() == GOOD[0]
    with pytest.raises(aw.TextError, match="line 6, column 1"):
        next(games)


def test_line_numbers_continue_in_later_games() -> None:
    text = "\n".join([*GOOD[:3], HEAD + "1 D2+L\n2 A1+L\n= *\n"])
    line = text[: text.index("A1+L")].count("\n") + 1
    with pytest.raises(aw.IllegalTurn, match=f"line {line}, column 3: There is no adaptoid on A1"):
        list(read_records(aw.Game, text.split("\n")))
    assert [game.read_from for game in read_records(aw.Game, "\n".join(GOOD[:2]).split("\n")[:-1])] == [1, 6]


def test_from_record_refuses_two_games_and_bytes() -> None:
    with pytest.raises(aw.TextError, match="line 6, column 1: expected the end of the text after one game"):
        aw.Game.from_record("\n".join(GOOD[:2]))
    with pytest.raises(TypeError, match="bytes"):
        aw.Game.from_record(GOOD[0].encode())  # type: ignore[arg-type]


@pytest.mark.parametrize("beginning", ["; ", "% ", "  ", "9", "x: "])
def test_a_too_long_line_is_refused(beginning: str) -> None:
    with pytest.raises(
        aw.TextError, match="line 4, column 100001: expected the end of the line, 100000 signs"
    ):
        aw.Game.from_record(HEAD + beginning + "x" * MAX_RECORD_LINE)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("1 D2+L ", "column 7: expected the end of the line, found ' '"),
        ("1  D2+L", "column 3: expected a turn, found ' '"),
        ("1 D2+L  #", "column 8: expected no second blank, found ' '"),
        ("1 ", "column 3: expected a turn, found the end of the text"),
    ],
)
def test_a_surplus_blank_is_named_as_one(line: str, problem: str) -> None:
    with pytest.raises(aw.TextError, match=re.escape(f"line 4, {problem}")):
        aw.Game.from_record(f"adaptoid-record 1\nStart: adaptoid w 0,0 W:D2 B:D6\n\n{line}\n= *\n")


def test_a_long_record_round_trips() -> None:
    """A record of 1100 turns without a result round-trips."""
    game = aw.Game(crowd())
    for _, turn in peaceful_turns(crowd()):
        game.play(turn)
        if game.ply == 1100:
            break
    text = game.to_record()
    second = aw.Game.from_record(text)
    assert second.ply == 1100
    assert second.to_record() == text


def test_bad_comments_are_refused() -> None:
    game = aw.Game()
    with pytest.raises(aw.GameError, match="control characters"):
        game.node.comment = "a\x00b"
    too_long = HEAD + "; " + "x" * 20_001 + "\n= *\n"
    with pytest.raises(aw.TextError, match="20000"):
        aw.Game.from_record(too_long)


def test_the_example_of_the_docs_round_trips() -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "reference" / "records.md"
    example = page.read_text(encoding="utf-8").split("```\n")[1]
    assert aw.Game.from_record(example).to_record() == example


def test_any_record_may_come_before_any_other() -> None:
    """The reader carries no variations, half turn or marks over to the next game."""
    under_way = aw.Game("open").place("C3")
    under_way.marks = "ring(D4)"
    texts = [*GOOD, under_way.to_record()]
    for first in texts:
        for second in texts:
            games = read_records(aw.Game, f"{first}\n{second}".splitlines(keepends=True))
            assert [game.to_record() for game in games] == [first, second]


def test_names_in_a_record_have_no_invisible_characters() -> None:
    """The strict reader raises an error with the place. The lenient reader removes and lists the character.

    Headers other than names may contain it.
    """
    text = aw.Game().to_record().replace("Start", "Event: a\u202eb\nWhite: Ann\u202eB\nStart")
    with pytest.raises(aw.TextError, match=r"line 3, column 11: expected no invisible character in a name"):
        aw.Game.from_record(text)
    game = aw.Game.from_record(text, lenient=True)
    assert dict(game.headers) == {"Event": "a\u202eb", "White": "AnnB"}
    assert [(dropped.line, dropped.column, dropped.text) for dropped in game.dropped] == [(3, 11, "\u202e")]
    with pytest.raises(aw.GameError, match=r"remove U\+202E"):
        game.headers["Black"] = "\u202eneB"
    with pytest.raises(aw.GameError, match=r"remove U\+200B"):
        aw.Game().draw_seats(("Ann", "Ann\u200b"), seed=1)
    seats = aw.Game("open").to_record().replace("Start", "First: A\u202e\nSecond: B\nStart")
    with pytest.raises(aw.TextError, match="line 2, column 9"):
        aw.Game.from_record(seats)
