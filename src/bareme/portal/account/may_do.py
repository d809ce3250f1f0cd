"""What a user may do, action by action, as the one policy says it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from bareme.office.pools.models import Pool
from bareme.office.users.models import EventReporter, PoolReporter, User
from bareme.office.users.policy import LEAST, may

ROLES = {
    "reader": _("Reader"),
    "reporter": _("Reporter of own events"),
    "officer": _("Officer"),
    "administrator": _("Administrator"),
}
WORDS = {
    "see-desk": _("see the desk: events, members, runs, lists"),
    "own-account": _("change one's own password, language, second factor and tokens"),
    "preview-import": _("see what files would do, without recording them"),
    "import": _("record files"),
    "add-results": _("add results to any event"),
    "see-files": _("see the files that were recorded"),
    "see-personal-data": _("see birth dates and e-mail addresses"),
    "edit-members": _("make members, rename them, note clubs, numbers and licences"),
    "ask-correction": _("ask for corrections, answer claims"),
    "decide-correction": _("accept or refuse corrections; where two people are asked for, not one's own"),
    "run": _("run a ranking, turn its season"),
    "publish": _("publish lists"),
    "export": _("export lists, journals and facts"),
    "read-audit": _("read the diary"),
    "verify": _("verify the office"),
    "use-lab": _("compare rules in the lab"),
    "manage-pools": _("make rankings and change their rules"),
    "manage-users": _("make users and change their roles"),
    "erase": _("erase personal data and files"),
    "backup": _("make backups and copies of the whole office"),
}


def of(user: User) -> dict[str, Any]:
    """Each action with its words, whether he may, and from which role on."""
    return {
        "user": user,
        "role": ROLES[user.role],
        "actions": [(WORDS[action], may(user, action), ROLES[LEAST[action]]) for action in LEAST],
        "pools": PoolReporter.objects.filter(user=user).select_related("pool"),
        "events": EventReporter.objects.filter(user=user).select_related("event__pool").order_by("-event")[:100],
        "two": list(Pool.objects.filter(two_person=True).order_by("name")),
    }
