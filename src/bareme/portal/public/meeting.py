"""An event told: its results, a table of everybody's points and rounds, what moved, what did not count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from bareme.explain import round_name
from bareme.findings import short
from bareme.office.editions.models import Edition
from bareme.office.ledger.models import Bye, Event, EventDetail, Game, Placement
from bareme.office.ledger.reading import current_rows
from bareme.office.runs.models import JournalLine, Run
from bareme.portal.public.lines import Told
from bareme.portal.public.lookups import names_of
from bareme.portal.site.templatetags.words import number, speech

MOST_ROUNDS = 15  # columns of a cross-table
RANKED = 4  # FISF: the series that have slices


@dataclass
class Entrant:
    """Somebody in an event."""

    member: int
    code: str
    name: str
    points: float = 0.0
    games: int = 0
    before: float | None = None
    after: float | None = None
    change: float | None = None
    rounds: dict[int, list[str]] = field(default_factory=dict)
    line: int | None = None  # his first journal line of the event


@dataclass(frozen=True)
class Result:
    """A game as shown: the two, the score, what it moved on either side, why it does not count."""

    day: date
    round: str
    a: tuple[str, str]  # code, name
    b: tuple[str, str]
    score_a: float
    note: str  # length or format
    why: str
    change_a: float | None
    change_b: float | None
    line: int | None

    @property
    def score(self) -> str:
        """1 : 0, ½ : ½, 0 : 1."""
        return {1.0: "1 : 0", 0.5: "½ : ½", 0.0: "0 : 1"}[self.score_a]


@dataclass
class Meeting:
    """An event's facts and what became of them."""

    event: Event
    detail: EventDetail | None  # None: taken out
    games: list[Game]
    byes: list[Bye]
    placements: list[Placement]
    lines: list[Told]
    names: Mapping[int, tuple[str, str]]

    @classmethod
    def of(cls, event: Event, lines: list[Told]) -> Meeting:
        """All of an event."""
        details = current_rows(EventDetail.objects.filter(event=event).select_related("act"))
        games, byes = current_rows(Game.objects.filter(event=event)), current_rows(Bye.objects.filter(event=event))
        placements = current_rows(Placement.objects.filter(event=event))
        games.sort(key=lambda game: (game.date, game.round, game.sequence, game.root or game.pk))
        members = {game.player_a_id for game in games} | {game.player_b_id for game in games}
        members |= {bye.player_id for bye in byes} | {row.player_id for row in placements}
        return cls(event, details[-1] if details else None, games, byes, placements, lines, names_of(members))

    @property
    def days(self) -> tuple[date | None, date | None]:
        """From when to when."""
        days = [fact.date for fact in (*self.games, *self.byes, *self.placements)]
        start, end = (self.detail.start, self.detail.end) if self.detail else (None, None)
        return start or min(days, default=None), end or max(days, default=None)

    @property
    def rounds(self) -> list[int]:
        """The rounds that are columns of the table; none where there are too many."""
        found = sorted({game.round for game in self.games} | {bye.round for bye in self.byes})
        return found if len(found) <= MOST_ROUNDS else []

    def results(self) -> list[Result]:
        """Every game, in order."""
        moved = _by_game(self.lines)
        return [self._result(game, moved) for game in self.games]

    def _result(self, game: Game, moved: Mapping[tuple[Any, ...], Told]) -> Result:
        a, b = moved.get(_key(game, game.player_a_id)), moved.get(_key(game, game.player_b_id))
        refused = next((told for told in (a, b) if told is not None and not told.counted), None)
        why = short(game.why, speech().language) if not game.rated and game.why else refused.why if refused else ""
        return Result(
            day=game.date,
            round=round_name(game.round, speech()) if game.round else "",
            a=self.names[game.player_a_id],
            b=self.names[game.player_b_id],
            score_a=game.score_a,
            note=game.format or (str(game.length) if game.length else ""),
            why=why or ("" if game.rated else short("declared-unrated", speech().language)),
            change_a=_moved(a),
            change_b=_moved(b),
            line=(a or b).pk if a or b else None,  # type: ignore[union-attr]
        )

    def entrants(self) -> list[Entrant]:
        """Everybody, the most points first, with his rounds."""
        found: dict[int, Entrant] = {}

        def one(member: int) -> Entrant:
            return found.setdefault(member, Entrant(member, *self.names[member]))

        for game in self.games:
            for member, score in ((game.player_a_id, game.score_a), (game.player_b_id, 1.0 - game.score_a)):
                entrant = one(member)
                entrant.points += score
                entrant.games += 1
        for bye in self.byes:
            one(bye.player_id).points += bye.points
        self._moved(found)
        ranked = sorted(
            found.values(), key=lambda entrant: (-entrant.points, entrant.games, -(entrant.before or 0.0), entrant.name)
        )
        self._fill_rounds({entrant.member: place for place, entrant in enumerate(ranked, 1)}, found)
        return ranked

    def _moved(self, found: Mapping[int, Entrant]) -> None:
        by_code = {entrant.code: entrant for entrant in found.values()}
        for told in self.lines:
            entrant = found.get(told.player) or by_code.get(self.names.get(told.player, ("", ""))[0])
            if entrant is None:
                continue
            entrant.line = entrant.line or told.pk
            if told.counted and told.after is not None:
                entrant.before = told.before if entrant.change is None else entrant.before
                entrant.after = told.after
                entrant.change = (entrant.change or 0.0) + (told.change if told.before is not None else 0.0)

    def _fill_rounds(self, places: Mapping[int, int], found: Mapping[int, Entrant]) -> None:
        signs = {1.0: "+", 0.5: "=", 0.0: "−"}
        for game in self.games:
            for member, other, score in (
                (game.player_a_id, game.player_b_id, game.score_a),
                (game.player_b_id, game.player_a_id, 1.0 - game.score_a),
            ):
                found[member].rounds.setdefault(game.round, []).append(
                    f"{places[other]}{signs[score]}{'' if game.rated else '*'}"
                )
        for bye in self.byes:
            found[bye.player_id].rounds.setdefault(bye.round, []).append(f"({number(bye.points)})")

    def left_out(self, results: Sequence[Result]) -> Counter[str]:
        """How many results do not count, by reason."""
        return Counter(result.why for result in results if result.why)


def _moved(told: Told | None) -> float | None:
    """What a line moved; None where it does not count, or only towards a first rating."""
    known = told is not None and told.counted and told.before is not None and told.after is not None
    return told.change if told is not None and known else None


def _key(game: Game, member: int) -> tuple[Any, ...]:
    other = game.player_b_id if member == game.player_a_id else game.player_a_id
    return game.date, game.round, member, other, game.file_id, game.line


def _by_game(lines: Iterable[Told]) -> dict[tuple[Any, ...], Told]:
    """Lines of games by the game they tell of. A fact entered at the desk has no line of a file: its act stands for it."""
    found = {}
    for told in lines:
        if told.opponent is None:
            continue
        place = told.line.source
        file, _, _ = place.file.partition("/")
        found[told.day, told.line.round, told.player, told.opponent, int(file) if file.isdigit() else None, place.line] = told
    return found


@dataclass(frozen=True)
class State:
    """What has become of an event: when it came, when it was first rated, how often anew, and on which list it is."""

    received: datetime
    rated: datetime | None
    anew: int
    list: Edition | None


def state_of(event: Event, last: date | None) -> State:
    """The state of an event whose last day is `last`."""
    numbers = JournalLine.objects.filter(event=event).order_by().values_list("run", flat=True).distinct()
    runs = list(Run.objects.filter(pk__in=list(numbers)).order_by("pk").select_related("act"))
    listed = (
        Edition.objects.filter(pool=event.pool_id, day__gte=last).order_by("day", "number").first() if last and runs else None
    )
    return State(event.act.at, runs[0].act.at if runs else None, max(len(runs) - 1, 0), listed)


@dataclass(frozen=True)
class Slice:
    """FISF: the places of a series' slice in an event, and what the event weighs for it."""

    series: int
    present: int
    first: int
    last: int
    weight: float


def slices(lines: Sequence[Told]) -> list[Slice]:
    """The slices of an event, by the terms of its first line."""
    terms = next((told.line.terms for told in lines if told.line.kind == "placement"), None)
    if terms is None:
        return []
    found = []
    for n in range(RANKED):
        first = terms["place"] - terms["P"][n] + 1
        found.append(Slice(n + 1, terms["A"][n], first, first + terms["A"][n] - 1, terms["W"][n]))
    return found
