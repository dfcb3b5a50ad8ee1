"""Saves the games of a board to a record file after each step, so that a killed kernel loses nothing."""

from __future__ import annotations

import os

from ..core.game.game import Game
from ..core.game.record_writing import FIRST_LINE, record_text
from ..core.game.tree import Tree
from ..core.rules.errors import GameError
from ..core.session.session import MAX_EARLIER
from ..storage import journal
from ..storage.atomic import Lock, RepeatedErrors, checked_path, waiting, write
from ..storage.journal import is_pending, open_consistent, recover, replace_end


class Autosave:
    """A record file with the games of one board; call `begin` before `save`.

    Earlier content stays in front, byte for byte, and is not read or written again. If its last record is the game on
    the board, that record grows. The end of the file is replaced atomically (see `journal`). A deleted file is written
    again in full. Nothing is written before the first turn or note. Raises GameError for a path that is not a record
    file, OSError for a file that cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # absolute, since a notebook may change its working folder
        self.path = checked_path(path).absolute()
        """The file."""
        if self.path.is_dir() or not self.path.name:
            raise GameError(f"name a file to save to, such as games.txt; {str(path)!r} is a folder")
        if not self.path.parent.is_dir():
            raise GameError(f"there is no folder {str(self.path.parent)!r} to save in; make it first")
        if is_pending(self.path):
            with waiting(Lock(self.path)):
                recover(self.path)
        # the content of the file before the games that may change, without its last line end; and its length in bytes
        self._before: list[bytes] = []
        self._at = 0
        # the content after that, and the content that could not be written; None if the last write succeeded
        self._end = b""
        self._failed: bytes | None = None
        self._games: list[tuple[Game, bytes]] = []
        # a cache of the lines of turns that were written
        self._tree: Tree | None = None
        self._lines: dict[int, str] = {}
        # None: compare only the end of the file
        self._written_stamp = self._stamp()
        self._was_there = self._written_stamp is not None
        self._content = self._read()
        self._errors = RepeatedErrors()

    def _read(self) -> bytes:
        if not self.path.exists():
            return b""
        with open_consistent(self.path) as file:
            content = file.read()
        if content.strip() and not content.startswith(FIRST_LINE.encode()):
            raise GameError(
                f"{str(self.path)!r} holds something other than game records and was not changed; choose another file"
            )
        return content

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            about = self.path.stat()
        except FileNotFoundError:
            return None
        return about.st_ino, about.st_size, about.st_mtime_ns

    def begin(self, game: Game) -> None:
        """Continue the last record if it is the game on the board, and save the game. Raises as `save`."""
        content, self._content = self._content, b""
        text = record_text(game).encode()
        before = content
        if content.endswith(text):
            before = content[: -len(text)]
            self._games.append((game, text))
        before = before.rstrip(b"\r\n")
        self._before = [before] if before else []
        self._at = len(before)
        self._end = content[len(before) :]
        self.save(game)

    def save(self, game: Game) -> None:
        """Update the file. Raises OSError, or GameError if somebody else has changed the file."""
        if game.tree is not self._tree:
            self._tree, self._lines = game.tree, {}
        text = record_text(game, self._lines).encode()
        games = list(self._games)
        index = next((i for i, (saved, _) in enumerate(games) if saved is game), len(games))
        if index == len(games) and not _has_content(game):
            return
        games[index : index + 1] = [(game, text)]
        self._games = games
        self._settle_oldest()
        end = self._new_end()
        if end == self._end and self._failed is None:
            return
        with waiting(Lock(self.path)):
            self._put(end)

    def _put(self, end: bytes) -> None:
        """Replace the end of the file. The caller holds the file's lock."""
        if recover(self.path):
            # a process was killed while writing, or this one failed
            self._written_stamp = None
        stamp = self._stamp()
        if stamp is None:
            write(self.path, b"".join([*self._before, end]))
        elif not self._is_ours(stamp):
            raise GameError(
                f"{str(self.path)!r} was changed by somebody else, so saving stopped; set board.autosave again"
            )
        elif journal.IN_PLACE:
            self._failed = end
            self._written_stamp = None
            replace_end(self.path, self._at, self._end, end)
        else:
            write(self.path, b"".join([*self._before, end]))
        self._failed = None
        self._end = end
        self._written_stamp = self._stamp()
        self._was_there = True

    def _is_ours(self, stamp: tuple[int, int, int]) -> bool:
        """Whether nobody else has changed the file. Its end is compared too, since time stamps are coarse."""
        if not self._was_there or (self._written_stamp is not None and stamp != self._written_stamp):
            return False
        with self.path.open("rb", buffering=0) as file:
            file.seek(self._at)
            end = file.read()
        if end == self._failed:
            self._end = end
        return end == self._end

    def try_save(self, game: Game) -> Exception | None:
        """Save. Return the error, unless the attempt before had the same one."""
        return self._errors.new_error(lambda: self.save(game))

    def _settle_oldest(self) -> None:
        # undo cannot reach these games, so they change no more
        while len(self._games) > MAX_EARLIER + 1 and self._failed is None:
            _, text = self._games[0]
            settled = (b"\n\n" if self._before else b"") + text[:-1]
            if not self._end.startswith(settled):
                # not written yet, since writing failed
                return
            self._games = self._games[1:]
            self._before.append(settled)
            self._at += len(settled)
            self._end = self._end[len(settled) :]

    def _new_end(self) -> bytes:
        # a blank line separates two games
        end = b"\n" if self._before else b""
        for number, (_, text) in enumerate(self._games):
            end += b"\n" + text if number or self._before else text
        return end


def _has_content(game: Game) -> bool:
    """Whether a game has a turn, a comment or marks."""
    if game.opening is not None and game.opening.done:
        return True
    return (
        game.length > 0 or game.half is not None or bool(game.marks) or (game.started and bool(game.comment))
    )
