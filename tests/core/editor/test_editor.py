"""The position editor: its edits, the problems it reports, and its intents."""

from __future__ import annotations

from typing import Any

import pytest

from adaptoid_widget.core.editor.draft import Draft
from adaptoid_widget.core.editor.editor import Editor
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.rules.errors import TextError
from adaptoid_widget.core.rules.layout import Layout
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import supply_of
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.editor_handlers import add_editor, open_editor
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.wire.intent_fields import Refused
from adaptoid_widget.layouts import layouts
from tests.repetitions import TRANSLATIONS

START = "adaptoid w 0,0 W:D2 B:D6"
TWELVE = "A1,A2,A3,A4,B1,B2,B3,B4,B5,C1,C2,C3"


def draft(text: str = START) -> Draft:
    return Draft.of(Position.from_text(text))


def refused(error: pytest.ExceptionInfo[Refused]) -> tuple[str, str | None]:
    return error.value.reason.code, error.value.reason.cell


class EditorDriver:
    """Sends edits to a session with an editor and reads the snapshot."""

    def __init__(self, text: str = START, *, is_open: bool = True) -> None:
        self.session = Session(Game(text))
        add_editor(self.session)
        if is_open:
            self.ask(what="open")

    def ask(self, **fields: Any) -> dict[str, Any]:
        intent = {"id": 1, "rev": self.session.rev, "kind": "edit", **fields}
        return handle(self.session, intent)

    def do(self, **fields: Any) -> None:
        reply = self.ask(**fields)
        assert reply["ok"], reply

    def refusal(self, **fields: Any) -> tuple[str, str | None]:
        before = self.session.rev
        reply = self.ask(**fields)
        assert not reply["ok"]
        assert self.session.rev == before
        assert reply["text"].endswith((".", "!"))
        return reply["code"], reply["at"]

    @property
    def snapshot(self) -> Any:
        return self.session.snapshot()

    @property
    def text(self) -> str:
        return str(self.snapshot["position"])

    @property
    def problems(self) -> list[str]:
        return [row[0] for row in self.snapshot["edit"]["problems"]]


# -- drafts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        START,
        "adaptoid+bare-exchange+weaker-dies@hex5 b+ 1,4 W:D4LLP B:E5",
        "adapt3 r 0,3,9 W:D2 B:- R:F6LLLPPP",
        "adapt3-fierce@discs:0,0/1,0/2,0 w 0,0,0 W:N1 B:N2 R:N3",
        "adaptoid@lattice:A1.A2.B2 w 0,0 W:- B:-",
    ],
)
def test_a_draft_has_the_text_of_its_position(text: str) -> None:
    assert draft(text).text == text
    assert draft(text).read() == (Position.from_text(text), None)


def test_with_body_adds_recolours_and_removes_an_adaptoid() -> None:
    placed = draft().with_body("D4", "W")
    assert placed.text == "adaptoid w 0,0 W:D2,D4 B:D6"
    grown = placed.with_limb("D4", "pincer", 1).with_limb("D4", "leg", 1)
    assert grown.with_body("D4", "B").text == "adaptoid w 0,0 W:D2 B:D4LP,D6"
    assert grown.with_body("D4", "W").text == START


def test_with_limb_adds_and_removes_limbs() -> None:
    grown = draft().with_limb("D2", "leg", 1).with_limb("D2", "pincer", 1).with_limb("D2", "leg", 1)
    assert grown.text == "adaptoid w 0,0 W:D2LLP B:D6"
    assert grown.with_limb("D2", "leg", -1).text == "adaptoid w 0,0 W:D2LP B:D6"
    with pytest.raises(Refused) as bare:
        grown.with_limb("D2", "pincer", -1).with_limb("D2", "pincer", -1)
    assert refused(bare) == ("edit-no-pincer", "D2")
    with pytest.raises(Refused) as legless:
        draft().with_limb("D2", "leg", -1)
    assert refused(legless) == ("edit-no-leg", "D2")
    with pytest.raises(Refused) as empty:
        draft().with_limb("D4", "leg", 1)
    assert refused(empty) == ("edit-no-body", "D4")


def test_a_seventh_limb_is_refused() -> None:
    with pytest.raises(Refused) as error:
        draft("adaptoid w 0,0 W:D2LLLPPP B:D6").with_limb("D2", "leg", 1)
    assert refused(error) == ("six-limbs", "D2")


@pytest.mark.parametrize(
    ("text", "cell", "limb", "code"),
    [
        (f"adaptoid w 0,0 W:{TWELVE} B:-", "G7", None, "edit-all-bodies"),
        ("adaptoid w 0,0 W:D1LLLLLL,D2LLLLLL,D3 B:-", "D3", "leg", "edit-all-legs"),
        ("adaptoid w 0,0 W:D1PPPPPP,D2PPPPPP,D3 B:-", "D3", "pincer", "edit-all-pincers"),
    ],
)
def test_supplies_are_respected(text: str, cell: str, limb: str | None, code: str) -> None:
    """R3: the supply of each colour is limited and does not depend on the other colour."""
    full = draft(text)
    with pytest.raises(Refused) as error:
        full.with_limb(cell, limb, 1) if limb else full.with_body(cell, "W")
    assert refused(error) == (code, cell)
    assert "12" in error.value.reason.text
    assert full.with_body("G7", "B").text.endswith("B:G7")


def test_a_change_of_colour_respects_supplies_too() -> None:
    with pytest.raises(Refused) as error:
        draft("adaptoid w 0,0 W:D1LLLLLL,D2LLLLLL B:D3L").with_body("D3", "W")
    assert refused(error) == ("edit-all-legs", "D3")


def test_adaptoids_off_the_board_are_missing_from_the_supply() -> None:
    small = draft("adaptoid w 0,0 W:D2LL,G7P B:D6").replace(layout=Layout.hexagon(2))
    assert supply_of(small.pieces, "W") == (10, 10, 11)
    assert small.off_board == ("D2", "D6", "G7")


def test_moved_keeps_limbs_and_swaps_two_adaptoids() -> None:
    lifted = draft("adaptoid w 0,0 W:D2LP B:D6P").moved("D2", "D4")
    assert lifted.text == "adaptoid w 0,0 W:D4LP B:D6P"
    assert lifted.moved("D4", "D6").text == "adaptoid w 0,0 W:D6LP B:D4P"
    with pytest.raises(Refused) as error:
        lifted.moved("D2", "D3")
    assert refused(error) == ("empty", "D2")


def test_started_sets_up_the_standard_start() -> None:
    """`started` sets up the start of the standard board (R4, R18) and refuses a layout without a start."""
    busy = draft("adaptoid+weaker-dies b+ 3,4 W:D4LLL B:E5")
    assert busy.started(None).text == "adaptoid+weaker-dies w 0,0 W:D2 B:D6"
    assert busy.replace(variant="adapt3").started(None).text == "adapt3+weaker-dies w 0,0,0 W:D2 B:B4 R:F6"
    assert busy.cleared().text == "adaptoid+weaker-dies b+ 0,0 W:- B:-"
    with pytest.raises(Refused) as error:
        busy.replace(layout=Layout.from_text("lattice:A1.A2")).started(None)
    assert refused(error)[0] == "edit-no-start"


# -- problems of a position --------------------------------------------------------------------------------------------


def test_adaptoids_whose_discs_vanish_are_reported_and_kept() -> None:
    driver = EditorDriver("adaptoid w 0,0 W:B2,D2L B:D6")
    driver.do(what="board", to="hex2")
    assert driver.text == "adaptoid@hex2 w 0,0 W:B2,D2L B:D6"
    assert driver.problems == ["off-board"]
    assert driver.snapshot["edit"]["off_board"] == ["D2", "D6"]
    assert "D2 and D6" in driver.snapshot["edit"]["problems"][0][2]
    assert driver.refusal(what="play") == ("edit-unsound", None)
    driver.do(what="board", to="hex3")
    assert driver.snapshot["edit"]["off_board"] == ["D6"]
    driver.do(what="fix", problem="off-board")
    assert driver.text == "adaptoid@hex3 w 0,0 W:B2,D2L B:-"


@pytest.mark.parametrize(
    "text",
    [
        "adapt3 w 0,0,0 W:D2 B:B4 R:F6",
        "adapt3 w 0,0,2 W:D2 B:B4 R:-",
        "adapt3 r 0,0,0 W:D2 B:B4 R:-",
    ],
)
def test_red_in_a_game_for_two_is_reported(text: str) -> None:
    """Red has adaptoids, losses or the turn."""
    driver = EditorDriver(text)
    driver.do(what="variant", to="adaptoid")
    assert driver.problems == ["red"]
    assert [row[0] for row in driver.snapshot["sides"]] == ["W", "B", "R"]
    with pytest.raises(TextError):
        Position.from_text(driver.text)
    driver.do(what="variant", to="adapt3")
    assert driver.text == text
    driver.do(what="variant", to="adaptoid")
    driver.do(what="fix", problem="red")
    assert driver.text == "adaptoid w 0,0 W:D2 B:B4"
    assert driver.problems == []


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (START, []),
        ("adaptoid w 5,0 W:D2 B:D6", ["finished"]),
        ("adapt3 w 0,10,0 W:D2 B:B4 R:F6", ["finished"]),
        ("adaptoid w 0,0 W:D2 B:-", ["finished"]),
        ("adaptoid w 0,0 W:C5,D3,D4 B:D5LLPP,D6", ["starving"]),
        ("adaptoid b 0,0 W:C5,D3,D4 B:D5LLPP,D6", ["hungry"]),
        ("adaptoid@hex2 w 0,0 W:A1LLLLLL,A2PPPPPP,B1LLLPPP,B2LLLPPP,C2 B:C3", ["hungry"]),
        (f"adaptoid w 0,0 W:{TWELVE.replace('A1,A2,A3,A4', 'A1LLLLLL,A2LLLLLL,A3PPPPPP,A4PPPPPP')} B:G4",
         ["hungry", "stuck"]),
    ],
)  # fmt: skip
def test_unusual_positions_are_reported_but_playable(text: str, problems: list[str]) -> None:
    """R9, R10, R11, R20: a game may begin from each of these positions."""
    driver = EditorDriver(text)
    assert driver.problems == problems
    assert driver.snapshot["edit"]["playable"]
    assert not any(wrong for _, wrong, _, _ in driver.snapshot["edit"]["problems"])
    driver.do(what="play")
    assert str(driver.session.position) == text


@pytest.mark.parametrize("text", ["adaptoid w 0,0 W:- B:-", "adapt3+weaker-dies@hex3 w 0,0,0 W:- B:- R:-"])
def test_no_game_begins_on_an_empty_board(text: str) -> None:
    driver = EditorDriver()
    driver.do(what="clear")
    assert (driver.problems, driver.snapshot["edit"]["playable"]) == (["empty"], False)
    sentence = "Put adaptoids on the board: choose a colour, then a disc."
    assert driver.snapshot["edit"]["problems"][0][1:3] == [False, sentence]
    assert driver.refusal(what="play") == driver.refusal(what="play", text=text) == ("edit-empty", None)
    assert driver.ask(what="play")["text"] == sentence
    assert driver.session.editor is not None
    driver.do(what="play", text=START)


def test_a_finished_position_is_reported_with_its_result() -> None:
    driver = EditorDriver("adaptoid w 5,0 W:D2 B:D6")
    problem = driver.snapshot["edit"]["problems"][0][2]
    assert "Black has won: White has lost 5 adaptoids" in problem
    assert driver.session.game.result == "B"


def test_starving_adaptoids_are_in_the_snapshot() -> None:
    assert EditorDriver("adaptoid w 0,0 W:C5,D3,D4 B:D5LLPP,D6").snapshot["starving"] == ["D5"]


# -- the text beside the board -----------------------------------------------------------------------------------------


def test_a_valid_text_sets_the_position() -> None:
    driver = EditorDriver()
    text = "adapt3-fierce+weaker-dies@hex3 r+ 1,2,3 W:A1 B:B2LL R:E5P"
    driver.do(what="text", text=text)
    assert driver.text == text
    assert driver.snapshot["colors"] == ["W", "R", "B"]
    assert driver.snapshot["edit"]["step"] == "grow"


def test_a_bad_text_is_refused_with_line_and_column() -> None:
    driver = EditorDriver()
    reply = driver.ask(what="text", text="adaptoid w 0,0 W:D2 B:Z6")
    assert reply["code"] == "edit-text"
    assert reply["text"] == "Line 1, column 23: expected a disc of this board, found 'Z6'."
    assert driver.text == START
    for text in ("", START + " ", "adaptoid w 0,0  W:D2 B:D6", START + "\n", "x" * 4096):
        assert not driver.ask(what="text", text=text)["ok"]
        assert driver.text == START
    assert driver.refusal(what="text", text="x" * 4097)[0] == "bad-message"


def test_consecutive_texts_are_one_undo_step() -> None:
    driver = EditorDriver()
    for text in ("adaptoid w 0,0 W:D2 B:D6L", "adaptoid w 0,0 W:D2 B:D6LL", "adaptoid w 0,0 W:D2 B:D6LLP"):
        driver.do(what="text", text=text)
    driver.do(what="undo")
    assert driver.text == START
    assert driver.refusal(what="undo") == ("nothing-to-undo", None)
    driver.do(what="redo")
    assert driver.text == "adaptoid w 0,0 W:D2 B:D6LLP"
    driver.do(what="text", text="adaptoid w 0,0 W:D2 B:D6")
    driver.do(what="undo")
    assert driver.text == "adaptoid w 0,0 W:D2 B:D6LLP"


# -- by intents --------------------------------------------------------------------------------------------------------


def test_a_position_is_built_by_intents() -> None:
    driver = EditorDriver()
    for step in (
        {"what": "clear"},
        {"what": "body", "at": "C4", "color": "W"},
        {"what": "limb", "at": "C4", "limb": "leg", "by": 1},
        {"what": "limb", "at": "C4", "limb": "pincer", "by": 1},
        {"what": "body", "at": "E5", "color": "B"},
        {"what": "move", "at": "E5", "to": "E6"},
        {"what": "body", "at": "A1", "color": "B"},
        {"what": "take", "at": "A1"},
        {"what": "turn", "color": "B"},
        {"what": "step", "to": "grow"},
        {"what": "lost", "color": "W", "by": 2},
        {"what": "lost", "color": "W", "by": -1},
        {"what": "switch", "to": "weaker-dies"},
        {"what": "switch", "to": "bare-exchange"},
        {"what": "switch", "to": "weaker-dies"},
        {"what": "board", "to": "hex5"},
    ):
        driver.do(**step)
    assert driver.text == "adaptoid+bare-exchange@hex5 b+ 1,0 W:C4LP B:E6"
    assert driver.snapshot["sides"] == [["W", 11, 11, 11, 1, 5, None], ["B", 11, 12, 12, 0, 5, None]]
    for _ in range(16):
        driver.do(what="undo")
    assert driver.text == START
    assert not driver.snapshot["edit"]["undo"]


def test_each_change_is_announced() -> None:
    driver = EditorDriver()
    driver.do(what="body", at="D4", color="W")
    driver.do(what="limb", at="D4", limb="leg", by=1)
    assert driver.snapshot["news"] == "White on D4: legs 1, pincers 0."
    driver.do(what="take", at="D4")
    assert driver.snapshot["news"] == "D4 is free."


def test_the_game_waits_while_the_editor_is_open() -> None:
    driver = EditorDriver()
    session = driver.session
    grow = {"id": 1, "kind": "grow", "at": "D3", "what": "new"}
    assert handle(session, {**grow, "rev": session.rev})["code"] == "editing"
    assert handle(session, {"id": 1, "rev": session.rev, "kind": "history", "from": 0, "to": 1})["ok"]
    assert str(session.position) == START
    driver.do(what="close")
    assert handle(session, {**grow, "rev": session.rev})["ok"]
    assert driver.refusal(what="take", at="D2") == ("edit-closed", None)


def test_play_from_here_and_undo_brings_the_old_game_back() -> None:
    driver = EditorDriver(is_open=False)
    driver.session.game.play("+D3")
    driver.do(what="open")
    driver.do(what="body", at="D4", color="W")
    driver.do(what="play")
    assert driver.session.editor is None
    assert str(driver.session.position) == "adaptoid b 0,0 W:D2,D3,D4 B:D6"
    assert driver.session.undo()
    assert str(driver.session.position) == "adaptoid b 0,0 W:D2,D3 B:D6"


def test_play_uses_the_text_and_refuses_a_bad_text() -> None:
    driver = EditorDriver()
    driver.do(what="body", at="D4", color="W")
    code, _ = driver.refusal(what="play", text="hello world")
    assert code == "edit-text"
    assert driver.session.editor is not None
    assert str(driver.session.position) == START
    driver.do(what="play", text="adaptoid b 0,0 W:D2 B:D5")
    assert str(driver.session.position) == "adaptoid b 0,0 W:D2 B:D5"


def test_each_opening_of_the_editor_has_a_new_number() -> None:
    driver = EditorDriver()
    before = driver.snapshot["edit"]["since"]
    open_editor(driver.session, Position.from_text(START))
    assert driver.snapshot["edit"]["since"] > before


def test_cancel_leaves_the_game_as_it_was() -> None:
    driver = EditorDriver()
    driver.do(what="clear")
    driver.do(what="close")
    assert driver.snapshot["position"] == START
    assert driver.snapshot["edit"] is None
    assert not driver.session.can_undo


def test_a_new_game_from_python_closes_the_editor() -> None:
    driver = EditorDriver()
    driver.session.begin(Game("adaptoid b 0,0 W:D2 B:D6"))
    assert driver.snapshot["edit"] is None


def test_the_editor_opens_on_an_open_start_under_way() -> None:
    session = Session(Game("open", layout="hex3"))
    session.game.place("C2")
    open_editor(session)
    assert session.snapshot()["position"] == "adaptoid@hex3 w 0,0 W:C2 B:-"


def test_the_open_start_on_the_board_that_was_built() -> None:
    driver = EditorDriver()
    driver.do(what="board", to="triangle")
    driver.do(what="switch", to="weaker-dies")
    driver.do(what="open-start")
    opening = driver.session.game.opening
    assert opening is not None
    assert opening.layout == layouts["triangle"]
    assert opening.switches == ("weaker-dies",)
    assert driver.snapshot["step"] == "place"


def test_the_open_start_is_for_two_and_needs_two_discs() -> None:
    assert EditorDriver("adapt3 w 0,0,0 W:D2 B:B4 R:F6").refusal(what="open-start")[0] == "edit-open-three"
    assert (
        EditorDriver("adaptoid@lattice:A1 w 0,0 W:A1 B:-").refusal(what="open-start")[0] == "edit-open-small"
    )


def test_drawn_seats_go_into_the_game() -> None:
    driver = EditorDriver()
    driver.do(what="name", color="W", text=" Ann ")
    assert driver.refusal(what="seats", seed=1)[0] == "edit-names"
    driver.do(what="name", color="B", text="Ann")
    assert driver.refusal(what="seats", seed=1)[0] == "edit-names"
    driver.do(what="name", color="B", text="Ben")
    drawn = set()
    for seed in range(12):
        driver.do(what="seats", seed=seed)
        drawn.add(driver.snapshot["players"]["W"])
    assert drawn == {"Ann", "Ben"}
    players = driver.snapshot["players"]
    driver.do(what="play")
    assert driver.session.game.players == players


def test_the_player_with_whites_seat_begins_the_open_start() -> None:
    driver = EditorDriver()
    driver.do(what="name", color="W", text="Ann")
    driver.do(what="name", color="B", text="Ben")
    driver.do(what="open-start")
    game = driver.session.game
    game.place("C3").place("E5").choose("W")
    assert game.players == {"W": "Ben", "B": "Ann"}


def test_names_of_the_game_under_way_are_kept() -> None:
    driver = EditorDriver(is_open=False)
    driver.session.game.draw_seats(("Ann", "Ben"), 1)
    driver.do(what="open")
    assert sorted(driver.snapshot["players"].values()) == ["Ann", "Ben"]
    driver.do(what="name", color="W", text="A\u200b\nB")
    assert driver.snapshot["players"]["W"] == "A B"
    driver.do(what="name", color="W", text="")
    assert sorted(driver.snapshot["players"]) == ["B"]


@pytest.mark.parametrize(
    "intent",
    [
        {},
        {"what": "fly"},
        {"what": ["take"]},
        {"what": "open", "to": "kitchen"},
        {"what": "body", "at": "D4", "color": "X"},
        {"what": "body", "at": "D4", "color": "R"},
        {"what": "body", "at": 4, "color": "W"},
        {"what": "limb", "at": "D2", "limb": "tail", "by": 1},
        {"what": "limb", "at": "D2", "limb": "leg", "by": 2},
        {"what": "lost", "color": "W", "by": True},
        {"what": "lost", "color": "W", "by": 1000},
        {"what": "variant", "to": "chess"},
        {"what": "switch", "to": "flying"},
        {"what": "board", "to": "nowhere"},
        {"what": "fix", "problem": "everything"},
        {"what": "seats", "seed": "1"},
        {"what": "snap", "at": "D2", "x": 1.5, "y": 0},
    ],
)
def test_malformed_edits_are_refused(intent: dict[str, Any]) -> None:
    assert EditorDriver().refusal(**intent)[0] == "bad-message"


@pytest.mark.parametrize(
    ("intent", "code"),
    [
        ({"what": "body", "at": "Z9", "color": "W"}, "unknown-disc"),
        ({"what": "take", "at": "D4"}, "empty"),
        ({"what": "lost", "color": "W", "by": -1}, "edit-losses"),
        ({"what": "snap", "at": "D2", "x": 0, "y": 0}, "edit-lattice"),
        ({"what": "hop", "at": "D2", "x": 1000, "y": 0}, "edit-lattice"),
        ({"what": "disc", "at": "a1"}, "edit-no-place"),
        ({"what": "disc", "at": "1,x"}, "edit-no-place"),
    ],
)
def test_impossible_edits_are_refused(intent: dict[str, Any], code: str) -> None:
    assert EditorDriver().refusal(**intent)[0] == code


def test_edits_refuse_an_old_revision_and_a_session_without_interaction() -> None:
    driver = EditorDriver()
    assert handle(driver.session, {"id": 1, "rev": 0, "kind": "edit", "what": "clear"})["code"] == "stale"
    read_only = Session(Game(), interactive=False)
    add_editor(read_only)
    assert handle(read_only, {"id": 1, "rev": 0, "kind": "edit", "what": "open"})["code"] == "shown-only"
    open_editor(read_only)
    assert read_only.snapshot()["edit"] is None


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_editor_speaks_every_language(language: str) -> None:
    driver = EditorDriver("adaptoid w 5,0 W:D2 B:D6")
    driver.do(what="board", to="hex2")
    wording = driver.session.wording = LANGUAGES.wording(language)
    other = driver.snapshot
    assert other["status"] == wording.say("status.edit")
    problem = other["edit"]["problems"][0][2]
    assert problem == wording.say("edit.off-board", {"cells": ["D2", "D6"]})
    assert "D2" in problem


def test_the_editor_keeps_500_undo_steps() -> None:
    editor = Editor(draft())
    for _ in range(600):
        editor.change(editor.draft.with_body("D4", "W"))
    steps = 0
    while editor.undo():
        steps += 1
    assert steps == 500
