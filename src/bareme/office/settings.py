"""Django's settings of the office in BAREME_OFFICE (or the current folder)."""

from bareme.office.config import django_settings, load

globals().update(django_settings(load()))
