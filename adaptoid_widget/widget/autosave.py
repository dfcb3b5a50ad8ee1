"""Saves the games of a board to a record file after each step, so that a killed kernel loses nothing."""

from __future__ import annotations

import codecs
import os
import re

from ..core.game.game import Game
from ..core.game.record_scanner import KIND
from ..core.game.record_writing import record_text
from ..core.game.records import read_records
from ..core.game.tree import Tree
from ..core.rules.errors import GameError, IllegalTurn, TextError
from ..core.session.session import MAX_EARLIER
from ..storage.atomic import Lock, RepeatedErrors, check_writable, checked_path, waiting, write
from ..storage.text_files import HEAD_BYTES, decoded, encoding_of

# the lines of a text with their ends
_LINES = re.compile(r"[^\r\n]+(?:\r\n?|\n)?|\r\n?|\n")


class Autosave:
    """A record file with the games of one board; call `begin` before `save`.

    Earlier content stays in front, byte for byte. If its last record is the game on the board, that record grows. The
    file keeps its encoding and its line ends. Each step replaces the file atomically. A deleted file is written again
    in full. Nothing is written before the first turn or note. Raises GameError for a path that is not a record file,
    OSError for a file that cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # absolute, since a notebook may change its working folder
        self.path = checked_path(path).absolute()
        """The file."""
        if self.path.is_dir() or not self.path.name:
            raise GameError(f"name a file to save to, such as games.txt; {str(path)!r} is a folder")
        if not self.path.parent.is_dir():
            raise GameError(f"there is no folder {str(self.path.parent)!r} to save in; make it first")
        check_writable(self.path)
        # the content of the file as it was read or written last; None if there is no file
        self._known = self._read()
        content = self._known or b""
        text = decoded(content)
        if text.strip() and not text.startswith(KIND):
            raise GameError(
                f"{str(self.path)!r} holds something other than game records and was not changed; choose another file"
            )
        self._look_at(content)
        # these games as in the file
        self._end = b""
        self._games: list[tuple[Game, bytes]] = []
        # a cache of the lines of turns that were written
        self._tree: Tree | None = None
        self._lines: dict[int, str] = {}
        self.errors = RepeatedErrors()
        self.notice = ""
        """What to tell about the last time that the file was saved; "" for nothing."""

    def _look_at(self, content: bytes, ours: bytes = b"") -> None:
        """Keep what is in front of `ours`, and write in its encoding and with its line ends from now on."""
        encoding = encoding_of(content[:HEAD_BYTES])
        marks = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        self._mark = next((mark for mark in marks if content.startswith(mark)), b"")
        if encoding == "utf-16":
            encoding = "utf-16-le" if self._mark == codecs.BOM_UTF16_LE else "utf-16-be"
        self._encoding = encoding.removesuffix("-sig")
        self._line_end = "\r\n" if "\r\n".encode(self._encoding) in content else "\n"
        # the content in front of this board's games
        self._before = self._without_end(content[len(self._mark) : len(content) - len(ours)])

    def _without_end(self, content: bytes) -> bytes:
        """The content without line ends and blanks at its end."""
        ends = [end.encode(self._encoding) for end in "\n\r \t"]
        while any(content.endswith(end) for end in ends):
            content = content[: -len(ends[0])]
        return content

    def _read(self) -> bytes | None:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return None

    def _encoded(self, text: str) -> bytes:
        """A text in the encoding and with the line ends of the file."""
        return text.replace("\n", self._line_end).encode(self._encoding)

    def begin(self, game: Game) -> None:
        """Continue the last record if it is the game on the board, and save the game. Raises as `save`."""
        text = self._encoded(record_text(game))
        if self._known is not None and self._known.endswith(text):
            self._games.append((game, text))
            self._before = self._without_end(self._known[len(self._mark) : -len(text)])
            self._end = text
        self.save(game)

    def save(self, game: Game) -> None:
        """Update the file. Raises OSError, or GameError if somebody else has changed the file."""
        if game.tree is not self._tree:
            self._tree, self._lines = game.tree, {}
        text = self._encoded(record_text(game, self._lines))
        games = list(self._games)
        index = next((i for i, (saved, _) in enumerate(games) if saved is game), len(games))
        if index == len(games) and not _has_content(game):
            return
        games[index : index + 1] = [(game, text)]
        self._games = games
        with waiting(Lock(self.path)):
            self.notice = self._put()

    def _put(self) -> str:
        """Replace the file. Return what to tell if somebody else has changed it. The caller holds the file's lock."""
        present = self._read()
        notice = ""
        # another time of the same content is no change, and a file that was deleted is written again
        if present is not None and present != self._known:
            notice = self._adopt(present)
        blank_line = self._encoded("\n")
        end = blank_line.join(text for _, text in self._games)
        content = self._mark + self._before + (2 * blank_line if self._before else b"") + end
        if content != present:
            write(self.path, content, sync=True)
        self._known = content
        self._end = end
        self._settle_oldest()
        return notice

    def _adopt(self, present: bytes) -> str:
        """Keep what somebody else has written in front of this board's games, and return what to tell.

        Raises GameError if that is no record, or if another board or program appends to the file too.
        """
        ours, theirs = _plain_lines(self._end.decode(self._encoding)), _plain_lines(decoded(present))
        front = len(theirs) - len(ours)
        is_only_front = theirs[max(front, 0) :] == ours or not ours
        is_followed = bool(ours) and any(theirs[at : at + len(ours)] == ours for at in range(front))
        if (is_followed and not is_only_front) or not _are_records("\n".join(theirs)):
            raise GameError(
                f"{str(self.path)!r} was changed by somebody else, so saving stopped; set board.autosave again"
            )
        self._look_at(present)
        if is_only_front and ours:
            # the same games, perhaps with other line ends, blanks at these, or in another encoding
            text = present[len(self._mark) :].decode(self._encoding, "surrogateescape")
            rest = "".join(_LINES.findall(text)[front:])
            self._look_at(present, rest.encode(self._encoding, "surrogateescape"))
        self._games = [(game, self._encoded(record_text(game))) for game, _ in self._games]
        if is_only_front:
            return ""
        return (
            f"{str(self.path)!r} was changed by somebody else; its content stays, and the games of this board are "
            "saved behind it"
        )

    def try_save(self, game: Game) -> Exception | None:
        """Save. Return the error, unless the attempt before had the same one."""
        return self.errors.new_error(lambda: self.save(game))

    def _settle_oldest(self) -> None:
        # undo cannot reach these games, so they change no more
        while len(self._games) > MAX_EARLIER + 1:
            _, text = self._games[0]
            separator = self._encoded("\n\n") if self._before else b""
            self._before += separator + self._without_end(text)
            self._games = self._games[1:]
            self._end = self._end[len(text + self._encoded("\n")) :]


def _plain_lines(text: str) -> list[str]:
    """The lines of a text without blanks at their ends, and without empty lines at its end."""
    return [line.rstrip() for line in text.rstrip().splitlines()]


def _are_records(text: str) -> bool:
    """Whether a text has records that can be read strictly, or nothing."""
    try:
        return not text.strip() or all(True for _ in read_records(Game, text.rstrip("\n").split("\n")))
    except (TextError, IllegalTurn):
        return False


def _has_content(game: Game) -> bool:
    """Whether a game has a turn, a comment or marks."""
    if game.opening is not None and game.opening.done:
        return True
    return (
        game.length > 0 or game.half is not None or bool(game.marks) or (game.started and bool(game.comment))
    )
