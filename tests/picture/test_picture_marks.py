"""Marks, heat map and legend, food and reach of a colour in pictures and descriptions."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.marks import TONES, Marks
from adaptoid_widget.core.i18n.catalog import wording_of
from adaptoid_widget.picture import THEMES, Picture
from adaptoid_widget.picture.svg_elements import palettes, shapes
from tests.picture.drawings import (
    ALL,
    FREE,
    HREF,
    MIDGAME,
    STARVING,
    SVG,
    THREE,
    UNIT,
    Drawing,
    Spot,
    at,
    spot,
)

EVERY_MARK = Marks(
    arrows=[("E3", "E5"), ("E5", "E3", "red"), ("B4", "D6", "blue"), ("C1", "A1", "yellow")],
    fills={"A2": "green", "B2": "red", "A3": "blue", "B3": "yellow"},
    rings={"C3": "green", "C4": "red", "D2": "blue", "D3": "yellow"},
    labels={"D4": "fork!", "G7": "a"},
    heat={"A4": -3, "D4": -1, "G4": 1, "G5": 2.5, "G6": 12},
    legend="visits",
)


def drawn(position: aw.Position, marks: Marks | str, **look: Any) -> Drawing:
    return Drawing(Picture(position, marks=Marks.of(marks), **look).svg)


def places(drawing: Drawing, shape: str) -> set[Spot]:
    return {element.place for element in drawing.drawn if element.shape == shape}


def texts(drawing: Drawing) -> dict[str, Spot]:
    """The texts other than names of discs, with their places; the baseline is a little below the middle."""
    named = {
        node for group in drawing.root.iterfind(f"{SVG}g/{SVG}g") for node in group if group.get("font-size")
    }
    return {
        node.text or "": (float(node.get("x", "")) / UNIT, float(node.get("y", "")) / UNIT)
        for node in drawing.root.iter(f"{SVG}text")
        if node not in named
    }


# -- marks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["ring", "fill"])
@pytest.mark.parametrize("tone", TONES)
def test_each_disc_has_its_ring_or_fill_in_its_tone(kind: str, tone: str) -> None:
    position = at(MIDGAME)
    suffix = "" if tone == "green" else f",{tone}"
    drawing = drawn(position, f"{kind}(C4{suffix}) {kind}(D4{suffix})")
    assert places(drawing, f"{kind}-{tone}") == {spot(position, "C4"), spot(position, "D4")}
    assert not places(drawn(position, ""), f"{kind}-{tone}")


def test_tones_differ_without_colour() -> None:
    """In the grey theme all four tones have the same colour and must still look different."""
    for kind in ("ring", "fill"):
        sources = set()
        for tone in TONES:
            suffix = "" if tone == "green" else f",{tone}"
            drawing = drawn(at(MIDGAME), f"{kind}(C4{suffix})", theme="print")
            (name,) = [name for name in drawing.defs if name.endswith(f"{kind}-{tone}")]
            sources.add("".join(ET.tostring(part, "unicode") for part in drawing.defs[name]))
        assert len(sources) == len(TONES)


def arrow_groups(drawing: Drawing) -> list[ET.Element]:
    return [node for node in drawing.root.iter(f"{SVG}g") if "translate" in node.get("transform", "")]


def tip_of(group: ET.Element) -> Spot:
    """The place of an arrow's tip, computed from the transform of the arrow."""
    transform = re.fullmatch(r"translate\((\S+) ([^)]+)\)(?:rotate\((\S+)\))?", group.get("transform", ""))
    assert transform
    (head,) = group.findall(f"{SVG}use")
    along, aside = float(head.get("x", "0")), float(head.get("y", "0"))
    turn = math.radians(float(transform[3] or 0))
    return (
        float(transform[1]) + along * math.cos(turn) - aside * math.sin(turn),
        float(transform[2]) + along * math.sin(turn) + aside * math.cos(turn),
    )


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("text", [MIDGAME, FREE])
def test_an_arrow_ends_before_the_middle_of_its_disc(text: str, flipped: bool) -> None:
    position = at(text)
    cells = position.layout.cells
    for tail, head in ((cells[0], cells[-1]), (cells[1], cells[0]), (cells[2], cells[1])):
        drawing = drawn(position, f"arrow({tail},{head})", flipped=flipped)
        (group,) = arrow_groups(drawing)
        turned = Drawing(Picture(position, marks=Marks(rings=[head]), flipped=flipped).svg)
        ((x, y),) = places(turned, "ring-green")
        tip_x, tip_y = tip_of(group)
        assert ((tip_x - x) ** 2 + (tip_y - y) ** 2) ** 0.5 == pytest.approx(
            shapes()["marks"]["arrow"]["end"], abs=0.005
        )


def test_opposite_arrows_are_drawn_side_by_side() -> None:
    drawing = drawn(at(MIDGAME), "arrow(E3,E5) arrow(E5,E3,red)")
    assert len({round(tip_of(group)[1], 2) for group in arrow_groups(drawing)}) == 2
    single = drawn(at(MIDGAME), "arrow(E3,E5)")
    ((_, y),) = {tip_of(group) for group in arrow_groups(single)}
    assert y == pytest.approx(spot(at(MIDGAME), "E5")[1], abs=0.001)


def test_a_label_is_centred_or_below_an_adaptoid_and_never_too_wide() -> None:
    position = at(MIDGAME)
    look = shapes()["marks"]["label"]
    drawing = drawn(position, 'label(C4,"key") label(D4,"WWWWWWWWWWWW")')
    labels = texts(drawing)
    assert labels["key"][0] == pytest.approx(spot(position, "C4")[0])
    assert labels["key"][1] - spot(position, "C4")[1] == pytest.approx(
        look["baseline"] * look["size"], abs=0.001
    )
    assert labels["W" * 12][1] - spot(position, "D4")[1] > look["under"]
    # the limbs of the adaptoid are not covered
    assert look["under"] - look["height"] * look["underSize"] / 2 > 0.38
    for pill in drawing.root.iter(f"{SVG}rect"):
        assert float(pill.get("width", "")) / UNIT <= look["widest"] + 2 * look["padding"] + 0.001
    assert "D4" not in drawing.names  # the label replaces the name
    assert {"C4", "A1"} <= set(drawing.names)


def test_names_on_marked_discs_have_a_halo() -> None:
    drawing = drawn(at(MIDGAME), "fill(A1) ring(A2,red) heat(A3=1)")
    halo = palettes()["light"]["disc"]
    (group,) = [
        node
        for node in drawing.root.iter(f"{SVG}g")
        if node.get("stroke") == halo and node.findall(f"{SVG}text")
    ]
    assert [node.text for node in group] == ["A1", "A2", "A3"]
    assert {"A1", "A2", "A3", "A4"} <= set(drawing.names)


def test_marks_are_drawn_in_every_theme_and_layout() -> None:
    for text in ALL:
        position = at(text)
        first, *_, last = position.layout.cells
        marks = (
            f'arrow({first},{last}) fill({first},red) ring({last},blue) label({last},"here") heat({first}=2)'
        )
        for theme in THEMES:
            drawing = drawn(position, marks, theme=theme)
            assert places(drawing, "fill-red")
            assert places(drawing, "ring-blue")
            assert len(arrow_groups(drawing)) == 1
            assert {"here", "2"} <= set(texts(drawing))


def test_pictures_with_marks_have_no_scripts_and_unique_ids() -> None:
    sources = [
        Picture(at(MIDGAME), marks=EVERY_MARK, lens=lens, reach=reach, theme=theme).svg
        for lens in (False, True)
        for reach in ("", "W")
        for theme in THEMES
    ]
    ids: list[str] = []
    for source in sources:
        root = ET.fromstring(source)
        known = {
            "svg",
            "title",
            "desc",
            "style",
            "defs",
            "g",
            "path",
            "circle",
            "rect",
            "text",
            "use",
        }
        assert {node.tag.removeprefix(SVG) for node in root.iter()} <= known
        own_ids = [node.get("id", "") for node in root.iter() if node.get("id")]
        for node in root.iter(f"{SVG}use"):
            assert node.get(HREF, "").removeprefix("#") in own_ids
        ids += own_ids
    assert len(ids) == len(set(ids))


def test_labels_and_legends_are_escaped() -> None:
    nasty = "<b>&'\\</b>"
    drawing = drawn(at(MIDGAME), Marks(labels={"D4": nasty}, heat={"A1": 1}, legend="<script>&"))
    assert {nasty, "<script>&"} <= set(texts(drawing))
    assert "<script" not in drawing.source


def test_marks_of_another_layout_are_refused() -> None:
    with pytest.raises(aw.LayoutError, match="A9"):
        aw.picture(at(MIDGAME), marks="ring(A9)")


# -- the heat map ------------------------------------------------------------------------------------------------------


def shades(drawing: Drawing) -> list[str]:
    radius = str(shapes()["marks"]["heat"]["disc"])
    return [node.get("fill", "") for node in drawing.root.iter(f"{SVG}circle") if node.get("r") == radius]


@pytest.mark.parametrize(
    ("numbers", "steps"),
    [
        ({"A1": 0, "A2": 1.9, "A3": 2, "A4": 8, "B1": 10}, [0, 0, 1, 4, 4]),
        ({"A1": -5, "A2": 5}, [0, 4]),
        ({"A1": 7, "A2": 7}, [4, 4]),  # all numbers are equal, so the scale begins at 0
        ({"A1": 0}, [4]),
    ],
)
def test_discs_are_shaded_in_five_steps_between_the_extremes(
    numbers: dict[str, float], steps: list[int]
) -> None:
    drawing = drawn(aw.Position.start(), Marks(heat=numbers))
    palette = palettes()["light"]
    assert shades(drawing) == [palette[f"heat{step}"] for step in steps]


def test_numbers_and_the_legend_of_a_heat_map_are_shown() -> None:
    position = at(MIDGAME)
    drawing = drawn(position, EVERY_MARK)
    labels = texts(drawing)
    assert {"1", "2.5", "12", "−1", "−3", "visits"} <= set(labels)
    assert labels["2.5"][1] > spot(position, "G5")[1] + 0.3  # below an adaptoid
    assert labels["−1"][1] < spot(position, "D4")[1]  # above the middle, because the disc has a label
    bottom = max(y for _, y in position.layout.places) + shapes()["margin"]
    assert labels["visits"][1] > bottom
    palette = palettes()["light"]
    swatches = [node for node in drawing.root.iter(f"{SVG}rect") if node.get("rx") is None]
    # the legend has its own background, so it can be read on any page
    assert [node.get("fill") for node in drawing.root.iter(f"{SVG}rect")].count(palette["tray"]) == 1
    assert [node.get("fill") for node in swatches] == [palette[f"heat{step}"] for step in range(5)]


@pytest.mark.parametrize("text", [MIDGAME, "adaptoid@lattice:A1.A2 w 0,0 W:A1 B:A2"])
def test_the_legend_is_inside_the_picture(text: str) -> None:
    """This also holds for a board that is narrower than the legend."""
    cells = at(text).layout.cells
    marks = Marks(heat={cells[0]: -999999.999, cells[1]: 1}, legend="W" * 40)
    drawing = drawn(at(text), marks, size=300)
    left_edge, top, width, height = [float(n) / UNIT for n in drawing.root.get("viewBox", "").split()]
    assert max(float(drawing.root.get("width", "")), float(drawing.root.get("height", ""))) == pytest.approx(
        300, abs=0.01
    )
    for node in drawing.root.iter(f"{SVG}rect"):
        x, wide = float(node.get("x", "")) / UNIT, float(node.get("width", "")) / UNIT
        assert left_edge <= x
        assert x + wide <= left_edge + width
    for x, y in texts(drawing).values():
        assert left_edge < x < left_edge + width
        assert top < y < top + height


def test_the_last_turn_is_an_outline_on_filled_discs() -> None:
    game = aw.Game(MIDGAME).play("E3-D3 +C4")
    plain, marked = aw.picture(game), aw.picture(game, marks="fill(C4,blue)")
    assert {element.shape for element in Drawing(plain.svg).drawn} >= {"grown-under"}
    shapes = {element.shape for element in Drawing(marked.svg).drawn}
    assert "grown-line" in shapes
    assert "grown-under" not in shapes
    lines = next(node for name, node in Drawing(marked.svg).defs.items() if name.endswith("grown-line"))
    assert all(part.get("fill") is None and part.get("stroke") for part in lines)


# -- the food display --------------------------------------------------------------------------------------------------


def test_food_shows_the_spare_food_of_every_adaptoid() -> None:
    position = at(STARVING)
    drawing = drawn(position, "", lens=True)
    bodies = {spot(position, cell): str(n).replace("-", "−") for cell, n in position.food().items()}
    numbers = [
        ((round(float(node.get("x", "")) / UNIT, 3), float(node.get("y", "")) / UNIT), node.text)
        for node in drawing.root.iter(f"{SVG}text")
        if node.text and re.fullmatch("−?\\d", node.text)
    ]
    assert len(numbers) == len(bodies)
    for (x, y), text in numbers:
        ((_, label),) = [
            (place, n) for place, n in bodies.items() if place[0] == x and abs(place[1] - y) < 0.2
        ]
        assert text == label
    short = {spot(position, cell) for cell, n in position.food().items() if n < 0}
    edge = {spot(position, cell) for cell, n in position.food().items() if n == 0}
    assert short
    assert places(drawing, "short") == short
    assert places(drawing, "edge") == edge
    assert "starving-under" in {element.shape for element in drawing.drawn}


# -- the reach of a colour ---------------------------------------------------------------------------------------------


def test_the_reach_of_a_colour_is_drawn_and_described() -> None:
    position = at(MIDGAME)
    drawing = drawn(position, "", reach="W")
    reach = position.reach_map("W")
    for step in (1, 2, 3, 4):
        expected = {spot(position, cell) for cell, origins in reach.items() if min(len(origins), 4) == step}
        assert places(drawing, f"map{step}") == expected
    assert places(drawing, "map2")
    assert places(drawing, "target") == {spot(position, cell) for cell in position.attacks("W")}
    assert places(drawing, "target")
    text = Picture(position, reach="W").words
    assert "White can reach B1 from E3, B2 from C3 and E3, " in text
    assert text.endswith("White can attack E5 from E3, F5 from E3.")


def test_more_than_four_origins_are_shown_as_a_number() -> None:
    position = at("adaptoid w 0,0 W:B2L,B3L,C2L,C4L,D3L,D4L B:G7")
    crowded = [cell for cell, origins in position.reach_map("W").items() if len(origins) > 4]
    assert crowded
    labels = texts(drawn(position, "", reach="W"))
    assert {str(len(position.reach_map("W")[cell])) for cell in crowded} <= set(labels)


def test_the_reach_of_a_colour_that_does_not_play_is_refused() -> None:
    with pytest.raises(aw.GameError, match="no colour R"):
        aw.picture(at(MIDGAME), reach="R")
    assert "Red can reach" in aw.picture(at(THREE), reach="R").words


# -- in words ----------------------------------------------------------------------------------------------------------


def test_marks_are_described() -> None:
    text = Picture(at(MIDGAME), marks=EVERY_MARK).words
    assert text.endswith(
        "Marked: arrow from B4 to D6 (blue), arrow from C1 to A1 (yellow), arrow from E3 to E5 (green), "
        "arrow from E5 to E3 (red), fill (green) on A2, fill (blue) on A3, fill (red) on B2, fill (yellow) on B3, "
        "ring (green) on C3, ring (red) on C4, ring (blue) on D2, ring (yellow) on D3, "
        "“fork!” on D4, “a” on G7. visits: A4 −3, D4 −1, G4 1, G5 2.5, G6 12."
    )
    assert Picture(at(MIDGAME), marks=Marks(heat={"A1": 3})).words.endswith("Numbers: A1 3.")
    assert "Marked" not in Picture(at(MIDGAME)).words


def test_every_format_has_the_description() -> None:
    picture = Picture(at(MIDGAME), marks=EVERY_MARK, lens=True)
    marked = "arrow from B4 to D6 (blue)"
    assert marked in Drawing(picture.svg).text_of("desc")
    for form in picture.bundle.values():
        assert marked in form
        assert "Food to spare: B4 6" in form
    assert picture.text.endswith(f"\n{MIDGAME}")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Markiert: Pfeil von E3 nach E5 (rot), Ring (grün) auf C3 und C4."),
        ("ja", "印：E3からE5への赤の矢印、"),
        ("es", "Marcado: flecha de E3 a E5 (rojo), anillo (verde) en C3 y C4."),
    ],
)
def test_marks_are_described_in_other_languages(language: str, sentence: str) -> None:
    assert (
        sentence in aw.picture(MIDGAME, marks="arrow(E3,E5,red) ring(C3) ring(C4)", language=language).words
    )


# -- picture() ---------------------------------------------------------------------------------------------------------


def test_a_picture_can_be_made_of_a_position_a_text_a_game_or_a_board() -> None:
    position = at(MIDGAME)
    assert aw.picture(MIDGAME) == aw.picture(position) == Picture(position)
    game = aw.Game(position).play("E3-D3 +C4")
    game.marks = "ring(C4)"
    picture = aw.picture(game)
    assert picture.position == game.position
    assert picture.marks == Marks(rings=["C4"])
    assert picture.last is not None
    assert picture.last["text"] == "E3-D3 +C4"
    assert aw.picture(aw.Board(game)) == picture
    assert aw.picture(game, marks="", last=False) == Picture(game.position)


def test_the_picture_of_a_board_has_the_language_of_the_board() -> None:
    board = aw.Board(MIDGAME, language="de")
    assert aw.picture(board) == aw.picture(MIDGAME, language="de")
    assert aw.picture(board, language="en") == aw.picture(MIDGAME)


def test_the_picture_of_a_finished_game_says_how_it_ended() -> None:
    game = aw.Game(MIDGAME).resign()
    assert aw.picture(game).words.startswith("Black has won: White has resigned.")
    assert aw.picture(game, language="de").words.startswith(wording_of("de").say("color.B"))


def test_positions_and_games_are_displayed_as_pictures() -> None:
    game = aw.Game(MIDGAME)
    game.marks = "ring(D4)"
    game_object: Any = game
    assert "ring (green) on D4" in game_object._repr_mimebundle_()["text/plain"]
    position: Any = at(MIDGAME)
    bundle = Picture(at(MIDGAME)).bundle
    assert position._repr_mimebundle_() == {**bundle, "text/plain": position.diagram()}
    opening: Any = aw.Game("open")
    assert list(opening._repr_mimebundle_()) == ["text/plain"]


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ("chess", aw.TextError, "column 1"),
        (aw.Game("open"), aw.GameError, "open start"),
        (42, TypeError, "not int"),
        (None, TypeError, "not NoneType"),
    ],
)
def test_a_value_that_is_no_position_is_refused(value: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        aw.picture(value)


@pytest.mark.parametrize(
    ("look", "error", "message"),
    [
        ({"theme": "sepia"}, ValueError, "theme"),
        ({"size": 0}, ValueError, "size"),
        ({"marks": "circle(D4)"}, aw.TextError, "arrow"),
        ({"marks": 7}, TypeError, "marks"),
        ({"lens": "x"}, aw.GameError, "lens is True or False"),
        ({"last": "x"}, aw.GameError, "last is True or False"),
        ({"language": "xx"}, aw.LanguageError, "xx"),
    ],
)
def test_invalid_options_of_a_picture_are_refused(
    look: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        aw.picture(MIDGAME, **look)


def test_a_picture_can_be_saved_as_svg(tmp_path: Path) -> None:
    picture = aw.picture(MIDGAME, marks=EVERY_MARK)
    target = picture.save(tmp_path / "board.svg")
    assert target.read_bytes() == picture.svg.encode("ascii", "xmlcharrefreplace")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]
    for wrong, message in (
        ("board.pdf", r"ends in \.svg, \.png, \.gif or \.webp"),
        ("", "is a folder"),
        (".", "is a folder"),
    ):
        with pytest.raises(ValueError, match=message):
            picture.save(tmp_path / wrong if wrong else "")
    with pytest.raises(FileNotFoundError):
        picture.save(tmp_path / "nowhere" / "board.svg")
