"""Rows of tables as data frames, and numbers with their nouns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame


def frame_of(rows: Sequence[Any], columns: Sequence[str] | None = None) -> DataFrame:
    """The rows of a table as a pandas DataFrame. Raises ImportError without pandas.

    A table that can be without rows needs its `columns`.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("this needs pandas; try: pip install pandas") from error
    frame: DataFrame = pd.DataFrame(rows, columns=None if columns is None else list(columns))
    return frame


def counted(n: int, singular: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "game"), counted(2, "loss", "losses")
    ('1 game', '2 losses')
    """
    return f"{n} {singular if n == 1 else plural or singular + 's'}"
