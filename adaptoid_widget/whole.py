"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def named(path: str | os.PathLike[str], example: str) -> Path:
    """The file that a path names. Raises ValueError where it names a folder, or not a file like the example.

    >>> named("board.png", "board.svg")
    Traceback (most recent call last):
    ValueError: name a file that ends in .svg, such as board.svg; 'board.png' does not
    """
    target = Path(path)
    if not target.name or target.is_dir():
        raise ValueError(f"name a file, such as {example}; {str(path)!r} is a folder")
    ending = Path(example).suffix
    if target.suffix.lower() != ending:
        raise ValueError(f"name a file that ends in {ending}, such as {example}; {target.name!r} does not")
    return target


def write(target: Path, content: bytes) -> None:
    """Put the content into the file, beside it first: nobody ever finds half of it. Raises OSError."""
    from secrets import token_hex

    rough = target.with_name(f".{target.name}.{token_hex(4)}")
    try:
        with rough.open("xb") as file:
            file.write(content)
        rough.replace(target)
    except BaseException:
        rough.unlink(missing_ok=True)
        raise
