"""Every kind of illegal turn is refused with its own code, the disc in the way, and a sentence that names it."""

from __future__ import annotations

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.reasons import CODES
from tests.core.helpers import at

START = "adaptoid w 0,0 W:D2 B:D6"
LEGGED = "adaptoid w 0,0 W:D3,D4LP B:D5,D6"
TWELVE = "A1,A2,A3,A4,B1,B2,B3,B4,B5,C1,C2"

# Position, turn, code, disc, words of the sentence.
ILLEGAL = [
    (START, "", "not-a-turn", None, "column 1"),
    (START, "D2-D3 ", "not-a-turn", None, "column 7"),
    (START, "D2-D3 +D4 *C2", "not-a-turn", None, "column 10"),
    ("adaptoid w 5,0 W:D2 B:D6", "+D3", "game-over", None, "over"),
    ("adaptoid w+ 0,5 W:D2 B:D6", "+D3", "game-over", None, "over"),
    ("adaptoid b 0,0 W:- B:D6", "-", "game-over", None, "over"),
    # discs and adaptoids that are not there, or another's
    (START, "+H1", "unknown-disc", "H1", "H1"),
    (START, "H1+L", "unknown-disc", "H1", "H1"),
    (START, "H1-D2 +D3", "unknown-disc", "H1", "H1"),
    (START, "D2-D8 +D3", "unknown-disc", "D8", "D8"),
    ("adaptoid@lattice:A1.A3 w 0,0 W:A1LL B:A3", "A1-A2 A2+L", "unknown-disc", "A2", "A2"),
    (START, "D4-D5 +D3", "empty", "D4", "D4"),
    (START, "D4+P", "empty", "D4", "D4"),
    (LEGGED, "D4-E4 D4+L", "empty", "D4", "D4"),
    (START, "D6-D5 +D3", "not-yours", "D6", "D6 Black White"),
    (START, "D6+L", "not-yours", "D6", "D6 Black White"),
    ("adapt3 r 0,0,0 W:D2 B:B4 R:F6", "B4+L", "not-yours", "B4", "B4 Black Red"),
    # moves
    ("adaptoid w+ 0,0 W:D4L B:D6", "D4-D3 +D4", "moved-already", "D4", "White growth"),
    (START, "D2-D3 +D2", "no-legs", "D2", "D2 leg"),
    ("adaptoid w 0,0 W:D4PP B:D5", "D4xD5 +D4", "no-legs", "D4", "D4 leg"),
    (LEGGED, "D4-D4 +E4", "same-disc", "D4", "D4"),
    (LEGGED, "D4xD4 +E4", "same-disc", "D4", "D4"),
    (LEGGED, "D4-D3 +E4", "own-disc", "D3", "D3"),
    (LEGGED, "D4xD3 +E4", "own-disc", "D3", "D3"),
    (LEGGED, "D4-D5 +D4", "attack-sign", "D5", "D5 D4xD5"),
    (LEGGED, "D4xE4 +D4", "move-sign", "E4", "E4 D4-E4"),
    ("adaptoid w 0,0 W:D4L B:D7", "D4-D6 D6+L", "too-far", "D6", "D4 D6 2 1"),
    ("adaptoid w 0,0 W:D4LLP B:D7", "D4xD7 D7+L", "too-far", "D7", "D4 D7 3 2"),
    ("adaptoid w 0,0 W:A1LL,A2,B1 B:B2,G7", "A1-A3 A3+L", "blocked", "A2", "A1 A3 A2"),
    ("adaptoid w 0,0 W:A1LLL,A2,B1 B:B2,G7", "A1-A3 A3+L", "blocked", "A2", "A1 A3 A2 B2"),
    ("adaptoid w 0,0 W:A1LLP,A2,B1 B:B2,C2", "A1xC2 C2+L", "blocked", "B1", "A1 C2 B1 B2"),
    ("adaptoid w 0,0 W:D5LL B:D6,G7", "D5-D7 D7+L", "detour", "D6", "D5 D6 D7 3 2"),
    ("adaptoid w 0,0 W:D4LLP,D5,E5 B:E6", "D4xE6 E6+L", "detour", "D5", "D4 E6 D5 E5 4 2"),
    ("adaptoid@lattice:A1.A2.A4 w 0,0 W:A1LLLL B:A2", "A1-A4 A4+L", "no-way", "A4", "A1 A4"),
    ("adaptoid@discs:0,0/1.031,0/9,9 w 0,0 W:N1L B:N3", "N1-N2 N2+L", "no-way", "N2", "N1 N2"),
    # attacks
    ("adaptoid w 0,0 W:D4L B:D5", "D4xD5 +D4", "no-pincer", "D5", "D4 D5 pincer"),
    ("adaptoid w 0,0 W:D4L B:D5P", "D4xD5 +D4", "no-pincer", "D5", "D4 D5 pincer"),
    ("adaptoid+weaker-dies w 0,0 W:D4L B:D5P", "D4xD5 +D4", "no-pincer", "D5", "D4 D5 pincer"),
    ("adaptoid w 0,0 W:D4LP B:D5PPP", "D4xD5 +D4", "too-strong", "D5", "D4 D5 1 3"),
    ("adaptoid+bare-exchange w 0,0 W:D4L B:D5PP", "D4xD5 +D4", "armed", "D5", "D4 D5 2"),
    # growths
    ("adaptoid w 0,0 W:D2L B:D6", "D2-D3", "growth-due", None, "growth"),
    (LEGGED, "D4xD5", "growth-due", None, "growth"),
    (START, "-", "must-grow", None, "grow"),
    ("adaptoid w+ 0,0 W:D2 B:D6", "-", "must-grow", None, "grow"),
    ("adaptoid w 0,4 W:D2LP B:D3,D6", "D2xD3 +D2", "ended", "D2", "ends"),
    ("adaptoid w 0,4 W:D2LP B:D3,D6", "D2xD3 D3+L", "ended", "D3", "ends"),
    (START, "+D6", "occupied", "D6", "D6"),
    (START, "+D2", "occupied", "D2", "D2"),
    (LEGGED, "D4-E4 +E4", "occupied", "E4", "E4"),
    (START, "+A1", "not-touching", "A1", "A1"),
    ("adaptoid w 0,0 W:D2L B:D6", "D2-D3 +D1", "not-touching", "D1", "D1"),
    ("adaptoid w 0,0 W:D2 B:D4", "+D5", "not-touching", "D5", "D5"),
    (f"adaptoid w 0,0 W:{TWELVE},C3 B:G7", "+C4", "no-body", "C4", "12 bodies White"),
    (f"adaptoid b 0,0 W:G7 B:{TWELVE},C3", "+C4", "no-body", "C4", "12 bodies Black"),
    ("adaptoid w 0,0 W:A1LLLLLL,A2LLLLLL,A3 B:G7", "A3+L", "no-leg", "A3", "12 legs White"),
    ("adaptoid b 0,0 W:G7 B:A1PPPPPP,A2PPPPPP,A3", "A3+P", "no-pincer-left", "A3", "12 pincers Black"),
    ("adaptoid w 0,0 W:D2LLLPPP B:D6", "D2+L", "six-limbs", "D2", "D2 six"),
    ("adaptoid w 0,0 W:D2LLLPPP B:D6", "D2-D4 D4+P", "six-limbs", "D4", "D4 six"),
]


@pytest.mark.parametrize(("text", "turn", "code", "cell", "words"), ILLEGAL)
def test_illegal_turns(text: str, turn: str, code: str, cell: str | None, words: str) -> None:
    position = at(text)
    reason = position.why_not(turn)
    assert reason is not None
    assert (reason.code, reason.cell) == (code, cell)
    assert not [word for word in words.split() if word not in reason.text.replace(",", " ")]
    assert str(reason) == reason.text
    assert reason.text.endswith(".")
    assert str(position) == text


@pytest.mark.parametrize(("text", "turn", "code", "cell", "words"), ILLEGAL)
def test_playing_them_raises_the_same_reason(
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


def test_every_code_is_reached() -> None:
    assert {row[2] for row in ILLEGAL} == set(CODES)


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
def test_illegal_move_steps(text: str, move: str, code: str) -> None:
    with pytest.raises(aw.IllegalTurn) as caught:
        at(text).after_move(move)
    assert caught.value.code == code


@pytest.mark.parametrize("text", ["+D3", "D2+L", "D4-E4 +D4"])
def test_a_growth_is_no_move_step(text: str) -> None:
    with pytest.raises(aw.TextError):
        at(LEGGED).after_move(text)


@pytest.mark.parametrize(
    "turn",
    [
        aw.Turn(None, None, False, "wing", "D2"),
        aw.Turn("D2", None, False, "leg", "D2"),
        aw.Turn(None, "D3", False, "leg", "D2"),
        aw.Turn(None, None, True, "leg", "D2"),
        aw.Turn(None, None, False, None, "D2"),
        aw.Turn(None, None, False, "leg", None),
        aw.Turn(None, None, False, "leg", "d2"),
    ],
)
def test_turns_that_no_text_can_say(turn: aw.Turn) -> None:
    reason = at(START).why_not(turn)
    assert reason is not None
    assert reason.code in CODES
    with pytest.raises((aw.TextError, aw.IllegalTurn)):
        at(START).play(turn)


def test_one_or_several_in_the_way() -> None:
    two = at("adaptoid w 0,0 W:D4LLP,D5,E5 B:E6").why_not("D4xE6 E6+L")
    assert "D5 and E5" in str(two)
    assert "E5 stands" not in str(two)
