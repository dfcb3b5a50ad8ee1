"""When the front end is built again: after a change of what the build reads, and of nothing else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from scripts import frontend

ROOT = frontend.ROOT
STRAY = (
    "adaptoid_widget/locales/__pycache__/__init__.cpython-313.pyc",
    "adaptoid_widget/locales/fr.json",
    "adaptoid_widget/data/shapes.json~",
    "adaptoid_widget/data/notes.txt",
    "js/.vite/results.json",
    "js/README.md",
    "js/coverage/board.ts",
    "js/dev/index.html",
    "js/dev/__pycache__/serve.cpython-313.pyc",
    "js/node_modules/.package-lock.json",
    "js/node_modules/esbuild/package.json",
    "js/test/board/painter.test.ts",
    "js/tsconfig.tsbuildinfo",
    "js/vitest.config.ts",
    "js/src/.#board.ts",
    "js/src/.board.ts.swp",
    "js/src/.ipynb_checkpoints/board-checkpoint.ts",
    "js/src/board.ts~",
    "js/src/board.ts.orig",
    "js/src/notes.md",
    "js/src/page/#worker.ts#",
)
READ = (
    "adaptoid_widget/data/shapes.json",
    "js/build.mjs",
    "js/package-lock.json",
    "js/package.json",
    "js/src/board/board.css",
    "js/src/board/painter.ts",
    "js/src/page/game.css",
    "js/src/page/worker.ts",
    "js/tsconfig.json",
)
IMPORTED = re.compile(r"""(?:\bfrom|\bimport\(?|@import)\s*["'](\.[^"']+)["']""")
NAMED_BY_BUILD = re.compile(r"""\bjoin\(here, "(\.\.?/[^"]+\.\w+|src/[^"]+)"\)""")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What the build reads, in a folder of its own."""
    for path in frontend.input_files():
        target = tmp_path / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return tmp_path


@pytest.mark.parametrize("name", STRAY)
def test_a_stray_file_changes_nothing(tree: Path, name: str) -> None:
    before = frontend.hash_inputs(tree)
    path = tree / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("stray", encoding="utf-8")
    assert frontend.hash_inputs(tree) == before


@pytest.mark.parametrize("name", READ)
def test_a_change_of_what_is_read_counts(tree: Path, name: str) -> None:
    path = tree / name
    before = frontend.hash_inputs(tree)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert frontend.hash_inputs(tree) == before
    path.write_bytes(path.read_bytes() + b" ")
    changed = frontend.hash_inputs(tree)
    path.unlink()
    assert len({before, changed, frontend.hash_inputs(tree)}) == 3


@pytest.mark.parametrize("name", ["js/src/page/more.ts", "js/src/more.css"])
def test_a_new_source_counts(tree: Path, name: str) -> None:
    before = frontend.hash_inputs(tree)
    (tree / name).touch()
    assert frontend.hash_inputs(tree) != before


def test_all_that_the_sources_import_and_the_build_names_counts() -> None:
    """A source that is imported from elsewhere would otherwise leave a stale bundle."""
    counted = {path.resolve() for path in frontend.input_files()}
    named: set[Path] = set()
    for path in counted:
        if path.suffix in (".ts", ".css"):
            named |= {path.parent / name for name in IMPORTED.findall(path.read_text(encoding="utf-8"))}
    build = (ROOT / "js" / "build.mjs").read_text(encoding="utf-8")
    named |= {ROOT / "js" / name for name in NAMED_BY_BUILD.findall(build)}
    named |= {ROOT / "js" / "src" / name for name in re.findall(r'"(\w+\.css)"', build.split("sheets")[0])}
    assert len(named) > 60
    # an import names a module with or without its ending
    files = {path if path.suffix else path.with_suffix(".ts") for path in named}
    assert sorted(path for path in files if path.resolve() not in counted) == []
