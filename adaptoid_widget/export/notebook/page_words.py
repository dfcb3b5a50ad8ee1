"""Words of the page within an article, in every language, so that they change with the page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ... import locales
from ...core.i18n.catalog import fill


class PageWords:
    """Collects what the page itself says in an article.

    >>> words = PageWords("de")
    >>> words.html("left.large")
    '<span data-word="article.0">Eine Ausgabe fehlt hier, weil sie für eine Seite zu groß ist.</span>'
    >>> words.by_language["en"]["article.0"]
    'An output is left out, since it is too large for a page.'
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._names: dict[tuple[str, ...], str] = {}
        self.by_language: dict[str, dict[str, str]] = {tag: {} for tag in locales.languages()}
        """The words by language and by the names that `data-word` has."""

    def text(self, key: str, slots: Mapping[str, str] | None = None) -> str:
        """What the page says in its language."""
        return fill(locales.page_words(self._language)["page." + key], slots or {})

    def html(self, key: str, slots: Mapping[str, str] | None = None) -> str:
        """An element with what the page says."""
        name = self._names.setdefault((key, *(slots or {}).values()), f"article.{len(self._names)}")
        for tag, words in self.by_language.items():
            words[name] = fill(locales.page_words(tag)["page." + key], slots or {})
        return f'<span data-word="{name}">{escape(self.text(key, slots))}</span>'
