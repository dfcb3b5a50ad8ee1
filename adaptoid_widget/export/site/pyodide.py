"""Pyodide, Python for browsers: where its files come from, and that they are the right ones."""

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

from platformdirs import user_cache_path

from ...storage.atomic import replacing
from ...storage.records import bar
from . import node
from .errors import SiteError

# jupyterlite-pyodide-kernel is made for this one; js/package.json names the same for the tests.
VERSION = "314.0.6"
# the Pyodide project's own release for npm: its core files, in an archive a third as large as the one on its pages
PACKAGE = f"pyodide@{VERSION}"
ARCHIVE = f"pyodide-{VERSION}.tgz"
SHA256 = "d78ac549b28a2a58600cd06f44e017024151775f8c6b2d73fab1475400d38ea2"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
TIMEOUT_S = 600


@contextmanager
def files(given: Path | None) -> Iterator[Path]:
    """A folder with Pyodide's files: the one given, what is in the archive given, or the release named above.

    That one is fetched once and kept with what else this package keeps for its user; each time it is looked at whether
    it is what was published. What is given is taken as it is, but has to be of this version. Raises SiteError, OSError.
    """
    if given is None:
        given = fetched(user_cache_path("adaptoid-widget"))
    check(given)
    if given.is_dir():
        yield _checked(given)
        return
    with TemporaryDirectory(prefix="adaptoid-pyodide-") as folder:
        _unpack(given, Path(folder))
        yield _checked(Path(folder))


def check(given: Path) -> None:
    """Raises SiteError where a path leads to no Pyodide, as far as can be told without unpacking it."""
    if given.is_dir():
        _checked(given)
    elif not given.is_file():
        raise SiteError(f"{str(given)!r} is neither a folder nor an archive with Pyodide")


def fetched(folder: Path) -> Path:
    """The archive of the release in a folder, got by npm where it is not there yet. Raises SiteError, OSError."""
    path = folder / ARCHIVE
    if not path.is_file() or sha256_of(path) != SHA256:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix="adaptoid-pyodide-") as place:
            new = _packed_by_npm(Path(place))
            found = sha256_of(new)
            if found != SHA256:
                raise SiteError(
                    f"npm's file for {PACKAGE} has the SHA-256 {found}, not {SHA256}: "
                    "something changed it on the way. Give the files with --pyodide"
                )
            with replacing(path) as file:
                file.write(new.read_bytes())
    return path


def _packed_by_npm(folder: Path) -> Path:
    with bar("step", f"Pyodide {VERSION}, by npm", 1) as shown:
        try:
            node.run("npm", ["pack", PACKAGE, "--silent", "--pack-destination", str(folder)])
        except node.NodeError as error:
            if str(error):
                raise SiteError(
                    f"npm could not get {PACKAGE} ({error}); give the files with --pyodide"
                ) from None
            raise SiteError(
                f"npm, which downloads Pyodide {VERSION}, is not installed; try: pip install 'adaptoid-widget[site]', "
                f"which brings it; or name {ARCHIVE} (`npm pack {PACKAGE}` elsewhere), "
                f"pyodide-core-{VERSION}.tar.bz2, or the folder it is unpacked in, with --pyodide; "
                "or leave the notebooks out, with --no-notebooks"
            ) from None
        shown.update(1)
    return folder / ARCHIVE


def lock(folder: Path) -> dict[str, Any]:
    """What Pyodide says of itself and of the packages that go with it."""
    found: dict[str, Any] = json.loads((folder / LOCK).read_text(encoding="utf-8"))
    return found


def _checked(folder: Path) -> Path:
    """The folder itself, or the one in it that has the files: archives differ in that. Raises SiteError."""
    for place in (folder, folder / "pyodide", folder / "package"):
        if all((place / name).is_file() for name in (*RUNTIME, LOCK)):
            if VERSION not in (place / RUNTIME[0]).read_text(encoding="utf-8", errors="replace"):
                raise SiteError(f"the Pyodide in {place} is not {VERSION}, which JupyterLite needs here")
            return place
    missing = [name for name in (*RUNTIME, LOCK) if not (folder / name).is_file()]
    raise SiteError(f"this is not Pyodide {VERSION}: {', '.join(missing)} is missing")


def _unpack(archive: Path, folder: Path) -> None:
    """The files that matter, each by its bare name, so that none lands elsewhere."""
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
