"""What a front end may ask of the editor: one intent, `edit`, that says `what`; checked before anything is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional

from ..i18n.catalog import Saying
from ..rules.errors import TextError
from ..rules.layout import MAX_THOUSANDTHS
from ..rules.legality import reason
from ..rules.named_layouts import BOARDS
from ..rules.position import Position
from ..rules.scanner import MAX_CHARACTERS
from ..rules.variants import COLORS, SWITCHES, VARIANTS
from .draft import LIMBS, Draft, DraftError
from .editor import TOOLS, Editor, text_error
from .layout_tools import replaced
from .protocol import Refused, bad, short

if TYPE_CHECKING:
    from .session import Session

Json = Dict[str, Any]
Done = Optional[List[Saying]]
# discs farther out than this nobody drags
FAR = 1000000


def edit(session: Session, intent: Json) -> Optional[Json]:
    """Carry out one step of editing; what it adds to the answer. Raises Refused."""
    what = _one_of(intent, "what", sorted(list(_DOINGS) + list(_LEAVING) + ["open", "snap"]))
    try:
        if what == "open":
            open_editor(session, tool=_one_of(intent, "to", TOOLS) if "to" in intent else "position")
            return None
        editor = session.editor
        if editor is None:
            raise Refused(reason("edit-closed"))
        if what == "snap":
            return {
                "snap": editor.snap(_text(intent, "at"), _whole(intent, "x", FAR), _whole(intent, "y", FAR))
            }
        if what in _LEAVING:
            if what == "play" and "text" in intent:
                # what stands in the text box is what is meant, or nothing is
                editor.read(_text(intent, "text", MAX_CHARACTERS))
            _LEAVING[what](session, editor)
        else:
            said = _DOINGS[what](editor, intent)
            session.changed(*(said or []))
            key = editor.take_key()
            return None if key is None else {"key": key}
    except TextError as error:
        raise Refused(reason("edit-text", None, text_error(error)[1]))
    except DraftError as error:
        raise Refused(error.reason)
    return None


def open_editor(session: Session, start: Optional[Position] = None, tool: str = "position") -> None:
    """Open the editor on what the board shows, or on a position; one that is open already begins anew."""
    editor = Editor.of(session.game)
    if start is not None:
        editor = Editor(Draft.of(start), session.game.players)
    editor.tool = tool
    editor.since = session.rev
    session.editor = editor
    session.changed(("edit.opened", None))


def close_editor(session: Session) -> None:
    """Leave the editor; the game is as it was."""
    if session.editor is not None:
        session.editor = None
        session.changed(("edit.closed", None))


def _close(session: Session, _: Editor) -> None:
    close_editor(session)


def _play(session: Session, editor: Editor) -> None:
    session.begin(editor.game(), "set-up")


def _open_start(session: Session, editor: Editor) -> None:
    session.begin(editor.open_game())


_LEAVING: Dict[str, Callable[[Session, Editor], None]] = {
    "close": _close,
    "play": _play,
    "open-start": _open_start,
}


# -- adaptoids ---------------------------------------------------------------------------------------------------------


def _body(editor: Editor, intent: Json) -> Done:
    cell = _disc(editor, intent, "at")
    color = _one_of(intent, "color", editor.draft.shown_colors)
    editor.change(editor.draft.with_body(cell, color))
    return _stands(editor, cell)


def _limb(editor: Editor, intent: Json) -> Done:
    cell = _text(intent, "at")
    limb = _one_of(intent, "limb", LIMBS)
    editor.change(editor.draft.with_limb(cell, limb, 1 if _whole(intent, "by", 1) > 0 else -1))
    return _stands(editor, cell)


def _move(editor: Editor, intent: Json) -> Done:
    origin, target = _text(intent, "at"), _disc(editor, intent, "to")
    if origin == target:
        return None
    editor.change(editor.draft.moved(origin, target))
    return _stands(editor, target)


def _take(editor: Editor, intent: Json) -> Done:
    cell = _text(intent, "at")
    editor.change(editor.draft.without(cell))
    return _stands(editor, cell)


def _stands(editor: Editor, cell: str) -> Done:
    piece = editor.draft.pieces.get(cell)
    if piece is None:
        return [("edit.free", {"cell": cell})]
    slots: Dict[str, Any] = {"color": piece.color, "cell": cell, "legs": piece.legs, "pincers": piece.pincers}
    return [("edit.stands", slots)]


def _clear(editor: Editor, _: Json) -> Done:
    editor.change(editor.draft.cleared())
    return None


def _start(editor: Editor, _: Json) -> Done:
    draft = editor.draft
    editor.change(draft.started(BOARDS.start(str(draft.layout), draft.variant)))
    return None


def _fix(editor: Editor, intent: Json) -> Done:
    problem = _one_of(intent, "problem", ("adrift", "red"))
    editor.change(editor.draft.without_adrift() if problem == "adrift" else editor.draft.without_red())
    return None


# -- what else a position says -----------------------------------------------------------------------------------------


def _turn(editor: Editor, intent: Json) -> Done:
    editor.change(editor.draft.but(turn=_one_of(intent, "color", editor.draft.shown_colors)))
    return None


def _step(editor: Editor, intent: Json) -> Done:
    editor.change(editor.draft.but(step=_one_of(intent, "to", ("move", "grow"))))
    return None


def _lost(editor: Editor, intent: Json) -> Done:
    color = _one_of(intent, "color", editor.draft.shown_colors)
    editor.change(editor.draft.with_lost(color, _whole(intent, "by", 99)))
    return None


def _variant(editor: Editor, intent: Json) -> Done:
    editor.change(editor.draft.but(variant=_one_of(intent, "to", sorted(VARIANTS))))
    return None


def _switch(editor: Editor, intent: Json) -> Done:
    editor.change(editor.draft.with_switch(_one_of(intent, "to", sorted(SWITCHES))))
    return None


def _board(editor: Editor, intent: Json) -> Done:
    editor.change(replaced(editor.draft, BOARDS.layout(_one_of(intent, "to", BOARDS.names))))
    return None


def _read(editor: Editor, intent: Json) -> Done:
    editor.read(_text(intent, "text", MAX_CHARACTERS))
    return None


def _name(editor: Editor, intent: Json) -> Done:
    editor.name_player(_one_of(intent, "color", COLORS), _text(intent, "text", 500).strip())
    return None


def _seats(editor: Editor, intent: Json) -> Done:
    editor.draw_seats(_whole(intent, "seed", MAX_THOUSANDTHS))
    players = editor.players
    return [("news.plays", {"name": players[color], "color": color}) for color in editor.draft.colors]


# -- steps -------------------------------------------------------------------------------------------------------------


def _undo(editor: Editor, _: Json) -> Done:
    if not editor.undo():
        raise Refused(reason("nothing-to-undo"))
    return [("news.undone", None)]


def _redo(editor: Editor, _: Json) -> Done:
    if not editor.redo():
        raise Refused(reason("nothing-to-redo"))
    return [("edit.redone", None)]


def _tool(editor: Editor, intent: Json) -> Done:
    editor.tool = _one_of(intent, "to", TOOLS)
    return None


# -- the board's discs -------------------------------------------------------------------------------------------------


def _toggle(editor: Editor, intent: Json) -> Done:
    return editor.toggle(_text(intent, "at"))


def _drag(editor: Editor, intent: Json) -> Done:
    return editor.drag(_text(intent, "at"), _whole(intent, "x", FAR), _whole(intent, "y", FAR))


def _add(editor: Editor, intent: Json) -> Done:
    return editor.add(_whole(intent, "x", FAR), _whole(intent, "y", FAR))


def _hop(editor: Editor, intent: Json) -> Done:
    # a direction of length one, in thousandths
    dx, dy = _whole(intent, "x", 1000), _whole(intent, "y", 1000)
    return editor.hop(_text(intent, "at"), dx / 1000, dy / 1000)


def _loosen(editor: Editor, _: Json) -> Done:
    editor.loosen()
    return None


_DOINGS: Dict[str, Callable[[Editor, Json], Done]] = {
    "body": _body,
    "limb": _limb,
    "move": _move,
    "take": _take,
    "clear": _clear,
    "start": _start,
    "fix": _fix,
    "turn": _turn,
    "step": _step,
    "lost": _lost,
    "variant": _variant,
    "switch": _switch,
    "board": _board,
    "text": _read,
    "name": _name,
    "seats": _seats,
    "undo": _undo,
    "redo": _redo,
    "tool": _tool,
    "disc": _toggle,
    "drag": _drag,
    "add": _add,
    "hop": _hop,
    "loosen": _loosen,
}


# -- fields of an intent -----------------------------------------------------------------------------------------------


def _disc(editor: Editor, intent: Json, field: str) -> str:
    cell = _text(intent, field)
    editor.check_disc(cell)
    return cell


def _text(intent: Json, field: str, most: int = 60) -> str:
    value = intent.get(field)
    if not isinstance(value, str) or len(value) > most:
        raise bad("%s is to be a text of at most %d characters" % (field, most))
    return value


def _whole(intent: Json, field: str, most: int) -> int:
    value = intent.get(field)
    if not isinstance(value, int) or isinstance(value, bool) or not -most <= value <= most:
        raise bad("%s is to be a whole number, at most %d" % (field, most))
    return value


def _one_of(intent: Json, field: str, values: Any) -> str:
    value = intent.get(field)
    if not isinstance(value, str) or value not in values:
        raise bad("%s is to be one of %s, not %s" % (field, ", ".join(values), short(repr(value))))
    return value
