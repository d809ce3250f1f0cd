"""The office's settings: DIR/bareme-office.toml, and the environment over it. Strict: what is not understood is refused.

BAREME_OFFICE           the office's folder (default: the current one, if it holds bareme-office.toml)
BAREME_DATABASE_URL     postgresql://user:password@host:port/name instead of the SQLite file
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

from bareme.facts import Place
from bareme.findings import Refused, in_words, toml_fault

FILE = "bareme-office.toml"
UPKEEP = "upkeep.json"  # when it was last copied and verified
FROM_ENVIRONMENT = "env:BAREME_DATABASE_URL"
BUSY_SECONDS = 60
SECOND_FACTOR = ("asked", "required")
URL_OPTIONS = ("host", "sslmode", "sslrootcert", "connect_timeout", "application_name")


@dataclass(frozen=True)
class Config:
    """What the settings file says, paths made absolute."""

    folder: Path
    database: str = "office.sqlite3"  # a file of the folder, a URL, or FROM_ENVIRONMENT
    secret_file: str = "secret-key"  # noqa: S105 - the name of a file
    language: str = "en"
    name: str = "Barème"
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost")
    https: bool = False  # served behind a proxy that speaks https: cookies and headers say so
    upload_megabytes: int = 100  # the largest file that may be sent to the pages
    backups: str = "backups"  # the folder of the backups that the desk makes and shows, within the office's or by its whole path
    second_factor: str = "asked"  # of officers and administrators: asked for, or required before anything else

    @property
    def secret(self) -> str:
        """The secret key. Errors: Refused `office-secret`."""
        path = self.folder / self.secret_file
        try:
            key = path.read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as error:
            why = in_words(error) if isinstance(error, OSError) else _NO_TEXT
            raise Refused("office-secret", Place(str(path)), why=why) from None
        if len(key) < 40:
            raise Refused("office-secret", Place(str(path)), why=_TOO_SHORT)
        return key


_NO_TEXT = {"en": "it is no text", "fr": "ce n'est pas un texte"}
_TOO_SHORT = {"en": "it holds fewer than 40 characters", "fr": "elle a moins de 40 caractères"}
_KINDS: Mapping[str, type] = {
    "database": str,
    "secret_file": str,
    "language": str,
    "name": str,
    "hosts": list,
    "https": bool,
    "upload_megabytes": int,
    "backups": str,
    "second_factor": str,
}


def find(folder: str | Path | None = None) -> Path:
    """The office's folder. Errors: Refused `no-office`."""
    chosen = Path(folder or os.environ.get("BAREME_OFFICE") or ".")
    if not (chosen / FILE).is_file():
        raise Refused("no-office", folder=chosen, file=FILE)
    return chosen.resolve()


def load(folder: str | Path | None = None) -> Config:
    """The settings of the office in `folder`. Errors: Refused `no-office`, `office-settings`."""
    home = find(folder)
    path = home / FILE
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        why = toml_fault(error) if isinstance(error, ValueError) else in_words(error)
        raise Refused("office-settings", Place(str(path)), why=why, allowed=sorted(_KINDS)) from None
    for key, value in content.items():
        if key not in _KINDS or type(value) is not _KINDS[key] or "\0" in str(value):
            raise Refused("office-settings", Place(str(path)), why=f"{key} = {value!r}", allowed=sorted(_KINDS))
    if "hosts" in content:
        content["hosts"] = tuple(map(str, content["hosts"]))
    if content.get("upload_megabytes", 1) < 1:
        raise Refused("office-settings", Place(str(path)), why="upload_megabytes < 1", allowed=sorted(_KINDS))
    if content.get("language", "en") not in ("en", "fr"):
        raise Refused("office-settings", Place(str(path)), why=f"language = {content['language']!r}", allowed=["en", "fr"])
    if content.get("second_factor", "asked") not in SECOND_FACTOR:
        why = f"second_factor = {content['second_factor']!r}"
        raise Refused("office-settings", Place(str(path)), why=why, allowed=SECOND_FACTOR)
    return Config(home, **content)


def own_files(folder: Path) -> set[Path]:
    """The files that the office in a folder lives on; none where there is no office.

    Errors: Refused `office-settings`.
    """
    if not (folder / FILE).is_file():
        return set()
    config = load(folder)
    return {folder / FILE, folder / config.secret_file, folder / UPKEEP, *with_its_own(folder / config.database)}


def with_its_own(database: Path) -> set[Path]:
    """A file of SQLite, with those that it keeps beside it."""
    return {database.with_name(database.name + ending) for ending in ("", "-wal", "-shm", "-journal")}


# -- the database


def database(config: Config) -> dict[str, Any]:
    """Django's description of the database. Errors: Refused `bad-database-url`, `no-database-url`."""
    url = os.environ.get("BAREME_DATABASE_URL") or (config.database if "://" in config.database else "")
    if url:
        return postgresql(url)
    if config.database == FROM_ENVIRONMENT:
        raise Refused("no-database-url", Place(str(config.folder / FILE)))
    return sqlite(config.folder / config.database)


def sqlite(file: str | Path) -> dict[str, Any]:
    """SQLite. WAL: readers never wait for the writer. FULL: an accepted result survives a power cut (NORMAL may lose the
    last transactions). IMMEDIATE: two writers queue up instead of failing. recursive_triggers: REPLACE meets the guards too.
    """
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "recursive_triggers=ON", "cache_size=-65536", "temp_store=MEMORY")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {
            "timeout": BUSY_SECONDS,
            "transaction_mode": "IMMEDIATE",
            "init_command": ";".join(f"PRAGMA {pragma}" for pragma in pragmas),
        },
    }


def postgresql(url: str) -> dict[str, Any]:
    """PostgreSQL from a URL. Errors: Refused `bad-database-url`, which shows the URL without its password."""
    try:
        parts = urlsplit(url)
        port = parts.port
        options = dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}
    except ValueError:
        why = {"en": "its port or its options cannot be read", "fr": "son port ou ses options sont illisibles"}
        raise Refused("bad-database-url", value=masked(url), why=why) from None
    name = unquote(parts.path.removeprefix("/"))
    unknown = sorted(options.keys() - set(URL_OPTIONS))
    if parts.scheme not in ("postgresql", "postgres"):
        why = {"en": "it does not begin with postgresql://", "fr": "elle ne commence pas par postgresql://"}
    elif not name or "/" in name:
        why = {"en": "it names no database after the host", "fr": "aucune base n'est nommée après l'hôte"}
    elif unknown:
        names, known = ", ".join(unknown), ", ".join(URL_OPTIONS)
        why = {"en": f"unknown option {names}; allowed: {known}", "fr": f"option inconnue : {names} ; permises : {known}"}
    elif parts.fragment:
        why = {"en": "a # in a password is written %23", "fr": "un # dans un mot de passe s'écrit %23"}
    else:
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": name,
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": options.pop("host", "") or unquote(parts.hostname or ""),
            "PORT": str(port or ""),
            "CONN_MAX_AGE": 60,  # pages follow each other on one connection, which is looked at before it is used again
            "CONN_HEALTH_CHECKS": True,
            # Compiling a query takes the server longer than any of ours takes.
            "OPTIONS": {"connect_timeout": "10", "application_name": "bareme", "options": "-c jit=off", **options},
        }
    raise Refused("bad-database-url", value=masked(url), why=why)


def masked(url: str) -> str:
    """The URL with its password hidden."""
    head, at, tail = url.rpartition("@")
    scheme, colon, rest = head.partition("://")
    user, separator, _ = rest.partition(":")
    return f"{scheme}{colon}{user}{':***' if separator else ''}{at}{tail}" if at else urlunsplit(urlsplit(url)) if colon else url


# -- Django


def django_settings(config: Config) -> dict[str, Any]:
    """The settings module's names."""
    return {
        "SECRET_KEY": config.secret,
        "DEBUG": False,
        "ALLOWED_HOSTS": list(config.hosts),
        "INSTALLED_APPS": ["bareme.office"],
        "DATABASES": {"default": database(config)},
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        "AUTH_USER_MODEL": "office.User",
        "AUTH_PASSWORD_VALIDATORS": [
            {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
            {
                "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
                "OPTIONS": {"user_attributes": ("username", "name")},
            },
            {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
            {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
        ],
        "USE_TZ": True,
        "TIME_ZONE": "UTC",
        "LANGUAGE_CODE": config.language,
        "USE_I18N": False,
    }
