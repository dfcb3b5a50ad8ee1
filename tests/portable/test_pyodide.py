"""The search in Pyodide, run in Node, where WebAssembly of the host runs `search.wasm`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget
from adaptoid_widget.engine.search import Searcher

RUNNER = Path(__file__).with_name("run_pyodide.mjs")
PACKAGE = Path(adaptoid_widget.__file__).parent
POSITIONS = [
    "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP",
    "adaptoid+bare-exchange w 0,0 W:D2 B:D6",
    "adapt3 w 0,0,0 W:D2 B:B4 R:F6",
]
PROGRAM = """
import gc, json
from adaptoid_widget import Position, Turn, threads
from adaptoid_widget.arena.players import Player
from adaptoid_widget.core.rules import turn
from adaptoid_widget.core.search.runner import SearchRequest
from adaptoid_widget.engine import search
from adaptoid_widget.engine.backends import wasm
from adaptoid_widget.engine.backends.backend import engine_info
from adaptoid_widget.engine.cancel import Stop
from adaptoid_widget.engine.search import Searcher

info = engine_info()
assert info.backend == "wasm", info
out = []
for text in POSITIONS:
    position = Position.from_text(text)
    result = Searcher(1).search(position, nodes=20_000, lines=2, seed=3)
    out.append([result.nodes, result.depth, [[str(t) for t in line.turns] for line in result.lines],
                [line.hundredths for line in result.lines],
                [str(Player(level=level, seed=5)(position)) for level in (4, 6, 8, 10)]])

# a deadline and a stop event, without threads
position = Position.from_text(POSITIONS[0])
assert Searcher(4).search(position, seconds=0.05).done == "seconds"
search.SLICE_NODES = 10_000
stop = Stop()
slices = Searcher(4).in_slices(SearchRequest(position, seconds=3600), stop)
for _ in range(5):
    next(slices)
stop.set()
assert threads.result_of(slices).done == "stopped"

# arrays begin with zeros, also in freed memory
instance = wasm.Instance()
cells = instance.cells(1000)
cells[999] = -7
assert list(cells)[998:] == [0, -7]
for _ in range(20):
    del cells
    gc.collect()
    cells = instance.cells(600)
    assert not any(cells)
    cells[0] = 1 << 61
    assert cells[0] == 1 << 61

start = Position.start()
turns = [Turn.from_text(text) for text in ("D2+L", "+D5", "D2-D3 +C2", "+E5", "+A1")]
arguments = start.state, False, turns, start.layout, start.context
assert wasm.outcomes(*arguments) == turn.outcomes(*arguments)
print(json.dumps(out))
"""


@pytest.fixture(scope="module")
def pyodide_results() -> Any:
    node = shutil.which("node")
    if node is None:
        pytest.fail("no node on PATH: run the tests by `python3 dev.py test`, which brings its own")
    program = f"POSITIONS = {POSITIONS!r}\n{PROGRAM}"
    completed = subprocess.run(
        [node, str(RUNNER), str(PACKAGE)], input=program, capture_output=True, text=True, check=False
    )
    assert completed.returncode == 0, completed.stderr + completed.stdout
    return json.loads(completed.stdout.splitlines()[-1])


# like JupyterLite, for which it is: it takes as long to start as all else here
@pytest.mark.nightly
@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_the_search_finds_the_same_as_in_cpython(pyodide_results: Any, number: int) -> None:
    """Nodes, lines, scores, and the turns of the levels are the same."""
    position = adaptoid_widget.Position.from_text(POSITIONS[number])
    result = Searcher(1).search(position, nodes=20_000, lines=2, seed=3)
    assert pyodide_results[number] == [
        result.nodes,
        result.depth,
        [[str(turn) for turn in line.turns] for line in result.lines],
        [line.hundredths for line in result.lines],
        [str(adaptoid_widget.Player(level=level, seed=5)(position)) for level in (4, 6, 8, 10)],
    ]
