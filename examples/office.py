"""Fills a new office with the made-up seasons beside it, to look at its pages: `python examples/office.py DIR`.

Four rankings with their lists, a correction with a second edition, clubs, a claim's window still open. Login: alice.
"""

from __future__ import annotations

import os
import random
import secrets
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PASSWORD = "correct horse battery"  # noqa: S105 - of a demonstration
CLUBS = ("Le Talon d'or", "Backgammon Club de Lyon", "Les Quatre Vents", "Cercle nantais", "La Tour")
COMMITTEES = ("Île-de-France", "Rhône-Alpes", "Bretagne")


def fill(folder: Path) -> None:
    """Make the office and fill it."""
    os.environ["BAREME_OFFICE"] = str(folder)
    os.environ.pop("BAREME_DATABASE_URL", None)
    from bareme.office.setup import make_office

    make_office(folder, name="Fédération des jeux de l'esprit", language="fr", admin="alice", password=PASSWORD)
    from bareme.office.models import User
    from bareme.office.pools.service import new_pool

    alice = User.objects.get()
    olga = _user(alice, "olga", "officer")
    _user(alice, "rudi", "reporter")
    _user(alice, "rea", "reader")
    ladder = new_pool(alice, "echelle", "elo", {"k": 24}, name="Échelle du jeudi")
    club = new_pool(alice, "backgammon", "ffbg", name="Backgammon")
    chess = new_pool(alice, "echecs", "fide", name="Échecs, cadence classique", numbers="fide")
    words = new_pool(alice, "scrabble", "fisf", name="Scrabble, séries", rhythm="09-01", numbers="fisf")
    _bring(olga, ladder, "elo/ladder.csv")
    _bring(olga, club, "ffbg/matchs.csv", "ffbg/decisions.csv")
    _bring(olga, chess, "fide/players.csv", "fide/open1.trf", "fide/open2.trf", "fide/open3.trf")
    _bring(olga, words, "fisf/players.csv", "fisf/season-before.csv", "fisf/season.csv")
    _people(olga)
    for pool in (ladder, club, chess):
        _lists(olga, pool)
    for day in (date(2010, 9, 1), date(2011, 9, 1)):
        _publish(olga, words, day)
    _correct(olga, club)


def _user(by: Any, name: str, role: str) -> Any:
    """Somebody whom the administrator made, and who has chosen a password of his own since."""
    from bareme.office.users.service import change_own_password, new_user

    first = secrets.token_urlsafe(12)
    user = new_user(by, name, role, first, name=name.title(), language="fr")
    change_own_password(user, first, PASSWORD)
    return user


def _bring(by: Any, pool: Any, *names: str) -> None:
    from bareme.office.imports.service import Options, deliver, import_files

    sent = [(Path(name).name, (HERE / name).read_bytes()) for name in names]
    done = import_files(by, pool, deliver(sent), Options(match={"*": "new"}, despite_errors=True))
    if done.act is None:
        sys.exit("\n".join(question.message() for question in done.plan.questions))


def _people(by: Any) -> None:
    """Clubs and committees for those who play backgammon."""
    from bareme.office.models import Game, Member
    from bareme.office.people.members import affiliate, give_number

    chance = random.Random(1960)
    players = set(Game.objects.filter(pool__slug="backgammon").values_list("player_a_id", flat=True))
    for number, member in enumerate(Member.objects.filter(pk__in=players).order_by("pk"), 1201):
        affiliate(by, member, "club", chance.choice(CLUBS), date(2023, 9, 1))
        affiliate(by, member, "committee", chance.choice(COMMITTEES), date(2023, 9, 1))
        give_number(by, member, "licence", f"B{number}")


def _lists(by: Any, pool: Any) -> None:
    """The lists that were due between the first result and a while after the last one."""
    from django.db.models import Max, Min

    from bareme.office.models import Game
    from bareme.office.pools.rhythm import Rhythm
    from bareme.office.runs.service import make_run

    span = Game.objects.filter(pool=pool).aggregate(first=Min("date"), last=Max("date"))
    for day in Rhythm.parse(pool.rhythm).due(span["first"], span["last"] + timedelta(days=62)):
        _publish(by, pool, day)
    make_run(by, pool, span["last"] + timedelta(days=62))


def _publish(by: Any, pool: Any, day: date) -> None:
    from bareme.office.editions.service import publish

    publish(by, pool, day)
    print(f"{pool.name}: {day}", flush=True)


def _correct(by: Any, pool: Any) -> None:
    """A score sheet read the wrong way round, found after two lists were out."""
    from django.db.models import Max

    from bareme.office.corrections.changes import Change
    from bareme.office.corrections.service import ask
    from bareme.office.editions.service import publish
    from bareme.office.models import Edition, Game
    from bareme.office.runs.service import make_run

    days = list(Edition.objects.filter(pool=pool).order_by("-day").values_list("day", flat=True)[:3])
    game = Game.objects.filter(pool=pool, date__lt=days[2]).order_by("-date", "-pk")[0]
    ask(by, Change("game", pool, (game.pk,), "swap"), "feuille de match lue à l'envers")
    for day in days[::-1]:
        publish(by, pool, day, reason="correction d'une feuille de match")
    make_run(by, pool, Edition.objects.filter(pool=pool).aggregate(day=Max("day"))["day"])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(str(__doc__))
    fill(Path(sys.argv[1]))
    print(f"bareme office serve {sys.argv[1]}    (login: alice, {PASSWORD})")
