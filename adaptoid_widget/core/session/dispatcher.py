"""Dispatches intents to handlers. Each intent gets exactly one reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ..rules.errors import GameError, IllegalTurn, LayoutError, TextError
from ..rules.legality import Reason, reason
from ..wire.intent_fields import Json, Refused, bad, checked, short
from . import permissions
from .handlers import INTENTS

if TYPE_CHECKING:
    from .session import Session

# by the intents with text that people typed, why it is refused
TYPED = {"name": "bad-name", "comment": "bad-comment", "mark": "bad-marks"}
# refusals whose cause is for developers, in English: no sentence on a board says it, but the reply has it
UNSAID = ("bad-message", "failed") + tuple(TYPED.values())


def handle(session: Session, intent: object) -> Json:
    """The reply to an intent, which may be malformed, after it was carried out or refused."""
    reply = accepted(session, intent)
    try:
        extra = _carry_out(session, checked(intent))
        if extra is not None:
            reply.update(extra)
    except Refused as error:
        _refuse(session, reply, error.reason)
    except IllegalTurn as illegal:
        _refuse(session, reply, Reason(illegal.code, illegal.cell, illegal.slots))
    except (GameError, LayoutError, TextError) as error:
        _refuse(session, reply, _malformed(intent, str(error)))
    reply["rev"] = session.rev
    return reply


def accepted(session: Session, intent: object) -> Json:
    """A reply with the intent's id that says it was carried out."""
    intent_id: object = intent.get("id") if isinstance(intent, dict) else None
    reply_id = intent_id if isinstance(intent_id, (str, int)) else None
    if isinstance(reply_id, str):
        try:
            reply_id.encode("utf-8")
        except ValueError:
            # a lone surrogate cannot be sent
            reply_id = None
    return {"type": "reply", "id": reply_id, "ok": True, "rev": session.rev}


def _refuse(session: Session, reply: Json, refusal: Reason) -> None:
    reply["ok"] = False
    reply["code"] = refusal.code
    reply["text"] = session.wording.say(*refusal.saying)
    reply["at"] = refusal.cell
    if refusal.code in UNSAID:
        reply["detail"] = refusal.slots["detail"]


def _malformed(intent: object, detail: str) -> Reason:
    """Why an intent with fields that Python does not take is refused; text that people typed has its own sentences."""
    kind = intent["kind"] if isinstance(intent, dict) else ""
    if kind == "edit" and isinstance(intent, dict):
        kind = str(intent.get("what"))
    return reason(TYPED.get(kind, "bad-message"), None, {"detail": short(detail)})


def failure_reply(session: Session, intent: object, detail: str) -> Json:
    """The reply to an intent whose handler raised an exception."""
    reply = accepted(session, intent)
    _refuse(session, reply, reason("failed", None, {"detail": short(detail)}))
    return reply


def _carry_out(session: Session, intent: Json) -> Optional[Json]:
    kind: str = intent["kind"]
    handler = session.handler(kind)
    basic_handler = INTENTS.get(kind)
    if handler is None and basic_handler is None:
        raise bad("there is no intent %r" % short(kind))
    permissions.check(intent, session.modes(intent))
    if handler is not None:
        return handler(intent)
    return None if basic_handler is None else basic_handler(session, intent)
