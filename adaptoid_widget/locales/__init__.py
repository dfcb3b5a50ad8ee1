"""The words of all languages: English as Python, and a JSON file with the same keys for each other language.

Core has the English of boards. The words of pages around their boards are here, since no page has all of them.

A file is a language: `fr.json` makes French known, under the name that its key "language.name" gives. What a file lacks
shows in English.
"""

from __future__ import annotations

import json
import re
from functools import cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING

from ..core.i18n.catalog import LANGUAGES
from .en_pages import PAGE

if TYPE_CHECKING:
    from importlib.abc import Traversable


@cache
def words(language: str) -> dict[str, dict[str, str]]:
    """The words of a language: "sentences", "ui" and "page". Those of a file are read when first needed.

    >>> words("de")["ui"]["ui.undo"]
    'Zurück'
    """
    if language == "en":
        english = LANGUAGES.wording("en")
        return {"sentences": english.sentences, "ui": english.ui, "page": PAGE}
    own: dict[str, dict[str, str]] = json.loads((files(__name__) / f"{language}.json").read_text("utf-8"))
    return {part: completed(own.get(part, {}), english) for part, english in words("en").items()}


def completed(own: dict[str, str], english: dict[str, str]) -> dict[str, str]:
    """Return the texts of a language with those of English for what it lacks.

    A language has its own plural forms. Those of English stand in only if it has none.

    >>> completed({"n.other": "{n}本"}, {"n.one": "{n} leg", "n.other": "{n} legs", "title": "Legs"})
    {'title': 'Legs', 'n.other': '{n}本'}
    """
    counted = {key.removesuffix(".other") for key in own if key.endswith(".other")}
    texts = {key: text for key, text in english.items() if key.rpartition(".")[0] not in counted}
    return {**texts, **own}


def languages() -> dict[str, str]:
    """The tags of the board's languages, with each language's name for itself.

    >>> languages()
    {'en': 'English', 'de': 'Deutsch', 'es': 'Español', 'ja': '日本語'}
    """
    return dict(LANGUAGES.names())


def page_words(language: str) -> dict[str, str]:
    """The words of shared pages and sites in a language."""
    return words(language)["page"]


def _add(file: Traversable) -> None:
    """Register the language of a file. Its words are read when first needed."""
    # the whole file takes milliseconds to parse
    name = re.search(r'"language\.name": *("[^"]*")', file.read_text("utf-8"))
    if name is None:
        raise ValueError(f"locales/{file.name} does not say its own name as language.name")
    tag = file.name.removesuffix(".json")
    LANGUAGES.add(tag, json.loads(name[1]), partial(words, tag))


for _file in sorted(files(__name__).iterdir(), key=lambda file: file.name):
    if _file.name.endswith(".json"):
        _add(_file)
