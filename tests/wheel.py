"""A wheel, installed into an empty environment, works: without extras, with `fast`, and without a home that can be written.

`python tests/wheel.py [PYTHON ...]`; some minutes and a package registry, so it is not among the tests: `make wheel-check`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = {"elo": ["ladder.csv"], "ffbg": ["matchs.csv", "decisions.csv"]}


def run(*command: str | Path, where: Path, code: int = 0, more: Mapping[str, str] | None = None) -> str:
    """What a command says. It must end with `code`."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BAREME", "XDG"))}
    done = subprocess.run(
        list(map(str, command)), cwd=where, env=environment | dict(more or {}), capture_output=True, text=True, check=False
    )  # fmt: skip
    if done.returncode != code:
        sys.exit(f"{' '.join(map(str, command))}\nended with {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done.stdout + (done.stderr if code else "")


def check(python: str, wheel: Path, folder: Path) -> None:
    """One Python: an environment with nothing in it, then with the extra."""
    run(python, "-m", "venv", folder / "venv", where=folder)
    pip: list[str | Path] = [folder / "venv" / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    bareme = folder / "venv" / "bin" / "bareme"
    run(*pip, wheel, where=folder)
    files = {name: [ROOT / "examples" / name / file for file in some] for name, some in EXAMPLES.items()}
    rates: dict[str, list[str | Path]] = {
        name: [bareme, "rate", *some, "--rulebook", name, "--format", "json"] for name, some in files.items()
    }
    lists = {name: run(*command, where=folder) for name, command in rates.items()}
    for name in ("elo", "ffbg", "fide", "fisf"):
        run(bareme, "rulebooks", name, where=folder)
    refused = run(*rates["elo"], "--engine", "fast", where=folder, code=2)
    if "bareme[fast]" not in refused:
        sys.exit(f"without the extra, --engine fast does not say what to install:\n{refused}")
    run(*pip, f"bareme[fast] @ {wheel.as_uri()}", where=folder)
    for home in (folder, Path("/proc/none")):
        more = {"HOME": str(home), "TMPDIR": str(home if home == folder else "/proc/none")}
        for name, command in rates.items():
            if run(*command, "--engine", "fast", where=folder, more=more) != lists[name]:
                sys.exit(f"{name}: the engines do not print the same")
    version = run(python, "-c", "import platform; print(platform.python_version())", where=folder).strip()
    print(f"Python {version}: without extras, with fast, and with a home that cannot be written: good", flush=True)


def main(pythons: list[str]) -> None:
    """Build, then check each Python there is."""
    with tempfile.TemporaryDirectory(prefix="bareme-wheel-") as made:
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", made, where=ROOT)
        (wheel,) = Path(made).glob("*.whl")
        for number, python in enumerate(pythons or [sys.executable]):
            folder = Path(made) / str(number)
            folder.mkdir()
            check(python, wheel, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
