"""The addresses of what is printed; none where WeasyPrint (extra `print`) is not installed."""

from importlib.util import find_spec

from bareme.portal.printing import pages
from bareme.portal.site import converters  # noqa: F401 - <day:...> in addresses
from bareme.portal.site.pages import page

app_name = "printing"
PREFIX = "print/"

_POOL = "pools/<slug:pool>/"
_ALL = [
    page(f"{_POOL}lists/<day:day>/<int:number>.pdf", pages.edition, "public", "list"),
    page(f"{_POOL}players/<slug:code>.pdf", pages.player, "public", "player"),
    page(f"{_POOL}events/<int:event>.pdf", pages.event, "public", "event"),
]
urlpatterns = _ALL if find_spec("weasyprint") else []
