"""Measures a shared page, opened from disk in Chromium: `python -m tools.browser.pages [TIMES]`.

Measures the size of the lesson `fork` and the time until its board is clickable. In a game, measures the time until
Python answers a turn that is played as soon as possible, the time from a later click to its repaint, and the time
until a level answers. Each figure is the median. The time of a level starts with the click that ends the person's turn
and includes the pause of the page. In an article with ten boards, measures the time until the first and until all of
them are painted, and until a turn is answered, also as ratios to a game that is opened in turn with it; with twenty
boards, the times of frames while it scrolls, and its memory. Also measures the positions per second of an analysis in
its worker, and of searches of the same positions by numba.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page
from tqdm import tqdm

from adaptoid_widget.bench import midgames
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.search.levels import HIGHEST, LOWEST
from adaptoid_widget.core.tactics.weak_players import greedy_turn
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.export.share import share
from adaptoid_widget.lessons import load
from tools import argument_parser
from tools.browser.clicks import clicks
from tools.browser.jupyter import chromium, context, load_average
from tools.browser.tutorial import tutorial

BOARDS = 10
SCROLLED = 20
MIDGAME = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
TURNS = 12
ANSWERS = 3
SEARCHES = 5
NODES = 2_000_000

# Counts from the moment at which the browser begins to open the file until the board is painted.
_READY = """
const painted = (then) => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
});
window.adaptoidReady = new Promise((done) => {
    const look = () => document.querySelector(".adaptoid-board [data-cell]") && (seen.disconnect(), painted(done));
    const seen = new MutationObserver(look);
    seen.observe(document, {childList: true, subtree: true});
});
"""
# The moment at which so many boards are painted.
_ALL_READY = """(count) => new Promise((done) => {
    const look = () => {
        if (document.querySelectorAll("adaptoid-board .adaptoid-board").length < count) return false;
        requestAnimationFrame(() => setTimeout(() => done(performance.now())));
        return true;
    };
    const seen = new MutationObserver(() => look() && seen.disconnect());
    if (!look()) seen.observe(document, {childList: true, subtree: true});
})"""
# The times from each frame to the next while the page scrolls to its end, so many pixels in a frame.
_SCROLL = """(step) => new Promise((done) => {
    const frames = [];
    let before;
    const next = (now) => {
        if (before !== undefined) frames.push(now - before);
        before = now;
        const at = scrollY;
        scrollBy({top: step, behavior: "instant"});
        scrollY === at && frames.length > 10 ? done(frames) : requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
})"""
_PRESS = """(board, selector) => board.closest(".adaptoid-widget").querySelector(selector).dispatchEvent(
    new MouseEvent("click", {bubbles: true, cancelable: true, view: window}))"""
# A click, and how long it is until the board shows this position, or one that begins like this.
_CLICK = f"""(board, [selector, position]) => new Promise((done, fail) => {{
    const begun = performance.now();
    setTimeout(fail, 60_000, new Error(`the board shows ${{board.dataset.position}}, not ${{position}}`));
    const look = () => {{
        if (!board.dataset.position.startsWith(position)) return;
        seen.disconnect();
        const {{port1, port2}} = new MessageChannel();
        port1.onmessage = () => (done(performance.now() - begun), port1.close());
        requestAnimationFrame(() => port2.postMessage(null));
    }};
    const seen = new MutationObserver(look);
    seen.observe(board, {{attributes: true, attributeFilter: ["data-position"]}});
    ({_PRESS})(board, selector);
}})"""
# Plays a turn as soon as its discs are there, without the time that Playwright takes to ask the page for each click.
_PLAY = f"""
const click = {_CLICK}, press = {_PRESS};
window.adaptoidAnswered = adaptoidReady.then(async () => {{
    const board = document.querySelector(".adaptoid-board");
    for (const [selector, position] of CLICKS)
        await (position ? click(board, [selector, position]) : press(board, selector));
    return performance.now();
}});
"""


# Keeps the nodes and the milliseconds of each request to the worker of the search.
_SEARCHED = """
{
    const searched = (window.adaptoidSearched = [0, 0]);
    const Plain = Worker;
    window.Worker = class extends Plain {
        constructor(...how) {
            super(...how);
            let asked = null;
            this.addEventListener("message", ({data}) => {
                if (!asked || data.answer === undefined) return;
                searched[0] += data.answer.nodes - asked.nodes;
                searched[1] += performance.now() - asked.begun;
                asked = null;
            });
            const post = this.postMessage.bind(this);
            this.postMessage = (message, ...more) => {
                if (message.do === "search_root") asked = {nodes: message.nodes, begun: performance.now()};
                post(message, ...more);
            };
        }
    };
}"""


def measure(times: int = 9, *, quiet: bool = False) -> dict[str, Any]:
    """Measure all figures, with the load of the machine."""
    load_before = load_average()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        lesson = share(load("fork"), Path(folder) / "fork.html")
        figures: dict[str, Any] = {"page_bytes": lesson.stat().st_size}
        rounds = tqdm(range(times), desc="opening a page", disable=quiet)
        figures["page_ready_ms_median"] = _median([opened(browser, lesson) for _ in rounds])
        game = share(Position.from_text(MIDGAME), Path(folder) / "game.html")
        rounds = tqdm(range(times), desc="playing at first sight", disable=quiet)
        figures["page_first_answer_ms_median"] = _median([first_answer(browser, game) for _ in rounds])
        figures["page_click_repaint_ms_median"] = _median(painted(browser, game))
        figures.update(articles(browser, Path(folder), game, times, quiet=quiet))
        for level in range(LOWEST, HIGHEST + 1):
            answers = [answered(browser, Path(folder), level) for _ in range(ANSWERS)]
            figures[f"page_reply_level_{level}_ms_median"] = _median(answers)
        figures.update(searched(browser, Path(folder)))
    figures["page_load_before_and_after"] = load_before + load_average()
    return figures


def opened(browser: Browser, path: Path) -> float:
    """Return the milliseconds until the board of a page from disk is painted."""
    with context(browser) as fresh:
        page = fresh.new_page()
        page.add_init_script(_READY)
        page.goto(path.as_uri())
        ready: float = page.evaluate("() => adaptoidReady")
        return ready


def first_answer(browser: Browser, path: Path) -> float:
    """Return the milliseconds from opening a page until a turn, played as soon as possible, is painted."""
    position = Position.from_text(MIDGAME)
    turn = greedy_turn(position)
    played = _clicks_with_answers(position, turn, position.play(turn))
    with context(browser) as fresh:
        page = fresh.new_page()
        page.add_init_script(f"{{const CLICKS = {json.dumps(played)}; {_READY} {_PLAY}}}")
        page.goto(path.as_uri())
        answered: float = page.evaluate("() => adaptoidAnswered")
        return answered


def articles(browser: Browser, folder: Path, game: Path, times: int, *, quiet: bool) -> dict[str, float]:
    """Measure an article with several boards, in turn with the page of the same game."""
    board = Game(MIDGAME)
    few, many = folder / "article.html", folder / "long-article.html"
    few.write_text(tutorial([board] * BOARDS), "utf-8")
    many.write_text(tutorial([board] * SCROLLED), "utf-8")
    firsts, alls, answers, alone, answers_alone = [list[float]() for _ in range(5)]
    for _ in tqdm(range(times), desc="opening an article", disable=quiet):
        first, whole = opened_boards(browser, few, BOARDS)
        firsts.append(first)
        alls.append(whole)
        alone.append(opened(browser, game))
        answers.append(first_answer(browser, few))
        answers_alone.append(first_answer(browser, game))
    figures = {
        "article_ready_ms_median": _median(firsts),
        "article_ready_ratio": _ratio(firsts, alone),
        "article_ten_ready_ms_median": _median(alls),
        "article_ten_ready_ratio": _ratio(alls, alone),
        "article_first_answer_ms_median": _median(answers),
        "article_first_answer_ratio": _ratio(answers, answers_alone),
    }
    with context(browser) as fresh:
        page = fresh.new_page()
        page.goto(many.as_uri())
        page.evaluate(_ALL_READY, SCROLLED)
        protocol = fresh.new_cdp_session(page)
        protocol.send("HeapProfiler.collectGarbage")
        heap: float = protocol.send("Runtime.getHeapUsage")["usedSize"]
        frames: list[float] = page.evaluate(_SCROLL, 60)
    figures["article_twenty_heap_bytes"] = heap
    figures["article_scroll_frame_ms_median"] = _median(frames)
    figures["article_scroll_frame_ms_longest"] = round(max(frames), 1)
    return figures


def opened_boards(browser: Browser, path: Path, count: int) -> tuple[float, float]:
    """Return the milliseconds until the first and until all boards of an article are painted."""
    with context(browser) as fresh:
        page = fresh.new_page()
        page.add_init_script(f"{_READY} window.adaptoidAllReady = ({_ALL_READY})({count});")
        page.goto(path.as_uri())
        first: float = page.evaluate("() => adaptoidReady")
        whole: float = page.evaluate("() => adaptoidAllReady")
        return first, whole


def painted(browser: Browser, path: Path) -> list[float]:
    """Return the milliseconds from each click that Python answers to its repaint, for some turns of both sides."""
    out: list[float] = []
    with context(browser) as fresh:
        board = _board(fresh.new_page(), path)
        position = Position.from_text(MIDGAME)
        for ply in range(TURNS):
            if position.winner is not None:
                break
            turn = greedy_turn(position, ply)
            out += _play(board, position, turn, position.play(turn))
            position = position.play(turn)
    return out


def answered(browser: Browser, folder: Path, level: int) -> float:
    """Return the milliseconds from the click that ends White's turn until the computer's answer is painted."""
    position = Position.from_text(MIDGAME)
    path = share(position, folder / f"level{level}.html", levels={"B": level})
    with context(browser) as fresh:
        board = _board(fresh.new_page(), path)
        # whatever the level replies, it is White's turn then
        return _play(board, position, greedy_turn(position), "adaptoid w ")[-1]


def searched(browser: Browser, folder: Path) -> dict[str, float]:
    """Return the nodes per second of an analysis in a page, and the median ratio to the same searches by numba."""
    searcher = Searcher(engine="numba")
    rates: list[float] = []
    ratios: list[float] = []
    for position in midgames(SEARCHES):
        path = share(position, folder / "searched.html")
        with context(browser) as fresh:
            page = fresh.new_page()
            page.add_init_script(_SEARCHED)
            _board(page, path)
            page.locator('[data-do="analyse"]').click()
            page.wait_for_function("(nodes) => adaptoidSearched[0] >= nodes", arg=NODES)
            nodes, took_ms = page.evaluate("() => adaptoidSearched")
        searcher.search(position, depth=1)
        begun = time.perf_counter()
        by_numba = searcher.search(position, nodes=NODES).nodes / (time.perf_counter() - begun)
        rates.append(nodes / took_ms * 1000)
        ratios.append(rates[-1] / by_numba)
    return {
        "page_nodes_per_s": round(statistics.median(rates)),
        "page_nodes_ratio": round(statistics.median(ratios), 2),
    }


def _board(page: Page, path: Path) -> Locator:
    page.goto(path.as_uri())
    board = page.locator(".adaptoid-board")
    board.wait_for()
    return board


def _clicks_with_answers(
    position: Position, turn: Turn, ends: Position | str
) -> list[tuple[str, str | None]]:
    """Return the clicks of a turn, each with the position that Python answers, if it is asked; the last is `ends`."""
    sequence = clicks(position, turn)
    positions: list[Position | str] = [ends]
    if sum(click.calls_python for click in sequence) == 2:
        positions.insert(0, position.after_move(str(turn).split(" ")[0]))
    return [(click.selector, str(positions.pop(0)) if click.calls_python else None) for click in sequence]


def _play(board: Locator, position: Position, turn: Turn, ends: Position | str) -> list[float]:
    """Return the milliseconds of each click that Python answers, the last until `ends` is shown."""
    times: list[float] = []
    for selector, answer in _clicks_with_answers(position, turn, ends):
        if answer:
            times.append(board.evaluate(_CLICK, [selector, answer]))
        else:
            board.evaluate(_PRESS, selector)
    return times


def _ratio(figures: list[float], others: list[float]) -> float:
    """The median of the ratios of figures that were measured in turn."""
    return round(statistics.median(a / b for a, b in zip(figures, others, strict=True)), 2)


def _median(figures: list[float]) -> float:
    return round(statistics.median(figures), 1)


if __name__ == "__main__":
    parser = argument_parser(__doc__)
    parser.add_argument("times", nargs="?", type=int, default=9, metavar="TIMES")
    figures = measure(parser.parse_args().times, quiet=not sys.stderr.isatty())
    print(json.dumps(figures, indent=2))
