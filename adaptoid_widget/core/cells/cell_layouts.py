"""`aw.layouts` in a page."""

from __future__ import annotations

from typing import Iterator, List, Tuple, Union

from ..host.host import current_host
from ..i18n.catalog import ENGLISH
from ..rules.errors import LayoutError
from ..rules.layout import Layout
from ..rules.named_layouts import BOARDS
from ..rules.position import Position


class NamedLayoutMethods:
    """The named layouts in the order of the editor's menu, by name. `start` makes the start position on one."""

    def __getitem__(self, name: str) -> Layout:
        try:
            return BOARDS.layout(name)
        except LayoutError as error:
            # a board may be known by its title in the editor's menu
            titles = {ENGLISH.ui.get("ui.layout." + board, board).lower(): board for board in BOARDS.names}
            near = current_host().similar_word(str(name), titles)
            message = str(error)
            if near:
                message = "%s; did you mean %r?" % (message.partition("; did you mean")[0], titles[near])
            missing = KeyError(message)
        raise missing

    def __iter__(self) -> Iterator[str]:
        return iter(list(BOARDS.names))

    def __len__(self) -> int:
        return len(BOARDS.names)

    def __contains__(self, name: object) -> bool:
        return name in BOARDS.names

    def __repr__(self) -> str:
        return "<Layouts: %s>" % ", ".join(BOARDS.names)

    def name(self, layout: Union[Layout, str]) -> Union[str, None]:
        """The name of a layout or its text; None for none.

        >>> from adaptoid_widget import layouts
        >>> layouts.name("hex5")
        'hex5'
        """
        return BOARDS.name(str(layout))

    def start(
        self, name: str, variant: str = "adaptoid", switches: Union[str, Tuple[str, ...]] = ()
    ) -> Position:
        """The start position of a variant on a named layout.

        Raises LayoutError for an unknown layout or one without a start, TextError for an unknown variant or switch.

        >>> from adaptoid_widget import layouts
        >>> str(layouts.start("hex3"))
        'adaptoid@hex3 w 0,0 W:C1 B:C5'
        """
        return Position.start(variant, BOARDS.layout(name), switches)


class CellLayouts(NamedLayoutMethods):
    """The mapping of a page, which has no `collections.abc`."""

    def keys(self) -> List[str]:
        """All names."""
        return list(BOARDS.names)

    def values(self) -> List[Layout]:
        """All layouts."""
        return [BOARDS.layout(name) for name in BOARDS.names]

    def items(self) -> List[Tuple[str, Layout]]:
        """The names with their layouts."""
        return [(name, BOARDS.layout(name)) for name in BOARDS.names]

    def get(self, name: str, default: Union[Layout, None] = None) -> Union[Layout, None]:
        """The layout of a name; without one, `default`."""
        return BOARDS.layout(name) if name in BOARDS.names else default

    def __getattr__(self, name: str) -> object:
        hint = "; use layouts[%r]" % name if name in BOARDS.names else ""
        raise AttributeError("Layouts has no attribute %r%s" % (name, hint))
