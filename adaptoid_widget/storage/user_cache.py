"""The user's cache folder: files that can be made or downloaded again. Nothing depends on it being there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

NAME = "adaptoid-widget"


def cache_folder() -> Path | None:
    """Return this package's cache folder, which need not exist; None for a user without a home folder."""
    import platformdirs

    try:
        return platformdirs.user_cache_path(NAME)
    except (RuntimeError, OSError):
        # in a container, the user of a process is often unknown to the system
        return None


@contextmanager
def writable_cache(name: str = "") -> Iterator[Path]:
    """A folder of the cache; where it cannot be written, a temporary copy of it. Raises OSError without either."""
    cache = cache_folder()
    folder = None if cache is None else cache / name
    if folder is not None and _is_writable(folder):
        yield folder
        return
    with TemporaryDirectory(prefix="adaptoid-cache-") as temporary:
        copy = Path(temporary, "copy")
        if folder is not None and folder.is_dir():
            shutil.copytree(folder, copy)
        yield copy


def _is_writable(folder: Path) -> bool:
    """Whether files can be written to a folder, which is made if it does not exist."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
