"""Reads notebooks (nbformat 4). What a reader of the notebook could not see is no error here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...core.host.host import brief
from ...storage.text_files import read_text
from ..shared_page import ShareError

FORMAT = 4
CELL_TYPES = ("markdown", "code", "raw")


class NotebookError(ShareError):
    """Raised for a file that is no notebook; the message says where in it, and why."""


class NotebookCell(NamedTuple):
    """A cell of a notebook."""

    kind: str
    """"markdown", "code" or "raw"."""
    source: str
    outputs: Sequence[Any]
    """The saved outputs of a code cell, unchecked."""
    attachments: dict[str, Any]
    """The images within the cell by name, unchecked."""
    hides_source: bool
    """Whether the author folded the source."""
    hides_outputs: bool
    """Whether the author folded the outputs."""
    without_source: bool
    """Whether the author left out the source for readers."""
    without_outputs: bool
    """Whether the author left out the outputs for readers."""


class NotebookCells(NamedTuple):
    """The cells of a notebook."""

    cells: Sequence[NotebookCell]
    language: str
    """The programming language of its code, such as "python"."""


def load_json(path: Path) -> dict[str, Any]:
    """The JSON of a notebook file, with its format and its list of cells checked. Raises NotebookError and OSError."""
    try:
        data = json.loads(read_text(path))
        # half a character cannot be written again
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise NotebookError(
            f"{path}:{error.lineno}:{error.colno}: this is not a notebook, since it is not JSON: {error.msg}"
        ) from None
    except (ValueError, RecursionError) as error:
        reasons: dict[type[Exception], str] = {
            UnicodeDecodeError: ", since it is not UTF-8 text",
            UnicodeEncodeError: ", since it is not UTF-8 text, or contains half a character",
            RecursionError: ", since its lists are nested too deeply",
        }
        raise NotebookError(
            f"{path}: this is not a notebook{reasons.get(type(error), f': {error}')}"
        ) from None
    return checked(data, str(path))


def checked(data: Any, place: str) -> dict[str, Any]:
    """Data that are those of a notebook, with its format and its list of cells checked. Raises NotebookError."""
    number = data.get("nbformat", FORMAT) if isinstance(data, dict) else FORMAT
    if isinstance(number, int) and not isinstance(number, bool) and number != FORMAT:
        advice = (
            "save it once in a recent JupyterLab, or use: jupyter nbconvert --to notebook"
            if number < FORMAT
            else "install a newer adaptoid-widget"
        )
        raise NotebookError(
            f"{place}: this notebook is of nbformat {number}, and this reads nbformat {FORMAT}; {advice}"
        )
    cells = data.get("cells") if isinstance(data, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise NotebookError(f"{place}: this is not a notebook of nbformat {FORMAT}: it has no list of cells")
    if not isinstance(data.get("metadata", {}), dict):
        raise NotebookError(
            f"{place}: this is not a notebook of nbformat {FORMAT}: its metadata are not an object"
        )
    return dict(data)


def read_notebook(data: Any, place: str) -> NotebookCells:
    """The cells in the data of a notebook; `place` begins the message of an error. Raises NotebookError."""
    data = checked(data, place)
    cells = [_cell(cell, f"{place}: cell {number}") for number, cell in enumerate(data["cells"], 1)]
    described = _object(data.get("metadata"))
    for part, name in (("language_info", "name"), ("kernelspec", "language")):
        language = _object(described.get(part)).get(name)
        if isinstance(language, str):
            return NotebookCells(cells, language.lower())
    return NotebookCells(cells, "python")


def _cell(cell: dict[str, Any], place: str) -> NotebookCell:
    kind = cell.get("cell_type")
    if kind not in CELL_TYPES:
        raise NotebookError(f"{place}: its type is one of {', '.join(CELL_TYPES)}, not {brief(kind)}")
    source = joined(cell.get("source", ""))
    if source is None:
        raise NotebookError(f"{place}: its source is a text or a list of lines")
    outputs = cell.get("outputs", [])
    if not isinstance(outputs, list):
        raise NotebookError(f"{place}: its outputs are a list")
    described = _object(cell.get("metadata"))
    lab, tags = _object(described.get("jupyter")), described.get("tags")
    names = {tag for tag in tags if isinstance(tag, str)} if isinstance(tags, list) else set()
    return NotebookCell(
        kind,
        source,
        outputs if kind == "code" else [],
        _object(cell.get("attachments")),
        hides_source=lab.get("source_hidden") is True or bool(names & {"hide-input", "hide-cell"}),
        hides_outputs=lab.get("outputs_hidden") is True
        or described.get("collapsed") is True
        or bool(names & {"hide-output", "hide-cell"}),
        without_source=bool(names & {"remove-input", "remove-cell"}),
        without_outputs=bool(names & {"remove-output", "remove-cell"}),
    )


def joined(text: object) -> str | None:
    """A text of a notebook, which may be a list of lines; None for anything else. Half a character becomes "?".

    >>> joined(["a\\n", "b"]), joined({"a": 1}) is None, joined("\\ud83d!")
    ('a\\nb', True, '?!')
    """
    if isinstance(text, list) and all(isinstance(line, str) for line in text):
        text = "".join(text)
    return text.encode("utf-8", "replace").decode() if isinstance(text, str) else None


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
