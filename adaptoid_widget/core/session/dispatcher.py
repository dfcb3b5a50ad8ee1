"""Answers the intents of a front end: each is checked, carried out or refused, and gets exactly one reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ..rules.errors import GameError, IllegalTurn, LayoutError, TextError
from ..rules.legality import Reason, reason
from . import handlers
from .protocol import Json, Refused, bad, checked, short

if TYPE_CHECKING:
    from .session import Session


def handle(session: Session, intent: object) -> Json:
    """Carry out an intent or refuse it; every intent gets exactly one answer, and none harms the game."""
    reply = reply_to(session, intent)
    try:
        extra = _carry_out(session, checked(intent))
        if extra is not None:
            reply.update(extra)
    except Refused as refused:
        _refuse(session, reply, refused.reason)
    except IllegalTurn as illegal:
        _refuse(session, reply, Reason(illegal.code, illegal.cell, illegal.slots))
    except (GameError, LayoutError, TextError) as error:
        _refuse(session, reply, reason("bad-message", None, {"detail": short(str(error))}))
    reply["rev"] = session.rev
    return reply


def reply_to(session: Session, intent: object) -> Json:
    """The beginning of every answer: a reply by the intent's own id, done until it is refused."""
    name: object = intent.get("id") if isinstance(intent, dict) else None
    known = name if isinstance(name, (str, int)) else None
    if isinstance(known, str):
        try:
            known.encode("utf-8")
        except ValueError:
            # half of a character cannot be sent back
            known = None
    return {"type": "reply", "id": known, "ok": True, "rev": session.rev}


def _refuse(session: Session, reply: Json, found: Reason) -> None:
    reply["ok"] = False
    reply["code"] = found.code
    reply["text"] = session.wording.say("why." + found.code, found.slots)
    reply["at"] = found.cell


def refusal(session: Session, intent: object, detail: str) -> Json:
    """The answer to an intent that failed for a reason of Python's own."""
    reply = reply_to(session, intent)
    _refuse(session, reply, reason("failed", None, {"detail": short(detail)}))
    return reply


def _carry_out(session: Session, intent: Json) -> Optional[Json]:
    kind: str = intent["kind"]
    handler = session.handler(kind)
    basic_handler = handlers.INTENTS.get(kind)
    if handler is None and basic_handler is None:
        raise bad("there is no intent %r" % short(kind))
    if not session.interactive and kind not in handlers.READING:
        raise Refused(reason("shown-only"))
    if intent["rev"] != session.rev and kind not in handlers.ANY_TIME:
        raise Refused(reason("stale"))
    if session.editor is not None and kind not in ("edit", "history", "language", "part"):
        raise Refused(reason("editing"))
    refused = session.refusal(intent)
    if refused is not None:
        raise Refused(refused)
    if handler is not None:
        return handler(intent)
    return None if basic_handler is None else basic_handler(session, intent)
