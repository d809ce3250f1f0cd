"""`python -m bareme.portal.desk.work N`: do job N of the office in BAREME_OFFICE."""

from __future__ import annotations

import sys


def main(number: int) -> None:
    """Do it."""
    from bareme.portal import open_portal

    open_portal()
    from bareme.portal.desk.jobs import perform
    from bareme.portal.desk.models import Job

    perform(Job.objects.select_related("user", "pool").get(pk=number))


if __name__ == "__main__":
    main(int(sys.argv[1]))
