"""Tests the project as a newcomer gets it: an archive without git, on a Debian with only Python.

    sudo python3 -m scripts.bare_debian                                  # trixie: dev.py lab, then all of dev.py test
    sudo python3 -m scripts.bare_debian --release forky --only unit      # after lab, only this step (repeatable)

Needs root on a Debian or Ubuntu. debootstrap makes the Debian in a temporary folder. The program enters it with chroot
in separate namespaces, so that it always leaves no mount and no process. The package sources (mirror, proxy, package
index, certificates) are those of this machine. The output of the steps is copied to artefacts/bare-RELEASE/.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from scripts import argument_parser
from scripts.project_files import ROOT, project_files

TREE = "srv/adaptoid-widget"
# reported, not asserted: how long a first start takes depends on the network
WANTED_LAB_S = 60
MAX_LAB_S = 900
# settings of this machine that the other one needs, too: files, folders, options of apt, variables
SETTINGS = (
    "/etc/apt/auth.conf",
    "/etc/apt/auth.conf.d",
    "/etc/hosts",
    "/etc/npmrc",
    "/etc/pip.conf",
    "/etc/resolv.conf",
    "/etc/xdg/pip",
    "/usr/local/share/ca-certificates",
    "~/.config/pip/pip.conf",
    "~/.npmrc",
    "~/.pip/pip.conf",
)
APT_OPTIONS = re.compile(r"^Acquire::(?:https?|ftp|Retries|Check-|Force).*;$", re.MULTILINE)
VARIABLES = re.compile(r"(?:\w+_)?proxy|pip_\w+|npm_config_\w+|\w*(?:ssl|cert|ca)_\w*", re.IGNORECASE)
# As process 1 of its own namespaces: its mounts and its children end with it.
ENTER = """
set -e
mount -t proc proc "$1/proc"
mount --rbind /sys "$1/sys"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/dev/shm"
root="$1"
shift
exec chroot "$root" "$@"
"""


class BareError(Exception):
    """The Debian could not be made, or a command failed in it."""


def run(command: list[str]) -> str:
    """Run a command of this machine. Return its output."""
    completed = subprocess.run(
        command,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if completed.returncode:
        raise BareError(
            f"{shlex.join(command)} ended with status {completed.returncode}\n{completed.stdout[-3000:]}"
        )
    return completed.stdout


def find_mirror() -> str:
    """Return the address of this machine's Debian mirror, or "" for the default of debootstrap."""
    wanted = ["--format", "$(REPO_URI)", "Identifier: Packages", "Origin: Debian"]
    return next(iter(run(["apt-get", "indextargets", *wanted]).split()), "")


def make_debian(release: str, root: Path) -> None:
    """Make a minimal Debian with Python and this machine's settings for packages."""
    if shutil.which("debootstrap") is None:
        run(["apt-get", "update", "-q"])
        run(["apt-get", "install", "-q", "-y", "debootstrap", "debian-archive-keyring"])
    command = ["debootstrap", "--variant=minbase", "--include=python3,ca-certificates", release, str(root)]
    # debootstrap knows the releases of its own time; all of them are made like sid
    scripts = Path("/usr/share/debootstrap/scripts")
    script = scripts / release if (scripts / release).exists() else scripts / "sid"
    run([*command, find_mirror(), str(script)])
    for name in SETTINGS:
        source = Path(name).expanduser()
        target = root / source.relative_to("/")
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    options = "\n".join(APT_OPTIONS.findall(run(["apt-config", "dump"])))
    (root / "etc/apt/apt.conf.d/99machine").write_text(options + "\n", encoding="utf-8")
    run(["chroot", str(root), "update-ca-certificates"])


def unpack_project(root: Path) -> None:
    """Copy the project's files without git into the Debian."""
    with tempfile.TemporaryFile() as packed:
        with tarfile.open(fileobj=packed, mode="w") as archive:
            for path in project_files():
                archive.add(ROOT / path, path)
        packed.seek(0)
        with tarfile.open(fileobj=packed) as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)
            archive.extractall(root / TREE)  # noqa: S202  # made here a moment ago


def enter(root: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a command in the Debian, in the project's folder."""
    environment = {name: value for name, value in os.environ.items() if VARIABLES.fullmatch(name)}
    home = str(Path.home())
    environment |= {
        "HOME": home,
        "LANG": "C.UTF-8",
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    }
    command = ["sh", "-c", f'mkdir -p "$HOME" && cd /{TREE} && exec "$@"', "sh", *words]
    namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    return subprocess.Popen(
        [*namespaces, "sh", "-c", ENTER, "sh", str(root), *command], env=environment, stdin=subprocess.DEVNULL
    )


def stop(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its descendants."""
    process.kill()
    process.wait()


def try_lab(root: Path) -> float:
    """Start `dev.py lab` in the Debian. Return the seconds until JupyterLab serves the first notebook's page."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex()
    words = ["--no-browser", "--ServerApp.port_retries=0", f"--ServerApp.port={port}"]
    began = time.monotonic()
    process = enter(root, "python3", "dev.py", "lab", *words, f"--IdentityProvider.token={token}")
    # not through a proxy
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    address = f"http://127.0.0.1:{port}/lab/tree/notebooks/01-play.ipynb?token={token}"
    try:
        while process.poll() is None:
            waited = time.monotonic() - began
            try:
                with opener.open(address, timeout=10) as answer:
                    if b"jupyter-config-data" in answer.read():
                        return waited
                    raise BareError("dev.py lab: what answers is not JupyterLab")
            except urllib.error.HTTPError as error:
                raise BareError(f"dev.py lab: JupyterLab answered with status {error.code}") from error
            except OSError:
                if waited > MAX_LAB_S:
                    raise BareError(f"dev.py lab: no answer within {MAX_LAB_S} s") from None
                time.sleep(0.2)
        raise BareError(f"dev.py lab ended with status {process.returncode}")
    finally:
        stop(process)


def try_tests(root: Path, only: list[str]) -> None:
    """Run `dev.py test` in the Debian, all of it or some steps."""
    process = enter(root, "python3", "dev.py", "test", *(word for name in only for word in ("--only", name)))
    try:
        status = process.wait()
    finally:
        stop(process)
    if status:
        raise BareError(f"dev.py test ended with status {status}")


def report(text: str) -> None:
    """Print the progress."""
    print(f"bare: {text}", flush=True)


def main() -> int:
    """Make the Debian, test the project in it, and report."""
    parser = argument_parser(__doc__)
    parser.add_argument("--release", default="trixie", help="the release of Debian (default: trixie)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="a step of dev.py test")
    options = parser.parse_args()
    if sys.platform != "linux" or os.geteuid() != 0:
        parser.error("needs root on Linux, for chroot")
    # ended in order: with the folder and what runs in it
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    logs = ROOT / "artefacts" / f"bare-{options.release}"
    folder = Path(tempfile.mkdtemp(prefix="adaptoid-bare-"))
    root = folder / "debian"
    try:
        make_debian(options.release, root)
        unpack_project(root)
        version = run(["chroot", str(root), "python3", "--version"]).strip()
        report(f"Debian {options.release} with {version}, {len(project_files())} files of the project")
        seconds = try_lab(root)
        report(f"dev.py lab answered after {seconds:.0f} s (wanted: at most {WANTED_LAB_S} s)")
        try_tests(root, options.only)
    except BareError as error:
        report(f"FAILED: {error}")
        return 1
    finally:
        shutil.rmtree(logs, ignore_errors=True)
        if (root / TREE / "artefacts/logs").is_dir():
            shutil.copytree(root / TREE / "artefacts/logs", logs)
        shutil.rmtree(folder, ignore_errors=True)
    report("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
