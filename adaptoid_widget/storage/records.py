"""Record files: read one game at a time, written atomically."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Union

from ..core.game.game import Game
from ..core.game.record_scanner import KIND, MAX_RECORD_LINE
from ..core.game.record_writing import FIRST_LINE, go_to_row, record_text
from ..core.game.records import has_record, opened_records, read_records
from ..core.host.host import current_host, type_name
from ..core.rules.errors import GameError, IllegalTurn, TextError, check_flags
from ..core.rules.named_layouts import BOARDS
from ..core.rules.pasting import linked_position, pasted_position
from ..core.rules.position import Position
from ..core.rules.scanner import control_at, has_line_ends
from ..core.rules.turn import Referee
from ..core.rules.variants import VARIANTS, variant_at
from ..progress_bar import progress_bar
from ..threads import deferred_interrupt
from .atomic import Lock, checked_path, in_other_form, replacing
from .game_link import is_link, read_link
from .text_files import decoded, head_of, open_text, read_text

# a file of records, or its lines
Source = Union[str, "os.PathLike[str]", Iterable[str]]

CHUNK = 1 << 16
# the size in bytes from which compiling the rules saves time
BIG = 16_000_000
_OTHER_FORMATS = (
    (b"\x1f\x8b", "compressed: unpack it, or give the lines of gzip.open(path, 'rt', encoding='utf-8')"),
    (b"PK\x03\x04", "a ZIP archive: unpack it first"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
)


def read_games(source: Source, lenient: bool = False, *, progress: bool = True) -> Iterator[Game]:
    """Read the games of a record file one at a time. Memory does not grow with the file.

    `source` is a path or an iterable of lines. Strict reading raises TextError or IllegalTurn at the first error, with
    the file, the line, the column and the number of the game, and OSError for a file that cannot be read. Lenient
    reading keeps what it can; `dropped` of each game lists the rest, with line, column and reason. Each game is at the
    end of its main line. `progress` shows a bar after two seconds.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "two.adaptoid"
    >>> write_games([Game().play("D2+L"), Game("open")], path)
    2
    >>> for game in read_games(path):
    ...     print(game)
    <Game: 1 turn, adaptoid b 0,0 W:D2L B:D6>
    <Game: open start on hex4>
    """
    check_flags(lenient=lenient)
    if not isinstance(source, (str, os.PathLike)):
        if not isinstance(source, Iterable):
            raise TypeError(f"source is the path of a file, or its lines, not {type_name(source)}")
        return read_records(Game, _checked_lines(source), lenient)
    return _read(_record_file(source), lenient, progress)


def opened_games(source: Source, *, progress: bool = True) -> Iterator[Game]:
    """The games of a file, or of its lines, that people only open: other spellings and text around games are read.

    Raises TextError or IllegalTurn at the first mistake in a game, as a strict reading by `read_games`, and OSError.
    """
    if not isinstance(source, (str, os.PathLike)):
        return opened_records(Game, source)
    return _read(_record_file(source), True, progress, opened=True)


def _checked_lines(lines: Iterable[object]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str):
            raise TypeError(f"line {number} is a text, not {type_name(line)}; open the file as text")
        yield line


def is_record(path: Path) -> bool:
    """Whether a file begins like a record. Raises OSError.

    >>> is_record(Path(__file__))
    False
    """
    return has_record(head_of(path, 4096))


def _check_is_path(source: str | os.PathLike[str]) -> None:
    """Raise ValueError for the text of a game or a position."""
    if isinstance(source, str) and not source:
        raise ValueError("name a file of game records, such as games.txt; '' is none")
    if isinstance(source, str) and "://" in source:
        raise ValueError(f"this address holds no game: {source!r}; a link to a game contains #game=")
    if isinstance(source, str) and has_line_ends(source):
        raise ValueError("this is a text, not the path of a file; use Game.from_record(text)")
    if isinstance(source, str) and " " in source and variant_at(source):
        raise ValueError("this is a position, not the path of a file; use aw.Game(text)")


def _record_file(source: str | os.PathLike[str]) -> Path:
    """The path of a file that may hold records. Raises as `check_readable`, and ValueError for another text."""
    _check_is_path(source)
    path = checked_path(source)
    check_readable(path)
    return path


def check_readable(path: Path) -> None:
    """Raise OSError for a file that cannot be read, and TextError for an empty one or one of another kind."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder, not a file of game records", str(path))
    with path.open("rb") as file:
        head = file.read(4)
    descriptions = [text for signature, text in _OTHER_FORMATS if head.startswith(signature)]
    if not head or descriptions:
        hint = f"the file is {descriptions[0] if descriptions else 'empty'}"
        raise _located(path, TextError(1, 1, head.decode("latin-1"), FIRST_LINE, hint))


def _read(path: Path, lenient: bool, progress: bool, *, opened: bool = False) -> Iterator[Game]:
    """The games of a file, whose name is in errors."""
    size = path.stat().st_size
    lines = _Lines(path, size, lenient, progress)
    number = 0
    try:
        referee = None if lenient else _referee(size)
        games = opened_records(Game, lines) if opened else read_records(Game, lines, lenient, referee)
        for game in games:
            yield game
            number += 1
    except (TextError, IllegalTurn) as error:
        raise _located(path, error, number) from None


def _referee(size: int) -> Referee | None:
    """Return the compiled rules if they are loaded already or the file is big enough."""
    loaded = "adaptoid_widget.engine.backends.wasm" in sys.modules
    return compiled_rules() if loaded or size >= BIG else None


def compiled_rules() -> Referee | None:
    """Return the compiled rules for `read_records`; None where they do not run."""
    with suppress(ImportError):
        compiled: Referee | None = current_host().referee()
        return compiled
    return None


class _Lines:
    """The lines of a file, read in chunks, with a progress bar."""

    def __init__(self, path: Path, size: int, lenient: bool, progress: bool) -> None:
        self._path = path
        self._size = size
        self._lenient = lenient
        self._progress = progress

    def __iter__(self) -> Iterator[str]:
        with (
            self._path.open("rb") as raw,
            progress_bar("B", self._path.name, self._size, shown=self._progress) as progress,
        ):
            # a byte that is not UTF-8 is a lone surrogate, which is reported with its line
            file = open_text(raw)
            unfinished = ""
            while chunk := file.read(CHUNK):
                *lines, unfinished = (unfinished + chunk).split("\n")
                yield from lines
                if len(unfinished) > MAX_RECORD_LINE:
                    if not self._lenient:
                        yield unfinished
                    unfinished = unfinished[: MAX_RECORD_LINE + 1]
                progress.update(raw.tell() - progress.n)
            if unfinished:
                yield unfinished


def write_games(games: Iterable[Game] | Game, path: str | os.PathLike[str], *, progress: bool = True) -> int:
    """Write games to a record file atomically. Return the number of games.

    After an error, in a game or on the disk, an older file is unchanged. Raises GameError for no games and for content
    that no record can have, FileInUse if somebody else is writing the file, and OSError.

    >>> from tempfile import mkdtemp
    >>> write_games([Game(), Game().play("D2+L")], Path(mkdtemp()) / "games.txt")
    2
    """
    target = checked_path(path)
    if isinstance(games, Game):
        games = [games]
    if not isinstance(games, Iterable):
        raise TypeError(f"write_games takes games, not {type_name(games)}")
    n_written = 0
    with (
        Lock(target),
        replacing(target, sync=True) as file,
        progress_bar(" games", target.name, shown=progress) as bar,
    ):
        for game in games:
            if not isinstance(game, Game):
                raise TypeError(f"write_games takes games, not {type_name(game)}")
            text = record_text(game)
            file.write(("\n" + text if n_written else text).encode("utf-8"))
            n_written += 1
            bar.update()
        if not n_written:
            raise GameError("there are no games to write")
    return n_written


def save_record(text: str, path: str | os.PathLike[str], replace: bool = False) -> Path:
    """Write the record of one game to a file atomically, and return the file's path.

    Raises GameError if the file holds anything but one game, unless `replace`; FileInUse and OSError.
    """
    check_flags(replace=replace)
    target = checked_path(path)
    # a time limit that came in between would keep the lock for ever
    with deferred_interrupt(), Lock(target), replacing(target, sync=True) as file:
        if not replace and target.exists():
            _check_one_game(target)
        file.write(text.encode("utf-8"))
    return target


def _check_one_game(path: Path) -> None:
    lines = decoded(path.read_bytes()).split("\n")
    starts = [line.startswith(KIND) for line in lines if line.strip()]
    if starts and (not starts[0] or sum(starts) > 1):
        content = f"{sum(starts)} games" if starts[0] else "something other than a game"
        raise GameError(
            f"{str(path)!r} holds {content}; save to another path, or give replace=True to replace it"
        )


def read_game(path: str | os.PathLike[str], number: int | None = None, *, lenient: bool = False) -> Game:
    """Read the game of a record file, at the end of its main line, or of a link that a shared page copies.

    A file of several games needs the `number` of the game, from 0 for the first, or -1 for the last. Another spelling
    and text around the record are read; `dropped` lists them. A mistake raises GameError with path, line and column,
    unless `lenient`, which is as for `read_games`. Raises OSError for a file that cannot be read.

    >>> from tempfile import mkdtemp
    >>> path = Game().play("D2+L").save(Path(mkdtemp()) / "game.txt")
    >>> read_game(path)
    <Game: 1 turn, adaptoid b 0,0 W:D2L B:D6>
    """
    check_flags(lenient=lenient)
    if isinstance(path, str) and is_link(path):
        record, row = read_link(path)
        game = Game.from_record(record, lenient)
        go_to_row(game, row)
        return game
    _check_is_path(path)
    target = checked_path(path)
    last: Game | None = None
    count = 0
    try:
        for game in read_games(target, True) if lenient else opened_games(target):
            if count == number:
                return game
            last, count = game, count + 1
            if number is None and count > 1:
                raise GameError(
                    f"{str(path)!r} holds several games; say which: aw.read_game(path, 0) is the first, -1 the last, "
                    "and aw.read_games(path) gives all"
                )
    except (TextError, IllegalTurn) as error:
        advice = "" if lenient else "; aw.read_game(path, lenient=True) reads what it can"
        if error.line <= 1 and error.column <= 1:
            advice = "; this is not a saved game: game.save(path) and board.autosave write such files"
        raise GameError(str(error).rstrip(".") + advice) from None
    if last is None or number not in (None, -1):
        raise GameError(f"{str(path)!r} has no game {number!r}; it holds {count}, with the numbers from 0")
    return last


def _located(path: Path, error: TextError | IllegalTurn, number: int = 0) -> TextError | IllegalTurn:
    """An error in a file, with path, line and column in front, and the number of the game unless it is the first."""
    game = f" (game {number}, where the first is game 0)" if number > 0 else ""
    return error.at(f"{path}:{error.line or 1}:{error.column or 1}{game}")


def start_of(start: Any) -> Any:
    """Return the game of a record, of the path of its file or of a link; the position of a link; the rest unchanged.

    A text is a path if there is such a file or it ends in an extension such as .txt; positions and names are not paths.

    >>> start_of("adaptoid w 0,0 W:D2 B:D6"), start_of("open"), start_of(Game().to_record())
    ('adaptoid w 0,0 W:D2 B:D6', 'open', <Game: 0 turns, adaptoid w 0,0 W:D2 B:D6>)
    """
    if isinstance(start, os.PathLike):
        return game_in(Path(start))
    if not isinstance(start, str):
        # a board begins with the position on another one
        return Position.of(start) if hasattr(start, "game") else start
    if is_link(start):
        return read_game(start)
    if has_record(start):
        game = Game.from_record(start, lenient=True)
        if game.damage.mistake is not None:
            raise game.damage.mistake
        return game
    start = linked_position(start)
    word = re.split("[ +@]", start, maxsplit=1)[0]
    if not word or word in (*VARIANTS, "open") or start in BOARDS.names or control_at(start) >= 0:
        return start
    path = Path(start)
    is_file = False
    with suppress(OSError, RuntimeError):
        is_file = in_other_form(path.expanduser()).is_file()
    return game_in(path) if is_file or re.fullmatch(r"\.[a-z]+", path.suffix) else start


def game_in(path: Path) -> Game | Position:
    """The game in a file of records, as `read_game`, or the position in a file with nothing else."""
    target = checked_path(path)
    head = head_of(target, 4096) if target.is_file() else ""
    if not has_record(head) and variant_at(pasted_position(linked_position(head))):
        return Position.of(linked_position(read_text(target)))
    return read_game(path)
