"""Pyodide, Python for browsers: downloads, checks and unpacks its files."""

from __future__ import annotations

import hashlib
import json
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from ...progress_bar import progress_bar
from ...storage.atomic import replacing
from ...storage.user_cache import writable_cache
from . import npm
from .errors import SiteError

# the version that jupyterlite-pyodide-kernel is made for; js/package.json has the same one for the tests
VERSION = "314.0.6"
# the release on npm has only the core files and is a third as large as the one on GitHub
PACKAGE = f"pyodide@{VERSION}"
ARCHIVE = f"pyodide-{VERSION}.tgz"
SHA256 = "d78ac549b28a2a58600cd06f44e017024151775f8c6b2d73fab1475400d38ea2"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"


@contextmanager
def files(path: Path | None) -> Iterator[Path]:
    """A folder with Pyodide's files, from a folder, from an archive, or for None from the release above.

    The release is downloaded once and cached for the user; its hash is checked each time. A `path` is one that `check`
    accepts; only its version is checked. Raises SiteError, OSError.
    """
    if path is not None and path.is_dir():
        yield _checked(path)
        return
    with TemporaryDirectory(prefix="adaptoid-pyodide-") as folder:
        if path is not None:
            _unpack(path, Path(folder))
        else:
            with writable_cache() as cache:
                _unpack(fetched(cache), Path(folder))
        yield _checked(Path(folder))


def check(path: Path) -> None:
    """Raise SiteError if a path is not Pyodide, as far as this can be told without unpacking it."""
    if path.is_dir():
        _checked(path)
    elif not path.is_file():
        raise SiteError(f"{str(path)!r} is neither a folder nor an archive of Pyodide")


def fetched(folder: Path) -> Path:
    """The archive of the release in a cache folder, downloaded by npm if needed. Raises SiteError, OSError."""
    path = folder / ARCHIVE
    if not path.is_file() or sha256_of(path) != SHA256:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix="adaptoid-pyodide-") as place:
            archive = _packed_by_npm(Path(place))
            digest = sha256_of(archive)
            if digest != SHA256:
                raise SiteError(
                    f"npm's file for {PACKAGE} has the SHA-256 {digest}, not {SHA256}: "
                    "the file was changed on the way. Give the files with --pyodide"
                )
            with replacing(path) as file:
                file.write(archive.read_bytes())
    return path


def _packed_by_npm(folder: Path) -> Path:
    with progress_bar("step", f"Pyodide {VERSION}, by npm", 1) as bar:
        try:
            npm.run(["pack", PACKAGE, "--silent", "--pack-destination", str(folder)])
        except npm.NpmError as error:
            if str(error):
                raise SiteError(
                    f"npm could not get {PACKAGE} ({error}); give the files with --pyodide"
                ) from None
            raise SiteError(
                f"npm, which downloads Pyodide {VERSION}, is not installed; try: pip install 'adaptoid-widget[site]', "
                f"which brings it; or name {ARCHIVE} (`npm pack {PACKAGE}` elsewhere), "
                f"pyodide-core-{VERSION}.tar.bz2, or the folder it is unpacked in, with --pyodide; "
                "or leave out --jupyterlite"
            ) from None
        bar.update(1)
    return folder / ARCHIVE


def lock(folder: Path) -> dict[str, Any]:
    """Pyodide's lock file: its version of Python, and its packages."""
    data: dict[str, Any] = json.loads((folder / LOCK).read_text(encoding="utf-8"))
    return data


def _checked(folder: Path) -> Path:
    """The folder with the files: this one, or one in it, since archives differ. Raises SiteError."""
    for place in (folder, folder / "pyodide", folder / "package"):
        if all((place / name).is_file() for name in (*RUNTIME, LOCK)):
            if VERSION not in (place / RUNTIME[0]).read_text(encoding="utf-8", errors="replace"):
                raise SiteError(f"the Pyodide in {place} is not {VERSION}, which JupyterLite needs here")
            return place
    missing = [name for name in (*RUNTIME, LOCK) if not (folder / name).is_file()]
    raise SiteError(f"this is not Pyodide {VERSION}: {', '.join(missing)} is missing")


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack the files that are needed, by their bare names, so that none is written elsewhere."""
    try:
        with tarfile.open(archive) as packed:
            for member in packed:
                name = PurePosixPath(member.name).name
                if not member.isfile() or not (name in (*RUNTIME, LOCK) or name.endswith(".whl")):
                    continue
                content = packed.extractfile(member)
                if content is not None:
                    with content, (folder / name).open("wb") as file:
                        shutil.copyfileobj(content, file)
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise SiteError(f"cannot read the archive {archive}: {error}") from None


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
