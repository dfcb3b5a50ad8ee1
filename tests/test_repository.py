"""What every commit keeps: nothing of one machine or one registry in it, a light bundle."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path

import pytest

import adaptoid_widget
from adaptoid_widget._version import __version__

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "adaptoid_widget" / "static"
MOST_BUNDLE_BYTES = 35_000
WIDGET_LOADS = ("board.js", "board.css")
SKIPPED_FOLDERS = {".git", ".venv", "artefacts", "node_modules", "static", "__pycache__"}
BINARY = {".png", ".wasm", ".gz", ".ico", ".woff2"}
# Put together here, so that this file does not hold them.
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
        "index" + "-url",
        "index" + "_url",
        "find" + "-links",
    ],
    "a path of one machine": ["/wo" + "rk/", "/ro" + "ot/", "/home" + "/", "/Use" + "rs/", "/tmp" + "/team"],
}


def tracked() -> list[Path]:
    """Every file in git; outside a checkout, every file there is."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    try:
        listed = (
            subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        )
        paths = [ROOT / name for name in listed if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [path for path in ROOT.rglob("*") if not SKIPPED_FOLDERS.intersection(path.parts)]
    return sorted(path for path in paths if path.is_file())


FILES = tracked()


def test_nothing_of_one_machine() -> None:
    """No registry's address and no path of one machine in any file."""
    found: list[str] = []
    for path in FILES:
        if path.suffix in BINARY:
            continue
        text = path.read_text(encoding="utf-8")
        found += [
            f"{path.relative_to(ROOT)} names {what}: {word}"
            for what, words in NEVER.items()
            for word in words
            if word in text
        ]
    assert found == []


@pytest.mark.parametrize("word", [word for words in NEVER.values() for word in words])
def test_each_such_name_would_be_found(word: str) -> None:
    """The list above is not misspelt: no word is empty or hidden by how it is put together."""
    assert len(word) >= 5
    assert word in f"prefix {word} suffix"


def test_licence_and_changelog() -> None:
    """Both are there, and the changelog speaks of this version."""
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(__version__)}\b", changelog, re.MULTILINE)


def test_the_version_is_in_one_place() -> None:
    """The package's face shows it, pyproject.toml reads it from the same file."""
    assert adaptoid_widget.__version__ == __version__
    assert re.search(
        r'^dynamic = \["readme", "version"\]$',
        (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
        re.MULTILINE,
    )


def test_ci_calls_the_command_of_the_readme() -> None:
    """One test command, for people and machines."""
    command = "python3 dev.py test"
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in script if "dev.py" in line] == script[1:]
    assert script[1].endswith("&& " + command)


def test_the_widget_is_light() -> None:
    """What a notebook loads for a board, gzipped."""
    sizes = {name: len(gzip.compress((STATIC / name).read_bytes(), 9, mtime=0)) for name in WIDGET_LOADS}
    assert sum(sizes.values()) <= MOST_BUNDLE_BYTES, sizes
