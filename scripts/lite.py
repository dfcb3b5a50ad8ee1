"""A JupyterLite site of this project that needs no network: for the tests, and a pattern for one's own.

Pyodide comes from npm, without the wheels that its lock file names; the few that are needed come from pip,
pure Python all of them. What this project needs is found as its own metadata say, for the platform
`emscripten`: numba is not among it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).resolve().parent.parent
PYODIDE = ROOT / "js" / "node_modules" / "pyodide"
WHEELS = ROOT / "artefacts" / "lite" / "wheels"
OURS = "adaptoid-widget"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
# what the kernel itself installs when it starts
KERNEL_NEEDS = ("micropip", "packaging", "ipython", "jedi", "comm")
# what the kernel brings along, or does without
KERNEL_HAS = {"ipykernel", "piplite", "pyodide-kernel", "widgetsnbextension", "pexpect", "psutil"}
CONFIG = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": OURS,
        "exposeAppInBrowser": True,
        # extensions of other hosts that are installed beside this one
        "disabledExtensions": [
            "@jupyter-notebook/lab-extension",
            "@jupyterlab/apputils-extension:announcements",
            "@voila-dashboards/jupyterlab-preview",
        ],
        "litePluginSettings": {
            "@jupyterlite/pyodide-kernel-extension:kernel": {"disablePyPIFallback": True},
        },
    },
}
BUILD = ("--apps=lab", "--no-unused-shared-packages", "--no-sourcemaps")


def lock() -> dict[str, Any]:
    """What Pyodide says of itself and of the packages that go with it."""
    found: dict[str, Any] = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    return found


def needed() -> dict[str, str]:
    """The packages to ship, each with its version: Pyodide's where it names one, else the one installed here."""
    locked = {canonicalize_name(entry["name"]): entry for entry in lock()["packages"].values()}
    versions: dict[str, str] = {}
    waiting = [*KERNEL_NEEDS, *_requirements(OURS)]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in versions or name in KERNEL_HAS:
            continue
        if name in locked:
            versions[name] = locked[name]["version"]
            waiting += locked[name]["depends"]
        else:
            versions[name] = metadata.version(name)
            waiting += _requirements(name)
    return dict(sorted(versions.items()))


def _requirements(name: str) -> Iterator[str]:
    """What an installed package asks for where Pyodide runs it."""
    python = ".".join(lock()["info"]["python"].split(".")[:2])
    there = {
        "sys_platform": "emscripten",
        "platform_system": "Emscripten",
        "platform_machine": "wasm32",
        "python_version": python,
        "python_full_version": lock()["info"]["python"],
        "extra": "",
    }
    for line in metadata.requires(name) or []:
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate(there):
            yield wanted.name


def fetch() -> list[Path]:
    """The wheels to ship, from pip; those that are here already are not asked for again."""
    mark = WHEELS / "wanted.txt"
    wanted = [f"{name}=={version}" for name, version in needed().items()]
    if not mark.is_file() or mark.read_text(encoding="utf-8").split() != wanted:
        shutil.rmtree(WHEELS, ignore_errors=True)
        WHEELS.mkdir(parents=True)
        pure = ["--no-deps", "--only-binary=:all:", "--implementation=py", "--abi=none", "--platform=any"]
        python = "--python-version=" + lock()["info"]["python"]
        quiet = ["--no-input", "--progress-bar=off", "--disable-pip-version-check"]
        pip = [sys.executable, "-m", "pip", "download", *quiet, *pure, python]
        subprocess.run([*pip, f"--dest={WHEELS}", *wanted], check=True, stdin=subprocess.DEVNULL)
        mark.write_text("\n".join(wanted) + "\n", encoding="utf-8")
    return sorted(WHEELS.glob("*.whl"))


def own_wheel(folder: Path) -> None:
    """The wheel of this project as it is now, with the front end that is built."""
    command = [sys.executable, "-m", "hatchling", "build", "--target=wheel", f"--directory={folder}"]
    environment = {**os.environ, "ADAPTOID_FRONT_END": "later"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)


def build(folder: Path) -> Path:
    """Make a site in a new folder; gives the folder to serve."""
    source, site = folder / "source", folder / "site"
    pyodide, offered = source / "static" / "pyodide", source / "pypi"
    for place in (pyodide, offered):
        place.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(PYODIDE / name, pyodide)
    told = lock()
    packages = {canonicalize_name(key): (key, entry) for key, entry in told["packages"].items()}
    told["packages"] = {}
    for wheel in fetch():
        name = parse_wheel_filename(wheel.name)[0]
        shutil.copy(wheel, pyodide if name in packages else offered)
        if name in packages:
            key, entry = packages[name]
            # Pyodide's own copy of the wheel was packed anew
            digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
            told["packages"][key] = {**entry, "file_name": wheel.name, "sha256": digest}
    (pyodide / "pyodide-lock.json").write_text(json.dumps(told), encoding="utf-8")
    own_wheel(offered)
    (source / "jupyter-lite.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlite_core", "build", *BUILD]
    places = [f"--lite-dir={source}", f"--output-dir={site}"]
    subprocess.run([*command, *places], cwd=source, check=True, capture_output=True)
    return site


if __name__ == "__main__":
    for path in fetch():
        print(path.relative_to(ROOT))
