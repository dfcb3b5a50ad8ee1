"""The handlers of all intents that every session has, by kind. Each checks its intent before it changes anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, Optional

from ..game.comments import MAX_COMMENT
from ..game.game import Game
from ..game.marks import Marks
from ..i18n.catalog import LANGUAGES
from ..rules.legality import Reason, reason
from ..rules.piece import Piece
from ..rules.position import Position
from ..rules.scanner import MAX_CHARACTERS
from ..rules.turn import Turn
from ..wire import descriptions
from ..wire import snapshot as snapshot_parts
from ..wire.intent_fields import Json, Refused, bad, number_in, one_of, refused, short, text_in
from . import permissions
from .typed_turns import MAX_TYPED, completions, named_discs, play_typed

if TYPE_CHECKING:
    from .session import Session

    Handler = Callable[[Session, Json], Optional[Json]]

GROWTHS = ("new", "leg", "pincer")
# the most rows of the history, or frames of a film, in one reply
MAX_ROWS = 500


def _cell(session: Session, intent: Json, field: str) -> str:
    cell = intent.get(field)
    if not isinstance(cell, str):
        raise bad("%s must be a disc, as in D4" % field)
    if cell not in session.layout:
        raise refused("unknown-disc", short(cell))
    return cell


def _under_way(session: Session) -> Position:
    if not session.game.started:
        raise refused("start-under-way")
    if session.game.result is not None:
        raise refused("game-over")
    return session.game.position


def _move_text(session: Session, intent: Json) -> str:
    origin = _cell(session, intent, "from")
    target = _cell(session, intent, "to")
    return origin + ("-" if _under_way(session).piece(target) is None else "x") + target


def _move(session: Session, intent: Json) -> None:
    session.game.move(_move_text(session, intent))


def _grow(session: Session, intent: Json) -> None:
    growth = one_of(intent, "what", GROWTHS)
    cell = _cell(session, intent, "at")
    _under_way(session)
    session.game.play(Turn(None, None, False, growth, cell))


def _play(session: Session, intent: Json) -> None:
    """Play a turn that was typed. In an open start, it is a disc or a colour."""
    text = text_in(intent, "text", MAX_TYPED)
    opening = session.game.opening
    if opening is None or session.game.started:
        _under_way(session)
        play_typed(session.game, text)
        return
    click = dict(intent)
    if opening.step == "place":
        discs = named_discs(text)
        if not discs:
            raise refused("typed-place")
        click.update({"kind": "place", "at": discs[0]})
    else:
        word = text.strip().lower()
        colors = [
            color
            for color in ("W", "B")
            if word in (color.lower(), session.wording.ui["ui." + color].lower())
        ]
        if not colors:
            raise refused("choose-now")
        click.update({"kind": "choose", "color": colors[0]})
    permissions.check(click, session.modes(click))
    INTENTS[click["kind"]](session, click)


def _complete(session: Session, intent: Json) -> Json:
    """What a text that is being typed may become, and which discs it names, as far as `aids` allow."""
    text = text_in(intent, "text", MAX_TYPED)
    position = _under_way(session)
    if session.aids == "none":
        return {"texts": []}
    named = [cell for cell in named_discs(text) if cell in position.layout]
    pieces = position.pieces
    chosen = named[0] if named and named[0] in pieces and pieces[named[0]].color == position.turn else None
    return {"texts": completions(text, position), "at": chosen, "to": named[-1] if named else None}


def _undo(session: Session, _: Json) -> None:
    if not session.undo():
        raise refused("nothing-to-undo")


def _redo(session: Session, _: Json) -> None:
    if not session.redo():
        raise refused("nothing-to-redo")


def _goto(session: Session, intent: Json) -> None:
    ply = number_in(intent, "at")
    if not 0 <= ply <= session.game.length or not session.game.started:
        raise refused("no-such-turn", None, {"number": ply, "count": session.game.length})
    if "from" in intent and number_in(intent, "from") != session.game.node.number:
        raise refused("stale")
    session.game.goto(ply)


def _in_play(change: Callable[[Game], Game]) -> Handler:
    """The handler of a change without fields to a game under way."""

    def handle(session: Session, _: Json) -> None:
        _under_way(session)
        change(session.game)

    return handle


def _place(session: Session, intent: Json) -> None:
    cell = _cell(session, intent, "at")
    opening = session.game.opening
    if opening is None or session.game.started or opening.step != "place":
        raise refused("start-done")
    if cell in opening.placed:
        raise refused("taken", cell)
    session.game.place(cell)


def _choose(session: Session, intent: Json) -> None:
    color = one_of(intent, "color", ("W", "B"))
    opening = session.game.opening
    if opening is None or session.game.started:
        raise refused("start-done")
    if opening.step != "choose":
        raise refused("start-under-way")
    session.game.choose(color)


def _why(session: Session, intent: Json) -> None:
    """Say why a click has no effect."""
    raise Refused(_reason(session, intent))


def _reason(session: Session, intent: Json) -> Reason:
    cell = _cell(session, intent, "at")
    opening = session.game.opening
    if opening is not None and not session.game.started:
        return reason("taken", cell) if opening.step == "place" else reason("choose-now")
    position = _under_way(session)
    piece = position.piece(cell)
    if intent.get("from") is not None:
        refusal = position.why_not_move(_cell(session, intent, "from"), cell, piece is not None)
        if refusal is not None:
            return refusal
    if piece is None:
        return position.why_not_growth("new", cell) or reason("free-disc", cell)
    if piece.color != position.turn:
        return reason("not-yours", cell, {"color": piece.color, "turn": position.turn})
    return (
        position.why_not_growth("leg", cell)
        or position.why_not_growth("pincer", cell)
        or reason("own-adaptoid", cell)
    )


def _on_node(change: Callable[[Game, int], Game]) -> Handler:
    """The handler of a change that concerns a node."""

    def handle(session: Session, intent: Json) -> None:
        change(session.game, number_in(intent, "node"))

    return handle


def _comment(session: Session, intent: Json) -> None:
    text = text_in(intent, "text", MAX_COMMENT)
    if "node" in intent:
        session.game.comment_on(number_in(intent, "node"), text)
    else:
        session.game.comment = text


def _mark(session: Session, intent: Json) -> None:
    session.game.marks = (
        Marks.from_data(intent.get("marks")) if "marks" in intent else text_in(intent, "text", MAX_CHARACTERS)
    )


def _foresee(session: Session, intent: Json) -> Json:
    cell = _cell(session, intent, "at")
    position = _under_way(session)
    piece = position.piece(cell)
    if piece is None or piece.color != position.turn:
        raise Refused(_reason(session, {"at": cell}))
    return {"food": snapshot_parts.food_part(position, cell)}


def _map(session: Session, intent: Json) -> Json:
    if not session.game.started:
        raise refused("start-under-way")
    color = one_of(intent, "color", session.game.position.colors)
    return {"map": snapshot_parts.map_part(session.game.position, color)}


def _feeding(session: Session, intent: Json) -> Json:
    """Tell which limb eats where, perhaps after a previewed step; without full aids only of those who starved."""
    flipped = intent.get("flipped")
    if not isinstance(flipped, bool):
        raise bad("flipped must be true or false")
    pieces: Dict[str, Piece] = {}
    if session.aids == "full" and session.game.started:
        pieces = session.game.position.pieces
        if "from" in intent:
            pieces = _under_way(session).after_move(_move_text(session, intent)).pieces
        elif "at" in intent:
            cell, growth = _cell(session, intent, "at"), one_of(intent, "what", GROWTHS)
            illegal = _under_way(session).why_not_growth(growth, cell)
            if illegal is not None:
                raise Refused(illegal)
            color, legs, pincers = pieces.get(cell, Piece(session.game.position.turn, 0, 0))
            pieces[cell] = Piece(color, legs + (growth == "leg"), pincers + (growth == "pincer"))
    return {"feeding": snapshot_parts.feeding_part(session.game, pieces, flipped)}


def _describe(session: Session, intent: Json) -> Json:
    """Describe a disc or the game, as far as `aids` allow."""
    topic = one_of(intent, "what", descriptions.TOPICS)
    cell = _cell(session, intent, "at")
    chosen = None if intent.get("from") is None else _cell(session, intent, "from")
    game, wording = session.game, session.wording
    if topic == "last":
        return {"text": wording.say_all(descriptions.last(game))}
    part = snapshot_parts.board_part(game, session.aids)
    if topic == "turn":
        parts = [session.status(), wording.say_all(descriptions.sides(part))]
        return {"text": wording.sentences["list.sentence"].join(parts)}
    describe = descriptions.options if topic == "options" else descriptions.starving
    return {"text": wording.say_all(describe(part, cell, chosen))}


def _history(session: Session, intent: Json) -> Json:
    first, last = number_in(intent, "from"), number_in(intent, "to")
    count = len(session.game.rows)
    first = max(0, min(first, count))
    last = max(first, min(last, count, first + MAX_ROWS))
    return {"from": first, "turns": snapshot_parts.history(session.game, first, last, session.wording)}


INTENTS: Dict[str, Handler] = {
    "move": _move,
    "grow": _grow,
    "pass": _in_play(lambda game: game.play("-")),
    "play": _play,
    "complete": _complete,
    "undo": _undo,
    "redo": _redo,
    "goto": _goto,
    "new": lambda session, _: session.begin(session.new_game()),
    "resign": _in_play(Game.resign),
    "draw": _in_play(Game.agree_draw),
    "place": _place,
    "choose": _choose,
    "why": _why,
    "select": _on_node(Game.select),
    "promote": _on_node(Game.promote),
    "remove": _on_node(Game.remove),
    "comment": _comment,
    "mark": _mark,
    "foresee": _foresee,
    "map": _map,
    "feeding": _feeding,
    "describe": _describe,
    "language": lambda session, intent: session.speak(one_of(intent, "to", LANGUAGES.tags())),
    "history": _history,
}
