"""Checks whether generated files were made from the present Python sources."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def check_unpacked() -> None:
    """Raise ImportError if this package lies in a zip file, where it cannot open its own files."""
    if not PACKAGE.is_dir():
        archive = next(folder for folder in PACKAGE.parents if folder.exists())
        raise ImportError(
            f"adaptoid_widget lies in the zip file {str(archive)!r}, where it cannot open its own files; "
            "unpack it, or install the package"
        )


def sources_hash(patterns: Iterable[str], package: Path = PACKAGE) -> str:
    """Return a hash of the files of a package that match patterns, with their names.

    Git on Windows may check out with other line ends, so these do not count.
    """
    digest = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in package.glob(pattern)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()
