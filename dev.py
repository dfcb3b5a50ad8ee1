#!/usr/bin/env python3
"""Sets up, runs and tests adaptoid-widget. You need only Python 3.10 or newer.

    python3 dev.py lab      # set up, build the front end, open JupyterLab on notebooks/01-play.ipynb
    python3 dev.py test     # install what the tests need, including browsers, and run the tests
    python3 dev.py check    # format, lint, types and the fast tests, within a minute
    python3 dev.py build    # build only the environment, the front end and the compiled search

Everything goes into .venv/ and js/node_modules/. Node and npm come from a Python package. If the system
allows it, missing system packages are installed: Chromium for the tests, and on Debian also Firefox for the
tests and venv, which Debian packages separately.

`test` ends with a table of its steps. The output of each step is in artefacts/logs/. `--list` lists the steps.
`--only NAME` runs only this step and the steps that it needs; you can repeat it. `--verbose` shows the output of
each step. `--all` is the nightly run: more repetitions of random and long tests, in every host, language and theme.

ADAPTOID_CHROMIUM in the environment is the path of the Chromium that the browser tests drive. If it is not
set, a Chromium is found or installed. As root, Chromium runs only with --no-sandbox.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 10):  # noqa: UP036  # this file is what a fresh machine runs first
    sys.exit("adaptoid-widget needs Python 3.10 or newer; this is " + sys.version.split()[0])

import argparse
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from tools.setup import compile_page_modules, environment, frontend, languages, search_wasm  # noqa: E402
from tools.setup.step_runner import DevStep, Runner, Shell  # noqa: E402

JS = ROOT / "js"
PLAY = "notebooks/01-play.ipynb"
# tests that are steps of their own
ELSEWHERE = ("tests/browser", "tests/collaboration", "tests/docs", "tests/firefox", "tests/portable")
# the first half of the others
CORE = ("tests/core", "tests/lessons", "tests/puzzles", "tests/picture", "adaptoid_widget/core")
# steps that run only with --all, or if --only names them; `check` runs pyright too, each run mypy
NIGHTLY = ("pyright", "collaboration", "notebooks")
# set in the environment of nightly runs; tests/repetitions.py reads it
EVERYTHING = "ADAPTOID_TEST_ALL"
# what pyright checks in each run
NOT_TESTS = ("adaptoid_widget", "tools", "dev.py", "hatch_build.py")
# the steps of what is built
BUILT = ["front end", "search.wasm", "page modules"]
# tests of which those not marked slow take seconds together
FAST = (
    "tests/core",
    "tests/repository/test_architecture.py",
    "tests/repository/test_portable_subset.py",
    "tests/repository/test_repository.py",
)


def install_npm_packages(shell: Shell) -> None:
    """Install the npm packages that build and check the front end."""
    frontend.install_packages(shell.run, search=environment.variables()["PATH"])


def build_front_end(shell: Shell) -> None:
    """Build `js/` unless the built files are current, then the reference. Fails if a language has a fault."""
    languages.check()
    python = str(environment.PYTHON)
    shell.run([python, "-m", "tools.setup.wire_types"])
    if not frontend.build(shell.run, search=environment.variables()["PATH"], python=python):
        shell.say("the front end is up to date")
    # The reference imports every public name, so the boards' built files must be there.
    shell.run([python, "-m", "tools.setup.python_reference"])


def check_languages(shell: Shell) -> None:
    """Check the languages, and list what shows in English since it is not translated yet."""
    languages.check()
    shell.note(languages.report())


def build_search(shell: Shell) -> None:
    """Build `search.wasm` unless it is current."""
    if not search_wasm.build(shell.run, python=str(environment.PYTHON)):
        shell.say("search.wasm is up to date")


def compile_modules(shell: Shell) -> None:
    """Compile the Python of shared pages unless the compiled files are current."""
    if not compile_page_modules.build(shell.run, python=str(environment.PYTHON)):
        shell.say("the Python of shared pages is up to date")


def command(*words: str, folder: Path = ROOT) -> Callable[[Shell], object]:
    """Return the work of a step that runs one command."""
    return lambda shell: shell.run(list(words), folder)


def pytest(*words: str) -> Callable[[Shell], object]:
    """Return the work of a step that runs pytest. The plugin for notebooks takes seconds to load."""
    plugins = [] if "--nbmake" in words else ["-p", "no:nbmake"]
    return command(str(environment.PYTHON), "-m", "pytest", "--color=no", "-q", *plugins, *words)


def browser(marker: str) -> Callable[[Shell], object]:
    """Return the work of a step that runs the tests in a browser with a marker, except for those of other hosts."""
    return pytest("--durations=8", "-m", marker, "--ignore=tests/browser/hosts", "tests/browser")


def collaboration(shell: Shell) -> None:
    """Test several browsers on one notebook, in an environment with the extension for collaboration."""
    python = environment.make_own(shell, "collaboration")
    shell.run([python, "-m", "pytest", "--color=no", "-q", "--durations=3", "tests/collaboration"])


def package(shell: Shell) -> None:
    """Build the source distribution and from it the wheel. Check the wheel, and try it in an environment of its own."""
    python, folder = str(environment.PYTHON), ROOT / "artefacts" / "package"
    shutil.rmtree(folder, ignore_errors=True)
    shell.run([python, "-m", "build", "--no-isolation", f"--outdir={folder}"])
    (wheel,) = folder.glob("*.whl")
    shell.run(["check-wheel-contents", str(wheel)])
    own = str(folder / "environment" / environment.PYTHON.relative_to(environment.VENV))
    shell.run([python, "-m", "venv", "--without-pip", str(folder / "environment")])
    for words in (["install", "--quiet", "--no-compile", str(wheel)], ["check"]):
        shell.run([python, "-m", "pip", "--no-input", "--disable-pip-version-check", "--python", own, *words])
    # -I: not even the folder of the program is looked into
    shell.run([own, "-I", str(ROOT / "tools" / "setup" / "try_package.py")], folder)


def pyright(shell: Shell) -> None:
    """Check the types of all but the tests, and in a nightly run of these too; mypy always checks both."""
    shell.run(["pyright", *(() if os.environ.get(EVERYTHING) else NOT_TESTS)])


def static_steps() -> list[DevStep]:
    """Return the steps for format, lint and types of both languages, the longest first."""
    python, js = ["environment"], ["npm packages"]
    return [
        DevStep("pyright", pyright, python),
        DevStep("mypy", command("mypy"), python),
        DevStep("format", command("ruff", "format", "--check", "."), python),
        DevStep("lint", command("ruff", "check", "."), python),
        DevStep("languages", check_languages),
        DevStep("imports", command("lint-imports", "--no-cache"), python),
        DevStep("tsc", command("npm", "run", "check", folder=JS), js),
        DevStep("biome", command("npm", "run", "lint", folder=JS), js),
    ]


def check_steps() -> list[DevStep]:
    """Return the steps of `check`, which take less than a minute."""
    return [
        *setup_steps("dev"),
        *static_steps(),
        DevStep("vitest", changed_vitest, ["npm packages"]),
        DevStep("fast tests", pytest("-m", "not slow", *FAST), ["environment"], BUILT),
    ]


def changed_vitest(shell: Shell) -> None:
    """Run the front end's tests of what differs from the last commit, or all without git."""
    changed = ["--changed", "--passWithNoTests"] if (ROOT / ".git").exists() and shutil.which("git") else []
    shell.run(["npm", "test", "--", *changed], JS)


def setup_steps(extras: str) -> list[DevStep]:
    """Return the steps that make the environment, the front end and the compiled search."""
    return [
        DevStep("environment", lambda shell: environment.make(shell, extras)),
        DevStep("npm packages", install_npm_packages, ["environment"]),
        DevStep("front end", build_front_end, ["npm packages"]),
        DevStep("search.wasm", build_search, ["environment"]),
        DevStep("page modules", compile_modules, ["environment"]),
    ]


def test_steps() -> list[DevStep]:
    """Return the steps of `test`, long steps first: of two ready steps, the earlier one starts first."""
    python, js, front = ["environment"], ["npm packages"], BUILT
    # Not needed: that the front end does not build must not hide what is wrong elsewhere.
    return [
        *setup_steps("dev"),
        DevStep("chromium from the system", environment.apt_chromium),
        DevStep("chromium", environment.chromium, python, ["chromium from the system"]),
        DevStep("firefox from the system", environment.apt_firefox, python),
        *static_steps(),
        # shared pages and boards without a notebook, then boards in JupyterLab
        DevStep("browser", browser("not jupyterlab"), [*front, "chromium"]),
        # the rest in two steps, so that no core waits at the end
        DevStep(
            "unit",
            pytest("--durations=8", *(f"--ignore={name}" for name in (*ELSEWHERE, *CORE))),
            python,
            front,
        ),
        DevStep("jupyterlab", browser("jupyterlab"), [*front, "chromium"]),
        DevStep("core", pytest("--durations=8", *CORE), python, front),
        # Notebook 7, marimo, Voila; with --all JupyterLab and JupyterLite too
        DevStep("hosts", pytest("--durations=8", "tests/browser/hosts"), [*front, "chromium"]),
        DevStep("package", package, front),
        DevStep("vitest", command("npm", "test", folder=JS), js),
        DevStep("portable", pytest("--durations=3", "tests/portable"), js, front),
        # the site, built from docs/, and looked at in Chromium
        DevStep("docs", pytest("--durations=3", "tests/docs"), [*front, "chromium"]),
        # a shared page; where there is no Firefox the step says so and is done
        DevStep("firefox", pytest("-rs", "tests/firefox"), front, ["firefox from the system"]),
        # with kernels; tests/repository runs them without
        DevStep("notebooks", pytest("--nbmake", "notebooks"), python, front),
        DevStep("collaboration", collaboration, [*front, "chromium"]),
    ]


def chosen(steps: list[DevStep], names: list[str]) -> list[DevStep]:
    """Return the named steps with all steps that they need or wait for."""
    by_name = {step.name: step for step in steps}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        sys.exit(f"no step is called {unknown[0]!r}; they are: {', '.join(by_name)}")
    wanted = set(names)
    for step in reversed(steps):
        if step.name in wanted:
            wanted.update((*step.needs, *step.after))
    return [step for step in steps if step.name in wanted]


def run_steps(steps: list[DevStep], *, loud: bool) -> bool:
    """Run steps in parallel: one more than there are cores, counted as 2 to 4.

    Browser tests sometimes wait, so one more step keeps all cores busy.
    """
    at_once = max(2, min(4, os.cpu_count() or 2)) + 1
    return Runner(steps, environment.variables, ROOT, at_once=at_once, loud=loud).run()


def open_lab(words: list[str]) -> int:
    """Run JupyterLab on the first notebook in the foreground."""
    words = [word for word in words if word != "--"]
    root = ["--allow-root"] if os.name != "nt" and os.geteuid() == 0 else []
    # Named as a file, its folder would be all that JupyterLab shows: no docs beside it.
    start_page = [f"--ServerApp.root_dir={ROOT}", f"--LabApp.default_url=/lab/tree/{PLAY}"]
    lab = [str(environment.PYTHON), "-m", "jupyterlab", *root, *start_page, *words]
    try:
        return subprocess.run(lab, cwd=ROOT, env=environment.variables(), check=False).returncode
    except KeyboardInterrupt:
        return 0


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    lab = commands.add_parser(
        "lab", allow_abbrev=False, help="set up and open JupyterLab; further words go to JupyterLab"
    )
    test = commands.add_parser("test", help="install what the tests need and run them")
    test.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="run this step and what it needs"
    )
    test.add_argument("--list", action="store_true", help="name the steps and stop")
    test.add_argument(
        "--all", action="store_true", help="repeat random and long tests more often, as a nightly run does"
    )
    check = commands.add_parser("check", help="format, lint, types and the fast tests, within a minute")
    build = commands.add_parser(
        "build", help="set up the environment, build the front end and the compiled search"
    )
    for subcommand in (lab, test, check, build):
        subcommand.add_argument("--verbose", action="store_true", help="show what every step printed")
    options, words = parser.parse_known_args()
    if words and options.command != "lab":
        parser.error(f"unknown: {' '.join(words)}")
    if options.command == "check":
        return 0 if run_steps(check_steps(), loud=options.verbose) else 1
    if options.command == "test":
        steps = [
            step
            for step in test_steps()
            if step.name not in NIGHTLY or options.all or options.list or step.name in options.only
        ]
        if options.all:
            os.environ[EVERYTHING] = "1"
        if options.list:
            print("\n".join(step.name for step in steps))
            return 0
        return (
            0
            if run_steps(chosen(steps, options.only) if options.only else steps, loud=options.verbose)
            else 1
        )
    if not run_steps(setup_steps("lab,build"), loud=options.verbose):
        return 1
    return open_lab(words) if options.command == "lab" else 0


if __name__ == "__main__":
    sys.exit(main())
