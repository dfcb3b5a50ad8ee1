"""Runs the code cells of notebooks as a page does, in MicroPython: prints the outputs of each as a line of JSON.

After the cells of each notebook, prints the states of its boards, and those that another Python has made of them.
"""

# ruff: noqa: UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

import json
import random
import sys
from typing import Any, Callable

from adaptoid_widget.core.cells.cell_boards import BOARD_TYPE
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.page.runtime import Runtime


def reader(words: Any) -> Callable[[], Any]:
    return lambda: words


def main(path: str) -> None:
    """`path` is a JSON file: languages, the options of the cells, and lists of sources by notebook."""
    with open(path) as file:  # noqa: PTH123  MicroPython
        page = json.load(file)
    for tag, name, words in page["languages"]:
        LANGUAGES.add(tag, name, reader(words))
    told: list[dict[str, Any]] = []

    def opened() -> Any:
        runtime = Runtime(tell=lambda _content, text, _state: told.append(json.loads(text)))
        cells = runtime.open("cells", json.dumps(page["options"]), "", "cells")
        cells.connect(random_bits=random.getrandbits)
        return cells

    for name, sources in page["notebooks"]:
        cells = opened()
        shown: dict[str, dict[str, Any]] = {}
        for number in range(len(sources)):
            told.clear()
            cells.run(number, sources[number])
            outputs: list[Any] = []
            for message in told:
                output = message.get("output", {})
                if output.get("output_type") == "stream" and outputs and "text" in outputs[-1]:
                    outputs[-1]["text"] += output["text"]
                elif output:
                    outputs.append(output)
                board = output.get("data", {}).get(BOARD_TYPE)
                if board:
                    shown[board["board"]] = board
            sys.stdout.write(json.dumps([name, number, outputs]) + "\n")
        # the boards as they are, and as another Python opens them, since this one was stopped
        again = opened()
        states = {}
        for board in shown.values():
            options = json.dumps({"board": board["board"], "lesson": board["lesson"]})
            state = cells.board(options, "").whole_state()
            states[board["board"]] = [state, again.board(options, state).whole_state()]
        sys.stdout.write(json.dumps([name, "stopped", states]) + "\n")
