"""A hint to the processor: fetch this player's numbers, they are wanted soon.

With a million players each game misses the cache twice; asking for the players of the game AHEAD hides the wait.
It changes no number.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils as _cgutils
from numba.core import types
from numba.extending import intrinsic

cgutils: Any = _cgutils  # it bears no types
AHEAD = 24  # games: enough for the memory's latency, few enough to stay in the first cache


def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = context.get_value_type(types.intp)
        row = context.cast(builder, arguments[1], index, types.intp)
        view = context.make_array(array)(context, builder, arguments[0])
        pointer = cgutils.get_item_pointer(context, builder, array, view, [row, word(0)], wraparound=False)
        byte_pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        llvm = ir.FunctionType(ir.VoidType(), [byte_pointer, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, llvm, "llvm.prefetch.p0")
        write, keep, data = number(1), number(3), number(1)
        builder.call(function, [builder.bitcast(pointer, byte_pointer), write, keep, data])
        return context.get_dummy_value()

    return types.void(array, index), generate


prefetch: Any = intrinsic(_prefetch)
"""Called in a kernel as prefetch(state, row): no value, no effect but on time. `row` must be one of the array's."""
