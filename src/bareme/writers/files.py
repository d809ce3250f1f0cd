"""Files written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from bareme.findings import Refused, in_words


@contextmanager
def replacing(path: str | Path) -> Iterator[TextIO]:
    """A text file (UTF-8) that takes its name when it is complete; until then, and when something fails, the old one stays.

    What is no regular file (a pipe, a terminal) is written as it comes. Of a file's name that is no UTF-8, the bytes that
    mean nothing are written out.

    Errors: Refused `cannot-write`.
    """
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            with path.open("w", **_AS_TEXT) as file:
                yield file
        else:
            with _new_beside(path) as new, new.open("w", **_AS_TEXT) as file:
                yield file
    except BrokenPipeError:  # its reader has enough; who called knows what that means
        raise
    except OSError as error:
        raise cannot_write(path, error) from None


@contextmanager
def replacing_by_name(path: str | Path) -> Iterator[Path]:
    """The same for a library that writes a file itself: yields the name to write under.

    Errors: Refused `cannot-write`.
    """
    try:
        with _new_beside(Path(path)) as new:
            yield new
    except OSError as error:
        raise cannot_write(Path(path), error) from None


_AS_TEXT: dict[str, Any] = {"encoding": "utf-8", "newline": "", "errors": "backslashreplace"}


@contextmanager
def _new_beside(path: Path) -> Iterator[Path]:
    path = Path(os.path.realpath(path))  # a link stays one, unless it leads in a circle
    new = path.with_name(f".{path.name}.{secrets.token_hex(8)}.new")  # known before it is there: told to stop, it goes again
    try:
        new.touch(mode=0o600, exist_ok=False)
        yield new
        with new.open("rb+") as file:
            os.fsync(file.fileno())
        new.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def cannot_write(path: Path, error: OSError) -> Refused:
    """What is said of a file that cannot be written."""
    missing = {"en": "its folder does not exist", "fr": "son dossier n'existe pas"}
    return Refused("cannot-write", file=path, why=missing if isinstance(error, FileNotFoundError) else in_words(error))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
