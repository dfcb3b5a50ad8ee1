"""Runs the code cells of notebooks as a page does, in MicroPython: prints the outputs of each as a line of JSON."""

# ruff: noqa: UP031, UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

import json
import random
import sys
from typing import Any, Callable

from adaptoid_widget.core.cells.cell_host import CellHost
from adaptoid_widget.core.cells.cell_names import install
from adaptoid_widget.core.cells.cell_runner import CellRunner
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.rules.named_layouts import BOARDS


def reader(words: Any) -> Callable[[], Any]:
    return lambda: words


def main(path: str) -> None:
    """`path` is a JSON file: languages, boards, lessons, and lists of cells by notebook."""
    with open(path) as file:  # noqa: PTH123  MicroPython
        page = json.load(file)
    for tag, name, words in page["languages"]:
        LANGUAGES.add(tag, name, reader(words))
    for board in page["boards"]:
        BOARDS.add(board["name"], board["layout"], board["starts"])
    runner = CellRunner()
    host = CellHost(random.getrandbits, runner.names["print"], lessons=page["lessons"])
    install(host)
    for name, cells in page["notebooks"]:
        runner.reset()
        for number, source in cells:
            outputs = runner.run(source, "cell %d" % number)
            sys.stdout.write(json.dumps([name, number, outputs]) + "\n")
