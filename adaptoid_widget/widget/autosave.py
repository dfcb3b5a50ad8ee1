"""What is played on a board goes to a file of records, turn by turn, so that a killed kernel loses none of it."""

from __future__ import annotations

import os

from ..core.game.game import Game
from ..core.game.record_format import FIRST_LINE, record_text
from ..core.game.tree import Tree
from ..core.rules.errors import GameError
from ..core.session.session import MAX_EARLIER
from ..storage import journal
from ..storage.atomic import Lock, Persevering, checked_path, patiently, write
from ..storage.journal import is_pending, open_steady, recover, replace_end


class Autosave(Persevering):
    """A file of records that holds the games of one board, the last of them as it stands.

    What the file held before stays in front, byte for byte, and is neither read nor written again; where its last
    record is the game that the board goes on with, that record is the one that grows. The file's end is replaced whole
    or not at all (see `journal`). A file that was deleted is written anew, in full. Nothing is written before something
    was played or noted. Call `begin` before `save`. Raises GameError where the path names something that is no file of
    records, and OSError where it cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # absolute, since a notebook may change its folder later on
        self.path = checked_path(path).absolute()
        """The file."""
        if self.path.is_dir() or not self.path.name:
            raise GameError(f"name a file to save to, such as games.txt; {str(path)!r} is a folder")
        if not self.path.parent.is_dir():
            raise GameError(f"there is no folder {str(self.path.parent)!r} to save in; make it first")
        if is_pending(self.path):
            with patiently(Lock(self.path)):
                recover(self.path)
        # what stands before the games that may change, without its last line end; and how many bytes it has
        self._before: list[bytes] = []
        self._at = 0
        # what the file holds from there on, and what was about to be written there when writing failed
        self._end = b""
        self._failed: bytes | None = None
        self._games: list[tuple[Game, bytes]] = []
        # lines of turns that were written once need not be made again
        self._tree: Tree | None = None
        self._lines: dict[int, str] = {}
        # without one the file's end alone is looked at
        self._written = self._stamp()
        self._was_there = self._written is not None
        self._content = self._read()

    def _read(self) -> bytes:
        if not self.path.exists():
            return b""
        with open_steady(self.path) as file:
            content = file.read()
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

    def begin(self, game: Game) -> None:
        """Go on with the file's last record if it is the game on the board, and save that. Raises as `save`."""
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
        """Bring the file up to date. Raises OSError, or GameError for another's changes."""
        if game.tree is not self._tree:
            self._tree, self._lines = game.tree, {}
        text = record_text(game, self._lines).encode()
        games = list(self._games)
        index = next((i for i, (known, _) in enumerate(games) if known is game), len(games))
        if index == len(games) and not _has_something(game):
            return
        games[index : index + 1] = [(game, text)]
        self._games = games
        self._settle_oldest()
        end = self._new_end()
        if end == self._end and self._failed is None:
            return
        with patiently(Lock(self.path)):
            self._put(end)

    def _put(self, end: bytes) -> None:
        """Replace the file's end. Only who holds the file's lock calls this."""
        if recover(self.path):
            # somebody was killed while writing; or it was we who failed
            self._written = None
        stamp = self._stamp()
        if stamp is None:
            write(self.path, b"".join([*self._before, end]))
        elif not self._is_ours(stamp):
            raise GameError(
                f"{str(self.path)!r} was changed by somebody else and is left alone; set board.autosave anew"
            )
        elif journal.IN_PLACE:
            self._failed = end
            self._written = None
            replace_end(self.path, self._at, self._end, end)
        else:
            write(self.path, b"".join([*self._before, end]))
        self._failed = None
        self._end = end
        self._written = self._stamp()
        self._was_there = True

    def _is_ours(self, stamp: tuple[int, int, int]) -> bool:
        """Whether the file is as it was left here; its end is compared, since clocks of files are coarse."""
        if not self._was_there or (self._written is not None and stamp != self._written):
            return False
        with self.path.open("rb", buffering=0) as file:
            file.seek(self._at)
            end = file.read()
        if end == self._failed:
            self._end = end
        return end == self._end

    def keep_up(self, game: Game) -> Exception | None:
        """Save, and say what goes wrong; but only once as long as it goes on."""
        return self.persevere(lambda: self.save(game))

    def _settle_oldest(self) -> None:
        # a game that no undo brings back changes no more: its text is enough
        while len(self._games) > MAX_EARLIER + 1 and self._failed is None:
            _, text = self._games[0]
            settled = (b"\n\n" if self._before else b"") + text[:-1]
            if not self._end.startswith(settled):
                # it has not been written yet, since writing failed
                return
            self._games = self._games[1:]
            self._before.append(settled)
            self._at += len(settled)
            self._end = self._end[len(settled) :]

    def _new_end(self) -> bytes:
        # a blank line stands between two games
        end = b"\n" if self._before else b""
        for number, (_, text) in enumerate(self._games):
            end += b"\n" + text if number or self._before else text
        return end


def _has_something(game: Game) -> bool:
    """Whether a game is more than its start."""
    if game.opening is not None and game.opening.done:
        return True
    return (
        game.length > 0 or game.half is not None or bool(game.marks) or (game.started and bool(game.comment))
    )
