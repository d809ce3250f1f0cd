"""The public pages' addresses. They are the same in both languages, and stay."""

from django.utils.translation import gettext_lazy as _

from bareme.portal.public import claims, comparing, events, explained, home, lists, players
from bareme.portal.site import converters  # noqa: F401 - <day:...> in addresses
from bareme.portal.site.pages import page

app_name = "public"
PREFIX = ""

_POOL = "pools/<slug:pool>/"
_PLAYER = f"{_POOL}players/<slug:code>/"
_EDITION = f"{_POOL}lists/<day:day>/<int:number>/"

NAVIGATION = (("public:home", _("Rankings"), "public"),)
urlpatterns = [
    page("", home.home, "public", "home"),
    page("find/", home.find, "public", "find"),
    page(_POOL, lists.pool, "public", "pool"),
    page(f"{_POOL}live/", lists.live, "public", "live"),
    page(f"{_POOL}live.<format:format>", lists.live_file, "public", "live-file"),
    page(f"{_POOL}lists/", lists.all_lists, "public", "lists"),
    page(f"{_POOL}lists/<day:day>/", lists.day, "public", "day"),
    page(_EDITION, lists.edition, "public", "edition"),
    page(f"{_EDITION}list.<format:format>", lists.edition_file, "public", "edition-file"),
    page(f"{_EDITION}compare/", lists.compare, "public", "compare"),
    page(f"{_EDITION}against/<day:other_day>/<int:other>/", comparing.difference, "public", "difference"),
    page(f"{_POOL}records/", comparing.records, "public", "records"),
    page("players/<slug:code>/", players.everywhere, "public", "everywhere"),
    page(_PLAYER, players.player, "public", "player"),
    page(f"{_PLAYER}history.<format:format>", players.history_file, "public", "history-file"),
    page(f"{_PLAYER}events/<int:event>/", players.event_lines, "public", "player-event"),
    page(f"{_PLAYER}against/<slug:opponent>/", players.against, "public", "against"),
    page(f"{_PLAYER}claim/", claims.form, "claim", "claim", methods=("GET", "POST")),
    page(f"{_POOL}events/", events.events, "public", "events"),
    page(f"{_POOL}events/<int:event>/", events.event, "public", "event"),
    page(f"{_POOL}events/<int:event>/results.<format:format>", events.event_file, "public", "event-file"),
    page(f"{_POOL}lines/<int:number>/", explained.line, "public", "line"),
    page(f"{_POOL}lines/<int:number>.txt", explained.line_text, "public", "line-text"),
]
