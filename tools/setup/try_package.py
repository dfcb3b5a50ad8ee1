"""Tests an installed package in a Python without other packages: `python -I try_package.py`, in an empty folder."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

START = "adaptoid w 0,0 W:D2 B:D6"
# Asked for only where somebody has them already, or by commands that say what to install.
OPTIONAL = {
    "pettingzoo",
    "docutils",
    "sphinx",
    "IPython",
    "distributed",
    "jupyter_client",
    "llvmlite",
    "matplotlib",
    "nbclient",
    "nbconvert",
    "nbformat",
    "numba",
    "pyodide",
    "numpy",
    "pandas",
    "playwright",
}


def command(*words: str, status: int = 0) -> str:
    """Run the installed command. Return its output with its errors."""
    program = Path(sysconfig.get_path("scripts"), "adaptoid-widget")
    completed = subprocess.run(
        [str(program), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert completed.returncode == status, (words, completed.returncode, completed.stdout)
    return completed.stdout


def check_import() -> None:
    """Check that the installed package is imported, its version, and that the rules import no other library."""
    import adaptoid_widget as aw

    place = Path(aw.__file__).resolve()
    assert place.is_relative_to(Path(sysconfig.get_path("purelib")).resolve()), place
    assert aw.__version__ == metadata.version("adaptoid-widget")
    assert str(aw.Position.start()) == START
    heavy = {"numba", "numpy", "wasmtime", "ipywidgets", "anywidget", "markdown_it"} & set(sys.modules)
    assert not heavy, heavy


def check_every_module() -> int:
    """Import every module, except for optional requirements. Return the number of modules."""
    import adaptoid_widget

    count = 0
    for module in pkgutil.walk_packages(adaptoid_widget.__path__, "adaptoid_widget."):
        if module.name.endswith("__main__") or ".portable" in module.name:
            continue
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in OPTIONAL:
                raise
        count += 1
    return count


def check_board() -> None:
    """Play on a board, and check its front end."""
    import adaptoid_widget as aw

    board = aw.Board()
    board.play("D2+L")
    board.play("+D5")
    board.undo()
    assert str(board.position) == "adaptoid b 0,0 W:D2L B:D6"
    static = Path(aw.__file__).parent / "static"
    for name in ("board.js", "board.css", "page-front.json.gz", "micropython.wasm.gz"):
        assert (static / name).stat().st_size > 1000, name
    assert "<svg" in aw.picture(START).svg


def check_search() -> None:
    """The search runs compiled, without numba."""
    import adaptoid_widget as aw

    info = aw.engine_info()
    assert info.backend == "wasm", info
    assert aw.analyse(START, depth=4).compiled


def check_commands() -> None:
    """Run the commands, also without JupyterLab."""
    assert command("--version").strip() == metadata.version("adaptoid-widget")
    # where it takes long, the time is told too
    assert {"1 8", "2 64", "3 976"} <= set(command("perft", START, "3").splitlines())
    command("share", START, "-o", "game.html")
    page = Path("game.html").read_text(encoding="utf-8")
    assert START in page
    assert "Damien P. George" in page
    assert "adaptoid-widget[lab]" in command("lab", status=2)
    assert Path("adaptoid", "notebooks", "01-play.ipynb").is_file()


def check_licences() -> None:
    """Check the licences of the package and of what is bundled in it."""
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in metadata.files("adaptoid-widget") or []
        if "licenses" in path.parts
    }
    assert texts["LICENSE"].startswith("MIT License")
    for name in ("MicroPython", "Emscripten", "musl", "re1.5", "uzlib"):
        assert name in texts["micropython.txt"], name


if __name__ == "__main__":
    check_import()
    check_board()
    check_search()
    check_commands()
    check_licences()
    modules = check_every_module()
    print(f"installed and tried: {modules} modules, the command, a board, the search, a page, licences")
