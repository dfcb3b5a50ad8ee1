"""Descriptions for screen readers: limited by `aids`, in every language, and in every state of a game."""

from __future__ import annotations

from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import Session

BUSY = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
RED = "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"


def describe(session: Session, topic: str, at: str = "A1", chosen: str | None = None) -> dict[str, Any]:
    """Ask for a description on a disc, check that the revision stays, and return the answer."""
    intent = {"id": 1, "rev": session.rev, "kind": "describe", "what": topic, "at": at, "from": chosen}
    rev = session.rev
    reply = handle(session, intent)
    assert session.rev == rev
    return reply


def test_options_describes_one_adaptoid() -> None:
    """`options` describes moves, attacks and growth of the adaptoid on the disc, or of the chosen adaptoid."""
    session = Session(Game(BUSY))
    options = describe(session, "options", "E3")["text"]
    assert "E3 may capture F5." in options
    assert "E3 may attack E5; both would leave the board." in options
    assert options.endswith("E3 may grow a leg or a pincer.")
    assert describe(session, "options", "A1", "E3")["text"] == options
    assert describe(session, "options", "C1")["text"] == "C1 may grow a leg or a pincer."


def test_options_describes_all_adaptoids() -> None:
    """On a disc without an own adaptoid, `options` describes all. In the growth step it lists growths only."""
    session = Session(Game(BUSY))
    text = describe(session, "options", "D4")["text"]
    assert text.startswith("May move: C3 and E3. May grow a limb: B4, C1, C3, E3 and G5. Room for a new")
    session.game.move("E3-E4")
    assert describe(session, "options", "D4")["text"].startswith("May grow a limb: ")


def test_options_says_that_only_the_weaker_would_leave() -> None:
    """With the switch, `options` says that only the attacker would leave the board."""
    session = Session(Game(BUSY.replace("adaptoid ", "adaptoid+weaker-dies ")))
    assert "E3 may attack D4; only E3 would leave the board." in describe(session, "options", "E3")["text"]


def test_starving_names_adaptoids_in_danger() -> None:
    """`starving` names enemies that starve now or after a step to the disc, and own adaptoids in danger."""
    session = Session(Game("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"))
    assert describe(session, "starving", "A1")["text"] == "Nobody would starve."
    assert describe(session, "starving", "D4")["text"] == "Would starve after a step to D4: D5."
    session = Session(Game("adaptoid w 1,0 W:B4,C4LLPPP,C5,D4P,D5 B:B3P,C6,E5L"))
    assert (
        "Will starve next if nothing changes: C4 (5 limbs, 1 free disc)."
        in describe(session, "starving", "A1")["text"]
    )
    # the text does not mention a step that saves an adaptoid from starving
    busy = Session(Game(BUSY))
    assert (
        describe(busy, "starving", "D4")["text"]
        == "Would starve if the turn ended now: E6 (4 limbs, 3 free discs)."
    )


def test_turn_gives_supplies_and_last_describes_the_last_turn() -> None:
    """`turn` gives the supply of each colour. `last` describes the last turn, also after undo."""
    session = Session(Game(RED))
    assert describe(session, "turn")["text"].count("In supply of") == 3
    session = Session(Game())
    assert describe(session, "last")["text"] == "No turn has been played yet."
    session.game.play("+D3")
    session.game.play("+D5")
    session.undo()
    assert describe(session, "last")["text"] == "White grew a new adaptoid on D3."


@pytest.mark.parametrize(
    ("aids", "refused"), [("full", set()), ("legal", {"starving"}), ("none", {"starving", "options"})]
)
def test_aids_limit_the_descriptions(aids: str, refused: set[str]) -> None:
    session = Session(Game(BUSY), aids=aids)
    answers = {topic: describe(session, topic, "E3") for topic in ("options", "starving", "turn", "last")}
    assert {topic for topic, reply in answers.items() if not reply["ok"]} == refused
    assert {answers[topic]["code"] for topic in refused} <= {"no-aids"}


def test_a_session_without_interaction_answers_describe() -> None:
    session = Session(Game(BUSY), interactive=False)
    assert all(describe(session, topic)["ok"] for topic in ("options", "starving", "turn", "last"))


def test_unknown_topics_and_discs_are_refused() -> None:
    session = Session(Game())
    assert describe(session, "weather")["code"] == "bad-message"
    assert describe(session, "turn", "Z9")["code"] == "unknown-disc"
    assert describe(session, "options", "A1", "Z9")["code"] == "unknown-disc"


@pytest.mark.parametrize("language", aw.languages())
def test_every_topic_has_a_text_in_every_language(language: str) -> None:
    """The games are in an open start, in play, and at their end."""
    opening = Game("open")
    over = Game("adaptoid w 2,4 W:C5,D3 B:B1,D5LLPP,D6")
    over.play("+D4")
    for game in (opening, Game(BUSY), Game(RED), over):
        session = Session(game, wording=LANGUAGES.wording(language))
        for topic in ("options", "starving", "turn", "last"):
            assert describe(session, topic, "D4")["text"].strip()
