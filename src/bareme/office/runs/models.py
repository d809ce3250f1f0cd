"""Runs, the journal they wrote, and what helps the next one."""

from __future__ import annotations

from django.db import models

from bareme.office.tables import AppendOnly, JsonText


class Run(AppendOnly):
    """A replay of a pool up to the end of day `on`, over the facts recorded up to and with act `upto`: its receipt.

    A run whose journal begins as an earlier one's refers to that beginning: `base` is that run, `since` the day up to
    whose end both are the same, `kept` the id of the last of these lines, `kept_lines` their number, `kept_sha256` the
    hash up to there. `lines` counts the whole journal, `first_line` to `last_line` are the ids of the run's own lines
    (`journal.py`). The hashes are chains (`chain.py`): each can be taken up where an earlier run left it.
    """

    act = models.OneToOneField("office.Act", models.PROTECT, related_name="+")
    pool = models.ForeignKey("office.Pool", models.PROTECT, related_name="+")
    upto = models.ForeignKey("office.Act", models.PROTECT, related_name="+")
    on = models.DateField()
    base = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")
    since = models.DateField(null=True)
    kept = models.BigIntegerField(null=True)
    kept_lines = models.PositiveIntegerField(default=0)
    kept_sha256 = models.CharField(max_length=64, default="")
    rulebook = models.CharField(max_length=50)
    overrides = JsonText(default=dict)
    rules_sha256 = models.CharField(max_length=64)
    engine = models.CharField(max_length=100)
    facts_sha256 = models.CharField(max_length=64)
    journal_sha256 = models.CharField(max_length=64)
    standings_sha256 = models.CharField(max_length=64)
    facts = models.PositiveIntegerField()
    counted = models.PositiveIntegerField()
    not_counted = JsonText(default=dict)
    findings = JsonText(default=list)
    lines = models.PositiveIntegerField()
    first_line = models.BigIntegerField(null=True)
    last_line = models.BigIntegerField(null=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()


class JournalLine(AppendOnly):
    """One line of `bareme.journal`. `source`, `line`, `column` are the fact's place (`ledger/places.py`)."""

    of_act = ""  # the run's journal_sha256 answers for it

    run = models.ForeignKey(Run, models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey("office.Member", models.PROTECT, related_name="+", db_index=False)
    date = models.DateField()
    kind = models.CharField(max_length=20)
    article = models.CharField(max_length=60)
    version = models.CharField(max_length=40)
    before = models.FloatField(null=True)
    after = models.FloatField(null=True)
    terms = JsonText(default=dict)
    event = models.ForeignKey("office.Event", models.PROTECT, null=True, related_name="+", db_index=False)
    round = models.IntegerField(default=0)
    opponent = models.ForeignKey("office.Member", models.PROTECT, null=True, related_name="+", db_index=False)
    reason = models.CharField(max_length=60, default="")
    source = models.CharField(max_length=220, default="")
    line = models.PositiveIntegerField(default=0)
    column = models.CharField(max_length=100, default="")

    class Meta:
        indexes = (
            models.Index(fields=["player", "run"], name="journalline_player"),
            models.Index(fields=["event", "run"], name="journalline_event"),
            models.Index(fields=["opponent"], name="journalline_opponent"),  # else each new member reads the whole table
        )


class Checkpoint(models.Model):
    """A book's whole state at the end of a day, to go on from. May be thrown away: a replay from zero makes it again.

    It holds for the facts recorded up to and with `upto`, under the rules of `run`, for people as `prepared_sha256` says.
    `line` is the id of the last line of `run`'s journal up to that day; the rest is what the chains need to go on.
    """

    pool = models.ForeignKey("office.Pool", models.PROTECT, related_name="+")
    run = models.ForeignKey(Run, models.PROTECT, related_name="+")
    upto = models.ForeignKey("office.Act", models.PROTECT, related_name="+")
    on = models.DateField()
    data = models.BinaryField()  # zlib-compressed JSON, in the book's own order (`checkpoints.py`)
    sha256 = models.CharField(max_length=64)
    prepared_sha256 = models.CharField(max_length=64)
    facts = models.PositiveIntegerField()
    facts_sha256 = models.CharField(max_length=64)
    line = models.BigIntegerField(null=True)
    lines = models.PositiveIntegerField()
    journal_sha256 = models.CharField(max_length=64)

    class Meta:
        indexes = (models.Index(fields=["pool", "on"], name="checkpoint_day"),)


class LiveStanding(models.Model):
    """A player's row after the pool's last run: live, not official. Written anew by each run."""

    pool = models.ForeignKey("office.Pool", models.PROTECT, related_name="+")
    player = models.ForeignKey("office.Member", models.PROTECT, related_name="+")
    run = models.ForeignKey(Run, models.PROTECT, related_name="+")
    rank = models.PositiveIntegerField(null=True)
    rating = models.FloatField(null=True)
    elo = models.FloatField(null=True)
    experience = models.FloatField(null=True)
    games = models.PositiveIntegerField()
    order = JsonText(null=True)
    level = models.CharField(max_length=60, default="")
    states = JsonText(default=list)
    published = JsonText(default=dict)
    more = JsonText(default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["pool", "player"], name="livestanding_once"),)


class RunLease(models.Model):
    """A run is going on in this pool; nobody else begins one. Who wants to write its outcome must still hold `token`."""

    pool = models.OneToOneField("office.Pool", models.PROTECT, primary_key=True)
    host = models.CharField(max_length=255)
    process = models.BigIntegerField()
    started_at = models.DateTimeField()
    renewed_at = models.DateTimeField()
    token = models.CharField(max_length=32)
