"""Super-Adaptoid and Adapt3 by the rules' numbers, R15 to R20."""

from __future__ import annotations

import itertools

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.i18n.en_ui import UI
from adaptoid_widget.core.rules.variants import VARIANT_NAMES, VARIANTS
from tests import reference
from tests.core.helpers import after, at, cells, turns
from tests.reference.rules import LOSSES, ORDER


def test_R15_a_lattice_with_a_hole_and_an_island() -> None:
    layout = aw.Layout.from_text("lattice:A1.A2.B1.B3.C2.C3.K9")
    assert {cell: cells(layout.near(cell)) for cell in layout.cells} == {
        "A1": "A2 B1",
        "A2": "A1 B3",
        "B1": "A1 C2",
        "B3": "A2 C3",
        "C2": "B1 C3",
        "C3": "B3 C2",
        "K9": "",
    }


def test_R15_liberties_count_the_discs_that_exist() -> None:
    position = at("adaptoid@lattice:A1.A2.B1.B3.C2.C3.K9 w 0,0 W:A1 B:A2L,K9")
    assert [position.liberties(cell) for cell in ("A1", "A2", "K9")] == [1, 1, 0]


def test_R15_a_move_does_not_cross_a_gap() -> None:
    assert cells(at("adaptoid@lattice:A1.A2.A4.A5 w 0,0 W:A1LLL B:A5").reach("A1").free) == "A2"


def test_R15_an_island_of_one_disc() -> None:
    assert turns("adaptoid@lattice:A1.C1 w 0,0 W:A1 B:C1") == {"A1+L", "A1+P"}
    assert after("adaptoid@lattice:A1.C1 w 0,0 W:A1 B:C1L", "A1+L").endswith("w+ 0,1 W:A1L B:-")


@pytest.mark.parametrize(
    ("places", "touch"),
    [
        ("0,0/0.97,0", True),
        ("0,0/0,1.03", True),
        ("0,0/1.031,0", False),
        ("0,0/0.5,0.866", True),
        ("0,0/0.582,0.776", True),
        ("0,0/0.618,0.824", True),
        ("0,0/0.618,0.825", False),
        ("-0.5,-0.5/0.5,-0.5", True),
    ],
)
def test_R15_free_discs_touch_within_the_tolerance(places: str, touch: bool) -> None:
    layout = aw.Layout.from_text(f"discs:{places}")
    assert layout.cells == ("N1", "N2")
    assert (layout.near("N1") == ("N2",)) is touch
    assert (layout.near("N2") == ("N1",)) is touch


@pytest.mark.parametrize("places", ["0,0/0.969,0", "0,0/0,0", "0,0/5,5/0.582,0.775", "0,0/-0.5,0.5"])
def test_R15_closer_discs_are_an_error(places: str) -> None:
    with pytest.raises(aw.TextError):
        aw.Layout.from_text(f"discs:{places}")


def test_R15_at_most_sixty_one_discs() -> None:
    row = [f"A{number}" for number in range(1, 63)]
    assert len(aw.Layout.from_text("lattice:" + ".".join(row[:61]))) == 61
    with pytest.raises(aw.TextError):
        aw.Layout.from_text("lattice:" + ".".join(row))
    places = [f"{number},0" for number in range(62)]
    assert len(aw.Layout.from_text("discs:" + "/".join(places[:61]))) == 61
    with pytest.raises(aw.TextError):
        aw.Layout.from_text("discs:" + "/".join(places))


def test_R15_a_turn_on_free_discs() -> None:
    text = "adaptoid@discs:0,0/1,0/0.5,0.866/2,0 w 0,0 W:N1L B:N4"
    assert turns(text) == {
        *("+N2", "+N3", "N1+L", "N1+P"),
        *("N1-N2 +N1", "N1-N2 +N3", "N1-N2 N2+L", "N1-N2 N2+P"),
        *("N1-N3 +N1", "N1-N3 +N2", "N1-N3 N3+L", "N1-N3 N3+P"),
    }


def test_R16_position_texts_begin_after_the_open_start() -> None:
    agreed = at("adaptoid@hex5 w 0,0 W:E3 B:E7")
    assert (agreed.turn, agreed.step, agreed.winner) == ("W", "move", None)


def test_R17_turn_order() -> None:
    assert after("adapt3 w 0,0,0 W:D2 B:B4 R:F6", "D2+L", "B4+L", "F6+L", "D2+L").startswith("adapt3 b ")
    assert tuple(at("adapt3 w 0,0,0 W:D2 B:B4 R:F6").colors) == ("W", "B", "R")


def test_R17_turn_order_of_the_fierce_variant() -> None:
    fierce = "adapt3-fierce w 0,0,0 W:D2 B:B4 R:F6"
    assert after(fierce, "D2+L", "F6+L", "B4+L", "D2+L").startswith("adapt3-fierce r ")
    assert tuple(at(fierce).colors) == ("W", "R", "B")


@pytest.mark.parametrize("variant", ["adapt3", "adapt3-fierce"])
def test_R18_start_of_three(variant: str) -> None:
    assert str(aw.Position.start(variant)) == f"{variant} w 0,0,0 W:D2 B:B4 R:F6"


def test_R19_all_enemies_can_be_captured_and_can_starve() -> None:
    text = "adapt3 w 0,0,0 W:D4LPP B:D5P,G7 R:C4,G4"
    assert cells(at(text).reach("D4").captures) == "C4 D5"
    assert after(text, "D4xC4 C4+L").startswith("adapt3 b 0,0,1 ")
    assert after(text, "D4xD5 D5+L").startswith("adapt3 b 0,1,0 ")
    hungry = "adapt3 r+ 0,0,0 W:A1LLL,D4 B:D1,G7LLL R:A2,G6"
    assert cells(at(hungry).starving()) == "A1 G7"
    assert after(hungry, "+B2") == "adapt3 w 1,1,0 W:D4 B:D1 R:A2,B2,G6"


def test_R19_a_loss_counts_against_its_own_colour() -> None:
    text = "adapt3 b 3,2,1 W:A1 B:D4LP,G7 R:D5P,G4"
    assert str(at(text).after_move("D4xD5")) == "adapt3 b+ 3,3,2 W:A1 B:G7 R:G4"


@pytest.mark.parametrize("variant", ["adapt3", "adapt3-fierce"])
@pytest.mark.parametrize("turn", ["w", "b", "r"])
def test_R20_winner(variant: str, turn: str) -> None:
    def won(lost: str, sides: str = "W:D2 B:B4 R:F6") -> str | None:
        return at(f"{variant} {turn} {lost} {sides}").winner

    assert won("9,9,9") is None
    assert won("0,0,10") == won("0,0,0", "W:D2 B:B4 R:-") == "W"
    assert won("0,10,0") == won("0,0,0", "W:D2 B:- R:F6") == "R"
    assert won("10,0,0") == won("0,0,0", "W:- B:B4 R:F6") == "B"
    assert won("10,10,0") == won("10,0,0", "W:D2 B:- R:F6") == "R"
    assert won("10,0,11") == "B"
    assert won("0,12,10") == "W"
    assert won("10,10,10") == won("0,0,0", "W:- B:- R:-") == turn.upper()


def test_R20_the_end_after_the_move() -> None:
    ended = at("adapt3 b 0,0,9 W:A1 B:D4LP R:D5,F6").play("D4xD5")
    assert (str(ended), ended.winner) == ("adapt3 b+ 0,0,10 W:A1 B:D5LP R:F6", "W")


def test_R20_the_end_after_feeding() -> None:
    ended = at("adapt3 r 9,9,0 W:A1LLL,D4 B:D1,G7LLL R:A2,G6").play("+B2")
    assert (str(ended), ended.winner) == ("adapt3 r+ 10,10,0 W:D4 B:D1 R:A2,B2,G6", "R")


@pytest.mark.parametrize("variant", list(ORDER))
def test_R20_winner_for_every_set_of_colours_that_lose_at_once(variant: str) -> None:
    colors = "WBR"[: len(ORDER[variant])]
    for turn, losers in itertools.product(colors, itertools.product((False, True), repeat=len(colors))):
        lost = [str(LOSSES[variant] * loses) for loses in losers]
        discs_of_sides = ["-" if loses else f"A{n + 1}" for n, loses in enumerate(losers)]
        for counts, discs in ((lost, ["A1", "A2", "A3"]), (["0"] * 3, discs_of_sides)):
            sides = " ".join(f"{color}:{disc}" for color, disc in zip(colors, discs, strict=False))
            text = f"{variant} {turn.lower()} {','.join(counts[: len(colors)])} {sides}"
            assert at(text).winner == reference.winner(reference.parse(text)), text


# -- a variant is data -------------------------------------------------------------------------------------------------


def test_a_new_variant_starts_as_one_with_as_many_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VARIANTS, "long", VARIANTS["adaptoid"]._replace(name="long", limit=7))
    start = aw.Position.start("long")
    assert (str(start), str(aw.Position(str(start)))) == ("long w 0,0 W:D2 B:D6",) * 2
    assert at("long w 6,0 W:D2 B:D6").winner is None
    assert at("long w 7,0 W:D2 B:D6").winner == "B"
    assert aw.Game(variant="long", layout="hex3").opening is not None


def test_every_variant_has_a_name_in_the_menus() -> None:
    assert {f"ui.variant.{name}" for name in VARIANT_NAMES} == {
        key for key in UI if key.startswith("ui.variant.")
    }
