"""Imports and their files."""

from __future__ import annotations

from django.db import models

from bareme.office.tables import AppendOnly, JsonText


class Import(AppendOnly):
    """One accepted import. `act` has who and when; `content` is the hash of what the files said, whatever their dialect."""

    act = models.OneToOneField("office.Act", models.PROTECT, related_name="+")
    pool = models.ForeignKey("office.Pool", models.PROTECT, related_name="+")
    content = models.CharField(max_length=64, db_index=True)
    options = JsonText(default=dict)
    decisions = JsonText(default=dict)  # people: as the file names them -> member code, or "new"
    counts = JsonText(default=dict)
    findings = JsonText(default=list)


class ImportedFile(AppendOnly):
    """One file as it came, and how it was read. Facts name it; `FileContent` has its bytes."""

    of_act = "imported__act"

    imported = models.ForeignKey(Import, models.PROTECT, related_name="files")
    name = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64, db_index=True)
    size = models.BigIntegerField()
    kind = models.CharField(max_length=20, default="")
    encoding = models.CharField(max_length=40, default="")
    delimiter = models.CharField(max_length=5, default="")
    columns = JsonText(default=dict)
    numbered = models.BooleanField(default=False)  # the file numbers its rows itself (a column `sequence`)
    rows_read = models.PositiveIntegerField(default=0)
    rows_counted = models.PositiveIntegerField(default=0)
    rows_refused = models.PositiveIntegerField(default=0)
    rows_blank = models.PositiveIntegerField(default=0)

    @property
    def place(self) -> str:
        """The file as facts and journal lines name it: its number here, and its own name."""
        return f"{self.pk}/{self.name}"


class FileContent(AppendOnly):
    """The file's bytes, zlib-compressed; `id` is that of the file. Deleted only where an `Erasure` says so."""

    of_act = ""  # the file's SHA-256 answers for it

    data = models.BinaryField()


class Erasure(AppendOnly):
    """The bytes of a file are erased, for the reason of `act`; its hash and the facts read from it stay."""

    act = models.ForeignKey("office.Act", models.PROTECT, related_name="+")
    file = models.OneToOneField(ImportedFile, models.PROTECT, related_name="+")
