"""FIDE over many games: who was rated when an event began, what a period's games bring, the rows of a list.

A player's history is a chain of entries, the latest first: rows of `small` (i4) and `large` (i8).
"""

from __future__ import annotations

from typing import Any

from bareme.engines.compiled import kernel
from bareme.engines.machine import AHEAD, prefetch
from bareme.rulebooks.fide.rules import (
    UNKNOWN_AGE,
    counted_difference,
    development,
    development_limit,
    larger_difference,
    one_off,
    rating_change,
    rounded_change,
    score_difference,
    scoring_probability,
)

DAY, GAMES, IN_PERIOD, K, BEFORE = range(5)  # columns of `small`
RATING, REACHED, CHANGE = range(3)  # columns of `large`
UNRATED = -(1 << 62)  # in place of a rating
NO_K = -(1 << 31)
NO_YEAR = 0  # in place of a year of birth

# Columns of the law: a row for each version.
(
    CAP, CAP_RULE, UNCAPPED_FROM, K_NEW, NEW_GAMES, K_MIDDLE, K_TOP, TOP_RATING, TOP_FIRST, K_JUNIOR, JUNIOR_AGE,
    JUNIOR_RATING, JUNIOR_ONCE, K_GAMES_LIMIT,
) = range(14)  # fmt: skip
# Columns of an event: its first day, the list in force on it, the year of that list, the versions of both.
START, LIST, YEAR, OF_START, OF_LIST = range(5)
PERIOD, RATING_USED, EVENT = range(3)  # the values of the parameter rounding

LARGEST_GAP = 736  # from here on P(D) is 1.00
PROBABILITIES = tuple(scoring_probability(difference) for difference in range(-LARGEST_GAP, LARGEST_GAP + 1))


@kernel("u4[]", "i4[]", "u1[]", "i4[]", "i4[]", "u4[]", "i8", returns="i8")
def enter(event: Any, day: Any, counts: Any, slot_of: Any, end: Any, opened: Any, used: Any) -> Any:
    """Open the events of games in order, and note each one's last day. `slot_of`: by event, -1 while it is not open.

    `opened` becomes the game that opens each new slot, from slot `used` on. Returns the number of slots.
    """
    slots = used
    for i in range(event.size):
        if counts[i] == 0:
            continue
        slot = slot_of[event[i]]
        if slot < 0:
            slot_of[event[i]] = slots
            opened[slots - used] = i
            end[slots] = day[i]
            slots += 1
        elif end[slot] < day[i]:
            end[slot] = day[i]
    return slots


def entry_on(player: Any, day: Any, latest: Any, small: Any) -> Any:
    """The entry in force on a day; -1 where there is none."""
    entry = latest[player]
    while entry >= 0 and small[entry, DAY] > day:
        entry = small[entry, BEFORE]
    return entry


@kernel("u4[]", "i4[]", "i4[,]", "i4[]", "i4[,]", "i8[,]", "i8[]")
def ratings_at_start(player: Any, slot: Any, event: Any, latest: Any, small: Any, large: Any, found: Any) -> None:
    """Each player's rating on the first day of the event; slot -1 is no event."""
    for i in range(player.size):
        found[i] = UNRATED
        if slot[i] < 0:
            continue
        entry = entry_on(player[i], event[slot[i], START], latest, small)
        if entry >= 0:
            found[i] = large[entry, RATING]


def k_on(
    player: Any, day: Any, published: Any, year: Any, version: Any, latest: Any, since_list: Any, born: Any, small: Any,
    large: Any, law: Any,
) -> Any:  # fmt: skip
    """K of a player on a day: as an outside list published it, else article development by the list in force."""
    entry = entry_on(player, day, latest, small)
    if entry < 0:
        return 0
    if small[entry, K] != NO_K and published <= since_list[player]:
        return small[entry, K]
    age = UNKNOWN_AGE if born[player] == NO_YEAR else year - born[player]
    rating = 0 if large[entry, RATING] == UNRATED else large[entry, RATING]
    return development(
        rating, small[entry, GAMES], large[entry, REACHED], age, law[version, K_NEW], law[version, NEW_GAMES],
        law[version, K_MIDDLE], law[version, K_TOP], law[version, TOP_RATING], law[version, TOP_FIRST] != 0,
        law[version, K_JUNIOR], law[version, JUNIOR_AGE], law[version, JUNIOR_RATING], law[version, JUNIOR_ONCE] != 0,
    )  # fmt: skip


def append(
    player: Any, day: Any, rating: Any, games: Any, reached: Any, in_period: Any, change: Any, latest: Any, small: Any,
    large: Any, used: Any,
) -> None:  # fmt: skip
    """A new latest entry."""
    entry = used[0]
    small[entry, DAY], small[entry, GAMES], small[entry, IN_PERIOD] = day, games, in_period
    small[entry, K], small[entry, BEFORE] = NO_K, latest[player]
    large[entry, RATING], large[entry, REACHED], large[entry, CHANGE] = rating, reached, change
    latest[player] = entry
    used[0] += 1


def rounded(start: Any, end: Any, slot: Any, used_rating: Any, change: Any, rounding: Any) -> Any:
    """Article rounding: the points of a player's games, each part of them rounded once."""
    total = 0
    if rounding == PERIOD:
        for i in range(start, end):
            total += change[i]
        return rounded_change(total)
    points = 0
    for i in range(start, end):
        first = True  # of its part
        for j in range(start, i):
            if (slot[j] == slot[i]) if rounding == EVENT else (used_rating[j] == used_rating[i]):
                first = False
                break
        if first:
            total = 0
            for j in range(i, end):
                if (slot[j] == slot[i]) if rounding == EVENT else (used_rating[j] == used_rating[i]):
                    total += change[j]
            points += rounded_change(total)
    return points


@kernel(
    "u4[]", "i4[]", "i8[]", "i8[]", "u1[]", "i8[]", "i8[]", "i4[,]", "i4[]", "i4[]", "i4[]", "i4[,]", "i8[,]", "i8[]", "i8[,]",
    "i8[]", "i8[]", "i8", "i8", "i8[]", "i8[]",
)  # fmt: skip
def close(
    player: Any,
    slot: Any,
    own: Any,
    opponent: Any,
    halves: Any,
    used_rating: Any,
    change: Any,
    event: Any,
    latest: Any,
    since_list: Any,
    born: Any,
    small: Any,
    large: Any,
    used: Any,
    law: Any,
    probability: Any,
    eve: Any,
    day: Any,
    rounding: Any,
    waiting: Any,
    live: Any,
) -> None:
    """What sides of games bring their players, who must be rated; a player's sides follow each other, event by event.

    `own`: his rating when the event began, else UNRATED. `probability`: P(D) from -LARGEST_GAP on. `eve`: the day before
    the list, the list in force on it, its year and version. `change` becomes K·ΔR in hundredths, `used_rating` the rating
    counted with. `waiting` and `live`, if they have rows: the games and changes are added there, and nobody's rating moves.
    """
    start = 0
    while start < player.size:
        p = player[start]
        end = start + 1
        while end < player.size and player[end] == p:
            end += 1
        if end + AHEAD < player.size and latest[player[end + AHEAD]] >= 0:
            prefetch(large, latest[player[end + AHEAD]])
        now = large[latest[p], RATING]
        first = start
        exact = 0
        while first < end:
            s = slot[first]
            last = first + 1
            while last < end and slot[last] == s:
                last += 1
            version = event[s, OF_START]
            rating = own[first]
            if rating == UNRATED:  # article late-rating
                rating = now
                k = k_on(p, eve[0], eve[1], eve[2], eve[3], latest, since_list, born, small, large, law)
            else:
                k = k_on(
                    p, event[s, START], event[s, LIST], event[s, YEAR], event[s, OF_LIST], latest, since_list, born, small,
                    large, law,
                )  # fmt: skip
            k = development_limit(k, end - start, law[version, K_GAMES_LIMIT])
            largest = first
            for i in range(first + 1, last):
                if larger_difference(rating - opponent[i], rating - opponent[largest], law[version, CAP_RULE]):
                    largest = i
            for i in range(first, last):
                difference = rating - opponent[i]
                if rating < law[version, UNCAPPED_FROM]:
                    difference = counted_difference(difference, law[version, CAP], law[version, CAP_RULE], i == largest)
                p_of_d = probability[min(max(difference, -LARGEST_GAP), LARGEST_GAP) + LARGEST_GAP]
                used_rating[i] = rating
                change[i] = rating_change(k, score_difference(halves[i], p_of_d))
                exact += change[i]
            first = last
        if waiting.size:
            waiting[p] += end - start
            live[p] += exact
        else:
            new = now + rounded(start, end, slot, used_rating, change, rounding)
            entry = latest[p]
            games, reached = small[entry, GAMES] + end - start, max(large[entry, REACHED], new)
            append(p, day, new, games, reached, end - start, exact, latest, small, large, used)
        start = end


@kernel("u4[]", "i4[]", "i4[,]", "i8[,]", "i8[]", "i8", "i8", "i8", "i8", "u1[]")
def raise_once(
    rows: Any, latest: Any, small: Any, large: Any, used: Any, day: Any, share: Any, one_off_from: Any, below: Any, moved: Any
) -> None:
    """Article one-off for these players; `moved` becomes 1 for those whose rating moves. Without `moved` nobody's is."""
    for i in range(rows.size):
        entry = latest[rows[i]]
        moved[i] = 0
        if entry < 0 or large[entry, RATING] == UNRATED:
            continue
        new = one_off(large[entry, RATING], share, one_off_from, below)
        if new != large[entry, RATING]:
            moved[i] = 1
            if used.size:
                reached = max(large[entry, REACHED], new)
                append(rows[i], day, new, small[entry, GAMES], reached, 0, 0, latest, small, large, used)


# columns of a list's row
ROW_RATING, ROW_FORMER, ROW_GAMES, ROW_PERIOD, ROW_YEAR = range(5)


@kernel("u4[]", "i4[]", "i4[,]", "i8[,]", "i8", "i8", "i8", "i8", "i8[,]")
def rows_on(
    rows: Any, latest: Any, small: Any, large: Any, on: Any, published: Any, previous: Any, year_ago: Any, found: Any
) -> None:
    """The row of each player: rating on `on` and on the list before, games so far, games of the period and of the year."""
    for i in range(rows.size):
        found[i, ROW_RATING], found[i, ROW_FORMER] = UNRATED, UNRATED
        found[i, ROW_GAMES], found[i, ROW_PERIOD], found[i, ROW_YEAR] = 0, 0, 0
        seen, seen_before = False, False
        entry = latest[rows[i]]
        while entry >= 0 and not (seen_before and small[entry, DAY] <= year_ago):
            day = small[entry, DAY]
            if day <= on and not seen:
                seen = True
                found[i, ROW_RATING], found[i, ROW_GAMES] = large[entry, RATING], small[entry, GAMES]
            if day <= previous and not seen_before:
                seen_before = True
                found[i, ROW_FORMER] = large[entry, RATING]
            if previous < day <= on:
                found[i, ROW_PERIOD] += small[entry, IN_PERIOD]
            if year_ago < day <= published:
                found[i, ROW_YEAR] += small[entry, IN_PERIOD]
            entry = small[entry, BEFORE]


@kernel("u4[]", "i4[]", "i4[,]", "i8[]")
def lengths(rows: Any, latest: Any, small: Any, found: Any) -> None:
    """How many entries each of these players has."""
    for i in range(rows.size):
        entry = latest[rows[i]]
        found[i] = 0
        while entry >= 0:
            found[i] += 1
            entry = small[entry, BEFORE]


@kernel("u4[]", "i4[]", "i4[,]", "i8[]", "i8[]")
def chains(rows: Any, latest: Any, small: Any, ends: Any, entries: Any) -> None:
    """The entries of these players, oldest first, behind one another; `ends` says where each player's end."""
    for i in range(rows.size):
        entry = latest[rows[i]]
        at = ends[i]
        while entry >= 0:
            at -= 1
            entries[at] = entry
            entry = small[entry, BEFORE]
