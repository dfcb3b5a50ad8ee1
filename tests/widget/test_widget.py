"""The widget without a browser: the messages that it sends, and its answers to any message."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import threading
from typing import Any

import IPython.display
import pytest
import traitlets
from hypothesis import given
from hypothesis import strategies as st

from adaptoid_widget import Board, Game, GameError, IllegalTurn, LayoutError, Player, Position, TextError
from adaptoid_widget.export.output_content import MIME, SavedGame, read_content
from adaptoid_widget.widget import saved_picture
from tests.widget.wire import wire_of

pytestmark = pytest.mark.usefixtures("wires")

START = "adaptoid w 0,0 W:D2 B:D6"
PLAYED = "adaptoid b 0,0 W:D2,D3 B:D6"
GROW = {"id": "a", "rev": 0, "kind": "grow", "at": "D3", "what": "new"}


# -- making one -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["aid", "snapshot", "position", "layouts", "rev", "_esm"])
def test_unknown_keywords_are_refused(name: str) -> None:
    """Names of internal traits are refused too."""
    options: dict[str, Any] = {name: "full"}
    with pytest.raises(TypeError, match=name):
        Board(**options)


@pytest.mark.parametrize(
    ("start", "options", "error"),
    [
        ("adaptoid w 0,0 W:D2 B:D2", {}, TextError),
        ("<b>adaptoid</b>", {}, TextError),
        ("x" * 10_000_000, {}, TextError),
        (None, {"variant": "chess"}, TextError),
        (None, {"layout": "hex9"}, (TextError, LayoutError)),
        (None, {"switches": ("bare",)}, TextError),
        (None, {"aids": "some"}, (GameError, traitlets.TraitError)),
        ("open", {"variant": "adapt3"}, GameError),
        (7, {}, (TypeError, TextError, AttributeError)),
    ],
)
def test_an_invalid_start_is_refused(start: Any, options: dict[str, Any], error: Any) -> None:
    """The error is short."""
    with pytest.raises(error) as raised:
        Board(start, **options)
    assert len(str(raised.value)) < 500


def test_a_position_is_taken_from_a_game_or_another_board() -> None:
    game = Game().play("+D3")
    other = Board(game)
    assert str(Board(other).position) == PLAYED
    for source in (game, other):
        board = Board()
        board.position = source
        assert str(board.position) == PLAYED
        assert board.game is not game


def test_a_board_can_begin_from_a_text_a_position_a_game_or_a_variant() -> None:
    game = Game()
    game.play("+D3")
    assert str(Board(START).position) == START
    assert str(Board(Position.from_text(PLAYED)).position) == PLAYED
    assert Board(game).game is game
    assert Board("open").position is None
    assert repr(Board("open")) == "Board('open')"
    assert repr(Board(game)) == f"Board('{PLAYED}')"
    assert str(Board(variant="adapt3").position).startswith("adapt3 w ")


# -- from Python ------------------------------------------------------------------------------------------------------


def test_the_position_can_be_read_and_assigned() -> None:
    """It can be assigned in the middle of a game or of a turn. Undo brings the earlier game back. Each change
    is one rev."""
    board = Board()
    wire = wire_of(board)
    board.play("+D3")
    within = "adaptoid b+ 1,0 W:D2L B:C4LP,D6"
    board.position = within
    assert str(board.position) == within
    assert wire.snapshots[-1]["step"] == "grow"
    board.play("C4+L")
    board.undo()
    board.undo()
    assert str(board.position) == PLAYED
    assert [snapshot["rev"] for snapshot in wire.snapshots] == [1, 2, 3, 4, 5]
    board.position = Position.from_text("adaptoid@hex5 w 0,0 W:E3 B:E7")
    assert len(board.discs["cells"]) == 61


@pytest.mark.parametrize(
    "value", [None, 7, b"adaptoid", ["adaptoid w 0,0 W:D2 B:D6"], "", "adaptoid", "open"]
)
def test_an_invalid_position_is_refused_and_changes_nothing(value: Any) -> None:
    board = Board()
    with pytest.raises((TypeError, TextError)):
        board.position = value
    assert str(board.position) == START
    assert wire_of(board).sent == []


def test_an_illegal_turn_is_raised_and_changes_nothing() -> None:
    board = Board()
    with pytest.raises(IllegalTurn):
        board.play("D2-D3 +D4")
    with pytest.raises(TextError):
        board.play("hello")
    assert str(board.position) == START
    assert wire_of(board).sent == []


def test_traits_of_the_front_end_are_read_only() -> None:
    """Python can assign the position but not the snapshot."""
    board = Board()
    for name in ("snapshot", "discs", "wording"):
        with pytest.raises(traitlets.TraitError):
            setattr(board, name, {})


def test_each_setting_is_one_rev() -> None:
    """An invalid setting is refused."""
    board = Board()
    board.aids = "legal"
    board.interactive = False
    board.flipped = True
    board.coordinates = False
    for name, value in {"aids": "some", "coordinates": "edge"}.items():
        with pytest.raises(traitlets.TraitError, match=f"{name} is one of .*{value}"):
            setattr(board, name, value)
    snapshots = wire_of(board).snapshots
    assert [snapshot["rev"] for snapshot in snapshots] == [1, 2, 3, 4]
    assert [snapshots[-1][name] for name in ("aids", "interactive", "flipped", "coordinates")] == [
        "legal",
        False,
        True,
        False,
    ]


def test_a_board_shows_turns_played_directly_in_its_game() -> None:
    """It does not follow a game that was replaced."""
    board = Board()
    old = board.game
    old.play("+D3")
    assert wire_of(board).snapshots[-1]["position"] == PLAYED
    board.game = Game(START)
    old.play("+D5")
    assert str(board.position) == START
    assert board.undo()
    assert str(board.position) == "adaptoid w 0,0 W:D2,D3 B:D5,D6"
    with pytest.raises(TypeError):
        board.game = START  # type: ignore[assignment]


# -- observers --------------------------------------------------------------------------------------------------------


def test_observers_are_called_once_for_each_new_position() -> None:
    """Moves, intents and undo call them; a change that keeps the position does not."""
    board = Board("adaptoid w 0,0 W:D2L B:D6")
    changes: list[tuple[str, str]] = []

    def hear(change: Any) -> None:
        changes.append((str(change["old"]), str(change["new"])))

    board.observe(hear, "position")
    board.move("D2-D3")
    wire_of(board).bring({"id": 1, "rev": 1, "kind": "grow", "at": "C3", "what": "new"})
    board.flipped = True
    board.undo()
    board.unobserve(hear, "position")
    board.undo()
    texts = ["adaptoid w 0,0 W:D2L B:D6", "adaptoid w+ 0,0 W:D3L B:D6", "adaptoid b 0,0 W:C3,D3L B:D6"]
    assert changes == [(texts[0], texts[1]), (texts[1], texts[2]), (texts[2], texts[1])]


def test_an_observer_may_play() -> None:
    """The observer can play like a computer player, because the transaction that it observes has ended."""
    board = Board()

    def answer(change: Any) -> None:
        if change["new"].turn == "B":
            board.play("D6+L")

    board.observe(answer, "position")
    wire = wire_of(board)
    wire.bring(GROW)
    assert str(board.position) == "adaptoid w 0,0 W:D2,D3 B:D6L"
    assert [snapshot["rev"] for snapshot in wire.snapshots] == [1, 2]
    assert [reply["rev"] for reply in wire.replies] == [1]


# -- from the front end -----------------------------------------------------------------------------------------------


def test_an_intent_gets_one_reply_after_its_snapshot() -> None:
    board = Board()
    wire = wire_of(board)
    wire.bring(GROW)
    assert [message["method"] for message in wire.sent] == ["update", "custom"]
    assert wire.snapshots[0]["position"] == PLAYED
    assert wire.replies == [{"type": "reply", "id": "a", "ok": True, "rev": 1}]
    wire.bring(GROW)
    assert wire.replies[1]["code"] == "stale"
    assert wire.replies[1]["rev"] == 1
    assert str(board.position) == PLAYED


WRONG: list[object] = [
    None,
    "undo",
    7,
    [],
    ["move"],
    {},
    {"kind": "undo"},
    {"id": None, "rev": 0, "kind": "undo"},
    {"id": {"a": 1}, "rev": 0, "kind": "new"},
    {"id": "a", "kind": "new"},
    {"id": "a", "rev": "0", "kind": "new"},
    {"id": "a", "rev": True, "kind": "new"},
    {"id": "a", "rev": 0.0, "kind": "new"},
    {"id": "a", "rev": 0, "kind": "__class__"},
    {"id": "a", "rev": 0, "kind": ["new"]},
    {"id": "a", "rev": 0, "kind": "x" * 10_000_000},
    {"id": "a", "rev": 0, "kind": "move"},
    {"id": "a", "rev": 0, "kind": "move", "from": "D2", "to": 7},
    {"id": "a", "rev": 0, "kind": "move", "from": "D2", "to": "Z99"},
    {"id": "a", "rev": 0, "kind": "move", "from": "D2", "to": "D" * 10_000_000},
    {"id": "a", "rev": 0, "kind": "grow", "at": "D2"},
    {"id": "a", "rev": 0, "kind": "grow", "at": "D2", "what": "wing"},
    {"id": "a", "rev": 0, "kind": "grow", "at": ["D2"], "what": "leg"},
    {"id": "a", "rev": 0, "kind": "grow", "at": "<img src=x onerror=alert(1)>", "what": "leg"},
    {"id": "a", "rev": 0, "kind": "goto", "at": "1"},
    {"id": "a", "rev": 0, "kind": "goto", "at": -1},
    {"id": "a", "rev": 0, "kind": "goto", "at": 10**30},
    {"id": "a", "rev": 0, "kind": "choose", "color": "W"},
    {"id": "a", "rev": 0, "kind": "place", "at": "D2"},
    {"id": "a", "rev": 0, "kind": "pass"},
    {"id": "a", "rev": 0, "kind": "why"},
    {"id": "a", "rev": 0, "kind": "why", "at": "D6", "from": 3},
    {"id": "a", "rev": 0, "kind": "history", "from": None, "to": 3},
    {"id": "a", "rev": 10**30, "kind": "new"},
]


@pytest.mark.parametrize("content", WRONG, ids=lambda content: repr(content)[:50])
def test_a_malformed_message_is_refused_and_changes_nothing(content: object) -> None:
    """It gets exactly one short reply."""
    board = Board()
    wire = wire_of(board)
    wire.bring(content)
    (reply,) = wire.replies
    assert reply["ok"] is False
    assert reply["code"]
    assert 0 < len(reply["text"]) < 400
    assert len(wire.sent) == 1
    assert str(board.position) == START


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=5), each, max_size=3),
    max_leaves=5,
)
KINDS = (
    "move grow pass undo redo goto new resign draw place choose why history picture".split()  # noqa: SIM905
)
FIELDS = st.fixed_dictionaries(
    {"id": st.just("a") | JSON, "rev": st.just(0) | JSON, "kind": st.sampled_from(KINDS) | JSON},
    optional={
        "from": st.sampled_from(["D2", "D6"]) | JSON,
        "to": st.sampled_from(["D3", "D6"]) | JSON,
        "at": st.sampled_from(["D2", "D3", "A1"]) | JSON,
        "what": st.sampled_from(["new", "leg"]) | JSON,
        "color": st.sampled_from(["W", "B"]) | JSON,
    },
)


@given(FIELDS | JSON)
def test_any_message_gets_exactly_one_reply(content: object) -> None:
    """Afterwards the board is still usable."""
    board = Board()
    wire = wire_of(board)
    wire.bring(content)
    assert len(wire.replies) == 1
    assert len(wire.snapshots) == (1 if board.snapshot["rev"] else 0)
    wire.bring({"id": "b", "rev": board.snapshot["rev"], "kind": "new"})
    assert wire.replies[-1]["ok"] is True
    assert str(board.position) == START


def test_an_internal_error_is_sent_as_a_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next intent works."""
    board = Board()
    wire = wire_of(board)
    with monkeypatch.context() as patch:
        patch.setattr("adaptoid_widget.widget.board.handle", lambda *_: 1 // 0)
        wire.bring(GROW)
    wire.bring(GROW)
    assert [reply["ok"] for reply in wire.replies] == [False, True]
    assert wire.replies[0]["code"] == "failed"
    assert "ZeroDivisionError" in wire.replies[0]["detail"]
    assert "Error" not in wire.replies[0]["text"]


def test_traits_written_by_the_front_end_are_ignored() -> None:
    """The board sends its true traits back. Traits that are not synced cannot be written."""
    board = Board()
    wire = wire_of(board)
    true = board.snapshot
    wire.write({"snapshot": {"v": 1, "rev": 99}, "position": PLAYED, "aids": "none", "_session": 1})
    assert board.snapshot == true
    assert str(board.position) == START
    assert board.aids == "full"
    assert wire.snapshots == [json.loads(json.dumps(true))]
    wire.write({"discs": {}, "wording": None})
    states = [message["state"] for message in wire.sent if message["method"] == "update"]
    assert states[-1].keys() == {"discs", "wording"}
    assert len(states[-1]["discs"]["cells"]) == 37


def test_the_snapshot_of_a_rich_position_is_small() -> None:
    """The positions offer hundreds of clicks."""
    for text in (
        "adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7",
        "adaptoid w 3,0 W:C2LP,D2P,E2,E3P,G4 B:A2,A3,C4LP,C5P,D6LP,E6P,F4LP,F5",
        "adaptoid@hex5 w 0,0 W:A1LLLPP,C3LLLPP,E5LLLPP,G7LLPP,I9LPP B:A5,B4LP,E9,F2,G8LLP,H5LLP",
    ):
        board = Board(text)
        assert 1000 < len(json.dumps(board.snapshot)) <= 12_000


# -- threads ----------------------------------------------------------------------------------------------------------


def test_transactions_of_several_threads_run_one_after_the_other() -> None:
    """Threads send intents, play, undo and change settings at once. Each change has its own rev, and each
    intent one reply."""
    board = Board()
    wire = wire_of(board)
    observed: list[str] = []
    board.observe(lambda change: observed.append(str(change["new"])), "position")
    repeats, gate = 60, threading.Barrier(6)
    finished: list[str] = []

    def click(name: int) -> None:
        gate.wait()
        for number in range(repeats):
            rev = board.snapshot["rev"]
            kind = ("new", "undo", "redo", "resign")[number % 4]
            wire.bring({"id": f"{name}-{number}", "rev": rev, "kind": kind})
        finished.append("clicks")

    def play() -> None:
        gate.wait()
        for _ in range(repeats):
            try:
                turn = next(iter(board.position.turns()), None)
                if turn is not None:
                    board.play(turn)
            except IllegalTurn:
                board.undo()
        finished.append("plays")

    def settle() -> None:
        gate.wait()
        for number in range(repeats):
            board.flipped = number % 2 == 0
        finished.append("settings")

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        jobs = [threading.Thread(target=click, args=(name,)) for name in range(3)]
        jobs += [
            threading.Thread(target=play),
            threading.Thread(target=play),
            threading.Thread(target=settle),
        ]
        for job in jobs:
            job.start()
        for job in jobs:
            job.join()
    finally:
        sys.setswitchinterval(before)
    assert sorted(finished) == ["clicks"] * 3 + ["plays"] * 2 + ["settings"]
    revs = [snapshot["rev"] for snapshot in wire.snapshots]
    assert revs == list(range(1, len(revs) + 1))
    assert board.snapshot["rev"] == len(revs)
    assert board.snapshot["position"] == str(board.position)
    names = [reply["id"] for reply in wire.replies]
    assert len(names) == len(set(names)) == 3 * repeats
    assert any(reply["ok"] for reply in wire.replies)
    positions = [START] + [snapshot["position"] for snapshot in wire.snapshots]
    assert sorted(observed) == sorted(new for old, new in zip(positions, positions[1:]) if old != new)  # noqa: B905, RUF007


def test_a_turn_chosen_while_a_replay_leaves_it_is_shown() -> None:
    """Another view replays. Its next step arrives first, then the choice of the turn that both showed, then the step
    after it. The choice counts."""
    board = Board(Game().play("+D3").play("D6+L"))
    board.goto(0)
    wire = wire_of(board)
    rev = board.snapshot["rev"]
    wire.bring({"id": "replay", "rev": rev, "kind": "goto", "at": 1, "from": 0})
    wire.bring({"id": "choice", "rev": rev, "kind": "select", "node": 0})
    wire.bring({"id": "next", "rev": rev + 1, "kind": "goto", "at": 2, "from": 1})
    assert [reply["ok"] for reply in wire.replies] == [True, True, False]
    assert board.game.ply == 0


# -- what stays when the kernel is gone -------------------------------------------------------------------------------


@pytest.fixture
def displayed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, str]]]:
    """Everything that is displayed: the display's id and the bundle."""
    displays: list[tuple[str, dict[str, str]]] = []

    def display(bundle: dict[str, str], *, display_id: str = "", **_: Any) -> None:
        displays.append((display_id, bundle))

    monkeypatch.setattr(IPython.display, "display", display)
    monkeypatch.setattr(IPython.display, "update_display", display)
    return displays


def test_a_saved_picture_is_displayed_and_updated(displayed: list[tuple[str, dict[str, str]]]) -> None:
    """The picture is an output of its own. It is updated after each finished turn, whoever played it."""
    board = Board("adaptoid w 0,0 W:D2L B:D6")
    wire = wire_of(board)
    board.play("+D3")
    assert displayed == []
    board._ipython_display_()
    (nobody, live), (name, first) = displayed
    assert nobody == ""
    assert "application/vnd.jupyter.widget-view+json" in live
    assert "D2" not in live["text/plain"]
    assert first.keys() == {"text/html", "text/plain", MIME}
    assert first["text/plain"].rstrip().endswith("adaptoid b 0,0 W:D2L,D3 B:D6")
    assert first["text/html"].startswith(f'<div class="{name}" data-rev="1" ')
    board.undo()
    board.move("D2-D3")
    assert len(displayed) == 3
    wire.bring({**GROW, "rev": 3, "at": "C3"})
    assert len(displayed) == 4
    assert displayed[-1][0] == name
    assert displayed[-1][1]["text/plain"].rstrip().endswith("adaptoid b 0,0 W:C3,D3L B:D6")
    assert wire.sent[-1]["content"] == {"type": "pictured", "rev": 4}
    board.resign()
    assert "White has won: Black has resigned." in displayed[-1][1]["text/plain"]


def test_the_saved_output_has_the_content_of_the_board(displayed: list[tuple[str, dict[str, Any]]]) -> None:
    """The game with the board's place in it, the settings that are not the default, and the levels that play."""
    board = Board("adaptoid w 0,0 W:D2L B:D6", coordinates=False)
    board._ipython_display_()

    def content() -> SavedGame:
        saved = read_content(json.loads(json.dumps(displayed[-1][1][MIME])))
        assert isinstance(saved, SavedGame)
        return saved

    assert content().game.position == board.position
    assert content()[1:] == ({"coordinates": False}, {})
    board.play("D2-D3 +C3")
    board.play("+D5")
    board.undo()
    assert (str(content().game.position), content().game.ply, len(content().game.nodes)) == (
        "adaptoid b 0,0 W:C3,D3L B:D6",
        1,
        3,
    )
    board.flipped, board.language = True, "de"
    assert content().settings == {"coordinates": False, "flipped": True, "language": "de"}
    board.pace = 60
    board.white = Player(3)
    board.comment = "Why?"
    assert content().levels == {"W": 3}
    assert content().game.comment == "Why?"
    board.close()


def test_a_very_long_game_is_saved_as_a_picture_only(
    displayed: list[tuple[str, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its content would not be read again."""
    monkeypatch.setattr(saved_picture, "MAX_RECORD_CHARACTERS", 1000)
    board = Board()
    board._ipython_display_()
    assert MIME in displayed[-1][1]
    board.comment = "x" * 1000
    assert displayed[-1][1].keys() == {"text/html", "text/plain"}
    board.comment = ""
    assert MIME in displayed[-1][1]


def test_marks_are_in_the_saved_picture(displayed: list[tuple[str, dict[str, str]]]) -> None:
    """The picture is updated when marks are set, also in the middle of a turn."""
    board = Board("adaptoid w 0,0 W:D2L B:D6")
    board._ipython_display_()
    board.marks = "ring(D2)"
    assert "ring (green) on D2" in displayed[-1][1]["text/plain"]
    board.move("D2-D3")
    count = len(displayed)
    board.marks = "ring(D3,red)"
    assert len(displayed) == count + 1
    assert "ring (red) on D3" in displayed[-1][1]["text/html"]
    board.marks = None
    assert "ring" not in displayed[-1][1]["text/plain"]


def test_a_closed_board_is_displayed_as_text(displayed: list[tuple[str, dict[str, str]]]) -> None:
    """This happens when a cell whose last line is the board runs again after the board was closed."""
    board = Board()
    board.close()
    board._ipython_display_()
    assert [bundle for _, bundle in displayed] == [{"text/plain": f"Board({START!r})"}]


def test_turns_in_quick_succession_update_the_picture_once(
    displayed: list[tuple[str, dict[str, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an event loop, as in a kernel, only the last position is drawn; a later turn updates the picture again."""
    monkeypatch.setattr(saved_picture, "PAINT_S", 0)
    monkeypatch.setattr(saved_picture, "REST_S", 0)
    board = Board(Game().play("+D3").play("+D5").play("+C2"))

    async def walk(*plies: int) -> None:
        for ply in plies:
            board.goto(ply)
        count = len(displayed)
        while len(displayed) == count:
            await asyncio.sleep(0)

    async def replay() -> None:
        board._ipython_display_()
        assert len(displayed) == 2
        await walk(0, 1, 2)
        await walk(1)

    asyncio.run(replay())
    texts = [bundle["text/plain"].rstrip() for _, bundle in displayed[2:]]
    assert len(texts) == 2
    assert texts[0].endswith("adaptoid w 0,0 W:D2,D3 B:D5,D6")
    assert texts[1].endswith(PLAYED)


def test_the_front_end_can_request_the_picture(displayed: list[tuple[str, dict[str, str]]]) -> None:
    """A page that was loaded again requests it, also before a display. A malformed id is answered too."""
    board = Board()
    wire = wire_of(board)
    wire.bring({"id": "p", "rev": 77, "kind": "picture"})
    wire.bring({"id": ["odd"], "kind": "picture"})
    assert [reply["id"] for reply in wire.replies] == ["p", None]
    assert wire.replies[0]["bundle"]["text/plain"].rstrip().endswith(START)
    assert displayed == []


def test_the_picture_of_an_open_start_is_a_sentence(displayed: list[tuple[str, dict[str, str]]]) -> None:
    """There is no position to draw yet."""
    board = Board("open")
    board._ipython_display_()
    name, bundle = displayed[-1]
    assert bundle["text/plain"] == "Open start: put a bare White adaptoid on any disc."
    assert name in bundle["text/html"]
    board.place("D3")
    board.place("E5")
    board.choose("B")
    assert displayed[-1][1]["text/plain"].rstrip().endswith("adaptoid w 0,0 W:D3 B:E5")


def test_dir_of_a_board_lists_its_public_attributes() -> None:
    offered = dir(Board())
    assert {"play", "undo", "position", "game", "marks", "autosave", "size", "observe"} <= set(offered)
    assert not {"add_traits", "class_own_trait_events", "comm", "snapshot", "set_state", "publish"} & set(
        offered
    )
    assert [name for name in offered if not hasattr(Board, name)] == []


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("aids", "ful", "aids is one of full, legal, none, not 'ful'; did you mean 'full'?"),
        ("aids", 3, "aids is one of full, legal, none, not 3"),
        ("flipped", "yes", "flipped is one of False, True, not 'yes'"),
        ("flipped", 1, "flipped is one of False, True, not 1"),
        (
            "layout",
            "starr",
            (
                "layout is the CSS layout of the widget, an ipywidgets.Layout, not 'starr'; "
                "for other discs, assign a position: board.position = aw.layouts.start('star')"
            ),
        ),
        ("tabbable", 3, "tabbable is a boolean, not 3"),
        ("snapshot", {}, "snapshot can only be read"),
        ("page_address", 3, "an address is a text such as 'https://example.org/game.html', not 3"),
        ("pace", -1, "pace is 0 seconds or more, not -1"),
        ("patience", "long", "patience is a number of seconds, not 'long'"),
    ],
)
def test_a_bad_value_of_an_attribute_is_a_value_error_that_says_what_is_allowed(
    name: str, value: Any, message: str
) -> None:
    """It is also a TraitError if the attribute is a trait, as for other widgets."""
    board = Board()
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$") as error:
        setattr(board, name, value)
    assert isinstance(error.value, traitlets.TraitError) == board.has_trait(name)
    assert board.snapshot["rev"] == 0


def test_a_bad_address_for_all_boards_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^an address is a text such as 'https://example\.org/game\.html', not 3$"
    ):
        Board.page_address = 3  # type: ignore[assignment]
    assert Board.page_address == ""


def test_what_cannot_be_observed_is_refused() -> None:
    """An observer of a misspelt name would never be called."""
    board = Board()
    observers: list[tuple[tuple[Any, ...], type[Exception], str]] = [
        ((print, "postion"), ValueError, "'postion' cannot be observed; did you mean 'position'"),
        ((print, ["position", "game"]), ValueError, "'game' cannot be observed; to follow the game"),
        ((3,), TypeError, "a handler is called with a change"),
    ]
    for arguments, error, message in observers:
        with pytest.raises(error, match=message):
            board.observe(*arguments)
    names: list[str] = []

    def note(change: Any) -> None:
        names.append(change.name)

    board.observe(note, ["aids", "size"])
    board.aids = "legal"
    board.unobserve(note, "aids")
    with pytest.raises(ValueError, match="this handler does not observe these changes"):
        board.unobserve(print, "size")
    board.size = "projector"
    board.aids = "full"
    assert names == ["aids", "size"]


@pytest.mark.parametrize("size", ["large", "big"])
def test_an_error_for_an_unknown_size_lists_the_sizes(size: str) -> None:
    with pytest.raises(GameError, match=r"normal, projector"):
        Board(size=size)
    with pytest.raises(traitlets.TraitError, match=r"normal, projector"):
        Board().size = size
    assert '"projector"' in str(Board.__doc__)
