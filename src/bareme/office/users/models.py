"""Users of the office, and whose results a reporter may bring."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models


class User(AbstractBaseUser):
    """Somebody who works here. What a role may do stands in `policy.py` and nowhere else."""

    class Role(models.TextChoices):
        """From the least to the most that one may do."""

        READER = "reader"
        REPORTER = "reporter"
        OFFICER = "officer"
        ADMINISTRATOR = "administrator"

    username = models.CharField(max_length=150, unique=True)
    name = models.CharField(max_length=150, default="")
    role = models.CharField(max_length=20, choices=Role.choices, default=Role.READER)
    language = models.CharField(max_length=2, default="en")
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField()
    first_until = models.DateTimeField(null=True)  # the end of a password that somebody else chose; None: it is his own

    objects = BaseUserManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    through = ""  # who sat at the keyboard, where the office is used from a command line; not kept

    @property
    def signature(self) -> str:
        """How he signs an act: his name here, and whose keyboard it was, if another's."""
        through = f" ({self.through})" if self.through and self.through != self.username else ""
        return f"{self.username}{through}"

    def __str__(self) -> str:
        return str(self.username)


class PoolReporter(models.Model):
    """The reporter may bring results of new events of this pool."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    pool = models.ForeignKey("office.Pool", models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "pool"], name="poolreporter_once"),)


class EventReporter(models.Model):
    """The event is this reporter's own: he may bring more of its results."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    event = models.ForeignKey("office.Event", models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "event"], name="eventreporter_once"),)
