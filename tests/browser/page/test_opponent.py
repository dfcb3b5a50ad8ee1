"""Playing against somebody who is not at the board: by clicks, in a notebook and in a shared page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

import adaptoid_widget as aw
from adaptoid_widget import Game, Position
from adaptoid_widget.core.tactics.weak_players import choose
from tests.browser.board.test_accessibility import findings
from tests.browser.harness import COMPILED_MS, turn_against_level_4
from tests.browser.notebook_board import Hand, show
from tests.browser.page.test_share import Shared
from tests.engine.test_wasm import search_page
from tests.repetitions import EVERYTHING, nightly
from tools.browser.jupyter import Notebook

BUSY = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
RED = "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"

# waits for a file before it answers, so that one can see it think
WAITS = """
import pathlib, time
go = pathlib.Path({path!r})
def careful(position):
    while not go.exists():
        time.sleep(0.01)
    return next(position.turns())
"""


def expect_turn_of(board: Hand, color: str) -> None:
    """Wait until the status is about a colour, and nobody thinks."""
    expect(board.status).to_contain_text(color)
    expect(board.board).not_to_have_attribute("data-step", "wait")


def test_a_short_game_against_level_1(notebook: Notebook) -> None:
    """Each turn is answered; undo takes back both; the tree has all turns, and the record says who played."""
    board = show(notebook, "black='level:1'")
    for turn in ("+D3", "D3+L", "D3+P"):
        before = board.python("b.game.ply")
        board.play_against(Position.from_text(board.shown or ""), turn)
        expect_turn_of(board, "White")
        assert board.python("b.game.ply") == before + 2
        board.expect_in_step()
        board.expect_pieces()
    expect(board.rows).to_have_count(7)
    expect(board.root.locator(".adaptoid-side[data-color=B] b").first).to_have_text("Level 1")
    shown = board.shown
    board.do("undo")
    expect(board.board).not_to_have_attribute("data-position", shown or "")
    assert board.python("(b.game.ply, b.position.turn, b.thinking)") == (4, "W", None)
    board.do("redo")
    board.expect_position(shown or "")
    assert board.python("dict(b.game.headers)") == {"Black": "level 1"}


def test_who_plays_is_chosen_on_the_board(notebook: Notebook) -> None:
    """From an idle board to the first turn against level 4: three clicks. Python says the same, and can change it."""
    board = show(notebook)
    black = board.root.locator("[data-color=B] .adaptoid-side-name b")
    turn_against_level_4(board.root)
    assert board.python("repr(b.black)") == "Player(level=4)"
    board.notebook.run(f"{board.name}.black = lambda position: next(position.turns())")
    expect(black).to_have_text("Python")
    board.do("player-B")
    expect(board.root.locator('[data-level][aria-pressed="true"]')).to_have_count(0)
    board.root.page.keyboard.press("Escape")
    expect(board.root.locator("dialog.adaptoid-players")).to_be_hidden()


def test_a_new_game_and_a_rematch_by_keys_alone(notebook: Notebook) -> None:
    """Enter begins as last time; the sheet takes another board; a rematch exchanges the colours."""
    board = show(notebook, "black='level:1'")
    keys = board.root.page.keyboard
    board.root.locator("[data-do=new]").focus()
    keys.press("Enter")
    expect(board.root.locator(".adaptoid-players [type=submit]")).to_be_focused()
    keys.press("Enter")
    expect(board.root.locator("dialog.adaptoid-players")).to_be_hidden()
    expect(board.news).to_have_text("A new game.")
    expect(board.root.locator("[data-do=new]")).to_be_focused()
    keys.press("Enter")
    board.root.locator("[data-begin=layout]").select_option("hex3")
    board.root.locator(".adaptoid-players [type=submit]").press("Enter")
    board.expect_position("adaptoid@hex3 w 0,0 W:C1 B:C5")
    board.python("b.resign()")
    board.root.locator("[data-do=rematch]").press("Enter")
    expect(board.root.locator("[data-color=W] .adaptoid-side-name b")).to_have_text("Level 1")
    assert board.python("repr((b.white, b.black))") == "('level:1', None)"


def test_it_is_shown_that_somebody_thinks(notebook: Notebook, tmp_path: Path, artefacts: Path) -> None:
    """The board says so, refuses clicks with the reason, and can be told to stop and to go on, by the keys too."""
    notebook.run(WAITS.format(path=str(tmp_path / "go")))
    board = show(notebook, "black=careful")
    board.click("D3")
    expect(board.status).to_have_text("Black: careful is thinking …")
    expect(board.board).to_have_attribute("data-step", "wait")
    expect(board.root.locator(".adaptoid-live-region")).to_contain_text("careful is thinking")
    board.root.screenshot(path=artefacts / "thinking.png")
    board.click("D5")
    board.expect_reason("careful is thinking; wait for it, or stop it.")
    board.do("stop")
    expect(board.status).to_contain_text("careful was stopped")
    board.root.screenshot(path=artefacts / "stopped.png")
    (tmp_path / "go").touch()
    go = board.root.locator('[data-do="go"]')
    go.focus()
    notebook.page.keyboard.press("Enter")
    expect_turn_of(board, "White")
    board.expect_in_step()
    assert board.python("b.game.ply") == 2


def test_a_cell_runs_while_it_thinks(notebook: Notebook, tmp_path: Path) -> None:
    """Neither waits for the other, and the picture that stays is that of the last turn."""
    notebook.run(WAITS.format(path=str(tmp_path / "go")))
    board = show(notebook, "black=careful")
    board.click("D3")
    expect(board.status).to_have_text("Black: careful is thinking …")
    end = tmp_path / "end"
    busy = f"end = pathlib.Path({str(end)!r})\nwhile not end.exists():\n    time.sleep(0.01)"
    cell = notebook.start(busy)
    expect(cell.locator(".jp-InputPrompt")).to_contain_text("[*]")
    (tmp_path / "go").touch()
    expect_turn_of(board, "White")
    expect(cell.locator(".jp-InputPrompt")).to_contain_text("[*]")
    end.touch()
    expect(cell.locator(".jp-InputPrompt")).not_to_contain_text("[*]")
    board.expect_in_step()
    picture = notebook.page.locator('[class^="adaptoid-last-"]').last
    expect(picture).to_have_attribute("data-rev", str(board.rev))


def test_a_player_that_fails_is_told(notebook: Notebook) -> None:
    """In words on the board; a person plays for it."""
    board = show(notebook, "black=lambda position: 1 / 0")
    board.click("D3")
    expect(board.status).to_contain_text("no turn from Python (raised ZeroDivisionError: division by zero)")
    board.click("D5")
    expect_turn_of(board, "White")
    board.expect_in_step()


def test_the_analyst(notebook: Notebook, artefacts: Path) -> None:
    """A bar, lines as arrows and as text, one that is played out, a hint; nothing of it before it is asked for."""
    board = show(notebook, repr(BUSY))
    root = board.root
    expect(root.locator(".adaptoid-shares")).to_have_count(0)
    board.do("analyse")
    lines = root.locator(".adaptoid-analyst-lines li")
    expect(lines).to_have_count(3, timeout=COMPILED_MS)
    expect(root.locator(".adaptoid-shares")).to_be_visible()
    expect(root.locator(".adaptoid-shares")).to_have_attribute(
        "aria-label", re.compile(r"White \d+ %, Black \d+ %")
    )
    expect(root.locator(".adaptoid-analyst-layer [data-tag]").first).to_be_visible()
    expect(root.locator(".adaptoid-live-region")).to_contain_text("Who is better")
    expect(root.locator('[data-do="analyse"]')).to_have_attribute("aria-pressed", "true")
    assert findings(notebook.page) == []
    root.screenshot(path=artefacts / "analyst.png")
    # streamed without a new rev, and of the line that one clicks as much as one clicks
    assert board.python("b.snapshot['rev']") == 0
    board.python("b._analyst._end()")
    turns = lines.first.locator("[data-turn]")
    # the last lines that were sent may not be drawn yet
    first = board.python("str(b.analysis.lines[0].turns[0])")
    expect(turns.first).to_have_text(first)
    turns.first.click()
    board.expect_rev(1)
    assert board.python("str(b.game.node.turn)") == first
    expect(root.locator(".adaptoid-badge")).to_be_visible()
    board.asks("undo")
    board.do("analyse")
    expect(root.locator(".adaptoid-shares")).to_be_hidden()
    expect(root.locator(".adaptoid-analyst-layer [data-tag]")).to_have_count(0)
    board.do("hint")
    hint = root.locator(".adaptoid-analyst-hint")
    expect(hint).to_contain_text("Hint: ")
    board.do("hint")
    expect(hint).to_contain_text("Best: ")


@pytest.mark.nightly
def test_the_analyst_of_three(notebook: Notebook) -> None:
    """A share for each colour, threats apart from lines; a second view of the board has it all too."""
    board = show(notebook, repr(RED))
    board.do("analyse")
    shares = board.root.locator(".adaptoid-share")
    expect(shares).to_have_count(3, timeout=COMPILED_MS)
    board.do("threats")
    expect(board.root.locator(".adaptoid-analyst-layer .adaptoid-enemy").first).to_be_visible()
    assert findings(notebook.page) == []
    again = Hand(notebook, notebook.run("board"))
    expect(again.root.locator(".adaptoid-share")).to_have_count(3)
    board.python("b.analyse(False)")
    expect(again.root.locator(".adaptoid-shares")).to_be_hidden()
    expect(board.root.locator(".adaptoid-shares")).to_be_hidden()


# -- levels 4 to 10 in a shared page -----------------------------------------------------------------------------------

IN_PAGES = (
    "adaptoid w 0,0 W:D2 B:D6",
    BUSY,
    "adaptoid+bare-exchange+weaker-dies@hex5 w 0,0 W:C4L,E3,F4LLP B:E7P,F6PP",
    "adapt3 w 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP",
)
# Workers that search are told from Python's by their first message: that of Python's is an object.
SEARCH = """
(() => {
  const { postMessage, terminate } = Worker.prototype;
  const searching = (window.searching = { asked: [], ended: 0 });
  Worker.prototype.postMessage = function (message) {
    this.searches ??= typeof message === "string";
    if (this.searches && typeof message === "object") searching.asked.push(message.do);
    if (!this.searches || !searching.hold?.(this, message)) postMessage.call(this, message);
  };
  Worker.prototype.terminate = function () {
    searching.ended++;
    terminate.call(this);
  };
  HOLD
})();
"""
# Searches with a limit of time have little: where only the place of what they find matters.
BRIEF = SEARCH.replace(
    "HOLD", "searching.hold = (_, message) => { if (message.seconds) message.seconds = 0.05; };"
)
SILENT = SEARCH.replace("HOLD", "searching.hold = (_, message) => message.do === 'search_root';")
BREAKS = SEARCH.replace(
    "HOLD",
    "searching.hold = (worker) => worker.dispatchEvent(new ErrorEvent('error', { message: 'it died' }));",
)
HUNGRY = SEARCH.replace(
    "HOLD", "searching.hold = (_, message) => { if (message.do === 'list') message.table = 2 ** 31; };"
)
FORBIDDEN = """
const Free = Worker;
let workers = 0;
window.Worker = function (url) {
  if (workers++) throw new Error("a policy forbids it");
  return new Free(url);
};
window.Worker.prototype = Free.prototype;
"""

OpenShared = Callable[..., Shared]


@pytest.fixture
def play_in_page(browser: Browser, tmp_path: Path) -> Any:
    """Opens shared games, and closes them with a look at what they asked for."""
    opened: list[Shared] = []

    def open_page(what: Any, levels: dict[str, int], **options: Any) -> Shared:
        path = aw.share(what, tmp_path / f"page{len(opened)}.html", levels=levels)
        opened.append(Shared(browser, path, **options))
        return opened[-1]

    yield open_page
    for page in opened:
        page.close()


def status(page: Shared) -> Locator:
    """What the board says."""
    return page.page.locator(".adaptoid-status")


def test_the_search_finds_the_same_at_each_depth(browser: Browser, tmp_path: Path) -> None:
    """Nodes, order, scores and bounds of the recorded positions."""
    text, expected = search_page()
    path = tmp_path / "search.html"
    path.write_text(text, encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert json.loads(page.locator("main").text_content() or "") == json.loads(json.dumps(expected))
    page.close()


@pytest.mark.parametrize("level", [4, *nightly(6, 8, 10)])
def test_a_page_plays_the_turns_of_the_kernel(play_in_page: OpenShared, level: int) -> None:
    """In each variant, from disk; the first of its turns and later ones."""
    for text in IN_PAGES if EVERYTHING else IN_PAGES[::3]:
        position = Position.from_text(text)
        page = play_in_page(position, {position.turn: level})
        page.shows(position.play(aw.Player(level)(position)))
    game = Game()
    for _ in range(8):
        game.play(aw.Player(level)(game.position))
    turns = play_in_page(Position.start(), dict.fromkeys("WB", level)).page.locator(".adaptoid-turn-text")
    expect(turns.nth(8)).to_be_visible()
    assert turns.all_text_contents()[1:9] == [str(turn) for turn in game.turns]


def test_in_a_page_who_plays_is_chosen_on_the_board(play_in_page: OpenShared) -> None:
    """The same three clicks as in a notebook."""
    turn_against_level_4(play_in_page(Position.start(), {}).page.locator(".adaptoid-widget"))


def test_a_page_says_that_it_thinks_and_stops_at_once(play_in_page: OpenShared) -> None:
    """The board answers meanwhile; a turn taken back ends the search, and another one begins later."""
    page = play_in_page(IN_PAGES[0], {"B": 10}, script=SILENT)
    start = Position.from_text(IN_PAGES[0])
    after = page.play(start, aw.Turn.from_text("+D3"))
    asked = "() => searching.asked.includes('search_root')"
    page.page.wait_for_function(asked)
    expect(status(page)).to_have_text("Black: level 10 is thinking …")
    for name, width in (("wide", 1280), ("narrow", 390)):
        page.page.set_viewport_size({"width": width, "height": 900})
        page.screenshot(f"level-10-thinks-{name}")
    page.click("D6")
    expect(page.page.locator(".adaptoid-reason")).to_contain_text("level 10 is thinking")
    page.do("stop")
    expect(status(page)).to_contain_text("level 10 was stopped")
    assert page.page.evaluate("searching.ended") == 1
    page.do("go")
    page.page.wait_for_function("() => searching.asked.filter((what) => what === 'search_root').length === 2")
    page.do("undo")
    page.shows(start)
    assert page.page.evaluate("searching.ended") == 2
    page.page.evaluate("searching.hold = null")
    page.play(start, aw.Turn.from_text("+D3"), shows=False)
    page.shows(after.play(aw.Player(10, seed=1)(after)))


@pytest.mark.parametrize(
    ("script", "reason"),
    [(BREAKS, "it died"), *nightly((FORBIDDEN, "a policy forbids it"), (HUNGRY, "RangeError"))],
    ids=["a worker that dies", "no worker", "no memory"],
)
def test_a_page_that_cannot_search_says_so(play_in_page: OpenShared, script: str, reason: str) -> None:
    """In words of each language, with the game as it was; levels 1 to 3 are offered and play."""
    page = play_in_page(IN_PAGES[0], {"B": 7}, script=script)
    after = page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"))
    expect(status(page)).to_contain_text("Black: level 7 cannot search here")
    expect(status(page)).to_contain_text(reason)
    page.screenshot("level-7-cannot-search")
    page.do("player-B")
    disabled = page.page.locator("[data-level]:disabled").evaluate_all(
        "all => all.map((each) => each.dataset.level)"
    )
    assert disabled == ["4", "5", "6", "7", "8", "9", "10"]
    page.page.keyboard.press("Escape")
    page.do("go")
    expect(status(page)).to_contain_text(reason)
    page.shows(after)
    page.page.reload()
    expect(status(page)).to_contain_text(reason)
    page.shows(after)
    page.seat("B", 3)
    page.shows(after.play(choose(after, 3, 1)))
    page.do("player-B")
    assert page.page.locator("[data-level]:disabled").count() == 0


def test_a_search_that_never_answers_is_given_up(play_in_page: OpenShared) -> None:
    page = play_in_page(IN_PAGES[0], {"B": 7}, script=SILENT, clock=True)
    after = page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"))
    page.page.clock.run_for(1_000)
    page.page.wait_for_function("() => searching.asked.includes('search_root')")
    page.page.clock.run_for(30_000)
    expect(status(page)).to_contain_text("cannot search here (no answer)")
    page.shows(after)


def test_a_page_closed_during_a_search_has_its_game(play_in_page: OpenShared) -> None:
    """The search begins again when the page is opened again."""
    page = play_in_page(IN_PAGES[0], {"B": 9}, script=SILENT)
    after = page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"))
    for _ in range(2):
        page.page.wait_for_function("() => searching.asked.includes('search_root')")
        page.shows(after)
        page.page.reload()
    page.page.wait_for_function("() => searching.asked.includes('search_root')")
    expect(status(page)).to_have_text("Black: level 9 is thinking …")


# -- the animation of a turn -------------------------------------------------------------------------------------------

# Animations begin and stay where they are, so that a turn is shown until something ends it.
HELD = """
(() => {
  const { animate } = Element.prototype;
  window.begun = 0;
  Element.prototype.animate = function (...how) {
    window.begun++;
    const animation = animate.apply(this, how);
    animation.pause();
    return animation;
  };
})();
"""


def test_an_answer_is_shown_step_by_step_until_a_click(play_in_page: OpenShared) -> None:
    """The board shows the state after it at once; sounds are off until asked for, and the page remembers them."""
    start = Position.from_text(IN_PAGES[0])
    page = play_in_page(start, {"B": 1}, script=HELD, reduced_motion="no-preference")
    animated = page.page.locator(".adaptoid-widget[data-staged]")
    sound = page.page.locator("[data-do=sound]")
    expect(sound).to_have_attribute("aria-pressed", "false")
    after = page.play(start, aw.Turn.from_text("+D3"), shows=False)
    answered = after.play(choose(after, 1))
    page.shows(answered)
    expect(animated).to_have_count(1)
    assert page.page.evaluate("document.querySelectorAll('.adaptoid-animation > *').length") > 0
    page.screenshot("answer-is-shown")
    page.click("D3")
    expect(animated).to_have_count(0)
    assert page.page.evaluate("document.querySelectorAll('.adaptoid-animation > *').length") == 0
    expect(page.page.locator('[data-cell="D3"]')).to_have_attribute("aria-selected", "true")
    sound.focus()
    page.page.keyboard.press("Enter")
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.shows(answered)


def test_nothing_is_animated_where_motion_is_not_wanted(play_in_page: OpenShared) -> None:
    start = Position.from_text(IN_PAGES[0])
    page = play_in_page(start, {"B": 1}, script=HELD)
    after = page.play(start, aw.Turn.from_text("+D3"), shows=False)
    page.shows(after.play(choose(after, 1)))
    assert page.page.evaluate("begun") == 0


# -- analysis, hints and review in a shared page -----------------------------------------------------------------------

WINS = "adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6"
LINES = ".adaptoid-analyst-lines li"


def pressed(page: Shared, what: str) -> Locator:
    """One of the board's buttons, where it is pressed."""
    return page.page.locator(f'[data-do="{what}"][aria-pressed="true"]')


def game_of_beginners() -> aw.Game:
    """A short game with mistakes."""
    game = aw.Game(WINS)
    return game.play("D3+L").play("D6+L").play("D3+P")


@pytest.mark.parametrize(("text", "colors"), [(BUSY, 2), *nightly((RED, 3))])
def test_a_page_analyses(play_in_page: OpenShared, text: str, colors: int) -> None:
    """With the panel of a notebook: shares, lines that can be played, threats; each position that is shown."""
    page = play_in_page(text, {})
    page.do("analyse")
    expect(page.page.locator(".adaptoid-share")).to_have_count(colors)
    expect(page.page.locator(LINES)).to_have_count(3)
    expect(page.page.locator(".adaptoid-live-region")).to_contain_text("Who is better")
    page.do("threats")
    expect(page.page.locator(".adaptoid-analyst-layer .adaptoid-enemy").first).to_be_visible()
    assert findings(page.page) == []
    page.screenshot(f"analysis-{colors}")
    # found, read and clicked at once, since a deeper search can put another turn first
    turn = page.page.evaluate(
        """(line) => {
            const first = document.querySelector(line), turn = first.innerText;
            first.click();
            return turn; }""",
        f"{LINES} [data-turn]",
    )
    position = Position.from_text(text)
    page.shows(position.play(turn))
    expect(page.page.locator(f"{LINES} [data-turn]").first).not_to_have_text(turn)
    page.do("undo")
    page.do("analyse")
    expect(page.page.locator(".adaptoid-shares")).to_be_hidden()
    expect(page.page.locator(".adaptoid-analyst-layer [data-tag]")).to_have_count(0)


# where on the page each control is; the comment is at the lower end of the list of turns, which gives its room
CONTROLS = """() => {
    const root = document.querySelector(".adaptoid-widget");
    const all = {};
    const panels = ".adaptoid-board, .adaptoid-side, .adaptoid-key, .adaptoid-history-head";
    const controls = `button, select, [type=range], ${panels}`;
    for (const element of root.querySelectorAll(controls)) {
        const { left, top, width, height } = element.getBoundingClientRect();
        if (!width || element.closest(".adaptoid-drawer, .adaptoid-answer, .adaptoid-growth-menu, .adaptoid-comment"))
            continue;
        const { do: command, map, key } = element.dataset;
        all[command ?? map ?? key ?? element.className] = [left, top + scrollY, width, height].map(Math.round).join();
    }
    return all; }"""


@pytest.mark.parametrize(
    ("width", "height", "languages"),
    [
        (390, 844, ("es",)),
        *nightly(*((*size, aw.languages()) for size in ((1280, 800), (390, 844), (844, 390), (600, 800)))),
    ],
)
def test_no_control_moves_beside_an_analysis(
    play_in_page: OpenShared, width: int, height: int, languages: tuple[str, ...]
) -> None:
    """When it opens, when lines and threats come, after a turn, with a hint, in a review, and when it is closed."""
    page = play_in_page(BUSY, {}, script=BRIEF, viewport={"width": width, "height": height})
    start = Position.from_text(BUSY)
    notes = page.page.locator(".adaptoid-analyst-hint")
    for language in languages:
        page.page.locator(".adaptoid-language select").select_option(language)
        expect(page.page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
        before = page.page.evaluate(CONTROLS)
        assert {"promote", "remove", "undo", "hint"} < set(before)
        page.do("analyse")
        expect(pressed(page, "analyse")).to_have_count(1)
        assert page.page.evaluate(CONTROLS) == before
        expect(page.page.locator(LINES)).to_have_count(3)
        page.do("threats")
        expect(page.page.locator(".adaptoid-analyst-layer .adaptoid-enemy").first).to_be_visible()
        assert page.page.evaluate(CONTROLS) == before
        page.screenshot(f"beside-an-analysis-{width}-{language}")
        page.do("threats")
        page.play(start, aw.Turn.from_text("+C2"))
        expect(page.page.locator(LINES)).to_have_count(3)
        assert page.page.evaluate(CONTROLS) == before
        page.do("undo")
        page.shows(start)
        page.do("analyse")
        expect(pressed(page, "analyse")).to_have_count(0)
        page.do("hint")
        expect(notes).not_to_be_empty()
        assert page.page.evaluate(CONTROLS) == before


def test_an_analysis_stops_at_once(play_in_page: OpenShared) -> None:
    """When it is switched off, when another position is shown, and where nobody sees it."""
    page = play_in_page(IN_PAGES[0], {}, script=SILENT)
    looks = "searching.asked.filter((what) => what === 'search_root').length"
    page.do("analyse")
    page.page.wait_for_function(f"() => {looks} === 1")
    expect(page.page.locator(".adaptoid-analyst-score")).to_have_text("Getting ready …")
    page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"))
    page.page.wait_for_function(f"() => {looks} === 2")
    assert page.page.evaluate("searching.ended") == 1
    page.page.locator(".adaptoid-widget").evaluate("(root) => (root.style.display = 'none')")
    page.page.wait_for_function("() => searching.ended === 2")
    page.page.locator(".adaptoid-widget").evaluate("(root) => (root.style.display = '')")
    page.page.wait_for_function(f"() => {looks} === 3")
    page.do("analyse")
    expect(pressed(page, "analyse")).to_have_count(0)
    page.page.wait_for_function("() => searching.ended === 3")


def test_a_hint_in_a_page(play_in_page: OpenShared) -> None:
    """The turn of the kernel, in two steps."""
    page = play_in_page(WINS, {})
    for said in ("Hint: nobody moves; a new adaptoid grows.", "Best: grow on D4 (+D4)."):
        page.do("hint")
        expect(page.page.locator(".adaptoid-analyst-hint")).to_have_text(said)
    assert aw.analyse(WINS, depth=3, lines=1).best == "+D4"


@pytest.mark.parametrize(
    ("what", "script", "reason", "stays"),
    [
        ("analyse", BREAKS, "it died", True),
        ("hint", FORBIDDEN, "a policy forbids it", False),
        *nightly(
            ("hint", BREAKS, "it died", True),
            ("analyse", HUNGRY, "RangeError", True),
            ("hint", HUNGRY, "RangeError", True),
            ("analyse", FORBIDDEN, "a policy forbids it", False),
        ),
    ],
)
def test_an_analysis_that_fails_says_so(
    play_in_page: OpenShared, what: str, script: str, reason: str, stays: bool
) -> None:
    """In words, with the game as it was and the controls back; where nothing can search, nothing offers it."""
    start = Position.from_text(IN_PAGES[0])
    page = play_in_page(start, {}, script=script)
    note = page.page.locator(".adaptoid-analyst-hint")
    for _ in range(2 if stays else 1):
        page.do(what)
        expect(note).to_contain_text(reason)
        expect(pressed(page, "analyse")).to_have_count(0)
    page.screenshot(f"{what}-fails")
    button = page.page.locator(f'[data-do="{what}"]')
    expect(button).to_be_visible() if stays else expect(button).to_be_hidden()
    after = page.play(start, aw.Turn.from_text("+D3"))
    page.do("player-W")
    expect(page.page.locator("[data-level]:disabled")).to_have_count(0 if stays else 7)
    page.page.keyboard.press("Escape")
    page.seat("B", 3)
    page.shows(after.play(choose(after, 3, 1)))


@pytest.mark.nightly
def test_an_analysis_that_never_answers_is_given_up(play_in_page: OpenShared) -> None:
    page = play_in_page(IN_PAGES[0], {}, script=SILENT, clock=True)
    page.do("analyse")
    page.page.clock.run_for(1_000)
    page.page.wait_for_function("() => searching.asked.includes('search_root')")
    page.page.clock.run_for(30_000)
    expect(page.page.locator(".adaptoid-analyst-hint")).to_contain_text("The analysis stopped: no answer.")
    expect(pressed(page, "analyse")).to_have_count(0)
    page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"), shows=False)


@pytest.mark.nightly
def test_a_page_closed_during_an_analysis_has_its_game(play_in_page: OpenShared) -> None:
    page = play_in_page(IN_PAGES[0], {}, script=SILENT)
    looks = "(n) => searching.asked.filter((what) => what === 'search_root').length === n"
    page.do("analyse")
    page.page.wait_for_function(looks, arg=1)
    after = page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"))
    page.page.wait_for_function(looks, arg=2)
    page.page.reload()
    page.shows(after)
    expect(pressed(page, "analyse")).to_have_count(0)


def test_a_page_reviews_its_game(play_in_page: OpenShared) -> None:
    """As the kernel annotates it; each mistake is a button that shows its turn, with the comment."""
    game = game_of_beginners().resign()
    page = play_in_page(game, {})
    page.do("review")
    mistakes = page.page.locator(".adaptoid-mistakes button")
    expect(mistakes.first).to_be_visible()
    rows = [row for row in aw.annotate(game, progress=False).table if row["mark"]]
    assert rows
    expect(mistakes).to_have_count(len(rows))
    for k, row in enumerate(rows):
        expect(mistakes.nth(k)).to_contain_text(f"{row['turn']} {row['mark']}")
        expect(mistakes.nth(k)).to_contain_text(f"better: {row['best']}")
    mistakes.first.focus()
    page.page.keyboard.press("Enter")
    page.shows(game.turn_at(rows[0]["ply"]).position)
    expect(mistakes.first).to_have_attribute("aria-current", "step")
    expect(page.page.locator(".adaptoid-comment")).to_contain_text(rows[0]["why"])
    assert findings(page.page) == []
    page.screenshot("reviewed")
    page.page.set_viewport_size({"width": 1280, "height": 800})
    # three rows
    assert page.page.locator(".adaptoid-scroller").evaluate("(list) => list.clientHeight") >= 84
    page.page.locator(f"[data-node='{rows[0]['ply']}'] .adaptoid-turn-glyph").wait_for()
    page.page.reload()
    page.shows(game.turn_at(rows[0]["ply"]).position)
    expect(page.page.locator(".adaptoid-comment")).to_contain_text(rows[0]["why"])


def test_one_learns_from_mistakes_and_goes_back_to_the_game(play_in_page: OpenShared) -> None:
    """A graph leads to each turn; an exercise judges turns; afterwards the game is as it was."""
    game = game_of_beginners().resign()
    page = play_in_page(game, {})
    page.do("review")
    graph = page.page.get_by_role("slider", name="Who was ahead")
    graph.press("Home")
    page.shows(game.turn_at(0).position)
    graph.press("ArrowRight")
    page.shows(game.turn_at(1).position)
    expect(graph).to_have_attribute("aria-valuetext", re.compile("Turn 1 of 3: White"))
    review = page.page.locator(".adaptoid-review")
    review.get_by_role("button", name="Learn from my mistakes").click()
    row = next(row for row in aw.annotate(game, progress=False).table if row["mark"])
    before = game.turn_at(row["ply"] - 1).position
    page.shows(before)
    expect(review).to_contain_text(f"({row['turn']}).")
    expect(page.page.locator(".adaptoid-history")).not_to_contain_text(row["best"])
    assert findings(page.page) == []
    page.play(before, aw.Turn.from_text(row["turn"]), shows=False)
    verdict = review.locator(".adaptoid-review-verdict")
    expect(verdict).to_have_text("Not yet.")
    # the reason stands in the task, and is announced once
    reason = "captures C5 from "
    assert page.page.locator(".adaptoid-widget").inner_text().count(reason) == 1
    assert page.page.locator(".adaptoid-live-region").text_content() == "Not yet."
    review.get_by_role("button", name="Try again").click()
    page.shows(before)
    page.play(before, aw.Turn.from_text(row["best"]))
    expect(verdict).to_have_text("That is the best turn.")
    page.screenshot("learnt")
    review.get_by_role("button", name="Back to the game").click()
    page.shows(game.turn_at(1).position)
    expect(page.page.locator(".adaptoid-turn-glyph").first).to_be_visible()


WINDOWS: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "phone held sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True},
}


def expect_whole(*parts: Locator) -> None:
    """Wait until all of each part is in the window, apart from fractions of pixels."""
    for part in parts:
        expect(part).to_be_in_viewport(ratio=0.99)


def view_row(page: Shared, language: str) -> Locator:
    """The row of buttons under the board in a language, at the lower edge of the window."""
    page.page.locator(".adaptoid-language select").select_option(language)
    expect(page.page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
    row = page.page.locator(".adaptoid-view-row")
    # the last button of the row to be loaded
    expect(row.locator("[data-do=confirm]")).to_be_visible()
    row.evaluate("(row) => row.scrollIntoView({ block: 'end' })")
    return row


def boxes(page: Shared, selector: str) -> dict[str, Any]:
    """Where the visible buttons among those are, by their data."""
    expect(page.board).to_have_attribute("data-link", "idle")
    found: dict[str, Any] = page.page.locator(selector).evaluate_all(
        """(buttons) => Object.fromEntries(buttons.filter((button) => button.checkVisibility()).map((button) => {
            const { left, top, width, height } = button.getBoundingClientRect();
            return [JSON.stringify(button.dataset), [left, top, width, height].map(Math.round)]; }))"""
    )
    return found


@pytest.mark.parametrize("window", ["phone", *nightly("laptop", "phone held sideways")])
def test_an_exercise_is_all_in_the_window(play_in_page: OpenShared, window: str) -> None:
    """From its beginning: the steps of the turn, the board, the task and its buttons, each in a place of its own."""
    page = play_in_page(game_of_beginners().resign(), {}, **WINDOWS[window])
    page.do("review")
    page.press('[data-learn="start"]')
    task = page.page.locator(".adaptoid-review-task")
    buttons = page.page.locator(".adaptoid-review-buttons > button")
    panel = page.page.locator(".adaptoid-steps-row")
    expect_whole(page.board, panel, task, *buttons.all())
    asked = boxes(page, "[data-learn]")
    assert len(asked) == 3
    page.press('[data-learn="hint"]')
    expect(page.page.locator(".adaptoid-review-verdict")).not_to_be_empty()
    assert boxes(page, "[data-learn]") == asked
    page.press('[data-learn="show"]')
    onward = page.page.locator('[data-learn="next"]')
    expect_whole(page.board, task, onward)
    shown = boxes(page, "[data-learn]")
    assert [box for box in shown.values() if box in asked.values()] == [
        asked[key] for key in asked if key in shown
    ]


def test_the_buttons_for_help_keep_their_places_in_an_exercise(play_in_page: OpenShared) -> None:
    """They do nothing as long as the exercise lasts, which has its own hints."""
    controls = "[data-do]:not(.adaptoid-drawer *, .adaptoid-history *)"
    page = play_in_page(game_of_beginners().resign(), {}, **WINDOWS["laptop"])
    page.do("review")
    start = page.page.locator('[data-learn="start"]')
    expect(start).to_be_visible()
    before = boxes(page, controls)
    start.click()
    expect(page.page.locator(".adaptoid-review-task")).to_be_visible()
    help_buttons = [page.page.locator(f"[data-do={what}]") for what in ("analyse", "hint")]
    for button in help_buttons:
        expect(button).to_have_attribute("aria-disabled", "true")
    assert sorted(boxes(page, controls).values()) == sorted(before.values())
    page.press('[data-learn="leave"]')
    expect(page.page.locator("[data-do=analyse]")).not_to_have_attribute("aria-disabled", "true")
    assert boxes(page, controls) == before


@pytest.mark.parametrize("language", ["de", *nightly("en", "ja", "es")])
def test_answers_come_where_a_phone_shows_them(play_in_page: OpenShared, language: str) -> None:
    """Between the board and the button that asks for them: nobody has to scroll, and nothing moves."""
    page = play_in_page(BUSY, {}, script=BRIEF, **WINDOWS["phone"])
    row = view_row(page, language)
    before = page.page.evaluate(CONTROLS)
    hint = page.page.locator(".adaptoid-analyst-hint")
    for _ in range(2):
        page.do("hint")
        expect(hint).not_to_be_empty()
        expect_whole(hint, row)
    page.screenshot(f"hint-on-a-phone-{language}")
    assert hint.evaluate("(hint) => hint.scrollHeight <= hint.clientHeight")
    page.do("analyse")
    page.play(Position.from_text(BUSY), aw.Turn.from_text("+C2"))
    row.evaluate("(row) => row.scrollIntoView({ block: 'end' })")
    best = page.page.locator(".adaptoid-best-turns button")
    expect(best).to_have_count(3)
    expect_whole(*best.all(), row)
    assert page.page.evaluate(CONTROLS) == before
    page.screenshot(f"best-turns-on-a-phone-{language}")
    # in one step, since an update replaces the cards
    small = """() => [...document.querySelectorAll(".adaptoid-best-turns button")]
        .filter((one) => one.offsetHeight < 44 || one.offsetWidth < 44).length"""
    assert page.page.evaluate(small) == 0


@pytest.mark.parametrize("language", ["es", *nightly("en", "de", "ja")])
def test_a_phone_shows_pens_and_a_review_in_the_place_of_the_legend(
    play_in_page: OpenShared, language: str
) -> None:
    """In sight of the buttons that open them. The list of turns stays where it is, and the mistakes come after it."""
    page = play_in_page(game_of_beginners().resign(), {}, **WINDOWS["phone"])
    row = view_row(page, language)
    before = page.page.evaluate(CONTROLS)
    page.do("annotate")
    pens = page.page.locator(".adaptoid-pens")
    expect_whole(pens, *pens.locator("button").all(), pens.locator(".adaptoid-hint"), row)
    assert page.page.evaluate(CONTROLS) == before
    small = "(buttons) => buttons.filter((one) => one.offsetHeight < 44 || one.offsetWidth < 44).length"
    assert pens.locator("button").evaluate_all(small) == 0
    # neither the lowest discs nor the first side is covered
    edges = [(part, "top") for part in (".adaptoid-side-name", ".adaptoid-supply")]
    low, *tops = [
        page.page.locator(part).first.evaluate(f"(part) => part.getBoundingClientRect().{edge}")
        for part, edge in [(".adaptoid-pens", "bottom"), *edges]
    ]
    assert low <= min(tops)
    page.screenshot(f"pens-on-a-phone-{language}")
    page.do("annotate")
    page.do("review")
    start = page.page.locator('[data-learn="start"]')
    expect_whole(page.page.locator(".adaptoid-graph"), start, row)
    assert start.evaluate("(button) => button.scrollHeight <= button.clientHeight")
    assert page.page.evaluate(CONTROLS) == before
    page.screenshot(f"review-on-a-phone-{language}")
    # an analysis that is asked for later takes the place, and gives it back
    page.do("analyse")
    expect(pressed(page, "analyse")).to_have_count(1)
    expect(page.page.locator(".adaptoid-brief")).to_be_hidden()
    assert page.page.evaluate(CONTROLS) == before
    page.do("analyse")
    expect_whole(start)


def test_a_phone_held_sideways_shows_an_analysis_and_a_review_at_once(play_in_page: OpenShared) -> None:
    """Beside the board, wherever it is scrolled to. Nothing moves, and the page becomes no shorter."""
    press = "(button) => button.click()"
    height = "document.documentElement.scrollHeight"
    page = play_in_page(BUSY, {}, script=BRIEF, **WINDOWS["phone held sideways"])
    page.shows(BUSY)
    expect(page.page.locator("[data-do=confirm]")).to_be_visible()
    before, high = page.page.evaluate(CONTROLS), page.page.evaluate(height)
    page.page.locator("[data-do=hint]").evaluate(press)
    expect_whole(page.page.locator(".adaptoid-analyst-hint"))
    assert page.page.evaluate(CONTROLS) == before
    page.page.locator("[data-do=analyse]").evaluate(press)
    page.play(Position.from_text(BUSY), aw.Turn.from_text("+C2"))
    page.page.evaluate("scrollTo(0, 0)")
    best = page.page.locator(".adaptoid-best-turns button")
    expect(best).to_have_count(3)
    expect_whole(*best.all())
    assert page.page.evaluate(CONTROLS) == before
    assert page.page.evaluate(height) >= high
    page.screenshot("analysis-sideways")
    page.page.locator(".adaptoid-view-row").evaluate("(row) => row.scrollIntoView({ block: 'end' })")
    expect_whole(page.page.locator(".adaptoid-shares"), page.page.locator(".adaptoid-analyst-score"))
    over = play_in_page(game_of_beginners().resign(), {}, **WINDOWS["phone held sideways"])
    over.shows(game_of_beginners().position)
    expect(over.page.locator("[data-do=confirm]")).to_be_visible()
    before = over.page.evaluate(CONTROLS)
    over.page.locator("[data-do=review]").evaluate(press)
    expect_whole(over.page.locator(".adaptoid-graph"), over.page.locator('[data-learn="start"]'))
    assert over.page.evaluate(CONTROLS) == before


@pytest.mark.parametrize("window", ["phone held sideways", *nightly("laptop")])
def test_a_comment_is_written_beside_an_analysis(play_in_page: OpenShared, window: str) -> None:
    """Its button stands in the head of the list of turns, and covers nothing there in any language."""
    page = play_in_page(BUSY, {}, script=BRIEF, **WINDOWS[window])
    page.do("analyse")
    expect(page.page.locator(LINES)).to_have_count(3)
    button = page.page.locator("[data-do=comment]")
    for language in aw.languages():
        page.page.locator(".adaptoid-language select").select_option(language)
        expect(page.page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
        gaps = page.page.evaluate(
            """() => { const box = (part) => document.querySelector(part).getBoundingClientRect();
            const title = document.createRange();
            title.selectNodeContents(document.querySelector(".adaptoid-history .adaptoid-title"));
            const { left, right } = box("[data-do=comment]");
            return [left - title.getBoundingClientRect().right, box("[data-do=promote]").left - right]; }"""
        )
        assert min(gaps) >= 0, language
        page.screenshot(f"comment-beside-an-analysis-{window}-{language}")
    page.press("[data-do=comment]")
    field = page.page.locator("textarea.adaptoid-comment-field")
    expect_whole(field)
    field.fill("Sharp.")
    field.press("Escape")
    expect(page.page.locator(".adaptoid-comment-text")).to_have_text("Sharp.")
    expect(button).to_be_visible()


def test_the_pens_are_in_sight_and_move_no_button(play_in_page: OpenShared) -> None:
    controls = "[data-do]:not(.adaptoid-drawer *)"
    page = play_in_page(BUSY, {}, script=BRIEF, **WINDOWS["laptop"])
    for language in aw.languages():
        page.page.locator(".adaptoid-language select").select_option(language)
        expect(page.page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
        before = boxes(page, controls)
        page.do("annotate")
        drawer = page.page.locator(".adaptoid-pens")
        expect_whole(drawer, *drawer.locator("button").all(), drawer.locator(".adaptoid-hint"))
        assert boxes(page, controls) == before
        page.screenshot(f"pens-{language}")
        page.do("annotate")


def test_answers_come_beside_the_board_and_move_no_button(play_in_page: OpenShared) -> None:
    """A hint, an analysis and a review, in a window that is wide and not high."""
    controls = "[data-do]:not(.adaptoid-drawer *, .adaptoid-history *)"
    page = play_in_page(IN_PAGES[0], {}, **WINDOWS["laptop"])
    before = boxes(page, controls)
    page.do("hint")
    expect_whole(page.page.locator(".adaptoid-analyst-hint"))
    assert boxes(page, controls) == before
    page.do("analyse")
    expect(page.page.locator(LINES)).to_have_count(3)
    expect_whole(*page.page.locator(LINES).all())
    assert boxes(page, controls) == before
    over = play_in_page(game_of_beginners().resign(), {}, **WINDOWS["laptop"])
    before = boxes(over, controls)
    review = over.page.locator("[data-do=review]:visible")
    expect(review.locator(".adaptoid-tool-label")).to_be_visible()
    review.click()
    expect_whole(over.page.locator(".adaptoid-graph"), over.page.locator('[data-learn="start"]'))
    assert boxes(over, controls) == before


@pytest.mark.nightly
def test_a_review_can_be_stopped(play_in_page: OpenShared) -> None:
    """It says how far it is; a worker that dies ends it too. The game has nothing of it."""
    page = play_in_page(game_of_beginners().resign(), {}, script=SILENT)
    review = page.page.locator(".adaptoid-review")
    page.do("review")
    expect(review.get_by_role("progressbar", name="Turn 1 of 3")).to_be_visible()
    page.page.wait_for_function("() => searching.asked.includes('search_root')")
    assert findings(page.page) == []
    review.get_by_role("button", name="Stop the review").click()
    expect(review.get_by_role("progressbar")).to_be_hidden()
    assert page.page.evaluate("searching.ended") == 1
    broken = play_in_page(game_of_beginners().resign(), {}, script=BREAKS)
    review = broken.page.locator(".adaptoid-review")
    broken.do("review")
    expect(review).to_contain_text("The review stopped: it died.")
    for each in (page, broken):
        each.shows(game_of_beginners().position)
        expect(each.page.locator(".adaptoid-mistakes")).to_be_hidden()
        expect(each.page.locator("[data-do=review]:visible")).to_be_enabled()
