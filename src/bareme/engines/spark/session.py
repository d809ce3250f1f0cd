"""The connection to a cluster, and what goes wrong with it in words."""

from __future__ import annotations

import os
import re
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from bareme.findings import Refused, in_words

PACKAGES = ("pyspark", "grpc", "pandas", "pyarrow", "polars")
PORT = 15002  # Spark Connect's own
PATIENCE = 10.0  # seconds for a server that does not answer; Spark's own client would try for minutes
LONGEST_WHY = 300


def connect(remote: str | None) -> Any:
    """A session on the cluster at `remote` (`sc://host:port`), else at SPARK_REMOTE.

    Errors: Refused `spark-extra-missing`, `spark-no-remote`, `spark-cannot-connect`.
    """
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise Refused("spark-extra-missing", names=missing)
    address = remote or os.environ.get("SPARK_REMOTE", "")
    if not address:
        raise Refused("spark-no-remote")
    _reach(address)
    with quiet(), _main_with_a_file():
        from pyspark.errors import PySparkException
        from pyspark.sql.connect.session import SparkSession

        try:
            session: Any = SparkSession.builder.remote(address).getOrCreate()
            session.version  # noqa: B018  # the first question to the server
        except (PySparkException, _rpc_error(), ValueError) as error:
            raise Refused("spark-cannot-connect", value=address, why=brief(error)) from None
    return session


def _reach(address: str) -> None:
    """Does anybody listen there?"""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or PORT
    except ValueError as error:
        raise Refused("spark-cannot-connect", value=address, why=str(error)) from None
    if parts.scheme != "sc" or not host:
        why = {"en": "it does not begin with sc://host", "fr": "elle ne commence pas par sc://hôte"}
        raise Refused("spark-cannot-connect", value=address, why=why)
    try:
        with socket.create_connection((host, port), PATIENCE):
            pass
    except OSError as error:
        raise Refused("spark-cannot-connect", value=address, why=in_words(error)) from None


def _rpc_error() -> Any:
    import grpc

    return grpc.RpcError


@contextmanager
def _main_with_a_file() -> Iterator[None]:
    """Where the program has no file (`python -c`, a process of a test), the client takes itself for its own doctest and ends
    the process, unless all of Spark is there.
    """
    main = sys.modules["__main__"]
    if hasattr(main, "__file__"):
        yield
        return
    main.__file__ = ""
    try:
        yield
    finally:
        del main.__file__


@contextmanager
def quiet() -> Iterator[None]:
    """Without what the client has to say of the versions of its own libraries."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def told() -> Iterator[None]:
    """A job on the cluster: its failure is told in words.

    Errors: Refused `spark-workers-unready`, `spark-failed`.
    """
    from pyspark.errors import PySparkException

    try:
        with quiet():
            yield
    except (PySparkException, _rpc_error()) as error:
        missing = re.search(r"No module named '?([\w.]+)", str(error))
        if missing:
            raise Refused("spark-workers-unready", name=missing[1]) from None
        raise Refused("spark-failed", why=brief(error)) from None


def brief(error: Exception) -> str:
    """The line of a long message that says what happened: the last `...Error: why`, else the first."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    named = [line for line in lines if re.match(r"[\w.]*(?:Error|Exception)\b:? ", line)]
    line = (named or lines or [type(error).__name__])[-1 if named else 0]
    return line.rstrip(".")[:LONGEST_WHY]
