"""Names as bytes: which of them the reader would leave as they are, and which may be one name spelt in two ways."""

from __future__ import annotations

from typing import Any

import numpy as np

from bareme.engines.coding_kernel import SHORT, mixed
from bareme.engines.compiled import kernel
from bareme.engines.machine import word_at

LIMIT = 100  # bytes: no longer name is taken as it is without being read

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_BYTE = np.uint64(0xFF)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SPACE, _QUOTE = np.uint64(0x20), np.uint64(0x27)
_FIRST_SIGN, _LAST_SIGN = np.uint64(0x21), np.uint64(0x7E)


def byte_of(one: Any, two: Any, address: Any, size: Any, at: Any) -> Any:
    """One byte of a text. `address`: where a long one lies."""
    if size > SHORT:
        start = min(at, size - 8)
        return (word_at(address + np.uint64(start)) >> np.uint64(8 * (at - start))) & _BYTE
    if at < 4:
        return (one >> np.uint64(32 + 8 * at)) & _BYTE
    return (two >> np.uint64(8 * (at - 4))) & _BYTE


@kernel("u8[,]", "u8[]", "u1[]")
def plain_texts(views: Any, buffers: Any, plain: Any) -> None:
    """1 for a text of signs that can be seen, with single spaces inside: the readers give it back unchanged.

    Beyond ASCII, the letters from À to ſ (U+00C0 to U+017F), which are composed already.
    """
    for i in range(plain.size):
        one, two = views[i, 0], views[i, 1]
        size = np.int64(one & _LOW)
        plain[i] = 0
        if size == 0 or size > LIMIT:
            continue
        address = np.uint64(0)
        if size > SHORT:
            address = buffers[two & _LOW] + (two >> _HALF)
        before, lead = _SPACE, np.uint64(0)
        good = True
        for at in range(size):
            sign = byte_of(one, two, address, size, at)
            if lead:
                # the second byte of a letter: after C3 all of them, after C4 and C5 too
                good = np.uint64(0x80) <= sign <= np.uint64(0xBF)
                lead = np.uint64(0)
            elif sign == np.uint64(0xC3) or sign == np.uint64(0xC4) or sign == np.uint64(0xC5):
                lead = sign
            elif sign == _SPACE:
                good = before != _SPACE
            else:
                good = _FIRST_SIGN <= sign <= _LAST_SIGN and not (at == 0 and sign == _QUOTE)
            if not good:
                break
            before = sign
        if good and before != _SPACE and lead == np.uint64(0):
            plain[i] = 1


@kernel("u8[,]", "u8[]", "u8[]")
def by_ear(views: Any, buffers: Any, hashes: Any) -> None:
    """A number for each text that is equal for texts of equal spelling: whatever the case, the order of the words, the
    signs between them and the letter e, which some spellings of umlauts have and others not.
    """
    for i in range(hashes.size):
        one, two = views[i, 0], views[i, 1]
        size = np.int64(one & _LOW)
        address = np.uint64(0)
        if size > SHORT:
            address = buffers[two & _LOW] + (two >> _HALF)
        total, word = np.uint64(0), np.uint64(0)
        for at in range(size):
            sign = byte_of(one, two, address, size, at)
            if np.uint64(0x41) <= sign <= np.uint64(0x5A):
                sign |= _SPACE
            letter = np.uint64(0x61) <= sign <= np.uint64(0x7A) or sign >= np.uint64(0x80)
            if letter or np.uint64(0x30) <= sign <= np.uint64(0x39):
                if sign != np.uint64(0x65):
                    word = (word ^ sign) * _MIX
            elif word:
                total += mixed(word)
                word = np.uint64(0)
        if word:
            total += mixed(word)
        hashes[i] = total


@kernel("u8[,]", "u8[]", "u8[,]", "u8[]", "i8", returns="i8")
def common_start(views: Any, buffers: Any, model: Any, model_buffers: Any, most: Any) -> Any:
    """How many bytes, up to `most`, all texts have in common at their beginning with the first one of `model`."""
    one, two = model[0, 0], model[0, 1]
    size = np.int64(one & _LOW)
    address = np.uint64(0)
    if size > SHORT:
        address = model_buffers[two & _LOW] + (two >> _HALF)
    shared = min(most, size)
    for i in range(views.shape[0]):
        other, where = views[i, 0], views[i, 1]
        other_size = np.int64(other & _LOW)
        other_address = np.uint64(0)
        if other_size > SHORT:
            other_address = buffers[where & _LOW] + (where >> _HALF)
        shared = min(shared, other_size)
        for at in range(shared):
            if byte_of(one, two, address, size, at) != byte_of(other, where, other_address, other_size, at):
                shared = at
                break
    return shared


@kernel("u8[,]", "u8[]", "i8", "u8[]")
def eight_bytes(views: Any, buffers: Any, skip: Any, words: Any) -> None:
    """The eight bytes of each text behind the first `skip`, as one number that sorts like them."""
    for i in range(words.size):
        one, two = views[i, 0], views[i, 1]
        size = np.int64(one & _LOW)
        address = np.uint64(0)
        if size > SHORT:
            address = buffers[two & _LOW] + (two >> _HALF)
        word = np.uint64(0)
        for at in range(skip, skip + 8):
            word <<= np.uint64(8)
            if at < size:
                word |= byte_of(one, two, address, size, at)
        words[i] = word
