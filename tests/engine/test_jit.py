"""What compiled code has in place of core's source gives what the source gives; and how modules are compiled."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from platformdirs import user_cache_path

import adaptoid_widget as aw
from adaptoid_widget.core.rules import bitboard, integer_rules, random_play
from adaptoid_widget.engine import warmup
from adaptoid_widget.engine.backends import compiled_replacements, functions
from adaptoid_widget.engine.backends.compiled_rules import compiled_context, near_table
from adaptoid_widget.engine.backends.jit import compiled, sources_key
from tests.portable.conformance import STARTS
from tests.repetitions import nightly

REPLACED = ["count", "pick", "around", "starving"]
BOARDS = ["hex2", "hex4", "hex5", "lattice:A1.A2", "lattice:A1.A2.A4.C1"]


def masks(board: int, how_many: int) -> list[int]:
    """Masks of a board, from none of its discs to all of them."""
    dice = random.Random(board)
    return [
        0,
        board,
        *[board & dice.getrandbits(61) & dice.choice((-1, dice.getrandbits(61))) for _ in range(how_many)],
    ]


@pytest.mark.parametrize("name", BOARDS)
def test_masks(name: str) -> None:
    layout = aw.Layout.from_text(name)
    found = compiled((bitboard,), REPLACED)
    count, pick, around = found["count"], found["pick"], found["around"]
    near = near_table(layout)
    for mask in masks(layout.board, 100):
        assert count(mask) == bitboard.count(mask) == mask.bit_count()
        assert around(mask, near) == bitboard.around(mask, layout.links)
        for k in range(mask.bit_count()):
            assert pick(mask, k) == bitboard.pick(mask, k)


@pytest.mark.parametrize("start", sorted(STARTS))
def test_starving(start: str) -> None:
    position = aw.Position.from_text(STARTS[start])
    layout = position.layout
    context = compiled_context(layout, position.context)
    starving = compiled((bitboard, integer_rules), REPLACED)["starving"]
    state = position.state
    seed = 5
    hungry = 0
    for _ in range(2000):
        # the player's own are shuffled over the board, so that many are hemmed in
        seed = random_play.step(seed)
        crowd = (
            bitboard.around(state[1], layout.links)
            & ~(state[1] | state[2])
            & (seed >> 3 | seed << 20)
            & layout.board
        )
        seen = (crowd, *state[1:])
        found = integer_rules.starving(seen, position.context)
        assert starving(seen, context) == found
        hungry += found != 0
        state, seed, ended, *_ = random_play.random_turn(state, position.context, seed)
        if ended:
            state = position.state
    assert hungry > 50


def test_core_is_replaced_where_a_test_says_so() -> None:
    """Of what is replaced, each function is compared above."""
    assert {function.__name__ for function in compiled_replacements.replacements()} <= set(REPLACED)


def module_of(source: str, folder: Path, name: str) -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(source)
    module = ModuleType(f"adaptoid_widget.{name}")
    module.__file__ = str(path)
    exec(compile(source, str(path), "exec"), vars(module))
    return module


def test_a_module_that_calls_itself_and_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
from adaptoid_widget.core.rules.bitboard import count

LEAST = 2

def leaf(n):
    return count(n) + LEAST

def ways(n, visits):
    visits[0] += 1
    if n < LEAST:
        return leaf(n)
    return ways(n - 1, visits) + ways(n - 2, visits)

def start(n, visits):
    return ways(n, visits) + other(n)

def other(n):
    return leaf(n)
"""
    module = module_of(source, tmp_path, "calling")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    start = compiled((bitboard, module), ["start"], {"ways": "i8(i8, i8[::1])"})["start"]
    visits = np.zeros(1, dtype=np.int64)
    seen = [0]
    assert start(12, visits) == module.start(12, seen)
    assert visits[0] == seen[0] > 200


def test_the_cache_is_keyed_by_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sources_key([bitboard, random_play])
    monkeypatch.setattr(random_play, "__file__", __file__)
    assert sources_key([bitboard, random_play]) != before


# -- the cache on disk ------------------------------------------------------------------------------------------------

# compiles one function with a cache folder of its own, and says what it gave and how often the cache had it
COMPILES = """
import sys
from pathlib import Path
import adaptoid_widget as aw
from adaptoid_widget.core.rules import bitboard, integer_rules
from adaptoid_widget.engine.backends import compiled_replacements, jit
jit.user_cache_path = lambda _: Path(sys.argv[1])
{before}
starving = jit.compiled((bitboard, integer_rules), ["starving"])["starving"]
position = aw.Position.from_text("adaptoid w 0,0 W:C5,D3 B:D4LLLPPP,D5LLPP")
context = position.context
found = starving(position.state, context._replace(near=compiled_replacements.NearTable(context.near)))
assert found == integer_rules.starving(position.state, context) != 0
print("from the cache:", sum(starving.stats.cache_hits.values()))
"""


FAILS = """
import errno, os
def fails(*_, **__):
    raise OSError(errno.{errno}, os.strerror(errno.{errno}))
os.{name} = fails
"""


def cache_hits(folder: Path, before: str = "") -> int:
    """How often a process of its own found the function in a cache folder."""
    run = subprocess.run(
        [sys.executable, "-c", COMPILES.format(before=before), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return int(run.stdout.rpartition(":")[2])


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder with the function in it."""
    folder = tmp_path_factory.mktemp("sound")
    assert cache_hits(folder) == 0
    assert cache_hits(folder) == 1
    return folder


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        *nightly(lambda _: b"", lambda data: flipped(data, 0), lambda data: flipped(data, len(data) // 2)),
    ],
    ids=["half", "empty", "digest", "machine code"],
)
def test_a_damaged_cache_is_made_anew(damage: Callable[[bytes], bytes], sound: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    shutil.copytree(sound, folder)
    (path,) = folder.rglob("*.bin")
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    assert cache_hits(folder) == 0
    (again,) = [file for file in folder.rglob("*") if file.is_file()]
    assert again == path
    assert path.read_bytes() != damaged


def test_what_belongs_to_another_function_is_not_used(sound: Path, tmp_path: Path) -> None:
    """A sound file in the place of another one."""
    folder = tmp_path / "cache"
    shutil.copytree(sound, folder)
    other = """
jit.compiled((bitboard,), ["around"])["around"](1, compiled_replacements.NearTable(aw.Layout.from_text("hex2").links))
ours, = Path(sys.argv[1]).rglob("starving-*.bin")
theirs, = Path(sys.argv[1]).rglob("around-*.bin")
ours.write_bytes(theirs.read_bytes())
"""
    assert cache_hits(folder, other) == 0


@pytest.mark.nightly
@pytest.mark.parametrize(
    "before",
    [
        # a file where the folder is to be
        "Path(sys.argv[1]).write_text('')",
        # a real write that the system refuses in the middle
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))",
        *nightly(
            # a folder where the file is to be
            "jit.CheckedCache._place = lambda *_: (Path(sys.argv[1]), b'')\nPath(sys.argv[1]).mkdir()",
            FAILS.format(errno="ENOSPC", name="open"),
            FAILS.format(errno="EROFS", name="mkdir"),
        ),
    ],
    ids=["no folder", "too large", "no file", "disk full", "read-only"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits on the size of files")
def test_without_a_cache_that_can_be_written(before: str, tmp_path: Path) -> None:
    """It is compiled each time, and nothing is left behind."""
    folder = tmp_path / "cache"
    assert cache_hits(folder, before) == 0
    assert [file for file in tmp_path.rglob("*") if file.is_file() and file != folder] == []


@pytest.mark.nightly
def test_several_processes_compile_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        assert set(pool.map(cache_hits, [tmp_path] * 3)) <= {0, 1}
    assert cache_hits(tmp_path) == 1
    assert len([file for file in tmp_path.rglob("*") if file.is_file()]) == 1


@pytest.mark.nightly
def test_a_computer_player_answers_with_a_damaged_cache(tmp_path: Path) -> None:
    warmup.prepare()
    ours = user_cache_path("adaptoid-widget") / sources_key(functions.MODULES)
    shutil.copytree(ours, tmp_path / ours.name)
    files = list((tmp_path / ours.name).iterdir())
    assert len(files) >= 3
    damaged = {path: flipped(path.read_bytes(), path.stat().st_size // 2) for path in files}
    for path, content in damaged.items():
        path.write_bytes(content)
    source = """
import sys
from pathlib import Path
import adaptoid_widget as aw
from adaptoid_widget.engine.backends import jit
jit.user_cache_path = lambda _: Path(sys.argv[1])
player = aw.Player(nodes=500)
position = aw.Position.start()
assert position.why_not(player(position)) is None
"""
    run = subprocess.run(
        [sys.executable, "-c", source, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    # what was used was made anew
    assert sum(path.read_bytes() != content for path, content in damaged.items()) >= 2
