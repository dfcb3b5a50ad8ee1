"""Printing: sheets with several positions a page, and shared pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import adaptoid_widget as aw
from adaptoid_widget.lessons import load
from tests.browser.harness import choose_language, expect_ready
from tests.picture.drawings import CROWDED, FREE, LATTICE, MIDGAME, THREE
from tests.repetitions import in_languages, nightly
from tools.browser.jupyter import context
from tools.games import big_game

START = "adaptoid w 0,0 W:D2 B:D6"
MIXED = [MIDGAME, THREE, CROWDED, LATTICE, FREE, START]
POINTS = {"A4": (594.96, 841.92), "letter": (612, 792)}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    profile = context(browser)
    yield profile.new_page()
    profile.close()


def printed(page: Page, sheet: aw.Sheet, folder: Path) -> list[tuple[float, float]]:
    """Print a sheet as a PDF and return the size in points of each page."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(sheet.save(folder / "sheet.html").as_uri())
    paper = page.pdf(prefer_css_page_size=True)
    assert complaints == []  # the policy of the page blocks nothing
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper)
    assert len(boxes) == len(re.findall(rb"/Type /Page\b", paper)) > 0
    return [(float(width), float(height)) for width, height in boxes]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("columns", "a_page", "size"),
    [
        (4, 8, "letter"),
        (1, 2, "A4"),
        (1, 2, "letter"),
        (2, 4, "A4"),
        (2, 4, "letter"),
        (3, 6, "A4"),
        (3, 6, "letter"),
        (4, 8, "A4"),
    ],
)
def test_a_page_has_several_diagrams(
    page: Page, tmp_path: Path, size: str, columns: int, a_page: int
) -> None:
    pages = printed(
        page, aw.sheet([START] * 3 * a_page, title="Warm up", columns=columns, size=size), tmp_path
    )
    assert 1 < len(pages) <= 3
    assert {(round(width), round(height)) for width, height in pages} == {tuple(map(round, POINTS[size]))}


@pytest.mark.nightly
@pytest.mark.parametrize("columns", [2, 1])
def test_no_diagram_is_split_between_pages(page: Page, tmp_path: Path, columns: int) -> None:
    """Each row is more than half a page high, so each row must begin a new page."""
    rows = 4
    number = {1: 18, 2: 9}[columns]
    sheet = aw.sheet([START] * rows * columns, columns=columns, answers=number)
    assert len(printed(page, sheet, tmp_path)) == rows
    page.emulate_media(media="print")
    tall = page.evaluate("[...document.querySelectorAll('.row')].map((row) => row.offsetHeight / 96 * 25.4)")
    assert all(135 < height < 250 for height in tall)


def test_solutions_are_on_a_separate_page(page: Page, tmp_path: Path) -> None:
    assert len(printed(page, aw.sheet([START], solutions=["+D3"]), tmp_path)) == 2
    assert len(printed(page, aw.sheet([START]), tmp_path)) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("columns", [4, *nightly(1, 2, 3)])
def test_nothing_extends_beyond_its_column(page: Page, tmp_path: Path, columns: int) -> None:
    """Every layout and variant is checked, with long captions, at the width of the paper."""
    sheet = aw.sheet(MIXED, columns=columns, captions="Whom does it hunt, and who starves first? Explain.")
    printed(page, sheet, tmp_path)
    page.set_viewport_size({"width": round(180 / 25.4 * 96), "height": 1000})
    page.emulate_media(media="print")
    outside = page.evaluate(
        """[...document.querySelectorAll('article, .one, .lines')].flatMap((box) => {
            const { left, right } = box.getBoundingClientRect();
            return [...box.querySelectorAll('*:not(wbr)')].filter((part) => {
                const inner = part.getBoundingClientRect();
                return inner.left < left - 1 || inner.right > right + 1;
            }).map((part) => part.outerHTML.slice(0, 80));
        })"""
    )
    assert outside == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# the width of A4 between the margins, in pixels
A4_WIDTH = round((210 - 2 * 16) / 25.4 * 96)
# Controls that must not be printed. Names of discs in a text and names of players are buttons too, but are printed as
# text.
CONTROLS = ":is(button:not(.adaptoid-lesson-prose button, .adaptoid-side-name), select, input):visible"
# elements that overlap in the rows of the sides, or extend beyond their row
OVERLAPS = """[...document.querySelectorAll(".adaptoid-side")].flatMap((side) => {
    const parts = ".adaptoid-side-name > *, .adaptoid-stock, .adaptoid-pips, .adaptoid-losses > small";
    const boxes = [...side.querySelectorAll(parts)]
        .filter((part) => part.checkVisibility() && part.textContent + part.childElementCount)
        .map((part) => [part.className.baseVal ?? part.className, part.getBoundingClientRect()]);
    const row = side.getBoundingClientRect();
    return boxes.flatMap(([name, a], i) => [
        ...(a.left < row.left - 1 || a.right > row.right + 1 || a.bottom > row.bottom + 1 ? [name] : []),
        ...boxes.slice(i + 1).filter(([, b]) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1).map(([other]) => `${name} over ${other}`)]);
})"""


def open_on_screen(page: Page, path: Path, height: int = 1000) -> None:
    """Open a shared page in a window as wide as the paper."""
    page.set_viewport_size({"width": A4_WIDTH, "height": height})
    page.goto(path.as_uri())
    expect_ready(page.locator(".adaptoid-board"))
    expect(page.locator(CONTROLS)).not_to_have_count(0)


def open_for_print(page: Page, path: Path, height: int = 1000) -> None:
    """Open a shared page in a window as wide as the paper, with print styles."""
    open_on_screen(page, path, height)
    page.emulate_media(media="print")


def expect_printable(page: Page) -> None:
    expect(page.locator(CONTROLS)).to_have_count(0)
    expect(page.locator(".adaptoid-board [data-cell='D5']")).to_be_visible()
    expect(page.locator(".adaptoid-key")).to_be_hidden()
    cut = page.evaluate(
        """[...document.querySelectorAll('body *')].filter((part) => {
            if (!part.checkVisibility() || part.closest('.adaptoid-live-region')) return false;
            const { left, right } = part.getBoundingClientRect();
            const hides = getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1;
            return left < -1 || right > innerWidth + 1 || (hides && !part.closest('svg'));
        }).map((part) => part.outerHTML.slice(0, 80))"""
    )
    assert cut == []


def game() -> aw.Game:
    """A game of six turns, with a comment on the last."""
    game = aw.Game(aw.Position.from_text(START))
    for turn in ("+D3", "+D5", "D2+L", "D6+P", "D3+P", "D5+L"):
        game.play(turn)
    game.comment = "Black has one disc less to eat from now."
    return game


@pytest.mark.nightly
@pytest.mark.parametrize("language", in_languages("de"))
def test_a_shared_game_is_printed_without_controls(page: Page, tmp_path: Path, language: str) -> None:
    open_for_print(page, aw.share(game(), tmp_path / "game.html", title="Saturday", language=language))
    expect_printable(page)
    expect(page.get_by_role("heading", name="Saturday")).to_be_visible()
    expect(page.locator(".adaptoid-status")).to_be_visible()
    expect(page.locator(".adaptoid-side")).to_have_count(2)
    expect(page.locator(".adaptoid-turn:visible .adaptoid-turn-text")).to_contain_text(
        ["+D3", "+D5", "D2+L", "D6+P", "D3+P", "D5+L"]
    )
    expect(page.get_by_text("Black has one disc less to eat from now.").first).to_be_visible()
    turns = page.locator(".adaptoid-turns").filter(visible=True).bounding_box()
    below = page.get_by_role("contentinfo").bounding_box()
    assert turns
    assert below
    assert turns["y"] + turns["height"] <= below["y"]
    # no mark shows a possible click
    expect(page.locator("[class^='adaptoid-mark adaptoid-mark-new']:visible")).to_have_count(0)
    paper = page.pdf(prefer_css_page_size=True, format="A4")
    assert len(re.findall(rb"/Type /Page\b", paper)) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("content", [MIDGAME, THREE], ids=["two", "three"])
@pytest.mark.parametrize("width", [390, A4_WIDTH])
def test_supplies_and_losses_do_not_overlap(page: Page, tmp_path: Path, content: str, width: int) -> None:
    """This is checked on a phone and on paper, in each language."""
    open_for_print(page, aw.share(content, tmp_path / "game.html"))
    page.set_viewport_size({"width": width, "height": 844})
    for language in aw.languages():
        page.emulate_media(media="screen")
        choose_language(page, language)
        expect(page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
        assert page.evaluate(OVERLAPS) == []
        page.emulate_media(media="print")
        assert page.evaluate(OVERLAPS) == []
        names = page.locator(".adaptoid-side-name b")
        expect(names).to_have_count(3 if content == THREE else 2)
        for name in names.all():
            expect(name).to_be_visible()


@pytest.mark.nightly
def test_the_numbers_of_a_printed_heat_map_are_equally_large(page: Page, tmp_path: Path) -> None:
    """On the screen, the sign of a growth is in the middle of its disc, and the number is above it."""
    board = aw.Board(START)
    board.marks = aw.Marks(heat={"D3": 4, "A1": 4}, legend="visits")
    open_for_print(page, aw.share(board, tmp_path / "game.html"))
    boxes = """["D3", "A1"].map((cell) => {
        const text = document.querySelector(`.adaptoid-labels [data-on=${cell}] text`).getBoundingClientRect();
        const disc = document.querySelector(`[data-cell=${cell}]`).getBoundingClientRect();
        return [text.width, text.height, text.x + text.width / 2 - disc.x, text.y + text.height / 2 - disc.y];
    })"""
    page.wait_for_function(
        f"() => {{ const [a, b] = {boxes}; return a.every((size, i) => Math.abs(size - b[i]) < 1); }}"
    )
    page.emulate_media(media="screen")
    page.wait_for_function(
        f"() => {{ const [a, b] = {boxes}; return a[0] < 0.8 * b[0] && a[3] < b[3] - 10; }}"
    )


# the printed turns, each with its number; the first row is the start
ON_PAPER = """[...document.querySelectorAll(".adaptoid-printed .adaptoid-turn")].slice(1).map((turn) =>
    ["number", "text"].map((part) => turn.querySelector(`.adaptoid-turn-${part}`)?.textContent))"""
WAIT_FOR_ALL = f"""(count) => {{
    dispatchEvent(new Event("beforeprint"));
    const known = {ON_PAPER}.length === count;
    dispatchEvent(new Event("afterprint"));
    return known;
}}"""


@pytest.mark.nightly
def test_all_turns_of_a_long_game_are_printed(page: Page, tmp_path: Path) -> None:
    """On a screen only the visible turns are rendered; the page requests the others from Python when idle."""
    long = big_game(90)
    open_on_screen(page, aw.share(long, tmp_path / "game.html"))
    rows = page.locator(".adaptoid-turn")
    assert rows.count() < 60
    # on paper the list is as high as its rows, and takes in more and more of them
    page.emulate_media(media="print")
    page.wait_for_function(WAIT_FOR_ALL, arg=90)
    page.evaluate(f"addEventListener('beforeprint', () => {{ window.printed = {ON_PAPER}; }})")
    paper = page.pdf(prefer_css_page_size=True, format="A4")
    # only the first turn of a row has a number
    side_by_side = len(long.position.colors)
    assert page.evaluate("printed") == [
        ["" if ply % side_by_side else str(ply + 1), str(turn)] for ply, turn in enumerate(long.turns)
    ]
    assert len(re.findall(rb"/Type /Page\b", paper)) <= 2
    page.emulate_media(media="screen")
    page.wait_for_function("() => document.querySelectorAll('.adaptoid-turn').length < 60")


@pytest.mark.nightly
def test_a_game_without_turns_is_printed_without_a_list(page: Page, tmp_path: Path) -> None:
    open_for_print(page, aw.share(START, tmp_path / "game.html"))
    expect_printable(page)
    expect(page.locator(".adaptoid-title")).to_be_hidden()
    expect(page.locator(".adaptoid-turn:visible")).to_have_count(0)


@pytest.mark.nightly
def test_a_shared_lesson_is_printed_as_a_worksheet(page: Page, tmp_path: Path) -> None:
    """The task, the board, lines for a name and for the answer, and an opened hint are printed."""
    lesson = load("fork")
    open_for_print(page, aw.share(lesson, tmp_path / "fork.html"))
    expect_printable(page)
    expect(page.locator(".adaptoid-lesson-text")).to_be_visible()
    expect(page.locator("#adaptoid-toolbar .adaptoid-learner")).to_be_visible()
    lines = page.evaluate(
        """['::before', '::after'].map((part) => {
            const { content, height } = getComputedStyle(document.querySelector('.adaptoid-lesson-acts'), part);
            return content !== 'none' && parseFloat(height) > 25;
        })"""
    )
    assert lines == [True, True]
    page.emulate_media(media="screen")
    page.locator(".adaptoid-lesson-acts [data-lesson=hint]").click()
    expect(page.locator("[data-tone=hint]")).to_be_visible()
    page.emulate_media(media="print")
    expect_printable(page)
    expect(page.locator("[data-tone=hint]")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["", "Zoë <b>"])
def test_the_entered_name_is_printed(page: Page, tmp_path: Path, name: str) -> None:
    """Without a name, an empty line to write on is printed."""
    open_for_print(page, aw.share(load("fork"), tmp_path / "fork.html"))
    page.emulate_media(media="screen")
    if name:
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_role("button", name="Somebody else")).to_be_visible()
        expect(page.locator(".adaptoid-board[data-live]")).to_be_visible()
    page.emulate_media(media="print")
    expect_printable(page)
    entered, line, width = page.locator("#adaptoid-toolbar .adaptoid-learner").evaluate(
        """(label) => { const { content, borderBottomStyle, width } = getComputedStyle(label, '::after');
        return [content, borderBottomStyle, parseFloat(width)]; }"""
    )
    assert (entered, line) == (f'"{name}"', "solid")
    assert width > 250
    expect(page.get_by_role("heading", name="What you did")).to_be_hidden()


@pytest.mark.nightly
def test_the_print_does_not_depend_on_the_height_of_the_window(page: Page, tmp_path: Path) -> None:
    path = aw.share(game(), tmp_path / "game.html")
    widths: list[float] = []
    for height in (1000, 420):
        open_for_print(page, path, height)
        widths.append(
            page.locator(".adaptoid-svg").evaluate("(board) => board.getBoundingClientRect().width")
        )
        page.emulate_media(media="screen")
    tall, low = widths
    assert tall == low > A4_WIDTH * 0.6
