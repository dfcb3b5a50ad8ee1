"""Measures a shared page's answers to all legal turns of all steps of the course, in MicroPython.

    python -m tools.browser.course_answers [LESSON…]

The Python that travels in a page runs under MicroPython in Node. Each first turn is played, judged, answered
on the board and made a snapshot of. Prints one JSON object; fails where a wrong turn takes longer than the limit.
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

LIMIT_MS = 1000
SLOWEST = 5
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
python.runPython(`
import sys
sys.path.insert(0, "/page")
import drive
`);
"""

DRIVE = """
import json
import time

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.session.protocol import Refused
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.core.teaching.tutor import Tutor

with open("/page/lesson.json") as file:
    lesson = LessonContent.unpack(json.loads(file.read()))
session = Session(Game(lesson.steps[0].start))
tutor = Tutor(lesson, session)
for number, step in enumerate(lesson.steps):
    if step.kind != "turn":
        continue
    tutor.handle("step", number)
    for turn in [str(turn) for turn in step.start.turns()]:
        try:
            tutor.handle("retry")
        except Refused:
            pass  # nothing has been played yet
        begun = time.ticks_us()
        tutor.play(turn)
        while tutor.phase == "reply":
            tutor.handle("go")
        phase = tutor.phase
        json.dumps(session.snapshot())
        print(json.dumps([time.ticks_diff(time.ticks_us(), begun) / 1000, phase, step.name, turn]))
"""


def answers(name: str) -> list[tuple[float, str, str, str]]:
    """Yield for each first turn of each step: milliseconds, the phase that it leads to, the step and the turn."""
    pack = lessons.load(name)._replace(order="free").pack()
    made = {**compile_page_modules.sources("lesson"), "lesson.json": json.dumps(pack), "drive.py": DRIVE}
    with TemporaryDirectory() as folder:
        (Path(folder) / "made.json").write_text(json.dumps(made), encoding="utf-8")
        (Path(folder) / "run.mjs").write_text(RUN, encoding="utf-8")
        command = ["node", f"{folder}/run.mjs", f"{folder}/made.json", MODULE.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr or done.stdout)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return [(row[0], row[1], f"{name}/{row[2]}", row[3]) for row in rows]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures. Return 1 if an answer to a wrong turn took too long."""
    rows: list[tuple[float, str, str, str]] = []
    parser = argument_parser(__doc__)
    parser.add_argument("lessons", nargs="*", metavar="LESSON", default=lessons.names())
    names = parser.parse_args(arguments).lessons
    with bar(" lessons", "answering", len(names)) as shown:
        for name in names:
            rows += answers(name)
            shown.update()
    rows.sort(reverse=True)
    wrong = [row for row in rows if row[1] == "wrong"]
    figures = {
        "turns": len(rows),
        "wrong": len(wrong),
        "slowest_wrong_ms": wrong[0][0] if wrong else 0,
        "median_ms": rows[len(rows) // 2][0],
        "slower_than_limit": sum(row[0] > LIMIT_MS for row in wrong),
        "limit_ms": LIMIT_MS,
        "slowest": rows[:SLOWEST],
    }
    print(json.dumps(figures, indent=1))
    return 1 if figures["slower_than_limit"] else 0


if __name__ == "__main__":
    sys.exit(main())
