"""An office's commands, each in a process of its own that is forked from this one, which has loaded everything before: a process
that is killed dies in its work, not while it begins.

A line of JSON in: [arguments, seconds after which it is killed, or null]. One out: [code, what it said]; `code` is below zero
where a signal ended it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time
import traceback
from importlib import import_module

from bareme.cli import main
from bareme.office import open_office

PARTS = ("audit.diary", "corrections.service", "editions.service", "imports.service", "runs.service", "users.service")


def command(arguments: list[str], said: int) -> int:
    """In the child: run it, what it prints goes to the file `said`."""
    os.dup2(said, 1)
    os.dup2(said, 2)
    try:
        code = main(["office", *arguments])
    except BaseException:
        traceback.print_exc()
        code = 70
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def ended(pid: int, after: float | None) -> int:
    """How the child ended; killed after so many seconds, if it had not ended before."""
    until = time.monotonic() + (after or 0.0)
    while after is not None and time.monotonic() < until:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    if after is not None:
        os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    open_office()
    for part in PARTS:
        import_module(f"bareme.office.{part}")
    for line in sys.stdin:
        arguments, after = json.loads(line)
        with tempfile.TemporaryFile() as file:
            pid = os.fork()
            if pid == 0:
                os._exit(command(arguments, file.fileno()))
            code = ended(pid, after)
            file.seek(0)
            print(json.dumps([code, file.read().decode("utf-8", "replace")]), flush=True)
