"""Tests for the step that makes the virtual environment."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.setup import environment
from tools.setup.step_runner import Shell, StepFailed


class _Commands(Shell):
    """Keeps the commands instead of running them."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []

    def run(self, command: list[str], folder: Path | None = None, **extra: str) -> None:  # noqa: ARG002
        self.commands.append(command)
        if "venv" in command:
            Path(command[-1]).mkdir()

    def say(self, text: str) -> None:
        pass


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> _Commands:
    """A shell for an environment that is this Python's own."""
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(environment, "MARK", tmp_path / "installed.txt")
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    return _Commands()


def test_a_failed_installation_keeps_the_environment(
    shell: _Commands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The next run installs again, and does not throw away what may be the environment that runs it."""
    kept = tmp_path / "kept"
    kept.touch()

    def fail(*_: object) -> None:
        raise StepFailed("a language has a fault")

    with monkeypatch.context() as patch:
        patch.setattr(environment, "_install", fail)
        for _ in range(2):
            with pytest.raises(StepFailed, match="a language has a fault"):
                environment.make(shell, "dev")
    assert kept.exists()
    environment.make(shell, "dev")
    assert [words for words in shell.commands if "venv" in words] == []
    assert [words for words in shell.commands if "install" in words]
    shell.commands.clear()
    environment.make(shell, "dev")
    assert shell.commands == []


def test_another_python_makes_the_environment_anew(shell: _Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python that makes it lies outside, also while the environment is active."""
    monkeypatch.setattr(environment, "_works", lambda: False)
    monkeypatch.setattr(sys, "_base_executable", "/usr/bin/outside", raising=False)
    environment.make(shell, "dev")
    assert shell.commands[0][:3] == ["/usr/bin/outside", "-m", "venv"]
