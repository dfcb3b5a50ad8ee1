"""Rich texts: which trees are accepted or refused, their plain text, and the choice of a language."""

from __future__ import annotations

from typing import Any

import pytest

from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.teaching.rich_text import check_prose, check_tag, in_language, plain, prose

GOOD: list[list[Any]] = [
    [],
    [["p", "Look."]],
    [["p"]],
    [["h", "Feeding"], ["p", "Look ", ["b", "twice ", ["i", "or"], " more"], ["br"], ["c", "+D4"], "."]],
    [["ul", [["p", "one"]], [["p", "two"], ["ol", [["p", "inner"]], []]]]],
    [["p", "a < b & c > d, <script>alert(1)</script> is text"]],
    [["p", "呼吸 \u00fc\nnew line"]],
]


def nested(depth: int) -> list[Any]:
    """Return lists within lists."""
    tree: list[Any] = [["p", "deep"]]
    for _ in range(depth):
        tree = [["ul", tree]]
    return tree


def bold(depth: int) -> list[Any]:
    part: Any = "deep"
    for _ in range(depth):
        part = ["b", part]
    return [["p", part]]


BAD: list[Any] = [
    [["p", "bell \x07"]],
    [["p", "half \ud800"]],
    [["p", "line \u2028 end"]],
    [["p", "x" * 6001]],
    [["p", "x" * 3001], ["p", "x" * 3000]],
    [["p", *["x"] * 801]],
    nested(6),
    bold(6),
]


@pytest.mark.parametrize("tree", GOOD)
def test_valid_trees_are_accepted_unchanged(tree: list[Any]) -> None:
    assert check_prose(tree) == tree


@pytest.mark.parametrize("tree", BAD, ids=range(len(BAD)))
def test_trees_that_are_too_long_too_deep_or_malformed_are_refused(tree: Any) -> None:
    with pytest.raises(GameError) as raised:
        check_prose(tree)
    assert len(str(raised.value)) < 200


def test_the_deepest_tree_is_accepted() -> None:
    assert check_prose(nested(5)) == nested(5)
    assert check_prose(bold(5)) == bold(5)


def test_plain_text_has_a_line_for_each_paragraph() -> None:
    tree = check_prose(
        [
            ["h", "Feeding"],
            ["p", "First", ["br"], ["b", "second"], " ", ["c", "+D4"]],
            ["ol", [["p", "one"], ["ul", [["p", "in"]]]], [["p", "two"]]],
        ]
    )
    assert plain(tree) == "Feeding\nFirst\nsecond +D4\n1. one\n   - in\n2. two"
    assert plain([]) == ""
    assert plain(prose("One.\n\nTwo.")) == "One.\nTwo."


@pytest.mark.parametrize("tag", ["", "e", "en us", "-en", "en-", "en-é2", "en-" + "x" * 21])
def test_bad_language_tags_are_refused(tag: str) -> None:
    with pytest.raises(GameError):
        check_tag(tag)


def test_in_language_picks_the_nearest_language() -> None:
    texts = {"en": "Look", "de": "Schau", "pt-BR": "Olha"}
    assert [in_language(texts, tag, "en") for tag in ("de", "de-CH", "pt-BR", "pt", "ja")] == [
        "Schau",
        "Schau",
        "Olha",
        "Look",
        "Look",
    ]
    assert in_language({}, "de", "en") is None
