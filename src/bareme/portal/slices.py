"""The slices of the portal: every folder beside this file that has a `urls.py`. A new one needs no line elsewhere.

`urls.py` of a slice has

    app_name      the name its addresses are called by: {% url "calculators:match" %}
    PREFIX        where they begin, below the language: "calculators/"
    urlpatterns   made with `site.pages.page`, which asks for the action each one needs
    NAVIGATION    optional: links for the head of every page, (name of the address, its text, action)
    BARE          optional: True where the addresses stand outside the languages, as the API's do
"""

from __future__ import annotations

from functools import cache
from importlib import import_module, resources
from types import ModuleType

HOME = "bareme.portal"


@cache
def names() -> tuple[str, ...]:
    """The slices' folders: the public pages first, the others in the order of their names."""
    folders = (folder for folder in resources.files(HOME).iterdir() if folder.is_dir())
    found = sorted(folder.name for folder in folders if folder.joinpath("urls.py").is_file())
    return tuple(sorted(found, key=lambda name: name != "public"))


def urls() -> list[ModuleType]:
    """Their `urls.py`."""
    return [import_module(f"{HOME}.{name}.urls") for name in names()]
