"""Files to facts and findings. `read` is the one entry; `docs/files.md` says what it accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bareme.readers.reading import FileSummary, Reading

if TYPE_CHECKING:
    from bareme.readers.files import read, read_bytes, read_rows, read_text

__all__ = ["FileSummary", "Reading", "read", "read_bytes", "read_rows", "read_text"]


def __getattr__(name: str) -> Any:
    """The readers of whole files are loaded when they are asked for: single parts start faster alone."""
    if name in __all__:
        from bareme.readers import files

        return getattr(files, name)
    raise AttributeError(f"module 'bareme.readers' has no attribute {name!r}")
