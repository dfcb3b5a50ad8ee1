"""Boards in foreign pages, from disk: one script, and elements with attributes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from playwright.sync_api import Browser, Page, expect

from adaptoid_widget import Game, Position
from adaptoid_widget.core.teaching.lesson_reader import lesson_from_text
from adaptoid_widget.export.embed import element, script
from adaptoid_widget.export.inputs import lesson_in
from adaptoid_widget.export.shared_page import page_bytes
from tools.browser.clicks import disc

START = "adaptoid w 0,0 W:D2 B:D6"
# the styles and the encoding of a page that knows nothing of boards, and uses the attribute data-word for itself
PAGE = """<!doctype html><html lang="en"><head><meta charset="iso-8859-1"><title>A page</title>
<style>* {{ color: red; letter-spacing: 4px }} svg {{ width: 20px !important }} button {{ background: red }}
p {{ margin: 3em }} [hidden] {{ display: block !important }}</style>
<script src="adaptoid.js"></script></head><body data-theme="light"><h1 data-word="unkept">A page</h1>
{}
</body></html>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lesson = lesson_in("fork")
    assert lesson is not None
    out = tmp_path_factory.mktemp("embedded")
    (out / "adaptoid.js").write_bytes(page_bytes(script([lesson])))
    return out


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert errors == []


LESSON = """
  adaptoid-lesson 1
  title: Hunger

  [step take]
  text: Starve *it*.
  position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
  goal: starves D5
"""


def opened(page: Page, folder: Path, *elements: str) -> Page:
    path = folder / "page.html"
    path.write_text(PAGE.format("\n".join(elements)), encoding="ascii")
    page.goto(path.as_uri())
    return page


def test_boards_of_a_foreign_page_play_by_clicks(page: Page, folder: Path) -> None:
    """Two boards, one with a level, share one Python; each answers its clicks."""
    game = element(Game(Position.from_text(START)), {"levels": "B:1"})
    opened(page, folder, game, f'<adaptoid-board position="{START}"></adaptoid-board>')
    for number, turns in ((0, "2 / 2"), (1, "1 / 1")):
        board = page.locator("adaptoid-board").nth(number)
        board.locator(disc("D3")).click()
        expect(board.locator(".adaptoid-count")).to_have_text(turns)
    expect(page.locator("adaptoid-board > img")).to_be_hidden()
    # nothing of the page is changed, and its styles do not reach the boards
    expect(page.locator("h1")).to_have_text("A page")
    assert page.evaluate("[document.title, window.name, document.adoptedStyleSheets.length]") == [
        "A page",
        "",
        0,
    ]
    assert page.locator(".adaptoid-svg").first.evaluate("(svg) => svg.clientWidth") > 280
    status = page.locator(".adaptoid-status").first
    assert status.evaluate("(line) => getComputedStyle(line).letterSpacing") == "normal"
    size = "(line) => getComputedStyle(line).fontSize"
    before = status.evaluate(size)
    page.evaluate("() => document.documentElement.style.setProperty('font-size', '30px')")
    assert status.evaluate(size) == before


def test_keys_work_on_the_focused_board_alone_and_games_go_on(page: Page, folder: Path) -> None:
    """Two boards of one position keep games of their own when the page is opened again."""
    two = [f'<adaptoid-board position="{START}"></adaptoid-board>'] * 2
    opened(page, folder, *two)
    first, second = (page.locator("adaptoid-board").nth(number) for number in (0, 1))
    expect(first.locator(disc("D3"))).to_be_visible()
    second.locator(disc("D3")).click()
    expect(second.locator(".adaptoid-count")).to_have_text("1 / 1")
    second.locator(disc("D6")).focus()
    page.keyboard.press("Control+Z")
    expect(second.locator(".adaptoid-count")).to_have_text("0 / 1")
    page.keyboard.press("Control+Y")
    expect(second.locator(".adaptoid-count")).to_have_text("1 / 1")
    page.wait_for_function("Object.values(localStorage).some((state) => state.includes('\"at\":1'))")
    page.reload()
    expect(second.locator(".adaptoid-count")).to_have_text("1 / 1")
    expect(first.locator(".adaptoid-count")).to_have_text("0 / 0")


def test_a_lesson_keeps_characters_beyond_the_basic_plane(page: Page, folder: Path) -> None:
    lesson = lesson_from_text(dedent(LESSON).replace("*it*", "the \U0001f98a").lstrip())
    opened(page, folder, element(lesson))
    expect(page.locator("adaptoid-board .adaptoid-lesson")).to_contain_text("Starve the \U0001f98a.")


def test_a_lesson_judges_can_be_named_and_goes_on(page: Page, folder: Path) -> None:
    """What was solved is known when the page is opened again."""
    lesson = lesson_in("move")
    assert lesson is not None
    named = '<adaptoid-board lesson="fork" language="DE-at"></adaptoid-board>'
    opened(page, folder, element(lesson), named)
    boards = page.locator("adaptoid-board")
    expect(boards.nth(0)).to_contain_text("Legs walk")
    expect(boards.nth(1)).to_contain_text("Die Gabel")
    for name in lesson.steps[0].question.discs(lesson.steps[0].start):
        boards.nth(0).locator(disc(name)).click()
    boards.nth(0).get_by_role("button", name="Check").click()
    solved = boards.nth(0).locator(".adaptoid-lesson-step").first
    expect(solved).to_have_accessible_name("Step 1, solved at once")
    page.wait_for_function("Object.values(localStorage).some((state) => state.includes('\"solved\": true'))")
    page.reload()
    expect(solved).to_have_accessible_name("Step 1, solved at once")
    expect(boards.nth(0).locator(".adaptoid-lesson-step").nth(1)).to_have_attribute("aria-current", "step")


def test_a_compact_board_is_the_board_alone(page: Page, folder: Path) -> None:
    opened(page, folder, f'<adaptoid-board position="{START}" compact></adaptoid-board>')
    expect(page.locator(disc("D3"))).to_be_visible()
    expect(
        page.locator(".adaptoid-tools, .adaptoid-sides, .adaptoid-history").locator("visible=true")
    ).to_have_count(0)


def test_wrong_attributes_leave_the_picture_with_a_sentence(page: Page, folder: Path) -> None:
    opened(page, folder, '<adaptoid-board position="adaptoid w 0,0 W:Z2"><p>Still.</p></adaptoid-board>')
    board = page.locator("adaptoid-board")
    expect(board).to_contain_text("expected a disc of this board at character 18, found 'Z2'")
    expect(board.get_by_text("Still.")).to_be_visible()


def test_what_cannot_be_read_is_said(page: Page, folder: Path) -> None:
    record = f"adaptoid-record 1&#10;Start: {START}&#10;&#10;1 d2+l&#10;2 A1+L&#10;"
    opened(
        page,
        folder,
        f'<adaptoid-board game="{record}"></adaptoid-board>',
        '<adaptoid-board lesson="#none"></adaptoid-board>',
        '<adaptoid-board src="none.txt" language="de"></adaptoid-board>',
    )
    boards = page.locator("adaptoid-board")
    expect(boards.nth(0)).to_contain_text("Turn 2, A1+L, is not legal")
    expect(boards.nth(1)).to_contain_text("This page has no element with the id none.")
    expect(boards.nth(2)).to_contain_text("Der Text dieses Bretts lässt sich nicht lesen: none.txt")
    boards.nth(0).locator(disc("D5")).click()
    expect(boards.nth(0)).not_to_contain_text("A1+L, is not legal")


def test_an_element_may_come_later_change_and_go(page: Page, folder: Path) -> None:
    opened(page, folder)
    page.evaluate(
        """start => { const board = document.createElement("adaptoid-board");
        board.setAttribute("position", start); document.body.append(board); }""",
        START,
    )
    expect(page.locator(f"{disc('D2')}[aria-label*=White]")).to_be_visible()
    page.evaluate(
        "() => document.querySelector('adaptoid-board').setAttribute('position', 'adaptoid w 0,0 W:C2 B:D6')"
    )
    expect(page.locator(f"{disc('C2')}[aria-label*=White]")).to_be_visible()
    expect(page.locator(".adaptoid-svg")).to_have_count(1)
    page.evaluate(
        "() => { const board = document.querySelector('adaptoid-board'); document.body.prepend(board); }"
    )
    expect(page.locator(f"{disc('C2')}[aria-label*=White]")).to_be_visible()
    page.evaluate("() => document.querySelector('adaptoid-board').remove()")
    expect(page.locator(".adaptoid-svg")).to_have_count(0)


def test_the_text_of_a_lesson_may_stand_elsewhere_in_the_page(page: Page, folder: Path) -> None:
    text = f'<script type="text/plain" id="legs">{LESSON}</script>'
    wrong = (
        '<adaptoid-board><script type="text/plain">adaptoid-lesson 1\n  titel: A</script></adaptoid-board>'
    )
    opened(page, folder, text, '<adaptoid-board lesson="#legs"></adaptoid-board>', wrong)
    boards = page.locator("adaptoid-board")
    expect(boards.nth(0)).to_contain_text("Starve it.")
    expect(boards.nth(1)).to_contain_text("line 2, column 1: there is no key titel here; did you mean title?")
