"""Tactics as docs/reference/rules.md defines them: fork and double fork, siege, tail, reserve, kamikaze."""

from __future__ import annotations

from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.rules.named_layouts import layout_of
from adaptoid_widget.core.tactics.finder import NAMES
from adaptoid_widget.core.tactics.siege import SiegeSearch
from adaptoid_widget.core.tactics.tactic import Tactic
from tests.core.helpers import at
from tests.tactics_labels.handmade import HANDMADE
from tests.tactics_labels.make import NAMES as LABELLED
from tools.setup import languages

QUICK = tuple(name for name in NAMES if name != "siege")
FORK = "adaptoid w 0,0 W:D2,F5L B:D6,G7LP"
DOUBLE = "adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LP,D6"
SIEGE = "adaptoid b 0,0 W:E6,F5 B:G7PP"
TAIL = "adaptoid w 0,0 W:A1,A2,A3,D2 B:D6"
RESERVE = "adaptoid w 0,0 W:D1,D4LP B:D6LP"
KAMIKAZE = "adaptoid w 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P"
EXAMPLES = {
    "fork": FORK,
    "double fork": DOUBLE,
    "siege": SIEGE,
    "tail": TAIL,
    "reserve": RESERVE,
    "kamikaze": KAMIKAZE,
}


def find(text: str, name: str) -> list[Tactic]:
    tactics = list(aw.tactics.find(at(text), name))
    assert {tactic.name for tactic in tactics} <= {name}
    return tactics


def find_one(text: str, name: str) -> Tactic:
    (tactic,) = find(text, name)
    return tactic


def victims(text: str, name: str) -> list[str]:
    return [" ".join(tactic.victims) for tactic in find(text, name)]


# -- fork --------------------------------------------------------------------------------------------------------------


def test_a_fork_is_two_arrivals_beside_an_enemy_that_has_one_to_spare() -> None:
    fork = find_one(FORK, "fork")
    assert (fork.color, fork.victims) == ("W", ("G7",))
    assert fork.turns == ("F5-F6 +F7", "F5-F6 +G6", "F5-G6 +F6")
    assert fork.discs == ("F5", "F6", "F7")
    for turn in fork.turns:
        assert at(FORK).effect(turn).starved == ("G7",)


@pytest.mark.parametrize(
    ("text", "why_not"),
    [
        ("adaptoid w 0,0 W:D2,F6L B:D6,G7LP", "the mover touched it before"),
        ("adaptoid w 0,0 W:D2,F5L B:D6,G7L", "it has two to spare"),
        ("adaptoid w 0,0 W:D2,F5L,F6 B:D6,G7LP", "it has none to spare, so one arrival would do"),
        ("adaptoid w 0,0 W:D2,F5 B:D6,G7LP", "no adaptoid can move"),
        ("adaptoid w 0,0 W:A1,A2,A3,A4,B1,B2,B3,B4,B5,C1,C2,F5L B:D6,G7LP", "no adaptoid can be created"),
        ("adaptoid w+ 0,0 W:D2,F5L B:D6,G7LP", "the move is done"),
        ("adaptoid b 0,0 W:D2,F5L B:D6,G7LP", "it is its own side's turn"),
        ("adaptoid w 5,0 W:D2,F5L B:D6,G7LP", "the game is over"),
        ("adaptoid w 0,0 W:D2,F5LP B:D6,F6,G7LLP", "an attack is no arrival"),
    ],
)
def test_what_is_nearly_a_fork_is_not_listed(text: str, why_not: str) -> None:
    assert find(text, "fork") == [], why_not


def test_a_mover_that_feeds_another_enemy_still_forks() -> None:
    """The move away from F5 gives F4 a free disc, so F4 does not starve. G7 starves."""
    text = "adaptoid w 0,0 W:D2,E4,F5L B:F4LLLPP,G7LP"
    assert at(text).starving() == ("F4",)
    assert at(text).effect("F5-F6 +F7").starved == ("G7",)
    assert "F5-F6 +F7" in find_one(text, "fork").turns


def test_in_a_double_fork_both_arrivals_touch_each_victim() -> None:
    double = find_one(DOUBLE, "double fork")
    assert (double.turns, double.victims) == (("B1-B2 +A3",), ("A2", "B3"))
    assert at(DOUBLE).effect("B1-B2 +A3").starved == ("A2", "B3")
    # a turn that forks exactly one victim is listed as a fork of this victim
    assert victims(DOUBLE, "fork") == ["A2", "B3"]
    assert not any("B1-B2 +A3" in fork.turns for fork in find(DOUBLE, "fork"))


def test_an_enemy_that_one_arrival_starves_is_not_forked() -> None:
    text = "adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LLP,D6"
    assert at(text).effect("B1-B2 +A3").starved == ("A2", "B3")
    assert find(text, "double fork") == []
    assert "B1-B2 +A3" in find_one(text, "fork").turns


def test_an_enemy_touched_before_is_no_victim_of_a_double_fork() -> None:
    """The mover touches A2 from A1, before it moves."""
    text = "adaptoid w 0,0 W:A1L,B4,C3 B:A2L,B3LP,D6"
    assert find(text, "double fork") == []
    (fork,) = aw.tactics.done(at(text), "A1-B2 +A3", ("fork", "double fork"))
    assert (fork.name, fork.victims) == ("fork", ("B3",))


def test_with_three_players_victims_may_be_of_two_colours() -> None:
    """R19: both other colours are enemies."""
    double = find_one("adapt3 w 0,0,0 W:B1L,B4,C3 B:A2LP,D6 R:B3LP,G7", "double fork")
    assert double.victims == ("A2", "B3")


# -- siege -------------------------------------------------------------------------------------------------------------


def test_the_besieged_starves_whatever_it_plays() -> None:
    siege = find_one(SIEGE, "siege")
    assert (siege.color, siege.victims, siege.within, siege.turns) == ("W", ("G7",), 1, ())
    siege_result = aw.tactics.siege(at(SIEGE))
    assert siege_result.verdict == "proven"
    assert set(siege_result.replies) == {str(turn) for turn in at(SIEGE).turns()}
    for turn, reply in siege_result.replies.items():
        assert at(SIEGE).play(turn).effect(reply).starved == ("G7",)


def test_an_attack_breaks_every_siege() -> None:
    text = "adaptoid b 0,0 W:E6,F5,F6 B:G7LP"
    assert [aw.tactics.siege(at(text), turns).verdict for turns in (1, 2, 3, 4)] == ["refuted"] * 4
    assert aw.tactics.siege(at(text), 4).nodes == 1


def test_a_hopeless_attack_is_an_attack() -> None:
    """`weaker-dies` lets an adaptoid with a pincer attack a stronger enemy (R7)."""
    text = "adaptoid%s b 0,0 W:E6,F6PP B:G7LP"
    assert aw.tactics.siege(at(text % "")).verdict == "proven"
    assert aw.tactics.siege(at(text % "+weaker-dies")).verdict == "refuted"


def test_with_bare_exchange_an_adaptoid_without_pincers_attacks() -> None:
    """`bare-exchange` (R7) gives A1 an attack, so there is no siege, although G7 starves in any case."""
    text = "adaptoid%s b 0,0 W:A2,B1,B2 B:A1L,G7PPPP"
    assert aw.tactics.siege(at(text % "")).verdict == "proven"
    assert aw.tactics.siege(at(text % "+bare-exchange")).verdict == "refuted"


def test_a_player_that_wins_is_not_besieged() -> None:
    """A1 starves when Black feeds. If this is White's fifth loss, Black wins and is not besieged."""
    text = "adaptoid b %d,0 W:A1LLPP,E6,F5 B:G7PP"
    assert aw.tactics.siege(at(text % 0)).verdict == "proven"
    assert aw.tactics.siege(at(text % 4)).verdict == "refuted"


def test_a_siege_may_need_a_second_turn() -> None:
    text = "adaptoid b 0,0 W:E6,F5 B:A1,G7PP"
    assert aw.tactics.siege(at(text), 1).verdict == "refuted"
    siege_result = aw.tactics.siege(at(text), 2)
    assert (siege_result.verdict, siege_result.within, siege_result.victims) == ("proven", 2, ("G7",))
    assert find_one(text, "siege").within == 2


def test_beyond_the_budget_a_siege_is_unknown() -> None:
    text = "adaptoid b 0,0 W:E6,F5 B:A1,G7PP"
    assert aw.tactics.siege(at(text), 2, budget=20).verdict == "unknown"
    assert list(aw.tactics.find(at(text), "siege", budget=20)) == []
    for budget in range(1, 130):
        assert aw.tactics.siege(at(text), 2, budget).verdict in ("unknown", "proven")
    siege_result = aw.tactics.siege(at(text), 2, budget=20)
    assert siege_result.nodes <= 20 + len(list(at(text).turns()))
    assert siege_result.replies == {}


def test_two_enemies_besiege_together() -> None:
    """Black cannot starve A1 alone. The turn of Red after Black's reply does."""
    text = "adapt3@hex3 w 0,0,0 W:A1PP B:A3,E5 R:B1,C2"
    siege_result = aw.tactics.siege(at(text))
    assert siege_result.verdict == "proven"
    assert find_one(text, "siege").color == "B"
    turn, reply = next(iter(siege_result.replies.items()))
    middle = at(text).play(turn).effect(reply)
    assert middle.position.turn == "R"


@pytest.mark.parametrize("within", [0, 5, -1, "1"])
def test_a_siege_of_too_few_or_too_many_turns_is_refused(within: int) -> None:
    with pytest.raises(aw.GameError, match="must be 1 to 4"):
        aw.tactics.siege(at(SIEGE), within)


def test_a_wrong_budget_or_wrong_starts_are_refused() -> None:
    wrongs: tuple[Any, ...] = ("x", -1, True, None)
    for budget in wrongs:
        for ask in (
            lambda budget: aw.tactics.find(SIEGE, "fork", budget),
            lambda budget: aw.tactics.done(SIEGE, "F5+L", "fork", budget),
            lambda budget: aw.tactics.siege(SIEGE, 1, budget),
        ):
            with pytest.raises(aw.GameError, match="budget is a whole number, 0 or more, not"):
                ask(budget)
    starts: Any = "D2"
    with pytest.raises(TypeError, match="starts are a dict from colours to discs"):
        aw.tactics.find(SIEGE, starts=starts)


def test_siege_needs_the_beginning_of_a_turn() -> None:
    with pytest.raises(aw.GameError, match="beginning of a turn"):
        aw.tactics.siege(at(SIEGE.replace(" b ", " b+ ")))
    with pytest.raises(aw.GameError, match="over"):
        aw.tactics.siege(at(SIEGE.replace("0,0", "5,0")))


def test_a_repeated_search_uses_earlier_results() -> None:
    """The second search visits fewer nodes than the first."""
    position = at("adaptoid b 0,0 W:E6,F5 B:A1,G7PP")
    search = SiegeSearch(position.context, 10**6)
    assert search.search(position.state, 2) == "proven"
    nodes = search.nodes
    assert search.search(position.state, 2) == "proven"
    assert search.nodes < 2 * nodes


# -- tail --------------------------------------------------------------------------------------------------------------


def chains(text: str, **starts: str) -> list[str]:
    tails = aw.tactics.find(at(text), "tail", starts=starts or None)
    return [tactic.color + ": " + " ".join(tactic.discs) for tactic in tails]


def test_a_tail_leads_along_the_rim_towards_the_back_line() -> None:
    """White's back line is A4 B5 C6 D7 E7 F7 G7. Black's is the opposite side."""
    assert chains(TAIL) == ["W: A1 A2 A3"]
    assert chains("adaptoid w 0,0 W:A1,A2,B1,D2 B:D6") == ["W: B1 A1 A2"]
    assert chains("adaptoid w 0,0 W:D2 B:A1,A2,A3,D6") == ["B: A3 A2 A1"]


@pytest.mark.parametrize(
    ("text", "why_not"),
    [
        ("adaptoid w 0,0 W:A1,A2,D2 B:D6", "two are too few"),
        ("adaptoid w 0,0 W:A1,A2,A4,D2 B:D6", "there is a gap"),
        ("adaptoid w 0,0 W:A1,A2L,A3,D2 B:D6", "one has a limb"),
        ("adaptoid w 0,0 W:B2,B3,B4,D2 B:D6", "they are not on the rim"),
        ("adaptoid w 0,0 W:A1,A3,D2 B:A2,D6", "they are not of one colour"),
        ("adaptoid w 0,0 W:D2,E7,F7,G7 B:D6", "they lie on the back line, one as near as the other"),
        ("adaptoid w 0,0 W:C1,D1,E2 B:D6", "both ends are as far"),
    ],
)
def test_what_is_nearly_a_tail_is_not_listed(text: str, why_not: str) -> None:
    assert chains(text) == [], why_not


def test_the_longest_chain_of_connected_adaptoids_is_the_tail() -> None:
    assert chains("adaptoid w 0,0 W:A1,A2,A3,B1,C1,D1,E2,F3 B:D6") == ["W: F3 E2 D1 C1 B1 A1 A2 A3"]
    assert chains("adaptoid w 0,0 W:A1,A2,A3,E2,F3,G4 B:D6") == ["W: A1 A2 A3", "W: E2 F3 G4"]


def test_of_equally_long_chains_the_one_that_ends_nearest_is_the_tail() -> None:
    """The chain can end at A3 or B3. The back line is A4, which A3 is nearer to."""
    assert chains("adaptoid@lattice:A1.A2.A3.A4.B3 w 0,0 W:A1,A2,A3,B3 B:A4", W="A1") == ["W: A1 A2 B3 A3"]


def test_a_layout_without_a_start_needs_starts() -> None:
    text = "adaptoid@lattice:A1.A2.A3.A4.B1.B2.B3.B4 w 0,0 W:A1,A2,A3 B:B4"
    assert chains(text) == []
    assert chains(text, W="A1", B="B4") == ["W: A1 A2 A3"]
    assert chains(text, W="A4") == ["W: A3 A2 A1"]
    with pytest.raises(aw.LayoutError):
        chains(text, W="Z9")


def test_named_boards_know_their_start() -> None:
    ring = layout_of("ring")
    assert chains(f"adaptoid@{ring} w 0,0 W:A1,A2,A3,A4 B:C5") == ["W: A1 A2 A3 A4"]


# -- reserve -----------------------------------------------------------------------------------------------------------


def test_a_reserve_and_the_room_beside_it_are_out_of_reach() -> None:
    reserve = find_one(RESERVE, "reserve")
    assert (reserve.color, reserve.discs) == ("W", ("D1", "C1", "D2", "E2"))
    assert reserve.turns == ("+C1", "+D2", "+E2")
    # a reserve of the side that is not to move has no turns
    assert find_one(RESERVE.replace(" w ", " b "), "reserve").turns == ()


@pytest.mark.parametrize(
    ("text", "why_not"),
    [
        ("adaptoid w 0,0 W:D1L,D4LP B:D6LP", "it is not bare"),
        ("adaptoid w 0,0 W:D1,D4LP B:D6LLLLLP", "it can be attacked"),
        ("adaptoid w 0,0 W:D1,D4LP B:D6LLLLL", "all discs beside it can be reached"),
        ("adaptoid w 0,0 W:A1,A2,A3,A4,B1,B2,B3,B4,B5,C1,C2,D1 B:G6LP", "no body is left"),
        ("adapt3 w 0,0,0 W:D1,D4LP B:D7LP R:D3LLP", "the third player attacks it"),
    ],
)
def test_what_is_nearly_a_reserve_is_not_listed(text: str, why_not: str) -> None:
    assert [tactic for tactic in find(text, "reserve") if tactic.color == "W"] == [], why_not


def test_with_bare_exchange_an_enemy_without_pincers_attacks() -> None:
    text = "adaptoid%s w 0,0 W:D1,D4LP B:D6,E3L"
    assert "W" in {tactic.color for tactic in find(text % "", "reserve")}
    assert [t.discs[0] for t in find(text % "+bare-exchange", "reserve")] == ["D1", "D6"]
    near = "adaptoid%s w 0,0 W:D1,D4LP B:D6,E2L"
    assert [t.discs[0] for t in find(near % "", "reserve")] == ["D1", "D6"]
    assert [t.discs[0] for t in find(near % "+bare-exchange", "reserve")] == ["D6"]


# -- kamikaze ----------------------------------------------------------------------------------------------------------


def test_an_adaptoid_that_would_starve_attacks_first() -> None:
    kamikaze = find_one(KAMIKAZE, "kamikaze")
    assert (kamikaze.color, kamikaze.discs, kamikaze.victims) == ("W", ("D4",), ("C4", "D5", "E5"))
    assert set(kamikaze.turns) == {str(turn) for turn in at(KAMIKAZE).turns() if turn.attack}
    assert "D4xD5 +D3" in kamikaze.turns


@pytest.mark.parametrize(
    ("text", "why_not"),
    [
        ("adaptoid w 0,0 W:D2,D4LP B:C4P,D5P,E5P", "no enemy can starve it"),
        ("adaptoid w 0,0 W:C3,D2,D4LP B:C4PP,D5PP,E5PP", "it can attack no enemy"),
        ("adaptoid+weaker-dies w 0,0 W:C3,D2,D4LP B:C4PP,D5PP,E5PP", "it would be lost for nothing"),
        ("adaptoid w 0,0 W:C3,D2,D4PP B:C4P,D5P,E5P", "it has no leg"),
        ("adaptoid w+ 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P", "the move is done"),
        ("adaptoid b 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P", "it is not its turn"),
    ],
)
def test_what_is_nearly_a_kamikaze_is_not_listed(text: str, why_not: str) -> None:
    assert find(text, "kamikaze") == [], why_not


def test_an_adaptoid_that_is_starving_needs_no_reply() -> None:
    kamikaze = find_one("adaptoid w 0,0 W:C3,C4,D3,D4LP,E4 B:D5P,E5P,G7", "kamikaze")
    assert kamikaze.why == (
        "Kamikaze: D4 has more limbs than free discs and is about to starve, so it takes D5 along first."
    )


def test_a_reply_may_take_a_move_or_both() -> None:
    kamikaze = find_one("adaptoid w 0,0 W:C3,D2,D4LP B:D5P,E5P,F5L", "kamikaze")
    assert kamikaze.why == "Kamikaze: F5-E4 +C4 would starve D4, so D4 takes D5 along first."


def test_a_reply_that_ends_the_game_starves_nobody() -> None:
    """R12: Black must capture F4 to come beside D4. As White's fifth loss this ends the game before feeding."""
    text = "adaptoid w %d,0 W:C3,D4LPP,D5,E3,F4 B:C4P,F3LP"
    assert find_one(text % 3, "kamikaze").victims == ("C4",)
    assert find(text % 4, "kamikaze") == []


def test_the_third_players_reply_counts() -> None:
    text = "adapt3 w 0,0,0 W:C3,D2,D4LP B:A1,D5P R:C4P,E5P"
    assert find_one(text, "kamikaze").victims == ("C4", "D5", "E5")


def test_a_kamikaze_that_ends_the_game_grows_no_more() -> None:
    """After a move that ends the game there is no growth (R12)."""
    assert find_one("adaptoid w 0,4 W:C3,D2,D4LP B:C4P,D5P,E5P", "kamikaze").turns == (
        "D4xC4",
        "D4xD5",
        "D4xE5",
    )


# -- what a turn did ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "turn", "names"),
    [
        (FORK, "F5-F6 +G6", ["fork"]),
        (FORK, "F5-F6 F6+L", []),
        (DOUBLE, "B1-B2 +A3", ["double fork"]),
        (KAMIKAZE, "D4xD5 +C2", ["kamikaze"]),
        (KAMIKAZE, "D4-E4 +C2", []),
        ("adaptoid w 0,0 W:A1,A2,D2 B:D6", "+A3", ["tail"]),
        ("adaptoid w 0,0 W:A1,A2,A3,D2 B:D6", "+C2", []),
        ("adaptoid w+ 0,0 W:A1,A2,D2 B:D6", "+A3", ["tail"]),
    ],
)
def test_done_lists_the_tactics_of_a_turn(text: str, turn: str, names: list[str]) -> None:
    quick_names = tuple(name for name in QUICK if name != "reserve")
    tactics = aw.tactics.done(at(text), turn, quick_names)
    assert [tactic.name for tactic in tactics] == names
    assert all(tactic.turns == (turn,) and tactic.color == "W" for tactic in tactics)


def test_a_growth_beside_a_reserve_uses_it() -> None:
    (reserve,) = aw.tactics.done(at(RESERVE), "+C1", "reserve")
    assert (reserve.discs, reserve.turns) == (("D1", "C1"), ("+C1",))
    assert aw.tactics.done(at(RESERVE), "+D3", "reserve") == ()
    # the growth comes after the move
    (after_move,) = aw.tactics.done(at(RESERVE), "D4-D5 +C1", "reserve")
    assert after_move.discs == ("D1", "C1")


def test_a_turn_lays_siege() -> None:
    before = "adaptoid w 0,0 W:E6 B:G7PP"
    (siege,) = aw.tactics.done(at(before), "+F6", "siege")
    assert (siege.color, siege.victims, siege.within) == ("W", ("G7",), 1)
    assert siege.why.startswith("Siege: whatever Black plays")


@pytest.mark.parametrize(
    ("text", "color", "turns", "victims", "within"),
    [
        ("adaptoid w 0,0 W:D1,D4LP B:D6LLLLLP", "W", {"D4+P", "D4-D3 D3+P"}, ("D6",), 1),
        ("adaptoid b 0,0 W:A1,A2,A3 B:B3", "W", set(), (), 0),
        (
            "adaptoid@hex2 b 0,0 W:A1,A2,B1,C2 B:C3",
            "B",
            {"+B2", "+B3", "C3+L", "C3+P"},
            ("A1", "A2", "B1", "C2"),
            2,
        ),
    ],
)
def test_find_lists_the_turns_that_lay_a_siege(
    text: str, color: str, turns: set[str], victims: tuple[str, ...], within: int
) -> None:
    laid = [tactic for tactic in aw.tactics.find(text, "siege", 10_000) if tactic.turns]
    assert not laid if not turns else (laid[0].color, set(laid[0].turns)) == (color, turns)
    position = at(text)
    for tactic in laid:
        assert tactic.victims == tactic.discs
        for turn in tactic.turns:
            verdict = aw.tactics.siege(position.play(turn), tactic.within, 10**6)
            assert (verdict.verdict, verdict.victims) == ("proven", tactic.victims)
            assert aw.tactics.done(position, turn, "siege")[0].within == tactic.within == within
    if laid:
        assert laid[0].victims == victims
    # no other turn lays a siege within as many turns
    laying = {turn for tactic in laid for turn in tactic.turns}
    for turn in map(str, position.turns()):
        after = position.play(turn)
        if within and turn not in laying and after.winner is None:
            assert aw.tactics.siege(after, within, 10**6).verdict != "proven"


def test_a_siege_to_lay_needs_its_budget() -> None:
    text = "adaptoid w 0,0 W:D1,D4LP B:D6LLLLLP"
    assert aw.tactics.find(text, "siege", budget=3) == ()
    (laid,) = aw.tactics.find(text, "siege")
    assert laid.marks == aw.Marks(rings={"D6": "red"})


def test_done_refuses_illegal_turns() -> None:
    with pytest.raises(aw.IllegalTurn):
        aw.tactics.done(at(FORK), "D2-D3 +D4")
    with pytest.raises(aw.TextError):
        aw.tactics.done(at(FORK), "fork")


@pytest.mark.parametrize("name", ["fork", "double fork", "kamikaze"])
def test_find_and_done_agree(name: str) -> None:
    """`find` lists exactly the turns for which `done` reports the tactic."""
    for texts in HANDMADE.values():
        for text in texts:
            position = at(text)
            listed = {turn: set(t.victims) for t in aw.tactics.find(position, name) for turn in t.turns}
            victims_by_turn = {}
            for turn in position.turns():
                for tactic in aw.tactics.done(position, turn, name):
                    victims_by_turn[str(turn)] = set(tactic.victims)
            assert set(victims_by_turn) == set(listed)
            assert all(victims_by_turn[turn] <= listed[turn] for turn in victims_by_turn)


def test_a_game_is_annotated() -> None:
    game = aw.Game(FORK).play("F5-F6 +G6").play("D6+L").play("+D3")
    (played,) = aw.tactics.annotate(game, ("fork", "double fork"))
    assert (played.ply, played.color, played.turn) == (1, "W", "F5-F6 +G6")
    assert played.tactics[0].why.startswith("Fork: F5-F6 +G6 starves G7")
    assert aw.tactics.annotate(aw.Game("open")) == ()


def test_annotate_uses_the_start_of_the_game() -> None:
    """The layout has no start, so the start of the game gives the direction of a tail."""
    game = aw.Game("adaptoid@lattice:A1.A2.A3.A4.B1.B2.B3.B4 w 0,0 W:A1 B:B4")
    game.play("+A2").play("+B3").play("+A3")
    (played,) = aw.tactics.annotate(game, "tail")
    assert (played.ply, played.tactics[0].discs) == (3, ("A1", "A2", "A3"))


# -- all of them -------------------------------------------------------------------------------------------------------


def test_an_unknown_tactic_error_lists_the_known_tactics() -> None:
    with pytest.raises(
        aw.GameError, match="no tactic 'pin'; there are fork, double fork, siege, tail, reserve"
    ):
        aw.tactics.find(at(FORK), ("fork", "pin"))


def test_every_tactic_has_an_example_and_labels() -> None:
    assert tuple(EXAMPLES) == tuple(HANDMADE) == LABELLED == NAMES


@pytest.mark.parametrize(("name", "text"), EXAMPLES.items())
def test_each_tactic_has_marks_and_a_sentence_in_every_language(name: str, text: str) -> None:
    tactics = aw.tactics.find(at(text))
    assert name in [tactic.name for tactic in tactics]
    for tactic in tactics:
        assert tactic.marks.check(at(text).layout)
        assert set(tactic.victims) <= set(tactic.marks.cells)
        assert tactic.why == tactic.say("en")
        lacking = {
            line.partition(":")[0] for line in languages.missing() if line.endswith(" " + tactic.saying[0])
        }
        translated = set(aw.languages()) - lacking
        assert len({tactic.say(language) for language in translated}) == len(translated)
    assert len({*tactics, *aw.tactics.find(at(text))}) == len(tactics)


def test_a_finished_game_has_no_tactics() -> None:
    assert aw.tactics.find(at(DOUBLE.replace("0,0", "5,0"))) == ()


def test_in_the_middle_of_a_turn_there_are_tails_and_reserves() -> None:
    tactics = aw.tactics.find(at("adaptoid w+ 0,0 W:A1,A2,A3,D4LP,F5L B:D6LP,G7LP"))
    assert {tactic.name for tactic in tactics} == {"tail", "reserve"}
