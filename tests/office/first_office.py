"""Makes the office that every later version must be able to upgrade: `python tests/office/first_office.py`, once, at the first
version. It is kept as tests/office/fixtures/first.zip, with what must be found in it in first.json.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from offices import Office, Warm, office, warm

KEPT = Path(__file__).parent / "fixtures"
MADE_AGAIN = ("office_checkpoint", "office_livestanding", "office_runlease")
WAITING = 14  # the number of the correction that waits
MATCHES = "date,event,round,player_a,player_b,score_a,length\n" + "".join(
    f"2025-{month:02}-{day:02},Club {month},{number},{a},{b},{(month + number) % 2},{5 + 2 * number}\n"
    for month in range(1, 11)
    for number, (day, a, b) in enumerate(
        ((3, "Ada Roux", "Bo Picard"), (10, "Cy Noël", "Di Joly"), (17, "Ada Roux", "Di Joly")), 1
    )
)
PLACES = "date,event,rounds,category,player,federation,series,place\n" + "".join(
    f"2010-{month}-03,Tournoi {month},5,,{name},{federation},{1 + place % 5},{place}\n"
    for month in (10, 11, 12)
    for place, (name, federation) in enumerate((("Ève Huet", "FFSc"), ("Flo Girard", "FQCSF"), ("Guy Faure", "FFSc")), 1)
)


OPEN = "date,event,round,player_a,player_b,score_a\n" + "".join(
    f"2024-{month:02}-{4 + round_:02},Open {month},{round_},{a},{b},{result}\n"
    for month in (2, 3, 4)
    for round_, pairs in enumerate(
        (
            (("Hugo Lefèvre", "Inès Martin"), ("Jules Petit", "Karim Robin")),
            (("Hugo Lefèvre", "Jules Petit"), ("Inès Martin", "Karim Robin")),
            (("Karim Robin", "Hugo Lefèvre"), ("Jules Petit", "Inès Martin")),
        ),
        1,
    )
    for (a, b), result in zip(pairs, ("1", "0.5"), strict=True)
)
RATED = (
    "player,rating,games,born,number\nHugo Lefèvre,1850,40,1980,501\nInès Martin,1720,35,1992,502\nJules Petit,1640,31,2001,503\n"
)
LATE = "date,event,round,player_a,player_b,score_a,length\n2025-02-20,Club 2,4,Ada Roux,Bo Picard,1,9\n"
DOUBLE = "date,event,round,player_a,player_b,score_a,length\n2025-04-20,Club 4,4,Ada Rouxe,Di Joly,1,9\n"
ON = ("--on", "2025-11-01")


def year(ours: Warm) -> None:
    """A bit of everything that is ever recorded."""
    ours.run("pool", "new", "club", "--rulebook", "ffbg", "--set", "stake=5", "--rhythm", "monthly")
    ours.run("pool", "new", "scrabble", "--rulebook", "fisf", "--rhythm", "09-01")
    ours.run("pool", "new", "standard", "--rulebook", "fide", "--numbers", "fide")
    ours.run("user", "new", "otto", "--role", "officer")
    ours.run("user", "new", "rita", "--role", "reporter")
    ours.run("user", "set", "rita", "--reports-for", "club", "--reason", "her evenings")
    ours.run("user", "set", "rita", "--no-active", "--reason", "moved away")
    _brought(ours)
    ours.run("publish", "--pool", "club", "--date", "2025-06-01")
    _people(ours)
    _corrected(ours)
    ours.run("publish", "--pool", "club", "--date", "2025-06-01", "--reason", "corrected")
    _by_two(ours)
    ours.run("rollover", "--pool", "club", "--date", "2025-09-01")
    ours.run("rate", "--pool", "club", *ON)
    ours.run("publish", "--pool", "scrabble", "--date", "2011-09-01")
    for month in (3, 4, 5):
        ours.run("publish", "--pool", "standard", "--date", f"2024-{month:02}-01")


def _brought(ours: Warm) -> None:
    ours.run("import", ours.write("matches.csv", MATCHES), "--pool", "club")
    ours.run("import", ours.write("places.csv", PLACES), "--pool", "scrabble")
    ours.run("import", ours.write("rated.csv", RATED), "--pool", "standard", "--date", "2024-01-01")
    ours.run("import", ours.write("open.csv", OPEN), "--pool", "standard", "--reason", "three opens")
    ours.run("import", ours.write("late.csv", LATE), "--pool", "club")
    ours.run("import", ours.write("double.csv", DOUBLE), "--pool", "club", "--match", "*=new")
    ours.run("file", "erase", "5", "--reason", "a mother asked")


def _people(ours: Warm) -> None:
    ours.run("member", "new", "Léa Simon", "--club", "Nantes", "--number", "licence=00077")
    # The first version renames, and then does not find the member by the old name to show what it did.
    ours.run("member", "set", "Léa Simon", "--name", "Léa Simon-Roy", "--since", "2025-05-01", code=2)
    ours.run("member", "set", "Ada Roux", "--club", "Lyon", "--since", "2025-07-01", "--birth-date", "1990-01-02")
    ours.run("member", "set", "Bo Picard", "--number", "licence=00042", "--licence", "2024-09-01", "2025-08-31")
    ours.run("member", "set", "Cy Noël", "--email", "cy@club.example")
    ours.run("member", "erase", "Cy Noël", "--reason", "he asked")


def _corrected(ours: Warm) -> None:
    document = ours.write("sheet.txt", "0-1")
    ours.run("correct", "game", "4", "--pool", "club", "--swap", "--reason", "sheet", "--document", document, *ON)
    ours.run("correct", "game", "5", "6", "--pool", "club", "--set", "length=7", "--reason", "to 7", "--evidence", "Di", *ON)
    ours.run("correct", "game", "9", "--pool", "club", "--void", "--reason", "never played", *ON)
    ours.run("correct", "game", "9", "--pool", "club", "--restore", "--reason", "it was", *ON)
    ours.run("correct", "placement", "1", "--pool", "scrabble", "--set", "place=2", "--reason", "the list", "--on", "2011-09-01")
    late = ("--set", "reported=2024-05-20", "--reason", "came late", "--on", "2024-06-01")
    ours.run("correct", "event", "Open 4", "--pool", "standard", *late)
    ours.run("merge", "Ada Rouxe", "Ada Roux", "--reason", "one person", *ON)
    ours.run("split", "Ada Rouxe", "--reason", "two after all", *ON)
    ours.run("merge", "Ada Rouxe", "Ada Roux", "--reason", "one person, says the licence", *ON)
    decided = ("--date", "2025-10-15", "--kind", "revalue", "--set", "rating=1600", "--reason", "the council")
    ours.run("correct", "decision", "Cy Noël", "--pool", "club", *decided, *ON)


def _by_two(ours: Warm) -> None:
    ours.run("pool", "set", "club", "--two-person", "--reason", "the board")
    title = ("--date", "2025-08-01", "--kind", "title", "--set", "entrants=41")
    ours.run("correct", "decision", "Ada Roux", "--pool", "club", *title, "--reason", "champion", *ON)
    first = WAITING - 3
    ours.run("correct", "accept", str(first), "--as", "otto", "--reason", "seen")
    for number, doing in ((first + 1, "refuse"), (first + 2, "withdraw")):
        ours.run("correct", "game", "12", "--pool", "club", "--swap", "--reason", doing, *ON)
        ours.run("correct", doing, str(number), *(("--as", "otto") if doing == "refuse" else ()), "--reason", "no")
    ours.run("correct", "event", "Club 3", "--pool", "club", "--void", "--reason", "waits for otto", *ON)


def found(ours: Office | Warm, columns: Mapping[str, Sequence[str]] | None = None) -> dict[str, Any]:
    """What must stay: every act with its hash, every edition with its checksum, every row of every table that cannot be made
    again, in the columns it had (default: those it has).
    """
    acts = json.loads(ours.run("audit", "--format", "json"))
    editions = {}
    for pool in ("club", "scrabble", "standard"):
        ours.run("export", "history", "--pool", pool, "--out", "history.json")
        editions[pool] = json.loads((ours.folder / "history.json").read_text(encoding="utf-8"))["editions"]
    rows = {}
    with closing(sqlite3.connect(ours.folder / "office.sqlite3")) as base:
        tables = columns or {
            name: [column for _, column, *_ in base.execute(f"PRAGMA table_info({name})")]
            for (name,) in base.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'office!_%' ESCAPE '!'"
            )
            if name not in MADE_AGAIN
        }
        for name, own in sorted(tables.items()):
            names = ", ".join(f'"{column}"' for column in own)  # one is called "on"
            every = base.execute(f'SELECT {names} FROM {name} ORDER BY "{own[0]}"').fetchall()  # noqa: S608 - our own names
            rows[name] = {"columns": list(own), "rows": len(every), "sha256": sha256(repr(every).encode()).hexdigest()}
    return {"acts": [[act["act"], act["action"], act["hash"]] for act in acts], "editions": editions, "rows": rows}


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    if (KEPT / "first.zip").exists():
        sys.exit("It is kept already; a later version makes no other.")
    with tempfile.TemporaryDirectory() as folder, office(Path(folder, "office")) as ours, warm(ours) as made:
        year(made)
        made.run("backup", str(KEPT / "first.zip"))
        (KEPT / "first.json").write_text(json.dumps(found(made), indent=0) + "\n", encoding="utf-8")
