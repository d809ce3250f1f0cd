"""What `make demo` runs: the four systems, from files to ranked lists, and points explained article by article."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from bareme.cli import main

HERE = Path(__file__).parent
FFBG = "ffbg/matchs.csv ffbg/decisions.csv --rulebook ffbg"
FIDE = "fide/players.csv fide/open1.trf fide/open2.trf fide/open3.trf --rulebook fide"
FISF = "fisf/players.csv fisf/season-before.csv fisf/season.csv --rulebook fisf"

TOUR = (
    ("Elo: a ladder with draws", "rate elo/ladder.csv --rulebook elo"),
    ("FFBG: a backgammon club's two seasons, compared with the start of the second", f"rate {FFBG} --since 2024-09-01"),
    (
        "FFBG: why did Apolline lose 7 points on 17 April?",
        f"explain {FFBG} --player 'Apolline Marchand' --on 2025-04-17 --last 2",
    ),
    ("FFBG: what if a newcomer meets her in two sets of nine?", "odds --rulebook ffbg 1500 1604 --format 2x9 --experience 0 700"),
    ("FIDE: three opens over three lists", f"rate {FIDE} --since 2025-12-01"),
    ("FIDE: the last list, explained for one player", f"explain {FIDE} --player 'Vasseur, Maëlys' --last 3"),
    ("FISF: the Scrabble series of 1 September, of two federations, the first ten", f"rate {FISF} --on 2011-09-01 --top 10"),
    ("FISF: what the place 33 was worth", f"explain {FISF} --player 'Solène Mercœur' --event 'TH5 des Halles'"),
)


def tour() -> int:
    """Run every command of the tour, each shown before what it prints."""
    worst = 0
    for title, command in TOUR:
        print(f"\n== {title}\n$ bareme {command}\n", flush=True)
        arguments = [str(HERE / word) if (HERE / word).is_file() else word for word in shlex.split(command)]
        worst = max(worst, main(arguments))
        sys.stderr.flush()
    print("\nGo on with README.md; bareme --help lists the commands.")
    return worst


if __name__ == "__main__":
    raise SystemExit(tour())
