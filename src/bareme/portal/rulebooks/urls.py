"""The addresses of the regulations."""

from django.utils.translation import gettext_lazy as _

from bareme.portal.rulebooks import pages
from bareme.portal.site import converters  # noqa: F401 - <day:...> in addresses
from bareme.portal.site.pages import page

app_name = "rulebooks"
PREFIX = "rulebooks/"
NAVIGATION = (("rulebooks:every", _("Rulebooks"), "public"),)

urlpatterns = [
    page("", pages.every, "public", "every"),
    page("<slug:name>/", pages.page, "public", "page"),
    page("<slug:name>/examples/", pages.examples, "public", "examples"),
    page("<slug:name>/<day:day>/", pages.dated, "public", "dated"),
    page("<slug:name>/changes/<day:before>/<day:after>/", pages.compare, "public", "compare"),
    page("<slug:name>/tables/<slug:table>/", pages.table, "public", "table"),
    page("<slug:name>/<day:day>/tables/<slug:table>/", pages.table, "public", "dated-table"),
]
