"""The camera under a board: what it saves is what Python draws, in a notebook and in a shared page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Locator, Page, expect

import adaptoid_widget as aw
from tests.browser.hand import show
from tests.browser.page.test_share import Shared
from tests.repetitions import nightly
from tools.browser.jupyter import Notebook

SVG = "{http://www.w3.org/2000/svg}"
START = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
TURNS = ("E3-D3 +C4", "F7-G7 +G6")
MARKS = 'arrow(A1,A3,yellow) arrow(D5,D4) fill(C6,red) ring(E7,blue) label(F3,"?")'
# letters are the browser's own: they are left out where pixels are compared
SMOOTH = 4.0


def game() -> aw.Game:
    found = aw.Game(START)
    for turn in TURNS:
        found.play(turn)
    found.marks = aw.Marks.of(MARKS)
    return found


def saved(page: Page, button: Locator, target: Path) -> Path:
    """What comes when a button is clicked, under the name that it was given."""
    with page.expect_download() as coming:
        button.click()
    path = target / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def differs(one: Image.Image, other: Image.Image) -> float:
    """By how much on average, of 255, on white."""
    assert one.size == other.size
    flat = [Image.new("RGB", one.size, "white") for _ in range(2)]
    for paper, image in zip(flat, (one, other), strict=True):
        paper.paste(image.convert("RGBA"), mask=image.convert("RGBA"))
    return sum(ImageStat.Stat(ImageChops.difference(*flat)).mean) / 3


def drawn(what: aw.Game | str, theme: str = "light", width: int = 1600, **look: object) -> Image.Image:
    shown = aw.picture(what, theme=theme, coordinates=False, **look)  # type: ignore[arg-type]
    return Image.open(BytesIO(shown.png(width=width)))


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 900, "height": 900})
    yield page
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_pillow_draws_as_the_browser_does(plain: Page, theme: str) -> None:
    """The same SVG in both; a picture without its marks is another one."""
    shown = aw.picture(game(), theme=theme, coordinates=False, reach="W", size=800)
    plain.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{shown.svg}")
    seen: Image.Image = Image.open(BytesIO(plain.locator("svg").screenshot()))
    own, other = [
        Image.open(BytesIO(one.png(width=800, background="white")))
        for one in (shown, aw.picture(game(), theme=theme, coordinates=False))
    ]
    # the browser's ends with a part of a pixel
    seen = seen.crop((0, 0, *own.size))
    assert differs(seen, own) < 1.5
    assert differs(seen, other) > 2


def test_a_notebook_saves_what_python_draws(notebook: Notebook, tmp_path: Path) -> None:
    """Without what is there for the hand only; the film has a picture of each turn, while one plays on."""
    board = show(notebook, f"{START!r}, coordinates=False")
    board.python(f"[b.play(turn) for turn in {TURNS!r}]")
    board.python(f"setattr(b, 'marks', {MARKS!r})")
    board.expect_position(str(game().position))
    expect(board.root.locator(".adaptoid-arrow-layer, .adaptoid-arrows").first).to_be_attached()
    board.expect_in_step()
    board.click("D3")
    expect(board.root.locator('[data-mark="reach"]').first).to_be_attached()
    board.do("picture")
    kinds = {kind: board.root.locator(f'[data-picture="{kind}"]') for kind in ("png", "svg", "gif")}
    expect(board.root.locator('[data-do="picture"]')).to_have_attribute("aria-expanded", "true")

    still = Image.open(saved(notebook.page, kinds["png"], tmp_path))
    assert max(still.size) == 1600
    assert differs(still, drawn(game())) < SMOOTH
    assert differs(still, drawn(START)) > SMOOTH
    assert (tmp_path / "adaptoid-2.png").exists()
    expect(board.root.locator("[data-picture] ~ [role=status]")).to_have_text("Saved: adaptoid-2.png")

    source = saved(notebook.page, kinds["svg"], tmp_path).read_text("utf-8")
    root = ET.fromstring(source)
    assert root.findtext(f"{SVG}desc") == str(game().position)
    kept = {name for node in root.iter() for name in node.attrib}
    assert not [name for name in kept if re.match(r"class|style|on|data-|aria-|tabindex|href", name)]
    assert "var(" not in source

    film = Image.open(saved(notebook.page, kinds["gif"], tmp_path))
    assert getattr(film, "n_frames", 0) == 3
    film.seek(2)
    own = aw.picture(game(), size=480).png(background="white")
    assert differs(film, Image.open(BytesIO(own))) < SMOOTH
    board.do("picture")
    expect(kinds["png"]).to_be_hidden()
    expect(board.root.locator('[data-do="picture"]')).to_have_attribute("aria-expanded", "false")


def test_no_turns_no_film(notebook: Notebook) -> None:
    board = show(notebook)
    board.do("picture")
    film = board.root.locator('[data-picture="gif"]')
    expect(film).to_have_attribute("aria-disabled", "true")
    board.python("b.play('+D3')")
    expect(film).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("scheme", ["dark", *nightly("light")])
def test_a_shared_page_saves_pictures_offline(browser: Browser, tmp_path: Path, scheme: str) -> None:
    """Its policy stops nothing of it, and nothing is asked for; there is nobody to make a film."""
    given = game()
    given.marks = aw.Marks(heat={"C6": 1, "A1": 4}, legend="visits")
    path = aw.share(given, tmp_path / "game.html")
    shared = Shared(browser, path, color_scheme=scheme, accept_downloads=True)
    shared.shows(given.position)
    shared.do("flip")
    shared.do("picture")
    buttons = {kind: shared.page.locator(f'[data-picture="{kind}"]') for kind in ("png", "svg", "gif")}
    expect(buttons["gif"]).to_be_hidden()
    still = Image.open(saved(shared.page, buttons["png"], tmp_path))
    assert max(still.size) == 1600
    # names of discs are in it, in letters of this browser's
    assert differs(still, drawn(given, scheme, still.width, flipped=True)) < 2 * SMOOTH
    assert differs(still, drawn(given, scheme, still.width)) > 2 * SMOOTH
    assert saved(shared.page, buttons["svg"], tmp_path).read_text("utf-8").startswith("<svg")
    assert shared.page.evaluate("window.stopped ?? []") == []
    assert shared.complaints == []
    assert [url for url in shared.asked if not url.startswith(("file:", "blob:", "data:"))] == []
    shared.context.close()
