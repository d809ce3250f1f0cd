"""Rankings: those there are with their rules, a new one, one's settings changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from bareme.findings import Finding, Refused
from bareme.office.pools.models import Pool
from bareme.office.pools.rhythm import Rhythm
from bareme.office.pools.service import change_pool, new_pool, pool_of, rules_of, settings_of
from bareme.office.tables import canonical
from bareme.office.users.models import User
from bareme.portal.desk import rules
from bareme.portal.desk.saying import text, words
from bareme.portal.site.books import rulebook_named
from bareme.portal.site.pages import user_of
from bareme.portal.site.templatetags.words import speech
from bareme.rulebooks.base import Rulebook, names, open_rulebook

CLAIM_DAYS = 3650  # at most, as on the command line
RHYTHMS = ("monthly", "none")  # what may stand in place of days
AT = {  # beside which field a refusal of the service is said
    "bad-slug": "slug",
    "pool-exists": "slug",
    "bad-rhythm": "days",
    "before-rulebook": "version",
    "bad-date": "version",
    "reason-wanted": "reason",
}


def pools(request: HttpRequest) -> HttpResponse:
    """All of them, with their rules."""
    found = [(pool, rules_of(pool)) for pool in Pool.objects.order_by("name")]
    return render(request, "desk/pools.html", {"pools": [(pool, book, _title(book)) for pool, book in found]})


def _title(rulebook: Rulebook) -> str:
    return speech().of(rulebook.title)


def new(request: HttpRequest) -> HttpResponse:
    """A new one: first its rulebook (`?rulebook=`), then everything else."""
    user, name = user_of(request), request.GET.get("rulebook", "")
    books = [(one, _title(open_rulebook(one))) for one in names()]
    if not name:
        return render(request, "desk/pool_new.html", {"books": books})
    form = _Form(rulebook_named(name))
    if request.method == "POST" and user:
        form.take(request)
        if not form.faults and form.went(lambda: new_pool(user, text(request, "slug", 60), form.spec, **form.settings)):
            messages.success(request, _("The ranking was made."))
            return HttpResponseRedirect(reverse("desk:pool", args=[text(request, "slug", 60)]))
    return form.page(request, {"books": books, "slug": text(request, "slug", 60)})


def settings(request: HttpRequest, pool: str) -> HttpResponse:
    """One's settings as they are, to be changed; under another rulebook (`?rulebook=`) without the house rules of this one."""
    user, found = user_of(request), pool_of(pool)
    now, name = settings_of(found), found.rulebook.partition("@")[0]
    asked = request.GET.get("rulebook") or name
    form = _Form(rulebook_named(asked), now, other=asked != name)
    if request.method == "POST" and user:
        form.take(request)
        if text(request, "seen") != _mark(now):
            form.faults[""] = Finding("changed-meanwhile")
        if not form.faults and form.went(lambda: _change(request, user, found, form)):
            return HttpResponseRedirect(reverse("desk:pool", args=[pool]))
    books = [(one, _title(open_rulebook(one))) for one in names()]
    return form.page(request, {"pool": found, "books": books, "seen": _mark(now), "reason": text(request, "reason")})


def _mark(now: Mapping[str, Any]) -> str:
    """What the settings were when the page was made, in short: whoever sends it back has seen these."""
    return sha256(canonical(dict(now)).encode()).hexdigest()[:20]


def _change(request: HttpRequest, user: User, pool: Pool, form: _Form) -> None:
    reason = text(request, "reason")
    if not reason:
        raise Refused("reason-wanted")
    before = settings_of(pool)
    change_pool(user, pool, reason, rulebook=form.spec, **form.settings)
    after = settings_of(pool)
    if before == after:
        messages.info(request, _("Nothing was changed."))
    elif (before["rulebook"], before["overrides"]) != (after["rulebook"], after["overrides"]):
        messages.success(request, _("Changed. The new rules hold from the next run on; lists that were published stay."))
    else:
        messages.success(request, _("Changed."))


class _Form:
    """The settings of a ranking under a rulebook, as they are, as they were typed, and what is wrong with them by field."""

    def __init__(self, rulebook: Rulebook, now: Mapping[str, Any] | None = None, *, other: bool = False) -> None:
        self.rulebook, self.now, self.faults = rulebook, dict(now or {}), dict[str, Finding]()
        self.version = "" if other else self.now.get("rulebook", "").partition("@")[2]
        self.typed = {} if other else rules.typed_of(self.now.get("overrides", {}))
        self.wrong: dict[str, Finding] = {}  # of house rules, by parameter
        self.settings: dict[str, Any] = {
            name: self.now.get(name, Pool._meta.get_field(name).get_default())
            for name in ("name", "numbers", "rhythm", "claim_window_days", "two_person")
        }
        self.claim = str(self.settings["claim_window_days"])
        self.other = other

    @property
    def spec(self) -> str:
        """The rulebook as the service takes it."""
        return f"{self.rulebook.name}@{self.version}" if self.version else self.rulebook.name

    def take(self, request: HttpRequest) -> None:
        """Everything that was typed."""
        self.version = self._day(text(request, "version", 20))
        self.typed = rules.sent(self.rulebook, request.POST)
        values, self.wrong = rules.checked(self.rulebook, self.typed)
        rhythm = text(request, "rhythm", 20)
        self.claim = text(request, "claim_window_days", 20)
        self.settings = {
            "name": text(request, "name", 200) or self.now.get("name", ""),
            "numbers": text(request, "numbers", 50) or "licence",
            "rhythm": rhythm if rhythm in RHYTHMS else text(request, "days", 100),
            "claim_window_days": self._claim_days(),
            "two_person": request.POST.get("two_person") == "1",
            "overrides": values,
        }
        self.went(lambda: Rhythm.parse(self.settings["rhythm"]))  # said together with what else is wrong
        if self.wrong:
            self.faults["overrides"] = next(iter(self.wrong.values()))

    def _day(self, version: str) -> str:
        """A day alone: nothing else may come behind the rulebook's name, least of all a file of the machine."""
        if not version or re.fullmatch(r"\d{4}-\d\d-\d\d", version, re.ASCII):
            return version
        self.faults["version"] = Refused("bad-date", value=version).finding
        return ""

    def _claim_days(self) -> int:
        if self.claim.isascii() and self.claim.isdigit() and len(self.claim) < 6 and int(self.claim) <= CLAIM_DAYS:
            return int(self.claim)
        self.faults["claim_window_days"] = Finding(
            "bad-number-here", details={"value": self.claim, "least": "0", "most": str(CLAIM_DAYS)}
        )
        return 0

    def went(self, doing: Callable[[], Any]) -> bool:
        """Do it; what the service refuses is said beside its field."""
        try:
            doing()
        except Refused as refusal:
            if refusal.finding.code == "not-allowed":
                raise
            self.faults[AT.get(refusal.finding.code, "")] = refusal.finding
        return not self.faults

    def page(self, request: HttpRequest, more: Mapping[str, Any]) -> HttpResponse:
        """The form as it stands; refused (400) where something is wrong."""
        days = "" if self.settings["rhythm"] in RHYTHMS else self.settings["rhythm"]
        versions = [(one.start.isoformat(), one) for one in self.rulebook.versions]
        said = {
            "rulebook": self.rulebook,
            "title": _title(self.rulebook),
            "versions": versions if len(versions) > 1 or self.version else [],
            "version": self.version,
            "odd_version": self.version and self.version not in dict(versions),
            "groups": rules.groups(self._under_version(), self.typed, self.wrong),
            "house": sum(1 for _ in self.typed),
            "settings": self.settings,
            "rhythm": "days" if days or self.settings["rhythm"] not in RHYTHMS else self.settings["rhythm"],
            "days": days,
            "claim": self.claim,
            "faults": {name: words(finding) for name, finding in self.faults.items()},
            "other": self.other,
            "most_days": CLAIM_DAYS,
            **more,
        }
        return render(request, "desk/pool_form.html", said, status=400 if self.faults else 200)

    def _under_version(self) -> Rulebook:
        """The rulebook whose own values are shown: pinned, where a version is chosen."""
        try:
            return open_rulebook(self.spec)
        except Refused:
            return self.rulebook
