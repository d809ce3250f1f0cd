"""A small made-up office with a bit of everything that pages show: four pools, lists, a corrected one, a void event,
results that do not count, names that bite, a minor.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta

from bareme.office.corrections.changes import Change
from bareme.office.corrections.service import ask
from bareme.office.editions.service import publish
from bareme.office.imports.service import Options, deliver, import_files
from bareme.office.models import EventDetail, Game, Member, Pool, User
from bareme.office.people.members import affiliate, give_number, set_personal_data
from bareme.office.pools.service import new_pool
from bareme.office.runs.service import make_run
from bareme.office.users.service import let_report, new_user

PASSWORD = "correct horse battery"  # noqa: S105
HOSTILE = (
    "<svg/onload=alert(1)>",
    "=1+1",
    "'\"--; DROP TABLE",
    "{{ 7*7 }} {% debug %}",
    "Zo" + "e\N{COMBINING ACUTE ACCENT}" * 33,
)
PLAIN = (
    "Ada Roux",
    "Bo Picard",
    "Cy Noël",
    "Di Joly",
    "Élodie Martin",
    "Farid Huet",
    "Gaëlle Imbert",
    "Hugo Faure",
    "Inès Girard",
)
NAMES = (*PLAIN, *HOSTILE)
LISTS = tuple(date(2025, month, 1) for month in (1, 2, 3, 4))
LAST = date(2025, 4, 15)
MINOR = "Inès Girard"


@dataclass(frozen=True)
class MadeUp:
    """What tests ask for by name."""

    admin: User
    officer: User
    reporter: User
    reader: User
    elo: Pool
    ffbg: Pool
    fide: Pool
    fisf: Pool

    @property
    def users(self) -> dict[str, User]:
        """By role, the least first."""
        return {"reader": self.reader, "reporter": self.reporter, "officer": self.officer, "administrator": self.admin}

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The four of them."""
        return self.elo, self.ffbg, self.fide, self.fisf


def make(admin: User | None = None) -> MadeUp:
    """The office, in the database at hand; `admin` where it has an administrator already."""
    admin = admin or new_user(None, "alice", "administrator", PASSWORD, own=True)
    users = {
        role: new_user(admin, name, role, PASSWORD, own=True)
        for name, role in (("olga", "officer"), ("rudi", "reporter"), ("rea", "reader"))
    }
    officer = users["officer"]
    pools = {
        "elo": new_pool(admin, "ladder", "elo", {"k": 24}, name="The ladder"),
        "ffbg": new_pool(admin, "club", "ffbg", name="Classement du club"),
        "fide": new_pool(admin, "open", "fide", name="Chess, standard", numbers="fide"),
        "fisf": new_pool(admin, "scrabble", "fisf", name="Scrabble", rhythm="09-01"),
    }
    let_report(admin, users["reporter"], pool=pools["elo"])
    _bring(officer, pools["elo"], "ladder.csv", _games(draws=True, seed=1))
    _bring(officer, pools["ffbg"], "club.csv", _games(draws=False, seed=2))
    _bring(officer, pools["fide"], "players.csv", _ratings())
    _bring(officer, pools["fide"], "open.csv", _games(draws=True, seed=3))
    _bring(officer, pools["fisf"], "scrabble.csv", _places())
    _people(officer)
    _void(officer, pools["elo"], "Night 9")
    for pool in (pools["elo"], pools["ffbg"], pools["fide"]):
        for day in LISTS:
            publish(officer, pool, day)
    for day in (date(2024, 9, 1), date(2025, 9, 1)):
        publish(officer, pools["fisf"], day)
    _correct(officer, pools["ffbg"])
    for pool in pools.values():
        make_run(officer, pool, LAST if pool is not pools["fisf"] else date(2025, 9, 1))
    return MadeUp(admin, officer, users["reporter"], users["reader"], **pools)


def _bring(by: User, pool: Pool, name: str, text: str) -> None:
    result = import_files(by, pool, deliver([(name, text.encode())]), Options(match={"*": "new"}, despite_errors=True))
    assert result.act is not None, [finding.message() for finding in result.plan.questions]


def _ratings() -> str:
    """A rating list: two thirds are rated; a child's year of birth."""
    lines = ["player,rating,games,born"]
    for at, name in enumerate(NAMES):
        rating = str(2200 - 60 * at) if at % 3 else ""
        lines.append(f"{_quoted(name)},{rating},{40 if rating else ''},{2012 if name == MINOR else 1980}")
    return "\n".join(lines) + "\n"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _games(*, draws: bool, seed: int) -> str:
    """Fifteen nights from October on; in each, everybody's neighbours; one result in twenty is not rated."""
    chance = random.Random(seed)
    lines = ["date,event,round,player_a,player_b,score_a,length,rated"]
    for night in range(15):
        day = date(2024, 10, 5) + timedelta(days=13 * night)
        for round_ in (1, 2, 3):
            order = chance.sample(NAMES, len(NAMES))
            for a, b in zip(order[::2], order[1::2], strict=False):
                better = NAMES.index(a) < NAMES.index(b)
                score = "0.5" if draws and chance.random() < 0.2 else "1" if better == (chance.random() < 0.7) else "0"
                length = "" if draws else str(chance.choice((5, 7, 9)))
                rated = "no" if chance.random() < 0.05 else ""
                lines.append(f"{day},Night {night + 1},{round_},{_quoted(a)},{_quoted(b)},{score},{length},{rated}")
    return "\n".join(lines) + "\n"


def _places() -> str:
    """Two seasons of six tournaments."""
    chance = random.Random(4)
    lines = ["date,event,rounds,category,player,federation,series,place"]
    for number in range(12):
        day = date(2023, 9, 23) + timedelta(days=59 * number)
        order = sorted(NAMES, key=lambda name: NAMES.index(name) + chance.gauss(0, 4))
        for place, name in enumerate(order, 1):
            federation = ("FFSc", "FQCSF")[NAMES.index(name) % 2]
            lines.append(
                f"{day},Tournoi {number + 1},5,grand-slam,{_quoted(name)},{federation},{1 + NAMES.index(name) % 5},{place}"
            )
    return "\n".join(lines) + "\n"


def _people(by: User) -> None:
    for at, member in enumerate(Member.objects.order_by("pk")):
        affiliate(by, member, "club", ("Lyon", "Nantes", "<b>Brest</b>")[at % 3], date(2024, 9, 1))
        give_number(by, member, "licence", f"L{1000 + at}")
    minor = Member.objects.get(name=MINOR)
    set_personal_data(by, minor, birth_date=date(2012, 2, 29), email="ines@example.org")


def _void(by: User, pool: Pool, label: str) -> None:
    detail = EventDetail.objects.get(event__pool=pool, event__label=label)
    ask(by, Change("event", pool, (detail.pk,), "void"), "never took place")


def _correct(by: User, pool: Pool) -> None:
    """A score sheet turned round after the lists, which makes a second edition of February's."""
    game = Game.objects.filter(pool=pool, date__lt=date(2025, 1, 20), date__gt=date(2025, 1, 5)).order_by("pk")[0]
    ask(by, Change("game", pool, (game.pk,), "swap"), "score sheet read the wrong way round")
    publish(by, pool, LISTS[1], reason="corrected")
