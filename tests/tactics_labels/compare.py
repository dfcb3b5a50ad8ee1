"""Compares the answers of the finder with the labels, for each tactic."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import adaptoid_widget as aw
from tests.tactics_labels.make import DATA, NAMES

Row = dict[str, Any]
# enough to settle every siege that a label settles
BUDGET = 200_000


class Count(NamedTuple):
    """The instances of one tactic: the number on which finder and labels agree, and those that only one of them has."""

    common: int
    found_only: list[str]
    labelled_only: list[str]

    @property
    def precision(self) -> float:
        return self.common / (self.common + len(self.found_only))

    @property
    def recall(self) -> float:
        return self.common / (self.common + len(self.labelled_only))


def rows() -> list[Row]:
    return [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]


def answers(row: Row) -> Iterator[tuple[str, str]]:
    """The tactics that the finder finds in a position, as names with texts; sieges only of labelled lengths."""
    position = aw.Position.from_text(row["position"])
    quick = tuple(name for name in aw.tactics.NAMES if name != "siege")
    for tactic in aw.tactics.find(position, quick):
        if tactic.name in ("fork", "double fork"):
            yield tactic.name, f"{' '.join(tactic.victims)}: {', '.join(sorted(tactic.turns))}"
        elif tactic.name == "tail":
            yield tactic.name, f"{tactic.color} {' '.join(tactic.discs)}"
        elif tactic.name == "reserve":
            yield tactic.name, f"{tactic.color} {tactic.discs[0]}: {' '.join(tactic.discs[1:])}"
        else:
            yield tactic.name, f"{tactic.discs[0]} x {' '.join(tactic.victims)}: {len(set(tactic.turns))}"
    for turns in row["siege"]:
        verdict = aw.tactics.siege(position, int(turns), BUDGET).verdict
        assert verdict != "unknown", row["position"]
        if verdict == "proven":
            yield "siege", f"within {turns}"


def labelled(row: Row) -> Iterator[tuple[str, str]]:
    """The tactics that a position is labelled with, in the same form."""
    for name in ("fork", "double fork"):
        yield from ((name, f"{' '.join(victims)}: {', '.join(turns)}") for victims, turns in row[name])
    yield from (("tail", f"{color} {' '.join(chain)}") for color, chain in row["tail"])
    yield from (("reserve", f"{color} {cell}: {' '.join(room)}") for color, cell, room in row["reserve"])
    yield from (
        ("kamikaze", f"{cell} x {' '.join(preys)}: {turns}") for cell, preys, turns in row["kamikaze"]
    )
    yield from (("siege", f"within {turns}") for turns, is_besieged in row["siege"].items() if is_besieged)


def compare(rows: Iterable[Row]) -> dict[str, Count]:
    """Tactic by tactic, over positions."""
    counts = {name: Count(0, [], []) for name in NAMES}
    for row in rows:
        mine, theirs = sorted(answers(row)), set(labelled(row))
        assert len(set(mine)) == len(mine), f"found twice: {mine}"
        for name in NAMES:
            detected = {text for kind, text in mine if kind == name}
            labels = {text for kind, text in theirs if kind == name}
            at = row["position"]
            count = counts[name]
            count.found_only.extend(f"{at}: {text}" for text in detected - labels)
            count.labelled_only.extend(f"{at}: {text}" for text in labels - detected)
            counts[name] = count._replace(common=count.common + len(detected & labels))
    return counts
