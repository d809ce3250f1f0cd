"""The audit trail in the words of an officer."""

from __future__ import annotations

import pytest

from bareme.office.audit.details import details
from bareme.office.audit.diary import KINDS, WORDS, kind, topic
from bareme.office.audit.models import Act


def test_counts_have_their_nouns() -> None:
    assert details({}, {"events": 1, "games": 12, "members": 0}, "en") == "12 games; 1 event"
    assert details({}, {"events": 1, "games": 12, "members": 1}, "fr") == "12 parties ; 1 épreuve ; 1 nouveau membre"


def test_an_edition() -> None:
    after = {"listed": 17, "ranked": 1, "facts": 13, "counted": 12, "not_counted": {"unrated": 1}, "checksum": "ab"}
    more = {"claims_until": "2026-12-30"}
    said = "17 players; 1 ranked; 12 facts counted; claims until 2026-12-30; not counted unrated 1"
    assert details({}, {**after, **more}, "en") == said
    assert details({}, {**after, **more}, "fr").startswith(
        "17 joueurs ; 1 classé ; 12 faits comptés ; réclamations jusqu'au 30/12/2026"
    )


def test_corrected_facts_say_from_what_to_what() -> None:
    one = {"game 67 length": 1, "game 67 score_a": 1.0}, {"game 67 length": 9, "game 67 score_a": 0.5, "correction": 2}
    assert details(*one, "en") == "length 1 -> 9, score 1 -> 0.5; correction 2"
    assert details(*one, "fr") == "longueur 1 -> 9, score 1 -> 0,5 ; correction n° 2"
    two = {"game 68 length": 1, "game 69 void": False}, {"game 68 length": 11, "game 69 void": True}
    assert details(*two, "en") == "game 68: length 1 -> 11; game 69: void no -> yes"


def test_members_pools_and_turns() -> None:
    member = {"numbers": {"licence": "00077"}, "affiliations": {"club": "Lyon"}, "since": "2022-09-01"}
    assert details({}, member, "en") == "licence 00077; club Lyon; since 2022-09-01"
    assert details({"two_person": False}, {"two_person": True}, "en") == "two people for corrections no -> yes"
    turn = {"moves": 3, "levels": 1, "states": {"inactive": [0, 3]}, "on": "2024-09-01", "from": "2024-08-01", "written": 27}
    said = "3 players move; 1 changes level; 27 new lines of the journal; replayed from 2024-08-01; inactive 0 -> 3"
    assert details({}, turn, "en") == said
    assert "inactifs 0 -> 3" in details({}, turn, "fr")


def test_words_of_ours_are_in_the_language_of_who_reads() -> None:
    assert details({}, {"role": "administrator", "rhythm": "monthly"}, "fr") == "rôle administrateur ; listes chaque mois"
    assert details({"rhythm": "monthly"}, {"rhythm": "01-01,07-01"}, "fr") == "listes chaque mois -> 01-01,07-01"
    assert details({}, {"name": "monthly"}, "fr") == "nom monthly"


@pytest.mark.parametrize(
    ("action", "about", "french"),
    [
        ("correct", "game 611 (Soirée du club)", "partie 611 (Soirée du club)"),
        ("correct", "placement 4, 5, ...", "place 4, 5, ..."),
        ("correct", "game 7 of Lyon", "game 7 of Lyon"),  # an event's name
        ("publish", "backgammon 2025-06-30 (2)", "backgammon 30/06/2025 (2)"),
        ("correct", "Open 2025-06-30", "Open 2025-06-30"),  # an event's name, too
    ],
)
def test_what_an_act_is_about_is_told_in_the_language_of_who_reads(action: str, about: str, french: str) -> None:
    act = Act(action=action, about=about)
    assert topic(act, "en") == about
    assert topic(act, "fr") == french


def test_what_a_later_version_notes_is_said_too() -> None:
    assert details({"some_thing": 1}, {"some_thing": 2.5, "other": "x"}, "en") == "some thing 1 -> 2.5; other x"
    assert details({}, {"checksum": "ab", "merged": "0001Y"}, "en") == ""


def test_every_kind_of_act_has_its_words() -> None:
    assert KINDS.keys() == {action for action in WORDS if "/" not in action}
    assert kind("let-report", "fr") == "autorisation d'apporter des résultats"
    assert kind("of-a-later-version", "en") == "of-a-later-version"
