"""The front end is built again only after a change of its sources, and its types and constants are those of Python."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.comments import MAX_COMMENT
from adaptoid_widget.core.game.marks import MAX_LABEL, TONES
from adaptoid_widget.core.rules.variants import SWITCH_NAMES, VARIANT_NAMES, VARIANTS
from adaptoid_widget.core.search import levels
from adaptoid_widget.core.session import sharing
from adaptoid_widget.core.tactics.weak_players import HABITS
from adaptoid_widget.core.teaching import results
from adaptoid_widget.core.wire import snapshot, snapshot_types
from adaptoid_widget.engine.backends import wasm, wasm_file
from adaptoid_widget.picture import films
from adaptoid_widget.reports import class_results, rows
from adaptoid_widget.storage import game_link, lesson_results
from adaptoid_widget.widget import lesson_maker, players
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
INPUTS = (
    "adaptoid_widget/data/palettes.json",
    "adaptoid_widget/data/shapes.json",
    "js/build.mjs",
    "js/micropython.mjs",
    "js/package-lock.json",
    "js/package.json",
    "js/src/board/board.css",
    "js/src/board/painter.ts",
    "js/src/page/game_page.css",
    "js/src/worker/page_worker.ts",
    "js/tsconfig.json",
)
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


# -- the types of snapshots in TypeScript and in Python ----------------------------------------------------------------

TYPES = ROOT / "js" / "src" / "protocol" / "types.ts"
Shape = dict[str, Any]


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)


def parts_of(text: str, separator: str) -> list[str]:
    """Split a text at the separators outside brackets."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "{[(<") - (char in "}])>")
        if char == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


class Interfaces:
    """The types that a TypeScript module exports, in a simple form that Python types are compared with.

    "str", "num" and "bool" are simple types, and "row" is a tuple. ["T"] is an array, {"*": "T"} a record, and
    {"name": "T"} an object, where "name?" is an optional member. (T, None) is a type or null.
    """

    def __init__(self, text: str) -> None:
        text = without_comments(text)
        named = re.findall(r"interface (\w+) (\{.*?\n\})", text, re.DOTALL)
        self.types: dict[str, str] = dict([*named, *re.findall(r"type (\w+) =\s*(.*?);\n", text, re.DOTALL)])

    def simple(self, text: str) -> Any:
        """Return the simple form of a type."""
        choices = parts_of(text, "|")
        if "null" in choices:
            return self.simple("|".join(choice for choice in choices if choice != "null")), None
        forms = [self._type_of(choice) for choice in choices]
        assert all(form == forms[0] for form in forms), text
        return forms[0]

    def _type_of(self, text: str) -> Any:
        if text.endswith("[]"):
            return [self.simple(text[:-2].strip("()"))]
        if text.startswith("["):
            return "row"
        if text.startswith("{"):
            members = [member.partition(":") for member in parts_of(text[1:-1], ";")]
            return {name.strip(): self.simple(kind) for name, _, kind in members}
        if record := re.fullmatch(r"(?:Partial<)?Record<\w+, (.*?)>+", text):
            return {"*": self.simple(record[1])}
        if text in self.types:
            return self.simple(self.types[text])
        if text[0] == '"' or text == "string":
            return "str"
        return {"number": "num", "boolean": "bool"}.get(text, "num" if text.isdigit() else text)


def simple_type(hint: Any) -> Any:
    """Return the simple form of a Python type."""
    if hint == snapshot_types.WireRow:
        return "row"
    if hasattr(hint, "__required_keys__"):
        hints = get_type_hints(hint)
        return {
            name + "?" * (name in hint.__optional_keys__): simple_type(kind) for name, kind in hints.items()
        }
    choices = get_args(hint)
    if NoneType in choices:
        return simple_type(choices[0]), None
    if get_origin(hint) is list:
        return [simple_type(choices[0])]
    if get_origin(hint) is dict:
        return {"*": simple_type(choices[1])}
    return {str: "str", int: "num", float: "num", bool: "bool"}[hint]


def differences(python: Shape, script: Shape, path: str = "snapshot") -> list[str]:
    """List the members that only one side has and those with different types."""
    out = [f"{path}.{name}: only in Python" for name in sorted(set(python) - set(script))]
    out += [f"{path}.{name}: only in TypeScript" for name in sorted(set(script) - set(python))]
    for name in sorted(set(python) & set(script)):
        python_type, script_type = python[name], script[name]
        if isinstance(python_type, tuple) and isinstance(script_type, tuple):
            python_type, script_type = python_type[0], script_type[0]
        if isinstance(python_type, dict) and isinstance(script_type, dict):
            out += differences(python_type, script_type, f"{path}.{name}")
        elif python_type != script_type:
            out.append(f"{path}.{name}: {python_type} in Python, {script_type} in TypeScript")
    return out


PARTS = {"Snapshot": snapshot_types.Snapshot, "FilmFrame": snapshot_types.FilmFramePart}


@pytest.mark.parametrize("name", PARTS)
def test_the_typescript_types_equal_the_python_types(name: str) -> None:
    script = Interfaces(TYPES.read_text(encoding="utf-8")).simple(name)
    assert len(script) > 5
    assert differences(simple_type(PARTS[name]), script) == []


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("  rev: number;", "", "snapshot.rev: only in Python"),
        ("  rev: number;", "  rev: number; more: string;", "snapshot.more: only in TypeScript"),
        ("  rev: number;", "  rev: string;", "snapshot.rev: num in Python, str in TypeScript"),
        ("  phase: ", "  phase?: ", "snapshot.lesson.phase: only in Python"),
        ("taken: number;", "", "snapshot.lesson.hint.taken: only in Python"),
        ("  tip: string;", "  tip: string | null;", "snapshot.lesson.tip: str in Python, ('str', None) in TypeScript"),
        ("starving: string[]", "starving: Limb", "snapshot.starving: ['str'] in Python, str in TypeScript"),
        ("low: number;", "", "snapshot.marks.heat.low: only in Python"),
        ("to: string | null;", "", "snapshot.last.to: only in Python"),
    ],
)  # fmt: skip
def test_a_difference_between_the_types_is_found(old: str, new: str, difference: str) -> None:
    text = without_comments(TYPES.read_text(encoding="utf-8"))
    changed = text[: text.index("export interface Reply")].replace(old, new)
    script = Interfaces(changed).simple("Snapshot")
    assert difference in differences(simple_type(snapshot_types.Snapshot), script)


def misfits(value: Any, form: Any, path: str = "snapshot") -> list[str]:
    """List the members that a value has too few or too many, compared with the simple form of its type."""
    if isinstance(form, tuple):
        return [] if value is None else misfits(value, form[0], path)
    if not isinstance(form, dict) or "*" in form:
        return []
    out = [f"{path}.{name}: only in the type" for name in sorted(set(form) - set(value))]
    out += [f"{path}.{name}: not in the type" for name in sorted(set(value) - set(form))]
    for name in sorted(set(form) & set(value)):
        out += misfits(value[name], form[name], f"{path}.{name}")
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
    assert misfits(made(), simple_type(snapshot_types.Snapshot)) == []


def test_the_wire_protocol_lists_the_members_of_a_snapshot() -> None:
    page = (ROOT / "docs" / "reference" / "wire_protocol.md").read_text(encoding="utf-8")
    for heading, following, part in (
        ("Snapshot", "Intents", snapshot_types.Snapshot),
        ("Editor", "Lesson maker", snapshot_types.EditPart),
        ("Lesson", "Analyst", snapshot_types.LessonPart),
    ):
        section = page.partition(f"\n## {heading}\n")[2].partition(f"\n## {following}\n")[0]
        assert [name for name in simple_type(part) if not re.search(f'[`"]{name}[`"]', section)] == [], (
            heading
        )


# -- the constants that TypeScript and Python share --------------------------------------------------------------------

# the value in Python of a constant in a module of js/src
SHARED: dict[str, Any] = {
    # the page shows no times
    "class/class_page.ts HARDEST_COLUMNS": (
        *(name for name in rows.HARDEST_COLUMNS if name != "seconds"),
        "wrong",
    ),
    "class/class_page.ts MAX_HARDEST": class_results.MAX_SHOWN,
    "class/class_page_results.ts HOW": results.HOW,
    "class/class_page_results.ts MAX_BYTES": lesson_results.MAX_BYTES,
    "class/class_page_results.ts MAX_NUMBER": results.MAX_NUMBER,
    "class/class_page_results.ts MAX_RESULT_STEPS": results.MAX_RESULT_STEPS,
    "class/class_page_results.ts MAX_RESULT_TEXT": results.MAX_RESULT_TEXT,
    "class/class_page_results.ts MAX_TRIED": results.MAX_TRIED,
    "share/film.ts MAX_TURNS": films.MAX_TURNS,
    "share/share.ts MAX_FILE": sharing.MAX_TEXT,
    "history/comment.ts MAX_COMMENT": MAX_COMMENT,
    "maker/maker.ts MAX_GOAL": lesson_maker.MAX_GOAL,
    "maker/maker.ts MAX_LENGTHS": lesson_maker.MAX_LENGTHS,
    "page/learners.ts MAX_LEARNER_NAME": results.MAX_LEARNER_NAME,
    "page/model.ts PACE_MS": players.PACE_S * 1000,
    "worker/search_module.ts BLOCK_CELLS": wasm.BLOCK_CELLS,
    "worker/search_module.ts WORD_BYTES": wasm_file.WORD_BYTES,
    "pens/pens.ts MAX_LABEL": MAX_LABEL,
    "pens/pens.ts TONES": TONES,
    "players/players.ts MAX_LEVEL": levels.HIGHEST,
    "players/players.ts MAX_WEAK": len(HABITS),
    "protocol/game_link.ts MAX_RECORD": game_link.MAX_RECORD,
    "protocol/types.ts COMMENTED": snapshot.COMMENTED,
    "protocol/types.ts MARKED": snapshot.MARKED,
    "protocol/types.ts ON_LINE": snapshot.ON_LINE,
    "protocol/types.ts SOLVED_STATES": results.SOLVED_STATES,
    "protocol/types.ts SWITCHES": list(SWITCH_NAMES),
    "protocol/types.ts VARIANTS": {name: len(VARIANTS[name].colors) for name in VARIANT_NAMES},
    "protocol/types.ts VARIATION": snapshot.VARIATION,
}


@pytest.mark.parametrize("constant", SHARED)
def test_a_shared_constant_is_that_of_python(constant: str) -> None:
    module, name = constant.split()
    text = (ROOT / "js" / "src" / module).read_text(encoding="utf-8")
    declaration = re.search(
        rf"^(?:export )?const {name}(?:: [^=]+)? = ([^;]+?)(?: as const)?;", text, re.MULTILINE
    )
    assert declaration, constant
    value = re.sub(r"(?<=\d)_(?=\d)", "", re.sub(r"(\w+):", r'"\1":', declaration[1]))
    expected = SHARED[constant]
    assert json.loads(value) == (list(expected) if isinstance(expected, tuple) else expected)
