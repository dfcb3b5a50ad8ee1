"""Converts Markdown to the trees of `core.teaching.rich_text`, and back.

CommonMark without HTML: paragraphs, lists, headings, bold, italic, code, line breaks. A link or an image becomes its
text; HTML, tables, quotations and everything else that a tree cannot hold stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from ..core.rules.errors import GameError
from ..core.teaching.rich_text import MAX_CHARACTERS

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

# the longest Markdown text, with its markup
MAX_SIGNS = 4 * MAX_CHARACTERS

TextTree = list[Any]
"""A list of blocks (see `core.teaching.rich_text`)."""

# constructs that a tree cannot hold are disabled, so they stay as they are
UNKNOWN = ("blockquote", "code", "hr", "html_block", "html_inline", "lheading", "reference")
_SIGNS = re.compile(r"([\\`*_\[\]<>&])")
# characters that would begin another kind of block at the start of a line
_BEGINNINGS = re.compile(r"^(\s*)([-+#~=]|\d+(?=[.)](?:\s|$)))")


def tree_of(text: str) -> TextTree:
    """The tree of a Markdown text. Raises GameError for a text that is too long or too deep.

    >>> tree_of(
    ...     "Black's `D5` has **one** to spare.\\n\\n- Look.\\n- <b>Count</b> [them](http://example.org)."
    ... )
    [['p', "Black's ", ['c', 'D5'], ' has ', ['b', 'one'], ' to spare.'],
     ['ul', [['p', 'Look.']], [['p', '<b>Count</b> them.']]]]
    """
    from markdown_it.tree import SyntaxTreeNode

    if len(text) > MAX_SIGNS:
        raise GameError(f"a text has at most {MAX_CHARACTERS} characters")
    try:
        return _blocks(SyntaxTreeNode(_parser().parse(text)).children)
    except RecursionError:
        raise GameError("bold and italic text is nested too deeply here") from None


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).disable(UNKNOWN)


def _blocks(nodes: Sequence[SyntaxTreeNode]) -> TextTree:
    blocks: TextTree = []
    for node in nodes:
        if node.type in ("bullet_list", "ordered_list"):
            kind = "ul" if node.type == "bullet_list" else "ol"
            items = [item for item in (_blocks(child.children) for child in node.children) if item]
            blocks += [[kind, *items]] if items else []
        elif node.type == "fence":
            blocks += [["p", *_listing(node.content)]] if node.content.strip() else []
        else:
            inline = _joined(_inline(node.children[0].children)) if node.children else []
            if inline:
                blocks.append(["h" if node.type == "heading" else "p", *inline])
    return blocks


def _listing(content: str) -> TextTree:
    inline: TextTree = []
    for line in content.strip("\n").split("\n"):
        inline += [["br"], ["c", line]] if line.strip() else [["br"]]
    return inline[1:]


def _inline(nodes: Sequence[SyntaxTreeNode], around: tuple[str, ...] = ()) -> TextTree:
    inline: TextTree = []
    for node in nodes:
        kind = node.type
        if kind in around:
            # italic in italic looks the same, and cannot always be written
            inline += _inline(node.children, around)
        elif kind in ("strong", "em"):
            parts = _joined(_inline(node.children, (*around, kind)))
            inline.append(["b" if kind == "strong" else "i", *parts])
        elif kind == "code_inline":
            inline.append(["c", node.content])
        elif kind == "hardbreak":
            inline.append(["br"])
        elif kind == "softbreak":
            inline.append("\n")
        elif node.children:
            # a link or an image
            inline += _inline(node.children, around)
        else:
            inline.append(node.content)
    return inline


def _joined(parts: TextTree) -> TextTree:
    """Joins consecutive texts, with blanks in place of line ends."""
    joined: TextTree = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return [re.sub(r"(.?)\n(.?)", _line_end, part) if isinstance(part, str) else part for part in joined]


def _line_end(around: re.Match[str]) -> str:
    # Japanese has no blanks between lines
    before, after = around.groups()
    wide = all(sign and east_asian_width(sign) in "WF" for sign in (before, after))
    return before + ("" if wide else " ") + after


def markdown_of(tree: TextTree) -> str:
    """A Markdown text with this tree.

    >>> print(markdown_of([["p", "2 * 3 is ", ["b", "six"]], ["ol", [["p", "One."]], [["p", "Two."]]]]))
    2 \\* 3 is **six**
    <BLANKLINE>
    1. One.
    2. Two.
    """
    texts: list[str] = []
    other = False
    for before, block in zip([None, *tree], tree, strict=False):
        # consecutive lists of the same kind differ in their markers
        other = before is not None and before[0] == block[0] and not other
        texts.append(_block_text(block, other))
    return "\n\n".join(texts)


def _block_text(block: list[Any], other: bool) -> str:
    kind, parts = block[0], block[1:]
    if kind == "ul":
        return "\n".join(_item(item, "*" if other else "-") for item in parts)
    if kind == "ol":
        return "\n".join(_item(item, f"{n}{')' if other else '.'}") for n, item in enumerate(parts, 1))
    text = _inline_text(parts)
    return "# " + text if kind == "h" else _BEGINNINGS.sub(_escaped_beginning, text)


def _escaped_beginning(match: re.Match[str]) -> str:
    blanks, sign = match.groups()
    return f"{blanks}{sign}\\" if sign.isdigit() else f"{blanks}\\{sign}"


def _item(blocks: TextTree, bullet: str) -> str:
    text = markdown_of(blocks).replace("\n", "\n" + " " * (len(bullet) + 1))
    return re.sub(r" +$", "", f"{bullet} {text}", flags=re.MULTILINE)


def _inline_text(parts: TextTree) -> str:
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += _SIGNS.sub(r"\\\1", part)
        elif part[0] == "c":
            fence = "`" * (1 + max([len(run) for run in re.findall("`+", part[1])], default=0))
            pad = " " if part[1].startswith("`") or part[1].endswith("`") else ""
            text += fence + pad + part[1] + pad + fence
        elif part[0] == "br":
            text += "\\\n"
        else:
            mark = "**" if part[0] == "b" else "*"
            text += mark + _inline_text(part[1:]) + mark
    return text
