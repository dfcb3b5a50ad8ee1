"""Intents as a front end sends them: their fields, read and checked, and how one is refused."""

from __future__ import annotations

from typing import Any, Dict

from ..rules.legality import Reason, reason

Json = Dict[str, Any]


class Refused(Exception):
    """An intent that cannot be carried out."""

    def __init__(self, found: Reason) -> None:
        super().__init__(found.code)
        self.reason = found


def short(text: str) -> str:
    """A text cut to what fits into a sentence, without halves of characters, which nobody can send."""
    text = text if len(text) <= 120 else text[:119] + "…"
    return "".join(["\ufffd" if 0xD800 <= ord(sign) < 0xE000 else sign for sign in text])


def bad(detail: str) -> Refused:
    """The refusal of an intent that makes no sense."""
    return Refused(reason("bad-message", None, {"detail": detail}))


def checked(intent: object) -> Json:
    """An intent whose common fields have the right types; whatever else is in it is looked at where it is used."""
    if not isinstance(intent, dict):
        raise bad("an intent is an object")
    if not isinstance(intent.get("id"), (str, int)):
        raise bad("an intent has an id")
    if not isinstance(intent.get("kind"), str):
        raise bad("an intent has a kind")
    number_in(intent, "rev")
    return intent


def number_in(intent: Json, field: str) -> int:
    """A field that holds a whole number. Raises Refused."""
    value = intent.get(field)
    if not isinstance(value, int) or isinstance(value, bool):
        raise bad("%s is to be a whole number" % field)
    return value


def text_in(intent: Json, field: str, most: int) -> str:
    """A field that holds a text of at most so many characters. Raises Refused."""
    value = intent.get(field)
    if not isinstance(value, str) or len(value) > most:
        raise bad("%s is to be a text of at most %d characters" % (field, most))
    return value


def one_of(intent: Json, field: str, values: Any) -> str:
    """A field that holds one of several words. Raises Refused."""
    value = intent.get(field)
    if not isinstance(value, str) or value not in values:
        raise bad("%s is to be one of %s" % (field, ", ".join(values)))
    return value
