"""A site in a browser: its size, use without network, and a common language and progress for all pages."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import adaptoid_widget as aw
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.export.inputs import in_file
from adaptoid_widget.export.output_content import game_content, lesson_content
from adaptoid_widget.export.site import build
from adaptoid_widget.lessons import load as load_lesson
from adaptoid_widget.puzzles import load
from adaptoid_widget.storage.game_link import game_link
from tests.browser.boxes import FAULTS
from tests.browser.harness import choose_language, expect_ready, note_errors, turn_against_level_4
from tests.browser.learner import Learner
from tests.export.notebook.sample import board_outputs, code, markdown, notebook
from tests.repetitions import in_languages, nightly, repetitions
from tools.browser.clicks import disc
from tools.browser.server import served, wire_bytes

LESSON = """adaptoid-lesson 1
title: Hunger
title[de]: Hunger stillen

[step take]
text: Starve the one on **D5**.
text[de]: Lass den auf **D5** verhungern.
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
goal: starves D5
"""
FORK = load_lesson("fork")
LESSONS = ("move", "feed", "tail", "first-game")
# the limits of transferred bytes: the first page, the first lesson, the first game, and any later page
FIRST_PAGE, FIRST_LESSON, FIRST_GAME, LATER = 60_000, 660_000, 100_000, 40_000
CACHED = """async () => {
    await navigator.serviceWorker.ready;
    return (await navigator.serviceWorker.getRegistration()).active?.state === "activated"; }"""

# where the bar with the buttons of a lesson begins, where the text ends, and where the buttons of the view begin
BAR = """() => {
    const bar = document.querySelector(".adaptoid-lesson-bar");
    const tops = [...bar.children].filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect().top);
    const range = new Range();
    range.selectNodeContents(document.querySelector(".adaptoid-lesson-text"));
    return [Math.min(...tops), range.getBoundingClientRect().bottom, scrollY,
        document.querySelector(".adaptoid-viewbar").getBoundingClientRect().top]; }"""
TOP = "(button) => button.getBoundingClientRect().top"
# whether a new version could be installed and replaces the old one
UPDATED = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const worker = registration.installing;
    if (!worker) return null;
    return new Promise((done, fail) => {
        setTimeout(fail, 20_000, new Error(`the service worker stays ${worker.state}`));
        worker.addEventListener("statechange", () => {
            if (worker.state === "redundant") done(false);
            if (worker.state === "activated") done(true);
        }); }); }"""


# wide spacing of text, and the buttons whose text leaves them or the window
SPACED = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* {
        letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; }"""
LEAVING = """(buttons) => buttons.filter((button) => button.checkVisibility()).filter((button) => {
    const range = new Range();
    range.selectNodeContents(button);
    const [text, box] = [range, button.closest("button") ?? button].map((part) => part.getBoundingClientRect());
    return text.left < box.left || text.right > Math.min(box.right, innerWidth) + 2 || text.bottom > box.bottom + 1;
}).map((button) => button.textContent)"""


class OpenPage(Protocol):
    """The function that the fixture `open_page` gives."""

    def __call__(self, path: str, width: int = 1280, height: int = 800, *, board: bool = True) -> Page: ...


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with a lesson of its own, a lesson of the package, and a notebook with a board and the first lesson."""
    folder = tmp_path_factory.mktemp("site")
    own, tutorial = folder / "hunger.lesson", folder / "try it.ipynb"
    own.write_text(LESSON, encoding="utf-8")
    lesson = in_file(own)
    assert isinstance(lesson, LessonContent)
    cells = (
        markdown("# Try it"),
        code("import adaptoid_widget as aw\nlen(aw.Position.start().turns())"),
        code("board", *board_outputs(game_content(Game(), {}))),
        code("lesson", *board_outputs(lesson_content(lesson, {}))),
    )
    tutorial.write_text(json.dumps(notebook(*cells)), encoding="utf-8")
    build(None, folder / "out", items=(str(own), "fork", str(tutorial)), progress=False)
    return folder / "out"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with lessons that have long texts, numbers to enter, and many steps."""
    folder = tmp_path_factory.mktemp("course")
    build(None, folder, items=LESSONS, notebooks=False, progress=False)
    return folder


Workers = Literal["allow", "block"]


@pytest.fixture
def workers() -> Workers:
    """Whether pages may have a service worker, which stores the whole site; tests of it allow it."""
    return "block"


@pytest.fixture
def context(browser: Browser, workers: Workers) -> Iterator[BrowserContext]:
    """A new profile whose pages must raise no error."""
    with browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers=workers
    ) as profile:
        errors: list[str] = []
        note_errors(profile, errors)
        yield profile
        assert errors == []


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The address of the first page of the site."""
    with served(site) as address:
        yield address


@pytest.fixture
def open_page(context: BrowserContext, address: str) -> OpenPage:
    """Open a page of the site in a tab of its own, and wait until its board, if it has one, is ready for clicks."""

    def open_page(path: str, width: int = 1280, height: int = 800, *, board: bool = True) -> Page:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address + path)
        if board:
            ready(page)
        return page

    return open_page


def ending(language: str) -> str:
    """The end of the address of each page of the site in a language."""
    return ".html" if language == "en" else f".{language}.html"


def ready(page: Page) -> None:
    """Wait until the board is ready for clicks."""
    expect_ready(page.locator(".adaptoid-board"))


@pytest.mark.nightly
def test_pages_transfer_few_bytes(browser: Browser, address: str) -> None:
    """The pages share large files: after the first board, each page transfers little more than itself."""
    with browser.new_context(service_workers="block") as profile:
        page = profile.new_page()
        counted = wire_bytes(page)
        for path, limit in (
            ("index.html", FIRST_PAGE),
            ("lessons/fork.html", FIRST_LESSON),
            ("lessons/hunger.html", LATER),
            ("play.html", FIRST_GAME),
            ("puzzles.html", LATER),
            ("analyse.html", LATER),
        ):
            before = counted()
            page.goto(address + path)
            if path != "index.html":
                ready(page)
            page.wait_for_load_state("networkidle")
            assert counted() - before <= limit, path


@pytest.mark.parametrize("workers", ["allow"])
def test_a_site_works_offline_and_its_pages_share_language_and_results(
    context: BrowserContext, site: Path
) -> None:
    """After one visit of the first page, all pages open without a network. The server has stopped, too."""
    page = context.new_page()
    with served(site) as address:
        page.goto(address)
        expect(page.locator(".adaptoid-path-go")).to_contain_text("Begin here Hunger")
        page.wait_for_function(CACHED)
    context.set_offline(True)
    page.get_by_role("link", name="Deutsch").click()
    page.locator(".adaptoid-path-go a").click()
    expect(page).to_have_title("Hunger stillen")
    ready(page)
    page.get_by_label("Dein Name").fill("Ann")
    page.get_by_role("button", name="Los geht’s").click()
    expect(page.locator(".adaptoid-learners b")).to_have_text("Ann")
    ready(page)
    page.locator(disc("D4")).click()
    page.get_by_role("button", name="Weiter").click()
    # the lesson ends with a link to the next one
    with page.expect_download() as download:
        page.get_by_role("button", name="Ergebnisse speichern").click()
    assert download.value.suggested_filename == "adaptoid.Ann.results.json"
    saved: dict[str, Any] = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert [(result["lesson"], result["learner"]) for result in saved["results"]] == [("hunger", "Ann")]
    onward = page.get_by_role("link", name="Weiter: Die Gabel")
    expect(onward).to_be_in_viewport(ratio=0.99)
    onward.click()
    expect(page).to_have_title(FORK.titled("de"))
    expect(page.locator(".adaptoid-learners b")).to_have_text("Ann")
    ready(page)
    # a language chosen on a board applies to all pages, and the address contains it
    choose_language(page, "es")
    expect(page.get_by_role("link", name="Aprender")).to_be_visible()
    assert page.url.endswith("lessons/fork.es.html")
    page.locator(".site-bar").get_by_role("link", name="Problemas").click()
    ready(page)
    expect(page.get_by_text(f"0 de {len(load())} resueltos")).to_be_visible()
    # the first puzzles of a beginner have two colours
    expect(page.locator(".adaptoid-board")).to_have_attribute("data-position", re.compile("^adaptoid "))

    def results() -> tuple[str, list[str]]:
        with page.expect_download() as file:
            page.get_by_role("button", name="Guardar mis resultados").click()
        saved = json.loads(Path(file.value.path()).read_text("utf-8"))
        return file.value.suggested_filename, [result["lesson"] for result in saved["results"]]

    assert results() == ("adaptoid.Ann.results.json", ["hunger", "fork", "puzzles"])
    page.get_by_role("link", name="Aprender").click()
    # the first page shows the learner and saves the same file
    expect(page.locator("#adaptoid-learner b")).to_have_text("Ann")
    assert results() == ("adaptoid.Ann.results.json", ["hunger", "fork", "puzzles"])
    expect(page.locator("[data-board]").first).to_contain_text("Hecho: 4 de 4 puntos")
    expect(page.locator(".adaptoid-path-next")).to_contain_text(f"Continuar {FORK.number_and_name('es')[1]}")


@pytest.mark.parametrize("workers", ["allow"])
def test_a_notebook_of_a_site_shares_language_name_and_results_offline(
    context: BrowserContext, site: Path
) -> None:
    """Its cells run, its game continues, and its lesson is done on the page of the lesson, too."""
    page = context.new_page()
    with served(site) as address:
        page.goto(address)
        page.wait_for_function(CACHED)
    context.set_offline(True)
    page.get_by_role("link", name="Deutsch").click()
    page.get_by_role("link", name="Try it").click()
    game, lesson = (page.locator("adaptoid-board").nth(number) for number in range(2))
    for board in (game, lesson):
        expect_ready(board.locator(".adaptoid-board"))
    cell = page.locator("[data-code='0']")
    cell.get_by_role("button", name="Ausführen").click()
    expect(cell.locator("[data-output]")).to_have_text(str(len(aw.Position.start().turns())))
    page.get_by_role("button", name="Wer bist du?").click()
    page.get_by_label("Dein Name").fill("Ann")
    page.get_by_role("button", name="Los geht’s").click()
    expect(page.locator(".adaptoid-learners b")).to_have_text("Ann")
    for board in (game, lesson):
        expect_ready(board.locator(".adaptoid-board"))
    game.locator(disc("D3")).click()
    grown = str(aw.Position.start().play("+D3"))
    expect(game.locator(".adaptoid-board")).to_have_attribute("data-position", grown)
    lesson.locator(disc("D4")).click()
    expect(lesson.locator(".adaptoid-widget")).to_have_attribute("data-phase", "right")
    with page.expect_download() as download:
        page.get_by_role("button", name="Ergebnisse speichern").click()
    saved: dict[str, Any] = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert [(result["lesson"], result["learner"]) for result in saved["results"]] == [("hunger", "Ann")]
    # a language chosen on this page applies to all pages
    page.locator("#adaptoid-bar select").select_option("es")
    page.get_by_role("link", name="Aprender").click()
    expect(page.locator("[data-board]").first).to_contain_text("Hecho: 4 de 4 puntos")
    page.get_by_role("link", name="Hunger", exact=True).first.click()
    expect(page.locator(".adaptoid-learners b")).to_have_text("Ann")
    expect(page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "over")
    page.goto(f"{address}notebooks/try%20it.html")
    expect(game.locator(".adaptoid-board")).to_have_attribute("data-position", grown)
    expect(page.get_by_role("link", name="Aprender")).to_be_visible()


@pytest.mark.nightly
def test_a_new_tab_knows_the_only_learner_of_a_device(open_page: OpenPage) -> None:
    """Each page shows the learner. With several names, a new tab asks for one."""
    page = open_page("lessons/hunger.html")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".adaptoid-learners b")).to_have_text("Ann")
    ready(page)
    page.locator(disc("D4")).click()
    expect(page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "right")
    page.close()
    page = open_page("index.html", board=False)
    expect(page.locator("#adaptoid-learner b")).to_have_text("Ann")
    expect(page.locator("[data-board]").first).to_have_attribute("data-state", "done")
    page.close()
    page = open_page("lessons/hunger.html")
    expect(page.locator(".adaptoid-learners b")).to_have_text("Ann")
    expect(page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "over")
    page.get_by_role("button", name="Somebody else").click()
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".adaptoid-learners b")).to_have_text("Bo")
    page.close()
    page = open_page("index.html", board=False)
    expect(page.get_by_role("button", name="Who are you?")).to_be_visible()
    page = open_page("lessons/hunger.html")
    expect(page.locator(".adaptoid-learners").get_by_role("button", name="Ann")).to_be_visible()
    # after a name was removed, the page asks again, although only one name is left
    page.get_by_role("button", name="Bo").click()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove this name").click()
    expect(page.locator(".adaptoid-learners").get_by_role("button", name="Ann")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), *nightly((844, 390), (1280, 800))])
def test_the_end_of_a_lesson_links_to_the_next_lesson(
    browser: Browser, address: str, width: int, height: int
) -> None:
    """The link replaces the main button, also when the lesson is opened again."""
    options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "has_touch": width < 1000}
    with browser.new_context(service_workers="block", **options) as profile:
        page = profile.new_page()
        page.goto(f"{address}lessons/hunger.html")
        ready(page)
        page.get_by_role("button", name="Just try it").click()
        expect(page.get_by_text("Without a name")).to_be_visible()
        ready(page)
        page.locator("[data-lesson=reveal]").click()
        great = page.locator(".adaptoid-lesson-great")
        expect(great).to_have_text("Next")
        # a new button ignores clicks for a moment
        expect(page.locator(".adaptoid-lesson-acts[data-fresh]")).to_have_count(0)
        great.click()
        for _ in range(2):
            expect(great).to_have_text(f"Next: {FORK.number_and_name('en')[1]}")
            expect(great).to_be_in_viewport(ratio=0.99)
            expect(page.locator(".adaptoid-lesson-acts[data-fresh]")).to_have_count(0)
            expect(page.locator(".adaptoid-lesson-more > :visible")).to_have_text(
                ["Practise what you missed", "Play it again", "All lessons"]
            )
            page.reload()
            ready(page)
        great.click()
        expect(page).to_have_title(FORK.titled("en"))
        # after the last lesson, the link leads to all lessons
        expect(page.locator("#adaptoid-lesson-links a")).to_have_text(["All lessons", "Puzzles"])


def expect_visible_without_scrolling(page: Page, *parts: str) -> None:
    """Wait until the parts are completely in the window, apart from fractions of a pixel, with nothing scrolled."""
    for part in parts:
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("language", ["de.", *nightly("")])
@pytest.mark.parametrize(("width", "height"), [(390, 844), *nightly((1280, 800), (844, 390))])
def test_a_turn_needs_no_scrolling(
    browser: Browser, address: str, width: int, height: int, language: str
) -> None:
    """On each page with a board, the board and the status are visible, and in a lesson its buttons."""
    options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "has_touch": width < 1000}
    sides = [] if width == 390 else [".adaptoid-sides"]
    with browser.new_context(service_workers="block", **options) as profile:
        page = profile.new_page()
        for name in ("play", "analyse"):
            page.goto(f"{address}{name}.{language}html")
            ready(page)
            expect_visible_without_scrolling(page, ".adaptoid-board", ".adaptoid-status-panel", *sides)
        page.goto(f"{address}lessons/fork.{language}html")
        ready(page)
        expect_visible_without_scrolling(
            page, ".adaptoid-board", ".adaptoid-lesson-great", "[data-lesson=skip]"
        )
        page.goto(f"{address}puzzles.{language}html")
        ready(page)
        if width != 390:
            expect_visible_without_scrolling(
                page, ".adaptoid-board", ".adaptoid-lesson-text", ".adaptoid-status-panel"
            )


@pytest.mark.nightly
def test_a_player_can_be_chosen_on_the_board(open_page: OpenPage) -> None:
    """Three clicks start a game against level 4."""
    page = open_page("play.html")
    turn_against_level_4(page.locator(".adaptoid-widget"))


@pytest.mark.nightly
def test_a_name_the_editor_and_a_message_do_not_move_the_board(open_page: OpenPage, address: str) -> None:
    """A long name is on one line. The board is completely in the window below a message too."""
    place = "(part) => JSON.stringify(part.getBoundingClientRect())"
    page = open_page("play.html")
    board, row = page.locator(".adaptoid-board"), page.locator(".adaptoid-side[data-color=W]")
    before = board.evaluate(place), row.evaluate(place)
    page.locator("[data-do=player-W]").click()
    page.locator(".adaptoid-player-name input").fill("Anna-Katharina von Hohenstein")
    page.keyboard.press("Enter")
    expect(row.locator("b").first).to_have_text("Anna-Katharina von Hohenstein")
    assert (board.evaluate(place), row.evaluate(place)) == before
    page.locator("[data-do=edit]").click()
    expect(page.locator(".adaptoid-palette")).to_be_visible()
    assert board.evaluate(place) == before[0]
    # the share menu has room for the text field that appears when the clipboard cannot be read
    page.goto(f"{address}analyse.html")
    ready(page)
    page.evaluate("() => { navigator.clipboard.readText = () => Promise.reject(new Error('refused')); }")
    page.locator("[data-do=share]").click()
    page.locator("[data-share=paste]").click()
    expect(page.locator(".adaptoid-sharing textarea")).to_be_in_viewport(ratio=0.99)
    page.goto(f"{address}play.html#game=cut")
    page.reload()
    expect(page.locator("#adaptoid-trouble")).to_contain_text("damaged or cut short")
    ready(page)
    expect_visible_without_scrolling(page, ".adaptoid-board", ".adaptoid-view-row")


def test_a_link_to_a_damaged_game_says_so_in_the_language_of_the_page(
    context: BrowserContext, address: str
) -> None:
    """A game without a start leaves the board as it was; of another game, the page shows the part before the damage."""
    first = "adaptoid-record 1\nStart: adaptoid w 0,0 W:D2 B:"
    page = context.new_page()
    for record, sentence, position in [
        (f"{first}D2\n\n1 +D3\n= *\n", "Der Start dieser Partie ist nicht lesbar.", "w 0,0 W:D2 B:D6"),
        (
            f"{first}D6\n\n1 +D3\n2 A1+L\n",
            "Zeile 5 enthält einen Fehler. Das Brett zeigt die Partie bis Zug 1",
            "b 0,0 W:D2,D3 B:D6",
        ),
    ]:
        page.goto("about:blank")
        page.goto(game_link(record, None, f"{address}play.de.html"))
        expect(page.locator("#adaptoid-trouble")).to_contain_text(sentence)
        expect(page.locator("#adaptoid-position")).to_have_text(f"adaptoid {position}")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("fragment", "sentence", "losses"),
    [
        ("something-odd", "The address contains no valid position.", "0,0"),
        *nightly(("adaptoid_w_9,9_W:D2,D3_B:D5,D6", "No game comes to so many losses.", "9,9")),
    ],
)
def test_an_odd_address_is_explained_and_loses_no_game(
    open_page: OpenPage, address: str, fragment: str, sentence: str, losses: str
) -> None:
    """A text that is no position leaves the game of the page; a position that no game has is shown beside it."""
    page = open_page("analyse.html")
    page.locator(disc("D3")).click()
    # a growth that is clicked before the answer is not played
    expect(page.locator("#adaptoid-position")).to_have_text("adaptoid b 0,0 W:D2,D3 B:D6")
    page.locator(disc("D5")).click()
    own = "adaptoid w 0,0 W:D2,D3 B:D5,D6"
    expect(page.locator("#adaptoid-position")).to_have_text(own)
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    expect(page.locator("#adaptoid-trouble")).to_contain_text(sentence)
    expect(page.locator("#adaptoid-position")).to_have_text(own.replace("0,0", losses))
    page.goto(f"{address}analyse.html")
    expect(page.locator("#adaptoid-position")).to_have_text(own)


@pytest.mark.parametrize("workers", ["allow"])
def test_a_new_version_of_the_site_is_used_only_when_complete(
    context: BrowserContext, site: Path, tmp_path: Path
) -> None:
    """While the server has only a part of the new version, the pages are those of the old version."""
    place = tmp_path / "site"
    shutil.copytree(site, place)
    page = context.new_page()
    with served(tmp_path) as address:
        page.goto(f"{address}site/")
        page.wait_for_function(CACHED)
        own = tmp_path / "hunger.lesson"
        own.write_text(LESSON.replace("title: Hunger", "title: Famine"), encoding="utf-8")
        build(None, place, items=(str(own), "fork"), notebooks=False, progress=False)
        new_page = place / "lessons" / "hunger.html"
        content = new_page.read_bytes()
        new_page.write_bytes(b"half of it")
        # the update fails, and the old page is shown
        assert page.evaluate(UPDATED) is False
        page.reload()
        expect(page.locator("[data-board] a").first).to_have_text("Hunger")
        new_page.write_bytes(content)
        assert page.evaluate(UPDATED) is True
        page.reload()
        expect(page.locator("[data-board] a").first).to_have_text("Famine")


@pytest.mark.nightly
@pytest.mark.parametrize("workers", ["allow", *nightly("block")])
def test_a_removed_page_is_explained_in_its_language(
    browser: Browser, site: Path, tmp_path: Path, workers: Workers
) -> None:
    """By the service worker or by the server. Offline nobody knows whether the page was removed."""
    place = tmp_path / "lessons" / "site"
    shutil.copytree(site, place)
    with served(tmp_path) as address, browser.new_context(service_workers=workers) as profile:
        page = profile.new_page()
        page.goto(f"{address}lessons/site/")
        own = tmp_path / "hunger.lesson"
        own.write_text(LESSON, encoding="utf-8")
        if workers == "allow":
            page.wait_for_function(CACHED)
        build(None, place, items=(str(own),), notebooks=False, progress=False)
        cases = [(False, 404, "Diese Seite gibt es hier nicht")]
        if workers == "allow":
            assert page.evaluate(UPDATED) is True
            cases.append((True, 503, "Diese Seite ist auf diesem Gerät nicht gespeichert"))
        for offline, status, title in cases:
            profile.set_offline(offline)
            response = page.goto(f"{address}lessons/site/lessons/fork.de.html")
            assert response is not None
            assert response.status == status
            expect(page).to_have_title(title)
            expect(page.get_by_role("heading", name=title)).to_be_visible()
            expect(page.get_by_role("link", name="Spielen")).to_have_attribute(
                "href", f"{address}lessons/site/play.de.html"
            )
        page.get_by_role("link", name="Alle Lektionen").click()
        expect(page).to_have_url(f"{address}lessons/site/index.de.html")


def test_a_missing_page_finds_a_site_that_was_never_visited(browser: Browser, address: str) -> None:
    with browser.new_context(locale="es-MX") as profile:
        page = profile.new_page()
        page.goto(f"{address}lessons/old/none.html")
        expect(page.get_by_role("heading", name="Esta página no está aquí")).to_be_visible()
        page.get_by_role("link", name="Todas las lecciones").click()
        expect(page).to_have_url(f"{address}index.es.html")


@pytest.mark.nightly
@pytest.mark.parametrize(("path", "rows"), [("play", 172), ("lessons/fork", 182), ("puzzles", 236)])
def test_on_a_desktop_the_board_uses_the_height_of_the_window(
    open_page: OpenPage, path: str, rows: int
) -> None:
    """The rows above and below it need the rest. The title has all of its words."""
    page = open_page(f"{path}.html", 1920, 1080)
    box = page.locator(".adaptoid-board").bounding_box()
    assert box is not None
    assert box["height"] == pytest.approx(1080 - rows, abs=2)
    expect_visible_without_scrolling(page, ".adaptoid-board", ".site-bar", ".adaptoid-viewbar")
    for entry in page.locator(".adaptoid-key > *").all():
        expect(entry).to_be_in_viewport(ratio=0.99)
    if "lessons" in path:
        assert page.locator("h1").evaluate("(title) => title.scrollWidth <= title.clientWidth")


@pytest.mark.parametrize("path", [*nightly("lessons/fork"), "puzzles"])
def test_a_tablet_held_upright_has_a_board_as_wide_as_the_page(open_page: OpenPage, path: str) -> None:
    """Nothing above it lies under it. The text and the buttons follow in the window."""
    page = open_page(f"{path}.html", 820, 1180)
    box = page.locator(".adaptoid-board").bounding_box()
    above = page.locator(".adaptoid-puzzle-facts, body > header").last.bounding_box()
    assert box is not None
    assert above is not None
    assert box["width"] >= 0.88 * 820
    assert box["y"] >= above["y"] + above["height"] - 1
    expect_visible_without_scrolling(
        page, ".adaptoid-board", ".adaptoid-lesson-text", ".adaptoid-lesson-more"
    )


@pytest.mark.nightly
@pytest.mark.parametrize("width", [390, 1280])
def test_the_header_has_the_same_place_on_all_pages(
    context: BrowserContext, address: str, width: int
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 800})
    boxes = []
    for name in ("index", "play", "puzzles", "lessons/fork"):
        page.goto(f"{address}{name}.html")
        boxes.append(page.locator(".site-bar").bounding_box())
    assert boxes == boxes[:1] * len(boxes)


@pytest.mark.nightly
@pytest.mark.parametrize("path", ["404", "index", "class"])
def test_the_heading_of_a_low_page_has_room_below_the_header(open_page: OpenPage, path: str) -> None:
    page = open_page(f"{path}.html", 390, 664, board=False)
    [bar, heading] = page.locator(".site-bar, h1").evaluate_all(
        "(parts) => parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
    )
    assert heading[0] - bar[1] >= 12


@pytest.mark.nightly
def test_the_header_is_one_line_on_a_phone(context: BrowserContext, address: str) -> None:
    """In all languages, its links are at least 44 pixels high."""
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    boxes = (
        "(links) => links.map((link) => link.getBoundingClientRect()).map(({ top, height }) => [top, height])"
    )
    for language in aw.languages():
        page.goto(f"{address}analyse{ending(language)}")
        rectangles = page.locator(".site-bar a").evaluate_all(boxes)
        assert rectangles == [rectangles[0]] * 4, language
        assert rectangles[0][1] >= 44
        assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
@pytest.mark.parametrize("language", in_languages("de"))
def test_wide_spacing_of_text_lets_no_word_leave_its_button(
    open_page: OpenPage, width: int, height: int, language: str
) -> None:
    """With the spacing that WCAG 1.4.12 asks for, in the header, in the menu *Share* and in the menu of a player."""
    page = open_page(f"play{ending(language)}", width, height)
    for opener, buttons in (
        ("[data-do=share]", ".adaptoid-sharing .adaptoid-button"),
        (".adaptoid-side-name", ".adaptoid-players .adaptoid-button"),
    ):
        page.locator(opener).first.click()
        expect(page.locator(buttons).first).to_be_visible()
        page.evaluate(SPACED)
        words = page.locator(f"{buttons}, .site-bar a, .adaptoid-view-row .adaptoid-tool-label")
        assert words.evaluate_all(LEAVING) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.keyboard.press("Escape")


@pytest.mark.nightly
def test_a_chosen_puzzle_is_scrolled_into_view(open_page: OpenPage) -> None:
    """In landscape, the buttons to choose a puzzle are below the board."""
    page = open_page("puzzles.html", 844, 390)
    page.get_by_role("button", name="Three today").click()
    expect(page.locator(".adaptoid-board")).to_be_in_viewport(ratio=0.99)


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), *nightly((1280, 800), (844, 390))])
def test_buttons_have_the_same_place_for_all_puzzles(open_page: OpenPage, width: int, height: int) -> None:
    """The puzzles differ in layout, colours and length of text."""
    boxes = """(buttons) => buttons.map((button) => button.getBoundingClientRect())
        .map(({ y, height }) => [Math.round(y + scrollY), Math.round(height)])"""
    places: dict[str, Any] = {}
    page = open_page("puzzles.html", width, height)
    page.locator(".adaptoid-puzzle-below summary").click()
    for name in ("fork-1", "siege-4", "double-fork-31", "double-fork-40", "reserve-6", "tail-3"):
        button = page.locator(f".adaptoid-puzzle-all [data-puzzle={name}]")
        button.click()
        expect(button).to_have_attribute("aria-current", "true")
        ready(page)
        page.evaluate("scrollTo(0, 0)")
        places[name] = page.locator(
            ".adaptoid-lesson-more :is([data-lesson=reveal], [data-lesson=skip])"
        ).evaluate_all(boxes)
    assert places == dict.fromkeys(places, places["fork-1"])


@pytest.mark.parametrize(
    ("width", "height"), [(844, 390), *nightly((1280, 800), (1920, 1080), (820, 1180), (390, 844))]
)
def test_the_puzzles_of_a_day_lead_on_to_others(open_page: OpenPage, width: int, height: int) -> None:
    """Three shown solutions are not praised. The main button goes on with one puzzle after another.

    On a desktop and on a tablet it stays where it is. The results fit into the window above the buttons in each
    language; on a phone held sideways, they do not move the page.
    """
    page = open_page("puzzles.html", width, height)
    button = page.get_by_role("button", name="Three today")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    ready(page)
    acts, great = page.locator(".adaptoid-lesson-acts"), page.locator(".adaptoid-lesson-great")
    scrolled, top = 0, 0.0
    for _ in range(3):
        expect(page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "ask")
        expect(acts).not_to_have_attribute("data-fresh", "")
        page.locator("[data-lesson=reveal]").click()
        expect(page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "shown")
        expect(acts).not_to_have_attribute("data-fresh", "")
        scrolled = page.evaluate("scrollY")
        top = great.evaluate(TOP)
        great.click()
    expect(great).to_have_text("One after another Three new ones tomorrow")
    if width not in (844, 390):
        assert great.evaluate(TOP) == pytest.approx(top, abs=1)
    expect(page.locator(".adaptoid-lesson-end")).to_contain_text("Those were the three of this day.")
    for part in (".adaptoid-lesson-end", ".adaptoid-lesson-great", ".adaptoid-lesson-more"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("scrollY") == scrolled
    last, buttons = page.locator(".adaptoid-lesson-end li").last, page.locator(".adaptoid-lesson-bar")
    # the language of a board applies to the button too
    for language in (*aw.languages(), "de"):
        choose_language(page, language)
        expect(page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
        low, high = last.bounding_box(), buttons.bounding_box()
        assert low is not None
        assert high is not None
        # on a tablet they are beside them
        assert low["y"] + low["height"] <= high["y"] or low["x"] + low["width"] <= high["x"], language
    expect(great).to_have_text("Eins nach dem anderen Morgen gibt es drei neue")
    expect(acts).not_to_have_attribute("data-fresh", "")
    great.click()
    expect(page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "ask")
    expect(page.get_by_role("button", name="Eins nach dem anderen")).to_have_attribute("aria-pressed", "true")


def see_again(page: Page, name: str) -> None:
    """Plays what a comment is about, to its end, and goes back."""
    play, step = (page.locator(f"[data-demonstration={what}]") for what in ("play", "step"))
    expect(play).to_have_text(name)
    board = page.locator(".adaptoid-board")
    shown = board.get_attribute("data-position") or ""
    play.click()
    expect(board).not_to_have_attribute("data-position", shown)
    step.click()
    expect(board).to_have_attribute("data-position", shown)
    play.click()
    expect(step).to_be_hidden()
    expect(board).to_have_attribute("data-position", shown)


def test_a_wrong_turn_and_a_solution_of_a_puzzle_are_played_again(open_page: OpenPage) -> None:
    page = open_page("puzzles.html")
    hand = Learner(page, page.locator(".adaptoid-widget"), lambda expression: expression)
    page.locator(".adaptoid-puzzle-below summary").click()
    page.locator(".adaptoid-puzzle-all [data-puzzle=fork-11]").click()
    hand.expect_phase("ask")
    hand.play("+B2")
    hand.expect_phase("wrong")
    see_again(page, "See why")
    hand.press("retry")
    hand.expect_phase("ask")
    hand.press("reveal")
    hand.expect_phase("shown")
    see_again(page, "Show again")


@pytest.mark.nightly
def test_a_puzzle_with_help_does_not_count_as_solved(open_page: OpenPage) -> None:
    """The number of solved puzzles agrees with the last answers."""
    by_name = {puzzle.name: puzzle for puzzle in load()}
    page = open_page("puzzles.html")
    hand = Learner(page, page.locator(".adaptoid-widget"), lambda expression: expression)
    page.locator(".adaptoid-puzzle-below summary").click()
    for name, helped in (("fork-1", True), ("fork-3", False)):
        button = page.locator(f".adaptoid-puzzle-all [data-puzzle={name}]")
        button.click()
        expect(button).to_have_attribute("aria-current", "true")
        hand.expect_phase("ask")
        if helped:
            hand.press("reveal")
            hand.expect_phase("shown")
            hand.press("retry")
            hand.expect_phase("ask")
        hand.play(by_name[name].key)
        hand.expect_phase("right")
        expect(button).to_have_attribute("data-way", "missed" if helped else "solved")
    expect(page.locator(".adaptoid-puzzle-last")).to_have_text("✓✗")
    expect(page.get_by_text(f"1 of {len(by_name)} solved")).to_be_visible()


@pytest.mark.nightly
def test_a_lesson_that_was_only_shown_is_not_marked_as_done(open_page: OpenPage, address: str) -> None:
    """Its row has no tick, but the first page continues with the next lesson."""
    page = open_page("lessons/hunger.html")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "shown")
    page.wait_for_function("() => Object.values(localStorage).some((text) => text.includes('missed'))")
    page.goto(address)
    card = page.locator("[data-board]").first
    expect(card.locator(".adaptoid-path-length")).to_have_text("0 / 10 of 1 steps")
    expect(card).to_have_attribute("data-state", "begun")
    expect(page.locator(".adaptoid-path-next")).to_contain_text(f"Continue {FORK.number_and_name('en')[1]}")


@pytest.mark.nightly
@pytest.mark.parametrize("width", [390, 360])
def test_the_choice_and_the_facts_of_a_puzzle_fit_on_a_phone(
    context: BrowserContext, address: str, width: int
) -> None:
    """Three colours too, in all languages. The days in a row are beside the rating and not under it."""
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 844})
    box = "(parts) => parts.map((part) => part.getBoundingClientRect()).map((r) => [r.left, r.top, r.right, r.bottom])"
    for language in aw.languages():
        page.goto(f"{address}puzzles{ending(language)}")
        ready(page)
        page.locator(".adaptoid-puzzle-below summary").click()
        name = page.locator(".adaptoid-puzzle-all [data-three]").last.get_attribute("data-puzzle")
        page.locator(f".adaptoid-puzzle-all [data-puzzle={name}]").click()
        expect(page.locator(f".adaptoid-puzzle-all [data-puzzle={name}]")).to_have_attribute(
            "aria-current", "true"
        )
        ready(page)
        facts = page.locator(".adaptoid-puzzle-facts > *").evaluate_all(box)
        assert max(right for _, _, right, _ in facts) <= width, language
        [select] = page.locator("#adaptoid-theme").evaluate_all(box)
        assert select[2] <= width, language
        assert page.evaluate("document.documentElement.scrollWidth") == width
        text = page.locator(".adaptoid-puzzle-facts > :last-child")
        end = text.evaluate(
            "(part) => { const range = new Range(); range.selectNodeContents(part); "
            "return range.getBoundingClientRect().right; }"
        )
        [score] = page.locator(".adaptoid-lesson-score").evaluate_all(box)
        assert end < score[0], language
        # and nothing covers them
        [board] = page.locator(".adaptoid-board").evaluate_all(box)
        assert facts[-1][3] <= board[1], language


@pytest.mark.nightly
@pytest.mark.parametrize("language", in_languages("es"))
@pytest.mark.parametrize(("width", "height"), [(375, 553), *nightly((390, 844), (390, 664), (360, 640))])
def test_the_bar_covers_no_text_of_a_step_on_a_phone(
    context: BrowserContext, course: Path, width: int, height: int, language: str
) -> None:
    """Nothing is scrolled at the first step, and in a high window at no step; a number may be asked for. The buttons of
    the view begin under the bar, uncut. A lower window scrolls to the text of later steps, and shows all of the board.
    """
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    with served(course) as address:
        for name in LESSONS:
            page.goto(f"{address}lessons/{name}{ending(language)}")
            ready(page)
            steps = page.locator("button.adaptoid-lesson-step")
            for number in range(steps.count()):
                if number:
                    steps.nth(number).click()
                expect(steps.nth(number)).to_have_attribute("aria-current", "step")
                ready(page)
                bar, text, scrolled, tools = page.evaluate(BAR)
                assert text <= bar, (name, number + 1)
                if height == 844 or not number:
                    assert (scrolled, bar <= tools + 1) == (0, True), (name, number + 1)
                expect(page.locator(".adaptoid-board")).to_be_in_viewport(ratio=0.99)


@pytest.mark.nightly
@pytest.mark.parametrize("language", in_languages("de"))
def test_the_buttons_of_a_begun_turn_hold_their_words(
    context: BrowserContext, course: Path, language: str
) -> None:
    """After a move, a lesson shows four buttons in one row: *Undo* too."""
    page = context.new_page()
    page.set_viewport_size({"width": 375, "height": 553})
    with served(course) as address:
        page.goto(f"{address}lessons/move{ending(language)}")
        ready(page)
        page.locator("button.adaptoid-lesson-step").nth(2).click()
        for cell in ("D4", "D5"):
            ready(page)
            page.locator(disc(cell)).click()
        buttons = page.locator(".adaptoid-lesson-more button").filter(visible=True)
        expect(buttons).to_have_count(4)
        assert buttons.evaluate_all(LEAVING) == []


@pytest.mark.nightly
@pytest.mark.parametrize("language", in_languages("es"))
@pytest.mark.parametrize(("width", "height", "mode"), [(375, 553, 1), *nightly((390, 664, 0), (390, 664, 1))])
def test_the_text_of_a_puzzle_is_visible_in_a_low_window(
    open_page: OpenPage, width: int, height: int, mode: int, language: str
) -> None:
    """This holds for the puzzles of a day and for a sequence, with the board and the status."""
    page = open_page(f"puzzles{ending(language)}", width, height)
    button = page.locator(".adaptoid-puzzle-modes button").nth(mode)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    ready(page)
    expect_visible_without_scrolling(page, ".adaptoid-board", ".adaptoid-status-panel")
    bar, text, *_ = page.evaluate(BAR)
    assert text <= bar


@pytest.mark.nightly
@pytest.mark.parametrize("path", ["lessons/fork", "puzzles", "play"])
@pytest.mark.parametrize(("width", "height"), [(844, 390), (1280, 800)])
def test_the_legend_is_visible(open_page: OpenPage, width: int, height: int, path: str) -> None:
    """While the page asks who is learning too."""
    page = open_page(f"{path}.de.html", width, height)
    if path != "play":
        expect(page.locator(".adaptoid-learners input")).to_be_attached()
    # the first line, if there is a second one
    expect_visible_without_scrolling(
        page, ".adaptoid-key > :first-child" if path == "play" else ".adaptoid-below"
    )


@pytest.mark.nightly
def test_a_tab_follows_another_tab(open_page: OpenPage) -> None:
    """A tab loads the turns of another tab and shows a message."""
    used, other = open_page("play.html"), open_page("play.html")
    used.locator(disc("D3")).click()
    expect(other.get_by_text("You continued this page in another tab.")).to_be_visible()
    # the other tab has White's new adaptoid, and perhaps the computer's answer
    for page in (other, used):
        expect(page.locator(".adaptoid-board")).to_have_attribute("data-position", re.compile("W:D2,D3"))


@pytest.mark.parametrize("first", [0, *nightly(1)])
def test_turns_of_two_tabs_are_merged(open_page: OpenPage, first: int) -> None:
    """Both tabs have the turns of both, also after a reload. The tab that follows shows a message."""

    def shows(page: Page, cells: list[str]) -> None:
        """Wait until all of White's turns are listed, each with the computer's answer."""
        for number, cell in enumerate(cells):
            expect(page.locator(f'[data-ply="{2 * number + 1}"]')).to_contain_text(f"+{cell}")
        expect(page.locator(f'[data-ply="{2 * len(cells)}"]')).to_be_visible()

    tabs = [open_page("play.html"), open_page("play.html")]
    played: list[str] = []
    for number, cell in enumerate(("E2", "C1", "F3", "F4")[: repetitions(2, 4)]):
        used, other = (tabs[(first + number + turned) % 2] for turned in (0, 1))
        used.locator(disc(cell)).click()
        played.append(cell)
        shows(used, played)
        shows(other, played)
        expect(other.get_by_text("You continued this page in another tab.")).to_be_visible()
    for page in tabs:
        page.reload()
        shows(page, played)


@pytest.mark.parametrize("workers", ["allow"])
def test_a_game_of_the_site_can_be_saved_as_one_file(
    context: BrowserContext, open_page: OpenPage, tmp_path: Path
) -> None:
    """The file from the share menu continues the game without a network. Making it logs nothing."""
    logged: list[str] = []
    page = open_page("play.html#adaptoid_w_0,0_W:C1,D2,E2_B:D6L")
    page.on("console", lambda message: logged.append(message.text))
    page.locator('[data-do="share"]').click()
    with page.expect_download() as download:
        page.locator('[data-share="html"]').click()
    path = tmp_path / "game.html"
    download.value.save_as(path)
    assert logged == []
    context.set_offline(True)
    page.goto(path.as_uri())
    ready(page)
    board = page.locator(".adaptoid-board")
    expect(board).to_have_attribute("data-position", "adaptoid w 0,0 W:C1,D2,E2 B:D6L")
    expect(page.locator(".site-bar")).to_have_count(0)
    page.locator(disc("F3")).click()
    expect(board).to_have_attribute("data-position", re.compile("W:C1,D2,E2,F3"))


def test_a_full_browser_is_reported_until_it_has_room(open_page: OpenPage) -> None:
    """An earlier game of the page can still be stored as it was, but a longer one cannot."""
    fill = """() => { for (let size = 1 << 20, n = 0; size;)
        try { localStorage.setItem(`filler${n++}`, "x".repeat(size)); } catch { size >>= 1; } }"""
    page = open_page("analyse.html")
    page.locator(disc("D3")).click()
    page.wait_for_function("() => Object.values(localStorage).some((text) => text.includes('+D3'))")
    page.evaluate(fill)
    page.reload()
    ready(page)
    message = page.get_by_text("saves nothing for this page")
    expect(message).to_be_visible()
    # another answer of Python, which changes nothing that is stored
    page.locator(disc("A1")).click()
    expect(page.locator(".adaptoid-reason")).not_to_be_empty()
    ready(page)
    expect(message).to_be_visible()


@pytest.mark.nightly
def test_a_message_says_that_the_browser_stores_nothing(browser: Browser, address: str) -> None:
    """Each page says so once it is open, and still works."""
    forbid = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    with browser.new_context(service_workers="block") as profile:
        page = profile.new_page()
        page.add_init_script(forbid)
        page.goto(address)
        expect(page.get_by_text("stores nothing for this site")).to_be_visible()
        for name in ("puzzles", "analyse", "play"):
            page.goto(f"{address}{name}.de.html")
            ready(page)
            expect(page.locator("#adaptoid-trouble")).to_contain_text("bewahrt für diese Seite nichts auf")
        page.locator(disc("D3")).click()
        expect(page.locator(disc("D3"))).to_have_attribute("aria-label", re.compile("weiß|Weiß"))


@pytest.mark.nightly
def test_the_first_page_has_the_language_of_the_browser(browser: Browser, address: str) -> None:
    """A language that the reader chooses is kept. In each width nothing overlaps."""
    german = browser.new_context(locale="de-AT")
    page = german.new_page()
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    for width, height in ((1280, 800), (820, 1180), (390, 844), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FAULTS, "body") == [], width
    page.locator(".site-languages").get_by_text("English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    german.close()
