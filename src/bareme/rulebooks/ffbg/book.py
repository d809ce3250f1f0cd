"""FFBG at work: Rating, experience and ELO of every member, match after match, season after season."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from bareme.facts import Adjustment, Event, Game, Player
from bareme.journal import Line, Recorder
from bareme.rounding import half_up
from bareme.rulebooks.base import Rulebook, Version
from bareme.rulebooks.book import BaseBook, Foresight, Standing
from bareme.rulebooks.ffbg import causes, rules
from bareme.rulebooks.ffbg.causes import Cause
from bareme.rulebooks.ffbg.formats import parse_format


class Member:
    """One member's state. `assigned` is an ELO published as printed until the first counted match."""

    __slots__ = ("assigned", "entrants", "experience", "games", "inactive", "rating", "season")

    def __init__(self, rating: float, experience: float) -> None:
        self.rating = rating
        self.experience = experience
        self.season = 0.0  # experience since the last 1 September
        self.entrants = 0  # sum over the titles won
        self.assigned: float | None = None
        self.games = 0
        self.inactive = False


class Book(BaseBook):
    """The FFBG's regulation over a pool of members."""

    def __init__(self, rulebook: Rulebook, record: Recorder | None = None) -> None:
        super().__init__(rulebook, record)
        self.members: dict[str, Member] = {}
        self.version = v = rulebook.latest  # the FFBG's text has one version
        self.stake: float = v["stake"]
        self.scale: float = v["scale"]
        self.ramp_start: float = v["ramp_start"] if v["ramp"] else 1.0
        self.ramp_per: float = v["ramp_per"]
        self.lengths: dict[str, float | None] = {}  # sets notation -> equivalent length

    def prepare(self, players: Iterable[Player], events: Mapping[str, Event]) -> None:
        """Members whom a list gives a rating begin with it; the others enter at their first fact."""
        super().prepare(players, events)
        for key, player in self.people.items():
            if key not in self.members and player.rating is not None:
                member = self._member(key)
                member.rating = player.rating
                member.games = player.games or 0
                self.listed.add(key)

    def _member(self, player: str) -> Member:
        member = self.members.get(player)
        if member is None:
            member = self.members[player] = Member(self.version["initial_rating"], self.version["initial_experience"])
        return member

    def _playing(self, player: str, game: Game) -> Member:
        known = player in self.members and player not in self.listed
        member = self._member(player)
        if not known:
            self.enter(game.date, player, member.rating, "attribution", game.source)
        return member

    # -- ELO

    def fc(self, member: Member) -> float:
        """FC(Exp) of this member, 0 where the house turned the correction off."""
        return rules.correction(member.experience, self.version["correction_horizon"]) if self.version["correction"] else 0.0

    def bonus(self, member: Member) -> int:
        """BCDF of this member."""
        return rules.bonus(member.entrants, self.version["bonus_rate"])

    def elo(self, member: Member) -> float:
        """The member's ELO, unrounded; as assigned until his first counted match."""
        if member.assigned is not None:
            return member.assigned
        return rules.elo(member.rating, self.bonus(member), self.fc(member))

    # -- one match

    def game(self, game: Game) -> None:
        """Articles probability, acceleration, rating: both from their values before the match; then Exp grows by N."""
        if game.score_a == 0.5:
            self.skip_game(game, "no-draws")
            return
        length = self.length_of(game)
        if length is None:
            self.skip_game(game, "no-length")
            return
        a_won = game.score_a == 1.0
        name_w, name_l = (game.player_a, game.player_b) if a_won else (game.player_b, game.player_a)
        winner, loser = self._playing(name_w, game), self._playing(name_l, game)
        gap = winner.rating - loser.rating
        stronger = rules.win_probability(abs(gap), length, self.scale)
        p_loser = 1.0 - stronger if gap >= 0.0 else stronger
        fa_w = rules.acceleration(winner.experience, length, self.ramp_start, self.ramp_per)
        fa_l = rules.acceleration(loser.experience, length, self.ramp_start, self.ramp_per)
        after_w = winner.rating + rules.stake_won(self.stake, fa_w, p_loser, length)
        after_l = loser.rating - rules.stake_won(self.stake, fa_l, p_loser, length)
        if self.record:
            self._line(game, name_w, name_l, 1, length, p_loser, (fa_w, fa_l), after_w)
            self._line(game, name_l, name_w, 0, length, p_loser, (fa_l, fa_w), after_l)
        winner.rating, loser.rating = after_w, after_l
        for member in (winner, loser):
            member.experience += length
            member.season += length
            member.games += 1
            member.assigned = None
        self.counted += 1

    def foresee(self, game: Game) -> Foresight | None:
        """Article probability, from the Ratings as they stand; who is not known yet begins as a newcomer."""
        length = self.length_of(game)
        if game.score_a == 0.5 or length is None:
            return None
        newcomer = Member(self.version["initial_rating"], self.version["initial_experience"])
        a, b = self.members.get(game.player_a, newcomer), self.members.get(game.player_b, newcomer)
        stronger = rules.win_probability(abs(a.rating - b.rating), length, self.scale)
        expected = stronger if a.rating >= b.rating else 1.0 - stronger
        return Foresight(expected, a.rating, b.rating, a.experience, b.experience, length)

    def length_of(self, game: Game) -> float | None:
        """N: the length, or the equivalent one of a match in sets; None when there is neither."""
        if game.length is not None:
            return float(game.length)
        if game.format is None:
            return None
        if game.format not in self.lengths:
            self.lengths[game.format] = equivalent(self.version, game.format)
        return self.lengths[game.format]

    def _line(
        self,
        game: Game,
        player: str,
        opponent: str,
        result: int,
        length: float,
        p_loser: float,
        factors: tuple[float, float],
        after: float,
    ) -> None:
        if self.record is None:
            return
        own, other = self.members[player], self.members[opponent]
        experience = own.experience + length
        fc = rules.correction(experience, self.version["correction_horizon"]) if self.version["correction"] else 0.0
        terms = {
            "score": result,
            "N": length,
            "format": game.format or "",
            "D": abs(own.rating - other.rating),
            "P_loser": p_loser,
            "FA": factors[0],
            "FA_opponent": factors[1],
            "Exp": own.experience,
            "own": own.rating,
            "opponent": other.rating,
            "opponent_Exp": other.experience,
            "BCDF": self.bonus(own),
            "FC": fc,
            "elo_before": self.elo(own),
            "elo_after": rules.elo(after, self.bonus(own), fc),
            "assigned": own.assigned is not None,
        }
        self.record(
            Line(
                game.date, player, "game", "rating", self.version.name, own.rating, after, terms,
                game.event, game.round, opponent, source=game.source,
            )
        )  # fmt: skip

    # -- decisions

    def adjust(self, adjustment: Adjustment) -> None:
        """Articles attribution, revaluation, bonus. A licence moves nothing, but makes the member known."""
        known = adjustment.player in self.members and adjustment.player not in self.listed
        member = self._member(adjustment.player)
        before, elo_before = (member.rating, self.elo(member)) if known else (None, None)
        article = _DECISIONS[adjustment.kind](self, member, adjustment)
        if not isinstance(article, str):
            if not known and adjustment.player not in self.listed:
                del self.members[adjustment.player]
            details = {"why": article}
            self.skip(adjustment.date, adjustment.player, "adjustment-impossible", source=adjustment.source, details=details)
            return
        self.counted += 1
        self.listed.discard(adjustment.player)
        if self.record:
            terms = {
                "why": adjustment.reason,
                "level": adjustment.level,
                "entrants": adjustment.entrants,
                "sum_entrants": member.entrants,
                "BCDF": self.bonus(member),
                "Exp": member.experience,
                "elo_before": elo_before,
                "elo_after": self.elo(member),
                "printed": member.assigned is not None,
                "formula_elo": rules.elo(member.rating, self.bonus(member), self.fc(member)),
            }
            self.record(
                Line(
                    adjustment.date, adjustment.player, adjustment.kind, article, self.version.name, before, member.rating,
                    terms, source=adjustment.source,
                )
            )  # fmt: skip

    # each decision carried out gives its article, one that cannot be gives the cause

    def _assign(self, member: Member, decision: Adjustment) -> str | Cause:
        rating, elo, experience = decision.rating, decision.elo, decision.experience
        if decision.level:
            if decision.level not in rules.RECOGNISED:
                return causes.unknown_level(decision.level)
            level_rating, level_elo, level_experience = rules.RECOGNISED[decision.level]
            rating = level_rating if rating is None else rating
            elo = level_elo if elo is None else elo
            experience = level_experience if experience is None else experience
        experience = member.experience if experience is None else experience
        trial = Member(0.0, experience)
        if rating is None:
            if elo is None:
                return causes.NOTHING_ASSIGNED
            rating = elo - self.bonus(member) + self.fc(trial)
        if experience < 0:
            return causes.negative_experience(experience)
        if elo is not None and elo - self.bonus(member) > rating:  # "RATING >= ELO" always
            return causes.elo_above_rating(elo, rating)
        member.rating, member.experience = rating, experience
        member.assigned = elo if self.version["assigned_elo"] == "printed" else None
        return "attribution"

    def _revalue(self, member: Member, decision: Adjustment) -> str | Cause:
        if (decision.elo is None) == (decision.rating is None):  # one of the two: they move alike
            return causes.NOTHING_REVALUED if decision.elo is None else causes.BOTH_REVALUED
        movement = decision.elo - self.elo(member) if decision.elo is not None else (decision.rating or 0.0) - member.rating
        member.rating += movement
        if member.assigned is not None:
            member.assigned += movement
        return "revaluation"

    def _title(self, member: Member, decision: Adjustment) -> str | Cause:
        if decision.entrants is None or decision.entrants <= 0:
            return causes.NO_ENTRANTS
        before = self.bonus(member)
        member.entrants += decision.entrants
        if member.assigned is not None:
            member.assigned += self.bonus(member) - before
        return "bonus"

    def _licence(self, member: Member, decision: Adjustment) -> str | Cause:
        return "attribution"

    # -- the season

    def turns(self, after: date, until: date) -> Iterator[date]:
        """Each first day of a season."""
        month, day = map(int, self.version["season_start"].split("-"))
        for year in range(after.year, until.year + 1):
            turn = date(year, month, day)
            if after < turn <= until:
                yield turn

    def turn(self, day: date) -> None:
        """Article inactivity: every member who played no more than 10 points in the season that ends."""
        for player, member in self.members.items():
            member.inactive = member.season <= self.version["inactivity_experience"]
            if member.inactive:
                self._inactivity(day, player, member)
            member.season = 0.0

    def _inactivity(self, day: date, player: str, member: Member) -> None:
        elo = self.elo(member)
        condition = self.version["inactivity_condition"]
        meant = member.rating >= rules.INACTIVITY_THRESHOLD if condition == "rating" else elo > rules.INACTIVITY_THRESHOLD
        if not meant:
            return
        rate, horizon = self.version["inactivity_rate"], self.version["inactivity_experience"]
        fci = rules.inactivity_correction(elo, member.season, rate, horizon)
        if fci == 0.0:
            return
        before = member.rating
        member.rating -= fci
        if member.assigned is not None:
            member.assigned -= fci
        if self.record:
            terms = {"ELO": elo, "ExpX": member.season, "n": rate, "horizon": horizon, "FCI": fci, "elo_before": elo,
                     "elo_after": self.elo(member)}  # fmt: skip
            self.record(Line(day, player, "rollover", "inactivity", self.version.name, before, member.rating, terms))

    # -- results

    def standings(self, on: date) -> list[Standing]:
        """Article ranking: ELO as published, then experience."""
        rows = []
        for player, member in self.members.items():
            elo = self.elo(member)
            published = half_up(elo)
            states = ["inactive"] if member.inactive and member.season <= self.version["inactivity_experience"] else []
            if self.version["correction"] and member.experience < self.version["correction_horizon"]:
                states.append("provisional")
            rows.append(
                Standing(
                    player=player,
                    rating=member.rating,
                    games=member.games,
                    order=(published, member.experience),
                    elo=elo,
                    experience=member.experience,
                    level=rules.level(published),
                    states=tuple(states),
                    published={"rating": half_up(member.rating), "elo": published, "experience": half_up(member.experience)},
                    more={"bonus": self.bonus(member), "season_experience": member.season, "correction": self.fc(member)},
                )
            )
        return rows

    def value(self, player: str) -> float | None:
        """The member's Rating, None before his first fact."""
        member = self.members.get(player)
        return member.rating if member else None

    def state(self) -> dict[str, Any]:
        """Every member's state."""
        return {player: [getattr(member, slot) for slot in Member.__slots__] for player, member in self.members.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """The inverse of `state`."""
        for player, values in state.items():
            member = self._member(player)
            for slot, value in zip(Member.__slots__, values, strict=True):
                setattr(member, slot, value)


_DECISIONS = {"assign": Book._assign, "revalue": Book._revalue, "title": Book._title, "licence": Book._licence}


def equivalent(version: Version, notation: str) -> float | None:
    """Article sets: N of a match in sets under this version's reading; None when the notation says nothing finite."""
    sets = parse_format(notation)
    length = rules.equivalent_length(sets.points, sets.sets, sets.deciding, version["scale"]) if sets else math.inf
    if not math.isfinite(length):
        return None
    return float(half_up(length)) if version["sets_length"] == "rounded" else length
