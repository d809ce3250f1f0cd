"""The order of many games, and which of them may be told twice.

Columns that a file has not are empty arrays here: every game then stands under 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bareme.engines.coding_kernel import mixed
from bareme.engines.compiled import kernel

DIGIT = 11  # bits sorted by at a time
ROUNDS = 10  # bits of a round: up to 1008
NOBODY = 0xFFFFFFFF

_DIGIT = np.uint64(DIGIT)
_DIGITS = np.uint64((1 << DIGIT) - 1)
_HALF = np.uint64(32)
_ROUNDS = np.uint64(ROUNDS)


@kernel("i4[]", "u4[]", "u2[]", "i8[]", returns="i8")
def unordered(day: Any, place: Any, round: Any, sequence: Any) -> Any:
    """The first game that comes before the one above it, or -1. `place`: the event's place among all by name."""
    for i in range(1, day.size):
        if day[i] != day[i - 1]:
            if day[i] < day[i - 1]:
                return i
            continue
        if place.size and place[i] != place[i - 1]:
            if place[i] < place[i - 1]:
                return i
            continue
        if round.size and round[i] != round[i - 1]:
            if round[i] < round[i - 1]:
                return i
            continue
        if sequence.size and sequence[i] < sequence[i - 1]:
            return i
    return -1


@kernel("i4[]", "u4[]", "u2[]", "i8", "u8", "u8[]")
def sorting_keys(day: Any, place: Any, round: Any, first_day: Any, place_bits: Any, keys: Any) -> None:
    """One number for date, event and round: a larger one comes later."""
    for i in range(day.size):
        key = np.uint64(day[i] - first_day) << place_bits
        if place.size:
            key |= np.uint64(place[i])
        key <<= _ROUNDS
        if round.size:
            key |= np.uint64(round[i])
        keys[i] = key


@kernel("u8[]", "u4[]", "u4[]", "i8[]")
def sort_by(keys: Any, order: Any, spare: Any, starts: Any) -> None:
    """Bring `order`, row numbers, into the order of their keys; equal keys stay as they stand. `starts`: 2**DIGIT counters."""
    together, apart = keys[0], keys[0]
    for i in range(keys.size):
        together &= keys[i]
        apart |= keys[i]
    differ = together ^ apart
    shift = np.uint64(0)
    while shift < np.uint64(64) and differ >> shift:
        if (differ >> shift) & _DIGITS:
            starts[:] = 0
            for i in range(keys.size):
                starts[(keys[i] >> shift) & _DIGITS] += 1
            total = 0
            for digit in range(starts.size):
                count = starts[digit]
                starts[digit] = total
                total += count
            for i in range(order.size):
                digit = (keys[order[i]] >> shift) & _DIGITS
                spare[starts[digit]] = order[i]
                starts[digit] += 1
            order[:] = spare
        shift += _DIGIT


@kernel("i4[]", "u4[]", "u2[]", "i8[]", "u4[]", "u4[]", "u4[]", "u4[]", returns="i8")
def told_again(day: Any, event: Any, round: Any, sequence: Any, first: Any, second: Any, slots: Any, group: Any) -> Any:
    """Number the groups of games of the same two players on one date, in one event and round (and sequence, if given).

    The games are in order. `group` becomes 0 for a game alone, else its group's number from 1 on. `slots`: room, a power of
    two and twice the games of one date, event and round at most; all 0. Returns the number of groups. A game against
    oneself is a group too.
    """
    groups = 0
    start = 0
    while start < day.size:
        end = start + 1
        while (
            end < day.size
            and day[end] == day[start]
            and (event.size == 0 or event[end] == event[start])
            and (round.size == 0 or round[end] == round[start])
        ):
            end += 1
        if end - start == 1:
            if first[start] == second[start]:
                groups += 1
                group[start] = groups
            start = end
            continue
        size = 2
        while size < 2 * (end - start):
            size *= 2
        mask = np.uint64(size - 1)
        for i in range(start, end):
            low, high = min(first[i], second[i]), max(first[i], second[i])
            pair = (np.uint64(high) << _HALF) | np.uint64(low)
            stirred = mixed(pair)
            if sequence.size:
                stirred = mixed(stirred ^ np.uint64(sequence[i]))
            slot = stirred & mask
            while slots[slot]:
                other = np.int64(slots[slot]) - 1
                same = min(first[other], second[other]) == low and max(first[other], second[other]) == high
                if same and (sequence.size == 0 or sequence[other] == sequence[i]):
                    break
                slot = (slot + np.uint64(1)) & mask
            if slots[slot] == 0:
                slots[slot] = i + 1
                if low == high:
                    groups += 1
                    group[i] = groups
            else:
                other = np.int64(slots[slot]) - 1
                if group[other] == 0:
                    groups += 1
                    group[other] = groups
                group[i] = group[other]
        for slot in range(size):
            slots[slot] = 0
        start = end
    return groups


@kernel("u4[]", "u4[]", "u4[]", "u8", "u8[,]")
def uses(first: Any, second: Any, row: Any, part: Any, used: Any) -> None:
    """Where each player is first met, and how often: `used` of a player not met before becomes part, row and side in one
    number, plus one.
    """
    for i in range(first.size):
        for side in range(2):
            player = second[i] if side else first[i]
            if used[player, 0] == 0:
                used[player, 0] = part + np.uint64(2) * np.uint64(row[i]) + np.uint64(side + 1)
            used[player, 1] += np.uint64(1)
