"""Rows of tables as data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame


def frame_of(rows: list[dict[str, Any]]) -> DataFrame:
    """The rows of a table as a pandas DataFrame. Raises ImportError without pandas."""
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("this needs pandas; try: pip install pandas") from error
    frame: DataFrame = pd.DataFrame(rows)
    return frame
