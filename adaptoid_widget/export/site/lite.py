"""Builds JupyterLite with this package in it and without requests to other servers.

Pyodide's lock file gets entries for this package and its requirements, so `import adaptoid_widget` works in a cell.
The kernel's option `--pyodide-lock` writes such a file too, but with versions that uv chooses, and needs pyodide-lock.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path

from ..._version import __version__
from . import pyodide as python
from .errors import SiteError
from .wheels import OURS, collect, entry, needed, own_wheel, requirements, run

APP = "lab"
CONFIG = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": OURS,
        "exposeAppInBrowser": True,
        # extensions of other hosts that may be installed here
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
MODULES = ("jupyterlite_core", "jupyterlite_pyodide_kernel", "jupyter_server", "packaging")


def check_installed() -> None:
    """Raise SiteError if a package for building JupyterLite is missing."""
    missing = [name for name in MODULES if find_spec(name) is None]
    if missing:
        raise SiteError(
            f"JupyterLite needs {', '.join(missing)}, and {'this is' if len(missing) == 1 else 'these are'} "
            "not installed; try: pip install 'adaptoid-widget[site]', or leave out --jupyterlite"
        )


def build(
    folder: Path,
    contents: Path,
    pyodide: Path,
    wheels: Path,
    *,
    extra_packages: Iterable[str] = (),
    begin_step: Callable[[str], None] = lambda _: None,
) -> None:
    """Build JupyterLite in a new folder, with the files in `contents`, from a folder with Pyodide's files.

    `wheels` is a folder that caches wheels. `extra_packages` are packages of Pyodide that the notebooks need besides.
    `begin_step` is called with the name of each step. Raises SiteError.
    """
    from packaging.utils import parse_wheel_filename

    source = folder.with_name(folder.name + "-source")
    runtime = source / "static" / "pyodide"
    runtime.mkdir(parents=True)
    for name in python.RUNTIME:
        shutil.copy(pyodide / name, runtime)
    lock = python.lock(pyodide)
    begin_step("packages")
    packages = needed(lock, extra_packages)
    for wheel in collect(packages, lock, pyodide, wheels):
        shutil.copy(wheel, runtime)
    own_needs = [name for name in requirements(OURS, lock) if name in packages]
    packages[OURS] = entry(OURS, __version__, own_needs)
    own_wheel(runtime)
    for wheel in runtime.glob("*.whl"):
        # Pyodide's lock file has the names and hashes of its own copies
        package = packages[parse_wheel_filename(wheel.name)[0]]
        package.update(file_name=wheel.name, sha256=python.sha256_of(wheel))
    (runtime / python.LOCK).write_text(json.dumps({**lock, "packages": packages}), encoding="utf-8")
    (source / "jupyter-lite.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    begin_step("JupyterLite")
    options = ["--no-unused-shared-packages", "--no-sourcemaps", f"--apps={APP}"]
    places = [f"--lite-dir={source}", f"--output-dir={folder}", f"--contents={contents}"]
    command = [sys.executable, "-m", "jupyterlite_core", "build", *options, *places]
    run(command, "JupyterLite could not be built", source)
    shutil.rmtree(source)
