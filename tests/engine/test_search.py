"""The search: it agrees with the full tree, stops at once, and gives the same result for the same budget."""

from __future__ import annotations

import itertools
import random
import threading
from typing import Any

import pytest

from adaptoid_widget import GameError, Layout, Position, Turn, threads
from adaptoid_widget.core.rules.variants import VARIANTS
from adaptoid_widget.core.search import transposition, work_array
from adaptoid_widget.core.search.evaluation import NAMES
from adaptoid_widget.core.search.levels import SEARCH_LIMITS
from adaptoid_widget.core.search.runner import SearchRequest
from adaptoid_widget.core.search.scores import win_in
from adaptoid_widget.core.search.work_array import MAX_UNPROVEN_SCORE, WIN_SCORE
from adaptoid_widget.engine import search as search_module
from adaptoid_widget.engine.backends.backend import BACKENDS, backend
from adaptoid_widget.engine.cancel import Stop
from adaptoid_widget.engine.search import Searcher, SearchResult
from adaptoid_widget.engine.tree_search import alphabeta
from adaptoid_widget.engine.tree_search.alphabeta import search
from adaptoid_widget.engine.weights import load_weights, weights_of
from tests.repetitions import nightly, repetitions
from tools.games import random_game

# numba compiles the search for half a minute
ENGINES = [name if name != "numba" else nightly(name)[0] for name in BACKENDS]
FIGHT = "adaptoid b 3,4 W:D5P B:D4LP"
MIDGAME = "adaptoid w 1,0 W:C2LP,D2P,E3P,G4 B:C4LP,D6LP,F5"
LONE = "adaptoid@lattice:A1.C3.E5 w 0,0 W:A1 B:C3"
POSITIONS = [
    "adaptoid w 0,0 W:D2 B:D6",
    FIGHT,
    MIDGAME,
    "adaptoid w+ 1,0 W:C2LP,D2P,E3P,G4 B:C4LP,D6LP,F5",
    "adaptoid+weaker-dies b 0,2 W:B2,D3PP,G6L B:B3LP,E6L",
    "adaptoid+bare-exchange w 2,0 W:B2P,D1L,E2 B:A3LP,C5L,D4",
    "adaptoid@lattice:A1.A2.A3.B1.B3.C1.C2.C3 w 0,0 W:A1L B:C3P",
    "adapt3 w 0,0,0 W:D2 B:B4 R:F6",
    "adapt3 b 9,0,0 W:B1,C1L B:B2LP,D4P R:D3LP,F4P",
    "adapt3-fierce r 0,9,0 W:B1,C1L B:B2L,D4P R:D3LP",
    LONE,
]
# large boards, in the middle of a turn, all switches, many turns, a turn that decides, and a pass
MORE_POSITIONS = [
    "adapt3@hex5 w 0,0,0 W:E3 B:C5 R:G7",
    "adapt3-fierce+bare-exchange@hex5 w+ 3,0,1 W:E3LP,E4LL B:C5LPP,C6 R:G6P,G7L",
    "adaptoid@hex5 w 0,0 W:C3LLL,D3LP,E4LL,F5LP,G5PP B:D7L,E6LP,E7LLPP,F7",
    "adaptoid+bare-exchange+weaker-dies@hex5 b+ 4,4 W:D3LP,E4LL B:E6LP,E7LLPP",
    "adaptoid w 4,4 W:C3,D3L,D4LLPP B:D5LP,E5L,E6",
    "adapt3 r+ 5,9,7 W:B1L,C1L B:B2L,D4P R:D3LP",
]
LARGE = "adaptoid+bare-exchange@hex5 w 0,0 W:D4LP,D5,E3P,E4P,F5,G6,I7L B:C6,C7,D6,D7,D8,E7P,F7P,G7P,H8"
# a shallower search thinks many turns of these better than they are
DECEPTIVE = [
    "adapt3 w 1,1,1 W:C1PPP,D2,G4LL B:A3LL,C5L,D5P R:D4L,F5LP,G7L",
    "adapt3 r 0,0,1 W:C1,D2,E2,E3,E4LLPP B:A4P,B4L,C4,C5PP,D6 R:D5,E6,E7,F6P",
]


def full_tree(position: Position, depth: int, root: str, turns: int = 0) -> int:
    """Return the value for the player to move. Try all sequences of `depth` turns, without bounds or a table."""
    hostile = position.turn != root
    if position.winner is not None:
        # a finished position leaves its last player to move
        value = WIN_SCORE - turns if position.winner == root else turns - WIN_SCORE
        return -value if hostile else value
    if depth == 0:
        return leaf_value(position, root, turns)
    best = -WIN_SCORE - 1
    for turn in position.turns():
        after = position.play(turn)
        value = full_tree(after, depth - 1, root, turns + 1)
        # with three players, both enemies of `root` want the same value, so its sign stays between them
        best = max(best, value if (after.turn != root) == hostile else -value)
    return best


def value_of_turn(position: Position, turn: Turn, depth: int) -> int:
    """Return the value of a turn for its player, `depth` turns deep."""
    after = position.play(turn)
    value = full_tree(after, depth - 1, position.turn, 1)
    return value if after.turn == position.turn else -value


def leaf_value(position: Position, root: str, turns: int) -> int:
    """Return the value that the search gives a position at depth 0, after it has settled captures."""
    work = [0] * work_array.WORK_CELLS
    work[work_array.LIMIT] = 1 << 60
    work[work_array.SETTLES] = 1
    work[work_array.WEIGHTS : work_array.MOVE_HISTORY] = weights_of(len(position.colors))
    order = position.colors
    assert position.turn == order[(order.index(root) + turns) % len(order)]
    limits = -WIN_SCORE - 1, WIN_SCORE + 1
    return search(position.state, 2 * turns - 2, 0, *limits, position.context, work, [], [0])


def values(result: SearchResult) -> dict[Turn, int]:
    return {scored.turn: scored.hundredths for scored in result.table}


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("depth", [*nightly(1), 2])
def test_the_score_is_that_of_the_full_tree(text: str, depth: int) -> None:
    position = Position.from_text(text)
    if depth == 2 and sum(1 for _ in position.turns()) > 60:
        position = position.after_move("-")
    result = Searcher(1).search(position, depth=depth, exact=True)
    assert result.lines[0].hundredths == full_tree(position, depth, position.turn)
    assert result.depth == depth or result.done == "proven"


@pytest.mark.nightly
def test_the_score_is_that_of_the_full_tree_three_turns_deep() -> None:
    for text in (FIGHT, "adaptoid w 0,0 W:D2 B:D6"):
        position = Position.from_text(text)
        result = Searcher(1).search(position, depth=3, exact=True)
        assert result.lines[0].hundredths == full_tree(position, 3, position.turn)


@pytest.mark.parametrize("text", [FIGHT, *nightly(*POSITIONS)])
def test_all_requested_lines_are_exact(text: str) -> None:
    position = Position.from_text(text)
    if sum(1 for _ in position.turns()) > 60:
        position = position.after_move("-")
    result = Searcher(1).search(position, depth=2, lines=1000, exact=True)
    assert len(result.lines) == len(result.table) == sum(1 for _ in position.turns())
    for line in result.lines:
        assert line.exact
        assert line.hundredths == value_of_turn(position, line.turns[0], 2)


def test_an_upper_bound_is_never_below_the_exact_score() -> None:
    position = Position.from_text(MIDGAME)
    scores = Searcher(1).search(position, depth=2, exact=True)
    truth = values(Searcher(1).search(position, depth=2, lines=1000, exact=True))
    assert len(truth) == len(scores.table)
    for scored in scores.table:
        assert (
            scored.hundredths == truth[scored.turn]
            if scored.bound == "="
            else scored.hundredths >= truth[scored.turn]
        )
    assert {scored.bound for scored in scores.table} == {"=", "≤"}


@pytest.mark.parametrize("text", DECEPTIVE)
def test_a_turn_that_is_worse_at_full_depth_has_a_bound(text: str) -> None:
    """Two turns deep, only turns at the root are reduced. Those that look too good there are searched again."""
    position = Position.from_text(text)
    truth = values(Searcher(1).search(position, depth=2, lines=1000, exact=True))
    table = Searcher(1).search(position, depth=2, lines=3).table
    assert {scored.turn: truth[scored.turn] for scored in table if scored.bound == "="} == {
        scored.turn: scored.hundredths for scored in table if scored.bound == "="
    }


@pytest.mark.parametrize("lines", [1, 4])
def test_a_whole_result_is_that_of_the_last_finished_depth(lines: int) -> None:
    """A search that ends within a depth gives the scores and the lines of the depth before."""
    position = Position.from_text(MIDGAME)
    for nodes in (2_000, 10_000, 50_000):
        ended = Searcher(1).search(position, nodes=nodes, lines=lines, whole=True)
        finished = Searcher(1).search(position, depth=ended.depth, lines=lines)
        assert ended.done == "nodes"
        assert ended.table == finished.table
        assert ended.lines == finished.lines


def results_by_depth(engine: str, text: str, **limits: Any) -> list[object]:
    """Return the results of a backend at each depth and at the end, with scores and bounds of all turns."""
    results: list[SearchResult] = []
    searcher = Searcher(1, engine=engine)
    results.append(searcher.search(Position.from_text(text), seed=5, report=results.append, **limits))
    assert {result.compiled for result in results} == {engine != "interpreted"}
    return [(result.depth, result.nodes, result.done, result.lines, list(result.table)) for result in results]


@pytest.mark.parametrize("text", [*POSITIONS, *MORE_POSITIONS])
def test_all_backends_find_the_same_at_each_depth(text: str) -> None:
    assert results_by_depth("interpreted", text, nodes=300) == results_by_depth("wasm", text, nodes=300)


@pytest.mark.nightly
@pytest.mark.parametrize("text", [*POSITIONS, *MORE_POSITIONS])
def test_compiled_backends_find_the_same_at_each_depth(text: str) -> None:
    for limits in ({"nodes": 30_000}, {"nodes": 30_000, "lines": 4}, {"depth": 2, "exact": True}):
        assert results_by_depth("numba", text, **limits) == results_by_depth("wasm", text, **limits), limits


def test_the_same_seed_and_nodes_give_the_same_result() -> None:
    searcher = Searcher(1)
    position = Position.from_text(MIDGAME)
    first = searcher.search(position, nodes=20_000, seed=3)
    searcher.search(Position.start(), nodes=5_000)
    second = searcher.search(position, nodes=20_000, seed=3)
    assert (first.lines, first.nodes, list(first.table)) == (second.lines, second.nodes, list(second.table))


@pytest.mark.parametrize("text", [POSITIONS[0], MIDGAME, "adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7"])
def test_the_best_lines_are_of_one_depth_for_any_node_limit(text: str) -> None:
    searcher = Searcher(1)
    for nodes in range(500, 20_000, 500):
        result = searcher.search(Position.from_text(text), nodes=nodes, lines=3)
        scores = [line.hundredths for line in result.lines]
        assert len(scores) == 3
        assert scores == sorted(scores, reverse=True), nodes


def test_the_seed_decides_between_equal_turns() -> None:
    # without features all turns have the same score
    searcher = Searcher(1, without=NAMES)
    lines = [searcher.search(Position.start(), depth=1, seed=seed).lines[0] for seed in range(40)]
    assert {line.turns[0] for line in lines} == set(Position.start().turns())
    assert {line.hundredths for line in lines} == {0}


# -- ends that are proven --------------------------------------------------------------------------------------------


def test_a_win_in_this_turn_is_proven() -> None:
    result = Searcher(1).search(Position.from_text("adaptoid w 0,4 W:C5,D3 B:D5LLPP,D6"))
    assert (result.done, result.lines[0].win_in, result.lines[0].hundredths) == ("proven", 1, WIN_SCORE - 1)
    # the discs beside D5 that are free
    assert [str(turn) for turn in result.lines[0].turns] in (["+C4"], ["+D4"], ["+E5"])


def test_lines_are_legal_and_have_replies() -> None:
    position = Position.from_text(MIDGAME)
    lines = Searcher(8).search(position, depth=3, lines=5).lines
    assert len({line.turns[0] for line in lines}) == len(lines) == 5
    for line in lines:
        played = position
        for turn in line.turns:
            played = played.play(turn)
        assert len(line.turns) > 1


def test_wins_and_losses_within_two_turns_are_never_missed() -> None:
    searcher = Searcher(1)
    counts = {1: 0, 0: 0, -1: 0}
    for seed in range(100):
        position = late_position(seed)
        if position is None:
            continue
        truth = decided(position)
        score = searcher.search(position, depth=4).lines[0].hundredths
        # the search may also prove a deeper end
        assert truth == 0 or (score > MAX_UNPROVEN_SCORE if truth > 0 else score < -MAX_UNPROVEN_SCORE)
        counts[truth] += 1
        if min(counts.values()) >= 2:
            return
    raise AssertionError(f"too few such positions: {counts}")


def wins_at_once(position: Position) -> bool:
    return any(position.play(turn).winner == position.turn for turn in position.turns())


def decided(position: Position) -> int:
    """Return 1 if a turn wins, -1 if after every turn the enemy has won or can win at once, otherwise 0."""
    if wins_at_once(position):
        return 1
    for turn in position.turns():
        after = position.play(turn)
        if after.winner is None and not wins_at_once(after):
            return 0
    return -1


def late_position(seed: int) -> Position | None:
    """Return a position one or two turns before the end of a random game, or None if it has too many turns."""
    game = random_game(seed)
    game.goto(max(0, game.length - 1 - seed % 2))
    position = game.position
    if sum(1 for _ in position.turns()) >= 130:
        return None
    return position


@pytest.mark.parametrize(
    ("score", "players", "expected"),
    [
        (WIN_SCORE - 1, 2, 1),
        (WIN_SCORE - 3, 2, 2),
        (2 - WIN_SCORE, 2, -1),
        (1 - WIN_SCORE, 2, -1),
        (4 - WIN_SCORE, 2, -2),
        (WIN_SCORE - 1, 3, 1),
        (WIN_SCORE - 2, 3, 2),
        (WIN_SCORE - 4, 3, 2),
        (WIN_SCORE - 5, 3, 3),
        (3 - WIN_SCORE, 3, -1),
        (5 - WIN_SCORE, 3, -2),
        (MAX_UNPROVEN_SCORE, 2, None),
        (-400, 2, None),
    ],
)
def test_win_in_counts_the_turns_of_the_player(score: int, players: int, expected: int | None) -> None:
    assert win_in(score, players) == expected


# -- limits and stopping ---------------------------------------------------------------------------------------------


def test_a_search_without_time_still_finishes_depth_1() -> None:
    position = Position.from_text(MIDGAME)
    result = Searcher(1).search(position, seconds=0)
    assert (result.done, result.depth) == ("seconds", 1)
    assert result.lines[0].hundredths == max(value_of_turn(position, turn, 1) for turn in position.turns())


def test_a_search_stopped_before_it_begins_still_finishes_depth_1() -> None:
    stop = Stop()
    stop.set()
    result = Searcher(1).search(Position.from_text(MIDGAME), stop=stop)
    assert (result.done, result.depth) == ("stopped", 1)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_stop_from_another_thread_ends_the_search(engine: str) -> None:
    stop = Stop()
    depths: list[int] = []

    def report(result: SearchResult) -> None:
        depths.append(result.depth)
        if result.depth == 2:
            threading.Thread(target=stop.set).start()

    result = Searcher(1, engine=engine).search(Position.from_text(MIDGAME), stop=stop, report=report)
    assert result.done == "stopped"
    assert depths[:2] == [1, 2]
    assert result.depth == depths[-1]


def test_the_node_limit_holds() -> None:
    for nodes in (200, 5_000, 50_000):
        result = Searcher(1).search(Position.from_text(MIDGAME), nodes=nodes)
        assert result.done == "nodes"
        assert result.nodes <= nodes


def test_states_that_differ_in_two_places_have_different_keys() -> None:
    """Also on the last discs of a large board."""
    discs = len(Layout.from_text("hex5"))
    keys = set()
    changes = [
        (mask, 1 << disc) for mask in range(9) for disc in (*range(0, discs, 5), *range(discs - 6, discs))
    ]
    for first, (mask, bit) in enumerate(changes):
        for other, other_bit in changes[:first]:
            state = [0] * 12
            state[mask] |= bit
            state[other] |= other_bit
            keys.add(transposition.key_of(tuple(state), 0))  # type: ignore[arg-type]
    assert len(keys) == len({frozenset(pair) for pair in itertools.combinations(changes, 2)})


def test_positions_that_differ_on_a_high_disc_have_their_own_scores() -> None:
    """A search that meets both finds the same as one that meets only one of them."""
    position = Position.from_text(LARGE)
    turn = Turn.from_text("I7-I8 +I7")
    found = values(Searcher(1).search(position, depth=3, lines=1000, exact=True))[turn]
    alone = Searcher(1).search(position.play(turn), depth=2, exact=True).lines[0]
    assert found == -alone.hundredths


def test_the_depth_limit_holds() -> None:
    result = Searcher(1).search(Position.start(), depth=3)
    assert (result.depth, result.done) == (3, "depth")


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(GameError, match="W has won"):
        Searcher(1).search(Position.from_text("adaptoid w 0,5 W:D2 B:D6"))


def test_discs_without_neighbours_are_searched() -> None:
    position = Position.start(layout=Layout.from_text("lattice:A1.C3.E5"), pieces="W:A1 B:C3")
    result = Searcher(1).search(position, depth=4, exact=True)
    # an adaptoid with a limb starves in the enemy's turn, so the first player to grow loses
    assert result.lines[0].win_in == -1


TWINS = [
    "adaptoid@hex2 w 3,3 W:A1L B:C2L,C3",
    "adaptoid+bare-exchange@hex2 w 3,3 W:A1L B:C2L,C3",
    "adaptoid+weaker-dies@hex2 w 3,3 W:A1L B:C2L,C3",
    "adaptoid@lattice:A1.A2.B1.B2.B3.C2.C3 w 3,3 W:A1L B:C2L,C3",
    "adaptoid@lattice:A1.A2.B1.B2.C1.C2.C3 w 3,3 W:A1L B:C2L,C3",
    "adaptoid@hex3 w 3,3 W:A1L B:C2L,C3",
    "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP",
    "adapt3-fierce b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP",
]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_table_is_not_used_for_other_rules(engine: str) -> None:
    """Searches with a time keep the table, but its scores hold only for the same board, variant and evaluation."""
    compiled = engine != BACKENDS[-1]
    depth = 3 if compiled else 2
    positions = [Position.from_text(text) for text in TWINS]

    def outcome(searcher: Searcher, position: Position, exact: bool) -> object:
        result = searcher.search(position, depth=depth, seconds=3600, exact=exact)
        return result.lines, list(result.table), result.nodes, result.depth

    fresh = {
        (position, exact): outcome(Searcher(1, engine=engine), position, exact)
        for position in positions
        for exact in (True, False)
    }
    dice = random.Random(6)
    searcher = Searcher(1, engine=engine)
    before: Position | None = None
    # each position after its twin and before it, with and without `exact`; then positions in random order
    order = [at for at in range(len(positions)) for at in (at, at ^ 1, at)]
    order += dice.choices(range(len(positions)), k=repetitions(10, 40) if compiled else 0)
    for number, at in enumerate([*order, *order]):
        position, exact = positions[at], number >= len(order)
        if position == before:
            # here the search may use the table
            continue
        assert outcome(searcher, position, exact) == fresh[position, exact], (before, position)
        before = position


def test_the_table_is_not_used_for_other_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    searcher = Searcher(1)
    position = Position.from_text(MIDGAME)
    searcher.search(position, depth=3, seconds=3600)
    doubled = {
        name: [2 * weight for weight in row] for name, row in reversed(list(load_weights()["2"].items()))
    }
    monkeypatch.setitem(load_weights(), "2", doubled)
    result = searcher.search(position, depth=3, seconds=3600)
    fresh = Searcher(1).search(position, depth=3, seconds=3600)
    assert (result.lines, result.nodes) == (fresh.lines, fresh.nodes)


def test_the_table_is_not_used_for_another_number_of_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VARIANTS, "long", VARIANTS["adaptoid"]._replace(name="long", limit=7))
    sides = "w 3,3 W:C5,D3LP,D4L B:D5LLPP,D6,E5L"
    searcher = Searcher(1)
    searcher.search(Position.from_text(f"adaptoid {sides}"), depth=4, seconds=3600)
    longer = Position.from_text(f"long {sides}")
    result = searcher.search(longer, depth=4, seconds=3600)
    fresh = Searcher(1).search(longer, depth=4, seconds=3600)
    assert (result.lines, result.nodes) == (fresh.lines, fresh.nodes)


def test_a_second_search_of_a_position_uses_the_table() -> None:
    searcher = Searcher(1)
    position = Position.from_text(MIDGAME)
    first = searcher.search(position, depth=3, seconds=3600)
    assert searcher.search(position, depth=3, seconds=3600).nodes < first.nodes / 4


def test_the_table_of_an_interrupted_search_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt while an entry is written can leave a key with the score of another position."""
    searcher = Searcher(1, engine="interpreted")
    position = Position.from_text(LONE)
    fresh = Searcher(1, engine="interpreted").search(position, depth=2, seconds=3600)
    searcher.search(position, depth=1, seconds=3600)
    calls = 0

    def interrupted(key: int, depth: int, _: int, __: int, step: int, *bounds: Any) -> None:
        nonlocal calls
        calls += 1
        transposition.remember(key, depth, 12345, transposition.EXACT, step, *bounds)
        if calls == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(alphabeta, "remember", interrupted)
        with pytest.raises(KeyboardInterrupt):
            searcher.search(position, depth=3, seconds=3600)
    result = searcher.search(position, depth=2, seconds=3600)
    assert (result.lines, result.nodes) == (fresh.lines, fresh.nodes)


# -- without threads ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["wasm", "interpreted"])
def test_without_threads_a_search_stops_between_slices(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search starts no thread, and the event loop can run after each slice."""
    monkeypatch.setattr(threads, "THREADS", False)
    monkeypatch.setattr(search_module, "SLICE_NODES", 2_000)
    monkeypatch.setattr(threading, "Thread", None)
    searcher = Searcher(1, engine=engine)
    stop = Stop()
    reports: list[SearchResult] = []
    request = SearchRequest(Position.from_text(POSITIONS[0]), seconds=3600, lines=2)
    slices = searcher.in_slices(request, stop, reports.append)
    for _ in range(5):
        next(slices)
    stop.set()
    result = threads.result_of(slices)
    assert result.done == "stopped"
    assert [report.depth for report in reports] == list(range(1, result.depth + 1))
    timed = Searcher(1, engine=engine).search(Position.from_text(POSITIONS[0]), seconds=0.01)
    assert timed.done == "seconds"


@pytest.mark.parametrize("engine", ["wasm", "interpreted"])
def test_a_search_without_a_deadline_is_not_sliced(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same seed and nodes, the result is the same with and without threads."""
    monkeypatch.setattr(search_module, "SLICE_NODES", 500)
    results: list[object] = []
    for has_threads in (True, False):
        monkeypatch.setattr(threads, "THREADS", has_threads)
        result = Searcher(1, engine=engine).search(
            Position.from_text(POSITIONS[0]), nodes=20_000, stop=Stop()
        )
        results.append((result.lines, result.nodes, list(result.table)))
    assert results[0] == results[1]


@pytest.mark.parametrize("level", [4, 7, 10])
def test_slices_do_not_change_what_a_level_plays(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices end between the turns at the root, so that a level plays the same with and without threads."""
    position = Position.from_text(POSITIONS[0])
    depth, nodes, without = SEARCH_LIMITS[level]
    results: list[object] = []
    count = 0
    for slice_nodes in (1 << 60, 2_000):
        monkeypatch.setattr(threads, "THREADS", slice_nodes > 2_000)
        monkeypatch.setattr(search_module, "SLICE_NODES", slice_nodes)
        searcher = Searcher(1, engine="wasm", without=without)
        slices = searcher.in_slices(SearchRequest(position, depth, nodes))
        count = 0
        result: Any = None
        while result is None:
            try:
                next(slices)
                count += 1
            except StopIteration as end:
                result = end.value
        results.append((result.lines, result.nodes, result.depth, list(result.table)))
    assert results[0] == results[1]
    assert count > 0 or level != 10


def test_no_slice_exceeds_its_node_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A click then waits for one slice at most."""
    monkeypatch.setattr(threads, "THREADS", False)
    monkeypatch.setattr(search_module, "SLICE_NODES", 2_000)
    run = backend("wasm")
    visited = 0

    def counting(*arguments: Any) -> int:
        nonlocal visited
        work = arguments[6]
        before = int(work[work_array.NODES])
        finished = run.search_root(*arguments)
        visited += int(work[work_array.NODES]) - before
        return finished

    monkeypatch.setattr(search_module, "backend", lambda _: run._replace(search_root=counting))
    slices = Searcher(1).in_slices(SearchRequest(Position.from_text(POSITIONS[0]), seconds=3600, lines=2))
    for _ in range(20):
        visited = 0
        next(slices)
        assert 0 < visited <= 2_000
