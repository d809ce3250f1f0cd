"""The officer's whole year, scripted: three seasons of a club, twelve lists of a FIDE pool, two seasons of two federations.

Small by default; BAREME_YEAR=full for 300 members and 20,000 matches.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import pytest
from test_runs import assert_as_from_zero
from year import Club, months, people, renamed, table

from bareme.facts import Adjustment, Facts
from bareme.office.corrections.changes import Change
from bareme.office.corrections.facts import facts
from bareme.office.corrections.service import ask, change_of, decide, preview
from bareme.office.editions.checksum import rows_of
from bareme.office.editions.service import editions_of, publish
from bareme.office.models import Act, Edition, Member, Pool, User
from bareme.office.people.members import NewMember, new_member
from bareme.office.pools.service import new_pool
from bareme.office.runs.service import make_run
from bareme.office.seasons.service import roll_over
from bareme.office.users.service import new_user
from bareme.office.verify import everything
from bareme.replay import replay
from bareme.rulebooks.base import open_rulebook

FULL = os.environ.get("BAREME_YEAR") == "full"
MEMBERS, MATCHES = (300, 20_000) if FULL else (30, 620)

Bring = Callable[..., Any]


@dataclass
class Desk:
    """Two officers at one pool."""

    bring: Bring
    officer: User
    second: User
    pool: Pool

    def file(self, text: str, name: str, **more: Any) -> None:
        done = self.bring({name: text}, pool=self.pool, **more)
        assert done.act, done.findings

    def correct(self, change: Change, reason: str, on: date) -> None:
        """Looked at, asked for, and accepted by the second officer."""
        asked = ask(self.officer, change, reason, seen=preview(self.officer, change, on))
        if asked.decision is None:
            decide(self.second, asked.correction, True, "seen", seen=preview(self.second, change_of(asked.correction), on))

    def publish(self, day: date, reason: str = "") -> Edition:
        done = publish(self.officer, self.pool, day, reason=reason)
        assert done.new
        return done.edition

    def game(self, event: str, at: int = 0) -> int:
        return list(facts(self.pool, "game", event=event))[at].number


@pytest.fixture
def second(admin: User) -> User:
    return new_user(admin, "otto", "officer", None)


def well(pool: Pool, officer: User, on: date) -> None:
    """Full replay equals incremental, every edition verifies, everything is as it was recorded."""
    made = make_run(officer, pool, on)
    assert_as_from_zero(made, pool, on)
    assert everything() == []


class Seasons:
    """Three seasons of a club at the desk. Files bring what the club believed; corrections make it what really happened."""

    def __init__(self, at: Desk, club: Club) -> None:
        self.at, self.club = at, club
        self.champion, self.double = club.members[0], club.month(2023, 5)[0][0].player_a
        self.first_edition: list[list[Any]] = []

    def file_of(self, day: date) -> None:
        """The month's file, as it came."""
        month = _month_before(day)
        games = [game for night in self.club.month(*month) for game in night]
        more: dict[str, Any] = {}
        if month == (2023, 2):  # the lengths of a night were typed wrong
            night = self.club.month(*month)[0]
            games = [replace(game, length=1) for game in night] + games[len(night) :]
        elif month == (2023, 5):  # somebody's name is misspelt
            games, more = renamed(games, self.double, f"{self.double}e"), {"match": {"*": "new"}}
        elif month == (2023, 10):  # comes late
            return
        elif month == (2024, 2):  # a winner was swapped
            games = [replace(games[0], score_a=1.0 - games[0].score_a), *games[1:]]
        self.at.file(table(games), f"{month[0]}-{month[1]:02}.csv", **more)

    def turn_of(self, day: date) -> None:
        """The season turns."""
        turn, made = roll_over(self.at.officer, self.at.pool, day)
        assert made.new
        if day.year == 2024:
            assert turn.states["inactive"][1] >= len(self.club.members) // 10  # who paused in the second season

    def after(self, day: date) -> None:
        """What is found out after the list of that day."""
        happened = {
            date(2023, 4, 1): self._wrong_lengths,
            date(2023, 7, 1): self._one_person,
            date(2023, 12, 1): self._late_file,
            date(2024, 4, 1): self._swapped_winner,
            date(2024, 7, 1): self._title,
        }
        if day in happened:
            happened[day](day)

    def _wrong_lengths(self, day: date) -> None:
        night = self.club.month(2023, 2)[0]
        numbers = [fact.number for fact in facts(self.at.pool, "game", event=night[0].event)]
        for length in sorted({game.length or 0 for game in night}):
            right = tuple(number for number, game in zip(numbers, night, strict=True) if game.length == length)
            self.at.correct(Change("game", self.at.pool, right, "set", {"length": str(length)}), "lengths of the sheet", day)
        self.first_edition = rows_of(Edition.objects.get(pool=self.at.pool, day=day))
        assert self.at.publish(day, "lengths of February").number == 2

    def _one_person(self, day: date) -> None:
        into, wrong = (Member.objects.get(name=name).code for name in (self.double, f"{self.double}e"))
        self.at.correct(Change("merge", None, said={"member": wrong, "into": into}), "one person, says the licence", day)

    def _late_file(self, day: date) -> None:
        games = [game for night in self.club.month(2023, 10) for game in night]
        self.at.file(table(games), "2023-10.csv", reason="the secretary had it")

    def _swapped_winner(self, day: date) -> None:
        number = self.at.game(self.club.month(2024, 2)[0][0].event)
        self.at.correct(Change("game", self.at.pool, (number,), "swap"), "the score sheet", day)
        assert self.at.publish(day, "a swapped winner").number == 2

    def _title(self, day: date) -> None:
        said = {"player": Member.objects.get(name=self.champion).code, "date": "2024-06-16", "kind": "title", "entrants": "41"}
        change = Change("decision", self.at.pool, said={**said, "reason": "Championnat de France"})
        self.at.correct(change, "champion", day)


def test_three_seasons_of_a_club(admin: User, officer: User, second: User, bring: Bring, desk: Callable[..., str]) -> None:
    pool = new_pool(admin, "club", "ffbg", name="Club de Lyon", two_person=True, numbers="licence")
    at = Desk(bring, officer, second, pool)
    seasons = Seasons(at, Club(people(MEMBERS), MATCHES))
    for number, name in enumerate(seasons.club.members):
        new_member(officer, NewMember(name, {"licence": f"{number:05}"}, {"club": "Lyon"}, date(2022, 9, 1)))
    for day in months(date(2022, 10, 1), 36):
        seasons.file_of(day)
        if day.month == 9:
            seasons.turn_of(day)
        at.publish(day)
        seasons.after(day)
    last = date(2025, 9, 1)
    assert Edition.objects.filter(pool=pool).count() == 38
    assert rows_of(Edition.objects.get(pool=pool, day=date(2023, 4, 1), number=1)) == seasons.first_edition
    standing = {edition.day for edition, stands in editions_of(pool) if stands}
    assert (date(2023, 3, 1) in standing, date(2023, 4, 1) in standing, last in standing) == (False, True, True)
    _as_it_really_was(pool, officer, seasons.club, seasons.champion, last)
    well(pool, officer, last)
    _diary(desk, f"{seasons.double}e (")


def _month_before(day: date) -> tuple[int, int]:
    eve = day - timedelta(days=1)
    return eve.year, eve.month


def _as_it_really_was(pool: Pool, officer: User, club: Club, champion: str, on: date) -> None:
    """After all corrections the list is that of the facts as they really were, rated without any office."""
    games = tuple(replace(game, sequence=number) for number, game in enumerate(club.facts()))
    title = Adjustment(date(2024, 6, 16), champion, "title", entrants=41)
    truth = replay(open_rulebook("ffbg"), Facts(games=games, adjustments=(title,)), on=on)
    names = {member.code: member.name for member in Member.objects.all()}
    found = {names[row.player]: row for row in make_run(officer, pool, on).replayed.standings}
    assert found.keys() == {row.player for row in truth.standings}
    for row in truth.standings:
        other = found[row.player]
        assert (other.rating, other.elo, other.experience, other.games) == (row.rating, row.elo, row.experience, row.games)


def _diary(desk: Callable[..., str], merged: str) -> None:
    """The year reads like an officer's diary."""
    lines = [line for line in desk("audit", "--pool", "club").splitlines() if "Z  " in line]
    assert len(lines) == Act.objects.filter(pool__slug="club").count()
    told = "\n".join(lines)
    for sentence in (
        "alice: made the pool club",
        "olga: imported 2022-09.csv",
        "olga: published the list club 2023-04-01 (1)",
        "olga: asked to correct game",
        "otto: accepted the correction of game",
        "olga: published the list club 2023-04-01 (2)",
        "olga: imported 2023-10.csv [club] (",
        "olga: turned the season of club 2024-09-01",
        "otto: accepted the decision title Ada Aubry (0001Y) [club] (41 entrants; date 2024-06-16; for Championnat de France",
        f"{MEMBERS} players; {MEMBERS} ranked; ",
        "claims until ",
    ):
        assert sentence in told, sentence
    assert f"otto: accepted the correction of {merged}" in desk("audit", "--action", "accept-correction")
    assert "a publié la liste club 01/09/2025 (1)" in desk("audit", "--last", "3", "--lang", "fr")


def test_a_fide_pool_over_twelve_lists(admin: User, officer: User, second: User, bring: Bring) -> None:
    pool = new_pool(admin, "standard", "fide", {"closing_days": 3}, numbers="fide")
    at, chance = Desk(bring, officer, second, pool), random.Random(2024)
    players = people(40)
    rated = [f"{name},{1500 + 20 * n},{20 + n},{1960 + n},{10000 + n}\n" for n, name in enumerate(players[:30])]
    at.file("player,rating,games,born,number\n" + "".join(rated), "players.csv")
    for number, day in enumerate(months(date(2024, 2, 1), 12)):
        month = (day - timedelta(days=1)).replace(day=1)
        for event in (1, 2):
            field = chance.sample(players, 8)
            rows = [
                f"{month + timedelta(days=4 + round_ + 7 * event)},Open {number}.{event},{round_},{field[i]},{field[7 - i]},"
                f"{chance.choice(('1', '0.5', '0'))},\n"
                for round_ in range(1, 8)
                for i in range(4)
                if (field := [field[0], field[-1], *field[1:-1]])
            ]
            header = "date,event,round,player_a,player_b,score_a,length\n"
            at.file(header + "".join(rows), f"open-{number}-{event}.csv")
        if number == 3:  # reported a month late: rated in the list after the next one
            ask(officer, _event(pool, "Open 3.2", reported="2024-06-02"), "came late")
        at.publish(day)
        if number == 5:
            said = {"player": Member.objects.get(name=players[3]).code, "date": "2024-07-01", "kind": "revalue", "rating": "1700"}
            ask(officer, Change("decision", pool, said=said), "decision of the council")
        if number == 8:
            decisive = next(fact for fact in facts(pool, "game", event="Open 6.1") if fact.said["score_a"] != 0.5)
            at.correct(Change("game", pool, (decisive.number,), "swap"), "the arbiter's report", day)
            assert at.publish(date(2024, 8, 1), "a swapped result").number == 2
            assert at.publish(day, "a swapped result").number == 2
    assert Edition.objects.filter(pool=pool).count() == 14
    well(pool, officer, date(2025, 1, 1))


def _event(pool: Pool, label: str, **said: str) -> Change:
    from bareme.office.corrections.changes import detail_of

    return Change("event", pool, (detail_of(pool, label),), "set", said)


def test_a_fisf_pool_over_two_seasons_with_two_federations(admin: User, officer: User, second: User, bring: Bring) -> None:
    pool = new_pool(admin, "scrabble", "fisf", rhythm="monthly", numbers="licence")
    at, chance = Desk(bring, officer, second, pool), random.Random(2009)
    players = {name: ("FFSc" if n % 3 else "FQCSF", 1 + n % 6) for n, name in enumerate(people(60))}
    register = "".join(f"{name},{federation},{series}\n" for name, (federation, series) in players.items())
    at.file("player,federation,series\n" + register, "players.csv")
    series = {name: own for name, (_, own) in players.items()}
    for number, day in enumerate(months(date(2009, 10, 1), 24)):
        played = day - timedelta(days=chance.randint(2, 20))
        field = chance.sample(sorted(players), 25)
        rows = [
            f"{played},Tournoi {number},{1 + number % 5},,{name},{players[name][0]},{series[name]},{place}\n"
            for place, name in enumerate(field, 1)
        ]
        at.file("date,event,rounds,category,player,federation,series,place\n" + "".join(rows), f"tournoi-{number}.csv")
        if day.month == 9:
            turn, made = roll_over(officer, pool, day)
            assert made.new
            assert set(turn.quotas) == {"FFSc", "FQCSF"}
            assert turn.kinds["closing"] > 0
            names = {member.code: member.name for member in Member.objects.all()}
            for standing in made.replayed.standings:
                series[names[standing.player]] = standing.more["series"]
        at.publish(day)
        if number == 15:
            place = next(facts(pool, "placement", event="Tournoi 14"))
            at.correct(Change("placement", pool, (place.number,), "set", {"place": "25"}), "the organiser's list", day)
            assert at.publish(day, "a place").number == 2
    assert Edition.objects.filter(pool=pool).count() == 25
    well(pool, officer, date(2011, 9, 1))
