"""Corrections as asked for and as decided. What they change is recorded as facts by the act of the decision."""

from __future__ import annotations

from django.db import models

from bareme.office.tables import AppendOnly, JsonText


class Correction(AppendOnly):
    """A correction asked for. `asked` has author, day and reason; `change` says what is to become of which fact.

    `kind`: game, event, placement, adjustment, listing, member, merge, split ... `pool` is None where members are meant.
    """

    of_act = "asked"

    asked = models.OneToOneField("office.Act", models.PROTECT, related_name="+")
    pool = models.ForeignKey("office.Pool", models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=20)
    change = JsonText(default=dict)
    evidence = models.TextField(default="")


class Evidence(AppendOnly):
    """A document that goes with a correction."""

    of_act = "correction__asked"

    correction = models.ForeignKey(Correction, models.PROTECT, related_name="documents")
    name = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    data = models.BinaryField()  # zlib-compressed


class CorrectionDecision(AppendOnly):
    """What became of it: accepted (the facts recorded are those of `act`), refused, or withdrawn by its author."""

    correction = models.OneToOneField(Correction, models.PROTECT, related_name="decision")
    act = models.OneToOneField("office.Act", models.PROTECT, related_name="+")
    accepted = models.BooleanField()
