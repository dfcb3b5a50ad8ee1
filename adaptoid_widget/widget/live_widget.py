"""Widgets that people see and that belong to a page: they are no values, and a closed one stays closed."""

from __future__ import annotations

from typing import Any

from ..core.rules.errors import GameError


class LiveWidget:
    """A base class, before those of ipywidgets: refuses copies and pickles, and to open what was closed."""

    _noun = "board"
    _another = "make another one of its game: aw.Board(board.game)"
    """What to do instead."""
    _is_closed = False

    def __reduce_ex__(self, _: Any) -> Any:
        """Raise TypeError: a copy could not be shown."""
        raise TypeError(f"a {self._noun} cannot be pickled or copied; {self._another}")

    def __copy__(self) -> Any:
        """As `__reduce_ex__`."""
        return self.__reduce_ex__(0)

    def __deepcopy__(self, _: Any) -> Any:
        """As `__reduce_ex__`."""
        return self.__reduce_ex__(0)

    def open(self) -> None:
        """Open the comm; ipywidgets calls this. Raises GameError for a widget that was closed."""
        if self._is_closed:
            raise GameError(f"this {self._noun} was closed; {self._another}")
        opened: Any = super()
        opened.open()
