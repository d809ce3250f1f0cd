"""Every address of the portal: those of its slices, each below its language."""

from __future__ import annotations

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from bareme.portal.site.languages import choose
from bareme.portal.site.pages import page
from bareme.portal.slices import urls

urlpatterns = [
    page("", choose, "public", name="root"),
    *(path(slice_.PREFIX, include(slice_)) for slice_ in urls() if getattr(slice_, "BARE", False)),
    *i18n_patterns(*(path(slice_.PREFIX, include(slice_)) for slice_ in urls() if not getattr(slice_, "BARE", False))),
]
handler400 = "bareme.portal.site.errors.bad_request"
handler403 = "bareme.portal.site.errors.forbidden"
handler404 = "bareme.portal.site.errors.not_found"
handler500 = "bareme.portal.site.errors.failed"
