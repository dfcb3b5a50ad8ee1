"""What a notebook shows of a layout, a position or a game. `core` draws nothing: whoever can registers a function."""

from __future__ import annotations

from typing import Any, Callable, Dict

MimeBundle = Dict[str, str]


def _text_only(value: object) -> MimeBundle:
    return {"text/plain": repr(value)}


_show: Callable[[Any], MimeBundle] = _text_only


def show_with(function: Callable[[Any], MimeBundle]) -> None:
    """Have notebooks show what a function returns: texts by MIME type."""
    global _show  # noqa: PLW0603  one way to show values in a process
    _show = function


def mime_bundle(value: object) -> MimeBundle:
    """What a notebook shows of a value.

    >>> from adaptoid_widget import Layout
    >>> sorted(mime_bundle(Layout.hexagon(2)))
    ['image/svg+xml', 'text/html', 'text/plain']
    """
    return _show(value)
