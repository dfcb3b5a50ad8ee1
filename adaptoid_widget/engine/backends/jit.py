"""Compiles portable functions with numba, and caches the results on disk."""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from ...threads import deferred_interrupt
from . import code_cache

# an interrupted import cannot be repeated
with deferred_interrupt():
    import numba
    from numba.core import serialize
    from numba.core.caching import _Cache
    from numba.core.compiler import CompileResult

    from . import compiled_replacements

    # imports what numba would import at the first compilation
    compiled_replacements.cpu_target.typing_context.refresh()
    compiled_replacements.cpu_target.target_context.refresh()

_njit: Any = numba.njit
_CompileResult: Any = CompileResult
_dumps: Any = serialize.dumps


def sources_key(modules: Sequence[ModuleType]) -> str:
    """Return a hash of the modules' sources, of the compiling modules' sources, and of numba's version.

    It names the cache folder, since a compiled function depends on everything that it calls.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for path in (__file__, compiled_replacements.__file__, *[str(module.__file__) for module in modules]):
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:16]


class CheckedCache(_Cache):
    """numba's cache of one function: a file for each signature.

    With numba's own files, a damaged one crashes the process. Those of `code_cache` are compiled and written again.
    """

    def __init__(self, folder: str, function: FunctionType) -> None:
        self._folder = folder
        self._function = function

    @property
    def cache_path(self) -> Any:
        """The folder of the files, within the cache folder."""
        return self._folder

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function for a signature, or None if there is no undamaged file."""
        target_context.refresh()
        name, key = self._place(sig, target_context.codegen())
        try:
            data = code_cache.load(name, key)
            if data is None:
                return None
            return _CompileResult._rebuild(target_context, *pickle.loads(data))  # noqa: S301
        except Exception:  # noqa: BLE001  the function can be compiled instead
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a compiled function if possible."""
        # addresses of this process are of no use to another one
        if data.library.has_dynamic_globals:
            return
        name, key = self._place(sig, data.codegen)
        try:
            code_cache.save(name, key, _dumps(data._reduce()))
        except Exception:  # noqa: BLE001  the function runs without its file too
            return

    def enable(self) -> None:
        """Do nothing: the cache is always enabled, and nothing is buffered."""

    disable = flush = enable

    def _place(self, sig: Any, codegen: Any) -> tuple[str, bytes]:
        """Return the file for a signature on this processor, and the key that its digest includes."""
        code = self._function.__code__
        key = repr(
            (sys.implementation.cache_tag, code.co_name, code.co_code, str(sig), codegen.magic_tuple())
        ).encode()
        return f"{self._folder}/{code.co_name}-{hashlib.sha256(key).hexdigest()[:16]}.bin", key


def signature_names(names: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a signature can name: numba's types, the named tuples of the functions, a compiled `context`."""
    return {**names, **vars(numba.types), "context": compiled_replacements.CONTEXT}


def compiled(
    modules: Sequence[ModuleType],
    cached: Sequence[str],
    signatures: Mapping[str, str] | None = None,
    *,
    inline: bool = True,
) -> dict[str, Any]:
    """Return all functions of portable modules by name. Each is compiled at its first call.

    They run without the interpreter's lock. Functions in `cached` are stored on disk with everything that they call. A
    recursive function needs a signature, in which `context` is a compiled context: without one, numba compiles it for
    several types and crashes when it reads its callers from the cache. With `inline`, all other functions are inlined,
    since states are passed faster in registers than in memory.
    """
    # numba's cache needs the module of a function's globals
    names: dict[str, Any] = {"__name__": modules[-1].__name__}
    for module in (compiled_replacements, *modules):
        for name, value in vars(module).items():
            if isinstance(value, int) and names.get(name, value) != value:
                raise ValueError(f"{module.__name__} gives {name} another value than a module before it")
            if not name.startswith("__"):
                names[name] = value
    replacements = compiled_replacements.replacements()
    signatures = signatures or {}
    folder = sources_key(modules)
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                # the same code, with the compiled functions as its globals
                copy = FunctionType(replacements.get(value, value).__code__, names, name)
                is_entry = name in cached or name in signatures
                dispatcher = _njit(
                    nogil=True,
                    error_model="numpy",
                    forceinline=inline and name not in signatures and name not in value.__code__.co_names,
                    # no wrapper for functions that Python does not call: half the compile time
                    no_cpython_wrapper=not is_entry,
                    no_cfunc_wrapper=True,
                )(copy)
                if is_entry:
                    # like numba's `enable_caching`
                    dispatcher._cache = CheckedCache(folder, copy)
                names[name] = dispatcher
    for name, signature in signatures.items():
        # numba parses signatures the same way; this one comes from our own sources
        types = eval(signature, signature_names(names))  # noqa: S307
        names[name].compile(types)
        names[name].disable_compile()
    return names
