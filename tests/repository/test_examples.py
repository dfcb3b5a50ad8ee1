"""The README's tour and the notebooks run, each in a namespace and a folder of its own."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from matplotlib_inline.config import InlineBackend

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
NOTEBOOKS = ROOT / "notebooks"


def test_the_examples_of_the_readme_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Runs all Python blocks of the README, one after the other."""
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


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    """Return IPython without a kernel, which takes a tenth of the time. A nightly run uses kernels."""
    shell: Any = InteractiveShell.instance(history_load_length=0)
    shell.history_manager.enabled = False
    # a kernel has this configurable too, for `%config`
    shell.configurables.append(InlineBackend(parent=shell))
    yield shell
    InteractiveShell.clear_instance()


def test_notebooks_show_no_plot_styling() -> None:
    """A reader sees the subject first. The style of drawings is in a collapsed cell."""
    for path in NOTEBOOKS.glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            is_hidden = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
            assert is_hidden or "rcParams" not in "".join(cell["source"]), path.name


@pytest.mark.parametrize("name", sorted(path.name for path in NOTEBOOKS.glob("*.ipynb")))
def test_a_notebook_runs(
    name: str, shell: InteractiveShell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(NOTEBOOKS / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    cells = json.loads((NOTEBOOKS / name).read_text(encoding="utf-8"))["cells"]
    for cell in cells:
        if cell["cell_type"] == "code":
            shell.run_cell("".join(cell["source"])).raise_error()
