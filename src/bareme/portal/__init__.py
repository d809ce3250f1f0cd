"""The portal: the office's pages. Public lists, players, events and explanations; the officers' desk; the API.

Each folder with a `urls.py` is a slice: a small Django app with its own addresses, templates, texts and files (`slices.py`).
"""

from __future__ import annotations

import os
from pathlib import Path


def open_portal(folder: str | Path | None = None) -> Path:
    """Set up Django for the pages of the office in `folder` (default: BAREME_OFFICE, else the current folder); the folder.

    Errors: Refused `no-office`, `office-settings`, `office-extra-missing`, `bad-database-url`.
    """
    from bareme.office import open_office

    os.environ["DJANGO_SETTINGS_MODULE"] = "bareme.portal.settings"
    return open_office(folder)
