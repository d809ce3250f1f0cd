"""The addresses of one's own account, and of the second step of logging in."""

from bareme.portal.account import login, views
from bareme.portal.site.pages import page

app_name = "account"
PREFIX = "account/"

BOTH = ("GET", "POST")
urlpatterns = [
    page("", views.account, "own-account", "account", methods=BOTH),
    page("password/", views.password, "own-account", "password", methods=BOTH),
    page("second-factor/", views.set_up, "own-account", "second", methods=BOTH),
    page("what-i-may-do/", views.what_i_may, "own-account", "may"),
    page("code/", login.verify, "public", "verify", methods=BOTH),
]
