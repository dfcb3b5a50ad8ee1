"""Writes the trees of `core.teaching.rich_text` as Markdown. `core.teaching.lesson_markdown` reads it."""

from __future__ import annotations

import re
from typing import Any

from ..core.teaching.rich_text import Prose

_SIGNS = re.compile(r"([\\`*_\[\]<>&])")
# characters that would begin another kind of block at the start of a line
_BEGINNINGS = re.compile(r"^(\s*)([-+#~=]|\d+(?=[.)](?:\s|$)))")


def markdown_of(tree: Prose) -> str:
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


def _item(blocks: Prose, bullet: str) -> str:
    text = markdown_of(blocks).replace("\n", "\n" + " " * (len(bullet) + 1))
    return re.sub(r" +$", "", f"{bullet} {text}", flags=re.MULTILINE)


def _inline_text(parts: Prose) -> str:
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
