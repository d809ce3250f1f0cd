"""What a hostile or unlucky user gives to the command line: an answer in words, an exit code of 0, 1 or 2, and quickly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bareme.cli import main
from bareme.findings import shown, visible
from bareme.readers import read_text

HEAD = "date,event,round,player_a,player_b,score_a\n"
ROW = "2025-01-01,Open,1,Ada,Éva,1\n"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.csv"
    path.write_text(HEAD + ROW, encoding="utf-8")
    return path


def shell(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line of the shell in which `bareme` is the command; the code is that of the command, not of what it is piped to."""
    script = f'bareme() {{ "{sys.executable}" -m bareme.cli "$@"; }}; {line}; exit ${{PIPESTATUS[0]}}'
    return subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        capture_output=True,
        timeout=60,
    )


# -- the screen, the pipe, the disk


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("bareme", 2, b""),
        ("bareme rate results.csv --rulebook elo > /dev/full", 2, b"the output cannot be written: the disk is full."),
        (
            "bareme odds --lang fr --rulebook elo 1 2 > /dev/full",
            2,
            "Impossible d'écrire la sortie : le disque est plein.".encode(),
        ),
        ("bareme rate results.csv --rulebook elo 2> /dev/full", 2, b""),
        ("bareme rate results.csv --rulebook elo >&-", 0, b"1 taken"),
        ("bareme rate results.csv --rulebook elo 2>&-", 0, b""),
        ("bareme check - <&-", 2, b""),
        ("bareme rate results.csv --rulebook elo --out /dev/stdout | true", 0, b""),
        ("bareme rulebooks ffbg | true", 0, b""),
    ],
)
def test_streams_that_are_full_closed_or_gone(line: str, code: int, told: bytes, results: Path) -> None:
    ran = shell(line, results.parent)
    assert ran.returncode == code, ran.stderr
    assert b"Traceback" not in ran.stderr
    assert b"Exception ignored" not in ran.stderr
    assert told in ran.stderr


@pytest.mark.parametrize("machine", ["csv", "json"])
def test_a_poor_screen_costs_no_letter_of_what_machines_read(machine: str, results: Path) -> None:
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    assert "Éva" in shell(f"bareme rate results.csv --rulebook elo --format {machine}", results.parent, **poor).stdout.decode()


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_told_to_stop_it_leaves_nothing_half_done(name: str, code: int, results: Path) -> None:
    journal = results.with_name("journal.csv")
    journal.write_text("old", encoding="utf-8")
    results.write_text(HEAD + "".join(ROW.replace("Open", f"Open {event}") for event in range(40_000)), encoding="utf-8")
    line = ["rate", str(results), "--rulebook", "elo", "--engine", "reference", "--journal", str(journal)]
    with subprocess.Popen([sys.executable, "-m", "bareme.cli", *line], stderr=subprocess.PIPE, text=True) as process:
        begun = time.monotonic()
        while not list(results.parent.glob(".journal.csv.*.new")) and time.monotonic() < begun + 30:
            time.sleep(0.01)
        process.send_signal(getattr(signal, name))
        said = process.communicate(timeout=30)[1]
    assert process.returncode == code
    assert said.splitlines()[-1] == f"Stopped ({name}). What was not finished was neither recorded nor written."
    assert "Traceback" not in said
    assert journal.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in results.parent.iterdir()) == ["journal.csv", "results.csv"]


# -- names of files


@pytest.mark.parametrize("name", ["esc\x1b[31m.csv", "line\n.csv", "turned\u202e.csv"])
def test_no_name_of_a_file_moves_the_cursor(name: str, results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hostile = results.rename(results.with_name(name))
    assert main(["check", str(hostile)]) == 0
    assert main(["check", str(hostile.with_name("no" + name))]) == 2
    assert main(["rate", str(hostile), "--rulebook", "elo"]) == 0
    printed = "".join(capsys.readouterr())
    assert printed.count(visible(name)) >= 3
    assert all(line == visible(line) for line in printed.splitlines())


def test_what_is_complained_of_does_not_move_the_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["check", "x.csv", "--\x1b[31m"])
    assert left.value.code == 2
    assert "\x1b" not in capsys.readouterr().err


def test_a_name_that_is_no_unicode_can_be_written_down(results: Path) -> None:
    results.rename(results.with_name(os.fsdecode(b"bad\xff.csv")))
    line = "bareme rate bad*.csv --rulebook elo --journal j.csv --save s.json --out list.json"
    assert shell(line, results.parent).returncode == 0
    assert r"bad\udcff.csv" in (results.parent / "j.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["[" + "a" * 5000, "a" * 5000, "results.csv/..", "results.csv/x", ""])
def test_a_path_that_leads_nowhere_is_told(
    name: str, results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(results.parent)
    assert main(["check", name]) == 2
    assert "error: " in "".join(capsys.readouterr())


def test_links_that_lead_in_a_circle(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = results.with_name("one"), results.with_name("two")
    one.symlink_to(two)
    two.symlink_to(one)
    assert main(["check", str(one)]) == 2
    assert "its links lead in a circle" in capsys.readouterr().out
    assert main(["rate", str(results), "--rulebook", "elo", "--out", str(one)]) in (0, 2)


# -- what a file holds


@pytest.mark.parametrize("place", ["Ada", "Open", "2025-01-01", ",1\n", "player_b"])
def test_a_letter_with_a_hundred_thousand_accents_takes_no_time(place: str) -> None:
    accents = "\u0301\u0316" * 50_000
    begun = time.monotonic()
    reading = read_text((HEAD + ROW).replace(place, place.rstrip() + accents + "\n" * place.count("\n")))
    assert time.monotonic() - begun < 5
    (file,) = reading.files
    assert file.rows_read == file.rows_counted + file.rows_refused == 1


@pytest.mark.parametrize("columns", [501, 200_000])
def test_a_header_without_end(columns: int) -> None:
    (finding,) = read_text(HEAD.rstrip() + "".join(f",c{number}" for number in range(columns)) + "\n" + ROW).findings
    assert (finding.code, finding.details["count"]) == ("too-many-columns", columns + 6)


def test_empty_headings_without_end() -> None:
    reading = read_text(HEAD.rstrip() + "," * 200_000 + "\n" + ROW + ROW.rstrip() + ",,note\n")
    assert len(reading.facts.games) == 1
    assert [finding.code for finding in reading.findings] == ["too-many-cells"]


@pytest.mark.parametrize("mark", ["\x1b", "\u202e", "\ufeff", "\x9b"])
def test_a_heading_with_a_hidden_mark_is_shown_without_it(mark: str) -> None:
    (finding,) = read_text(f"{mark}date,{HEAD.partition(',')[2]}x,Open,1,Ada,Bo,1\n").findings
    assert finding.place.column == "date"


# -- numbers


@pytest.mark.parametrize("number", ["1e308", "nan", "inf", "1e400", "9" * 400, "9" * 5000, "1_0", "1000000001"])
@pytest.mark.parametrize(
    "line",
    [
        "odds --rulebook elo -- {} 1500",
        "odds --rulebook elo --k={} 1500 1600",
        "odds --rulebook fide --k={} 1500 1600 --json",
        "odds --rulebook ffbg --length 7 --experience 1 {} 1500 1600",
        "event --rulebook fide --rating={} 1500=1",
        "event --rulebook elo --rating=1500 {}=1",
        "event --rulebook elo --rating=1500 --games={} 1500=1",
        "finish --rulebook fisf --present 1 2 3 4 --rounds 3 --place {} --series 1",
        "rate x.csv --rulebook elo --records --mark={}",
    ],
)
def test_numbers_beyond_reason_are_refused(line: str, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main([word.format(number) for word in line.split()])
    except SystemExit as left:
        code = left.code  # type: ignore[assignment]  # argparse leaves with a number
    assert code == 2
    assert number[:50] in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--k=-1", "--experience=-1"])
def test_amounts_are_not_negative(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["event", "--rulebook", "ffbg", "--rating", "1500", option, "1500=1"])
    assert "from 0 to" in capsys.readouterr().err


def test_nought_before_a_number_hides_nothing() -> None:
    line = "finish --rulebook fisf --present 1 2 3 0000000000009999999999 --rounds 3 --place 1 --series 1"
    with pytest.raises(SystemExit):
        main(line.split())


def test_a_number_without_end_is_shown() -> None:
    assert shown(int("f" * 10_000, 16)).startswith("0xfff")


# -- what is written


def test_columns_of_a_frame_file_are_written_whole_or_not_at_all(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("polars")
    out = results.with_name("list.parquet")
    out.mkdir()
    assert main(["rate", str(results), "--rulebook", "elo", "--out", str(out)]) == 2
    assert main(["rate", str(results), "--rulebook", "elo", "--out", str(out / "no" / "list.parquet")]) == 2
    told = capsys.readouterr().err
    assert "it is a folder" in told
    assert "its folder does not exist" in told
    assert sorted(path.name for path in results.parent.iterdir()) == ["list.parquet", "results.csv"]


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_a_frame_file_whose_body_is_broken_is_told(engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    polars = pytest.importorskip("polars")
    file = tmp_path / "results.parquet"
    polars.read_csv((HEAD + ROW).encode()).write_parquet(file)
    data = bytearray(file.read_bytes())
    data[4:60] = b"\xff" * 56
    file.write_bytes(data)
    assert main(["rate", str(file), "--rulebook", "elo", "--engine", engine]) == 2
    assert "broken-parquet" in "".join(capsys.readouterr())


def test_json_is_json(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", str(results), "--rulebook", "elo", "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["standings"]) == 2


@pytest.mark.parametrize(
    "outputs", [["--out", "results.csv"], ["--journal", "./results.csv"], ["--out", "a.csv", "--journal", "a.csv"]]
)
def test_no_output_takes_the_place_of_a_file_that_is_read(
    outputs: list[str], results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(results.parent)
    for files in ("results.csv", "*.csv"):
        assert main(["rate", files, "--rulebook", "elo", *outputs]) == 2
        assert "reads or writes it already" in capsys.readouterr().err
    assert [path.read_text(encoding="utf-8") for path in results.parent.iterdir()] == [HEAD + ROW]


def test_standings_may_be_saved_where_they_came_from(results: Path) -> None:
    state = results.with_name("state.json")
    assert main(["rate", str(results), "--rulebook", "elo", "--save", str(state)]) == 0
    assert main(["rate", "--rulebook", "elo", "--carry", str(state), "--save", str(state), "--on", "2025-06-01"]) == 0
    assert json.loads(state.read_text(encoding="utf-8"))["on"] == "2025-06-01"


@pytest.mark.parametrize("rulebook", ["elo", "ffbg", "fide", "fisf"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"Ada"', '"Ad"'),
        ("2025", "9999"),
        ('"state": {', '"state": [{'),
        (
            "{",
            "",
        ),
        ("null", "NaN"),
        ("Ada", "\\u001b[31m"),
    ],
)
def test_a_state_changed_by_hand_is_refused(
    rulebook: str, before: str, after: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players, state = tmp_path / "players.csv", tmp_path / "state.json"
    players.write_text("player,rating,series\nAda,1700,1\nBo,1650,2\n", encoding="utf-8")
    save = ["rate", str(players), "--rulebook", rulebook, "--on", "2025-10-01"]
    assert main([*save, "--save", str(state)]) == 0
    saved = state.read_text(encoding="utf-8")
    state.write_text(saved.replace(before, after), encoding="utf-8")
    capsys.readouterr()
    code = main(["rate", "--rulebook", rulebook, "--carry", str(state), "--on", "2026-10-01"])
    assert code == (0 if saved == state.read_text(encoding="utf-8") else 2)
    assert code == 0 or "carried-unreadable" in capsys.readouterr().err


@pytest.mark.parametrize("games", [float("inf"), float("nan"), "x", None, []])
def test_a_state_without_a_seal_that_holds_nonsense(games: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = tmp_path / "state.json"
    state.write_text(
        json.dumps({"rulebook": "elo", "overrides": {}, "on": "2025-01-01", "people": [], "state": {"Ada": [1500, games]}})
    )
    assert main(["rate", "--rulebook", "elo", "--carry", str(state)]) == 2
    assert "carried-unreadable" in capsys.readouterr().err


def test_a_house_file_saved_with_a_mark(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = results.with_name("house.toml")
    house.write_text('extends = "elo"\nk = 20\n', encoding="utf-8-sig")
    assert main(["rate", str(results), "--rulebook", str(house)]) == 0
    assert "house rules: k=20" in capsys.readouterr().out
