"""The front end is built again only after a change of its sources, and its types and constants are those of Python."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import pytest
from typing_extensions import NotRequired, is_typeddict

import adaptoid_widget as aw
from adaptoid_widget.core.page.game_page import GamePage
from adaptoid_widget.core.page.puzzle_page import PuzzlePage
from adaptoid_widget.core.page.stored_game import stored_game
from adaptoid_widget.core.search.remote_search import RemoteRunner
from adaptoid_widget.core.search.runner import SearchRequest
from adaptoid_widget.core.session.handlers import INTENTS
from adaptoid_widget.core.session.session import SETTINGS
from adaptoid_widget.core.wire import wire_types
from adaptoid_widget.export.shared_page import settings_of
from adaptoid_widget.puzzles import load, sentences
from tests.core.session.test_computer_players import WEIGHTS, Host
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


def test_each_rule_of_the_sheets_of_boards_names_a_class_of_a_board() -> None:
    """A part brings its sheet when it is first needed: one for `[data-ghost]` alone hid what other parts had drawn."""
    wrong = []
    for path in (ROOT / "js" / "src").rglob("*.css"):
        if path.parent.name in ("page", "site", "class", "cells"):
            continue
        text = re.sub(r'/\*.*?\*/|"[^"]*"', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for head in re.findall(r"([^{};]+){", text):
            # blocks of @keyframes have no selectors, and those within a rule have its class
            if re.match(r"\s*([@>&+]|(from|to|[\d.]+%)\s)", head):
                continue
            selectors = head
            while "(" in selectors:
                selectors = re.sub(r"\(([^()]*)\)", lambda group: group[1].replace(",", " "), selectors)
            wrong += [f"{path.name}:{one}" for one in selectors.split(",") if ".adaptoid-" not in one]
    assert wrong == []


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


SCRIPT_CONSTANT = re.compile(
    r"""^(?:export )?const (\w+)(?:: [^=]+)? = ([\[\d"-](?:(?!\n\n).)*?)(?: as const)?;$""",
    re.MULTILINE | re.DOTALL,
)


def python_constants() -> dict[object, str]:
    """The places of constants in Python: of numbers and texts by name and value, of longer lists by their members."""
    places: dict[object, str] = {}
    for path in sorted((ROOT / "adaptoid_widget").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
                continue
            try:
                value = ast.literal_eval(node.value)
            except ValueError:
                continue
            place = f"{path.relative_to(ROOT)}: {node.targets[0].id}"
            if isinstance(value, (tuple, list)) and len(value) > 2:
                places[str(sorted(map(str, value)))] = place
            elif isinstance(value, (int, float, str)):
                places[node.targets[0].id.strip("_"), value] = place
    return places


def test_no_constant_stands_in_python_and_in_typescript() -> None:
    """`CONSTANTS` of `tools/setup/wire_types.py` has those that both sides need."""
    places, seen, twins = python_constants(), 0, []
    for path in sorted((ROOT / "js" / "src").rglob("*.ts")):
        for name, text in SCRIPT_CONSTANT.findall(path.read_text(encoding="utf-8")):
            try:
                # without what JSON does not know: a last comma, and digits in groups
                value = json.loads(re.sub(r",(?=\s*[\]}])|(?<=\d)_(?=\d)", "", text))
            except ValueError:
                continue
            seen += 1
            key = str(sorted(map(str, value))) if isinstance(value, list) else (name, value)
            if key in places and path != written_by_python.PROTOCOL / "constants.ts":
                twins.append(f"{path.relative_to(ROOT)}: {name} is {places[key]}")
    assert seen > 150
    assert twins == []


def misfits(value: Any, hint: Any, path: str = "snapshot") -> list[str]:
    """List the members that a value has too few or too many, compared with its type."""
    if get_origin(hint) is NotRequired:
        hint = get_args(hint)[0]
    if get_origin(hint) is Union and type(None) not in get_args(hint):
        # that of the variants which fits best
        return min((misfits(value, variant, path) for variant in get_args(hint)), key=len)
    if get_origin(hint) is dict and is_typeddict(get_args(hint)[1]):
        return [wrong for key in value for wrong in misfits(value[key], get_args(hint)[1], f"{path}[{key}]")]
    if type(None) in get_args(hint):
        return [] if value is None else misfits(value, get_args(hint)[0], path)
    if not is_typeddict(hint):
        return []
    hints = get_type_hints(hint, include_extras=True)
    required = {name for name, member in hints.items() if get_origin(member) is not NotRequired}
    out = [f"{path}.{name}: only in the type" for name in sorted(required - set(value))]
    also = SETTINGS if hint in (wire_types.Snapshot, wire_types.BoardSnapshot) else ()
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


GAME_PAGE = {
    "language": "en",
    "game": stored_game(aw.Game()),
    "aids": "full",
    "board": "p1",
    "weights": WEIGHTS,
}


PUZZLES_PAGE = {
    "language": "en",
    "board": "p1",
    "puzzles": [list(puzzle[:-1]) for puzzle in load()],
    "sentences": sentences(),
}


def answer_of_search() -> Any:
    """The answer of a page whose search is under way."""
    page = GamePage(json.dumps(GAME_PAGE))
    return json.loads(page.handle(json.dumps({"id": 1, "rev": page.session.rev, "kind": "analyse"})))


def requests_and_answers() -> list[tuple[Any, Any]]:
    """A request of each kind that a search makes, and the answer."""
    start = aw.Position.start()
    runner, host = RemoteRunner(WEIGHTS), Host(start)
    runner.run("review", SearchRequest(start, depth=2), lambda _: None)
    found: dict[str, tuple[Any, Any]] = {}
    while runner.requests:
        (asked,) = runner.requests.values()
        answer = host.answer(asked["request"])
        found[asked["request"]["do"]] = asked["request"], answer
        runner.receive({"number": asked["number"], "answer": answer})
    return list(found.values())


def test_a_page_says_what_its_types_say() -> None:
    """Its settings, the answers of its Python, and the requests of its searches."""
    for kind, options in (("game", {}), ("tutorial", {"contents": [{"kind": "game", "board": "p2"}]})):
        settings = settings_of(kind, {"language": "en", "board": "p1", **options})
        assert misfits(settings, wire_types.PageSettings, kind) == []
    game, puzzles = GamePage(json.dumps(GAME_PAGE)), PuzzlePage(json.dumps(PUZZLES_PAGE))
    for answer in (json.loads(game.first()), json.loads(puzzles.first()), answer_of_search()):
        assert misfits(answer, wire_types.AnswerPart, "answer") == []
    found = requests_and_answers()
    assert sorted(request["do"] for request, _ in found) == ["list", "read", "search_root"]
    for request, answer in found:
        assert misfits(request, wire_types.SearchRequestPart) == []
        assert misfits(answer, wire_types.SearchAnswerPart) == []


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
