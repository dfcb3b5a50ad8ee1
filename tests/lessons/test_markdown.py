"""The Markdown of authors becomes a tree, and the tree can be written as Markdown again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.teaching.rich_text import check_prose
from adaptoid_widget.lessons.markdown import markdown_of, tree_of
from tests.repetitions import repetitions

CASES: list[tuple[str, list[Any]]] = [
    (
        "One **two** *three* `four`.",
        [["p", "One ", ["b", "two"], " ", ["i", "three"], " ", ["c", "four"], "."]],
    ),
    ("***both***", [["p", ["i", ["b", "both"]]]]),
    ("one\ntwo", [["p", "one two"]]),
    ("日本\n語", [["p", "日本語"]]),
    ("語\nand", [["p", "語 and"]]),
    ("one  \ntwo\\\nthree", [["p", "one", ["br"], "two", ["br"], "three"]]),
    ("# A\n\n### B", [["h", "A"], ["h", "B"]]),
    ("- a\n- b", [["ul", [["p", "a"]], [["p", "b"]]]]),
    ("1. a\n   - b\n\n     c", [["ol", [["p", "a"], ["ul", [["p", "b"], ["p", "c"]]]]]]),
    ("- a\n\n* b", [["ul", [["p", "a"]]], ["ul", [["p", "b"]]]]),
    ("[a *b*](http://x 'y') ![c](d.png) <http://e.f>", [["p", "a ", ["i", "b"], " c http://e.f"]]),
    ("[a][b]\n\n[b]: http://x", [["p", "[a][b]"], ["p", "[b]: http://x"]]),
    ("<b>x</b> <!-- y -->", [["p", "<b>x</b> <!-- y -->"]]),
    ("<div>\n*x*\n</div>", [["p", "<div> ", ["i", "x"], " </div>"]]),
    ("<script>alert(1)</script>", [["p", "<script>alert(1)</script>"]]),
    ("| a | b |\n|---|---|\n| 1 | 2 |", [["p", "| a | b | |---|---| | 1 | 2 |"]]),
    ("> said", [["p", "> said"]]),
    ("a\n---\nb", [["p", "a --- b"]]),
    ("    four blanks", [["p", "four blanks"]]),
    ("```\na\n\n b\n```", [["p", ["c", "a"], ["br"], ["br"], ["c", " b"]]]),
    ("`` a`b ``", [["p", ["c", "a`b"]]]),
    ("&lt;&amp; \\*", [["p", "<& *"]]),
    ("+D4 starves\n\nE3xE5 +F6 *C2,D4 #", [["p", "+D4 starves"], ["p", "E3xE5 +F6 *C2,D4 #"]]),
    ("```\n```\n\n-", []),
    ("**a*:** b", [["p", ["i", "a:"], "* b"]]),
]


@pytest.mark.parametrize(("text", "tree"), CASES, ids=lambda value: repr(value)[:30])
def test_markdown_becomes_a_tree(text: str, tree: list[Any]) -> None:
    assert tree_of(text) == tree
    assert check_prose(tree) == tree


@pytest.mark.parametrize("tree", [tree for _, tree in CASES], ids=lambda tree: repr(tree)[:30])
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


@pytest.mark.parametrize("text", ["*a " * 3000 + "b*" * 3000, "**a " * 2000 + "b**" * 2000, "a" * 50_000])
def test_a_text_that_is_too_long_or_too_deep_is_refused(text: str) -> None:
    with pytest.raises(GameError):
        tree_of(text)
