"""Measures a shared page's answers to all legal first turns and to the first hints of the course, in MicroPython.

    python -m tools.browser.course_answers [LESSON…] [-o FILE]

The Python that travels in a page runs under MicroPython in Node and gets the intents of a board as JSON. In each step
it measures each legal first turn: from the intent that ends the turn to the answer with the verdict, and from the next
intent to the answer with the reply on the board. It also measures the first hint. Slow answers are measured again in
a fresh page, and the fastest counts, so that the rest of the machine's load does not. Prints one JSON object; `-o`
writes all rows to a file. Fails where an answer takes longer than the limit.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from adaptoid_widget import lessons
from adaptoid_widget.storage.records import bar
from scripts import compile_page_modules
from tools import argument_parser

LIMIT_MS = 300
SLOWEST = 10
ROOT = Path(__file__).resolve().parents[2]
MODULE = (
    ROOT / "js" / "node_modules" / "@micropython" / "micropython-webassembly-pyscript" / "micropython.mjs"
)

RUN = """
import { readFileSync } from "node:fs";
const [made, module] = process.argv.slice(2);
const { loadMicroPython } = await import(module);
const python = await loadMicroPython({
  heapsize: 8 * 1024 * 1024, linebuffer: true, stdout: (line) => process.stdout.write(`${line}\\n`),
});
for (const [path, text] of Object.entries(JSON.parse(readFileSync(made, "utf8")))) {
  python.FS.mkdirTree(`/page/${path}`.split("/").slice(0, -1).join("/"));
  python.FS.writeFile(`/page/${path}`, text);
}
try {
  python.runPython(`
import sys
sys.path.insert(0, "/page")
import drive
`);
} catch (error) {
  process.stderr.write(`${error}\\n`);
  process.exitCode = 1;
}
"""

DRIVE = """
import json
import time

from adaptoid_widget.lesson_page import Page

SLOW_MS = 60
REPEATS = 2

with open("/page/options.json") as file:
    options = file.read()


def timed(page, kind, **fields):
    session = page.session
    fields.update({"id": 1, "rev": session.rev, "kind": kind})
    intent = json.dumps(fields)
    begun = time.ticks_us()
    answer = page.handle(intent)
    page.keep()
    ms = time.ticks_diff(time.ticks_us(), begun) / 1000
    reply = json.loads(answer)["reply"]
    assert reply["ok"], answer
    return ms


def turn_intents(turn):
    out = []
    if turn.origin is not None:
        out.append(("move", {"from": turn.origin, "to": turn.target}))
    if turn.growth is not None:
        out.append(("grow", {"at": turn.at, "what": turn.growth}))
    return out or [("pass", {})]


def play(page, turn):
    for kind, fields in turn_intents(turn):
        ms = timed(page, kind, **fields)
    phase = page.teacher.phase
    go_ms = 0
    while page.teacher.phase == "reply":
        go_ms = max(go_ms, timed(page, "lesson", what="go"))
    return ms, go_ms, phase


def again(number):
    page = Page(options)
    timed(page, "lesson", what="step", at=number)
    return page


page = Page(options)
for number, step in enumerate(page.teacher.lesson.steps):
    if step.kind == "read":
        continue
    timed(page, "lesson", what="step", at=number)
    ms = timed(page, "lesson", what="hint")
    for _ in range(REPEATS):
        if ms > SLOW_MS:
            ms = min(ms, timed(again(number), "lesson", what="hint"))
    print(json.dumps([ms, "hint", step.name, ""]))
    if step.kind != "turn":
        continue
    for turn in step.start.turns():
        if "retry" in page.teacher.can:
            timed(page, "lesson", what="retry")
        ms, go_ms, phase = play(page, turn)
        for _ in range(REPEATS):
            if max(ms, go_ms) > SLOW_MS:
                ms_again, go_ms_again, _ = play(again(number), turn)
                ms, go_ms = min(ms, ms_again), min(go_ms, go_ms_again)
        print(json.dumps([ms, "verdict " + phase, step.name, str(turn)]))
        if go_ms:
            print(json.dumps([go_ms, "reply", step.name, str(turn)]))
"""

Row = tuple[float, str, str, str]


def answers(name: str) -> list[Row]:
    """Return for each answer of a lesson: milliseconds, what was answered, the step and the turn."""
    options = {"lesson": lessons.load(name)._replace(order="free").pack(), "board": "measured"}
    made = {
        **compile_page_modules.sources("lesson"),
        "options.json": json.dumps(options),
        "drive.py": DRIVE,
    }
    with TemporaryDirectory() as folder:
        (Path(folder) / "made.json").write_text(json.dumps(made), encoding="utf-8")
        (Path(folder) / "run.mjs").write_text(RUN, encoding="utf-8")
        command = ["node", f"{folder}/run.mjs", f"{folder}/made.json", MODULE.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr or done.stdout)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return [(row[0], row[1], f"{name}/{row[2]}", row[3]) for row in rows]


def figures_of(rows: Sequence[Row]) -> dict[str, object]:
    """Return the number of answers and their times, by kind, and the slowest ones."""
    out: dict[str, object] = {"limit_ms": LIMIT_MS, "slower_than_limit": sum(row[0] > LIMIT_MS for row in rows)}
    for kind in ("verdict", "reply", "hint"):
        times = sorted(row[0] for row in rows if row[1].split()[0] == kind)
        if times:
            middle, high = times[len(times) // 2], times[len(times) * 99 // 100]
            out[kind] = {"answers": len(times), "median_ms": middle, "p99_ms": high, "max_ms": times[-1]}
    out["slowest"] = sorted(rows, reverse=True)[:SLOWEST]
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures. Return 1 if an answer took too long."""
    rows: list[Row] = []
    parser = argument_parser(__doc__)
    parser.add_argument("lessons", nargs="*", metavar="LESSON", default=lessons.names())
    parser.add_argument("-o", type=Path, metavar="FILE", dest="target")
    options = parser.parse_args(arguments)
    with bar(" lessons", "answering", len(options.lessons)) as shown:
        for name in options.lessons:
            rows += answers(name)
            shown.update()
            if options.target is not None:
                options.target.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    figures = figures_of(rows)
    print(json.dumps(figures, indent=1))
    return 1 if figures["slower_than_limit"] else 0


if __name__ == "__main__":
    sys.exit(main())
