"""Computer players on a board answer by themselves, can be stopped, never play late, and leave nothing behind."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget import threads
from adaptoid_widget.arena.players import Player
from adaptoid_widget.arena.programs.subprocess_player import Program
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.hooks import HandlerTable
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.tactics.forks import forks
from adaptoid_widget.core.tactics.weak_players import LevelMemory
from adaptoid_widget.engine import search as engine_search
from adaptoid_widget.engine import warmup
from adaptoid_widget.widget import players as players_module
from tests.widget.wire import PATIENCE_S, ask, wait, wire_of

pytestmark = pytest.mark.usefixtures("wires")

START = "adaptoid w 0,0 W:D2 B:D6"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let computer players answer at once, and check that no task outlives its test."""
    monkeypatch.setattr(players_module, "PACE_S", 0.0)
    before = set(threading.enumerate())
    yield
    wait(
        lambda: (
            not [
                thread
                for thread in threading.enumerate()
                if thread not in before and thread.name != threads.IDLE
            ]
        )
    )


# a program that always plays the first legal turn and speaks JSON lines
ANSWERS = """
import json, sys
import adaptoid_widget as aw
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print(json.dumps({"ready": 1, "name": "Ann"}), flush=True)
    if asked["type"] == "play":
        turn = next(aw.Position.from_text(asked["position"]).turns())
        print(json.dumps({"turn": str(turn)}), flush=True)
"""


def first(position: Position) -> Any:
    """The first legal turn."""
    return next(position.turns())


class Raising:
    """A player of a class of its own, which raises anything."""

    name = "raising"

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, position: Position, stop: object = None) -> Any:  # noqa: ARG002
        raise self.error


def thinking_player(board: aw.Board) -> str | None:
    """The name of the player who is thinking."""
    return board.thinking


def thinks() -> bool:
    """Whether a thread asks a player for a turn, or waits for the end of the pace."""
    return any(thread.name.endswith(" thinks") for thread in threading.enumerate())


class Slow:
    """A player that answers only after `let` is set or it is stopped; it counts how often it was asked."""

    name = "slow"

    def __init__(self) -> None:
        self.calls = 0
        self.let = threading.Event()
        self.stopped = False

    def choose(self, position: Position, stop: Any = None) -> Any:
        """Wait until `let` or `stop` is set."""
        self.calls += 1
        while not self.let.wait(0.002):
            if stop.is_set():
                self.stopped = True
                break
        return first(position)


# -- players and colours
# -----------------------------------------------------------------------------------------------


def test_a_function_plays_as_a_computer_player() -> None:
    """The player answers each turn of a person. The board shows who thinks, and the record names the player."""
    let = threading.Semaphore(0)

    def patient(position: Position) -> Any:
        let.acquire(timeout=PATIENCE_S)
        return first(position)

    board = aw.Board(black=patient)
    assert board.black is patient
    assert board.white is None
    for _ in range(3):
        before = board.snapshot["rev"]
        board.play(first(board.position))
        assert thinking_player(board) == "patient"
        assert board.snapshot["rev"] == before + 1
        let.release()
        wait(lambda: thinking_player(board) is None)
        assert board.snapshot["rev"] == before + 2
    assert board.game.ply == 6
    assert board.position.turn == "W"
    assert dict(board.game.headers) == {"Black": "patient"}
    assert "Black: patient\n" in board.game.to_record()
    board.close()


@pytest.mark.parametrize("player", [Player(level=1), "level:1", lambda position: str(first(position))])
def test_players_can_be_given_as_a_player_its_text_or_a_function(player: Any) -> None:
    """The player of White plays the first turn."""
    board = aw.Board(white=player)
    wait(lambda: board.game.ply == 1)
    assert board.position.turn == "B"
    board.close()


@pytest.mark.parametrize(
    ("player", "error"),
    [({"black": 7.5}, TypeError), ({"black": "strong"}, ValueError), ({"red": first}, ValueError)],
)
def test_an_invalid_player_is_refused(player: Any, error: type[Exception]) -> None:
    """A value that is no player and a colour that the variant lacks are refused in the constructor and when
    assigned."""
    with pytest.raises(error):
        aw.Board(**player)
    board = aw.Board()
    with pytest.raises(error):
        setattr(board, *next(iter(player.items())))
    assert thinking_player(board) is None
    board.close()


def test_players_take_part_in_an_open_start() -> None:
    """A function too: the board places both for White, and chooses White for Black, so the two exchange (R5)."""
    board = aw.Board("open", white=first, black=2)
    wait(lambda: board.game.ply > 1)
    board.stop()
    assert board.white == 2
    assert board.black is first
    board.close()


def test_players_can_be_changed_at_any_time() -> None:
    """A new player whose turn it is plays at once. None ends the search and removes the player's name from
    the record."""
    board = aw.Board()
    slow = Slow()
    board.white = slow
    assert thinking_player(board) == "slow"
    assert board.game.headers["White"] == "slow"
    wait(lambda: slow.calls)
    board.white = None
    assert thinking_player(board) is None
    assert "White" not in board.game.headers
    wait(lambda: slow.stopped)
    board.white = first
    wait(lambda: board.game.ply == 1)
    board.game.headers["White"] = "Ann"
    board.white = None
    assert board.game.headers["White"] == "Ann"
    board.close()


def test_two_players_play_to_the_end() -> None:
    """The players take turns without a person, also three players in Adapt3."""
    seed = iter(range(10**6))

    def any_turn(position: Position) -> Any:
        turns = list(position.turns())
        return turns[next(seed) * 7919 % len(turns)]

    for variant in ("adaptoid", "adapt3"):
        players: dict[str, Any] = {"red": any_turn} if variant == "adapt3" else {}
        board = aw.Board(variant=variant, white=any_turn, black=any_turn, **players)
        wait(lambda board=board: board.result)  # type: ignore[misc]
        assert board.game.ply == len(board.game.turns) > 2
        board.close()


def test_a_turn_takes_at_least_the_pace_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    board = aw.Board(black=first)
    board.pace = 1000
    board.play("+D3")
    wait(thinks)
    assert board.game.ply == 1
    board.stop()
    wait(lambda: not thinks())
    assert board.game.ply == 1
    board.close()


# -- people while a computer player thinks
# -----------------------------------------------------------------------------


def test_clicks_are_refused_while_a_player_thinks() -> None:
    """The reply gives the reason. The snapshot offers no turns, and nobody can resign for the thinking player."""
    slow = Slow()
    board = aw.Board(black=slow)
    board.play("+D3")
    snapshot = board.snapshot
    assert snapshot["step"] == "wait"
    assert snapshot["computer"] == {"state": "thinking", "does": "stop"}
    assert snapshot["status"] == "Black: slow is thinking …"
    assert (snapshot["moves"], snapshot["grow"]["new"], snapshot["pass"]) == ({}, [], False)
    grow = ask(board, "grow", at="D5", what="new")
    assert (grow["code"], grow["text"]) == ("thinking", "Wait: slow is thinking. You can stop it.")
    for kind, fields in (("why", {"at": "D5"}), ("resign", {}), ("draw", {}), ("pass", {})):
        assert ask(board, kind, **fields)["code"] == "thinking"
    assert board.game.ply == 1
    assert ask(board, "comment", text="well")["ok"]
    assert ask(board, "describe", what="turn", at="D5")["text"].startswith("Black: slow is thinking …")
    slow.let.set()
    wait(lambda: board.game.ply == 2)
    assert slow.calls == 1
    board.close()


def test_a_player_that_is_no_level_agrees_to_no_draw() -> None:
    """The front end knows such a player, a function or a program, only by the `null` in `levels`."""
    board = aw.Board(black=first)
    board.play("+D3")
    wait(lambda: board.game.ply == 2)
    snapshot = board.snapshot
    assert (snapshot["levels"], snapshot["draw"]) == ([["W", 0], ["B", None]], False)
    assert ask(board, "draw")["code"] == "computer-draw"
    assert ask(board, "level", color="B", to=0)["ok"]
    assert board.snapshot["draw"]
    assert ask(board, "draw")["ok"]
    assert board.snapshot["result"] == "draw"
    board.close()


@pytest.mark.parametrize("by", ["intent", "Python"])
def test_a_player_can_be_stopped_and_resumed(by: str) -> None:
    """A stopped player waits until it is resumed. Meanwhile a person may play for it."""
    slow = Slow()
    board = aw.Board(black=slow)
    board.play("+D3")
    wait(lambda: slow.calls)
    if by == "intent":
        # Stop is accepted with an old rev
        wire_of(board).bring({"id": 1, "rev": 0, "kind": "stop"})
        assert wire_of(board).replies[-1]["ok"]
    else:
        assert board.stop()
        assert not board.stop()
    assert board.snapshot["computer"] == {"state": "stopped", "does": "go"}
    assert board.snapshot["step"] == "move"
    assert board.snapshot["grow"]["new"]
    wait(lambda: slow.stopped)
    assert board.game.ply == 1
    if by == "intent":
        assert ask(board, "go")["ok"]
    else:
        assert board.go()
        assert not board.go()
    assert thinking_player(board) == "slow"
    board.stop()
    board.play("+D5")
    assert thinking_player(board) is None
    slow.let.set()
    board.play("+D1")
    wait(lambda: board.game.ply == 4)
    board.close()


@pytest.mark.parametrize(
    "leave",
    [
        lambda board: board.undo(),
        lambda board: board.goto(0),
        lambda board: board.game.select(0),
        lambda board: board.new_game(),
        lambda board: board.edit(),
        lambda board: setattr(board, "position", START),
        lambda board: setattr(board, "game", aw.Game()),
        lambda board: board.game.remove(1),
        lambda board: board.game.resign("W"),
        lambda board: board.play("+D5"),
        lambda board: setattr(board, "black", None),
        lambda board: board.stop(),
        lambda board: board.close(),
    ],
)
def test_undo_and_other_actions_end_a_search(leave: Callable[[aw.Board], object]) -> None:
    """The search ends at once, and a turn that it still returns is never played."""
    answers, stops = threading.Event(), []

    class Deaf(Slow):
        """A player that ignores the stop event."""

        def choose(self, position: Position, stop: Any = None) -> Any:
            stops.append(stop)
            answers.wait(PATIENCE_S)
            return first(position)

    board = aw.Board(black=Deaf())
    board.play("+D3")
    assert thinking_player(board) == "slow"
    wait(lambda: stops)
    leave(board)
    assert stops[0].is_set()
    assert thinking_player(board) is None
    game, rev = board.game, board.snapshot["rev"]
    nodes = len(game.nodes)
    answers.set()
    wait(lambda: not thinks())
    assert (len(game.nodes), board.snapshot["rev"]) == (nodes, rev)
    board.close()


def test_undo_goes_back_to_the_last_turn_of_a_person() -> None:
    """During and after the search, one undo takes back the person's turn and the answer with one rev; redo
    restores both."""
    board = aw.Board("adaptoid w 0,0 W:D2L B:D6L", black=lambda _: "D6-D5 +D6")
    board.move("D2-D3")
    board.play("+D2")
    wait(lambda: board.game.ply == 2)
    after, rev = str(board.position), board.snapshot["rev"]
    assert board.undo()
    assert str(board.position) == "adaptoid w+ 0,0 W:D3L B:D6L"
    assert board.snapshot["rev"] == rev + 1
    assert board.redo()
    assert str(board.position) == after
    assert board.snapshot["rev"] == rev + 2
    board.undo()
    board.undo()
    assert board.game.ply == 0
    assert thinking_player(board) is None
    board.close()
    slow = Slow()
    board = aw.Board(black=slow)
    board.play("+D3")
    board.undo()
    assert str(board.position) == START
    board.redo()
    assert thinking_player(board) == "slow"
    board.close()


def test_undo_makes_computer_players_wait() -> None:
    """If computer players have all colours, undo takes back one turn and the players wait."""
    board = aw.Board(white=first, black=first)
    wait(lambda: board.game.ply >= 4)
    board.stop()
    ply = board.game.ply
    board.undo()
    assert board.game.ply == ply - 1
    assert board.snapshot["computer"] == {"state": "held", "does": "go"}
    board.close()


def test_a_player_does_not_play_in_an_earlier_position() -> None:
    """In an earlier position the player waits for a turn or for Go. Back at the latest turn it continues by itself."""
    slow = Slow()
    board = aw.Board(black=slow)
    slow.let.set()
    for _ in range(3):
        board.play(first(board.position))
        wait(lambda: thinking_player(board) is None)
    calls = slow.calls
    board.goto(1)
    assert board.snapshot["computer"] == {"state": "held", "does": "go"}
    assert board.snapshot["status"] == "Black: slow waits here. Let it go on, or play for it."
    board.goto(2)
    assert board.snapshot["computer"] is None
    assert slow.calls == calls
    slow.let.clear()
    board.play(first(board.position))
    assert thinking_player(board) == "slow"
    board.goto(0)
    assert thinking_player(board) is None
    board.goto(3)
    assert thinking_player(board) == "slow"
    slow.let.set()
    wait(lambda: board.game.ply == 4)
    board.close()


# -- players that fail -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (lambda _: 1 / 0, "raised ZeroDivisionError: division by zero"),
        (lambda _: "+A1", "answered '+A1': No adaptoid of yours touches A1"),
        (lambda _: None, "answered None, of type NoneType; expected a turn or its text"),
        (lambda _: "hello", "which is not a turn"),
        (lambda _: sys.exit(3), "raised SystemExit: 3"),
        (Raising(SystemExit(3)), "SystemExit: 3"),
        (Raising(KeyboardInterrupt("here")), "KeyboardInterrupt: here"),
        (Program([sys.executable, "-c", "raise SystemExit(5)"]), "exit status 5"),
        (Program(["no such program"]), "cannot be started"),
    ],
)
def test_the_failure_of_a_player_is_shown(
    player: Any, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The board shows why and waits. Another try fails again. A person may play for the player."""
    board = aw.Board(black=player)
    board.play("+D3")
    for _ in range(2):
        wait(lambda: thinking_player(board) is None)
        assert board.snapshot["computer"] == {"state": "failed", "does": "go"}
        assert message in board.snapshot["status"]
        assert board.game.ply == 1
        assert board.go()
    wait(lambda: thinking_player(board) is None)
    if "Zero" in message:
        assert "1 / 0" in capsys.readouterr().err
    board.play("+D5")
    assert board.snapshot["computer"] is None
    board.close()


def test_a_player_without_an_answer_is_given_up_after_a_while() -> None:
    """After `patience` seconds the board says that the function gave no answer, and waits."""
    end = threading.Event()
    board = aw.Board()
    board.patience = 0.05
    board.black = lambda _: end.wait()
    board.play("+D3")
    wait(lambda: thinking_player(board) is None)
    assert "gave no answer within 0.05 s" in board.snapshot["status"]
    board.black = None
    board.play("+D5")
    end.set()
    board.close()
    with pytest.raises(ValueError, match="above 0"):
        board.patience = 0


def test_an_answer_of_a_custom_choose_is_checked() -> None:
    class Silent(Slow):
        def choose(self, position: Position, stop: Any = None) -> Any:  # noqa: ARG002
            return None

    board = aw.Board(white=Silent())
    wait(lambda: thinking_player(board) is None)
    assert "TypeError" in board.snapshot["status"]
    board.close()


def test_a_board_stays_usable_while_the_search_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board shows that the player is getting ready, and undo works."""
    compiled, ready = threading.Event(), threading.Event()

    def compile_it() -> Iterator[None]:
        compiled.wait(PATIENCE_S)
        ready.set()
        yield

    monkeypatch.setattr(warmup, "is_ready", ready.is_set)
    monkeypatch.setattr(warmup, "prepare_in_slices", compile_it)
    monkeypatch.setattr(Player, "choose", lambda _, position, *__: first(position))
    board = aw.Board(black=Player(level=7))
    board.play("+D3")
    assert board.snapshot["computer"] == {"state": "ready", "does": "stop"}
    assert board.snapshot["status"] == "Black: level 7 is getting ready …"
    assert ask(board, "grow", at="D5", what="new")["code"] == "ready"
    board.undo()
    assert board.snapshot["step"] == "move"
    board.redo()
    compiled.set()
    wait(lambda: board.game.ply == 2)
    assert "Black: level 7 is thinking …" in [snapshot["status"] for snapshot in wire_of(board).snapshots]
    assert board.snapshot["computer"] is None
    board.close()


# -- what is left behind -----------------------------------------------------------------------------------------------


def test_all_turns_of_computers_are_sent_from_a_few_threads_that_live() -> None:
    """A kernel opens a socket for each thread that sends something."""
    sender: set[threading.Thread] = set()
    board = aw.Board()
    board.observe(lambda _: sender.add(threading.current_thread()), "position")
    board.white, board.black = first, first
    wait(lambda: board.result or board.game.ply >= 30)
    board.close()
    # one for each player, and one more whenever a thread is not yet idle again
    assert len(sender - {threading.current_thread()}) < board.game.ply / 3


def test_threads_of_a_busy_time_end_afterwards() -> None:
    before = set(threading.enumerate())
    go, begun = threading.Event(), threading.Semaphore(0)

    def work() -> None:
        begun.release()
        go.wait(PATIENCE_S)

    tasks = [threads.thread(work, name="busy") for _ in range(3 * threads.MAX_IDLE)]
    for task in tasks:
        task.start()
    for _ in tasks:
        assert begun.acquire(timeout=PATIENCE_S)
    go.set()
    wait(lambda: len(set(threading.enumerate()) - before) <= threads.MAX_IDLE)
    # those that are left take other tasks
    again = threading.Event()
    threads.thread(again.set, name="again").start()
    assert again.wait(PATIENCE_S)


@pytest.mark.parametrize("start", ["a turn", "an analysis"])
def test_a_thread_that_cannot_start_is_said_and_can_be_tried_again(
    start: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The system has no more threads for a while."""

    def fail(_: object) -> None:
        raise RuntimeError("can't start new thread")

    board = aw.Board()
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", fail)
        patch.setattr(threads, "_idle", [])
        if start == "a turn":
            board.black = first
            board.play("+D3")
            assert board.snapshot["computer"] == {"state": "failed", "does": "go"}
            assert "can't start new thread" in board.snapshot["status"]
        else:
            board.analyse()
            assert "can't start new thread" in board.analyst["error"]
            assert not board.analyst["on"]
    assert "can't start new thread" in capsys.readouterr().err
    if start == "a turn":
        assert board.go()
        wait(lambda: board.game.ply == 2)
    else:
        board.analyse()
        wait(lambda: board.analysis)
    board.close()


def test_a_closed_board_leaves_no_search() -> None:
    """After closing during a search, no thread and no object is left."""
    slow = Slow()
    board = aw.Board(white=slow)
    wait(lambda: slow.calls)
    references = [weakref.ref(value) for value in (board, board.game)]
    board.close()
    wait(lambda: slow.stopped)
    wait(lambda: not any("slow" in thread.name for thread in threading.enumerate()))
    del board
    gc.collect()
    assert [ref() for ref in references] == [None] * 2


def test_a_program_ends_with_its_board(tmp_path: Path) -> None:
    """The program also ends when its colour gets another player."""
    program = Program([sys.executable, "-c", ANSWERS])
    board = aw.Board(black=program)
    board.play("+D3")
    wait(lambda: board.game.ply == 2)
    assert board.game.headers["Black"] == program.name == "Ann"
    assert program.pid is not None
    board.black = None
    wait(lambda: program.pid is None)
    board.black = program
    board.play(first(board.position))
    wait(lambda: board.game.ply == 4)
    board.close()
    wait(lambda: program.pid is None)


def test_turns_of_a_player_are_saved(tmp_path: Path) -> None:
    """Each turn of a player is saved before it is shown, and the record names the player."""
    board = aw.Board(black=first)
    board.autosave = tmp_path / "games.txt"
    board.play("+D3")
    # the game has the turn a moment before the file: a snapshot is made when it is saved
    wait(lambda: board.snapshot["history"]["at"] == 2)
    saved = (tmp_path / "games.txt").read_text()
    assert "Black: first\n" in saved
    assert saved.endswith(board.game.to_record())
    board.close()


def test_the_first_answer_counts_if_two_boards_have_a_player() -> None:
    """Both boards show each turn. If both have a player of the same colour, the first answer counts."""
    game = aw.Game()
    first_board, second_board = aw.Board(game, black=first), aw.Board(game, black=first)
    for _ in range(5):
        first_board.play(first(first_board.position))
        wait(lambda: game.position.turn == "W")
    assert game.ply == 10
    assert thinking_player(first_board) is thinking_player(second_board) is None
    first_board.close()
    second_board.close()


def first_position(board: aw.Board) -> str:
    """The position after the first turn of the computer player."""
    wait(lambda: board.game.ply == 1)
    return str(board.position)


def test_level_1_varies_its_play_unless_it_has_a_seed() -> None:
    """Without a seed, the first turns differ between games and boards."""
    openings: dict[str, set[str]] = {"level:1": set(), "seed": set()}
    for kind, lines in openings.items():
        for _ in range(5):
            board = aw.Board(white=Player(1, seed=7) if kind == "seed" else kind)
            lines.add(first_position(board))
            board.new_game()
            lines.add(first_position(board))
            board.close()
    assert (len(openings["level:1"]) > 1, len(openings["seed"])) == (True, 1)


def test_level_1_remembers_a_fork_on_the_next_board(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = LevelMemory()
    monkeypatch.setattr(players_module, "_LEVEL_1", memory)
    board = aw.Board("adaptoid w 0,0 W:B2L,C3 B:C4LLP,D4,D6", black="level:1")
    board.play("B2-B3 +B4")
    assert memory.was_forked
    board.close()
    forked = "adaptoid b 0,0 W:D3LL,E4L B:E6LLPP"
    for _ in range(5):
        board = aw.Board(forked, black="level:1")
        position = Position.from_text(first_position(board))
        assert not forks(position.state, position.context)
        board.close()


def test_actions_of_many_threads_leave_the_game_consistent() -> None:
    """Threads play, undo, stop and go on at once. Afterwards the tree is consistent and the player answers."""
    board = aw.Board(black=Player(level=1))

    def people(number: int) -> None:
        for step in range(25):
            kind = (step * 7 + number) % 5
            try:
                if kind == 0:
                    board.undo()
                elif kind == 1:
                    board.stop()
                elif kind == 2:
                    board.go()
                else:
                    board.play(first(board.position))
            except aw.IllegalTurn:
                pass

    threads = [threading.Thread(target=people, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    board.new_game()
    board.play("+D3")
    wait(lambda: board.position.turn == "W" and board.game.ply == 2)
    for node in board.game.nodes[1:]:
        assert board.game.nodes[node.parent].position.play(str(node.turn)) == node.position
    board.close()


def test_a_player_needs_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without threads, as in Pyodide, a player answers on the event loop after the board has shown that it thinks."""
    monkeypatch.setattr(threads, "THREADS", False)

    async def play() -> None:
        board = aw.Board(black=first)
        board.play("+D3")
        assert thinking_player(board) == "first"
        while thinking_player(board) is not None:
            await asyncio.sleep(0.01)
        assert board.game.ply == 2
        board.play(first(board.position))
        board.stop()
        await asyncio.sleep(0.1)
        assert board.game.ply == 3
        board.close()

    asyncio.run(play())


@pytest.mark.parametrize("player", [Player(level=10), Player(seconds=600), Player(nodes=10**9)])
def test_without_threads_clicks_are_answered_during_a_search(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop runs between the slices of the search. Stop and undo end the search."""
    monkeypatch.setattr(threads, "THREADS", False)
    monkeypatch.setattr(engine_search, "SLICE_NODES", 2_000)
    events: list[str] = []
    deepen = engine_search.deepen  # type: ignore[attr-defined]

    def watched(*arguments: Any, **options: Any) -> Generator[Any, Any, Any]:
        events.append("begun")
        try:
            return (yield from deepen(*arguments, **options))
        finally:
            events.append("ended")

    monkeypatch.setattr(engine_search, "deepen", watched)

    async def play() -> None:
        board = aw.Board(black=player)
        for kind, ply in (("stop", 1), ("undo", 0)):
            board.new_game()
            board.play("+D3")
            for event in ("begun", "ended"):
                until = time.monotonic() + PATIENCE_S
                while events[-1:] != [event]:
                    assert time.monotonic() < until, f"the search has not {event}"
                    await asyncio.sleep(0)
                if event == "begun":
                    assert ask(board, kind)["ok"]
            assert thinking_player(board) is None
            assert board.game.ply == ply
        board.close()

    asyncio.run(play())


# -- the session alone -------------------------------------------------------------------------------------------------


def test_hooks_add_intents_to_a_session() -> None:
    """A session without a board, as in a shared page, does not have them."""
    session = Session(aw.Game())
    intent = {"id": 1, "rev": 0, "kind": "stop"}
    assert handle(session, intent)["code"] == "bad-message"
    called: list[Any] = []
    hooks = HandlerTable({"stop": called.append})
    session.add_hooks(hooks)
    assert handle(session, intent)["ok"]
    assert called == [intent]
    session.remove_hooks(hooks)
    assert handle(session, intent)["code"] == "bad-message"


ANN, BEN, CID = 11, 22, 33


def taken_colors(board: aw.Board) -> tuple[str, ...]:
    """The colours that people in browsers have taken."""
    return board.seats


def test_browsers_with_seats_play_their_own_colour() -> None:
    """At first no seat is taken. A browser with a seat plays its colour only; a browser without one can
    change nothing once all seats are taken. Refusals give the reason."""
    board = aw.Board()
    assert board.snapshot["seats"] == []
    assert ask(board, "sit", what="take", color="W", by=ANN)["ok"]
    assert (board.snapshot["seats"], board.snapshot["plays"]) == ([["W", ANN, True]], [ANN])
    refused = ask(board, "grow", by=BEN, what="new", at="D3")
    assert (refused["code"], refused["text"]) == ("seat-taken", "Somebody plays White in another browser.")
    # also without a browser's number, which is missing before the browser takes a seat
    assert ask(board, "why", at="A1")["code"] == "seat-taken"
    for kind, fields in (("level", {"to": 3}), ("name", {"text": "Ben"}), ("sit", {"what": "take"})):
        assert ask(board, kind, color="W", by=BEN, **fields)["code"] == "seat-taken"
    assert ask(board, "grow", by=ANN, what="new", at="D3")["ok"]
    # Black is free for everybody who has no other seat
    assert board.snapshot["plays"] == [None]
    assert ask(board, "grow", by=ANN, what="new", at="D5")["code"] == "seat-free"
    assert ask(board, "sit", what="take", color="B", by=BEN)["ok"]
    assert (taken_colors(board), board.snapshot["plays"]) == (("W", "B"), [BEN])
    assert ask(board, "undo", by=BEN)["code"] == "seat-taken"
    for kind in ("new", "draw", "undo", "goto"):
        assert ask(board, kind, by=CID, at=0)["code"] == "seats-taken"
    assert ask(board, "grow", by=BEN, what="new", at="D5")["ok"]
    assert ask(board, "undo", by=BEN)["ok"]
    # seats move with the players when colours are swapped
    assert ask(board, "swap", by=BEN)["ok"]
    assert board.snapshot["seats"] == [
        ["B", ANN, True],
        ["W", BEN, True],
    ]
    assert ask(board, "grow", by=ANN, what="new", at="D5")["ok"]
    # turns from Python, a computer player, and leaving a seat
    board.play("+E3")
    board.black = first
    assert taken_colors(board) == ("W",)
    assert ask(board, "sit", what="leave", color="W", by=BEN)["ok"]
    assert taken_colors(board) == ()


def test_undo_of_a_rematch_brings_back_players_and_seats() -> None:
    """This holds for a function as player and for people with seats."""
    board = aw.Board(black=first)
    board.game.resign("W")
    assert ask(board, "rematch")["ok"]
    assert (board.white, board.black) == (first, None)
    assert ask(board, "stop")["ok"]
    while board.game.result is None:
        assert ask(board, "undo")["ok"]
    assert (board.white, board.black, board.game.players) == (None, first, {"B": "first"})
    people = aw.Board()
    for color, by in (("W", ANN), ("B", BEN)):
        ask(people, "sit", what="take", color=color, by=by)
    assert ask(people, "rematch", by=ANN)["ok"]
    assert ask(people, "undo", by=ANN)["ok"]
    assert people.snapshot["seats"] == [["B", BEN, True], ["W", ANN, True]]
    board.close()


def test_a_lost_seat_can_be_taken_over_or_freed() -> None:
    """A closed page frees its seats until it is open again. A seat can be taken over, and Python can free all
    seats."""
    board = aw.Board()
    ask(board, "sit", what="take", color="W", by=ANN)
    assert ask(board, "sit", what="away", by=ANN)["ok"]
    assert taken_colors(board) == ()
    rev = board.snapshot["rev"]
    # a browser without a seat changes nothing when it opens or closes
    for command in ("away", "here"):
        ask(board, "sit", what=command, by=CID)
    assert board.snapshot["rev"] == rev
    assert (board.snapshot["seats"], board.snapshot["plays"]) == ([["W", ANN, False]], [None])
    assert ask(board, "grow", by=BEN, what="new", at="D3")["ok"]
    assert ask(board, "sit", what="here", by=ANN)["ok"]
    assert taken_colors(board) == ("W",)
    assert ask(board, "sit", what="over", color="W", by=BEN)["ok"]
    assert board.snapshot["seats"] == [["W", BEN, True]]
    assert ask(board, "sit", what="leave", color="W", by=ANN)["code"] == "seat-taken"
    board.free_seats()
    assert taken_colors(board) == ()
    for bad in (
        {"what": "steal"},
        {"what": "take", "color": "R"},
        {"what": "take", "color": "W", "by": "Ann"},
    ):
        assert ask(board, "sit", **{"by": ANN, **bad})["code"] == "bad-message"
