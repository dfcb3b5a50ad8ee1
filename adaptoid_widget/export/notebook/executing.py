"""Runs a notebook, by nbclient, before it is shared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ...progress_bar import progress_bar
from .outputs import plain_text
from .reading import FORMAT, NotebookError, load_json


def executed(path: Path, *, progress: bool = True) -> dict[str, Any]:
    """The JSON of a notebook with the outputs of a new run; its file stays as it is.

    It runs in its folder, with the kernel that it names. Raises NotebookError for a cell that fails and for a kernel
    that cannot be started, ModuleNotFoundError without nbclient, and OSError.
    """
    import nbformat
    from jupyter_client.kernelspec import NoSuchKernel
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    data = load_json(path)
    failed: list[int] = []
    try:
        notebook: Any = nbformat.reads(json.dumps(data), as_version=FORMAT)  # type: ignore[no-untyped-call]
        folder = str(path.parent.resolve())
        with progress_bar(" cells", path.name, len(notebook.cells), shown=progress) as bar:
            client = NotebookClient(
                notebook,
                timeout=None,
                resources={"metadata": {"path": folder}},
                on_cell_complete=lambda **_: bar.update(),
                on_cell_error=lambda cell_index, **_: failed.append(cell_index + 1),
            )
            client.execute()
    except CellExecutionError as error:
        name, text = plain_text(error.ename), plain_text(error.evalue)
        raise NotebookError(f"{path}: cell {failed[-1]}: {name}: {text}") from None
    except (NoSuchKernel, DeadKernelError, CellTimeoutError) as error:
        raise NotebookError(f"{path}: the notebook cannot be run: {error}") from None
    return dict(notebook)
