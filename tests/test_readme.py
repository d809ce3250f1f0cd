"""The README runs: every ```console block, in order, prints what the page shows.

`$ ` begins a command, the lines below it are its output; a line `...` stands for any number of lines.
Commands that are not to be run here (cloning, making the environment) belong in a ```sh block.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from source_tree import ROOT

PAGES = {"README.md": "en", "README.fr.md": "fr"}
LOCALES = {"en": "C.UTF-8", "fr": "fr_FR.UTF-8"}
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Command:
    line: int  # in the page
    text: str
    output: list[str] = field(default_factory=list)


def commands(page: str) -> list[Command]:
    """Every command of the page's console blocks, with the output shown below it."""
    found: list[Command] = []
    for block in BLOCK.finditer(page):
        first = page.count("\n", 0, block.start(1)) + 1
        for number, line in enumerate(block[1].splitlines(), first):
            if line.startswith("$ "):
                found.append(Command(number, line[2:]))
            elif found and found[-1].text.endswith("\\") and not found[-1].output:
                found[-1].text += "\n" + line
            else:
                assert found, f"line {number}: output before the first command"
                found[-1].output.append(line.rstrip())
    return found


def run(command: Command, folder: Path, language: str) -> list[str]:
    """The lines the command prints in `folder`, screen and errors together as a reader sees them."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    plain = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONUTF8": "1", "LANG": LOCALES[language]}
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-c", command.text],
        cwd=folder,
        env={**mine, **plain, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0 or command.output, f"line {command.line}: $ {command.text}\nfailed:\n{done.stdout}"
    return [line.rstrip() for line in done.stdout.splitlines()]


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether the page shows what was printed, `...` standing for any number of lines."""
    pattern = "".join("(?:.*\n)*" if line.strip() == "..." else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def check(page: str, folder: Path, language: str) -> int:
    """Run the page; the number of its commands. Fails on the first that prints something else."""
    every = commands(page)
    for command in every:
        printed = run(command, folder, language)
        if not matches(command.output, printed):
            wanted, got = "\n".join(command.output), "\n".join(printed)
            pytest.fail(
                f"line {command.line}: $ {command.text}\n-- the page shows\n{wanted}\n-- it printed\n{got}", pytrace=False
            )
    return len(every)


@pytest.fixture
def stand_in(tmp_path: Path) -> Path:
    """A folder that shows all that the repository's root has; what a command writes there is not left in the repository."""
    for entry in ROOT.iterdir():
        (tmp_path / entry.name).symlink_to(entry)
    return tmp_path


@pytest.mark.parametrize("name", PAGES)
def test_the_page_prints_what_it_shows(name: str, stand_in: Path) -> None:
    number = check((ROOT / name).read_text(encoding="utf-8"), stand_in, PAGES[name])
    assert number >= 3, "a first minute has a few commands"


# -- the test itself can fail

PAGE = """\
Words.
```console
$ printf 'one\\ntwo\\nthree\\n'
one
{second}
three
$ echo four \\
  five
four five
```
```sh
exit 1
```
```console
$ true
```
"""


@pytest.mark.parametrize("second", ["two", "...", "two\n..."])
def test_a_right_output_passes(second: str, tmp_path: Path) -> None:
    assert check(PAGE.format(second=second), tmp_path, "en") == 3


@pytest.mark.parametrize("second", ["too", "tw", "two ...", "two\ntwo", ""])
def test_a_wrong_output_fails(second: str, tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"line 3: \$ printf"):
        check(PAGE.format(second=second), tmp_path, "en")


def test_a_missing_output_fails(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match="line 2"):
        check("```console\n$ echo one\n```\n", tmp_path, "en")


def test_a_failing_command_without_output_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="line 2"):
        check("```console\n$ false\n```\n", tmp_path, "en")
