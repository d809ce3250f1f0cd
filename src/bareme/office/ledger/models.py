"""The facts of a pool. Columns are the fields of `bareme.facts`, with members for players' keys."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from bareme.office.tables import AppendOnly, Recorded


class Event(AppendOnly):
    """An event's identity in a pool. `label` is the name the rulebook orders and explains by, and never changes.

    Two events of one name, a year apart, have two labels. What is known of the event stands in `EventDetail`.
    """

    pool = models.ForeignKey("office.Pool", models.PROTECT, related_name="+")
    label = models.CharField(max_length=150)
    act = models.ForeignKey("office.Act", models.PROTECT, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["pool", "label"], name="event_label_once"),)

    def __str__(self) -> str:
        return str(self.label)


class EventDetail(Recorded):
    """What is known of an event. Its void takes the event and all its facts out of the replay."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="+")
    name = models.CharField(max_length=100)
    start = models.DateField(null=True)
    end = models.DateField(null=True)
    reported = models.DateField(null=True)
    rounds = models.PositiveIntegerField(null=True)
    category = models.CharField(max_length=100, default="")
    city = models.CharField(max_length=100, default="")
    federation = models.CharField(max_length=100, default="")
    time_control = models.CharField(max_length=100, default="")


class PoolFact(Recorded):
    """A fact of a pool."""

    pool = models.ForeignKey("office.Pool", models.PROTECT, related_name="+", db_index=False)

    class Meta(Recorded.Meta):
        abstract = True


class EventFact(PoolFact):
    """A fact of a day, in an event or in none."""

    event = models.ForeignKey(Event, models.PROTECT, null=True, related_name="+")
    date = models.DateField()

    class Meta(PoolFact.Meta):
        abstract = True
        indexes = (models.Index(fields=["pool", "date"], name="%(class)s_day"),)


class Game(EventFact):
    """Two players met. `sequence` orders the games of one date, event and round; equal ones stand as recorded."""

    round = models.IntegerField()
    sequence = models.BigIntegerField()
    player_a = models.ForeignKey("office.Member", models.PROTECT, related_name="+")
    player_b = models.ForeignKey("office.Member", models.PROTECT, related_name="+")
    score_a = models.FloatField()
    length = models.PositiveIntegerField(null=True)
    format = models.CharField(max_length=50, null=True)
    rated = models.BooleanField(default=True)
    why = models.CharField(max_length=60, default="")

    class Meta(EventFact.Meta):
        constraints: ClassVar[tuple[models.BaseConstraint, ...]] = (
            *EventFact.Meta.constraints,
            models.CheckConstraint(condition=models.Q(score_a__in=[0.0, 0.5, 1.0]), name="game_score"),
            models.CheckConstraint(condition=~models.Q(player_a=models.F("player_b")), name="game_of_two"),
        )


class Bye(EventFact):
    """A player without an opponent in a round."""

    round = models.IntegerField()
    player = models.ForeignKey("office.Member", models.PROTECT, related_name="+")
    points = models.FloatField()
    why = models.CharField(max_length=60)


class Placement(EventFact):
    """A final place in an event of many."""

    sequence = models.BigIntegerField()
    rounds = models.PositiveIntegerField()
    category = models.CharField(max_length=100)
    player = models.ForeignKey("office.Member", models.PROTECT, related_name="+")
    federation = models.CharField(max_length=100, default="")
    series = models.PositiveSmallIntegerField()
    place = models.PositiveIntegerField()


class Adjustment(PoolFact):
    """A dated, reasoned decision about one player: assign, title, revalue, licence."""

    date = models.DateField()
    sequence = models.BigIntegerField()
    player = models.ForeignKey("office.Member", models.PROTECT, related_name="+")
    kind = models.CharField(max_length=20)
    rating = models.FloatField(null=True)
    elo = models.FloatField(null=True)
    experience = models.FloatField(null=True)
    entrants = models.PositiveIntegerField(null=True)
    level = models.CharField(max_length=50, default="")
    federation = models.CharField(max_length=100, default="")
    series = models.PositiveSmallIntegerField(null=True)
    reason = models.TextField(default="")

    class Meta(PoolFact.Meta):
        indexes = (models.Index(fields=["pool", "date"], name="adjustment_day"),)


class Listing(PoolFact):
    """What an outside list or report said of a player before his first fact: `bareme.facts.Player`, as far as ratings need it.

    `weight`: whose word goes first, 0 a table of players, 1 a rating list, 2 a report of an event; then the earlier `date`.
    """

    player = models.ForeignKey("office.Member", models.PROTECT, related_name="+")
    weight = models.PositiveSmallIntegerField()
    date = models.DateField(null=True)
    federation = models.CharField(max_length=100, default="")
    sex = models.CharField(max_length=100, default="")
    title = models.CharField(max_length=100, default="")
    born = models.PositiveSmallIntegerField(null=True)
    rating = models.FloatField(null=True)
    games = models.PositiveIntegerField(null=True)
    k = models.PositiveIntegerField(null=True)
    reached = models.PositiveIntegerField(null=True)
    series = models.PositiveSmallIntegerField(null=True)

    class Meta(PoolFact.Meta):
        indexes = (models.Index(fields=["pool"], name="listing_pool"),)
