"""On paper: whole lists, players, events as tagged PDF; the same page is the same bytes; nothing is fetched."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
import zlib
from typing import Any

import pytest
from django.test import Client

from bareme.office.models import EditionRow, Event, Member
from bareme.portal.printing import pages, paper
from bareme.portal.site import turns
from portal.made_up import LISTS, MadeUp

pytest.importorskip("weasyprint")


def pdf(client: Client, address: str, status: int = 200) -> bytes:
    response = client.get(address)
    assert response.status_code == status, response.content[:2000]
    if status == 200:
        assert response.headers["Content-Type"] == "application/pdf"
    return bytes(response.content)


def code(name: str = "Ada Roux") -> str:
    return str(Member.objects.get(name=name).code)


def everything(data: bytes) -> bytes:
    """The file with its packed parts unpacked."""
    parts = [data]
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        try:
            parts.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return b"\n".join(parts)


def test_a_list_is_printed_whole_tagged_and_in_its_language(
    office: MadeUp, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    data = pdf(client, f"/fr/print/pools/club/lists/{LISTS[-1]}/1.pdf")
    assert data.startswith(b"%PDF-")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]  # every style and font was found
    told = everything(data)
    assert b"/MarkInfo" in told
    assert b"/StructTreeRoot" in told
    assert b"/Lang (fr)" in told
    assert b"pdfuaid:part" in told
    rows = EditionRow.objects.filter(edition__pool=office.ffbg, edition__day=LISTS[-1], edition__number=1).count()
    assert told.count(b"/S /TR") == rows + 1  # every row, and the heads


def test_a_filter_of_the_address_holds_on_paper(office: MadeUp, client: Client) -> None:
    address = f"/en/print/pools/club/lists/{LISTS[-1]}/1.pdf?club=Lyon"
    rows = EditionRow.objects.filter(edition__pool=office.ffbg, edition__day=LISTS[-1], edition__number=1, club="Lyon").count()
    assert everything(pdf(client, address)).count(b"/S /TR") == rows + 1


def test_a_player_and_an_event(office: MadeUp, client: Client) -> None:
    event = Event.objects.get(pool=office.ffbg, label="Night 3").pk
    assert pdf(client, f"/en/print/pools/club/players/{code()}.pdf").startswith(b"%PDF-")
    assert pdf(client, f"/en/print/pools/club/events/{event}.pdf").startswith(b"%PDF-")
    for name in ("<svg/onload=alert(1)>", "=1+1"):
        assert pdf(client, f"/en/print/pools/club/players/{code(name)}.pdf").startswith(b"%PDF-")


def test_the_same_page_is_the_same_bytes(office: MadeUp, client: Client) -> None:
    address = f"/en/print/pools/club/players/{code()}.pdf"
    first = pdf(client, address)
    time.sleep(1.1)  # in another second
    assert pdf(client, address) == first


def test_names_can_be_read_out(office: MadeUp, client: Client, tmp_path: Any) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    file = tmp_path / "list.pdf"
    file.write_bytes(pdf(client, f"/en/print/pools/club/lists/{LISTS[-1]}/1.pdf"))
    text = subprocess.run(["pdftotext", "-layout", str(file), "-"], capture_output=True, text=True, check=True).stdout
    assert "Élodie Martin" in text
    assert "<svg/onload=alert(1)>" in text


def test_nothing_but_our_own_files_is_fetched() -> None:
    fetcher = paper._fetcher("http://office.example/")
    style = fetcher.fetch("http://office.example/static/site/site.0123456789ab.css")
    assert b"--paper" in style.read()
    for url in (
        "http://office.example/static/../../../etc/passwd",
        "http://office.example/en/",
        "http://elsewhere.example/static/site/site.css",
        "file:///etc/passwd",
        "data:text/css,body{}",
    ):
        with pytest.raises(ValueError, match="not one of our files"):
            fetcher.fetch(url)


def test_what_is_too_long_or_busy_is_said(office: MadeUp, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"/en/print/pools/club/lists/{LISTS[-1]}/1.pdf"
    monkeypatch.setattr(pages, "ROWS_AT_MOST", 3)
    assert b"too-many-to-print" in pdf(client, address, 400)
    monkeypatch.setattr(pages, "ROWS_AT_MOST", 3000)
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    with paper.PRESS.lock:
        assert b"printing-busy" in pdf(client, address, 503)
    assert pdf(client, address).startswith(b"%PDF-")


def test_what_is_not_there_is_not_printed(office: MadeUp, client: Client) -> None:
    pdf(client, "/en/print/pools/none/lists/2025-01-01/1.pdf", 404)
    pdf(client, "/en/print/pools/club/players/ZZZZ.pdf", 404)
