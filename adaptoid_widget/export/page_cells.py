"""What a page needs to run the code cells of a notebook."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from .. import lessons, puzzles
from ..layouts import data
from .cell_obstacles import obstacles, page_imports, parsed
from .page_contents import weights


def cell_options(sources: Sequence[str], reasons: Mapping[int, str] | None = None) -> dict[str, Any]:
    """The options of a page with these code cells, for `Runtime.open("cells", …)`.

    `reasons` says by the number of a cell why it cannot run, by default the sentences of `obstacles`.

    "cells" has a row for each cell: its "source", why its "stored" outputs stay since it cannot run in a page, or "",
    and the "imports" that are done of it then. The lessons and boards are those that the cells may ask for.

    >>> [(row["stored"], row["imports"]) for row in cell_options(["import numpy, math", "math.pi"])["cells"]]
    [('a page has no module numpy', 'import math'), ('', '')]
    """
    if reasons is None:
        reasons = {obstacle.cell: str(obstacle) for obstacle in obstacles(sources)}
    rows = [
        {
            "source": source,
            "stored": reasons.get(number, ""),
            "imports": page_imports(source) if number in reasons else "",
        }
        for number, source in enumerate(sources)
    ]
    return {
        "cells": rows,
        "lessons": {name: lessons.load(name).pack() for name in _lessons_in(sources)},
        "puzzles": puzzle_options() if any("uzzles" in source for source in sources) else None,
        "boards": data(),
        "weights": weights((2, 3)),
    }


def puzzle_options() -> dict[str, Any]:
    """The bundled puzzles and their sentences, as a page holds them for its cells."""
    return {"puzzles": [list(puzzle) for puzzle in puzzles.load()], "sentences": puzzles.sentences()}


def _lessons_in(sources: Sequence[str]) -> list[str]:
    """The lessons of the course that are named in texts of the cells; readers may open these."""
    texts: set[object] = set()
    for source in sources:
        try:
            tree = parsed(source)
        except SyntaxError:
            continue
        texts |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return [name for name in lessons.names() if name in texts]
