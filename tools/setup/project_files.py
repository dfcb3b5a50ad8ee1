"""Lists the files of the project: those in git, or without git those that .gitignore does not match."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# what the build of a source distribution adds
ADDED = {"PKG-INFO"}


def project_files(root: Path = ROOT) -> list[Path]:
    """Return all files of the project, sorted, relative to `root`. Uses git if `root` is a checkout."""
    git = shutil.which("git")
    if git and (root / ".git").exists():
        command = [git, "-c", "safe.directory=*", "ls-files", "-z"]
        listed = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout.decode()
        files = {Path(name) for name in listed.split("\0") if name and (root / name).is_file()}
    else:
        files = {path for path in _walk(root) if path.as_posix() not in ADDED}
    return sorted(files)


def _walk(root: Path) -> Iterator[Path]:
    lines = (root / ".gitignore").read_text(encoding="utf-8").splitlines()
    patterns = [line.strip().rstrip("/") for line in lines if line.strip() and not line.startswith("#")]

    def is_project(path: Path) -> bool:
        names = (path.name, path.as_posix())
        return path.name != ".git" and not any(
            fnmatchcase(name, pattern) for name in names for pattern in patterns
        )

    for folder, folders, names in os.walk(root):
        relative = Path(folder).relative_to(root)
        folders[:] = [name for name in folders if is_project(relative / name)]
        yield from (
            relative / name for name in names if is_project(relative / name) and Path(folder, name).is_file()
        )
