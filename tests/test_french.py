"""French is French: every text has its own, what the commands print holds no English, and --lang is heard anywhere."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bareme.cli import main
from bareme.cli.parser import in_french
from bareme.findings import Finding, catalogue, in_words, shown, toml_fault
from source_tree import ROOT, SOURCE, called, modules

# What is spelt alike in both languages, and the symbols with letters in them.
ALIKE = {
    *(
        "action",
        "actions",
        "article",
        "articles",
        "champion",
        "club",
        "master",
        "code",
        "codes",
        "date",
        "dates",
        "elo",
        "k",
        "licence",
    ),
    *("page", "pages", "performance", "place", "points", "rating", "s", "total", "type", "version", "versions"),
}
ENGLISH = re.compile(r"\b(?:the|of|and|is|are|was|with|this|which|not|from|default)\b", re.IGNORECASE)


# -- every text in both languages


def told_in_tables(table: Any, where: str) -> Iterator[tuple[str, str, str]]:
    """Every {en, fr} pair of a TOML file."""
    if isinstance(table, dict):
        for prefix in ("", "remedy_", "short_"):
            if isinstance(table.get(prefix + "en"), str):
                yield where, table[prefix + "en"], str(table.get(prefix + "fr", table[prefix + "en"]))
        for name, value in table.items():
            yield from told_in_tables(value, f"{where}/{name}")
    elif isinstance(table, list):
        for value in table:
            yield from told_in_tables(value, where)


def told_in_code(tree: ast.Module, where: str) -> Iterator[tuple[str, str, str]]:
    """Every pair that a module gives to say, words or Column, or writes as {"en": ..., "fr": ...}."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in ("say", "words", "Column"):
            parts = node.args
        elif isinstance(node, ast.Dict) and [getattr(key, "value", "") for key in node.keys] == ["en", "fr"]:
            parts = node.values
        else:
            continue
        texts = [text for text in map(literal, parts) if text is not None]
        if len(texts) > 1:
            yield f"{where}:{node.lineno}", texts[-2], texts[-1]


def literal(node: ast.expr) -> str | None:
    """A text as it stands in the source; what is put in shows as nothing."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def pairs() -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for file in sorted(SOURCE.rglob("*.toml")):
        found += told_in_tables(tomllib.loads(file.read_text(encoding="utf-8")), str(file.relative_to(SOURCE)))
    for name, tree in modules().items():
        found += told_in_code(tree, name)
    return found


def test_a_french_text_is_not_the_english_one() -> None:
    every = pairs()
    assert len(every) > 1000
    alike = [(where, en) for where, en, fr in every if en == fr and set(re.findall("[a-z]+", en.lower())) - ALIKE]
    assert not alike


def test_no_french_text_holds_english_words() -> None:
    assert not [(where, fr) for where, _, fr in pairs() if ENGLISH.search(spoken(fr))]


def test_one_thing_has_one_word() -> None:
    """An event is an épreuve, in every text that is shown or read; what files may call it is another matter."""
    texts = [file for kind in ("py", "toml", "po", "html", "js") for file in SOURCE.rglob(f"*.{kind}")]
    texts += [*ROOT.joinpath("docs").glob("*.md"), *ROOT.glob("README*")]
    assert len(texts) > 300
    assert not [str(file) for file in texts if re.search("[ée]v[éè]nement", file.read_text(encoding="utf-8"), re.I)]


def spoken(text: str) -> str:
    """A text without what is no language: options, codes and names joined by signs, what is quoted, what is put in."""
    return re.sub(r"--[a-z-]+|\b[a-z0-9]+(?:[-_][a-z0-9]+)+\b|«[^»]*»|\{[a-z_]+\}", "", text)


# -- what the commands print


@pytest.fixture(autouse=True)
def _at_home_in_france(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.setenv("COLUMNS", "1000")  # no line of help is broken


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*arguments: str) -> tuple[int, str]:
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return command


FFBG = "examples/ffbg/matchs.csv examples/ffbg/decisions.csv --rulebook ffbg"
FIDE = "examples/fide/players.csv examples/fide/open1.trf examples/fide/open2.trf examples/fide/open3.trf --rulebook fide"
FISF = "examples/fisf/players.csv examples/fisf/season-before.csv examples/fisf/season.csv --rulebook fisf"
BOOKS = ("elo", "ffbg", "fide", "fisf")
COMMANDS = (
    "rate examples/elo/ladder.csv --rulebook elo --set floor=1000",
    f"rate {FFBG} --since 2024-09-01 --records --mark 1600",
    f"rate {FIDE} --since 2025-12-01",
    f"rate {FISF} --top 20",
    "rate examples/fide/open1.trf --rulebook fide",
    "explain examples/elo/ladder.csv --rulebook elo --player 39",
    "explain examples/elo/ladder.csv --rulebook elo --player _Solène_Delmas --all",
    f"explain {FFBG} --player _Aliénor_Marchand --all",
    f"explain {FIDE} --player _Vasseur,_Maëlys --all",
    f"explain {FISF} --player _Solène_Mercœur --all",
    "check tests/fixtures/readme/misread.csv README.md examples no-such-file.csv",
    "check tests/fixtures/trf/broken.trf",
    "odds --rulebook elo 1500 1600",
    "odds --rulebook ffbg 1500 1604 --format 2x9 --experience 0 700",
    "odds --rulebook fide 1500 1604",
    "odds --rulebook fisf 1 2",
    "odds --rulebook ffbg 1500 1604",
    "event --rulebook fide --rating 1850 2010=1 1790=0.5",
    "event --rulebook fide --unrated 2010=0",
    "finish --rulebook fisf --present 110 160 220 --rounds 5 --category grand-chelem --place 105 --series 3",
    "finish --rulebook fisf --present 1 2 --rounds 5 --category x --place 9 --series 3",
    *(f"table {book}" for book in BOOKS),
    "rulebooks",
    *(f"rulebooks {book}" for book in BOOKS),
    "rulebooks fide --diff 2024-03-01 2025-10-01",
    "rulebooks missing.toml",
    "rulebooks elo --set k=0,1",
    f"rate {FFBG} --carry README.md",
    "lab evaluate examples/elo/ladder.csv --rulebook elo --against _elo_k=400 --baselines constant --draws 100",
    "lab compare ffbg _ffbg_ramp=false examples/ffbg/matchs.csv examples/ffbg/decisions.csv --draws 100",
    "lab evaluate examples/elo/ladder.csv --rulebook fide --draws 100",
    "lab evaluate examples/elo/ladder.csv --rulebook fisf",
)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_french_run_holds_no_english(run: Any, line: str, root: Path) -> None:
    arguments = [word.strip("_").replace("_", " ") if word.startswith("_") else word for word in line.split()]
    printed = run(*arguments)[1]
    assert printed
    assert not [text for text in printed.splitlines() if ENGLISH.search(spoken(text.replace(str(root), "")))]


def test_every_help_is_french(run: Any) -> None:
    waiting: list[tuple[str, ...]] = [()]
    seen = 0
    while waiting:
        command = waiting.pop()
        code, text = run(*command, "--help")
        assert code == 0
        assert text.startswith("usage : bareme")
        assert "\noptions :\n" in text
        assert not ENGLISH.search(spoken(text)), command
        inner = re.findall("^    ([a-z-]+)(?: |$)", text.partition("\n  COMMANDE\n")[2], re.MULTILINE)
        waiting += [(*command, name) for name in inner]
        seen += 1
    assert seen > 15


# -- the language of a run


@pytest.mark.parametrize(
    "line", ["--lang en rulebooks", "--lang=en rulebooks", "rulebooks --lang en", "--lang fr rulebooks --lang=en"]
)
def test_the_language_may_stand_anywhere(run: Any, line: str) -> None:
    assert "the generic system" in run(*line.split())[1]
    assert run(*line.split(), "--help")[1].startswith("usage: ")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("rate x.csv", "bareme rate : erreur : il manque : --rulebook"),
        ("rate x.csv --rulebook", "--rulebook demande une valeur"),
        ("rate x.csv --rulebook elo --none", "inconnu ici : --none"),
        ("rate x.csv --rulebook elo --top 0", "--top : « 0 » : il faut un nombre entier de 1 à"),
        ("rate x.csv --rulebook elo --format xls", "--format : « xls » n'est pas possible ; choisissez parmi"),
        ("rate x.csv --rulebook elo --o 3", "--o est ambigu, entre"),
        ("rate x.csv --rulebook elo --records=3", "--records n'attend pas de valeur : « 3 »"),
        ("unknown", "COMMANDE : « unknown » n'est pas possible"),
        ("odds --rulebook elo 1500 x", "B : « x » n'est pas un nombre"),
        ("odds --rulebook elo --experience 1", "--experience demande 2 valeurs"),
        ("finish --rulebook fisf --present --rounds 3", "--present demande au moins une valeur"),
        ("event --rulebook elo 1500=1", "il faut l'un de : --rating --unrated"),
        ("event --rulebook elo --rating 1 --unrated 1500=1", "--unrated ne va pas avec --rating"),
    ],
)
def test_a_wrong_line_is_told_in_french(run: Any, line: str, told: str) -> None:
    code, printed = run(*line.split())
    assert code == 2
    assert told in printed
    assert printed.startswith("usage : ")


def test_a_complaint_that_is_not_known_stays() -> None:
    assert in_french("something new") == "something new"


# -- what findings show


def test_details_are_shown_in_the_readers_language() -> None:
    for value, en, fr in (
        (date(2024, 9, 14), "2024-09-14", "14/09/2024"),
        ({"en": "a folder", "fr": "un dossier"}, "a folder", "un dossier"),
        (2.5, "2.5", "2,5"),
        (["Doe, J.", "Roe, R."], "Doe, J.; Roe, R.", "Doe, J. ; Roe, R."),
        ([{"en": "Level", "fr": "Niveau"}, "x"], "Level, x", "Niveau, x"),
    ):
        assert (shown(value), shown(value, "fr")) == (en, fr)


def test_a_finding_shows_its_days_as_the_language_writes_them() -> None:
    found = Finding("carried-later", details={"day": date(2024, 9, 14), "clock": date(2024, 12, 2)})
    assert "2024-09-14" in found.message()
    assert found.message("fr").startswith("Un fait du 14/09/2024 précède le 02/12/2024")


def test_why_a_file_does_not_open_is_told_in_words(tmp_path: Path) -> None:
    told = []
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(OSError, match=re.escape(str(path))) as failed:
            path.read_bytes()
        told.append(shown(in_words(failed.value), "fr"))
    assert told == ["il n'existe pas", "c'est un dossier"]
    assert in_words(OSError(9999, "something rare")) == "something rare"
    assert in_words(ValueError("no file")) == "no file"


def test_where_a_file_is_no_toml() -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as failed:
        tomllib.loads("a = 1\nb = 0,1\n")
    assert shown(toml_fault(failed.value), "fr") == "la ligne 2, colonne 6, n'est pas du TOML"


def test_what_counts_rows_is_short() -> None:
    assert all(len(entry["short_fr"]) <= 40 for entry in catalogue().values() if "short_fr" in entry)
