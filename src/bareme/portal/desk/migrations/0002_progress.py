from django.db import migrations


class Migration(migrations.Migration):
    """How far work is stands in a file, which waits for no writer."""

    dependencies = [("desk", "0001_desk")]

    operations = [
        migrations.RemoveField("job", "phase"),
        migrations.RemoveField("job", "done"),
        migrations.RemoveField("job", "total"),
    ]
