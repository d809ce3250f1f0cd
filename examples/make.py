"""Makes the example files beside it, always the same: every name, club and result is invented.

python examples/make.py
"""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path

HERE = Path(__file__).parent

FIRST = """Camille Théo Inès Hugo Léonie Bastien Zoé Maxence Héloïse Côme Margaux Anatole Noémie Félix Solène Augustin
Maëlys Ulysse Aliénor Gaspard Apolline Lazare Philippine Octave""".split()
LAST = """Lefèvre Marchand Carpentier Delmas Garçon Rivière Béranger Chauvet Dufresne Émery Fournel Gauthier Hérault Jaubert
Lacaze Mercœur Noguès Perrault Quéré Roussel Sénéchal Thévenin Vasseur Ybert""".split()


def people(number: int, rng: random.Random) -> list[str]:
    """Made-up names, each once."""
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    return rng.sample(names, number)


def write(path: str, header: Sequence[str], rows: Iterable[Sequence[object]], delimiter: str = ",") -> None:
    """A table as CSV."""
    with (HERE / path).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def chance(difference: float, scale: float) -> float:
    """Probability of the first, by hidden skills."""
    return 1.0 / (1.0 + math.pow(10.0, -difference / scale))


# -- elo: a ladder with draws


def ladder() -> None:
    """Twelve players, a winter of challenges, one game in four drawn between equals."""
    rng = random.Random(1960)
    names = people(12, rng)
    skill = {name: rng.gauss(1500, 180) for name in names}
    rows = []
    for week in range(26):
        day = date(2025, 10, 3) + timedelta(weeks=week)
        order = rng.sample(names, 12)
        for board in range(6):
            a, b = order[2 * board : 2 * board + 2]
            p = chance(skill[a] - skill[b], 400)
            draw = min(p, 1 - p) / 2
            roll = rng.random()
            score = "1" if roll < p - draw / 2 else "½" if roll < p + draw / 2 else "0"
            rows.append((day, "Ladder", week + 1, a, b, score))
    write("elo/ladder.csv", ("date", "event", "round", "player_a", "player_b", "score_a"), rows)


# -- ffbg: a club's two seasons


def club() -> None:
    """Two seasons of a backgammon club: club nights, a championship in sets, a newcomer of recognised level, an idle season."""
    rng = random.Random(2007)
    names = ["Camille Lefèvre", "Théo Marchand", "Inès Carpentier", "Hugo Delmas"]
    names += [name for name in people(16, rng) if name not in names][:12]
    skill = {name: rng.gauss(1560, 140) for name in names}
    skill.update({"Théo Marchand": 1780, "Inès Carpentier": 1720})
    rows: list[tuple[object, ...]] = []
    for season, absent in ((2023, {"Théo Marchand"}), (2024, {"Hugo Delmas"})):
        members = [name for name in names if name not in absent]
        _club_nights(rows, season, members, skill, rng)
        _championship(rows, season, members, skill, rng)
    rows.sort(key=lambda row: (row[0], row[1], row[2]))
    shown = [(day.strftime("%d/%m/%Y"), *rest) for day, *rest in rows]  # type: ignore[attr-defined]
    write("ffbg/matchs.csv", ("date", "tournoi", "ronde", "gagnant", "perdant", "longueur", "format"), shown, ";")
    decisions = [
        ("01/09/2023", "Inès Carpentier", "assign", "", "", "", "", "advanced", "niveau reconnu à l'adhésion"),
        ("02/09/2024", "Théo Marchand", "assign", "", "", "", "", "champion", "niveau reconnu à l'adhésion"),
        ("16/06/2024", "Inès Carpentier", "title", "", "", "", "41", "", "Championnat de France 2024"),
        ("10/02/2025", "Maxence Quéré", "revalue", "", "1390", "", "", "", "consolation gagnée à l’étranger (Championship)"),
    ]
    header = ("date", "joueur", "décision", "rating", "elo", "expérience", "participants", "niveau", "motif")
    write("ffbg/decisions.csv", header, decisions, ";")


def _club_nights(
    rows: list[tuple[object, ...]], season: int, members: list[str], skill: dict[str, float], rng: random.Random
) -> None:
    for week in range(36):
        day = date(season, 9, 12) + timedelta(weeks=week)
        order = rng.sample(members, 10)
        for round_number, pairs in enumerate((range(0, 10, 2), range(1, 9, 2)), 1):
            for i in pairs:
                a, b = order[i], order[i + 1]
                length = rng.choice((5, 7, 7, 9))
                won = rng.random() < chance((skill[a] - skill[b]) * math.sqrt(length), 2000)
                rows.append((day, "Soirée du club", round_number, *((a, b) if won else (b, a)), length, ""))


def _championship(
    rows: list[tuple[object, ...]], season: int, members: list[str], skill: dict[str, float], rng: random.Random
) -> None:
    left = rng.sample(members, 8)
    day = date(season + 1, 6, 8)
    for round_number, notation in enumerate(("2x7", "2x9", "2x9-11"), 1):
        winners = []
        for i in range(0, len(left), 2):
            a, b = left[i], left[i + 1]
            won = rng.random() < chance((skill[a] - skill[b]) * 4.5, 2000)
            winner, loser = (a, b) if won else (b, a)
            rows.append((day, "Championnat du club", round_number, winner, loser, "", notation))
            winners.append(winner)
        left = winners


# -- fide: an open in three tournaments, rated over three lists


def opens() -> None:
    """Three small opens in FIDE's report format, with unrated players, byes and forfeits, and the list they start from."""
    rng = random.Random(1970)
    names = [", ".join(reversed(name.split(" ", 1))) for name in people(18, rng)]
    rated = {name: round(rng.gauss(1900, 230)) for name in names[:14]}
    skill = {name: rated.get(name, 1750) + rng.gauss(0, 60) for name in names}
    ids = {name: 99000001 + 13 * i for i, name in enumerate(names)}
    born = {name: rng.randrange(1950, 2012) for name in names}
    header = ("player", "fide_id", "rating", "games", "born", "reached_2400", "reached_2300")
    lists = [(n, ids[n], rated.get(n, ""), rng.choice((12, 45, 120)) if n in rated else 0, born[n], "no", "no") for n in names]
    write("fide/players.csv", header, lists)
    for number, (month, title) in enumerate(((10, "Open d'automne"), (11, "Open de la Toussaint"), (12, "Open d'hiver")), 1):
        text = _report(title, date(2025, month, 6), names, rated, ids, born, skill, rng)
        (HERE / f"fide/open{number}.trf").write_text(text, encoding="utf-8")


def _report(
    title: str,
    start: date,
    names: list[str],
    rated: dict[str, int],
    ids: dict[str, int],
    born: dict[str, int],
    skill: dict[str, float],
    rng: random.Random,
) -> str:
    rounds = 7
    field = sorted(rng.sample(names, 15), key=lambda name: -rated.get(name, 0))
    cells: dict[str, list[str]] = {name: [] for name in field}
    points = dict.fromkeys(field, 0.0)
    met: set[frozenset[str]] = set()
    free = set(field)
    for round_number in range(rounds):
        order = sorted(field, key=lambda name: (-points[name], rng.random()))
        bye = next(name for name in reversed(order) if name in free)
        free.discard(bye)
        cells[bye].append("  0000 - U")
        points[bye] += 1.0
        left = [name for name in order if name != bye]
        while left:
            white = left.pop(0)
            black = next((name for name in left if frozenset((white, name)) not in met), left[0])
            left.remove(black)
            met.add(frozenset((white, black)))
            score, marks = _result(skill[white] - skill[black], round_number, rng)
            cells[white].append(f"  {field.index(black) + 1:4} w {marks[0]}")
            cells[black].append(f"  {field.index(white) + 1:4} b {marks[1]}")
            points[white] += score
            points[black] += 1.0 - score
    placed = sorted(field, key=lambda name: -points[name])
    days = [start + timedelta(days=i) for i in range(rounds)]
    lines = [
        f"012 {title}",
        "022 Montrésor",
        "032 FRA",
        f"042 {days[0]:%Y/%m/%d}",
        f"052 {days[-1]:%Y/%m/%d}",
        f"062 {len(field)}",
        f"072 {sum(name in rated for name in field)}",
        "082 0",
        "092 Individual: Swiss-System",
        "102 Arbitre, Alix",
        "122 90 min + 30 s",
        "132" + " " * 88 + "  ".join(f"{day:%y/%m/%d}" for day in days),
    ]
    for number, name in enumerate(field, 1):
        lines.append(
            f"001 {number:4} m    {name:<33} {rated.get(name, 0):4} FRA {ids[name]:11} {born[name]}/01/01 "
            f"{points[name]:4.1f} {placed.index(name) + 1:4}" + "".join(cells[name])
        )
    return "\n".join(lines) + "\n"


def _result(difference: float, round_number: int, rng: random.Random) -> tuple[float, str]:
    if round_number == 3 and rng.random() < 0.15:
        return 1.0, "+-"
    p = chance(difference, 400)
    draw = 0.5 * min(p, 1 - p)
    roll = rng.random()
    if roll < p - draw / 2:
        return 1.0, "10"
    return (0.5, "==") if roll < p + draw / 2 else (0.0, "01")


# -- fisf: the season of the worked example among others, the one before, and the register of two federations

Event = tuple[str, date, int, str, tuple[int, int, int], int]  # rounds, category, players of series 1 to 3, of all
EVENTS_BEFORE: tuple[Event, ...] = (
    ("Coupe d'Aix 2009", date(2009, 10, 24), 5, "grand-slam", (90, 130, 180), 800),
    ("Triplex d'hiver", date(2010, 2, 6), 3, "triplex", (40, 60, 80), 350),
)
EXAMPLE = "Solène Mercœur"  # the player of the worked example, of series 4
EXAMPLE_EVENTS: dict[Event, int] = {  # the worked example's events, and her place
    ("TH2 de Montrésor", date(2010, 9, 18), 2, "th", (2, 5, 11), 60): 1,
    ("TH3 du Moulin", date(2010, 10, 2), 3, "th", (9, 15, 22), 110): 8,
    ("TH5 des Halles", date(2010, 10, 9), 5, "th", (20, 32, 57), 160): 33,
    ("Triplex de rentrée", date(2010, 10, 16), 3, "triplex", (25, 46, 72), 500): 80,
    ("Coupe d'Aix", date(2010, 10, 30), 5, "grand-slam", (110, 160, 220), 1100): 105,
}
EVENTS_AFTER: tuple[Event, ...] = (
    ("Triplex de décembre", date(2010, 12, 4), 3, "triplex", (45, 60, 70), 320),
    ("Simultané mondial", date(2011, 1, 22), 2, "world-simultaneous", (60, 80, 110), 450),
    ("Coupe des Marais", date(2011, 3, 12), 5, "festival", (40, 60, 80), 300),
    ("Interclubs de printemps", date(2011, 4, 16), 1, "interclubs", (20, 30, 40), 160),
    ("Championnat individuel", date(2011, 5, 28), 7, "national-championship", (60, 80, 100), 350),
)
LICENSED = 3000
OLD_SERIES = {1: 130, 2: 200, 3: 300, 4: 900, 5: 500, 6: 300, 7: 200}  # players of each, under the system before; the rest: none


def scrabble() -> None:
    """Two seasons of made-up players licensed by two federations; among the events the worked example's five, whole."""
    rng = random.Random(2010)
    everybody = [f"{first} {last} {letter}." for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for first in FIRST for last in LAST]
    names = rng.sample(everybody, LICENSED)
    federation = {name: rng.choices(("FFSc", "FBS"), (4, 1))[0] for name in names}
    skill = {name: rng.gauss(0, 1) - 0.25 * (federation[name] == "FBS") for name in names}  # the second is a little weaker
    known = sorted(names, key=lambda name: -(skill[name] + rng.gauss(0, 0.35)))
    pool: dict[int, list[str]] = {}
    for series, size in OLD_SERIES.items():
        pool[series], known = known[:size], known[size:]
    federation[EXAMPLE] = "FFSc"
    write("fisf/players.csv", ("player", "federation"), sorted(federation.items()))
    header = ("date", "event", "rounds", "category", "player", "federation", "series", "place")
    for file, events in (("season-before", EVENTS_BEFORE), ("season", (*EXAMPLE_EVENTS, *EVENTS_AFTER))):
        rows = []
        for event in events:
            title, day, rounds, category, *_ = event
            field = _field(pool, event, skill, rng)
            rows += [
                (day, title, rounds, category, name, federation[name], series, n) for n, (name, series) in enumerate(field, 1)
            ]
        write(f"fisf/{file}.csv", header, rows)


def _field(pool: dict[int, list[str]], event: Event, skill: dict[str, float], rng: random.Random) -> list[tuple[str, int]]:
    """Who was there, best first, each with his series; more rounds leave less to chance."""
    _, _, rounds, _, counts, total = event
    rest = total - sum(counts)
    sizes = [*counts, round(0.62 * rest), round(0.24 * rest), round(0.12 * rest)]
    sizes.append(total - sum(sizes))
    place = EXAMPLE_EVENTS.get(event)
    if place:
        sizes[3] -= 1
    field = [(name, series) for series, size in enumerate(sizes, 1) for name in rng.sample(pool[series], size)]
    form = {entry: skill[entry[0]] + rng.gauss(0, 1 / math.sqrt(rounds)) for entry in field}
    field.sort(key=lambda entry: -form[entry])
    if place:
        field.insert(place - 1, (EXAMPLE, 4))
    return field


if __name__ == "__main__":
    ladder()
    club()
    opens()
    scrabble()
