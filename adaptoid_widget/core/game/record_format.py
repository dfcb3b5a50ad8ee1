"""Game records: a readable text for one game or many (docs/reference/records.md has the form, sign by sign).

Here they are written, and what reading needs to know about the form is named; `records` reads them. Both work line by
line, so that a file of any length fits into a small memory.
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional

from ..rules.notation import head_text
from .headers import check_comment
from .tree import Node, Tree

FIRST_LINE = "adaptoid-record 1"
START = "Start"
OPEN = "open"
# an open start under way has no players yet, but may know who places and who chooses
SEATS = ("First", "Second")
RESIGNS = "resigns"
AGREED_TEXT = "draw agreed"

STARVED_UNSAID = 1
END_UNSAID = 2


def record_lines(game: Any, known: Optional[Dict[int, str]] = None) -> Iterator[str]:
    """The lines of a game's record, without their ends. Raises GameError for a comment that no record can hold.

    `known` keeps the lines of turns by their nodes, for the next time that the same tree is written.
    """
    yield FIRST_LINE
    for name in game.headers:
        yield name + ": " + game.headers[name]
    tree = game.tree
    opening = game.opening
    if opening is not None and tree is None and opening.names:
        for i in range(len(SEATS)):
            yield SEATS[i] + ": " + opening.names[i]
    yield START + ": " + start_text(game)
    yield ""
    if tree is None:
        if game.marks:
            yield "%% %s" % (game.marks,)
        yield "= *"
        return
    yield from note_lines(tree.nodes[0], "")
    for number, depth in tree.rows:
        indent = "  " * depth
        node = tree.nodes[number]
        line = turn_line(tree, node) if known is None or number not in known else known[number]
        if known is not None:
            known[number] = line
        yield indent + line
        if node.comment or node.marks:
            yield from note_lines(node, indent)
    last = tree.main_end
    if game.half_turn is not None and tree.node is last:
        yield "%d %s" % (last.ply + 1, game.half_turn)
    yield "= " + (last.result or "*")


def record_text(game: Any, known: Optional[Dict[int, str]] = None) -> str:
    """A game's record as one text; `known` as for `record_lines`."""
    return "\n".join(record_lines(game, known)) + "\n"


def start_text(game: Any) -> str:
    """What a record says a game began from: a position text, or how far its open start has come (R5)."""
    opening = game.opening
    if opening is None:
        return str(game.nodes[0].position)
    parts = [OPEN, head_text(opening.variant, sorted(opening.switches), opening.layout)]
    # an open start that was taken back is all there: redo brings it back, and the turns behind it
    done = opening.done + (list(reversed(opening.undone)) if game.tree is not None else [])
    parts.extend([("W:", "B:", "second:")[i] + done[i] for i in range(len(done))])
    return " ".join(parts)


def turn_line(tree: Tree, node: Node) -> str:
    """A turn with its number, or a verdict, and behind it what it came to as far as the record says so."""
    if node.verdict is not None:
        verdict = node.verdict.loser + " " + RESIGNS if node.verdict.how == "resigned" else AGREED_TEXT
        return "%d %s%s" % (node.ply, "" if node.move is None else node.move + " ", verdict)
    words = annotation_words(node, tree.unsaid.get(node.number, 0))
    return " ".join(["%d %s" % (node.ply, node.turn)] + words)


def annotation_words(node: Node, unsaid: int = 0) -> List[str]:
    """What stands behind a turn, but for what a record left `unsaid`: `*C2,D4` for who starved, `#` for the end."""
    out = []
    if not unsaid & STARVED_UNSAID and node.starved:
        out.append(starved_text(node))
    if not unsaid & END_UNSAID and node.result is not None:
        out.append("#")
    return out


def starved_text(node: Node) -> str:
    """The adaptoids that starved in a turn, as it is annotated: `*C2,D4`; an empty text where none did."""
    starved = node.starved
    return "*" + ",".join(starved) if starved else ""


def note_lines(node: Node, indent: str) -> Iterator[str]:
    """The comment and the marks of a node."""
    if node.comment:
        for line in check_comment(node.comment).split("\n"):
            yield indent + ("; " + line if line else ";")
    if node.marks:
        yield "%s%% %s" % (indent, node.marks)
