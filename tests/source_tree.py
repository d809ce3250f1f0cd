"""The source as the house tests see it: files, syntax trees, imports, and the words that calls pass on."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"


def files() -> Iterator[Path]:
    """Every file of the repository that .gitignore does not name."""
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").split()} | {".git"}
    for folder, inside, names in os.walk(ROOT):
        inside[:] = sorted(set(inside) - ignored)
        yield from (Path(folder, name) for name in sorted(names) if name not in ignored)


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package by its dotted name, parsed."""
    found = {}
    for file in sorted(SOURCE.rglob("*.py")):
        parts = file.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(file.read_text(encoding="utf-8"), str(file))
    return found


def imports(module: str) -> set[str]:
    """The dotted names a module imports, `from a import b` as `a.b` where that is a module."""
    found: set[str] = set()
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: imports are written out in full"
            assert node.module
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found.update(name if name in modules() else node.module for name in inner)
    return found


@cache
def words(module: str) -> set[str]:
    """Every string of a module that is not a docstring."""
    tree = modules()[module]
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    }


# -- words that calls pass on: literal arguments for a parameter or field of a certain name

# In facts these names carry words that are no codes: the kind of a bye, an officer's own reason.
FREE_WORDS = {"Bye", "Adjustment"}


@dataclass(frozen=True)
class Passed:
    """A literal word that a call hands to the parameter or field `name`."""

    word: str
    name: str
    where: str
    call: ast.Call


def passed(*names: str) -> list[Passed]:
    """Every literal word that any call in the package hands to a parameter or field of these names."""
    carriers = _carriers(names)
    return [
        Passed(word, name, f"{module}:{call.lineno}", call)
        for module, tree in modules().items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and (isinstance(call.func, ast.Attribute) or called(call) in _known(tree))
        for position, name in sorted(carriers.get(called(call), ()))
        for value in _arguments(call, position, name)
        for word in sorted(_texts(value, tree))
    ]


def _carriers(names: tuple[str, ...]) -> dict[str, set[tuple[int, str]]]:
    """{callable: {(position, name)}} of every parameter or field of these names."""
    found: dict[str, set[tuple[int, str]]] = {}
    for tree in modules().values():
        for node in ast.walk(tree):
            function, parameters = _signature(node)
            places = {(at, parameter) for at, parameter in enumerate(parameters) if parameter in names}
            if places and function not in FREE_WORDS:
                found.setdefault(function, set()).update(places)
    return found


@cache
def _known(tree: ast.Module) -> set[str]:
    """The functions and classes that a module defines or imports: its other names are variables."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            found.update(alias.asname or alias.name for alias in node.names)
    return found


def _signature(node: ast.AST) -> tuple[str, list[str]]:
    if isinstance(node, ast.FunctionDef):
        return node.name, _parameters(node)
    if isinstance(node, ast.ClassDef):
        makers = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"]
        fields = [item.target.id for item in node.body if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)]
        return node.name, _parameters(makers[0]) if makers else fields
    return "", []


def _parameters(function: ast.FunctionDef) -> list[str]:
    every = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return [argument.arg for argument in every if argument.arg not in ("self", "cls")]


def called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""


def _arguments(call: ast.Call, position: int, name: str) -> Iterator[ast.expr]:
    if position < len(call.args):
        yield call.args[position]
    yield from (keyword.value for keyword in call.keywords if keyword.arg == name)


def _texts(value: ast.expr, tree: ast.Module, depth: int = 3) -> set[str]:
    """The literal texts an expression may stand for, through names, tables and functions of its own module."""
    if isinstance(value, ast.Constant):
        return {value.value} if isinstance(value.value, str) and value.value else set()
    inner: list[ast.expr] = []
    if isinstance(value, ast.IfExp):
        inner = [value.body, value.orelse]
    elif isinstance(value, (ast.BoolOp, ast.Dict)):
        inner = value.values
    elif isinstance(value, ast.Subscript):
        inner = [value.value]
    elif depth and isinstance(value, ast.Name):
        inner, depth = _assigned(value.id, tree), depth - 1
    elif depth and isinstance(value, ast.Call):
        inner, depth = _returned(value, tree), depth - 1
    return set().union(*(_texts(part, tree, depth) for part in inner))


def _assigned(name: str, tree: ast.Module) -> list[ast.expr]:
    found = []
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        if isinstance(value, ast.expr) and any(isinstance(target, ast.Name) and target.id == name for target in targets):
            found.append(value)
    return found


def _returned(call: ast.Call, tree: ast.Module) -> list[ast.expr]:
    if isinstance(call.func, ast.Attribute) and call.func.attr == "get":  # a look-up in a table, perhaps with a default
        return [call.func.value, *call.args[1:]]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == called(call)]
    returns = [node for function in functions for node in ast.walk(function) if isinstance(node, ast.Return)]
    return [node.value for node in returns if node.value is not None]
