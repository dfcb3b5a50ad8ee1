"""Compiling portable functions as they stand, and where the results are kept."""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from platformdirs import user_cache_path

from ...storage.atomic import write
from ...threads import deferred_interrupt

# half imported, numba cannot be imported again
with deferred_interrupt():
    import numba
    from numba.core import serialize
    from numba.core.caching import _Cache
    from numba.core.compiler import CompileResult

    from . import intrinsics

    # what it imports at the first compilation
    intrinsics.cpu_target.typing_context.refresh()
    intrinsics.cpu_target.target_context.refresh()

_njit: Any = numba.njit
_CompileResult: Any = CompileResult
_dumps: Any = serialize.dumps

DIGEST_BYTES = 32


def sources_key(modules: Sequence[ModuleType]) -> str:
    """A hash of the modules' sources, of those that compile them, and of numba's version.

    A compiled function depends on all that it calls; a folder of its own for every state of the sources keeps an old
    compilation from being used.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    ours = [Path(__file__), Path(intrinsics.__file__)]
    for path in [*ours, *[Path(str(module.__file__)) for module in modules]]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class CheckedCache(_Cache):
    """What numba keeps of one function on disk: a file for each signature, which begins with its own SHA-256.

    Numba's own cache believes what it reads: damaged, it ends the search or the whole process. Here what is damaged is
    compiled anew and written anew, and what cannot be read or written is done without. A file is written whole or not
    at all, so several processes may compile at once.
    """

    def __init__(self, folder: Path, function: FunctionType) -> None:
        self._folder = folder
        self._function = function

    @property
    def cache_path(self) -> Any:
        """The folder of the files."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function for a signature; None where there is none that is sound."""
        target_context.refresh()
        path, key = self._place(sig, target_context.codegen())
        try:
            content = path.read_bytes()
            digest, data = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
            if _digest(key, data) != digest:
                return None
            return _CompileResult._rebuild(target_context, *pickle.loads(data))  # noqa: S301  our own, and checked
        except Exception:  # noqa: BLE001  whatever is wrong with it, the function can be compiled
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a compiled function, where that is possible."""
        # what holds addresses of this process is of no use to another
        if data.library.has_dynamic_globals:
            return
        path, key = self._place(sig, data.codegen)
        try:
            reduced = _dumps(data._reduce())
            self._folder.mkdir(parents=True, exist_ok=True)
            write(path, _digest(key, reduced) + reduced)
        except Exception:  # noqa: BLE001  the disk may be full or read-only; the function runs all the same
            return

    def enable(self) -> None:
        """It is always in use."""

    def disable(self) -> None:
        """It is always in use."""

    def flush(self) -> None:
        """Nothing waits to be written."""

    def _place(self, sig: Any, codegen: Any) -> tuple[Path, bytes]:
        """The file for a signature on this processor, and what belongs to its digest."""
        code = self._function.__code__
        key = repr(
            (sys.implementation.cache_tag, code.co_name, code.co_code, str(sig), codegen.magic_tuple())
        ).encode()
        return self._folder / f"{code.co_name}-{hashlib.sha256(key).hexdigest()[:16]}.bin", key


def _digest(key: bytes, data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(key).digest() + data).digest()


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
    for module in (intrinsics, *modules):
        names.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    instead = intrinsics.replacements()
    spoken = signatures or {}
    folder = user_cache_path("adaptoid-widget") / sources_key(modules)
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                # the same code; the names it calls are those of the compiled ones, its own among them
                twin = FunctionType(instead.get(value, value).__code__, names, name)
                called = name in cached or name in spoken
                dispatcher = _njit(
                    nogil=True,
                    error_model="numpy",
                    forceinline=name not in spoken and name not in value.__code__.co_names,
                    # what only compiled code calls needs no way in from Python: half the time of compiling
                    no_cpython_wrapper=not called,
                    no_cfunc_wrapper=True,
                )(twin)
                if called:
                    # as its own `enable_caching` does
                    dispatcher._cache = CheckedCache(folder, twin)
                names[name] = dispatcher
    for name, signature in spoken.items():
        # as numba itself reads one; it stands in our own sources
        kinds = eval(signature, {**vars(numba.types), "context": intrinsics.CONTEXT})  # noqa: S307
        names[name].compile(kinds)
        names[name].disable_compile()
    return names
