"""How well a prediction met its result, as a plain function that the loops compile."""

from __future__ import annotations

import math
from typing import Any

from bareme.lab.scoring import HELD

SMALL = 1e-200  # a product of likelihoods is turned into its logarithm below this


def likelihood(halves: Any, p: Any) -> Any:
    """e^-loss of one game: p for a win of the side with `p`, 1 - p for its loss, the geometric mean of both for a draw.

    The loss is `scoring.log_loss`, s = 1, 0.5 or 0 (`halves` 2, 1, 0).
    """
    p = min(max(p, HELD), 1.0 - HELD)
    if halves == 1:
        return math.sqrt(p * (1.0 - p))
    return p if halves == 2 else 1.0 - p
