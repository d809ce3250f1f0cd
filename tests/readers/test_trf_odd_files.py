"""docs/odd-files.md is true, and every real tournament report is read or refused with something to say."""

from __future__ import annotations

from pathlib import Path

import pytest
from odd_files import ODD, PAGE, page, read

from bareme.findings import LANGUAGES

EVERY = [(folder, file) for folder, files in ODD.items() for file in files]


def test_the_page_is_current(shared: Path) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(shared / "data"), "run: python tests/readers/odd_files.py"


def test_every_file_is_on_the_page(shared: Path) -> None:
    assert {(folder, file.name) for folder in ODD for file in (shared / "data" / folder).iterdir()} == set(EVERY)


@pytest.mark.parametrize(("folder", "file"), EVERY)
def test_each_file_adds_up(shared: Path, folder: str, file: str) -> None:
    reading = read((shared / "data" / folder / file).read_bytes(), file)
    facts = reading.facts
    assert facts.rows_read == len(facts.games) + len(facts.byes) + facts.rows_refused
    assert all("{" not in finding.message(language) for finding in reading.findings for language in LANGUAGES)


def test_three_dialects_of_one_tournament_give_one_story(shared: Path) -> None:
    """The open of 52 players as three programs wrote it: the same games, 41 players rated and 11 not."""
    stories = []
    for name in ("echecsjs_javafo_sample2.trf", "trfkt_tournament1.trf", "py4swiss_javafo_example.trf"):
        facts = read((shared / "data" / "trf" / name).read_bytes(), name).facts
        numbers = {player.key: player.number for player in facts.players}
        stories.append(
            {(game.round, numbers[game.player_a], numbers[game.player_b], game.score_a, game.why) for game in facts.games}
        )
        assert sum(player.rating is not None for player in facts.players) == 41
        assert len(facts.players) == 52
    assert stories[0] == stories[1] == stories[2]
    assert len(stories[0]) == 93
