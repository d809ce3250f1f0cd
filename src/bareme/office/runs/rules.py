"""By which rules a run was made: hashes of the rulebook's files, and the engine."""

from __future__ import annotations

import platform
import sys
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

import bareme

# What turns facts into ratings. Explanations, calculators and examples do not.
_SHARED = (
    "facts.py",
    "journal.py",
    "replay.py",
    "rounding.py",
    "rulebooks/base.py",
    "rulebooks/book.py",
    "rulebooks/parameters.py",
)
_ASIDE = ("words.py", "calculators.py", "errata.toml", "findings.toml")


@cache
def rules_sha256(rulebook: str) -> str:
    """The hash of everything that makes this rulebook's ratings: its versions, its functions, the fold."""
    home = resources.files("bareme")
    folder = home.joinpath("rulebooks", rulebook)
    files = {name: home.joinpath(name) for name in _SHARED}
    for part in (folder, folder.joinpath("versions")):
        files.update({f"{part.name}/{file.name}": file for file in part.iterdir() if _counts(file)})
    whole = sha256()
    for name in sorted(files):
        whole.update(f"{name} {sha256(files[name].read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def _counts(file: Traversable) -> bool:
    return file.name.endswith((".py", ".toml")) and file.name not in _ASIDE


def engine() -> str:
    """The program that rates, and the machine: powers may differ in the last digit between processors."""
    version = ".".join(map(str, sys.version_info[:2]))
    return f"bareme {bareme.__version__}, Python {version}, {platform.machine()}"[:100]
