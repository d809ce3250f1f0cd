"""The promised commands: what they print, their JSON, their exit codes."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bareme.cli import main

CLUB = ["examples/ffbg/matchs.csv", "examples/ffbg/decisions.csv", "--rulebook", "ffbg"]
LADDER = ["examples/elo/ladder.csv", "--rulebook", "elo"]


@pytest.fixture(autouse=True)
def _at_home(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.csv"
    path.write_text("date,event,round,player_a,player_b,score_a\n2025-01-01,Open,1,Ada,Bo,1\n2025-01-02,Open,2,Bo,Ada,0.5\n")
    return path


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*arguments: str | Path) -> Ran:
        code = main([str(argument) for argument in arguments])
        return Ran(code, *capsys.readouterr())

    return command


# -- rate


def test_rate_prints_the_list(run: Any, results: Path) -> None:
    ran = run("rate", results, "--rulebook", "elo", "--set", "k=20")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "Elo, the generic system, list of 2025-01-02 (version undated; house rules: k=20)"
    assert [line.split()[:3] for line in ran.out.splitlines()[2:]] == [["1", "Ada", "1509"], ["2", "Bo", "1491"]]
    assert "2 rows read, 2 taken, 0 refused" in ran.err


def test_rate_json_is_what_was_promised(run: Any, results: Path) -> None:
    document = run("rate", results, "--rulebook", "elo", "--set", "k=20", "--format", "json").json
    assert document["rulebook"] == "elo"
    assert document["version"] == "undated"
    assert document["overrides"] == {"k": 20.0}
    assert document["on"] == "2025-01-02"
    assert document["findings"] == []
    first = document["standings"][0]
    assert first["rank"] == 1
    assert first["player"] == "Ada"
    # 1500 + 20·(1 - 1/2) = 1510; the draw then costs 20·(P(20) - 1/2), P(20) = 0.528751
    assert first["rating"] == pytest.approx(1510 - 20 * 0.028751, abs=2e-5)
    assert first["published"] == {"rating": 1509}
    assert {"elo", "experience", "level", "games"} <= first.keys()


def test_rate_csv(run: Any, results: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("rate", results, "--rulebook", "elo", "--format", "csv").out)))
    # K = 40: 1520, then the draw costs 40·(P(40) - 1/2) = 2.29
    assert [(row["rank"], row["player"], row["published_rating"]) for row in rows] == [("1", "Ada", "1518"), ("2", "Bo", "1482")]


def test_rate_writes_files_by_their_ending(run: Any, tmp_path: Path) -> None:
    out, journal = tmp_path / "list.json", tmp_path / "journal.csv"
    assert run("rate", *CLUB, "--out", out, "--journal", journal).code == 0
    assert len(json.loads(out.read_text())["standings"]) == 16
    rows = list(csv.DictReader(io.StringIO(journal.read_text())))
    games = [row for row in rows if row["kind"] == "game"]
    assert len(games) == 2 * 662
    assert all(row["article"] and row["version"] and row["file"] for row in games)


def test_the_journal_adds_up_to_the_list(run: Any, tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    document = run("rate", *CLUB, "--journal", journal, "--format", "json").json
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    for row in document["standings"]:
        moved = sum(line["change"] for line in lines if line["player"] == row["player"])
        assert moved == pytest.approx(row["rating"], abs=1e-6)


def test_rate_in_two_halves_is_rate_whole(run: Any, tmp_path: Path, root: Path) -> None:
    header, *rows = (root / "examples/elo/ladder.csv").read_text().splitlines()
    first, second, state = tmp_path / "1.csv", tmp_path / "2.csv", tmp_path / "state.json"
    first.write_text("\n".join([header, *rows[:80]]))
    second.write_text("\n".join([header, *rows[80:]]))
    run("rate", first, "--rulebook", "elo", "--save", state)
    carried = run("rate", second, "--rulebook", "elo", "--carry", state, "--format", "json").json
    assert carried["standings"] == run("rate", *LADDER, "--format", "json").json["standings"]


def test_a_licence_number_changes_no_rating(run: Any, tmp_path: Path) -> None:
    plain, numbered = tmp_path / "plain.csv", tmp_path / "numbered.csv"
    plain.write_text("date;joueur 1;joueur 2;gagnant;longueur\n01/10/2022;A;B;A;17\n01/10/2025;C;D;C;7\n")
    numbered.write_text(
        "date;joueur 1;joueur 2;gagnant;longueur;licence 1;licence 2\n01/10/2022;A;B;A;17;1;2\n01/10/2025;C;D;C;7;3;4\n"
    )
    for day in ("2024-12-31", "2025-10-01"):
        house = ["--rulebook", "ffbg", "--set", "initial=1800", "--on", day, "--format", "json"]
        lists = [run("rate", path, *house).json["standings"] for path in (plain, numbered)]
        assert [(row["player"], row["rating"]) for row in lists[0]] == [(row["player"], row["rating"]) for row in lists[1]]
    assert {row["number"] for row in lists[1]} == set("1234")


def test_carried_standings_know_their_people(run: Any, tmp_path: Path) -> None:
    head = "date;joueur 1;joueur 2;gagnant;longueur;licence 1;licence 2\n"
    first, second, state = tmp_path / "2024.csv", tmp_path / "2025.csv", tmp_path / "state.json"
    first.write_text(head + "01/10/2024;Léo Blanc;Éva Noir;Léo Blanc;7;13;12\n")
    second.write_text(head + "01/10/2025;Léo Blanc;Éva Noir-Petit;Léo Blanc;7;14;12\n")
    run("rate", first, "--rulebook", "ffbg", "--save", state)
    carried = run("rate", second, "--rulebook", "ffbg", "--carry", state, "--format", "json").json
    whole = run("rate", first, second, "--rulebook", "ffbg", "--format", "json").json
    assert sorted(row["rating"] for row in carried["standings"]) == sorted(row["rating"] for row in whole["standings"])
    assert len(carried["standings"]) == 3
    assert "Léo Blanc" in run("explain", second, "--rulebook", "ffbg", "--carry", state, "--player", "14").out


def test_a_carried_season_is_turned_without_a_file(run: Any, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    run("rate", *CLUB, "--save", state)
    turned = run("rate", "--carry", state, "--rulebook", "ffbg", "--on", "01/09/2025", "--format", "json").json
    assert turned["standings"] == run("rate", *CLUB, "--on", "2025-09-01", "--format", "json").json["standings"]
    assert run("rate", "--rulebook", "ffbg").code == 2


def test_csv_as_a_french_spreadsheet_opens_it(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    run("rate", *LADDER, "--format", "csv-fr", "--out", path)
    text = path.read_bytes().decode("utf-8-sig")
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    assert float(rows[0]["rating"].replace(",", ".")) == run("rate", *LADDER, "--format", "json").json["standings"][0]["rating"]
    assert "," in rows[0]["rating"]


def test_an_unknown_ending_is_refused(run: Any, results: Path, tmp_path: Path) -> None:
    assert "[unknown-ending]" in run("rate", results, "--rulebook", "elo", "--out", tmp_path / "list.html").err


def test_explain_since_a_list(run: Any) -> None:
    fide = ["examples/fide/players.csv", *(f"examples/fide/open{n}.trf" for n in (1, 2, 3)), "--rulebook", "fide"]
    out = run("explain", *fide, "--player", "Vasseur, Maëlys", "--since", "2025-12-01").out
    assert out.count("Open d'hiver") == 6
    assert "closing of the period" in out


def test_a_round_of_a_knock_out_has_its_name(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "cup.csv"
    path.write_text("date;tournoi;tour;gagnant;perdant;longueur\n01/10/2024;Coupe;finale;A;B;7\n")
    assert "Coupe, finale" in run("explain", path, "--rulebook", "ffbg", "--player", "A", "--lang", "fr").out
    assert "Coupe, final:" in run("explain", path, "--rulebook", "ffbg", "--player", "A", "--lang", "en").out


def test_since_shows_ranks_and_changes(run: Any) -> None:
    rows = run("rate", *CLUB, "--since", "2024-09-01", "--format", "json").json["standings"]
    assert rows[0]["previous_rank"] == 2
    assert rows[0]["change"] == 56


def test_a_list_of_periods_says_since_when_it_is_compared(run: Any) -> None:
    opens = [f"examples/fide/{name}" for name in ("players.csv", "open1.trf", "open2.trf", "open3.trf")]
    heading = run("rate", *opens, "--rulebook", "fide", "--since", "2025-12-01").out.splitlines()[1]
    assert "Period change  Period games" in heading
    assert "Change since 2025-12-01" in heading
    heading = run("rate", *opens, "--rulebook", "fide", "--since", "01/12/2025", "--lang", "fr").out.splitlines()[1]
    assert "Variation depuis le 01/12/2025" in heading


def test_movements_say_who_is_unrated(run: Any) -> None:
    opens = [f"examples/fide/{name}" for name in ("players.csv", "open1.trf", "open2.trf", "open3.trf")]
    told = run("explain", *opens, "--rulebook", "fide", "--player", "Vasseur, Solène", "--all", "--lang", "fr").out
    assert "-> non classé" in told
    assert " -  (" not in told
    assert "entrée à 1500" in run("explain", *LADDER, "--player", "Solène Delmas", "--all", "--lang", "fr").out


def test_records(run: Any) -> None:
    out = run("rate", *CLUB, "--records", "--mark", "1700").out
    assert "Records over 22 lists" in out
    assert "first most often:" in out
    assert "passed 1700: " in out


def test_french(run: Any) -> None:
    out = run("rate", *CLUB, "--lang", "fr", "--top", "1").out
    assert "liste du 08/06/2025" in out
    assert "Rang  Joueur" in out


def test_refused_rows_are_exit_code_1_and_the_rest_is_rated(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("date,player_a,player_b,score_a\n2025-01-01,Ada,Bo,1\n2025-01-01,Ada,Bo,7\n2025-02-30,Ada,Bo,1\n")
    ran = run("rate", path, "--rulebook", "elo")
    assert ran.code == 1
    assert "3 rows read, 1 taken, 2 refused" in ran.err
    assert "2025-02-30" in ran.err
    assert str(path) + ":3" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["rate", "examples/elo/ladder.csv", "--rulebook", "eloo"], "unknown-rulebook"),
        (["rate", "examples/elo/ladder.csv", "--rulebook", "elo", "--set", "kk=3"], "unknown-parameter"),
        (["rate", "examples/elo/ladder.csv", "--rulebook", "elo", "--set", "scale=-1"], "bad-parameter-value"),
        (["rate", "examples/elo/ladder.csv", "--rulebook", "elo", "--set", "k"], "bad-setting"),
        (["rate", "examples/elo/ladder.csv", "--rulebook", "elo", "--on", "soon"], "bad-date"),
        (["rate", "examples/elo/ladder.csv", "--rulebook", "elo", "--out", "no/such/folder/x.csv"], "cannot-write"),
        (["rate", "examples/elo/ladder.csv", "--rulebook", "elo", "--carry", "README.md"], "carried-unreadable"),
        (["rate", "README.md", "--rulebook", "missing.toml"], "cannot-open"),
        (["rate", "README.md", "--rulebook", "elo@"], "bad-date"),
        (["rate", "no-such-file.csv", "--rulebook", "elo"], "nothing-to-rate"),
        (["explain", "examples/elo/ladder.csv", "--rulebook", "elo", "--player", "Nobody"], "no-such-player"),
        (["explain", *CLUB, "--player", "Théo Marchand", "--event", "Nowhere"], "no-such-event"),
        (["odds", "--rulebook", "ffbg", "1500", "1600"], "odds-need-length"),
        (["odds", "--rulebook", "ffbg", "1500", "1600", "--format", "2y9"], "bad-format"),
        (["event", "--rulebook", "elo", "--rating", "1500", "1600=2"], "bad-result"),
        (["event", "--rulebook", "ffbg", "--rating", "1500", "--length", "7", "1600=0.5"], "event-no-draws"),
        (["table", "ffbg", "dp"], "unknown-table"),
        (["table", "ffbg", "--format", "csv"], "table-needs-name"),
        (["odds", "--rulebook", "ffbg", "1500", "1600", "--length", "7", "--k", "3"], "option-not-here"),
        (["odds", "--rulebook", "elo", "1500", "1600", "--format", "2x9"], "option-not-here"),
        (["rate", "examples/fide/players.csv", "--rulebook", "fide"], "no-day"),
        (["rulebooks", "chess"], "unknown-rulebook"),
    ],
)
def test_what_cannot_be_worked_with_is_exit_code_2_in_words(run: Any, arguments: list[str], code: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert f"[{code}]" in ran.err
    assert "Traceback" not in ran.err


def test_what_a_rulebook_cannot_count_is_said_with_its_place(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "no-length.csv"
    path.write_text("date,winner,loser\n2025-01-01,Ada,Bo\n")
    ran = run("rate", path, "--rulebook", "ffbg")
    assert ran.code == 0
    assert f"{path}:2: warning" in ran.err
    assert "[no-length]" in ran.err
    assert [f["code"] for f in run("rate", path, "--rulebook", "ffbg", "--format", "json").json["findings"]] == ["no-length"]
    assert "[placements-only]" in run("rate", path, "--rulebook", "fisf").err
    assert "[no-rating-known]" in run("rate", path, "--rulebook", "fide").err


def test_every_output_says_which_house_rules_were_on(run: Any, results: Path, tmp_path: Path) -> None:
    house = ["--rulebook", "elo", "--set", "k=20", "--set", "floor=none"]
    assert "k=20, floor=none" in run("rate", results, *house).out
    journal = tmp_path / "journal.csv"
    rows = csv.DictReader(io.StringIO(run("rate", results, *house, "--format", "csv", "--journal", journal).out))
    assert {row["overrides"] for row in rows} == {"k=20, floor=none"}
    assert {row["overrides"] for row in csv.DictReader(io.StringIO(journal.read_text()))} == {"k=20, floor=none"}
    for command in (["odds", *house, "1500", "1600"], ["event", *house, "--rating", "1500", "1600=1"]):
        assert run(*command, "--json").json["overrides"] == {"k": 20.0, "floor": None}
        assert "k=20, floor=none" in run(*command).out


def test_a_failed_run_leaves_the_old_files(run: Any, results: Path, tmp_path: Path) -> None:
    out, journal = tmp_path / "list.csv", tmp_path / "journal.csv"
    for path in (out, journal):
        path.write_text("old")
    early = ["--carry", "README.md"]
    assert run("rate", results, "--rulebook", "elo", "--out", out, "--journal", journal, *early).code == 2
    assert (out.read_text(), journal.read_text()) == ("old", "old")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["journal.csv", "list.csv", "results.csv"]


def test_a_version_is_asked_for_by_its_name(run: Any) -> None:
    games = ["--rating", "2235", "1700=1"]
    answer = run("event", "--rulebook", "fide@2008", *games, "--json").json
    assert answer["version"] == "2008"
    assert answer["change"] == pytest.approx(1.65)


def test_house_files_extend_each_other(run: Any, tmp_path: Path, results: Path) -> None:
    (tmp_path / "base.toml").write_text('extends = "elo"\nk = 30\ninitial = 1000\n')
    (tmp_path / "club.toml").write_text('extends = "base.toml"\n[parameters]\nk = 24\n')
    document = run("rate", results, "--rulebook", f"{tmp_path}/club.toml@2020-01-01", "--format", "json").json
    assert document["overrides"] == {"k": 24.0, "initial_rating": 1000.0}
    (tmp_path / "loop.toml").write_text('extends = "loop.toml"\n')
    assert "[house-file]" in run("rate", results, "--rulebook", tmp_path / "loop.toml").err


def test_house_file(run: Any, tmp_path: Path, results: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text('extends = "elo"\nk = 30\ninitial_rating = 1000\n')
    document = run("rate", results, "--rulebook", house, "--set", "k=10", "--format", "json").json
    assert document["overrides"] == {"k": 10.0, "initial_rating": 1000.0}


# -- explain


def test_explain_names_formula_numbers_article_and_version(run: Any) -> None:
    out = run("explain", *CLUB, "--player", "apolline marchand", "--on", "2025-04-17", "--last", "2").out
    assert "loss against Noémie Gauthier    1612.89 -> 1605.90  (-6.99)" in out
    assert "= -4·1.00·0.5823·√9" in out
    assert "[rating]" in out
    assert "House overrides: none" in out
    assert "Version: undated" in out


def test_explain_in_french(run: Any) -> None:
    out = run("explain", *CLUB, "--player", "Théo Marchand", "--event", "Championnat du club", "--lang", "fr").out
    assert "Un match en sets" in out
    assert "Réglages maison : aucun" in out


def test_explain_every_line_of_everybody(run: Any) -> None:
    for arguments in (CLUB, LADDER):
        names = [row["player"] for row in run("rate", *arguments, "--format", "json").json["standings"]]
        for name in names:
            for language in ("en", "fr"):
                assert run("explain", *arguments, "--player", name, "--all", "--lang", language).code == 0


def test_explain_json(run: Any) -> None:
    lines = run("explain", *CLUB, "--player", "Théo Marchand", "--last", "1", "--json").json["lines"]
    assert lines[0]["steps"]
    assert lines[0]["article"] == "rating"


# -- calculators


def test_odds_json(run: Any) -> None:
    answer = run("odds", "--rulebook", "ffbg", "1700", "1500", "--length", "9", "--experience", "600", "191", "--json").json
    assert answer["a"]["probability"] == pytest.approx(0.6661, abs=5e-5)
    assert answer["a"]["win"] == pytest.approx(4.01, abs=5e-3)
    assert answer["b"]["loss"] == pytest.approx(-12.02, abs=5e-3)
    assert answer["length"] == 9
    assert "draw" not in answer["a"]


def test_odds_in_sets(run: Any) -> None:
    assert run("odds", "--rulebook", "ffbg", "1500", "1500", "--format", "2x9-11", "--json").json["length"] == 22


def test_event_json_has_the_promised_keys(run: Any) -> None:
    answer = run("event", "--rulebook", "elo", "--rating", "2000", "--k", "20", "1900=1", "--json").json
    assert answer.keys() >= {"games", "score", "expected", "k", "change", "new", "performance"}
    assert answer["change"] == pytest.approx(20 * (1 - 0.640065), abs=1e-4)
    assert answer["new"] == 2007


@pytest.mark.parametrize("rulebook", ["elo", "ffbg", "fide", "fisf"])
@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_tables(run: Any, rulebook: str, form: str) -> None:
    names = run("table", rulebook, "--format", "json").json["tables"]
    for name in names:
        ran = run("table", rulebook, name, "--format", form)
        assert ran.code == 0
        assert len(ran.out.splitlines()) > 4


def test_table_of_sets(run: Any) -> None:
    out = run("table", "ffbg", "sets").out
    assert ["11", "24.899", "25", "26.374", "26", "39.153", "39"] in [line.split() for line in out.splitlines()]


def test_finish(run: Any) -> None:
    arguments = ["--present", "110", "160", "220", "--rounds", "5", "--category", "grand-slam", "--place", "105", "--series", "3"]
    answer = run("finish", "--rulebook", "fisf", *arguments, "--json").json
    assert [answer["series"][n]["weight"] for n in "123"] == [75, 113, 150]
    assert answer["series"]["1"]["numerator"] == 4.0875
    assert answer["numerator_with_bonus"] == 150 + 4.0875 + 113
    assert "4.0875" in run("finish", "--rulebook", "fisf", *arguments).out
    assert run("finish", "--rulebook", "elo", *arguments).code == 2


def test_finish_answers_in_a_sentence(run: Any) -> None:
    """TH5 of the worked example: 62.50 % of 32 in S2, 57 in S3; a player of S4 has 51 there, and the bonus 20 + 57."""
    arguments = ["--present", "20", "32", "57", "51", "--rounds", "5", "--category", "th", "--place", "33", "--series", "4"]
    english = run("finish", "--rulebook", "fisf", *arguments)
    assert "This place is worth 100.00 % in series 4, with a weight of 128 (51 and a bonus of 77)." in english.out
    french = run("finish", "--rulebook", "fisf", *arguments, "--lang", "fr")
    assert "Cette place vaut 100,00 % en série 4, avec un poids de 128 (51 et un bonus de 77)." in french.out
    assert ["3", "57", "au-dessus", "100", "57", "57"] in [line.split() for line in french.out.splitlines()]
    assert not english.err


def test_finish_says_what_it_supposes(run: Any) -> None:
    arguments = ["--present", "20", "32", "--rounds", "5", "--category", "barbecue", "--place", "33", "--series", "1"]
    told = run("finish", "--rulebook", "fisf", *arguments)
    assert (told.code, "[finish-category-unknown]" in told.err, "[finish-counts-missing]" in told.err) == (0, True, True)
    found = run("finish", "--rulebook", "fisf", *arguments, "--json").json["findings"]
    assert [finding["code"] for finding in found] == ["finish-category-unknown", "finish-counts-missing"]
    arguments[arguments.index("33")] = "53"
    assert "[finish-place-beyond]" in run("finish", "--rulebook", "fisf", *arguments).err


# -- rulebooks, check, help


@pytest.mark.parametrize("rulebook", ["elo", "ffbg", "fide", "fisf"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_rulebooks_shows_errata_and_parameters(run: Any, rulebook: str, language: str) -> None:
    out = run("rulebooks", rulebook, "--lang", language).out
    document = run("rulebooks", rulebook, "--json").json
    for name in document["parameters"]:
        assert f"\n  {name} = " in out
    for erratum in document["errata"]:
        assert erratum["id"] in out
        assert erratum["reading"][language] in out


def test_rulebooks_lists_them(run: Any) -> None:
    assert [line.split()[0] for line in run("rulebooks").out.splitlines() if not line.startswith(" ")] == [
        "elo",
        "ffbg",
        "fide",
        "fisf",
    ]


def test_difference_of_two_versions_is_the_amendment(run: Any) -> None:
    out = run("rulebooks", "fide", "--diff", "2024-03-01", "2025-10-01").out
    assert "uncapped_from: none -> 2650" in out
    assert "floor" not in out


def test_check(run: Any, results: Path, tmp_path: Path) -> None:
    assert run("check", results).code == 0
    bad = tmp_path / "bad.csv"
    bad.write_text("date,player_a,player_b,score_a\n2025-01-01,Ada,Bo,1\n2025-01-01,Ada,Ada,1\n")
    assert run("check", bad).code == 1
    empty = tmp_path / "empty.csv"
    empty.write_text("")
    assert run("check", empty).code == 2
    found = run("check", bad, "--format", "json").json["findings"]
    assert [(finding["code"], finding["line"]) for finding in found] == [("self-match", 3)]
    assert run("check", bad, "--lang", "fr").out != run("check", bad, "--lang", "en").out


def test_hostile_names_stay_text(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "hostile.csv"
    path.write_text(
        'date,player_a,player_b,score_a\n2025-01-01,"=1+1","<svg/onload=alert()>",1\n2025-01-01,"[red]x","@SUM(A1)",1\n'
    )
    out = run("rate", path, "--rulebook", "elo", "--format", "csv").out
    names = {row["player"] for row in csv.DictReader(io.StringIO(out))}
    assert names == {"'=1+1", "<svg/onload=alert()>", "[red]x", "'@SUM(A1)"}
    assert "[red]x" in run("rate", path, "--rulebook", "elo").out


def test_help_loads_nothing_heavy() -> None:
    code = "import sys; from bareme.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\nprint(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "usage: bareme" in out
    assert not {"polars", "numpy", "rich", "numba", "bareme.readers", "bareme.findings", "bareme.engines"} & set(out.split())


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m bareme.cli rulebooks ffbg | head -1"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
