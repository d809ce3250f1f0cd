"""Facts of one event to a FIDE tournament report (TRF16; its dates and the lines 142 and XXS as TRF26 has them).

`read_trf` reads back the same facts. What the format has no room for is left out: clubs, K, games, series and the
highest rating of players, licence numbers that are not FIDE's, names beyond 33 characters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from bareme.facts import Bye, Event, Facts, Game, Player
from bareme.findings import Refused
from bareme.rounding import half_up

_BYES = {"bye": "U", "half-bye": "H", "full-bye": "F", "zero-bye": "Z", "absent": "-"}
_BYE_CODES = {"bye": "PAB", "half-bye": "HPB", "full-bye": "FPB", "zero-bye": "ZPB", "absent": "ZPB"}
_USUAL = {"PAB": 1.0, "HPB": 0.5, "FPB": 1.0, "ZPB": 0.0}
_PLAYED = {1.0: ("1", "0"), 0.5: ("=", "="), 0.0: ("0", "1")}
_RESULTS: Mapping[str, Mapping[float, tuple[str, str]]] = {
    "rated": _PLAYED,
    "forfeit": {1.0: ("+", "-"), 0.0: ("-", "+")},
    "double-forfeit": {0.0: ("-", "-")},
    "less-than-one-move": {1.0: ("W", "L"), 0.5: ("D", "D"), 0.0: ("L", "W")},
    "round-beyond": _PLAYED,
    "unconfirmed": _PLAYED,
}
_CONTRADICTED = {1.0: ("1", "1"), 0.5: ("=", "1"), 0.0: ("0", "0")}  # by the player who comes first in the table
_WORTH = {"1": 1.0, "+": 1.0, "W": 1.0, "=": 0.5, "D": 0.5}
_SEXES = {"m": "m", "w": "w", "f": "w"}
_MOST_PLAYERS, _MOST_ROUNDS = 9999, 99
_TWO_DIGIT_YEARS, _YEARS = range(1980, 2080), range(1850, 2101)


def write_trf(facts: Facts) -> str:
    """The report, lines ending in CR LF as the format asks; write it with newline="".

    Points are those of the rating, 1, ½ and 0, and those the byes brought; ranks are by points, equals sharing one.
    Errors: Refused `trf-write-events`, `trf-write-game`, `trf-write-round-full`, `trf-write-dates`, `trf-write-bye`,
    `trf-write-size`, where the format cannot say what the facts say.
    """
    event = _event(facts)
    table = _Table([*facts.players, *_unlisted(facts)])
    if len(table.players) > _MOST_PLAYERS:
        raise Refused("trf-write-size", event.source, players=len(table.players), rounds=event.rounds)
    announced = _announced(event, facts)
    for game in facts.games:
        table.game(game, announced)
    for bye in facts.byes:
        table.bye(bye)
    lines = [*_header(event, table, announced, _days(facts)), *_scoring(table.worth), *table.lines()]
    return "".join(line.rstrip() + "\r\n" for line in lines)


# -- the event


def _event(facts: Facts) -> Event:
    names = {event.name for event in facts.events} | {fact.event for fact in _rows(facts)}
    if len(names) != 1:
        raise Refused("trf-write-events", count=len(names), events=sorted(names))
    name = names.pop()
    event = next((event for event in facts.events if event.name == name), Event(name))
    beyond = [day for day in (event.start, event.end) if day and day.year not in _YEARS]
    if beyond:
        raise Refused("trf-write-dates", event.source, round=0, days=beyond)
    return event


def _rows(facts: Facts) -> list[Game | Bye]:
    return [*facts.games, *facts.byes]


def _unlisted(facts: Facts) -> list[Player]:
    """Players whom only games and byes name."""
    listed = {player.key for player in facts.players}
    named = [*(key for game in facts.games for key in (game.player_a, game.player_b)), *(bye.player for bye in facts.byes)]
    return [Player(key) for key in dict.fromkeys(named) if key not in listed]


def _announced(event: Event, facts: Facts) -> int:
    """The number of rounds: the event's, but never so few that a rated game would come after the last."""
    return max([event.rounds or 0, *(game.round for game in facts.games if game.rated)])


def _days(facts: Facts) -> dict[int, date]:
    days: dict[int, date] = {}
    for fact in _rows(facts):
        if not 1 <= fact.round <= _MOST_ROUNDS:
            raise Refused("trf-write-size", fact.source, players=len(facts.players), rounds=fact.round)
        if days.setdefault(fact.round, fact.date) != fact.date or fact.date.year not in _YEARS:
            raise Refused("trf-write-dates", fact.source, round=fact.round, days=[days[fact.round], fact.date])
    return days


def _header(event: Event, table: _Table, announced: int, days: Mapping[int, date]) -> Iterable[str]:
    rated = sum(bool(_rating(player)) for player in table.players)
    values = {
        "012": _line(event.name),
        "022": _line(event.city),
        "032": _line(event.federation),
        "042": event.start.strftime("%Y/%m/%d") if event.start else "",
        "052": event.end.strftime("%Y/%m/%d") if event.end else "",
        "062": str(len(table.players)),
        "072": str(rated),
        "122": _line(event.time_control),
        "142": str(announced or ""),
    }
    yield from (f"{tag} {value}" for tag, value in values.items() if value)
    if days:
        yield "132".ljust(91) + "".join(_day(days.get(nth), event, days).ljust(10) for nth in range(1, max(days) + 1))


def _day(day: date | None, event: Event, days: Mapping[int, date]) -> str:
    """YY/MM/DD where that cannot be mistaken, else with the year in full."""
    if day is None:
        return ""
    start, end = event.start or min(days.values()), event.end or max(days.values())
    plain = all(start <= other <= end and other.year in _TWO_DIGIT_YEARS for other in days.values())
    return day.strftime("%y/%m/%d" if plain else "%Y/%m/%d")


def _scoring(worth: Mapping[str, float]) -> Iterable[str]:
    """What byes were worth, where it is not the usual."""
    unusual = [f"{code}={points:g}" for code, points in worth.items() if points != _USUAL[code]]
    if unusual:
        yield "XXS " + " ".join(unusual)


# -- the players


@dataclass(slots=True)
class _Table:
    """The players in their order, and what stands in each one's rounds."""

    players: list[Player]
    numbers: dict[str, int] = field(init=False)
    cells: dict[str, dict[int, str]] = field(init=False)
    points: dict[str, float] = field(init=False)
    worth: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numbers = {player.key: number for number, player in enumerate(self.players, 1)}
        self.cells = {player.key: {} for player in self.players}
        self.points = dict.fromkeys(self.cells, 0.0)

    def game(self, game: Game, announced: int) -> None:
        """Both cells of a game; the first alone where only one line told of it."""
        own, theirs = self._results(game, announced)
        self._put(game, game.player_a, f"{self.numbers[game.player_b]:4} w {own}", _WORTH.get(own, 0.0))
        if game.why != "unconfirmed":
            self._put(game, game.player_b, f"{self.numbers[game.player_a]:4} b {theirs}", _WORTH.get(theirs, 0.0))

    def _results(self, game: Game, announced: int) -> tuple[str, str]:
        codes = _RESULTS.get("rated" if game.rated else game.why, {}).get(game.score_a)
        if game.why == "results-contradict" and not game.rated and game.score_a in _CONTRADICTED:
            if self.numbers[game.player_a] < self.numbers[game.player_b]:
                codes = _CONTRADICTED[game.score_a]
            else:
                codes = _CONTRADICTED[1.0 - game.score_a][::-1]
        impossible = not codes or game.player_a == game.player_b or game.length is not None or game.format is not None
        if impossible or (game.why == "round-beyond" and game.round <= announced):
            value = f"{game.score_a:g} {game.why} {game.length or game.format or ''}".strip()
            raise Refused("trf-write-game", game.source, a=game.player_a, b=game.player_b, round=game.round, value=value)
        assert codes  # noqa: S101
        return codes

    def bye(self, bye: Bye) -> None:
        """The cell of a bye, and what its kind is worth, which the format can say once."""
        code = _BYE_CODES.get(bye.why, "")
        worth = self.worth.setdefault(code, bye.points)
        if not code or worth != bye.points or not 0 <= worth < 100 or float(f"{worth:.2f}") != worth:
            raise Refused("trf-write-bye", bye.source, player=bye.player, round=bye.round, kind=bye.why, points=bye.points)
        self._put(bye, bye.player, f"0000 - {_BYES[bye.why]}", bye.points)

    def _put(self, fact: Game | Bye, key: str, cell: str, points: float) -> None:
        if fact.round in self.cells[key]:
            raise Refused("trf-write-round-full", fact.source, player=key, round=fact.round)
        self.cells[key][fact.round] = cell
        self.points[key] += points

    def lines(self) -> Iterable[str]:
        """A 001 line for each player."""
        totals = sorted(self.points.values(), reverse=True)
        ranks = {total: rank for rank, total in reversed(list(enumerate(totals, 1)))}
        for player in self.players:
            cells = self.cells[player.key]
            total = self.points[player.key]
            rounds = "".join(cells.get(nth, "").ljust(10) for nth in range(1, max(cells, default=0) + 1))
            yield f"{_static(player, self.numbers[player.key])} {_fitting(f'{total:.1f}', 4)} {ranks[total]:4}  {rounds}"


def _static(player: Player, number: int) -> str:
    """Columns 1 to 79."""
    sex = _SEXES.get(player.sex.lower(), " ")
    federation = player.federation.upper() if len(player.federation) == 3 and player.federation.isascii() else ""
    licence = player.number if player.number.isascii() and player.number.isdigit() else ""
    born = f"{player.born}/00/00" if player.born in _YEARS else ""
    name = _line(player.name or player.key)[:33]
    return (
        f"001 {number:4} {sex}{_fitting(_line(player.title), 3)} {name:33} {_rating(player):4} "
        f"{federation:3} {_fitting(licence, 11)} {born:10}"
    )


def _rating(player: Player) -> int:
    """The rating as the format has it: whole, 0 for none."""
    return half_up(player.rating) if player.rating is not None and 0.5 <= player.rating < 9999.5 else 0


def _fitting(text: str, width: int) -> str:
    return text.rjust(width) if len(text) <= width else " " * width


def _line(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join("".join(c if _is_shown(c) else " " for c in text).split()))


def _is_shown(character: str) -> bool:
    return character.isprintable() or character in "\u200c\u200d"  # joiners, which some scripts need
