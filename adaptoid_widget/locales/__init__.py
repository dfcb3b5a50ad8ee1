"""The languages besides English: one JSON file each, with the same keys as core's English; read when first needed."""

from __future__ import annotations

import json
from functools import cache, partial
from importlib.resources import files

from ..core.i18n.catalog import LANGUAGES
from ..core.i18n.en_pages import PAGE

# each by its own name
NAMES = {"de": "Deutsch", "ja": "日本語", "es": "Español"}


@cache
def words(language: str) -> dict[str, dict[str, str]]:
    """The file of a language: its "sentences", its "ui" and its "page"."""
    text = (files(__name__) / f"{language}.json").read_text("utf-8")
    read: dict[str, dict[str, str]] = json.loads(text)
    return read


def languages() -> dict[str, str]:
    """The languages that the board speaks, each tag with the language's own name for itself.

    >>> languages()
    {'en': 'English', 'de': 'Deutsch', 'ja': '日本語', 'es': 'Español'}
    """
    return dict(LANGUAGES.names())


def page_words(language: str) -> dict[str, str]:
    """The words of a shared page around its board."""
    return PAGE if language == "en" else words(language)["page"]


for _tag, _name in NAMES.items():
    LANGUAGES.add(_tag, _name, partial(words, _tag))
