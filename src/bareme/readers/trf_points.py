"""The points a result brings in the standings: 1, ½, 0, or as the lines 162 (TRF26) and XXS (JaVaFo) say.

These points are the standings', never the rating's: they serve to check the sums in columns 81-84.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_DEFAULT = (
    {"WW": 1.0, "BW": 1.0, "WD": 0.5, "BD": 0.5, "WL": 0.0, "BL": 0.0}  # win, draw, loss with White, with Black
    | {"ZPB": 0.0, "HPB": 0.5, "FPB": 1.0, "PAB": 1.0}  # zero-, half-, full-point bye; pairing-allocated bye
    | {"FW": 1.0, "FL": 0.0}  # forfeit win and loss
)
_SHORT = {  # one letter for several codes: in 162 and, W and D alone, in XXS
    "W": ("WW", "BW", "FW", "FPB"),
    "D": ("WD", "BD", "HPB"),
    "L": ("WL", "BL"),
    "A": ("ZPB", "FL"),
    "P": ("PAB",),
    "X": (),  # an unknown result: no result is ever counted here
}
_RESULT = {"1": "W", "w": "W", "=": "D", "d": "D", "0": "L", "l": "L"}
_FORFEIT = {"+": "FW", "-": "FL"}
BYE_POINTS = {"bye": "PAB", "half-bye": "HPB", "full-bye": "FPB", "zero-bye": "ZPB", "absent": "ZPB"}

_162 = re.compile(r"([A-Z])\s*(\d{1,2}(?:[.,]\d{1,2})?)(?![\d.,])")
_XXS = re.compile(r"([A-Z]+)\s*=\s*(\d{0,2}(?:[.,]\d{1,2})?)(?![\d.,])")


@dataclass(slots=True)
class Scoring:
    """Points per result. A pairing-allocated bye is worth what a win is, unless a line 162 says otherwise by P."""

    values: dict[str, float] = field(default_factory=lambda: dict(_DEFAULT))
    like_a_win: bool = True

    def read(self, tag: str, text: str) -> bool:
        """Take in the text of a 162 or XXS line; False if some of it cannot be read."""
        pattern = _162 if tag == "162" else _XXS
        found = [(code, number) for code, number in pattern.findall(text.upper()) if number and code in (*_SHORT, *_DEFAULT)]
        for code, number in found:
            value = float("0" + number.replace(",", "."))
            self.values.update(dict.fromkeys(_SHORT.get(code, (code,)), value))
            self.like_a_win &= code != "P"
        if tag == "162" and self.like_a_win:
            self.values["PAB"] = self.values["WW"]
        return bool(found) and not pattern.sub("", text.upper()).strip(" ,;")

    def game(self, result: str, color: str) -> float:
        """Points of a result (`1 = 0 + - w d l`) with a colour; without one, White's."""
        if result in _FORFEIT:
            return self.values[_FORFEIT[result]]
        return self.values[("B" if color == "b" else "W") + _RESULT[result]]

    def bye(self, kind: str) -> float:
        """Points of a bye of one of the kinds of `Bye.why`."""
        return self.values[BYE_POINTS[kind]]
