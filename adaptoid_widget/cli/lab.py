"""The command `lab`."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..export.site.sources import FIRST_NOTEBOOK, notebooks_origin
from .arguments import add_command

FOLDER = "adaptoid"


def add(commands: Any) -> None:
    """Add the command to the parser."""
    lab = add_command(
        commands,
        "lab",
        "open JupyterLab on a first game",
        "Further arguments are passed to JupyterLab.",
    )
    lab.set_defaults(run=run_lab)


def run_lab(options: argparse.Namespace) -> int:
    """Copy notebooks and docs to the folder `adaptoid`, and open JupyterLab on the first notebook."""
    make_folder(Path(FOLDER))
    copy_notebooks(Path(FOLDER))
    if find_spec("jupyterlab") is None:
        raise OSError("JupyterLab is not installed; try: pip install 'adaptoid-widget[lab]'")
    # not as a file argument, or JupyterLab would only show the notebook's folder, without the docs
    first_page = f"--LabApp.default_url=/lab/tree/{FOLDER}/{FIRST_NOTEBOOK}"
    command = [sys.executable, "-m", "jupyterlab", first_page, *options.further]
    return subprocess.run(command, check=False).returncode


def make_folder(folder: Path) -> None:
    """Make the folder for the notebooks and pages of the user. Raises OSError, which says what to do."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise OSError(
            f"the folder {folder} cannot be made in {Path.cwd()}: {error.strerror}; change to another folder first"
        ) from None


def copy_notebooks(folder: Path) -> None:
    """Copy notebooks and docs to a folder; existing files stay, since they may be somebody's work. Raises OSError."""
    origin = notebooks_origin()
    if origin is None:
        raise OSError("the notebooks are missing from this installation of adaptoid-widget")
    patterns = (
        "notebooks/*.ipynb",
        "notebooks/data/*.json",
        "docs/**/*.md",
        "docs/**/*.png",
        "docs/**/*.svg",
    )
    for source in sorted(path for pattern in patterns for path in origin.glob(pattern)):
        target = folder / source.relative_to(origin)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
