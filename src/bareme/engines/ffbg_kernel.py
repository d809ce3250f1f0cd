"""FFBG over many matches, one after the other; a season's end over all members."""

from __future__ import annotations

from typing import Any

from bareme.engines.compiled import kernel
from bareme.engines.machine import AHEAD, prefetch
from bareme.rounding import half_up
from bareme.rulebooks.ffbg.rules import (
    INACTIVITY_THRESHOLD,
    acceleration,
    bonus,
    correction,
    elo,
    inactivity_correction,
    stake_won,
    win_probability,
)

RATING, EXPERIENCE, SEASON, GAMES = range(4)  # columns of the state: a member's numbers lie side by side


@kernel("u4[]", "u4[]", "u1[]", "f8[]", "f8[,]", "f8", "f8", "f8", "f8")
def replay(
    first: Any, second: Any, halves: Any, length: Any, state: Any, stake: float, scale: float, ramp_start: float, ramp_per: float
) -> None:
    """Rate matches in place. `first`, `second`: rows of `state`; `halves`: half points of the first, 3 does not count.

    `length` in points.
    """
    for i in range(first.size):
        if i + AHEAD < first.size:
            prefetch(state, first[i + AHEAD])
            prefetch(state, second[i + AHEAD])
        if halves[i] > 2:
            continue
        w, o, n = first[i], second[i], length[i]
        if halves[i] == 0:
            w, o = o, w
        rating_w, rating_o = state[w, RATING], state[o, RATING]
        gap = rating_w - rating_o
        stronger = win_probability(abs(gap), n, scale)
        p_loser = 1.0 - stronger if gap >= 0.0 else stronger
        fa_w = acceleration(state[w, EXPERIENCE], n, ramp_start, ramp_per)
        fa_o = acceleration(state[o, EXPERIENCE], n, ramp_start, ramp_per)
        state[w, RATING] = rating_w + stake_won(stake, fa_w, p_loser, n)
        state[o, RATING] = rating_o - stake_won(stake, fa_o, p_loser, n)
        for player in (w, o):
            state[player, EXPERIENCE] += n
            state[player, SEASON] += n
            state[player, GAMES] += 1.0


def elo_of(rating: Any, experience: Any, entrants: Any, assigned: Any, bonus_rate: Any, horizon: Any) -> Any:
    """A member's ELO: as assigned, where that is a number; else by the formula. `horizon` 0: without the correction."""
    if assigned == assigned:  # it is no number where nothing is assigned
        return assigned
    fc = correction(experience, horizon) if horizon > 0.0 else 0.0
    return elo(rating, bonus(entrants, bonus_rate), fc)


@kernel("f8[,]", "u1[]", "i8[]", "f8[]", "f8[]", "u1[]", "f8", "f8", "f8", "f8", "i8", "f8[,]")
def turn(
    state: Any,
    known: Any,
    entrants: Any,
    assigned: Any,
    assigned_at: Any,
    inactive: Any,
    bonus_rate: Any,
    horizon: Any,
    rate: Any,
    least: Any,
    by_elo: Any,
    moved: Any,
) -> None:
    """A new season: article inactivity for every member known.

    `assigned` holds while the games are those `assigned_at`. `by_elo`: the condition is on the ELO. `moved`, if it has rows:
    ELO before, FCI, ELO after and rating before of each member whose rating moved.
    """
    for i in range(known.size):
        if known[i] == 0 and state[i, GAMES] == 0.0:
            continue
        if assigned_at[i] != state[i, GAMES]:
            assigned[i] = float("nan")
        inactive[i] = state[i, SEASON] <= least
        if inactive[i]:
            before = state[i, RATING]
            value = elo_of(before, state[i, EXPERIENCE], entrants[i], assigned[i], bonus_rate, horizon)
            meant = value > INACTIVITY_THRESHOLD if by_elo else before >= INACTIVITY_THRESHOLD
            if meant:
                fci = inactivity_correction(value, state[i, SEASON], rate, least)
                if fci != 0.0:
                    state[i, RATING] = before - fci
                    assigned[i] -= fci
                    if moved.shape[0]:
                        moved[i, 0], moved[i, 1], moved[i, 3] = value, fci, before
                        moved[i, 2] = elo_of(
                            state[i, RATING], state[i, EXPERIENCE], entrants[i], assigned[i], bonus_rate, horizon
                        )
        state[i, SEASON] = 0.0


@kernel("f8[,]", "i8[]", "f8[]", "f8[]", "f8", "f8", "f8[]", "i8[,]")
def publish(
    state: Any, entrants: Any, assigned: Any, assigned_at: Any, bonus_rate: Any, horizon: Any, elos: Any, published: Any
) -> None:
    """Every member's ELO, unrounded; and what is printed: rating, ELO, experience."""
    for i in range(elos.size):
        if assigned_at[i] != state[i, GAMES]:
            assigned[i] = float("nan")
        elos[i] = elo_of(state[i, RATING], state[i, EXPERIENCE], entrants[i], assigned[i], bonus_rate, horizon)
        published[i, 0] = half_up(state[i, RATING])
        published[i, 1] = half_up(elos[i])
        published[i, 2] = half_up(state[i, EXPERIENCE])


# columns of what is recorded of each side; the winner's row comes first
(OWN, OPPONENT, EXP, OPPONENT_EXP, FA, OPPONENT_FA, P_LOSER, BCDF, FC, ELO_BEFORE, ELO_AFTER, PRINTED, AFTER, ENTERED) = range(14)


@kernel("u4[]", "u4[]", "u1[]", "f8[]", "f8[,]", "u1[]", "i8[]", "f8[]", "f8[]", "f8", "f8", "f8", "f8", "f8", "f8", "f8[,]")
def record(
    first: Any,
    second: Any,
    halves: Any,
    length: Any,
    state: Any,
    met: Any,
    entrants: Any,
    assigned: Any,
    assigned_at: Any,
    stake: float,
    scale: float,
    ramp_start: float,
    ramp_per: float,
    bonus_rate: float,
    horizon: float,
    sides: Any,
) -> None:
    """The same as `replay`, each match written down: `sides` has a row for either side, columns OWN to ENTERED.

    `met`: 0 for a member not in the pool, 1 for one in it, 2 for one known from a list alone. ENTERED: 1 where he enters now, 2
    from a list. Of a match that does not count (rows in the order given) OWN and AFTER are the rating, no number where there is
    none.
    """
    for i in range(first.size):
        w, o, n = first[i], second[i], length[i]
        if halves[i] > 2:
            for side in range(2):
                player = o if side else w
                sides[2 * i + side, OWN] = state[player, RATING] if met[player] else float("nan")
                sides[2 * i + side, AFTER] = sides[2 * i + side, OWN]
            continue
        if halves[i] == 0:
            w, o = o, w
        rating_w, rating_o = state[w, RATING], state[o, RATING]
        gap = rating_w - rating_o
        stronger = win_probability(abs(gap), n, scale)
        p_loser = 1.0 - stronger if gap >= 0.0 else stronger
        for side in range(2):
            player, other, row = (o, w, 2 * i + 1) if side else (w, o, 2 * i)
            own = rating_o if side else rating_w
            experience = state[player, EXPERIENCE]
            fa = acceleration(experience, n, ramp_start, ramp_per)
            won = stake_won(stake, fa, p_loser, n)
            if assigned_at[player] != state[player, GAMES]:
                assigned[player] = float("nan")
            sides[row, OWN], sides[row, OPPONENT] = own, rating_w if side else rating_o
            sides[row, EXP], sides[row, OPPONENT_EXP] = experience, state[other, EXPERIENCE]
            sides[row, FA], sides[row, OPPONENT_FA] = fa, acceleration(state[other, EXPERIENCE], n, ramp_start, ramp_per)
            sides[row, P_LOSER], sides[row, BCDF] = p_loser, bonus(entrants[player], bonus_rate)
            sides[row, FC] = correction(experience + n, horizon) if horizon > 0.0 else 0.0
            sides[row, ELO_BEFORE] = elo_of(own, experience, entrants[player], assigned[player], bonus_rate, horizon)
            sides[row, PRINTED] = assigned[player] == assigned[player]
            sides[row, AFTER] = own - won if side else own + won
            sides[row, ELO_AFTER] = elo(sides[row, AFTER], sides[row, BCDF], sides[row, FC])
            sides[row, ENTERED] = 0.0 if met[player] == 1 else 1.0 + (met[player] == 2)
            met[player] = 1
        for side in range(2):
            player = o if side else w
            state[player, RATING] = sides[2 * i + side, AFTER]
            state[player, EXPERIENCE] += n
            state[player, SEASON] += n
            state[player, GAMES] += 1.0
