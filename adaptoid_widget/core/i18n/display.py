"""What a notebook shows of a value, and how repairs are reported. The host registers functions for both."""

from __future__ import annotations

from typing import Any, Callable, Dict

MimeBundle = Dict[str, str]


def _text_only(value: object) -> MimeBundle:
    return {"text/plain": repr(value)}


def _report_nothing(text: str) -> None:
    pass


_show: Callable[[Any], MimeBundle] = _text_only
_draw: Callable[[Any], str] = str
_report: Callable[[str], None] = _report_nothing


def show_with(
    show: Callable[[Any], MimeBundle], draw: Callable[[Any], str], report: Callable[[str], None]
) -> None:
    """Register what notebooks show (texts by MIME type), what draws a position as text, and what reports a
    repair."""
    global _show, _draw, _report
    _show, _draw, _report = show, draw, report


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
