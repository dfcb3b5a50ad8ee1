"""Plays games between equal engine players, and records statistics of them."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

from adaptoid_widget.arena.players import mixed_seed, random_turn
from adaptoid_widget.core.rules import integer_rules, random_play
from adaptoid_widget.core.rules.bitboard import L0, L1, L2, OWN, count
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.rules.integer_rules import destinations
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn

GameRow = dict[str, Any]

MAX_TRIES = 1000
KINDS = {None: "-", "new": "n", "leg": "l", "pincer": "p"}


class Task(NamedTuple):
    """Some games for a worker, one for each seed."""

    start: str
    """The position they begin with."""
    nodes: int
    """How many positions both players look at for each turn."""
    seeds: tuple[int, ...]
    random: int
    """The most random turns that each player has first, at least 1, in which nobody is lost. The players themselves
    hardly vary: two good ones, left alone, play nearly the same game again and again."""
    cap: int
    """The number of turns after which a game is drawn."""
    closely: bool
    """Whether it is noted, turn by turn, how much choice there was and what was chosen."""


def play_all(task: Task) -> list[GameRow]:
    """Play the games of a task in this process."""
    return [play(task, seed) for seed in task.seeds]


def play(task: Task, seed: int) -> GameRow:
    """Play one game. Return its winner, length, end and losses. The same task and seed give the same game.

    >>> task = Task("adaptoid@hex3 w 0,0 W:C1 B:C5", 50, (1,), 2, 100, False)
    >>> row = play(task, 1)
    >>> row["winner"] in ("W", "B"), row == play(task, 1)
    (True, True)
    """
    from adaptoid_widget.engine.search import Searcher

    position = Position.from_text(task.start)
    drawn = opening(position, seed, task.random) if task.random else []
    # a new one for each game, so that what came before in this process changes nothing
    searcher = Searcher(1 + task.nodes // 20_000)
    losses: dict[str, int] = {}
    choices: list[tuple[int, int, int, int]] = []
    chosen: list[str] = []
    game = sha256()
    turns = 0
    last = ""
    while position.winner is None and turns < task.cap:
        if turns < len(drawn):
            turn = drawn[turns]
        else:
            result = searcher.search(position, nodes=task.nodes, seed=mixed_seed(seed, turns))
            turn = result.lines[0].turns[0]
            if task.closely:
                choices.append((turns, len(result.progress.codes), *steps(position)))
                chosen.append(KINDS[turn.growth].upper() if turn.origin else KINDS[turn.growth])
        effect = position.effect(turn)
        for loss in effect.gone:
            losses[loss.how] = losses.get(loss.how, 0) + 1
            last = loss.how
        game.update(str(turn).encode() + b"\n")
        position = effect.position
        turns += 1
    row: GameRow = {"winner": position.winner, "turns": turns, "gone": losses, "game": game.hexdigest()[:12]}
    if position.winner is not None:
        row["last"] = last
        row["end"] = end_of(position)
        row["lost"] = list(position.lost.values())
    if task.closely:
        row["choices"] = choices
        row["chosen"] = "".join(chosen)
    return row


def opening(start: Position, seed: int, max_rounds: int) -> list[Turn]:
    """Return 1 to `max_rounds` random turns for each player in which nobody is lost. Raises GameError.

    >>> len(opening(Position.start(), 1, 3)) in (2, 4, 6)
    True
    """
    players = len(start.colors)
    for attempt in range(MAX_TRIES):
        dice = random_play.advance(mixed_seed(seed, attempt))
        turns: list[Turn] = []
        position = start
        for _ in range(players * (1 + random_play.below(dice, max_rounds))):
            turn, dice = random_turn(position, dice)
            turns.append(turn)
            position = position.play(turn)
            if position.winner is not None or position.lost != start.lost:
                break
        else:
            return turns
    raise GameError(f"no opening was found from {start}: somebody loses an adaptoid whatever is played")


def steps(position: Position) -> tuple[int, int]:
    """Return the number of moves, without staying, and the number of growths without a move (R6–R8)."""
    state, context = position.state, position.context
    moves = 0
    movers = state[OWN] & (state[L0] | state[L1] | state[L2])
    while movers:
        origin = movers & -movers
        movers ^= origin
        moves += count(destinations(state, origin, context))
    return moves, integer_rules.growths(state, context)


def end_of(position: Position) -> str:
    """Return how a finished game ended: by the last loss of a colour, by an empty board, or by both."""
    reasons: set[str] = set()
    standing = {piece.color for piece in position.pieces.values()}
    for color in position.losers:
        if color != position.winner:
            if position.lost[color] >= position.limit:
                reasons.add("losses")
            if color not in standing:
                reasons.add("none left")
    return " and ".join(sorted(reasons))
