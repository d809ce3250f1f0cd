"""What the tables of all slices are made of: rows that are never changed, and JSON kept as one exact text."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from django.db import models


def canonical(value: Any) -> str:
    """A value as JSON text: keys sorted, no blanks, the same on every machine and in every database.

    >>> canonical({"b": 1.0, "a": "é"})
    '{"a":"é","b":1.0}'
    """
    return _ENCODER.encode(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str, allow_nan=False)

_decode = json.JSONDecoder().raw_decode


def storable(text: str) -> str:
    """A text that every database takes: without NUL, and without the halves of characters that a wrong encoding leaves."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


class JsonText(models.TextField):
    """JSON kept as canonical text: it is hashed as it stands, so a database must not rewrite it."""

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        """Text to value. There is no blank around canonical text: `json.loads` would look for it for half of its time."""
        return None if value is None else _decode(value)[0]

    def get_prep_value(self, value: Any) -> str | None:
        """Value to text."""
        return None if value is None else canonical(value)

    def to_python(self, value: Any) -> Any:
        """A value of a serialised document."""
        return json.loads(value) if isinstance(value, str) else value

    def value_to_string(self, obj: models.Model) -> str:
        """Value to the text of a serialised document."""
        return canonical(self.value_from_object(obj))


class AppendOnly(models.Model):
    """A row that is written once. Database triggers refuse everything else (`audit/guards.py`); this refuses it sooner.

    `of_act` is the way from the row to the act that recorded it; empty: no act answers for the row's content.
    Defaults are part of the digest of rows (`audit/digest.py`): a default, once landed, stays.
    """

    of_act: ClassVar[str] = "act"

    id = models.BigIntegerField(primary_key=True)  # given under the office's lock: dense, equal on every database

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert only."""
        if not self._state.adding:
            raise TypeError(f"{type(self).__name__} rows are never changed: record a fact that supersedes this one")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """Never."""
        raise TypeError(f"{type(self).__name__} rows are never deleted: record a void that supersedes this one")


class Recorded(AppendOnly):
    """A fact of the ledger: what every kind of fact has besides its content.

    Two clocks: the fact's own date says when it happened, `act.at` when it was recorded; `act.by` says by whom.
    `file`, `line`, `column`: where it stood outside; no file: it was entered at the desk, by `act`.
    `supersedes` is the row it takes the place of (at most one row may do so); `void` takes that row away and puts
    nothing in its place. `root` is the first row of the chain, None for that one itself: the fact's lasting identity.
    Current are the rows that no other supersedes and that are not void.
    """

    act = models.ForeignKey("office.Act", models.PROTECT, related_name="+")
    file = models.ForeignKey("office.ImportedFile", models.PROTECT, null=True, related_name="+", db_index=False)
    line = models.PositiveIntegerField(default=0)
    column = models.CharField(max_length=100, default="")
    supersedes = models.ForeignKey("self", models.PROTECT, null=True, related_name="+", db_index=False)
    root = models.BigIntegerField(null=True)
    void = models.BooleanField(default=False)

    class Meta:
        abstract = True
        constraints: ClassVar[tuple[models.BaseConstraint, ...]] = (
            models.UniqueConstraint(
                fields=["supersedes"], condition=models.Q(supersedes__isnull=False), name="%(class)s_superseded_once"
            ),
        )
