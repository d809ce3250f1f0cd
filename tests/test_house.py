"""The house keeps its shape: imports go downwards, rulebooks are pure, files small, nothing of one machine stays behind."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from source_tree import ROOT, files, imports, modules

# From the top down; a part may import itself and what stands below. docs/map.md shows the same picture.
HOUSE = (
    ("cli",),
    ("portal",),
    ("office",),
    ("lab",),
    ("",),  # the package itself, which offers the functions of api
    ("api",),
    ("engines",),
    ("readers", "writers"),
    ("explain", "calculators"),
    ("lists",),
    ("replay",),
    ("rulebooks",),
    ("journal",),
    ("findings",),
    ("facts",),
    ("rounding",),
)
FLOOR = {part: floor for floor, parts in enumerate(HOUSE) for part in parts}

RULEBOOK_MODULES = sorted(name for name in modules() if name.startswith("bareme.rulebooks"))
RULES = [name for name in RULEBOOK_MODULES if name.endswith(".rules")]

# What thinking needs. Files, clocks, chance, screens and databases are not among them.
PURE = {
    *("__future__", "abc", "bisect", "collections", "collections.abc", "dataclasses", "datetime", "decimal", "enum", "fractions"),
    *("functools", "heapq", "itertools", "json", "math", "operator", "re", "types", "typing"),
}
# base.py alone reads files: the regulations packed with it, and the house file a user names.
STATED_EXCEPTIONS = {
    "bareme.rulebooks.base": {"importlib", "importlib.resources", "importlib.resources.abc", "pathlib", "tomllib"}
}
IMPURE_CALLS = {"open", "print", "input", "today", "now", "utcnow"}


def part(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


@pytest.mark.parametrize("module", sorted(modules()))
def test_imports_go_downwards_only(module: str) -> None:
    assert part(module) in FLOOR, f"say in HOUSE and in docs/map.md where {module} stands"
    for other in (name for name in imports(module) if name.partition(".")[0] == "bareme"):
        below = part(other) == part(module) or FLOOR[part(other)] > FLOOR[part(module)]
        assert below, f"{module} imports {other}, which does not stand below it"


def test_every_part_of_the_package_is_on_the_map() -> None:
    shown = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
    missing = {part(module) for module in modules() if part(module)} - set(re.findall(r"[a-z]+", shown))
    assert not missing


def test_what_the_map_shows_exists() -> None:
    shown = re.findall(r"\b[a-z_][a-z_-]*\.(?:py|toml|md)\b", (ROOT / "docs" / "map.md").read_text(encoding="utf-8"))
    assert not set(shown) - {file.name for file in files()}


@pytest.mark.parametrize("module", RULEBOOK_MODULES)
def test_rulebooks_know_no_file_database_clock_or_screen(module: str) -> None:
    outside = {name for name in imports(module) if name.partition(".")[0] != "bareme"}
    assert outside <= PURE | STATED_EXCEPTIONS.get(module, set())
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            assert called not in IMPURE_CALLS, f"{module}:{node.lineno} calls {called}"


@pytest.mark.parametrize("module", RULEBOOK_MODULES)
def test_a_federation_does_not_lean_on_another(module: str) -> None:
    folder = module.split(".")[2:3]
    folders = {name.split(".")[2] for name in RULEBOOK_MODULES if name.count(".") == 3}
    others = folders - set(folder)
    leans = {name for name in imports(module) if name.startswith("bareme.rulebooks.") and name.split(".")[2] in others}
    assert not leans


@pytest.mark.parametrize("module", RULES)
def test_rules_are_plain_functions_of_numbers(module: str) -> None:
    own = module.removesuffix("rules")
    allowed = {"__future__", "math", "collections.abc", "typing", "bareme.rounding"}
    foreign = {name for name in imports(module) if name not in allowed and not name.startswith(own)}
    assert not foreign
    assert not imports(module) & {own + "book", own + "words", own + "calculators"}


def test_starting_the_command_line_loads_nothing_heavy() -> None:
    heavy = "{'django', 'numba', 'numpy', 'pandas', 'polars', 'pyarrow', 'rich'}"
    script = f"import sys, bareme.cli; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# -- files

TEXTS = [file for file in files() if file.suffix in {".cfg", ".in", ".md", ".py", ".sh", ".toml", ".txt", ".yml", ""}]

# The letters in brackets keep this file from finding itself.
UNWANTED = {
    "unfinished work": r"\b(?:TOD[O]|FIXM[E])\b",
    "a path of one machine": r"/(?:wor[k]|roo[t]|hom[e]/\w+|User[s]/\w+|opt/whee[l]s)\b",
    "a registry's host": r"pyp[i]\.org|pythonhoste[d]|npmj[s]|crates\.i[o]|anacond[a]\.",
}


@pytest.mark.parametrize("what", UNWANTED)
def test_nothing_unwanted_stays_behind(what: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for file in TEXTS
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(UNWANTED[what], line)
    ]
    assert not found, what


@pytest.mark.parametrize("file", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda file: file.name)
def test_requirements_are_hashed_and_name_no_source(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if re.search(r"://|^\s*-[-a-z]*(?:index|find-links)", line)]
    pinned = [at for at, line in enumerate(lines) if "==" in line]
    assert pinned
    assert all(lines[at + 1].lstrip().startswith("--hash=sha256:") for at in pinned)


def test_no_source_file_is_longer_than_a_few_screens() -> None:
    lengths = {
        file.relative_to(ROOT): len(file.read_text(encoding="utf-8").splitlines())
        for file in files()
        if file.suffix == ".py" and file.parent.name != "migrations"  # as Django writes them
    }
    assert not {str(file): length for file, length in lengths.items() if length > 500}
