"""Checks the workflows for GitHub against the repository, since nothing runs them before they are needed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

import dev
from scripts.package import SUPPORTED

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
# the actions, each with the major version that the workflows were written for
ACTIONS = {
    "actions/checkout@v6",
    "actions/setup-python@v6",
    "actions/upload-artifact@v6",
    "actions/download-artifact@v7",
    # this action has the right to publish, so it is pinned to a commit, which is v1.13.0
    "pypa/gh-action-pypi-publish@ed0c53931b1dc9bd32cbe73a98c7f6766f8a527e",
}
JOB_KEYS = {"name", "needs", "runs-on", "timeout-minutes", "strategy", "steps", "environment", "permissions"}
# the commands that steps may run, since the shells of all systems know them
COMMANDS = {"python", "python3", "diff"}


def read(path: Path) -> dict[str, Any]:
    workflow: dict[str | bool, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    # in YAML 1.1 the word "on" is true
    return {"on" if key is True else str(key): value for key, value in workflow.items()}


def jobs() -> list[tuple[str, str, dict[str, Any]]]:
    return [(path.name, name, job) for path in FILES for name, job in read(path)["jobs"].items()]


def steps() -> list[tuple[str, dict[str, Any]]]:
    return [(f"{file} {name}", step) for file, name, job in jobs() for step in job.get("steps", [])]


def test_all_workflows_are_there() -> None:
    assert [path.name for path in FILES] == ["nightly.yml", "release.yml", "tests.yml"]


def test_the_nightly_workflow_runs_all_steps_and_bare_machines() -> None:
    nightly = read(FOLDER / "nightly.yml")
    assert "schedule" in nightly["on"]
    # the steps that only the nightly workflow runs
    assert nightly["jobs"]["all"]["steps"][2]["run"] == "python3 dev.py test --all"
    assert {"collaboration", "notebooks"} == set(dev.NIGHTLY) <= {step.name for step in dev.test_steps()}
    assert nightly["jobs"]["bare"]["strategy"]["matrix"]["release"] == ["trixie", "forky"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_workflow_has_only_the_permission_to_read(path: Path) -> None:
    workflow = read(path)
    assert set(workflow) <= {"name", "on", "permissions", "concurrency", "jobs"}
    assert workflow["permissions"] == {"contents": "read"}
    assert "secrets" not in path.read_text(encoding="utf-8")


def test_jobs_are_well_formed() -> None:
    for file, name, job in jobs():
        if "uses" in job:
            assert (ROOT / job["uses"]).is_file(), (file, name)
            assert "workflow_call" in read(ROOT / job["uses"])["on"], (file, name)
            continue
        assert set(job) <= JOB_KEYS, (file, name)
        assert job["timeout-minutes"] <= 60, (file, name)
        needed = job.get("needs", [])
        assert set(needed) <= set(read(FOLDER / file)["jobs"]), (file, name)


def test_every_step_uses_a_known_action_or_runs_a_command_that_is_here() -> None:
    names = {step.name for step in dev.test_steps()}
    assert len(steps()) > 10
    for place, step in steps():
        assert set(step) <= {"uses", "run", "with", "if", "name"}, place
        assert ("uses" in step) != ("run" in step), place
        if "uses" in step:
            assert step["uses"] in ACTIONS, place
            continue
        words = shlex.split(step["run"].removeprefix("sudo "))
        assert words[0] in COMMANDS, place
        if "dev.py" in words:
            assert words[1:3] == ["dev.py", "test"], place
            assert set(words[4::2]) <= names, place
            assert words[3:] == ["--all"] or set(words[3::2]) <= {"--only"}, place
        if words[1:2] == ["-m"] and words[2] != "pip":
            assert (ROOT / (words[2].replace(".", "/") + ".py")).is_file(), place


def test_the_variables_of_a_matrix_are_defined_and_used() -> None:
    for file, name, job in jobs():
        axes = set(job.get("strategy", {}).get("matrix", {}))
        assert set(re.findall(r"matrix\.(\w+)", str(job))) == axes, (file, name)


def test_every_supported_python_is_tested_on_every_system() -> None:
    matrix = read(FOLDER / "tests.yml")["jobs"]["unit"]["strategy"]["matrix"]
    assert tuple(matrix["python"]) == SUPPORTED
    assert matrix["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    package = read(FOLDER / "tests.yml")["jobs"]["package"]["steps"]
    assert sorted(package[1]["with"]["python-version"].split()) == sorted(SUPPORTED)
    # the step fails if a Python is missing
    assert package[-1]["run"] == "python -m scripts.package --all"


def test_only_outdated_runs_of_pull_requests_are_cancelled() -> None:
    cancelled = read(FOLDER / "tests.yml")["concurrency"]["cancel-in-progress"]
    assert cancelled == "${{ github.event_name == 'pull_request' }}"


def test_only_publish_has_permissions_and_it_needs_tests_and_two_equal_builds() -> None:
    release = read(FOLDER / "release.yml")["jobs"]
    assert [name for name, job in release.items() if "permissions" in job] == ["publish"]
    publish = release["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert publish["environment"] == "pypi"
    assert publish["needs"] == ["tests", "compare"]
    assert release["compare"]["needs"] == ["build", "build-again"]
    assert release["build"]["steps"] == release["build-again"]["steps"]
    # the job with the token runs no code of this project
    assert [step.get("run") for step in publish["steps"]] == [None, None]
