"""Fits the weights of the evaluation to the results of games that the engine plays against itself.

    python -m tools.weight_tuning --players 2 --games 4000 --rounds 3 --seed 1

Each round plays games from seeded openings with the current weights. It records the `FEATURES` of every position and
the winner of the game. Then it fits the weights to the games of all rounds, so that the evaluation predicts the
winners: a logistic regression, or for three players a softmax over the values of the position for each player. The
unit is a lost adaptoid: one body and one of five lives. The weights, with the seed, the counts and the loss of every
round, go to `weights.json`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from adaptoid_widget.arena.openings import opening
from adaptoid_widget.arena.players import mixed_seed
from adaptoid_widget.core.rules.bitboard import Context
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.search.evaluation import LIVES, NAMES, features, share
from adaptoid_widget.core.search.work_array import N_FEATURES
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.engine.weights import FILE, load_weights
from tools import argument_parser

MAX_TURNS = 300
RIDGE = 1e-3
NEWTON_STEPS = 12
TWO, THREE = "adaptoid", "adapt3"
CHUNK = 20


def game(seed: int, players: int, nodes: int) -> tuple[list[list[int]], list[int]]:
    """Play one game. Return each turn's features by seat from the player to move, and the winner from that seat.

    A game without a winner after 300 turns gives nothing.
    """
    position = opening(seed, Position.start(TWO if players == 2 else THREE))
    searcher = Searcher(1)
    rows: list[list[int]] = []
    movers: list[str] = []
    while position.winner is None and len(rows) < MAX_TURNS:
        row: list[int] = []
        for seat in range(players):
            row += features(position.state, seat, position.context)
        rows.append(row)
        movers.append(position.turn)
        result = searcher.search(position, nodes=nodes, seed=mixed_seed(seed, len(rows)))
        position = position.play(result.lines[0].turns[0])
    winner = position.winner
    if winner is None:
        return [], []
    order = position.colors
    return rows, [(order.index(winner) - order.index(mover)) % players for mover in movers]


def games(work: tuple[int, int, int, int, dict[str, Any]]) -> tuple[list[list[int]], list[int]]:
    """Play several games with some weights."""
    seed, number, players, nodes, weights = work
    load_weights().update(weights)
    rows: list[list[int]] = []
    winners: list[int] = []
    for k in range(number):
        new_rows, won = game(mixed_seed(seed, k), players, nodes)
        rows += new_rows
        winners += won
    return rows, winners


def fit(rows: Any, winners: Any, context: Context) -> tuple[Any, float]:
    """Return the weights that predict the winners best (a row for the side to move, one for the others), and the loss.

    Uses a multinomial logistic regression by Newton's method, with ridge regularisation.
    """
    players = context.players
    counted = np.asarray(rows, dtype=float).reshape(len(rows), players, N_FEATURES)
    scale = np.maximum(counted.reshape(-1, N_FEATURES).std(axis=0), 1e-9)
    counted /= scale
    mixing = shares(context)
    # what each seat's logit gains with each weight
    slopes = np.empty((len(rows), players, 2 * N_FEATURES))
    for seat in range(players):
        slopes[:, seat, :N_FEATURES] = mixing[seat, 0] * counted[:, 0]
        slopes[:, seat, N_FEATURES:] = (mixing[seat, 1:] * counted[:, 1:]).sum(axis=1)
    ridge = RIDGE * len(rows)
    weights = np.zeros(2 * N_FEATURES)
    loss = 0.0
    for _ in range(NEWTON_STEPS):
        logits = slopes @ weights
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        loss = float(-np.log(np.maximum(chances[np.arange(len(winners)), winners], 1e-12)).mean())
        wrong = chances.copy()
        wrong[np.arange(len(winners)), winners] -= 1
        gradient = np.einsum("nk,nkf->f", wrong, slopes) + ridge * weights
        mean = np.einsum("nk,nkf->nf", chances, slopes)
        curvature = -mean.T @ mean + ridge * np.eye(len(weights))
        for seat in range(players):
            curvature += (slopes[:, seat] * chances[:, seat, None]).T @ slopes[:, seat]
        weights -= np.linalg.solve(curvature, gradient)
    return weights.reshape(2, N_FEATURES) / scale, loss


def shares(context: Context) -> Any:
    """Return what each feature of each seat adds to each seat's chances: by seat, by the feature's seat, by feature."""
    seats = range(context.players)
    halves = [
        [[share(k, seat, side, context) for k in range(N_FEATURES)] for side in seats] for seat in seats
    ]
    # two players share what one is ahead
    return np.array(halves) / (4 if context.players == 2 else 2)


def scaled(weights: Any) -> dict[str, list[int]]:
    """Return the weights in ten-thousandths of an adaptoid by feature."""
    names = list(NAMES)
    lives, bodies = weights[:, names.index("lives")].mean(), weights[:, names.index("bodies")].mean()
    unit = lives * (LIVES[5] - LIVES[4]) + bodies
    return {name: [round(float(w) / unit * 10_000) for w in weights[:, k]] for k, name in enumerate(names)}


def rounds(players: int, number: int, nodes: int, times: int, seed: int) -> Iterator[dict[str, Any]]:
    """Play and fit several times. Yield the weights and the figures of each round."""
    name = str(players)
    context = get_context("spawn")
    # the games of all rounds count, or the weights swing to and fro
    rows: list[list[int]] = []
    winners: list[int] = []
    with ProcessPoolExecutor(mp_context=context) as pool:
        for turn in range(times):
            weights = dict(load_weights())
            chunks = [
                (mixed_seed(seed, turn * 1_000_003 + k), CHUNK, players, nodes, weights)
                for k in range(number // CHUNK)
            ]
            for new_rows, won in tqdm(
                pool.map(games, chunks), total=len(chunks), desc=f"round {turn + 1}: games"
            ):
                rows += new_rows
                winners += won
            rules = Position.start(TWO if players == 2 else THREE).context
            new_weights, loss = fit(np.array(rows), np.array(winners), rules)
            weights[name] = scaled(new_weights)
            load_weights().update(weights)
            figures = {"round": turn + 1, "positions": len(rows), "loss": round(loss, 4)}
            yield {"weights": weights, "figures": figures}


def main(words: list[str] | None = None) -> int:
    """Read the command line, play, fit, and write the weights."""
    parser = argument_parser(__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3), default=2)
    parser.add_argument("--games", type=int, default=4000, help="games a round")
    parser.add_argument("--nodes", type=int, default=1000, help="positions looked at for a turn")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--out", type=Path, default=FILE, help="the file of weights, by default the package's own"
    )
    options = parser.parse_args(words)
    history: list[dict[str, Any]] = []
    for result in rounds(options.players, options.games, options.nodes, options.rounds, options.seed):
        history.append(result["figures"])
        print(result["figures"], file=sys.stderr)
        weights = result["weights"]
        weights[f"{options.players}.origin"] = {
            "games": options.games,
            "nodes": options.nodes,
            "seed": options.seed,
            "rounds": history,
        }
        options.out.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
