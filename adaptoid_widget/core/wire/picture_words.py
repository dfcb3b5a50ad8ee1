"""Describes positions in words, and draws them in plain text."""

from __future__ import annotations

from collections import OrderedDict
from typing import Dict, Iterable, List, Mapping, Tuple

from ..game.game import Game
from ..game.marks import TONED, Marks, number_text
from ..i18n.catalog import ENGLISH, Wording, fill
from ..i18n.slots import Slots
from ..rules.layout import HALF_ROOT_3, Layout
from ..rules.piece import Piece
from ..rules.position import Position
from ..rules.variants import VARIANTS, sides
from . import descriptions
from . import snapshot as snapshot_parts

# a wider drawing becomes a list
_MAX_WIDTH = 100


def status_of(position: Position, wording: Wording) -> str:
    """Whose turn it is, or who has won."""
    return snapshot_parts.status(Game(position), wording)


def sides_of(position: Position, wording: Wording) -> str:
    """The adaptoids and losses of each side."""
    sentences: List[str] = []
    for color in sides(VARIANTS[position.variant]):
        cells_of: Dict[Piece, List[str]] = OrderedDict()
        for cell, piece in position.pieces.items():
            if piece.color == color:
                cells_of.setdefault(piece, []).append(cell)
        kinds = [_kind(piece, cells, wording) for piece, cells in cells_of.items()]
        slots: Slots = {
            "color": color,
            "pieces": wording.sentences["list.comma"].join(kinds) or wording.say("picture.none"),
            "lost": position.lost[color],
            "limit": position.limit,
        }
        is_over = position.lost[color] > position.limit
        sentences.append(wording.say("picture.side-over" if is_over else "picture.side", slots))
    return wording.sentences["list.sentence"].join(sentences)


def _kind(piece: Piece, cells: List[str], wording: Wording) -> str:
    limbs: List[str] = []
    for limb, count in (("leg", piece.legs), ("pincer", piece.pincers)):
        if count:
            limbs.append(wording.say("picture." + (limb if count == 1 else limb + "s"), {"n": count}))
    if not limbs:
        return wording.say("picture.bare", {"cells": cells})
    return wording.say(
        "picture.limbs" if len(cells) == 1 else "picture.limbs-each", {"cells": cells, "limbs": limbs}
    )


def food_of(position: Position, wording: Wording) -> str:
    """The food of each adaptoid, as the picture shows it."""
    return wording.say("picture.food", {"numbers": _numbers(position.food().items(), wording)})


def reach_of(position: Position, color: str, wording: Wording) -> List[str]:
    """Where a colour could go and whom it could attack, as sentences."""
    sentences: List[str] = []
    for code, origins_of in (
        ("picture.reaches", position.reach_map(color)),
        ("picture.attacks", position.attacks(color)),
    ):
        discs = [
            wording.say("picture.from", {"cell": cell, "cells": list(origins)})
            for cell, origins in origins_of.items()
        ]
        if discs:
            slots: Slots = {"color": color, "discs": wording.sentences["list.comma"].join(discs)}
            sentences.append(wording.say(code, slots))
    return sentences


def marks_of(marks: Marks, wording: Wording) -> List[str]:
    """What is drawn: a sentence for the marks and one for the heat map, as far as there are any."""
    phrases: List[str] = []
    for origin, target, tone in marks.arrows:
        slots: Slots = {"origin": origin, "target": target, "tone": wording.ui["ui.tone." + tone]}
        phrases.append(wording.say("picture.arrow", slots))
    for kind in TONED:
        cells_of: Dict[str, List[str]] = OrderedDict()
        for cell, tone in marks.toned(kind):
            cells_of.setdefault(tone, []).append(cell)
        for tone, cells in cells_of.items():
            mark = fill(wording.ui["ui.marked." + kind], {"tone": wording.ui["ui.tone." + tone]})
            phrases.append(wording.say("picture.spot", {"cells": cells, "mark": mark}))
    phrases += [wording.say("picture.label", {"cell": cell, "text": text}) for cell, text in marks.labels]
    sentences: List[str] = []
    if phrases:
        slots = {"marks": wording.sentences["list.comma"].join(phrases)}
        sentences.append(wording.say("picture.marked", slots))
    if marks.heat:
        slots = {"numbers": _numbers(marks.heat, wording)}
        if marks.legend:
            slots["title"] = marks.legend
        sentences.append(wording.say("picture.heat" if marks.legend else "picture.numbers", slots))
    return sentences


def _numbers(numbers: Iterable[Tuple[str, float]], wording: Wording) -> str:
    texts = ["%s %s" % (cell, number_text(number)) for cell, number in numbers]
    texts = [text.replace(" -", " −") for text in texts]
    return wording.sentences["list.comma"].join(texts)


def text_board(
    position: Position, status: str, notes: Iterable[str], wording: Wording, marks_starving: bool = True
) -> str:
    """A position drawn in plain text: W21 is a white adaptoid with 2 legs and 1 pincer; a star marks a starving one.

    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> position = Position.from_text("adaptoid@hex2 w 0,0 W:A1P,B1,C3L B:A2PP,B2")
    >>> print(text_board(position, "White begins.", (), ENGLISH))
    White begins.
    <BLANKLINE>
        A1 W01 B02*A2
      B1 W00 B00  ·  B3
        C2  ·  W10 C3
    <BLANKLINE>
    * starves if the turn ends now
    adaptoid@hex2 w 0,0 W:A1P,B1,C3L B:A2PP,B2
    """
    starving = position.starving() if marks_starving and position.winner is None else ()
    tokens: Dict[str, str] = OrderedDict([(cell, " · ") for cell in position.layout.cells])
    for cell, piece in position.pieces.items():
        tokens[cell] = token(piece) + ("*" if cell in starving else "")
    lines = [status, ""]
    lines += _drawing(position.layout, tokens) or _list(tokens)
    lines.append("")
    if starving:
        lines.append(wording.say("picture.star"))
    return "\n".join(lines + list(notes) + [str(position)])


def diagram(position: Position) -> str:
    """A position drawn in plain text, with the supply and the losses of each side."""
    part = snapshot_parts.board_part(Game(position), "none")
    notes = [ENGLISH.say(*saying) for saying in descriptions.sides(part)]
    return text_board(position, status_of(position, ENGLISH), notes, ENGLISH)


def _drawing(layout: Layout, tokens: Mapping[str, str]) -> List[str]:
    """The rows of a lattice, each between the names of its first and last disc; empty if it is too wide."""
    if str(layout).startswith("discs:"):
        return []
    left, top = min([x for x, _ in layout.places]), layout.places[0][1]
    rows: Dict[int, List[Tuple[int, str]]] = {}
    for cell, (x, y) in zip(layout.cells, layout.places):
        rows.setdefault(round((y - top) / HALF_ROOT_3), []).append((4 + round((x - left) * 4), cell))
    if max([column for row in rows.values() for column, _ in row]) > _MAX_WIDTH:
        return []
    lines: List[str] = []
    for number in range(max(rows) + 1):
        row = rows.get(number, [])
        line = ""
        for column, cell in row:
            if not line:
                line = " " * (column - 1 - len(cell)) + cell
            line = _filled(line, column) + tokens[cell]
        lines.append(_filled(line, row[-1][0] + 4) + row[-1][1] if row else "")
    return lines


def _filled(line: str, width: int) -> str:
    return line + " " * (width - len(line))


def _list(tokens: Mapping[str, str]) -> List[str]:
    """All discs with their adaptoids."""
    width = max([len(cell) for cell in tokens])
    entries = [" " * (width - len(cell)) + cell + " " + _filled(tokens[cell], 4) for cell in tokens]
    return ["  ".join(entries[i : i + 7]).rstrip() for i in range(0, len(entries), 7)]


def token(piece: Piece) -> str:
    """An adaptoid as colour, legs and pincers, such as "W21"."""
    return "%s%d%d" % (piece.color, piece.legs, piece.pincers)
