"""Measures a shared page's answers to all legal first turns and to the first hints of the course, in MicroPython.

    python -m tools.page_answers [LESSON…] [-o FILE]

The Python of a page runs under MicroPython in Node and gets the intents of a board as JSON. In each step
it measures each legal first turn: the answer to the move, the answer with the verdict, and the answer with the reply
on the board. It also measures the first hint. Times are those of the thread that runs Python. Slow answers are measured
again in a fresh page, and the fastest counts. Prints one JSON object; `-o` writes all rows to a file. Fails if an
answer takes longer than the limit.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from adaptoid_widget import lessons
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.export import shared_page
from adaptoid_widget.progress_bar import progress_bar
from tools import argument_parser
from tools.course_answers import in_free_order
from tools.setup import compile_page_modules

LIMIT_MS = 300
SLOWEST = 10
ROOT = Path(__file__).resolve().parents[1]
MODULE = (
    ROOT / "js" / "node_modules" / "@micropython" / "micropython-webassembly-pyscript" / "micropython.mjs"
)

# Opens pages and sends intents as js/src/worker/python_worker.ts does, so that memory is collected as in a page.
RUN = """
import { readFileSync } from "node:fs";
// Node would print the line of the script that failed, which is the whole of MicroPython
process.on("uncaughtException", ({ message }) => {
  process.stderr.write(message);
  process.exitCode = 1;
});
const [made, module] = process.argv.slice(2);
const { files, options, languages, steps } = JSON.parse(readFileSync(made, "utf8"));
const { loadMicroPython } = await import(module);
const python = await loadMicroPython({ heapsize: 8 * 1024 * 1024 });
for (const [path, text] of Object.entries(files)) {
  python.FS.mkdirTree(`/page/${path}`.replace(/\\/[^/]+$/, ""));
  python.FS.writeFile(`/page/${path}`, text);
}
python.runPython('import sys\\nsys.path.insert(0, "/page")');
const runtime = python.pyimport("adaptoid_widget.core.page.runtime").Runtime(languages);

const SLOW_MS = 100;
const REPEATS = 2;
let page;
let snapshot;
let opened;
let id = 0;

// the thread's own time, so that the rest of the machine's load does not count
const now = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

// sends an intent and returns the milliseconds until its answer
function timed(intent) {
  const text = JSON.stringify({ id: ++id, rev: snapshot.rev, clock: 1, ...intent });
  const begun = now();
  const answer = JSON.parse(page.handle(text));
  const ms = now() - begun;
  page.keep();
  if (!answer.reply.ok) throw new Error(`${text} ${JSON.stringify(answer.reply)}`);
  snapshot = answer.snapshot ?? snapshot;
  return ms;
}

const control = (what, more = {}) => timed({ kind: "lesson", what, ...more });

function open(step) {
  page = runtime.open("lesson", options, "");
  snapshot = JSON.parse(page.first()).snapshot;
  control("step", { at: step.number });
  opened = snapshot.rev;
}

// plays a turn: the milliseconds of the move, the verdict and the slowest turn of the reply, and the verdict
function play(intents) {
  const before = intents.slice(0, -1).map(timed);
  const ms = timed(intents.at(-1));
  const { phase } = snapshot.lesson;
  let reply = 0;
  while (snapshot.lesson.phase === "reply") reply = Math.max(reply, control("go"));
  return [{ move: before[0] ?? 0, verdict: ms, reply }, phase];
}

// measures something, and if it is slow, again in fresh pages
function best(step, action) {
  const [times, phase] = action();
  for (let again = 0; again < REPEATS && Math.max(...Object.values(times)) > SLOW_MS; again++) {
    open(step);
    const [more] = action();
    for (const kind in times) times[kind] = Math.min(times[kind], more[kind]);
  }
  return [times, phase];
}

const print = (...row) => process.stdout.write(`${JSON.stringify(row)}\\n`);

for (const step of steps) {
  open(step);
  const [{ hint }] = best(step, () => [{ hint: control("hint") }]);
  print(hint, "hint", step.name, "");
  for (const [turn, intents] of step.turns) {
    if (snapshot.lesson.can.includes("retry")) control("retry");
    else if (snapshot.rev > opened) open(step);
    const [times, phase] = best(step, () => play(intents));
    for (const kind in times) {
      if (times[kind]) print(times[kind], kind === "verdict" ? `verdict ${phase}` : kind, step.name, turn);
    }
  }
}
"""

AnswerRow = tuple[float, str, str, str]


def intents_of(turn: Turn) -> list[dict[str, object]]:
    """Return the intents of a board for a turn."""
    out: list[dict[str, object]] = []
    if turn.origin is not None:
        out.append({"kind": "move", "from": turn.origin, "to": turn.target})
    if turn.growth is not None:
        out.append({"kind": "grow", "at": turn.at, "what": turn.growth})
    return out or [{"kind": "pass"}]


def answers(name: str) -> list[AnswerRow]:
    """Return for each answer of a lesson: the milliseconds, the answer, the step and the turn."""
    lesson = in_free_order(name)
    steps = [
        {
            "number": number,
            "name": step.name,
            "turns": [(str(turn), intents_of(turn)) for turn in step.start.turns()]
            if step.kind == "turn"
            else [],
        }
        for number, step in enumerate(lesson.steps)
        if step.kind != "read"
    ]
    parts = shared_page.shared_parts()
    pages = {
        "files": compile_page_modules.sources(),
        "options": json.dumps({"lesson": lesson.pack(), "board": "measured"}),
        "languages": gzip.decompress(parts["languages"]).decode(),
        "steps": steps,
    }
    with TemporaryDirectory() as folder:
        (Path(folder) / "made.json").write_text(json.dumps(pages), encoding="utf-8")
        (Path(folder) / "run.mjs").write_text(RUN, encoding="utf-8")
        command = ["node", f"{folder}/run.mjs", f"{folder}/made.json", MODULE.as_uri()]
        completed = subprocess.run(command, capture_output=True, text=True, check=False)
    if completed.returncode:
        sys.exit(completed.stderr[-2000:] or completed.stdout)
    rows = [json.loads(line) for line in completed.stdout.splitlines()]
    return [(round(row[0], 1), row[1], f"{name}/{row[2]}", row[3]) for row in rows]


def figures_of(rows: Sequence[AnswerRow]) -> dict[str, object]:
    """Return the number of answers and their times, by kind, and the slowest ones."""
    out: dict[str, object] = {
        "limit_ms": LIMIT_MS,
        "slower_than_limit": sum(row[0] > LIMIT_MS for row in rows),
    }
    for kind in ("move", "verdict", "reply", "hint"):
        times = sorted(row[0] for row in rows if row[1].split()[0] == kind)
        if times:
            middle, high = times[len(times) // 2], times[len(times) * 99 // 100]
            out[kind] = {"answers": len(times), "median_ms": middle, "p99_ms": high, "max_ms": times[-1]}
    out["slowest"] = sorted(rows, reverse=True)[:SLOWEST]
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures. Return 1 if an answer took too long."""
    rows: list[AnswerRow] = []
    parser = argument_parser(__doc__)
    parser.add_argument("lessons", nargs="*", metavar="LESSON", default=lessons.names())
    parser.add_argument("-o", type=Path, metavar="FILE", dest="target")
    options = parser.parse_args(arguments)
    with progress_bar(" lessons", "answering", len(options.lessons)) as progress:
        for name in options.lessons:
            rows += answers(name)
            progress.update()
            if options.target is not None:
                options.target.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    figures = figures_of(rows)
    print(json.dumps(figures, indent=1))
    return 1 if figures["slower_than_limit"] else 0


if __name__ == "__main__":
    sys.exit(main())
