"""The README's tour is true: its blocks run, one after the other, as a notebook would run them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_tour_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All of it, in one namespace and a folder of its own."""
    blocks = re.findall(
        r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) >= 4
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "tour"}
    for block in blocks:
        exec(compile(block, str(README), "exec"), names)
    assert (tmp_path / "game.html").stat().st_size > 10_000
    assert "+" in capsys.readouterr().out
