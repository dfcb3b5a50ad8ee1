"""What is printed: sheets of positions, several a page and none of them on two; and pages that are shared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import adaptoid_widget as aw
from adaptoid_widget.lessons import load
from tests.picture.drawings import CROWDED, FREE, LATTICE, MIDGAME, THREE
from tests.repetitions import nightly
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
    """The size in points of each page of the PDF."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(sheet.save(folder / "sheet.html").as_uri())
    paper = page.pdf(prefer_css_page_size=True)
    assert complaints == []  # the page's policy lets all of it in
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper)
    assert len(boxes) == len(re.findall(rb"/Type /Page\b", paper)) > 0
    return [(float(width), float(height)) for width, height in boxes]


@pytest.mark.parametrize(
    ("columns", "a_page", "size"),
    [
        (1, 2, "A4"),
        (4, 8, "letter"),
        *nightly(
            (1, 2, "letter"), (2, 4, "A4"), (2, 4, "letter"), (3, 6, "A4"), (3, 6, "letter"), (4, 8, "A4")
        ),
    ],
)
def test_several_diagrams_a_page(page: Page, tmp_path: Path, size: str, columns: int, a_page: int) -> None:
    pages = printed(
        page, aw.sheet([START] * 3 * a_page, title="Warm up", columns=columns, size=size), tmp_path
    )
    assert 1 < len(pages) <= 3
    assert {(round(width), round(height)) for width, height in pages} == {tuple(map(round, POINTS[size]))}


@pytest.mark.parametrize("columns", [2, *nightly(1)])
def test_no_diagram_is_on_two_pages(page: Page, tmp_path: Path, columns: int) -> None:
    """Each row here takes more than half a page: two would fit on one and a half, and must not."""
    rows = 4
    many = {1: 18, 2: 9}[columns]
    sheet = aw.sheet([START] * rows * columns, columns=columns, answers=many)
    assert len(printed(page, sheet, tmp_path)) == rows
    page.emulate_media(media="print")
    tall = page.evaluate("[...document.querySelectorAll('.row')].map((row) => row.offsetHeight / 96 * 25.4)")
    assert all(135 < height < 250 for height in tall)


def test_solutions_are_on_a_page_of_their_own(page: Page, tmp_path: Path) -> None:
    assert len(printed(page, aw.sheet([START], solutions=["+D3"]), tmp_path)) == 2
    assert len(printed(page, aw.sheet([START]), tmp_path)) == 1


@pytest.mark.parametrize("columns", [1, 4, *nightly(2, 3)])
def test_everything_is_within_its_column(page: Page, tmp_path: Path, columns: int) -> None:
    """Every layout and variant, with long texts, at the paper's width."""
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


# what is between the margins of A4, in pixels
A4_WIDTH = round((210 - 2 * 16) / 25.4 * 96)
# the discs that a lesson's text names and the names of the players are pressed on a screen, and words on paper
CONTROLS = ":is(button:not(.adaptoid-prose button, .adaptoid-side-name), select, input):visible"
# what overlaps in the rows of the supplies and the losses, or sticks out of its row
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


def on_paper(page: Page, path: Path, height: int = 1000) -> None:
    """A shared page as it is printed, from a window that is as wide as the paper."""
    page.set_viewport_size({"width": A4_WIDTH, "height": height})
    page.goto(path.as_uri())
    expect(page.locator(".adaptoid-board")).to_have_attribute("data-link", "idle")
    expect(page.locator(CONTROLS)).not_to_have_count(0)
    page.emulate_media(media="print")


def expect_a_page_that_fits(page: Page) -> None:
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
    """Six turns, the last with a comment."""
    game = aw.Game(aw.Position.from_text(START))
    for turn in ("+D3", "+D5", "D2+L", "D6+P", "D3+P", "D5+L"):
        game.play(turn)
    game.comment = "Black has one disc less to eat from now."
    return game


@pytest.mark.parametrize("language", ["de", *nightly("en", "ja", "es")])
def test_a_shared_game_is_printed_without_what_can_only_be_clicked(
    page: Page, tmp_path: Path, language: str
) -> None:
    on_paper(page, aw.share(game(), tmp_path / "game.html", title="Saturday", language=language))
    expect_a_page_that_fits(page)
    expect(page.get_by_role("heading", name="Saturday")).to_be_visible()
    expect(page.locator(".adaptoid-status")).to_be_visible()
    expect(page.locator(".adaptoid-side")).to_have_count(2)
    expect(page.locator(".adaptoid-turn:visible .adaptoid-turn-text")).to_contain_text(
        ["+D3", "+D5", "D2+L", "D6+P", "D3+P", "D5+L"]
    )
    expect(page.get_by_text("Black has one disc less to eat from now.").first).to_be_visible()
    # nothing offers a click
    expect(page.locator("[class^='adaptoid-mark adaptoid-mark-new']:visible")).to_have_count(0)
    paper = page.pdf(prefer_css_page_size=True, format="A4")
    assert len(re.findall(rb"/Type /Page\b", paper)) == 1


@pytest.mark.parametrize("what", [*nightly(MIDGAME), THREE], ids=["two", "three"])
@pytest.mark.parametrize("width", [390, *nightly(A4_WIDTH)])
def test_the_supplies_have_room(page: Page, tmp_path: Path, what: str, width: int) -> None:
    """On a phone and on paper of any width, in each language, with the names of the colours."""
    on_paper(page, aw.share(what, tmp_path / "game.html"))
    page.set_viewport_size({"width": width, "height": 844})
    for language in aw.languages():
        page.emulate_media(media="screen")
        page.locator(".adaptoid-language select").select_option(language)
        expect(page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
        assert page.evaluate(OVERLAPS) == []
        page.emulate_media(media="print")
        assert page.evaluate(OVERLAPS) == []
        for name in page.locator(".adaptoid-side-name b").all():
            expect(name).to_be_visible()


# the turns that stand on the paper, each with its number; the first row is the start
ON_PAPER = """[...document.querySelectorAll(".adaptoid-printed .adaptoid-turn")].slice(1).map((turn) =>
    ["number", "text"].map((part) => turn.querySelector(`.adaptoid-turn-${part}`)?.textContent))"""
WAIT_FOR_ALL = f"""(count) => {{
    dispatchEvent(new Event("beforeprint"));
    const known = {ON_PAPER}.length === count;
    dispatchEvent(new Event("afterprint"));
    return known;
}}"""


def test_all_turns_of_a_long_game_are_printed(page: Page, tmp_path: Path) -> None:
    """On a screen only those in sight stand there; of the others the page asks its Python in a calm moment."""
    long = big_game(90)
    on_paper(page, aw.share(long, tmp_path / "game.html"))
    rows = page.locator(".adaptoid-turn")
    assert rows.count() < 60
    page.wait_for_function(WAIT_FOR_ALL, arg=90)
    page.evaluate(f"addEventListener('beforeprint', () => {{ window.printed = {ON_PAPER}; }})")
    paper = page.pdf(prefer_css_page_size=True, format="A4")
    # of the turns side by side, the first has the number
    side_by_side = len(long.position.colors)
    assert page.evaluate("printed") == [
        ["" if ply % side_by_side else str(ply + 1), str(turn)] for ply, turn in enumerate(long.turns)
    ]
    assert len(re.findall(rb"/Type /Page\b", paper)) <= 2
    page.emulate_media(media="screen")
    page.wait_for_function("() => document.querySelectorAll('.adaptoid-turn').length < 60")


def test_a_game_without_turns_is_printed_without_a_list_of_them(page: Page, tmp_path: Path) -> None:
    on_paper(page, aw.share(START, tmp_path / "game.html"))
    expect_a_page_that_fits(page)
    expect(page.locator(".adaptoid-title")).to_be_hidden()
    expect(page.locator(".adaptoid-turn:visible")).to_have_count(0)


def test_a_shared_lesson_is_printed_as_a_worksheet(page: Page, tmp_path: Path) -> None:
    """What is asked, the board, lines for a name and for the answer; which step it is of how many."""
    lesson = load("fork")
    on_paper(page, aw.share(lesson, tmp_path / "fork.html"))
    expect_a_page_that_fits(page)
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
    expect_a_page_that_fits(page)
    expect(page.locator("[data-tone=hint]")).to_be_visible()


@pytest.mark.parametrize("name", [*nightly(""), "Zoë <b>"])
def test_the_name_that_was_typed_is_on_paper(page: Page, tmp_path: Path, name: str) -> None:
    """On the line for it, which is there to be written on where nothing was typed."""
    on_paper(page, aw.share(load("fork"), tmp_path / "fork.html"))
    page.emulate_media(media="screen")
    if name:
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_role("button", name="Somebody else")).to_be_visible()
        expect(page.locator(".adaptoid-board[data-live]")).to_be_visible()
    page.emulate_media(media="print")
    expect_a_page_that_fits(page)
    written, line, width = page.locator("#adaptoid-toolbar .adaptoid-learner").evaluate(
        """(label) => { const { content, borderBottomStyle, width } = getComputedStyle(label, '::after');
        return [content, borderBottomStyle, parseFloat(width)]; }"""
    )
    assert (written, line) == (f'"{name}"', "solid")
    assert width > 250
    expect(page.get_by_role("heading", name="What you did")).to_be_hidden()


def test_a_page_is_printed_alike_from_any_window(page: Page, tmp_path: Path) -> None:
    path = aw.share(game(), tmp_path / "game.html")
    widths: list[float] = []
    for height in (1000, 420):
        on_paper(page, path, height)
        widths.append(
            page.locator(".adaptoid-svg").evaluate("(board) => board.getBoundingClientRect().width")
        )
        page.emulate_media(media="screen")
    tall, low = widths
    assert tall == low > A4_WIDTH * 0.6
