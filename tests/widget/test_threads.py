"""Interrupts are deferred until a block has ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import Any

import pytest

from adaptoid_widget.threads import deferred_interrupt

pytestmark = pytest.mark.usefixtures("sigint_handler")


def test_an_interrupt_is_raised_at_the_end_of_the_outer_block() -> None:
    log: list[str] = []
    with pytest.raises(KeyboardInterrupt), deferred_interrupt():  # noqa: PT012  a block is what is tested
        with deferred_interrupt():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            log.append("inner")
        log.append("outer")
    assert log == ["inner", "outer"]
    with deferred_interrupt():
        log.append("again")


def test_an_exception_in_the_block_is_the_context_of_the_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt) as caught, deferred_interrupt():  # noqa: PT012  as above
        signal.raise_signal(signal.SIGINT)
        raise ValueError("half done")
    assert isinstance(caught.value.__context__, ValueError)
    with pytest.raises(ValueError, match="no signal"), deferred_interrupt():
        raise ValueError("no signal")


def test_another_signal_handler_is_called_and_an_ignored_signal_stays_ignored() -> None:
    signals: list[Any] = []
    signal.signal(signal.SIGINT, lambda *arguments: signals.append(arguments))
    with deferred_interrupt():
        signal.raise_signal(signal.SIGINT)
        assert signals == []
    assert [number for number, _ in signals] == [signal.SIGINT]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with deferred_interrupt():
        signal.raise_signal(signal.SIGINT)
    assert signal.signal(signal.SIGINT, signal.default_int_handler) == signal.SIG_IGN


def test_other_threads_keep_the_signal_handler() -> None:
    handlers: list[str] = []

    def run() -> None:
        with deferred_interrupt():
            handlers.append(str(signal.getsignal(signal.SIGINT)))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert handlers == [str(signal.default_int_handler)]


@pytest.mark.nightly
@pytest.mark.parametrize("module", ["numpy.linalg", "numba.core.registry", "numba.core.types"])
def test_an_interrupt_while_numba_is_imported_leaves_it_importable(module: str) -> None:
    """A module that was imported halfway would make every later import of numpy or numba fail."""
    source = f"""
import signal, sys
class Stops:
    def find_spec(self, name, *_):
        if name == {module!r}:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Stops())
from adaptoid_widget.engine.backends.backend import backend
try:
    backend()
except KeyboardInterrupt:
    print("stopped,", end=" ")
print("compiled" if backend().compiled else "interpreted")
"""
    environment = {**os.environ, "ADAPTOID_BACKEND": "numba"}
    run = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=False, env=environment
    )
    assert run.stdout == "stopped, compiled\n", run.stderr
