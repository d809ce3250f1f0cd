"""The desk's addresses."""

from django.utils.translation import gettext_lazy as _

from bareme.portal.desk import (
    asking,
    audit,
    claims,
    corrections,
    facts,
    home,
    importing,
    leaving,
    lists,
    members,
    pools,
    runs,
    users,
)
from bareme.portal.site import converters  # noqa: F401 - <day:...> in addresses
from bareme.portal.site.pages import page

app_name = "desk"
PREFIX = "desk/"
NAVIGATION = (("desk:home", _("Desk"), "see-desk"),)

BOTH = ("GET", "POST")
_POOL = "runs/<slug:pool>/"

urlpatterns = [
    page("", home.home, "see-desk", "home"),
    page("import/", importing.begin, "preview-import", "import", methods=BOTH, upload=True),
    page("import/<int:number>/", importing.upload, "preview-import", "upload", methods=BOTH),
    page("corrections/", corrections.corrections, "see-desk", "corrections"),
    page("corrections/facts/", facts.search, "see-desk", "facts"),
    page("corrections/new/<slug:kind>/", asking.form, "ask-correction", "ask", methods=BOTH, upload=True),
    page("corrections/<int:number>/", corrections.correction, "ask-correction", "correction", methods=BOTH),
    page("corrections/<int:number>/documents/<int:document>/", corrections.document, "ask-correction", "document"),
    page("claims/", claims.claims, "ask-correction", "claims"),
    page("claims/<int:number>/", claims.claim, "ask-correction", "claim", methods=BOTH),
    page("members/", members.search, "see-desk", "members"),
    page("members/new/", members.new, "edit-members", "member-new", methods=BOTH),
    page("members/duplicates/", members.duplicates, "edit-members", "duplicates"),
    page("members/<slug:code>/", members.member, "see-desk", "member", methods=BOTH),
    page("pools/", pools.pools, "see-desk", "pools"),
    page("pools/new/", pools.new, "manage-pools", "pool-new", methods=BOTH),
    page(f"{_POOL}settings/", pools.settings, "manage-pools", "pool-settings", methods=BOTH),
    page("exports/", leaving.exports, "export", "exports", methods=BOTH),
    page("exports/files/<int:number>/", leaving.file, "export", "file"),
    page("backups/", leaving.backups, "backup", "backups", methods=BOTH),
    page("runs/", runs.runs, "see-desk", "runs"),
    page(_POOL, runs.pool, "see-desk", "pool", methods=BOTH),
    page(f"{_POOL}run/<int:number>/", runs.receipt, "see-desk", "run"),
    page(f"{_POOL}turn/<day:day>/", lists.turn, "run", "turn"),
    page(f"{_POOL}list/<day:day>/<int:number>/", lists.report, "see-desk", "report"),
    page("verify/", runs.verify, "verify", "verify", methods=("POST",)),
    page("jobs/<int:number>/", runs.job, "run", "job"),
    page("diary/", audit.diary, "read-audit", "audit"),
    page("diary/<int:number>/", audit.act, "read-audit", "act"),
    page("users/", users.users, "manage-users", "users", methods=BOTH),
    page("users/<int:number>/", users.user, "manage-users", "user", methods=BOTH),
]
