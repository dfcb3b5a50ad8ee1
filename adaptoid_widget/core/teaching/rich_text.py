"""Formatted text as a tree of plain lists. `lesson_markdown` makes it; a page shows it with text nodes alone.

A tree is a list of blocks, ["p", …inline], ["h", …inline], ["ul", …items] or ["ol", …items], where an item is a list of
blocks; inline is a text, ["b", …inline], ["i", …inline], ["c", "code"] or ["br"]. There are no links, images or HTML;
characters such as < are text.
"""

from __future__ import annotations

from typing import Any, Dict, List

from ..rules.errors import GameError, quote
from ..rules.scanner import WORD, control_at

Prose = List[Any]
"""A tree: a list of blocks."""
LocalizedText = Dict[str, Prose]
"""A text in several languages: a tree for each tag."""

# limits lists within lists and bold within italics, because MicroPython has few stack frames
MAX_NESTING = 5
MAX_CHARACTERS = 6000
MAX_PARTS = 800
MAX_TAG = 20
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def prose(text: str) -> Prose:
    """Plain text as a tree: a paragraph for each of its lines.

    >>> prose("Look twice.\\nThen move.")
    [['p', 'Look twice.'], ['p', 'Then move.']]
    """
    return check_prose([["p", line] for line in text.split("\n") if line.strip()])


def check_prose(tree: Prose) -> Prose:
    """The same tree. Raises GameError if it is too deep or too long, or has control characters.

    >>> check_prose([["p", "Take ", ["b", "both"], "."]])
    [['p', 'Take ', ['b', 'both'], '.']]
    """
    texts = _block_texts(tree, 0)
    if len(texts) > MAX_PARTS:
        raise GameError("a text has at most %d parts" % MAX_PARTS)
    if sum([len(text) for text in texts]) > MAX_CHARACTERS:
        raise GameError("a text has at most %d characters" % MAX_CHARACTERS)
    if control_at("".join(texts), "\n") >= 0:
        raise GameError("a text has no control characters in it")
    return tree


def _block_texts(blocks: Prose, depth: int) -> List[str]:
    if depth > MAX_NESTING:
        raise GameError("a text has lists nested at most %d deep" % MAX_NESTING)
    texts: List[str] = []
    for block in blocks:
        if block[0] in ("p", "h"):
            texts += _inline_texts(block[1:], 0)
        else:
            for item in block[1:]:
                texts += _block_texts(item, depth + 1)
    return texts


def _inline_texts(parts: List[Any], depth: int) -> List[str]:
    if depth > MAX_NESTING:
        raise GameError("a text has bold and italic nested at most %d deep" % MAX_NESTING)
    texts: List[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        else:
            texts += _inline_texts(part[1:], depth + (part[0] in ("b", "i")))
    return texts


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


def codes(tree: Prose) -> List[str]:
    """The codes in a tree, such as the discs that it names.

    >>> codes([["p", "Take ", ["b", ["c", "D5"]], "."], ["ul", [["p", ["c", "C4,E6"]]]]])
    ['D5', 'C4,E6']
    """
    out: List[str] = []
    for part in tree:
        if not isinstance(part, str):
            out += part[1:] if part[0] == "c" else codes(part)
    return out


def valid_tag(text: str) -> bool:
    """Whether a text is a language's tag.

    >>> valid_tag("de"), valid_tag("pt-BR"), valid_tag("German")
    (True, True, False)
    """
    language, *others = text.split("-")
    if len(text) > MAX_TAG or not 2 <= len(language) <= 3 or language.strip(LETTERS):
        return False
    return not [each for each in others if not 2 <= len(each) <= 8 or each.lower().strip(WORD)]


def check_tag(tag: str) -> None:
    """Raise GameError unless a text is a language's tag."""
    if not valid_tag(tag):
        detail = quote(tag[:MAX_TAG])
        raise GameError("a language must be a tag such as en, de or pt-BR, not %s" % detail)


def in_language(text: Dict[str, Any], language: str, first: str) -> Any:
    """A text in a language, else in its main language ("de" for "de-AT"), else in `first`; None if there is none.

    >>> in_language({"en": "Look", "de": "Schau"}, "de-AT", "en"), in_language({"en": "Look"}, "ja", "en")
    ('Schau', 'Look')
    """
    for tag in (language, language.partition("-")[0]):
        if tag in text:
            return text[tag]
    return text.get(first)
