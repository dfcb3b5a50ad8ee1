"""The file of statistics, and the file of the results of an unfinished part."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

import adaptoid_widget
from adaptoid_widget._version import __version__
from adaptoid_widget.arena.remote.executors import workers_of
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.progress_bar import progress_bar
from adaptoid_widget.storage.atomic import write

SCHEMA = 1

TaskType = TypeVar("TaskType")
Data = dict[str, Any]


def read(path: Path) -> Data:
    """Read the statistics in a file, or make empty ones. Raises GameError for other content, and OSError."""
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {"schema": SCHEMA, "parts": {}}
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise GameError(f"{str(path)!r} holds something else than these numbers; name another file")
    return data


def save(path: Path, name: str, part: Data) -> None:
    """Replace a part in the file."""
    data = read(path)
    data["parts"][name] = part
    data["parts"] = dict(sorted(data["parts"].items()))
    # a line for each thing, so that a part that is made anew is easy to compare
    write(path, (compact(data) + "\n").encode("utf-8"))


def compact(data: Any, depth: int = 4) -> str:
    """Return JSON with line breaks down to some depth only."""
    if depth and isinstance(data, dict) and data:
        rows = [f"{json.dumps(key)}: {compact(value, depth - 1)}" for key, value in data.items()]
        return "{\n" + ",\n".join(rows) + "\n}"
    if depth and isinstance(data, list) and data and isinstance(data[0], (dict, list)):
        return "[\n" + ",\n".join(compact(value, 0) for value in data) + "\n]"
    return json.dumps(data, ensure_ascii=False)


def machine() -> Data:
    """Return the versions and the machine with which a part is made."""
    try:
        numba = metadata.version("numba")
    except metadata.PackageNotFoundError:
        numba = None
    return {
        "adaptoid-widget": __version__,
        "python": platform.python_version(),
        "numba": numba,
        "machine": platform.machine(),
        "cores": os.cpu_count(),
    }


def engine_key() -> str:
    """Return a hash of everything that determines the engine's play: rules, search, evaluation, weights, levels."""
    package = Path(adaptoid_widget.__file__).parent
    digest = sha256(__version__.encode())
    for folder, suffix in (("core", "*.py"), ("engine", "*.py"), ("engine", "weights.json")):
        for path in sorted((package / folder).rglob(suffix)):
            if folder == "engine" or path.name in PLAYED_BY:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


# what of core games are played by
PLAYED_BY = ("bitboard.py", "integer_rules.py", "random_play.py", "variants.py", "weak_players.py")


class Results:
    """The results of the finished tasks of a part, in a file from which the same call continues."""

    def __init__(self, path: Path, identity: Data) -> None:
        self._path = path
        self._line = json.dumps(identity, sort_keys=True)

    def stored(self) -> dict[int, Any]:
        """Return the stored results by number of the task; none if the file belongs to another part."""
        results: dict[int, Any] = {}
        with suppress(FileNotFoundError), self._path.open(encoding="utf-8") as file:
            if file.readline() != self._line + "\n":
                return {}
            for line in file:
                # half a line: somebody pulled the plug
                with suppress(ValueError):
                    number, result = json.loads(line)
                    results[number] = result
        return results

    def run(
        self,
        tasks: Sequence[TaskType],
        work: Callable[[TaskType], Any],
        executor: Executor,
        name: str,
        *,
        quiet: bool = False,
    ) -> list[Any]:
        """Run the missing tasks. Return the results of all tasks in their order."""
        results = self.stored()
        # whole lines only
        lines = [json.dumps([number, result]) for number, result in results.items()]
        write(self._path, "".join(line + "\n" for line in [self._line, *lines]).encode("utf-8"))
        missing = iter([number for number in range(len(tasks)) if number not in results])
        pending: dict[Future[Any], int] = {}
        with (
            self._path.open("a", encoding="utf-8") as file,
            progress_bar("task", name, len(tasks), shown=not quiet) as progress,
        ):
            progress.update(len(results))
            try:
                for number, result in _finished(tasks, work, executor, missing, pending):
                    # through JSON at once, so that a run in one go comes to the same as one taken up again
                    line = json.dumps([number, result])
                    file.write(line + "\n")
                    file.flush()
                    results[number] = json.loads(line)[1]
                    progress.update()
            finally:
                for future in pending:
                    future.cancel()
        return [results[number] for number in range(len(tasks))]

    def forget(self) -> None:
        """Remove the file of a finished part."""
        with suppress(OSError):
            self._path.unlink()


def _finished(
    tasks: Sequence[TaskType],
    work: Callable[[TaskType], Any],
    executor: Executor,
    numbers: Iterator[int],
    pending: dict[Future[Any], int],
) -> Iterator[tuple[int, Any]]:
    """Yield the results of tasks as they finish. A few tasks are submitted ahead of the workers."""
    while True:
        while len(pending) < 2 * workers_of(executor):
            number = next(numbers, None)
            if number is None:
                break
            pending[executor.submit(work, tasks[number])] = number
        if not pending:
            return
        done, _ = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            yield pending.pop(future), future.result()
