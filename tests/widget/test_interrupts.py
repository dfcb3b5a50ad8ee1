"""An interrupt (Jupyter's Stop, a SIGINT in the main thread) leaves every action done completely or not at all."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.record_writing import record_text
from adaptoid_widget.core.game.tree import Tree
from adaptoid_widget.threads import deferred_interrupt
from adaptoid_widget.widget.transactions import TRANSACTION, Transactions
from tests.repetitions import repetitions
from tests.widget.wire import ask, wire_of

PACKAGE = str(Path(aw.__file__).parent)
# every line of these modules is interrupted; of all other modules, which only compute, every `EVERY`-th line
CHANGING = tuple(
    str(Path(PACKAGE) / name)
    for name in (
        "threads.py",
        "widget/transactions.py",
        "widget/board.py",
        "widget/autosave.py",
    )
)
LINES_BETWEEN = 97
assert all(Path(name).is_file() for name in CHANGING)
# how many lines to skip between two interrupts of an action; most actions share their code with another one
STRIDES = {"play": repetitions(13, 1), "click": repetitions(23, 3)}
OTHER_STRIDE = repetitions(53, 7)


pytestmark = pytest.mark.usefixtures("sigint_handler", "wires")


class Late(Exception):
    """A time limit, raised by another thread."""


def raise_late() -> None:
    raise Late


def interrupted_at(
    number: int,
    action: Callable[[], object],
    interrupt: Callable[[], None] = lambda: signal.raise_signal(signal.SIGINT),
) -> bool | None:
    """Whether an interrupt before the `number`-th line was raised by an action; None if it has fewer lines.

    Of modules that only compute, every `LINES_BETWEEN`-th line counts.
    """
    lines_left = number
    lines_elsewhere = 0
    was_raised = False

    def trace(frame: Any, event: str, _: object) -> Any:
        nonlocal lines_left, lines_elsewhere, was_raised
        name = frame.f_code.co_filename
        if was_raised or not name.startswith(PACKAGE):
            return None
        if event == "line":
            if name not in CHANGING:
                lines_elsewhere += 1
                if lines_elsewhere % LINES_BETWEEN:
                    return trace
            lines_left -= 1
            if lines_left < 0:
                was_raised = True
                interrupt()
        return trace

    handler = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    before = sys.gettrace()
    try:
        sys.settrace(trace)
        try:
            action()
        finally:
            sys.settrace(before)
    except (KeyboardInterrupt, Late):
        assert was_raised
        return True
    finally:
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        signal.signal(signal.SIGINT, handler)
    return False if was_raised else None


def check_tree(tree: Tree) -> None:
    """Check that parents and children agree, that the line is connected, and that the rows list every node once."""
    assert 0 <= tree.at < len(tree.line)
    assert tree.line[0] == 0
    for before, after in zip(tree.line, tree.line[1:], strict=False):
        assert tree.nodes[after].parent == before
        assert after in tree.nodes[before].children
    listed = [child for node in tree.nodes for child in node.children if not tree.is_removed(child)]
    assert len(set(listed)) == len(listed)
    for child in listed:
        assert child in tree.nodes[tree.nodes[child].parent].children
    assert sorted(row.node for row in tree.rows) == sorted(listed)
    assert all(tree.rows[tree.row_of(number)].node == number for number in listed)


def is_unlocked(steps: Transactions) -> bool:
    """Whether another thread can begin a transaction; one of an earlier test may be in another for a while."""
    begun = threading.Event()

    def begin() -> None:
        with steps:
            begun.set()

    thread = threading.Thread(target=begin, daemon=True)
    thread.start()
    thread.join(60)
    return begun.is_set()


def rev_in_python(board: aw.Board) -> object:
    """The rev that a reply has."""
    return ask(board, "why", at="A1")["rev"]


def click(board: aw.Board, at: str = "C1") -> None:
    wire_of(board).bring({"id": "a", "rev": board.snapshot["rev"], "kind": "grow", "at": at, "what": "new"})


ACTIONS: dict[str, Callable[[aw.Board], object]] = {
    "play": lambda board: board.play("D2+P"),
    "move": lambda board: board.move("D3-E3"),
    "undo": lambda board: board.undo(),
    "goto": lambda board: board.goto(1),
    "click": click,
    "new game": lambda board: board.new_game(),
    "comment": lambda board: setattr(board, "comment", "why not"),
    "marks": lambda board: setattr(board, "marks", "ring(D6)"),
    "position": lambda board: setattr(board, "position", "adaptoid w 0,0 W:D2 B:D6"),
    "aids": lambda board: setattr(board, "aids", "legal"),
    "promote": lambda board: board.game.promote(5),
    "remove": lambda board: board.game.remove(2),
    "select": lambda board: board.game.select(3),
    "resign": lambda board: board.resign(),
    "header": lambda board: board.game.headers.update({"White": "Ann"}),
}


def state(board: aw.Board) -> tuple[str, str, str, str]:
    return record_text(board.game), str(board.position), board.aids, str(board.game.ply)


@pytest.mark.parametrize("name", ACTIONS)
def test_an_interrupt_at_any_line_leaves_the_old_or_the_new_state(name: str, tmp_path: Path) -> None:
    """The lock is free, the tree is consistent, the file has the shown game, and the next click is answered."""
    action = ACTIONS[name]
    path = tmp_path / "games.txt"
    reached = completed = 0
    for number in range(0, 100_000, STRIDES.get(name, OTHER_STRIDE)):
        path.unlink(missing_ok=True)
        board = aw.Board()
        board.autosave = path
        for turn in ("+D3", "D6+L", "D3+L", "D6+P"):
            board.play(turn)
        board.game.select(2)
        board.play("+D4")
        board.game.select(2)
        board.game.select(4)
        before, first_game = state(board), board.game
        wire = wire_of(board)
        wire.sent.clear()
        interrupted = interrupted_at(number, lambda board=board: action(board))  # type: ignore[misc]
        assert is_unlocked(TRANSACTION)
        for game in (board.game, first_game):
            assert game.tree is not None
            check_tree(game.tree)
        if interrupted is None:
            assert state(board) != before
            board.close()
            break
        reached += 1
        after = state(board)
        completed += after != before
        # a click is carried out and has one reply, or is not carried out and has none
        if name == "click":
            assert [reply["ok"] for reply in wire.replies] == ([True] if after != before else [])
        assert board.snapshot["rev"] == rev_in_python(board)
        assert board.snapshot["position"] == str(board.position)
        # The file is consistent even if the interrupt came during a save: the action can be repeated and is
        # then saved.
        if after == before:
            action(board)
            after = state(board)
        assert after != before
        texts = [record_text(game) for game in aw.read_games(path)]
        if name not in ("new game", "position"):
            assert texts[-1] == record_text(board.game)
        board.aids = "full"
        board.game.headers.update({"White": "Ben"})
        if board.result is None:
            growth = next(turn for turn in board.position.turns() if turn.origin is None and turn.growth)
            assert ask(board, "grow", at=growth.at, what=growth.growth)["ok"]
        assert record_text(board.game) in [record_text(game) for game in aw.read_games(path)]
        assert [child.name for child in tmp_path.iterdir()] == ["games.txt"]
        board.close()
    assert 0 < completed < reached


LIMITED: dict[str, Callable[[aw.Board], object]] = {
    "play": lambda board: board.play("D3-E3 E3+P"),
    "play the growth": lambda board: board.play("E3+P"),
    "play in the game": lambda board: board.game.play("D3-E3 E3+P"),
    "undo": lambda board: board.undo(),
    "click": lambda board: click(board, "D4"),
    "new game": lambda board: board.new_game(),
    "resign": lambda board: board.resign(),
}


@pytest.mark.parametrize("name", LIMITED)
def test_an_exception_at_any_line_frees_the_lock_and_shows_the_old_or_the_new_state(name: str) -> None:
    """As a time limit raises it with `PyThreadState_SetAsyncExc`, which nothing can defer."""
    action = LIMITED[name]
    states = set()
    before = after = ("", "", "", "")
    gc.collect()
    gc.disable()
    try:
        for number in range(0, 100_000, repetitions(29, 1)):
            board = aw.Board()
            for turn in ("D2+L", "D6+L", "D2-D3 D3+P", "D6+P"):
                board.play(turn)
            if name == "play the growth":
                board.move("D3-E3")
            before = state(board)
            interrupted = interrupted_at(number, lambda board=board: action(board), raise_late)  # type: ignore[misc]
            after = state(board)
            states.add(after)
            assert is_unlocked(TRANSACTION)
            assert not TRANSACTION.within
            assert board.snapshot["rev"] == rev_in_python(board)
            assert board.snapshot["position"] == str(board.position)
            assert board.snapshot["result"] == board.result
            # another thread can change the board, which shows it
            thread = threading.Thread(target=board.undo)
            thread.start()
            thread.join(60)
            assert board.snapshot["position"] == str(board.position)
            board.close()
            if interrupted is None:
                break
        assert states == {before, after}
        assert before != after
    finally:
        gc.enable()


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there are no alarms here")
def test_a_time_limit_is_raised_before_or_after_a_turn() -> None:
    """Every signal with a handler in Python waits for the end of the turn, not only SIGINT."""
    board = aw.Board()
    turns = 0

    def stop(*_: object) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, stop)
    try:
        for number in range(repetitions(20, 200)):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.001 + number * 0.0001)
                while True:
                    board.play("+D3")
                    board.undo()
            except Late:
                turns += 1
            assert signal.getsignal(signal.SIGALRM) is stop
            assert is_unlocked(TRANSACTION)
            assert board.snapshot["position"] == str(board.position)
            board.goto(0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert turns == repetitions(20, 200)


def test_an_interrupt_leaves_a_game_without_a_board_before_or_after_the_turn() -> None:
    number = 0
    for number in range(100_000):
        game = aw.Game().play("D2+L").play("D6+L").move("D2-D3")
        before = game.to_record()
        interrupted = interrupted_at(number, lambda game=game: game.play("D3+P"))  # type: ignore[misc]
        assert game.tree is not None
        check_tree(game.tree)
        if interrupted is None:
            break
        if game.to_record() != before:
            assert str(game.turns[-1]) == "D2-D3 D3+P"
    assert number > 10


@pytest.mark.parametrize("name", ["append", "go_to_child", "select", "remove", "promote", "go_to_end"])
def test_an_exception_at_any_line_leaves_the_tree_consistent(name: str) -> None:
    """For example, memory may run out at any line."""

    class Full(Exception):
        pass

    number = 0
    for number in range(100_000):
        game = aw.Game().play("+D3").play("D6+L").play("D3+L").goto(2).play("+D4").goto(2)
        tree = game.tree
        assert tree is not None
        assert tree.rows
        effect = game.position.effect("+C1")
        turn = aw.Turn.of("+C1")
        actions: dict[str, Callable[[], object]] = {
            "append": lambda tree=tree, effect=effect, turn=turn: tree.add("W", effect, turn, None),  # type: ignore[misc]
            "go_to_child": lambda tree=tree: tree.go_to_child(3),  # type: ignore[misc]
            "select": lambda tree=tree: tree.select(3),  # type: ignore[misc]
            "remove": lambda tree=tree: tree.remove(1),  # type: ignore[misc]
            "promote": lambda tree=tree: tree.promote(4),  # type: ignore[misc]
            "go_to_end": lambda tree=tree: tree.go_to_end(),  # type: ignore[misc]
        }
        lines_left = number
        raised = False

        def trace(frame: Any, event: str, _: object) -> Any:
            nonlocal lines_left, raised
            if not frame.f_code.co_filename.endswith("core/game/tree.py"):
                return None
            if event == "line":
                lines_left -= 1
                if lines_left < 0:
                    raised = True
                    raise Full
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            actions[name]()
        except Full:
            pass
        finally:
            sys.settrace(before)
        check_tree(tree)
        if not raised:
            break
    assert number > 3


def test_an_interrupt_ends_the_wait_for_the_lock_at_once() -> None:
    """A Stop does not wait for the thread that holds the lock, and the transaction is not begun."""
    steps = Transactions()
    held, free = threading.Event(), threading.Event()
    freed: list[bool] = []

    def hold() -> None:
        with steps:
            held.set()
            freed.append(free.wait(60))

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(60)
    # only the fourth of many interrupts counts: by then this thread waits
    stopped, ended = [], threading.Event()

    def stop(*_: object) -> None:
        stopped.append(ended.is_set())
        if len(stopped) == 4:
            raise KeyboardInterrupt

    def insist() -> None:
        while not ended.wait(0.02):
            signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, stop)
    stopper = threading.Thread(target=insist)
    stopper.start()
    try:
        with pytest.raises(KeyboardInterrupt), steps:
            pass  # pragma: no cover  it is never begun
    finally:
        ended.set()
        stopper.join()
        signal.signal(signal.SIGINT, before)
    free.set()
    thread.join()
    # the other thread released the lock after the wait had ended
    assert freed == [True]
    assert is_unlocked(steps)


def test_observers_can_be_interrupted() -> None:
    """An observer of the user is not part of the transaction: a Stop ends it at once."""
    board = aw.Board()
    after: list[str] = []

    def observe(_: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        after.append("not reached")

    board.observe(observe, "position")
    with pytest.raises(KeyboardInterrupt):
        board.play("+D3")
    assert after == []
    assert is_unlocked(TRANSACTION)
    board.unobserve(observe, "position")
    board.play("D6+L")


def test_a_custom_signal_handler_is_called_and_kept() -> None:
    called: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: called.append(number))
    try:
        mine = signal.getsignal(signal.SIGINT)
        with deferred_interrupt(), deferred_interrupt():
            signal.raise_signal(signal.SIGINT)
            assert called == []
        assert called == [signal.SIGINT]
        assert signal.getsignal(signal.SIGINT) is mine
        for other in (signal.SIG_IGN, signal.SIG_DFL):
            signal.signal(signal.SIGINT, other)
            with deferred_interrupt():
                assert signal.getsignal(signal.SIGINT) is other
            assert signal.getsignal(signal.SIGINT) is other
        signal.signal(signal.SIGINT, mine)
        with deferred_interrupt():
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_keep_the_signal_handler() -> None:
    handlers: list[Any] = []

    def work() -> None:
        with deferred_interrupt():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [signal.getsignal(signal.SIGINT)]


CELL = """
import itertools, random
import adaptoid_widget as aw
board = aw.Board()
board.autosave = {path!r}
dice = random.Random(7)

def play_on():
    for number in itertools.count():
        if board.result is not None:
            board.new_game()
        board.play(dice.choice(list(board.position.turns())))

def looked_at():
    from pathlib import Path
    records = [game.to_record() for game in aw.read_games({path!r})]
    kept = board.game.to_record() in records or board.game.length == 0
    replayed = aw.Game.from_record(board.game.to_record())
    return [kept, board.autosave is not None, replayed.position == board.position, board.snapshot["rev"]]
"""


class Kernel:
    """A real kernel and the front end of its one board."""

    def __init__(self) -> None:
        from jupyter_client.manager import KernelManager

        self.manager = KernelManager()
        self.manager.start_kernel()
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=120)

    def close(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def run(self, code: str, expression: str = "None") -> Any:
        """Run a cell to its end and return the value of an expression after it."""
        import ast

        client: Any = self.client
        answer = client.execute(code, reply=True, timeout=120, user_expressions={"it": expression})
        assert answer["content"]["status"] == "ok", answer["content"]
        return ast.literal_eval(answer["content"]["user_expressions"]["it"]["data"]["text/plain"])

    def next_message(self, wanted: Callable[[Any], bool]) -> Any:
        """The next message of the board that `wanted` accepts."""
        while True:
            message = self.client.get_iopub_msg(timeout=120)
            if message["msg_type"] == "comm_msg":
                data = message["content"]["data"]
                if wanted(data):
                    return data

    def click(self, comm: str, intent: dict[str, Any]) -> Any:
        content = {"comm_id": comm, "data": {"method": "custom", "content": intent}}
        self.client.shell_channel.send(self.client.session.msg("comm_msg", content))
        return self.next_message(
            lambda data: (
                data.get("content", {}).get("type") == "reply" and data["content"]["id"] == intent["id"]
            )
        )["content"]


@pytest.mark.skipif(sys.platform == "win32", reason="kernels are interrupted another way there")
def test_interrupts_of_a_playing_cell_in_a_real_kernel(tmp_path: Path) -> None:
    """After each interrupt the file has the shown game, and a click is answered."""
    kernel = Kernel()
    try:
        path = str(tmp_path / "games.txt")
        comm = kernel.run(CELL.format(path=path), "board.comm.comm_id")
        for number in range(repetitions(10, 40)):
            request_id = kernel.client.execute("play_on()", stop_on_error=False)
            # interrupt after this many turns; the exact moment varies by itself
            for _ in range(number % 5 + 1):
                kernel.next_message(lambda data: "snapshot" in data.get("state", {}))
            kernel.manager.interrupt_kernel()
            while (answer := kernel.client.get_shell_msg(timeout=120))["parent_header"][
                "msg_id"
            ] != request_id:
                pass
            assert answer["content"]["ename"] == "KeyboardInterrupt", answer["content"]
            *good, rev = kernel.run("", "looked_at()")
            assert good == [True, True, True]
            reply = kernel.click(comm, {"id": str(number), "rev": rev, "kind": "new"})
            assert reply["ok"], reply
    finally:
        kernel.close()
