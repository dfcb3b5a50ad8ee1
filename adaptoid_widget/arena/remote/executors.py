"""Executors for the games of a match."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import wait
from typing import Any

from ... import threads
from .packing import kill_all


class InlineExecutor(Executor):
    """Runs each task at once in the caller, for browsers, which have neither processes nor threads."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a task and return its finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001
            future.set_exception(error)
        return future


def cores() -> int:
    """Return the number of processors that this process can use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def processes(workers: int | None = None) -> Executor:
    """Return an executor over processes of this machine, by default one per processor.

    Raises SystemExit in a worker that is reading the script of its parent: the parent raises an error with advice.
    """
    if not threads.THREADS:
        return InlineExecutor()
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(1)
    kind = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    return ProcessPoolExecutor(
        workers or cores(), mp_context=multiprocessing.get_context(kind), initializer=end_with_parent
    )


def end_with_parent() -> None:
    """End this worker when its parent process ends in any way."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel
    # Ctrl-C is for the parent
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _end_now())

    def watch() -> None:
        wait([sentinel])
        _end_now()

    threads.thread(watch, name="adaptoid parent watch").start()


def shares_memory(executor: Executor) -> bool:
    """Whether an executor runs its tasks in this process."""
    return isinstance(executor, (ThreadPoolExecutor, InlineExecutor))


def workers_of(executor: Executor) -> int:
    """Return the number of workers of an executor, or a guess."""
    if isinstance(executor, InlineExecutor):
        return 1
    known = getattr(executor, "_max_workers", None)
    if isinstance(known, int):
        return known
    client = getattr(executor, "_client", None)
    if client is not None:
        # a Dask cluster: threads by worker
        return max(1, int(sum(client.nthreads().values())))
    return max(8, cores())


def _end_now() -> None:
    """End this worker and its programs at once."""
    kill_all()
    os._exit(1)


def give_up(executor: Executor) -> None:
    """End an executor at once with its running tasks."""
    running = list((getattr(executor, "_processes", None) or {}).values())
    tasks = getattr(executor, "_call_queue", None)
    if sys.version_info < (3, 11, 5) and tasks is not None and getattr(executor, "_broken", False):
        # it would wait for ever until somebody reads the tasks of workers that are gone (CPython gh-94777)
        tasks._reader.close()
    executor.shutdown(wait=isinstance(executor, ThreadPoolExecutor), cancel_futures=True)
    for process in running:
        process.terminate()
    for process in running:
        # compiled code does not react to signals before it returns
        process.join(timeout=1)
        if process.is_alive():
            process.kill()
