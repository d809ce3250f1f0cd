"""Pools."""

from __future__ import annotations

from django.db import models

from bareme.office.tables import JsonText


class Pool(models.Model):
    """A ranking: a rulebook with its house rules over the members it rates. Members are shared between pools.

    `rulebook` is NAME or NAME@DATE, `overrides` the house rules. `numbers` is the kind of number its files know
    people by. `rhythm` says when lists are due (`pools/rhythm.py`). A change is an act, and every run and edition
    keeps the rules it was made with.
    """

    slug = models.SlugField(max_length=50, unique=True)
    name = models.CharField(max_length=150)
    rulebook = models.CharField(max_length=50)
    overrides = JsonText(default=dict)
    numbers = models.CharField(max_length=20, default="licence")
    rhythm = models.CharField(max_length=100, default="monthly")
    claim_window_days = models.PositiveIntegerField(default=30)
    two_person = models.BooleanField(default=False)

    def __str__(self) -> str:
        return str(self.slug)
