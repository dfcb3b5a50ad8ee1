"""The rules for two players on the standard board by number, R1 to R14, and the examples of the rulebooks."""

from __future__ import annotations

import pytest

import adaptoid_widget as aw
from tests.core.helpers import after, at, cells, turns
from tests.portable.rules_cases import CREATION, NEXT, NO_GROWTH, REACH, STARVING


def test_R01_hexagon() -> None:
    layout = aw.Layout.hexagon(4)
    rows: dict[str, list[int]] = {}
    for cell in layout.cells:
        rows.setdefault(cell[0], []).append(int(cell[1:]))
    spans = {row: (numbers[0], numbers[-1]) for row, numbers in rows.items()}
    assert spans == {
        "A": (1, 4),
        "B": (1, 5),
        "C": (1, 6),
        "D": (1, 7),
        "E": (2, 7),
        "F": (3, 7),
        "G": (4, 7),
    }
    assert [len(numbers) for numbers in rows.values()] == [4, 5, 6, 7, 6, 5, 4]


def test_R01_neighbours() -> None:
    layout = aw.Layout.hexagon(4)
    assert cells(layout.near("D4")) == "C3 C4 D3 D5 E4 E5"
    assert cells(layout.near("A1")) == "A2 B1 B2"
    assert cells(layout.near("G7")) == "F6 F7 G6"
    assert cells(layout.near("D7")) == "C6 D6 E7"


@pytest.mark.parametrize(("side", "discs", "touching"), [(2, 7, 12), (3, 19, 42), (4, 37, 90), (5, 61, 156)])
def test_R01_hexagons_of_any_side(side: int, discs: int, touching: int) -> None:
    layout = aw.Layout.hexagon(side)
    assert str(layout) == f"hex{side}"
    assert len(layout) == len(layout.cells) == discs
    pairs = {(a, b) for a in layout.cells for b in layout.near(a)}
    assert len(pairs) == 2 * touching
    assert all((b, a) in pairs for a, b in pairs)
    for a, b in pairs:
        assert abs(ord(a[0]) - ord(b[0])) <= 1
        assert abs(int(a[1:]) - int(b[1:])) <= 1


def test_R02_kinds_of_adaptoids() -> None:
    kinds = [(legs, pincers) for legs in range(7) for pincers in range(7 - legs)]
    assert len(kinds) == 28
    for legs, pincers in kinds:
        position = at(f"adaptoid w 0,0 W:D4{'L' * legs}{'P' * pincers} B:D6")
        piece = position.pieces["D4"]
        assert (piece.color, piece.legs, piece.pincers, piece.size) == ("W", legs, pincers, legs + pincers)


def test_R02_liberties() -> None:
    position = at("adaptoid w 0,0 W:A1,D4LP B:D5,G4,G5")
    assert {cell: position.liberties(cell) for cell in position.pieces} == {
        "A1": 3,
        "D4": 5,
        "D5": 5,
        "G4": 2,
        "G5": 3,
    }


def test_R03_supply() -> None:
    position = at("adaptoid w 0,0 W:A1,D4LLP B:D6PP")
    assert tuple(position.supply("W")) == (10, 10, 11)
    white = position.supply("W")
    assert (white.bodies, white.legs, white.pincers) == (10, 10, 11)
    assert tuple(position.supply("B")) == (11, 12, 10)


def test_R03_a_captured_adaptoid_returns_to_the_supply() -> None:
    before = at("adaptoid w 0,0 W:D2LPP B:D3LLP,D6")
    assert tuple(before.supply("B")) == (10, 10, 11)
    assert tuple(before.play("D2xD3 +D2").supply("B")) == (11, 12, 12)


def test_R03_what_returned_to_the_supply_can_be_used_again() -> None:
    text = "adaptoid w 0,0 W:A1,A2,A3,A4,B1,B2,B3,B4,B5,C1,C2,D2LP B:D3P,D6"
    possible = turns(text)
    assert not any("+D" in turn for turn in possible if "x" not in turn)
    assert "D2xD3 +D2" in possible
    assert after(text, "D2xD3 +D2").endswith("W:A1,A2,A3,A4,B1,B2,B3,B4,B5,C1,C2,D2 B:D6")


def test_R04_standard_start() -> None:
    start = aw.Position.start()
    assert str(start) == "adaptoid w 0,0 W:D2 B:D6"
    assert (start.turn, start.step, start.winner) == ("W", "move", None)
    assert start.lost == {"W": 0, "B": 0}
    assert tuple(start.colors) == ("W", "B")


def test_R06_as_many_steps_as_legs() -> None:
    for legs, reached in enumerate((0, 6, 18, 36, 36)):
        position = at(f"adaptoid w 0,0 W:D4{'L' * legs} B:-")
        assert len(position.reach("D4").free) == reached, legs


def test_R06_every_disc_passed_is_free() -> None:
    walled = "adaptoid w 0,0 W:A1LLLLL,A2,B1,G4 B:B2"
    assert at(walled).reach("A1").free == ()
    assert cells(at("adaptoid w 0,0 W:A1LL,A2,B1,G4 B:G5").reach("A1").free) == "B2 B3 C2 C3"


def test_R06_a_move_does_not_end_where_it_began() -> None:
    text = "adaptoid w 0,0 W:D4LLLLLL B:G7"
    assert "D4" not in at(text).reach("D4").free
    assert not any(turn.startswith("D4-D4") for turn in turns(text))
    assert at(text).why_not("D4-D4 +D3") is not None


def test_R06_moving_is_optional() -> None:
    possible = turns("adaptoid w 0,0 W:D2L B:D6")
    assert {"+D3", "D2+L", "D2+P", "D2-D3 +D2", "D2-D3 D3+L"} <= possible
    ways_to_grow = {"D2": 8, "D3": 8, "C2": 8, "E3": 8, "C1": 6, "E2": 6, "D1": 5}
    assert len(possible) == sum(ways_to_grow.values())


def test_R06_only_the_player_on_turn_moves() -> None:
    assert not any(turn.startswith("D6") for turn in turns("adaptoid w 0,0 W:D2 B:D6LP"))


@pytest.mark.parametrize(
    ("switches", "outcomes"),
    [
        ("", "....... x=..... xx=.... xxx=... xxxx=.. xxxxx=."),
        ("+weaker-dies", "....... x=!!!!! xx=!!!! xxx=!!! xxxx=!! xxxxx=!"),
        ("+bare-exchange", "=...... x=..... xx=.... xxx=... xxxx=.. xxxxx=."),
        ("+bare-exchange+weaker-dies", "=!!!!!! x=!!!!! xx=!!!! xxx=!!! xxxx=!! xxxxx=!"),
    ],
)
def test_R07_outcome_of_an_attack(switches: str, outcomes: str) -> None:
    """`outcomes` has a group for each number of the attacker's pincers.

    A group has a sign for each number of the defender's pincers.
    """
    for attacker_pincers, row in enumerate(outcomes.split()):
        for defender_pincers, outcome in enumerate(row):
            attacker, defender = "D4L" + "P" * attacker_pincers, "D5" + "P" * defender_pincers
            position = at(f"adaptoid{switches} w 0,0 W:A1,{attacker} B:{defender},G7")
            reach = position.reach("D4")
            lists = {"x": reach.captures, "=": reach.exchanges, "!": reach.deaths}
            assert {sign: list(discs) for sign, discs in lists.items() if discs} == (
                {} if outcome == "." else {outcome: ["D5"]}
            )
            if outcome == ".":
                assert position.why_not("D4xD5 A1+L") is not None
                continue
            after_attack = position.after_move("D4xD5")
            left = {cell: piece.color for cell, piece in after_attack.pieces.items() if cell in ("D4", "D5")}
            assert left == {"x": {"D5": "W"}, "=": {}, "!": {"D5": "B"}}[outcome]
            lost = {"x": (0, 1), "=": (1, 1), "!": (1, 0)}[outcome]
            assert (after_attack.lost["W"], after_attack.lost["B"]) == lost


def test_R07_legs_are_needed_to_attack() -> None:
    assert at("adaptoid w 0,0 W:D4PPP B:D5").reach("D4").captures == ()


def test_R07_only_the_last_disc_may_be_an_enemys() -> None:
    reach = at("adaptoid w 0,0 W:A1LLPP,A2 B:B1,B2,C2,G4").reach("A1")
    assert (reach.free, cells(reach.captures)) == ((), "B1 B2")


def test_R08_growing_is_mandatory() -> None:
    assert all("+" in turn for turn in turns("adaptoid w 0,0 W:D2LP B:D6"))
    for turn in ("-", "D2-D3"):
        with pytest.raises(aw.IllegalTurn):
            at("adaptoid w 0,0 W:D2LP B:D6").play(turn)


def test_R08_three_ways_to_grow() -> None:
    assert after("adaptoid w 0,0 W:D2 B:D6", "+D3") == "adaptoid b 0,0 W:D2,D3 B:D6"
    assert after("adaptoid w 0,0 W:D2 B:D6", "D2+L") == "adaptoid b 0,0 W:D2L B:D6"
    assert after("adaptoid w 0,0 W:D2 B:D6", "D2+P") == "adaptoid b 0,0 W:D2P B:D6"


def test_R08_growth_starts_from_the_disc_after_the_move() -> None:
    possible = turns("adaptoid w 0,0 W:D2L B:D6")
    assert {"D2-D3 D3+P", "D2-D3 +D4", "D2-D3 +D2"} <= possible
    assert not {"D2-D3 D2+P", "D2-D3 +D1"} & possible


def test_R08_six_limbs_at_most() -> None:
    assert turns("adaptoid@hex2 w+ 0,0 W:A1LLLPPP B:C3") == {"+A2", "+B1", "+B2"}


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("adaptoid w+ 0,0 W:A1LLLLLL,A2LLLLLL,A3P B:G7", "L"),
        ("adaptoid w+ 0,0 W:A1PPPPPP,A2PPPPPP,A3L B:G7", "P"),
        ("adaptoid w+ 0,0 W:A1,A2,A3,A4,B1,B2,B3,B4,B5,C1,C2,C3 B:G7", "new"),
    ],
)
def test_R08_growth_comes_from_the_supply(text: str, missing: str) -> None:
    kinds = {turn[-1] if turn[-1] in "LP" else "new" for turn in turns(text)}
    assert kinds == {"L", "P", "new"} - {missing}


def test_R09_a_growth_that_is_impossible_is_skipped() -> None:
    assert turns("adaptoid@lattice:A1.A2 w 0,0 W:A1LLLLLL B:A2") == {"-"}
    text = "adaptoid@lattice:A1.A2 b 0,0 W:A1LLLLLL B:A2"
    assert after("adaptoid@lattice:A1.A2 w 0,0 W:A1LLLLLL B:A2", "-") == text
    assert turns(text) == {"A2+L", "A2+P"}


def test_R09_no_growth_when_everything_is_on_the_board() -> None:
    quiet = {turn for turn in turns(NO_GROWTH) if "x" not in turn}
    assert {"-", "A2-A1", "C2-D3"} <= quiet
    assert not any("+" in turn for turn in quiet)
    assert after(NO_GROWTH, "A2-A1") == NO_GROWTH.replace("A2LP", "A1LP").replace(" w ", " b ")
    middle = at(NO_GROWTH).after_move("A2-A1")
    assert (middle.step, [str(turn) for turn in middle.turns()]) == ("grow", ["-"])


def test_R10_all_starving_adaptoids_are_found_before_any_leaves() -> None:
    """If either D4 or D5 left first, the other would have four liberties and would stay."""
    text = "adaptoid w+ 0,0 W:C3,D3,D6 B:D4LLLL,D5LLLL,G4"
    assert at(text).starving() == ("D4",)
    assert after(text, "+E6") == "adaptoid b 0,2 W:C3,D3,D6,E6 B:G4"


def test_R10_a_size_equal_to_the_liberties_does_not_starve() -> None:
    assert at("adaptoid w+ 0,0 W:D3 B:D4LLLPP,G7").starving() == ()
    assert at("adaptoid w+ 0,0 W:C3,D3 B:D4LLLPP,G7").starving() == ("D4",)


def test_R10_own_adaptoids_never_starve() -> None:
    text = "adaptoid w 0,0 W:A1LLLL,G4 B:A4"
    assert at(text).starving() == ()
    assert after(text, "+G5") == "adaptoid b 0,0 W:A1LLLL,G4,G5 B:A4"
    assert after(text, "+G5", "A4+L") == "adaptoid w 1,0 W:G4,G5 B:A4L"


def test_R10_a_bare_adaptoid_never_starves() -> None:
    assert at("adaptoid w+ 0,0 W:A2,B1,B2 B:A1,G7").starving() == ()


def test_R11_five_losses() -> None:
    assert at("adaptoid w 4,4 W:D2 B:D6").winner is None
    assert at("adaptoid w 5,4 W:D2 B:D6").winner == "B"
    assert at("adaptoid w 4,5 W:D2 B:D6").winner == "W"
    assert turns("adaptoid b 4,5 W:D2 B:D6") == set()


def test_R11_nothing_left_on_the_board() -> None:
    assert at("adaptoid w 0,0 W:- B:D6").winner == "B"
    assert at("adaptoid w 0,0 W:D2 B:-").winner == "W"
    assert turns("adaptoid w 0,0 W:- B:D6") == set()


def test_R12_the_end_is_tested_after_the_move() -> None:
    text = "adaptoid w 0,4 W:D2LP B:D3,D6"
    assert {turn for turn in turns(text) if "x" in turn} == {"D2xD3"}
    assert after(text, "D2xD3") == "adaptoid w+ 0,5 W:D3LP B:D6"
    with pytest.raises(aw.IllegalTurn):
        at(text).play("D2xD3 +D2")


def test_R12_no_feeding_after_a_move_that_ends_the_game() -> None:
    text = "adaptoid w 0,4 W:B1LP,B2 B:A1LL,A2LLL,C1"
    assert after(text, "B1xC1") == "adaptoid w+ 0,5 W:B2,C1LP B:A1LL,A2LLL"


def test_R12_the_end_is_tested_after_feeding() -> None:
    text = "adaptoid w 0,4 W:A2,B2 B:A1LL,D6"
    assert after(text, "+B1") == "adaptoid w+ 0,5 W:A2,B1,B2 B:D6"
    assert at(after(text, "+B1")).winner == "W"


def test_R12_an_exchange_may_lose_the_game_for_the_attacker() -> None:
    ended = at("adaptoid w 4,0 W:D2LP,E2 B:D3P,D6").play("D2xD3")
    assert (str(ended), ended.winner) == ("adaptoid w+ 5,1 W:E2 B:D6", "B")


def test_R13_both_lost_at_once() -> None:
    ended = at("adaptoid b 3,4 W:D5P B:D4LP").play("D4xD5")
    assert (str(ended), ended.winner) == ("adaptoid b+ 4,5 W:- B:-", "B")
    assert at("adaptoid w 5,5 W:D2 B:D6").winner == "W"
    assert at("adaptoid b 5,0 W:D2 B:-").winner == "B"


def test_R14_a_position_does_not_know_repetition() -> None:
    position = at(NO_GROWTH)
    for _ in range(4):
        for turn in ("A2-A1", "I5-H5", "A1-A2", "H5-I5"):
            position = position.play(turn)
    assert (str(position), position.winner) == (NO_GROWTH, None)
    assert aw.perft(position, 1) == len(turns(NO_GROWTH))


@pytest.mark.parametrize(("text", "cell", "free", "captures", "exchanges", "deaths"), REACH)
def test_the_reach_is_that_of_the_examples(
    text: str, cell: str, free: str, captures: str, exchanges: str, deaths: str
) -> None:
    reach = at(text).reach(cell)
    lists = (reach.free, reach.captures, reach.exchanges, reach.deaths)
    assert [cells(discs) for discs in lists] == [free, captures, exchanges, deaths]


@pytest.mark.parametrize(("text", "discs"), CREATION)
def test_new_adaptoids_grow_on_the_discs_of_the_examples(text: str, discs: str) -> None:
    assert cells(turn[1:] for turn in turns(text) if turn[0] == "+") == discs


@pytest.mark.parametrize(("text", "discs"), STARVING)
def test_the_adaptoids_of_the_examples_starve(text: str, discs: str) -> None:
    assert cells(at(text).starving()) == discs


@pytest.mark.parametrize(("text", "turn", "following"), NEXT)
def test_a_turn_leads_to_the_position_of_the_example(text: str, turn: str, following: str) -> None:
    assert after(text, turn) == following
