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
from .node import NodeError, compile_all
from .wheels import (
    KERNEL_BRINGS,
    KERNEL_NEEDS,
    OURS,
    collect,
    entry,
    kernel_wheels,
    needed,
    own_wheel,
    requirements,
    run,
)

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
            "@jupyterlite/pyodide-kernel-extension:kernel": {
                "disablePyPIFallback": True,
                # loaded together while Python starts; one after another they take a second longer
                "loadPyodideOptions": {"packages": [*KERNEL_NEEDS, *KERNEL_BRINGS, OURS]},
            },
        },
    },
}
# a narrow window shows a notebook without the file browser and the side bars
_NARROW = """<script>
if (innerWidth < 760) {
  let waits = 100;
  const timer = setInterval(() => {
    const app = window.jupyterapp;
    if (!app?.shell.currentWidget?.content?.widgets) return;
    // JupyterLab shows the file browser again while it opens the notebook
    if (!app.shell.leftCollapsed) app.shell.collapseLeft();
    for (const side of waits === 100 ? ["left", "right"] : [])
      void app.commands.execute("application:toggle-side-tabbar", {side});
    if (--waits < 1) clearInterval(timer);
  }, 50);
}
</script>
"""
MODULES = ("jupyterlite_core", "jupyterlite_pyodide_kernel", "jupyter_server", "packaging")


def check_installed() -> None:
    """Raise SiteError if a package for building JupyterLite is missing."""
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
    extra_packages: Iterable[str] = (),
    begin_step: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """Build JupyterLite in a new folder, with the files in `contents`, from a folder with Pyodide's files.

    `wheels` is a folder that caches wheels. `extra_packages` are packages of Pyodide that the notebooks need besides.
    `begin_step` is called with the name of each step. Returns messages for the user. Raises SiteError.
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
    for name, wheel in kernel_wheels().items():
        packages[name] = entry(name, str(parse_wheel_filename(wheel.name)[1]), [])
        shutil.copy(wheel, runtime)
    own = own_wheel(runtime)
    begin_step("bytecode")
    messages: list[str] = []
    try:
        compile_all(runtime, pyodide, own.name)
    except NodeError as error:
        reason = str(error) or "Node is not installed; try: pip install 'adaptoid-widget[site]'"
        messages.append(f"notebooks will start more slowly, since their Python was not compiled: {reason}")
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
    page = folder / APP / "index.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("</body>", _NARROW + "</body>"), encoding="utf-8")
    return messages
