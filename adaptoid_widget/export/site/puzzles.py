"""The page of a site with all puzzles."""

from __future__ import annotations

from typing import Any

from ... import locales
from ...core.rules.variants import VARIANTS
from ...layouts import data as named_boards
from ...puzzles import load, sentences
from ..shared_page import assemble, learner_words, words_around
from .frame import SiteFrames, title_words

# the words that the script of the page shows
_WORDS = (
    *("daily", "endless", "choose", "theme", "theme.all", "difficulty", "streak", "last", "last.none"),
    *("solved", "missed", "skipped", "solved.of", "first", "three", "tomorrow"),
)


def puzzle_page(frames: SiteFrames, language: str) -> str:
    """The page in a language."""
    puzzles = load()
    names = [*_WORDS, *dict.fromkeys(f"theme.{puzzle.tactic}" for puzzle in puzzles)]
    options: dict[str, Any] = {
        "puzzles": [list(puzzle[:-1]) for puzzle in puzzles],
        "sentences": sentences(),
        "board": "puzzles",
        "language": language,
        "boards": named_boards(),
    }
    words = title_words("puzzles")
    around: dict[str, dict[str, str]] = {}
    for tag in words:
        page_words = locales.page_words(tag)
        words[tag].update({f"site.{name}": page_words[f"page.site.{name}"] for name in names})
        around[tag] = {
            **words_around(VARIANTS["adaptoid"], tag),
            **learner_words(tag),
            "still": page_words["page.slow"],
            "title": "",
            "lead": "",
        }
    choices = [[puzzle.name, puzzle.tactic, puzzle.rating, puzzle.colors] for puzzle in puzzles]
    site = frames.frame(
        "puzzles", frames.page("puzzles"), language, words, storage_key="puzzles", puzzles=choices
    )
    return assemble("puzzles", options, around, first="", site=site)
