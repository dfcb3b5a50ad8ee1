"""Compiling portable functions as they stand, and where the results are kept."""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
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


def compiled(
    modules: Sequence[ModuleType], cached: Sequence[str], signatures: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """All functions of portable modules, compiled as they stand, by name; each at its first call.

    They run without the interpreter's lock. Those in `cached` are kept on disk, with all that they call. A function
    that calls itself has to say its signature aloud, or numba compiles it for several kinds of arguments, and crashes
    when it reads what calls them from its cache.
    """
    # numba's cache asks for the module that a function's names belong to
    names: dict[str, Any] = {"__name__": modules[-1].__name__}
    for module in modules:
        names.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    theirs: dict[str, types.FunctionType] = {}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                # the same code; the names it calls are those of the compiled ones, its own among them
                theirs[name] = types.FunctionType(value.__code__, names, name)
    spoken = signatures or {}
    with cached_on_disk(modules):
        for name, function in theirs.items():
            names[name] = numba.njit(nogil=True, error_model="numpy", cache=name in cached)(function)
        for name, signature in spoken.items():
            # while it is compiled its own name must mean itself
            del names[name]
            names[name] = numba.njit(signature, nogil=True, error_model="numpy", cache=True)(theirs[name])
    return names
