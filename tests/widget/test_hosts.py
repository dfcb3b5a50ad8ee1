"""Restrictions of hosts that do not run here: VS Code (a webview) and Colab (a sandboxed frame for each output)."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import IPython.display
import pytest

import adaptoid_widget
from adaptoid_widget import Board

STATIC = Path(adaptoid_widget.__file__).parent / "static"
WIDGET = "application/vnd.jupyter.widget-view+json"
MANAGER = "https://colab.example/manager.js"
# what a webview or a sandboxed frame forbids or ignores, and what would need a network or trust
FORBIDDEN = {
    "a dialogue of the browser": r"\b(alert|confirm|prompt)\(",
    "another window": r"\bwindow\.open\(|\.requestFullscreen\(",
    "storage": r"\b(localStorage|sessionStorage|indexedDB)\b|\.cookie\b",
    "the network": r"(?<![.\w])fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|https?://(?!www\.w3\.org/)",
    "code from elsewhere": r"\bimport\b|\brequire\(|\bimportScripts\(|\bnew Worker\(",
    "code made of text": r"\beval\(|\bnew Function\(|innerHTML|insertAdjacentHTML|document\.write",
    "the frames around it": r"\b(window|globalThis)\.(parent|top)\b|\.postMessage\(",
}


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_the_front_end_uses_nothing_that_hosts_forbid(pattern: str) -> None:
    """A board works without what a webview or a sandboxed frame lacks, and all its code is in one file."""
    code = (STATIC / "board.js").read_text(encoding="utf-8")
    # The import of a part is allowed: Python sends the part as text, and without it the board works.
    code, guests = re.subn(r"\bawait import\(\w+\)", "", code)
    assert guests == 1
    hits = [code[max(0, hit.start() - 40) : hit.end() + 20] for hit in re.finditer(FORBIDDEN[pattern], code)]
    assert hits == []


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        ("a dialogue of the browser", 'if(confirm("sure?"))x()'),
        ("another window", 'window.open("x")'),
        ("storage", 'localStorage.getItem("x")'),
        ("the network", 'fetch("/x")'),
        ("code from elsewhere", 'import x from"x";'),
        ("code made of text", 'x.innerHTML="x"'),
        ("the frames around it", "window.parent.x()"),
    ],
)
def test_each_forbidden_pattern_matches(pattern: str, code: str) -> None:
    assert re.search(FORBIDDEN[pattern], code)


def test_the_script_is_one_module_with_one_export() -> None:
    """Hosts load the module from its text and use its default export."""
    code = (STATIC / "board.js").read_text(encoding="utf-8")
    assert len(re.findall(r"\bexport\s*{[^}]* as default\s*}|\bexport default\b", code)) == 1
    assert len(re.findall(r"\bexport\b", code)) == 1


def test_the_styles_load_nothing_and_select_only_the_board() -> None:
    css = (STATIC / "board.css").read_text(encoding="utf-8")
    assert not re.search(r"url\(|@import|@font-face", css)
    flat = re.sub(r"@keyframes[^{]+{(?:[^{}]*{[^{}]*})*}", "", css)
    selectors = re.findall(r"(?:^|[{}])\s*([^{}@][^{}]*){", flat)
    assert selectors
    assert [selector for selector in selectors if "adaptoid-" not in selector] == []


def test_colab_gets_its_widget_manager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colab's manager for custom widgets is enabled, and the output of each display has its address."""
    switched: list[bool] = []
    output = SimpleNamespace(
        enable_custom_widget_manager=lambda: switched.append(True),
        _widgets=SimpleNamespace(_installed_url=MANAGER),
    )
    monkeypatch.setitem(sys.modules, "google.colab.output", output)
    monkeypatch.setattr(
        "anywidget._util.enable_custom_widget_manager_once", output.enable_custom_widget_manager
    )
    outputs: list[tuple[dict[str, Any], Any]] = []
    monkeypatch.setattr(
        IPython.display, "display", lambda data, metadata=None, **_: outputs.append((data, metadata))
    )
    Board()._ipython_display_()
    (live, about_live), (picture, _) = outputs
    assert switched
    assert WIDGET in live
    assert about_live == {WIDGET: {"colab": {"custom_widget_manager": {"url": MANAGER}}}}
    assert "text/html" in picture
    assert WIDGET not in picture


def test_a_host_without_ipython_shows_the_board_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """marimo asks only for the bundle: the board is live, and no saved picture is displayed."""
    displayed: list[object] = []
    for name in ("display", "update_display"):
        monkeypatch.setattr(IPython.display, name, lambda *shown, **_: displayed.extend(shown))
    board = Board()
    bundle, _ = board._repr_mimebundle_() or ({}, {})
    assert set(bundle) == {WIDGET, "text/plain"}
    board.play("+D3")
    assert displayed == []
