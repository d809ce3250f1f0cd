"""The API: what it answers, to whom, and what it refuses."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from bareme.findings import Refused
from bareme.office.models import Act, Member, User
from bareme.portal.api import tokens
from bareme.portal.api.models import Token
from portal.made_up import LAST, LISTS, MadeUp

BASE = "/api/v1"
ROWS = "date,event,round,player_a,player_b,score_a\n2025-04-20,Night 99,1,Ada Roux,Bo Picard,0\n"


def get(client: Client, address: str, status: int = 200, **more: Any) -> Any:
    response = client.get(BASE + address, **more)
    assert response.status_code == status, response.content
    return json.loads(response.content)


def bearing(user: User, **more: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.new_token(user, 'test', **more)}"}


def code(name: str) -> str:
    return str(Member.objects.get(name=name).code)


# -- reading


def test_pools_and_their_lists(office: MadeUp, client: Client) -> None:
    pools = {pool["pool"]: pool for pool in get(client, "/pools")}
    assert pools.keys() == {"ladder", "club", "open", "scrabble"}
    assert pools["ladder"]["overrides"] == {"k": 24}
    assert pools["club"]["latest_list"] == LISTS[-1].isoformat()
    assert pools["club"]["live_on"] == LAST.isoformat()
    assert get(client, "/pools/club") == pools["club"]
    editions = [(one["day"], one["edition"]) for one in get(client, "/pools/club/lists")]
    assert editions[0] == (LISTS[-1].isoformat(), 1)
    assert (LISTS[1].isoformat(), 2) in editions


def test_the_rows_of_a_list_are_those_of_the_edition(office: MadeUp, client: Client) -> None:
    from bareme.office.models import EditionRow

    found = get(client, f"/pools/club/lists/{LISTS[1]}/2/rows")
    rows = EditionRow.objects.filter(edition__pool=office.ffbg, edition__day=LISTS[1], edition__number=2).order_by("position")
    assert found["count"] == rows.count() > 5
    assert [row["name"] for row in found["items"]] == [row.name for row in rows]
    assert [row["rating"] for row in found["items"]] == [row.rating for row in rows]  # unrounded, to the last bit


def test_rows_are_filtered_sorted_and_paged(office: MadeUp, client: Client) -> None:
    base = f"/pools/club/lists/{LISTS[-1]}/1/rows"
    lyon = get(client, base + "?club=Lyon")
    assert lyon["items"]
    assert {row["club"] for row in lyon["items"]} == {"Lyon"}
    names = [row["name"] for row in get(client, base + "?sort=-name")["items"]]
    assert names == sorted(names, reverse=True)
    pages = [get(client, f"{base}?per_page=4&page={page}")["items"] for page in (1, 2, 3, 4)]
    assert [row["player"] for page in pages for row in page] == [row["player"] for row in get(client, base)["items"]]


def test_a_player_official_and_live_and_his_journal(office: MadeUp, client: Client) -> None:
    ada = code("Ada Roux")
    found = get(client, f"/pools/club/players/{ada}")
    assert (found["official_on"], found["live_on"]) == (LISTS[-1].isoformat(), LAST.isoformat())
    lines = get(client, f"/pools/club/players/{ada}/journal?per_page=1000")["items"]
    assert {line["player"] for line in lines} == {ada}
    assert lines[-1]["rating_after"] == found["live"]["rating"]
    counted = [line for line in lines if line["kind"] == "game"]
    assert all(line["event_name"] and line["opponent"] for line in counted)


def test_a_line_is_explained_in_the_language_asked_for(office: MadeUp, client: Client) -> None:
    lines = get(client, f"/pools/club/players/{code('Ada Roux')}/journal?per_page=1000")["items"]
    game = next(line for line in lines if line["kind"] == "game")
    english = get(client, f"/pools/club/lines/{game['line']}", headers={"Accept-Language": "en"})
    french = get(client, f"/pools/club/lines/{game['line']}", headers={"Accept-Language": "fr-FR"})
    assert english["line"] == french["line"] == game
    assert english["steps"]
    assert english["text"] != french["text"]
    get(client, f"/pools/open/lines/{game['line']}", 404)  # the line is of another pool


def test_events_and_the_void_one(office: MadeUp, client: Client) -> None:
    events = {event["name"]: event for event in get(client, "/pools/ladder/events?per_page=50")["items"]}
    assert events["Night 9"]["void"]
    assert not events["Night 8"]["void"]
    number = events["Night 8"]["event"]
    assert get(client, f"/events/{number}") == events["Night 8"]
    assert {line["event"] for line in get(client, f"/events/{number}/journal")["items"]} == {number}


def test_search_forgives_order_and_accents(office: MadeUp, client: Client) -> None:
    assert [one["name"] for one in get(client, "/players?q=martin elodie")] == ["Élodie Martin"]
    assert get(client, "/players?q=%00") == []


def test_no_birth_year_anywhere(office: MadeUp, client: Client) -> None:
    for address in ("/pools/open/live/rows", f"/pools/open/lists/{LISTS[-1]}/1/rows"):
        assert all("born" not in row["more"] for row in get(client, address)["items"])


# -- calculating: numbers of the regulations' own examples


def test_odds_as_the_command_line_says_them(client: Client, db: None) -> None:
    found = get(client, "/rulebooks/ffbg/odds?a=1500&b=1500&length=9")
    assert (found["a"]["probability"], found["a"]["win"]) == (0.5, 6.0)  # 4 sqrt(9) / 2
    assert found["rulebook"] == "ffbg"
    assert get(client, "/rulebooks/elo/odds?a=1613&b=1609&set=k=32")["overrides"] == {"k": 32.0}


def test_a_whole_event_and_a_finish(client: Client, db: None) -> None:
    results = "&".join(
        f"result={opponent}={score}" for opponent, score in ((1609, 0), (1477, 0.5), (1388, 1), (1586, 1), (1720, 0))
    )
    found = get(client, f"/rulebooks/elo/event?rating=1613&k=32&{results}")
    assert (found["games"], found["score"]) == (5, 2.5)
    assert found["change"] == pytest.approx(32 * (2.5 - found["expected"]))
    asked = "present=25&present=46&present=72&rounds=3&category=triplex&place=80&series=3"
    third = get(client, f"/rulebooks/fisf/finish?{asked}")["series"]["3"]
    assert (third["percent"], third["weight"], third["numerator"]) == (88.89, 60, 53.334)  # as the FISF prints its TRIPLEX
    assert get(client, "/rulebooks/ffbg/tables/gains")["rows"]
    assert get(client, "/rulebooks/fide?on=2015-01-01")["version"] != get(client, "/rulebooks/fide")["version"]


@pytest.mark.parametrize(
    ("address", "status", "expected"),
    [
        ("/rulebooks/go/odds?a=1&b=2", 400, "unknown-rulebook"),
        ("/rulebooks/elo/odds?a=1&b=nan", 422, "bad-question"),
        ("/rulebooks/elo/odds?a=1&b=2&length=5", 400, "option-not-here"),
        ("/rulebooks/elo/odds?a=1&b=2&set=zzz", 400, "bad-setting"),
        ("/rulebooks/elo/odds?a=1&b=2&set=zzz=1", 400, "unknown-parameter"),
        ("/rulebooks/ffbg/odds?a=1&b=2", 400, "odds-need-length"),
        ("/rulebooks/elo/event?rating=1500&result=1500=2", 400, "bad-result"),
        ("/rulebooks/elo/event?rating=1500&result=nan=1", 400, "bad-result"),
        ("/rulebooks/ffbg/tables/none", 400, "unknown-table"),
        ("/pools/none", 404, "unknown-pool"),
        ("/pools/club/lists/2001-01-01/1", 404, "no-such-edition"),
        ("/pools/club/players/ZZZZ", 404, "unknown-player"),
        ("/events/999999", 404, "no-such-page"),
        ("/pools/club/live/rows?sort=zzz", 400, "bad-filter"),
        ("/pools/club/live/rows?page=0", 422, "bad-question"),
        ("/nowhere", 404, "no-such-page"),
    ],
)
def test_what_is_wrong_is_said_in_both_languages(
    office: MadeUp, client: Client, address: str, status: int, expected: str
) -> None:
    english = get(client, address, status, headers={"Accept-Language": "en"})
    french = get(client, address, status, headers={"Accept-Language": "fr"})
    assert english["code"] == french["code"] == expected
    assert english["message"] != french["message"]
    assert english["remedy"]


# -- other sites, caches


def test_every_site_may_read_and_no_cookie_is_set(office: MadeUp, client: Client) -> None:
    response = client.get(f"{BASE}/pools", headers={"Origin": "https://elsewhere.example"})
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response.headers
    assert not response.cookies
    asked = client.options(f"{BASE}/pools")
    assert asked.status_code == 204
    assert "POST" not in asked.headers["Access-Control-Allow-Methods"]


def test_an_answer_that_did_not_change_is_not_sent_again(office: MadeUp, client: Client) -> None:
    first = client.get(f"{BASE}/pools")
    again = client.get(f"{BASE}/pools", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


# -- uploads


def upload(client: Client, headers: dict[str, str], pool: str = "ladder", rows: str = ROWS, **wishes: Any) -> Any:
    file = SimpleUploadedFile("night.csv", rows.encode())
    return client.post(f"{BASE}/pools/{pool}/imports", {"files": file, **wishes}, headers=headers)


def test_an_upload_is_looked_at_first_then_recorded_and_twice_changes_nothing(office: MadeUp, client: Client) -> None:
    headers, acts = bearing(office.officer), Act.objects.count()
    seen = upload(client, headers).json()
    assert (seen["recorded"], seen["stopped"], seen["counts"]["games"]) == (False, False, 1)
    assert {move["name"] for move in seen["moves"]} >= {"Ada Roux", "Bo Picard"}
    assert Act.objects.count() == acts
    done = upload(client, headers, record="true", reason="Sunday's sheet").json()
    assert done["recorded"]
    act = Act.objects.get(pk=done["act"])
    assert (act.by, act.reason) == (office.officer, "Sunday's sheet")
    again = upload(client, headers, record="true").json()
    assert (again["recorded"], again["earlier_act"]) == (False, done["act"])


def test_a_reporter_brings_events_of_his_pool_only(office: MadeUp, client: Client) -> None:
    headers = bearing(office.reporter)
    assert upload(client, headers, record="true").json()["recorded"]
    refused = upload(client, headers, pool="open", record="true")
    assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")


def test_a_file_that_cannot_be_used_says_why(office: MadeUp, client: Client) -> None:
    found = upload(
        client, bearing(office.officer), rows="date,player_a,player_b,score_a\n2025-13-01,Ada Roux,Bo Picard,2\n"
    ).json()
    assert found["stopped"]
    assert {finding["severity"] for finding in found["findings"]} >= {"error"}


def test_of_many_faults_the_first_are_told_and_all_are_counted(office: MadeUp, client: Client) -> None:
    bad = "date,player_a,player_b,score_a\n" + "2025-13-01,Ada Roux,Bo Picard,1\n" * 1200
    found = upload(client, bearing(office.officer), rows=bad).json()
    assert len(found["findings"]) == 1000
    assert found["findings_in_all"] >= 1200


def test_without_a_token_nothing_is_taken(office: MadeUp, client: Client) -> None:
    assert upload(client, {}).status_code == 401
    assert upload(client, {"Authorization": "Bearer bareme_wrong"}).status_code == 401
    client.force_login(office.officer, backend="bareme.portal.site.access.Backend")
    assert upload(client, {}).status_code == 401  # a session is not enough: its cookie goes along from other sites too
    assert upload(client, bearing(office.reader)).status_code == 403


def test_a_token_ends_is_taken_back_and_dies_with_its_user(office: MadeUp, client: Client) -> None:
    headers = bearing(office.officer, days=1)
    assert upload(client, headers).status_code == 200
    Token.objects.update(ends_at=datetime.now(UTC) - timedelta(seconds=1))
    assert upload(client, headers).status_code == 401
    headers = bearing(office.officer)
    User.objects.filter(pk=office.officer.pk).update(is_active=False)
    assert upload(client, headers).status_code == 401
    User.objects.filter(pk=office.officer.pk).update(is_active=True)
    tokens.take_back(office.reader, tokens.tokens_of(office.officer)[0].pk)  # not his
    assert upload(client, headers).status_code == 200
    tokens.take_back(office.officer, tokens.tokens_of(office.officer)[0].pk)
    assert upload(client, headers).status_code == 401


def test_only_the_hash_of_a_token_is_kept(office: MadeUp) -> None:
    text = tokens.new_token(office.officer, "club's own program")
    kept = [str(value) for row in Token.objects.values_list() for value in row]
    assert not [value for value in kept if text in value or text.removeprefix(tokens.PREFIX) in value]
    assert tokens.tokens_of(office.officer)[0].label == "club's own program"


@pytest.mark.parametrize(("label", "days"), [("", 1), (" ", 1), ("x" * 61, 1), ("a\u200bb", 1), ("ok", 0), ("ok", 366)])
def test_a_token_wants_a_name_and_an_end(office: MadeUp, label: str, days: int) -> None:
    with pytest.raises(Refused) as refused:
        tokens.new_token(office.officer, label, days)
    expected = {61: "too-long", 3: "hidden-characters"}.get(len(label), "bad-token")
    assert refused.value.finding.code == expected


def test_nobody_hoards_tokens(office: MadeUp) -> None:
    for number in range(tokens.AT_MOST):
        tokens.new_token(office.officer, f"{number}")
    with pytest.raises(Refused) as refused:
        tokens.new_token(office.officer, "one more")
    assert refused.value.finding.code == "too-many-tokens"


# -- its own description


def test_the_description_names_every_address_and_nothing_from_elsewhere(client: Client, db: None) -> None:
    schema = get(client, "/openapi.json")
    assert f"{BASE}/pools/{{pool}}/lists/{{day}}/{{number}}/rows" in schema["paths"]
    assert all(operation.get("description") for path in schema["paths"].values() for operation in path.values())
    assert "http://" not in json.dumps(schema).replace("http://json-schema", "")
