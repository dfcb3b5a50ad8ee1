"""Compiling portable functions as they stand, and where the results are kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numba
from numba.extending import overload_method
from platformdirs import user_cache_path

from ..core import rules


def _bit_count(mask: int) -> Callable[[int], int]:  # noqa: ARG001  numba compares it with what is given back
    """What numba, which does not know how Python counts bits, is to compile instead."""
    return rules.sliced_count


cast(Any, overload_method)(numba.types.Integer, "bit_count")(_bit_count)


def sources_key(modules: Sequence[ModuleType]) -> str:
    """A hash of the modules' sources, of those that compile them, and of numba's version.

    Numba's cache on disk looks only at the file of the function it compiled, not at those it calls; a folder of its
    own for every state of the sources keeps an old compilation from being used.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    ours = [Path(__file__), Path(__file__).with_name("kernel.py")]
    for path in [*ours, *[Path(str(module.__file__)) for module in modules]]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def cached_on_disk(modules: Sequence[ModuleType]) -> Iterator[None]:
    """While this lasts, what is to be cached goes to the folder that belongs to these modules' sources."""
    settings = cast(Any, numba.config)
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(user_cache_path("adaptoid-widget") / sources_key(modules))
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def njit(
    function: Callable[..., Any], *, cache: bool = False, signature: str | None = None
) -> Callable[..., Any]:
    """A function compiled at its first call, or with a signature at once; it runs without the interpreter's lock."""
    compile_ = numba.njit(signature, nogil=True, error_model="numpy", cache=cache)
    return cast(Callable[..., Any], compile_(function))
