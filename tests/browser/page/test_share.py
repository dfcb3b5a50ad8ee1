"""A shared page opened from disk in a browser without network, played to the end by clicks."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import adaptoid_widget as aw
from adaptoid_widget import locales
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.tactics.weak_players import LevelMemory, choose, greedy_turn
from adaptoid_widget.storage.game_link import game_link
from tests.browser.harness import IN_MENU, expect_ready, open_menu
from tests.repetitions import EVERYTHING, nightly
from tools.browser.clicks import NEW_GAME, seat

ARTEFACTS = Path(__file__).resolve().parents[3] / "artefacts" / "share"
START = "adaptoid w 0,0 W:D2 B:D6"
MIDGAME = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
HOSTILE = "<img src=x onerror=document.title='hit'></script><script>document.title='hit'</script>"
# Records in the page which requests its policy blocks. The page evaluates no strings.
WATCH = "addEventListener('securitypolicyviolation', (event) => (window.stopped ??= []).push(event.violatedDirective));"

# a page stores its state after it has shown the answer
STORES = "(turn) => Object.values(localStorage).some((state) => state.includes(turn))"


class Shared:
    """An open shared page, with all its requests and log messages."""

    def __init__(
        self, browser: Browser, path: Path, *, script: str = "", clock: bool = False, **options: Any
    ) -> None:
        options.setdefault("viewport", {"width": 1100, "height": 900})
        options.setdefault("reduced_motion", "reduce")
        self._touches = "has_touch" in options
        self.context: BrowserContext = browser.new_context(**options)
        self.context.set_offline(True)
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page: Page = self.context.new_page()
        self.page.on("console", lambda message: self._complain(message.type, message.text))
        self.page.on("pageerror", lambda error: self._complain("error", str(error)))
        self.page.add_init_script(WATCH + script)
        if clock:
            self.page.clock.install()
        self.page.goto(path.as_uri())

    def _complain(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    @property
    def board(self) -> Locator:
        """The element of the board."""
        return self.page.locator(".adaptoid-board")

    def shows(self, position: object) -> None:
        """Wait until the board, with all its parts, and the line below it show a position."""
        expect(self.board).to_have_attribute("data-position", str(position))
        expect_ready(self.board)
        expect(self.page.locator("#adaptoid-position")).to_have_text(str(position))

    def press(self, selector: str) -> None:
        """Click an element, or tap it on a touch screen."""
        place = self.page.locator(selector)
        place.tap() if self._touches else place.click()

    def click(self, cell: str) -> None:
        """Click a disc."""
        self.press(f'[data-cell="{cell}"]')

    def do(self, button: str) -> None:
        """Press a button of the board."""
        if button in IN_MENU:
            open_menu(self.page)
        self.press(f'[data-do="{button}"]')

    def new_game(self) -> None:
        """Begin a new game with the last settings."""
        for selector, _ in NEW_GAME:
            self.press(selector)

    def seat(self, color: str, level: int) -> None:
        """Let a level play a colour, or a person with level 0."""
        for selector, _ in seat(color, level):
            self.press(selector)

    def play(self, position: aw.Position, turn: aw.Turn, *, shows: bool = True) -> aw.Position:
        """Play a turn by clicks, checking the board after each step, and return the position after the turn.

        Without `shows` the last check is left out, because a computer player may have answered already.
        """
        after = position.play(turn)
        if turn.origin is not None and turn.target is not None:
            self.click(turn.origin)
            self.click(turn.target)
            if turn.growth is None:
                if shows:
                    self.shows(after)
                return after
            self.shows(position.after_move(str(turn).split(" ")[0]))
        assert turn.at is not None
        self.click(turn.at)
        if turn.growth != "new":
            self.press(f'[data-grow="{turn.growth}"]')
        if shows:
            self.shows(after)
        return after

    def screenshot(self, name: str) -> None:
        """In a nightly run, save a screenshot of the whole page for inspection."""
        if EVERYTHING:
            ARTEFACTS.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)

    def close(self) -> None:
        """Close the page, and check that it was blocked from nothing, requested nothing and logged no errors."""
        stopped = self.page.evaluate("window.stopped ?? []")
        self.context.close()
        assert stopped == []
        assert self.complaints == []
        assert [url for url in self.requests if not re.match(r"(file:///|blob:|data:)", url)] == []
        assert [url for url in self.requests if url.startswith("file:") and not url.endswith(".html")] == []


@pytest.fixture
def shared(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    """Open shared pages, and check at the end what they requested."""
    opened: list[Shared] = []

    def share(content: Any, *, title: str | None = None, aids: str = "full", **options: Any) -> Shared:
        path = aw.share(content, tmp_path / f"page{len(opened)}.html", title=title, aids=aids)
        opened.append(Shared(browser, path, **options))
        return opened[-1]

    yield share
    for page in opened:
        page.close()


def greedy_game(seed: int) -> list[aw.Turn]:
    """A game of two greedy players to its end: they prefer to win, then to take most, else play at random."""
    dice = random.Random(seed)
    position = aw.Position.from_text(START)
    turns: list[aw.Turn] = []
    while position.winner is None:
        me = position.turn

        def worth(turn: aw.Turn, position: aw.Position = position, me: str = me) -> tuple[bool, float, float]:
            after = position.play(turn)
            captured = sum(n for color, n in after.lost.items() if color != me)
            return after.winner == me, captured - 0.9 * after.lost[me], dice.random()

        turns.append(max(position.turns(), key=worth))
        position = position.play(turns[-1])
    return turns


@pytest.mark.nightly
def test_a_whole_game_can_be_played_by_clicks(shared: Any) -> None:
    """After each step the page shows the same position as Python."""
    turns = greedy_game(1)
    assert 20 < len(turns) < 60
    assert {turn.growth for turn in turns} >= {"new", "leg", "pincer"}
    assert any(turn.attack for turn in turns)
    page: Shared = shared(aw.Position.from_text(START))
    page.shows(START)
    page.screenshot("start")
    position = aw.Position.from_text(START)
    for number, turn in enumerate(turns):
        position = page.play(position, turn)
        if number == len(turns) // 2:
            page.screenshot("midgame")
    winner = {"W": "White", "B": "Black"}[str(position.winner)]
    expect(page.board).to_have_attribute("data-step", "over")
    expect(page.page.locator(".adaptoid-status")).to_contain_text(winner)
    page.screenshot("over")
    page.click(position.layout.cells[0])
    expect(page.page.locator(".adaptoid-reason")).to_have_text("The game is over.")
    page.shows(position)


@pytest.mark.nightly
def test_a_whole_game_can_be_played_against_the_computer_by_touch(shared: Any) -> None:
    """The computer player answers with the turns of its level, which is chosen in the page.

    *Confirm* previews each growth first: it is drawn and can be replaced or cancelled without Python.
    """
    phone = {"width": 390, "height": 844}
    page: Shared = shared(START, viewport=phone, has_touch=True, is_mobile=True)
    confirm, end, undo = (
        page.page.locator(f"[data-{button}]") for button in ("do=confirm", "pass", "do=undo")
    )
    expect(confirm).to_have_attribute("aria-checked", "false")
    open_menu(page.page)
    # Playwright scrolls the button to where D3 is afterwards: two taps there would be a double tap
    confirm.click()
    page.page.evaluate("scrollTo(0, 0)")
    page.click("D3")
    proposed = page.page.locator(".adaptoid-proposal .adaptoid-piece")
    expect(proposed).to_have_attribute("data-on", "D3")
    page.click("D2")
    page.press('[data-grow="leg"]')
    expect(page.page.locator("[data-on=D2].adaptoid-piece .adaptoid-proposed")).to_have_count(1)
    expect(page.page.locator('[data-grow="leg"]')).to_have_attribute("aria-pressed", "true")
    expect(proposed).to_have_count(0)
    for part in (page.board, end):
        expect(part).to_be_in_viewport(ratio=1)
    undo.tap()
    expect(end).to_have_count(0)
    open_menu(page.page)
    confirm.click()
    page.shows(START)
    page.seat("B", 1)
    expect(page.page.locator("[data-color=B] .adaptoid-side-name b")).to_have_text("Level 1")
    position = aw.Position.from_text(START)
    ply = 0
    level_1 = LevelMemory()
    while position.winner is None:
        turn = greedy_turn(position, ply)
        level_1.remember_fork(position, turn)
        position = page.play(position, turn, shows=False)
        if position.winner is None:
            position = position.play(level_1.reply(position, 1))
        ply += 2
        page.shows(position)
        if ply == 10:
            page.screenshot("against-level-1")
    assert position.winner == "W"
    page.seat("W", 3)
    expect(page.page.locator("[data-color=W] .adaptoid-side-name b")).to_have_text("Level 3")
    page.new_game()
    first = choose(aw.Position.from_text(START), 3)
    level_1.seed += 1
    after = aw.Position.from_text(START).play(first)
    page.shows(after.play(level_1.reply(after, 1)))


def test_the_line_below_the_board_is_a_link_to_the_position(shared: Any) -> None:
    """Another address opens another position, and a damaged address shows a message."""
    page: Shared = shared(START)
    after = page.play(aw.Position.from_text(START), aw.Turn.from_text("+D3"))
    page.page.locator("#adaptoid-position").click()
    expect(page.page).to_have_url(re.compile("#adaptoid_b_0,0_W:D2,D3_B:D6$"))
    page.shows(after)
    expect(page.page.locator('[data-ply="1"]')).to_have_count(1)
    page.page.reload()
    page.shows(after)
    expect(page.page.locator('[data-ply="1"]')).to_have_count(0)
    page.page.evaluate("location.hash = 'adapt3_w_0,0,0_W:D2_B:B4_R:F6'")
    page.shows("adapt3 w 0,0,0 W:D2 B:B4 R:F6")
    problem = page.page.locator("#adaptoid-trouble")
    expect(problem).to_be_hidden()
    words = locales.page_words("en")
    for address in ("adaptoid_w_%E4", "<b>D4", "adaptoid_b"):
        page.page.evaluate("to => { window.isBefore = true; location.hash = to; }", address)
        # the page is loaded again
        page.page.wait_for_function("() => !window.isBefore")
        # it keeps its own game, and the message stays when the list of turns has asked for the turns
        page.shows(after)
        expect(page.page.locator('[data-ply="1"]')).to_have_count(1)
        expect(problem).to_have_text(words["page.lost"])
    # the game that was played before is restored
    page.page.evaluate("location.hash = ''")
    page.shows(after)
    expect(problem).to_be_hidden()


NAME = "Maximiliane von Hohenstein-Ludwigsburg und zu Werdenfels am See " * 7


@pytest.mark.nightly
@pytest.mark.parametrize(
    "record",
    [
        f"White: {NAME.strip()}\nBlack: {'W' * 500}\nStart: adaptoid w 0,0 W:D2 B:D6\n\n1 +D3\n= *\n",
        f"First: {'W' * 300}\nSecond: {NAME.strip()}\nStart: open adaptoid W:D2\n\n= *\n",
    ],
)
def test_long_names_do_not_widen_the_page(shared: Any, record: str) -> None:
    """They are shortened before the supply or wrapped. The tooltip has the whole name."""
    game = aw.Game.from_record(f"adaptoid-record 1\n{record}")
    page: Shared = shared(game, viewport={"width": 390, "height": 844})
    expect_ready(page.board)
    assert page.page.evaluate("document.documentElement.scrollWidth") == 390
    if game.started:
        rows = page.page.locator(".adaptoid-side")
        expect(rows.first.locator("b").first).to_have_attribute("title", NAME.strip())
        for row in rows.all():
            name, supply = (
                row.locator(selector).first.bounding_box() for selector in ("b", ".adaptoid-supply")
            )
            assert name is not None
            assert supply is not None
            assert name["x"] + name["width"] <= supply["x"]
    status, news = (page.page.locator(f".adaptoid-{name}").first for name in ("status", "steps-row"))
    place, below = status.bounding_box(), news.bounding_box()
    assert place is not None
    assert place["x"] + place["width"] <= 390
    assert place["height"] <= 110
    assert below is None or place["y"] + place["height"] <= below["y"] + 1


def test_an_invalid_file_paste_or_link_is_refused_with_a_message(shared: Any) -> None:
    """A picture as a file, a pasted file, and a link with an illegal turn, of which the legal turns are opened, are
    tried."""
    page: Shared = shared(START)
    page.do("share")
    picture = {"name": "x.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"}
    page.page.locator(".adaptoid-share-content input[type=file]").set_input_files(picture)  # type: ignore[arg-type]
    note = page.page.locator(".adaptoid-share-note")
    expect(note).to_have_text("This is not a game or a position of Adaptoid.")
    page.page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    page.page.evaluate(
        """() => {
            const clipboardData = new DataTransfer();
            clipboardData.items.add(new File(["x"], "x.png", { type: "image/png" }));
            const options = { clipboardData, bubbles: true, cancelable: true, composed: true };
            document.querySelector("[data-cell=D2]").dispatchEvent(new ClipboardEvent("paste", options));
        }"""
    )
    expect(note).to_have_text("This is not a game or a position of Adaptoid.")
    record = aw.Game().play("+D3").to_record().replace("= *", "2 +A1\n= *")
    link = game_link(record, None, "").partition("#")[2]
    page.page.evaluate("to => { location.hash = to; }", link)
    page.shows("adaptoid b 0,0 W:D2,D3 B:D6")
    expect(page.page.locator("#adaptoid-trouble")).to_contain_text("No adaptoid of yours touches A1.")


@pytest.mark.nightly
def test_an_opened_game_is_in_the_window(shared: Any) -> None:
    """On a phone, the board is above the menu Share."""
    page: Shared = shared(START, viewport={"width": 390, "height": 844}, has_touch=True)
    page.do("share")
    page.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    status = page.page.locator(".adaptoid-status-panel")
    expect(status).not_to_be_in_viewport()
    record = {"name": "x.txt", "mimeType": "text/plain", "buffer": aw.Game().play("+D3").to_record().encode()}
    page.page.locator(".adaptoid-share-content input[type=file]").set_input_files(record)  # type: ignore[arg-type]
    page.shows("adaptoid b 0,0 W:D2,D3 B:D6")
    expect(status).to_be_in_viewport(ratio=0.9)


@pytest.mark.nightly
def test_the_problem_of_an_address_goes_with_the_first_turn(shared: Any) -> None:
    """An address without a position, in a browser that stores nothing."""
    page: Shared = shared(START, script="Storage.prototype.setItem = () => { throw new Error('full'); };")
    page.page.evaluate("location.hash = 'adaptoid_%'")
    words = locales.page_words("en")
    problem = page.page.locator("#adaptoid-trouble")
    expect(problem).to_have_text(words["page.lost"])
    page.play(aw.Position.from_text(START), aw.Turn.from_text("+D3"))
    expect(problem).to_have_text(words["page.unkept"])


@pytest.mark.nightly
def test_an_adapt3_game_can_be_played(shared: Any) -> None:
    position = aw.Position.start("adapt3")
    page: Shared = shared(position)
    for text in ("+D3", "B4+L", "F6+P", "+E3"):
        position = page.play(position, aw.Turn.from_text(text))
    page.screenshot("adapt3")


@pytest.mark.nightly
def test_an_open_start_can_be_played(shared: Any) -> None:
    """Rule R5."""
    page: Shared = shared(aw.Game("open"))
    expect(page.board).to_have_attribute("data-step", "place")
    page.click("C3")
    expect(page.board).to_have_attribute("data-rev", "1")
    page.click("E5")
    expect(page.board).to_have_attribute("data-step", "choose")
    page.screenshot("open")
    page.page.locator('[data-choose="B"]').click()
    page.shows("adaptoid w 0,0 W:C3 B:E5")


@pytest.mark.nightly
def test_undo_and_redo_work_step_by_step(shared: Any) -> None:
    """Undo takes back the growth and then the move. A new game can be undone too."""
    start = aw.Position.from_text("adaptoid w 0,0 W:D2LP B:D6")
    moved = start.after_move("D2-D3")
    page: Shared = shared(start)
    after = page.play(start, aw.Turn.from_text("D2-D3 +C3"))
    page.do("undo")
    page.shows(moved)
    page.do("undo")
    page.shows(start)
    page.do("redo")
    page.shows(moved)
    page.do("redo")
    page.shows(after)
    page.new_game()
    page.shows(start)
    page.do("undo")
    page.shows(after)


def test_a_reload_keeps_the_game(shared: Any) -> None:
    """An unfinished turn is kept. A new tab has its own game."""
    start = aw.Position.from_text("adaptoid w 0,0 W:D2LP B:D6")
    page: Shared = shared(start)
    position = page.play(page.play(start, aw.Turn.from_text("D2-D3 +C3")), aw.Turn.from_text("+D5"))
    page.click("D3")
    page.click("D4")
    page.shows(position.after_move("D3-D4"))
    page.page.wait_for_function(STORES, arg="D3-D4")
    page.page.reload()
    page.shows(position.after_move("D3-D4"))
    page.do("undo")
    page.shows(position)
    page.do("undo")
    page.shows(start.play("D2-D3 +C3"))
    other = page.context.new_page()
    other.goto(page.page.url)
    board = other.locator(".adaptoid-board")
    expect(board).to_have_attribute("data-position", str(start))
    other.locator('[data-cell="D2"]').click()
    other.locator('[data-cell="E3"]').click()
    moved = str(start.after_move("D2-E3"))
    expect(board).to_have_attribute("data-position", moved)
    other.wait_for_function(STORES, arg="D2-E3")
    for tab in (page.page, other):
        tab.reload()
    expect(board).to_have_attribute("data-position", moved)
    page.shows(start.play("D2-D3 +C3"))


def test_a_reload_keeps_the_game_without_session_storage(shared: Any) -> None:
    """Chromium now and then loses that of a page from disk."""
    start = aw.Position.from_text(START)
    page: Shared = shared(start)
    after = page.play(start, aw.Turn.from_text("+D3"))
    page.page.wait_for_function(STORES, arg="+D3")
    for _ in range(2):
        page.page.evaluate("sessionStorage.clear()")
        page.page.reload()
        page.shows(after)


def test_a_duplicated_tab_goes_on_with_a_game_of_its_own(shared: Any) -> None:
    """The browser copies what the tab knows. The original keeps its game."""
    start = aw.Position.from_text(START)
    page: Shared = shared(start)
    after = page.play(start, aw.Turn.from_text("+D3"))
    page.page.wait_for_function(STORES, arg="+D3")
    known = page.page.evaluate("[window.name, {...sessionStorage}]")
    copy = page.context.new_page()
    copy.add_init_script(
        f"""if (!window.name) {{
            const [name, stored] = {json.dumps(known)};
            window.name = name;
            Object.assign(sessionStorage, stored);
        }}"""
    )
    copy.goto(page.page.url)
    board = copy.locator(".adaptoid-board")
    expect(board).to_have_attribute("data-position", str(after))
    expect_ready(board)
    copy.locator('[data-cell="D5"]').click()
    moved = str(after.play("+D5"))
    expect(board).to_have_attribute("data-position", moved)
    copy.wait_for_function(STORES, arg="+D5")
    for tab in (page.page, copy):
        tab.reload()
    page.shows(after)
    expect(board).to_have_attribute("data-position", moved)


def test_a_game_that_an_earlier_version_has_stored_goes_on(shared: Any) -> None:
    """It is read from the form before records, and stored as a record with the next turn."""
    start = aw.Position.from_text("adaptoid w 0,0 W:D2LP B:D6")
    page: Shared = shared(start)
    page.shows(start)
    earlier = {
        "start": str(start),
        "headers": [["White", "Ann"]],
        "first": ["", ""],
        "rows": [[0, "D2-D3 +C3", "Mine.", "", "?"], [1, "+D5", "", "", ""]],
        "line": 2,
        "at": 2,
        "half": "D3-D4",
        "levels": {},
        "level_1": [7, False],
    }
    store = "(state) => sessionStorage.setItem(`adaptoid ${board}`, state)"
    find = "const {board} = JSON.parse(document.getElementById('adaptoid-config').textContent)"
    page.page.evaluate(f"(state) => {{ {find}; ({store})(state); }}", json.dumps(earlier))
    page.page.reload()
    half = start.play("D2-D3 +C3").play("+D5").after_move("D3-D4")
    page.shows(half)
    expect(page.page.locator('[data-ply="2"]')).to_have_count(1)
    page.do("undo")
    page.page.wait_for_function(STORES, arg='"; Mine."')
    page.page.reload()
    page.shows(start.play("D2-D3 +C3").play("+D5"))


@pytest.mark.nightly
def test_a_refused_click_shows_a_reason(shared: Any) -> None:
    """The reason is the one of Python, and the position does not change."""
    start = aw.Position.from_text(START)
    page: Shared = shared(start)
    reason = page.page.locator(".adaptoid-reason")
    for cell in ("D6", "G7", "A1"):
        request = {"id": "a", "rev": 0, "kind": "why", "at": cell}
        page.click(cell)
        expect(reason).to_have_text(handle(Session(aw.Game(start)), request)["text"])
    page.screenshot("refused")
    page.shows(start)


@pytest.mark.nightly
def test_without_aids_python_judges_every_click(shared: Any) -> None:
    """A board without aids sends every click to Python, which refuses illegal turns."""
    start = aw.Position.from_text("adaptoid w 0,0 W:D2L B:D6")
    page: Shared = shared(start, aids="none")
    page.click("D2")
    page.click("G6")
    reason = start.why_not("D2-G6")
    assert reason is not None
    expect(page.page.locator(".adaptoid-reason")).to_have_text(reason.text)
    page.shows(start)


def test_a_title_is_never_markup(shared: Any) -> None:
    page: Shared = shared(START, title=HOSTILE)
    page.shows(START)
    expect(page.page.locator("h1")).to_have_text(HOSTILE)
    assert page.page.title() == HOSTILE
    assert page.page.locator("img[src=x]").count() == 0


def test_the_policy_blocks_network_scripts_and_handlers(browser: Browser, tmp_path: Path) -> None:
    """So the tests above can fail."""
    page = Shared(browser, aw.share(START, tmp_path / "page.html"))
    page.shows(START)
    page.page.evaluate(
        """async () => {
          await fetch("http://127.0.0.1:9/").catch(() => {});
          const script = document.createElement("script");
          script.textContent = "document.title = 'hit'";
          document.body.append(script);
          document.body.setAttribute("onclick", "document.title = 'hit'");
          document.body.click();
          const image = new Image();
          image.src = "http://127.0.0.1:9/x.png";
          await new Promise((done) => (image.onerror = done));
        }"""
    )
    assert page.page.title() == "A game of Adaptoid"
    stopped = page.page.evaluate("window.stopped")
    assert sorted(stopped) == ["connect-src", "img-src", "script-src-attr", "script-src-elem"]
    page.context.close()


@pytest.mark.nightly
@pytest.mark.parametrize(("scheme", "width"), [("dark", 1100), ("light", 360)])
def test_the_page_fits_any_screen_and_follows_the_theme(shared: Any, scheme: str, width: int) -> None:
    """Nothing extends beyond the window. The board has the theme of the page."""
    page: Shared = shared(MIDGAME, viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.shows(MIDGAME)
    page.click("E3")
    for other in (width, 1460 - width):
        page.page.set_viewport_size({"width": other, "height": 800})
        expect(page.page.locator(".adaptoid-widget")).to_have_attribute("data-theme", scheme)
        expect(page.page.locator(".adaptoid-growth-menu")).to_be_visible()
        page.screenshot(f"{scheme}-{other}")
        rules = page.page.locator("body > details")
        rules.locator("> summary").click()
        expect(rules).to_have_attribute("open", "")
        page.screenshot(f"{scheme}-{other}-rules")
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        rules.locator("> summary").click()
        expect(rules).not_to_have_attribute("open", "")


@pytest.mark.nightly
def test_the_print_has_no_buttons(shared: Any) -> None:
    """It has the board and the position."""
    page: Shared = shared(MIDGAME)
    page.shows(MIDGAME)
    page.page.emulate_media(media="print")
    expect(page.page.locator(".adaptoid-tools")).to_be_hidden()
    expect(page.page.locator("body > details")).to_be_hidden()
    expect(page.board).to_be_visible()
    expect(page.page.locator("#adaptoid-position")).to_be_visible()
    page.screenshot("print")


@pytest.mark.parametrize("scheme", ["light", *nightly("dark")])
def test_the_page_can_be_read_without_javascript(browser: Browser, tmp_path: Path, scheme: str) -> None:
    """The picture, the description and the position as text are shown."""
    path = aw.share(MIDGAME, tmp_path / "page.html")
    page = Shared(browser, path, java_script_enabled=False, color_scheme=scheme)
    expect(page.page.locator("noscript p")).to_be_visible()
    expect(page.page.locator("figure img")).to_be_visible()
    expect(page.page.locator("figcaption")).to_contain_text("E3 with 3 legs and 2 pincers")
    expect(page.page.locator("#adaptoid-position")).to_have_text(MIDGAME)
    page.screenshot(f"no-javascript-{scheme}")
    page.context.close()
    assert page.complaints == []


@pytest.mark.parametrize("part", ["modules", *nightly("board", "worker", "options", "wasm", "glue")])
def test_a_page_that_cannot_start_says_so(browser: Browser, tmp_path: Path, part: str) -> None:
    """The picture and the position as text are still shown."""
    path = aw.share(MIDGAME, tmp_path / "page.html")
    text = path.read_text("utf-8")
    broken, count = re.subn(rf'(id="adaptoid-{part}">)[^<]*', r"\1H4sIAAAAAAAC/wMAAAAAAAAAAAA=", text)
    assert count == 1
    path.write_text(broken, "utf-8")
    page = Shared(browser, path)
    expect(page.page.locator("#adaptoid-trouble")).to_contain_text("The board could not start")
    expect(page.page.locator("figure img")).to_be_visible()
    expect(page.page.locator("#adaptoid-position")).to_have_text(MIDGAME)
    page.screenshot(f"trouble-{part}")
    page.context.close()
