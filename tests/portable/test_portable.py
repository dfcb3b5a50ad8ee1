"""The same core files, run by CPython and by MicroPython's WebAssembly build, must say the same (conformance.py)."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.portable import conformance

RUNNER = Path(__file__).with_name("run.mjs")


def under_micropython(part: str) -> str:
    node = shutil.which("node")
    if node is None:
        pytest.fail("no node on PATH: run the tests by `python3 dev.py test`, which brings its own")
    done = subprocess.run([node, str(RUNNER), part], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"MicroPython failed in {part}:\n{done.stderr}")
    return done.stdout


@pytest.mark.parametrize("part", conformance.PARTS)
def test_both_say_the_same(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON is compared by what it means: dicts have another order there, and numbers another look."""
    conformance.main([part])
    here = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    there = [json.loads(line) for line in under_micropython(part).splitlines()]
    assert here
    assert [line for line in here if line[0].startswith("WRONG")] == []
    assert len(there) == len(here)
    for mine, other in zip(here, there, strict=True):
        assert other == mine


def test_the_parts_are_all_run() -> None:
    assert sorted(conformance.PARTS) == sorted([*conformance.DOINGS, *conformance.STARTS])


def test_a_failing_script_is_noticed() -> None:
    with pytest.raises(pytest.fail.Exception, match="no such part"):
        under_micropython("no such part")
