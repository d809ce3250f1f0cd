"""Barème: the rating office of a mind-sport federation.

bareme.rate(source, rulebook="ffbg")      rate files, frames or lists of results
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Rating", "__version__", "rate"]

if TYPE_CHECKING:
    from bareme.api import Rating, rate


def __getattr__(name: str) -> Any:
    """`rate` is loaded when it is asked for, so that the command line starts at once."""
    if name in ("rate", "Rating"):
        from bareme import api

        return getattr(api, name)
    raise AttributeError(f"module 'bareme' has no attribute {name!r}")
