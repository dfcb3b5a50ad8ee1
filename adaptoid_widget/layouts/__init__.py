"""The named layouts: hexagons, and those of `boards.json`, each with its starts (R15, R16)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from ..core.cells.cell_layouts import NamedLayoutMethods
from ..core.host.host import public_names
from ..core.rules.layout import Layout
from ..core.rules.named_layouts import BOARDS


class Layouts(NamedLayoutMethods, Mapping[str, Layout]):
    """A mapping from names to layouts, in the order of the editor's menu. `start` makes the start position on one.

    >>> "butterfly" in layouts, len(layouts["triangle"])
    (True, 36)
    >>> str(layouts.start("star"))[:31]
    'adaptoid@lattice:A3.B3.B4.C1.C2'
    """

    __dir__ = public_names

    def __getattr__(self, name: str) -> Any:
        """Say how to get a board that is asked for as an attribute."""
        hint = f"; use layouts[{name!r}]" if name in BOARDS.names else ""
        raise AttributeError(f"Layouts has no attribute {name!r}{hint}")


def data() -> list[dict[str, Any]]:
    """The content of `boards.json`: the named layouts besides the hexagons."""
    boards: list[dict[str, Any]] = json.loads((files(__name__) / "boards.json").read_text("utf-8"))
    return boards


for _board in data():
    BOARDS.add(_board["name"], _board["layout"], _board["starts"])

layouts = Layouts()
"""All named layouts."""
