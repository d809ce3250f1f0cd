"""`bareme lab evaluate` and `compare` as they are typed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from made_up import pool
from test_order_of_lists import season

from bareme.cli import main


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(["lab", *arguments])
        except SystemExit as left:
            code = int(left.code or 0)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return command


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A table of results."""
    rows = ["date,event,player_a,player_b,score_a,length"]
    rows += [
        f"{game.date},{game.event},{game.player_a},{game.player_b},{game.score_a:g},{game.length}"
        for game in pool(players=30, games=900, lengths=(5, 9)).games
    ]
    file = tmp_path_factory.mktemp("lab") / "results.csv"
    file.write_text("\n".join(rows), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "arguments",
    [
        ("evaluate", "r.csv", "--rulebook", "elo"),
        ("evaluate", "r.csv", "--rulebook", "fisf"),
        ("compare", "elo", "elo k=40", "r.csv"),
        ("compare", "fisf", "fisf", "r.csv", "--set-b", "bonus=false"),
        ("tune", "r.csv", "--rulebook", "elo", "--vary", "k=10..40"),
        ("simulate", "--rulebook", "elo"),
        ("simulate", "--rulebook", "elo", "--tournament", "knock-out", "--player", "A=1500", "--player", "B=1400"),
    ],
)
def test_without_the_extra_it_is_said_which_to_install(arguments: tuple[str, ...]) -> None:
    without = "import sys; sys.modules['numpy'] = None; from bareme.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run([sys.executable, "-c", without, "lab", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'bareme[lab]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_evaluate_prints_tables_and_a_verdict(run: Any, results: str) -> None:
    code, out, _ = run(
        "evaluate", results, "--rulebook", "elo", "--against", "elo k=400", "--baselines", "constant", "--draws", "200"
    )
    assert code == 0
    for words in ("How well each predicts", "50 % always", "by the rating gap", "are the warm-up", "Keep the rule"):
        assert words in out


def test_evaluate_as_json_and_as_a_page(run: Any, results: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    code, out, _ = run(
        *("evaluate", results, "--rulebook", "ffbg", "--set", "ramp=false", "--baselines", "none", "--draws", "100"),
        *("--json", "--report", str(page), "--warm-up", "2016-01-01", "--seed", "7"),
    )
    assert code == 0
    document = json.loads(out)
    assert document["contenders"][0]["name"] == "ffbg (ramp=false)"
    assert document["since"] >= "2016-01-01"
    assert document["seed"] == 7
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_engines_give_the_same_answer(run: Any, results: str) -> None:
    line = ("compare", "ffbg", "ffbg ramp=false", results, "--draws", "100", "--json")
    slow, fast = (json.loads(run(*line, "--engine", engine)[1]) for engine in ("reference", "fast"))
    assert slow["verdict"] == fast["verdict"]
    assert slow["moves"] == fast["moves"]
    assert slow["levels"] == fast["levels"]


def test_compare_with_house_rules_of_each_side(run: Any, results: str, tmp_path: Path) -> None:
    house = tmp_path / "club rules.toml"
    house.write_text('extends = "elo"\nk = 60\n', encoding="utf-8")
    code, out, _ = run(
        "compare", str(house), "elo", results, "--set-a", "scale=500", "--set-b", "k=10", "--draws", "100", "--json"
    )
    assert code == 0
    document = json.loads(out)
    assert (document["a"], document["b"]) == ("elo (k=60, scale=500)", "elo (k=10)")


def test_compare_says_who_pays(run: Any, results: str, tmp_path: Path) -> None:
    page = tmp_path / "compare.html"
    code, out, _ = run("compare", "elo k=20", "elo k=40", results, "--draws", "100", "--report", str(page), "--lang", "fr")
    assert code == 0
    assert "Qui gagne, qui paie" in out
    assert "Faut-il changer la règle" in page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def placements(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A table of placements."""
    rows = ["date,event,rounds,category,player,federation,series,place"]
    rows += [
        f"{row.date},{row.event},{row.rounds},{row.category},{row.player},{row.federation},{row.series},{row.place}"
        for row in season(events=6).placements
    ]
    file = tmp_path_factory.mktemp("lab") / "placements.csv"
    file.write_text("\n".join(rows), encoding="utf-8")
    return str(file)


def test_placements_are_compared_by_series_and_quotas(run: Any, placements: str, tmp_path: Path) -> None:
    page = tmp_path / "series.html"
    code, out, _ = run(
        *("compare", "fisf", "fisf", placements, "--set-b", "quota_share=0.25", "--draws", "100", "--report", str(page))
    )
    assert code == 0
    assert "Quotas of the next season" in out
    assert "events are scored" in out
    assert "Bars and quotas" in page.read_text(encoding="utf-8")


def test_placements_are_evaluated_by_their_order(run: Any, placements: str) -> None:
    code, out, _ = run("evaluate", placements, "--rulebook", "fisf", "--draws", "100", "--against", "fisf bonus=false")
    assert code == 0
    assert "Pairs in order" in out
    assert json.loads(run("evaluate", placements, "--rulebook", "fisf", "--draws", "100", "--json")[1])["events"] == 4


def test_betting_odds_are_a_contender(run: Any, tmp_path: Path) -> None:
    rows = ["date;player_a;player_b;score_a;odds_a;odds_draw;odds_b"]
    games = pool(players=30, games=400, draws=0.4).games
    rows += [f"{g.date};{g.player_a};{g.player_b};{g.score_a:g};1,80;3,60;4,50" for g in games[:300]]
    rows += [f"{g.date};{g.player_a};{g.player_b};{g.score_a:g};;;" for g in games[300:]]
    file = tmp_path / "odds.csv"
    file.write_text("\n".join(rows), encoding="utf-8")
    line = ("evaluate", str(file), "--rulebook", "elo", "--baselines", "none", "--draws", "100", "--json")
    document = json.loads(run(*line, "--odds", "odds_a,odds_draw,odds_b")[1])
    assert [one["kind"] for one in document["contenders"]] == ["rulebook", "odds"]
    assert document["games"] + document["warm_up"] == 300
    bins = document["contenders"][1]["calibration"]["expected"]
    chances = [1 / 1.8, 1 / 3.6, 1 / 4.5]
    assert bins[0]["predicted"] == pytest.approx((chances[0] + chances[1] / 2) / sum(chances))
    assert "no-odds" in run(*line, "--odds", "a,b")[2]
    assert "odds-columns" in run(*line, "--odds", "odds_a")[2]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("evaluate R --rulebook elo --warm-up 2030-01-01", "nothing-after-warm-up"),
        ("evaluate R --rulebook fisf", "no-placements"),
        ("evaluate R --rulebook elo --against ffbgg", "unknown-rulebook"),
        ("evaluate R --rulebook elo --against elo_k", "bad-setting"),
        ("compare elo fisf R", "no-placements"),
        ("evaluate none.csv --rulebook elo", "cannot-open"),
        ("evaluate R --rulebook elo --report /nowhere/x.html --baselines none --draws 100", "cannot-write"),
        ("evaluate R --rulebook elo --baselines elo", "choose from"),
        ("evaluate R --rulebook elo --warm-up 2", "a share from 0 to 0.9"),
    ],
)
def test_what_cannot_be_done_is_told(run: Any, results: str, line: str, told: str) -> None:
    arguments = [results if word == "R" else word.replace("_", " ") for word in line.split()]
    code, _, err = run(*arguments)
    assert code == 2
    assert told in err
    assert "Traceback" not in err
