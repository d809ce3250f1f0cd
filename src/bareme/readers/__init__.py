"""Files to facts and findings. `read` is the one entry; `docs/files.md` says what it accepts."""

from bareme.readers.files import read, read_bytes, read_rows, read_text
from bareme.readers.reading import FileSummary, Reading

__all__ = ["FileSummary", "Reading", "read", "read_bytes", "read_rows", "read_text"]
