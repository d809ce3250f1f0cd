"""Tuning: what is varied is read well, known parameters are found again, and the data's silence is heard."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from true_rules import elo_games, ffbg_games

from bareme.cli import main
from bareme.facts import Facts
from bareme.findings import Refused
from bareme.lab.tuning import tune
from bareme.lab.tuning_axes import Axis, axis_of, changes, in_words, present_setting, settings
from bareme.lab.tuning_plot import drawing, ticks
from bareme.lab.tuning_region import difference, drawn, profile, region
from bareme.rulebooks.base import open_rulebook

# -- what is varied


@pytest.mark.parametrize(
    ("rulebook", "text", "name", "values"),
    [
        ("elo", "K=10:60:5", "k", tuple(range(10, 61, 5))),
        ("elo", "initial=0.1:0.5:0.1", "initial_rating", (0.1, 0.2, 0.3, 0.4, 0.5)),
        ("elo", "k=schedule,24", "k", ("schedule", 24.0)),
        ("elo", "strong=none, 2400", "strong", (None, 2400.0)),
        ("elo", "k_schedule.30=10:30:10", "k_schedule.30", (10.0, 20.0, 30.0)),
        ("elo", "k_schedule=[[0,40],[30,20]]|[[0,32]]", "k_schedule", (((0, 40), (30, 20)), ((0, 32),))),
        ("ffbg", "ramp=true,non", "ramp", (True, False)),
        ("ffbg", "inactivity_condition=rating,elo", "inactivity_condition", ("rating", "elo")),
        ("fide", "k_middle=10:12:1", "k_middle", (10, 11, 12)),
        ("fisf", "floors.4=0:20:10", "floors.4", (0.0, 10.0, 20.0)),
    ],
)
def test_values_are_read(rulebook: str, text: str, name: str, values: tuple[Any, ...]) -> None:
    axis = axis_of(text, open_rulebook(rulebook))
    assert (axis.name, axis.values) == (name, values)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("K", "vary-unreadable"), ("=1,2", "vary-unreadable"), ("K=", "vary-unreadable"), ("K=60:10:5", "vary-unreadable"),
        ("K=10:60:0", "vary-unreadable"), ("K=20", "vary-few-values"), ("K=20,20.0", "vary-few-values"),
        ("K=0:1e9:1", "vary-many-values"), ("Q=1,2", "unknown-parameter"), ("K=-10:60:5", "bad-parameter-value"),
        ("K=ten,20", "bad-parameter-value"), ("scale=1:nan:2", "bad-parameter-value"),
        ("k_schedule.31=10:60:5", "vary-no-such-part"), ("scale.30=10:60:5", "vary-no-such-part"),
    ],
)  # fmt: skip
def test_what_cannot_be_varied_is_said(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        axis_of(text, open_rulebook("elo"))
    assert refused.value.finding.code == code
    assert "{" not in refused.value.finding.message() + refused.value.finding.remedy()


def test_settings_are_house_rules() -> None:
    rulebook = open_rulebook("elo")
    axes = [axis_of(text, rulebook) for text in ("k_schedule.0=50:60:10", "k_schedule.30=8:9:1", "floor=none,1000")]
    every = list(settings(axes))
    assert len(every) == 8
    assert changes(axes, every[-1], rulebook.latest.values) == {"k_schedule": ((0, 60), (30, 9)), "floor": 1000}
    assert present_setting(axes, rulebook) == (40, 20, None)
    assert in_words(axes, every[-1]) == "k_schedule.0=60, k_schedule.30=9, floor=1000"


def test_a_closer_look_stays_within_what_was_asked() -> None:
    asked = Axis("k", "", (10.0, 20.0, 30.0), True)
    assert asked.within(5, 15, 6).values == (10, 11, 12, 13, 14, 15)
    assert Axis("k", "", (10, 20, 30), True, whole=True).within(12, 19, 5).values == (12, 14, 16, 18)


# -- what the data can tell


def test_a_parabola_known_in_advance() -> None:
    """Each block's loss is a parabola about its own centre, so the sum's least value is the mean of the centres."""
    chance = np.random.default_rng(2)
    values = np.linspace(-1, 1, 81)
    centres = chance.normal(0, 1, 60) * 0.9
    losses = (values[:, None] - centres[None, :]) ** 2
    found = profile(losses, np.arange(len(values)), drawn(60, chance))
    low, high, open_low, open_high = found.interval(values.tolist())
    mean, error = centres.mean(), centres.std(ddof=1) / np.sqrt(60)
    assert values[found.best] == pytest.approx(mean, abs=0.0126)
    assert (open_low, open_high) == (False, False)
    assert (low + high) / 2 == pytest.approx(mean, abs=0.02)
    assert (high - low) / 2 == pytest.approx(2.0 * error, rel=0.1)  # Student's 0.975 quantile of 59: 2.00


def test_a_flat_surface_tells_nothing() -> None:
    losses = np.full((5, 20), 3.0)
    found = profile(losses, np.arange(5), drawn(20, np.random.default_rng(1)))
    assert found.inside.all()
    assert found.interval([1, 2, 3, 4, 5]) == (1, 5, True, True)
    best, _, inside = region(losses, drawn(20, np.random.default_rng(1)))
    assert best == 0
    assert inside.all()


def test_a_difference_has_students_interval() -> None:
    chance = np.random.default_rng(3)
    gap, games = chance.normal(5, 2, 20), np.full(20, 10.0)
    mean, low, high = difference(gap, np.zeros(20), games, drawn(20, chance))
    assert mean == pytest.approx(gap.mean() / 10)
    assert (high - low) / 2 == pytest.approx(2.093 * gap.std(ddof=1) / np.sqrt(20) / 10, rel=0.08)


# -- known parameters; one interval in twenty misses by chance, how often is tested apart


@pytest.mark.parametrize(
    ("facts", "rulebook", "fixed", "vary", "truth"),
    [
        (elo_games(11, 9000), "elo", {"k": 40}, "K=5:60:5", 24.0),
        (elo_games(27, 9000, k=16), "elo", {"k": 16}, "scale=200:800:50", 400.0),
        (ffbg_games(13, 12_000, 150), "ffbg", {}, "scale=800:4000:400", 2000.0),
        (ffbg_games(14, 12_000, 150), "ffbg", {}, "stake=1:9:1", 4.0),
        (ffbg_games(15, 40_000, 1500), "ffbg", {"ramp_per": 300}, "ramp_per=20:400:20", 100.0),
        (ffbg_games(16, 40_000, 1500), "ffbg", {}, "ramp_start=1:10:1", 5.0),
    ],
    ids=["K", "spread", "spread of matches", "stake", "ramp's length", "ramp's height"],
)
def test_known_parameters_are_found_again(facts: Facts, rulebook: str, fixed: dict[str, Any], vary: str, truth: float) -> None:
    (answer,) = tune(facts, open_rulebook(rulebook, fixed), [vary], warm_up=0.1).answers
    (interval,), (best,) = answer.intervals, answer.best
    assert interval.low is not None
    assert interval.high is not None
    assert interval.low <= truth <= interval.high
    assert interval.low < best < interval.high
    assert interval.high - interval.low < truth  # it says something


@pytest.mark.parametrize(("made", "vary"), [(elo_games, "K=5:60:5"), (ffbg_games, "stake=1:9:1")], ids=["elo, K", "ffbg, stake"])
def test_intervals_hold_the_truth_as_often_as_they_say(made: Callable[[int, int], Facts], vary: str) -> None:
    truth, rulebook = (24.0, "elo") if made is elo_games else (4.0, "ffbg")
    held = 0
    for seed in range(100, 140):
        (answer,) = tune(made(seed, 2500), open_rulebook(rulebook), [vary]).answers
        (interval,) = answer.intervals
        held += (interval.low or 0.0) <= truth <= (interval.high or 0.0)
    assert 34 <= held <= 40  # of 40; with 95 % each, fewer than 34 would be seen once in 500 times


def test_joint_search_finds_both_steps_of_a_schedule() -> None:
    tuned = tune(elo_games(17, 9000), open_rulebook("elo"), ["k_schedule.30=10:40:6", "strong=none,1600"], jointly=True)
    (answer,) = tuned.answers
    schedule, strong = answer.intervals
    assert schedule.low is not None
    assert schedule.high is not None
    assert schedule.low <= 24.0 <= schedule.high
    assert None in strong.values
    assert len(answer.surface) == 12


def test_only_the_ratio_of_k_and_scale_is_told() -> None:
    (answer,) = tune(
        elo_games(18, 6000), open_rulebook("elo", {"k": 24}), ["K=12:48:4", "scale=200:800:50"], jointly=True
    ).answers
    assert answer.verdict == "cannot-tell"
    for value, scale in ((12.0, 200.0), (48.0, 800.0)):
        assert answer.surface[value, scale] == pytest.approx(answer.loss_present, rel=1e-12)


# -- verdicts


def test_the_true_rule_is_kept_and_a_wrong_one_changed() -> None:
    facts = elo_games(19, 9000)
    verdicts = {k: tune(facts, open_rulebook("elo", {"k": k}), ["K=5:60:5"]).answers[0].verdict for k in (24, 2, 200)}
    assert verdicts == {24: "cannot-tell", 2: "change", 200: "change"}


def test_what_moves_nothing_is_kept() -> None:
    (answer,) = tune(elo_games(20, 2000), open_rulebook("elo"), ["initial=1000:2000:250"]).answers
    assert answer.verdict == "cannot-tell"
    assert answer.best == answer.present == (1500,)
    assert (answer.intervals[0].open_low, answer.intervals[0].open_high) == (True, True)


def test_the_later_games_have_no_say_in_the_choice() -> None:
    facts = elo_games(21, 3000)
    turned = tuple(game if number < 2200 else game.__class__(
        game.date, game.event, game.round, game.sequence, game.player_a, game.player_b, 1.0 - game.score_a
    ) for number, game in enumerate(facts.games))  # fmt: skip
    one, other = (tune(Facts(games=games), open_rulebook("elo"), ["K=5:60:5"]).answers[0] for games in (facts.games, turned))
    assert one.best == other.best
    assert one.intervals == other.intervals
    assert one.later_present != other.later_present


def test_a_seed_says_it_all() -> None:
    facts, rulebook = elo_games(22, 2000), open_rulebook("elo")
    answers = [tune(facts, rulebook, ["K=5:60:5"], seed=seed).answers for seed in (1, 1, 2)]
    assert answers[0] == answers[1]
    assert answers[0][0].intervals != answers[2][0].intervals
    assert answers[0][0].best == pytest.approx(answers[2][0].best, abs=1.0)


def test_without_a_closer_look_only_what_was_asked_is_tried() -> None:
    tuned = tune(elo_games(23, 1000), open_rulebook("elo"), ["K=10:60:10"], refine=False)
    assert tuned.settings == 7  # and the present rule
    assert tuned.answers[0].tried == tuned.answers[0].surface


@pytest.mark.parametrize(
    ("vary", "jointly", "code"),
    [
        ([], False, "vary-nothing"),
        (["K=1,2", "k=3,4"], False, "vary-twice"),
        (["K=1:200:1", "scale=1:200:1"], True, "vary-many-settings"),
    ],
)
def test_what_cannot_be_tuned_is_said(vary: list[str], jointly: bool, code: str) -> None:
    with pytest.raises(Refused) as refused:
        tune(elo_games(1, 10), open_rulebook("elo"), vary, jointly=jointly)
    assert refused.value.finding.code == code


# -- pictures


@pytest.mark.parametrize("vary", [["K=5:60:5"], ["floor=none,1000,1500"], ["K=10:40:10", "scale=200:800:200"]])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pictures_are_drawn(vary: list[str], language: str) -> None:
    (answer,) = tune(elo_games(24, 1500), open_rulebook("elo", {"k": 20}), vary, jointly=True).answers
    picture = drawing(answer, language)
    assert picture is not None
    root = ET.fromstring(picture)  # noqa: S314  # our own
    assert root.tag.endswith("svg")
    assert "nan" not in picture
    drawn_ = [element.tag.rpartition("}")[2] for element in root]
    if len(vary) == 2:
        assert drawn_.count("rect") == 1 + 4 * 4
    elif vary[0].startswith("floor"):
        assert drawn_.count("rect") == 1 + 3
    else:
        assert drawn_.count("circle") == len(answer.tried)


def test_three_parameters_have_no_picture() -> None:
    (answer,) = tune(elo_games(25, 800), open_rulebook("elo"), ["K=10,20", "scale=300,400", "floor=none,0"], jointly=True).answers
    assert drawing(answer) is None


def test_round_numbers_along_an_axis() -> None:
    assert ticks(0, 60) == [0, 10, 20, 30, 40, 50, 60]
    assert ticks(0.0013, 0.0042) == [0.0015, 0.002, 0.0025, 0.003, 0.0035, 0.004]
    assert ticks(3, 3) == [3]


# -- the command


@pytest.fixture
def results(tmp_path: Path) -> Path:
    file = tmp_path / "results.csv"
    rows = [f"{g.date},{g.player_a},{g.player_b},{g.score_a:g}" for g in elo_games(26, 3000).games]
    file.write_text("date,player_a,player_b,score_a\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return file


def test_the_command_says_what_to_do(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, out = results.with_name("k.svg"), results.with_name("k.json")
    command = ["lab", "tune", str(results), "--rulebook", "elo", "--set", "k=200", "--vary", "K=5:60:5"]
    assert main([*command, "--plot", str(picture), "--out", str(out), "--lang", "fr"]) == 0
    printed = capsys.readouterr().out
    assert "k : actuel 200, meilleur " in printed
    assert "Changer : " in printed
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    document = json.loads(out.read_text(encoding="utf-8"))
    (answer,) = document["answers"]
    assert (answer["verdict"], answer["reason"], answer["parameters"]) == ("change", "change", ["k"])
    assert answer["intervals"]["k"]["low"] < 24 < answer["intervals"]["k"]["high"]
    assert len(answer["surface"]) == 12
    assert document["settings"] == 1 + len(answer["surface"]) + len(answer["closer"])
    assert date.fromisoformat(document["training"]["until"]) < date.fromisoformat(document["later"]["from"])


def test_the_command_in_json(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "tune", str(results), "--rulebook", "elo", "--vary", "strong=none,2400", "--train-until", "2019-12-31"]
    assert main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["training"]["until"] == "2019-12-31"
    assert document["answers"][0]["intervals"]["strong"]["values"] == [None, 2400]
    assert document["answers"][0]["verdict"] == "keep"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--vary", "K"], "vary-unreadable"), (["--vary", "K=1,2", "--train-until", "2018-01-01"], "tune-few-games"),
        (["--vary", "K=1,2", "--train-until", "yesterday"], "bad-date"),
        (["--vary", "K=1,2", "--vary", "scale=1,2", "--vary", "floor=1,2", "--jointly", "--plot", "x.svg"], "no-picture"),
    ],
)  # fmt: skip
def test_errors_are_findings(results: Path, more: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "tune", str(results), "--rulebook", "elo", *more]) == 2
    assert f"[{code}]" in capsys.readouterr().err


def test_a_file_that_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "empty.csv"
    file.write_text("date,player_a,player_b,score_a\n", encoding="utf-8")
    assert main(["lab", "tune", str(file), "--rulebook", "elo", "--vary", "K=1,2"]) == 2
    assert main(["lab", "tune", str(tmp_path / "none.csv"), "--rulebook", "elo", "--vary", "K=1,2"]) == 2
    assert "[cannot-open]" in capsys.readouterr().err


def test_rows_that_cannot_be_read_are_told(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with results.open("a", encoding="utf-8") as file:
        file.write("2099-99-99,P001,P002,1\n")
    assert main(["lab", "tune", str(results), "--rulebook", "elo", "--vary", "K=10,20"]) == 0
    assert "results.csv:3002:date: error: 2099-99-99" in capsys.readouterr().err


@pytest.mark.parametrize(("rulebook", "vary"), [("fide", "k_middle=10,20"), ("fisf", "final_share=0,1")])
def test_a_rulebook_that_foretells_none_of_it(
    rulebook: str, vary: str, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """FIDE's without a list, FISF's with games instead of places."""
    assert main(["lab", "tune", str(results), "--rulebook", rulebook, "--vary", vary]) == 2
    assert "0 in training and 0 later" in capsys.readouterr().err


def test_a_french_answer_holds_no_english(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    english = re.compile(r"\b(?:the|of|and|is|are|was|with|this|which|not|from|default)\b")
    for more in (["--vary", "K=5:60:5"], ["--vary", "initial=1000:2000:500"], ["--vary", "floor=none,1000"]):
        assert main(["lab", "tune", str(results), "--rulebook", "elo", "--lang", "fr", *more]) == 0
        assert not english.search(capsys.readouterr().out)
    cup = ["--player", "Ada=1500", "--player", "Bo=1400", "--tournament"]
    small = ["--players", "20", "--years", "1", "--runs", "2"]
    for more in (small, [*cup, "knock-out"], [*cup, "round-robin"], [*cup, "swiss", "--rounds", "1"]):
        assert main(["lab", "simulate", "--rulebook", "elo", "--lang", "fr", *more]) == 0
        assert not english.search(capsys.readouterr().out)
