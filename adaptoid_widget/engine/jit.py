"""Compiling portable functions as they stand, and where the results are kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

import numba
from platformdirs import user_cache_path

from . import native

_njit: Any = numba.njit


def sources_key(modules: Sequence[ModuleType]) -> str:
    """A hash of the modules' sources, of those that compile them, and of numba's version.

    Numba's cache on disk looks only at the file of the function it compiled, not at those it calls; a folder of its
    own for every state of the sources keeps an old compilation from being used.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    ours = [Path(__file__), Path(native.__file__)]
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
    when it reads what calls them from its cache; `near` in it stands for a `NearTable`. All others become part of what
    calls them, for a state is handed on faster in registers than in memory.
    """
    # numba's cache asks for the module that a function's names belong to
    names: dict[str, Any] = {"__name__": modules[-1].__name__}
    for module in (native, *modules):
        names.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    instead = native.instead()
    spoken = signatures or {}
    with cached_on_disk(modules):
        for module in modules:
            for name, value in vars(module).items():
                if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                    # the same code; the names it calls are those of the compiled ones, its own among them
                    twin = FunctionType(instead.get(value, value).__code__, names, name)
                    called = name in cached or name in spoken
                    names[name] = _njit(
                        nogil=True,
                        error_model="numpy",
                        cache=called,
                        forceinline=name not in spoken and name not in value.__code__.co_names,
                        # what only compiled code calls needs no way in from Python: half the time of compiling
                        no_cpython_wrapper=not called,
                        no_cfunc_wrapper=True,
                    )(twin)
        for name, signature in spoken.items():
            # as numba itself reads one; it stands in our own sources
            kinds = eval(signature, {**vars(numba.types), "near": native.NEAR})  # noqa: S307
            names[name].compile(kinds)
            names[name].disable_compile()
    return names
