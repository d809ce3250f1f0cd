"""Django's settings in tests, of the office and of its pages: SQLite, or the PostgreSQL that BAREME_TEST_DATABASE_URL names."""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import tempfile
from pathlib import Path

from bareme.office.config import Config, postgresql
from bareme.portal.config import portal_settings

_folder = Path(tempfile.mkdtemp(prefix="bareme-office-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
(_folder / "secret-key").write_text(secrets.token_urlsafe(50), encoding="utf-8")

os.environ.pop("BAREME_DATABASE_URL", None)
globals().update(portal_settings(Config(_folder)))
if url := os.environ.get("BAREME_TEST_DATABASE_URL"):
    DATABASES = {"default": postgresql(url)}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
PAGES_KEPT = 0  # tests look at what a page says now; test_kept.py at those that are kept
