"""Interrupts that wait until something is done."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from typing import Any

import pytest

from adaptoid_widget.threads import deferred_interrupt
from tests.repetitions import nightly

pytestmark = pytest.mark.usefixtures("sigint_handler")


def test_an_interrupt_comes_at_the_end() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt), deferred_interrupt():  # noqa: PT012  a block is what is tested
        with deferred_interrupt():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            done.append("inner")
        done.append("outer")
    assert done == ["inner", "outer"]
    with deferred_interrupt():
        done.append("again")


def test_what_was_raised_meanwhile_is_not_lost() -> None:
    with pytest.raises(KeyboardInterrupt) as caught, deferred_interrupt():  # noqa: PT012  as above
        signal.raise_signal(signal.SIGINT)
        raise ValueError("half done")
    assert isinstance(caught.value.__context__, ValueError)
    with pytest.raises(ValueError, match="no signal"), deferred_interrupt():
        raise ValueError("no signal")


def test_somebody_elses_handler_is_called_and_one_that_ignores_is_kept() -> None:
    heard: list[Any] = []
    signal.signal(signal.SIGINT, lambda *told: heard.append(told))
    with deferred_interrupt():
        signal.raise_signal(signal.SIGINT)
        assert heard == []
    assert [number for number, _ in heard] == [signal.SIGINT]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with deferred_interrupt():
        signal.raise_signal(signal.SIGINT)
    assert signal.signal(signal.SIGINT, signal.default_int_handler) == signal.SIG_IGN


def test_on_other_threads_it_does_nothing() -> None:
    done: list[str] = []

    def run() -> None:
        with deferred_interrupt():
            done.append(str(signal.getsignal(signal.SIGINT)))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert done == [str(signal.default_int_handler)]


@pytest.mark.parametrize("module", [*nightly("numpy.linalg", "numba.core.registry"), "numba.core.types"])
def test_a_stop_while_numba_is_imported_can_be_survived(module: str) -> None:
    """Half imported, neither numpy nor numba can be imported again."""
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
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert run.stdout == "stopped, compiled\n", run.stderr
