"""Django's settings in tests: SQLite, or the PostgreSQL that BAREME_TEST_DATABASE_URL names."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from bareme.office.config import Config, django_settings, postgresql

_folder = Path(tempfile.mkdtemp(prefix="bareme-office-"))
(_folder / "secret-key").write_text(secrets.token_urlsafe(50), encoding="utf-8")

os.environ.pop("BAREME_DATABASE_URL", None)
globals().update(django_settings(Config(_folder)))
if url := os.environ.get("BAREME_TEST_DATABASE_URL"):
    DATABASES = {"default": postgresql(url)}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
