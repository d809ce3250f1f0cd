"""Quotes of a delimited file, byte by byte."""

from __future__ import annotations

from typing import Any

from bareme.engines.compiled import kernel

_QUOTE, _LINE, _RETURN = 0x22, 0x0A, 0x0D
_START, _BARE, _QUOTED, _CLOSED = range(4)


@kernel("u1[]", "i8", returns="i8")
def well_quoted(data: Any, delimiter: Any) -> Any:
    """1 where each quote opens a cell, closes it, or is doubled within; and no cell runs over several lines."""
    state = _START
    for i in range(data.size):
        sign = data[i]
        if state == _QUOTED:
            if sign == _QUOTE:
                state = _CLOSED
            elif sign == _LINE:
                return 0
        elif sign == _QUOTE:
            if state == _BARE:
                return 0
            state = _QUOTED  # opened; or, when closed just before, doubled
        elif sign in (delimiter, _LINE):
            state = _START
        elif state == _CLOSED:
            if sign != _RETURN:
                return 0
        else:
            state = _BARE
    return 0 if state == _QUOTED else 1
