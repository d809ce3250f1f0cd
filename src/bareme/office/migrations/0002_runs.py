from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0001_ledger")]

    operations = [
        migrations.AddField("run", "kept", models.BigIntegerField(null=True)),
        migrations.AddField("run", "kept_lines", models.PositiveIntegerField(default=0)),
        migrations.AddField("run", "kept_sha256", models.CharField(default="", max_length=64)),
        migrations.AddField("checkpoint", "prepared_sha256", models.CharField(default="", max_length=64), preserve_default=False),
        migrations.AddField("checkpoint", "facts", models.PositiveIntegerField(default=0), preserve_default=False),
        migrations.AddField("checkpoint", "facts_sha256", models.CharField(default="", max_length=64), preserve_default=False),
        migrations.AddField("checkpoint", "line", models.BigIntegerField(null=True)),
        migrations.AddField("checkpoint", "lines", models.PositiveIntegerField(default=0), preserve_default=False),
        migrations.AddField("checkpoint", "journal_sha256", models.CharField(default="", max_length=64), preserve_default=False),
        migrations.AddField(
            "runlease", "renewed_at", models.DateTimeField(default="1970-01-01T00:00:00+00:00"), preserve_default=False
        ),
        migrations.AddField("runlease", "token", models.CharField(default="", max_length=32), preserve_default=False),
    ]
