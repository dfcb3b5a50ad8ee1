"""Every kind of illegal turn is refused with its own code, the disc in the way, and a sentence that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.i18n.en_messages import SENTENCES
from adaptoid_widget.core.rules import legality, position
from tests.core.helpers import at
from tests.portable.illegal_turns import ILLEGAL, LEGGED, START


@pytest.mark.parametrize(("text", "turn", "code", "cell", "words"), ILLEGAL)
def test_an_illegal_turn_has_a_reason(text: str, turn: str, code: str, cell: str | None, words: str) -> None:
    position = at(text)
    reason = position.why_not(turn)
    assert reason is not None
    assert (reason.code, reason.cell) == (code, cell)
    assert not [word for word in words.split() if word not in reason.text.replace(",", " ")]
    assert str(reason) == reason.text
    assert reason.text.endswith(".")
    assert str(position) == text


@pytest.mark.parametrize(("text", "turn", "code", "cell", "words"), ILLEGAL)
def test_playing_an_illegal_turn_raises_the_same_reason(
    text: str, turn: str, code: str, cell: str | None, words: str
) -> None:
    with pytest.raises((aw.TextError, aw.IllegalTurn)) as caught:
        at(text).play(turn)
    if code == "not-a-turn":
        assert isinstance(caught.value, aw.TextError)
        return
    reason = at(text).why_not(turn)
    assert isinstance(caught.value, aw.IllegalTurn)
    assert reason is not None
    assert (caught.value.code, caught.value.cell, str(caught.value)) == (code, cell, reason.text)
    parsed = at(text).why_not(aw.Turn.from_text(turn))
    assert parsed is not None
    assert (parsed.code, parsed.cell) == (code, cell)


def test_every_code_of_a_reason_has_a_case() -> None:
    sources = "".join(Path(str(module.__file__)).read_text("utf-8") for module in (legality, position))
    codes = {name for name in re.findall(r'"([a-z-]+)"', sources) if "why." + name in SENTENCES}
    assert {row[2] for row in ILLEGAL} == codes


@pytest.mark.parametrize(
    ("text", "move", "code"),
    [
        (START, "D2-D3", "no-legs"),
        (LEGGED, "D4-D5", "attack-sign"),
        ("adaptoid w+ 0,0 W:D4L B:D6", "D4-D3", "moved-already"),
        ("adaptoid w+ 0,0 W:D4L B:D6", "-", "moved-already"),
        ("adaptoid w 5,0 W:D2 B:D6", "-", "game-over"),
        ("adaptoid w 5,0 W:D2L B:D6", "D2-D3", "game-over"),
    ],
)
def test_an_illegal_move_has_a_reason(text: str, move: str, code: str) -> None:
    with pytest.raises(aw.IllegalTurn) as caught:
        at(text).after_move(move)
    assert caught.value.code == code


@pytest.mark.parametrize("text", ["+D3", "D2+L", "D4-E4 +D4"])
def test_after_move_refuses_a_growth(text: str) -> None:
    with pytest.raises(aw.TextError):
        at(LEGGED).after_move(text)


@pytest.mark.parametrize(
    ("turn", "detail"),
    [
        (aw.Turn(None, None, False, "wing", "D2"), "growth is 'new', 'leg' or 'pincer', not 'wing'"),
        (aw.Turn("D2", None, False, "leg", "D2"), "a move has both parts, origin and target"),
        (aw.Turn(None, "D3", False, "leg", "D2"), "a move has both parts, origin and target"),
        (
            aw.Turn(None, None, True, "leg", "D2"),
            "attack is True or False, and False without a move, not True",
        ),
        (aw.Turn(None, None, False, None, "D2"), "a growth has both parts, growth and at"),
        (aw.Turn(None, None, False, "leg", None), "a growth has both parts, growth and at"),
        (aw.Turn(None, None, False, "leg", "d2"), "at is a disc such as 'D4', not 'd2'"),
        (aw.Turn("D2+L", None, False, None, None), "origin is a disc such as 'D4', not 'D2+L'"),
        (aw.Turn("D2", 3, False, None, None), "target is a disc such as 'D4', not 3"),  # type: ignore[arg-type]
    ],
)
def test_the_error_for_a_malformed_turn_names_the_wrong_part(turn: aw.Turn, detail: str) -> None:
    reason = at(START).why_not(turn)
    assert reason is not None
    assert reason.code == "not-a-turn"
    sentence = f"That is not a turn: {detail}; Turn.from_text reads a text."
    assert reason.text == sentence
    with pytest.raises(aw.IllegalTurn, match=re.escape(sentence)):
        at(START).play(turn)


@pytest.mark.parametrize(
    "turn", [aw.Turn("D2+L", None, False, None, None), aw.Turn(None, "D3", False, None, None)]
)
def test_half_a_move_is_not_taken_for_none(turn: aw.Turn) -> None:
    with pytest.raises(aw.IllegalTurn, match="not a turn"):
        at(START).after_move(turn)


def test_the_reason_names_all_adaptoids_in_the_way() -> None:
    two = at("adaptoid w 0,0 W:D4LLP,D5,E5 B:E6").why_not("D4xE6 E6+L")
    assert "D5 and E5" in str(two)
    assert "E5 stands" not in str(two)


def test_legal_turns_are_read_as_a_sequence_and_found_by_text() -> None:
    position = at("adaptoid w 0,0 W:C3LP,D2 B:D6")
    turns = position.turns()
    every = tuple(turns)
    assert every == tuple(turns), "a view is read more than once"
    assert (len(turns), turns[0], turns[-1], turns[:2]) == (len(every), every[0], every[-1], every[:2])
    assert all(turn in turns and str(turn) in turns for turn in every)
    assert "C3xD6" not in turns
    assert "no turn" not in turns
    assert None not in turns
    assert (next(turns), next(turns), next(position.turns())) == (every[0], every[1], every[0])
    assert {turn.move for turn in every} - {None} == {turn.move for turn in position.moves()}
    assert position.moves()
    assert "C3-C4" in position.moves()
    assert "C3-C4" not in at(LEGGED).moves()


def test_a_finished_game_has_no_legal_turns() -> None:
    turns = at("adaptoid w 5,0 W:D2L B:D6").turns()
    assert not turns
    assert len(turns) == 0
    assert list(turns) == []
    assert repr(turns) == "<LegalTurns: none>"
    with pytest.raises(StopIteration):
        next(turns)
