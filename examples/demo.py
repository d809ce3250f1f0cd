"""What `make demo` runs: the four systems, from files to ranked lists, and points explained article by article."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from bareme.cli import main
from bareme.cli.options import words

HERE = Path(__file__).parent
FFBG = "ffbg/matchs.csv ffbg/decisions.csv --rulebook ffbg"
FIDE = "fide/players.csv fide/open1.trf fide/open2.trf fide/open3.trf --rulebook fide"
FISF = "fisf/players.csv fisf/season-before.csv fisf/season.csv --rulebook fisf"

TOUR = (
    (words("Elo: a ladder with draws", "Elo : une échelle avec des nulles"), "rate elo/ladder.csv --rulebook elo"),
    (
        words(
            "FFBG: a backgammon club's two seasons, compared with the start of the second",
            "FFBG : deux saisons d'un club de backgammon, comparées au début de la seconde",
        ),
        f"rate {FFBG} --since 2024-09-01",
    ),
    (
        words(
            "FFBG: why did Apolline lose 7 points on 17 April?", "FFBG : pourquoi Apolline a-t-elle perdu 7 points le 17 avril ?"
        ),
        f"explain {FFBG} --player 'Apolline Marchand' --on 2025-04-17 --last 2",
    ),
    (
        words(
            "FFBG: what if a newcomer meets her in two sets of nine?",
            "FFBG : et si un débutant la rencontrait en deux sets de neuf ?",
        ),
        "odds --rulebook ffbg 1500 1604 --format 2x9 --experience 0 700",
    ),
    (words("FIDE: three opens over three lists", "FIDE : trois opens sur trois listes"), f"rate {FIDE} --since 2025-12-01"),
    (
        words("FIDE: the last list, explained for one player", "FIDE : la dernière liste, expliquée pour une joueuse"),
        f"explain {FIDE} --player 'Vasseur, Maëlys' --last 3",
    ),
    (
        words(
            "FISF: the Scrabble series of 1 September, of two federations, the first ten",
            "FISF : les séries de Scrabble du 1er septembre, de deux fédérations, les dix premiers",
        ),
        f"rate {FISF} --on 2011-09-01 --top 10",
    ),
    (
        words("FISF: what the place 33 was worth", "FISF : ce que valait la 33e place"),
        f"explain {FISF} --player 'Solène Mercœur' --event 'TH5 des Halles'",
    ),
)


def tour() -> int:
    """Run every command of the tour, each shown before what it prints."""
    worst = 0
    for title, command in TOUR:
        print(f"\n== {title}\n$ bareme {command}\n", flush=True)
        arguments = [str(HERE / word) if (HERE / word).is_file() else word for word in shlex.split(command)]
        worst = max(worst, main(arguments))
        sys.stderr.flush()
    print()
    print(
        words(
            "Go on with README.md; bareme --help lists the commands.",
            "La suite dans README.fr.md ; bareme --help donne la liste des commandes.",
        )
    )
    return worst


if __name__ == "__main__":
    raise SystemExit(tour())
