"""The pairing of a Swiss round, as `draws.py` describes it."""

from __future__ import annotations

from collections.abc import Sequence

PATIENCE = 2000  # pairs undone, after which two may meet again: a round that cannot be paired must not take for ever
BYE = 1.0


class Standing:
    """A tournament under way. `points` are changed by who plays it; `by_rating` is the order of equals."""

    def __init__(self, points: list[float], by_rating: Sequence[int]) -> None:
        self.points = points
        self.by_rating = by_rating
        self.met: set[tuple[int, int]] = set()
        self.sat_out: set[int] = set()


def paired(standing: Standing) -> list[tuple[int, int]]:
    """The next round's pairs; who has a bye gets its point. Everybody who is paired has met the other from now on."""
    order = sorted(standing.by_rating, key=lambda player: -standing.points[player])
    if len(order) % 2:
        out = next((player for player in reversed(order) if player not in standing.sat_out), order[-1])
        standing.sat_out.add(out)
        standing.points[out] += BYE
        order.remove(out)
    pairs = _without_rematch(order, standing.met) or _in_turn(order, standing.met)
    for a, b in pairs:
        standing.met |= {(a, b), (b, a)}
    return pairs


def _without_rematch(order: Sequence[int], met: set[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """From the top, each with the next one not met, going back where nobody new is left; None where that leads nowhere."""
    left = list(order)
    pairs: list[tuple[int, int]] = []
    tried = [0]  # for each pair, how far down its second has been looked for
    undone = 0
    while left:
        first = left[0]
        at = next((n for n in range(tried[-1] + 1, len(left)) if (first, left[n]) not in met), None)
        if at is not None:
            tried[-1] = at
            tried.append(0)
            pairs.append((first, left.pop(at)))
            left.pop(0)
            continue
        tried.pop()
        undone += 1
        if not pairs or undone > PATIENCE:
            return None
        above, second = pairs.pop()
        left.insert(0, above)
        left.insert(tried[-1], second)
    return pairs


def _in_turn(order: Sequence[int], met: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """From the top, each with the next one not met, else with the next one."""
    left = list(order)
    pairs = []
    while left:
        first = left.pop(0)
        at = next((n for n, other in enumerate(left) if (first, other) not in met), 0)
        pairs.append((first, left.pop(at)))
    return pairs
