"""What files are and hold, in the words of the page that asks how they are read."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from bareme.portal.desk.fields import WORDS
from bareme.readers.columns import HEADERS

KINDS = {
    "results": _("results of games"),
    "placements": _("final places"),
    "adjustments": _("decisions"),
    "players": _("table of players"),
    "trf": _("tournament report (TRF)"),
    "rating-list": _("rating list"),
}
FOUND = {
    **KINDS,
    "published": _("published changes"),
    "duplicate": _("the same as another file"),
}
ENCODINGS = ("utf-8", "windows-1252", "iso-8859-15", "mac-roman", "utf-16")
DELIMITERS = {";": _("semicolon"), ",": _("comma"), "\t": _("tab"), "|": _("vertical bar")}
COLUMNS = {
    **WORDS,
    "winner": _("Winner"),
    "loser": _("Loser"),
    "draw": _("Draw"),
    "score_b": _("Score of B"),
    "points_a": _("Points of A"),
    "points_b": _("Points of B"),
    "walkover_a": _("A did not play"),
    "walkover_b": _("B did not play"),
    "number_a": _("Number of A"),
    "number_b": _("Number of B"),
    "number": _("Number"),
    "first_name": _("First name"),
    "full_name": _("Full name"),
    "club": _("Club"),
    "reached_2400": _("2400 was reached"),
    "reached_2300": _("2300 was reached"),
    "sequence": _("Order of the rows"),
}
OURS = sorted({column for table in ("results", "placements", "adjustments", "players") for column in HEADERS[table]})
