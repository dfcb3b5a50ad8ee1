"""The cache folder, and everything that goes on without one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adaptoid_widget.storage import user_cache
from adaptoid_widget.storage.user_cache import cache_folder, writable_cache
from tests.repetitions import nightly


@pytest.fixture
def no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process have a user without a home, as in many containers."""
    for name in ("HOME", "XDG_CACHE_HOME", "USERPROFILE", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)

    def unknown(*_: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr("platformdirs.user_cache_path", unknown)


def test_a_user_without_a_home_has_no_cache(no_home: None) -> None:
    assert cache_folder() is None
    with writable_cache("wheels") as folder:
        folder.mkdir(parents=True)
        (folder / "wheel").touch()
    assert not folder.exists()


def test_the_cache_of_a_user_with_a_home_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_cache, "cache_folder", lambda: tmp_path / "cache")
    with writable_cache("wheels") as folder:
        assert folder == tmp_path / "cache" / "wheels"
        (folder / "wheel").touch()
    assert [path.name for path in folder.iterdir()] == ["wheel"]


def _as_file(folder: Path) -> Path:
    folder.touch()
    return folder / "cache"


def _below_a_file(folder: Path) -> Path:
    (folder.parent / "file").touch()
    return folder.parent / "file" / "cache"


@pytest.mark.parametrize("make", [_as_file, _below_a_file])
def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(
    make: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = make(tmp_path / "home")
    monkeypatch.setattr(user_cache, "cache_folder", lambda: cache)
    with writable_cache("wheels") as folder:
        assert not folder.is_relative_to(tmp_path)
        folder.mkdir(parents=True)


def test_a_read_only_cache_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in it need not be downloaded again."""
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / "wheel").write_bytes(b"as downloaded")
    monkeypatch.setattr(user_cache, "cache_folder", lambda: tmp_path)

    def read_only(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(user_cache, "TemporaryFile", read_only)
    with writable_cache("wheels") as folder:
        assert not folder.is_relative_to(tmp_path)
        assert (folder / "wheel").read_bytes() == b"as downloaded"


# searches and plays a match in threads and in processes, for a user whom the system does not know
SEARCHES = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
import platformdirs

def unknown(*_):
    raise RuntimeError("could not determine the home directory")

platformdirs.user_cache_path = unknown
if {without_wasmtime}:
    sys.modules["wasmtime"] = None
import adaptoid_widget as aw
assert aw.Player(nodes=300)(aw.Position.start()) is not None
assert aw.analyse(aw.Position.start(), depth=1).lines
for level in range(1, 8):
    assert aw.Player(level)(aw.Position.start()) is not None
with ThreadPoolExecutor(2) as pool:
    assert aw.play_match(4, 5, games=2, quiet=True, executor=pool).forfeits == ({{}}, {{}})
print(aw.engine_info().backend)
"""


# without a cache, numba compiles everything anew
@pytest.mark.parametrize(("without_wasmtime", "backend"), [(False, "wasm"), *nightly((True, "numba"))])
def test_searches_and_matches_run_without_a_home(without_wasmtime: bool, backend: str) -> None:
    pytest.importorskip(backend if backend == "numba" else "wasmtime")
    run = subprocess.run(
        [sys.executable, "-c", SEARCHES.format(without_wasmtime=without_wasmtime)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == backend
