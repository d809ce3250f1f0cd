"""What the pages keep in the database besides the ledger: sessions, failed logins, second factors."""

from __future__ import annotations

from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from bareme.findings import Refused
from bareme.office.database import place, told


def prepare() -> list[str]:
    """Make the pages' own tables, where they are missing; the migrations that were applied. The ledger's must be there.

    Errors: Refused `database-not-prepared`, `database-...`.
    """
    with told():
        executor = MigrationExecutor(connection)
        plan = [migration for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
        own = [migration for migration in plan if migration.app_label != "office"]
        if len(own) < len(plan):
            raise Refused("database-not-prepared", database=place(), why=", ".join(map(str, plan)))
        for label in dict.fromkeys(migration.app_label for migration in own):
            call_command("migrate", apps.get_app_config(label).label, verbosity=0, interactive=False)
    return [str(migration) for migration in own]
