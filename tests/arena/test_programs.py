"""Programs as players: the protocol of JSON lines, and the errors that can occur."""

from __future__ import annotations

import gc
import os
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adaptoid_widget import GameError, PlayerError, Position, Program
from adaptoid_widget.arena.programs import protocol_check, supervisor
from adaptoid_widget.arena.programs.line_process import LineProcess, LineTimeout
from adaptoid_widget.arena.programs.program_protocol import InvalidMessage, line_of, message_of
from adaptoid_widget.cli import main
from adaptoid_widget.engine.cancel import Stop

START = Position.start()
DOCS = Path(__file__).resolve().parents[2] / "docs" / "reference" / "computer" / "players.md"
# a program with few imports, so that it starts quickly
HEAD = """
import json, os, sys, time
def say(**fields):
    sys.stdout.write(json.dumps(fields) + "\\n")
    sys.stdout.flush()
def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)
"""
GOOD = """
while True:
    heard = hear()
    if heard["type"] == "hello":
        say(ready=1, name="Ann")
    elif heard["type"] == "play":
        say(turn="+D3" if " w " in heard["position"] else "+D5")
    elif heard["type"] == "quit":
        break
"""


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="written for a shell")


def program(source: str, **words: Any) -> Program:
    """Return a player that runs `source` as a Python program, which starts in a few milliseconds."""
    return Program([sys.executable, "-S", "-E", "-c", HEAD + textwrap.dedent(source)], **words)


def answering(source: str) -> str:
    """Return a program that gets ready and then runs `source` for each position."""
    return f"""
while True:
    heard = hear()
    if heard["type"] == "hello":
        say(ready=1)
    elif heard["type"] == "quit":
        break
    elif heard["type"] == "play":
{textwrap.indent(textwrap.dedent(source).strip(), " " * 8)}
"""


def is_gone(pid: int, *, dead: bool = False) -> bool:
    """Whether a process is gone. With `dead`, a zombie counts as gone, since its parent may never wait for it."""
    try:
        os.kill(pid, 0)
        return dead and Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return True


def parent_of(pid: int) -> int:
    """The process that has started another one and waits for it."""
    stat = Path(f"/proc/{pid}/stat")
    if stat.exists():
        return int(stat.read_text().rpartition(")")[2].split()[1])
    words = subprocess.run(["ps", "-o", "ppid=", "-p", str(pid)], capture_output=True, check=True, text=True)
    return int(words.stdout)


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds that another process or thread brings about."""
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


# -- correct programs ------------------------------------------------------------------------------------------------


def test_a_program_plays() -> None:
    with program(GOOD) as player:
        assert player.name == "Ann"
        assert str(player(START)) == "+D3"
        assert str(player.choose(START.play("+D3"))) == "+D5"
        assert player.for_game(5) is player
        assert str(player(str(START))) == "+D3"
        pid = player.pid
        assert pid is not None
    assert player.pid is None
    assert is_gone(pid)
    # the program starts again with the next position
    assert str(player(START)) == "+D3"
    player.close()
    player.close()


def test_a_program_starts_with_its_first_position() -> None:
    player = program(GOOD)
    pids = [player.pid]
    assert player.name == Path(sys.executable).name
    player(START)
    pids.append(player.pid)
    assert [pid is None for pid in pids] == [True, False]
    other = pickle.loads(pickle.dumps(player))
    assert other.pid is None
    assert repr(other) == repr(player)
    assert str(other(START)) == "+D3"
    player.close()
    other.close()


def test_a_program_receives_the_position_the_time_and_the_seed() -> None:
    source = """
    heard = [hear()]
    say(ready=1)
    heard += [hear(), hear()]
    say(info=heard)
    say(info="more")
    say(turn="+D3")
    hear()
    """
    with program(source, seconds=9.5) as player:
        player.for_game(77)
        player(START)
        (hello, new, play), extra = player.infos
        assert hello["type"] == "hello"
        assert hello["protocol"] == 1
        assert new == {"type": "new", "seed": 77}
        assert play == {"type": "play", "position": str(START), "seconds": 9.5}
        assert extra == "more"


def test_a_program_runs_in_its_folder_and_environment(tmp_path: Path) -> None:
    source = 'hear(); say(ready=1, name=os.getcwd() + " " + os.environ["MOOD"]); hear()'
    with program(source, cwd=tmp_path, env={**os.environ, "MOOD": "fine"}) as player:
        assert player.name == f"{tmp_path} fine"
    with program(source, name="Ben", cwd=str(tmp_path), env={"MOOD": ""}) as player:
        assert player.name == "Ben"


def test_the_process_ends_when_its_player_is_garbage_collected() -> None:
    player = program(GOOD)
    player(START)
    pid = player.pid
    assert pid is not None
    del player
    gc.collect()
    wait_until(lambda: is_gone(pid))


@pytest.mark.parametrize("then", ["time.sleep(600)", "break"])
def test_child_processes_end_with_the_program(then: str, tmp_path: Path) -> None:
    """The program ignores `quit`, or ends by itself."""
    pid_file = tmp_path / "pid"
    source = f"""
    import subprocess
    child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"])
    open({str(pid_file)!r}, "w").write(str(child.pid))
    hear(); say(ready=1)
    while True:
        hear(); {then}
    """
    player = program(source)
    player.start()
    child, pid = int(pid_file.read_text()), player.pid
    player.close()
    assert pid is not None
    assert is_gone(pid)
    wait_until(lambda: is_gone(child, dead=True))


# starts a process that leaves its session and its parents and then loops; its id is in the file "escaped"
ESCAPES = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for stream in (0, 1, 2):
            os.close(stream)
        open("escaped.new", "w").write(str(os.getpid()))
        os.rename("escaped.new", "escaped")
        while True:
            pass
    os._exit(0)
os.wait()
while not os.path.exists("escaped"):
    time.sleep(0.01)
"""
BUSY = """
hear(); say(ready=1); hear()
open("busy", "w").close()
while True:
    pass
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux finds what has left its session")
@pytest.mark.parametrize("ending", ["close", "kill", "it ends", "forgotten"])
def test_a_process_that_left_the_session_ends_with_the_program(ending: str, tmp_path: Path) -> None:
    player = program(ESCAPES + "hear(); say(ready=1); hear()", cwd=str(tmp_path))
    player.start()
    pids = [player.pid, int((tmp_path / "escaped").read_text())]
    assert None not in pids
    if ending == "close":
        player.close()
        assert [pid for pid in pids if pid and not is_gone(pid)] == []
    elif ending == "kill":
        player.kill()
    elif ending == "it ends":
        with pytest.raises(PlayerError):
            player(START)
    else:
        del player
        gc.collect()
    wait_until(lambda: all(is_gone(pid) for pid in pids if pid))


@pytest.mark.parametrize("source", [BUSY, ESCAPES + BUSY], ids=["loops", "escapes"])
def test_no_program_outlives_a_kernel_that_is_killed(source: str, tmp_path: Path) -> None:
    if source != BUSY and sys.platform != "linux":
        pytest.skip("only Linux finds what has left its session")
    kernel = f"""
import sys
from adaptoid_widget import Position, Program
player = Program({[sys.executable, "-S", "-E", "-c", HEAD + source]!r}, cwd={str(tmp_path)!r}, seconds=3600)
player.start()
print(player.pid, flush=True)
player(Position.start())
"""
    running = subprocess.Popen([sys.executable, "-c", kernel], stdout=subprocess.PIPE, text=True)
    with running:
        try:
            assert running.stdout is not None
            pids = [int(running.stdout.readline())]
            if source != BUSY:
                pids.append(int((tmp_path / "escaped").read_text()))
            wait_until((tmp_path / "busy").exists)
            assert not any(is_gone(pid) for pid in pids)
        finally:
            running.kill()
    wait_until(lambda: all(is_gone(pid, dead=True) for pid in pids))


def test_the_parent_is_watched_without_pidfd(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python from conda is built for old systems, and has no `os.pidfd_open` on new ones."""
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    assert supervisor.parents_end(os.getpid()) == []


def test_a_program_ends_when_its_supervisor_is_killed() -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux tells a program that its parent is gone")
    process = LineProcess([sys.executable, "-S", "-E", "-c", "while True: pass"])
    os.kill(parent_of(process.pid), signal.SIGKILL)
    wait_until(lambda: is_gone(process.pid, dead=True))
    process.close()


def test_a_program_can_answer_a_stop_with_a_turn() -> None:
    source = answering('assert hear()["type"] == "stop"; say(turn="+D3")')
    with program(source) as player:
        stop = Stop()
        threading.Timer(0.05, stop.set).start()
        assert str(player.choose(START, stop)) == "+D3"


def test_a_program_that_ignores_a_stop_is_ended() -> None:
    with program(answering("time.sleep(600)")) as player:
        stop = Stop()
        threading.Timer(0.05, stop.set).start()
        with pytest.raises(PlayerError) as caught:
            player.choose(START, stop)
        assert caught.value.code == "stopped"
        assert player.pid is None


def test_a_game_that_is_over_has_no_turn() -> None:
    with pytest.raises(GameError, match="the game is over"):
        program("").choose("adaptoid w+ 0,5 W:D2 B:D6")


# -- faulty programs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "detail"),
    [
        ("sys.exit('no model')", "ended with exit status 1; it said: no model"),
        ("os.kill(os.getpid(), 9)", "was ended by signal SIGKILL"),
        ("sys.stdout.close(); os.close(1); time.sleep(600)", "closed its standard output"),
        ("hear(); print('Welcome!', flush=True); hear()", "said a line that is not JSON: 'Welcome!'"),
        ("hear(); say(ready=2); hear()", "speaks version 2 of the protocol, not 1"),
        ("hear(); say(ready=True); hear()", "speaks version True of the protocol"),
        ("hear(); say(turn='+D3'); hear()", "said {'turn': '+D3'}; expected a line with 'ready'"),
        ("hear(); say(error='no licence'); hear()", "no licence"),
        ("time.sleep(600)", "gave no answer within 0.3 s"),
    ],
)
def test_an_error_says_why_a_program_does_not_start(source: str, detail: str) -> None:
    player = program(source, start_seconds=0.3 if "sleep(600)" in source and "close" not in source else 20)
    with pytest.raises(PlayerError) as caught:
        player(START)
    assert caught.value.detail.startswith(detail)
    assert caught.value.code == ("time" if "no answer" in detail else "start")
    player.close()


def test_a_missing_program_or_folder_is_an_error(tmp_path: Path) -> None:
    for words in ([str(tmp_path / "nobody")], [str(tmp_path)]):
        with pytest.raises(PlayerError, match="cannot be started") as caught:
            Program(words)(START)
        assert caught.value.code == "start"
    with pytest.raises(PlayerError, match="cannot be started"):
        Program([sys.executable], cwd=tmp_path / "nowhere")(START)


@pytest.mark.parametrize(
    ("source", "code", "detail"),
    [
        ("say(turn='+A1')", "illegal", "answered '+A1': No adaptoid of yours touches A1."),
        ("say(turn='e4')", "nonsense", "answered 'e4', which is not a turn"),
        ("say(turn=['+D3'])", "nonsense", "answered the turn ['+D3'], which is not a text"),
        ("say(turn=None)", "nonsense", "answered the turn None"),
        ("say(move='+D3')", "nonsense", "said {'move': '+D3'}; expected a line with 'turn'"),
        ("say(error='I give up')", "raised", "I give up"),
        ("print('+D3', flush=True)", "nonsense", "said a line that is not JSON: '+D3'"),
        ("print('[1]', flush=True)", "nonsense", "said a line that is not a JSON object: '[1]'"),
        ("print('', flush=True)", "nonsense", "said a line that is not JSON: ''"),
        ("print('[' * 99999, flush=True)", "nonsense", "said a line that is not JSON"),
        ("print('9' * 9999, flush=True)", "nonsense", "said a line that is not JSON"),
        ("os.write(1, b'\\xff\\xfe\\n')", "nonsense", "said a line that is not UTF-8"),
        ("print('x' * 2000000, flush=True)", "nonsense", "said a line of more than a million bytes"),
        ("while True: os.write(1, b'x' * 60000)", "nonsense", "said a line of more than a million bytes"),
        ("sys.exit('out of ideas')", "died", "ended with exit status 1; it said: out of ideas"),
        ("os.abort()", "died", "was ended by signal SIGABRT"),
        ("sys.stdout.write('{'); sys.exit(0)", "nonsense", "said a line that is not JSON: '{'"),
    ],
)
def test_a_bad_answer_is_an_error_with_the_reason(source: str, code: str, detail: str) -> None:
    with program(answering(source)) as player:
        with pytest.raises(PlayerError) as caught:
            player(START)
        assert caught.value.code == code
        assert caught.value.detail.startswith(detail)
        assert len(caught.value.detail) < 500
        # these programs sent a complete line at the right time, so they keep running
        if code in ("illegal", "raised") or "turn='e4'" in source:
            assert player.pid is not None
        else:
            assert player.pid is None


@pytest.mark.parametrize(
    "source",
    [
        "time.sleep(600)",
        "sys.stdout.write('{\"turn\"'); sys.stdout.flush(); time.sleep(600)",
        "while True: say(info=1)",
    ],
)
def test_a_program_that_does_not_answer_fails_by_time(source: str) -> None:
    with program(answering(source), seconds=0.2) as player:
        with pytest.raises(PlayerError, match=r"gave no answer within 0\.2 s") as caught:
            player(START)
        assert caught.value.code == "time"
        assert player.pid is None


@pytest.mark.parametrize(
    ("source", "detail"),
    [
        ("say(turn='+D3'); say(turn='+D3')", 'spoke without being asked: {"turn": "+D3"}'),
        ("say(turn='+D3'); print('?', flush=True)", "said a line that is not JSON: '?'"),
    ],
)
def test_a_line_at_the_wrong_time_is_an_error(source: str, detail: str) -> None:
    """The second line is not taken for the answer to the next position, once it has arrived."""
    with program(answering(source)) as player:

        def play_on() -> None:
            while True:
                player(START)

        with pytest.raises(PlayerError) as caught:
            play_on()
        assert caught.value.code == "nonsense"
        assert caught.value.detail.startswith(detail)


def test_a_program_that_ended_between_positions_is_started_again() -> None:
    with program(answering("say(turn='+D3'); sys.exit(0)")) as player:
        for _ in range(2):
            player.start()
            assert player.pid is not None
            pids = [player.pid, parent_of(player.pid)]
            player(START)
            wait_until(lambda pids=pids: all(is_gone(pid, dead=True) for pid in pids))  # type: ignore[misc]


def test_a_program_that_does_not_read_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from adaptoid_widget.arena.programs import line_process

    monkeypatch.setattr(line_process, "READS_S", 0.1)
    process = LineProcess([sys.executable, "-S", "-c", "import time; time.sleep(600)"])
    with pytest.raises(line_process.ProcessGone, match="does not read"):
        process.send(b"x" * 10**6)
    process.close()


def test_the_last_line_of_an_ended_program_is_read() -> None:
    """The line may say why the program ended."""
    from adaptoid_widget.arena.programs.line_process import ProcessGone

    process = LineProcess([sys.executable, "-S", "-c", "print('no licence')"])
    wait_until(lambda: not process.alive)
    process.send(b"hello")
    assert process.receive(60) == b"no licence"
    for ask in (lambda: process.send(b"hello"), lambda: process.receive(60)):
        with pytest.raises(ProcessGone, match="ended with exit status 0"):
            ask()
    process.close()


@pytest.mark.parametrize(
    ("argv", "words", "error", "message"),
    [
        ("python3 mine.py", {}, TypeError, "argv is a list of words"),
        ([], {}, ValueError, "argv names a program"),
        ([""], {}, ValueError, "argv names a program"),
        (["a\0b"], {}, ValueError, "argv names a program"),
        (["a"], {"seconds": 0}, ValueError, "seconds is 0.001 seconds or more"),
        (["a"], {"seconds": float("nan")}, ValueError, "seconds is a number"),
        (["a"], {"start_seconds": -1}, ValueError, "start_seconds is"),
        (["a"], {"name": ""}, ValueError, "a player's name"),
    ],
)
def test_bad_arguments_are_refused(
    argv: Any, words: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Program(argv, **words)


def test_lines_are_ascii_and_whole() -> None:
    assert line_of({"turn": "ä\n"}) == b'{"turn": "\\u00e4\\n"}'
    assert message_of(line_of({"turn": "ä\n"})) == {"turn": "ä\n"}
    with pytest.raises(InvalidMessage):
        message_of(b"3")
    with pytest.raises(ValueError, match="JSON"):
        line_of({"turn": float("nan")})


# -- the command `player`, and the example of the docs ---------------------------------------------------------------


def wrong_findings(argv: list[str], **words: Any) -> list[tuple[str, str]]:
    """Return the findings of the protocol check that are wrong."""
    return [(question, wrong) for question, wrong in protocol_check.check(argv, **words) if wrong is not None]


def test_the_example_of_the_docs_passes_the_check(tmp_path: Path) -> None:
    """The example has at most 18 lines."""
    blocks = re.findall(
        r"^```python\n(#!.*?)^```", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    (source,) = blocks
    assert source.count("\n") <= 18
    path = tmp_path / "mine.py"
    path.write_text(source, encoding="utf-8")
    findings = list(protocol_check.check([sys.executable, str(path)]))
    assert len(findings) == len(protocol_check.POSITIONS) + 7
    assert [finding for finding in findings if finding.wrong] == []


def test_the_command_player_passes_the_check(capfd: pytest.CaptureFixture[str]) -> None:
    words = [sys.executable, "-m", "adaptoid_widget", "player", "--level", "3", "--seed", "2"]
    assert main(["check-player", "--", *words]) == 0
    out = capfd.readouterr().out
    assert out.endswith("All is well.\n")
    assert "ok    plays: three players in the other order\n" in out


def test_the_command_player_reports_bad_messages() -> None:
    process = LineProcess([sys.executable, "-m", "adaptoid_widget", "player", "--nodes", "0"])
    for line in (
        b"what?",
        b'{"type": "play", "position": "nowhere"}',
        b'{"type": "play"}',
        b'{"type": "play", "position": "adaptoid w+ 0,5 W:D2 B:D6"}',
        b'{"type": "new", "seed": "x"}',
        b'{"type": "later"}',
        b'{"type": "hello"}',
    ):
        process.send(line)
    answers = [message_of(process.receive(30)) for _ in range(5)]
    process.close(b'{"type": "quit"}')
    assert answers[0] == {"error": "heard a line that is not JSON: 'what?'"}
    assert answers[1]["error"].startswith("line 1, column 1: expected")
    assert "error" in answers[2]
    assert answers[3]["error"].startswith("the game is over, W has won")
    assert answers[4] == {"ready": 1, "name": "0 nodes"}
    assert process.status == 0


def test_a_stop_reaches_the_command_player_during_a_search() -> None:
    process = LineProcess([sys.executable, "-m", "adaptoid_widget", "player", "--seconds", "500"])
    process.send(line_of({"type": "hello"}))
    assert message_of(process.receive(60))["ready"] == 1
    process.send(line_of({"type": "play", "position": str(START)}))
    with pytest.raises(LineTimeout):
        process.receive(0.3)
    process.send(line_of({"type": "stop"}))
    answer = message_of(process.receive(60))
    process.close(line_of({"type": "quit"}))
    assert START.why_not(answer["turn"]) is None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (answering("say(turn='+D3')"), ("plays: Black's turn", "answered '+D3': ")),
        ("sys.exit(2)", ("starts and says ready", "ended with exit status 2")),
        (
            "hear(); time.sleep(600)",
            ("starts and says ready", "said nothing within 0.5 s; does it write whole lines"),
        ),
        # as slow as on a busy machine
        (
            "hear(); say(ready=1); time.sleep(0.3); say(turn='-'); hear()",
            ("says nothing without being asked", 'said \'{"turn": "-"}\''),
        ),
        (
            "hear(); say(ready=1); heard = hear(); time.sleep(0.3); assert heard['type'] == 'play'",
            ("takes a new game, and ignores what it does not know", "ended with exit status 1"),
        ),
        (answering("say(turn=3)"), ("plays: the standard start", 'said "turn": 3; a turn is a text')),
        (answering("say(error='no')"), ("plays: the standard start", "reported an error: no")),
        (
            answering("say(Turn='+D3')"),
            ("plays: the standard start", "said {'Turn': '+D3'}; expected a line with 'turn'"),
        ),
        (answering("time.sleep(600)"), ("plays: the standard start", "said nothing within 0.5 s")),
        (
            answering("say(info=1); time.sleep(600)"),
            ("plays: the standard start", "sent only notes for 0.5 s"),
        ),
        (
            answering(
                "say(turn='+D3' if ' w ' in heard['position'] else '+D5'); time.sleep(0.3); say(info=1)"
            ),
            ("ends when its input ends", "said '{\"info\": 1}' after its last turn"),
        ),
        (
            GOOD.replace("break", "time.sleep(600)"),
            ("ends when told to quit", "still ran 2 s after it was told to quit"),
        ),
        (
            GOOD.replace("break", "say(bye=1); break"),
            ("ends when told to quit", "said '{\"bye\": 1}' after it was told to quit"),
        ),
        (
            GOOD.replace("break", "sys.exit(4)"),
            (
                "ends when told to quit",
                "ended with exit status 4 after it was told to quit; 0 says that all is well",
            ),
        ),
    ],
)
def test_the_check_reports_what_is_wrong(
    source: str, expected: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol_check, "POSITIONS", protocol_check.POSITIONS[:2])
    never_ends = "time.sleep(600)" in source
    monkeypatch.setattr(protocol_check, "QUIT_S", 2 if never_ends else 60)
    argv = [sys.executable, "-S", "-E", "-c", HEAD + source]
    starts_late = source.startswith("hear(); time")
    asleep = not starts_late and "0.5 s" in expected[1]
    findings = wrong_findings(argv, seconds=0.5 if asleep else 60, start_seconds=0.5 if starts_late else 60)
    # nothing before it is wrong; what follows may go wrong with it
    question, finding = findings[0]
    assert (question, finding[: len(expected[1])]) == expected


def test_the_check_can_be_limited_to_one_variant(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol_check, "QUIT_S", 0.3)
    source = answering("say(turn='+D3')")
    findings = list(protocol_check.check([sys.executable, "-S", "-c", HEAD + source], only="adapt3-fierce"))
    assert sum(question.startswith("plays: ") for question, _ in findings) == 1
    assert (
        main(["check-player", "--only", "adapt3-fierce", "--", sys.executable, "-S", "-c", HEAD + source])
        == 1
    )
    out = capfd.readouterr().out
    assert "WRONG plays: three players in the other order\n      It answered '+D3'" in out
    assert "are wrong. docs/reference/computer/players.md explains the protocol." in out
    assert main(["check-player", "--", "/nowhere/to/be/found"]) == 1
    assert "cannot be started" in capfd.readouterr().out
