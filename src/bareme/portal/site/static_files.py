"""Our style, scripts and pictures, under names that hold a hash of their content: kept by browsers for ever, never stale."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from whitenoise.middleware import WhiteNoiseMiddleware


@cache
def hashed(name: str) -> str:
    """`site/site.css` as `site/site.3f2a9c01b7d4.css`. A name without a file is a mistake of ours: ValueError.

    Fonts are called by the stylesheet and bear their version in their names: those stay.
    """
    if "/fonts/" in name:
        return name
    found = finders.find(name)
    if not found:
        raise ValueError(f"no static file {name}")
    path = Path(found)
    digest = sha256(path.read_bytes()).hexdigest()[:12]
    return str(Path(name).with_suffix(f".{digest}{path.suffix}").as_posix())


class Hashed(StaticFilesStorage):
    """What `{% static %}` asks for addresses."""

    def url(self, name: str) -> str:
        """The address of a file."""
        return f"{self.base_url}{hashed(name)}"


class StaticFiles(WhiteNoiseMiddleware):
    """Middleware: serves the files from where they lie in the package."""

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        """Under its name with the hash only."""
        name = url.removeprefix(self.static_prefix)
        super().add_file_to_dictionary(self.static_prefix + hashed(name), path, stat_cache)

    def immutable_file_test(self, path: str, url: str) -> bool:
        """All of them."""
        return True
