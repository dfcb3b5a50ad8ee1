"""Helpers shared by the tests of the rules."""

from __future__ import annotations

from collections.abc import Iterable

import adaptoid_widget as aw


def at(text: str) -> aw.Position:
    return aw.Position.from_text(text)


def turns(text: str) -> set[str]:
    """Return the texts of all legal turns of a position and check that each is listed once."""
    listed = [str(turn) for turn in at(text).turns()]
    assert len(set(listed)) == len(listed)
    return set(listed)


def after(text: str, *played: str) -> str:
    """Return the text of the position after the turns `played`."""
    position = at(text)
    for turn in played:
        position = position.play(turn)
    return str(position)


def cells(names: Iterable[str]) -> str:
    return " ".join(sorted(names))
