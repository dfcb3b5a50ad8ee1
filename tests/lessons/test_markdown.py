"""The Markdown of authors becomes a tree, and the tree can be written as Markdown again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.teaching.lesson_markdown import tree_of
from adaptoid_widget.core.teaching.rich_text import check_prose
from adaptoid_widget.lessons.markdown_writer import markdown_of
from tests.portable.lesson_text_cases import MARKDOWN
from tests.repetitions import repetitions


@pytest.mark.parametrize(("text", "tree"), MARKDOWN, ids=lambda value: repr(value)[:30])
def test_markdown_becomes_a_tree(text: str, tree: list[Any]) -> None:
    assert tree_of(text) == tree
    assert check_prose(tree) == tree


@pytest.mark.parametrize("tree", [tree for _, tree in MARKDOWN], ids=lambda tree: repr(tree)[:30])
def test_a_tree_becomes_markdown(tree: list[Any]) -> None:
    assert tree_of(markdown_of(tree)) == tree


@settings(max_examples=repetitions(60, 200), deadline=None)
@given(st.text(st.sampled_from("aB1 \n*_`#-+.)(![]<>&\\:/|~=日。"), max_size=40))
def test_any_text_becomes_a_valid_tree_and_keeps_its_letters(text: str) -> None:
    tree = tree_of(text)
    assert check_prose(tree) == tree
    reread = tree_of(markdown_of(tree))
    assert check_prose(reread) == reread
    assert _letters(reread) == _letters(tree)


def _letters(tree: Any) -> str:
    if isinstance(tree, str):
        return "".join(sign for sign in tree if sign.isalnum())
    # the kind of a block is not part of the text
    return "".join(_letters(part) for part in (tree[1:] if tree and isinstance(tree[0], str) else tree))


@pytest.mark.parametrize(
    "text", ["*a " * 3000 + "b*" * 3000, "**a " * 3000 + "b**" * 3000, "a" * 50_000, "- " * 8 + "x"]
)
def test_a_text_that_is_too_long_or_too_deep_is_refused(text: str) -> None:
    with pytest.raises(GameError):
        check_prose(tree_of(text))
