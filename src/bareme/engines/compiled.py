"""Loops over millions of results, compiled once for an installation and kept.

A kernel is a plain Python function over arrays. When it is first called it is compiled, together with the rulebook's
own scalar functions that it calls (`compiling.py`), and the machine code is put on disk; the next run loads that code
without starting the compiler, which alone would take longer than rating a million games. The file bears a hash of all
functions and constants that went into it, so that changed rules never meet old machine code.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite.binding as llvm

_SCALARS: dict[str, Any] = {"f8": ctypes.c_double, "i8": ctypes.c_int64, "u8": ctypes.c_uint64}
PAIRS = "pairs"  # an array of two columns that the loop sees as a tuple of pairs, the form that the rules know
_lock = Lock()
_HELPERS = ("NRT_", "numba_")  # the compiler's own, for exceptions and allocations; no kernel gets as far as calling one


class Kernel:
    """A loop. `arguments` are its types: `u4[]` an array, `f8[,]` one of two dimensions, `f8`, `i8`, `u8` scalars, `pairs`."""

    def __init__(self, loop: Any, arguments: Sequence[str], returns: str | None = None) -> None:
        self.loop = loop
        self.arguments = tuple(arguments)
        self.returns = returns
        self.name = f"{loop.__module__.rpartition('.')[2]}.{loop.__name__}"
        self._ready: dict[tuple[int, ...], Any] = {}  # by the lengths of its pairs

    def __call__(self, *values: Any) -> Any:
        """Run over arrays, in place. Arrays must have the declared type and lie in memory row after row."""
        lengths = tuple(len(value) for kind, value in zip(self.arguments, values, strict=True) if kind == PAIRS)
        function = self._ready.get(lengths) or self._made_ready(lengths)
        flat: list[Any] = []
        for kind, value in zip(self.arguments, values, strict=True):
            if kind in _SCALARS:
                flat.append(value)
            else:
                flat.extend(_pointer(kind, value))
        return function(*flat)

    def _made_ready(self, lengths: tuple[int, ...]) -> Any:
        with _lock:
            address = _load(*_machine_code(self, lengths))
        types: list[Any] = []
        for kind in self.arguments:
            types.extend([_SCALARS[kind]] if kind in _SCALARS else [ctypes.c_void_p] + [ctypes.c_int64] * _dimensions(kind))
        function = ctypes.CFUNCTYPE(_SCALARS[self.returns] if self.returns else None, *types)(address)
        self._ready[lengths] = function
        return function


def kernel(*arguments: str, returns: str | None = None) -> Callable[[Callable[..., Any]], Kernel]:
    """Make a kernel of a loop over arrays."""
    return lambda loop: Kernel(loop, arguments, returns)


def _dimensions(kind: str) -> int:
    return 0 if kind == PAIRS else 2 if "," in kind else 1


def _pointer(kind: str, array: Any) -> list[int]:
    wanted = "f8" if kind == PAIRS else kind.partition("[")[0]
    about = array.__array_interface__
    if about["typestr"][1:] != wanted or about["strides"] is not None or array.ndim != (_dimensions(kind) or 2):
        raise TypeError(f"{kind} expected, not {array.dtype} with strides {array.strides}")
    return [about["data"][0], *array.shape[: _dimensions(kind)]]


# -- machine code, kept


def _machine_code(kernel: Kernel, lengths: tuple[int, ...]) -> tuple[str, bytes]:
    """The names of the kernel's entry and of what it calls, and its object file: from the folder, else compiled now."""
    name = "-".join([kernel.name, *map(str, lengths), source_hash(kernel.loop), _processor()])
    folder = cache_folder()
    file = folder and folder / f"{name}.o"
    if file:
        try:
            names, code = file.read_bytes().split(b"\n", 1)
            return names.decode(), code
        except (OSError, ValueError):
            pass
    from bareme.engines.compiling import machine_code

    _say_compiling(kernel.name, folder)
    made, code = machine_code(kernel, lengths)
    if file:
        _put(file, made.encode() + b"\n" + code)
    return made, code


def _put(file: Path, content: bytes) -> None:
    """Write a file whole or not at all: two first runs at once must not read each other's half."""
    try:
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
            part.write(content)
        Path(part.name).replace(file)
    except OSError:  # a full disk costs the next run its compiling, no more
        return


def _say_compiling(name: str, folder: Path | None) -> None:
    french = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "").lower().startswith("fr")
    if french:
        each_time = "à chaque fois, faute d'un dossier inscriptible (BAREME_CACHE_DIR)"
        once = "une seule fois par installation" if folder else each_time
        sys.stderr.write(f"bareme : compilation de {name}, {once}\n")
    else:
        once = "once after installing" if folder else "each time, for want of a folder to keep it in (BAREME_CACHE_DIR)"
        sys.stderr.write(f"bareme: compiling {name}, {once}\n")


def _load(names: str, code: bytes) -> int:
    """The address of the entry of an object file brought into this process. `names`: the entry's, then of what it calls."""
    entry, *called = names.split()
    fatal = ctypes.cast(ctypes.pythonapi.Py_FatalError, ctypes.c_void_p).value
    for helper in called:
        if helper.startswith(_HELPERS):
            llvm.add_symbol(helper, fatal)
    engine = _engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return int(engine.get_function_address(entry))


@cache
def _engine() -> Any:
    """What brings object files into this process; what it loaded stays as long as the process runs."""
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())


@cache
def target_machine() -> Any:
    """The processor at hand, as LLVM knows it."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(llvm.get_host_cpu_name(), features, opt=3, codemodel="jitdefault", jit=True)


@cache
def _processor() -> str:
    """A short name for this processor's instructions: a home may be shared between machines."""
    about = llvm.get_host_cpu_name() + llvm.get_host_cpu_features().flatten()
    return hashlib.sha256(about.encode()).hexdigest()[:8]


# -- where it is kept


@lru_cache(maxsize=1)
def cache_folder() -> Path | None:
    """Where the machine code is kept: BAREME_CACHE_DIR, else the user's cache, else a private folder among the temporary
    ones; None where none of them can be written.
    """
    key = tools_hash()
    own = Path(tempfile.gettempdir()) / f"bareme-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
    bases = [os.environ.get("BAREME_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME"), _home_cache()]
    for folder in [*(Path(base) / "bareme" / key for base in bases if base), own / key]:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        if folder.parent != own or _private(own):
            return folder
    return None


def _home_cache() -> str | None:
    try:
        return str(Path.home() / ".cache")
    except RuntimeError:  # nobody's home
        return None


def _private(folder: Path) -> bool:
    """Nobody else may put machine code into a folder that we load it from."""
    about = folder.lstat()
    writable = stat.S_IMODE(about.st_mode) & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(about.st_mode) and (not hasattr(os, "getuid") or about.st_uid == os.getuid()) and not writable


@cache
def tools_hash() -> str:
    """A hash of what makes machine code of a loop: the compiler, and our modules that start it."""
    digest = hashlib.sha256(f"{_version_of_numba()} {llvm.llvm_version_info} {sys.version}".encode())
    for name in ("compiled.py", "compiling.py", "intrinsics.py"):
        digest.update(resources.files("bareme").joinpath("engines", name).read_bytes())
    return digest.hexdigest()[:16]


def _version_of_numba() -> str:
    """What says its version, without starting it."""
    found = find_spec("numba")
    file = Path(found.origin).with_name("_version.py") if found and found.origin else None
    if file and file.is_file():
        return file.read_text()
    from importlib.metadata import version

    return version("numba")


def source_hash(loop: FunctionType) -> str:
    """A hash of a loop as it is loaded, with all functions of ours that it calls and all constants that they use."""
    digest = hashlib.sha256()
    met: set[str] = set()
    waiting: list[tuple[CodeType, dict[str, Any]]] = [(loop.__code__, loop.__globals__)]
    while waiting:
        code, names = waiting.pop()
        digest.update(repr((code.co_name, code.co_varnames, code.co_names)).encode() + code.co_code)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                waiting.append((constant, names))
            else:  # a set has no order of its own
                digest.update(repr(sorted(map(repr, constant)) if isinstance(constant, frozenset) else constant).encode())
        for name in code.co_names:
            value = names.get(name)
            function = value.loop if isinstance(value, Kernel) else value
            if isinstance(function, FunctionType) and function.__module__.startswith("bareme."):
                if f"{function.__module__}.{name}" not in met:
                    met.add(f"{function.__module__}.{name}")
                    waiting.append((function.__code__, function.__globals__))
            elif not isinstance(value, (FunctionType, ModuleType)):
                digest.update(f"{name} = {value!r}".encode())
    return digest.hexdigest()[:12]
