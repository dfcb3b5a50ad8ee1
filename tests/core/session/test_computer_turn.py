"""The computer as an opponent where there are no threads: whose turn it is, what it plays, what people do meanwhile."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.page.game_page import GamePage, pack
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.opponents import Opponents
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.tactics.weak_players import choose


def ask(session: Session, kind: str, **fields: Any) -> dict[str, Any]:
    """The answer to an intent."""
    return handle(session, {"id": 1, "rev": session.rev, "kind": kind, **fields})


@pytest.fixture
def session() -> Session:
    """A game in which level 2 has Black."""
    session = Session(Game())
    Opponents(session).sit("B", 2)
    return session


def opponents_of(session: Session) -> Opponents:
    """The computer players of a session."""
    return next(hooks for hooks in session.hooks if isinstance(hooks, Opponents))


def state(session: Session) -> str | None:
    """The state of the computer; None during a person's turn."""
    seat = opponents_of(session).seat
    return None if seat is None else seat.state


def test_it_plays_what_its_level_chooses(session: Session) -> None:
    assert state(session) is None
    session.game.play("+D3")
    assert session.snapshot()["status"] == "Black: level 2 is thinking …"
    expected = choose(session.game.position, 2, session.game.ply)
    assert ask(session, "think")["ok"]
    assert session.game.node.turn == expected
    assert state(session) is None


def test_nobody_plays_for_it_meanwhile(session: Session) -> None:
    session.game.play("+D3")
    snapshot = session.snapshot()
    assert (snapshot["step"], snapshot["moves"], snapshot["grow"]["new"]) == ("wait", {}, [])
    assert ask(session, "grow", at="D5", what="new")["code"] == "thinking"


def test_it_is_asked_for_nothing_in_the_turn_of_people(session: Session) -> None:
    ask(session, "think")
    assert session.game.ply == 0


def test_it_stops_and_goes_on(session: Session) -> None:
    session.game.play("+D3")
    ask(session, "stop")
    assert state(session) == "stopped"
    ask(session, "think")
    assert session.game.ply == 1
    ask(session, "go")
    assert state(session) == "thinking"
    ask(session, "think")
    assert session.game.ply == 2


def test_undo_takes_its_turn_back_too(session: Session) -> None:
    session.game.play("+D3")
    ask(session, "think")
    assert ask(session, "undo")["ok"]
    assert (session.game.ply, state(session)) == (0, None)


def test_where_people_only_look_it_waits_to_be_told(session: Session) -> None:
    session.game.play("+D3")
    ask(session, "think")
    ask(session, "goto", at=1)
    assert state(session) == "held"
    ask(session, "go")
    assert state(session) == "thinking"


def test_a_new_game_goes_on_against_it() -> None:
    session = Session(Game())
    Opponents(session).sit("W", 1)
    assert state(session) == "thinking"
    ask(session, "think")
    ask(session, "new")
    assert (session.game.ply, state(session)) == (0, "thinking")
    assert session.game.players == {"W": "level 1"}


def test_a_person_takes_its_seat(session: Session) -> None:
    session.game.play("+D3")
    assert ask(session, "seat", color="B", to=0)["ok"]
    assert (state(session), opponents_of(session).colors, session.game.players) == (None, (), {})


def test_two_of_them_play_a_game_to_its_end() -> None:
    session = Session(Game())
    opponents = Opponents(session)
    opponents.sit("W", 3)
    opponents.sit("B", 1)
    for _ in range(400):
        if session.game.result is not None:
            break
        assert opponents.think()
    assert session.game.result == "W"
    assert not opponents.think()


@pytest.mark.parametrize(
    ("color", "to"), [("R", 1), ("X", 1), ("B", 4), ("B", -1), ("B", "2"), (None, 1), ("B", None), ([], 1)]
)
def test_a_seat_that_is_none_is_refused(session: Session, color: Any, to: Any) -> None:
    assert ask(session, "seat", color=color, to=to)["code"] == "bad-message"
    assert opponents_of(session).colors == ("B",)


def test_a_page_keeps_who_plays() -> None:
    options = {"game": pack(Game()), "aids": "full", "board": "b", "levels": {"B": 1}}
    page = GamePage(json.dumps(options))
    assert json.loads(page.first())["levels"] == {"B": 1}
    intent = {"id": 1, "rev": page.session.rev, "kind": "seat", "color": "W", "to": 3}
    answer = json.loads(page.handle(json.dumps(intent)))
    assert answer["levels"] == {"B": 1, "W": 3}
    again = GamePage(json.dumps(options), page.keep())
    assert json.loads(again.first())["levels"] == {"B": 1, "W": 3}
    assert json.loads(GamePage(json.dumps(options), '{"levels": {"X": 9}}').first())["levels"] == {"B": 1}
