"""Members: found, shown with all that is known of them, made, changed; those who may be one person twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bareme.findings import Refused
from bareme.office.people import members as service
from bareme.office.people.members import AFFILIATIONS, NewMember
from bareme.office.people.models import Member
from bareme.office.people.search import MOST, find, known
from bareme.office.pools.models import Pool
from bareme.office.runs.models import LiveStanding
from bareme.office.users.models import User
from bareme.portal.desk.duplicates import alike, all_groups
from bareme.portal.desk.saying import Trial, text
from bareme.portal.site.pages import allowed, user_of
from bareme.portal.site.templatetags.words import speech

WORDS = {
    "name": gettext_lazy("Name"),
    "alias": gettext_lazy("Known in files as"),
    "number": gettext_lazy("Number"),
    "club": gettext_lazy("Club"),
    "committee": gettext_lazy("Committee"),
    "federation": gettext_lazy("Federation"),
    "series": gettext_lazy("Series"),
    "licence": gettext_lazy("Licence"),
    "merged": gettext_lazy("Merged into"),
}
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
BELONGS = [(kind, WORDS[kind]) for kind in AFFILIATIONS]


def search(request: HttpRequest) -> HttpResponse:
    """By words of the name, code or number."""
    asked = request.GET.get("member", "")[:100].replace("\0", "").strip()
    found = find(asked) if asked else []
    said = {"asked": asked, "found": found, "full": len(found) == MOST, "count": Member.objects.count()}
    return render(request, "desk/members.html", said)


def duplicates(request: HttpRequest) -> HttpResponse:
    """Names that several members bear."""
    return render(request, "desk/duplicates.html", {"groups": all_groups()})


def member(request: HttpRequest, code: str) -> HttpResponse:
    """One member, and what an officer can say newly of him."""
    user = user_of(request)
    found: Member | None = Member.objects.filter(code=code).first()
    if found is None or user is None:
        raise Refused("unknown-player", value=code)
    status = 200
    if request.method == "POST":
        doing = _DOINGS.get(request.POST.get("do", ""))
        with Trial(request) as trial:
            if doing is None:
                raise Refused("bad-request")
            doing(request, user, found)
            messages.success(request, _("Noted."))
        if trial.went:
            return HttpResponseRedirect(reverse("desk:member", args=[code]))
        found.refresh_from_db()
        status = 400
    private = allowed(request, "see-personal-data", found)
    said = {
        "member": found,
        "known": [(WORDS[word], value, _days(since)) for word, value, since in known(found)],
        "standings": LiveStanding.objects.filter(player=found).select_related("pool").order_by("pool__name"),
        "private": private,
        "data": service.personal_data(user, found) if private else None,
        "alike": alike(found),
        "belongs": BELONGS,
        "numbers": _numbers(),
    }
    return render(request, "desk/member.html", said, status=status)


def _days(text: str) -> str:
    """Days in a text, as the reader's language writes them."""
    return _DAY.sub(lambda day: speech().day(date.fromisoformat(day[0])), text)


def new(request: HttpRequest) -> HttpResponse:
    """A new member."""
    user = user_of(request)
    if request.method == "POST" and user:
        with Trial(request) as trial:
            number = text(request, "number", 40)
            new = NewMember(
                text(request, "name", 100),
                {text(request, "kind", 20): number} if number else {},
                {kind: value for kind in AFFILIATIONS if (value := text(request, kind, 100))},
                day_of(request, "since"),
            )
            made = service.new_member(user, new, text(request, "reason"))
        if trial.went:
            return HttpResponseRedirect(reverse("desk:member", args=[made.code]))
    said = {"given": request.POST, "belongs": [(k, w, text(request, k)) for k, w in BELONGS], "numbers": _numbers()}
    return render(request, "desk/member_new.html", said, status=400 if request.method == "POST" else 200)


def _numbers() -> list[str]:
    """The kinds of numbers that files know people by; licences first."""
    kinds = set(Pool.objects.values_list("numbers", flat=True)) | {"licence"}
    return sorted(kinds, key=lambda kind: (kind != "licence", kind))


def day_of(request: HttpRequest, name: str) -> date | None:
    """A day of the form.

    Errors: Refused `bad-date`.
    """
    value = text(request, name)
    try:
        return date.fromisoformat(value) if value else None
    except ValueError:
        raise Refused("bad-date", value=value) from None


def _must(day: date | None) -> date:
    if day is None:
        raise Refused("bad-date", value="")
    return day


def _rename(request: HttpRequest, by: User, member: Member) -> None:
    service.rename(by, member, text(request, "name", 100), day_of(request, "since"), text(request, "reason"))


def _affiliate(request: HttpRequest, by: User, member: Member) -> None:
    kind, value = text(request, "kind"), text(request, "value", 100)
    service.affiliate(by, member, kind, value, day_of(request, "since"), text(request, "reason"))


def _number(request: HttpRequest, by: User, member: Member) -> None:
    service.give_number(by, member, text(request, "kind", 20), text(request, "value", 40), text(request, "reason"))


def _licence(request: HttpRequest, by: User, member: Member) -> None:
    start, end = _must(day_of(request, "start")), _must(day_of(request, "end"))
    service.license_member(by, member, start, end, text(request, "federation", 100), text(request, "category", 100))


def _personal(request: HttpRequest, by: User, member: Member) -> None:
    service.set_personal_data(by, member, birth_date=day_of(request, "birth_date"), email=text(request, "email", 254))


def _erase(request: HttpRequest, by: User, member: Member) -> None:
    reason = text(request, "reason")
    if not reason:
        raise Refused("no-reason", kind="erase")
    service.erase_personal_data(by, member, reason)


_DOINGS: Mapping[str, Callable[[HttpRequest, User, Member], Any]] = {
    "rename": _rename,
    "affiliate": _affiliate,
    "number": _number,
    "licence": _licence,
    "personal": _personal,
    "erase": _erase,
}
