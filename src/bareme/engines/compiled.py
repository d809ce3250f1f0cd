"""The rulebooks' functions, compiled as they are written. No formula stands here.

numba compiles a function only when those it calls are compiled too, so a module's functions are bound anew, in the
order they are defined, to a copy of its names. numba's cache on disk does not see that a function in another file
has changed; so the cache's folder bears a hash of all the sources that go into the kernels.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba


@cache
def rules_of(rulebook: str) -> SimpleNamespace:
    """The functions of a rulebook's rules.py, compiled; its constants as they are."""
    return bound(import_module(f"bareme.rulebooks.{rulebook}.rules"))


def bound(module: ModuleType) -> SimpleNamespace:
    """A module's names with its functions, and those it imports from our own modules, compiled."""
    names: dict[str, Any] = dict(vars(module))
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__.startswith("bareme."):
            if value.__module__ == module.__name__:
                names[name] = numba.njit(FunctionType(value.__code__, names, name, value.__defaults__))
            else:
                names[name] = getattr(bound(sys.modules[value.__module__]), name)
    return SimpleNamespace(**names)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a loop over many results, and keep the machine code for the next run."""
    with _cache_folder():
        return numba.njit(cache=True, nogil=True)(function)


@contextmanager
def _cache_folder() -> Iterator[None]:
    """Numba's cache folder set to ours while a function is decorated, and put back after."""
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        settings.CACHE_DIR = before


@cache
def cache_folder() -> Path:
    """Where the machine code is kept: BAREME_CACHE_DIR, else the user's cache, else a folder for this run alone."""
    key = source_hash()
    for base in (os.environ.get("BAREME_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME"), Path.home() / ".cache"):
        if base:
            folder = Path(base) / "bareme" / key
            try:
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryFile(dir=folder):
                    return folder
            except OSError:
                continue
    return Path(tempfile.mkdtemp(prefix="bareme-"))


@cache
def source_hash() -> str:
    """A hash of every source that goes into a kernel: the rulebooks' rules and tables, the roundings, the kernels."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    package = resources.files("bareme")
    rulebooks = sorted(package.joinpath("rulebooks").iterdir(), key=lambda folder: folder.name)
    engines = sorted(package.joinpath("engines").iterdir(), key=lambda file: file.name)
    rules = [folder.joinpath(name) for folder in rulebooks for name in ("rules.py", "tables.py")]
    for file in [package.joinpath("rounding.py"), *rules, *engines]:
        if file.is_file() and file.name.endswith(".py"):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
