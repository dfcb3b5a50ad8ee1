"""Fetches the pure Python wheels for the JupyterLite of the tests, with pip.

    python -m scripts.lite_wheels

Pyodide's files come from npm, without the wheels that its lock file names.
"""

from __future__ import annotations

from pathlib import Path

from adaptoid_widget.export.site import wheels
from adaptoid_widget.export.site.pyodide import lock
from scripts import argument_parser

ROOT = Path(__file__).resolve().parent.parent
PYODIDE = ROOT / "js" / "node_modules" / "pyodide"
WHEELS = ROOT / "artefacts" / "lite" / "wheels"


def fetch() -> list[Path]:
    """Fetch the wheels that are not here yet. Return all."""
    lock_data = lock(PYODIDE)
    return list(wheels.collect(wheels.needed(lock_data), lock_data, PYODIDE, WHEELS))


if __name__ == "__main__":
    argument_parser(__doc__).parse_args()
    for path in fetch():
        print(path.relative_to(ROOT))
