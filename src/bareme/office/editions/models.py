"""Editions: a pool's list of a day, as published."""

from __future__ import annotations

from django.db import models

from bareme.office.tables import AppendOnly, JsonText


class Edition(AppendOnly):
    """A list as published: edition `number` of the list of `day`. `previous` is the list its previous ranks come from.

    `supersedes` is the edition of the same day that it corrects; that one stays and stays readable.
    `checksum` is the SHA-256 of the canonical text of its head and rows.
    """

    act = models.OneToOneField("office.Act", models.PROTECT, related_name="+")
    pool = models.ForeignKey("office.Pool", models.PROTECT, related_name="+")
    run = models.ForeignKey("office.Run", models.PROTECT, related_name="+")
    day = models.DateField()
    number = models.PositiveIntegerField()
    previous = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")
    supersedes = models.OneToOneField("self", models.PROTECT, null=True, related_name="+")
    rulebook = models.CharField(max_length=50)
    version = models.CharField(max_length=40)
    overrides = JsonText(default=dict)
    counts = JsonText(default=dict)
    checksum = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["pool", "day", "number"], name="edition_once"),)


class EditionRow(AppendOnly):
    """One line of an edition, with the name and affiliations of that day."""

    of_act = "edition__act"

    edition = models.ForeignKey(Edition, models.PROTECT, related_name="rows", db_index=False)
    position = models.PositiveIntegerField()
    rank = models.PositiveIntegerField(null=True)
    previous_rank = models.PositiveIntegerField(null=True)
    change = models.FloatField(null=True)
    player = models.ForeignKey("office.Member", models.PROTECT, related_name="+")
    name = models.CharField(max_length=100)
    club = models.CharField(max_length=100, default="")
    committee = models.CharField(max_length=100, default="")
    federation = models.CharField(max_length=100, default="")
    rating = models.FloatField(null=True)
    elo = models.FloatField(null=True)
    experience = models.FloatField(null=True)
    games = models.PositiveIntegerField()
    level = models.CharField(max_length=60, default="")
    states = JsonText(default=list)
    published = JsonText(default=dict)
    more = JsonText(default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["edition", "position"], name="editionrow_position"),)
