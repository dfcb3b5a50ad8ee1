"""Fields of intents, read and checked, and how an intent is refused."""

from __future__ import annotations

from typing import Any, Dict, Optional

from ..i18n.slots import Slots
from ..rules.errors import whole_number
from ..rules.legality import Reason, reason

Json = Dict[str, Any]
"""A JSON object: an intent, a reply, or a part of the snapshot."""


MAX_INTEGER = 2**53 - 1
"""The greatest number that a browser sends exactly."""


class Refused(Exception):
    """An intent that cannot be carried out. `message` says why in Python, by default as the board does."""

    def __init__(self, reason: Reason, message: str = "") -> None:
        super().__init__(message or reason.text)
        self.reason = reason


def refused(code: str, cell: Optional[str] = None, slots: Optional[Slots] = None) -> Refused:
    """The refusal of an intent for a reason (`core.rules.legality.reason`)."""
    return Refused(reason(code, cell, slots))


def short(text: str) -> str:
    """A text cut to a length that fits into a sentence, with lone surrogates replaced, which cannot be encoded."""
    text = text if len(text) <= 120 else text[:119] + "…"
    return "".join(["\ufffd" if 0xD800 <= ord(char) < 0xE000 else char for char in text])


def bad(detail: str) -> Refused:
    """The refusal of an intent that is malformed. The board does not show `detail`, which is for developers."""
    return Refused(reason("bad-message", None, {"detail": detail}), detail[:1].upper() + detail[1:] + ".")


def checked(intent: object) -> Json:
    """An intent whose common fields have the right types; its handler checks the others. Raises Refused."""
    if not isinstance(intent, dict):
        raise bad("an intent must be an object")
    if not isinstance(intent.get("id"), (str, int)):
        raise bad("an intent must have an id")
    if not isinstance(intent.get("kind"), str):
        raise bad("an intent must have a kind")
    number_in(intent, "rev")
    return intent


def number_in(intent: Json, field: str, limit: int = MAX_INTEGER) -> int:
    """A whole number in a field, from -limit to limit. Raises GameError, which refuses the intent."""
    return whole_number(intent.get(field), field, -limit, limit)


def text_in(intent: Json, field: str, limit: int = 60) -> str:
    """A text of at most `limit` characters in a field. Raises Refused."""
    value = intent.get(field)
    if not isinstance(value, str) or len(value) > limit:
        raise bad("%s must be a text of at most %d characters" % (field, limit))
    return value


def one_of(intent: Json, field: str, values: Any) -> str:
    """One of several words in a field. Raises Refused."""
    value = intent.get(field)
    if not isinstance(value, str) or value not in values:
        raise bad("%s must be one of %s, not %s" % (field, ", ".join(values), short(repr(value))))
    return value
