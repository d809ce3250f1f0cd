"""Mutated tournament reports: whatever a file holds, reading it gives facts and findings that add up, never a traceback.

    python tests/fuzz/trf.py 10000            from a new seed, which is printed
    python tests/fuzz/trf.py 10000 12345      the same copies again
    python tests/fuzz/trf.py 1 12345:678      one copy again, the 678th of that seed

The originals are the fixtures, and the real files of the shared folder where there is one (BAREME_SHARED, or `shared`
beside the repository).
"""

from __future__ import annotations

import os
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from bareme.facts import NOWHERE, Bye, Facts, Game
from bareme.findings import LANGUAGES, Refused
from bareme.readers.reading import Reading
from bareme.readers.text import decode
from bareme.readers.trf import looks_like_trf, read_trf
from bareme.writers.trf import write_trf

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("trf", "trf_odd", "trf_synthetic", "krause_icu")
# What stands in reports, and what should not: codes, results, dates, odd characters.
TOKENS = [
    *(b"001", b"012", b"042", b"132", b"142", b"162", b"240", b"299", b"310", b"XXR", b"XXS", b"XXZ", b"###", b"RUS", b"DDD"),
    *(b"0000 - H", b"0000 - +", b"0000 w 1", b"   1 w 1", b"   2 b =", b"9999 w 0", b"  -1 w 1", b"   5 - -", b"   3 w X"),
    *(
        b"2024/13/45",
        b"25/09/10",
        b"11.25.02",
        b"0000/00/00",
        b"99999999999",
        b"nan",
        b"1e9",
        b"-1",
        b"\t",
        b"\r",
        b"\n",
        b"\r\n",
    ),
    *(
        "é".encode(),
        "é".encode("cp1252"),
        "é".encode(),
        "١".encode(),
        "\u202e".encode(),
        "\x85".encode(),
        b"\x00",
        b"\x1a",
        b"\xff",
    ),
]

Mutation = Callable[[random.Random, bytes], bytes]


def originals() -> list[bytes]:
    """Every file to begin with."""
    shared = Path(os.environ.get("BAREME_SHARED", ROOT.parent / "shared")) / "data"
    folders = [ROOT / "tests" / "fixtures" / "trf", *(shared / name for name in FOLDERS)]
    return [file.read_bytes() for folder in folders if folder.is_dir() for file in sorted(folder.iterdir())]


# -- mutations


def flip(chance: random.Random, data: bytes) -> bytes:
    """Other bytes in a few places."""
    copy = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        if copy:
            copy[chance.randrange(len(copy))] = (
                chance.choice(b" \t\r\n0123456789-=+wbWBHFUZ/.,;#\xe9\x00") if chance.random() < 0.8 else chance.randrange(256)
            )
    return bytes(copy)


def cut(chance: random.Random, data: bytes) -> bytes:
    """A piece less, or only the beginning."""
    start, length = chance.randint(0, len(data)), chance.choice((1, 1, 2, 5, 10, 100))
    return data[:start] if chance.random() < 0.2 else data[:start] + data[start + length :]


def insert(chance: random.Random, data: bytes) -> bytes:
    """Something put in, or written over."""
    at, token = chance.randint(0, len(data)), chance.choice(TOKENS)
    return data[:at] + token + data[at + (len(token) if chance.random() < 0.5 else 0) :]


def lines(chance: random.Random, data: bytes) -> bytes:
    """Lines doubled, dropped or exchanged."""
    rows = data.splitlines(keepends=True)
    for _ in range(chance.randint(1, 4)):
        if rows:
            a, b = chance.randrange(len(rows)), chance.randrange(len(rows))
            action = chance.randrange(4)
            if action == 0:
                rows.insert(a, rows[b])
            elif action == 1:
                del rows[a]
            elif action == 2:
                rows[a], rows[b] = rows[b], rows[a]
            else:
                rows[a] = rows[a][: chance.randint(0, len(rows[a]))] + rows[b][chance.randint(0, len(rows[b])) :]
    return b"".join(rows)


def ends(chance: random.Random, data: bytes) -> bytes:
    """Other line ends."""
    return data.replace(b"\r\n", b"\n").replace(b"\n", chance.choice((b"\r", b"\r\n", b"\n\n", b" \n", b"\x85")))


def columns(chance: random.Random, data: bytes) -> bytes:
    """A column too many or too few in every line, or in one."""
    at, wider = chance.randint(3, 120), chance.random() < 0.5
    rows = data.splitlines(keepends=True)
    which = None if chance.random() < 0.3 or not rows else chance.randrange(len(rows))
    for number, row in enumerate(rows):
        if which in (None, number):
            rows[number] = row[:at] + chance.choice((b" ", b"\t", b"\xc3\xa9")) + row[at:] if wider else row[:at] + row[at + 1 :]
    return b"".join(rows)


MUTATIONS: tuple[Mutation, ...] = (flip, flip, cut, insert, insert, lines, lines, ends, columns)


def mutated(chance: random.Random, files: Sequence[bytes]) -> bytes:
    """One copy of one original, changed a few times; large ones are shortened, so that many copies can be tried."""
    data = chance.choice(files)
    if len(data) > 20_000:
        rows = data.splitlines(keepends=True)
        kept = sorted(chance.sample(range(len(rows)), min(40, len(rows))))
        data = b"".join(rows[number] for number in kept)
    for _ in range(chance.randint(1, 5)):
        data = chance.choice(MUTATIONS)(chance, data)
    return data


# -- what must hold


def check(data: bytes) -> None:
    """Read one file as the program does; AssertionError or any other exception is a fault of ours."""
    try:
        text = decode(data, "fuzz.trf").content
    except Refused as refused:
        refused.finding.message()
        return
    looks_like_trf(text)
    for day in (None, date(2024, 1, 1)):
        reading = read_trf(text, "fuzz.trf", date=day)
        adds_up(reading)
    for finding in reading.findings:
        assert all("{" not in finding.message(language) or "{" in text for language in LANGUAGES), finding
        assert all(finding.remedy(language) for language in LANGUAGES)
    written_is_read(reading.facts)


def adds_up(reading: Reading) -> None:
    """Every row is a game, a bye or a refusal; names are known, and nobody plays two counted games in one round."""
    facts, (summary,) = reading.facts, reading.files
    assert facts.rows_read == summary.rows_read == len(facts.games) + len(facts.byes) + facts.rows_refused
    assert facts.rows_refused == summary.rows_refused == sum(summary.refused.values())
    codes = {finding.code for finding in reading.findings}
    assert summary.refused.keys() <= codes
    keys = [player.key for player in facts.players]
    assert len(keys) == len(set(keys))
    assert {game.player_a for game in facts.games} | {game.player_b for game in facts.games} <= set(keys)
    assert {bye.player for bye in facts.byes} <= set(keys)
    counted = Counter((game.round, player) for game in facts.games if game.rated for player in (game.player_a, game.player_b))
    assert all(count == 1 for count in counted.values())
    assert all(game.rated == (not game.why) and game.player_a != game.player_b for game in facts.games)


def written_is_read(facts: Facts) -> None:
    """What was read can be written, and is then read and written the same."""
    if not facts.players:
        return
    try:
        written = write_trf(facts)
    except Refused as refused:
        if refused.finding.code not in ("trf-write-size", "trf-write-dates"):
            raise
        return
    again = read_trf(written, "fuzz.trf").facts
    assert by_position(again) == by_position(facts)
    assert write_trf(again) == written


def by_position(facts: Facts) -> list[Game | Bye]:
    """Games and byes, the players by their place in the table: a key may hold a start number, which is given anew."""
    at = {player.key: str(index) for index, player in enumerate(facts.players)}
    games = [replace(game, player_a=at[game.player_a], player_b=at[game.player_b], source=NOWHERE) for game in facts.games]
    return [*games, *(replace(bye, player=at[bye.player], source=NOWHERE) for bye in facts.byes)]


def run(copies: int, seed: int, first: int = 0) -> int:
    """Try so many copies; the number of those that failed. Each is told with what makes it again."""
    files, failed = originals(), 0
    print(f"{copies} copies of {len(files)} files, seed {seed}")
    for number in range(first, first + copies):
        data = mutated(random.Random(f"{seed}:{number}"), files)  # copies to be made again, no secrets
        try:
            check(data)
        except Exception:
            failed += 1
            print(f"-- python tests/fuzz/trf.py 1 {seed}:{number}")
            traceback.print_exc()
    print(f"{failed} failed")
    return failed


def main(arguments: Sequence[str]) -> int:
    """The command line."""
    copies = int(arguments[0]) if arguments else 1000
    seed, _, first = (arguments[1] if len(arguments) > 1 else str(random.SystemRandom().randrange(1 << 32))).partition(":")
    return 1 if run(copies, int(seed), int(first or 0)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
