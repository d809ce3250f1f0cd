"""docs/security.md answers every requirement of ASVS 5.0.0's levels 1 and 2, and every test it names is there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

# How many requirements of levels 1 and 2 each section has. The first ones of a section, where none is of level 3 alone.
FIRST = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2, "3.3": 4, "3.4": 6,
    "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12,
    "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2,
    "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2,
    "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1, "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1,
    "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5,
    "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4, "17.3": 2,
}  # fmt: skip


def rows(root: Path) -> list[list[str]]:
    """The tables of the chapters."""
    chapters = (root / "docs" / "security.md").read_text(encoding="utf-8").partition("## V1 ")[2]
    return [line.strip("| ").split(" | ") for line in chapters.splitlines() if re.match(r"\| \d", line)]


def test_every_requirement_is_answered_once(root: Path) -> None:
    answered: Counter[str] = Counter()
    for numbers, *_ in rows(root):
        for section, first, last in re.findall(r"(\d+\.\d+)\.(\d+)(?:–(\d+))?", numbers):
            answered.update(f"{section}.{number}" for number in range(int(first), int(last or first) + 1))
    wanted = [f"{section}.{number}" for section, count in FIRST.items() for number in range(1, count + 1)]
    assert len(wanted) == 253  # 70 of level 1, 183 of level 2
    assert answered == Counter(wanted)


def test_every_test_that_is_named_is_there(root: Path) -> None:
    text = (root / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.py)::([\w:]+|\*)`", text)
    assert len(named) > 80
    for file, name in named:
        path = root / file if "/" in file else root / "tests" / "portal" / file
        tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        there = {node.name for node in tree if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        assert name == "*" or set(name.split("::")) <= there, f"{file}::{name}"


def test_what_is_not_met_is_said_at_the_top(root: Path) -> None:
    top = (root / "docs" / "security.md").read_text(encoding="utf-8").partition("## What we decided")[0]
    for numbers, answer, *_ in rows(root):
        if "**not met**" in answer:
            assert all(number in top for number in re.findall(r"\d+\.\d+\.\d+", numbers)), numbers


def test_the_proxy_is_set_as_it_says(root: Path) -> None:
    said = (root / "examples" / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    assert "ssl_protocols TLSv1.2 TLSv1.3;" in said
    plain, _, secure = said.partition("listen 443")
    assert "location /api/ { return 403; }" in plain
    for header in ("X-Real-IP $remote_addr", "X-Forwarded-Proto https", "Host $host"):
        assert f"proxy_set_header {header};" in secure
    assert "limit_req " in secure
    assert "client_max_body_size 100m;" in secure
