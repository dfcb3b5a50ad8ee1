"""Writes game records, line by line. docs/reference/records.md describes the format; `records` reads it."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from ..rules.notation import head_text
from .comments import check_comment
from .marks import Marks
from .tree import Node, Tree

FIRST_LINE = "adaptoid-record 1"
START = "Start"
OPEN = "open"
# the players of an open start under way: who places and who chooses
OPEN_START_ROLES = ("First", "Second")
OPEN_LABELS = ("W:", "B:", "second:")
RESIGNS = "resigns"
AGREED_TEXT = "draw agreed"

STARVED_OMITTED = 1
END_OMITTED = 2


def record_text(game: Any, line_cache: Optional[Dict[int, str]] = None) -> str:
    """A game's record as one text. Raises GameError for a comment that is not plain text.

    `line_cache` caches the lines of turns by node, for the next record of the same tree.
    """
    lines = [FIRST_LINE] + [name + ": " + game.headers[name] for name in game.headers]
    tree = game.tree
    opening = game.opening
    if opening is not None and tree is None and opening.names:
        lines += [role + ": " + name for role, name in zip(OPEN_START_ROLES, opening.names)]
    lines += [START + ": " + start_text(game), ""]
    if tree is None:
        return "\n".join(lines + note_lines("", game.marks, "") + ["= *", ""])
    start = tree.nodes[0]
    lines += note_lines(start.comment, start.marks, "")
    for number, depth in tree.rows:
        indent = "  " * depth
        node = tree.nodes[number]
        line = turn_line(tree, node) if line_cache is None or number not in line_cache else line_cache[number]
        if line_cache is not None:
            line_cache[number] = line
        lines.append(indent + line)
        if node.comment or node.marks:
            lines += note_lines(node.comment, node.marks, indent)
    last = tree.main_end
    if game.half_turn is not None and tree.node is last:
        lines.append("%d %s" % (last.ply + 1, game.half_turn))
    return "\n".join(lines + ["= " + (last.result or "*"), ""])


def current_row(game: Any) -> Optional[int]:
    """The number of the current turn among all turns in the record; None at the end of the main line."""
    tree = game.tree
    if tree is None or not game.started or game.node is tree.main_end:
        return None
    row: int = game.row + 1
    return row


def go_to_row(game: Any, row: object) -> None:
    """Go to a turn by its number in the record; any other value changes nothing."""
    if isinstance(row, int) and game.started and 0 <= row <= len(game.rows):
        game.select(game.rows[row - 1].node if row else 0)


def start_text(game: Any) -> str:
    """The value of the header Start: a position text, or the open start as far as it has come (R5)."""
    opening = game.opening
    if opening is None:
        return str(game.nodes[0].position)
    parts = [OPEN, head_text(opening.variant, sorted(opening.switches), opening.layout)]
    # an open start that was undone is written whole, since redo restores it and the turns after it
    choices = opening.done + (list(reversed(opening.undone)) if game.tree is not None else [])
    parts.extend([label + value for label, value in zip(OPEN_LABELS, choices)])
    return " ".join(parts)


def turn_line(tree: Tree, node: Node) -> str:
    """A turn or a verdict with its number and its annotations."""
    if node.verdict is not None:
        verdict = node.verdict.loser + " " + RESIGNS if node.verdict.how == "resigned" else AGREED_TEXT
        return "%d %s%s" % (node.ply, "" if node.move is None else node.move + " ", verdict)
    words = annotation_words(node, tree.omitted.get(node.number, 0))
    return " ".join(["%d %s" % (node.ply, node.turn)] + words)


def annotation_words(node: Node, omitted: int = 0) -> List[str]:
    """The annotations of a turn except `omitted` ones: `*C2,D4` for who starved, `#` for the end of the game."""
    out = []
    if not omitted & STARVED_OMITTED and node.starved:
        out.append(starved_text(node))
    if not omitted & END_OMITTED and node.result is not None:
        out.append("#")
    return out


def starved_text(node: Node) -> str:
    """The annotation for the adaptoids that starved in a turn, such as `*C2,D4`; "" if none did."""
    return "*" + ",".join(node.starved) if node.starved else ""


def note_lines(comment: str, marks: Marks, indent: str) -> List[str]:
    """The lines of a comment and of marks."""
    lines = check_comment(comment).split("\n") if comment else []
    lines = [indent + ("; " + line if line else ";") for line in lines]
    return lines + ["%s%% %s" % (indent, marks)] if marks else lines
