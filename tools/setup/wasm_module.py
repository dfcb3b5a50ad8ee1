"""Compiles the search to a WebAssembly module. `tools/setup/search_wasm.py` runs this in a process of its own.

numba lowers the functions to LLVM IR for a 64-bit processor without special features. The functions use only 64-bit
integers and arrays of them, so the same IR is right for WebAssembly. LLVM's object file needs no linker: it refers only
to a memory and a stack pointer, which `assemble` adds.

An exported function takes the address of a block of 64-bit integers, its arguments, and writes its result there. A
tuple takes an integer for each item, an array one for its address and one for each dimension.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# one version each, since the module depends on them; pyproject.toml names the same for `build`
REQUIREMENTS = ("llvmlite==0.50.0", "numba==0.68.1")
TRIPLE = "wasm32-unknown-unknown"
PAGE = 1 << 16
# the module's constants and its stack lie below this address
HEAP = 16 * PAGE
# calls itself, or has a loop in each of its parts; what is left around it needs fewer variables at a time
CALLED = ("search", "evaluate_two", "evaluate_three")
MAGIC = b"\0asm\1\0\0\0"
IMPORT, MEMORY, GLOBAL, EXPORT, DATA_COUNT = 2, 5, 6, 7, 12
IMPORTS = re.compile(
    rb"\x02\x03env\x0f__linear_memory\x02\x00[\x00-\x10]\x03env\x0f__stack_pointer\x03\x7f\x01", re.DOTALL
)
# arrays that are passed as addresses have no owner, so nothing counts references to it
COUNTER = re.compile(r"define [^\n]*@NRT_(?:incref|decref)\(.*?\n}\n", re.DOTALL)
NO_COUNTERS = """
define internal void @NRT_incref(ptr %owner) { ret void }
define internal void @NRT_decref(ptr %owner) { ret void }
"""


def build() -> bytes:
    """Return the module."""
    for requirement in REQUIREMENTS:
        name, _, wanted = requirement.partition("==")
        if wanted and metadata.version(name) != wanted:
            sys.exit(f"search.wasm is built with {requirement}; this is {metadata.version(name)}")
    # the package without its own imports, which need more than numba
    package = ModuleType("adaptoid_widget")
    package.__path__ = [str(ROOT / package.__name__)]
    sys.modules[package.__name__] = package
    from llvmlite import binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(cpu="mvp", opt=2, reloc="static")
    module, exports = lower(str(machine.target_data))
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in exports:
            value.linkage = "internal"
    for function in module.functions:
        if not function.is_declaration and function.name not in exports:
            called = any(f"{len(name)}{name}B" in function.name for name in CALLED)
            function.add_function_attribute("noinline" if called else "alwaysinline")
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    defined = [function.name for function in module.functions if not function.is_declaration]
    return assemble(machine.emit_object(module), defined, exports)


def lower(layout: str) -> tuple[Any, list[str]]:
    """Return an LLVM module with the exported functions and all that they call, and the exported names."""
    from llvmlite import binding as llvm
    from numba import types
    from numba.np import arrayobj

    from adaptoid_widget.engine.backends import numba_compiler
    from adaptoid_widget.engine.backends.numba_compiler import EXPORTS, SEARCH, SEARCH_MODULES

    def parsed(text: str) -> Any:
        text = re.sub(r"\ntarget .*", "", text)
        return llvm.parse_assembly(f'target datalayout = "{layout}"\ntarget triple = "{TRIPLE}"\n{text}')

    # nothing here is for this machine
    numba_compiler.__dict__["cache_folder"] = lambda: None
    # no index is negative, so none counts from the end of an array
    arrayobj.__dict__["fix_integer_index"] = lambda context, builder, kind, index, _size: context.cast(
        builder, index, kind, types.intp
    )
    functions = numba_compiler.compiled(SEARCH_MODULES, (), {"search": SEARCH}, inline=False)
    combined = parsed("")
    for name, parameters in EXPORTS.items():
        # these come from our own sources
        signature = eval(f"({parameters})", numba_compiler.signature_names(functions))  # noqa: S307
        functions[name].compile(signature)
        compiled = functions[name].overloads[signature]
        module = parsed(COUNTER.sub("", compiled.library.get_llvm_str()) + NO_COUNTERS)
        function = module.get_function(compiled.fndesc.llvm_func_name)
        wrapped = parsed(
            wrapper(name, function.name, [str(argument.type) for argument in function.arguments], signature)
        )
        combined.link_in(module)
        combined.link_in(wrapped)
    return combined, list(EXPORTS)


def flattened(kinds: Iterable[Any]) -> Iterator[Any]:
    """Yield numba's types of integers and arrays, with those of each tuple in its place."""
    for kind in kinds:
        if hasattr(kind, "count"):
            yield from flattened(kind)
        else:
            yield kind


def wrapper(name: str, target: str, target_types: list[str], signature: tuple[Any, ...]) -> str:
    """Return a function that reads its arguments from a block and calls another function by numba's convention.

    By that convention a function takes addresses for its result and its exception, and returns a status.
    """
    code: list[str] = []
    count = 0

    def parameter() -> str:
        nonlocal count
        code.append(f"%a{count} = getelementptr i64, ptr %block, i64 {count}")
        code.append(f"%p{count} = load i64, ptr %a{count}")
        count += 1
        return f"%p{count - 1}"

    def converted(operation: str, value: str, kind: str) -> str:
        code.append(f"%v{len(code)} = {operation} i64 {value} to {kind}")
        return f"%v{len(code) - 1}"

    values = ["%block", "%exception"]
    for kind in flattened(signature):
        dimensions = getattr(kind, "ndim", 0)
        if not dimensions:
            to = target_types[len(values)]
            operation = "inttoptr" if to == "ptr" else "trunc"
            values.append(parameter() if to == "i64" else converted(operation, parameter(), to))
            continue
        # owner, parent, number of items, size of an item, address, shape, strides
        address = converted("inttoptr", parameter(), "ptr")
        shape = [parameter() for _ in range(dimensions)]
        strides = ["8"]
        for size in shape[:0:-1]:
            code.append(f"%v{len(code)} = mul i64 {size}, {strides[0]}")
            strides.insert(0, f"%v{len(code) - 1}")
        values += ["null", "null", "0", "8", address, *shape, *strides]
    arguments = ", ".join(f"{kind} {value}" for kind, value in zip(target_types, values, strict=True))
    lines = "\n".join(code)
    return f"""
declare i32 @{target}({", ".join(target_types)})
define void @{name}(ptr %block) {{
%exception = alloca ptr
{lines}
%status = call i32 @{target}({arguments})
%failed = icmp ne i32 %status, 0
br i1 %failed, label %trap, label %done
trap:
unreachable
done:
ret void
}}
"""


def assemble(linkable: bytes, functions: list[str], exports: Collection[str]) -> bytes:
    """Return a module from LLVM's object file, with a memory and a stack pointer of its own.

    `functions` names the object file's functions in their order. The addresses in an object file count from 0, where
    its constants are in this module too. Its function numbers are right as long as it imports no functions.
    """
    sections = dict(read_sections(linkable))
    if not IMPORTS.fullmatch(sections.pop(IMPORT)):
        raise ValueError("the compiled search needs more than a memory and a stack pointer")
    sections.pop(DATA_COUNT, None)
    sections[MEMORY] = vector([b"\0" + number(HEAP // PAGE)])
    sections[GLOBAL] = vector([b"\x7f\1\x41" + number(HEAP) + b"\x0b"])
    entries = [text("memory") + b"\2\0"]
    entries += [text(name) + b"\0" + number(at) for at, name in enumerate(functions) if name in exports]
    sections[EXPORT] = vector(entries)
    return MAGIC + b"".join(section(kind, sections[kind]) for kind in sorted(sections))


def read_sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the content of each section except custom ones."""
    at = len(MAGIC)
    while at < len(module):
        kind, size, shift = module[at], 0, 0
        at += 1
        while shift == 0 or module[at - 1] >= 128:
            size |= (module[at] & 127) << shift
            shift += 7
            at += 1
        if kind:
            yield kind, module[at : at + size]
        at += size


def section(kind: int, content: bytes) -> bytes:
    """Return a section with its number and size."""
    return bytes([kind]) + number(len(content)) + content


def vector(items: list[bytes]) -> bytes:
    """Return a list with its length."""
    return number(len(items)) + b"".join(items)


def text(name: str) -> bytes:
    """Return a name with its length."""
    return number(len(name)) + name.encode()


def number(value: int) -> bytes:
    """Return a number of 0 or more as LEB128 with a last byte that is right for signed and unsigned numbers."""
    out: list[int] = []
    while value >= 64:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(build())
