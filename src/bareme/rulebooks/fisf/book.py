"""FISF at work: every event's lines, the season's sums, the list of the day, and the turn of 1 September."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from bareme.facts import ADJUSTMENT_WORDS, Adjustment, Event, Placement, Player
from bareme.findings import Finding
from bareme.journal import Line, Recorder
from bareme.rulebooks.base import Rulebook
from bareme.rulebooks.book import BaseBook, Standing
from bareme.rulebooks.fisf.amounts import Amount, Ratio
from bareme.rulebooks.fisf.entries import Entries, entries
from bareme.rulebooks.fisf.event import Score, field, score
from bareme.rulebooks.fisf.law import LAST_SERIES, RANKED, Law, law
from bareme.rulebooks.fisf.listing import standing
from bareme.rulebooks.fisf.season import Member, Sums, View, licensees_of, quotas_of, view
from bareme.rulebooks.fisf.series import SERIES_FIVE, Candidate, Classification, classify
from bareme.rulebooks.fisf.terms import event_terms, view_terms

ONE_DAY = timedelta(days=1)


class Book(BaseBook):
    """The FISF's regulation over the players of all federations.

    The journal follows the running percentage of a season in the player's own series (Num'/W', in percent, before
    quota); the lines `closing`, `opening` and `blend` lead from it to what a list shows.
    """

    def __init__(self, rulebook: Rulebook, record: Recorder | None = None) -> None:
        super().__init__(rulebook, record)
        self.members: dict[str, Member] = {}
        self.quotas: dict[str, tuple[int, ...]] = {}  # by federation, from the season before
        self.bars: tuple[Ratio | None, ...] | None = None  # of the last 1 September
        self._laws: dict[str, Law] = {}

    def law(self, day: date) -> Law:
        """The parameters in force on a day."""
        version = self.rulebook.on(day)
        if version.name not in self._laws:
            self._laws[version.name] = law(version)
        return self._laws[version.name]

    def prepare(self, players: Iterable[Player], events: Mapping[str, Event]) -> None:
        """A list of players with federation or series is the register of the licensed, in every season."""
        super().prepare(players, events)
        for key, player in self.people.items():
            if key not in self.members:
                series = player.series if player.series and player.series <= LAST_SERIES else LAST_SERIES
                self.members[key] = Member(player.federation, series)
            if player.federation or player.series:
                self.members[key].registered = True

    # -- one event

    def meet(self, placements: Sequence[Placement]) -> None:
        """Articles slice to bonus for every row of one event; A_n are counted from the rows themselves."""
        day = placements[0].date
        rule = self.law(day)
        checked = entries(placements, self.events.get(placements[0].event), rule)
        self.findings.extend(checked.findings)
        for row, code, details in checked.refused:
            self._refuse(row, code, details)
        if checked.rows:
            self._count(checked, rule)

    def _count(self, checked: Entries, rule: Law) -> None:
        present = [sum(row.series == n for row in checked.rows) for n in RANKED]
        event = field(rule, present, checked.rounds, checked.category)
        season = rule.season_of(checked.rows[0].date)
        worth: dict[tuple[int, int], Score] = {}  # ties share everything
        for row in checked.rows:
            member = self._member(row.player)
            before = self.value(row.player) if self.record else None
            self._recorded_series(row, member, season)
            key = (row.place, row.series)
            if key not in worth:
                worth[key] = score(rule, event, row.place, row.series)
            member.sums.add(event, worth[key], row.series)
            member.series, member.federation = row.series, row.federation or member.federation
            member.license(season)
            member.events += 1
            member.played += 1
            self.counted += 1
            if self.record:
                terms = event_terms(row, event, worth[key], member.sums)
                after = self.value(row.player)
                self.record(
                    Line(
                        row.date, row.player, "placement", "season", rule.name, before, after, terms,
                        row.event, source=row.source,
                    )
                )  # fmt: skip

    def _member(self, player: str) -> Member:
        member = self.members.get(player)
        if member is None:
            member = self.members[player] = Member()
        return member

    def _recorded_series(self, row: Placement, member: Member, season: date) -> None:
        """The row's series counts; it is said when it is not the one computed, or not the season's."""
        details = {"player": row.player, "recorded": row.series, "event": row.event}
        if member.played:
            if row.series != member.series:
                self._find("series-changed-in-season", row, {**details, "known": member.series})
        elif (
            member.series == member.computed
            # below series 5 classification points decide, which this rulebook does not know
            and min(row.series, SERIES_FIVE) != min(member.computed, SERIES_FIVE)
            and self.law(season - ONE_DAY).computed_series
        ):
            self._find("series-other-than-computed", row, {**details, "computed": member.computed})

    # -- decisions

    def adjust(self, adjustment: Adjustment) -> None:
        """A licence (federation, series), or the assigned percentage of a series in the season before."""
        details = {"kind": ADJUSTMENT_WORDS[adjustment.kind], "rating": adjustment.rating, "series": adjustment.series}
        decide = {"licence": self._licence, "assign": self._assign}.get(adjustment.kind)
        if decide is None:
            self._refuse(adjustment, "adjustment-unknown-here", details)
            return
        before = self.value(adjustment.player)
        article = decide(adjustment)
        if article is None:
            self._refuse(adjustment, "licence-or-percentage-impossible", details)
            return
        self.counted += 1
        if self.record:
            member = self.members[adjustment.player]
            terms = {
                "federation": member.federation,
                "series": adjustment.series or member.own,
                "level": member.series,
                "%S before": adjustment.rating,
                "why": adjustment.reason,
            }
            after = self.value(adjustment.player)
            version = self.rulebook.on(adjustment.date).name
            self.record(
                Line(
                    adjustment.date, adjustment.player, adjustment.kind, article, version, before, after, terms,
                    source=adjustment.source,
                )
            )  # fmt: skip

    def _licence(self, decision: Adjustment) -> str | None:
        if decision.series is not None and not 1 <= decision.series <= LAST_SERIES:
            return None
        member = self._member(decision.player)
        member.federation = decision.federation or member.federation
        member.series = decision.series or member.series
        member.recorded = self.law(decision.date).season_of(decision.date)
        member.license(member.recorded)
        return "licence"

    def _assign(self, decision: Adjustment) -> str | None:
        member = self.members.get(decision.player) or Member()
        n = decision.series or member.own
        if decision.rating is None or not 0 <= decision.rating <= 100 or n not in RANKED:
            return None
        self.members[decision.player] = member
        percentages = list(member.previous)
        percentages[n - 1] = Fraction(str(decision.rating))
        member.previous = tuple(percentages)
        return "final"

    # -- the season

    def turns(self, after: date, until: date) -> Iterator[date]:
        """Each first day of a season since the rulebook's own first day."""
        start = max(after, self.rulebook.versions[0].start)
        for year in range(start.year, until.year + 1):
            turn = date(year, *self.law(start).season_start)
            if start < turn <= until:
                yield turn

    def turn(self, day: date) -> None:
        """The season that ends is closed under its own version; the next one opens with empty sums."""
        rule = self.law(day - ONE_DAY)
        views = {player: self._view(member, day - ONE_DAY, closing=True) for player, member in sorted(self.members.items())}
        found = self._classify(views, rule, day - ONE_DAY, closing=True)
        quotas = quotas_of(self.members.values(), rule.quota_share)
        for player, seen in views.items():
            self._close(player, seen, found, rule, day)
        self.quotas, self.bars = quotas, found.bars

    def _close(self, player: str, seen: View, found: Classification, rule: Law, day: date) -> None:
        member = self.members[player]
        before, old_series, idle = self.value(player), member.series, member.unknown_to_the_ranking or member.inactive
        member.computed, member.recovered = found.series[player], player in found.recovered
        if rule.computed_series:
            member.series = member.computed
        member.closed, member.older, member.previous = (seen.sums, seen.quotas), member.previous, seen.season
        member.sums = Sums()
        member.idle = 0 if member.played else member.idle + 1
        member.played = 0
        if self.record and not idle:
            terms = {
                **view_terms(seen),
                "series": old_series,
                "new series": member.series,
                "computed": rule.computed_series,
                "bars": [None if bar is None else float(bar) for bar in found.bars],
                "recovered": member.recovered,
            }
            final = float(seen.shown[member.own - 1])
            self.record(Line(day, player, "closing", "final", rule.name, before, final, terms))
            opened = {"series": member.series, "%S before": [float(x) for x in member.previous]}
            version = self.rulebook.on(day).name
            self.record(Line(day, player, "opening", "during", version, final, self.value(player), opened))

    def default_on(self, last: date) -> date:
        """The last fact's day; the rulebook's first one where there are only players."""
        return max(last, self.rulebook.versions[0].start)

    def finish(self, on: date) -> None:
        """From the running percentage to the one the list of this day shows: quota, 10 % rule, blend."""
        self._say_if_nobody_is_licensed(on)
        if not self.record:
            return
        rule = self.law(on)
        for player, member in sorted(self.members.items()):
            if member.unknown_to_the_ranking or member.inactive:
                continue
            seen = self._view(member, on)
            closed = self._closed_on(member, on) is not None
            k = 12.0 if closed else rule.thirtieths(on) / 30
            terms = {**view_terms(seen), "series": member.series, "k": k, "closed": closed}
            shown = float(seen.shown[member.own - 1])
            article = "final" if closed else "during"
            self.record(Line(on, player, "blend", article, rule.name, self.value(player), shown, terms))

    def _closed_on(self, member: Member, on: date) -> tuple[Sums, tuple[Amount, ...]] | None:
        """On the first day of a season the list is the final one of the season just closed."""
        return member.closed if on == self.law(on).season_of(on) else None

    def _view(self, member: Member, on: date, closing: bool = False) -> View:
        closed = self._closed_on(member, on)
        if closed:
            rule = self.law(on - ONE_DAY)
            return view(rule, *closed, member.older, rule.final_share)
        rule = self.law(on)
        quotas = tuple(self.quota(member.federation, n, rule) for n in RANKED)
        share = rule.final_share if closing else rule.share(on)
        return view(rule, member.sums, quotas, member.previous, share, closing or rule.quota_in_season)

    def quota(self, federation: str, series: int, rule: Law) -> Amount:
        """Article quota: as given by a parameter, else from the season before, else none (0)."""
        given = rule.given_quota(federation, series)
        if given is not None:
            return given
        computed = self.quotas.get(federation)
        return computed[series - 1] if computed else 0

    def _classify(self, views: Mapping[str, View], rule: Law, day: date, closing: bool = False) -> Classification:
        candidates = [
            Candidate(player, member.federation, member.series, views[player].shown, member.events > 0)
            for player, member in self.members.items()
        ]
        return classify(candidates, self.licensees(rule, day, closing), rule.shares)

    def licensees(self, rule: Law, day: date, closing: bool = False) -> dict[str, int]:
        """Licensed players of the season of `day` by federation: as given, else as the facts know them."""
        season = rule.season_of(day)
        counts = licensees_of(self.members.values(), season, rule.season_of(season - ONE_DAY), closing)
        seen = {federation.lower() for federation in counts}
        given = {federation: rule.licensees.get(federation.lower(), count) for federation, count in counts.items()}
        return {**given, **{federation: count for federation, count in rule.licensees.items() if federation not in seen}}

    # -- results

    def standings(self, on: date) -> list[Standing]:
        """Article series: by series as they would be filled on this day, then by the percentage of that series."""
        views = {player: self._view(member, on) for player, member in self.members.items()}
        today, bars = self._today(views, on)
        shown_bars = {str(n): None if bar is None else float(bar) for n, bar in zip(RANKED, bars, strict=True)}
        return [standing(player, self.members[player], seen, today[player], shown_bars) for player, seen in views.items()]

    def _today(self, views: Mapping[str, View], on: date) -> tuple[Mapping[str, int], tuple[Ratio | None, ...]]:
        rule = self.law(on)
        if self.bars is not None and on == rule.season_of(on):
            return {player: member.computed or member.series for player, member in self.members.items()}, self.bars
        found = self._classify(views, rule, on)
        return found.series, found.bars

    def value(self, player: str) -> float | None:
        """The running percentage of the season in the player's own series, None before his first event."""
        member = self.members.get(player)
        return float(member.sums.percentage(member.own)) if member and member.events else None

    def state(self) -> dict[str, Any]:
        """Every player's state, the quotas, and the bars of the last 1 September."""
        bars = None if self.bars is None else [None if bar is None else str(bar) for bar in self.bars]
        return {
            "members": {player: member.written() for player, member in self.members.items()},
            "quotas": {federation: list(quotas) for federation, quotas in self.quotas.items()},
            "bars": bars,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """The inverse of `state`."""
        bars = state["bars"]
        self.members = {player: Member.read(member) for player, member in state["members"].items()}
        self.quotas = {federation: tuple(quotas) for federation, quotas in state["quotas"].items()}
        self.bars = None if bars is None else tuple(None if bar is None else Fraction(bar) for bar in bars)

    # -- what is wrong

    def _say_if_nobody_is_licensed(self, on: date) -> None:
        closed = self.bars is not None and on == self.law(on).season_of(on)
        rule, day = (self.law(on - ONE_DAY), on - ONE_DAY) if closed else (self.law(on), on)
        active = any(not member.unknown_to_the_ranking and not member.inactive for member in self.members.values())
        if active and not any(self.licensees(rule, day, closing=closed).values()):
            self.findings.append(Finding("nobody-licensed", details={"day": on}))

    def _find(self, code: str, row: Placement, details: Mapping[str, Any]) -> None:
        self.findings.append(Finding(code, row.source, details))

    def _refuse(self, fact: Placement | Adjustment, code: str, details: Mapping[str, Any]) -> None:
        """A fact that does not count, with the details of its finding."""
        event = fact.event if isinstance(fact, Placement) else ""
        self.skip(fact.date, fact.player, code, event, fact.source, details)
