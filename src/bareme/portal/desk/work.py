"""`python -m bareme.portal.desk.work N`: do job N of the office in BAREME_OFFICE."""

from __future__ import annotations

import os
import sys

BEHIND = 10  # pages go before it, where the processor is wanted by both


def main(number: int) -> None:
    """Do it."""
    from bareme.portal import open_portal

    os.nice(BEHIND)
    open_portal()
    from django.db import connection

    from bareme.portal.desk.jobs import WAIT, perform
    from bareme.portal.desk.models import Job

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:  # a page must answer; this may wait while others record
            cursor.execute(f"PRAGMA busy_timeout = {round(WAIT * 1000)}")
    perform(Job.objects.select_related("user", "pool").get(pk=number))


if __name__ == "__main__":
    main(int(sys.argv[1]))
