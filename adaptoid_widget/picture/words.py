"""A position in words, and as a drawing in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..core.game.annotations import Marks, number_text
from ..core.game.game import Game
from ..core.i18n.catalog import ENGLISH, Wording
from ..core.i18n.slots import Slots
from ..core.rules.layout import HALF_ROOT_3, Layout
from ..core.rules.piece import Piece
from ..core.rules.position import Position
from ..core.rules.variants import VARIANTS, sides
from ..core.session import snapshot as view
from .ink import token

# a drawing in plain text wider than this becomes a list
_WIDEST = 100


def words(position: Position, *, status: str | None = None, wording: Wording = ENGLISH) -> str:
    """A position in words: whose turn it is, every adaptoid of each side with its limbs, and the losses.

    >>> print(words(Position.from_text("adaptoid b 1,0 W:C1,C3 B:D5LLP,D6")))
    Black: move, or grow at once. White has C1 and C3 bare; 1 of 5 lost.
    Black has D5 with 2 legs and 1 pincer, D6 bare; 0 of 5 lost.
    """
    said = status_of(position, wording) if status is None else status
    return wording.sentences["list.sentence"].join([said, sides_of(position, wording)])


def status_of(position: Position, wording: Wording) -> str:
    return view.status(Game(position), wording)


def sides_of(position: Position, wording: Wording) -> str:
    out: list[str] = []
    for color in sides(VARIANTS[position.variant]):
        alike: dict[Piece, list[str]] = {}
        for cell, piece in position.pieces.items():
            if piece.color == color:
                alike.setdefault(piece, []).append(cell)
        kinds = [_kind(piece, cells, wording) for piece, cells in alike.items()]
        slots: Slots = {
            "color": color,
            "pieces": wording.sentences["list.comma"].join(kinds) or wording.say("picture.none"),
            "lost": position.lost[color],
            "limit": position.limit,
        }
        out.append(wording.say("picture.side", slots))
    return wording.sentences["list.sentence"].join(out)


def _kind(piece: Piece, cells: list[str], wording: Wording) -> str:
    limbs: list[str] = []
    for one, n in (("leg", piece.legs), ("pincer", piece.pincers)):
        if n:
            limbs.append(wording.say("picture." + (one if n == 1 else one + "s"), {"n": n}))
    if not limbs:
        return wording.say("picture.bare", {"cells": cells})
    return wording.say(
        "picture.limbs" if len(cells) == 1 else "picture.limbs-each", {"cells": cells, "limbs": limbs}
    )


def food_of(position: Position, wording: Wording) -> str:
    """What the food lens shows."""
    return wording.say("picture.food", {"numbers": _numbers(position.food().items(), wording)})


def reach_of(position: Position, color: str, wording: Wording) -> list[str]:
    """Where a colour could go and whom it could attack, as sentences."""
    out: list[str] = []
    for code, found in (
        ("picture.reaches", position.reach_map(color)),
        ("picture.attacks", position.attacks(color)),
    ):
        told = [wording.say("picture.from", {"cell": cell, "cells": list(found[cell])}) for cell in found]
        if told:
            slots: Slots = {"color": color, "discs": wording.sentences["list.comma"].join(told)}
            out.append(wording.say(code, slots))
    return out


def marks_of(marks: Marks, wording: Wording) -> list[str]:
    """What people have drawn: one sentence for the marks, one for the heat map, where there are any."""
    told: list[str] = []
    for origin, goal, tone in marks.arrows:
        slots: Slots = {"origin": origin, "goal": goal, "tone": wording.ui["ui.tone." + tone]}
        told.append(wording.say("picture.arrow", slots))
    for code, toned in (("picture.fill", marks.fills), ("picture.ring", marks.rings)):
        alike: dict[str, list[str]] = {}
        for cell, tone in toned:
            alike.setdefault(tone, []).append(cell)
        told += [
            wording.say(code, {"cells": cells, "tone": wording.ui["ui.tone." + tone]})
            for tone, cells in alike.items()
        ]
    told += [wording.say("picture.label", {"cell": cell, "text": text}) for cell, text in marks.labels]
    out: list[str] = []
    if told:
        out.append(wording.say("picture.marked", {"marks": wording.sentences["list.comma"].join(told)}))
    if marks.heat:
        numbers = _numbers(marks.heat, wording)
        title = {"title": marks.legend} if marks.legend else {}
        out.append(wording.say("picture.heat" if title else "picture.numbers", {"numbers": numbers, **title}))
    return out


def _numbers(numbers: Iterable[tuple[str, float]], wording: Wording) -> str:
    told = [f"{cell} {number_text(number)}".replace(" -", " −") for cell, number in numbers]
    return wording.sentences["list.comma"].join(told)


def text_board(
    position: Position, *, status: str | None = None, notes: Iterable[str] = (), wording: Wording = ENGLISH
) -> str:
    """A position drawn in plain text: W21 is a white adaptoid with 2 legs and 1 pincer, a star one that would starve.

    >>> print(text_board(Position.from_text("adaptoid@hex2 w 0,0 W:A1P,B1,C3L B:A2PP,B2")))
    White: move, or grow at once.
    <BLANKLINE>
        A1 W01 B02*A2
      B1 W00 B00  ·  B3
        C2  ·  W10 C3
    <BLANKLINE>
    * starves if the turn ends now
    adaptoid@hex2 w 0,0 W:A1P,B1,C3L B:A2PP,B2
    """
    doomed = position.starving() if position.winner is None else ()
    tokens = dict.fromkeys(position.layout.cells, " · ")
    for cell, piece in position.pieces.items():
        tokens[cell] = token(piece) + ("*" if cell in doomed else "")
    lines = [status_of(position, wording) if status is None else status, ""]
    lines += _drawing(position.layout, tokens) or _list(tokens)
    lines.append("")
    if doomed:
        lines.append(wording.say("picture.star"))
    return "\n".join([*lines, *notes, str(position)])


def _drawing(layout: Layout, tokens: Mapping[str, str]) -> list[str]:
    """The rows of a lattice, each between the names of its first and last disc; nothing where it would not fit."""
    if str(layout).startswith("discs:"):
        return []
    left, top = min(x for x, _ in layout.places), layout.places[0][1]
    rows: dict[int, list[tuple[int, str]]] = {}
    for cell, (x, y) in zip(layout.cells, layout.places, strict=True):
        rows.setdefault(round((y - top) / HALF_ROOT_3), []).append((4 + round((x - left) * 4), cell))
    if max(column for row in rows.values() for column, _ in row) > _WIDEST:
        return []
    lines: list[str] = []
    for number in range(max(rows) + 1):
        row = rows.get(number, [])
        line = ""
        for column, cell in row:
            if not line:
                line = " " * (column - 1 - len(cell)) + cell
            line = line.ljust(column) + tokens[cell]
        lines.append(line.ljust(row[-1][0] + 4) + row[-1][1] if row else "")
    return lines


def _list(tokens: Mapping[str, str]) -> list[str]:
    """Every disc with what stands on it."""
    width = max(len(cell) for cell in tokens)
    entries = [f"{cell:>{width}} {token:4}" for cell, token in tokens.items()]
    return ["  ".join(entries[i : i + 7]).rstrip() for i in range(0, len(entries), 7)]
