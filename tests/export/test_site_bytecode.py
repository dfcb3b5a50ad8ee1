"""Replacing or complementing the sources in the wheels of a site by bytecode."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from adaptoid_widget.export.site import bytecode, lite, pyodide
from adaptoid_widget.export.site.node import NodeError

INFO = "play-1.dist-info"
CONTENTS = {
    "play/__init__.py": b"from .turn import grow\n",
    "play/turn.py": b"def grow():\n    return 'a leg'\n",
    "play/template.py": b"def {name}(:\n",
    "play/words.txt": b"grow, feed, move",
    f"{INFO}/METADATA": b"Name: play\n",
    f"{INFO}/RECORD": b"as it was",
}


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "play-1-py3-none-any.whl"
    bytecode.pack(path, CONTENTS)
    return path


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as packed:
        return set(packed.namelist())


def run_wheel(wheel: Path, folder: Path) -> str:
    """The output of a Python program that uses the unpacked wheel: the result and the paths of the code."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    code = "import play; print(play.grow(), play.turn.__cached__ or play.turn.__file__, play.grow.__code__.co_filename)"
    completed = subprocess.run(
        [sys.executable, "-B", "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    return completed.stdout


def test_bytecode_replaces_the_sources(wheel: Path, tmp_path: Path) -> None:
    bytecode.repack(wheel, sources=False)
    compiled = {"play/__init__.pyc", "play/turn.pyc"}
    assert names(wheel) == {*CONTENTS, *compiled} - {"play/__init__.py", "play/turn.py"}
    output = run_wheel(wheel, tmp_path / "there")
    assert output.startswith("a leg ")
    assert "turn.pyc" in output
    assert f"{bytecode.PLACE}play/turn.py" in output


def test_bytecode_is_added_beside_the_sources(wheel: Path, tmp_path: Path) -> None:
    """The bytecode runs, without a check whether the source has changed."""
    bytecode.repack(wheel, sources=True)
    tag = sys.implementation.cache_tag
    assert names(wheel) == {
        *CONTENTS,
        *(f"play/__pycache__/{name}.{tag}.pyc" for name in ("__init__", "turn")),
    }
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "there")
    (tmp_path / "there" / "play" / "turn.py").write_text(
        "def grow(): return 'something else'", encoding="utf-8"
    )
    code = "import play; print(play.grow())"
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path / "there", capture_output=True, text=True, check=True
    )
    assert completed.stdout == "a leg\n"


def test_the_record_of_the_wheel_is_updated(wheel: Path) -> None:
    bytecode.repack(wheel, sources=False)
    with zipfile.ZipFile(wheel) as packed:
        *lines, own = packed.read(f"{INFO}/RECORD").decode().splitlines()
        assert own == f"{INFO}/RECORD,,"
        assert {line.split(",")[0] for line in lines} == names(wheel) - {f"{INFO}/RECORD"}
        for line in lines:
            name, total, size = line.split(",")
            content = packed.read(name)
            sha = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert (total, int(size)) == (f"sha256={sha}", len(content))


def test_the_standard_library_is_compiled(wheel: Path, tmp_path: Path) -> None:
    """Python imports from the archive itself, as it does in a browser."""
    assert bytecode.LIBRARY in pyodide.RUNTIME
    library = tmp_path / bytecode.LIBRARY
    wheel.rename(library)
    bytecode.repack_all(str(tmp_path), "adaptoid")
    assert "play/turn.py" not in names(library)
    code = "import play; print(play.grow(), play.grow.__code__.co_filename)"
    env = {**os.environ, "PYTHONPATH": str(library)}
    completed = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert completed.stdout == f"a leg {bytecode.LIBRARY_PLACE}play/turn.py\n"


def test_the_own_wheel_keeps_its_sources(wheel: Path, tmp_path: Path) -> None:
    for copy in ("other-1-py3-none-any.whl", bytecode.LIBRARY):
        (tmp_path / copy).write_bytes(wheel.read_bytes())
    other = tmp_path / "other-1-py3-none-any.whl"
    bytecode.repack_all(str(tmp_path), "play-")
    assert "play/turn.py" in names(wheel)
    assert "play/turn.py" not in names(other)


@pytest.mark.parametrize("reason", ["", "too old"])
def test_a_site_built_without_node_warns_of_a_slow_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    runtime = tmp_path / "pyodide"
    runtime.mkdir()
    for name in pyodide.RUNTIME:
        (runtime / name).touch()
    (runtime / pyodide.LOCK).write_text(
        json.dumps({"packages": {}, "info": {"python": "3.14.0"}}), encoding="utf-8"
    )

    def fail(*_: object) -> None:
        raise NodeError(reason)

    monkeypatch.setattr(lite, "compile_all", fail)
    monkeypatch.setattr(lite, "needed", lambda *_: {})
    for app in ("lab", "notebooks", "tree"):
        page = tmp_path / "lite" / app / "index.html"
        page.parent.mkdir(parents=True)
        page.write_text("<head></head>", encoding="utf-8")
    monkeypatch.setattr(lite, "run", lambda *_: None)
    (warning,) = lite.build(tmp_path / "lite", tmp_path / "contents", runtime, tmp_path / "wheels")
    assert warning.startswith("notebooks will start more slowly")
    assert reason in warning
    assert ("pip install" in warning) == (not reason)
