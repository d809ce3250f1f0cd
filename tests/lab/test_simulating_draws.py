"""Tournaments drawn by lot: against exact chances, and pairings that keep their word."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import numpy as np
import pytest

from bareme.cli import main
from bareme.findings import Refused
from bareme.lab.draws import KINDS, Chances, Entrant, Field, bracket, drawn, field, places, swiss, wilson
from bareme.lab.draws_swiss import Standing, paired
from bareme.rulebooks.base import open_rulebook

ELO = open_rulebook("elo").latest
TIMES = 40_000


def players(*ratings: float) -> list[Entrant]:
    return [Entrant(f"P{number}", rating) for number, rating in enumerate(ratings)]


def p_elo(a: float, b: float) -> float:
    return float(1.0 / (1.0 + 10.0 ** ((b - a) / 400.0)))


def exact_knock_out(ratings: list[float | None]) -> list[dict[int, float]]:
    """For each round from the first, who is in it with what chance: by dynamic programming over the bracket."""
    slots: list[dict[int, float]] = [{} if rating is None else {seat: 1.0} for seat, rating in enumerate(ratings)]
    rounds = [{k: v for slot in slots for k, v in slot.items()}]
    while len(slots) > 1:
        following = []
        for upper, lower in zip(slots[0::2], slots[1::2], strict=True):
            winners: dict[int, float] = {}
            for one, other in ((upper, lower), (lower, upper)):
                for seat, chance in one.items():
                    own = ratings[seat]
                    assert own is not None
                    beats = sum(there * p_elo(own, ratings[rival] or 0.0) for rival, there in other.items())
                    winners[seat] = chance * (beats if other else 1.0)
            following.append(winners)
        slots = following
        rounds.append({k: v for slot in slots for k, v in slot.items()})
    return rounds


def by_name(chances: list[Chances]) -> dict[str, Chances]:
    return {row.entrant.name: row for row in chances}


@pytest.mark.parametrize("seeded", [True, False])
@pytest.mark.parametrize("count", [2, 5, 8, 13])
def test_knock_out_has_its_exact_chances(count: int, seeded: bool) -> None:
    chance = random.Random(count)
    ratings = [round(chance.gauss(1600, 200)) for _ in range(count)]
    cup = field(ELO, players(*ratings), "knock-out", seeded=seeded)
    seats = bracket(cup)
    *_, final, winner = exact_knock_out([None if seat is None else ratings[seat] for seat in seats])
    found = by_name(drawn(cup, TIMES, seed=count))
    for seat, player in enumerate(seats):
        if player is None:
            continue
        row = found[f"P{player}"]
        error = 4.5 * np.sqrt(winner[seat] * (1 - winner[seat]) / TIMES) + 1e-9
        assert row.wins.value == pytest.approx(winner[seat], abs=error)
        assert row.final is not None
        assert row.final.value == pytest.approx(final[seat], abs=4.5 * np.sqrt(final[seat] * (1 - final[seat]) / TIMES) + 1e-9)
    assert sum(row.wins.value for row in found.values()) == pytest.approx(1)
    assert sum(row.final.value for row in found.values() if row.final) == pytest.approx(2)


def test_a_seeding_keeps_the_best_apart() -> None:
    eight = Field("knock-out", tuple(players(*range(1000, 1800, 100))), np.full((8, 8), 0.5))
    assert bracket(eight) == [7, 0, 4, 3, 6, 1, 5, 2]  # 1-8, 4-5, 2-7, 3-6, by rank
    five = Field("knock-out", tuple(players(1, 2, 3, 4, 5)), np.full((5, 5), 0.5))
    assert bracket(five) == [4, None, 1, 0, 3, None, 2, None]  # the first three sit out
    assert bracket(Field("knock-out", five.entrants, five.expected, seeded=False)) == [0, None, 1, 2, 3, None, 4, None]


def test_wilson() -> None:
    share = wilson(10, 100)
    assert (round(share.low, 4), round(share.high, 4)) == (0.0552, 0.1744)  # as the textbooks have it
    assert wilson(0, 50).low == 0.0
    assert wilson(0, 50).high == pytest.approx(3.8415 / (50 + 3.8415), abs=1e-4)


def test_round_robin_has_its_exact_points() -> None:
    ratings = [1800.0, 1700.0, 1500.0, 1450.0]
    rows = by_name(drawn(field(ELO, players(*ratings), "round-robin", draws=0.4, rounds=2), TIMES, seed=3))
    for number, own in enumerate(ratings):
        expected = 2 * sum(p_elo(own, other) for rival, other in enumerate(ratings) if rival != number)
        assert rows[f"P{number}"].points == pytest.approx(expected, abs=0.03)
    assert sum(row.place or 0.0 for row in rows.values()) == pytest.approx(1 + 2 + 3 + 4)


def test_two_players_in_a_round_robin() -> None:
    rows = by_name(drawn(field(ELO, players(1600, 1500), "round-robin"), TIMES, seed=4))
    assert rows["P0"].wins.value == pytest.approx(p_elo(1600, 1500), abs=0.012)


def test_a_swiss_of_four_is_a_knock_out_of_neighbours() -> None:
    """Two rounds without draws: first 1-2 and 3-4, then the winners. Who wins both is first."""
    ratings = [1800.0, 1650.0, 1600.0, 1500.0]
    *_, winner = exact_knock_out(list(ratings))
    rows = by_name(drawn(field(ELO, players(*ratings), "swiss", rounds=2), TIMES, seed=5))
    for number in range(4):
        assert rows[f"P{number}"].wins.value == pytest.approx(winner[number], abs=0.012)


@pytest.mark.parametrize("count", [2, 5, 6, 11, 12, 33])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_meets_twice_and_nobody_waits_twice(count: int, seed: int) -> None:
    chance = random.Random(seed)
    standing = Standing([0.0] * count, chance.sample(range(count), count))
    met: set[frozenset[int]] = set()
    rounds = min(count - 1, 7)
    for number in range(1, rounds + 1):
        pairs = paired(standing)
        seen = list(itertools.chain(*pairs))
        assert len(seen) == len(set(seen)) == count // 2 * 2
        assert not met & {frozenset(pair) for pair in pairs}
        met |= {frozenset(pair) for pair in pairs}
        for a, b in pairs:
            score = chance.choice((0.0, 0.5, 1.0))
            standing.points[a] += score
            standing.points[b] += 1.0 - score
        assert len(standing.sat_out) == (number if count % 2 else 0)
    assert sum(standing.points) == rounds * (count // 2 + count % 2)


def test_equals_on_points_meet() -> None:
    standing = Standing([2.0, 1.0, 2.0, 1.0], [0, 1, 2, 3])
    assert paired(standing) == [(0, 2), (1, 3)]
    assert paired(standing) == [(0, 1), (2, 3)]


def test_a_swiss_gives_out_all_points() -> None:
    event = field(ELO, players(1500, 1600, 1700, 1800, 1900), "swiss", draws=0.5)
    points = swiss(event, 50, np.random.default_rng(1))
    assert event.rounds == 3
    assert (points.sum(1) == 3 * 3).all()  # two games and a bye in each round


def test_places_are_shared() -> None:
    assert places(np.array([[3.0, 1.0, 3.0, 0.0]])).tolist() == [[1.5, 3.0, 1.5, 4.0]]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_draws_the_same(kind: str) -> None:
    event = field(ELO, players(1500, 1600, 1700, 1800, 1900), kind)
    assert drawn(event, 200, 1) == drawn(event, 200, 1)
    assert drawn(event, 200, 1) != drawn(event, 200, 2)


@pytest.mark.parametrize(
    ("entrants", "kind", "rounds", "rulebook", "code"),
    [
        (players(1500), "swiss", None, "elo", "draw-few-players"),
        (players(*[1500.0] * 1025), "knock-out", None, "elo", "draw-many-players"),
        ([Entrant("A", 1.0), Entrant("A", 2.0)], "knock-out", None, "elo", "draw-same-name"),
        (players(1500, 1600, 1700), "swiss", 3, "elo", "draw-many-rounds"),
        (players(1500, 1600), "knock-out", None, "ffbg", "odds-need-length"),
        (players(1500, 1600), "knock-out", None, "fisf", "no-pairs-in-duplicate"),
    ],
)
def test_what_cannot_be_drawn_is_said(entrants: list[Entrant], kind: str, rounds: int | None, rulebook: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        field(open_rulebook(rulebook).latest, entrants, kind, rounds=rounds)
    assert refused.value.finding.code == code
    assert "{" not in refused.value.finding.message("fr") + refused.value.finding.remedy("fr")


# -- the command


def test_a_cup_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "players.csv"
    file.write_text("player,rating\nAda,1900\nBo,1500\n", encoding="utf-8")
    command = ["lab", "simulate", str(file), "--rulebook", "elo", "--tournament", "knock-out", "--player", "Cy=1500"]
    out = tmp_path / "cup.json"
    assert main([*command, "--out", str(out), "--lang", "fr"]) == 0
    assert "Élimination directe, 3 joueurs, tiré au sort 10000 fois" in capsys.readouterr().out
    document = json.loads(out.read_text(encoding="utf-8"))
    first = document["players"][0]
    assert first["player"] == "Ada"
    assert first["wins"]["low"] <= first["wins"]["value"] <= first["wins"]["high"]
    assert first["wins"]["value"] == pytest.approx(p_elo(1900, 1500), abs=0.02)  # one match, for the first sits out


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--tournament", "swiss"], "draw-few-players"),
        (["--player", "Ada=1900"], "draw-no-tournament"),
        (["--tournament", "swiss", "--player", "Ada"], "draw-bad-player"),
        (["--tournament", "swiss", "--player", "Ada=high"], "draw-bad-player"),
        (["--tournament", "swiss", "--player", "Ada=nan"], "draw-bad-player"),
        (["--tournament", "swiss", "--player", "A=1", "--player", "B=1", "--draws", "1"], "simulate-bad-number"),
        (["--tournament", "swiss", "unrated.csv"], "draw-no-rating"),
        (["--tournament", "swiss", "missing.csv"], "cannot-open"),
    ],
)
def test_errors_are_findings(
    more: list[str], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("unrated.csv").write_text("player,rating\nAda,\n", encoding="utf-8")
    assert main(["lab", "simulate", "--rulebook", "elo", *more]) == 2
    assert f"[{code}]" in capsys.readouterr().err
