"""The Python packages of a site: which ones, where they come from, and this one packed as a wheel."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from ..._version import __version__
from ...storage.atomic import write
from .bytecode import pack, record
from .errors import SiteError
from .pyodide import sha256_of

OURS = "adaptoid-widget"
PACKAGE = Path(__file__).parents[2]
# what the kernel itself installs when it starts
KERNEL_NEEDS = ("micropip", "packaging", "ipython", "jedi", "comm")
# what it installs besides, and brings along in its own package
KERNEL = "jupyterlite-pyodide-kernel"
KERNEL_BRINGS = ("piplite", "ipykernel", "pyodide-kernel")
# what it does without
KERNEL_HAS = {*KERNEL_BRINGS, "widgetsnbextension", "pexpect", "psutil"}
# what only the command `lab` needs
LEFT_OUT = ("data/docs", "data/notebooks", "__pycache__")

Packages = dict[str, tuple[str, list[str]]]
"""By name: a version, and the names of the packages that it needs."""


def needed(lock: dict[str, Any], more: Iterable[str] = ()) -> Packages:
    """The packages to ship: each in Pyodide's version where it names one, else in the one installed here.

    `more` are names of Pyodide's own that notebooks want besides. Raises SiteError for one that is not installed.
    """
    known = locked(lock)
    out: Packages = {}
    waiting = [*KERNEL_NEEDS, *more, *requirements(OURS, lock)]
    while waiting:
        name = waiting.pop()
        if name in out or name in KERNEL_HAS:
            continue
        if name in known:
            version, wanted = known[name]["version"], [plain(one) for one in known[name]["depends"]]
        else:
            version, wanted = _distribution(name).version, requirements(name, lock)
        out[name] = (version, [one for one in wanted if one not in KERNEL_HAS])
        waiting += wanted
    return dict(sorted(out.items()))


def plain(name: str) -> str:
    """A package's name as indexes compare it."""
    from packaging.utils import canonicalize_name

    return canonicalize_name(name)


def locked(lock: dict[str, Any]) -> dict[str, Any]:
    """What Pyodide's lock file says of its packages, by name."""
    return {plain(entry["name"]): entry for entry in lock["packages"].values()}


def _distribution(name: str) -> metadata.Distribution:
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise SiteError(f"the package {name} is not installed here; try: pip install {name}") from None


def requirements(name: str, lock: dict[str, Any]) -> list[str]:
    """What an installed package asks for where Pyodide runs it: numba is not among it, say."""
    from packaging.requirements import Requirement

    python = lock["info"]["python"]
    there = {
        "sys_platform": "emscripten",
        "platform_system": "Emscripten",
        "platform_machine": "wasm32",
        "python_version": ".".join(python.split(".")[:2]),
        "python_full_version": python,
        "extra": "",
    }
    wanted = [Requirement(line) for line in _distribution(name).requires or []]
    return [plain(one.name) for one in wanted if one.marker is None or one.marker.evaluate(there)]


def imported(sources: Iterable[str]) -> set[str]:
    """The top names of all modules that cells import; a cell that is no Python, such as a command, says nothing.

    >>> sorted(imported(["import numpy.linalg as la", "%pip install x", "from pandas import Series"]))
    ['numpy', 'pandas']
    """
    out: set[str] = set()
    for source in sources:
        lines = [line for line in source.splitlines() if not line.lstrip().startswith(("%", "!", "?"))]
        try:
            tree = ast.parse("\n".join(lines))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                out |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                out.add(node.module.partition(".")[0])
    return out


def wanted_by(imports: set[str], lock: dict[str, Any], pyodide: Path) -> tuple[set[str], set[str]]:
    """The packages of Pyodide's that these imports come from and that can be had, and the imports that cannot.

    Had can be what lies beside Pyodide's files, as in its full release, and what is pure Python, from pip.
    """
    known = locked(lock)
    by_import = {module: name for name, entry in known.items() for module in entry["imports"]}

    def lacking(name: str, seen: set[str]) -> bool:
        if name in seen:
            return False
        seen.add(name)
        entry = known[name]
        file = entry["file_name"]
        if not file.endswith("-none-any.whl") and not (pyodide / file).is_file():
            return True
        return any(lacking(plain(one), seen) for one in entry["depends"])

    names: set[str] = set()
    lost: set[str] = set()
    for module in imports - set(sys.stdlib_module_names) - {"adaptoid_widget", "IPython"}:
        name = by_import.get(module)
        if name is None or lacking(name, set()):
            lost.add(module)
        else:
            names.add(name)
    return names, lost


def collect(packages: Packages, lock: dict[str, Any], pyodide: Path, folder: Path) -> Iterator[Path]:
    """The wheels of these packages: those beside Pyodide's files, the others from pip, kept in a folder.

    Those from pip are pure Python all of them. Raises SiteError.
    """
    known = locked(lock)
    wanted: list[str] = []
    for name, (version, _) in packages.items():
        beside = pyodide / known[name]["file_name"] if name in known else None
        if beside is not None and beside.is_file():
            if sha256_of(beside) != known[name]["sha256"]:
                raise SiteError(f"{beside} is not the file that {pyodide / 'pyodide-lock.json'} names")
            yield beside
        else:
            wanted.append(f"{name}=={version}")
    yield from from_pip(wanted, folder, lock["info"]["python"])


def from_pip(wanted: list[str], folder: Path, python: str) -> list[Path]:
    """Wheels of pure Python, from pip unless the folder has just these already, as they came.

    A file in it says what was wanted, and the SHA-256 of what came. Raises SiteError, for a folder of other things too.
    """
    if not wanted:
        return []
    mark = folder / "wanted.txt"
    if not mark.is_file() and folder.exists() and any(folder.iterdir()):
        raise SiteError(
            f"{str(folder)!r} is a folder with other files in it, not with wheels of this command; "
            "name a new folder"
        )
    kept = _kept(mark, wanted)
    if kept is None:
        folder.mkdir(parents=True, exist_ok=True)
        # from here on the folder is known, and what is in it is not what is wanted
        write(mark, b"")
        for wheel in folder.glob("*.whl"):
            wheel.unlink()
        pure = ["--no-deps", "--only-binary=:all:", "--implementation=py", "--abi=none", "--platform=any"]
        quiet = ["--no-input", "--progress-bar=off", "--disable-pip-version-check", "--quiet"]
        pip = [sys.executable, "-m", "pip", "download", *quiet, *pure, f"--python-version={python}"]
        run([*pip, f"--dest={folder}", *wanted], "pip does not find the packages for the site")
        kept = sorted(folder.glob("*.whl"))
        lines = [*wanted, *(f"{sha256_of(wheel)}  {wheel.name}" for wheel in kept)]
        write(mark, ("\n".join(lines) + "\n").encode())
    return kept


def _kept(mark: Path, wanted: list[str]) -> list[Path] | None:
    """The wheels that a mark names, if they were wanted and none is missing or changed."""
    lines = mark.read_text(encoding="utf-8").splitlines() if mark.is_file() else []
    sums = [line.split("  ", 1) for line in lines if "  " in line]
    wheels = [(mark.parent / name, total) for total, name in sums]
    if [line for line in lines if "  " not in line] != wanted or len(wheels) < len(wanted):
        return None
    same = all(wheel.is_file() and sha256_of(wheel) == total for wheel, total in wheels)
    return [wheel for wheel, _ in wheels] if same else None


def run(command: list[str], what: str, folder: Path | None = None) -> None:
    """Run a program. Raises SiteError with the last of what it said where it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        check=False,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
    )
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-12:]
        raise SiteError("\n".join([f"{what}; it says:", *said]))


def kernel_wheels() -> dict[str, Path]:
    """The wheels that the kernel brings along and would install one by one, by name. Raises SiteError."""
    from packaging.utils import parse_wheel_filename

    found: dict[str, Path] = {
        parse_wheel_filename(file.name)[0]: Path(str(file.locate()))
        for file in _distribution(KERNEL).files or []
        if file.suffix == ".whl"
    }
    missing = [name for name in KERNEL_BRINGS if name not in found]
    if missing:
        raise SiteError(f"{KERNEL} lacks {', '.join(missing)}; try: pip install -U {KERNEL}")
    return {name: found[name] for name in KERNEL_BRINGS}


def own_wheel(folder: Path) -> Path:
    """This package as it is here, installed or in a checkout, as a wheel; the same files give the same bytes."""
    info = f"{OURS.replace('-', '_')}-{__version__}.dist-info"
    contents = {
        f"{PACKAGE.name}/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
        for path in sorted(PACKAGE.rglob("*"))
        if path.is_file()
        and not any(f"/{part}/" in f"/{path.relative_to(PACKAGE).as_posix()}" for part in LEFT_OUT)
    }
    contents |= {f"{info}/licenses/{name}": text for name, text in _licences().items()}
    told = _distribution(OURS).read_text("METADATA") or ""
    tag = "Wheel-Version: 1.0\nGenerator: adaptoid-widget\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    contents[f"{info}/METADATA"] = told.encode()
    contents[f"{info}/WHEEL"] = tag.encode()
    contents[f"{info}/RECORD"] = record(contents, f"{info}/RECORD")
    wheel = folder / f"{OURS.replace('-', '_')}-{__version__}-py3-none-any.whl"
    pack(wheel, contents)
    return wheel


def _licences() -> dict[str, bytes]:
    """The texts of the licences, of the checkout or else of what is installed, by name. Raises SiteError."""
    checkout = PACKAGE.parent
    if (checkout / "hatch_build.py").is_file():
        paths = [checkout / "LICENSE", *sorted((checkout / "LICENSES").iterdir())]
        return {path.relative_to(checkout).as_posix(): path.read_bytes() for path in paths}
    out: dict[str, bytes] = {}
    for file in _distribution(OURS).files or []:
        place, licences, name = file.as_posix().partition(".dist-info/licenses/")
        if licences and "/" not in place:
            out[name] = Path(str(file.locate())).read_bytes()
    if "LICENSE" not in out:
        raise SiteError(
            f"the licences of {OURS} are not installed here; try: pip install --force-reinstall {OURS}"
        )
    return dict(sorted(out.items()))
