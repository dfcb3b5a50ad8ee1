"""Comments on turns: their plain form, and how long they may be."""

from __future__ import annotations

from ..rules.errors import GameError, quote
from ..rules.scanner import control_at

# fits into one message to the board
MAX_COMMENT = 20000


def check_comment(text: str) -> str:
    """A comment with plain line ends and without blanks at line ends and around it. Raises GameError."""
    check_length(len(text))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    text = "\n".join([line.rstrip(" \t") for line in lines]).strip(" \n\t")
    wrong = control_at(text, "\n\t")
    if wrong >= 0:
        raise GameError("a comment must not contain control characters; remove %s" % quote(text[wrong]))
    return text


def check_length(characters: int) -> None:
    """Raise GameError for a comment with too many characters."""
    if characters > MAX_COMMENT:
        raise GameError("a comment has at most %d characters, not %d" % (MAX_COMMENT, characters))
