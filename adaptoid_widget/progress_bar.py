"""The progress bar of everything that takes more than two seconds."""

from __future__ import annotations

import sys
from typing import Any

SHOWN_AFTER_S = 2


def progress_bar(unit: str, name: str, total: int | None = None, *, shown: bool = True) -> Any:
    """Return a progress bar on standard error. It appears after two seconds.

    A terminal erases it at the end. A notebook cannot, and would keep an empty line there, so the bar stays.
    `unit` follows the numbers; "B" stands for bytes, with k and M. `total` is None if it is not known.
    """
    from tqdm import tqdm

    class Bar(tqdm):  # type: ignore[type-arg]
        """Looks at the clock at each step, so it needs no thread, which JupyterLite does not have."""

        monitor_interval = 0

    return Bar(
        total=total,
        unit=unit,
        unit_scale=unit == "B",
        desc=name,
        delay=SHOWN_AFTER_S,
        miniters=1,
        leave=not getattr(sys.stderr, "isatty", bool)(),
        disable=not shown,
        file=sys.stderr,
    )
