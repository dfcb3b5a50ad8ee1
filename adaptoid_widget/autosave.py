"""What is played on a board goes to a file of records, turn by turn, so that a killed kernel loses none of it."""

from __future__ import annotations

import os
from pathlib import Path

from .core.game.game import Game
from .core.game.record_format import FIRST_LINE, record_text
from .core.game.tree import Tree
from .core.rules.errors import GameError
from .core.session.session import MOST_EARLIER
from .whole import Persevering, write


class Autosave(Persevering):
    """A file of records that holds the games of one board, the last of them as it stands.

    What the file held before stays in front, byte for byte; where its last record is the game that the board goes on
    with, that record is the one that grows. The file is replaced as a whole each time, so it is never half written.
    Nothing is written before something was played or noted. Raises GameError where the path names something that is
    no file of records, and OSError where it cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str], game: Game) -> None:
        # absolute, since a notebook may change its folder later on
        self.path = Path(path).expanduser().absolute()
        """The file."""
        if self.path.is_dir() or not self.path.name:
            raise GameError(f"name a file to save to, such as games.txt; {str(path)!r} is a folder")
        if not self.path.parent.is_dir():
            raise GameError(f"there is no folder {str(self.path.parent)!r} to save in; make it first")
        self._before = self._read()
        self._games: list[tuple[Game, str]] = []
        # lines of turns that were written once need not be made again
        self._tree: Tree | None = None
        self._lines: dict[int, str] = {}
        self._written = self._stamp()
        text = record_text(game)
        if self._before.endswith(text.encode()):
            self._before = self._before[: -len(text.encode())]
            self._games.append((game, text))
        self.save(game)

    def _read(self) -> bytes:
        if not self.path.exists():
            return b""
        content = self.path.read_bytes()
        if content.strip() and not content.startswith(FIRST_LINE.encode()):
            raise GameError(
                f"{str(self.path)!r} holds something else than game records and is left alone; choose another file"
            )
        return content

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            about = self.path.stat()
        except FileNotFoundError:
            return None
        return about.st_ino, about.st_size, about.st_mtime_ns

    def save(self, game: Game) -> None:
        """Bring the file up to date with the game on the board. Raises OSError, or GameError for another's changes."""
        if game.tree is not self._tree:
            self._tree, self._lines = game.tree, {}
        text = record_text(game, self._lines)
        index = next((i for i, (known, _) in enumerate(self._games) if known is game), len(self._games))
        if index == len(self._games):
            if not _has_something(game):
                return
            self._games.append((game, ""))
            self._settle_oldest()
            index = len(self._games) - 1
        if self._games[index][1] == text:
            return
        if self._stamp() != self._written:
            raise GameError(
                f"{str(self.path)!r} was changed by somebody else and is left alone; set board.autosave anew"
            )
        self._games[index] = (game, text)
        try:
            write(self.path, self._content())
        except BaseException:
            # so that the next turn tries again
            self._games[index] = (game, "")
            raise
        self._written = self._stamp()

    def keep_up(self, game: Game) -> Exception | None:
        """Save, and say what goes wrong; but only once as long as it goes on."""
        return self.persevere(lambda: self.save(game))

    def _settle_oldest(self) -> None:
        # a game that no undo brings back changes no more: its text is enough
        while len(self._games) > MOST_EARLIER + 1:
            _, text = self._games.pop(0)
            self._before = b"\n".join([part for part in (_ended(self._before), text.encode()) if part])

    def _content(self) -> bytes:
        texts = [_ended(self._before), *(text.encode() for _, text in self._games)]
        # a blank line stands between two games
        return b"\n".join(text for text in texts if text)


def _ended(text: bytes) -> bytes:
    """A text with the end of its last line and nothing behind it."""
    kept = text.rstrip(b"\r\n")
    return kept + b"\n" if kept else b""


def _has_something(game: Game) -> bool:
    """Whether a game is more than its start."""
    if game.opening is not None and game.opening.done:
        return True
    return (
        game.length > 0 or game.half is not None or bool(game.marks) or (game.started and bool(game.comment))
    )
