"""Positions, and scripts that delay, break or forbid the searches of a shared page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator

from tests.browser.page.test_share import Shared

BUSY = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
RED = "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"
IN_PAGES = (
    "adaptoid w 0,0 W:D2 B:D6",
    BUSY,
    "adaptoid+bare-exchange+weaker-dies@hex5 w 0,0 W:C4L,E3,F4LLP B:E7P,F6PP",
    "adapt3 w 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP",
)
# A search worker is recognized by its first message, which has the module of the search.
SEARCH = """
(() => {
  const { postMessage, terminate } = Worker.prototype;
  const searching = (window.searching = { requests: [], ended: 0 });
  Worker.prototype.postMessage = function (message) {
    this.searches ??= "search" in message;
    if (this.searches && message.do) searching.requests.push(message.do);
    if (!this.searches || !searching.hold?.(this, message)) postMessage.call(this, message);
  };
  Worker.prototype.terminate = function () {
    searching.ended++;
    terminate.call(this);
  };
  HOLD
})();
"""
# limits the time of searches, for tests in which only the place of the results matters
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


def status(page: Shared) -> Locator:
    """The status line of the board."""
    return page.page.locator(".adaptoid-status")


def pressed(page: Shared, button: str) -> Locator:
    """A button of the board, in its pressed state."""
    return page.page.locator(f'[data-do="{button}"][aria-pressed="true"]')
