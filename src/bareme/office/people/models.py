"""Members and what is known of them, dated. Personal data apart, so that it can be erased."""

from __future__ import annotations

from django.db import models

from bareme.office.tables import Recorded


class Member(models.Model):
    """A person, by a public code that never changes. `name` and `folded` follow the latest official name (`MemberName`).

    Facts name the member they were recorded for, for ever; a merge says whose account they go to (`Merge`).
    """

    id = models.BigIntegerField(primary_key=True)
    code = models.CharField(max_length=12, unique=True)
    name = models.CharField(max_length=100, db_index=True)
    folded = models.CharField(max_length=200, db_index=True)
    act = models.ForeignKey("office.Act", models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class MemberFact(Recorded):
    """A fact about a member."""

    member = models.ForeignKey(Member, models.PROTECT, related_name="+")

    class Meta(Recorded.Meta):
        abstract = True


class MemberName(MemberFact):
    """A name he bears: `official` since a day, or an `alias` under which files know him."""

    name = models.CharField(max_length=100, db_index=True)
    kind = models.CharField(max_length=10, default="official")  # official | alias
    since = models.DateField(null=True)


class MemberNumber(MemberFact):
    """A number of his: `licence`, `fide`, or another kind that a pool names."""

    kind = models.CharField(max_length=20)
    number = models.CharField(max_length=100, db_index=True)


class Affiliation(MemberFact):
    """From `since` on he belongs to `value`, until another affiliation of the same kind; an empty value is none."""

    kind = models.CharField(max_length=20)  # club | committee | federation | series
    value = models.CharField(max_length=100)
    since = models.DateField(null=True)


class Licence(MemberFact):
    """He holds a licence from `start` up to and with `end`."""

    start = models.DateField(db_index=True)
    end = models.DateField()
    federation = models.CharField(max_length=100, default="")
    category = models.CharField(max_length=50, default="")


class Merge(MemberFact):
    """`member` was found to be `into`: his facts go to that account. A void undoes it."""

    into = models.ForeignKey(Member, models.PROTECT, related_name="+")


class PersonalData(models.Model):
    """What can be erased without touching a rating. A year of birth that a rulebook needs stands in `Listing.born`."""

    member = models.OneToOneField(Member, models.PROTECT, primary_key=True)
    birth_date = models.DateField(null=True)
    email = models.CharField(max_length=254, default="")
