"""The bundles of the front end: the board, and the parts that are loaded when needed."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import comm
import pytest

import adaptoid_widget as aw
from adaptoid_widget.widget.bundles import PARTS
from tests.widget.wire import Wire, wire_of

STATIC = Path(aw.__file__).parent / "static"
MAX_PART_BYTES = {
    "editor": 11_200,
    "pens": 6_100,
    "maps": 5_000,
    "analyst": 10_100,
    "lesson": 9_900,
    "notebook": 2_800,
    "players": 4_100,
    "share": 9_200,
    "animation": 7_500,
    "maker": 6_100,
}
# the parts that the shared pages contain from the beginning
PAGES = {
    "page-game": {"analyst", "editor", "pens", "maps", "players", "share", "animation"},
    "page-lesson": {"lesson", "maps", "animation"},
}
# a string that occurs in this part only
MARKS = {
    "editor": "ui.edit.off",
    "pens": "ui.pen.hint.from",
    "maps": "ui.map.attackers",
    "analyst": "ui.analyst.ready",
    "lesson": "ui.lesson.unchosen",
    "notebook": "model not found",
    "players": "ui.player.computer",
    "share": "ui.share.busy",
    "animation": "AudioContext",
    "maker": "ui.maker.previewing",
}


@pytest.fixture(autouse=True)
def wires(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let boards made here send over a Wire."""
    monkeypatch.setattr(comm, "create_comm", Wire)


def text_of(name: str) -> str:
    """A script as a view receives it."""
    return (STATIC / f"{name}.js").read_text(encoding="utf-8")


def request_part(board: aw.Board, **intent: Any) -> Any:
    """The reply to a request for a part, with a `rev` that the board does not have."""
    wire = wire_of(board)
    wire.bring({"id": 5, "rev": -7, "kind": "part", **intent})
    return wire.replies[-1]


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("interactive", [True, False])
def test_a_view_gets_a_part_when_it_asks(name: str, interactive: bool) -> None:
    """A part is also sent by a board that is not interactive and while the editor is open. The request
    changes nothing."""
    board = aw.Board(interactive=interactive)
    rev = board.snapshot["rev"]
    assert request_part(board, name=name)["module"] == text_of(name)
    assert board.snapshot["rev"] == rev
    if interactive:
        board.edit()
        assert request_part(board, name=name)["module"] == text_of(name)
    board.close()


@pytest.mark.parametrize("name", ["board", "../widget", "", 7, None])
def test_an_unknown_part_is_refused(name: object) -> None:
    board = aw.Board()
    reply = request_part(board, name=name)
    assert not reply["ok"]
    assert "module" not in reply
    board.close()


def test_each_part_is_a_module_of_its_own() -> None:
    """A part has a default export and strings that neither the board nor the other parts have. A shared page
    includes its parts."""
    assert set(MARKS) == set(MAX_PART_BYTES) == set(PARTS)
    fronts: dict[str, dict[str, str]] = {
        page: json.loads(gzip.decompress((STATIC / f"{page}-front.json.gz").read_bytes())) for page in PAGES
    }
    scripts = {name: text_of(name) for name in ("board", *PARTS)}
    scripts.update({page: front["script"] for page, front in fronts.items()})
    for name, mark in MARKS.items():
        held = {other for other, script in scripts.items() if mark in script}
        assert held == {name} | {page for page, parts in PAGES.items() if name in parts}
        assert "export" in scripts[name]
        assert "as default" in scripts[name] or "export default" in scripts[name]
    assert ".adaptoid-palette" in scripts["editor"]
    assert ".adaptoid-palette" not in (STATIC / "board.css").read_text(encoding="utf-8")
    # the script of a shared page adds no style sheet
    assert ".adaptoid-palette" in fronts["page-game"]["style"]
    assert ".adaptoid-palette" not in scripts["page-game"]
    assert ".adaptoid-target" not in (STATIC / "board.css").read_text(encoding="utf-8")
    for page in PAGES:
        assert ".adaptoid-target" in fronts[page]["style"]


@pytest.mark.parametrize("page", [*PAGES, "page-search-lesson", "page-site"])
def test_a_page_defines_all_colours(page: str) -> None:
    """The style defines the colours of the board and of the maps, and those for print."""
    front = json.loads(gzip.decompress((STATIC / f"{page}-front.json.gz").read_bytes()))
    roles = ["map", "map1", "map4", "disc", "B-body"]
    missing = [role for role in roles if f"--adaptoid-{role}:" not in front["style"]]
    assert missing == []
    assert re.search(r"@media print\s*\{[^}]*--adaptoid-B-body:", front["style"])


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_small(name: str) -> None:
    """Measured with gzip. test_repository.py limits the size of the board itself."""
    size = len(gzip.compress((STATIC / f"{name}.js").read_bytes(), 9, mtime=0))
    assert 1_000 < size <= MAX_PART_BYTES[name]
