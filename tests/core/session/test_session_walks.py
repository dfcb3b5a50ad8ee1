"""Sends random intents to a session and compares answers, revisions and snapshots with the game."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import adaptoid_widget as aw
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.editor_handlers import add_editor
from adaptoid_widget.core.session.permissions import GROUPS, REFUSED
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.wire.intent_fields import Json
from tests.core.game.test_variations import naive_rows
from tests.repetitions import repetitions

pytestmark = pytest.mark.slow

STARTS = [
    (),
    ("open",),
    ("adaptoid w 0,0 W:C3LLP,D2L B:D6LP,E5L",),
    ("adaptoid+bare-exchange w 4,4 W:D2,D3L B:D4,D6",),
    # nothing can grow, so positions may repeat
    ("adaptoid w 0,0 W:D2LLLLLL,E2LLLLLL B:C4LLLLLL,D6LLLLLL",),
    ("adapt3 w 0,0,0 W:D2L B:B4LP R:F6L",),
    ("open", "adaptoid", "lattice:A1.A2.B1.B2.B3.C2"),
]
EDITS: list[Json] = [
    {"what": "open"},
    {"what": "open", "to": "layout"},
    {"what": "body", "at": "D4", "color": "W"},
    {"what": "body", "at": "E5", "color": "B"},
    {"what": "limb", "at": "D4", "limb": "leg", "by": 1},
    {"what": "limb", "at": "D4", "limb": "pincer", "by": -1},
    {"what": "move", "at": "D4", "to": "D5"},
    {"what": "take", "at": "D4"},
    {"what": "clear"},
    {"what": "start"},
    {"what": "turn", "color": "B"},
    {"what": "step", "to": "grow"},
    {"what": "lost", "color": "W", "by": 2},
    {"what": "variant", "to": "adapt3"},
    {"what": "switch", "to": "weaker-dies"},
    {"what": "board", "to": "hex3"},
    {"what": "text", "text": "adaptoid w 0,0 W:D2LP B:D6"},
    {"what": "text", "text": "adaptoid w"},
    {"what": "fix", "problem": "off-board"},
    {"what": "name", "color": "W", "text": "Ann"},
    {"what": "seats", "seed": 3},
    {"what": "disc", "at": "A1"},
    {"what": "disc", "at": "D4"},
    {"what": "loosen"},
    {"what": "drag", "at": "N1", "x": 100, "y": -900},
    {"what": "snap", "at": "N1", "x": 100, "y": -900},
    {"what": "undo"},
    {"what": "redo"},
    {"what": "play"},
    {"what": "open-start"},
    {"what": "close"},
]
CELLS = st.sampled_from(["A1", "B2", "C3", "D2", "D3", "D4", "D6", "E5", "G7", "Z9"])
NUMBERS = st.integers(-1, 12)
NOTES = st.sampled_from(["", "a note", "two\nlines", "\x00", 7])
INTENT = st.one_of(
    st.builds(
        lambda at, growth: {"kind": "grow", "at": at, "what": growth}, CELLS, st.sampled_from(["new", "leg"])
    ),
    st.builds(lambda a, b: {"kind": "move", "from": a, "to": b}, CELLS, CELLS),
    st.builds(lambda at: {"kind": "place", "at": at}, CELLS),
    st.builds(lambda color: {"kind": "choose", "color": color}, st.sampled_from("WBR")),
    st.builds(lambda kind: {"kind": kind}, st.sampled_from(["pass", "resign", "draw", "new", "nonsense"])),
    st.just({"kind": "edit", "what": "open"}),
    st.builds(lambda kind, at: {"kind": kind, "at": at}, st.sampled_from(["why", "foresee"]), CELLS),
    st.builds(
        lambda topic, at: {"kind": "describe", "what": topic, "at": at},
        st.sampled_from(["options", "last"]),
        CELLS,
    ),
    st.builds(lambda color: {"kind": "map", "color": color}, st.sampled_from("WBR")),
    st.builds(lambda a, b: {"kind": "history", "from": a, "to": b}, NUMBERS, NUMBERS),
    st.builds(lambda to: {"kind": "language", "to": to}, st.sampled_from([*aw.languages(), "tlh"])),
    st.builds(
        lambda text: {"kind": "mark", "text": text}, st.sampled_from(["", "ring(D4)", "ring(Z9)", "ring"])
    ),
    st.builds(lambda text: {"kind": "comment", "text": text}, NOTES),
    st.builds(lambda text, node: {"kind": "comment", "text": text, "node": node}, NOTES, NUMBERS),
)
# the intents that a board answers that takes no clicks
READING = [kind for group in GROUPS if group not in REFUSED["shown-only"] for kind in GROUPS[group]]
WALKS = ("undo", "redo", "goto", "select", "promote", "remove")


def is_reading(intent: Json) -> bool:
    """Whether an intent that succeeds leaves the session unchanged."""
    kind = intent["kind"]
    return (kind in READING and kind != "language") or intent.get("what") == "snap"


class SessionMachine(RuleBasedStateMachine):
    """Sends random intents to a session."""

    @initialize(start=st.sampled_from(STARTS))
    def begin(self, start: tuple[str, ...]) -> None:
        self.session = Session(aw.Game(*start))
        add_editor(self.session)
        self.snapshot: Any = self.session.snapshot()
        self.was_noted = False

    def ask(self, intent: Json) -> bool:
        """Send an intent, compare the answer with the change of the session, and return whether it succeeded."""
        session, before = self.session, self.snapshot
        reply = handle(session, {"id": 5, "rev": session.rev, **intent})
        after = self.snapshot = session.snapshot()
        assert (reply["type"], reply["id"], reply["rev"]) == ("reply", 5, session.rev)
        json.dumps(reply)
        if reply["ok"]:
            assert session.rev == before["rev"] + (0 if is_reading(intent) else 1), intent
        else:
            assert reply["code"]
            assert reply["text"]
        if not reply["ok"] or is_reading(intent):
            assert after == before
        else:
            self.was_noted = intent["kind"] in ("comment", "mark")
        return bool(reply["ok"])

    @rule(intent=INTENT)
    def any_intent(self, intent: Json) -> None:
        self.ask(intent)

    @precondition(lambda self: self.snapshot["edit"] is None)
    @rule(numbers=st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
    def clicks_and_walks(self, numbers: list[int]) -> None:
        """Carry out intents that the snapshot offers, which must succeed, and move through the tree of turns."""
        for number in numbers:
            offers = self.offers()
            if offers and number % 3:
                assert self.ask(offers[number // 3 % len(offers)])
            else:
                self.walk(WALKS[number // 3 % len(WALKS)], number // 3 // len(WALKS))
            self.reaches_each_position_by_its_turns()
            self.shows_the_game()

    def walk(self, kind: str, number: int) -> None:
        """Move through the tree. Undo and redo succeed exactly when the snapshot says so."""
        snapshot, game = self.snapshot, self.session.game
        if kind == "goto":
            assert self.ask({"kind": kind, "at": number % (game.length + 1)}) == game.started
        elif kind in ("undo", "redo"):
            assert self.ask({"kind": kind}) == snapshot[kind]
        else:
            node = number % (len(game.nodes) + 1)
            exists = (kind == "select" and node == 0) or node in [row.node for row in game.rows]
            assert self.ask({"kind": kind, "node": node}) == (game.started and exists)

    @precondition(lambda self: self.snapshot["edit"] is not None)
    @rule(edit=st.sampled_from(EDITS))
    def edits(self, edit: Json) -> None:
        self.ask({"kind": "edit", **edit})

    def offers(self) -> list[Json]:
        """Return the intents that the snapshot offers."""
        snapshot = self.snapshot
        offers: list[Json] = [
            {"kind": "move", "from": origin, "to": row[0]}
            for origin, rows in snapshot["moves"].items()
            for row in rows
        ]
        if snapshot["step"] == "place":
            offers += [{"kind": "place", "at": row[0]} for row in snapshot["grow"]["new"]]
        else:
            offers += [{"kind": "grow", "what": "new", "at": row[0]} for row in snapshot["grow"]["new"]]
        for limb in ("leg", "pincer"):
            offers += [{"kind": "grow", "what": limb, "at": cell} for cell in snapshot["grow"][limb]]
        if snapshot["pass"]:
            offers.append({"kind": "pass"})
        if snapshot["step"] == "choose":
            offers += [{"kind": "choose", "color": color} for color in "WB"]
        return offers

    @precondition(lambda self: self.snapshot["edit"] is None and self.snapshot["undo"])
    @rule()
    def undoes_and_redoes(self) -> None:
        """Undo followed by redo restores the snapshot."""
        names = ("position", "step", "node", "comment", "marks", "players", "last", "result", "status")
        before = {name: self.snapshot[name] for name in names}
        assert self.ask({"kind": "undo"})
        assert self.ask({"kind": "redo"})
        assert {name: self.snapshot[name] for name in names} == before

    @precondition(lambda self: not self.was_noted)
    @rule(intent=INTENT)
    def an_intent_with_an_old_revision(self, intent: Json) -> None:
        """An old intent is stale and changes nothing, unless it does not depend on the position."""
        reply = handle(self.session, {"id": 5, **intent, "rev": self.session.rev - 1})
        if intent["kind"] not in ("history", "language", "nonsense"):
            assert reply["code"] == "stale"
            assert self.session.snapshot() == self.snapshot
        self.snapshot = self.session.snapshot()
        self.was_noted = False

    @rule(intent=INTENT)
    def an_intent_without_interaction(self, intent: Json) -> None:
        session = self.session
        session.set(interactive=False)
        self.snapshot = session.snapshot()
        if intent["kind"] not in READING:
            assert not self.ask(intent)
        assert self.snapshot["edit"] is None
        session.set(interactive=True)
        self.snapshot = session.snapshot()

    @rule()
    def is_copied(self) -> None:
        """A copy of the game equals the game and has no session."""
        game = self.session.game
        twin = copy.deepcopy(game)
        other: Any = Session(twin, wording=self.session.wording).snapshot()
        names = ("node", "comment", "marks", "history", "last", "step", "position", "result", "players")
        if self.snapshot["edit"] is None:
            assert {name: other[name] for name in names} == {name: self.snapshot[name] for name in names}
        assert (twin.rows, twin.row, twin.ply) == (game.rows, game.row, game.ply)
        assert twin.to_record() == game.to_record()

    @invariant()
    def shows_the_game(self) -> None:
        game, snapshot = self.session.game, self.snapshot
        json.dumps(snapshot)
        assert snapshot["rev"] == self.session.rev
        history = snapshot["history"]
        assert (history["at"], history["length"], history["row"]) == (game.ply, game.length, game.row)
        if not game.started:
            assert (snapshot["node"], snapshot["comment"], history["count"]) == (-1, "", 0)
            return
        assert [tuple(row) for row in game.rows] == naive_rows(game)
        assert history["count"] == len(game.rows)
        shown_rows = history["turns"]
        rows = game.rows[history["from"] : history["from"] + len(shown_rows)]
        assert [(row[0], row[1]) for row in shown_rows] == [tuple(row) for row in rows]
        line = [node.number for node in game.line]
        assert [row[0] for row in shown_rows if row[7] & 1] == [n.node for n in rows if n.node in line]
        assert snapshot["node"] == game.node.number == (game.rows[game.row].node if game.row >= 0 else 0)
        assert snapshot["comment"] == game.node.comment
        if snapshot["edit"] is None:
            assert snapshot["position"] == str(game.position)
            assert snapshot["marks"] == game.marks.data()
            assert snapshot["result"] == game.result
            assert [(cell, color) for cell, color, *_ in snapshot["pieces"]] == [
                (cell, game.position.pieces[cell].color)
                for cell in game.position.layout.cells
                if cell in game.position.pieces
            ]

    @invariant()
    def reaches_each_position_by_its_turns(self) -> None:
        game = self.session.game
        if not game.started:
            return
        position = game.nodes[0].position
        for before, node in zip(game.line, game.line[1:], strict=False):
            assert node.parent == before.number
            assert node.number in before.children
            if node.turn is not None:
                position = position.play(node.turn)
            if node.verdict is None:
                assert node.position == position
        if game.half_turn is not None:
            assert game.position == game.node.position.after_move(game.half_turn)


TestSession = SessionMachine.TestCase
TestSession.settings = settings(max_examples=repetitions(15, 40), stateful_step_count=25, deadline=None)
