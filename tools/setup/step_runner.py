"""Runs the steps that `dev.py` lists, in parallel where possible, and reports their results.

A step is a function that gets a `Shell` to run commands. It starts when the steps that it needs have succeeded and a
slot is free. Its output goes to a log file, which is shown if the step fails. After a failure, the runner skips only
the steps that need the failed step, so that one run shows all failures.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

# the time limit of a command; the browser tests of a nightly run take 40 minutes on two busy processors
LIMIT_S = 7200
HEARTBEAT_S = 30
SHOWN_LINES = 400
# colours and links, which some tools print even into files
ANSI = re.compile(r"\x1b\[[0-9;]*[a-zA-Z]|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)")
# the last lines of pytest and vitest; "Test Files" counts files, the line after it tests
PYTEST_CLOSING = re.compile(r"^=* ?((?:\d+ \w+(?:, )?)+|no tests ran) in \d.*$")
VITEST_CLOSING = re.compile(r"^ *(Test Files|Tests|Snapshots|Duration)  +\S.*$")
# the failed tests in the summaries of pytest and vitest
FAILED_TEST = re.compile(r"^(?:FAILED|ERROR| *FAIL) +\S.*$")
MAX_FAILED = 20
COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped)")


class StepFailed(Exception):
    """A command of a step failed, or something that the step needs is missing."""


class Shell:
    """Runs the commands of one step with one environment and one log."""

    def __init__(self, log: IO[str], environment: Callable[[], dict[str, str]], folder: Path) -> None:
        self._log = log
        self._environment = environment
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self.cancelled = False
        self.notes: list[str] = []

    def say(self, text: str) -> None:
        """Write a line to the log."""
        self._log.write(text + "\n")
        self._log.flush()

    def note(self, text: str) -> None:
        """Write a text to the log, and again below the table of all steps. Nothing is written for ""."""
        if text:
            self.say(text)
            self.notes.append(text)

    def run(self, command: list[str], folder: Path | None = None, **extra: str) -> None:
        """Run a command with `extra` environment variables. Raises StepFailed."""
        self.say("$ " + shlex.join(command))
        if self.cancelled:
            raise StepFailed("stopped")
        environment = {**self._environment(), **extra}
        program = shutil.which(command[0], path=environment["PATH"]) or command[0]
        try:
            self._process = subprocess.Popen(
                [program, *command[1:]],
                cwd=folder or self._folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            raise StepFailed(f"{command[0]} cannot be started: {error}") from error
        try:
            status = self._process.wait(LIMIT_S)
        except subprocess.TimeoutExpired as error:
            raise StepFailed(f"{command[0]} did not end within {LIMIT_S} s") from error
        finally:
            self.stop()
        if status:
            raise StepFailed(f"{Path(command[0]).name} ended with status {status}")

    def stop(self) -> None:
        """Kill the running command with its descendants."""
        process = self._process
        if process is None:
            return
        with contextlib.suppress(OSError):
            if os.name == "nt":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@dataclass
class DevStep:
    """A named piece of work of `dev.py`."""

    name: str
    work: Callable[[Shell], object]
    needs: Sequence[str] = ()
    """The names of the steps that must succeed before."""
    after: Sequence[str] = ()
    """The names of the steps that must end before, even if they fail."""
    result: str = "waiting"
    """ "waiting", "running", "ok", "FAILED" or "not run"."""
    seconds: float = 0.0
    reason: str = ""
    """Why it failed."""


class Runner:
    """Runs steps and reports their results."""

    def __init__(
        self,
        steps: list[DevStep],
        environment: Callable[[], dict[str, str]],
        folder: Path,
        *,
        at_once: int,
        loud: bool,
    ) -> None:
        self._steps = {step.name: step for step in steps}
        self._environment = environment
        self._folder = folder
        self._logs = folder / "artefacts" / "logs"
        self._at_once = at_once
        self._loud = loud
        self._changed = threading.Condition()
        self._shells: dict[str, Shell] = {}
        self._began = time.monotonic()

    def run(self) -> bool:
        """Run all steps. Return whether all succeeded."""
        self._logs.mkdir(parents=True, exist_ok=True)
        for log in self._logs.glob("*.log"):
            log.unlink()
        try:
            with self._changed:
                while self._start_ready_steps() or self._running():
                    if not self._changed.wait(HEARTBEAT_S):
                        self._report_heartbeat()
        except KeyboardInterrupt:
            for shell in list(self._shells.values()):
                shell.cancelled = True
                shell.stop()
            self._say("stopped")
            return False
        return self._summarise()

    def _running(self) -> list[DevStep]:
        return [step for step in self._steps.values() if step.result == "running"]

    def _start_ready_steps(self) -> bool:
        """Start the steps that are ready. Return whether a step waits for a running one."""
        for step in self._steps.values():
            needed = [self._steps[name].result for name in step.needs if name in self._steps]
            if step.result == "waiting" and any(result in ("FAILED", "not run") for result in needed):
                step.result = "not run"
                self._say(f"      {step.name}: not run, since it needs what failed")
        free = self._at_once - len(self._running())
        for step in self._steps.values():
            if free and step.result == "waiting" and self._is_ready(step):
                free -= 1
                step.result = "running"
                self._say(f"  ... {step.name}")
                threading.Thread(target=self._execute, args=(step,), daemon=True).start()
        return any(step.result == "waiting" for step in self._steps.values()) and bool(self._running())

    def _is_ready(self, step: DevStep) -> bool:
        needed = [self._steps[name].result for name in step.needs if name in self._steps]
        awaited = [self._steps[name].result for name in step.after if name in self._steps]
        return all(result == "ok" for result in needed) and not {"waiting", "running"}.intersection(awaited)

    def _execute(self, step: DevStep) -> None:
        began = time.monotonic()
        result = "FAILED"
        try:
            with self._log_of(step).open("w", encoding="utf-8") as log:
                shell = Shell(log, self._environment, self._folder)
                self._shells[step.name] = shell
                step.work(shell)
            result = "ok"
        except StepFailed as failure:
            step.reason = str(failure)
        except Exception as error:  # noqa: BLE001  a step can raise anything
            step.reason = f"{type(error).__name__}: {error}"
        with self._changed:
            step.seconds = time.monotonic() - began
            step.result = result
            self._report_end(step)
            self._changed.notify()

    def _report_end(self, step: DevStep) -> None:
        lines = self._read_log(step)
        if step.result == "ok":
            closing = [line.strip(" =") for line in lines if PYTEST_CLOSING.match(line)]
            self._say(f"   ok {step.name} ({step.seconds:.0f} s)" + (f": {closing[-1]}" if closing else ""))
        else:
            self._say(f" FAIL {step.name} ({step.seconds:.0f} s): {step.reason}")
        if step.result != "ok" or self._loud:
            if len(lines) > SHOWN_LINES:
                self._say(
                    f"   (the last {SHOWN_LINES} of {len(lines)} lines; all are in {self._log_of(step)})"
                )
            print("\n".join("    | " + line for line in lines[-SHOWN_LINES:]), flush=True)

    def _report_heartbeat(self) -> None:
        for step in self._running():
            lines = [line for line in self._read_log(step) if line.strip()]
            self._say(f"      {step.name}: {lines[-1].strip()[:90] if lines else 'running'}")

    def _summarise(self) -> bool:
        steps = list(self._steps.values())
        failed = [step for step in steps if step.result != "ok"]
        print()
        for step in steps:
            print(f"{step.result:>8}  {step.seconds:6.1f} s  {step.name}  {step.reason}".rstrip())
        totals = {"passed": 0, "failed": 0, "skipped": 0}
        for step in steps:
            closing = closing_lines(self._read_log(step))
            for line in closing:
                count_tests(line, totals)
            if step.result != "ok":
                closing = failed_tests(self._read_log(step)) + closing
            if step.name in self._shells:
                closing = self._shells[step.name].notes + closing
            if closing:
                print(f"\n{step.name}\n" + "\n".join(closing))
        print(
            f"\n{len(steps) - len(failed)} of {len(steps)} steps ok in {time.monotonic() - self._began:.0f} s"
        )
        if failed:
            print("failed: " + ", ".join(step.name for step in failed))
        if any(totals.values()):
            print(f"tests: {totals['passed']} passed, {totals['failed']} failed, {totals['skipped']} skipped")
        sys.stdout.flush()
        return not failed

    def _say(self, text: str) -> None:
        print(f"{time.monotonic() - self._began:5.0f} s {text}", flush=True)

    def _log_of(self, step: DevStep) -> Path:
        return self._logs / (re.sub(r"\W+", "-", step.name) + ".log")

    def _read_log(self, step: DevStep) -> list[str]:
        try:
            return ANSI.sub("", self._log_of(step).read_text(encoding="utf-8", errors="replace")).splitlines()
        except OSError:
            return []


def closing_lines(lines: list[str]) -> list[str]:
    """Return the lines of pytest and vitest that count the tests."""
    return [line for line in lines if PYTEST_CLOSING.match(line) or VITEST_CLOSING.match(line)]


def failed_tests(lines: list[str]) -> list[str]:
    """Return the lines that name failed tests, at most `MAX_FAILED`."""
    return [line[:200] for line in lines if FAILED_TEST.match(line)][:MAX_FAILED]


def count_tests(line: str, totals: dict[str, int]) -> None:
    """Add the counts of a closing line to the totals."""
    if line.lstrip().startswith(("Test Files", "Snapshots", "Duration")):
        return
    for number, word in COUNTS.findall(line):
        totals["failed" if word.startswith("error") else word] += int(number)
