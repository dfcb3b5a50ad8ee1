"""Runs a program so that nothing of it outlives the process that started it, or the program itself.

Run as a script: `supervisor.py REPORT PARENT ARGV...`. It starts the program, writes its process id to the file
descriptor REPORT (or minus the errno), and ends as the program ends. When the program ends, when the process PARENT
is gone, however it went, or on SIGTERM, it first kills all that the program has started: on Linux every descendant,
those in sessions of their own too, elsewhere the program's process group. It needs nothing but the standard library,
and no package: it starts in a few milliseconds.
"""

from __future__ import annotations

import os
import select
import sys
import time

# as in `typing`, which takes longer to import than all else here
TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
else:
    # the same without its enums, for the same reason
    import _signal as signal

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
# how often the parent is looked for where the system does not tell when it goes
POLL_S = 1.0


def main(report: int, parent: int, argv: list[str]) -> None:
    """Run a program; never returns."""
    linux = sys.platform == "linux"
    # an orphan among the descendants becomes a child of this process, so that none is lost
    subreaper = linux and prctl(PR_SET_CHILD_SUBREAPER, 1)
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    watched = [woken, *parents_end(parent)]
    program = start(report, argv, linux)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        # whoever reads what the program writes sees its end
        os.dup2(null, stream)
    status = None
    while status is None and os.getppid() == parent:
        ready, _, _ = select.select(watched, [], [], POLL_S)
        if ready and (ready != [woken] or signal.SIGTERM in os.read(woken, 1000)):
            break
        status = ended(program)
    status = kill_all(program, status, subreaper)
    if os.WIFSIGNALED(status):
        end_by(os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


def prctl(option: int, value: int) -> bool:
    """Set something about this process; whether that was possible."""
    try:
        import ctypes

        return bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)
    except (ImportError, OSError, AttributeError):
        return False


def parents_end(parent: int) -> list[int]:
    """A file descriptor that can be read once the parent is gone, where the system has such ones."""
    if sys.platform == "linux":
        try:
            return [os.pidfd_open(parent)]
        except OSError:
            pass
    return []


def start(report: int, argv: list[str], linux: bool) -> int:
    """Start the program in a session of its own and report that; its process id."""
    supervisor = os.getpid()
    os.set_inheritable(report, False)
    program = os.fork()
    if program == 0:
        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGPIPE):
                signal.signal(number, signal.SIG_DFL)
            os.setsid()
            if linux:
                # should the supervisor be killed
                prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
                if os.getppid() != supervisor:
                    os._exit(1)
            os.execvp(argv[0], argv)  # noqa: S606  the program that was asked for
        except OSError as error:
            os.write(report, f"{-(error.errno or 1)} ".encode())
        finally:
            os._exit(127)
    os.write(report, f"{program} ".encode())
    os.close(report)
    return program


def ended(program: int) -> int | None:
    """The wait status of the program if it has ended; orphans that ended go too."""
    status = None
    try:
        while True:
            pid, its = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == program:
                status = its
    except ChildProcessError:
        pass
    return status


def kill_all(program: int, status: int | None, subreaper: bool) -> int:
    """Kill the program and all that it started, and wait until they are gone; the program's wait status."""
    pause = 0.001
    while True:
        kill(-program)
        for pid in descendants() if subreaper else ():
            kill(pid)
        while True:
            try:
                pid, its = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                # a subreaper without children has no descendants
                return status or 0
            if pid == program:
                status = its
            if pid == 0:
                break
        if status is not None and not subreaper:
            return status
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def kill(pid: int) -> None:
    """Kill a process, or minus a process group, that may be gone already."""
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        return


def descendants() -> set[int]:
    """All processes below this one, as /proc tells."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208  pathlib takes as long to import as all else here
        if name.isdigit():
            try:
                stat = os.open(f"/proc/{name}/stat", os.O_RDONLY)
                try:
                    # the name of a program may hold brackets and spaces
                    parent = int(os.read(stat, 4096).rpartition(b")")[2].split()[1])
                finally:
                    os.close(stat)
            except (OSError, ValueError, IndexError):
                continue
            children.setdefault(parent, []).append(int(name))
    found: set[int] = set()
    rest = [os.getpid()]
    while rest:
        below = [pid for pid in children.get(rest.pop(), ()) if pid not in found]
        found.update(below)
        rest += below
    return found


def end_by(number: int) -> None:
    """End by a signal, as the program did, and leave no core of this process."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
