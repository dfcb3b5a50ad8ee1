"""Clicks within the page, because Playwright is too slow for thousands of clicks."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Locator

from tools.browser.clicks import Click

# Leaves nothing behind in the page but what the clicks do: no timers, no promises that wait for them.
_CLICK = """async (root, [clicks, patience]) => {
    const shown = root.querySelector(".adaptoid-board");
    const until = (what, done) => new Promise((resolve, reject) => {
        const since = performance.now();
        const observer = new MutationObserver(() => look());
        let frame = 0;
        const look = () => {
            cancelAnimationFrame(frame);
            const found = done(), late = performance.now() - since > patience;
            if (!found && !late) { frame = requestAnimationFrame(look); return; }
            observer.disconnect();
            if (found) resolve(found);
            else reject(new Error(`nothing comes of ${what}`));
        };
        observer.observe(shown, {attributes: true, attributeFilter: ["data-rev", "data-link"]});
        look(); });
    for (const [selector, callsPython] of clicks) {
        const rev = Number(shown.dataset.rev);
        const target = await until(selector, () => root.querySelector(selector));
        target.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
        if (callsPython) await until(selector, () => Number(shown.dataset.rev) > rev && shown.dataset.link === "idle");
    }}"""
PATIENCE_MS = 20_000


def click_all(root: Locator, clicks: Iterable[Click]) -> None:
    """Make clicks on a board, each after the answer to the last click. Raises an error if a click gets no answer."""
    steps = [[click.selector, click.calls_python] for click in clicks]
    root.evaluate(_CLICK, [steps, PATIENCE_MS])
