"""Cells to numbers: each different text or value gets the next number, 0, 1, 2 ... in the order first met.

A table of hashes with open addresses. A slot holds a part of the hash and the number plus one; 0 is empty. Texts come as
Arrow's views: sixteen bytes, of which the first four say how long the text is; a text of up to twelve bytes lies in the
view itself, of a longer one the view has the first four bytes and where the whole is. Of each numbered text we keep two
words: the view itself when short; else length and beginning, and the place of the whole in `heap`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bareme.engines.compiled import kernel
from bareme.engines.machine import prefetch, put_word, word_at

SHORT = 12  # bytes a view holds by itself
GROUP = 64  # texts hashed ahead, so that their slots are fetched meanwhile
WORD = 8  # bytes

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_TOO = np.uint64(0xD6E8FEB86659FD93)


def mixed(word: Any) -> Any:
    """A number with all its bits stirred."""
    word = (word ^ (word >> _HALF)) * _MIX_TOO
    return word ^ (word >> _HALF)


def hash_of_view(one: Any, two: Any) -> Any:
    """A hash of a short text."""
    return mixed((one * _MIX) ^ two)


def hash_at(address: Any, size: Any) -> Any:
    """A hash of a long text; its last eight bytes may be read twice."""
    stirred = _MIX ^ np.uint64(size)
    for at in range(0, size - WORD, WORD):
        stirred = mixed((stirred ^ word_at(address + np.uint64(at))) * _MIX)
    return mixed((stirred ^ word_at(address + np.uint64(size - WORD))) * _MIX)


def same_at(one: Any, other: Any, size: Any) -> Any:
    """Are these two long texts equal?"""
    for at in range(0, size - WORD, WORD):
        if word_at(one + np.uint64(at)) != word_at(other + np.uint64(at)):
            return False
    return word_at(one + np.uint64(size - WORD)) == word_at(other + np.uint64(size - WORD))


@kernel("u8[,]", "u8[]", "u1[]", "u4[]", "u8[]", "u8[,]", "u8", "i8", "i8[]", "i8", "i8[]", "u8[,]", "u8[,]", returns="i8")
def number_texts(
    views: Any,
    buffers: Any,
    valid: Any,
    codes: Any,
    slots: Any,
    keys: Any,
    heap: Any,
    heap_size: Any,
    counts: Any,
    offset: Any,
    firsts: Any,
    hashes: Any,
    lately: Any,
) -> Any:
    """Number texts; returns how many were done before a table was full.

    `buffers`: addresses of the memory that long views point into; `valid`: one byte for each view, or none at all: a
    missing text is an empty one. `heap`: the address of the long texts' memory, of `heap_size` bytes. `counts`: [numbered
    texts, bytes used of heap]. `firsts`: where each was first met, from `offset` on. `hashes`: room for GROUP of them.
    `lately`: views met lately, and their numbers plus one: in a file that keeps each text once, equal texts have equal views.
    """
    mask = np.uint64(slots.size - 1)
    near = np.uint64(lately.shape[0] - 1)
    known, used = counts[0], counts[1]
    done = 0
    while done < codes.size:
        group = min(GROUP, codes.size - done)
        if known + group > firsts.size or 2 * (known + group) > slots.size:
            break
        wanted: Any = 0
        waiting = 0  # texts not met lately: those are looked up in the table
        for i in range(done, done + group):
            one, two = views[i, 0], views[i, 1]
            if valid.size and not valid[i]:
                one, two = _NONE, _NONE
            view = hash_of_view(one, two)
            if lately[view & near, 2] and lately[view & near, 0] == one and lately[view & near, 1] == two:
                codes[i] = lately[view & near, 2] - _ONE
                continue
            size = np.int64(one & _LOW)
            if size > SHORT:
                wanted += size
                view = hash_at(buffers[two & _LOW] + (two >> _HALF), size)
            prefetch(slots, view & mask)
            hashes[waiting, 0], hashes[waiting, 1] = view, np.uint64(i)
            waiting += 1
        if used + wanted + WORD > heap_size:
            break
        for number in range(waiting):
            stirred, row = hashes[number, 0], np.int64(hashes[number, 1])
            one, two = views[row, 0], views[row, 1]
            if valid.size and not valid[row]:
                one, two = _NONE, _NONE
            size = np.int64(one & _LOW)
            address: Any = _NONE
            if size > SHORT:
                address = buffers[two & _LOW] + (two >> _HALF)
            mark = stirred & ~_LOW
            slot = stirred & mask
            while True:
                held = slots[slot]
                if held == _NONE:
                    slots[slot] = mark | np.uint64(known + 1)
                    keys[known, 0], keys[known, 1] = one, two
                    if size > SHORT:
                        keys[known, 1] = np.uint64(used)
                        for at in range(0, size - WORD, WORD):
                            put_word(heap + np.uint64(used + at), word_at(address + np.uint64(at)))
                        put_word(heap + np.uint64(used + size - WORD), word_at(address + np.uint64(size - WORD)))
                        used += size
                    firsts[known] = offset + row
                    codes[row] = known
                    known += 1
                    break
                if (held & ~_LOW) == mark:
                    code = (held & _LOW) - _ONE
                    if keys[code, 0] == one:
                        same = keys[code, 1] == two
                        if size > SHORT:
                            same = same_at(address, heap + keys[code, 1], size)
                        if same:
                            codes[row] = code
                            break
                slot = (slot + _ONE) & mask
            near_by = hash_of_view(one, two) & near
            lately[near_by, 0], lately[near_by, 1], lately[near_by, 2] = one, two, np.uint64(codes[row]) + _ONE
        done += group
    counts[0], counts[1] = known, used
    return done


@kernel("u8[]", "u8[,]", "u8", "i8")
def rehash_texts(slots: Any, keys: Any, heap: Any, known: Any) -> None:
    """Fill a larger table with the texts numbered so far."""
    mask = np.uint64(slots.size - 1)
    for code in range(known):
        one, two = keys[code, 0], keys[code, 1]
        size = np.int64(one & _LOW)
        stirred = hash_of_view(one, two) if size <= SHORT else hash_at(heap + two, size)
        slot = stirred & mask
        while slots[slot] != _NONE:
            slot = (slot + _ONE) & mask
        slots[slot] = (stirred & ~_LOW) | np.uint64(code + 1)


@kernel("u8[]", "u4[]", "u8[]", "u8[]", "i8[]", "i8", "i8[]", returns="i8")
def number_words(words: Any, codes: Any, slots: Any, keys: Any, counts: Any, offset: Any, firsts: Any) -> Any:
    """The same for values of eight bytes."""
    mask = np.uint64(slots.size - 1)
    known = counts[0]
    for i in range(words.size):
        if known >= firsts.size or 2 * known >= slots.size:
            counts[0] = known
            return i
        word = words[i]
        slot = mixed(word * _MIX) & mask
        while True:
            held = slots[slot]
            if held == _NONE:
                slots[slot] = np.uint64(known + 1)
                keys[known] = word
                firsts[known] = offset + i
                codes[i] = known
                known += 1
                break
            if keys[held - _ONE] == word:
                codes[i] = held - _ONE
                break
            slot = (slot + _ONE) & mask
    counts[0] = known
    return words.size


@kernel("u8[]", "u8[]", "i8")
def rehash_words(slots: Any, keys: Any, known: Any) -> None:
    """Fill a larger table with the values numbered so far."""
    mask = np.uint64(slots.size - 1)
    for code in range(known):
        slot = mixed(keys[code] * _MIX) & mask
        while slots[slot] != _NONE:
            slot = (slot + _ONE) & mask
        slots[slot] = np.uint64(code + 1)
