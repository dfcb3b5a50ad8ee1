"""Runs a separate JupyterLab for tests and measurements: a server with its folder, a page in Chromium, a notebook."""

from __future__ import annotations

import ast
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, final
from urllib.parse import quote
from urllib.request import ProxyHandler, build_opener

from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

from tools.setup.environment import CHROMIUM, find_chromium

START_SECONDS = 90
# a kernel that was lost never answers, and Playwright sets no limit to what a page waits for
ANSWER_SECONDS = 180
CONFIG = {
    # what would ask the network, or lie over the page
    "default_setting_overrides.json": {
        "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    },
    "page_config.json": {
        "disabledExtensions": {
            "@jupyterlab/apputils-extension:announcements": True,
            "@jupyterlab/extensionmanager-extension": True,
        }
    },
}
OPTIONS = (
    "--no-browser",
    "--ServerApp.ip=127.0.0.1",
    "--ServerApp.open_browser=False",
)
APP_OPTIONS = {
    "jupyterlab": ("--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly"),
    "notebook": ("--JupyterNotebookApp.expose_app_in_browser=True",),
}

# Runs in the page: the notebook in front, as JupyterLab's own extensions see it.
_PANEL = "const app = window.jupyterapp, panel = app.shell.currentWidget, notebook = panel.content;"
_RUN = f"""([source, wait]) => {{ {_PANEL}
    const at = notebook.model.cells.length;
    notebook.model.sharedModel.insertCell(at, {{cell_type: "code", source, metadata: {{trusted: true}}}});
    notebook.activeCellIndex = at;
    const done = app.commands.execute("notebook:run-cell");
    return wait ? done.then(() => at) : at; }}"""
_RUN_AGAIN = f"""(at) => {{ {_PANEL}
    notebook.activeCellIndex = at;
    return app.commands.execute("notebook:run-cell").then(() => at); }}"""
_CLEAR = f"""() => {{ {_PANEL}
    notebook.model.sharedModel.deleteCellRange(0, notebook.model.cells.length); }}"""
_CONTENTS = f"""() => {{ {_PANEL}
    return notebook.model.toJSON().cells.map((cell) => [cell.cell_type, cell.source, cell.execution_count]); }}"""
_VALUE = f"""async (code) => {{ {_PANEL}
    const kernel = panel.sessionContext.session.kernel;
    const asked = {{code: "", silent: true, store_history: false, user_expressions: {{value: code}}}};
    const {{content}} = await kernel.requestExecute(asked).done;
    const value = content.user_expressions?.value;
    return value?.status === "ok" ? [value.data["text/plain"], ""] : ["", JSON.stringify(value ?? content)]; }}"""
_IN_TIME = """(argument) => {
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error("JupyterLab does not answer")), %d); });
    return Promise.race([(%s)(argument), late]).finally(() => clearTimeout(timer)); }"""
_READY = """() => {
    const panel = window.jupyterapp?.shell.currentWidget, kernel = panel?.sessionContext?.session?.kernel;
    return Boolean(panel?.context?.isReady && panel.sessionContext.isReady && panel.content?.widgets.length)
        && kernel?.connectionStatus === "connected" && kernel.status === "idle"; }"""


class LabError(RuntimeError):
    """JupyterLab did not start or did not carry out a command."""


def notebook_json(cells: Sequence[str], kernel: str = "python3") -> dict[str, Any]:
    """Return a notebook with code cells for a kernel, not yet run."""
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": kernel, "display_name": "Python 3", "language": "python"}},
        "cells": [
            {
                "cell_type": "code",
                "id": f"cell-{number}",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": source,
            }
            for number, source in enumerate(cells)
        ],
    }


def own_environment(folder: Path) -> dict[str, str]:
    """Return the environment variables of a Jupyter that keeps all in a folder and ignores the user's settings."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("JUPYTER", "JPY_"))}
    for name, place in (
        ("JUPYTER_CONFIG_DIR", "config"),
        ("JUPYTER_DATA_DIR", "data"),
        ("JUPYTER_RUNTIME_DIR", "runtime"),
        ("JUPYTERLAB_SETTINGS_DIR", "settings"),
        ("JUPYTERLAB_WORKSPACES_DIR", "workspaces"),
        ("IPYTHONDIR", "ipython"),
    ):
        env[name] = str(folder / place)
    env["JUPYTER_PREFER_ENV_PATH"] = "1"
    return env


@final
class Lab:
    """A server on a free port that ignores the user's settings.

    Clients need its token: otherwise, other users of this machine could run code with it.
    `app` is "jupyterlab" or "notebook"; Notebook is built from JupyterLab's parts.
    """

    def __init__(self, folder: Path, app: str = "jupyterlab") -> None:
        self.folder = folder
        self.app = app
        self.notebooks = folder / "notebooks"
        self.log = folder / "server.log"
        self.url = ""
        self._token = ""
        self._workspaces = 0
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Lab:
        self.notebooks.mkdir(parents=True, exist_ok=True)
        config = self.folder / "config" / "labconfig"
        config.mkdir(parents=True, exist_ok=True)
        for name, settings in CONFIG.items():
            (config / name).write_text(json.dumps(settings), encoding="utf-8")
        port = free_port()
        root = ["--allow-root"] if os.name != "nt" and os.geteuid() == 0 else []
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", self.app, *OPTIONS, *APP_OPTIONS[self.app], *root),
                    *(f"--ServerApp.port={port}", f"--ServerApp.root_dir={self.notebooks}"),
                ],
                cwd=self.folder,
                env=own_environment(self.folder),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        try:
            self.url, self._token = self._wait(self._process)
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _wait(self, process: subprocess.Popen[bytes]) -> tuple[str, str]:
        """Return the server's address and token once it answers. It can use another port than the one requested."""
        opener = build_opener(ProxyHandler({}))
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and process.poll() is None:
            for file in (self.folder / "runtime").glob("jpserver-*.json"):
                try:
                    server = json.loads(file.read_text(encoding="utf-8"))
                    url, token = str(server["url"]), str(server["token"])
                    with opener.open(f"{url}api/status?token={token}", timeout=5):
                        return url, token
                except (OSError, ValueError):
                    continue
            time.sleep(0.05)
        raise LabError(f"JupyterLab did not start:\n{self.log.read_text(encoding='utf-8', errors='replace')}")

    def _stop(self) -> None:
        process = self._process
        if process is None:
            return
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def write(self, name: str, cells: Sequence[str] = ("",)) -> Path:
        """Write a notebook with code cells, not yet run."""
        path = self.notebooks / name
        path.write_text(json.dumps(notebook_json(cells)), encoding="utf-8")
        return path

    def address(self, name: str) -> str:
        """Return the address of a notebook in a separate workspace, so that no other documents are opened."""
        if self.app == "notebook":
            return f"{self.url}notebooks/{quote(name)}?token={self._token}"
        self._workspaces += 1
        return f"{self.url}lab/workspaces/w{self._workspaces}/tree/{quote(name)}?reset&token={self._token}"

    def open(self, page: Page, name: str) -> Notebook:
        """Open a notebook in a page. Wait until its kernel is ready."""
        page.goto(self.address(name))
        notebook = Notebook(page, self.notebooks / name)
        notebook.ready()
        return notebook


class Notebook:
    """The notebook in front of a JupyterLab page."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page = page
        self.path = path

    def ready(self, patience_ms: float = START_SECONDS * 1000) -> None:
        """Wait until the notebook is shown and its kernel idle."""
        self.page.wait_for_function(_READY, timeout=patience_ms)

    def _ask(self, script: str, argument: object = None) -> Any:
        """Return what a function answers in the page, within `ANSWER_SECONDS`."""
        return self.page.evaluate(_IN_TIME % (ANSWER_SECONDS * 1000, script), argument)

    def run(self, source: str) -> Locator:
        """Add a cell at the end and run it to its end."""
        return self.cell(self._ask(_RUN, [source, True]))

    def start(self, source: str) -> Locator:
        """Add a cell at the end and run it, without waiting for its end."""
        return self.cell(self._ask(_RUN, [source, False]))

    def run_all(self) -> None:
        """Run all cells, from the first to the last."""
        self.command("notebook:run-all-cells")

    def run_again(self, number: int) -> Locator:
        """Run an existing cell again."""
        return self.cell(self._ask(_RUN_AGAIN, number))

    def clear(self) -> None:
        """Delete all cells."""
        self._ask(_CLEAR)

    def cell(self, number: int) -> Locator:
        """Return a cell of the notebook; the first is 0."""
        return self.page.locator(".jp-Notebook .jp-Notebook-cell").nth(number)

    def contents(self) -> list[list[Any]]:
        """Return type, source and execution count of every cell, whether the page draws it or not."""
        contents: list[list[Any]] = self._ask(_CONTENTS)
        return contents

    def value(self, expression: str) -> Any:
        """Return the value of an expression in the kernel."""
        text, error = self._ask(_VALUE, expression)
        if error:
            raise LabError(f"{expression}: {error}")
        return ast.literal_eval(text)

    def command(self, name: str) -> None:
        """Execute a command of JupyterLab and wait for its end."""
        self._ask("([name]) => window.jupyterapp.commands.execute(name).then(() => null)", [name])

    def save(self) -> dict[str, Any]:
        """Save the notebook. Return the content of the file."""
        self.command("docmanager:save")
        saved: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        return saved

    def restart(self) -> None:
        """Restart the kernel without confirmation."""
        self._ask(f"() => {{ {_PANEL} return panel.sessionContext.restartKernel(); }}")

    def shut_down(self) -> None:
        """End the kernel and forget it."""
        self._ask(f"() => {{ {_PANEL} return panel.sessionContext.shutdown(); }}")

    def theme(self, name: str) -> None:
        """Set a theme of JupyterLab, such as "JupyterLab Dark"."""
        self._ask("([theme]) => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", [name])


@contextmanager
def chromium(path: str | None = None, *options: str) -> Iterator[Browser]:
    """Run a headless Chromium with options of its command line."""
    path = path or find_chromium()
    if path is None:
        raise LabError(f"no Chromium: install one, or name it in {CHROMIUM}")
    with sync_playwright() as playwright:
        sandbox = os.name == "nt" or os.geteuid() != 0
        browser = playwright.chromium.launch(
            executable_path=path, chromium_sandbox=sandbox, args=list(options)
        )
        try:
            yield browser
        finally:
            browser.close()


def context(browser: Browser) -> BrowserContext:
    """Open a new profile with a large window and little motion."""
    return browser.new_context(viewport={"width": 1300, "height": 1000}, reduced_motion="reduce")


def load_average() -> list[float]:
    """Return the load of the machine in the last minute, or nothing if the system does not report it."""
    return [round(os.getloadavg()[0], 1)] if hasattr(os, "getloadavg") else []


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
