"""The lab's addresses."""

from django.utils.translation import gettext_lazy as _

from bareme.portal.lab import pages
from bareme.portal.site.pages import page

app_name = "lab"
PREFIX = "lab/"
NAVIGATION = (("lab:form", _("Lab"), "use-lab"),)

urlpatterns = [
    page("", pages.form, "use-lab", "form"),
    page("report/", pages.report, "use-lab", "report"),
]
