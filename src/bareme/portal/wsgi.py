"""For a server of one's own: `BAREME_OFFICE=DIR gunicorn --preload bareme.portal.wsgi`."""

from __future__ import annotations

from bareme.portal import open_portal

open_portal()

from bareme.portal.setup import prepare  # noqa: E402 - Django stands only now
from bareme.portal.warming import ready  # noqa: E402

prepare()
application = ready()
