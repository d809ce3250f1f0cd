"""The functions of `machine.py`, for the compiler."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils as _cgutils
from numba.core import types
from numba.extending import intrinsic

cgutils: Any = _cgutils  # it bears no types


def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = context.get_value_type(types.intp)
        row = context.cast(builder, arguments[1], index, types.intp)
        view = context.make_array(array)(context, builder, arguments[0])
        place = [row] + [word(0)] * (array.ndim - 1)
        pointer = cgutils.get_item_pointer(context, builder, array, view, place, wraparound=False)
        byte_pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        fetch = ir.FunctionType(ir.VoidType(), [byte_pointer, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, fetch, "llvm.prefetch.p0")
        write, keep, data = number(1), number(3), number(1)
        builder.call(function, [builder.bitcast(pointer, byte_pointer), write, keep, data])
        return context.get_dummy_value()

    return types.void(array, index), generate


def _word_at(typing_context: Any, address: Any) -> Any:

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(context, builder, arguments[0], address), align=1)

    return types.uint64(address), generate


def _put_word(typing_context: Any, address: Any, word: Any) -> Any:

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = context.cast(builder, arguments[1], word, types.uint64)
        builder.store(value, _pointer(context, builder, arguments[0], address), align=1)
        return context.get_dummy_value()

    return types.void(address, word), generate


def _pointer(context: Any, builder: Any, address: Any, kind: Any) -> Any:
    return builder.inttoptr(context.cast(builder, address, kind, types.uintp), ir.IntType(64).as_pointer())


prefetch: Any = intrinsic(_prefetch)
word_at: Any = intrinsic(_word_at)
put_word: Any = intrinsic(_put_word)
