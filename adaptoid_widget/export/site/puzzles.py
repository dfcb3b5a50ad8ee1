"""The page of a site with all puzzles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ... import locales
from ...core.rules.variants import VARIANTS
from ...core.tactics.tactic import NAMES
from ...layouts import data as named_boards
from ...puzzles import SENTENCES, load
from ..shared_page import LEARNER_WORDS, RESULT_WORDS, SiteFrame, assemble, words_around

# the words that the script of the page shows
_WORDS = (
    *("daily", "endless", "choose", "theme", "theme.all", "grade", "streak", "last", "last.none"),
    *("solved", "missed", "skipped", "solved.of", "first", "three"),
)


def puzzle_page(
    language: str, frame: Callable[..., SiteFrame], titles: Mapping[str, Mapping[str, str]]
) -> str:
    """The page in a language. `titles` are its title and lead by language."""
    puzzles = load()
    options: dict[str, Any] = {
        "puzzles": [list(puzzle[:-1]) for puzzle in puzzles],
        "sentences": SENTENCES,
        "board": "puzzles",
        "language": language,
        "boards": named_boards(),
    }
    words: dict[str, dict[str, str]] = {}
    around: dict[str, dict[str, str]] = {}
    for tag in locales.languages():
        page_words = locales.page_words(tag)
        names = [*_WORDS, *(f"theme.{tactic}" for tactic in NAMES)]
        words[tag] = {**titles[tag], **{f"site.{name}": page_words[f"page.site.{name}"] for name in names}}
        around[tag] = words_around(VARIANTS["adaptoid"], tag)
        around[tag].update({name: page_words["page." + name] for name in (*LEARNER_WORDS, *RESULT_WORDS)})
        around[tag]["still"] = page_words["page.slow"]
        around[tag]["title"] = around[tag]["lead"] = ""
    choices = [[puzzle.name, puzzle.tactic, puzzle.rating, puzzle.colors] for puzzle in puzzles]
    return assemble(
        "puzzles",
        options,
        around,
        first="",
        site=frame(words=words, puzzles=choices),
    )
