"""Measures how smoothly a fast replay and the animation of single turns run, by the times between frames."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypedDict

from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator
from tqdm import tqdm

from tools.browser.jupyter import Lab, context

LONG_MS = 50
REST_MS = 3_000
PATIENCE_MS = 120_000


class Frames(TypedDict):
    """The times of frames and tasks in milliseconds."""

    frames: list[float]
    """From each frame to the next, by requestAnimationFrame."""
    tasks: list[float]
    """What the browser calls a long task: 50 ms or more in one piece of work."""
    animation: list[float]
    """What the browser calls a long animation frame: 50 ms or more from its begin until it was drawn."""
    duration: float


_WATCH = """async (root, [turns, longest]) => {
    const shown = root.querySelector(".adaptoid-board");
    const nextFrame = () => new Promise(requestAnimationFrame);
    const long = {longtask: [], "long-animation-frame": []};
    const last = Number(shown.dataset.rev) + turns;
    if (turns) {
        const speed = root.querySelector("[data-speed]");
        speed.value = "0";
        speed.dispatchEvent(new Event("change", {bubbles: true}));
    }
    await nextFrame();
    const observers = Object.entries(long).map(([type, durations]) => {
        const observer = new PerformanceObserver((list) => {
            for (const {duration} of list.getEntries()) durations.push(duration); });
        observer.observe({type});
        return observer; });
    const frames = [];
    const begun = await nextFrame();
    if (turns) root.querySelector('[data-do="play"]').click();
    for (let before = begun; before - begun < longest && !(turns && Number(shown.dataset.rev) >= last);) {
        const now = await nextFrame();
        frames.push(now - before);
        before = now;
    }
    const duration = performance.now() - begun;
    // these are told after their frame
    await new Promise((done) => setTimeout(done, 200));
    for (const observer of observers) observer.disconnect();
    if (turns && Number(shown.dataset.rev) < last) throw new Error("the replay does not come to its end");
    return {frames, tasks: long.longtask, animation: long["long-animation-frame"], duration}; }"""


def measure_replay(lab: Lab, browser: Browser, turns: int, *, quiet: bool = False) -> dict[str, Any]:
    """Measure the page at rest, then the first replay at full speed in it."""
    with (
        _board_of_game(lab, context(browser), "replay.ipynb", turns) as (root, protocol),
        tqdm(total=turns, desc="replay", disable=quiet, file=sys.stderr) as progress,
    ):
        rested = watch(root, 0, REST_MS)
        before = _busy_ms(protocol)
        played = watch(root, turns)
        busy = _busy_ms(protocol) - before
        progress.update(turns)
    return {
        "replay_turns": turns,
        "replay_turns_per_s": round(turns / played["duration"] * 1000, 1),
        "replay_page_cpu_ms_per_turn": round(busy / turns, 1),
        "replay_frame_ms_max": round(max(played["frames"]), 1),
        "replay_frames_over_50_ms": sum(frame > LONG_MS for frame in played["frames"]),
        "replay_long_tasks": len(played["tasks"]),
        "replay_long_animation_frames": len(played["animation"]),
        "replay_rest_frame_ms_max": round(max(rested["frames"]), 1),
        "replay_rest_frames_over_50_ms": sum(frame > LONG_MS for frame in rested["frames"]),
    }


@contextmanager
def _board_of_game(
    lab: Lab, profile: BrowserContext, name: str, turns: int
) -> Iterator[tuple[Locator, CDPSession]]:
    """Show a board at the start of a long game. Yield it, and the session that tells how long the page has worked."""
    lab.write(name)
    with profile:
        page = profile.new_page()
        protocol = profile.new_cdp_session(page)
        # as the processor counts it, so that a busy machine makes no difference
        protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
        notebook = lab.open(page, name)
        cell = notebook.run(
            "import adaptoid_widget as aw\nfrom tools import games\n"
            f"board = aw.Board(games.big_game({turns}))\nboard.goto(0)\nboard"
        )
        root = cell.locator(".adaptoid-widget")
        root.scroll_into_view_if_needed()
        yield root, protocol
        notebook.shut_down()


def watch(root: Locator, turns: int, longest_ms: float = PATIENCE_MS) -> Frames:
    """Watch a board's frames while it replays a number of turns at full speed, or with 0 turns at rest."""
    measured: Frames = root.evaluate(_WATCH, [turns, longest_ms])
    return measured


_STAGES = """async (root, turns) => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const shown = root.querySelector(".adaptoid-board");
    const frames = [];
    const times = [];
    for (let turn = 0; turn < turns; turn++) {
        const rev = shown.dataset.rev;
        root.querySelector('[data-do="next"]').click();
        while (shown.dataset.rev === rev) await nextFrame();
        const begun = await nextFrame();
        let now = begun;
        while (root.hasAttribute("data-staged")) {
            const before = now;
            now = await nextFrame();
            frames.push(now - before);
        }
        times.push(now - begun);
        // until what JupyterLab does after a step is over
        await new Promise((done) => setTimeout(done, 300));
    }
    return [frames, times]; }"""


def measure_animations(lab: Lab, browser: Browser, turns: int) -> dict[str, Any]:
    """Measure the frames while the turns of a game are shown, one after the other, by the button for the next turn."""
    # with motion
    profile = browser.new_context(viewport={"width": 1300, "height": 1000})
    with _board_of_game(lab, profile, "animations.ipynb", turns) as (root, protocol):
        # the part that shows turns has arrived
        root.locator("[data-do=sound][aria-checked]").wait_for(state="attached")
        rested = watch(root, 0, REST_MS)
        before = _busy_ms(protocol)
        frames, times = root.evaluate(_STAGES, turns)
        busy = _busy_ms(protocol) - before
    return {
        "animation_turns": sum(time > 0 for time in times),
        "animation_ms_max": round(max(times), 1),
        "animation_frames_per_s": round(len(frames) / sum(frames) * 1000, 1),
        "animation_frame_ms_max": round(max(frames), 1),
        "animation_frames_over_50_ms": sum(frame > LONG_MS for frame in frames),
        "animation_page_cpu_ms_per_frame": round(busy / len(frames), 1),
        "animation_rest_frames_per_s": round(len(rested["frames"]) / sum(rested["frames"]) * 1000, 1),
        "animation_rest_frames_over_50_ms": sum(frame > LONG_MS for frame in rested["frames"]),
    }


def _busy_ms(protocol: CDPSession) -> float:
    """Return the milliseconds that the page's main thread has worked so far."""
    metrics = {
        metric["name"]: metric["value"] for metric in protocol.send("Performance.getMetrics")["metrics"]
    }
    return 1000 * float(metrics["TaskDuration"])
