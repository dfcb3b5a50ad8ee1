"""The fourth run of the one source: `search.wasm`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from adaptoid_widget.engine.backends import wasm_file
from adaptoid_widget.engine.backends.backend import EXPORTS
from scripts import search_wasm

# -- the file ----------------------------------------------------------------------------------------------------------


def test_the_file_is_what_a_build_would_write() -> None:
    assert search_wasm.is_fresh()
    assert wasm_file.read() == wasm_file.FILE.read_bytes()


@pytest.mark.slow
def test_two_builds_are_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte for byte, in another folder and without a file or with a damaged one."""
    contents: list[bytes] = []
    for name, before in (("one", None), ("two", b"\0asm damaged")):
        path = tmp_path / name / "search.wasm"
        path.parent.mkdir()
        if before is not None:
            path.write_bytes(before)
        monkeypatch.setattr(search_wasm.wasm_file, "FILE", path)
        assert search_wasm.build()
        assert not search_wasm.build()
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]


def test_the_module_needs_nothing_from_its_host() -> None:
    import wasmtime

    module = wasmtime.Module(wasmtime.Engine(), wasm_file.read())
    assert list(module.imports) == []
    assert {export.name for export in module.exports} == {"memory", *EXPORTS}


def test_a_change_of_a_source_makes_it_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [path for pattern in wasm_file.SOURCES for path in wasm_file.PACKAGE.glob(pattern)]
    assert len(sources) > 10
    for path in sources:
        copy = tmp_path / path.relative_to(wasm_file.PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert wasm_file.sources_hash(tmp_path) == wasm_file.sources_hash()
    for path in sources:
        copy = tmp_path / path.relative_to(wasm_file.PACKAGE)
        before = copy.read_bytes()
        copy.write_bytes(before + b"#")
        assert wasm_file.sources_hash(tmp_path) != wasm_file.sources_hash(), path.name
        copy.write_bytes(before)
    monkeypatch.setattr(search_wasm, "BUILDER", tmp_path / "builder.py")
    (tmp_path / "builder.py").write_text("", encoding="utf-8")
    assert not search_wasm.is_fresh()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: content[:-1], "damaged"),
        (lambda content: content[:1000] + b"?" + content[1001:], "damaged"),
        (lambda _: b"", "damaged"),
        (lambda _: wasm_file.sealed(b"\0asm", "other", ""), "does not fit the Python sources"),
    ],
)
def test_a_file_that_is_not_right_is_refused(
    change: Callable[[bytes], bytes], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "search.wasm"
    path.write_bytes(change(wasm_file.FILE.read_bytes()))
    monkeypatch.setattr(wasm_file, "FILE", path)
    with pytest.raises(wasm_file.WasmError, match=message):
        wasm_file.read()
    path.unlink()
    with pytest.raises(wasm_file.WasmError, match="cannot be read"):
        wasm_file.read()
