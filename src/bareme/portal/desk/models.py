"""What the desk keeps besides the ledger: files that were sent and not recorded yet, and work that goes on beside a page."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from bareme.office.tables import JsonText


class Upload(models.Model):
    """Files on their way into a pool, from the first look to the record. It is its user's alone, and ends after a day.

    `options` are what he said of them last (`importing.py`).
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    pool = models.ForeignKey("office.Pool", models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    options = JsonText(default=dict)


class UploadedFile(models.Model):
    """One of the files, as it came; zlib-compressed."""

    upload = models.ForeignKey(Upload, models.CASCADE, related_name="files")
    name = models.CharField(max_length=200)
    size = models.BigIntegerField()
    data = models.BinaryField()


class Job(models.Model):
    """A run, a list, an import, a verification: asked for on a page, done by a process of its own (`work.py`), looked at
    meanwhile.

    `what` is a key of `jobs.ACTION`; `said` what it was asked with. In the end it has `ended_at`, and either an `outcome` or the
    finding that says why not (`failed`: code and details).
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    pool = models.ForeignKey("office.Pool", models.CASCADE, null=True, related_name="+")
    what = models.CharField(max_length=20)
    said = JsonText(default=dict)
    made_at = models.DateTimeField()
    host = models.CharField(max_length=255, default="")
    process = models.BigIntegerField(null=True)
    ended_at = models.DateTimeField(null=True)
    outcome = JsonText(default=dict)
    failed = JsonText(null=True)
