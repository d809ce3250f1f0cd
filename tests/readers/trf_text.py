"""Tournament reports written out by columns for the tests, independently of the program's own writer."""

from __future__ import annotations

from datetime import date

from bareme.readers.reading import Reading
from bareme.readers.trf import read_trf


def player(
    number: int | str,
    name: str,
    *cells: str,
    sex: str = "",
    title: str = "",
    rating: int | str = "",
    federation: str = "",
    fide: int | str = "",
    born: str = "",
    points: float | str = "",
    rank: int | str = "",
    tag: str = "001",
) -> str:
    """A 001 line. A cell is written `12 w 1`, `0000 - H`, or empty."""
    static = (
        f"{tag} {number:>4} {sex:1}{title:>3} {name:33} {rating:>4} {federation:3} {fide:>11} {born:10} {points:>4} {rank:>4}"
    )
    assert len(static) == 89
    return static + "".join(map(_cell, cells))


def _cell(cell: str) -> str:
    """Opponent to the right of four columns, colour in the sixth, result in the eighth."""
    opponent, color, result = ("", "-", "") if cell == "-" else [*cell.split(" "), "", "", ""][:3]
    return f"  {opponent:>4} {color:1} {result:1}"


def report(
    *players: str, header: tuple[str, ...] = ("012 Spring Open", "042 2024/03/02", "052 2024/03/03"), end: str = "\n"
) -> str:
    """A whole file."""
    return end.join((*header, *players)) + end


def pair(first: str = "2 w 1", second: str = "1 b 0", **header: str) -> str:
    """Two players with one round each: the smallest tournament. `header` replaces lines by tag: `t132="..."`."""
    lines = {"012": "Spring Open", "042": "2024/03/02", "052": "2024/03/03"} | {tag[1:]: text for tag, text in header.items()}
    return report(
        player(1, "Moreau, Aïda", first),
        player(2, "Roux, Théo", second),
        header=tuple(f"{tag} {text}" for tag, text in lines.items()),
    )


def read(text: str, day: date | None = None) -> Reading:
    """The text read as a file called spring.trf."""
    return read_trf(text, "spring.trf", date=day)


def codes(reading: Reading) -> list[str]:
    """The findings' codes in their order."""
    return [finding.code for finding in reading.findings]


def message(reading: Reading, code: str) -> str:
    """The one finding of this code, as a user reads it."""
    (finding,) = (finding for finding in reading.findings if finding.code == code)
    assert finding.message("fr") != finding.message("en")
    return finding.message("en")


def rounds_line(*days: str) -> str:
    """The text of a 132 line: a date every ten columns from 92 on."""
    return " " * 87 + "".join(day.ljust(10) for day in days)


def games(reading: Reading) -> list[tuple[str, str, float, str]]:
    """(player_a, player_b, score_a, why) of every game; one that counts has no why."""
    assert all(game.rated == (not game.why) for game in reading.facts.games)
    return [(game.player_a, game.player_b, game.score_a, game.why) for game in reading.facts.games]


COUNTED = [("Moreau, Aïda", "Roux, Théo", 1.0, "")]  # the game of `pair()`
