"""The handler of the intent `edit`, whose field `what` names the change to make in the editor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, List, Optional, Tuple

from ..editor.draft import LIMBS, MAX_LOST, Draft
from ..editor.editor import TOOLS, Editor, text_error
from ..editor.layout_editing import replaced
from ..game.headers import clean_name
from ..i18n.catalog import Saying
from ..rules.errors import TextError
from ..rules.layout import MAX_THOUSANDTHS
from ..rules.named_layouts import BOARDS
from ..rules.position import Position
from ..rules.scanner import MAX_CHARACTERS
from ..rules.variants import COLORS, SWITCH_NAMES, VARIANTS
from ..tactics.start_discs import start_of_three
from ..wire.intent_fields import Json, number_in, one_of, refused, text_in
from .hooks import HandlerTable

if TYPE_CHECKING:
    from .session import Session

    News = Optional[List[Saying]]

# the largest coordinate of a disc that is dragged, in thousandths of a diameter
MAX_COORDINATE = 1000000
MAX_PLAYER_NAME = 500


def add_editor(session: Session) -> None:
    """Make a session handle the intent `edit`."""
    session.add_hooks(HandlerTable({"edit": lambda intent: edit(session, intent)}))


def edit(session: Session, intent: Json) -> Optional[Json]:
    """Make one change. Returns what it adds to the reply. Raises Refused."""
    change = one_of(intent, "what", sorted(list(_CHANGES) + ["close", "open", "open-start", "play", "snap"]))
    try:
        if change == "open":
            open_editor(session, tool=one_of(intent, "to", TOOLS) if "to" in intent else "position")
            return None
        editor = session.editor
        if editor is None:
            raise refused("edit-closed")
        if change == "snap":
            return {"snap": editor.snap(text_in(intent, "at"), *_place(intent))}
        if change == "close":
            close_editor(session)
        elif change == "play":
            # the text box may hold changes that were not sent yet
            text = text_in(intent, "text", MAX_CHARACTERS) if "text" in intent else ""
            session.begin(editor.game(text), "set-up")
        elif change == "open-start":
            session.begin(editor.open_game())
        else:
            announcements = _CHANGES[change](editor, intent)
            session.changed(*(announcements or []))
            key = editor.take_key()
            return None if key is None else {"key": key}
    except TextError as error:
        raise refused("edit-text", None, text_error(error)[1])
    return None


def open_editor(session: Session, start: Optional[Position] = None, tool: str = "position") -> None:
    """Open the editor on what the board shows, or on a position; an open one starts anew."""
    game = session.game
    editor = Editor.of(game) if start is None else Editor(Draft.of(start), game.players)
    editor.tool = tool
    editor.since = session.rev
    session.show_editor(editor, "edit.opened")


def close_editor(session: Session) -> None:
    """Close the editor; the game stays as it was."""
    if session.editor is not None:
        session.show_editor(None, "edit.closed")


def _body(editor: Editor, intent: Json) -> News:
    cell = _disc(editor, intent, "at")
    editor.change(editor.draft.with_body(cell, _color(editor, intent)))
    return _stands(editor, cell)


def _limb(editor: Editor, intent: Json) -> News:
    cell = text_in(intent, "at")
    limb = one_of(intent, "limb", LIMBS)
    editor.change(editor.draft.with_limb(cell, limb, 1 if number_in(intent, "by", 1) > 0 else -1))
    return _stands(editor, cell)


def _move(editor: Editor, intent: Json) -> News:
    origin, target = text_in(intent, "at"), _disc(editor, intent, "to")
    if origin == target:
        return None
    editor.change(editor.draft.moved(origin, target))
    return _stands(editor, target)


def _take(editor: Editor, intent: Json) -> News:
    cell = text_in(intent, "at")
    editor.change(editor.draft.without(cell))
    return _stands(editor, cell)


def _stands(editor: Editor, cell: str) -> News:
    piece = editor.draft.pieces.get(cell)
    if piece is None:
        return [("edit.free", {"cell": cell})]
    return [
        ("edit.stands", {"color": piece.color, "cell": cell, "legs": piece.legs, "pincers": piece.pincers})
    ]


def _start(editor: Editor, _: Json) -> None:
    draft = editor.draft
    start = BOARDS.start(str(draft.layout), draft.variant)
    if start is None and len(draft.colors) == 3 and len(draft.layout) >= 3:
        start = start_of_three(draft.layout)
    editor.change(draft.started(start))


def _fix(editor: Editor, intent: Json) -> None:
    problem = one_of(intent, "problem", ("off-board", "red"))
    editor.change(editor.draft.without_off_board() if problem == "off-board" else editor.draft.without_red())


def _but(editor: Editor, **changes: str) -> None:
    editor.change(editor.draft.replace(**changes))


def _lost(editor: Editor, intent: Json) -> None:
    editor.change(editor.draft.with_lost(_color(editor, intent), number_in(intent, "by", MAX_LOST)))


def _board(editor: Editor, intent: Json) -> None:
    editor.change(replaced(editor.draft, BOARDS.layout(one_of(intent, "to", BOARDS.names))))


def _name(editor: Editor, intent: Json) -> None:
    name = clean_name(text_in(intent, "text", MAX_PLAYER_NAME), MAX_PLAYER_NAME)
    editor.name_player(one_of(intent, "color", COLORS), name)


def _seats(editor: Editor, intent: Json) -> News:
    editor.draw_seats(number_in(intent, "seed", MAX_THOUSANDTHS))
    players = editor.players
    return [("news.plays", {"name": players[color], "color": color}) for color in editor.draft.colors]


def _undo(editor: Editor, _: Json) -> News:
    if not editor.undo():
        raise refused("nothing-to-undo")
    return [("news.undone", None)]


def _redo(editor: Editor, _: Json) -> News:
    if not editor.redo():
        raise refused("nothing-to-redo")
    return [("edit.redone", None)]


def _tool(editor: Editor, intent: Json) -> None:
    editor.tool = one_of(intent, "to", TOOLS)


def _hop(editor: Editor, intent: Json) -> News:
    # a direction of length one, in thousandths
    dx, dy = number_in(intent, "x", 1000), number_in(intent, "y", 1000)
    return editor.hop(text_in(intent, "at"), dx / 1000, dy / 1000)


_CHANGES: Dict[str, Callable[[Editor, Json], News]] = {
    "body": _body,
    "limb": _limb,
    "move": _move,
    "take": _take,
    "clear": lambda editor, _: editor.change(editor.draft.cleared()),
    "start": _start,
    "fix": _fix,
    "turn": lambda editor, intent: _but(editor, turn=_color(editor, intent)),
    "step": lambda editor, intent: _but(editor, step=one_of(intent, "to", ("move", "grow"))),
    "lost": _lost,
    "variant": lambda editor, intent: _but(editor, variant=one_of(intent, "to", sorted(VARIANTS))),
    "switch": lambda editor, intent: editor.change(
        editor.draft.with_switch(one_of(intent, "to", SWITCH_NAMES))
    ),
    "board": _board,
    "text": lambda editor, intent: editor.read(text_in(intent, "text", MAX_CHARACTERS)),
    "name": _name,
    "seats": _seats,
    "undo": _undo,
    "redo": _redo,
    "tool": _tool,
    "disc": lambda editor, intent: editor.toggle(text_in(intent, "at")),
    "drag": lambda editor, intent: editor.drag(text_in(intent, "at"), *_place(intent)),
    "add": lambda editor, intent: editor.add(*_place(intent)),
    "hop": _hop,
    "loosen": lambda editor, _: editor.loosen(),
}


def _disc(editor: Editor, intent: Json, field: str) -> str:
    cell = text_in(intent, field)
    editor.check_disc(cell)
    return cell


def _color(editor: Editor, intent: Json) -> str:
    return one_of(intent, "color", editor.draft.shown_colors)


def _place(intent: Json) -> Tuple[int, int]:
    return number_in(intent, "x", MAX_COORDINATE), number_in(intent, "y", MAX_COORDINATE)
