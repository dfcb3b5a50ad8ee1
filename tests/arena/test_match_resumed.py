"""Matches that stop early, by a verdict or by force, and are resumed."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from adaptoid_widget import FileInUse, GameError, Position, Sprt, play_match
from adaptoid_widget.storage.atomic import Lock
from tests.arena.executors import Never, Shuffled, inline

START = Position.start()


# -- stopped early ---------------------------------------------------------------------------------------------------


def test_a_match_stops_when_the_sprt_has_a_verdict(tmp_path: Path) -> None:
    """The match stops after the same pair in whatever order the games are played."""
    results = [
        play_match(
            "greedy",
            "random",
            games=400,
            sprt=(0, 200),
            executor=executor,
            path=tmp_path / str(number),
            seed=3,
        )
        for number, executor in enumerate((inline(), Shuffled(5)))
    ]
    assert results[0] == results[1]
    assert (tmp_path / "0").read_bytes() == (tmp_path / "1").read_bytes()
    assert results[0].verdict == "H1"
    assert results[0].total < 60
    assert results[0].llr is not None
    assert results[0].llr > math.log(19)
    assert "SPRT [0, 200]: H1, LLR" in repr(results[0])
    # the match is over, so the same call plays no more games
    replayed = play_match(
        "greedy", "random", games=400, sprt=Sprt(0, 200), path=tmp_path / "0", seed=3, executor=Never()
    )
    assert replayed == results[0]
    other = play_match("random", "greedy", games=400, sprt=(0, 200), executor=inline())
    assert other.verdict == "H0"


# -- ended and resumed -----------------------------------------------------------------------------------------------

SCRIPT = """
import sys
from adaptoid_widget import play_match
if __name__ == "__main__":
    drawn = "tests.arena.misbehaving_players:Drawn"
    play_match("greedy", drawn, games=1000, seed=8, path=sys.argv[1], workers=2, quiet=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_match_is_resumed(tmp_path: Path) -> None:
    """The match is killed twice. Its file finally equals that of a match that was never killed."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    path = tmp_path / "match.txt"
    root = str(Path(__file__).resolve().parents[2])
    sizes: list[int] = []
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, str(script), str(path)], env={**os.environ, "PYTHONPATH": root}, cwd=tmp_path
        )
        before = path.stat().st_size if path.exists() else 0
        until = time.monotonic() + 60
        while not path.exists() or path.stat().st_size < before + 8000:
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait()
        sizes.append(path.stat().st_size)
    file_bytes = path.read_bytes()
    units = file_bytes.count(b"\n= ") // 2
    games = 2 * units + 10
    words: dict[str, Any] = {"games": games, "seed": 8}
    resumed = play_match(
        "greedy", "tests.arena.misbehaving_players:Drawn", path=path, executor=Shuffled(1), **words
    )
    fresh = play_match(
        "greedy", "tests.arena.misbehaving_players:Drawn", path=tmp_path / "2", executor=Shuffled(2), **words
    )
    assert sizes[0] < sizes[1]
    assert resumed == fresh
    assert path.read_bytes() == (tmp_path / "2").read_bytes()
    assert path.read_bytes().startswith(file_bytes[: file_bytes.rindex(b"\n= ")])


def test_a_script_without_a_guard_gets_no_tracebacks_of_workers(tmp_path: Path) -> None:
    """Each worker reads the script, comes to play_match, and ends without a word."""
    script = tmp_path / "script.py"
    script.write_text(
        "import adaptoid_widget as aw\naw.play_match('greedy', 'random', games=4, workers=2, quiet=True)\n",
        encoding="utf-8",
    )
    root = str(Path(__file__).resolve().parents[2])
    ended = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": root},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "under `if __name__ == '__main__':`" in ended.stderr.splitlines()[-1]
    # Python's own error, and this one that explains it
    assert ended.stderr.count("Traceback (most recent call last)") == 2
    assert "freeze_support" not in ended.stderr


def test_a_file_that_was_cut_anywhere_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    words: dict[str, Any] = {"games": 6, "seed": 1, "path": path}
    result = play_match("greedy", "random", executor=inline(), **words)
    file_bytes = path.read_bytes()
    dice = random.Random(5)
    places = {
        0,
        1,
        17,
        18,
        len(file_bytes) - 1,
        len(file_bytes),
        *[dice.randrange(len(file_bytes)) for _ in range(30)],
    }
    for place in sorted(places):
        path.write_bytes(file_bytes[:place])
        assert play_match("greedy", "random", executor=inline(), **words) == result
        assert path.read_bytes() == file_bytes


def test_pairs_that_finished_ahead_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    words: dict[str, Any] = {"games": 24, "seed": 1, "path": path}

    class Interrupted(Shuffled):
        """Raises KeyboardInterrupt in the first pair when seven later pairs are done."""

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if args[1] == 0:
                self.first: Future[Any] = Future()
                return self.first
            future = super().submit(fn, *args, **kwargs)
            future.add_done_callback(self.look)
            return future

        def look(self, _: Future[Any]) -> None:
            if self.finished == 7:
                self.first.set_exception(KeyboardInterrupt())

    first = Interrupted(1)
    with pytest.raises(KeyboardInterrupt):
        play_match("greedy", "random", executor=first, **words)
    assert path.read_bytes() == b""
    early = tmp_path / ".match.txt.ahead"
    line_count = len(early.read_text(encoding="utf-8").splitlines())
    assert line_count >= 6
    # a line that was being written when the match was interrupted
    with early.open("a", encoding="utf-8") as file:
        file.write('{"match": "')
    second = Shuffled(2)
    result = play_match("greedy", "random", executor=second, **words)
    assert second.finished == 12 - line_count
    assert result == play_match("greedy", "random", games=24, seed=1, executor=inline())
    assert not early.exists()


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"match": MATCH, "unit": 1, "records": [5]}',
        '{"match": MATCH, "unit": 1, "records": []}',
    ],
)
def test_a_damaged_line_of_pairs_that_finished_ahead_is_passed_over(tmp_path: Path, line: str) -> None:
    path = tmp_path / "match.txt"
    play_match("greedy", "random", games=4, path=path, executor=inline())
    whole = path.read_bytes()
    match = whole.decode().partition("Match: ")[2].partition("\n")[0]
    path.write_bytes(whole[: len(whole) // 2])
    (tmp_path / ".match.txt.ahead").write_text(
        line.replace("MATCH", json.dumps(match)) + "\n", encoding="utf-8"
    )
    play_match("greedy", "random", games=4, path=path, executor=inline())
    assert path.read_bytes() == whole


def test_more_games_continue_a_finished_match(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play_match("greedy", "random", games=4, path=path, executor=inline())
    before = path.read_bytes()
    result = play_match("greedy", "random", games=10, path=path, executor=inline())
    assert path.read_bytes().startswith(before)
    assert result == play_match("greedy", "random", games=10, executor=inline())
    with pytest.raises(ValueError, match="holds 10 games of this match already, more than you asked for"):
        play_match("greedy", "random", games=4, path=path, executor=inline())
    assert path.stat().st_size > len(before)


@pytest.mark.parametrize(
    "words",
    [
        {"seed": 1},
        {"cap": 100},
        {"seconds": 5},
        {"start": "adaptoid@hex5 w 0,0 W:E3 B:E7"},
        {"starts": [str(START)]},
        {"names": ["Ann", "Ben"]},
        {"other": "level:2"},
    ],
)
def test_another_match_does_not_continue_the_file(words: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play_match("greedy", "level:1", games=2, path=path, executor=inline())
    before = path.read_bytes()
    with pytest.raises(GameError, match="holds something other than this match"):
        play_match("greedy", words.pop("other", "level:1"), games=4, path=path, executor=Never(), **words)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        "hello\n",
        "adaptoid-record 1\nStart: adaptoid w 0,0 W:D2 B:D6\n\n= *\n",
        "adaptoid-record 1\nWhite: Ann\n",
        "\n",
    ],
)
def test_a_file_with_other_content_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(GameError, match="name another file"):
        play_match("greedy", "random", games=2, path=path, executor=Never())
    assert path.read_text(encoding="utf-8") == content


@pytest.mark.parametrize(
    ("old", "new"), [("\n= W\n", "\n= R\n"), ("\n= W\n", "\n= dra\n"), ("Seed", "Forfeit: Red (x)\nSeed")]
)
def test_a_result_that_the_game_cannot_have_is_refused(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play_match("greedy", "random", games=2, path=path, executor=inline())
    content = path.read_text(encoding="utf-8")
    assert old in content
    damaged = content.replace(old, new, 1)
    path.write_text(damaged, encoding="utf-8")
    with pytest.raises(GameError, match="a result that this game cannot have"):
        play_match("greedy", "random", games=2, path=path, executor=Never())
    assert path.read_text(encoding="utf-8") == damaged


def test_locked_files_and_folders_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    with Lock(path), pytest.raises(FileInUse):
        play_match("greedy", "random", games=2, path=path, executor=Never())
    with pytest.raises(OSError, match="folder"):
        play_match("greedy", "random", games=2, path=tmp_path / "no" / "where", executor=Never())
    with pytest.raises(OSError, match="folder"):
        play_match("greedy", "random", games=2, path=tmp_path, executor=Never())


def test_a_broken_worker_raises_an_error_that_says_how_to_continue(tmp_path: Path) -> None:
    """No player forfeits, since the worker failed and not a player."""

    class Broken(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            raise BrokenProcessPool

    path = tmp_path / "match.txt"
    with pytest.raises(RuntimeError, match="the same call continues the match"):
        play_match("greedy", "random", games=2, path=path, executor=Broken())
    assert play_match("greedy", "random", games=2, path=path, executor=inline()).total == 2
