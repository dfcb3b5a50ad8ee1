"""The Python packages of a site: chooses them, collects their wheels, and packs this package as a wheel."""

from __future__ import annotations

import ast
import base64
import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from ..._version import __version__
from ...storage.atomic import write
from .errors import SiteError
from .pyodide import sha256_of

OURS = "adaptoid-widget"
PACKAGE = Path(__file__).parents[2]
# packages of Pyodide that the kernel installs when it starts
KERNEL_NEEDS = ("micropip", "packaging", "ipython", "jedi", "comm")
# requirements that the kernel brings, replaces or does not need
PROVIDED = {"piplite", "ipykernel", "pyodide-kernel", "widgetsnbextension", "pexpect", "psutil"}
# modules that Pyodide itself has, and those of the kernel
BUILT_IN = {
    "adaptoid_widget",
    "IPython",
    "js",
    "pyodide",
    "pyodide_js",
    "piplite",
    "ipykernel",
    "pyodide_kernel",
}
# a fixed date, so that equal files give equal wheels
DAY = (2020, 1, 1, 0, 0, 0)
# folders that only the command `lab` needs
LEFT_OUT = ("data/docs", "data/notebooks", "__pycache__")

Packages = dict[str, dict[str, Any]]
"""Entries of Pyodide's lock file by name."""


def needed(lock: dict[str, Any], extra_packages: Iterable[str] = ()) -> Packages:
    """The entries of the packages to ship, those of the lock file or else of the installed versions, without wheels.

    `extra_packages` are packages of Pyodide that the notebooks need besides. Raises SiteError for one that is not
    installed.
    """
    packages: Packages = {}
    waiting = [*KERNEL_NEEDS, *extra_packages, *requirements(OURS, lock)]
    while waiting:
        name = waiting.pop()
        if name in packages or name in PROVIDED:
            continue
        known = lock["packages"].get(name)
        if known is None:
            known = entry(name, _distribution(name).version, requirements(name, lock))
        depends = [plain(other) for other in known["depends"]]
        packages[name] = {**known, "depends": [other for other in depends if other not in PROVIDED]}
        waiting += depends
    return dict(sorted(packages.items()))


def entry(name: str, version: str, depends: Iterable[str]) -> dict[str, Any]:
    """The entry of a package that Pyodide does not have, without its wheel."""
    return {
        "name": name,
        "version": version,
        "install_dir": "site",
        "package_type": "package",
        "imports": [name.replace("-", "_")],
        "unvendored_tests": False,
        "depends": list(depends),
    }


def plain(name: str) -> str:
    """A package's name as package indexes compare it.

    >>> plain("Jupyter_Server")
    'jupyter-server'
    """
    from packaging.utils import canonicalize_name

    return canonicalize_name(name)


def _distribution(name: str) -> metadata.Distribution:
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise SiteError(f"the package {name} is not installed here; try: pip install {name}") from None


def requirements(name: str, lock: dict[str, Any]) -> list[str]:
    """The requirements of an installed package in Pyodide; numba is not among them, for example."""
    from packaging.requirements import Requirement

    python = lock["info"]["python"]
    environment = {
        "sys_platform": "emscripten",
        "platform_system": "Emscripten",
        "platform_machine": "wasm32",
        "python_version": ".".join(python.split(".")[:2]),
        "python_full_version": python,
        "extra": "",
    }
    parsed = [Requirement(line) for line in _distribution(name).requires or []]
    return [
        plain(requirement.name)
        for requirement in parsed
        if requirement.marker is None or requirement.marker.evaluate(environment)
    ]


def imported_modules(cells: Iterable[str]) -> set[str]:
    """The top-level names of all modules that code cells import; cells that are not Python are ignored.

    >>> sorted(imported_modules(["import numpy.linalg as la", "%pip install x", "from pandas import Series"]))
    ['numpy', 'pandas']
    """
    names: set[str] = set()
    for cell in cells:
        lines = [line for line in cell.splitlines() if not line.lstrip().startswith(("%", "!", "?"))]
        try:
            tree = ast.parse("\n".join(lines))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module.partition(".")[0])
    return names


def available_packages(modules: set[str], lock: dict[str, Any], pyodide: Path) -> tuple[set[str], set[str]]:
    """The packages of Pyodide that have these modules and can be shipped, and the modules without such a package.

    A package can be shipped if its file lies next to Pyodide's, as in the full release, or if it is pure Python.
    Modules that every site has, such as ipywidgets, are in neither set.
    """
    known = lock["packages"]
    shipped = {module for package in needed(lock).values() for module in package["imports"]}
    package_of = {module: name for name, package in known.items() for module in package["imports"]}

    def is_available(name: str, visited: set[str]) -> bool:
        if name in visited:
            return True
        visited.add(name)
        file = known[name]["file_name"]
        if not file.endswith("-none-any.whl") and not (pyodide / file).is_file():
            return False
        return all(is_available(plain(other), visited) for other in known[name]["depends"])

    packages: set[str] = set()
    missing: set[str] = set()
    for module in modules - set(sys.stdlib_module_names) - BUILT_IN - shipped:
        name = package_of.get(module)
        if name is not None and is_available(name, set()):
            packages.add(name)
        else:
            missing.add(module)
    return packages, missing


def collect(packages: Packages, lock: dict[str, Any], pyodide: Path, folder: Path) -> Iterator[Path]:
    """The wheels of packages: those next to Pyodide's files, others as pure Python from pip, cached in a folder.

    Raises SiteError.
    """
    requested: list[str] = []
    for name, package in packages.items():
        wheel = pyodide / package["file_name"] if "file_name" in package else None
        if wheel is not None and wheel.is_file():
            if sha256_of(wheel) != package["sha256"]:
                raise SiteError(f"{wheel} is not the file that {pyodide / 'pyodide-lock.json'} names")
            yield wheel
        else:
            requested.append(f"{name}=={package['version']}")
    yield from from_pip(requested, folder, lock["info"]["python"])


def from_pip(requested: list[str], folder: Path, python: str) -> list[Path]:
    """Wheels of pure Python, downloaded by pip unless the folder has exactly these already, unchanged.

    The file `wanted.txt` in it lists the requested packages and the SHA-256 of their wheels. Raises SiteError, also for
    a folder with other files.
    """
    if not requested:
        return []
    list_file = folder / "wanted.txt"
    if not list_file.is_file() and folder.exists() and any(folder.iterdir()):
        raise SiteError(
            f"{str(folder)!r} is a folder with other files in it, not with wheels of this command; "
            "name a new folder"
        )
    wheels = _cached(list_file, requested)
    if wheels is None:
        folder.mkdir(parents=True, exist_ok=True)
        # an empty list marks the folder as ours and its wheels as incomplete
        write(list_file, b"")
        for wheel in folder.glob("*.whl"):
            wheel.unlink()
        pure = ["--no-deps", "--only-binary=:all:", "--implementation=py", "--abi=none", "--platform=any"]
        quiet = ["--no-input", "--progress-bar=off", "--disable-pip-version-check", "--quiet"]
        pip = [sys.executable, "-m", "pip", "download", *quiet, *pure, f"--python-version={python}"]
        run([*pip, f"--dest={folder}", *requested], "pip does not find the packages for the site")
        wheels = sorted(folder.glob("*.whl"))
        lines = [*requested, *(f"{sha256_of(wheel)}  {wheel.name}" for wheel in wheels)]
        write(list_file, ("\n".join(lines) + "\n").encode())
    return wheels


def _cached(list_file: Path, requested: list[str]) -> list[Path] | None:
    """The wheels of the cache, if they are the requested ones and none is missing or changed."""
    lines = list_file.read_text(encoding="utf-8").splitlines() if list_file.is_file() else []
    hashes = {
        list_file.parent / name: digest
        for digest, separator, name in (line.partition("  ") for line in lines)
        if separator
    }
    if [line for line in lines if "  " not in line] != requested or len(hashes) < len(requested):
        return None
    valid = all(wheel.is_file() and sha256_of(wheel) == digest for wheel, digest in hashes.items())
    return list(hashes) if valid else None


def run(command: list[str], failure: str, folder: Path | None = None) -> None:
    """Run a program. If it fails, raises SiteError with the message `failure` and the end of its output."""
    result = subprocess.run(
        command,
        cwd=folder,
        check=False,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
    )
    if result.returncode:
        output = (result.stderr.strip() or result.stdout.strip()).splitlines()[-12:]
        raise SiteError("\n".join([f"{failure}; it says:", *output]))


def own_wheel(folder: Path) -> Path:
    """Pack this package, installed or in a checkout, as a wheel; equal files give equal bytes."""
    info = f"{OURS.replace('-', '_')}-{__version__}.dist-info"
    contents = {
        f"{PACKAGE.name}/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
        for path in sorted(PACKAGE.rglob("*"))
        if path.is_file()
        and not any(f"/{part}/" in f"/{path.relative_to(PACKAGE).as_posix()}" for part in LEFT_OUT)
    }
    contents |= {f"{info}/licenses/{name}": text for name, text in _licences().items()}
    package_metadata = _distribution(OURS).read_text("METADATA") or ""
    tag = "Wheel-Version: 1.0\nGenerator: adaptoid-widget\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    contents[f"{info}/METADATA"] = package_metadata.encode()
    contents[f"{info}/WHEEL"] = tag.encode()
    contents[f"{info}/RECORD"] = record(contents, f"{info}/RECORD")
    wheel = folder / f"{OURS.replace('-', '_')}-{__version__}-py3-none-any.whl"
    pack(wheel, contents)
    return wheel


def _licences() -> dict[str, bytes]:
    """The texts of the licences, from the checkout or the installed package, by name. Raises SiteError."""
    checkout = PACKAGE.parent
    if (checkout / "hatch_build.py").is_file():
        paths = [checkout / "LICENSE", *sorted((checkout / "LICENSES").iterdir())]
        return {path.relative_to(checkout).as_posix(): path.read_bytes() for path in paths}
    texts: dict[str, bytes] = {}
    for file in _distribution(OURS).files or []:
        folder, licences, name = file.as_posix().partition(".dist-info/licenses/")
        if licences and "/" not in folder:
            texts[name] = Path(str(file.locate())).read_bytes()
    if "LICENSE" not in texts:
        raise SiteError(
            f"the licences of {OURS} are not installed here; try: pip install --force-reinstall {OURS}"
        )
    return dict(sorted(texts.items()))


def pack(path: Path, contents: dict[str, bytes]) -> None:
    """Write a wheel."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in contents.items():
            wheel.writestr(zipfile.ZipInfo(name, DAY), content, zipfile.ZIP_DEFLATED)


def record(contents: dict[str, bytes], own: str) -> bytes:
    """The file RECORD of a wheel; `own` is its own path."""
    lines = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in contents.items()]
    return "\n".join([*lines, f"{own},,", ""]).encode()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
