"""`make messages`: collect the texts of the portal's slices, keep their French, compile it. No gettext tools are needed.

Every slice has `locale/fr/LC_MESSAGES/django.po`. New texts come in without French, and the test of the translations fails
until somebody writes it; texts that are gone go out.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.utils.translation.template import templatize

PORTAL = Path(__file__).parent.parent / "src" / "bareme" / "portal"
CALLS = {"_": 1, "gettext": 1, "gettext_lazy": 1, "gettext_noop": 1, "ngettext": 2, "ngettext_lazy": 2}
HEAD = {
    "Project-Id-Version": "Barème",
    "Language": "fr",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n > 1);",
}
Text = tuple[str, str]  # (singular, plural or nothing)


def slices() -> list[Path]:
    """The folders of the slices."""
    return sorted(file.parent for file in PORTAL.glob("*/urls.py"))


def texts(folder: Path) -> dict[Text, list[str]]:
    """Every text of a slice, and the files it stands in."""
    found: dict[Text, list[str]] = {}
    for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.html"), *folder.rglob("*.txt")]):
        content = file.read_text(encoding="utf-8")
        for text in _in_python(content) if file.suffix == ".py" else _in_template(content):
            places = found.setdefault(text, [])
            name = file.relative_to(folder).as_posix()
            if name not in places:
                places.append(name)
    return found


def _in_python(content: str) -> Iterator[Text]:
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            parts = [str(part.value) for part in node.args[: CALLS.get(name, 0)] if isinstance(part, ast.Constant)]
            if parts and len(parts) == CALLS[name]:
                yield parts[0], parts[1] if len(parts) > 1 else ""


_SAID = re.compile(
    r"""\b(n?gettext)\(\s*u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\"{3}.*?\"{3})(?:\s*,\s*u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))?""",
    re.S,
)
_QUICK = re.compile(r"""\b_\(\s*u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*\)""")


def _in_template(content: str) -> Iterator[Text]:
    """As Django's own makemessages reads templates: turned into Python first, one text at a time."""
    python = templatize(content)
    for kind, one, many in _SAID.findall(python):
        yield ast.literal_eval(one), ast.literal_eval(many) if kind == "ngettext" and many else ""
    for one in _QUICK.findall(python):
        yield ast.literal_eval(one), ""


def catalogue(folder: Path) -> Path:
    """Where a slice's French stands."""
    return folder / "locale" / "fr" / "LC_MESSAGES" / "django.po"


def update(folder: Path) -> int:
    """Bring a slice's catalogue up to date and compile it; how many texts have no French yet."""
    path = catalogue(folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    known: dict[str, Any] = {entry.msgid: entry for entry in polib.pofile(str(path))} if path.exists() else {}
    made = polib.POFile(wrapwidth=0)
    made.metadata = dict(HEAD)
    for (one, many), places in sorted(texts(folder).items()):
        old = known.get(one)
        entry = polib.POEntry(msgid=one, msgid_plural=many, occurrences=[(place, "") for place in places])
        if "%(" in one or "%(" in many:
            entry.flags.append("python-format")
        if many:
            entry.msgstr_plural = dict(old.msgstr_plural) if old and old.msgstr_plural else {0: "", 1: ""}
        else:
            entry.msgstr = old.msgstr if old else ""
        made.append(entry)
    made.save(str(path))
    made.save_as_mofile(str(path.with_suffix(".mo")))
    return len(made.untranslated_entries())


def main() -> int:
    """All slices."""
    settings.configure(USE_I18N=True)
    missing = 0
    for folder in slices():
        without = update(folder)
        print(f"{folder.name}: {without} without French" if without else f"{folder.name}: complete")
        missing += without
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
