"""Every tool prints its help; `dev.py` and the build run the modules of `tools/setup`."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for path in sorted(ROOT.glob("tools/**/*.py"))
    if "setup" not in path.parts and '__name__ == "__main__"' in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("tool", TOOLS)
def test_help_is_printed_and_nothing_is_run(
    tool: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [tool, "--help"])
    for name in (tool, f"{tool}.__main__"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(tool, run_name="__main__", alter_sys=True)
    assert (ended.value.code, capsys.readouterr().out[:6]) == (0, "usage:")
