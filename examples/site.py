"""The last part of `make demo`, and `make site`: an office filled with the made-up seasons, and its pages at port 8000."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bareme.cli.options import words
from office import PASSWORD, fill

FOLDER = Path(__file__).parent.parent / ".demo-office"


def main() -> None:
    """Fill the office, once; say who may log in; open the pages, where somebody sits at the screen to close them."""
    if not (FOLDER / "bareme-office.toml").is_file():
        print(
            words("An office is filled with the made-up seasons ...", "Un bureau se remplit des saisons inventées ..."),
            flush=True,
        )
        fill(FOLDER)
    print()
    print(
        words(
            "Log in as olga (officer) or alice (administrator); password: ",
            "Connexion : olga (responsable) ou alice (administratrice) ; mot de passe : ",
        )
        + PASSWORD
    )
    command = [sys.executable, "-m", "bareme.cli", "office", "serve", str(FOLDER)]
    if not sys.stdout.isatty():
        print(
            words(
                "`make site` opens its pages at http://127.0.0.1:8000/.", "`make site` ouvre ses pages à http://127.0.0.1:8000/."
            )
        )
        return
    sys.stdout.flush()
    os.execv(sys.executable, command)  # noqa: S606 - our own command, in a process with the pages' settings


if __name__ == "__main__":
    main()
