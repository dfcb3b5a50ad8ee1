"""What people do with a board from Python: in the notebook, and in the cells of a page."""

from __future__ import annotations

from typing import Any, Optional, Union

from ..editor.editor import TOOLS
from ..game.game import Game
from ..game.marks import Marks
from ..host.host import NoGuard, type_name
from ..rules.errors import GameError
from ..rules.position import Position
from ..rules.turn import Turn
from .editor_handlers import close_editor, open_editor
from .session import Session


class BoardMethods:
    """A base class of boards: they play, undo, mark and edit what a session has."""

    _session: Session
    _transaction: Any = NoGuard()
    """A context manager; what happens within it is one change of the board."""

    @property
    def game(self) -> Game:
        """The game on the board: its turns, variations and result. The board shows changes of it."""
        return self._session.game

    @game.setter
    def game(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise TypeError("a board takes a Game, not %s" % type_name(game))
        with self._transaction:
            self._session.begin(game)

    @property
    def result(self) -> Optional[str]:
        """ "W", "B", "R", "draw", or None while the game goes on."""
        return self._session.game.result

    @property
    def marks(self) -> Marks:
        """The marks on the current turn. Assign `Marks`, their text, or None. Raises TextError or LayoutError.

        Marks belong to a turn, as its comment does.

        >>> from adaptoid_widget import Board
        >>> board = Board()
        >>> board.marks = Marks(arrows=[("D2", "D3")], labels={"D6": "prey"})
        >>> str(board.marks)
        'arrow(D2,D3) label(D6,"prey")'
        >>> board.marks = None
        """
        return self._session.game.marks

    @marks.setter
    def marks(self, marks: Union[Marks, str, None]) -> None:
        with self._transaction:
            self._session.game.marks = marks

    @property
    def comment(self) -> str:
        """The comment on the current turn. Raises GameError for control characters."""
        return self._session.game.comment

    @comment.setter
    def comment(self, text: str) -> None:
        with self._transaction:
            self._session.game.comment = text

    def play(self, turn: Union[Turn, str]) -> None:
        """Play a turn, or the rest of an unfinished one. Raises TextError or IllegalTurn."""
        with self._transaction:
            self._session.game.play(turn)

    def move(self, move: Union[Turn, str]) -> None:
        """Play only the move step, such as `E3-D2`; the growth comes next. Raises TextError or IllegalTurn."""
        with self._transaction:
            self._session.game.move(move)

    def undo(self) -> bool:
        """Undo the growth, then the move, then the turn before. Returns whether there was anything to undo."""
        with self._transaction:
            return self._session.undo()

    def redo(self) -> bool:
        """Redo what was undone. Returns whether there was anything to redo."""
        with self._transaction:
            return self._session.redo()

    def goto(self, ply: int) -> None:
        """Show the position after `ply` turns. Raises GameError if there are fewer.

        >>> from adaptoid_widget import Board
        >>> board = Board()
        >>> board.play("+D3")
        >>> board.goto(0)
        >>> str(board.position)
        'adaptoid w 0,0 W:D2 B:D6'
        """
        with self._transaction:
            self._session.game.goto(ply)

    def new_game(self) -> None:
        """Start again from the start of this game; undo brings this game back."""
        with self._transaction:
            self._session.begin(self._session.new_game())

    def edit(self, start: Union[Position, str, None] = None, *, tool: str = "position") -> None:
        """Open the editor on what the board shows, or on a position. Raises TextError for an invalid text.

        `tool` is "position", or "layout" to build the board itself. The game stays until somebody plays from the draft.

        >>> from adaptoid_widget import Board
        >>> board = Board()
        >>> board.edit("adaptoid w 0,0 W:D2LP B:D6")
        >>> board.editing, board.draft, str(board.position)
        (True, 'adaptoid w 0,0 W:D2LP B:D6', 'adaptoid w 0,0 W:D2 B:D6')
        """
        if tool not in TOOLS:
            raise GameError("tool is one of %s, not %r" % (", ".join(TOOLS), tool))
        position = None if start is None else Position.of(start)
        with self._transaction:
            open_editor(self._session, position, tool)

    @property
    def editing(self) -> bool:
        """Whether the editor is open."""
        return self._session.editor is not None

    @property
    def draft(self) -> Optional[str]:
        """The text in the editor, which may not be a position yet; None if the editor is closed."""
        editor = self._session.editor
        return None if editor is None else editor.text

    def close_editor(self) -> None:
        """Close the editor; the game stays as it was. Assign `board.position = board.draft` to play from the draft."""
        with self._transaction:
            close_editor(self._session)

    def resign(self, color: Optional[str] = None) -> None:
        """Resign for a colour, by default the one whose turn it is. Raises GameError."""
        with self._transaction:
            self._session.game.resign(color)

    def agree_draw(self) -> None:
        """The players agree on a draw. Raises GameError."""
        with self._transaction:
            self._session.game.agree_draw()

    def place(self, cell: str) -> None:
        """Put the next adaptoid of the open start on a disc (R5). Raises GameError or LayoutError.

        >>> from adaptoid_widget import Board
        >>> board = Board("open")
        >>> board.place("C3")
        >>> board.place("E5")
        >>> board.choose("B")
        >>> board
        Board('adaptoid w 0,0 W:C3 B:E5')
        """
        with self._transaction:
            self._session.game.place(cell)

    def choose(self, color: str) -> None:
        """The second player of the open start chooses "W" or "B" (R5). Raises GameError."""
        with self._transaction:
            self._session.game.choose(color)
