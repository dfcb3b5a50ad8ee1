"""Exports the game on a board, as text and turn by turn for a film, and opens games from texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Tuple

from ..game.game import Game
from ..game.record_scanner import KIND, readable
from ..game.record_writing import OPEN, current_row, go_to_row, record_text, start_text
from ..game.records import has_record, read_records
from ..game.tree import Node
from ..host.similar_words import small_letters
from ..i18n.catalog import Saying
from ..i18n.slots import Slots
from ..rules.errors import GameError, LayoutError, TextError
from ..rules.integer_rules import MAX_BODIES
from ..rules.pasting import linked_position, pasted_position
from ..rules.position import Position, is_reordered, read_unsorted
from ..rules.scanner import UNSEEN, without_start
from ..rules.variants import variant_at
from ..search.scores import passed
from ..wire import snapshot as snapshot_parts
from ..wire.intent_fields import Json, bad, number_in, refused, short, text_in
from .handlers import MAX_ROWS
from .hooks import Handler, HandlerTable
from .session import Session

if TYPE_CHECKING:
    from ..wire.wire_types import FilmFramePart

MAX_TEXT = 1_000_000


def read_shared(text: str) -> Tuple[Game, List[Saying]]:
    """The game of a position, of the link to one, or of a record, with notes on what was read differently.

    Reads the first game of a text with several games. A game with a mistake stands at the last turn before it. Raises
    Refused for a text without a game, and for a game whose start cannot be read.

    >>> game, notes = read_shared(
    ...     "adaptoid-record 1\\r\\nStart: adaptoid w 0,0 W:D2 B:D6\\r\\n\\r\\n1 d2+l\\r\\n2 A1+L\\r\\n"
    ... )
    >>> str(game.position), notes[0][0], notes[0][1]["line"]
    ('adaptoid b 0,0 W:D2L B:D6', 'open.cut', 5)
    """
    begin = without_start(text, UNSEEN)
    position = ""
    try:
        if begin.startswith("adaptoid-lesson"):
            raise refused("foreign-text")
        if has_record(text):
            return _read_record(text)
        position = pasted_position(linked_position(begin))
        # the board says what was not in order
        game = Game(OPEN if readable(begin) == OPEN else read_unsorted(position))
    except (GameError, LayoutError, TextError) as error:
        if small_letters(begin).startswith(KIND) or not isinstance(error, TextError):
            raise refused("no-game")
        if not variant_at(small_letters(position)):
            raise refused("foreign-text")
        slots: Slots = {"column": error.column, "expected": error.expected, "found": short(error.found)}
        raise refused("no-position", None, slots)
    if game.opening is not None:
        return game, []
    notes: List[Saying] = []
    if is_reordered(position, str(game.position)):
        notes.append(("open.sorted", {"position": str(game.position)}))
    if _has_impossible_losses(game.position):
        notes.append(("open.losses", None))
    return game, notes


def _has_impossible_losses(position: Position) -> bool:
    """Whether no game comes to these losses, since it ends when a colour has lost (R11, R12, R20)."""
    lost, limit = position.lost.values(), position.limit
    # more than one loss at once is that of an enemy that starves; all colours lose at once only in an exchange
    return max(lost) >= limit + MAX_BODIES or min(lost) >= limit < max(lost)


def _read_record(text: str) -> Tuple[Game, List[Saying]]:
    """As `read_shared` for a record."""
    games = read_records(Game, text.split("\n"), True)
    game = next(games)
    damage, cut = game.damage, game.damage.cut
    if game.opening is not None and not game.started and cut is not None:
        return game, [("open.cut-off", {"line": cut.line})]
    if damage.is_startless and game.length == 0:
        raise refused("no-start")
    notes: List[Saying] = []
    if damage.is_reordered:
        notes.append(("open.sorted", {"position": start_text(game)}))
    if cut is not None:
        game.select(cut.node)
        code = "open.cut" if cut.ply else "open.cut-start"
        notes.append((code, {"n": cut.ply, "line": cut.line}))
        if cut.why is not None:
            turn = cut.text.strip(" ").partition(" ")[2]
            notes.extend([("open.illegal", {"n": cut.ply + 1, "line": short(turn)}), cut.why.saying])
    if damage.is_kept:
        notes.append(("open.kept", None))
    if damage.is_left_out:
        notes.append(("open.left-out", None))
    for _ in games:
        notes.append(("open.several", None))
        break
    return game, notes


def _frame(game: Game, node: Node, aids: str, flipped: bool) -> FilmFramePart:
    """What a film shows at the start or after a turn; with full aids also which enemies would starve."""
    position = node.position
    last = snapshot_parts.last_at(game, node)
    goes_on = node.result is None
    # of the others a board shows it when they are looked at
    hungry = position.food() if aids == "full" and goes_on else {}
    cells = [cell for cell in hungry if hungry[cell] < 0]
    feeding: Any = snapshot_parts.feeding_at(position, last, position.pieces, flipped, cells)
    marks: Any = node.marks.data()
    return {
        "position": str(position),
        "turn": position.turn,
        "step": position.step if goes_on else "over",
        "pieces": snapshot_parts.piece_rows(position.layout, position.pieces),
        "starving": list(position.starving()) if goes_on and aids == "full" else [],
        "last": last,
        "marks": marks,
        "feeding": feeding,
    }


def _reply_to(game: Game, node: Node) -> Node:
    """The end of the line that refutes a turn: the last variation after it, which a review adds."""
    children = node.children[-1:]
    while children:
        node = game.nodes[children[0]]
        children = node.children[:1] if node.turn is not None else []
        if node.number == game.node.number:
            break
    return node


def film_of(session: Session, intent: Json) -> Json:
    """The answer to the intent `film`: the frames of some turns of the game."""
    game = session.game
    tree = game.tree if game.started else None
    if tree is None:
        raise refused("start-under-way")
    first = max(0, number_in(intent, "from"))
    last = max(first, min(number_in(intent, "to"), first + MAX_ROWS))
    # the line may change between two requests; the turns that lead to a node do not
    end = tree.check(number_in(intent, "node")) if "node" in intent else game.turn_at(game.length)
    if intent.get("reply") is True:
        end = _reply_to(game, end)
    nodes = [tree.nodes[number] for number in tree.path(end.number)[first:last]]
    flipped = intent.get("flipped") is True
    frames = [_frame(game, node, session.aids, flipped) for node in nodes]
    turns = intent.get("turns", [])
    if not isinstance(turns, list) or len(turns) > MAX_ROWS or (turns and not nodes):
        raise bad("turns must be a list of turns after a shown one")
    if turns:
        position = nodes[-1].position
        line = Game(passed(position) if intent.get("passes") is True else position)
        for turn in turns:
            line.play(turn)
            frames.append(_frame(line, line.node, session.aids, flipped))
    return {"node": end.number, "frames": frames}


def add_sharing(session: Session, address: Callable[[], str] = str) -> None:
    """Handle the intents `record`, `film` and `open`. `address` is the address of a page that opens links, or ""."""

    def record(_: Json) -> Json:
        game = session.game
        out: Json = {"record": record_text(game), "address": address()}
        row = current_row(game)
        if row is not None:
            out["row"] = row
        return out

    def open_text(intent: Json) -> Json:
        text = text_in(intent, "text", MAX_TEXT)
        game, notes = read_shared(text)
        go_to_row(game, intent.get("row"))
        cut = game.damage.cut
        if cut is None:
            session.begin(game, "opened")
        elif cut.ply:
            session.begin(game, "opened-part", {"n": cut.ply})
        else:
            session.begin(game, "opened-start")
        return {"text": session.wording.say_all(notes)}

    def film(intent: Json) -> Json:
        return film_of(session, intent)

    handlers: Dict[str, Handler] = {"record": record, "film": film, "open": open_text}
    session.add_hooks(HandlerTable(handlers))
