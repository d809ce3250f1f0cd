"""For a server of one's own: `BAREME_OFFICE=DIR gunicorn --preload bareme.portal.wsgi`."""

from __future__ import annotations

from django.core.wsgi import get_wsgi_application

from bareme.portal import open_portal

open_portal()

from bareme.portal.setup import prepare  # noqa: E402 - Django stands only now
from bareme.portal.site.entrance import entrance  # noqa: E402

prepare()
application = entrance(get_wsgi_application())
