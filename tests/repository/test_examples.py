"""The README, the tour and the notebooks run, each in a namespace and a folder of its own."""

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

import adaptoid_widget as aw

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"


def run_examples(page: str) -> dict[str, object]:
    """Run all Python blocks of a page, one after the other; return their names."""
    text = (ROOT / page).read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "page"}
    for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        exec(compile(block, page, "exec"), names)
    return names


def test_the_readme_shows_a_board_before_it_explains_tools() -> None:
    """Three lines show the board of the picture below them, and the first command opens one."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    lines = [line for line in block.splitlines() if line]
    assert len(lines) == 3
    assert isinstance(run_examples("README.md")[lines[-1]], aw.Board)
    commands = re.findall(r"^python3 dev\.py (\w+)", readme, re.MULTILINE)
    assert commands == ["lab", "test"]
    places = [readme.index(part) for part in ("fork.gif", block, "board.png", "python3 dev.py lab")]
    assert places == sorted(places)


def test_the_examples_of_the_tour_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run_examples("docs/tutorials/tour.md")
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
