"""The share menu saves what Python draws, and its links contain the game, in a notebook and in a shared page."""

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
from tests.browser.notebook_board import show
from tests.browser.page.test_share import Shared
from tests.repetitions import nightly
from tools.browser.jupyter import Notebook

SVG = "{http://www.w3.org/2000/svg}"
START = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
TURNS = ("E3-D3 +C4", "F7-G7 +G6")
MARKS = 'arrow(A1,A3,yellow) arrow(D5,D4) fill(C6,red) ring(E7,blue) label(F3,"?")'
# The browser draws letters differently, so pictures are compared without names of discs.
SMOOTH = 4.0


def game() -> aw.Game:
    marked = aw.Game(START)
    for turn in TURNS:
        marked.play(turn)
    marked.marks = aw.Marks.of(MARKS)
    return marked


def download(page: Page, button: Locator, target: Path) -> Path:
    """Click a button, save the download under its suggested name, and return its path."""
    with page.expect_download() as coming:
        button.click()
    path = target / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def frames_of(path: Path) -> list[Image.Image]:
    """The frames of a film. It must show each frame for 1 s and the last for 3 s, and repeat."""
    film = Image.open(path)
    assert film.info["loop"] == 0
    pictures, times = [], []
    for number in range(getattr(film, "n_frames", 0)):
        film.seek(number)
        pictures.append(film.convert("RGB"))
        times.append(film.info["duration"])
    assert times == [1000] * (len(times) - 1) + [3000]
    return pictures


def differs(first: Image.Image, second: Image.Image) -> float:
    """The mean difference of two images on white, of 255."""
    assert first.size == second.size
    flat = [Image.new("RGB", first.size, "white") for _ in range(2)]
    for paper, image in zip(flat, (first, second), strict=True):
        paper.paste(image.convert("RGBA"), mask=image.convert("RGBA"))
    return sum(ImageStat.Stat(ImageChops.difference(*flat)).mean) / 3


def drawn(content: aw.Game | str, theme: str = "light", width: int = 1600, **look: object) -> Image.Image:
    picture = aw.picture(content, theme=theme, coordinates=False, **look)  # type: ignore[arg-type]
    return Image.open(BytesIO(picture.png(width=width)))


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 900, "height": 900})
    yield page
    page.close()


@pytest.mark.parametrize("theme", ["dark", *nightly("light", "print")])
def test_pillow_and_the_browser_draw_the_same_picture(plain: Page, theme: str) -> None:
    """A picture without the reach differs, so the comparison can fail."""
    python_picture = aw.picture(game(), theme=theme, coordinates=False, reach="W", size=800)
    plain.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{python_picture.svg}")
    screenshot: Image.Image = Image.open(BytesIO(plain.locator("svg").screenshot()))
    own, other = [
        Image.open(BytesIO(picture.png(width=800, background="white")))
        for picture in (python_picture, aw.picture(game(), theme=theme, coordinates=False))
    ]
    # the screenshot includes the last, partial pixel
    screenshot = screenshot.crop((0, 0, *own.size))
    assert differs(screenshot, own) < 1.5
    assert differs(screenshot, other) > 2


@pytest.mark.nightly
def test_a_notebook_saves_the_pictures_that_python_draws(notebook: Notebook, tmp_path: Path) -> None:
    """Marks for interaction are left out. The film has a frame for each turn."""
    board = show(notebook, f"{START!r}, coordinates=False")
    board.python(f"[b.play(turn) for turn in {TURNS!r}]")
    board.python(f"setattr(b, 'marks', {MARKS!r})")
    board.expect_position(str(game().position))
    expect(board.root.locator(".adaptoid-arrow-layer, .adaptoid-arrows").first).to_be_attached()
    board.expect_in_step()
    board.click("D3")
    expect(board.root.locator('[data-mark="reach"]').first).to_be_attached()
    board.do("share")
    kinds = {kind: board.root.locator(f'[data-share="{kind}"]') for kind in ("png", "svg", "gif")}
    expect(board.root.locator('[data-do="share"]')).to_have_attribute("aria-expanded", "true")

    still = Image.open(download(notebook.page, kinds["png"], tmp_path))
    assert max(still.size) == 1600
    assert differs(still, drawn(game())) < SMOOTH
    assert differs(still, drawn(START)) > SMOOTH
    assert (tmp_path / "adaptoid-2.png").exists()
    expect(board.root.locator(".adaptoid-sharing [role=status]")).to_have_text("Saved: adaptoid-2.png")

    source = download(notebook.page, kinds["svg"], tmp_path).read_text("utf-8")
    root = ET.fromstring(source)
    assert root.findtext(f"{SVG}desc") == str(game().position)
    attributes = {name for node in root.iter() for name in node.attrib}
    assert not [name for name in attributes if re.match(r"class|style|on|data-|aria-|tabindex|href", name)]
    assert "var(" not in source

    frames = frames_of(download(notebook.page, kinds["gif"], tmp_path))
    own = [drawn(game().goto(ply), width=480) for ply in range(3)]
    assert len(frames) == len(own)
    for number, frame in enumerate(frames):
        differences = [differs(frame, picture) for picture in own]
        assert differences[number] == min(differences) < SMOOTH
    notebook.page.keyboard.press("Escape")
    expect(kinds["png"]).to_be_hidden()
    expect(board.root.locator('[data-do="share"]')).to_have_attribute("aria-expanded", "false")


def test_a_game_can_be_copied_as_a_link(notebook: Notebook, browser: Browser, tmp_path: Path) -> None:
    """The link works from the notebook and from the page. A damaged link shows a message and the page's own game."""
    path = aw.share("adaptoid w 0,0 W:D2 B:D6", tmp_path / "game.html")
    board = show(notebook, repr(START))
    board.python(f"setattr(b, 'page_address', {path.as_uri()!r})")
    board.python(f"[b.play(turn) for turn in {TURNS!r}]")
    board.expect_position(str(game().position))
    catch = "navigator.clipboard.writeText = async (text) => { window.copied = text; }"

    def copied(page: Page, root: Locator) -> str:
        page.evaluate(catch)
        root.locator('[data-do="share"]').click()
        root.locator('[data-share="link"]').click()
        page.wait_for_function("window.copied")
        return str(page.evaluate("window.copied"))

    link = copied(notebook.page, board.root)
    assert aw.read_game(link).position == game().position
    guest = browser.new_page()
    guest.goto(link)
    position_text = guest.locator("#adaptoid-position")
    expect(position_text).to_have_text(str(game().position))
    answer = copied(guest, guest.locator("body"))
    assert answer == link
    guest.goto("about:blank")
    guest.goto(link[:-9])
    expect(guest.locator("#adaptoid-trouble")).to_contain_text("damaged or cut short")
    expect(position_text).to_have_text("adaptoid w 0,0 W:D2 B:D6")
    guest.close()


def test_a_film_needs_at_least_one_turn(notebook: Notebook) -> None:
    board = show(notebook)
    board.do("share")
    film = board.root.locator('[data-share="gif"]')
    expect(film).to_have_attribute("aria-disabled", "true")
    board.python("b.play('+D3')")
    expect(film).not_to_have_attribute("aria-disabled", "true")


def check_saving_and_pasting(shared: Shared, browser: Browser, tmp_path: Path) -> None:
    """Save a copy of the page, which begins with the current game, and paste a position on the board."""
    page = shared.page
    position = str(page.locator("#adaptoid-position").text_content())
    shared.do("share")
    path = download(page, page.locator('[data-share="html"]'), tmp_path).rename(tmp_path / "again.html")
    page.keyboard.press("Escape")
    text = path.read_text("utf-8")
    assert "BSD 3-Clause License" in text
    reopened = Shared(browser, path)
    reopened.shows(position)
    expect(reopened.page.locator(".adaptoid-turn")).to_have_count(page.locator(".adaptoid-turn").count())
    reopened.do("prev")
    expect(reopened.board).not_to_have_attribute("data-position", position)
    reopened.close()
    reader = browser.new_context(java_script_enabled=False).new_page()
    reader.goto(path.as_uri())
    expect(reader.locator("#adaptoid-position")).to_have_text(position)
    assert reader.locator("#adaptoid-still img").evaluate("(image) => image.naturalWidth") > 100
    reader.context.close()
    # a headless browser has no clipboard
    page.locator('[data-cell="A1"]').evaluate(
        """(disc, text) => { const clipboardData = new DataTransfer(); clipboardData.setData("text", text);
        disc.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true})); }""",
        START,
    )
    shared.shows(START)
    shared.do("undo")
    shared.shows(position)


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_shared_page_saves_pictures_offline(browser: Browser, tmp_path: Path, scheme: str) -> None:
    """The policy blocks nothing, and nothing is requested. All frames of the film have room for the legend of the last
    one."""
    marked = game()
    marked.marks = aw.Marks(heat={"C6": 1, "A1": 4}, legend="visits")
    path = aw.share(marked, tmp_path / "game.html")
    shared = Shared(browser, path, color_scheme=scheme, accept_downloads=True)
    shared.shows(marked.position)
    check_saving_and_pasting(shared, browser, tmp_path)
    shared.do("flip")
    shared.do("share")
    buttons = {kind: shared.page.locator(f'[data-share="{kind}"]') for kind in ("png", "svg", "gif")}
    still = Image.open(download(shared.page, buttons["png"], tmp_path))
    assert max(still.size) == 1600
    # names of discs are drawn in the browser's font
    assert differs(still, drawn(marked, scheme, still.width, flipped=True)) < 2 * SMOOTH
    assert differs(still, drawn(marked, scheme, still.width)) > 2 * SMOOTH
    assert download(shared.page, buttons["svg"], tmp_path).read_text("utf-8").startswith("<svg")
    film = frames_of(download(shared.page, buttons["gif"], tmp_path))
    assert [frame.size for frame in film] == [film[0].size] * 3
    expected = drawn(marked, scheme, film[0].width, flipped=True)
    paper = Image.new("RGBA", expected.size, "#111111" if scheme == "dark" else "white")
    paper.alpha_composite(expected.convert("RGBA"))
    assert differs(film[2], paper) < 2 * SMOOTH
    assert differs(film[0], paper) > differs(film[2], paper) + 1
    assert shared.page.evaluate("window.stopped ?? []") == []
    assert shared.complaints == []
    assert [url for url in shared.requests if not url.startswith(("file:", "blob:", "data:"))] == []
    shared.context.close()
