"""The layout editor: lattice discs on and off, free discs that snap, and a board's symmetries."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adaptoid_widget.core.editor import layout_editing as shapes
from adaptoid_widget.core.editor.draft import Draft
from adaptoid_widget.core.editor.editor import Editor
from adaptoid_widget.core.i18n.catalog import ENGLISH
from adaptoid_widget.core.rules.layout import Layout, axial_of, cell_of
from adaptoid_widget.core.rules.named_layouts import BOARDS
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.session.editor_handlers import open_editor
from adaptoid_widget.core.wire.intent_fields import Refused
from tests.core.editor.test_editor import EditorDriver
from tests.repetitions import repetitions

pytestmark = pytest.mark.slow

LINE = "adaptoid@lattice:A1.A2.A3 w 0,0 W:A1L B:A3"


def editor(text: str) -> Editor:
    return Editor(Draft.of(Position.from_text(text)))


def squared_distance(spot: shapes.Spot, other: shapes.Spot) -> int:
    return (spot[0] - other[0]) ** 2 + (spot[1] - other[1]) ** 2


# -- the lattice -------------------------------------------------------------------------------------------------------


def test_toggle_adds_and_removes_discs() -> None:
    edited = editor(LINE)
    edited.toggle("B2")
    assert edited.text == "adaptoid@lattice:A1.A2.A3.B2 w 0,0 W:A1L B:A3"
    edited.toggle("A2")
    assert edited.text == "adaptoid@lattice:A1.A3.B2 w 0,0 W:A1L B:A3"
    assert shapes.parts_of(edited.layout) == 2


def test_a_completed_hexagon_has_its_short_name() -> None:
    edited = editor("adaptoid w 0,0 W:D2 B:D6")
    edited.toggle("A1")
    assert str(edited.layout).startswith("lattice:A2.")
    edited.toggle("A1")
    assert edited.text == "adaptoid w 0,0 W:D2 B:D6"


def test_an_adaptoid_stays_when_its_disc_is_removed_and_added() -> None:
    edited = editor(LINE)
    edited.toggle("A1")
    assert [problem.code for problem in edited.problems()] == ["off-board"]
    edited.toggle("A1")
    assert edited.text == LINE


@pytest.mark.parametrize(
    ("key", "text", "named"),
    [
        ("0,0", "adaptoid@lattice:A1.B2.B3.B4 w 0,0 W:B2L B:B4", "A1"),
        ("0,1", "adaptoid@lattice:A1.B1.B2.B3 w 0,0 W:B1L B:B3", "A1"),
        ("1,0", "adaptoid@lattice:A1.A2.A3.A4 w 0,0 W:A2L B:A4", "A1"),
    ],
)
def test_a_disc_before_row_a_or_number_1_shifts_the_board(key: str, text: str, named: str) -> None:
    """All discs keep their neighbours and all adaptoids their discs. `take_key` gives the new disc's name."""
    edited = editor(LINE)
    around = shapes.ring_around(shapes.shape_of(edited.layout))
    assert key in [ghost[0] for ghost in shapes.lattice_ghosts(edited.layout, around)]
    announced = edited.toggle(key)
    assert edited.text == text
    assert edited.take_key() == named
    assert announced == [("edit.shifted", {"disccount": 4})]
    edited.undo()
    assert edited.text == LINE


def test_the_last_disc_is_announced_as_one() -> None:
    edited = editor("adaptoid@lattice:A1.A2 w 0,0 W:A1 B:A2")
    assert ENGLISH.say(*edited.toggle("A2")[0]) == "Disc A2 removed; 1 disc."
    assert ENGLISH.say(*edited.toggle("A2")[0]) == "Disc A2 added; 2 discs."


def test_a_disc_after_row_z_shifts_the_board() -> None:
    edited = editor("adaptoid@lattice:Y8.Y9.Z8.Z9 w 0,0 W:Y8 B:Z9")
    edited.toggle("27,9")
    assert edited.text == "adaptoid@lattice:X8.X9.Y8.Y9.Z9 w 0,0 W:X8 B:Y9"


def test_adaptoids_off_the_board_are_shifted_too() -> None:
    edited = editor(LINE)
    edited.toggle("A1")
    edited.toggle("0,2")
    assert edited.text == "adaptoid@lattice:A2.B2.B3 w 0,0 W:B1L B:B3"
    wide = Editor(
        Draft.of(Position.from_text("adaptoid@lattice:A1.Z1 w 0,0 W:A1 B:Z1")).replace(
            layout=Layout.lattice(["A1", "A2"])
        )
    )
    with pytest.raises(Refused) as error:
        wide.toggle("0,1")
    assert error.value.reason.code == "edit-too-wide"


def test_places_for_new_discs_stay_when_a_disc_is_removed() -> None:
    """The places stay so that the board does not jump on the screen."""
    driver = EditorDriver(LINE)
    driver.do(what="tool", to="layout")
    before = {tuple(ghost) for ghost in driver.snapshot["edit"]["shape"]["ghosts"]}
    driver.do(what="disc", at="A3")
    after = {tuple(ghost) for ghost in driver.snapshot["edit"]["shape"]["ghosts"]}
    assert before <= after
    assert "A3" in {ghost[0] for ghost in after}
    driver.do(what="undo")
    assert {tuple(ghost) for ghost in driver.snapshot["edit"]["shape"]["ghosts"]} == before


def test_the_last_disc_and_a_62nd_disc_are_refused() -> None:
    edited = editor("adaptoid@lattice:C3 w 0,0 W:C3 B:-")
    with pytest.raises(Refused) as last:
        edited.toggle("C3")
    assert (last.value.reason.code, last.value.reason.cell) == ("edit-last-disc", "C3")
    full = editor("adaptoid@hex5 w 0,0 W:E3 B:E7")
    with pytest.raises(Refused) as full_board:
        full.toggle("A6")
    assert full_board.value.reason.code == "edit-most-discs"


# -- free discs --------------------------------------------------------------------------------------------------------


def test_loosen_refuses_adaptoids_without_a_disc() -> None:
    """Free discs have new names, and an adaptoid off the board would have a name that no disc has."""
    driver = EditorDriver("adaptoid w 0,0 W:C3,D2 B:D6")
    driver.do(what="disc", at="C3")
    before = driver.snapshot["position"]
    assert driver.refusal(what="loosen") == ("edit-no-disc-there", "C3")
    assert driver.snapshot["position"] == before
    driver.do(what="fix", problem="off-board")
    driver.do(what="loosen")


def test_adaptoids_keep_their_discs_from_lattice_to_free_discs_and_back() -> None:
    driver = EditorDriver(is_open=False)
    butterfly = f"adaptoid@{BOARDS.layout('butterfly')} w 0,0 W:D6L B:F5"
    open_editor(driver.session, Position.from_text(butterfly))
    driver.do(what="loosen")
    assert " W:N" in driver.snapshot["position"]
    driver.do(what="board", to="butterfly")
    assert driver.snapshot["position"] == butterfly
    driver.do(what="loosen")
    code, cell = driver.refusal(what="board", to="hex2")
    assert code == "edit-no-disc-there"
    assert str(cell).startswith("N")


def test_loosened_discs_keep_their_neighbours() -> None:
    for name in ("hex2", "hex4", "hex5", "lattice:A1.B2.B3.D4"):
        layout = Layout.from_text(name)
        cells = layout.cells
        draft = Draft.empty("adaptoid", layout, ()).with_body(cells[-1], "W")
        loose = shapes.loosened(draft)
        assert [len(loose.layout.near(cell)) for cell in loose.layout.cells] == [
            len(layout.near(cell)) for cell in cells
        ]
        assert list(loose.pieces) == [f"N{len(cells)}"]
    edited = editor("adaptoid@discs:0,0/1,0 w 0,0 W:N1 B:N2")
    with pytest.raises(Refused):
        edited.loosen()


@pytest.mark.parametrize(
    ("discs", "x", "y", "spot", "touching"),
    [
        ([(0, 0), (1000, 0)], 560, 930, (500, 866), (0, 1)),
        ([(0, 0), (1000, 0)], 430, -700, (500, -866), (0, 1)),
        # the corner of a square, since the two lie 1.414 apart
        ([(0, 0), (1000, 1000)], 1040, 60, (1000, 0), (0, 1)),
        # straight beside a disc
        ([(0, 0)], 1080, 60, (1000, 0), (0,)),
        ([(0, 0)], 0, -930, (0, -1000), (0,)),
        # beside a disc at any other angle
        ([(0, 0)], 1060, 280, (967, 255), (0,)),
        # too far from all discs
        ([(0, 0)], 1400, 300, (1400, 300), ()),
        ([], 5, -7, (5, -7), ()),
    ],
)
def test_a_disc_snaps_to_the_nearest_place_that_touches_others(
    discs: list[shapes.Spot], x: int, y: int, spot: shapes.Spot, touching: tuple[int, ...]
) -> None:
    assert shapes.snap(discs, x, y) == (spot, touching, ())


PLACES = st.lists(st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000)), min_size=1, max_size=12).map(
    lambda spots: [spot for i, spot in enumerate(spots) if shapes.is_clear(spots[:i], spot)]
)


@given(PLACES, st.integers(-3500, 3500), st.integers(-3500, 3500))
@settings(max_examples=repetitions(150, 400), deadline=None)
def test_a_snapped_disc_touches_as_nearly_as_thousandths_allow(
    discs: list[shapes.Spot], x: int, y: int
) -> None:
    """After a snap, all touching discs are within the tolerance of R15.

    The distances to the discs that it snaps to are as near to a diameter as whole thousandths allow.
    """
    spot, touching, overlapped = shapes.snap(discs, x, y)
    for i, other in enumerate(discs):
        distance = squared_distance(spot, other)
        assert (i in overlapped) == (distance < 970**2)
        assert (i in touching) == (970**2 <= distance <= 1030**2)
    if spot != (x, y):
        assert overlapped == ()
        assert squared_distance(spot, (x, y)) <= shapes.TO_TWO**2
        assert min(abs(squared_distance(spot, other) - 1000**2) for other in discs) <= 1500
        near = [(spot[0] + dx, spot[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        anchors = [other for other in discs if abs(squared_distance(spot, other) - 1000**2) <= 1500]
        off = max(abs(squared_distance(spot, other) - 1000**2) for other in anchors)
        straight = any((spot[0] - a, spot[1] - b) in shapes.STRAIGHT for a, b in discs)
        if len(anchors) <= 2 and not straight:
            assert off == min(
                max(abs(squared_distance(place, other) - 1000**2) for other in anchors) for place in near
            )


@given(PLACES)
@settings(max_examples=60, deadline=None)
def test_free_places_touch_a_disc_and_overlap_none(centres: list[shapes.Spot]) -> None:
    places = shapes.free_places(centres)
    assert places
    for i, place in enumerate(places):
        assert shapes.is_clear(centres + places[:i], place)
        assert any(970**2 <= squared_distance(place, centre) <= 1030**2 for centre in centres)


def test_a_dragged_disc_takes_its_adaptoid_along() -> None:
    edited = editor("adaptoid@discs:0,0/1,0/2,0 w 0,0 W:N1 B:N3L")
    announced = edited.drag("N3", 560, 930)
    assert edited.text == "adaptoid@discs:0,0/1,0/0.5,0.866 w 0,0 W:N1 B:N3L"
    assert announced == [("edit.touches", {"cell": "N3", "others": ["N1", "N2"]})]
    assert edited.drag("N3", 5000, 0) == [("edit.touches-none", {"cell": "N3"})]


def test_overlap_is_refused_and_names_the_discs() -> None:
    edited = editor("adaptoid@discs:0,0/1,0/2,0/3,0 w 0,0 W:N1 B:N3")
    with pytest.raises(Refused) as error:
        edited.drag("N1", 1500, 0)
    assert error.value.reason.cell == "N1"
    assert str(error.value) == "N1 would overlap N2 and N3 there; it stays where it was."
    with pytest.raises(Refused) as added:
        edited.add(2500, 100)
    assert str(added.value) == "A disc there would overlap N3 and N4."
    assert not edited.can_undo


def test_snap_gives_a_preview_and_changes_nothing() -> None:
    driver = EditorDriver("adaptoid@discs:0,0/1,0/2,0 w 0,0 W:N1 B:N3")
    rev = driver.session.rev
    reply = driver.ask(what="snap", at="N3", x=560, y=930)
    assert reply["snap"] == {"x": 0.5, "y": 0.866, "touching": 2, "overlaps": False}
    assert driver.ask(what="snap", at="N3", x=1000, y=30)["snap"]["overlaps"]
    assert driver.session.rev == rev


def test_discs_are_added_and_taken_away() -> None:
    driver = EditorDriver("adaptoid@discs:0,0/1,0/2,0 w 0,0 W:N1 B:N3")
    driver.do(what="tool", to="layout")
    ghosts = [row[0] for row in driver.snapshot["edit"]["shape"]["ghosts"]]
    assert "500,866" in ghosts
    reply = driver.ask(what="disc", at="500,866")
    assert reply["key"] == "N4"
    assert driver.snapshot["layout"] == "discs:0,0/1,0/2,0/0.5,0.866"
    assert driver.refusal(what="disc", at="N1") == ("edit-stands-there", "N1")
    driver.do(what="disc", at="N2")
    assert driver.text == "adaptoid@discs:0,0/2,0/0.5,0.866 w 0,0 W:N1 B:N2"
    driver.do(what="add", x=4000, y=0)
    assert driver.snapshot["layout"] == "discs:0,0/2,0/0.5,0.866/4,0"


def test_the_last_free_disc_and_a_62nd_free_disc_are_refused() -> None:
    with pytest.raises(Refused) as last:
        editor("adaptoid@discs:0,0 w 0,0 W:- B:-").toggle("N1")
    assert last.value.reason.code == "edit-last-disc"
    row = "/".join(f"{x},0" for x in range(61))
    with pytest.raises(Refused) as full_board:
        editor(f"adaptoid@discs:{row} w 0,0 W:N1 B:N2").add(0, 1000)
    assert full_board.value.reason.code == "edit-most-discs"


def test_a_disc_hops_to_the_next_good_place() -> None:
    """`hop` drags a disc by keyboard: it moves in the given direction and never onto another disc."""
    edited = editor("adaptoid@discs:0,0/1,0/2,0/0,3 w 0,0 W:N4 B:N3")
    edited.hop("N4", 0, -1)
    assert edited.layout.near("N4")
    for dx, dy in ((1, 0), (1, 0), (0, -1), (-1, 0), (-1, 0), (0, 1)):
        before = edited.layout.places[3]
        edited.hop("N4", dx, dy)
        x, y = edited.layout.places[3]
        assert (x - before[0]) * dx + (y - before[1]) * dy > 0
        assert len(edited.layout) == 4
    far = editor("adaptoid@discs:0,0/1,0 w 0,0 W:N1 B:N2")
    far.drag("N2", 9000, 0)
    far.hop("N2", 1, 0)
    assert far.layout.places[1] == (9.5, 0.0)


# -- symmetries --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("hex2", 12),
        ("hex5", 12),
        ("lattice:A1", 1),
        ("lattice:A1.A2", 2),
        ("lattice:A1.A2.B2", 6),
        ("lattice:A1.A2.A4", 1),
        ("discs:0,0/1,0/0,1/1,1", 8),
        ("discs:0,0/1,0/2,0/1,-1/1,1", 8),
        ("lattice:A1.A5.E5", 6),
    ],
)
def test_symmetries_keep_neighbours(name: str, count: int) -> None:
    layout = Layout.from_text(name)
    symmetries = layout.symmetries()
    assert len(symmetries) == len(set(symmetries)) == count
    assert symmetries[0] == tuple(range(len(layout)))
    for symmetry in symmetries:
        for cell in layout.cells:
            image = layout.cells[symmetry[layout.index(cell)]]
            assert sorted(layout.cells[symmetry[layout.index(near)]] for near in layout.near(cell)) == sorted(
                layout.near(image)
            )
        # the composition of two symmetries is a symmetry
        for other in symmetries:
            assert tuple(symmetry[i] for i in other) in symmetries


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=6, unique=True))
@settings(max_examples=40, deadline=None)
def test_symmetries_are_all_permutations_that_keep_distances(discs: list[Any]) -> None:
    layout = Layout.lattice([cell_of(disc) for disc in discs])
    axial = [axial_of(cell) for cell in layout.cells]

    def distance(i: int, j: int) -> int:
        dq, dr = axial[i][0] - axial[j][0], axial[i][1] - axial[j][1]
        return dq * dq + dr * dr - dq * dr

    count = range(len(layout))
    isometries = {
        permutation
        for permutation in permutations(count)
        if all(distance(i, j) == distance(permutation[i], permutation[j]) for i in count for j in count)
    }
    assert set(layout.symmetries()) == isometries
