"""Starting the compiler: a kernel and the rulebook's functions it calls, as they are written, to machine code.

numba compiles a function only when those it calls are compiled too, so a module's functions are bound anew, in the
order they are defined, to a copy of its names. No formula stands here.
"""

from __future__ import annotations

import sys
from functools import cache
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types as _types

from bareme.engines import intrinsics, machine
from bareme.engines.compiled import PAIRS, Kernel, target_machine

types: Any = _types  # they bear none
carray: Any = getattr(numba, "carray")  # noqa: B009  # not said to be exported
_pointer = types.CPointer
_TYPES = {
    "f8": types.float64, "i8": types.int64, "u8": types.uint64, "i4": types.int32, "u4": types.uint32, "u2": types.uint16,
    "u1": types.uint8,
}  # fmt: skip
_INTRINSICS: dict[Any, Any] = {
    machine.prefetch: intrinsics.prefetch,
    machine.word_at: intrinsics.word_at,
    machine.put_word: intrinsics.put_word,
}


@cache
def bound(module: ModuleType) -> SimpleNamespace:
    """A module's names with its functions, its loops, and those it imports from our own modules, compiled."""
    names: dict[str, Any] = dict(vars(module))
    for name, value in vars(module).items():
        function = value.loop if isinstance(value, Kernel) else value
        if not isinstance(function, FunctionType) or not function.__module__.startswith("bareme."):
            continue
        if function in _INTRINSICS:
            names[name] = _INTRINSICS[function]
        elif function.__module__ == module.__name__:
            # Nothing is divided by zero, and the check would stand in every loop.
            compiled = numba.njit(error_model="numpy", nogil=True)
            names[name] = compiled(FunctionType(function.__code__, names, name, function.__defaults__))
        else:
            names[name] = getattr(bound(sys.modules[function.__module__]), function.__name__)
    return SimpleNamespace(**names)


def machine_code(kernel: Kernel, lengths: tuple[int, ...]) -> tuple[str, bytes]:
    """The names of a kernel's entry and of the functions it calls, and its object file, for this processor.

    `lengths`: of its pairs, known beforehand.
    """
    loop = getattr(bound(sys.modules[kernel.loop.__module__]), kernel.loop.__name__)
    entry, arguments = _entry(kernel, loop, list(lengths))
    returns = _TYPES[kernel.returns] if kernel.returns else types.void
    function: Any = numba.cfunc(returns(*arguments))(entry)
    module = llvm.parse_assembly(function.inspect_llvm())
    called = [one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")]
    return " ".join([function.native_name, *called]), target_machine().emit_object(module)


def _entry(kernel: Kernel, loop: Any, lengths: list[int]) -> tuple[FunctionType, list[Any]]:
    """A function of pointers and numbers, as C passes them, that calls the loop with arrays and tuples."""
    parameters: list[str] = []
    passed: list[str] = []
    arguments: list[Any] = []
    for number, kind in enumerate(kernel.arguments):
        if kind in _TYPES:
            parameters.append(f"x{number}")
            passed.append(f"x{number}")
            arguments.append(_TYPES[kind])
            continue
        arguments.append(_pointer(_TYPES["f8" if kind == PAIRS else kind.partition("[")[0]]))
        if kind == PAIRS:
            parameters.append(f"p{number}")
            passed.append("(" + "".join(f"(p{number}[{2 * i}], p{number}[{2 * i + 1}])," for i in range(lengths.pop(0))) + ")")
            continue
        sizes = [f"p{number}_{axis}" for axis in range(2 if "," in kind else 1)]
        parameters += [f"p{number}", *sizes]
        passed.append(f"carray(p{number}, ({', '.join(sizes)},))")
        arguments += [types.int64] * len(sizes)
    text = f"def entry({', '.join(parameters)}):\n    return loop({', '.join(passed)})\n"
    names: dict[str, Any] = {"loop": loop, "carray": carray}
    exec(text, names)  # noqa: S102  # the text is made above, of numbers only
    return names["entry"], arguments
