"""Finds the word that a misspelt one may mean, the same in CPython and MicroPython."""

from __future__ import annotations

from typing import Iterable, List, Tuple

# how alike a suggested word must be, from 0 to 1
ALIKE = 0.6


def similar_word(word: str, words: Iterable[str], alike: float = ALIKE) -> str:
    """The word that a misspelt one in any case may mean; "" if none is near.

    >>> (
    ...     similar_word("LOUT", ("loud", "Minutes")),
    ...     similar_word("minuts", ("Minutes",)),
    ...     similar_word("x", ("loud",)),
    ... )
    ('loud', 'Minutes', '')
    """
    small = small_letters(word)
    best, found = (0.0, ""), ""
    for known in words:
        other = small_letters(known)
        # of such lengths, no words can be alike
        if 2 * min(len(small), len(other)) < alike * (len(small) + len(other)):
            continue
        scored = (likeness(small, other), other)
        if scored[0] >= alike and scored >= best:
            best, found = scored, known
    return found


def small_letters(text: str) -> str:
    """A text with a to z in place of capitals. The `lower` of CPython changes other letters too.

    >>> small_letters("D3 Ä")
    'd3 Ä'
    """
    return "".join([sign.lower() if "A" <= sign <= "Z" else sign for sign in text])


def likeness(first: str, second: str) -> float:
    """How alike two words are, from 0 to 1: twice the letters that they share in order, of all letters.

    >>> round(likeness("lout", "loud") * 100), likeness("", "")
    (75, 1.0)
    """
    length = len(first) + len(second)
    if not length:
        return 1.0
    shared = 0
    waiting: List[Tuple[str, str]] = [(second, first)]
    while waiting:
        left, right = waiting.pop()
        size, i, j = _longest_shared(left, right)
        if size:
            shared += size
            waiting.append((left[:i], right[:j]))
            waiting.append((left[i + size :], right[j + size :]))
    return 2.0 * shared / length


def _longest_shared(left: str, right: str) -> Tuple[int, int, int]:
    """The length of the longest common part, and where it begins in both words."""
    best = (0, 0, 0)
    for i in range(len(left)):
        for j in range(len(right)):
            size = 0
            while left[i + size : i + size + 1] == right[j + size : j + size + 1] != "":
                size += 1
            if size > best[0]:
                best = size, i, j
    return best
