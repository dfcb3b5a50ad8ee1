"""The words of all languages: English as Python, and a JSON file with the same keys for each other language.

Core has the English of boards. The words of pages around their boards are here, since no page has all of them.
"""

from __future__ import annotations

import json
from functools import cache, partial
from importlib.resources import files

from ..core.i18n.catalog import LANGUAGES
from .en_pages import PAGE

# the languages' names for themselves
NAMES = {"de": "Deutsch", "ja": "日本語", "es": "Español"}


@cache
def words(language: str) -> dict[str, dict[str, str]]:
    """The words of a language: "sentences", "ui" and "page". Those of a file are read when first needed.

    >>> words("de")["ui"]["ui.undo"]
    'Zurück'
    """
    if language == "en":
        english = LANGUAGES.wording("en")
        return {"sentences": english.sentences, "ui": english.ui, "page": PAGE}
    catalogues: dict[str, dict[str, str]] = json.loads(
        (files(__name__) / f"{language}.json").read_text("utf-8")
    )
    return catalogues


def languages() -> dict[str, str]:
    """The tags of the board's languages, with each language's name for itself.

    >>> languages()
    {'en': 'English', 'de': 'Deutsch', 'ja': '日本語', 'es': 'Español'}
    """
    return dict(LANGUAGES.names())


def page_words(language: str) -> dict[str, str]:
    """The words of shared pages and sites in a language."""
    return words(language)["page"]


for _tag, _name in NAMES.items():
    LANGUAGES.add(_tag, _name, partial(words, _tag))
