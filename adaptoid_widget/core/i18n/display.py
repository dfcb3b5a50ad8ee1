"""Functions that the host provides: output of a notebook, warnings about repaired texts, suggestions for wrong ones."""

from __future__ import annotations

from typing import Any, Callable, Dict

MimeBundle = Dict[str, str]


def _text_only(value: object) -> MimeBundle:
    return {"text/plain": repr(value)}


def _report_nothing(text: str) -> None:
    pass


def _no_hint(text: str) -> str:  # noqa: ARG001  as a host's function
    return ""


_show: Callable[[Any], MimeBundle] = _text_only
_draw: Callable[[Any], str] = str
_report: Callable[[str], None] = _report_nothing
_hint: Callable[[str], str] = _no_hint


def show_with(
    show: Callable[[Any], MimeBundle],
    draw: Callable[[Any], str],
    report: Callable[[str], None],
    hint: Callable[[str], str],
) -> None:
    """Register the functions of the host.

    `show` returns what notebooks show of a value, by MIME type. `draw` returns a position drawn in plain text. `report`
    reports a repair. `hint` is `hint_about`.
    """
    global _show, _draw, _report, _hint
    _show, _draw, _report, _hint = show, draw, report, hint


def mime_bundle(value: object) -> MimeBundle:
    """What a notebook shows of a value.

    >>> from adaptoid_widget import Layout
    >>> sorted(mime_bundle(Layout.hexagon(2)))
    ['image/svg+xml', 'text/html', 'text/plain']
    """
    return _show(value)


def diagram(value: object) -> str:
    """A position drawn in plain text."""
    return _draw(value)


def report_repair(text: str) -> None:
    """Say that something was read differently from how it was written."""
    _report(text)


def hint_about(text: str) -> str:
    """What a text is that is not a position, or which name it may mean; "" if that is unknown.

    >>> from adaptoid_widget import Layout
    >>> hint_about("frok")
    'did you mean the lesson fork?'
    """
    return _hint(text)
