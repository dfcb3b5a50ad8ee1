"""The keys of lesson files and of steps in Python, and the words that they can have."""

from __future__ import annotations

from typing import Dict, Sequence

from ..host.similar_words import small_letters
from ..session.session import AIDS
from .lesson import MAX_LESSON_NAME, ORDERS, REPLIES, RETRIES, STEP_FIELDS
from .rich_text import LETTERS

# of lesson files
FIRST_LINE = "adaptoid-lesson 1"
INDENT = "    "
HEAD_KEYS = ("title", "about", "order", "name", "language")
TEXT_KEYS = ("title", "about") + tuple([f.key for f in STEP_FIELDS if f.form in ("text", "texts", "answers")])
"""The keys of translated texts."""
STEP_KEYS = tuple([field.key for field in STEP_FIELDS if field.key])
ARG_KEYS = tuple([field.key for field in STEP_FIELDS if field.form in ("answers", "turns")])
"""The keys with a turn or an answer between the key and the colon."""
CHOICES: Dict[str, Sequence[str]] = {
    "order": ORDERS,
    "replies": REPLIES,
    "aids": AIDS,
    "flipped": ("no", "yes"),
    "retry": RETRIES,
}
"""The words that a key can have."""
DIGITS = "0123456789"


def name_of(stem: str) -> str:
    """A lesson's name from that of its file or its title.

    >>> name_of("The Fork (2)"), name_of("日本")
    ('the-fork-2', 'lesson')
    """
    signs = [sign if sign in LETTERS or sign in DIGITS else " " for sign in small_letters(stem)]
    return "-".join("".join(signs).split())[:MAX_LESSON_NAME].strip("-") or "lesson"
