"""Rules for every commit: no paths of one machine, no addresses of registries, and a small bundle."""

from __future__ import annotations

import gzip
import re
import shutil
from pathlib import Path

import pytest

import adaptoid_widget
from adaptoid_widget._version import __version__
from tools.setup.project_files import project_files

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "adaptoid_widget" / "static"
MAX_BUNDLE_BYTES = 35_000
WIDGET_LOADS = ("board.js", "board.css")
BINARY = {".gif", ".png", ".wasm", ".gz", ".ico", ".woff2"}
# The words are put together here, so that this file does not contain them.
NEVER = {
    "a package registry": [
        "registry." + "npmjs",
        "registry." + "yarnpkg",
        "pypi" + ".org",
        "python" + "hosted",
    ],
    "a Debian mirror": ["deb." + "debian", "archive." + "ubuntu"],
    "where a package was fetched": [
        '"resolv' + 'ed":',
        *("--index" + "-url", "index" + "-url =", "index" + "_url"),
        *("--find" + "-links", "find" + "-links ="),
    ],
    "a path of one machine": ["/wo" + "rk/", "/ro" + "ot/", "/home" + "/", "/Use" + "rs/", "/tmp" + "/team"],
}


FILES = [ROOT / path for path in project_files()]


def test_without_git_the_files_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an unpacked archive, the files that tools leave behind are not part of the project."""
    for path in project_files():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    for name in (".ruff_cache/0/1", "js/node_modules/a/a.js", "tests/__pycache__/a.pyc", ".venv/bin/python"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"\xff")
    (tmp_path / "adaptoid_widget" / "static").mkdir()
    for name in (".front-end.json", "PKG-INFO", "adaptoid_widget/static/board.js", "js/cache.tsbuildinfo"):
        (tmp_path / name).touch()
    assert project_files(tmp_path) == project_files()
    # a copy of the checkout on a machine without git
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").touch()
    monkeypatch.setenv("PATH", "")
    assert project_files(tmp_path) == [path.relative_to(ROOT) for path in FILES]


def test_no_file_has_a_forbidden_word() -> None:
    """No file has the address of a registry or a path of one machine."""
    assert Path(__file__).resolve() in FILES
    problems: list[str] = []
    for path in FILES:
        if path.suffix in BINARY:
            continue
        text = path.read_text(encoding="utf-8")
        problems += [
            f"{path.relative_to(ROOT)} names {kind}: {word}"
            for kind, words in NEVER.items()
            for word in words
            if word in text
        ]
    assert problems == []


@pytest.mark.parametrize("word", [word for words in NEVER.values() for word in words])
def test_no_forbidden_word_is_too_short(word: str) -> None:
    """A forbidden word has at least five characters."""
    assert len(word) >= 5


def test_the_licence_and_the_section_of_the_changelog_exist() -> None:
    """The licence exists, and the changelog has a section for this version."""
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(__version__)}\b", changelog, re.MULTILINE)


def test_the_version_is_in_one_place() -> None:
    """The package exports the version of `_version.py`, and pyproject.toml reads it from a file."""
    assert adaptoid_widget.__version__ == __version__
    assert re.search(
        r'^dynamic = \["readme", "version"\]$',
        (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
        re.MULTILINE,
    )


def test_ci_calls_the_command_of_the_readme() -> None:
    """People and CI use the same test command."""
    command = "python3 dev.py test"
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in script if "dev.py" in line] == script[1:]
    assert script[1].endswith("&& " + command)


def test_the_widget_is_small() -> None:
    """The gzipped size of the files that a notebook loads for a board has a limit."""
    sizes = {name: len(gzip.compress((STATIC / name).read_bytes(), 9, mtime=0)) for name in WIDGET_LOADS}
    assert 1_000 < sum(sizes.values()) <= MAX_BUNDLE_BYTES, sizes
