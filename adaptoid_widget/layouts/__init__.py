"""The named layouts: hexagons, and those of `boards.json`, each with its starts (R15, R16)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from ..core.host.host import current_host, public_names
from ..core.i18n.catalog import ENGLISH
from ..core.rules.errors import LayoutError
from ..core.rules.layout import Layout
from ..core.rules.named_layouts import BOARDS
from ..core.rules.position import Position


class Layouts(Mapping[str, Layout]):
    """A mapping from names to layouts, in the order of the editor's menu. `start` makes the start position on one.

    >>> "butterfly" in layouts, len(layouts["triangle"])
    (True, 36)
    >>> str(layouts.start("star"))[:31]
    'adaptoid@lattice:A3.B3.B4.C1.C2'
    """

    __dir__ = public_names

    def __getitem__(self, name: str) -> Layout:
        try:
            return BOARDS.layout(name)
        except LayoutError as error:
            # a board may be known by its title in the editor's menu
            titles = {ENGLISH.ui.get(f"ui.layout.{board}", board).lower(): board for board in self}
            near = current_host().similar_word(str(name), titles)
            if near:
                unknown, _, _ = str(error).partition("; did you mean")
                raise KeyError(f"{unknown}; did you mean {titles[near]!r}?") from None
            raise KeyError(str(error)) from None

    def __getattr__(self, name: str) -> Any:
        """Say how to get a board that is asked for as an attribute."""
        hint = f"; use layouts[{name!r}]" if name in BOARDS.names else ""
        raise AttributeError(f"Layouts has no attribute {name!r}{hint}")

    def __iter__(self) -> Iterator[str]:
        return iter(list(BOARDS.names))

    def __len__(self) -> int:
        return len(BOARDS.names)

    def __repr__(self) -> str:
        return f"<Layouts: {', '.join(self)}>"

    def name(self, layout: Layout | str) -> str | None:
        """The name of a layout or its text; None for none.

        >>> layouts.name("hex5")
        'hex5'
        """
        return BOARDS.name(str(layout))

    def start(self, name: str, variant: str = "adaptoid", switches: str | tuple[str, ...] = ()) -> Position:
        """The start position of a variant on a named layout.

        Raises LayoutError for an unknown layout or one without a start, TextError for an unknown variant or switch.

        >>> str(layouts.start("hex3"))
        'adaptoid@hex3 w 0,0 W:C1 B:C5'
        """
        return Position.start(variant, BOARDS.layout(name), switches)


def data() -> list[dict[str, Any]]:
    """The content of `boards.json`: the named layouts besides the hexagons."""
    boards: list[dict[str, Any]] = json.loads((files(__name__) / "boards.json").read_text("utf-8"))
    return boards


for _board in data():
    BOARDS.add(_board["name"], _board["layout"], _board["starts"])

layouts = Layouts()
"""All named layouts."""
