"""Lenient reading of game records: the reader keeps what it can and lists the rest in `dropped`."""

from __future__ import annotations

import random

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.record_scanner import RecordLines
from adaptoid_widget.core.game.records import read_records
from tests.core.game.record_games import damaged, random_game, record_contents
from tests.portable.bad_texts import MARK
from tests.portable.record_cases import BAD, FIRST, GOOD, HEAD, LARGE, MENDED
from tests.repetitions import repetitions

# the number of random games in each batch
SEEDS = repetitions(10, 150)


def read_strictly(text: str) -> list[aw.Game] | None:
    """Return the games of a text, or None if the strict reader refuses it."""
    try:
        return list(read_records(aw.Game, text.split("\n")[:-1])) if text.endswith("\n") else None
    except (aw.TextError, aw.IllegalTurn):
        return None


def read_leniently(text: str) -> list[aw.Game]:
    lines = text.split("\n")
    try:
        return list(read_records(aw.Game, lines[:-1] if not lines[-1] else lines, lenient=True))
    except aw.TextError:
        return []


@pytest.mark.parametrize("text", GOOD)
def test_valid_records_are_read_without_loss(text: str) -> None:
    game = aw.Game.from_record(text, lenient=True)
    assert game.dropped == ()
    assert game.to_record() == text


@pytest.mark.parametrize(("text", "mended"), MENDED)
def test_a_damaged_record_is_repaired(text: str, mended: str) -> None:
    game = aw.Game.from_record(text, lenient=True)
    assert game.to_record() == mended
    assert game.dropped


def test_every_dropped_word_is_listed_with_its_place_and_reason() -> None:
    text, _ = MENDED[0]
    game = aw.Game.from_record(text, lenient=True)
    listed = [(dropped.line, dropped.column, dropped.text, dropped.why) for dropped in game.dropped]
    for line, column, word, reason in [
        (1, 1, "\ufeff", "a byte order mark"),
        (1, 19, "\r", "a carriage return"),
        (7, 4, "+d3", "read as +D3"),
        (7, 7, "\t", "a tab"),
        (8, 1, "3.", "read as 2"),
        (8, 9, "!", "neither a turn nor what belongs to one"),
        (8, 11, "*D2", "those who starved: nobody"),
        (9, 12, "star(D4)", "no mark: expected arrow(…), fill(…), ring(…), label(…) or heat(…)"),
        (9, 21, "fill(Z9)", "there is no disc Z9 on the board hex4"),
        (11, 5, "A1+L", "There is no adaptoid on A1."),
        (12, 5, "D5+L", "it follows a turn that is not kept"),
        (15, 3, "E9-E8 +E7", "There is no disc E9 on this board."),
        (16, 3, "+D4", "it follows a turn that is not kept"),
        (17, 3, "W", "the game goes on"),
    ]:
        assert (line, column, word, reason) in listed
    assert listed == sorted(listed, key=lambda dropped: dropped[:2])
    # each word is in the repaired record, or something on its line is listed
    for number, line_text in enumerate(text.split("\n")[:-1], 1):
        for word in line_text.split(" "):
            is_kept = word.strip("\r\t") in game.to_record()
            assert is_kept or any(dropped.line == number for dropped in game.dropped), (number, word)


def test_windows_line_ends_do_not_slow_reading_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader strips carriage returns. Only lines with other control characters are read by character."""
    slow: list[str] = []
    monkeypatch.setattr(RecordLines, "_without_controls", lambda _, line: slow.append(line))
    text = GOOD[0].replace("\n", "\r\n")
    game = aw.Game.from_record(text, lenient=True)
    assert game.to_record() == GOOD[0]
    assert [(dropped.line, dropped.text, dropped.why) for dropped in game.dropped] == [
        (number, "\r", "a carriage return") for number in range(1, text.count("\n") + 1)
    ]
    assert slow == []


@pytest.mark.parametrize(
    "marked",
    [marked for marked, _ in BAD if not marked.endswith(MARK) and marked != f"{MARK}hello\n"],
)
def test_what_the_strict_reader_refuses_is_listed(marked: str) -> None:
    """Some cases: a comment after marks, a second line of marks, marks out of order, `*D5` after `#`."""
    assert any(game.dropped for game in read_leniently(marked.replace(MARK, "")))


def test_a_text_without_a_record_has_no_game() -> None:
    assert read_leniently("hello\n") == []


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(3))
def test_the_lenient_reader_drops_only_what_the_strict_reader_refuses(batch: int) -> None:
    """The lenient reader drops nothing exactly if the strict reader accepts the text. Repaired records are strict."""
    mended = 0
    for seed in range(batch * 150, batch * 150 + SEEDS):
        dice = random.Random(seed)
        record = random_game(dice.randrange(10_000)).to_record()
        if dice.random() < 0.2:
            record += "\n" + random_game(dice.randrange(10_000)).to_record()
        for _ in range(4):
            text = damaged(record, dice)
            strict, lenient = read_strictly(text), read_leniently(text)
            if strict is not None:
                assert [record_contents(game) for game in lenient] == [
                    record_contents(game) for game in strict
                ]
                assert "\n".join(game.to_record() for game in strict) == text
                assert all(game.dropped == () for game in lenient), text
            elif lenient and text.endswith("\n"):
                assert any(game.dropped for game in lenient), text
                mended += 1
            for game in lenient:
                reread = aw.Game.from_record(game.to_record())
                assert record_contents(reread) == record_contents(game), text
    assert mended > 2 * SEEDS // 3


def test_text_around_two_games_is_listed() -> None:
    text = "Dear Ann,\n\n" + HEAD + "1 D2+L\n= *\nhere it is\n" + HEAD + "1 A1+L\n= *\n\n\nYours\n"
    first, second = read_leniently(text)
    assert [(dropped.line, dropped.text) for dropped in first.dropped if dropped.text] == [
        (1, "Dear Ann,"),
        (8, "here it is"),
    ]
    assert [(dropped.line, dropped.text, dropped.why) for dropped in second.dropped if dropped.text] == [
        (12, "A1+L", "There is no adaptoid on A1."),
        (16, "Yours", "it is no part of a game"),
    ]
    assert (first.read_from, second.read_from) == (3, 9)


def test_a_text_without_a_game_is_refused() -> None:
    for text in ("", "hello\n", "1 +D3\n2 D6+L\n"):
        with pytest.raises(aw.TextError, match="adaptoid-record 1"):
            aw.Game.from_record(text, lenient=True)


def test_large_texts_are_repaired_up_to_a_limit() -> None:
    """`dropped` is in the order of the text."""
    for text, mended in LARGE:
        game = aw.Game.from_record(text, lenient=True)
        assert game.to_record() == mended
        places = [(dropped.line, dropped.column) for dropped in game.dropped]
        assert places == sorted(places)
    with pytest.raises(aw.TextError, match="at most 10000 mistakes"):
        aw.Game.from_record(HEAD + "1 +D3 %s\n" % ("x " * 20_000), lenient=True)


def test_bad_headers_and_starts_are_dropped() -> None:
    game = aw.Game.from_record(
        FIRST + "White: Ann\nWhite: Eve\nEvent:\nResult: W\nFirst: X\nStart: chess\n\n1 +D3\n= *\n",
        lenient=True,
    )
    assert list(game.headers.items()) == [("White", "Ann")]
    assert game.ply == 0
    words = [dropped.text for dropped in game.dropped]
    assert sorted(words) == sorted(
        ["First: X", "White: Eve", "Event:", "Event:", "Result: W", "chess", "+D3"]
    )


@pytest.mark.parametrize("pieces", ["W:D3,D2 B:D6", "B:D6 W:D2,D3"])
def test_the_pieces_of_a_start_in_another_order(pieces: str) -> None:
    """They are sorted as `Position` does, with its note; a strict reading refuses them."""
    record = FIRST + "Start: adaptoid w 0,0 " + pieces + "\n\n1 +D4\n= *\n"
    game = aw.Game.from_record(record, lenient=True)
    assert str(game.nodes[0].position) == "adaptoid w 0,0 W:D2,D3 B:D6"
    assert game.length == 1
    with pytest.warns(UserWarning, match="in the order W, B, R") as warned:
        aw.Position("adaptoid w 0,0 " + pieces)
    assert [dropped.why for dropped in game.dropped] == [str(warned[0].message)]
    with pytest.raises(aw.TextError, match="line 2, column "):
        aw.Game.from_record(record)


def test_an_error_in_a_variation_leaves_the_main_line() -> None:
    text = HEAD + "1 +D3 *A1\n  1 D2+L\n  2 A1+L\n  3 +C2\n; late\n2 D6+P\n= draw\n"
    game = aw.Game.from_record(text, lenient=True)
    turns = [(str(game.nodes[row.node].turn), row.depth) for row in game.rows]
    assert turns == [("+D3", 0), ("D2+L", 1), ("D6+P", 0)]
    assert {dropped.line for dropped in game.dropped} == {4, 6, 7, 8, 10}


def test_a_heat_map_with_a_disc_that_is_marked_already_is_dropped_whole() -> None:
    record = "adaptoid-record 1\nStart: adaptoid w 0,0 W:D2 B:D6\n\n% heat(D4=1) heat(C3=2,D4=3)\n= *\n"
    game = aw.Game.from_record(record, lenient=True)
    assert [(dropped.text, dropped.why) for dropped in game.dropped] == [
        ("heat(C3=2,D4=3)", "it is marked already")
    ]
    assert str(game.marks) == "heat(D4=1)"
