"""The audit trail."""

from __future__ import annotations

from django.db import models

from bareme.office.tables import AppendOnly, JsonText


class Act(AppendOnly):
    """One accepted decision: who, what, when, why, before and after. Facts point to the act that recorded them.

    `rows` is the digest of the rows recorded with it (`trail.py`), empty if none. `hash` covers every other column,
    and `previous` is the hash of the act before: an act changed or taken out breaks the chain, and so does one of its rows.
    Personal data is never written here, so that it can be erased.
    """

    of_act = ""

    at = models.DateTimeField()
    by = models.ForeignKey("office.User", models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=150)
    action = models.CharField(max_length=40, db_index=True)
    pool = models.ForeignKey("office.Pool", models.PROTECT, null=True, related_name="+")
    about = models.CharField(max_length=300, default="")
    reason = models.TextField(default="")
    before = JsonText(default=dict)
    after = JsonText(default=dict)
    rows = models.CharField(max_length=64, default="")
    previous = models.CharField(max_length=64, default="")
    hash = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"{self.pk} {self.action} {self.about}"
