"""JupyterLite with this package in it, and nothing that it would have to fetch from elsewhere.

Pyodide's lock file is given this package and all that it needs, so that `import adaptoid_widget` is enough in a cell.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..._version import __version__
from . import pyodide as python
from .compiling import compile_all
from .errors import SiteError
from .node import NodeError
from .wheels import (
    KERNEL_BRINGS,
    KERNEL_NEEDS,
    OURS,
    Packages,
    collect,
    kernel_wheels,
    locked,
    needed,
    own_wheel,
    requirements,
    run,
)

APPS = ("lab",)
CONFIG = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": OURS,
        "exposeAppInBrowser": True,
        # extensions of other hosts that may be installed beside this one
        "disabledExtensions": [
            "@jupyter-notebook/lab-extension",
            "@jupyterlab/apputils-extension:announcements",
            "@voila-dashboards/jupyterlab-preview",
        ],
        "litePluginSettings": {
            "@jupyterlite/pyodide-kernel-extension:kernel": {
                "disablePyPIFallback": True,
                # all at once, while Python itself is still on its way; one by one they take a second longer
                "loadPyodideOptions": {"packages": [*KERNEL_NEEDS, *KERNEL_BRINGS, OURS]},
            },
        },
    },
}
MODULES = ("jupyterlite_core", "jupyterlite_pyodide_kernel", "jupyter_server", "packaging")


def check_installed() -> None:
    """Raises SiteError where what makes notebooks live is missing."""
    missing = [name for name in MODULES if find_spec(name) is None]
    if missing:
        raise SiteError(
            f"notebooks run in JupyterLite, and {', '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} not installed; "
            "try: pip install 'adaptoid-widget[site]', or leave them out, with --no-notebooks"
        )


def build(
    folder: Path,
    contents: Path,
    pyodide: Path,
    wheels: Path,
    *,
    more: Iterable[str] = (),
    step: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """Make a JupyterLite in a new folder, with the files in `contents`, from a folder with Pyodide's files.

    `wheels` is a folder to keep wheels in, `more` the packages of Pyodide's that are wanted besides; `step` is told
    what comes next. Gives what to tell of it. Raises SiteError.
    """
    from packaging.utils import parse_wheel_filename

    source = folder.with_name(folder.name + "-source")
    runtime = source / "static" / "pyodide"
    runtime.mkdir(parents=True)
    for name in python.RUNTIME:
        shutil.copy(pyodide / name, runtime)
    lock = python.lock(pyodide)
    step("packages")
    packages, brought = needed(lock, more), kernel_wheels()
    entries = _entries(packages, brought, lock)
    for wheel in (*collect(packages, lock, pyodide, wheels), *brought.values()):
        shutil.copy(wheel, runtime)
    own = own_wheel(runtime)
    step("bytecode")
    told: list[str] = []
    try:
        compile_all(runtime, pyodide, own.name)
    except NodeError as error:
        why = str(error) or "Node is not here; try: pip install 'adaptoid-widget[site]'"
        told.append(f"notebooks will start more slowly, since their Python was not compiled: {why}")
    for wheel in runtime.glob("*.whl"):
        # Pyodide's lock file names its own copies, packed in another way
        entry = entries[parse_wheel_filename(wheel.name)[0]]
        entry.update(file_name=wheel.name, sha256=python.sha256_of(wheel))
    (runtime / python.LOCK).write_text(json.dumps({**lock, "packages": entries}), encoding="utf-8")
    (source / "jupyter-lite.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    step("JupyterLite")
    options = ["--no-unused-shared-packages", "--no-sourcemaps", *(f"--apps={app}" for app in APPS)]
    places = [f"--lite-dir={source}", f"--output-dir={folder}", f"--contents={contents}"]
    command = [sys.executable, "-m", "jupyterlite_core", "build", *options, *places]
    run(command, "JupyterLite could not be built", source)
    shutil.rmtree(source)
    return told


def _entries(packages: Packages, brought: dict[str, Path], lock: dict[str, Any]) -> dict[str, Any]:
    """Return the lock file's entries for the packages of the site, the kernel's and this one too.

    The library pyodide-lock 0.1 would replace these lines and no more, and requires pydantic.
    """
    from packaging.utils import parse_wheel_filename

    known = locked(lock)
    ours = {OURS: (__version__, [name for name in requirements(OURS, lock) if name in packages])}
    kernels: Packages = {
        name: (str(parse_wheel_filename(wheel.name)[1]), []) for name, wheel in brought.items()
    }
    out: dict[str, Any] = {}
    for name, (version, depends) in {**packages, **kernels, **ours}.items():
        out[name] = {
            "name": name,
            "version": version,
            "install_dir": "site",
            "package_type": "package",
            "imports": [name.replace("-", "_")],
            "unvendored_tests": False,
            **known.get(name, {}),
            "depends": depends,
        }
    return out
