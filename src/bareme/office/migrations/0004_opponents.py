from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0003_first_passwords")]

    operations = [migrations.AddIndex("journalline", models.Index(fields=["opponent"], name="journalline_opponent"))]
