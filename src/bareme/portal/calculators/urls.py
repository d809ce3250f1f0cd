"""The calculators' addresses."""

from django.utils.translation import gettext_lazy as _

from bareme.portal.calculators import pages
from bareme.portal.site.pages import page

app_name = "calculators"
PREFIX = "calculators/"
NAVIGATION = (("calculators:every", _("Calculators"), "public"),)

urlpatterns = [
    page("", pages.every, "public", "every"),
    page("match/", pages.match, "public", "match"),
    page("event/", pages.event, "public", "event"),
    page("finish/", pages.finish, "public", "finish"),
]
