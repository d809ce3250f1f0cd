"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from bareme.findings import Refused, in_words


@contextmanager
def replacing(path: str | Path) -> Iterator[TextIO]:
    """A text file (UTF-8) that takes its name when it is complete; until then, and when something fails, the old one stays.

    What is no regular file (a pipe, a terminal) is written as it comes.

    Errors: Refused `cannot-write`.
    """
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8", newline="") as file:
                yield file
        else:
            with _new_beside(path.resolve()) as file:
                yield file
    except OSError as error:
        missing = {"en": "its folder does not exist", "fr": "son dossier n'existe pas"}
        why = missing if isinstance(error, FileNotFoundError) else in_words(error)
        raise Refused("cannot-write", file=path, why=why) from None


@contextmanager
def _new_beside(path: Path) -> Iterator[TextIO]:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
