"""A command that is told to stop: what it was making is cleared away, one line says so, the exit code names the signal."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bareme.cli.options import words

_ALSO = ("SIGTERM", "SIGHUP")  # left as they are, they would end Python at once, half-written files and all


class Told(KeyboardInterrupt):
    """Another signal than that of the keyboard: Told(number)."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Within, the signals that end a process are raised as `Told`, those apart that the caller has set otherwise (nohup)."""
    kept: dict[Any, Any] = {}
    if threading.current_thread() is threading.main_thread():  # no other may set them
        for number in (getattr(signal, name) for name in _ALSO if hasattr(signal, name)):
            if signal.getsignal(number) is signal.SIG_DFL:
                kept[number] = signal.signal(number, _tell)
    try:
        yield
    finally:
        for number, before in kept.items():
            signal.signal(number, before)


def _tell(number: int, frame: Any) -> None:
    raise Told(number)


def stopped(interrupt: KeyboardInterrupt) -> int:
    """Say so on the error stream; the exit code, as shells make it of a signal."""
    number = signal.Signals(interrupt.args[0]) if isinstance(interrupt, Told) else signal.SIGINT
    text = words(
        "Stopped ({}). What was not finished was neither recorded nor written.",
        "Arrêté ({}). Ce qui n'était pas fini n'a été ni enregistré ni écrit.",
    )
    print(text.format(number.name), file=sys.stderr)
    return 128 + number
