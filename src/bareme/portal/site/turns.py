"""Work that takes a processor for seconds: one at a time in each process, and nobody waits for ever."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bareme.findings import Refused

PATIENCE = 20.0  # seconds


def _two() -> threading.BoundedSemaphore:
    return threading.BoundedSemaphore(2)


@dataclass
class Turn:
    """`with turn.taken():` runs alone. One works, one waits; whoever comes then is not kept, nor the server's threads."""

    busy: str  # the code of the refusal
    lock: threading.Lock = field(default_factory=threading.Lock)
    there: threading.BoundedSemaphore = field(default_factory=_two)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Errors: Refused, with the code `busy`."""
        if not self.there.acquire(blocking=False):
            raise Refused(self.busy)
        try:
            if not self.lock.acquire(timeout=PATIENCE):
                raise Refused(self.busy)
            try:
                yield
            finally:
                self.lock.release()
        finally:
            self.there.release()
