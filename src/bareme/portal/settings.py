"""Django's settings of the pages of the office in BAREME_OFFICE (or the current folder)."""

from bareme.office.config import load
from bareme.portal.config import portal_settings

globals().update(portal_settings(load()))
