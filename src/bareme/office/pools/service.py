"""Pools: made, changed, found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bareme.findings import Refused
from bareme.office.audit.trail import acting
from bareme.office.pools.models import Pool
from bareme.office.pools.rhythm import Rhythm
from bareme.office.typed import line
from bareme.office.users.models import User
from bareme.office.users.policy import require
from bareme.rulebooks.base import Rulebook, open_rulebook

SETTINGS = ("name", "rulebook", "overrides", "numbers", "rhythm", "claim_window_days", "two_person")
_TYPED = {"name": 150, "numbers": 20}  # characters of what is a text of one's own


def pool_of(slug: str) -> Pool:
    """Errors: Refused `unknown-pool`."""
    pool: Pool | None = Pool.objects.filter(slug=slug).first()
    if pool is None:
        raise Refused("unknown-pool", name=slug, allowed=list(Pool.objects.order_by("slug").values_list("slug", flat=True)))
    return pool


def rules_of(pool: Pool) -> Rulebook:
    """The pool's rulebook under its house rules."""
    return open_rulebook(pool.rulebook, pool.overrides)


def settings_of(pool: Pool) -> dict[str, Any]:
    """What can be set of a pool."""
    return {name: getattr(pool, name) for name in SETTINGS}


def new_pool(by: User, slug: str, rulebook: str, overrides: Mapping[str, Any] | None = None, **settings: Any) -> Pool:
    """A new pool. `rulebook` is NAME, NAME@DATE, or a house file, whose rules are taken over as they are today.

    Errors: Refused `not-allowed`, `bad-slug`, `pool-exists`, those of `line`, `open_rulebook` and `Rhythm.parse`.
    """
    require(by, "manage-pools")
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", slug) or len(slug) > 50:
        raise Refused("bad-slug", value=slug)
    rules = open_rulebook(rulebook, overrides)
    pool = Pool(
        slug=slug,
        name=line(settings.pop("name", ""), _TYPED["name"]) or slug,
        rulebook=rules.spec,
        overrides=dict(rules.overrides),
    )
    _set(pool, settings)
    with acting(by, "new-pool", about=slug) as work:
        if Pool.objects.filter(slug=slug).exists():
            raise Refused("pool-exists", value=slug)
        pool.save()
        work.pool = pool
        work.after = settings_of(pool)
    return pool


def change_pool(by: User, pool: Pool, reason: str, **settings: Any) -> None:
    """Change a pool's settings. New rules hold from the next run on, for the whole of its history; editions stay.

    Errors: Refused `not-allowed`, those of `line`, `open_rulebook` and `Rhythm.parse`.
    """
    require(by, "manage-pools", pool)
    with acting(by, "change-pool", pool=pool, about=pool.slug, reason=reason) as work:
        changed = Pool.objects.get(pk=pool.pk)  # the one given stays as it is, if this is refused
        before = settings_of(changed)
        if "rulebook" in settings or "overrides" in settings:
            base = settings.get("rulebook", changed.rulebook)
            rules = open_rulebook(base, settings.get("overrides", changed.overrides))
            settings.update(rulebook=rules.spec, overrides=dict(rules.overrides))
        _set(changed, settings)
        after = settings_of(changed)
        news = [name for name in SETTINGS if before[name] != after[name]]
        if not news:
            work.drop()
            return
        changed.save()
        work.before, work.after = ({name: values[name] for name in news} for values in (before, after))
    pool.refresh_from_db()


def _set(pool: Pool, settings: Mapping[str, Any]) -> None:
    for name, value in settings.items():
        if name not in SETTINGS:
            raise TypeError(name)
        setattr(pool, name, line(value, _TYPED[name]) if name in _TYPED else value)
    Rhythm.parse(pool.rhythm)
