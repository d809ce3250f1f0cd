"""A new office in a folder, and an old one brought up to date."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pkgutil import iter_modules

from bareme.facts import Place
from bareme.findings import Refused, in_words
from bareme.office.config import FILE, FROM_ENVIRONMENT, Config, django_settings, with_its_own
from bareme.office.typed import line


def make_office(folder: str | Path, *, name: str, language: str, admin: str, password: str | None) -> str | None:
    """Make an office in a folder: secret, database, administrator, settings file. The password, if it was made up here.

    Errors: Refused `office-exists`, `cannot-write`, `database-...`, `weak-password`, `bad-username`.
    """
    with new_office(folder, name=name, language=language) as config:
        from bareme.office.users.service import new_user

        upgrade()
        made = None if password else secrets.token_urlsafe(12)
        new_user(None, admin, "administrator", password or made, language=config.language, own=made is None)
    return made


@contextmanager
def new_office(folder: str | Path, *, name: str, language: str) -> Iterator[Config]:
    """A folder that becomes an office when what stands inside has filled its database.

    The settings file is written last, so that an office that was not finished is none; its files do not stay.
    Errors: Refused `office-exists`, `cannot-write`, `hidden-characters`, `too-long`, `database-...`.
    """
    home = Path(folder)
    if (home / FILE).exists():
        raise Refused("office-exists", folder=home)
    database = FROM_ENVIRONMENT if os.environ.get("BAREME_DATABASE_URL") else Config.database
    old_mask = os.umask(0o077)  # the ledger holds personal data: for its owner alone
    try:
        config = Config(home.resolve(), database=database, language=language, name=line(name))
        with _cleared(home, config):
            _write(home / config.secret_file, secrets.token_urlsafe(50) + "\n")
            _set_up(config)
            from django.db import connection

            yield config
            connection.close()
            _write(home / FILE, _settings_text(config))
    except OSError as error:
        raise Refused("cannot-write", file=str(home), why=in_words(error)) from None
    finally:
        os.umask(old_mask)


@contextmanager
def _cleared(home: Path, config: Config) -> Iterator[None]:
    """What was made in the folder, and the folder itself, goes again when the office does not come about."""
    files = (home / config.secret_file, *with_its_own(home / config.database))
    new = not home.exists()
    home.mkdir(parents=True, exist_ok=True)
    made = [file for file in files if not os.path.lexists(file)]
    try:
        yield
    except BaseException:
        from django.conf import settings
        from django.db import connection

        if settings.configured:
            connection.close()
        for path in made:
            path.unlink(missing_ok=True)
        if new and not any(home.iterdir()):
            home.rmdir()
        raise


def _set_up(config: Config) -> None:
    """Django for this office, whose database must not be one yet."""
    import django
    from django.conf import settings

    if not settings.configured:
        settings.configure(**django_settings(config))
        django.setup()
    from django.db import connection

    from bareme.office.database import place, told

    with told():
        if "office_act" in connection.introspection.table_names():
            raise Refused("office-exists", folder=place())
        connection.close()


def upgrade() -> list[str]:
    """Bring the database to this version's schema; the migrations that were applied. Two at once: one after the other.

    Errors: Refused `database-newer`, `database-...`.
    """
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from bareme.office.database import alone, told

    with told(), alone():
        _missing(_applied())
        executor = MigrationExecutor(connection)
        plan = [str(migration) for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
        call_command("migrate", verbosity=0, interactive=False)
    return plan


def check_schema(*, of_any_version: bool = False) -> None:
    """There is an office in the database, and its tables are those of this version, or `of_any_version`: with others a command
    could fail half-way, or lose what it does not know of.

    Errors: Refused `database-no-office`, `database-not-prepared`, `database-newer`, `database-...`.
    """
    from django.db import connection

    from bareme.office.database import place, told

    file = connection.settings_dict["NAME"] if connection.vendor == "sqlite" and connection.connection is None else None
    if file is not None and not os.path.lexists(file):  # else an empty one would be made; an open one is there
        raise Refused("database-no-office", database=place())
    with told():
        applied = _applied()
        if not applied:
            raise Refused("database-no-office", database=place())
        missing = [] if of_any_version else _missing(applied)
    if missing:
        raise Refused("database-not-prepared", database=place(), why=", ".join(missing))


def _applied() -> set[str]:
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    return {name for app, name in MigrationRecorder(connection).applied_migrations() if app == "office"}


def _missing(applied: set[str]) -> list[str]:
    """The migrations that the database lacks. Errors: Refused `database-newer`."""
    from bareme.office import migrations
    from bareme.office.database import place

    known = {module.name for module in iter_modules(migrations.__path__)}
    if applied - known:
        raise Refused("database-newer", database=place(), why=", ".join(sorted(applied - known)))
    return sorted(known - applied)


def _settings_text(config: Config) -> str:
    values = {"name": config.name, "language": config.language, "database": config.database, "secret_file": config.secret_file}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]  # none holds a control sign
    lines.append(f"hosts = {json.dumps(list(config.hosts))}")
    return "# The settings of this office. docs/office.md says what they mean.\n" + "\n".join(lines) + "\n"


def _write(path: Path, text: str) -> None:
    """Write a small file whole or not at all."""
    temporary = path.with_name(path.name + ".new")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise Refused("cannot-write", Place(str(path)), file=str(path), why=in_words(error)) from None
