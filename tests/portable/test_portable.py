"""Runs conformance.py in CPython and in MicroPython (as WebAssembly). Both must print the same lines."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.portable import conformance
from tests.repetitions import repetitions

RUNNER = Path(__file__).with_name("run.mjs")
# turns of random games from each start; other random parts depend on it too
TURNS = repetitions(200, 10_000)


def under_micropython(part: str, folder: Path) -> str:
    node = shutil.which("node")
    if node is None:
        pytest.fail("no node on PATH: run the tests by `python3 dev.py test`, which brings its own")
    completed = subprocess.run(
        [node, str(RUNNER), str(folder), "conformance", json.dumps([[part], TURNS])],
        capture_output=True,
        text=True,
        check=False,
    )
    if completed.returncode:
        pytest.fail(f"MicroPython failed in {part}:\n{completed.stderr}")
    return completed.stdout


@pytest.mark.parametrize("part", [*conformance.PART_FUNCTIONS, *conformance.RANDOM_PARTS])
def test_cpython_and_micropython_print_the_same(
    part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """JSON is compared by value, because MicroPython orders dicts and prints numbers differently."""
    conformance.main([part], TURNS)
    cpython_lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    micropython_lines = [json.loads(line) for line in under_micropython(part, tmp_path).split("\n") if line]
    assert cpython_lines
    assert [line for line in cpython_lines if line[0].startswith("WRONG")] == []
    assert len(micropython_lines) == len(cpython_lines)
    for mine, other in zip(cpython_lines, micropython_lines, strict=True):
        assert other == mine


def test_an_error_in_micropython_fails_the_test(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match="no such part"):
        under_micropython("no such part", tmp_path)
