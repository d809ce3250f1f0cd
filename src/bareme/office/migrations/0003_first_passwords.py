from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("office", "0002_runs")]

    operations = [migrations.AddField("user", "first_until", models.DateTimeField(null=True))]
