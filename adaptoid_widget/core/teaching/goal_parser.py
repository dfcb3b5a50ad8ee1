"""Parses the text of a goal strictly and writes it in one form (docs/reference/lesson_files.md)."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Tuple

from ..rules.bitboard import MAX_LIMBS
from ..rules.errors import TextError
from ..rules.scanner import DIGITS, Scanner, cell_key
from .attempt import check_pattern

Condition = NamedTuple(
    "Condition",
    [
        ("name", str),
        ("cells", Tuple[str, ...]),  # the discs it names
        ("number", int),  # its number, -1 where it has none
        ("word", str),  # limbs such as "LLP"; what grows; AT_ONCE
        ("turns", Tuple[str, ...]),  # patterns of turns
    ],
)
"""One condition, such as `starves D5`."""

Node = NamedTuple("Node", [("kind", str), ("parts", Tuple["Node", ...]), ("condition", Optional[Condition])])
"""A goal or a part of one: "and", "or" or "not" of its parts, or "is", a condition."""

AT_ONCE = "at once"
"""Behind what is counted over several turns: counted in the last turn alone."""

# what follows a name: discs or one disc, a number, limbs, one of some words, turns, `at once`;
# with ? it may be left out
FORMS: Dict[str, Tuple[str, ...]] = {
    "captures": ("number", "once?"),
    "starves": ("discs|number", "once?"),
    "takes": ("number", "once?"),
    "forks": ("discs?",),
    "double-forks": (),
    "kamikaze": (),
    "survives": ("discs?",),
    "keeps": ("number",),
    "liberties": ("disc?", "number"),
    "spare": ("disc?", "number"),
    "reaches": ("disc", "limbs?"),
    "occupies": ("disc", "limbs?"),
    "tail": ("number?",),
    "reserve": (),
    "besieges": ("number?",),
    "grows": ("word",),
    "unmoved": (),
    "wins": (),
    "plays": ("turns",),
    "losses": ("number",),
}
"""By name what follows it."""

# the least and the most that a number may be; two enemies have 24 bodies between them
RANGES: Dict[str, Tuple[int, int]] = {
    "captures": (1, 24),
    "starves": (1, 24),
    "takes": (1, 24),
    "keeps": (1, 12),
    "liberties": (1, 6),
    "spare": (0, 6),
    "tail": (3, 12),
    "besieges": (1, 4),
    "losses": (0, 12),
}
GROWN = ("leg", "pincer", "new")
# so many brackets within one another: reading and judging call themselves once for each
DEEPEST = 6
MAX_CONDITIONS = 24


def read_goal(scanner: Scanner) -> Node:
    """The goal that stands next in a text. Raises TextError."""
    node = _any(scanner, 0)
    if len(leaves(node)) > MAX_CONDITIONS:
        raise scanner.error(0, "at most %d conditions" % MAX_CONDITIONS, 40)
    return node


def leaves(node: Node) -> List[Condition]:
    """All conditions of a goal in the order of its text."""
    if node.condition is not None:
        return [node.condition]
    out: List[Condition] = []
    for part in node.parts:
        out += leaves(part)
    return out


def at_once(node: Node) -> Node:
    """The same goal where what is counted over several turns is to be done in one."""
    condition = node.condition
    if condition is None:
        return Node(node.kind, tuple([at_once(part) for part in node.parts]), None)
    if "once?" not in FORMS[condition.name]:
        return node
    return Node("is", (), Condition(condition.name, condition.cells, condition.number, AT_ONCE, ()))


def goal_text(node: Node) -> str:
    """The canonical text of a goal: brackets only where they are needed."""
    if node.condition is not None:
        return condition_text(node.condition)
    if node.kind == "not":
        return "not " + _bracketed(node.parts[0], ("and", "or"))
    inner = ("or",) if node.kind == "and" else ()
    return (" %s " % node.kind).join([_bracketed(part, inner) for part in node.parts])


def _bracketed(node: Node, kinds: Tuple[str, ...]) -> str:
    text = goal_text(node)
    return "(%s)" % text if node.kind in kinds else text


def condition_text(condition: Condition) -> str:
    """The canonical text of one condition.

    >>> condition_text(Condition("liberties", ("D5",), 2, "", ()))
    'liberties D5 2'
    """
    out = condition.name
    if condition.cells:
        out += " " + ",".join(condition.cells)
    if condition.number >= 0:
        out += " %d" % condition.number
    if condition.word:
        out += " " + condition.word
    if condition.turns:
        out += " " + "|".join(condition.turns)
    return out


def _any(scanner: Scanner, depth: int) -> Node:
    return _joined(scanner, "or", depth)


def _joined(scanner: Scanner, kind: str, depth: int) -> Node:
    """Parts joined by a word; parts of the same kind within them, in brackets, are parts of the whole."""
    parts: List[Node] = []
    while True:
        part = _joined(scanner, "and", depth) if kind == "or" else _one(scanner, depth)
        parts += list(part.parts) if part.kind == kind else [part]
        if not _follows(scanner, " %s " % kind):
            break
        scanner.at += len(kind) + 2
    return parts[0] if len(parts) == 1 else Node(kind, tuple(parts), None)


def _follows(scanner: Scanner, words: str) -> bool:
    return scanner.text[scanner.at : scanner.at + len(words)] == words


def _one(scanner: Scanner, depth: int) -> Node:
    if _follows(scanner, "not "):
        scanner.at += 4
        start = scanner.at
        # looked at before reading on, which calls itself
        doubled = _follows(scanner, "not ")
        part = None if doubled else _one(scanner, depth)
        if part is None or part.kind == "not":
            raise scanner.error(start, "a condition or a bracket after not", max(3, scanner.at - start))
        return Node("not", (part,), None)
    if scanner.peek() == "(":
        if depth >= DEEPEST:
            raise scanner.error(scanner.at, "at most %d brackets within one another" % DEEPEST)
        scanner.at += 1
        node = _any(scanner, depth + 1)
        scanner.take(")", "and, or, or a closing bracket")
        return node
    return Node("is", (), _condition(scanner))


def _condition(scanner: Scanner) -> Condition:
    start = scanner.at
    name = scanner.word()
    if name not in FORMS:
        raise scanner.error(start, "a condition: " + ", ".join(sorted(FORMS)), max(1, len(name)))
    cells: Tuple[str, ...] = ()
    number = -1
    word = ""
    turns: Tuple[str, ...] = ()
    for form in FORMS[name]:
        kind = form.rstrip("?")
        if kind == "discs|number":
            kind = "discs" if _next(scanner) == "disc" else "number"
        if kind == "once":
            if _follows(scanner, " " + AT_ONCE):
                scanner.at += len(AT_ONCE) + 1
                word = AT_ONCE
            continue
        if form[-1] == "?" and _next(scanner) != ("disc" if kind == "discs" else kind):
            continue
        scanner.take(" ", "a space, then " + _wanted(name, form))
        if kind == "discs":
            cells = read_discs(scanner)
        elif kind == "disc":
            cells = (scanner.cell("a disc"),)
        elif kind == "number":
            number = _number(scanner, name, form)
        elif kind == "limbs":
            word = _limbs(scanner)
        elif kind == "word":
            at = scanner.at
            word = scanner.word()
            if word not in GROWN:
                raise scanner.error(at, "leg, pincer or new", max(1, len(word)))
        else:
            turns = _turns(scanner)
    return Condition(name, cells, number, word, turns)


def _next(scanner: Scanner) -> str:
    """What a space and then the next argument are: a disc, a number, limbs; "" for none of these."""
    text = scanner.text
    at = scanner.at
    first = text[at + 1 : at + 2]
    if text[at : at + 1] != " " or first == "":
        return ""
    if first in DIGITS:
        return "number"
    following = text[at + 2 : at + 3]
    if following != "" and following in DIGITS:
        return "disc"
    return "limbs" if first in "LP" else ""


def _wanted(name: str, form: str) -> str:
    """What an argument is, in words."""
    if "number" in form:
        least, most = RANGES[name]
        number = "a number, %d to %d" % (least, most)
        return number if form == "number" else "discs such as D5,E6 or " + number
    words = {"disc": "a disc", "word": "leg, pincer or new", "turns": "turns such as E3-D2 +D4|+D4"}
    return words.get(form.rstrip("?"), "a disc")


def _number(scanner: Scanner, name: str, form: str) -> int:
    start = scanner.at
    wanted = _wanted(name, form)
    number = int(scanner.digits(wanted))
    least, most = RANGES[name]
    if not least <= number <= most:
        raise scanner.error(start, wanted, scanner.at - start)
    return number


def read_discs(scanner: Scanner) -> Tuple[str, ...]:
    """Discs in order, each once, with commas between them. Raises TextError."""
    cells: List[str] = []
    while True:
        start = scanner.at
        cell = scanner.cell("a disc")
        if cells and cell_key(cell) <= cell_key(cells[-1]):
            raise scanner.error(start, "discs in order, each once", scanner.at - start)
        cells.append(cell)
        if scanner.peek() != ",":
            return tuple(cells)
        scanner.at += 1


def _limbs(scanner: Scanner) -> str:
    start = scanner.at
    while scanner.peek() != "" and scanner.peek() in "LP":
        scanner.at += 1
    limbs = scanner.text[start : scanner.at]
    if "PL" in limbs or not 1 <= len(limbs) <= MAX_LIMBS:
        raise scanner.error(start, "one to six limbs, legs (L) before pincers (P)", max(1, len(limbs)))
    return limbs


def _turns(scanner: Scanner) -> Tuple[str, ...]:
    out: List[str] = []
    text = scanner.text
    while True:
        start = scanner.at
        ends = [text.find(sign, start) for sign in ("|", ")", " and ", " or ")]
        end = min([at for at in ends if at >= 0] + [len(text)])
        if end == start:
            raise scanner.error(start, "a turn such as E3-D2 +D4")
        pattern = check_pattern(text[start:end], scanner.line, scanner.column + start)
        if pattern in out:
            raise TextError(scanner.line, scanner.column + start, pattern, "each turn once")
        out.append(pattern)
        scanner.at = end
        if scanner.peek() != "|":
            return tuple(out)
        scanner.at += 1
