"""The office: the ledger, the officer's year on it. Django stands here and nowhere below.

from bareme.office import open_office
open_office("club/")          # before anything of the office is used in a program or a shell
"""

from __future__ import annotations

import os
from pathlib import Path


def open_office(folder: str | Path | None = None) -> Path:
    """Set up Django for the office in `folder` (default: BAREME_OFFICE, else the current folder); the folder.

    Errors: Refused `no-office`, `office-settings`, `office-extra-missing`, `bad-database-url`.
    """
    from bareme.findings import Refused
    from bareme.office.config import find

    try:
        import django
    except ImportError:
        raise Refused("office-extra-missing") from None
    home = find(folder)
    os.environ["BAREME_OFFICE"] = str(home)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bareme.office.settings")
    django.setup()
    return home
