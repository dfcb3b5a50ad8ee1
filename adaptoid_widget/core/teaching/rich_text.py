"""Formatted text as a tree of plain lists. `lessons.markdown` makes it; a page shows it with text nodes alone.

A tree is a list of blocks, ["p", …inline], ["h", …inline], ["ul", …items] or ["ol", …items], where an item is a list of
blocks; inline is a text, ["b", …inline], ["i", …inline], ["c", "code"] or ["br"]. There are no links, images or HTML;
characters such as < are text.
"""

from __future__ import annotations

from typing import Any, Dict, List

from ..rules.errors import GameError, quote
from ..rules.scanner import control_at

Prose = List[Any]
"""A tree: a list of blocks."""
LocalizedText = Dict[str, Prose]
"""A text in several languages: a tree for each tag."""

# limits lists within lists and bold within italics, because MicroPython has few stack frames
MAX_DEPTH = 5
MAX_CHARACTERS = 6000
MAX_PARTS = 800
MAX_TAG = 20
TAG = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"


def prose(text: str) -> Prose:
    """Plain text as a tree: a paragraph for each of its lines.

    >>> prose("Look twice.\\nThen move.")
    [['p', 'Look twice.'], ['p', 'Then move.']]
    """
    return check_prose([["p", line] for line in text.split("\n") if line.strip()])


def check_prose(tree: Any) -> Prose:
    """A copy of a tree. Raises GameError if it is no tree, too deep or too long.

    >>> check_prose([["p", "Take ", ["b", "both"], "."]])
    [['p', 'Take ', ['b', 'both'], '.']]
    """
    return _TreeChecker().blocks(tree, 0)


class _TreeChecker:
    """Checks a tree, and counts its parts and characters to limit its size."""

    def __init__(self) -> None:
        self.characters = 0
        self.parts = 0

    def blocks(self, tree: Any, depth: int) -> Prose:
        return [self.block(each, depth) for each in self.listed(tree, "a text is a list of paragraphs")]

    def block(self, block: Any, depth: int) -> Prose:
        parts = self.listed(block, "a paragraph is a list")
        kind = parts[0] if parts and isinstance(parts[0], str) else ""
        if kind in ("p", "h"):
            return [kind] + [self.inline(part, 0) for part in parts[1:]]
        if kind in ("ul", "ol"):
            if depth >= MAX_DEPTH:
                raise GameError("a text has lists within at most %d lists" % MAX_DEPTH)
            return [kind] + [self.blocks(item, depth + 1) for item in parts[1:]]
        raise GameError("a paragraph begins with p, h, ul or ol, not %s" % quote(kind[:20]))

    def inline(self, part: Any, depth: int) -> Any:
        if isinstance(part, str):
            return self.text(part)
        parts = self.listed(part, "a part of a paragraph is a text or a list")
        kind = parts[0] if parts and isinstance(parts[0], str) else ""
        if kind in ("b", "i"):
            if depth >= MAX_DEPTH:
                raise GameError("a text is bold or italic at most %d times over" % MAX_DEPTH)
            return [kind] + [self.inline(part, depth + 1) for part in parts[1:]]
        if kind == "c" and len(parts) == 2 and isinstance(parts[1], str):
            return [kind, self.text(parts[1])]
        if kind == "br" and len(parts) == 1:
            return [kind]
        raise GameError(
            "a part of a paragraph is a text, b, i, c with one text, or br, not %s" % quote(kind[:20])
        )

    def text(self, text: str) -> str:
        self.characters += len(text)
        self.count()
        if self.characters > MAX_CHARACTERS:
            raise GameError("a text has at most %d characters" % MAX_CHARACTERS)
        if control_at(text, "\n") >= 0:
            raise GameError("a text has no control characters in it")
        return text

    def listed(self, value: Any, label: str) -> List[Any]:
        if not isinstance(value, (list, tuple)):
            raise GameError("%s, not %s" % (label, type(value).__name__))
        self.count()
        if len(value) > MAX_PARTS:
            self.count(len(value))
        return list(value)

    def count(self, parts: int = 1) -> None:
        self.parts += parts
        if self.parts > MAX_PARTS:
            raise GameError("a text has at most %d parts" % MAX_PARTS)


def plain(tree: Prose) -> str:
    """A tree as plain text, a line for each paragraph or item.

    >>> plain([["p", "Take ", ["b", "both"], "."], ["ul", [["p", "one"]], [["p", "two"]]]])
    'Take both.\\n- one\\n- two'
    """
    return "\n".join(_lines(tree))


def _lines(tree: Prose) -> List[str]:
    out: List[str] = []
    for block in tree:
        if block[0] in ("p", "h"):
            out.append(_inline(block[1:]))
            continue
        for number, item in enumerate(block[1:]):
            sign = "- " if block[0] == "ul" else "%d. " % (number + 1)
            for at, line in enumerate(_lines(item)):
                out.append((sign if at == 0 else " " * len(sign)) + line)
    return out


def _inline(parts: List[Any]) -> str:
    out = ""
    for part in parts:
        if isinstance(part, str):
            out += part
        elif part[0] == "br":
            out += "\n"
        else:
            out += _inline(part[1:])
    return out


def check_tag(tag: str) -> None:
    """Raise GameError unless a text is a language's tag, such as "de" or "pt-BR"."""
    if not 2 <= len(tag) <= MAX_TAG or tag.strip(TAG) or tag[0] == "-":
        detail = quote(tag[:MAX_TAG])
        raise GameError("a language is named by a tag such as en, de or pt-BR, not %s" % detail)


def in_language(text: Dict[str, Any], language: str, first: str) -> Any:
    """A text in a language, else in its main language ("de" for "de-AT"), else in `first`; None if there is none.

    >>> in_language({"en": "Look", "de": "Schau"}, "de-AT", "en"), in_language({"en": "Look"}, "ja", "en")
    ('Schau', 'Look')
    """
    for tag in (language, language.partition("-")[0]):
        if tag in text:
            return text[tag]
    return text.get(first)
