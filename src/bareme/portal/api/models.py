"""Tokens: the keys of programs. Only their hash is kept, so that nobody can read one here."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Token(models.Model):
    """A key of a user's program. It may what the user may, until it ends or is taken back."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    label = models.CharField(max_length=60)
    hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
