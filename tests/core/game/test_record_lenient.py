"""Lenient reading of game records: other spellings are read, and a game ends at its first mistake."""

from __future__ import annotations

import random

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.comments import MAX_COMMENT
from adaptoid_widget.core.game.records import read_records
from tests.core.game.record_games import damaged, random_game, record_contents
from tests.portable.bad_texts import MARK
from tests.portable.record_cases import BAD, CUT, FIGHT, FIRST, GOOD, HEAD, LARGE, RESPELT
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


@pytest.mark.parametrize(("text", "record"), RESPELT)
def test_another_spelling_is_read(text: str, record: str) -> None:
    """Nothing is lost, and `dropped` says what was read differently."""
    game = aw.Game.from_record(text, lenient=True)
    assert game.to_record() == record
    assert game.dropped
    assert game.damage.cut is None
    assert not read_strictly(text)


@pytest.mark.parametrize(("text", "line", "record"), CUT)
def test_a_game_ends_at_its_first_mistake(text: str, line: int, record: str) -> None:
    """The rest is a comment, and `dropped` has the line."""
    game = aw.Game.from_record(text, lenient=True)
    assert game.to_record() == record
    mistakes = [dropped for dropped in game.dropped if dropped.line == line]
    assert mistakes[0].text == text.split("\n")[line - 1]
    assert f"line {line}, column " in mistakes[0].why


@pytest.mark.parametrize(
    "wrong", ["\u0663 D3+L", "\u2462 D3+L", "3D3+L", "III D3+L", "3\u06ddD3+L", "3 D3+\u0141", "-3 D3+L"]
)
def test_turns_behind_a_line_that_cannot_be_read_are_not_played(wrong: str) -> None:
    """Whatever a line means, no later turn is played in its place."""
    text = HEAD + "1 +D3\n2 D6+L\n" + wrong + "\n4 D6+P\n5 +C2\n6 D6+L\n= *\n"
    game = aw.Game.from_record(text, lenient=True)
    assert [str(turn) for turn in game.turns] == ["+D3", "D6+L"]
    assert game.comment.startswith(wrong)
    assert game.damage.cut is not None
    assert (game.damage.cut.ply, game.damage.cut.line, game.damage.cut.text) == (2, 6, wrong)


@pytest.mark.parametrize(
    "blank",
    [
        "\t",
        "\xa0",
        "\u1680",
        *map(chr, range(0x2000, 0x200B)),
        "\u202f",
        "\u205f",
        "\u3000",
        " \u200b",
        "\ufeff ",
        "\x0b",
    ],
)
def test_all_blanks_are_read_alike(blank: str) -> None:
    text = HEAD + "1 +D3\n2 D6+L\n3 D3+L\n4 D6+P\n5 D3-E4 D3+P\n"
    record = aw.Game.from_record(text.replace("5 D3-E4 D3+P\n", "= *\n")).to_record()
    for place in ("1{}+D3", "{}1 +D3", "1 +D3{}"):
        spelt = record.replace("1 +D3", place.format(blank)).replace("3 D3", f"3{blank}D3")
        game = aw.Game.from_record(spelt, lenient=True)
        if (place[0] == "{" and blank in ("\t", "\xa0", "\u3000")) or (place[0] == "{" and game.damage.cut):
            # blanks before a number are those of a variation
            assert game.length == 0
        else:
            assert game.to_record() == record
            assert [str(turn) for turn in game.turns] == ["+D3", "D6+L", "D3+L", "D6+P"]


def test_a_rest_that_is_too_long_for_a_comment_is_cut_and_said() -> None:
    text = HEAD + "1 +D3\nhello\n" + "word " * MAX_COMMENT + "\n"
    game = aw.Game.from_record(text, lenient=True)
    assert len(game.comment) == MAX_COMMENT
    assert [dropped.why for dropped in game.dropped][
        -1
    ] == "a comment has at most 20000 characters; the rest is left out"
    assert game.damage.is_left_out


@pytest.mark.parametrize(
    "marked",
    [marked for marked, _ in BAD if not marked.endswith(MARK) and marked != f"{MARK}hello\n"],
)
def test_what_the_strict_reader_refuses_is_listed(marked: str) -> None:
    """Some cases: a comment after marks, a second line of marks, marks out of order, `*D5` after `#`."""
    assert any(game.dropped for game in read_leniently(marked.replace(MARK, "")))


def test_a_mistake_in_one_game_leaves_the_next() -> None:
    text = HEAD + "1 A1+L\n= *\nhello\n" + FIGHT + "1 +D4 *D5 #\n= W\n"
    first, second = read_leniently(text)
    assert first.comment == "1 A1+L\n= *\nhello"
    assert (second.result, second.dropped) == ("W", ())


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
    text = (
        "From: Ann <ann@example.org>\nDear Ben,\n\n"
        + HEAD
        + "1 D2+L\n= *\nhere it is\n"
        + HEAD
        + "1 +D3\n= *\n\n\nYours\n"
    )
    first, second = read_leniently(text)
    assert [(dropped.line, dropped.text) for dropped in first.dropped if dropped.text] == [
        (1, "From: Ann <ann@example.org>"),
        (2, "Dear Ben,"),
        (9, "here it is"),
    ]
    assert first.damage.is_left_out
    assert [(dropped.line, dropped.text, dropped.why) for dropped in second.dropped if dropped.text] == [
        (17, "Yours", "it is no part of a game"),
    ]
    assert (first.read_from, second.read_from) == (4, 10)


def test_a_text_without_a_game_is_refused() -> None:
    for text in ("", "hello\n", "1 +D3\n2 D6+L\n"):
        with pytest.raises(aw.TextError, match="adaptoid-record 1"):
            aw.Game.from_record(text, lenient=True)


def test_large_texts_are_read() -> None:
    """`dropped` is in the order of the text."""
    for text, record in LARGE:
        game = aw.Game.from_record(text, lenient=True)
        assert game.to_record() == record
        places = [(dropped.line, dropped.column) for dropped in game.dropped]
        assert places == sorted(places)


def test_lines_that_are_no_headers_become_a_comment() -> None:
    """What is only about the players and the event does not end a game."""
    headers = "White: Ann\nWhite: Eve\nEvent:\nResult: W\nFirst: X\n"
    game = aw.Game.from_record(FIRST + headers + HEAD[len(FIRST) :] + "1 +D3\n= *\n", lenient=True)
    assert list(game.headers.items()) == [("White", "Ann")]
    assert game.ply == 1
    kept = ["White: Eve", "Event:", "Result: W", "First: X"]
    assert sorted(game.nodes[0].comment.split("\n")) == sorted(kept)
    assert {dropped.text for dropped in game.dropped} >= set(kept)
    assert game.damage.is_kept


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
