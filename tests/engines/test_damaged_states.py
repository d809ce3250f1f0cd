"""States changed, cut off, mixed up or of other rules: refused in words, whatever the rulebook. Such checkpoints are left out."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from bareme.cli import main
from bareme.writers.tables import seal_of

RULEBOOKS = ("elo", "ffbg", "fide", "fisf")
PLAYERS = "player,rating,games,series\nAda,1700,40,1\nBo,1650,40,2\nCy,1600,40,2\n"
PAIRS = "date,event,round,player_a,player_b,score_a,length\n"
PLACES = "date,event,rounds,category,player,federation,series,place\n"
FIRST = {
    False: PAIRS + "2025-01-11,Club,1,Ada,Bo,1,7\n2025-01-11,Club,2,Bo,Cy,0,7\n",
    True: PLACES + "2025-01-11,Club,8,2,Ada,FRA,1,1\n2025-01-11,Club,8,2,Bo,FRA,2,2\n2025-01-11,Club,8,2,Cy,FRA,2,3\n",
}
LATER = {
    False: PAIRS + "2025-03-11,Open,1,Ada,Cy,1,7\n",
    True: PLACES + "2025-03-11,Open,8,2,Cy,FRA,2,1\n2025-03-11,Open,8,2,Ada,FRA,1,2\n",
}


class Office:
    """A folder with a state of two files, and what the command says there."""

    def __init__(self, folder: Path, rulebook: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.rulebook, self.capsys = folder, rulebook, capsys
        places = rulebook == "fisf"
        for name, text in (("players", PLAYERS), ("first", FIRST[places]), ("later", LATER[places])):
            (folder / f"{name}.csv").write_text(text, encoding="utf-8")
        self.state, self.receipt = folder / "state.parquet", folder / "state.json"

    def rate(self, *options: str | Path, rulebook: str | None = None) -> tuple[int, str]:
        """The exit code, and all that was printed."""
        code = main(["rate", "--rulebook", rulebook or self.rulebook, "--engine", "fast", *map(str, options)])
        told = self.capsys.readouterr()
        return code, told.out + told.err

    def save(self, state: Path) -> None:
        """The state of the first day, in a file."""
        code, told = self.rate(self.folder / "players.csv", self.folder / "first.csv", "--on", "2025-01-31", "--save", state)
        assert code == 0, told

    def go_on(self, state: Path | None = None) -> tuple[int, str]:
        """Rate the later file on it."""
        return self.rate(self.folder / "later.csv", "--carry", state or self.state)


@pytest.fixture(params=RULEBOOKS)
def office(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Office:
    made = Office(tmp_path, request.param, capsys)
    made.save(made.state)
    assert made.go_on()[0] == 0
    return made


def cut(part: float) -> Callable[[Path], None]:
    def shorten(file: Path) -> None:
        content = file.read_bytes()
        file.write_bytes(content[: int(len(content) * part)])

    return shorten


def changed(old: bytes, new: bytes) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        content = file.read_bytes()
        assert old in content
        file.write_bytes(content.replace(old, new))

    return change


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "a folder": a_folder,
    "empty": lambda file: file.write_bytes(b""),
    "cut in the middle": cut(0.5),
    "cut at the end": cut(0.99),
    "something else": lambda file: file.write_bytes(b"PAR1 nothing of the kind PAR1"),
    "too deep": lambda file: file.write_text("[" * 100_000, encoding="utf-8"),
    "a number": lambda file: file.write_text("5", encoding="utf-8"),
}
IN_THE_RECEIPT: dict[str, Callable[[Path], object]] = {
    "another day": changed(b'"on": "2025-01-31"', b'"on": "2024-01-31"'),
    "no day": changed(b'"on": "2025-01-31"', b'"on": "soon"'),
    "other counts": changed(b'"counted": ', b'"counted": 1'),
    "other files": changed(b'"inputs": {', b'"inputs": {"x": "y", '),
    "other notes": changed(b'"noted": {', b'"notes": {'),
    "no seal": changed(b'"seal"', b'"deal"'),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("which", ["state", "receipt"])
def test_a_damaged_file(office: Office, which: str, damage: Callable[[Path], object]) -> None:
    damage(office.state if which == "state" else office.receipt)
    code, told = office.go_on()
    assert (code, "carried-unreadable" in told) == (2, True), told


@pytest.mark.parametrize("damage", IN_THE_RECEIPT.values(), ids=IN_THE_RECEIPT)
def test_a_receipt_changed_by_hand(office: Office, damage: Callable[[Path], object]) -> None:
    damage(office.receipt)
    code, told = office.go_on()
    assert (code, "carried-unreadable" in told) == (2, True), told


def test_a_state_changed_by_hand(office: Office) -> None:
    table = pl.read_parquet(office.state)
    table.with_columns(pl.col("games") + 1).write_parquet(office.state)
    code, told = office.go_on()
    assert (code, "the receipt beside it is of another state" in told) == (2, True), told
    assert "le reçu placé à côté" in office.rate(office.folder / "later.csv", "--carry", office.state, "--lang", "fr")[1]


def test_the_receipt_of_another_state(office: Office) -> None:
    other = office.folder / "other.parquet"
    office.rate(office.folder / "first.csv", office.folder / "later.csv", office.folder / "players.csv", "--save", other)
    shutil.copy(other.with_suffix(".json"), office.receipt)
    code, told = office.go_on()
    assert (code, "the receipt beside it is of another state" in told) == (2, True), told


def test_a_state_of_another_rulebook(office: Office) -> None:
    others = [name for name in RULEBOOKS if name != office.rulebook]
    for name in others:
        code, told = office.rate(office.folder / "later.csv", "--carry", office.state, rulebook=name)
        assert (code, "carried-other-rules" in told) == (2, True), told


@pytest.mark.parametrize("hollow", ["state", "people", "on", "rulebook", "overrides"])
@pytest.mark.parametrize("value", [None, 7, "x", [], [[1]], {}, {"Ada": None}, {"players": 7, "members": 7, "open": [7]}])
def test_a_state_of_the_reference_that_says_nothing(office: Office, hollow: str, value: object) -> None:
    state = office.folder / "carried.json"
    office.save(state)
    content = json.loads(state.read_text(encoding="utf-8"))
    if content[hollow] == value:  # nothing is changed: it has no house rules
        return
    content[hollow] = value
    state.write_text(json.dumps(content), encoding="utf-8")
    code, told = office.go_on(state)
    assert (code, "changed after it was saved" in told) == (2, True), told
    state.write_text(json.dumps({**content, "seal": seal_of(content)}), encoding="utf-8")  # as if it were ours
    code, told = office.go_on(state)
    assert code in (0, 1, 2)  # an empty state is one too
    assert code != 2 or "carried-" in told or "unknown-" in told or "nothing-to-rate" in told, told


def test_a_state_that_cannot_be_written_leaves_the_old_one(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    before = office.state.read_bytes(), office.receipt.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pl.DataFrame, "write_parquet", full)
    code, told = office.rate(office.folder / "later.csv", "--save", office.state)
    assert (code, "the disk is full" in told) == (2, True), told
    assert (office.state.read_bytes(), office.receipt.read_bytes()) == before
    assert sorted(file.name for file in office.folder.iterdir() if file.name.startswith(".")) == []


def ranked(office: Office, *options: str | Path) -> tuple[list[tuple[object, ...]], str]:
    """The list, and what was said."""
    out = office.folder / "list.parquet"
    code, told = office.rate(*options, "--out", out)
    assert code == 0, told
    return pl.read_parquet(out).rows(), told


@pytest.mark.parametrize("damage", [damage for damage in DAMAGE.values() if damage is not a_folder])
@pytest.mark.parametrize("which", ["*.json", "*.parquet"])
def test_a_damaged_checkpoint_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], which: str, damage: Callable[[Path], object]
) -> None:
    office, kept = Office(tmp_path, "elo", capsys), tmp_path / "kept"
    rate = (tmp_path / "first.csv", tmp_path / "later.csv", "--checkpoints", kept, "--every", "20")
    whole, _ = ranked(office, *rate)
    assert "[resumed]" in ranked(office, *rate)[1]
    found = list(kept.glob(which))
    assert found
    for file in found:
        damage(file)
    again, told = ranked(office, *rate)
    assert again == whole
    assert "[resumed]" not in told


def test_a_checkpoint_is_of_the_day_it_says_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever its name: a result later than the name, but not than the state, is not lost."""
    office, kept, late = Office(tmp_path, "elo", capsys), tmp_path / "kept", tmp_path / "late.csv"
    rate = (tmp_path / "first.csv", tmp_path / "later.csv", "--checkpoints", kept, "--every", "20")
    ranked(office, *rate)
    last = max(kept.glob("*.parquet"))
    for one in kept.iterdir():
        if one.stem != last.stem:
            one.unlink()
    for file in (last, last.with_suffix(".json")):
        file.rename(file.with_stem("2025-01-12"))
    late.write_text(PAIRS + "2025-01-20,Late,1,Bo,Cy,1,7\n", encoding="utf-8")
    files = (tmp_path / "first.csv", tmp_path / "later.csv", late)
    assert ranked(office, *files, "--checkpoints", kept, "--every", "20")[0] == ranked(office, *files)[0]
