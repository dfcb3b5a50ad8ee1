"""Builds the wheel and the source distribution, checks them, and tests them in clean environments.

    python -m scripts.package               # build both into dist/ and test them with every installed Python
    python -m scripts.package --oldest      # the wheel tested with this Python and with the oldest installed Python
    python -m scripts.package --all         # and fail unless every supported Python is installed
    python -m scripts.package --tag v1.2.3  # and fail unless this is the tag of the version

Both are built twice. The second build starts from the unpacked source distribution, in another folder and without Node.
Every byte must be the same.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

from packaging.metadata import Metadata

from scripts import argument_parser

ROOT = Path(__file__).resolve().parent.parent
TRY_PACKAGE = Path(__file__).resolve().parent / "try_package.py"
SUPPORTED = tuple(f"3.{minor}" for minor in range(10, 15))
# where tools that install several Pythons put them, by the variable that moves that folder
PLACES = (
    ("PYENV_ROOT", ".pyenv", "versions/{}*/bin/python{}"),
    ("UV_PYTHON_INSTALL_DIR", ".local/share/uv/python", "cpython-{}*/bin/python{}"),
)
PIP = ("-m", "pip", "--no-input", "--disable-pip-version-check")


class PackageError(Exception):
    """The built files must not be released."""


def run(command: list[str], folder: Path, path: str | None = None) -> str:
    """Run a command and return its output. `path` replaces PATH."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "ADAPTOID_"))}
    env["PYTHONUTF8"] = "1"
    if path is not None:
        env["PATH"] = path
    completed = subprocess.run(
        command, cwd=folder, env=env, text=True, capture_output=True, check=False, stdin=subprocess.DEVNULL
    )
    if completed.returncode:
        raise PackageError(
            f"{' '.join(command)} ended with status {completed.returncode}\n{completed.stdout}{completed.stderr}"
        )
    return completed.stdout


def build(source: Path, target: Path, path: str | None = None, only: str | None = None) -> list[Path]:
    """Build the source distribution and the wheel of a tree, in this order, or `only` "sdist" or "wheel"."""
    targets = [] if only is None else [f"--target={only}"]
    run([sys.executable, "-m", "hatchling", "build", f"--directory={target}", *targets], source, path)
    return [*target.glob("*.tar.gz"), *target.glob("*.whl")]


def unpack(sdist: Path, target: Path) -> Path:
    """Unpack a source distribution. Return its folder."""
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(target)  # noqa: S202  # made here a moment ago
    (folder,) = target.iterdir()
    return folder


def compare(first: list[Path], second: list[Path]) -> None:
    """Raises PackageError with the names of the different files, unless all bytes are equal."""
    for archive, rebuilt in zip(first, second, strict=True):
        if archive.name == rebuilt.name and archive.read_bytes() == rebuilt.read_bytes():
            continue
        inside = [contents(archive), contents(rebuilt)]
        names = sorted(
            name for name in {*inside[0], *inside[1]} if inside[0].get(name) != inside[1].get(name)
        )
        raise PackageError(
            f"{archive.name} is not the same when built again: {', '.join(names) or 'order or times'}"
        )


def contents(archive: Path) -> dict[str, bytes]:
    """Return the files of a wheel or a source distribution by name."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as packed:
            return {name: packed.read(name) for name in packed.namelist()}
    files: dict[str, bytes] = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            data = tar.extractfile(member)
            files[member.name] = data.read() if data else b""
    return files


def check_metadata(sdist: Path, wheel: Path) -> str:
    """Check the metadata as strictly as a package index does. Return the version."""
    packed = contents(wheel)
    (name,) = [name for name in packed if name.endswith(".dist-info/METADATA")]
    metadata_read = Metadata.from_email(packed[name], validate=True)
    (sdist_metadata,) = [data for path, data in contents(sdist).items() if path.endswith("/PKG-INFO")]
    if sdist_metadata != packed[name]:
        raise PackageError("the source distribution says of itself what the wheel does not")
    licences = [name.replace("METADATA", f"licenses/{path}") for path in metadata_read.license_files or []]
    if not licences or any(not packed.get(path) for path in licences):
        raise PackageError(f"of the licences {metadata_read.license_files} one is not in the wheel")
    versions = re.findall(r"Python :: (3\.\d+)\b", "\n".join(metadata_read.classifiers or []))
    if tuple(versions) != SUPPORTED:
        raise PackageError(f"the classifiers name Python {versions}, tried are {SUPPORTED}")
    return str(metadata_read.version)


def find_python(version: str) -> str | None:
    """Return a Python of a version: the running one, one on PATH, or one in the folder of a version manager."""
    if version == "{}.{}".format(*sys.version_info):
        return sys.executable
    names = [shutil.which(f"python{version}")]
    for variable, usual, pattern in PLACES:
        folder = Path(os.environ.get(variable) or Path.home() / usual)
        names += [str(path) for path in sorted(folder.glob(pattern.format(version, version)))]
    ask = "import sys, venv; print('{}.{}'.format(*sys.version_info))"
    for name in names:
        # a name on PATH may stand for a Python that is not there
        with contextlib.suppress(OSError, PackageError):
            if name and run([name, "-c", ask], ROOT).strip() == version:
                return name
    return None


def find_pythons(*, all_of_them: bool, oldest: bool = False) -> dict[str, str | None]:
    """Return a Python, or None, for each supported version. With `all_of_them`, raises PackageError if one is missing.

    With `oldest`, only the running Python and the oldest installed Python.
    """
    pythons = {version: find_python(version) for version in SUPPORTED}
    if oldest:
        first = next(version for version, python in pythons.items() if python)
        tried = {first, "{}.{}".format(*sys.version_info)}
        return {version: python for version, python in pythons.items() if version in tried}
    missing = [version for version, python in pythons.items() if python is None]
    if all_of_them and missing:
        raise PackageError(f"not on this machine: Python {', '.join(missing)}")
    return pythons


def make_environment(python: str, folder: Path) -> tuple[str, str]:
    """Make a virtual environment without pip. Return its Python, and the folder of its commands."""
    run([python, "-m", "venv", "--without-pip", str(folder)], folder.parent)
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    return str(commands / "python"), str(commands)


def try_it(python: str, folder: Path, archives: list[Path]) -> None:
    """Install each archive over the one before, without Node and development packages, and try it."""
    folder.mkdir()
    own, path = make_environment(python, folder / "environment")
    # of the Python that runs this: to install pip into each environment takes longer than the rest
    pip = [sys.executable, *PIP, "--python", own]
    for number, archive in enumerate(archives):
        reinstall = ["--force-reinstall", "--no-deps"] if number else []
        run([*pip, "install", "--quiet", "--no-compile", *reinstall, str(archive)], folder, path)
        run([*pip, "check"], folder, path)
        place = folder / f"trial-{number}"
        place.mkdir()
        # -I: not even the folder of the script is looked into
        print(run([own, "-I", str(TRY_PACKAGE)], place, path).strip(), flush=True)


def main() -> int:
    """Build, compare, check and try the archives."""
    parser = argument_parser(__doc__)
    parser.add_argument("--tag", help="the tag that is to be released")
    parser.add_argument("--all", action="store_true", help="fail where a supported Python is not here")
    parser.add_argument(
        "--oldest", action="store_true", help="try only the wheel, and only the running and the oldest Python"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where to put them (default: dist)")
    options = parser.parse_args()
    out: Path = options.out.resolve()
    try:
        pythons = find_pythons(all_of_them=options.all, oldest=options.oldest)
        shutil.rmtree(out, ignore_errors=True)
        first = build(ROOT, out)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            second = build(
                unpack(first[0], folder / "source"), folder / "again", path=str(folder / "nothing")
            )
            compare(first, second)
            version = check_metadata(*first)
            if options.tag not in (None, f"v{version}"):
                raise PackageError(f"the tag {options.tag} is not that of version {version}")
            for archive in first:
                print(f"{archive.name}: {archive.stat().st_size:,} bytes, twice the same", flush=True)
            for wanted, python in pythons.items():
                began = time.monotonic()
                if python is None:
                    print(f"Python {wanted}: not on this machine, not tried", flush=True)
                    continue
                # the wheel by each; the source distribution, which was built above, by the one that runs this
                both_archives = python == sys.executable and not options.oldest
                try_it(python, folder / wanted, first[::-1] if both_archives else first[1:])
                print(f"Python {wanted}: tried in {time.monotonic() - began:.0f} s", flush=True)
    except PackageError as error:
        print(f"package: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
