"""Raster images and films: shapes and colours as in the SVG, sizes, files, and errors."""

from __future__ import annotations

import random
import re
import warnings
from dataclasses import replace
from io import BytesIO
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageColor, ImageFont

import adaptoid_widget as aw
from adaptoid_widget.cli import main
from adaptoid_widget.picture import films, image_files, lettering, raster
from adaptoid_widget.picture.paths import circle, dashed, flattened, rectangle
from adaptoid_widget.picture.raster import MAX_PIXELS, SvgReader, rasterised
from adaptoid_widget.picture.svg_elements import palettes, shapes
from tests.picture.drawings import ALL, FREE, MIDGAME, THREE
from tests.repetitions import nightly

EVERY_MARK = aw.Marks(
    arrows=[("A1", "A3", "yellow"), ("A3", "A1", "red"), ("D2", "D3"), ("G4", "G5", "blue")],
    fills={"A1": "blue", "F3": "red"},
    rings={"C1": "blue", "D5": "red"},
    labels={"E7": "prey"},
)
Pixel = tuple[int, ...]


def opened(data: bytes | Path) -> Image.Image:
    return Image.open(BytesIO(data) if isinstance(data, bytes) else data)


def png(content: Any, **look: Any) -> Image.Image:
    png_options = {name: look.pop(name) for name in ("width", "dpi", "background") if name in look}
    image = opened(aw.picture(content, **look).png(**png_options))
    image.load()
    return image


def pixel(image: Image.Image, x: float, y: float) -> Pixel:
    bytes_of_pixel = image.convert("RGBA").crop((int(x), int(y), int(x) + 1, int(y) + 1)).tobytes()
    return tuple(bytes_of_pixel)


class Places:
    """The places of the discs of a position in a raster image of its picture."""

    def __init__(self, picture: aw.Picture, width: int) -> None:
        self.left, self.top, across, _ = picture.frame
        self.scale = width / across
        layout = picture.position.layout
        self.at = dict(zip(layout.cells, layout.places, strict=True))

    def of(self, cell: str, x: float = 0, y: float = 0) -> tuple[float, float]:
        """The pixel at an offset from the middle of a disc, in disc diameters."""
        disc = self.at[cell]
        return (disc[0] + x - self.left) * self.scale, (disc[1] + y - self.top) * self.scale


def colors(theme: str) -> dict[str, Pixel]:
    palette = palettes()["light" if theme == "auto" else theme]
    return {role: (*ImageColor.getrgb(color)[:3], 255) for role, color in palette.items()}


def played(turns: int = 6, start: str | None = None, seed: int = 3) -> aw.Game:
    game, rng = aw.Game(start) if start else aw.Game(), random.Random(seed)
    while game.length < turns and game.result is None:
        game.play(rng.choice(list(game.position.turns())))
    return game


def differs(first_image: Image.Image, second_image: Image.Image) -> float:
    """The mean difference of two images per channel, of 255."""
    assert first_image.size == second_image.size
    first, second = (image.convert("RGB").tobytes() for image in (first_image, second_image))
    return sum(abs(a - b) for a, b in zip(first, second, strict=True)) / len(first)


# -- the raster image and the SVG
# --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "theme"),
    [
        *((text, "light") for text in ALL),
        *((MIDGAME, theme) for theme in ("dark", "print", "auto")),
        *nightly(*product(ALL[1:], ("dark", "print", "auto"))),
    ],
)
def test_every_disc_and_adaptoid_has_its_color(text: str, theme: str) -> None:
    """A free disc has the colour of a disc and an adaptoid that of its body. The background is transparent."""
    picture = aw.picture(text, theme=theme, starving=False)
    image, ink = png(text, theme=theme, starving=False, width=600), colors(theme)
    places = Places(picture, 600)
    for cell in picture.position.layout.cells:
        piece = picture.position.piece(cell)
        role = "disc" if piece is None else f"{piece.color}.body"
        assert pixel(image, *places.of(cell, 0.15, 0)) == ink[role], cell
    assert pixel(image, 0, 0)[3] == 0
    assert image.mode == "RGBA"


@pytest.mark.parametrize("flipped", [*nightly(False), True])
def test_each_limb_is_in_its_slot(flipped: bool) -> None:
    """A leg ends in the colour of the body, and a pincer is open at its end. A slot without a limb has the colour of
    the disc."""
    text = "adaptoid w 0,0 W:D4LLLP B:A1"
    picture = aw.picture(text, starving=False, flipped=flipped)
    image, ink = png(text, starving=False, flipped=flipped, coordinates=False, width=1200), colors("light")
    x, y = Places(picture, 1200).of("D4")
    turned = {
        angle: image.convert("RGB").rotate(angle, center=(x, y), resample=Image.Resampling.NEAREST)
        for angle in shapes()["slots"]
    }
    up = 0.42 * Places(picture, 1200).scale
    colors_of_limb = [pixel(image, x, y - up) for image in turned.values()]
    assert colors_of_limb == [ink["disc"]] * 2 + [ink["W.body"]] * 3 + [ink["disc"]]
    wall = [pixel(image, x + 0.105 / 0.42 * up, y - up) for image in turned.values()]
    assert [wall[0], wall[1], wall[5]] == [ink["W.body"], ink["disc"], ink["disc"]]


def test_marks_are_drawn_in_their_colours() -> None:
    picture = aw.picture(MIDGAME, marks=EVERY_MARK)
    image = png(MIDGAME, marks=EVERY_MARK, width=1200)
    places, ink = Places(picture, 1200), colors("light")
    assert pixel(image, *places.of("F3", 0.08, 0.2)) == ink["redFill"]
    # between the lines of the fill
    assert pixel(image, *places.of("F3", 0, 0.2)) == ink["red"]
    middle = [(a + b) / 2 for a, b in zip(places.of("D2"), places.of("D3"), strict=True)]
    assert pixel(image, middle[0] - 0.1 * places.scale, middle[1]) == ink["green"]
    assert pixel(image, *places.of("E7", 0, 0.13)) == ink["halo"]


def test_a_heat_map_has_its_legend_below() -> None:
    marks = aw.Marks(heat={"D4": 3, "A1": 1}, legend="visits")
    plain, hot = png(MIDGAME, width=500, marks=""), png(MIDGAME, width=500, marks=marks)
    assert hot.width == plain.width
    assert hot.height > plain.height
    ink = colors("light")
    places = Places(aw.picture(MIDGAME, marks=marks), 500)
    assert pixel(hot, *places.of("A1", 0.3, 0.1)) == ink["heat0"]
    assert pixel(hot, 250, hot.height - 0.26 * places.scale) == ink["heat2"]


def test_an_adaptoid_that_has_starved_is_translucent() -> None:
    game = aw.Game("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6").play("+D4")
    cell = "D5"
    picture = aw.picture(game)
    image, ink = opened(picture.png(width=900)), colors("light")
    color = pixel(image, *Places(picture, 900).of(cell, 0.18, 0))
    assert color not in (ink["disc"], ink["B.body"], ink["W.body"])
    low, high = sorted((ink["disc"][0], ink["B.body"][0]))
    assert low < color[0] < high


@pytest.mark.parametrize("width", [200, *nightly(40, 1100, 2500)])
def test_the_image_is_the_same_at_every_size(width: int) -> None:
    """Apart from its edges, a small image equals a reduced large one, which is drawn in bands."""
    small = png(MIDGAME, width=width, background="white", coordinates=False)
    assert small.width == width
    large = png(MIDGAME, width=1600, background="white", coordinates=False)
    size = (min(width, 300), round(min(width, 300) * large.height / large.width))
    same_size = [image.convert("RGB").resize(size, Image.Resampling.BOX) for image in (small, large)]
    assert differs(*same_size) < (9 if width < 100 else 2.5)


def test_bands_meet_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = png(MIDGAME, marks=EVERY_MARK, width=300)
    monkeypatch.setattr(raster, "_BAND_POINTS", 300 * 16 * 7)
    assert png(MIDGAME, marks=EVERY_MARK, width=300).tobytes() == expected.tobytes()


def test_the_same_call_gives_the_same_file() -> None:
    assert aw.picture(THREE).png() == aw.picture(THREE).png()


# -- outlines ----------------------------------------------------------------------------------------------------------


def test_every_path_of_the_shapes_can_be_read() -> None:
    paths = re.findall(r"'path': '([^']*)'", str(shapes()))
    assert len(paths) > 20
    for path in paths:
        lines = flattened(path, 40)
        assert lines
        assert all(abs(at.real) < 0.7 and abs(at.imag) < 0.7 for points, _ in lines for at in points)
    with pytest.raises(ValueError, match="T"):
        flattened("M0 0T2 2", 40)


def test_the_points_of_an_arc_are_on_its_circle() -> None:
    ((points, closed),) = flattened("M0-.39A.39 .39 0 1 0 0 .39A.39 .39 0 1 0 0-.39Z", 60)
    assert closed
    assert len(points) > 50
    assert all(abs(abs(at) - 0.39) < 1e-9 for at in points)


def test_dashes_have_the_requested_length() -> None:
    line = circle(0, 1, 400)
    dashes = list(dashed(line, [0.3, 0.1]))
    lengths = [sum(abs(end - start) for start, end in pairwise(points)) for points, _ in dashes]
    assert lengths[:-1] == pytest.approx([0.3] * (len(dashes) - 1))
    assert len(dashes) == 16


def test_the_radius_of_a_rounded_rectangle_is_limited() -> None:
    points, closed = rectangle(1, 2, 6, 4, 9, 40)
    assert closed
    assert (min(at.real for at in points), max(at.real for at in points)) == pytest.approx((1, 7))
    assert (min(at.imag for at in points), max(at.imag for at in points)) == pytest.approx((2, 6))


def test_an_unsupported_element_is_an_error() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image/></svg>'
    with pytest.raises(ValueError, match="image"):
        SvgReader(ET.fromstring(svg)).layers(1)


# -- letters -----------------------------------------------------------------------------------------------------------


def test_text_can_be_drawn_without_system_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow's own font has all characters of the board's own texts. Other characters are replaced with a warning."""

    lettering.opened_font.cache_clear()
    lettering.has_sign.cache_clear()
    original = ImageFont.truetype

    def truetype(font: Any, *arguments: Any, **options: Any) -> ImageFont.FreeTypeFont:
        if isinstance(font, str):
            raise OSError("no fonts here")
        return original(font, *arguments, **options)

    monkeypatch.setattr(ImageFont, "truetype", truetype)
    marks = aw.Marks(heat={"D4": -3.5, "A1": 1000}, legend="Visits in % (more)")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with_names = png(MIDGAME, marks=marks, lens=True)
        plain = png(MIDGAME, marks=marks, lens=True, coordinates=False)
        assert with_names.tobytes() != plain.tobytes()
        with pytest.warns(UserWarning, match="U\\+E123") as warned:
            png(MIDGAME, marks=aw.Marks(labels={"D4": "\ue123\ue123"}))
        with pytest.warns(UserWarning, match="so the picture has 'n' for it"):
            accents = png(MIDGAME, marks=aw.Marks(labels={"D4": "ñ"}))
        assert accents.tobytes() == png(MIDGAME, marks=aw.Marks(labels={"D4": "n"})).tobytes()
    assert len(warned) == 1
    lettering.opened_font.cache_clear()
    lettering.has_sign.cache_clear()


def test_a_missing_font_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"font '.*': cannot open resource; name a file such as"):
        aw.picture(MIDGAME).png(font=tmp_path / "none.ttf")


# -- files -------------------------------------------------------------------------------------------------------------


def test_a_png_has_its_resolution_position_and_description(tmp_path: Path) -> None:
    path = aw.save_picture(MIDGAME, tmp_path / "board.PNG", dpi=300, marks="ring(D4)", language="de")
    image = opened(path)
    # 480 pixels on a screen are five inches
    assert image.size == (1500, round(1500 * 6.5962 / 7.4))
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    assert image.info["Position"] == MIDGAME
    assert image.info["Description"].endswith(" Markiert: Ring (grün) auf D4.")
    assert image.info["Title"].startswith("Weiß")


@pytest.mark.parametrize(
    ("choices", "size"),
    [
        ({}, (480, 428)),
        ({"width": 200}, (200, 178)),
        ({"width": 200, "dpi": 600}, (200, 178)),
        ({"dpi": 48}, (240, 214)),
    ],
)
def test_width_and_dpi_determine_the_size(choices: dict[str, Any], size: tuple[int, int]) -> None:
    image = png(MIDGAME, **choices)
    assert image.size == size
    assert image.info["dpi"][0] == pytest.approx(choices.get("dpi", 96), abs=0.1)


def test_pictures_can_be_saved_as_svg_webp_and_gif(tmp_path: Path) -> None:
    svg = aw.save_picture(MIDGAME, tmp_path / "a.svg", width=740)
    assert 'width="740"' in svg.read_text("utf-8")
    assert (tmp_path / "a.svg").read_text("utf-8").startswith("<svg")
    for name in ("a.webp", "a.gif"):
        image = opened(aw.save_picture(MIDGAME, tmp_path / name, width=300))
        assert image.size == (300, 267)
        assert getattr(image, "n_frames", 1) == 1
    ink = colors("light")
    assert pixel(opened(tmp_path / "a.gif"), 0, 0) == (255, 255, 255, 255)
    assert pixel(opened(tmp_path / "a.webp"), 0, 0)[3] == 0
    for name in ("a.webp", "a.gif"):
        places = Places(aw.picture(MIDGAME), 300)
        assert pixel(opened(tmp_path / name), *places.of("A1", 0.1, 0.1)) == ink["disc"]
    black = opened(aw.save_picture(MIDGAME, tmp_path / "b.gif", theme="dark", width=100))
    assert pixel(black, 0, 0) == (17, 17, 17, 255)


def test_a_free_layout_of_61_discs_with_three_colours_can_be_drawn() -> None:
    layout = aw.Layout.free([(x * 1.1, y * 1.05) for y in range(7) for x in range(9)][:61])
    names = layout.cells
    text = f"adapt3@{layout} w 0,0,0 W:{names[0]}LP B:{names[30]}PP R:{names[60]}LLL"
    image = png(text, starving=False, width=700)
    places = Places(aw.picture(text), 700)
    ink = colors("light")
    for cell, color in ((names[0], "W"), (names[30], "B"), (names[60], "R")):
        assert pixel(image, *places.of(cell, 0.15, 0)) == ink[f"{color}.body"]
    assert pixel(png(FREE, width=400), 0, 0)[3] == 0


# -- films -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["gif", *nightly("webp")])
def test_a_film_has_a_picture_of_every_turn(tmp_path: Path, ending: str) -> None:
    game = played(6).goto(2)
    path = aw.save_picture(game, tmp_path / f"game.{ending}", seconds=0.5, hold=2, width=260)
    assert game.ply == 2
    film = opened(path)
    assert getattr(film, "n_frames", 0) == 7
    assert film.info["loop"] == 0
    times = []
    for ply in range(7):
        film.seek(ply)
        film.load()
        times.append(film.info["duration"])
        expected = png(game.goto(ply), width=260, background="#ffffff")
        assert differs(film, expected) < 1.5, ply
        assert ply == 0 or differs(film, png(game.goto(ply - 1), width=260, background="#ffffff")) > 0.1
    assert times == [500] * 6 + [2000]


def test_a_film_keeps_its_size_when_a_legend_appears_and_disappears() -> None:
    game = played(3).goto(1)
    game.marks = aw.Marks(heat={"D4": 1, "A1": 5}, legend="x")
    film = opened(aw.film(game, theme="dark").content(width=300))
    film.seek(1)
    ink = colors("dark")
    places = Places(aw.picture(game), 300)
    assert pixel(film, *places.of("A1", 0.3, 0.1)) == ink["heat4"]
    film.seek(2)
    assert pixel(film, 150, film.height - 0.26 * places.scale) == (17, 17, 17, 255)


def eventful_game() -> aw.Game:
    """A game with captures, starving, all kinds of marks, a temporary legend, and a resignation."""
    game = aw.Game(aw.Position.from_text("adaptoid w 0,0 W:C5,D3,F3LP B:D5LLPP,D6,F4,G7"))
    game.play("+D4").play("+F7")
    game.marks = 'arrow(F3,F4) fill(A2) ring(A1) label(B1,"here") heat("visits",A1=1,A2=3)'
    game.play("F3xF4 +E3").play("D6+L")
    game.marks = "ring(G5,red)"
    return game.play("F4-F5 +G6").resign("B")


@pytest.mark.parametrize("look", [*nightly({}), {"flipped": True, "theme": "dark", "lens": True}])
def test_each_frame_of_a_film_equals_the_picture_drawn_alone(look: dict[str, Any]) -> None:
    """A picture is drawn over the one before it: over another one, and on an empty image, it looks the same."""
    film = aw.film(eventful_game(), size=300, **look)
    assert len(film.pictures) == 7
    there_and_back = replace(film, pictures=(*film.pictures, *film.pictures[-2::-1]))
    opened_film = opened(there_and_back.content())
    # a picture that equals the one before is part of its frame
    shown: list[bytes] = []
    for number in range(getattr(opened_film, "n_frames", 0)):
        opened_film.seek(number)
        shown += [opened_film.convert("RGB").tobytes()] * int(opened_film.info["duration"] // 1000)
    # the last picture is held for three seconds
    assert len(shown) == 12 + 3
    assert shown[:13] == shown[12::-1]
    assert len(set(shown)) >= 5


def test_equal_pictures_of_a_film_are_shown_for_as_long_as_a_gif_can() -> None:
    resigned = aw.Game().play("+D3").resign("B")
    with pytest.raises(ValueError, match="655 seconds at most"):
        aw.film(resigned, seconds=600, hold=600, size=40).content()


def test_a_film_does_not_change_with_its_game() -> None:
    """The film has the pictures of the game's turns when it was made; later changes do not affect it."""
    game = eventful_game()
    film = aw.film(game, size=300)
    for number, picture in enumerate(film.pictures):
        assert picture == aw.picture(game.goto(number), size=300)
    assert "resigned" in film.pictures[-1].said
    game.undo()
    assert len(film.pictures) == 7


def test_a_film_of_a_board_has_its_language() -> None:
    board = aw.Board(played(4, THREE), language="ja")
    film = aw.film(board, flipped=True)
    assert [picture.wording.language for picture in film.pictures] == ["ja"] * 5
    assert all(picture.flipped for picture in film.pictures)
    assert film.pictures[0].last is None
    assert film.pictures[-1].last is not None
    assert repr(film) == "<Film of 4 turns>"
    assert film.words.endswith(film.pictures[-1].words)
    board.close()


def test_a_notebook_shows_a_film(monkeypatch: pytest.MonkeyPatch) -> None:
    film = aw.film(played(1), size=100)
    page = film._repr_mimebundle_()["text/html"]
    assert page.startswith('<img src="data:image/gif;base64,R0lGOD')
    monkeypatch.setattr(image_files, "find_spec", lambda _: None)
    assert "<svg" in film._repr_mimebundle_()["image/svg+xml"]


# -- errors
# ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "name", "choices", "error", "message"),
    [
        (MIDGAME, "board.pdf", {}, ValueError, r"\.svg, \.png, \.gif or \.webp"),
        (MIDGAME, "board", {}, ValueError, "ends in"),
        (MIDGAME, "", {}, ValueError, "is a folder"),
        (MIDGAME, "a.png", {"width": 0}, ValueError, "the width in pixels is a whole number from 8 to 20000, not 0"),
        (MIDGAME, "a.png", {"width": 100.5}, ValueError, "width"),
        (MIDGAME, "a.png", {"width": True}, ValueError, "width"),
        (MIDGAME, "a.png", {"width": 20_000}, ValueError, r"20000 × 178\d\d pixels is too large"),
        (MIDGAME, "a.png", {"size": 90_000}, ValueError, "too large"),
        (MIDGAME, "a.png", {"dpi": 0}, ValueError, "dpi is a number of dots an inch from 1 to 2400, not 0"),
        (MIDGAME, "a.png", {"dpi": float("nan")}, ValueError, "dpi"),
        (MIDGAME, "a.gif", {"dpi": 300}, ValueError, r"dpi is kept in \.png files alone"),
        (MIDGAME, "a.svg", {"dpi": 300}, ValueError, "an .svg file has none"),
        (MIDGAME, "a.png", {"background": "sepia tone"}, ValueError, "background is a colour"),
        (MIDGAME, "a.png", {"background": 7}, ValueError, "background is a colour"),
        (MIDGAME, "a.png", {"theme": "sepia"}, ValueError, "theme"),
        (MIDGAME, "a.png", {"marks": "circle(D4)"}, aw.TextError, "arrow"),
        (MIDGAME, "a.png", {"shape": 1}, TypeError, "shape"),
        (7, "a.png", {}, TypeError, "not int"),
        ("chess", "a.png", {}, aw.TextError, "no lesson, board or file of this name"),
        (aw.Game("open"), "a.png", {}, aw.GameError, "open start"),
        (aw.Game("open"), "a.gif", {}, aw.GameError, "open start"),
        (aw.Game(), "a.gif", {}, aw.GameError, "no turns yet"),
        (played(2), "a.gif", {"dpi": 300}, ValueError, "dpi"),
        (played(2), "a.gif", {"seconds": 0}, ValueError, "seconds is a number of seconds from 0.02 to 600, not 0"),
        (played(2), "a.webp", {"hold": "long"}, ValueError, "hold"),
        (played(2), "a.gif", {"width": 5000}, ValueError, "a film of 3 pictures of 5000"),
    ],
)  # fmt: skip
def test_invalid_arguments_of_save_picture_are_refused(
    tmp_path: Path, content: Any, name: str, choices: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        aw.save_picture(content, tmp_path / name, **choices)
    assert list(tmp_path.iterdir()) == []


def test_a_film_that_is_too_long_is_refused_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is neither copied nor are its turns read."""
    game = played(2)
    monkeypatch.setattr(films, "MAX_TURNS", 1)
    monkeypatch.setattr(type(game), "line", property(lambda _: pytest.fail("the turns were read")))
    monkeypatch.setattr(
        type(game), "__deepcopy__", lambda *_: pytest.fail("the game was copied"), raising=False
    )
    with pytest.raises(aw.GameError, match="at most 1 turns, and this game has 2"):
        aw.film(game)


def test_too_many_pixels_are_refused_before_any_is_drawn() -> None:
    with pytest.raises(ValueError, match=str(MAX_PIXELS // 1_000_000)):
        rasterised(aw.picture(MIDGAME).svg, 19_000, 17_000, None, lettering.Letters())


def test_an_error_without_pillow_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image_files, "find_spec", lambda _: None)
    for content, name in ((MIDGAME, "a.png"), (played(1), "a.gif")):
        with pytest.raises(ModuleNotFoundError, match="pip install pillow"):
            aw.save_picture(content, tmp_path / name)
    assert aw.save_picture(MIDGAME, tmp_path / "a.svg").exists()


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_draws_positions_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, single, empty = tmp_path / "games.txt", tmp_path / "one.txt", tmp_path / "empty.txt"
    aw.write_games([played(3), played(1)], games)
    single.write_text(MIDGAME + "\n", encoding="utf-8")
    empty.write_text("\n\n", encoding="utf-8")

    def draw(content: object, name: str, *options: str) -> int:
        return main(["picture", str(content), "-o", str(tmp_path / name), *options])

    assert draw(MIDGAME, "a.png", "--width", "120", "--marks", "ring(D4)") == 0
    assert draw(single, "b.png", "--dpi", "30") == 0
    assert draw(games, "c.gif", "--seconds", "0.1", "--theme", "dark", "--width", "120") == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / name) for name in ("a.png", "b.png", "c.gif")]
    assert [opened(tmp_path / name).width for name in ("a.png", "b.png", "c.gif")] == [120, 150, 120]
    assert getattr(opened(tmp_path / "c.gif"), "n_frames", 0) == 4
    assert draw("chess", "d.png") == 2
    assert draw(empty, "d.png") == 2
    assert not (tmp_path / "d.png").exists()
