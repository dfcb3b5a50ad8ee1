"""Runs a program and kills all its descendants at the end.

Run as a script: `supervisor.py REPORT PARENT ARGV...`. It starts the program, writes its process id (or minus the
errno) to the file descriptor REPORT, and ends with the program's status. When the program ends, when the process PARENT
is gone, or on SIGTERM, it kills everything that the program has started: on Linux all descendants, also those in other
sessions, elsewhere the program's process group. It imports only some standard modules, so it starts in milliseconds.
"""

from __future__ import annotations

import os
import select
import sys
import time

# importing `typing` takes longer than everything else here
TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
else:
    # without the enums of `signal`, for the same reason
    import _signal as signal

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
# the interval for checking the parent where the system has no pidfd
POLL_S = 1.0


def main(report: int, parent: int, argv: list[str]) -> None:
    """Run a program. Never returns."""
    linux = sys.platform == "linux"
    # orphaned descendants become children of this process
    subreaper = linux and prctl(PR_SET_CHILD_SUBREAPER, 1)
    signal_reader, signal_writer = os.pipe()
    os.set_blocking(signal_writer, False)
    signal.set_wakeup_fd(signal_writer, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    watched = [signal_reader, *parents_end(parent)]
    program = start(report, argv, linux)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        # readers of the program's output must see its end
        os.dup2(null, stream)
    status = None
    while status is None and os.getppid() == parent:
        ready, _, _ = select.select(watched, [], [], POLL_S)
        if ready and (ready != [signal_reader] or signal.SIGTERM in os.read(signal_reader, 1000)):
            break
        status = ended(program)
    status = kill_all(program, status, subreaper)
    if os.WIFSIGNALED(status):
        end_by(os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


def prctl(option: int, value: int) -> bool:
    """Set an option of this process. Return whether that worked."""
    try:
        import ctypes

        return bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)
    except (ImportError, OSError, AttributeError):
        return False


def parents_end(parent: int) -> list[int]:
    """Return a file descriptor that becomes readable when the parent is gone, if the system has one."""
    if sys.platform == "linux":
        try:
            return [os.pidfd_open(parent)]
        except (OSError, AttributeError):
            # conda builds Python for old systems, without `pidfd_open`
            pass
    return []


def start(report: int, argv: list[str], linux: bool) -> int:
    """Start the program in its own session, and report and return its process id."""
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
                # in case the supervisor is killed
                prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
                if os.getppid() != supervisor:
                    os._exit(1)
            os.execvp(argv[0], argv)  # noqa: S606
        except OSError as error:
            os.write(report, f"{-(error.errno or 1)} ".encode())
        finally:
            os._exit(127)
    os.write(report, f"{program} ".encode())
    os.close(report)
    return program


def ended(program: int) -> int | None:
    """Return the program's wait status, or None while it runs. Reap orphans too."""
    status = None
    try:
        while True:
            pid, pid_status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == program:
                status = pid_status
    except ChildProcessError:
        pass
    return status


def kill_all(program: int, status: int | None, subreaper: bool) -> int:
    """Kill the program and its descendants, and wait for their end. Return the program's wait status."""
    pause = 0.001
    while True:
        kill(-program)
        for pid in descendants() if subreaper else ():
            kill(pid)
        while True:
            try:
                pid, pid_status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                # a subreaper without children has no descendants
                return status or 0
            if pid == program:
                status = pid_status
            if pid == 0:
                break
        if status is not None and not subreaper:
            return status
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def kill(pid: int) -> None:
    """Kill a process, or a process group if the number is negative. It can be gone already."""
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        return


def descendants() -> set[int]:
    """Return all descendants of this process from /proc."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208  pathlib is slow to import
        if name.isdigit():
            try:
                stat = os.open(f"/proc/{name}/stat", os.O_RDONLY)
                try:
                    # a program's name can contain brackets and spaces
                    parent = int(os.read(stat, 4096).rpartition(b")")[2].split()[1])
                finally:
                    os.close(stat)
            except (OSError, ValueError, IndexError):
                continue
            children.setdefault(parent, []).append(int(name))
    pids: set[int] = set()
    parents = [os.getpid()]
    while parents:
        new = [pid for pid in children.get(parents.pop(), ()) if pid not in pids]
        pids.update(new)
        parents += new
    return pids


def end_by(number: int) -> None:
    """End by the program's signal, without a core dump."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
