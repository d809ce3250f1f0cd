"""An officer's commands from rating to edition 2, in both languages, with their exit codes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from test_runs import YEAR

from bareme.office.corrections.facts import facts
from bareme.office.models import Member, Pool

Desk = Callable[..., str]


@pytest.fixture
def club(desk: Desk, tmp_path: Path) -> Desk:
    """A club's year is in the ledger."""
    (tmp_path / "year.csv").write_text(YEAR, encoding="utf-8")
    desk("pool", "new", "club", "--rulebook", "elo")
    desk("import", "year.csv", "--pool", "club")
    return desk


def number(event: str) -> str:
    return str(next(facts(Pool.objects.get(slug="club"), "game", event=event)).number)


def test_rate_says_its_receipt_and_shows_the_list(club: Desk) -> None:
    printed = club("rate", "--pool", "club", "--on", "2026-01-01", "--top", "2")
    assert "club up to 2026-01-01, 48 facts, journal of 100 lines (100 new, from the first fact)" in printed
    assert "Ada" in printed
    assert "Di" not in printed
    assert "Rien n'a changé depuis le calcul 1" in club("rate", "--pool", "club", "--on", "2026-01-01", "--lang", "fr")
    assert "nothing to rate" in club("rate", "--pool", _empty(club), code=2)


def _empty(desk: Desk) -> str:
    desk("pool", "new", "empty", "--rulebook", "elo")
    return "empty"


def test_from_publication_to_edition_2(club: Desk) -> None:
    printed = club("publish", "--pool", "club", "--date", "2025-11-01")
    assert "club, list of 2025-11-01, edition 1: 4 players, 4 ranked; 40 facts counted" in printed
    assert "Claims until" in printed
    assert "Nothing changed: edition 1" in club("publish", "--pool", "club", "--date", "2025-11-01")
    game = number("Club 10")
    dry = club("correct", "game", game, "--pool", "club", "--swap", "--on", "2025-11-01", "--dry-run")
    assert "score_a: 1.0 -> 0.0" in dry
    assert "Effect on club, list of 2025-11-01" in dry
    assert "█" in dry
    assert "Published list of 2025-11-01, edition 1: 4 would move" in dry
    assert "Nothing was recorded (--dry-run)" in dry
    assert "needs a reason" in club("correct", "game", game, "--pool", "club", "--swap", code=2)
    done = club("correct", "game", game, "--pool", "club", "--swap", "--reason", "score sheet", "--no-preview")
    assert "Recorded as act" in done
    assert "Effect" not in done
    assert "facts changed since" in club("editions", "--pool", "club")
    printed = club("publish", "--pool", "club", "--date", "2025-11-01", "--reason", "score sheet", "--lang", "fr")
    assert "édition 2" in printed
    assert "Écart 1 -> 2" in printed
    assert "corrigée" in club("editions", "--pool", "club", "--lang", "fr")
    assert "edition 1" in club("list", "--pool", "club", "--date", "2025-11-01", "--edition", "1")
    assert "2025-11-01 (1) -> 2025-11-01 (2)" in club(
        "list", "--pool", "club", "--date", "2025-11-01", "--against", "2025-11-01/1"
    )
    assert "no day on which lists of club are due" in club("publish", "--pool", "club", "--date", "2025-11-05")
    assert "no edition 7" in club("list", "--pool", "club", "--date", "2025-11-01", "--edition", "7", code=2)


def test_facts_are_shown_with_their_numbers(club: Desk) -> None:
    printed = club("facts", "--pool", "club", "--event", "Club 10")
    assert number("Club 10") in printed
    assert "year.csv:38" in printed
    assert len(club("facts", "--pool", "club", "--player", "Ada", "--since", "2025-06-01").splitlines()) == 15
    club("correct", "game", number("Club 9"), "--pool", "club", "--void", "--reason", "never played")
    assert len(club("facts", "--pool", "club", "--void").splitlines()) == 2
    assert "no event Nowhere" in club("facts", "--pool", "club", "--event", "Nowhere", code=2)


def test_events_decisions_and_members_are_corrected(club: Desk, tmp_path: Path) -> None:
    (tmp_path / "sheet.txt").write_text("1-0")
    shown = club(
        "correct",
        "event",
        "Club 10",
        "--pool",
        "club",
        "--void",
        "--reason",
        "x",
        "--document",
        "sheet.txt",
        "--on",
        "2026-01-01",
    )
    assert "void: False -> True" in shown
    assert "Recorded" in club("correct", "event", "Club 10", "--pool", "club", "--restore", "--reason", "y")
    decision = ("correct", "decision", "Ada", "--pool", "club", "--date", "2025-03-01", "--kind", "revalue")
    assert "rating: 1700.0" in club(*decision, "--set", "rating=1700", "--reason", "board", "--on", "2026-01-01")
    assert "have met" in club("merge", "Ada", "Bo", "--reason", "x", code=2)
    (tmp_path / "more.csv").write_text("date,event,round,player_a,player_b,score_a\n2025-05-05,Open,1,Adda,Bo,1\n")
    club("import", "more.csv", "--pool", "club", "--match", "*=new")
    printed = club("merge", "Adda", "Ada", "--reason", "one person", "--on", "2026-01-01")
    assert "Adda" in printed
    assert "Recorded" in printed
    assert "merged" in club("member", "show", Member.objects.get(name="Adda").code)
    assert "Enregistré" in club("split", "Adda", "--reason", "two", "--no-preview", "--lang", "fr")
    missing = ("--pool", "club", "--swap", "--reason", "x", "--document", "no.pdf", "--no-preview")
    assert "does not exist" in club("correct", "game", "1", *missing, code=2)


def test_a_second_person_decides(club: Desk) -> None:
    club("user", "new", "otto", "--role", "officer")
    club("pool", "set", "club", "--two-person", "--reason", "the board")
    game = number("Club 10")
    printed = club("correct", "game", game, "--pool", "club", "--swap", "--reason", "score sheet", "--on", "2026-01-01")
    assert "Correction 1 waits for a second person" in printed
    assert "score sheet" in club("correct", "list")
    assert "may not" in club("correct", "accept", "1", code=2)
    shown = club("correct", "show", "1", "--on", "2026-01-01", "--lang", "fr")
    assert "Correction 1, demandée par alice" in shown
    assert "Effet sur club" in shown
    club("correct", "game", number("Club 3"), "--pool", "club", "--swap", "--reason", "another", "--on", "2026-01-01")
    assert "is refused" in club("correct", "refuse", "2", "--reason", "no", "--as", "otto")
    club("correct", "game", number("Club 4"), "--pool", "club", "--swap", "--reason", "a third", "--on", "2026-01-01")
    assert "is withdrawn" in club("correct", "withdraw", "3")
    club("correct", "event", "Club 2", "--pool", "club", "--set", "city=Lyon", "--reason", "where", "--on", "2026-01-01")
    club("correct", "accept", "4", "--as", "otto", "--anew", "--on", "2026-01-01")
    assert "looked at" in club("correct", "accept", "1", "--as", "otto", code=2)  # an event before it was touched since
    assert "Recorded as act" in club("correct", "accept", "1", "--as", "otto", "--anew", "--on", "2026-01-01", "--reason", "seen")
    assert "no correction 9" in club("correct", "accept", "9", "--as", "otto", code=2)
    assert "otto (alice): accepted the correction of game" in club("audit", "--last", "1")
