"""A Polars column's texts as they lie in memory, by Arrow's C interface: nothing is copied, nothing becomes a Python object."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl


class _Schema(ctypes.Structure):
    _fields_ = (
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_char_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    )


class _Array(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.POINTER(ctypes.c_void_p)),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    )


class _Stream(ctypes.Structure):
    _fields_ = (
        ("get_schema", ctypes.c_void_p),
        ("get_next", ctypes.c_void_p),
        ("get_last_error", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    )


_fill = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_pointer: Any = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

STRING_VIEWS = b"vu"
LONG = 12  # bytes of a text that is kept in memory of its own, at least


@dataclass(frozen=True, slots=True)
class Views:
    """A stretch of texts: `words` (two per text), the addresses of the memory they point into, one byte each if some lack.

    `apart`: does each long text seem to have memory of its own, as when it was read from a delimited file?
    """

    words: np.ndarray[Any, Any]
    buffers: np.ndarray[Any, Any]
    valid: np.ndarray[Any, Any]
    apart: bool


@contextmanager
def text_views(texts: pl.Series) -> Iterator[list[Views]]:
    """The texts of a column. They may be looked at inside the `with` only."""
    capsule = texts.__arrow_c_stream__()  # it must live as long as its stream is read
    stream = _Stream.from_address(_pointer(capsule, b"arrow_array_stream"))
    schema = _Schema()
    arrays: list[_Array] = []
    try:
        _asked(_fill(stream.get_schema)(ctypes.addressof(stream), ctypes.addressof(schema)))
        if schema.format != STRING_VIEWS:
            raise TypeError(f"texts expected, not {texts.dtype} as {schema.format!r}")
        while True:
            array = _Array()
            _asked(_fill(stream.get_next)(ctypes.addressof(stream), ctypes.addressof(array)))
            if not array.release:
                break
            arrays.append(array)
        yield [_views(array) for array in arrays if array.length]
    finally:
        for lent in (*arrays, schema):
            if lent.release:
                _release(lent.release)(ctypes.addressof(lent))


def _asked(error: int) -> None:
    if error:
        raise OSError(error, "Arrow stream")


def _views(array: _Array) -> Views:
    end = array.offset + array.length
    words = _memory(array.buffers[1], np.uint64, 2 * end).reshape(end, 2)[array.offset :]
    addresses = [array.buffers[number] or 0 for number in range(2, array.n_buffers - 1)]
    sizes = _memory(array.buffers[array.n_buffers - 1], np.int64, len(addresses))
    valid = np.empty(0, np.uint8)
    if array.null_count and array.buffers[0]:
        bits = np.unpackbits(_memory(array.buffers[0], np.uint8, (end + 7) // 8), bitorder="little")
        valid = np.ascontiguousarray(bits[array.offset : end])
    return Views(words, np.array(addresses, np.uint64), valid, apart=int(sizes.sum()) > LONG * array.length)


def _memory(address: int | None, kind: Any, count: int) -> np.ndarray[Any, Any]:
    size = count * np.dtype(kind).itemsize
    return np.frombuffer((ctypes.c_char * size).from_address(address or 0), kind, count)
