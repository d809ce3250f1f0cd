"""The pages of events."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import unescape
from itertools import pairwise

import pytest
from django.test import Client

from bareme.office.models import Bye, Event, Game, Placement
from bareme.portal.public.lines import live_run, of_event
from bareme.portal.public.meeting import Meeting, slices, state_of
from portal.made_up import MadeUp

Page = Callable[..., str]


def event_of(pool: object, label: str) -> Event:
    """An event by its label."""
    found: Event = Event.objects.select_related("act").get(pool=pool, label=label)
    return found


def meeting_of(office: MadeUp, pool: str, label: str) -> Meeting:
    """An event, told."""
    event = event_of(getattr(office, pool), label)
    run = live_run(event.pool_id)
    assert run
    return Meeting.of(event, of_event(run, event.pk))


def test_the_points_are_those_of_the_results(office: MadeUp) -> None:
    meeting = meeting_of(office, "elo", "Night 3")
    entrants = meeting.entrants()
    games = Game.objects.filter(event=meeting.event)
    assert sum(one.points for one in entrants) == games.count()
    assert sum(one.games for one in entrants) == 2 * games.count()
    assert [one.points for one in entrants] == sorted((one.points for one in entrants), reverse=True)


def test_the_cross_table_mirrors_itself(office: MadeUp) -> None:
    meeting = meeting_of(office, "elo", "Night 3")
    entrants = meeting.entrants()
    opposite = {"+": "−", "−": "+", "=": "="}
    for place, one in enumerate(entrants, 1):
        for round_, cells in one.rounds.items():
            for cell in cells:
                plain = cell.removesuffix("*")
                other = entrants[int(plain[:-1]) - 1]
                assert any(met.startswith(f"{place}{opposite[plain[-1]]}") for met in other.rounds[round_])


def test_what_moved_is_what_the_journal_says(office: MadeUp) -> None:
    for pool in ("elo", "ffbg", "fide"):
        meeting = meeting_of(office, pool, "Night 3")
        results = meeting.results()
        moved = sum((result.change_a or 0) + (result.change_b or 0) for result in results)
        known = [told for told in meeting.lines if told.counted and told.before is not None and told.after is not None]
        assert moved == pytest.approx(sum(told.change for told in known))
        assert sum(one.change or 0 for one in meeting.entrants()) == pytest.approx(moved)


def test_results_that_do_not_count_are_marked(office: MadeUp, page: Page) -> None:
    unrated = Game.objects.filter(pool=office.elo, rated=False).exclude(event__label="Night 9").first()
    assert unrated
    text = page(f"/en/pools/ladder/events/{unrated.event_id}/")
    count = Game.objects.filter(event=unrated.event, rated=False).count()
    assert text.count("does not count:") == count
    assert '<tr class="out">' in text
    assert "Do not count" in text


def test_a_void_event_says_so(office: MadeUp, page: Page) -> None:
    event = event_of(office.elo, "Night 9")
    assert "was taken out" in page(f"/en/pools/ladder/events/{event.pk}/")
    assert "retirée" in page("/fr/pools/ladder/events/")


def test_how_often_it_was_rated(office: MadeUp) -> None:
    from bareme.office.corrections.changes import Change
    from bareme.office.corrections.service import ask
    from bareme.office.runs.service import make_run
    from portal.made_up import LAST

    event = event_of(office.elo, "Night 3")
    before = state_of(event, None)
    assert before.rated
    assert before.received <= before.rated
    game = Game.objects.filter(event=event).order_by("pk")[0]
    ask(office.officer, Change("game", office.elo, (game.pk,), "swap"), "wrong")
    make_run(office.officer, office.elo, LAST)
    assert state_of(event, None).anew == before.anew + 1


def test_places_with_slices_and_weights(office: MadeUp, page: Page) -> None:
    meeting = meeting_of(office, "fisf", "Tournoi 3")
    found = slices(meeting.lines)
    assert [one.series for one in found] == [1, 2, 3, 4]
    assert found[0].first == 1
    assert all(after.first == before.last + 1 for before, after in pairwise(found))
    text = page(f"/en/pools/scrabble/events/{meeting.event.pk}/")
    assert "Slices and weights" in text
    assert Placement.objects.filter(event=meeting.event).count() == text.count("why?")


def test_as_files(office: MadeUp, client: Client) -> None:
    for pool, label, count in (("ladder", "Night 3", 21), ("scrabble", "Tournoi 3", 14)):
        event = Event.objects.get(pool__slug=pool, label=label)
        said = json.loads(client.get(f"/en/pools/{pool}/events/{event.pk}/results.json").content)
        assert said["event"] == label
        assert len(said["rows"]) == count
        assert client.get(f"/en/pools/{pool}/events/{event.pk}/results.csv").content.decode().count("\r\n") == count + 1


def test_the_list_of_events_is_filtered(page: Page, office: MadeUp) -> None:
    text = page("/en/pools/ladder/events/?name=Night+12")
    assert "Night 12" in text
    assert "Night 11" not in text


def test_an_event_of_another_pool_is_not_there(page: Page, office: MadeUp) -> None:
    page(f"/en/pools/club/events/{event_of(office.elo, 'Night 3').pk}/", status=404)


def test_byes_are_points_without_a_game(office: MadeUp, page: Page) -> None:
    from bareme.office.audit.trail import acting

    event = event_of(office.elo, "Night 3")
    game = Game.objects.filter(event=event).first()
    assert game
    with acting(office.officer, "correct", pool=office.elo) as work:
        values = {"round": 4, "player_id": game.player_a_id, "points": 1.0, "why": "bye", "date": game.date}
        work.add(Bye, pool_id=office.elo.pk, event_id=event.pk, **values)
    assert "(1)" in unescape(page(f"/en/pools/ladder/events/{event.pk}/"))
