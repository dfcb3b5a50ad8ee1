"""A session: its snapshots and its answers to intents. A malformed intent changes nothing."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.i18n.catalog import ENGLISH, LANGUAGES, Wording, wording_of
from adaptoid_widget.core.page.page_players import PagePlayers
from adaptoid_widget.core.session import sharing as sharing_module
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.hooks import Handler, SessionHooks
from adaptoid_widget.core.session.permissions import Mode
from adaptoid_widget.core.session.session import AIDS, Session
from adaptoid_widget.core.session.sharing import add_sharing
from adaptoid_widget.core.wire.intent_fields import Json
from adaptoid_widget.core.wire.wire_types import FilmFramePart
from tests.repetitions import TRANSLATIONS, nightly, repetitions

CREATION = "adaptoid w 0,0 W:B4,C1,C3,C5,E3 B:B5,D4LLLPP,D5,E7,F7LLPP"
MOVEMENT = "adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7"


def session_on(text: str, **options: Any) -> Session:
    return Session(aw.Game(text), **options)


def ask(session: Session, kind: str, **fields: Any) -> Json:
    """Send an intent with the current revision and return the answer."""
    return handle(session, {"id": "test", "rev": session.rev, "kind": kind, **fields})


def random_session(seed: int, **start: Any) -> Session:
    dice = random.Random(seed)
    session = Session(aw.Game(aw.Position.start(**start)))
    while session.game.result is None and session.game.ply < 120:
        session.game.play(dice.choice(list(session.game.position.turns())))
    return session


# -- snapshots -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *nightly(1, 2, 3)])
@pytest.mark.parametrize(
    "start",
    [
        {},
        {"variant": "adapt3"},
        {"layout": "hex5", "pieces": {"E2": "W", "E8": "B"}},
        {"switches": ("weaker-dies",)},
    ],
    ids=str,
)
def test_a_snapshot_offers_exactly_the_legal_clicks(seed: int, start: Json) -> None:
    session = random_session(seed, **start)
    while session.game.undo():
        position = session.game.position
        snapshot = session.snapshot()
        if session.game.result is not None:
            continue
        turns = {str(turn) for turn in position.turns()}
        moves = {
            origin + ("-" if kind == "-" else "x") + target
            for origin, goals in snapshot["moves"].items()
            for target, kind, _ in goals
        }
        assert moves == {turn.move for turn in map(aw.Turn.from_text, turns) if turn.move}
        grown = {"+" + cell for cell, _, _ in snapshot["grow"]["new"]}
        grown |= {cell + "+L" for cell in snapshot["grow"]["leg"]}
        grown |= {cell + "+P" for cell in snapshot["grow"]["pincer"]}
        assert (
            grown | ({"-"} if snapshot["pass"] else set())
            == {turn for turn in turns if " " not in turn} - moves
        )


@pytest.mark.parametrize("seed", range(4))
def test_a_snapshot_foresees_the_effects_of_each_step(seed: int) -> None:
    session = random_session(seed)
    while session.game.undo():
        position = session.game.position
        snapshot = session.snapshot()
        for cell, hungry, food in snapshot["grow"]["new"]:
            assert list(position.effect("+" + cell).starved) == hungry
            assert dict(food) == position.foresee("+" + cell)
        for cell in snapshot["grow"]["leg"]:
            assert list(position.effect(cell + "+L").starved) == snapshot["starving"]
        for origin, goals in snapshot["moves"].items():
            for target, kind, hungry in goals:
                effect = position.effect_of_move(origin + ("-" if kind == "-" else "x") + target)
                hows = {"-": [], "x": ["captured"], "=": ["exchanged"] * 2, "!": ["died"]}[kind]
                assert [removal.how for removal in effect.gone] == hows
                if effect.position.winner is None:
                    assert list(effect.position.starving()) == hungry


@pytest.mark.parametrize(
    "start", [{}, {"variant": "adapt3"}, {"layout": "hex5", "pieces": {"E2": "W", "E8": "B"}}]
)
def test_a_snapshot_stays_small_and_is_plain_data(start: Json) -> None:
    for seed in range(repetitions(2, 5)):
        session = random_session(seed, **start)
        while session.game.undo():
            snapshot = session.snapshot()
            wire = json.dumps(snapshot, separators=(",", ":"))
            assert len(wire.encode()) <= 12_000
            assert json.loads(wire) == snapshot


def test_a_snapshot_shows_pieces_supplies_losses_and_liberties() -> None:
    snapshot = session_on("adaptoid b 3,4 W:D5P B:D4LP").snapshot()
    assert snapshot["pieces"] == [["D4", "B", 1, 1, 5, 3], ["D5", "W", 0, 1, 5, 4]]
    assert snapshot["sides"] == [["W", 11, 12, 11, 3, 5, None], ["B", 11, 11, 11, 4, 5, None]]
    assert (snapshot["v"], snapshot["turn"], snapshot["step"]) == (2, "B", "move")
    adapt3 = Session(aw.Game(variant="adapt3-fierce")).snapshot()
    assert adapt3["colors"] == ["W", "R", "B"]
    assert [side[0] for side in adapt3["sides"]] == ["W", "B", "R"]
    assert {side[5] for side in adapt3["sides"]} == {10}
    # the prey of each colour (R17) does not depend on the turn order
    assert {side[0]: side[6] for side in adapt3["sides"]} == {"W": "R", "R": "B", "B": "W"}


def test_a_snapshot_names_what_starves_now_and_after_each_growth() -> None:
    snapshot = session_on(CREATION).snapshot()
    assert snapshot["starving"] == ["D4", "F7"]
    assert {row[0]: row[1] for row in snapshot["grow"]["new"]}["E4"] == ["D4", "F7"]
    feeding = session_on("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6").snapshot()
    assert feeding["starving"] == []
    assert {row[0]: row[1] for row in feeding["grow"]["new"]}["D4"] == ["D5"]


def test_aids_limit_what_a_snapshot_shows() -> None:
    snapshots = {aids: session_on(MOVEMENT, aids=aids).snapshot() for aids in AIDS}
    assert snapshots["full"]["starving"] == list(aw.Position.from_text(MOVEMENT).starving())
    assert [goal[:2] for goal in snapshots["legal"]["moves"]["E3"]] == [
        goal[:2] for goal in snapshots["full"]["moves"]["E3"]
    ]
    assert all(goal[2] == [] for goal in snapshots["legal"]["moves"]["E3"])
    assert session_on(CREATION, aids="legal").snapshot()["starving"] == []
    assert snapshots["none"]["moves"] == {}
    assert snapshots["none"]["grow"] == {"new": [], "leg": [], "pincer": [], "hungry": []}
    with pytest.raises(aw.GameError, match="full, legal, none"):
        session_on(MOVEMENT, aids="some")


def test_the_last_turn_lists_all_adaptoids_that_left() -> None:
    session = session_on(
        "adaptoid w 0,0 W:C4LP,D3,F7 B:D5LLPP,D4,C5P".replace("D5LLPP,D4,C5P", "C5P,D4,D5LLPP")
    )
    session.game.move("C4xC5")
    half: Any = session.snapshot()["last"]
    assert (half["from"], half["to"], half["kind"], half["growth"]) == ("C4", "C5", "=", None)
    assert (half["route"], half["parent"]) == (["C4", "C5"], None)
    assert sorted(removal[0] for removal in half["gone"]) == ["C4", "C5"]
    session.game.play("+E3")
    last: Any = session.snapshot()["last"]
    assert (last["color"], last["text"], last["at"], last["growth"]) == ("W", "C4xC5 +E3", "E3", "new")
    assert (last["route"], last["parent"]) == (["C4", "C5"], "D3")
    assert ["C5", "B", 0, 1, "exchanged"] in last["gone"]
    assert (
        session.snapshot()["news"]
        == "White attacked C5 from C4: both left the board. White grew a new adaptoid on E3."
    )


def test_the_last_turn_has_the_route_and_the_parent() -> None:
    """The route goes round other adaptoids. The parent is the adaptoid beside the new one, here the mover."""
    session = session_on("adaptoid w 0,0 W:C4LLLL,F5 B:C5")
    session.game.play("C4-C6 +D6")
    last: Any = session.snapshot()["last"]
    route = last["route"]
    assert (route[0], route[-1], len(route)) == ("C4", "C6", 4)
    assert "C5" not in route
    assert all(route[i + 1] in session.layout.near(route[i]) for i in range(3))
    assert last["parent"] == "C6"
    session.game.play("C5+L")
    last = session.snapshot()["last"]
    assert (last["route"], last["parent"]) == ([], None)


def test_starved_adaptoids_are_announced() -> None:
    session = session_on("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    session.game.play("+D4")
    snapshot: Any = session.snapshot()
    assert snapshot["last"]["gone"] == [["D5", "B", 2, 2, "starved"]]
    assert snapshot["news"] == "White grew a new adaptoid on D4. Black starved on D5 (4 limbs, 3 free discs)."
    assert snapshot["history"]["turns"] == [[1, 0, 1, "W", "+D4", ["D5"], "", 1, 1, 0, "", ""]]


def test_starved_adaptoids_are_announced_with_their_colours() -> None:
    session = session_on("adapt3 w 0,0,0 W:C2 B:A1LLL,G7 R:B3LLLPPP,G4")
    session.game.play("+B2")
    news = session.snapshot()["news"]
    starved = "Black starved on A1 (3 limbs, 2 free discs). Red starved on B3 (6 limbs, 5 free discs)."
    assert news == f"White grew a new adaptoid on B2. {starved}"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("adaptoid w 0,0 W:D2 B:D6", "White can’t move: grow."),
        ("adaptoid b 0,0 W:D2 B:D6L", "Black: move, or grow at once."),
        ("adaptoid b+ 0,0 W:D2 B:D6L", "Black: now grow an adaptoid or a limb."),
        ("adaptoid b+ 0,0 W:- B:D6L", "Black has won: White has no adaptoid left."),
        ("adaptoid b+ 5,0 W:D2 B:D6L", "Black has won: White has lost 5 adaptoids."),
        (
            "adaptoid b+ 5,6 W:D2 B:D6L",
            "Black has won: both players lost at the same time, and it was Black’s turn.",
        ),
        ("adapt3 b+ 0,0,10 W:D2 B:B4 R:F6", "White has won: Red has lost, and White is the hunter."),
        ("adapt3 b+ 0,10,10 W:D2 B:B4 R:F6", "White has won: Black and Red lost at the same time."),
    ],
)
def test_the_status_is_a_sentence(text: str, status: str) -> None:
    assert session_on(text).snapshot()["status"] == status


def test_the_status_without_interaction_asks_for_no_step() -> None:
    for text in ("adaptoid w 0,0 W:D2 B:D6", "adaptoid w+ 0,0 W:D2 B:D6L"):
        snapshot = Session(aw.Game(text), interactive=False).snapshot()
        assert snapshot["status"] == "White to move."
    over = Session(aw.Game("adaptoid b+ 5,0 W:D2 B:D6L"), interactive=False).snapshot()
    assert over["status"] == "Black has won: White has lost 5 adaptoids."


def test_the_status_of_a_settled_game_gives_the_reason() -> None:
    session = Session(aw.Game())
    assert ask(session, "resign")["ok"]
    assert session.snapshot()["status"] == "Black has won: White has resigned."
    # the news does not repeat the status
    assert session.snapshot()["news"] == ""
    assert ask(session, "undo")["ok"]
    assert ask(session, "draw")["ok"]
    assert session.snapshot()["status"] == "The game is drawn: the players agreed."
    assert session.snapshot()["news"] == ""
    assert session.snapshot()["result"] == "draw"


def test_a_snapshot_has_the_last_50_turns_and_history_sends_the_rest() -> None:
    session = random_session(11, variant="adapt3")
    turns = [str(turn) for turn in session.game.turns]
    assert len(turns) > 60
    history = session.snapshot()["history"]
    assert {history[name] for name in ("count", "at", "length")} == {len(turns)}
    assert (history["row"], history["from"]) == (len(turns) - 1, len(turns) - 50)
    assert [row[4] for row in history["turns"]] == turns[history["from"] :]
    assert len(history["turns"]) == 50
    reply = ask(session, "history", **{"from": 3, "to": 9})
    assert (reply["ok"], reply["from"]) == (True, 3)
    assert [row[4] for row in reply["turns"]] == turns[3:9]
    full_history = ask(session, "history", **{"from": -5, "to": 10**9})
    assert (full_history["ok"], full_history["from"]) == (True, 0)
    assert [row[4] for row in full_history["turns"]] == turns


# -- intents ---------------------------------------------------------------------------------------------------------


def test_each_step_of_a_turn_raises_the_revision_by_one() -> None:
    session = session_on(MOVEMENT)
    assert ask(session, "move", **{"from": "E3", "to": "E5"}) == {
        "type": "reply",
        "id": "test",
        "ok": True,
        "rev": 1,
    }
    assert session.snapshot()["step"] == "grow"
    assert ask(session, "grow", at="C1", what="leg")["rev"] == 2
    assert str(session.position) == "adaptoid b 0,1 W:B4,C1L,E5LLLPP B:D4PPP,F7"


def test_undo_takes_back_the_growth_then_the_move() -> None:
    session = session_on(MOVEMENT)
    session.game.play("E3xE5 C1+L")
    assert ask(session, "undo")["ok"]
    assert session.snapshot()["step"] == "grow"
    assert ask(session, "undo")["ok"]
    assert str(session.position) == MOVEMENT
    assert ask(session, "undo")["code"] == "nothing-to-undo"
    assert ask(session, "redo")["ok"]
    assert ask(session, "redo")["ok"]
    assert ask(session, "redo")["code"] == "nothing-to-redo"
    assert str(session.position) == "adaptoid b 0,1 W:B4,C1L,E5LLLPP B:D4PPP,F7"


def test_undo_brings_back_the_game_that_a_new_one_replaced() -> None:
    session = Session(aw.Game())
    session.game.play("+D3")
    assert ask(session, "new")["ok"]
    assert str(session.position) == "adaptoid w 0,0 W:D2 B:D6"
    assert ask(session, "undo")["ok"]
    assert str(session.position) == "adaptoid b 0,0 W:D2,D3 B:D6"
    assert ask(session, "redo")["ok"]
    assert str(session.position) == "adaptoid w 0,0 W:D2 B:D6"
    session.begin(aw.Game("adaptoid w 0,0 W:A1 B:G7"))
    assert ask(session, "undo")["ok"]
    session.game.play("D2+L")
    assert not session.can_redo


def test_an_intent_with_an_old_revision_is_stale() -> None:
    session = Session(aw.Game())
    intent = {"id": 1, "rev": 0, "kind": "grow", "at": "D3", "what": "new"}
    assert handle(session, intent)["ok"]
    refused = handle(session, intent)
    assert (refused["ok"], refused["code"], refused["rev"]) == (False, "stale", 1)
    assert str(session.position) == "adaptoid b 0,0 W:D2,D3 B:D6"


def test_a_click_made_before_a_comment_was_saved_is_valid() -> None:
    """A click on the board takes the focus from the comment field, which then sends the comment before the click."""
    session = Session(aw.Game())
    ask(session, "grow", at="D3", what="new")
    first_rev = session.rev
    assert ask(session, "comment", text="Black arms.")["ok"]
    assert session.rev == first_rev + 1
    click = {"id": 1, "rev": first_rev, "kind": "grow", "at": "D5", "what": "new"}
    assert handle(session, click)["ok"]
    for rev in (first_rev, session.rev + 1):
        assert handle(session, {**click, "rev": rev})["code"] == "stale"


def test_goto_moves_along_the_line() -> None:
    session = Session(aw.Game().play("+D3").play("+D5"))
    assert ask(session, "goto", at=1)["ok"]
    assert str(session.position) == "adaptoid b 0,0 W:D2,D3 B:D6"
    assert session.snapshot()["news"] == "The game after 1 of 2 turns."
    assert ask(session, "goto", at=3)["code"] == "no-such-turn"


def test_a_turn_chosen_while_another_view_replays_is_shown() -> None:
    """The replay changes the board meanwhile. Its next step is refused, since the choice stops it."""
    for kind, where in (("select", {"node": 0}), ("goto", {"at": 0})):
        session = Session(aw.Game().play("+D3").play("+D5").play("+C3").goto(1))
        before = session.rev
        node = session.game.node.number
        assert handle(session, {"id": 0, "rev": before, "kind": "goto", "at": 2, "from": node})["ok"]
        assert session.game.ply == 2
        replayed = session.rev
        assert handle(session, {"id": 1, "rev": before, "kind": kind, **where})["ok"]
        assert session.game.ply == 0
        for rev in (replayed, session.rev):
            step = {"id": 2, "rev": rev, "kind": "goto", "at": 3, "from": 2}
            assert handle(session, step)["code"] == "stale"
        assert session.game.ply == 0


def test_a_turn_chosen_before_the_game_changed_is_refused() -> None:
    """The number may mean another turn now."""
    for is_new in (False, True):
        session = Session(aw.Game().play("+D3"))
        before = session.rev
        if is_new:
            session.begin(aw.Game())
        else:
            session.game.play("D6+L")
        ask(session, "goto", at=0)
        for kind, where in (("select", {"node": 0}), ("goto", {"at": 0})):
            assert handle(session, {"id": 1, "rev": before, "kind": kind, **where})["code"] == "stale"


def test_R05_the_open_start_by_intents() -> None:
    session = Session(aw.Game("open", layout="hex3"))
    assert session.snapshot()["step"] == "place"
    assert session.snapshot()["position"] == ""
    assert len(session.snapshot()["grow"]["new"]) == 19
    assert ask(session, "grow", at="C3", what="new")["code"] == "start-under-way"
    assert ask(session, "why", at="C3")["code"] == "taken"
    assert ask(session, "place", at="C1")["ok"]
    assert session.snapshot()["news"] == "White stands on C1."
    assert ask(session, "place", at="C1")["code"] == "taken"
    assert ask(session, "choose", color="W")["code"] == "start-under-way"
    assert ask(session, "place", at="C5")["ok"]
    assert session.snapshot()["step"] == "choose"
    assert ask(session, "why", at="C3")["code"] == "choose-now"
    assert ask(session, "choose", color="B")["ok"]
    assert str(session.position) == "adaptoid@hex3 w 0,0 W:C1 B:C5"
    assert ask(session, "place", at="A1")["code"] == "start-done"
    assert ask(session, "new")["ok"]
    assert session.snapshot()["step"] == "place"


def test_pass_ends_a_turn_only_where_nothing_can_grow() -> None:
    session = Session(aw.Game())
    assert ask(session, "pass")["code"] == "must-grow"
    # all discs taken and every limb in use: nothing can grow
    full = session_on("adaptoid@lattice:A1.B1 w 0,0 W:A1LLLPPP B:B1LLLLLL")
    assert full.snapshot()["pass"]
    full.set(aids="none")
    assert full.snapshot()["pass"]
    assert ask(full, "pass")["ok"]


def test_a_session_without_interaction_refuses_changes() -> None:
    session = session_on(MOVEMENT, interactive=False)
    assert session.snapshot()["moves"] == {}
    for intent in ({"kind": "grow", "at": "C2", "what": "new"}, {"kind": "undo"}, {"kind": "new"}):
        assert handle(session, {"id": 1, "rev": 0, **intent})["code"] == "shown-only"
    assert ask(session, "history", **{"from": 0, "to": 1})["ok"]


@pytest.mark.parametrize(
    ("at", "origin", "code"),
    [
        ("A4", "E3", "too-far"),
        ("D4", "E3", "too-strong"),
        ("C1", "E3", "own-disc"),
        ("F7", None, "not-yours"),
        ("A1", None, "not-touching"),
        ("A4", None, "free-disc"),
        ("B4", None, "own-adaptoid"),
        ("Z9", None, "unknown-disc"),
    ],
)
def test_why_is_answered_with_the_reason(at: str, origin: str | None, code: str) -> None:
    session = session_on(MOVEMENT)
    reply = ask(session, "why", at=at) if origin is None else ask(session, "why", at=at, **{"from": origin})
    assert (reply["ok"], reply["code"]) == (False, code)
    assert at in reply["text"]
    assert session.rev == 0


MALFORMED: list[object] = [
    None,
    7,
    "undo",
    [],
    {},
    {"id": 1},
    {"id": 1, "rev": 0},
    {"id": 1, "rev": "0", "kind": "undo"},
    {"id": 1, "rev": True, "kind": "undo"},
    {"id": [], "rev": 0, "kind": "undo"},
    {"id": 1, "rev": 0, "kind": "explode"},
    {"id": 1, "rev": 0, "kind": "x" * 10_000_000},
    {"id": 1, "rev": 0, "kind": ["undo"]},
    {"id": 1, "rev": 0, "kind": "_move"},
    {"id": 1, "rev": 0, "kind": "move"},
    {"id": 1, "rev": 0, "kind": "move", "from": "E3", "to": 7},
    {"id": 1, "rev": 0, "kind": "move", "from": "E3", "to": "<b>E5</b>"},
    {"id": 1, "rev": 0, "kind": "move", "from": "E3", "to": "E" * 10_000_000},
    {"id": 1, "rev": 0, "kind": "grow", "at": "C2", "what": "wing"},
    {"id": 1, "rev": 0, "kind": "grow", "at": {"cell": "C2"}, "what": "new"},
    {"id": 1, "rev": 0, "kind": "goto", "at": 1.5},
    {"id": 1, "rev": 0, "kind": "goto", "at": -1},
    {"id": 1, "rev": 0, "kind": "choose", "color": "R"},
    {"id": 1, "rev": 0, "kind": "place", "at": "C2"},
    {"id": 1, "rev": 0, "kind": "history", "from": "0", "to": 4},
]


@pytest.mark.parametrize("intent", MALFORMED, ids=lambda intent: str(intent)[:60])
def test_malformed_intents_are_refused_and_change_nothing(intent: object) -> None:
    session = session_on(MOVEMENT)
    before = session.snapshot()
    reply = handle(session, intent)
    assert (reply["type"], reply["ok"], reply["rev"]) == ("reply", False, 0)
    assert len(reply["text"]) < 300
    assert session.snapshot() == before


def test_playing_on_the_game_object_changes_the_session() -> None:
    session = Session(aw.Game())
    revs: list[int] = []

    class Listener(SessionHooks):
        def changed(self) -> None:
            revs.append(session.rev)

    session.add_hooks(Listener())
    session.game.play("+D3")
    old = session.game
    session.begin(aw.Game())
    old.play("+D5")
    assert revs == [1, 2]
    assert str(session.position) == "adaptoid w 0,0 W:D2 B:D6"


def test_discs_lie_where_the_layout_says() -> None:
    discs = Session(aw.Game("open", layout="discs:0,0/1,0/3,0")).discs()
    assert discs == {
        "name": "discs:0,0/1,0/3,0",
        "cells": [["N1", 0, 0], ["N2", 1, 0], ["N3", 3, 0]],
        "tray": discs["tray"],
    }
    assert discs["tray"] == "M0.0 0.0L1.0 0.0M3.0 0.0h0"


@pytest.mark.parametrize("language", LANGUAGES.tags())
def test_the_open_start_says_who_places_and_who_chooses(language: str) -> None:
    """With drawn seats, status and news give the names of the players."""
    game = aw.Game("open").draw_seats(("Ann", "Ben"), seed=1)
    opening = game.opening
    assert opening is not None
    first, second = opening.names
    session = Session(game, wording=LANGUAGES.wording(language))
    for cell in ("D2", "D6"):
        assert first in session.snapshot()["status"]
        game.place(cell)
    status = session.snapshot()["status"]
    assert second in status
    assert first not in status
    game.choose("W")
    news = session.snapshot()["news"]
    assert first in news
    assert second in news


def test_a_capture_says_whose_adaptoid_it_was() -> None:
    """With three players, the captured adaptoid may be of either enemy."""
    session = Session(aw.Game("adaptoid w 0,0 W:D4LP B:D5,D7").play("D4xD5 +D6"))
    session.game.undo()
    session.game.redo()
    assert "White captured Black’s adaptoid on D5 from D4." in session.snapshot()["news"]


OWN_INTENTS = {"first": "film", "second": "record"}


class Labelled(SessionHooks):
    """Hooks that answer with their own name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def handlers(self) -> dict[str, Handler]:
        return {"page": lambda _: {"who": self.name}, OWN_INTENTS[self.name]: lambda _: None}

    @property
    def modes(self) -> list[Mode]:
        return [("lesson-on", {})]

    def status(self, wording: Wording) -> str:
        return self.name if wording is ENGLISH else ""

    def snapshot(self, wording: Wording) -> Json:
        return {"status": self.status(wording)}


def test_hooks_added_later_take_precedence_and_removing_them_leaves_the_others() -> None:
    session = Session(aw.Game())

    first, second = Labelled("first"), Labelled("second")
    session.add_hooks(first)
    session.add_hooks(second)
    assert [ask(session, kind).get("who", "") for kind in ("page", "film", "record")] == ["second", "", ""]
    assert (session.status(), session.snapshot()["status"]) == ("second", "second")
    session.remove_hooks(second)
    session.remove_hooks(second)
    assert session.hooks == (first,)
    assert ask(session, "page")["who"] == "first"
    assert [ask(session, kind)["code"] for kind in ("record", "new")] == ["bad-message", "lesson-on"]
    assert session.snapshot()["status"] == "first"
    session.remove_hooks(first)
    assert ask(session, "new")["ok"]


def test_a_memory_error_while_changing_games_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """When `begin`, `undo` or `redo` raises MemoryError, the session keeps its game, its undo and its redo."""

    def full(_: aw.Game) -> bool:
        raise MemoryError

    session = Session(aw.Game())
    games = [session.game]
    for _ in range(2):
        session.begin(session.new_game())
        games.append(session.game)
    assert session.undo()
    for change in (lambda: session.begin(aw.Game()), session.undo, session.redo):
        with monkeypatch.context() as patch:
            patch.setattr("adaptoid_widget.core.wire.snapshot.begins_by_rule", full)
            with pytest.raises(MemoryError):
                change()
        rev = session.rev
        assert session.game is games[1]
        session.game.comment += "x"
        assert session.rev == rev + 1, "the session still watches its game"
    games_seen = []
    for change in (session.redo, session.undo, session.undo):
        assert change()
        games_seen.append(session.game)
    assert games_seen == [games[2], games[1], games[0]]


def session_with_sharing(text: str) -> Session:
    session = session_on(text)
    add_sharing(session, lambda: "https://example.org/game.html")
    return session


def test_a_text_is_opened_and_undo_brings_the_game_back() -> None:
    """`open` reads a record with repairs at the turn `row`, several records, or a position."""
    session = session_with_sharing(CREATION)
    before = session.game
    record = aw.Game().play("+D3").play("D6+L").play("+C2").to_record()
    reply = ask(session, "open", text=record.replace("\n", "\r\n").replace("+D3", "+d3"), row=1)
    assert reply["ok"]
    assert reply["text"] == ""
    assert (session.game.length, session.game.ply) == (3, 1)
    assert ask(session, "record") | {"id": 0, "rev": 0} == {
        "type": "reply",
        "id": 0,
        "ok": True,
        "rev": 0,
        "record": record,
        "row": 1,
        "address": "https://example.org/game.html",
    }
    assert "several" in ask(session, "open", text=record + "\n" + record)["text"]
    assert "row" not in ask(session, "record")
    assert ask(session, "open", text="\ufeff" + MOVEMENT + "\n")["ok"]
    assert str(session.position) == MOVEMENT
    assert ask(session, "undo")["ok"]
    assert session.game.to_record() == record
    while session.game is not before:
        assert ask(session, "undo")["ok"]
    # undo first takes back steps of the opened game
    ask(session, "open", text=record)
    session.game.goto(1)
    assert ask(session, "undo")["ok"]
    assert session.game.ply == 0


@pytest.mark.parametrize(
    "fragment", [MOVEMENT.replace(" ", "_"), MOVEMENT.replace(" ", "%20"), MOVEMENT.replace(",", "%2C")]
)
def test_the_link_to_a_position_is_opened(fragment: str) -> None:
    session = session_with_sharing(CREATION)
    assert ask(session, "open", text=f" https://example.org/game.html#{fragment}\n")["ok"]
    assert str(session.position) == MOVEMENT
    assert str(aw.Board("game.html#" + fragment).position) == MOVEMENT
    damaged = ask(session, "open", text="https://example.org/game.html#adaptoid_w_9")
    assert damaged["code"] == "no-position"
    for other in ("other", "adaptoids_w_0,0"):
        assert ask(session, "open", text=f"https://example.org/#{other}")["code"] == "foreign-text"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_damaged_record_is_opened_up_to_its_mistake(end: str) -> None:
    """The news names the wrong line. The computer waits until a person acts. One undo restores the previous game."""
    session = session_with_sharing(CREATION)
    players = PagePlayers(session)
    players.set_level("B", 2)
    before = session.game
    record = aw.Game().play("+D3").play("+D5").play("+C2").to_record()
    ask(session, "open", text=end.join(record.split("\n")))
    assert session.snapshot()["computer"] == {"state": "held", "does": "go"}
    assert ask(session, "undo")["ok"]
    assert session.game is before
    lines = record.split("\n")
    lines[4] = "2 A1+L"
    reply = ask(session, "open", text=end.join(lines))
    assert reply["text"] == (
        "Line 5 has a mistake. The board shows the game up to turn 1; the rest is kept as a comment. "
        "Turn 2, A1+L, is not legal: There is no adaptoid on A1."
    )
    snapshot = session.snapshot()
    assert snapshot["history"]["at"] == 1
    news = "The game is open up to turn 1. Undo brings back the previous game."
    assert snapshot["news"] == news
    assert (snapshot["turn"], snapshot["computer"]) == ("B", {"state": "held", "does": "go"})
    assert ask(session, "undo")["ok"]
    assert session.game is before


START = "adaptoid-record 1\nStart: adaptoid w 0,0 W:D2 B:D6\n\n"
LOSSES = "No game comes to so many losses. The board shows the position as it is."
CUT = "Line {} has a mistake. The board shows the game up to turn {}; the rest is kept as a comment."
ILLEGAL = "Turn {}, {}, is not legal: {}"


@pytest.mark.parametrize(
    ("text", "reply", "ply"),
    [
        # a missing result is no damage
        (START + "1 +D3\n2 D6+L\n", "", 2),
        (START + "1 +D3\n= *\n", "", 1),
        # the illegal turn comes first, whatever else is missing
        (
            START + "1 +D3\n2 A1+L\n3 +C2\n",
            CUT.format(5, 1) + " " + ILLEGAL.format(2, "A1+L", "There is no adaptoid on A1."),
            1,
        ),
        (
            START + "1 A1+L\n",
            "Line 4 has a mistake. The board shows the start; the rest is kept as a comment. "
            + ILLEGAL.format(1, "A1+L", "There is no adaptoid on A1."),
            0,
        ),
        # a turn that is no turn, a number without one, turns after the end
        (START + "1 +D3\n2 hello\n= *\n", CUT.format(5, 1), 1),
        (START + "1 +D3\n2\n", CUT.format(5, 1), 1),
        (
            START + "1 B resigns\n2 +D3\n= W\n",
            CUT.format(5, 1) + " " + ILLEGAL.format(2, "+D3", "The game is over."),
            1,
        ),
        # the main line ends there, even where a legal variation takes the place of the turn
        (
            START + "1 +D3\n2 A1+L\n  2 D6+L\n= *\n",
            CUT.format(5, 1) + " " + ILLEGAL.format(2, "A1+L", "There is no adaptoid on A1."),
            1,
        ),
        # an unfinished turn is none, unless turns follow it
        ("adaptoid-record 1\nStart: adaptoid w 0,0 W:D2L B:D6\n\n1 D2-D3\n= *\n", "", 0),
        (
            "adaptoid-record 1\nStart: adaptoid w 0,0 W:D2L B:D6\n\n1 +D3\n2 D6+L\n3 D2-D1\n4 +C6\n= *\n",
            CUT.format(7, 2),
            2,
        ),
        # another spelling loses nothing
        (START.replace("\n", "\r\n") + "1. +d3\r\n2\xa0D6+L\u200b\r\n", "", 2),
        (START + "1 +D3\n2 D6+L !\n", CUT.format(5, 1), 1),
        (START + "1 +D3\n2 D6+L\n4 D6+P\n", CUT.format(6, 2), 2),
        (
            "From: Ann\n\n" + START + "1 +D3\n= *\nYours, Ann\n",
            "Text that is no part of the game is left out.",
            1,
        ),
        (
            "adaptoid-record 1\nResult: W\nStart: adaptoid w 0,0 W:D2 B:D6\n\n1 +D3\n= *\n",
            "A line before the turns is no header. It is kept as a comment.",
            1,
        ),
        (
            "adaptoid-record 1\nStart: open adaptoid W:D2\n\n1 +D3\n= *\n",
            "Line 4 has a mistake. The board shows the game up to there; the rest is left out.",
            0,
        ),
        (
            "adaptoid-record 1\nStart: adaptoid w 0,0 W:D3,D2 B:D6\n\n1 +D4\n",
            "Read in the usual order, as adaptoid w 0,0 W:D2,D3 B:D6.",
            1,
        ),
        ("adaptoid w 0,0 B:D6 W:D3PL,D2", "Read in the usual order, as adaptoid w 0,0 W:D2,D3LP B:D6.", 0),
        ("adaptoid w 0,0 W:d2 B:D6", "", 0),
        # the losses of a game: an equal exchange, starving with four losses before, and more
        ("adaptoid w 5,5 W:D2 B:D6", "", 0),
        ("adaptoid w 4,16 W:D2 B:D6", "", 0),
        ("adaptoid w 4,17 W:D2 B:D6", LOSSES, 0),
        ("adaptoid w 5,6 W:D2 B:D6", LOSSES, 0),
        ("adapt3 w 9,10,21 W:D2 B:B4 R:F6", "", 0),
        ("adapt3 w 10,10,11 W:D2 B:B4 R:F6", LOSSES, 0),
    ],
)
def test_a_person_who_opens_a_game_is_told_what_it_lacks(text: str, reply: str, ply: int) -> None:
    session = session_with_sharing(CREATION)
    assert ask(session, "open", text=text)["text"] == reply
    assert session.game.ply == ply


def test_a_lesson_is_not_taken_for_a_damaged_game() -> None:
    session = session_with_sharing(CREATION)
    before = session.game
    assert ask(session, "open", text="adaptoid-lesson 1\ntitle: Growing\n")["code"] == "foreign-text"
    assert session.game is before


@pytest.mark.parametrize("start", ["Start: adaptoid w 0,0 W:D2 B:D2\n", "Start: chess\n", "White: Ann\n"])
def test_a_game_without_a_start_leaves_the_board_as_it_is(start: str) -> None:
    session = session_with_sharing(CREATION)
    before = session.game
    reply = ask(session, "open", text="adaptoid-record 1\n" + start + "\n= *\n")
    assert (reply["ok"], reply["code"]) == (False, "no-start")
    assert reply["text"] == "The start of this game cannot be read. The board stays as it was."
    assert session.game is before


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_damage_is_told_in_the_language_of_the_board(language: str) -> None:
    """No word of the English errors is left."""
    session = session_with_sharing(CREATION)
    session.speak(language)
    texts = [
        START + "1 +D3\n2 A1+L\n",
        START + "1 hello\n",
        "Hello\n\n" + START + "1 +d3\n= *\n",
        "adaptoid-record 1\nResult: W\nStart: adaptoid w 0,0 W:D2 B:D6\n\n= *\n",
        "adaptoid-record 1\nStart: open adaptoid W:D2\n\n1 +D3\n= *\n",
        "adaptoid-record 1\nStart: adaptoid w 0,0 W:D3,D2 B:D6\n\n= *\n",
        "adaptoid w 0,0 W:D2 B:Z9",
        "adaptoid w 9",
        "adaptoid-record 1\nStart: adaptoid w 0,0 W:D2 B:D2\n\n= *\n",
    ]
    for text in texts:
        reply = ask(session, "open", text=text)
        words = re.findall(r"[A-Za-z]{4,}", reply["text"] + session.snapshot()["news"])
        known = " ".join([*wording_of(language).sentences.values(), "adaptoid"])
        assert reply["text"]
        assert [word for word in words if word not in known] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "PK\x03\x04\ud800",
        "hello",
        "adaptoids are beings",
        "{}\n[]",
        "adaptoid w 9",
        "x" * 2_000_000,
        7,
    ],
)
def test_a_text_that_is_no_game_changes_nothing(text: object) -> None:
    session = session_with_sharing(CREATION)
    before = session.game
    reply = ask(session, "open", text=text)
    assert not reply["ok"]
    assert reply["code"] in ("foreign-text", "no-position", "bad-message")
    if text in ("hello", "adaptoids are beings"):
        assert reply["text"] == "This is not a game or a position of Adaptoid."
    if text == "adaptoid w 9":
        assert reply["code"] == "no-position"
        assert reply["text"].startswith("This position is damaged: expected ")
        assert reply["text"].endswith(" at character 13, found the end of the text.")
    assert reply["text"]
    json.dumps(reply).encode()
    assert (session.game, session.rev) == (before, 0)


@pytest.mark.parametrize("aids", AIDS)
@pytest.mark.parametrize(
    "start", [{}, {"variant": "adapt3"}, {"layout": "hex5", "pieces": {"E2": "W", "E8": "B"}}], ids=str
)
def test_each_frame_of_a_film_equals_the_snapshot(start: Json, aids: str) -> None:
    """The film has a frame for the start and for every turn of the line, also those after the current turn."""
    session = random_session(3, **start)
    session.set(aids=aids)
    add_sharing(session)
    game = session.game
    game.goto(4)
    game.marks = "arrow({},{},yellow)".format(*game.position.layout.cells[:2])
    reply = ask(session, "film", **{"from": 0, "to": 500})
    assert len(reply["frames"]) == game.length + 1
    for ply, frame in enumerate(reply["frames"]):
        game.goto(ply)
        snapshot: Json = dict(session.snapshot())
        feeding = frame.pop("feeding")
        assert frame == {name: snapshot[name] for name in FilmFramePart.__annotations__ if name != "feeding"}
        full = ask(session, "feeding", flipped=False)["feeding"]
        hungry = [row for row in full["now"] if row[1] > row[2] and snapshot["step"] != "over"]
        assert feeding == {"now": hungry, "starved": full["starved"]}
    json.dumps(reply)


def test_later_parts_of_a_film_follow_the_line_of_the_first_part() -> None:
    """The view gives the node of the first part and gets the rest of its line after the game left this line.

    The session is not interactive, and the revision of the request is old.
    """
    session = session_with_sharing("adaptoid w 0,0 W:D2 B:D6")
    game = session.game.play("+D3").play("+D5").resign()
    session.set(interactive=False)
    first = ask(session, "film", **{"from": 0, "to": 2})
    assert [frame["last"] and frame["last"]["text"] for frame in first["frames"]] == [None, "+D3"]
    game.goto(0).play("D2+L")
    rest = ask(session, "film", rev=-1, node=first["node"], **{"from": 2, "to": 9})
    assert [(frame["last"]["text"], frame["step"]) for frame in rest["frames"]] == [
        ("+D5", "move"),
        ("+D5", "over"),
    ]
    assert len(ask(session, "film", **{"from": 0, "to": 9})["frames"]) == 2
    assert ask(session, "film", **{"from": 7, "to": -9})["frames"] == []
    game.remove(1)
    assert not ask(session, "film", node=first["node"], **{"from": 2, "to": 9})["ok"]


def test_a_long_film_is_sent_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing_module, "MAX_ROWS", 4)
    session = random_session(3)
    add_sharing(session)
    parts = [ask(session, "film", **{"from": first, "to": 999})["frames"] for first in (0, 4)]
    assert [len(part) for part in parts] == [4, 4]
    monkeypatch.undo()
    assert parts[0] + parts[1] == ask(session, "film", **{"from": 0, "to": 8})["frames"]


def test_a_film_of_a_threat_begins_after_a_turn_that_is_left_out() -> None:
    """It shows the position, then what the enemy plays if nobody moves or grows; the game is unchanged."""
    session = session_with_sharing("adaptoid w 0,0 W:D2 B:D6")
    session.game.play("+D3")
    request = {"from": 1, "to": 2, "node": session.game.node.number}
    frames = ask(session, "film", turns=["+D4"], passes=True, **request)["frames"]
    assert [frame["turn"] for frame in frames] == ["B", "B"]
    assert frames[1]["last"]["color"] == "W"
    # without `passes` it is Black's turn
    frames = ask(session, "film", turns=["+D5"], **request)["frames"]
    assert frames[1]["last"]["color"] == "B"
    assert session.game.length == 1


@pytest.mark.parametrize("changes", [{"from": "0"}, {"to": None}, {"node": 99}, {"node": 0}, {"node": "1"}])
def test_bad_film_requests_are_refused(changes: Json) -> None:
    session = session_with_sharing("adaptoid w 0,0 W:D2 B:D6")
    session.game.play("+D3")
    reply = ask(session, "film", **{"from": 0, "to": 9, **changes})
    assert (reply["ok"], reply["code"]) == (False, "bad-message")
    session.begin(aw.Game("open"))
    assert ask(session, "film", **{"from": 0, "to": 9})["code"] == "start-under-way"


def test_several_changes_count_as_one() -> None:
    """`as_one` raises the revision once and tells hooks only the last change, also after an error.

    If nothing changed, hooks are told nothing.
    """
    changes: list[str] = []

    class CountingHooks(SessionHooks):
        def game_changed(self, change: str) -> None:
            changes.append(change)

    session = Session(aw.Game())
    session.add_hooks(CountingHooks())
    session.as_one(lambda: session.game.play("+D3").play("+D5"))
    assert (changes, session.rev) == (["played"], 1)
    with pytest.raises(ValueError, match="D9"):
        session.as_one(lambda: session.game.play("D2+L").play("D9+L"), "noted")
    assert (changes, session.rev) == (["played", "noted"], 2)
    with pytest.raises(ValueError, match="D9"):
        session.play_line(["D9+L"])
    assert (changes, session.rev) == (["played", "noted"], 2)


def test_the_list_of_turns_has_a_column_for_each_player() -> None:
    """Comments, variations and results take lines of their own; the turn after them keeps its column."""
    game = (
        aw.Game()
        .play("+D3")
        .play("D6+L")
        .play("+C2")
        .play("+E7")
        .goto(1)
        .play("+D5")
        .goto(0)
        .comment_on(1, "Hm.")
    )
    game.select(4).resign("W")
    game.comment_on(0, "x" * 200)
    game.nodes[3].glyph = "?"
    session = Session(game)
    part = session.snapshot()["history"]
    assert [[row[4], *row[8:]] for row in part["turns"]] == [
        ["+D3", 3, 0, "Hm.", ""],
        ["D6+L", 5, 1, "", ""],
        ["+D5", 6, -1, "", ""],
        ["+C2", 7, 0, "", "?"],
        ["+E7", 7, 1, "", ""],
        ["resigned", 8, -1, "", ""],
    ]
    assert (part["lines"], part["comment"]) == (9, "x" * 140 + "…")
    three = aw.Game(variant="adapt3-fierce").play("+D3").play("+E6").play("+C4").play("+E2")
    places = [row[8:10] for row in Session(three).snapshot()["history"]["turns"]]
    assert places == [[1, 0], [1, 1], [1, 2], [2, 0]]
