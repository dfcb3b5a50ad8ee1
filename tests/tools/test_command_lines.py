"""Every tool, and every script that people start, says what it does before it does it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ["scripts.bare_debian", "scripts.documents", "scripts.lite_wheels", "scripts.package"]
TOOLS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for path in sorted(ROOT.glob("tools/**/*.py"))
    if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("tool", TOOLS + SCRIPTS)
def test_help_is_printed_and_nothing_else_is_done(tool: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", tool, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stdout[:6]) == (0, "usage:"), result.stderr
