"""Turns that people type: every usual spelling is read, and every other one is refused with a sentence."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.session.typed_turns import completions, read_typed, typed_turn
from adaptoid_widget.core.teaching.tutor import Tutor
from adaptoid_widget.core.wire.intent_fields import Json
from adaptoid_widget.lessons import load

ARMED = "adaptoid w 0,0 W:D2LP B:D3,D6"
SPELLINGS: list[Callable[[str], str]] = [
    str,
    str.lower,
    lambda text: text.replace(" ", ""),
    " ".join,
    lambda text: "17. " + text + " #",
    lambda text: text.replace("x", "\u00d7").replace("-", "\u2013"),
    lambda text: text.replace("-", " \u2192 ").replace("x", ":"),
    # without the sign of a move, and of a limb
    lambda text: text.replace("-", " ").replace("x", "") if text != "-" else text,
    lambda text: text.replace("+L", "l").replace("+P", " p"),
]


def type_on(session: Session, text: str, kind: str = "play") -> Json:
    return handle(session, {"id": 1, "rev": session.rev, "kind": kind, "text": text})


@pytest.mark.parametrize("seed", range(4))
def test_each_legal_turn_is_read_in_every_spelling(seed: int) -> None:
    dice = random.Random(seed)
    game = aw.Game(aw.Position.start("adapt3" if seed % 2 else "adaptoid"))
    while game.result is None and game.ply < 30:
        turns = list(game.position.turns())
        for turn in dice.sample(turns, min(12, len(turns))):
            for spell in SPELLINGS:
                assert typed_turn(read_typed(spell(str(turn))), game.position) == turn, spell(str(turn))
        game.play(dice.choice(turns))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "",
            "A turn begins with a disc or +. Type a move such as D2-D3, a growth such as +D3, D3+L or D3+P, or both.",
        ),
        ("hello", "A turn begins with a disc or +."),
        (
            "d2",
            (
                "D2 begins a turn. Add - and the disc where it moves, or its growth: D2+L or D2+P. "
                "A new adaptoid there is +D2."
            ),
        ),
        ("d2-", "Add a disc after D2-."),
        ("+", "Add a disc after +."),
        ("d2xd3 +", "Add a disc after +."),
        ("d2xd3 d3", "Add a limb after D3: D3+L grows a leg, D3+P a pincer."),
        ("d2+q", "Add a limb after D2"),
        ("+c1 foo", "The turn ends before FOO."),
        ("d2-d3", "D3 holds an enemy; an attack is written D2xD3."),
        ("d2xe2", "E2 is free, so there is nothing to attack; a move is written D2-E2."),
        ("Z9-d3", "There is no disc Z9 on this board."),
        ("d2-D123", "There is no disc D123 on this board."),
        ("+a1", "No adaptoid of yours touches A1."),
        ("d6+L", "The adaptoid on D6 is Black’s; it is White’s turn."),
        ("pass", "You may not pass while you can grow."),
        ("d2" * 400, "Add a limb after D2"),
    ],
)
def test_what_is_no_legal_turn_is_refused_and_changes_nothing(text: str, sentence: str) -> None:
    session = Session(aw.Game(ARMED))
    reply = type_on(session, text)
    assert (reply["ok"], reply["text"][: len(sentence)]) == (False, sentence)
    assert (session.rev, str(session.game.position)) == (0, ARMED)


def test_a_refusal_is_said_in_the_language_of_the_board() -> None:
    session = Session(aw.Game(ARMED))
    session.speak("de")
    assert type_on(session, "d2-")["text"] == "Nach D2- fehlt ein Feld."


def test_a_move_can_be_typed_alone_and_its_growth_next() -> None:
    session = Session(aw.Game(ARMED))
    assert type_on(session, "d2d3")["ok"]
    assert session.game.position.step == "grow"
    assert type_on(session, "+d2")["ok"]
    assert [str(turn) for turn in session.game.turns] == ["D2xD3 +D2"]


def test_a_whole_turn_is_read_after_its_move_was_played() -> None:
    session = Session(aw.Game(ARMED))
    session.game.move("D2xD3")
    assert type_on(session, "d2xd3 d3+p")["ok"]
    assert [str(turn) for turn in session.game.turns] == ["D2xD3 D3+P"]


def test_discs_and_a_colour_are_typed_in_an_open_start() -> None:
    session = Session(aw.Game("open"))
    assert type_on(session, "there")["text"] == "Type a disc of the board, such as D4."
    assert [type_on(session, text)["ok"] for text in ("c3", "c3", "e5", "green", "Black")] == [
        *(True, False, True, False, True)
    ]
    assert str(session.game.position) == "adaptoid w 0,0 W:C3 B:E5"


def test_completions_are_legal_and_lead_to_each_turn() -> None:
    game = aw.Game(ARMED)
    for turn in game.position.turns():
        text = str(turn)
        first = text.split(" ", maxsplit=1)[0]
        assert first in completions(first[:2], game.position)
        assert text in completions(text[:-1], game.position)
    session = Session(aw.Game(ARMED))
    reply = type_on(session, "d2", "complete")
    assert all(aw.Position(ARMED).after_move(text) for text in reply["texts"] if "+" not in text)
    assert (reply["at"], reply["to"]) == ("D2", "D2")


def test_a_board_without_aids_completes_nothing() -> None:
    session = Session(aw.Game(ARMED), aids="none")
    assert type_on(session, "d", "complete")["texts"] == []
    assert type_on(session, "d2+l")["ok"]


def test_a_typed_turn_is_judged_in_a_lesson_like_a_clicked_one() -> None:
    content = load("move")
    at = next(at for at, step in enumerate(content.steps) if step.input == "turn" and step.turns == 1)
    phases = set()
    for turn in aw.Position(content.steps[at].position).turns():
        typed, clicked = (Tutor(content, Session(aw.Game()), None, None) for _ in range(2))
        for tutor in (typed, clicked):
            tutor.handle("step", at)
        assert type_on(typed.session, str(turn).lower())["ok"]
        clicked.play(turn)
        assert (typed.phase, typed.messages) == (clicked.phase, clicked.messages)
        phases.add(typed.phase)
    assert "right" in phases
    assert len(phases) > 1
