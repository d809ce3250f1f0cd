"""What a password may be: long, not common (Django's validators), and not made of words that everybody here knows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from bareme.findings import Refused
from bareme.office.pools.models import Pool
from bareme.office.users.models import User
from bareme.readers.values import folded

LEAST = 6  # letters and digits that must be left when our own words are taken away
OURS = ("bareme", "federation", "classement", "ranking", "rating", "club", "elo", "ffbg", "fide", "fisf", "password")
_OWN_WORDS = {"en": "It is made of this office's own words", "fr": "Il est fait des mots mêmes de ce bureau"}


def check(password: str, user: User) -> None:
    """Errors: Refused `weak-password`."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refused("weak-password", why=" ".join(error.messages).rstrip(".")) from None
    left = folded(password)
    for word in sorted(set(_words()), key=len, reverse=True):
        left = left.replace(word, "")
    if len(left) < LEAST and len(left) < len(folded(password)):
        raise Refused("weak-password", why=_OWN_WORDS)


def _words() -> Iterator[str]:
    """The office's name, its rankings' names, and what all such offices have in common."""
    yield from OURS
    names = [str(getattr(settings, "OFFICE_NAME", ""))]
    for name, slug in Pool.objects.values_list("name", "slug"):
        names += [name, slug]
    for name in names:
        yield from (folded(word) for word in re.split(r"[\W_]+", name) if len(word) > 2)
