"""A cluster for tests: the one at BAREME_SPARK_REMOTE, else a Sail server of our own that ends with the tests."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from queue import Empty, Queue
from threading import Thread

import pytest

PATIENCE = 60  # seconds until the server says its port
# It ends with its standard input, so with the tests, however they end.
SERVER = """
import os, sys
from pysail.spark import SparkConnectServer
server = SparkConnectServer("127.0.0.1", 0)
server.start(background=True)
print("port", server.listening_address[1], flush=True)
sys.stdin.read()
os._exit(0)
"""


@cache
def remote() -> str:
    """Where the cluster listens; the test is skipped without one."""
    given = os.environ.get("BAREME_SPARK_REMOTE")
    if given:
        return given
    if find_spec("pysail") is None:
        pytest.skip("pysail is not installed")
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    atexit.register(_end, server)
    said: Queue[str] = Queue()
    Thread(target=_listen, args=(server, said), daemon=True).start()
    try:
        return f"sc://127.0.0.1:{said.get(timeout=PATIENCE)}"
    except Empty:
        pytest.fail(f"Sail did not start within {PATIENCE} seconds")


def _listen(server: subprocess.Popen[str], said: Queue[str]) -> None:
    for line in server.stdout or ():
        if line.startswith("port "):
            said.put(line.split()[1])


def _end(server: subprocess.Popen[str]) -> None:
    server.kill()
    server.wait()
