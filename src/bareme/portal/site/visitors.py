"""Where a request comes from: so that the wrong passwords of one do not lock out another."""

from __future__ import annotations

import hashlib
import ipaddress

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """The visitor's address: as the proxy says where one stands before us (setting `https`), else the other end's.

    Nobody but the proxy reaches us then, and it puts its own X-Real-IP in the place of one that was sent.
    """
    behind_proxy = getattr(settings, "SECURE_PROXY_SSL_HEADER", None) is not None
    told = request.headers.get("X-Real-IP", "") if behind_proxy else ""
    return str(told or request.META.get("REMOTE_ADDR", ""))


def often(request: HttpRequest, what: str) -> int:
    """How often this visitor has done it within the last hour, as far as this process knows."""
    return int(cache.get(_key(request, what), 0))


def counted(request: HttpRequest, what: str) -> None:
    """He has done it once more."""
    key = _key(request, what)
    cache.add(key, 0, 3600)
    try:
        cache.incr(key)
    except ValueError:  # the hour ended between the two
        cache.set(key, 1, 3600)


def _key(request: HttpRequest, what: str) -> str:
    """Of his address only a hash is kept, and of IPv6 the part that is one customer's."""
    said = address_of(request)
    try:
        address = ipaddress.ip_address(said)
    except ValueError:
        network = said
    else:
        network = str(ipaddress.ip_network(f"{address}/{64 if address.version == 6 else 32}", strict=False))
    return f"{what}-{hashlib.sha256(f'{settings.SECRET_KEY}{network}'.encode()).hexdigest()}"
