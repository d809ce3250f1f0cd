"""The office's settings: strict, and never showing a password."""

from __future__ import annotations

from pathlib import Path

import pytest

from bareme.findings import Refused
from bareme.office.config import FILE, FROM_ENVIRONMENT, Config, database, load, masked, postgresql


def test_a_url_becomes_django_settings() -> None:
    found = postgresql("postgresql://ol%40ga:p%23ss%2Fword@db.example:5433/office?sslmode=require")
    assert (found["NAME"], found["USER"], found["PASSWORD"], found["HOST"], found["PORT"]) == (
        *("office", "ol@ga", "p#ss/word", "db.example"),
        "5433",
    )
    assert found["OPTIONS"]["sslmode"] == "require"
    assert postgresql("postgres:///office?host=/run/postgresql")["HOST"] == "/run/postgresql"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mysql://u:p@h/x", "does not begin with"),
        ("postgresql://u:p@h/", "names no database"),
        ("postgresql://u:p@h", "names no database"),
        ("postgresql://u:p@h/x/y", "names no database"),
        ("postgresql://u:p@h:many/x", "port or its options"),
        ("postgresql://u:p@h/x?sslmod=require", "unknown option sslmod"),
        ("postgresql://u:p@h/x#y", "%23"),
        ("postgresql://u:p@h/x?sslmode", "options cannot be read"),
        ("office.sqlite3", "does not begin with"),
    ],
)
def test_a_wrong_url_is_refused_without_its_password(url: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        postgresql(url)
    message = refused.value.finding.message()
    assert why.lower() in message.lower()
    assert ":p@" not in message


def test_a_password_is_hidden_even_in_a_url_that_is_none() -> None:
    assert masked("postgresql://u:p@ss@h/x") == "postgresql://u:***@h/x"
    assert masked("postgresql://h/x") == "postgresql://h/x"


@pytest.mark.parametrize(
    "text",
    ["databse = 'x'", "hosts = 'x'", "language = 'de'", "second_factor = 'maybe'", "name = 1", "name = ", "[database]\na = 1"],
)
def test_settings_that_are_not_understood_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(Refused) as refused:
        load(tmp_path)
    assert refused.value.finding.code == "office-settings"
    assert refused.value.finding.place.file == str(tmp_path.resolve() / FILE)


def test_settings_and_their_defaults(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("name = 'Fédération'\nlanguage = 'fr'\nhosts = ['rating.example']\n")
    config = load(tmp_path)
    assert (config.name, config.language, config.hosts, config.database) == (
        "Fédération",
        "fr",
        ("rating.example",),
        "office.sqlite3",
    )


def test_an_office_on_postgresql_does_not_fall_back_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(tmp_path, database=FROM_ENVIRONMENT)
    with pytest.raises(Refused, match="BAREME_DATABASE_URL is not set"):
        database(config)
    monkeypatch.setenv("BAREME_DATABASE_URL", "postgresql://h/x")
    assert database(config)["NAME"] == "x"
    assert database(Config(tmp_path))["NAME"] == "x"  # the environment goes first


def test_sqlite_is_safe_against_power_cuts_and_two_writers(tmp_path: Path) -> None:
    found = database(Config(tmp_path))
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in found["OPTIONS"]["init_command"]
    assert found["NAME"] == str(tmp_path / "office.sqlite3")


def test_a_short_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("short\n")
    with pytest.raises(Refused) as refused:
        _ = Config(tmp_path).secret
    assert refused.value.finding.code == "office-secret"
