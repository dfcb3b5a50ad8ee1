"""What is read out on request: never more than the board gives away, in every language, whatever the game is at."""

from __future__ import annotations

from typing import Any

import pytest

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import Session

BUSY = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
RED = "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"


def tell(session: Session, what: str, at: str = "A1", chosen: str | None = None) -> dict[str, Any]:
    """The answer to a letter on a disc."""
    intent = {"id": 1, "rev": session.rev, "kind": "describe", "what": what, "at": at, "from": chosen}
    rev = session.rev
    reply = handle(session, intent)
    assert session.rev == rev
    return reply


def test_what_one_adaptoid_can_do() -> None:
    """Moves, captures, exchanges and limbs of the one on the disc, or of the one in hand."""
    session = Session(Game(BUSY))
    here = tell(session, "options", "E3")["text"]
    assert "E3 may capture F5." in here
    assert "E3 may attack E5; both would leave the board." in here
    assert here.endswith("E3 may grow a leg or a pincer.")
    assert tell(session, "options", "A1", "E3")["text"] == here
    assert tell(session, "options", "C1")["text"] == "C1 may grow a leg or a pincer."


def test_what_all_can_do() -> None:
    """On a disc with none of one's own; and in the growth step only growths."""
    session = Session(Game(BUSY))
    told = tell(session, "options", "D4")["text"]
    assert told.startswith("May move: C3 and E3. May grow a limb: B4, C1, C3, E3 and G5. Room for a new")
    session.game.move("E3-E4")
    assert tell(session, "options", "D4")["text"].startswith("May grow a limb: ")


def test_only_the_attacker_leaves() -> None:
    """With the switch for it."""
    session = Session(Game(BUSY.replace("adaptoid ", "adaptoid+weaker-dies ")))
    assert "E3 may attack D4; only E3 would leave the board." in tell(session, "options", "E3")["text"]


def test_who_starves() -> None:
    """Now, or after the step that Enter would take here; and who of one's own is in danger."""
    session = Session(Game("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"))
    assert tell(session, "starving", "A1")["text"] == "Nobody would starve."
    assert tell(session, "starving", "D4")["text"] == "Would starve after a step to D4: D5."
    session = Session(Game("adaptoid w 1,0 W:B4,C4LLPPP,C5,D4P,D5 B:B3P,C6,E5L"))
    assert "Will starve next if nothing changes: C4." in tell(session, "starving", "A1")["text"]
    # a step that lets somebody off is not told of as if it starved him
    busy = Session(Game(BUSY))
    assert tell(busy, "starving", "D4")["text"] == "Would starve if the turn ended now: E6."


def test_turn_and_last_turn() -> None:
    """Whose turn, supplies and losses; the last turn, also after one was taken back."""
    session = Session(Game(RED))
    assert tell(session, "turn")["text"].count("In supply of") == 3
    session = Session(Game())
    assert tell(session, "last")["text"] == "No turn has been played yet."
    session.game.play("+D3")
    session.game.play("+D5")
    session.undo()
    assert tell(session, "last")["text"] == "White grew a new adaptoid on D3."


@pytest.mark.parametrize(
    ("aids", "refused"), [("full", set()), ("legal", {"starving"}), ("none", {"starving", "options"})]
)
def test_no_more_than_the_board_gives_away(aids: str, refused: set[str]) -> None:
    """What a board keeps to itself is not told either."""
    session = Session(Game(BUSY), aids=aids)
    answers = {what: tell(session, what, "E3") for what in ("options", "starving", "turn", "last")}
    assert {what for what, reply in answers.items() if not reply["ok"]} == refused
    assert {answers[what]["code"] for what in refused} <= {"no-aids"}


def test_it_changes_nothing_and_is_answered_on_a_board_that_is_shown_only() -> None:
    """As a question it is one of those that read."""
    session = Session(Game(BUSY), interactive=False)
    assert all(tell(session, what)["ok"] for what in ("options", "starving", "turn", "last"))


def test_nonsense_is_refused() -> None:
    """Unknown questions and discs."""
    session = Session(Game())
    assert tell(session, "weather")["code"] == "bad-message"
    assert tell(session, "turn", "Z9")["code"] == "unknown-disc"
    assert tell(session, "options", "A1", "Z9")["code"] == "unknown-disc"


@pytest.mark.parametrize("language", ["en", "de", "ja", "es"])
def test_every_topic_has_a_text_in_every_language(language: str) -> None:
    """In the open start, in play, at the end."""
    opening = Game("open")
    over = Game("adaptoid w 2,4 W:C5,D3 B:B1,D5LLPP,D6")
    over.play("+D4")
    for game in (opening, Game(BUSY), Game(RED), over):
        session = Session(game, wording=LANGUAGES.wording(language))
        for what in ("options", "starving", "turn", "last"):
            assert tell(session, what, "D4")["text"].strip()
