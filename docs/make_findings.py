"""Write docs/findings.md from the catalogues. `make docs` runs it; a test holds that the page is current."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bareme.findings import catalogues

PAGE = Path(__file__).with_name("findings.md")

HEAD = """\
# Findings

Everything Barème can say about data, by its code.
This page is made from the `findings.toml` files: change those, then run `make docs`.

- **error**: the row or the file cannot be used as it stands.
- **warning**: it is used, or left out, in a way you should know.
- **info**: as the rules say; nothing to do.

`{names}` stand for the offending value and what belongs to it.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for folder, entries in catalogues().items() for line in _section(folder, entries))])


def _section(folder: str, entries: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    yield f"## {folder.capitalize() or 'Everywhere'}\n" if "/" not in folder else f"## Rulebook {folder.rpartition('/')[2]}\n"
    for code, entry in sorted(entries.items()):
        yield f"### `{code}` ({entry['severity']})\n"
        yield f"- {entry['en']} → {entry['remedy_en']}"
        yield f"- {entry['fr']} → {entry['remedy_fr']}\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
