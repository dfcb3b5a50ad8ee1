"""Matches that are ended, by a verdict or by force, and taken up again."""

from __future__ import annotations

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
from tests.arena.executors import Never, Shuffled, here

START = Position.start()


# -- stopped early ---------------------------------------------------------------------------------------------------


def test_a_test_stops_when_it_knows(tmp_path: Path) -> None:
    """At the same pair, in whatever order they are done."""
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
        for number, executor in enumerate((here(), Shuffled(5)))
    ]
    assert results[0] == results[1]
    assert (tmp_path / "0").read_bytes() == (tmp_path / "1").read_bytes()
    assert results[0].verdict == "H1"
    assert results[0].total < 60
    assert results[0].llr is not None
    assert results[0].llr > math.log(19)
    assert "SPRT [0, 200]: H1, LLR" in repr(results[0])
    # it is over: asked again, nothing more is played
    again = play_match(
        "greedy", "random", games=400, sprt=Sprt(0, 200), path=tmp_path / "0", seed=3, executor=Never()
    )
    assert again == results[0]
    other = play_match("random", "greedy", games=400, sprt=(0, 200), executor=here())
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
def test_a_match_that_is_killed_goes_on(tmp_path: Path) -> None:
    """Killed twice in the middle; the file comes out as if nothing had happened."""
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
    whole = path.read_bytes()
    units = whole.count(b"\n= ") // 2
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
    assert path.read_bytes().startswith(whole[: whole.rindex(b"\n= ")])


def test_a_file_that_was_cut_anywhere_is_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    words: dict[str, Any] = {"games": 6, "seed": 1, "path": path}
    result = play_match("greedy", "random", executor=here(), **words)
    whole = path.read_bytes()
    dice = random.Random(5)
    places = {0, 1, 17, 18, len(whole) - 1, len(whole), *[dice.randrange(len(whole)) for _ in range(30)]}
    for place in sorted(places):
        path.write_bytes(whole[:place])
        assert play_match("greedy", "random", executor=here(), **words) == result
        assert path.read_bytes() == whole


def test_what_was_done_out_of_turn_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    words: dict[str, Any] = {"games": 24, "seed": 1, "path": path}

    class Interrupted(Shuffled):
        """Is interrupted while it plays the first pair, when most of the others are done."""

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if args[1] == 0:
                self.first: Future[Any] = Future()
                return self.first
            future = super().submit(fn, *args, **kwargs)
            future.add_done_callback(self.look)
            return future

        def look(self, _: Future[Any]) -> None:
            if self.done == 7:
                self.first.set_exception(KeyboardInterrupt())

    first = Interrupted(1)
    with pytest.raises(KeyboardInterrupt):
        play_match("greedy", "random", executor=first, **words)
    assert path.read_bytes() == b""
    early = tmp_path / ".match.txt.ahead"
    kept = len(early.read_text(encoding="utf-8").splitlines())
    assert kept >= 6
    # a line that was being written when the end came
    with early.open("a", encoding="utf-8") as file:
        file.write('{"match": "')
    second = Shuffled(2)
    result = play_match("greedy", "random", executor=second, **words)
    assert second.done == 12 - kept
    assert result == play_match("greedy", "random", games=24, seed=1, executor=here())
    assert not early.exists()


def test_more_games_go_on_where_a_match_ended(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play_match("greedy", "random", games=4, path=path, executor=here())
    before = path.read_bytes()
    result = play_match("greedy", "random", games=10, path=path, executor=here())
    assert path.read_bytes().startswith(before)
    assert result == play_match("greedy", "random", games=10, executor=here())
    with pytest.raises(ValueError, match="holds 10 games of this match already, more than you asked for"):
        play_match("greedy", "random", games=4, path=path, executor=here())
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
def test_another_match_does_not_go_on_there(words: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play_match("greedy", "level:1", games=2, path=path, executor=here())
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
def test_a_file_of_something_else_is_left_alone(content: str, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(GameError, match="name another file"):
        play_match("greedy", "random", games=2, path=path, executor=Never())
    assert path.read_text(encoding="utf-8") == content


@pytest.mark.parametrize(
    ("old", "new"), [("\n= W\n", "\n= R\n"), ("\n= W\n", "\n= dra\n"), ("Seed", "Forfeit: Red (x)\nSeed")]
)
def test_a_result_that_the_game_cannot_have_is_told(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    play_match("greedy", "random", games=2, path=path, executor=here())
    content = path.read_text(encoding="utf-8")
    assert old in content
    damaged = content.replace(old, new, 1)
    path.write_text(damaged, encoding="utf-8")
    with pytest.raises(GameError, match="a result that this game cannot have"):
        play_match("greedy", "random", games=2, path=path, executor=Never())
    assert path.read_text(encoding="utf-8") == damaged


def test_a_file_that_somebody_writes_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    with Lock(path), pytest.raises(FileInUse):
        play_match("greedy", "random", games=2, path=path, executor=Never())
    with pytest.raises(OSError, match="folder"):
        play_match("greedy", "random", games=2, path=tmp_path / "no" / "where", executor=Never())
    with pytest.raises(OSError, match="folder"):
        play_match("greedy", "random", games=2, path=tmp_path, executor=Never())


def test_a_worker_that_ends_is_told_with_what_to_do(tmp_path: Path) -> None:
    """It is not a player that can forfeit."""

    class Broken(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            raise BrokenProcessPool

    path = tmp_path / "match.txt"
    with pytest.raises(RuntimeError, match="the same call continues the match"):
        play_match("greedy", "random", games=2, path=path, executor=Broken())
    assert play_match("greedy", "random", games=2, path=path, executor=here()).total == 2
