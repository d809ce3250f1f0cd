"""The public pages' addresses. They are the same in both languages, and stay."""

from bareme.portal.public import home
from bareme.portal.site.pages import page

app_name = "public"
PREFIX = ""
urlpatterns = [
    page("", home.home, "public", "home"),
    page("find/", home.find, "public", "find"),
]
