"""The bundles of the front end: the board, and its parts, which it loads when it needs one."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from tests.widget.wire import wire_of

pytestmark = pytest.mark.usefixtures("wires")

STATIC = Path(aw.__file__).parent / "static"
# the parts that shared pages contain
PAGE_PARTS = {"analyst", "editor", "pens", "maps", "lesson", "players", "share", "animation"}
# a string that occurs in each part only
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


def text_of(name: str) -> str:
    """A script as a view receives it."""
    return (STATIC / f"{name}.js").read_text(encoding="utf-8")


def page_front() -> dict[str, str]:
    """The script and the style of shared pages."""
    front: dict[str, str] = json.loads(gzip.decompress((STATIC / "page-front.json.gz").read_bytes()))
    return front


def request_parts(board: aw.Board) -> Any:
    """The reply to a request for the parts, with a `rev` that the board does not have."""
    wire = wire_of(board)
    wire.bring({"id": 5, "rev": -7, "kind": "parts"})
    return wire.replies[-1]


@pytest.mark.parametrize("interactive", [True, False])
def test_a_view_gets_the_parts_when_it_asks(interactive: bool) -> None:
    """Also from a board that is not interactive and while the editor is open. The request changes nothing."""
    board = aw.Board(interactive=interactive)
    rev = board.snapshot["rev"]
    assert request_parts(board)["module"] == text_of("parts")
    assert board.snapshot["rev"] == rev
    if interactive:
        board.edit()
        assert request_parts(board)["module"] == text_of("parts")
    board.close()


def test_the_board_contains_no_part() -> None:
    """The second bundle of a notebook contains all parts. A shared page includes those that it needs."""
    front = page_front()
    scripts = {"board": text_of("board"), "parts": text_of("parts"), "page": front["script"]}
    for name, mark in MARKS.items():
        held = {other for other, script in scripts.items() if mark in script}
        assert held == ({"parts", "page"} if name in PAGE_PARTS else {"parts"})
    assert "as default" in scripts["parts"] or "export default" in scripts["parts"]
    assert ".adaptoid-palette" in scripts["parts"]
    assert ".adaptoid-palette" not in (STATIC / "board.css").read_text(encoding="utf-8")
    # the script of a shared page adds no style sheet
    assert ".adaptoid-palette" in front["style"]
    assert ".adaptoid-palette" not in front["script"]
    assert ".adaptoid-target" not in (STATIC / "board.css").read_text(encoding="utf-8")
    assert ".adaptoid-target" in front["style"]


def test_a_page_defines_all_colours() -> None:
    """The style defines the colours of the board and of the maps, and those for print."""
    front = page_front()
    roles = ["map", "map1", "map4", "disc", "B-body"]
    missing = [role for role in roles if f"--adaptoid-{role}:" not in front["style"]]
    assert missing == []
    assert re.search(r"@media print\s*\{[^}]*--adaptoid-B-body:", front["style"])
