"""The Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class OfficeConfig(AppConfig):
    """The office. After every migration the guards of its append-only tables are put up anew."""

    name = "bareme.office"
    label = "office"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the guards."""
        from bareme.office.audit.guards import after_migration

        post_migrate.connect(after_migration, sender=self)
