"""A page of ours as PDF, by WeasyPrint: our own style sheets and fonts, nothing from elsewhere."""

from __future__ import annotations

import hashlib
import os
import re
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse

from bareme.findings import Refused
from bareme.portal.site.turns import Turn

PRESS = Turn("printing-busy")
_DIGEST = re.compile(r"\.[0-9a-f]{12}(?=\.\w+$)")
_PAGES = "@page { @bottom-right { content: counter(page) '\N{THIN SPACE}/\N{THIN SPACE}' counter(pages); font: 8pt sans-serif } }"


WIDE = "@page { size: A4 landscape } table.ranking { font-size: 8.5pt }"  # for a list with all its columns


def printed(request: HttpRequest, page: HttpResponse, name: str, style: str = "") -> HttpResponse:
    """A page that would be shown, as a PDF/UA file. The same page gives the same bytes. `style` comes last.

    Errors: Refused `printing-busy`, `no-type-setting`.
    """
    with PRESS.taken():
        data = _set(page.content, request.build_absolute_uri("/"), style)
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "-" for c in name)
    return HttpResponse(data, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{plain}.pdf"'})


def _set(html: bytes, site: str, style: str) -> bytes:
    try:
        from weasyprint import CSS, HTML
    except OSError:  # the libraries that set type are Debian's, not Python's
        raise Refused("no-type-setting") from None
    os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # else the fonts' subsets bear the second they were made in
    document = HTML(string=html.decode(), base_url=site, url_fetcher=_fetcher(site))
    number = hashlib.sha256(html).digest()[:16]
    data: bytes = document.write_pdf(
        stylesheets=[CSS(string=_PAGES + style)], pdf_variant="pdf/ua-1", pdf_tags=True, pdf_identifier=number
    )
    return data


def _fetcher(site: str) -> Any:
    """Static files of our own, from where they lie; anything else is not there, and no network is asked."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Ours(URLFetcher):
        def fetch(self, url: str, headers: Any = None) -> Any:
            start = site.rstrip("/") + settings.STATIC_URL
            name = _DIGEST.sub("", url.removeprefix(start))
            path = finders.find(name) if url.startswith(start) and ".." not in name else None
            if not isinstance(path, str):
                raise ValueError(f"not one of our files: {url}")
            kind = guess_type(path)[0] or "application/octet-stream"
            return URLFetcherResponse(url, body=Path(path).read_bytes(), headers={"Content-Type": kind})

    return Ours()
