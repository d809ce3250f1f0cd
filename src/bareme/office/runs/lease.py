"""One run at a time in a pool. The lease of a process that died is taken over; whoever lost his cannot write any more."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from time import monotonic, sleep

from bareme.findings import Refused
from bareme.office.database import writing
from bareme.office.pools.models import Pool
from bareme.office.runs.models import RunLease

EXPIRES = timedelta(minutes=10)  # without a sign of life from another machine
RENEW_SECONDS = 20.0
ASK_SECONDS = 0.2


class Lease:
    """The right to write the next run of a pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.token = secrets.token_hex(16)
        self._renewed = monotonic()

    def hold(self) -> None:
        """Within the transaction that writes the outcome: is it still ours?

        Errors: Refused `run-overtaken`.
        """
        if not RunLease.objects.filter(pool=self.pool, token=self.token).exists():
            raise Refused("run-overtaken", pool=self.pool.slug)

    def renew(self) -> None:
        """A sign of life, now and then."""
        if monotonic() - self._renewed >= RENEW_SECONDS:
            with writing():
                self.hold()
                RunLease.objects.filter(pool=self.pool, token=self.token).update(renewed_at=datetime.now(UTC))
            self._renewed = monotonic()

    def release(self) -> None:
        """Done."""
        with writing():
            RunLease.objects.filter(pool=self.pool, token=self.token).delete()


@contextmanager
def leased(pool: Pool, wait: float = 0.0) -> Iterator[Lease]:
    """Hold the pool's lease; `wait` so many seconds for somebody else's run to end.

    Errors: Refused `run-going-on`, `database-...`.
    """
    lease, until = Lease(pool), monotonic() + wait
    while (other := _take(lease)) is not None:
        if monotonic() >= until:
            raise Refused(
                "run-going-on", pool=pool.slug, host=other.host, process=other.process, since=f"{other.started_at:%H:%M:%S}Z"
            )
        sleep(ASK_SECONDS)
    try:
        yield lease
    finally:
        lease.release()


def _take(lease: Lease) -> RunLease | None:
    """Take the lease; None if it is ours now, else who has it."""
    now = datetime.now(UTC)
    with writing():
        other: RunLease | None = RunLease.objects.filter(pool=lease.pool).first()
        if other is not None and not _dead(other, now):
            return other
        RunLease(
            pool=lease.pool, host=socket.gethostname(), process=os.getpid(), started_at=now, renewed_at=now, token=lease.token
        ).save()
    return None


def _dead(other: RunLease, now: datetime) -> bool:
    if other.host == socket.gethostname() and not _alive(other.process):
        return True
    return bool(now - other.renewed_at > EXPIRES)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
