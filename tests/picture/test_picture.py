"""Pictures of a position: adaptoids, limbs, themes, descriptions and plain text."""

from __future__ import annotations

import base64
import random
import re
from xml.etree import ElementTree as ET

import pytest
from IPython.core.formatters import DisplayFormatter

import adaptoid_widget as aw
from adaptoid_widget.core.i18n.catalog import Wording
from adaptoid_widget.core.i18n.en_messages import SENTENCES
from adaptoid_widget.core.rules.piece import Piece
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.wire import snapshot as view
from adaptoid_widget.core.wire.feeding import feedings
from adaptoid_widget.picture import THEMES, Picture
from adaptoid_widget.picture.paths import flattened
from adaptoid_widget.picture.svg_elements import arrangement, palettes, shapes
from tests import reference
from tests.core.positions import random_state
from tests.picture.drawings import (
    ALL,
    FREE,
    HREF,
    LATTICE,
    MIDGAME,
    OVER,
    STARVING,
    SVG,
    THREE,
    UNIT,
    Drawing,
    Page,
    Spot,
    at,
    played,
    spot,
)


def words(position: Position, *, status: str = "") -> str:
    return Picture(position, status=status).words


def text_board(position: Position) -> str:
    return Picture(position).text


def check_adaptoids(position: aw.Position) -> None:
    """Check that each adaptoid is drawn once on its disc, with legs low, pincers high."""
    drawn_pieces = Drawing(Picture(position).svg).adaptoids()
    assert set(drawn_pieces) == {spot(position, cell) for cell in position.pieces}
    for cell, (color, legs, pincers) in position.pieces.items():
        slots = arrangement(Piece(color, legs, pincers))
        in_slot = {limb: [60 * i for i, filled in enumerate(slots) if filled == limb] for limb in "lp."}
        left = ["", "-left"]  # mirrored
        legs_in = [
            f"leg{left[angle > 180]}@{angle}" if angle % 180 else f"foot@{angle}" for angle in in_slot["l"]
        ]
        expected = [f"{color}-{leg}" for leg in legs_in]
        expected += [f"{color}-pincer{left[angle > 180]}@{angle}" for angle in in_slot["p"]]
        expected += [f"{color}-body@0"]  # drawn over the limbs
        expected += [f"{color}-slot@{angle}" for angle in in_slot["."]]
        expected += [f"{color}-hub@0"]
        assert list(drawn_pieces[spot(position, cell)].parts) == expected, cell


# -- the picture -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ALL)
def test_every_adaptoid_has_its_body_and_its_limbs(text: str) -> None:
    check_adaptoids(at(text))


def test_all_adaptoids_of_random_positions_are_drawn() -> None:
    """In all variants and layouts, the picture, the description and the plain text have every adaptoid."""
    rng = random.Random(7)
    for _ in range(60):
        position = at(reference.show(random_state(rng.randrange)))
        check_adaptoids(position)
        spoken = words(position)
        assert all(re.search(rf"\b{cell}\b", spoken) for cell in position.pieces)
        assert text_board(position).endswith(f"\n{position}")


def test_each_disc_of_the_layout_is_drawn() -> None:
    position = at(LATTICE)
    root = ET.fromstring(Picture(position).svg)
    discs = root.findall(f"{SVG}g/{SVG}g/{SVG}g/{SVG}circle")
    places = {(float(disc.get("cx", "0")), float(disc.get("cy", "0"))) for disc in discs}
    assert places == {spot(position, cell) for cell in position.layout.cells}


@pytest.mark.parametrize("text", ALL)
def test_the_tray_joins_each_pair_of_touching_discs_once(text: str) -> None:
    position = at(text)
    drawing = Drawing(Picture(position).svg)
    path = next(node for name, node in drawing.defs.items() if name.endswith("-tray"))[0].get("d", "")
    lines: list[frozenset[Spot]] = []
    dots: set[Spot] = set()
    before: Spot = (0, 0)
    for command, x, y, dot in re.findall(r"([ML])(\S+) ([-\d.]+)(h0)?", path):
        point = (float(x), float(y))
        if command == "L":
            lines.append(frozenset({before, point}))
        if dot:
            dots.add(point)
        before = point
    layout = position.layout
    pairs = {frozenset({spot(position, a), spot(position, b)}) for a in layout.cells for b in layout.near(a)}
    assert len(lines) == len(pairs)
    assert set(lines) == pairs
    assert dots == {spot(position, cell) for cell in layout.cells if not layout.near(cell)}


def test_flipping_rotates_the_board_but_not_the_adaptoids() -> None:
    position = at(MIDGAME)
    upright, turned = Drawing(Picture(position).svg), Drawing(Picture(position, flipped=True).svg)
    left_edge, top, width, height = [float(n) / UNIT for n in upright.root.get("viewBox", "").split()]
    assert turned.root.get("viewBox") == upright.root.get("viewBox")
    expected = {
        (round(2 * left_edge + width - x, 2), round(2 * top + height - y, 2)): element.parts
        for (x, y), element in upright.adaptoids().items()
    }
    positions_after = {
        (round(x, 2), round(y, 2)): element.parts for (x, y), element in turned.adaptoids().items()
    }
    assert positions_after == expected


@pytest.mark.parametrize(("text", "across", "down"), [(MIDGAME, 6, 3 * 3**0.5), (LATTICE, 2, 1.5 * 3**0.5)])
def test_the_size_is_the_length_of_the_longer_side(text: str, across: float, down: float) -> None:
    """The frame has the same margin beyond the outermost discs on all sides."""
    margin = shapes()["margin"]
    across, down = across + 2 * margin, down + 2 * margin
    root = ET.fromstring(Picture(at(text), size=300).svg)
    assert float(root.get("width", "")) == pytest.approx(300 * across / max(across, down), abs=0.01)
    assert float(root.get("height", "")) == pytest.approx(300 * down / max(across, down), abs=0.01)


def test_all_adaptoids_are_inside_the_frame() -> None:
    for text in ALL:
        drawing = Drawing(Picture(at(text)).svg)
        left_edge, top, width, height = [float(n) / UNIT for n in drawing.root.get("viewBox", "").split()]
        assert len(drawing.adaptoids()) == len(at(text).pieces)
        for x, y in drawing.adaptoids():
            assert left_edge + 0.5 < x < left_edge + width - 0.5
            assert top + 0.5 < y < top + height - 0.5


def test_the_svg_of_a_midgame_is_small() -> None:
    position, last = played(MIDGAME, "E3-D3 +C4", "F7-G7 +G6")
    assert len(Picture(position, last=last, starving=False).svg) < 13_000
    # with the threads of those who have starved
    assert len(Picture(position, last=last).svg) < 14_000
    assert len(Picture(position, last=last, theme="auto").svg) < 15_500


def test_the_same_call_gives_the_same_picture() -> None:
    for theme in THEMES:
        assert Picture(at(THREE), theme=theme).svg == Picture(at(THREE), theme=theme).svg


def test_names_of_discs_are_shown_unless_an_adaptoid_hides_them() -> None:
    """A name is below the middle of its disc."""
    position = at(MIDGAME)
    large = Drawing(Picture(position, size=700).svg).names
    assert set(position.layout.cells) - set(large) == {"C3", "D6", "E3"}  # limbs in the slot at the bottom
    x, y = spot(position, "A1")
    assert large["A1"][0] == pytest.approx(x * UNIT)
    assert y < large["A1"][1] / UNIT < y + 0.478
    small = Drawing(Picture(position, size=300).svg).names
    assert set(small) == set(position.layout.cells) - set(position.pieces)
    assert Drawing(Picture(position, coordinates=False).svg).names == {}


# -- marks -------------------------------------------------------------------------------------------------------------


def test_the_last_turn_is_marked() -> None:
    position, last = played("adaptoid w 0,0 W:B4,E3LLLPP B:D6LPP,E5", "E3xE5 +C4")
    drawing = Drawing(Picture(position, last=last).svg)
    assert drawing.marks("from") == {spot(position, "E3")}
    assert drawing.marks("to") == {spot(position, "E5")}
    assert drawing.marks("grown") == {spot(position, "C4")}
    assert drawing.marks("taken") == {spot(position, "E5")}
    assert drawing.marks("lost") == set()
    assert drawing.adaptoids(opaque=False) == {}
    without = Drawing(Picture(position).svg)
    assert not any(without.marks(mark) for mark in ("from", "to", "grown", "taken", "lost"))


def test_a_limb_grown_where_the_move_ended_is_marked_once() -> None:
    position, last = played("adaptoid w 0,0 W:B4,E3LLLPP B:D6LPP", "E3-E4 E4+L")
    drawing = Drawing(Picture(position, last=last).svg)
    assert drawing.marks("to") == set()
    assert drawing.marks("grown") == {spot(position, "E4")}


def test_an_adaptoid_that_has_starved_is_drawn_translucent() -> None:
    position, last = played("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", "+D4")
    drawing = Drawing(Picture(position, last=last).svg)
    ghosts = drawing.adaptoids(opaque=False)
    assert {place: element.shape for place, element in ghosts.items()} == {spot(position, "D5"): "B22"}
    assert drawing.marks("lost") == {spot(position, "D5")}
    assert len(drawing.adaptoids()) == 4


def test_adaptoids_that_would_starve_are_marked() -> None:
    position = at(STARVING)
    drawing = Drawing(Picture(position).svg)
    assert position.starving() == ("D5",)
    assert drawing.marks("starving") == {spot(position, "D5")}
    assert {element.place for element in drawing.drawn if element.shape == "B-closed"} == {
        spot(position, "D5")
    }
    # hungry limbs: of the enemy, and of an own adaptoid that the enemy could starve in the next turn
    hungry = [one for one in feedings(position.layout, position.pieces) if one.limbs > one.free]
    assert [one.cell for one in hungry] == ["D5", "E6"]
    assert seeds(drawing) == (sum(one.free for one in hungry), sum(one.limbs - one.free for one in hungry))
    quiet = Drawing(Picture(position, starving=False).svg)
    assert quiet.marks("starving") == set()
    assert seeds(quiet) == (0, 0)


def seeds(drawing: Drawing) -> tuple[int, int]:
    """Count the seeds on free discs, and the empty ones at hungry limbs."""
    full, empty = (
        sum(
            part.get("d", "").count("M")
            for name, parts in drawing.defs.items()
            if name.endswith("-" + kind)
            for part in parts
        )
        for kind in ("full", "empty")
    )
    return full, empty


def test_the_lens_shows_for_each_limb_where_it_eats_and_a_film_why_one_has_starved() -> None:
    position = at(MIDGAME)
    fed = feedings(position.layout, position.pieces)
    full, empty = seeds(Drawing(Picture(position, lens=True).svg))
    assert full == sum(min(one.limbs, one.free) for one in fed)
    assert full + empty == sum(piece.size for piece in position.pieces.values())
    game = aw.Game("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6").play("+D4")
    start, end = (Drawing(picture.svg) for picture in aw.film(game).pictures)
    assert seeds(start) == (0, 0)
    assert seeds(end) == (3, 1)


def test_nobody_starves_after_the_end() -> None:
    position = at("adaptoid w+ 0,5 W:D4,E5 B:A1LLLLLL")
    assert position.winner == "W"
    assert Drawing(Picture(position).svg).marks("starving") == set()


def test_a_last_turn_of_another_layout_is_refused() -> None:
    _, last = played(MIDGAME, "E3-D3 +C4")
    with pytest.raises(aw.LayoutError, match="E3"):
        Picture(at(FREE), last=last)


# -- themes and safety -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_a_theme_uses_the_colours_of_its_palette(theme: str) -> None:
    source = Picture(at(THREE), theme=theme).svg
    palette = palettes()[theme]
    colours = set(re.findall(r'(?:fill|stroke)="(#[^"]+)"', source))
    assert colours <= set(palette.values())
    assert {palette[f"{color}.body"] for color in "WBR"} <= colours
    assert "<style" not in source


def test_print_is_grey() -> None:
    svg = Picture(at(THREE), theme="print").svg
    colours = set(re.findall(r'(?:fill|stroke)="([^"]*)"', svg)) - {"none"}
    assert len(colours) > 5
    for colour in colours:
        assert re.fullmatch(r"#(\w\w)\1\1", colour)


def test_auto_is_the_light_picture_with_a_style_for_dark_mode() -> None:
    light, auto = (Picture(at(STARVING), theme=theme).svg for theme in ("light", "auto"))
    style = re.search(r"<style>(.*)</style>\n", auto)
    assert style
    name = re.search(r'id="(\w+)-', light)
    own = re.search(r'id="(\w+)-', auto)
    assert name
    assert own
    plain = re.sub(r' class="[^"]*"', "", auto.replace(style[0], "")).replace(own[1], name[1])
    assert plain == light

    assert style[1].startswith("@media screen and (prefers-color-scheme:dark){")
    rules = {key: (prop, colour) for key, prop, colour in re.findall(r"\.(\w+)\{(\w+):(#\w+)\}", style[1])}
    themes = palettes()
    used = set()
    for node in ET.fromstring(auto).iter():
        for key in node.get("class", "").split():
            prop, dark = rules[key]
            roles = [role for role, colour in themes["light"].items() if colour == node.get(prop)]
            assert dark in [themes["dark"][role] for role in roles]
            used.add(key)
        painted = [prop for prop in ("fill", "stroke") if node.get(prop, "none") != "none"]
        assert len(node.get("class", "").split()) == len(painted)
    assert used == set(rules)


def test_ids_are_unique_across_pictures() -> None:
    sources = [Picture(at(text), theme=theme).svg for text in ALL for theme in THEMES]
    ids = [node.get("id") for source in sources for node in ET.fromstring(source).iter() if node.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("text", ALL)
def test_the_svg_is_self_contained_and_has_no_scripts(text: str) -> None:
    source = Picture(at(text), theme="auto").svg
    root = ET.fromstring(source)
    tags = {node.tag.removeprefix(SVG) for node in root.iter()}
    known = {"svg", "title", "desc", "style", "defs", "g", "path", "circle", "text", "use"}
    assert tags <= known
    ids = {node.get("id") for node in root.iter()}
    for node in root.iter():
        assert not [key for key in node.attrib if key.startswith("on") or key in ("href", "src", "style")]
        if node.tag == f"{SVG}use":
            assert node.get(HREF, "").removeprefix("#") in ids
    assert "url(" not in source
    assert "@import" not in source
    assert root.get("role") == "img"


def test_texts_of_a_translation_are_escaped() -> None:
    nasty = "<script>alert(1)</script> & \"x\" 'y'"
    wording = Wording("xx", {**SENTENCES, "color.W": nasty})
    position = at(OVER)
    source = Picture(position, wording=wording).svg
    assert "<script" not in source
    drawing = Drawing(source)
    assert drawing.text_of("title").startswith(f"Adaptoid. {nasty} has won")
    assert f"{nasty} has B4" in drawing.text_of("desc")
    page = Page(Picture(position, wording=wording).html)
    assert "script" not in page.tags
    assert nasty in page.alt
    assert Page(Picture(position, status=nasty).html).text.startswith(nasty)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "sepia"),
        ("size", 0),
        ("size", 100_000),
        ("size", "big"),
        ("lens", "x"),
        ("starving", 1),
        ("flipped", "x"),
        ("coordinates", "no"),
    ],
)
def test_wrong_arguments_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{name} is .*{value}"):
        Picture(at(MIDGAME), **{name: value})  # type: ignore[arg-type]


# -- words -------------------------------------------------------------------------------------------------------------


def test_words_name_the_turn_every_adaptoid_and_the_losses() -> None:
    assert words(at("adaptoid b+ 1,0 W:C1,C3P B:D5LLP,D6,E6LLP")) == (
        "Black: now grow an adaptoid or a limb. "
        "White has C1 bare, C3 with 1 pincer; 1 of 5 lost. "
        "Black has D5 and E6 each with 2 legs and 1 pincer, D6 bare; 0 of 5 lost."
    )


def test_the_description_names_three_sides() -> None:
    text = words(at("adapt3 r 0,9,1 W:D2 B:B4L R:F6PP"))
    assert text.endswith(
        "White has D2 bare; 0 of 10 lost. "
        "Black has B4 with 1 leg; 9 of 10 lost. "
        "Red has F6 with 2 pincers; 1 of 10 lost."
    )


def test_the_description_says_why_a_game_ended() -> None:
    text = words(at("adaptoid w+ 0,2 W:C1 B:-"))
    assert text.startswith("White has won: Black has no adaptoid left. ")
    assert text.endswith("Black has no adaptoid; 2 of 5 lost.")
    resigned = words(at(MIDGAME), status="Black has won: White has resigned.")
    assert resigned.startswith("Black has won: White has resigned. White has B4, ")


def test_the_svg_contains_its_description() -> None:
    position = at(THREE)
    drawing = Drawing(Picture(position).svg)
    status = view.status(aw.Game(position), Wording())
    assert drawing.text_of("title") == f"Adaptoid. {status}"
    assert f"{status} {drawing.text_of('desc')}" == words(position)


# -- plain text --------------------------------------------------------------------------------------------------------


def test_a_hexagon_can_be_drawn_with_letters() -> None:
    assert text_board(at("adaptoid w+ 0,1 W:B4LLL,C1,F5LLLPP B:D4PPP,E6LLPP,F7LLP")).split("\n") == [
        "White: now grow an adaptoid or a limb.",
        "",
        "       A1  ·   ·   ·   ·  A4",
        "     B1  ·   ·   ·  W30  ·  B5",
        "   C1 W00  ·   ·   ·   ·   ·  C6",
        " D1  ·   ·   ·  B03  ·   ·   ·  D7",
        "   E2  ·   ·   ·   ·  B22  ·  E7",
        "     F3  ·   ·  W32  ·  B21 F7",
        "       G4  ·   ·   ·   ·  G7",
        "",
        "adaptoid w+ 0,1 W:B4LLL,C1,F5LLLPP B:D4PPP,E6LLPP,F7LLP",
    ]


def test_text_board_leaves_gaps_for_missing_discs() -> None:
    assert text_board(at(LATTICE)).split("\n")[2:6] == [
        " A1 W06      ·  A3",
        "   B2  ·   ·  B3",
        "",
        "       D4 B30*D4",
    ]


def test_text_board_marks_adaptoids_that_would_starve() -> None:
    lines = text_board(at(STARVING)).split("\n")
    assert "B22*" in lines[5]
    assert lines[-2] == "* starves if the turn ends now"
    assert "*" not in text_board(at(OVER))


def test_text_board_lists_the_discs_of_free_or_very_large_layouts() -> None:
    assert text_board(at(FREE)).split("\n")[2] == ("N1 W11*  N2  ·    N3 W00   N4  ·    N5 B21")
    far = "adaptoid@lattice:A1.A2.B99 w 0,0 W:A2L B:B99P"
    assert text_board(at(far)).split("\n")[2] == " A1  ·     A2 W10   B99 B01*"


# -- notebooks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ALL)
def test_html_needs_no_trust(text: str) -> None:
    """The HTML has an image, a sentence and the position as text, which no sanitizer removes."""
    position = at(text)
    page = Page(Picture(position, theme="dark", size=240).html)
    assert page.tags == {"div", "img", "p", "br", "code", "wbr"}
    assert page.keys == {"src", "alt"}
    head, _, data = page.image.partition(",")
    assert head == "data:image/svg+xml;base64"
    assert base64.b64decode(data).decode() == Picture(position, theme="dark", size=240).svg
    assert page.alt == words(position)
    assert page.code == str(position)
    assert page.text.startswith(view.status(aw.Game(position), Wording()))


def test_the_mime_bundle_has_every_format_with_the_last_turn() -> None:
    position, last = played(MIDGAME, "E3-D3 +C4")
    bundle = Picture(position, last).bundle
    assert bundle == {
        "text/html": Picture(position, last).html,
        "image/svg+xml": Picture(position, last=last).svg,
        "text/plain": text_board(position),
    }
    ET.fromstring(bundle["image/svg+xml"])


def test_the_mime_bundle_says_how_a_game_ended() -> None:
    bundle = Picture(at(MIDGAME), status="Drawn: the players agreed.").bundle
    for form in bundle.values():
        assert "Drawn: the players agreed." in form


def test_ipython_gets_every_format() -> None:
    picture = Picture(at(MIDGAME))
    assert DisplayFormatter().format(picture) == (picture.bundle, {})


@pytest.mark.parametrize("layout", [aw.layouts["hex3"], aw.Layout.free([(0, 0), (1, 0), (3, 0)])], ids=str)
def test_a_layout_is_drawn_in_a_notebook(layout: aw.Layout) -> None:
    """The picture has the discs and their names, and nothing about a game."""
    bundle = layout._repr_mimebundle_()
    assert bundle["text/plain"] == repr(layout)
    drawn = bundle["image/svg+xml"]
    assert [cell for cell in layout.cells if f">{cell}<" not in drawn] == []
    assert f"{len(layout)} discs" in bundle["text/html"]
    for form in bundle.values():
        assert "won" not in form
        assert "White" not in form


@pytest.mark.parametrize("language", aw.languages())
def test_losses_above_the_limit_are_shown_without_the_limit(language: str) -> None:
    position = aw.Position("adaptoid w 4,6 W:D2 B:D6")
    description = aw.picture(position, language=language).words
    assert {"4", "6"} <= set(description)
    assert description.count("5") == 1
    assert "lost 4 of 5." in position.diagram()
    assert "lost 6." in position.diagram()


def test_a_last_turn_of_a_wrong_type_is_refused() -> None:
    for last in ("x", {"from": "D2"}):
        with pytest.raises(ValueError, match=r"^last is the part board\.snapshot\['last'\], or None, not "):
            Picture(Position.start(), last=last)  # type: ignore[arg-type]


@pytest.mark.parametrize(("sign", "radius"), [("from", 0.43), ("starving", 0.455)])
def test_a_dotted_ring_is_open_at_the_name(sign: str, radius: float) -> None:
    """The name of a disc has up to three letters and is at the lower rim."""
    [ring] = shapes()["signs"][sign]["under"]
    [(points, _)] = flattened(ring["path"], 72)
    assert all(point.imag < 0.3 or abs(point.real) > 0.2 for point in points)
    assert all(abs(abs(point) - radius) < 0.005 for point in points)


def test_names_at_the_margin_say_the_rows_and_the_lines() -> None:
    """They stand beside the discs on either side of the board, and where discs are small; other boards keep theirs."""
    letters, figures = set("ABCDEFG"), set("1234567")
    for flipped in (False, True):
        picture = Picture(at(MIDGAME), coordinates="margin", flipped=flipped)
        assert sorted(texts_of(picture)) == sorted(letters | figures)
    assert set(texts_of(Picture(at(MIDGAME), size=200))) == letters | figures
    free = Position.from_text("adaptoid@discs:0,0/1,0/2,0 w 0,0 W:N1 B:N3")
    assert "N2" in texts_of(Picture(free, coordinates="margin"))


def texts_of(picture: Picture) -> list[str]:
    """The texts that a picture draws."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture.svg)
