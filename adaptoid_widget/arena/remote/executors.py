"""Where the games of a match are played: processes of this machine, or whatever executor is given."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import wait
from typing import Any

from .packing import kill_all


class Here(Executor):
    """Runs everything at once, here, where there are neither processes nor threads, as in a browser."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run it and give what it came to."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001  the future raises it
            future.set_exception(error)
        return future


def cores() -> int:
    """How many processors this process may use."""
    # more exact where there is such a thing
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def alone() -> bool:
    """Whether there are neither processes nor threads, as in a browser."""
    return sys.platform == "emscripten"


def processes(workers: int | None = None) -> Executor:
    """An executor over processes of this machine, by default as many as it has processors."""
    if alone():
        return Here()
    kind = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    return ProcessPoolExecutor(
        workers or cores(), mp_context=multiprocessing.get_context(kind), initializer=end_with_parent
    )


def end_with_parent() -> None:
    """End this worker when the process that started it ends, however it ends; otherwise it would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel
    # Ctrl-C is for the one who gave the work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _end_now())

    def watch() -> None:
        wait([sentinel])
        _end_now()

    threading.Thread(target=watch, daemon=True).start()


def shares_memory(executor: Executor) -> bool:
    """Whether what it runs is run in this very process."""
    return isinstance(executor, (ThreadPoolExecutor, Here))


def workers_of(executor: Executor) -> int:
    """How many things an executor does at once, as far as it can be told."""
    if isinstance(executor, Here):
        return 1
    known = getattr(executor, "_max_workers", None)
    if isinstance(known, int):
        return known
    client = getattr(executor, "_client", None)
    if client is not None:
        # a Dask cluster: threads by worker
        threads: int = sum(client.nthreads().values())
        return max(1, threads)
    return max(8, cores())


def _end_now() -> None:
    """End this worker at once, and the programs that play in it."""
    kill_all()
    os._exit(1)


def give_up(executor: Executor) -> None:
    """End an executor of our own at once, with whatever it is doing."""
    running = list((getattr(executor, "_processes", None) or {}).values())
    executor.shutdown(wait=isinstance(executor, ThreadPoolExecutor), cancel_futures=True)
    for process in running:
        process.terminate()
    for process in running:
        # compiled code looks up only when it is done
        process.join(timeout=1)
        if process.is_alive():
            process.kill()
