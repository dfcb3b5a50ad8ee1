"""Measures code cells in a page: from a click on *Run* to the output of a short cell, and the first run of all.

`python -m tools.browser.cells [TIMES]` runs each cell so often.

`run_ratio` is the time to the output, in times that a loop of 50 000 steps takes in the page: it says more than
milliseconds on a machine that does other things, too.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from tools import argument_parser
from tools.browser.jupyter import chromium, load_average
from tools.browser.tutorial import tutorial

SHORT = "import adaptoid_widget as aw\naw.Position.start().turns()[0]"
# the time from a click to the first new output of the cell that its button belongs to
RUN = """button => new Promise((resolve) => {
  const section = button.closest("section");
  const output = section.querySelector("[data-output]");
  const began = performance.now();
  new MutationObserver((_, observer) => {
    if (section.dataset.state !== "done" || !output.textContent) return;
    observer.disconnect();
    resolve(performance.now() - began);
  }).observe(section, { attributes: true, childList: true, subtree: true });
  button.click();
})"""
LOOP = """() => {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < 50_000; i++) sum += Math.sqrt(i * (performance.now() > 0));
  return sum && performance.now() - began;
}"""


def measure(repetitions: int) -> dict[str, float]:
    """Return milliseconds of the first run and the median of later ones, with the size of the page in bytes."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        path = Path(folder, "cells.html")
        path.write_text(tutorial([], cells=[SHORT, "print(40 + 2)"]), "utf-8")
        page = browser.new_page()
        page.goto(path.as_uri())
        buttons = [page.locator(f'section[data-code="{number}"] [data-run]') for number in (0, 1)]
        first = buttons[0].evaluate(RUN)
        times = [buttons[k % 2].evaluate(RUN) for k in range(2 * repetitions)]
        loop = statistics.median(page.evaluate(LOOP) for _ in range(5))
        return {
            "first_run_ms": round(first, 1),
            "position_ms": round(statistics.median(times[0::2]), 1),
            "print_ms": round(statistics.median(times[1::2]), 1),
            "run_ratio": round(statistics.median(times[1::2]) / loop, 2),
            "page_bytes": path.stat().st_size,
        }


def main() -> None:
    """Print the figures."""
    parser = argument_parser(__doc__)
    parser.add_argument("times", nargs="?", type=int, default=20, metavar="TIMES")
    for name, value in measure(parser.parse_args().times).items():
        print(f"{name:14} {value}")
    print(f"{'load':14} {load_average()}")


if __name__ == "__main__":
    main()
