"""Searches many games for tactics, pieces, material, results and lengths, as a stream on all processors."""

from __future__ import annotations

import os
import pickle
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..arena.remote.ordered_tasks import OrderedTasks
from ..attributes import suggest_keywords
from ..core.game.game import Game
from ..core.game.headers import PLAYER_HEADERS
from ..core.game.record_scanner import is_first_line
from ..core.game.records import read_records
from ..core.host.host import PublicNames, game_on, public_names, type_name
from ..core.rules.errors import GameError, IllegalTurn, TextError, check_flags, plain_value, whole_number
from ..core.rules.layout import Layout
from ..core.rules.named_layouts import layout_of
from ..core.rules.piece import Piece
from ..core.rules.position import Position
from ..core.rules.scanner import has_line_ends
from ..core.rules.variants import COLORS
from ..core.tactics import finder
from ..core.tactics.tactic import Tactic
from ..progress_bar import progress_bar
from ..reports.frames import counted, frame_of
from ..storage.atomic import checked_path
from ..storage.records import check_readable, compiled_rules
from ..storage.text_files import open_text

if TYPE_CHECKING:
    from pandas import DataFrame

    from ..core.game.game import AnyGame

    class HasPath(Protocol):
        """The result of a match."""

        @property
        def path(self) -> Path | None:
            """The file of its games."""
            ...

    Games = str | os.PathLike[str] | AnyGame | HasPath | Iterable[str | os.PathLike[str] | AnyGame]

# the characters of the games that one task searches
BATCH = 200_000
# with fewer characters than this, other processes would take longer to start than to search
SMALL = 400_000
RESULTS = (*COLORS, "draw", "*")
ANY_LIMBS = "*"
EMPTY = "-"


class Place(NamedTuple):
    """A position of a game that was found. `aw.Board(place.game)` opens it."""

    path: Path | None
    """The file of the game, or None."""
    number: int
    """The number of the game in its source, from 0."""
    line: int
    """The line of the file on which the game begins; 0 without a file."""
    ply: int
    """The number of turns before the position."""
    color: str
    """The colour to move; the one that played or missed the tactics."""
    turn: str | None
    """The turn that was played there; None at the end of the game."""
    tactics: tuple[Tactic, ...]
    """The tactics that the turn carried out, of those that were asked for."""
    missed: tuple[Tactic, ...]
    """The tactics that the turn missed."""
    record: str
    """The record of the game."""

    @property
    def game(self) -> Game:
        """The game at this position."""
        return _game_of(self.record).goto(self.ply)

    @property
    def position(self) -> Position:
        """The position."""
        return self.game.position

    @property
    def player(self) -> str:
        """The name of the player to move, from the headers of the game; "" if there is none."""
        start = PLAYER_HEADERS[self.color] + ": "
        headers = takewhile(str.strip, self.record.splitlines())
        return next((line.removeprefix(start) for line in headers if line.startswith(start)), "")

    def __dir__(self) -> list[str]:
        return public_names(self)

    def __repr__(self) -> str:
        names = [tactic.name for tactic in self.tactics] + [f"missed {tactic.name}" for tactic in self.missed]
        where = f"{self.path}:{self.line}" if self.path else f"game {self.number}"
        after = counted(self.ply, "turn")
        return f"<{where}, after {after}: {self.turn or 'end'}{', ' * bool(names)}{', '.join(names)}>"


def _game_of(record: str) -> Game:
    """The game of a record, up to a mistake."""
    return next(read_records(Game, record.split("\n"), lenient=True))


class DamagedGame(NamedTuple):
    """A game that was read only up to a mistake: its source, its number, where it begins, and what is wrong."""

    path: Path | None
    """The file of the game, or None."""
    number: int
    """The number of the game in its source, from 0."""
    line: int
    """The line of the file on which the game begins; 0 without a file."""
    why: str
    """What is wrong, and where: in the file, or in the game if there is none."""

    def __dir__(self) -> list[str]:
        return public_names(self)


class _Record(NamedTuple):
    path: Path | None
    number: int
    line: int
    text: str


class _Question(NamedTuple):
    """What is looked for. Everything can be sent to other processes."""

    names: tuple[str, ...]
    missed: bool | None
    material: tuple[tuple[str, int, int], ...]
    patterns: tuple[tuple[tuple[str, str], ...], ...]
    layout: str
    result: tuple[str, ...]
    length: tuple[int, int]
    where: bytes | None
    budget: int
    asks_caller: bool
    """Whether the process that reads the results looks at each position itself."""

    @property
    def is_about_positions(self) -> bool:
        return bool(self.names or self.material or self.patterns or self.where or self.asks_caller)


_Found = list[tuple[int, str, str | None, tuple[Tactic, ...], tuple[Tactic, ...]]]
"""Of a game: ply, colour, turn, tactics and missed tactics of each place."""


def _search_batch(batch: list[_Record], question: _Question) -> list[tuple[_Found, str]]:
    """Search some records. Return what was found in each, and what is wrong with it or ""."""
    # made by `search_games` from a function that the caller gave
    where = pickle.loads(question.where) if question.where else None  # noqa: S301
    referee = compiled_rules()
    out: list[tuple[_Found, str]] = []
    for record in batch:
        text, why = record.text, ""
        try:
            game = next(read_records(Game, text.split("\n"), False, referee))
        except (TextError, IllegalTurn) as error:
            why = str(error.at(_place_of(record, error)) if record.path else error)
            try:
                game = _game_of(text)
                # another spelling, or text around the game, is no damage
                why = why if game.damage.mistake is not None else ""
            except (TextError, IllegalTurn, StopIteration):
                out.append(([], why))
                continue
        out.append((_search_game(game, question, where), why))
    return out


def _place_of(record: _Record, error: TextError | IllegalTurn) -> str:
    """The place of a mistake in the file of its record."""
    return f"{record.path}:{record.line + error.line - 1}:{error.column}"


def _search_game(game: Game, question: _Question, where: Callable[[Position], object] | None) -> _Found:
    if not game.started:
        return []
    nodes = game.line
    if not question.length[0] <= len(game.turns) <= question.length[1]:
        return []
    if question.result and (game.result or "*") not in question.result:
        return []
    if question.layout and str(game.position.layout) != question.layout:
        return []
    found: _Found = []
    if question.names:
        if question.missed is False:
            played = finder.annotate(game, question.names, question.budget)
            found = [(ply - 1, color, turn, tactics, ()) for ply, color, turn, tactics in played]
        else:
            for chance in finder.annotate(game, question.names, question.budget, missed=True):
                tactics = () if question.missed else chance.tactics
                if tactics or chance.missed:
                    found.append((chance.ply - 1, chance.color, chance.turn, tactics, chance.missed))
    elif question.is_about_positions:
        for node, following in zip(nodes, [*nodes[1:], None], strict=True):
            if node.verdict is None:
                turn = None if following is None or following.turn is None else str(following.turn)
                found.append((node.ply, node.position.turn, turn, (), ()))
    else:
        return [(len(game.turns), game.position.turn, None, (), ())]
    out: _Found = []
    for place in found:
        position = nodes[place[0]].position
        if _fits(position, question) and (where is None or where(position)):
            out.append(place)
    return out


def _fits(position: Position, question: _Question) -> bool:
    for color, low, high in question.material:
        if (
            color not in position.colors
            or not low <= position.state[position.seat_of(color)].bit_count() <= high
        ):
            return False
    return not question.patterns or any(_has(position, pattern) for pattern in question.patterns)


def _has(position: Position, pattern: tuple[tuple[str, str], ...]) -> bool:
    for cell, wanted in pattern:
        piece = position.piece(cell)
        if piece is None:
            if wanted != EMPTY:
                return False
        elif wanted not in (piece.color + piece.limbs, piece.color + ANY_LIMBS):
            return False
    return True


class GameSearch(PublicNames):
    """A search over games, as an iterator of places. Stop reading, and read on later: it continues where it was.

    It is made by `aw.search_games`.
    """

    def __init__(
        self,
        sources: Iterable[Any],
        question: _Question,
        where: Callable[[Position], object] | None,
        *,
        once: bool,
        skip: int,
        workers: int | None,
        progress: bool,
    ) -> None:
        self._searched = skip
        self.damaged: list[DamagedGame] = []
        """The games with mistakes so far. They were searched up to the mistake."""
        self._question = question
        self._where = where
        self._once = once
        # an iterator can be read only once
        known = sources if isinstance(sources, list) else []
        self._size = sum(path.stat().st_size for path in known if isinstance(path, Path)) or None
        is_small = self._size is not None and self._size < SMALL
        self._tasks = OrderedTasks(
            _batches(islice(_records(sources), skip, None)),
            1 if is_small else workers,
            _search_batch,
            question,
        )
        # places that nobody has read yet, each with the number of games before its own
        self._ready: deque[tuple[int, Place]] = deque()
        self._progress = progress
        self._bar: Any = None
        self._ended = False

    def __iter__(self) -> GameSearch:
        return self

    def __next__(self) -> Place:
        while not self._ready:
            if not self._step():
                raise StopIteration
        return self._ready.popleft()[1]

    @property
    def games(self) -> int:
        """The number of games that were skipped, or searched with all their places read. `skip` continues there."""
        return self._ready[0][0] if self._ready else self._searched

    def _step(self) -> bool:
        """Search some more games. Return whether there were any."""
        if self._ended:
            return False
        if self._bar is None:
            unit = " games" if self._size is None else "B"
            self._bar = progress_bar(unit, "searching", self._size, shown=self._progress).__enter__()
        if self._tasks.take(self._take):
            return True
        self._finish()
        return False

    def _take(self, batch: list[_Record], answers: list[tuple[_Found, str]]) -> None:
        """Take the answers to a batch. An exception leaves everything as it was."""
        places: list[tuple[int, Place]] = []
        damaged: list[DamagedGame] = []
        size = 0
        for before, (record, (found, why)) in enumerate(zip(batch, answers, strict=True), self._searched):
            size += len(record.text.encode(errors="replace"))
            if why:
                damaged.append(DamagedGame(record.path, record.number, record.line, why))
            if self._where is not None and found:
                line = _game_of(record.text).line
                found = [place for place in found if self._where(line[place[0]].position)]
            if self._once:
                found = found[:1]
            places += [
                (before, Place(record.path, record.number, record.line, *place, record.text))
                for place in found
            ]
        self._searched += len(batch)
        self.damaged += damaged
        self._ready.extend(places)
        self._bar.update(len(batch) if self._size is None else size)

    def _finish(self) -> None:
        self._ended = True
        self._bar.__exit__(None, None, None)
        if self.damaged:
            first = self.damaged[0]
            where = "" if first.path else f"game {first.number}: "
            count = f"{len(self.damaged)} of {self._searched} games" if len(self.damaged) > 1 else "a game"
            warnings.warn(
                f"{count} could be read only up to a mistake; `damaged` lists them: {where}{first.why}",
                stacklevel=4,
            )

    def stop(self) -> None:
        """End the processes. The next reading starts them again, with the games that were not searched."""
        self._tasks.stop()

    def to_frame(self) -> DataFrame:
        """Read to the end, and return all places as a pandas DataFrame. Raises ImportError without pandas."""
        rows = [
            (
                None if place.path is None else str(place.path),
                *(place.number, place.line, place.ply, place.color, place.player, place.turn),
                ", ".join(tactic.name for tactic in place.tactics),
                ", ".join(tactic.name for tactic in place.missed),
            )
            for place in self
        ]
        return frame_of(rows, ("path", "game", "line", "ply", "color", "player", "turn", "tactics", "missed"))

    def __repr__(self) -> str:
        state = "ended" if self._ended else "under way"
        return f"<GameSearch: {counted(self._searched, 'game')} searched, {len(self.damaged)} of them damaged, {state}>"


def _batches(records: Iterable[_Record]) -> Iterator[list[_Record]]:
    """Lists of records, each with about as many characters as one task searches."""
    batch: list[_Record] = []
    size = 0
    for record in records:
        batch.append(record)
        size += len(record.text)
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _records(sources: Iterable[Any]) -> Iterator[_Record]:
    """The records of files, games or texts, one after the other, without reading their turns."""
    number = 0
    for source in sources:
        if isinstance(source, Path):
            for line, text in _records_of_file(source):
                yield _Record(source, number, line, text)
                number += 1
            continue
        game = game_on(source)
        record = game.to_record() if isinstance(game, Game) else source
        if not isinstance(record, str):
            raise TypeError(f"games are files, Games or records, not {type_name(source)}")
        yield _Record(None, number, 0, record)
        number += 1


def _records_of_file(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the first line's number and the text of each record of a file."""
    with path.open("rb") as raw, open_text(raw) as file:
        lines: list[str] = []
        first = 0
        for number, line in enumerate(file, 1):
            if "record" in line.lower() and is_first_line(line):
                if lines and any(text.strip() for text in lines):
                    yield first, "".join(lines)
                lines, first = [], number
            lines.append(line)
        if any(text.strip() for text in lines):
            yield first or 1, "".join(lines)


@suggest_keywords
def search_games(
    games: Games,
    *,
    tactic: str | Iterable[str] | None = None,
    missed: bool | None = False,
    pieces: Mapping[str, str | Piece] | None = None,
    layout: Layout | str = "hex4",
    symmetry: bool = False,
    material: Mapping[str, int | tuple[int, int]] | None = None,
    result: str | Iterable[str] | None = None,
    length: int | tuple[int, int] | None = None,
    where: Callable[[Position], object] | None = None,
    once: bool = False,
    budget: int = finder.BUDGET,
    skip: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> GameSearch:
    """Search games for places that meet all conditions. The result is an iterator; the search runs while it is read.

    `games` are the path of a file of records, or several paths, Games or records. The main line of each game is
    searched; memory does not grow with the files, and all processors search. The conditions are:

    - `tactic`: one or several of `aw.tactics.NAMES`, which the turn that was played carried out; with `missed=True`
      those that it missed (`aw.tactics.annotate`), with `missed=None` both
    - `pieces`: what stands on some discs, such as `{"F5": "WL", "G7": "B*", "G6": "-"}`: exactly this adaptoid, a
      black one with any limbs, nobody; on the board `layout`; with `symmetry` also its images
    - `material`: the number of adaptoids by colour, such as `{"W": 3, "B": (1, 2)}`
    - `result`: "W", "B", "R", "draw", "*" for games that did not end, or several
    - `length`: the number of turns, such as `(20, 60)`
    - `where`: a function of the position that returns whether it is wanted

    A place is the position before the turn. Without a condition on positions, it is the end of the game. With `once`,
    each game has one place at most. `skip` leaves out so many games at the beginning: `search.games` of a search that
    was stopped. A damaged game is searched up to the mistake, and named in `search.damaged`. Raises GameError for a
    wrong condition, TextError for a file that holds no text, and OSError for one that cannot be read.

    >>> games = [Game("adaptoid w 0,0 W:D2,F5L B:D6,G7LP").play(turn) for turn in ("F5-F6 +G6", "D2+L")]
    >>> list(search_games(games, tactic="fork", workers=1))
    [<game 0, after 0 turns: F5-F6 +G6, fork>]
    >>> [
    ...     (place.number, place.missed[0].name)
    ...     for place in search_games(games, tactic="fork", missed=True, workers=1)
    ... ]
    [(1, 'fork')]
    """
    if missed is not None:
        check_flags(missed=missed)
    missed = plain_value(missed)
    check_flags(symmetry=symmetry, once=once)
    if missed is not False and tactic is None:
        raise GameError("name the tactic that was missed: tactic='fork', or tactic=aw.tactics.NAMES for all")
    names = () if tactic is None else finder.checked_names(tactic)  # type: ignore[arg-type]
    if missed and not any(name in finder.MISSABLE for name in names):
        raise GameError(
            f"nobody misses {' or '.join(names)}: these are formations, not turns; leave missed out"
        )
    if material is not None and not hasattr(material, "items"):
        raise TypeError(f"material is a dict such as {{'W': 3, 'B': (1, 2)}}, not {type_name(material)}")
    if where is not None and not callable(where):
        raise TypeError(f"where is a function of a position, not {type_name(where)}")
    packed = _packed(where)
    # a function that was written in a cell cannot be sent to other processes
    here = where if packed is None else None
    board = layout_of(layout) if pieces else None
    if symmetry and not pieces:
        raise GameError("symmetry is about pieces; say which, such as pieces={'D2': 'WL'}")
    question = _Question(
        names,
        missed,
        tuple((_color(color), *_range(number, "material")) for color, number in (material or {}).items()),
        _patterns(pieces, board, symmetry) if pieces and board is not None else (),
        str(board) if board is not None else "",
        _results(result),
        (0, 1 << 60) if length is None else _range(length, "length"),
        packed,
        whole_number(budget, "budget", 0),
        here is not None,
    )
    return GameSearch(
        _sources(games),
        question,
        here,
        once=bool(once),
        skip=whole_number(skip, "skip", 0),
        workers=None if workers is None else whole_number(workers, "workers", 1),
        progress=progress,
    )


def _packed(where: object) -> bytes | None:
    """A function for other processes; None if it cannot be sent, such as one that was written in a cell."""
    if where is None or getattr(where, "__module__", "__main__") == "__main__":
        return None
    try:
        return pickle.dumps(where)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def _sources(games: Any) -> Iterable[Any]:
    if isinstance(games, (str, os.PathLike)) and not (isinstance(games, str) and has_line_ends(games)):
        return [_checked(games)]
    if isinstance(games, str) or isinstance(game_on(games), Game):
        return [games]
    path = getattr(games, "path", None)
    if isinstance(path, Path):
        # the result of a match
        return [_checked(path)]
    games = plain_value(games)
    if not isinstance(games, Iterable):
        raise TypeError(f"games are a file, files, Games or records, not {type_name(games)}")
    if isinstance(games, (list, tuple)):
        return [
            _checked(one)
            if isinstance(one, os.PathLike) or (isinstance(one, str) and not has_line_ends(one))
            else one
            for one in games
        ]
    return games


def _checked(path: str | os.PathLike[str]) -> Path:
    found = checked_path(path)
    check_readable(found)
    return found


def _color(color: str) -> str:
    if color not in COLORS:
        raise GameError(f"material is counted by colour, W, B or R, not {color!r}")
    return color


def _range(number: Any, name: str) -> tuple[int, int]:
    ends = plain_value(number)
    if not isinstance(ends, (list, tuple)):
        ends = (ends, ends)
    if len(ends) != 2:
        raise GameError(f"{name} is a number or two, such as (1, 3), not {number!r}")
    low, high = whole_number(ends[0], name, 0), whole_number(ends[1], name, 0)
    if low > high:
        raise GameError(f"{name} begins with the lower number, such as (1, 3), not {number!r}")
    return low, high


def _results(result: str | Iterable[str] | None) -> tuple[str, ...]:
    if result is None:
        return ()
    wanted = (result,) if isinstance(result, str) else tuple(result)
    for one in wanted:
        if one not in RESULTS:
            raise GameError(f"a result is one of {', '.join(RESULTS)} (* goes on), not {one!r}")
    return wanted


def _patterns(
    pieces: Mapping[str, str | Piece], layout: Layout, symmetry: bool
) -> tuple[tuple[tuple[str, str], ...], ...]:
    if not hasattr(pieces, "items"):
        raise TypeError(f"pieces are a dict such as {{'F5': 'WL'}}, not {type_name(pieces)}")
    wanted: list[tuple[int, str]] = []
    for cell, piece in pieces.items():
        text = piece.color + piece.limbs if isinstance(piece, Piece) else piece
        if not isinstance(text, str):
            raise GameError(f"{cell} holds a Piece or a text such as 'WLP', not {type_name(text)}")
        limbs = text[1:]
        is_known = text == EMPTY or (
            text[:1] in COLORS
            and (limbs == ANY_LIMBS or limbs == "L" * limbs.count("L") + "P" * limbs.count("P"))
        )
        if not text or not is_known:
            raise GameError(f"{cell} holds 'W', 'WLP', 'W*' for any limbs or '-' for nobody, not {text!r}")
        wanted.append((layout.index(cell), text))
    moves = layout.symmetries() if symmetry else layout.symmetries()[:1]
    images = {tuple(sorted((layout.cells[move[disc]], text) for disc, text in wanted)) for move in moves}
    return tuple(sorted(images))
