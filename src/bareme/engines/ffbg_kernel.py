"""FFBG over many matches, one after the other."""

from __future__ import annotations

from typing import Any

from bareme.engines.compiled import kernel, rules_of
from bareme.engines.prefetch import AHEAD, prefetch

_rules = rules_of("ffbg")
acceleration, stake_won, win_probability = _rules.acceleration, _rules.stake_won, _rules.win_probability

RATING, EXPERIENCE, SEASON, GAMES = range(4)  # columns of the state: a player's numbers lie side by side


@kernel
def replay(
    winner: Any, loser: Any, length: Any, state: Any, stake: float, scale: float, ramp_start: float, ramp_per: float
) -> None:
    """Rate matches in place. `winner`, `loser` (uint32): rows of `state` (float64); `length` (float64): points."""
    for i in range(winner.size):
        if i + AHEAD < winner.size:
            prefetch(state, winner[i + AHEAD])
            prefetch(state, loser[i + AHEAD])
        w, o, n = winner[i], loser[i], length[i]
        gap = state[w, RATING] - state[o, RATING]
        stronger = win_probability(abs(gap), n, scale)
        p_loser = 1.0 - stronger if gap >= 0.0 else stronger
        fa_w = acceleration(state[w, EXPERIENCE], n, ramp_start, ramp_per)
        fa_l = acceleration(state[o, EXPERIENCE], n, ramp_start, ramp_per)
        state[w, RATING] += stake_won(stake, fa_w, p_loser, n)
        state[o, RATING] -= stake_won(stake, fa_l, p_loser, n)
        for player in (w, o):
            state[player, EXPERIENCE] += n
            state[player, SEASON] += n
            state[player, GAMES] += 1.0
