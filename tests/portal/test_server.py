"""What `bareme office serve` does before it takes visitors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application

from bareme.portal.warming import warm
from portal.made_up import MadeUp


@pytest.mark.parametrize("host", ["127.0.0.1", ".ranking.example", "*"])
def test_the_first_pages_are_made_before_anybody_asks(office: MadeUp, settings: Any, host: str) -> None:
    settings.ALLOWED_HOSTS = [host, "localhost"]
    served, made = get_wsgi_application(), []

    def noting(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        def start(status: str, *rest: Any) -> None:
            made.append((environ["PATH_INFO"], status))
            start_response(status, *rest)

        answer: Iterable[bytes] = served(environ, start)
        return answer

    warm(noting)
    assert {status for _, status in made} == {"200 OK"}
    assert "/fr/" in dict(made)
    assert f"/en/pools/{office.ffbg.slug}/" in dict(made)
