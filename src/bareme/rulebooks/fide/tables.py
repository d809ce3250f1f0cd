"""FIDE's two tables, as exact integers. They did not change from 2008 to 2026.

The regulation uses them as printed, never a formula: the logistic curve gives another hundredth at 460
of 736 differences.
"""

from __future__ import annotations

from bisect import bisect_left

# 8.1.2 (10.1b): the last difference D of each row. The rows begin at P(D) = .50 and rise by .01; beyond 735 it is 1.00.
PD_LAST = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68,  # .50 to .59
    76, 83, 91, 98, 106, 113, 121, 129, 137, 145,  # .60 to .69
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235,  # .70 to .79
    245, 256, 267, 278, 290, 302, 315, 328, 344, 357,  # .80 to .89
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735,  # .90 to .99
)  # fmt: skip

# The same by D: PD[D] is P(D) of the higher rated in hundredths, D from 0 to 735.
PD = tuple(50 + bisect_left(PD_LAST, difference) for difference in range(PD_LAST[-1] + 1))

# 8.1.1 (10.1a): dp for p = .50, .51, ... 1.00. Below .50 it is the mirror image.
DP = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,  # .50 to .59
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,  # .60 to .69
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,  # .70 to .79
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,  # .80 to .89
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,  # .90 to .99
    800,
)  # fmt: skip
