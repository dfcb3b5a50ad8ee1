"""The widget without a browser: what goes over its wire, whatever comes in."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from typing import Any

import comm
import IPython.display
import pytest
import traitlets
from hypothesis import given
from hypothesis import strategies as st

from adaptoid_widget import Board, Game, GameError, IllegalTurn, LayoutError, Position, TextError
from adaptoid_widget.widget import saved_picture
from tests.widget.wire import Wire, wire_of

START = "adaptoid w 0,0 W:D2 B:D6"
PLAYED = "adaptoid b 0,0 W:D2,D3 B:D6"
GROW = {"id": "a", "rev": 0, "kind": "grow", "at": "D3", "what": "new"}


@pytest.fixture(autouse=True, scope="module")
def wires() -> Any:
    """Boards made here send over a Wire."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comm, "create_comm", Wire)
        yield


# -- making one -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["aid", "snapshot", "position", "layouts", "rev", "_esm"])
def test_unknown_keywords_are_refused(name: str) -> None:
    """Also those that are names of traits."""
    more: dict[str, Any] = {name: "full"}
    with pytest.raises(TypeError, match=name):
        Board(**more)


@pytest.mark.parametrize(
    ("start", "more", "error"),
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
def test_a_start_that_is_none(start: Any, more: dict[str, Any], error: Any) -> None:
    """Is refused with a short sentence."""
    with pytest.raises(error) as raised:
        Board(start, **more)
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


def test_what_it_can_begin_from() -> None:
    """A text, a Position, a Game, an open start, a variant."""
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


def test_the_position_is_read_and_assigned() -> None:
    """In the middle of a game and of a turn; undo brings the game before back; one rev each."""
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
def test_a_position_that_is_none(value: Any) -> None:
    """Is refused and harms nothing."""
    board = Board()
    with pytest.raises((TypeError, TextError)):
        board.position = value
    assert str(board.position) == START
    assert wire_of(board).sent == []


def test_an_illegal_turn_harms_nothing() -> None:
    """It is raised to the caller; nothing is sent."""
    board = Board()
    with pytest.raises(IllegalTurn):
        board.play("D2-D3 +D4")
    with pytest.raises(TextError):
        board.play("hello")
    assert str(board.position) == START
    assert wire_of(board).sent == []


def test_traits_of_the_front_end_are_read_only() -> None:
    """Python assigns the position, not the snapshot."""
    board = Board()
    for name in ("snapshot", "discs", "wording"):
        with pytest.raises(traitlets.TraitError):
            setattr(board, name, {})


def test_settings() -> None:
    """Each is one rev; a wrong one is refused."""
    board = Board()
    board.aids = "legal"
    board.interactive = False
    board.flipped = True
    board.coordinates = False
    with pytest.raises(traitlets.TraitError):
        board.aids = "some"
    shown = wire_of(board).snapshots
    assert [snapshot["rev"] for snapshot in shown] == [1, 2, 3, 4]
    assert [shown[-1][name] for name in ("aids", "interactive", "flipped", "coordinates")] == [
        "legal",
        False,
        True,
        False,
    ]


def test_the_game_may_be_played_on_by_others() -> None:
    """The board shows it; a game that was replaced is its own again."""
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


def test_observers_hear_each_step_once() -> None:
    """Whoever made it; unchanged positions are not told."""
    board = Board("adaptoid w 0,0 W:D2L B:D6")
    heard: list[tuple[str, str]] = []

    def hear(change: Any) -> None:
        heard.append((str(change["old"]), str(change["new"])))

    board.observe(hear, "position")
    board.move("D2-D3")
    wire_of(board).bring({"id": 1, "rev": 1, "kind": "grow", "at": "C3", "what": "new"})
    board.flipped = True
    board.undo()
    board.unobserve(hear, "position")
    board.undo()
    texts = ["adaptoid w 0,0 W:D2L B:D6", "adaptoid w+ 0,0 W:D3L B:D6", "adaptoid b 0,0 W:C3,D3L B:D6"]
    assert heard == [(texts[0], texts[1]), (texts[1], texts[2]), (texts[2], texts[1])]


def test_an_observer_may_play() -> None:
    """As a computer player would: it is not held up by the step that it hears of."""
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


def test_an_intent_is_answered_after_its_snapshot() -> None:
    """Exactly one reply, and the snapshot before it."""
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
def test_a_message_of_the_wrong_shape(content: object) -> None:
    """Is refused with one short reply, and the game is unharmed."""
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
def test_whatever_comes_is_answered_once(content: object) -> None:
    """And the board stays one that can be played on."""
    board = Board()
    wire = wire_of(board)
    wire.bring(content)
    assert len(wire.replies) == 1
    assert len(wire.snapshots) == (1 if board.snapshot["rev"] else 0)
    wire.bring({"id": "b", "rev": board.snapshot["rev"], "kind": "new"})
    assert wire.replies[-1]["ok"] is True
    assert str(board.position) == START


def test_a_failure_of_our_own_is_answered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reply says so; the next intent works."""
    board = Board()
    wire = wire_of(board)
    with monkeypatch.context() as patch:
        patch.setattr("adaptoid_widget.widget.board.handle", lambda *_: 1 // 0)
        wire.bring(GROW)
    wire.bring(GROW)
    assert [reply["ok"] for reply in wire.replies] == [False, True]
    assert wire.replies[0]["code"] == "failed"
    assert "ZeroDivisionError" in wire.replies[0]["text"]


def test_what_the_front_end_writes_is_dropped() -> None:
    """The board is answered with the true one; what is not synced cannot be written."""
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


def test_a_rich_position_is_a_light_message() -> None:
    """A midgame with hundreds of clicks in it."""
    for text in (
        "adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7",
        "adaptoid w 3,0 W:C2LP,D2P,E2,E3P,G4 B:A2,A3,C4LP,C5P,D6LP,E6P,F4LP,F5",
        "adaptoid@hex5 w 0,0 W:A1LLLPP,C3LLLPP,E5LLLPP,G7LLPP,I9LPP B:A5,B4LP,E9,F2,G8LLP,H5LLP",
    ):
        board = Board(text)
        assert 1000 < len(json.dumps(board.snapshot)) <= 12_000


# -- threads ----------------------------------------------------------------------------------------------------------


def test_threads_take_turns() -> None:
    """Intents, plays, undos and settings at once: each step has a rev of its own, each intent one reply."""
    board = Board()
    wire = wire_of(board)
    heard: list[str] = []
    board.observe(lambda change: heard.append(str(change["new"])), "position")
    each, gate = 60, threading.Barrier(6)
    done: list[str] = []

    def click(name: int) -> None:
        gate.wait()
        for number in range(each):
            rev = board.snapshot["rev"]
            kind = ("new", "undo", "redo", "resign")[number % 4]
            wire.bring({"id": f"{name}-{number}", "rev": rev, "kind": kind})
        done.append("clicks")

    def play() -> None:
        gate.wait()
        for _ in range(each):
            try:
                turn = next(iter(board.position.turns()), None)
                if turn is not None:
                    board.play(turn)
            except IllegalTurn:
                board.undo()
        done.append("plays")

    def settle() -> None:
        gate.wait()
        for number in range(each):
            board.flipped = number % 2 == 0
        done.append("settings")

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
    assert sorted(done) == ["clicks"] * 3 + ["plays"] * 2 + ["settings"]
    revs = [snapshot["rev"] for snapshot in wire.snapshots]
    assert revs == list(range(1, len(revs) + 1))
    assert board.snapshot["rev"] == len(revs)
    assert board.snapshot["position"] == str(board.position)
    names = [reply["id"] for reply in wire.replies]
    assert len(names) == len(set(names)) == 3 * each
    assert any(reply["ok"] for reply in wire.replies)
    shown = [START] + [snapshot["position"] for snapshot in wire.snapshots]
    assert sorted(heard) == sorted(new for old, new in zip(shown, shown[1:]) if old != new)  # noqa: B905, RUF007


# -- what stays when the kernel is gone -------------------------------------------------------------------------------


@pytest.fixture
def displayed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, str]]]:
    """What is displayed: the display's id and the bundle."""
    seen: list[tuple[str, dict[str, str]]] = []

    def display(bundle: dict[str, str], *, display_id: str = "", **_: Any) -> None:
        seen.append((display_id, bundle))

    monkeypatch.setattr(IPython.display, "display", display)
    monkeypatch.setattr(IPython.display, "update_display", display)
    return seen


def test_a_picture_is_displayed_and_kept_up(displayed: list[tuple[str, dict[str, str]]]) -> None:
    """An output of its own, brought up to date after each finished turn, wherever it was made."""
    board = Board("adaptoid w 0,0 W:D2L B:D6")
    wire = wire_of(board)
    board.play("+D3")
    assert displayed == []
    board._ipython_display_()
    (nobody, live), (name, first) = displayed
    assert nobody == ""
    assert "application/vnd.jupyter.widget-view+json" in live
    assert "D2" not in live["text/plain"]
    assert first.keys() == {"text/html", "text/plain"}
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
    board.flipped = True
    assert len(displayed) == 4
    board.resign()
    assert "White has won: Black has resigned." in displayed[-1][1]["text/plain"]


def test_marks_are_in_the_picture_too(displayed: list[tuple[str, dict[str, str]]]) -> None:
    """As soon as they are set, in the middle of a turn as well."""
    board = Board("adaptoid w 0,0 W:D2L B:D6")
    board._ipython_display_()
    board.marks = "ring(D2)"
    assert "green ring around D2" in displayed[-1][1]["text/plain"]
    board.move("D2-D3")
    count = len(displayed)
    board.marks = "ring(D3,red)"
    assert len(displayed) == count + 1
    assert "red ring around D3" in displayed[-1][1]["text/html"]
    board.marks = None
    assert "ring" not in displayed[-1][1]["text/plain"]


def test_a_closed_board_is_displayed_as_text(displayed: list[tuple[str, dict[str, str]]]) -> None:
    """As a cell does whose last line is the board, when it runs again after the board was closed."""
    board = Board()
    board.close()
    board._ipython_display_()
    assert [bundle for _, bundle in displayed] == [{"text/plain": f"Board({START!r})"}]


def test_turns_in_quick_succession_leave_one_picture(
    displayed: list[tuple[str, dict[str, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where an event loop runs, as in a kernel: the last of them, and then the next one that is played."""
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


def test_the_picture_can_be_asked_for(displayed: list[tuple[str, dict[str, str]]]) -> None:
    """By a page that was loaded again; also before a display, and with an odd name."""
    board = Board()
    wire = wire_of(board)
    wire.bring({"id": "p", "rev": 77, "kind": "picture"})
    wire.bring({"id": ["odd"], "kind": "picture"})
    assert [reply["id"] for reply in wire.replies] == ["p", None]
    assert wire.replies[0]["bundle"]["text/plain"].rstrip().endswith(START)
    assert displayed == []


def test_the_open_start_is_told_in_words(displayed: list[tuple[str, dict[str, str]]]) -> None:
    """There is no position yet to draw."""
    board = Board("open")
    board._ipython_display_()
    name, bundle = displayed[-1]
    assert bundle["text/plain"] == "Open start: put a bare White adaptoid on any disc."
    assert name in bundle["text/html"]
    board.place("D3")
    board.place("E5")
    board.choose("B")
    assert displayed[-1][1]["text/plain"].rstrip().endswith("adaptoid w 0,0 W:D3 B:E5")


def test_completion_offers_what_a_player_asks_for() -> None:
    offered = dir(Board())
    assert {"play", "undo", "position", "game", "marks", "autosave", "size", "observe"} <= set(offered)
    assert not {"add_traits", "class_own_trait_events", "comm", "snapshot", "set_state", "publish"} & set(
        offered
    )
    assert [name for name in offered if not hasattr(Board, name)] == []


@pytest.mark.parametrize("size", ["large", "big"])
def test_a_size_that_is_none_is_told_which_there_are(size: str) -> None:
    with pytest.raises(GameError, match=r"normal, projector"):
        Board(size=size)
    with pytest.raises(traitlets.TraitError, match=r"'normal', 'projector'"):
        Board().size = size
    assert '"projector"' in str(Board.__doc__)
