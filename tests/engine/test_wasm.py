"""`search.wasm`: the file, the backend that runs it, and its conformance with the other backends."""

from __future__ import annotations

import base64
import gc
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import hatch_build
from adaptoid_widget import Player, Position, Turn, threads
from adaptoid_widget.core.rules import random_play, turn
from adaptoid_widget.core.search import work_array
from adaptoid_widget.core.search.deepening import (
    NO_LIMIT,
    ListTurns,
    Look,
    Progress,
    deepen,
    table_entries,
    work_head,
)
from adaptoid_widget.engine.backends import near_table, numba_compiler, wasm, wasm_file, wasm_wasmtime
from adaptoid_widget.engine.backends.backend import BACKENDS, backend, engine_info
from adaptoid_widget.engine.backends.numba_compiler import EXPORTS
from adaptoid_widget.engine.search import Root, Searcher
from adaptoid_widget.engine.weights import weights_of
from adaptoid_widget.source_hashes import PACKAGE, sources_hash
from tests.engine.test_search import MORE_POSITIONS, POSITIONS
from tests.repetitions import EVERYTHING
from tools.setup import compile_page_modules, frontend, search_wasm, wasm_module

ROOT = Path(__file__).resolve().parents[2]

# -- the file ----------------------------------------------------------------------------------------------------------


def test_the_file_is_current() -> None:
    assert search_wasm.is_fresh(), "search.wasm is older than its sources: run `python3 dev.py build`"
    assert wasm_file.read() == wasm_file.FILE.read_bytes()


@pytest.mark.nightly
@pytest.mark.slow
def test_two_builds_are_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build in another folder replaces a damaged file and gives the same bytes as the first build."""
    built = wasm_file.FILE.read_bytes()
    path = tmp_path / "search.wasm"
    path.write_bytes(b"\0asm damaged")
    monkeypatch.setattr(wasm_file, "FILE", path)
    assert search_wasm.build()
    assert not search_wasm.build()
    assert path.read_bytes() == built


def test_the_builder_pins_the_versions_of_the_build_extra() -> None:
    extra = re.search(r"^build = \[(.*)\]$", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert extra is not None
    pinned = {requirement for requirement in wasm_module.REQUIREMENTS if "==" in requirement}
    assert len(pinned) == 2
    assert pinned <= set(re.findall(r'"(.*?)"', extra[1]))


def test_only_a_stale_module_makes_an_install_ask_for_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ADAPTOID_FRONT_END", raising=False)
    for built in (frontend, search_wasm, compile_page_modules):
        monkeypatch.setattr(built, "is_fresh", lambda: True)
    hook: Any = object.__new__(hatch_build.FrontEndHook)
    assert hook.dependencies() == []
    monkeypatch.setattr(search_wasm, "is_fresh", lambda: False)
    assert hook.dependencies() == list(wasm_module.REQUIREMENTS)


def test_the_module_needs_nothing_from_its_host() -> None:
    import wasmtime

    module = wasmtime.Module(wasmtime.Engine(), wasm_file.read())
    assert list(module.imports) == []
    assert {export.name for export in module.exports} == {"memory", *EXPORTS}


def test_a_change_of_a_source_makes_the_file_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [path for pattern in wasm_file.SOURCES for path in PACKAGE.glob(pattern)]
    assert len(sources) > 10
    for path in sources:
        copy = tmp_path / path.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert sources_hash(wasm_file.SOURCES, tmp_path) == sources_hash(wasm_file.SOURCES)
    for path in sources:
        copy = tmp_path / path.relative_to(PACKAGE)
        before = copy.read_bytes()
        copy.write_bytes(before + b"#")
        assert sources_hash(wasm_file.SOURCES, tmp_path) != sources_hash(wasm_file.SOURCES), path.name
        copy.write_bytes(before)
    monkeypatch.setattr(search_wasm, "BUILDER", tmp_path / "builder.py")
    (tmp_path / "builder.py").write_text("", encoding="utf-8")
    assert not search_wasm.is_fresh()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: content[:-1], "damaged"),
        (lambda content: content[:1000] + b"?" + content[1001:], "damaged"),
        (lambda _: b"", "damaged"),
        (lambda _: wasm_file.sealed(b"\0asm", "other", ""), "does not fit the Python sources"),
    ],
)
def test_a_damaged_or_stale_file_is_refused(
    change: Callable[[bytes], bytes], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "search.wasm"
    path.write_bytes(change(wasm_file.FILE.read_bytes()))
    monkeypatch.setattr(wasm_file, "FILE", path)
    with pytest.raises(wasm_file.WasmError, match=message):
        wasm_file.read()
    path.unlink()
    with pytest.raises(wasm_file.WasmError, match="cannot be read"):
        wasm_file.read()


# -- the backend -------------------------------------------------------------------------------------------------------


def test_only_a_lack_of_memory_is_a_memory_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A time limit that is raised meanwhile stays what it is."""
    module = wasm_wasmtime.WasmtimeModule
    memory = wasm.Instance()
    for raised, expected in ((TimeoutError("late"), TimeoutError), (module.Error("full"), MemoryError)):

        def grow(_: object, pages: int, raised: Exception = raised) -> None:
            assert pages > 0
            raise raised

        monkeypatch.setattr(module, "grow", grow)
        with pytest.raises(expected):
            memory.cells(1 << 24)


START = Position.start()


def in_process(source: str, cache: Path, words: str = "") -> str:
    """Run code in a process with its own cache folder and without numba, and return its output."""
    before = f"""
import sys
from pathlib import Path
sys.modules["numba"] = None
import platformdirs
platformdirs.user_cache_path = lambda *_, **__: Path({str(cache)!r})
import adaptoid_widget as aw
from adaptoid_widget.engine.search import Searcher
"""
    run = subprocess.run(
        [sys.executable, "-c", before + source], input=words, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


SEARCHES = """
found = Searcher(1).search(aw.Position.start(), nodes=2000, seed=3)
print(aw.engine_info().backend, found.nodes, found.lines[0].turns[0])
for note in aw.engine_info().notes:
    print(note)
"""


def result_line(engine: str) -> str:
    result = Searcher(1, engine=engine).search(START, nodes=2000, seed=3)
    return f"{engine} {result.nodes} {result.lines[0].turns[0]}"


def test_without_numba_the_search_runs_as_wasm(tmp_path: Path) -> None:
    first, *notes = in_process(SEARCHES, tmp_path).splitlines()
    assert first == result_line("wasm")
    assert notes == []
    # compiling takes so little time that nothing is stored
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("before", "note"),
    [
        ("sys.modules['wasmtime'] = None", "wasm: import of wasmtime halted"),
        (
            "from adaptoid_widget.engine.backends import wasm_file as f; f.FILE = Path('none')",
            "cannot be read",
        ),
        (
            "from adaptoid_widget.engine.backends import wasm_file as f; f.SOURCES = ()",
            "does not fit the Python",
        ),
        (
            "from adaptoid_widget.engine.backends import wasm_file as f; f.read = lambda: b'0asm'",
            "wasmtime cannot run search.wasm",
        ),
        pytest.param(
            "import resource as r; r.setrlimit(r.RLIMIT_AS, (3 << 30, 3 << 30))",
            "annot allocate memory",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="limits the memory as Linux does"),
        ),
    ],
    ids=["no wasmtime", "no file", "other sources", "no module", "little memory"],
)
def test_a_backend_that_cannot_run_is_noted_and_the_search_runs_interpreted(
    before: str, note: str, tmp_path: Path
) -> None:
    first, *notes = in_process(before + "\n" + SEARCHES, tmp_path).splitlines()
    assert first == result_line("interpreted")
    assert len(notes) == 2
    assert note in notes[0]


@pytest.mark.parametrize("name", BACKENDS)
def test_the_environment_can_name_the_backend(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADAPTOID_BACKEND", name)
    first, *notes = in_process(SEARCHES, tmp_path).splitlines()
    # this process has no numba
    assert first == result_line("wasm" if name == "numba" else name)
    assert [note.partition(":")[0] for note in notes] == (["numba"] if name == "numba" else [])


def test_an_unknown_backend_in_the_environment_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADAPTOID_BACKEND", "gpu")
    source = """
try:
    aw.engine_info()
except ValueError as error:
    print(error)
"""
    assert in_process(source, tmp_path) == "ADAPTOID_BACKEND is one of wasm, numba, interpreted, not 'gpu'\n"


def test_a_backend_can_be_chosen() -> None:
    assert engine_info().backend == "wasm"
    assert engine_info().notes == ()
    assert [backend(name).name for name in BACKENDS] == list(BACKENDS)
    with pytest.raises(ValueError, match="wasm, numba, interpreted, not 'gpu'"):
        Searcher(1, engine="gpu")


def test_memory_that_cannot_grow_raises_an_error() -> None:
    searcher = Searcher(1 << 13, engine="wasm")
    with pytest.raises(MemoryError, match="8192 MB"):
        searcher.search(START, depth=1)
    # the next search works
    assert Searcher(1, engine="wasm").search(START, depth=1).depth == 1


def test_arrays_begin_with_zeros_and_do_not_overlap() -> None:
    instance = wasm.Instance()
    cells = instance.cells(1000)
    cells[999] = 7
    for _ in range(20):
        del cells
        cells = instance.cells(600)
        assert not any(cells)
        cells[0] = -5
    other = instance.cells(600)
    assert (cells[0], other[0]) == (-5, 0)


@pytest.mark.nightly
def test_freed_memory_is_used_again() -> None:
    """Otherwise 70 arrays of 64 MB would need more than the memory of a module can be."""
    instance = wasm.Instance()
    for _ in range(70):
        assert instance.cells(1 << 23)[0] == 0


def test_arrays_outlive_their_searcher() -> None:
    """A `Stop` can still write to its cell after the instance is gone."""
    cell = wasm.Instance().cells(1)
    gc.collect()
    cell[0] = 1
    assert cell[0] == 1


def test_searches_on_several_threads_do_not_affect_each_other() -> None:
    texts = ["adaptoid w 1,0 W:C2LP,D2P,E3P,G4 B:C4LP,D6LP,F5", "adapt3 w 0,0,0 W:D2 B:B4 R:F6"]

    def search(text: str) -> object:
        result = Searcher(1, engine="wasm").search(Position.from_text(text), nodes=20_000)
        return result.nodes, result.lines, list(result.table)

    expected = [search(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(search, texts * 4)) == expected * 4


def answered(root: Root, request: ListTurns | Look, cell: Any) -> Any:
    """Return the answer to a request of `deepen`."""
    return threads.result_of(root.answer(request, cell))


def test_turns_are_not_written_beyond_the_rows() -> None:
    for name in BACKENDS:
        run = backend(name)
        work, rows, after = run.cells(work_array.WORK_CELLS), run.rows(3, 15), run.cells(15)
        n = run.list_turns(START.state, False, run.context(START.layout, START.context), work, rows)
        assert n == 8
        assert list(after) == [0] * 15
        assert [int(rows[k][0]) for k in range(3)] == [0, 0, 0]


# -- conformance -------------------------------------------------------------------------------------------------------

RECORDED = [*POSITIONS, *MORE_POSITIONS]
DEPTHS, LINES = 3, 2


SEARCH_SCRIPT = Path(__file__).with_name("search.js")
IN_NODE = """
const { readFileSync } = require("node:fs");
require("node:vm").runInThisContext(readFileSync(process.argv[1], "utf8"));
const results = searchPositions(readFileSync(process.argv[2]), JSON.parse(readFileSync(0, "utf8")));
process.stdout.write(JSON.stringify(results));
"""


def each_depth(name: str, text: str) -> tuple[list[str], list[int], list[object]]:
    """Return the settings of a search, its first order, and for each depth nodes, order, scores and bounds."""
    position = Position.from_text(text)
    run = backend(name)
    entries = table_entries(1)
    work, table = run.cells(work_array.WORK_CELLS), run.cells(2 * entries)
    head = work_head(weights_of(position.context.players), (), False, entries, 1)
    for k, cell in enumerate(head):
        work[k] = cell
    settings = [str(work[k]) for k in range(work_array.LISTS)]
    settings[work_array.LIMIT] = str(NO_LIMIT)
    root = Root(run, position, work, table)
    steps = deepen(position, head, DEPTHS, None, LINES, 7, followed=0)
    stop = run.cells(1)
    out: list[object] = []
    orders: list[list[int]] = []
    looked: Any = None
    codes: Any = None
    request: Any = next(steps)
    while True:
        answer: Any = None
        if isinstance(request, Progress):
            order = [codes.index(code) for code in request.codes]
            out.append([looked.nodes, order, list(looked.scores), list(looked.bounds)])
        else:
            answer = answered(root, request, stop)
            if isinstance(request, Look):
                looked = answer
                orders.append(request.order)
            else:
                codes = answer
        try:
            request = steps.send(answer)
        except StopIteration:
            return settings, orders[0], out


def recorded_searches() -> tuple[list[dict[str, Any]], list[object]]:
    """Return the input of `search.js` for the positions in RECORDED, and the results of wasmtime at each depth."""
    jobs: list[dict[str, Any]] = []
    expected: list[object] = []
    for text in RECORDED:
        settings, order, by_wasmtime = each_depth("wasm", text)
        position = Position.from_text(text)
        context = position.context
        near = [0] * near_table.NEAR_CELLS
        for disc, mask in position.layout.links.items():
            near[disc.bit_length() - 1] = mask
        near_table.widen_near(near)
        numbers = [context.board, context.players, context.limit, context.switches, context.prey]
        jobs.append(
            {
                "state": [str(number) for number in position.state],
                "grows": int(position.step == "grow"),
                "context": [str(number) for number in numbers],
                "near": [str(mask) for mask in near],
                "work": settings,
                "workCells": work_array.WORK_CELLS,
                "entries": int(settings[work_array.ENTRIES]),
                "order": [str(r) for r in order],
                "depths": len(by_wasmtime),
                "lines": LINES,
            }
        )
        expected.append(by_wasmtime)
    return jobs, expected


def search_page() -> tuple[str, list[object]]:
    """Return a page whose main element shows the results of the browser at each depth, and those of wasmtime."""
    jobs, expected = recorded_searches()
    module = base64.b64encode(wasm_file.FILE.read_bytes()).decode()
    script = (
        SEARCH_SCRIPT.read_text("utf-8")
        + f"""
    const bytes = Uint8Array.from(atob("{module}"), (char) => char.charCodeAt(0));
    const results = searchPositions(bytes, {json.dumps(jobs)});
    const main = document.body.appendChild(document.createElement("main"));
    main.textContent = JSON.stringify(results);"""
    )
    return f"<!doctype html><title>search</title><body><script>{script}</script>", expected


# numba compiles the search for half a minute; each run compares wasmtime with plain Python
@pytest.mark.nightly
@pytest.mark.parametrize("text", RECORDED)
def test_wasmtime_finds_the_same_as_numba_at_each_depth(text: str) -> None:
    assert each_depth("wasm", text)[2] == each_depth("numba", text)[2]


def test_node_finds_the_same_at_each_depth() -> None:
    """Node has another WebAssembly engine, and `search.js` uses only the functions that the module exports."""
    node = shutil.which("node")
    if node is None:
        pytest.fail("no node on PATH: run the tests by `python3 dev.py test`, which brings its own")
    jobs, expected = recorded_searches()
    run = subprocess.run(
        [node, "-e", IN_NODE, str(SEARCH_SCRIPT), str(wasm_file.FILE)],
        input=json.dumps(jobs), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    for text, line, node_line in zip(RECORDED, expected, json.loads(run.stdout), strict=True):
        assert node_line == line, text


LEVELS = """
for text in sys.stdin.read().splitlines():
    print([str(aw.Player(level=level, seed=4)(aw.Position.from_text(text))) for level in LEVELS])
"""


def test_computer_players_play_the_same_turns(tmp_path: Path) -> None:
    levels = (4, 5, 6, 7, 8, 10)
    expected = [
        str([str(Player(level=level, seed=4)(Position.from_text(text))) for level in levels])
        for text in RECORDED
    ]
    source = f"LEVELS = {levels}\n" + LEVELS
    assert in_process(source, tmp_path, "\n".join(RECORDED)).splitlines() == expected


@pytest.mark.parametrize("text", ["adaptoid w 0,0 W:D2 B:D6", "adapt3 w 0,0,0 W:D2 B:B4 R:F6"])
def test_random_games_are_the_same(text: str) -> None:
    position = Position.from_text(text)
    modules = (wasm, numba_compiler) if EVERYTHING else (wasm,)
    played = {module.random_games(position, seed=7, games=50, cap=200) for module in modules}
    assert played == {random_play.random_games(position.state, position.context, 7, 50, 200)}


def test_replays_stop_at_the_first_illegal_turn() -> None:
    turns = [Turn.from_text(text) for text in ("D2+L", "+D5", "A1+L", "+D4")]
    arguments = (START.state, False, turns, START.layout, START.context)
    assert wasm.outcomes(*arguments) == turn.outcomes(*arguments)
    assert len(wasm.outcomes(*arguments)) == 2
    off_board = [Turn.from_text("+Z9"), *turns]
    assert wasm.outcomes(START.state, False, off_board, START.layout, START.context) == []
