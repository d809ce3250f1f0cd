"""Coming in and going out."""

from bareme.portal.site import access
from bareme.portal.site.pages import page

app_name = "site"
PREFIX = ""
urlpatterns = [
    page("login/", access.login, "public", name="login", methods=("GET", "POST")),
    page("logout/", access.leave, "own-account", name="logout", methods=("POST",)),
]
