"""Chooses positions and labels them: `python -m tests.tactics_labels.make` writes positions.jsonl in some minutes.

With `--keep`, it keeps the chosen positions and their labels of sieges, adds new positions of handmade.py, and computes
all other labels again, in seconds.

The positions come from games of computer players with fixed seeds, from random placements, and from handmade.py. For
each tactic, some positions have it and some nearly have it; others are chosen at random. Only `naive` labels them.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from adaptoid_widget.arena.players import Player, RandomPlayer
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.tactics.weak_players import choose
from adaptoid_widget.progress_bar import progress_bar
from tests.core.positions import random_state
from tests.reference import Man, State, choices, hexagon, parse, show, starving, winner
from tests.reference.rules import ORDER
from tests.tactics_labels import naive
from tests.tactics_labels.handmade import HANDMADE

DATA = Path(__file__).with_name("positions.jsonl")
NAMES = ("fork", "double fork", "siege", "tail", "reserve", "kamikaze")
WITH, WITH_LONG, WITHOUT, ANY = 26, 16, 24, 50
GAMES = 56
PLACED = 400
CORNERED = 2500
PAIRED = 500
BODIES = ((0, 0), (0, 0), (0, 1), (1, 0))
STARTS = (
    "adaptoid w 0,0 W:D2 B:D6",
    "adaptoid+bare-exchange w 0,0 W:D2 B:D6",
    "adaptoid+weaker-dies w 0,0 W:D2 B:D6",
    "adaptoid@hex3 w 0,0 W:C1 B:C5",
    "adaptoid@hex5 w 0,0 W:E3 B:E7",
    "adapt3 w 0,0,0 W:D2 B:B4 R:F6",
    "adapt3-fierce w 0,0,0 W:D2 B:B4 R:F6",
)
# what a siege may cost to label: turns tried out, for one and for two turns of the besieged
TRIALS = {1: 40_000, 2: 120_000}

Row = dict[str, Any]


# -- where positions come from -----------------------------------------------------------------------------------------


def played() -> Iterator[tuple[str, State]]:
    """Positions from games at seeds: the engine's players, the short-sighted ones with random turns between, random."""
    dice = random.Random("games")
    for game in range(GAMES):
        position = Position.from_text(STARTS[game % len(STARTS)])
        kind = ("level 5", "level 3", "level 2", "random")[game % 4]
        player: Any = {"level 5": Player(level=5, seed=game), "random": RandomPlayer(game)}.get(kind)
        for ply in range(70):
            if position.winner is not None:
                break
            if ply > 5:
                yield f"{kind}, game {game}, turn {ply}", parse(str(position))
            if dice.random() < 0.15:
                position = position.play(dice.choice(list(position.turns())))
            elif player is not None:
                position = position.play(player(position))
            else:
                position = position.play(choose(position, int(kind[-1]), game * 100 + ply))


def placed() -> Iterator[tuple[str, State]]:
    """Adaptoids at random, in every variant, on every board, with every switch."""
    for number in range(PLACED):
        yield f"placed {number}", random_state(random.Random(f"placed {number}").randrange)


def cornered() -> Iterator[tuple[str, State]]:
    """One to three adaptoids near the rim without an attack, and enemies around them."""
    for number in range(CORNERED):
        dice = random.Random(f"cornered {number}")
        board = hexagon(dice.choice((3, 4, 4)))
        rim = [cell for cell in board.cells if len(board.near[cell]) < 6]
        men: dict[str, Man] = {}
        first = dice.choice(rim)
        kind = dice.random() < 0.7
        for cell in dice.sample(sorted({first, *board.near[first]}), dice.randint(1, 3)):
            limbs = dice.randint(0, 3)
            men[cell] = Man("B", 0, limbs) if kind else Man("B", min(limbs, 2), 0)
        around = {c for cell in men for c in board.near[cell]}
        around |= {c for cell in around for c in board.near[cell]}
        for cell in dice.sample(sorted(around - set(men)), min(len(around - set(men)), dice.randint(2, 6))):
            men[cell] = Man("W", *dice.choice(((0, 0), (0, 0), (0, 0), (1, 0), (2, 0), (1, 1))))
        switches = frozenset(dice.sample(("bare-exchange", "weaker-dies"), dice.choice((0, 0, 0, 1))))
        yield f"cornered {number}", State("adaptoid", switches, board, "B", False, men, {"W": 0, "B": 0})


def paired() -> Iterator[tuple[str, State]]:
    """Two enemies that touch the same two free discs, about as big as their liberties allow, and somebody with legs."""
    for number in range(PAIRED):
        dice = random.Random(f"paired {number}")
        variant = dice.choice(("adaptoid", "adaptoid", "adapt3", "adapt3-fierce"))
        board = hexagon(dice.choice((3, 4, 4, 4, 5)))
        near = board.near
        pairs = [(a, b) for a in board.cells for b in board.cells if a < b and len(near[a] & near[b]) > 1]
        victims = dice.choice(pairs)
        gates = dice.sample(sorted(near[victims[0]] & near[victims[1]]), 2)
        colors = ORDER[variant]
        me = dice.choice(colors)
        opponents = [color for color in colors if color != me]
        free = sorted(set(board.cells) - set(victims) - set(gates))
        men = {
            cell: Man(dice.choice(colors), *dice.choice(BODIES))
            for cell in dice.sample(free, dice.randint(5, 9))
        }
        men.update({cell: Man(me, dice.randint(1, 2), 0) for cell in dice.sample(free, 2)})
        for color in opponents:
            men.setdefault(dice.choice(free), Man(color, 0, 0))
        color = dice.choice(opponents)
        for cell in victims:
            room = len([other for other in near[cell] if other not in men and other not in victims])
            size = min(6, max(0, room - dice.choice((1, 1, 1, 1, 0, 2))))
            legs = dice.randint(0, size)
            men[cell] = Man(dice.choice((color, dice.choice(opponents))), legs, size - legs)
        yield f"paired {number}", State(variant, frozenset(), board, me, False, men, dict.fromkeys(colors, 0))


# -- what is in them ---------------------------------------------------------------------------------------------------


def siege_labels(state: State) -> dict[str, bool]:
    """Whether the side to move is besieged for one and for two turns, as far as that can be tried out."""
    besieged: dict[str, bool] = {}
    if winner(state) or state.due:
        return besieged
    for turns, trials in TRIALS.items():
        try:
            besieged[str(turns)] = naive.siege(state, turns, naive.Trials(trials))
        except naive.TooManyTurns:
            break
    return besieged


def labelled(source: str, state: State, siege: dict[str, bool]) -> Row:
    row: Row = {"position": show(state), "source": source, **naive.label(state), "siege": siege}
    row["near"] = sorted(near_misses(state, row))
    return row


def near_misses(state: State, row: Row) -> Iterator[str]:
    """The tactics that are not there though much of them is."""
    if winner(state):
        return
    fork_like = {text: victims for text, victims in fork_likes(state) if victims}
    if not row["fork"] and not row["double fork"] and fork_like:
        yield "fork"
    if not row["double fork"] and (
        any(len(victims) > 1 for victims in fork_like.values()) or len({tuple(v) for v, _ in row["fork"]}) > 1
    ):
        yield "double fork"
    if row["siege"] and not any(row["siege"].values()) and nearly_besieged(state):
        yield "siege"
    bare = {cell for cell, man in state.men.items() if man.size == 0}
    rim = {cell for cell in bare if len(state.board.near[cell]) < 6}
    if not row["tail"] and any(
        state.men[a].color == state.men[b].color for a in rim for b in rim & state.board.near[a]
    ):
        yield "tail"
    if not row["reserve"] and bare:
        yield "reserve"
    if not row["kamikaze"] and not state.due and (naive.takes(state) or naive.threatened(state)):
        yield "kamikaze"


def fork_likes(state: State) -> Iterator[tuple[str, list[str]]]:
    """Turns with a move and a new adaptoid, and the limbed enemies that starve by it beside both discs."""
    if state.due:
        return
    for text, chosen in choices(state).items():
        move, _, created = text.partition(" +")
        target = move[-2:]
        if move and created and winner(chosen) is None:
            yield (
                text,
                [
                    c
                    for c in starving(chosen)
                    if created in state.board.near[c] and target in state.board.near[c]
                ],
            )


def nearly_besieged(state: State) -> bool:
    """All but a few turns lose somebody, or only an attack helps."""
    mine = choices(state)
    peaceful = {text: chosen for text, chosen in mine.items() if "x" not in text}
    if len(mine) > 150 or not peaceful:
        return False
    return naive.escapes(state, 3) < min(3, len(peaceful))


def best_within(row: Row) -> int:
    """Within how many turns a siege was found; 0 for none."""
    return next((int(turns) for turns, is_besieged in sorted(row["siege"].items()) if is_besieged), 0)


def has(row: Row, name: str) -> bool:
    return best_within(row) > 0 if name == "siege" else bool(row[name])


# -- which are chosen --------------------------------------------------------------------------------------------------


def fill(out: dict[str, Row], fitting: list[Row], wanted: int) -> None:
    """Add rows until so many of the fitting ones are in."""
    present = sum(row["position"] in out for row in fitting)
    for row in [row for row in fitting if row["position"] not in out][: max(0, wanted - present)]:
        out[row["position"]] = row


def chosen(rows: list[Row]) -> list[Row]:
    """Enough of each kind, from as many sources as there are."""
    dice = random.Random("chosen")
    dice.shuffle(rows)
    out: dict[str, Row] = {}
    for name in NAMES:
        fill(out, [row for row in rows if has(row, name)], WITH)
        fill(out, [row for row in rows if name in row["near"]], WITHOUT)
    fill(out, [row for row in rows if best_within(row) == 2], WITH_LONG)
    for row in rows[:ANY]:
        out[row["position"]] = row
    return list(out.values())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tactics_labels.make")
    parser.add_argument("--keep", action="store_true", help="keep the chosen positions and their sieges")
    keep = parser.parse_args().keep
    rows = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()] if keep else []
    kept = {row["position"]: labelled(row["source"], parse(row["position"]), row["siege"]) for row in rows}
    by_hand: list[Row] = []
    for name, texts in HANDMADE.items():
        for text in texts:
            row = kept.pop(text, None)
            if row is None:
                state = parse(text)
                row = labelled(f"by hand: {name}", state, siege_labels(state))
            by_hand.append(row)
    others = list(kept.values()) if keep else from_sources({row["position"] for row in by_hand})
    all_rows = [*by_hand, *others]
    DATA.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in all_rows), "utf-8")
    print(len(all_rows), "positions")
    print("with", {name: sum(has(row, name) for row in all_rows) for name in NAMES})
    print("near", dict(Counter(name for row in all_rows for name in row["near"])))
    print("siege within", dict(Counter(best_within(row) for row in all_rows)))


def from_sources(present: Collection[str]) -> list[Row]:
    """Label the positions of all sources, and return the chosen ones that are not present."""
    dice = random.Random("sample")
    games = [pair for pair in played() if dice.random() < 0.2]
    free = [*placed(), *paired()]
    rows: list[Row] = []
    with progress_bar("position", "labelling", len(games) + len(free) + CORNERED) as progress:
        for source, state in [*games, *free]:
            is_small = len(state.men) < 9 and len(state.lost) == 2
            rows.append(labelled(source, state, siege_labels(state) if is_small else {}))
            progress.update()
        for source, state in cornered():
            progress.update()
            if winner(state) is None and (
                naive.siege(state, 1, naive.Trials(10**7)) or nearly_besieged(state)
            ):
                rows.append(labelled(source, state, siege_labels(state)))
    picked = [row for row in chosen(rows) if row["position"] not in present]
    return sorted(picked, key=lambda row: str(row["source"]))


if __name__ == "__main__":
    main()
