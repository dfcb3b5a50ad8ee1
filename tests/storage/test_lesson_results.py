"""Results of lessons on disk: atomic, never lost, and shared by two boards."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.teaching.results import Result, StepResult
from adaptoid_widget.storage.atomic import Lock
from adaptoid_widget.storage.lesson_results import ResultsFile, merged, read

NEW = StepResult.new("a")
TRIED = StepResult("a", False, 2, 1, 9.0, ("+D3", "+D4"), 0, 4, "")
SOLVED = StepResult("a", True, 3, 1, 12.0, ("+D3", "+D4", "+D5"), 1, 4, "helped")
MISSED = StepResult("a", False, 2, 0, 9.0, ("+D3", "+D4"), 0, 4, "missed")


def result(step: StepResult, at: int = 0) -> Result:
    return Result("x", "Ann", [step], at)


def test_saved_results_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "x.results.json"
    file = ResultsFile(path, "x")
    assert file.begin() is None
    file.save(result(TRIED))
    assert read(path) == result(TRIED) == ResultsFile(path, "x").begin()
    assert [child.name for child in tmp_path.iterdir()] == [path.name]


def test_a_change_of_time_only_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "x.results.json"
    file = ResultsFile(path, "x")
    file.save(result(TRIED))
    path.unlink()
    file.save(result(TRIED._replace(seconds=99.0)))
    assert not path.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"v": 2}',
        b"[" * 100_000,
        json.dumps({**result(TRIED).pack(), "steps": "none"}).encode(),
        json.dumps({**result(TRIED).pack(), "step": 10**400}).encode(),
        json.dumps({**result(TRIED).pack(), "learner": "a\u0000b"}).encode(),
        json.dumps(result(TRIED).pack()).replace("9.0", "NaN").encode(),
        json.dumps(result(TRIED).pack()).replace("9.0", "1" + "0" * 5000).encode(),
        json.dumps(result(TRIED._replace(tries=10**400)).pack()).encode(),
    ],
    ids=range(12),
)
def test_a_file_without_valid_results_is_put_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.results.json"
    for number in (1, 2):
        path.write_bytes(content)
        file = ResultsFile(path, "x")
        assert file.begin() is None
        aside = tmp_path / f"x.results.json.aside-{number}"
        assert file.aside == aside
        assert aside.read_bytes() == content
        file.save(result(SOLVED))
        assert read(path) == result(SOLVED)


def test_a_file_broken_after_it_was_opened_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "x.results.json"
    file = ResultsFile(path, "x")
    file.save(result(TRIED))
    path.write_text("mine", encoding="utf-8")
    file.save(result(SOLVED))
    assert (tmp_path / "x.results.json.aside-1").read_text(encoding="utf-8") == "mine"
    assert read(path) == result(SOLVED)


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("games.txt", b"adaptoid-record 1\n", "games"),
        ("x.results.json", b"adaptoid-record 1\n", "games"),
        ("mine.ipynb", b'{"cells": [], "nbformat": 4}', "a notebook"),
        ("x.results.json", b'{"cells": [], "nbformat": 4}', "a notebook"),
        ("mine.lesson", b"Title: Mine", "something other than results of a lesson"),
        ("mine.json", b'{"name": "mine"}', "something other than results of a lesson"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, name: str, content: bytes, kind: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    file = ResultsFile(path, "x")
    with pytest.raises(GameError, match=f"{name}' holds {kind}; give results= another file"):
        file.begin()
    assert isinstance(file.try_save(result(SOLVED)), GameError)
    assert [child.name for child in tmp_path.iterdir() if not child.name.startswith(".")] == [name]
    assert path.read_bytes() == content


def test_damaged_results_under_any_name_are_put_aside(tmp_path: Path) -> None:
    for name in ("ann.json", "empty.json"):
        path = tmp_path / name
        file = ResultsFile(path, "x")
        file.save(result(TRIED))
        path.write_bytes(path.read_bytes()[:40] if name == "ann.json" else b"")
        assert file.begin() is None
        assert file.aside == tmp_path / f"{name}.aside-1"


def test_the_results_of_another_lesson_are_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "x.results.json"
    ResultsFile(path, "x").save(result(TRIED))
    other = ResultsFile(path, "y")
    with pytest.raises(GameError, match="of the lesson 'x', not of 'y'"):
        other.begin()
    assert isinstance(other.try_save(Result("y", "", [NEW])), GameError)
    assert read(path) == result(TRIED)


def test_two_boards_on_one_file_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.results.json"
    first, second = ResultsFile(path, "x"), ResultsFile(path, "x")
    first.save(result(SOLVED))
    second.save(result(NEW))
    assert read(path)["a"] == SOLVED
    second.save(result(TRIED))
    assert read(path)["a"] == SOLVED


@pytest.mark.parametrize(
    ("mine", "theirs", "better"),
    [
        (NEW, TRIED, TRIED),
        (TRIED, NEW, TRIED),
        (MISSED, SOLVED, SOLVED),
        (SOLVED, MISSED, SOLVED),
        (MISSED, TRIED, MISSED),
        (TRIED, MISSED, MISSED),
    ],
)
def test_the_better_of_two_results_is_kept(mine: StepResult, theirs: StepResult, better: StepResult) -> None:
    assert merged(result(mine), result(theirs))["a"] == better


def test_a_lock_held_by_somebody_is_reported_once_and_saving_is_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adaptoid_widget.storage.atomic.WAIT_S", 0)
    path = tmp_path / "x.results.json"
    file = ResultsFile(path, "x")
    with Lock(path):
        assert "somebody else" in str(file.try_save(result(TRIED)))
        assert file.try_save(result(TRIED)) is None
        assert "somebody else" in str(file.errors.last)
    assert file.try_save(result(TRIED)) is None
    assert str(file.errors.last) == "None"
    assert read(path) == result(TRIED)


@pytest.mark.parametrize("content", [b'{"lesson": "fork", "steps": [', b"\xff", b""])
def test_a_truncated_file_is_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "fork.json"
    path.write_bytes(content)
    with pytest.raises(GameError, match="ask for the file again"):
        read(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="is a folder"):
        ResultsFile(tmp_path, "x")


def test_results_are_saved_where_files_cannot_be_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a browser, Python has a module fcntl without flock."""
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setitem(sys.modules, "fcntl", ModuleType("fcntl"))
    path = tmp_path / "x.results.json"
    ResultsFile(path, "x").save(result(TRIED))
    assert read(path) == result(TRIED)


def test_nothing_is_saved_before_the_first_answer(tmp_path: Path) -> None:
    path = tmp_path / "x.results.json"
    file = ResultsFile(path, "x")
    file.take(result(NEW))
    file.save(result(NEW))
    assert not path.exists()
    file.save(result(TRIED))
    assert path.exists()


def test_two_learners_who_began_at_once_do_not_mix_in_one_file(tmp_path: Path) -> None:
    """Another process may have written the file since it was looked for. A learner may get a new name."""
    path = tmp_path / "x.results.json"
    ann, ben = ResultsFile(path, "x"), ResultsFile(path, "x")
    assert (ann.begin(), ben.begin()) == (None, None)
    ann.save(Result("x", "Ann", [TRIED]))
    for _ in range(2):
        with pytest.raises(
            GameError, match=r"holds the results of Ann; give results= another file, such as x\.Ben"
        ):
            ben.save(Result("x", "Ben", [StepResult.new(TRIED.name)]))
    assert read(path) == Result("x", "Ann", [TRIED])
    ann.save(Result("x", "Anna", [TRIED]))
    assert read(path).learner == "Anna"
