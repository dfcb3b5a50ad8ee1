"""Exports the game on a board as text, and opens games from texts."""

from __future__ import annotations

from typing import Callable, Dict, List, Tuple

from ..game.game import Game
from ..game.record_format import current_row, go_to_row, record_text
from ..game.records import KIND, read_records
from ..i18n.catalog import Saying
from ..i18n.slots import Slots
from ..rules.errors import GameError, IllegalTurn, LayoutError, TextError
from ..rules.legality import reason
from ..rules.variants import VARIANTS
from .hooks import Handler, HandlerTable
from .protocol import Json, Refused, short, text_in
from .session import Session

MAX_TEXT = 1_000_000


def read_shared(text: str) -> Tuple[Game, List[Saying]]:
    """The game of a position or of a record, with notes on what was dropped.

    Reads the first game of a text with several games. Raises TextError, LayoutError or GameError for a text without a
    game.

    >>> game, notes = read_shared(
    ...     "adaptoid-record 1\\r\\nStart: adaptoid w 0,0 W:D2 B:D6\\r\\n\\r\\n1 d2+l\\r\\n= *\\r\\n"
    ... )
    >>> str(game.position), notes
    ('adaptoid b 0,0 W:D2L B:D6', [('open.dropped', {'n': 1, 'line': 4, 'detail': 'read as D2+L'})])
    """
    text = text.replace("\r\n", "\n").replace("\ufeff", "").strip("\n ")
    if "\n" not in text and not text.startswith(KIND):
        return Game(text), []
    games = read_records(Game, (text + "\n").split("\n")[:-1], True)
    game = next(games)
    notes: List[Saying] = []
    if game.dropped:
        first = game.dropped[0]
        slots: Slots = {"n": len(game.dropped), "line": first.line, "detail": short(first.why)}
        notes.append(("open.dropped", slots))
    for _ in games:
        notes.append(("open.several", None))
        break
    return game, notes


def add_sharing(session: Session, address: Callable[[], str] = str) -> None:
    """Handle the intents `record` and `open`. `address` is the address of a page that opens links, or ""."""

    def record(_: Json) -> Json:
        game = session.game
        out: Json = {"record": record_text(game), "address": address()}
        row = current_row(game)
        if row is not None:
            out["row"] = row
        return out

    def open_text(intent: Json) -> Json:
        text = text_in(intent, "text", MAX_TEXT)
        try:
            game, notes = read_shared(text)
        except (GameError, IllegalTurn, LayoutError, TextError) as error:
            begin = text.lstrip("\ufeff\r\n ").lower()
            if not any(begin.startswith(name) for name in VARIANTS):
                raise Refused(reason("foreign-text"))
            raise Refused(reason("no-game", None, {"detail": short(str(error))}))
        go_to_row(game, intent.get("row"))
        session.begin(game, "opened")
        return {"text": session.wording.tell(notes)}

    handlers: Dict[str, Handler] = {"record": record, "open": open_text}
    session.add_hooks(HandlerTable(handlers, reading=("record",), any_time=("record",)))
