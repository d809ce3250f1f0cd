"""The import wizard: sent, read, looked at, recorded; files neither lost nor trusted between the steps."""

from __future__ import annotations

import gzip
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bareme.office.models import Act, Event, Game, Import, Member
from bareme.portal.desk import uploads
from bareme.portal.desk.models import Upload
from bareme.readers.values import bare
from portal.desk import Desk, plain, value

GOOD = "date,event,round,player_a,player_b,score_a\n2025-04-20,Spring,1,Ada Roux,Bo Picard,0\n"
OWN = "Jour;Rencontre;Blancs;Noirs;Issue\n2025-04-21;Cercle;Ada Roux;Bo Picard;1\n"
MAPPED = {"column/Rencontre": "event", "column/Issue": "score_a"}


def sent(desk: Desk, text: str = GOOD, pool: str = "ladder", **more: Any) -> str:
    file = SimpleUploadedFile("spring.csv", text.encode())
    return desk.send("/en/desk/import/", {"pool": pool, "files": [file], **more})


def recorded(desk: Desk, address: str, **more: Any) -> str:
    """Looked at, then recorded as it was seen: where that leads."""
    seen = value(desk.send(address, {"do": "look", **more}, 200), "seen")
    return desk.send(address, {"do": "record", "seen": seen, **more})


def test_columns_to_choose_from_are_in_the_alphabet_of_who_reads(desk: Desk) -> None:
    address = sent(desk.enter("officer"))
    for language in ("en", "fr"):
        options = re.search(r'name="column/round".*?</select>', desk.get(address.replace("/en/", f"/{language}/")), re.DOTALL)
        assert options
        words = [bare(unescape(word)) for word in re.findall(r'<option value="\w+">(.*?)</option>', options[0])]
        assert len(words) > 30
        assert words == sorted(words)


def test_from_file_to_ledger(desk: Desk) -> None:
    before = Act.objects.count()
    address = sent(desk.enter("officer"))
    assert "spring.csv" in desk.get(address)
    looked = desk.send(address, {"do": "look"}, 200)
    text = plain(looked)
    assert "This is what would be recorded" in text
    assert "1 game" in text
    assert "2 players move" in text
    assert '<svg class="bars"' in looked
    assert Act.objects.count() == before
    done = recorded(desk, address, reason="brought by hand")
    assert done.startswith("/en/desk/runs/ladder/")
    act = Act.objects.latest("pk")
    assert (act.action, act.by_name, act.reason) == ("import", "olga", "brought by hand")
    assert Game.objects.filter(event__label="Spring").count() == 1
    assert not Upload.objects.exists()
    assert "no longer here" in desk.get(address, 400)


def test_a_pasted_text_is_a_file(desk: Desk) -> None:
    address = desk.enter("officer").send("/en/desk/import/", {"pool": "ladder", "pasted": GOOD})
    assert "pasted.csv" in desk.get(address)


def test_nothing_sent_is_said(desk: Desk) -> None:
    text = desk.enter("officer").send("/en/desk/import/", {"pool": "ladder"}, 400)
    assert "No file was sent" in text


def test_refused_rows_are_shown_with_their_lines(desk: Desk) -> None:
    address = sent(desk.enter("officer"), GOOD + "2025-13-40,Spring,1,Ada Roux,Cy Noël,0\n")
    assert "spring.csv:3" in desk.get(address)
    assert "rows were refused" in desk.send(address, {"do": "look"}, 200)
    assert "rows were refused" in desk.send(address, {"do": "record"}, 409)
    assert not Event.objects.filter(label="Spring").exists()
    recorded(desk, address, despite_errors="1")
    assert Event.objects.filter(label="Spring").exists()


def test_who_is_only_alike_is_asked_with_the_candidates(desk: Desk) -> None:
    address = sent(desk.enter("officer"), GOOD.replace("Ada Roux", "ROUX ADA"))
    looked = desk.send(address, {"do": "look"}, 200)
    ada = Member.objects.get(name="Ada Roux")
    assert f'<option value="{ada.code}">Ada Roux ({ada.code})</option>' in looked
    assert 'name="match/ROUX ADA"' in looked
    assert "Nothing can be recorded yet" in desk.send(address, {"do": "record"}, 409)
    decided = desk.send(address, {"do": "look", "match/ROUX ADA": ada.code}, 200)
    assert "This is what would be recorded" in decided
    recorded(desk, address, **{"match/ROUX ADA": ada.code})
    assert Game.objects.get(event__label="Spring").player_a == ada
    assert Import.objects.latest("pk").decisions == {"ROUX ADA": ada.code}


def test_the_same_again_is_nothing_new(desk: Desk) -> None:
    recorded(desk, sent(desk.enter("officer")))
    act = Act.objects.latest("pk")
    again = plain(desk.send(sent(desk), {"do": "look"}, 200))
    assert "There is nothing new in these files" in again
    assert f"recorded as act {act.pk}" in again


def test_a_source_is_read_as_the_last_time(desk: Desk) -> None:
    address = sent(desk.enter("officer"), OWN)
    assert "This is what would be recorded" not in desk.send(address, {"do": "look"}, 200)
    recorded(desk, address, **MAPPED)
    assert Import.objects.latest("pk").options["columns"] == {"event": "Rencontre", "score_a": "Issue"}
    address = sent(desk, OWN.replace("21;Cercle", "28;Cercle II"))
    assert "as the last ones with the same header" in desk.get(address)
    recorded(desk, address, **MAPPED)
    assert Game.objects.filter(event__label="Cercle II").exists()
    upload = Upload.objects.create(user=desk.office.officer, pool=desk.office.elo, made_at=datetime.now(UTC))
    assert upload.options == {}
    sent(desk, GOOD)  # another header: nothing is remembered of it
    assert Upload.objects.latest("pk").options == {}


def test_an_upload_is_its_users_alone_and_ends_after_a_day(desk: Desk) -> None:
    address = sent(desk.enter("officer"))
    desk.enter("administrator").get(address, 400)
    assert "no longer here" in desk.send(address, {"do": "record"}, 400)
    Upload.objects.update(made_at=datetime.now(UTC) - timedelta(days=1, minutes=1))
    desk.enter("officer").get(address, 400)
    sent(desk)
    assert Upload.objects.count() == 1  # the old one was let go


def test_files_are_let_go(desk: Desk) -> None:
    address = sent(desk.enter("officer"))
    desk.send(address, {"do": "drop"})
    assert not Upload.objects.exists()


def test_more_than_the_limit_is_refused(desk: Desk, settings: Any) -> None:
    settings.UPLOAD_AT_MOST = 2_000
    desk.enter("officer").send("/en/desk/import/", {"pool": "ladder", "pasted": "x" * 5_000}, 413)


def test_a_reporter_brings_his_own_and_nothing_else(desk: Desk) -> None:
    desk.enter("reporter")
    page = desk.get("/en/desk/import/")
    assert re.findall(r'<option value="(\w+)"', page) == ["ladder"]
    recorded(desk, sent(desk))
    assert Event.objects.get(label="Spring").act.by_name == "rudi"
    address = sent(desk, GOOD, "club")
    desk.send(address, {"do": "record"}, 403)
    address = sent(desk, GOOD.replace("Spring", "Night 3").replace("2025-04-20", "2024-10-31"))
    desk.send(address, {"do": "record"}, 403)


def test_a_reader_brings_nothing(desk: Desk) -> None:
    desk.enter("reader").get("/en/desk/import/", 403)


def test_bytes_that_are_no_text_are_a_finding(desk: Desk) -> None:
    file = SimpleUploadedFile("x.pdf", b"%PDF-1.7 \x00\x01")
    address = desk.enter("officer").send("/en/desk/import/", {"pool": "ladder", "files": [file]})
    assert "x.pdf" in desk.get(address)
    desk.send(address, {"do": "look", "date": "2025-02-31"}, 400)


def test_what_unpacks_to_too_much_is_not_kept(desk: Desk, settings: Any) -> None:
    settings.UPLOAD_AT_MOST = 100_000
    file = SimpleUploadedFile("night.csv.gz", gzip.compress(b"0" * 1_000_000))
    told = desk.enter("officer").send("/en/desk/import/", {"pool": "ladder", "files": [file]}, 400)
    assert "unpack" in told
    assert not Upload.objects.exists()


def test_nobody_piles_up_uploads(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "AT_MOST", 1)
    desk.enter("officer")
    sent(desk)
    file = SimpleUploadedFile("spring.csv", GOOD.encode())
    assert "wait to be recorded already" in plain(desk.send("/en/desk/import/", {"pool": "ladder", "files": [file]}, 400))


def test_who_may_not_see_personal_data_finds_no_listings(desk: Desk) -> None:
    address = "/en/desk/corrections/facts/?pool=open&kind=listing&since=1900-01-01"
    assert "Year of birth" not in desk.enter("reader").get(address)
    assert 'value="listing"' not in desk.get(address)
    assert 'value="listing"' in desk.enter("officer").get(address)
