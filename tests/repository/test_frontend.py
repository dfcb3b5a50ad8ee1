"""The front end is built again only after a change of its sources, and its types and constants are those of Python."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import pytest
from typing_extensions import is_typeddict

import adaptoid_widget as aw
from adaptoid_widget.core.session.handlers import INTENTS
from adaptoid_widget.core.session.session import SETTINGS
from adaptoid_widget.core.wire import wire_types
from tools.setup import frontend
from tools.setup import wire_types as written_by_python

ROOT = frontend.ROOT
STRAY = (
    "adaptoid_widget/locales/__pycache__/__init__.cpython-313.pyc",
    "adaptoid_widget/locales/fr.json",
    "adaptoid_widget/data/shapes.json~",
    "adaptoid_widget/data/notes.txt",
    "js/.vite/results.json",
    "js/README.md",
    "js/coverage/board.ts",
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
# the first file of each kind in each of these folders
INPUTS = [
    min(folder.rglob(f"*{suffix}")).relative_to(ROOT).as_posix()
    for folder, suffix in (
        (ROOT / "adaptoid_widget" / "data", ".json"),
        (ROOT / "js" / "src", ".css"),
        (ROOT / "js" / "src", ".ts"),
    )
] + ["js/build.mjs", "js/package-lock.json", "js/package.json", "js/tsconfig.json"]
IMPORTED = re.compile(r"""(?:\bfrom|\bimport\(?|@import)\s*["'](\.[^"']+)["']""")
NAMED_BY_BUILD = re.compile(r"""\bjoin\(here, "(\.\.?/[^"]+\.\w+|src/[^"]+)"\)""")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the files that the build reads to a folder and return it."""
    for path in frontend.input_files():
        target = tmp_path / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return tmp_path


@pytest.mark.parametrize("name", STRAY)
def test_a_stray_file_does_not_change_the_hash(tree: Path, name: str) -> None:
    before = frontend.hash_inputs(tree)
    path = tree / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("stray", encoding="utf-8")
    assert frontend.hash_inputs(tree) == before


@pytest.mark.parametrize("name", INPUTS)
def test_a_change_of_an_input_changes_the_hash(tree: Path, name: str) -> None:
    path = tree / name
    before = frontend.hash_inputs(tree)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert frontend.hash_inputs(tree) == before
    path.write_bytes(path.read_bytes() + b" ")
    changed = frontend.hash_inputs(tree)
    path.unlink()
    assert len({before, changed, frontend.hash_inputs(tree)}) == 3


@pytest.mark.parametrize("name", ["js/src/page/more.ts", "js/src/more.css"])
def test_a_new_source_changes_the_hash(tree: Path, name: str) -> None:
    before = frontend.hash_inputs(tree)
    (tree / name).touch()
    assert frontend.hash_inputs(tree) != before


def test_only_a_built_front_end_with_other_sources_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frontend, "STAMP", tmp_path / "stamp.json")
    assert not frontend.is_stale()
    built = {"inputs": frontend.hash_inputs(), "outputs": frontend.hash_outputs()}
    for stamp, stale in (
        (built, False),
        ({**built, "inputs": "others"}, True),
        ({"inputs": "others", "outputs": "others"}, False),
    ):
        frontend.STAMP.write_text(json.dumps(stamp), encoding="utf-8")
        assert frontend.is_stale() is stale


def test_the_hash_covers_all_files_that_sources_import_or_the_build_names() -> None:
    """Otherwise a change of such a file would leave a stale bundle."""
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


# -- the types and constants of the wire -------------------------------------------------------------------------------


def test_the_modules_of_the_wire_are_those_that_python_writes() -> None:
    """`python3 dev.py build` writes them after a change in Python."""
    for path, text in written_by_python.modules().items():
        assert path.read_text(encoding="utf-8") == text, path


@pytest.mark.parametrize(
    ("hint", "script"),
    [
        (str | None, "string | null"),
        (list[int | None], "(number | null)[]"),
        (dict[str, list[wire_types.PieceRow]], "Record<string, PieceRow[]>"),
        (dict[wire_types.Color, str], "Partial<Record<Color, string>>"),
        (
            Annotated[wire_types.WireRow, wire_types.Members(cell=str, food_=list[wire_types.FoodRow])],
            "[cell: string, food?: FoodRow[]]",
        ),
        (wire_types.LastTurnPart, "LastTurn"),
    ],
)
def test_a_type_of_python_becomes_one_of_typescript(hint: Any, script: str) -> None:
    assert written_by_python.Types().type_of(hint) == script


def misfits(value: Any, hint: Any, path: str = "snapshot") -> list[str]:
    """List the members that a value has too few or too many, compared with its type."""
    if type(None) in get_args(hint):
        return [] if value is None else misfits(value, get_args(hint)[0], path)
    if not is_typeddict(hint):
        return []
    hints = get_type_hints(hint)
    out = [f"{path}.{name}: only in the type" for name in sorted(hint.__required_keys__ - set(value))]
    also = SETTINGS if hint is wire_types.Snapshot else ()
    out += [f"{path}.{name}: not in the type" for name in sorted(set(value) - {*hints, *also})]
    for name in sorted(set(hints) & set(value)):
        out += misfits(value[name], hints[name], f"{path}.{name}")
    return out


def snapshot_of_editor() -> Any:
    board = aw.Board()
    board.edit(tool="layout")
    return board.snapshot


@pytest.mark.parametrize(
    "made",
    [
        lambda: aw.Board(aw.Game().play("D2+L")).snapshot,
        lambda: aw.Board(black="level:1").snapshot,
        lambda: aw.Lesson("fork", results=None).board.snapshot,
        snapshot_of_editor,
    ],
    ids=["game", "computer", "lesson", "editor"],
)
def test_a_snapshot_has_the_members_of_its_type(made: Callable[[], Any]) -> None:
    assert misfits(made(), wire_types.Snapshot) == []


def test_the_wire_protocol_lists_the_members_of_parts_of_a_snapshot() -> None:
    page = (ROOT / "docs" / "reference" / "wire_protocol.md").read_text(encoding="utf-8")
    for heading, following, part in (
        ("Editor", "Lesson maker", wire_types.EditPart),
        ("Lesson", "Analyst", wire_types.LessonPart),
    ):
        section = page.partition(f"\n## {heading}\n")[2].partition(f"\n## {following}\n")[0]
        missing = [name for name in get_type_hints(part) if not re.search(f'[`"]{name}[`"]', section)]
        assert missing == [], heading


def test_the_intents_are_those_that_boards_handle() -> None:
    """Each intent that the front end may send has a handler or is one of the widget's own, and the reverse."""
    sent = {kind for kinds in wire_types.INTENTS for kind in kinds.split()}
    assert set(INTENTS) <= sent
    page = (ROOT / "docs" / "reference" / "wire_protocol.md").read_text(encoding="utf-8")
    assert [kind for kind in sorted(sent) if f"`{kind}`" not in page and f'"{kind}"' not in page] == []
