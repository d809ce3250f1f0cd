"""What an attacker would try: each answer of docs/security.md that no other test holds."""

from __future__ import annotations

import gzip
import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any
from urllib.parse import quote
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client

from bareme.findings import Refused
from bareme.office.models import Act, Event, JournalLine, Member
from bareme.portal.api import tokens
from bareme.portal.public.lists import file_response
from bareme.portal.site import gate, sessions, turns
from bareme.portal.site.entrance import entrance
from bareme.portal.site.sizes import LINES, check_sizes
from portal.made_up import LISTS, MINOR, PASSWORD, MadeUp
from portal.test_access import ADDRESSES, opened
from portal.visiting import logged_in

FORM = "application/x-www-form-urlencoded"


# -- questions that no page asks


LIST = f"/en/pools/club/lists/{LISTS[-1]}/1/"


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/en/pools/club/live/?page=000000001999999999999999999999", 400),
        ("/en/pools/club/live/?page=000000001" + "9" * 5000, 400),
        ("/en/pools/club/live/?page=1000000000", 400),
        ("/en/pools/club/live/?page=999999", 200),
        ("/en/pools/club/live/?page=%D9%A1", 400),
        ("/en/pools/club/live/?sort=%00", 400),
        ("/en/pools/club/live/?club=%00&club=Lyon&sort=rank&sort=-name", 200),
        (f"{LIST}compare/?with=2025-01-01/-1", 302),
        (f"{LIST}compare/?with=2025-01-01/%C2%B2", 302),
        ("/en/pools/club/lists/2025-04-01/99999999999999999999999/", 404),
        ("/en/pools/club/lists/0000-01-01/1/", 404),
        ("/en/pools/club/lists/9999-12-31/", 404),
        ("/en/rulebooks/ffbg/9999-12-31/", 404),
        ("/en/rulebooks/ffbg/0001-01-01/", 200),
        ("/en/pools/club/events/99999999999999999999999999/", 404),
        ("/en/pools/club/events/" + "9" * 5000 + "/", 404),
        ("/en/pools/club/lines/99999999999999999999999999/", 404),
        ("/en/pools/club/players/" + "A" * 4000 + "/", 404),
        ("/en/pools/%00/", 404),
        ("/%00", 404),
        ("/en/%0d%0aSet-Cookie:x=1", 404),
        ("/en/find/?q=" + "a+" * 4000, 200),
        ("/en/find/?q=%00%00", 200),
        ("/en/find/?q=%ff%fe", 200),
        ("/en/pools/club/live/?name=" + "a%20" * 1900, 200),
        ("/en/calculators/match/?rulebook=elo&a=10000&b=-10000&set=k=1e308", 200),
        ("/en/calculators/match/?a=1500&b=1500&format=9999999x9999999", 200),
        ("/en/calculators/event/?rulebook=fide&rating=1500&results=" + "1500=1+" * 200, 200),
        ("/en/calculators/finish/?place=1000000&series=7&rounds=999&" + "&".join(f"s{n}=1000000" for n in range(1, 8)), 200),
        ("/api/v1/rulebooks/elo/odds?a=1&b=2&set=k=1e308", 400),
        ("/api/v1/rulebooks/elo/odds?a=1&b=2&" + "set=k=1&" * 900, 422),
        ("/api/v1/events/99999999999999999999999999", 404),
        ("/api/v1/pools/club/lines/99999999999999999999999999", 404),
        ("/en/rulebooks/ffbg/tables/__class__/", 400),
        ("/en/rulebooks/..%2f/", 404),
        ("/static/../settings.py", 404),
        ("/static/..%2f..%2fsettings.py", 404),
        ("/static/site/..%2f..%2f..%2fconfig.py", 404),
        ("/en/print/pools/club/players/..%2f..%2fx.pdf", 404),
    ],
)
def test_strange_questions_are_answered(visitor: Client, address: str, status: int) -> None:
    assert visitor.get(address).status_code == status


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("runs/club/turn/9999-12-31/", 404),
        ("runs/club/list/9999-12-31/1/", 404),
        ("diary/?page=999999999999999999999&kind=%00&user=%3Csvg&since=x", 200),
        ("diary/99999999999999999999999/", 404),
        ("members/?member=%00" + "a%20" * 50, 200),
        ("corrections/new/game/?pool=club&facts=-1,%C2%B2," + "9" * 30, 200),
        ("corrections/facts/?pool=open&kind=listing&since=x&until=9999-99-99&event=%00&player=%3Csvg%3E", 400),
        ("users/999999999999999999999/", 404),
        ("jobs/99999999999999999999999999/", 404),
        ("corrections/1/documents/99999999999999999999999/", 404),
    ],
)
def test_strange_questions_of_those_who_are_logged_in(office: MadeUp, address: str, status: int) -> None:
    answer = logged_in(office, "administrator", raise_request_exception=False).get(f"/en/desk/{address}")
    assert answer.status_code == status


@pytest.mark.parametrize("address", ["/", "/en/", "/nowhere", "/api/v1/pools", "/en/login/", "/static/x.css"])
@pytest.mark.parametrize("host", ["evil.example", "a b", "", "localhost.evil.example"])
def test_another_hosts_name_is_refused(visitor: Client, address: str, host: str) -> None:
    answer = visitor.get(address, headers={"host": host})
    assert answer.status_code == 400 if "static" not in address else answer.status_code in (400, 404)
    assert "Content-Security-Policy" in answer.headers
    assert "evil.example" not in answer.content.decode()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        *((f"text/plain; charset={name}", "400 Bad Request") for name in ("idna", "hex", "utf-7", "none-such", "latin-1")),
        *((text, "200 OK") for text in ("", "text/plain", "text/plain; charset=utf-8", 'text/plain; charset="UTF-8"')),
    ],
)
def test_no_other_encoding_is_tried(office: MadeUp, said: str, status: str) -> None:
    environ: dict[str, Any] = {
        "CONTENT_TYPE": said,
        "PATH_INFO": "/en/find/",
        "QUERY_STRING": "q=%C3%A9",
        "HTTP_HOST": "localhost",
    }
    setup_testing_defaults(environ)
    told: list[Any] = []
    list(entrance(get_wsgi_application())(environ, lambda *answer: told.extend(answer)))
    assert told[0] == status
    assert dict(told[1])["Content-Security-Policy"]


def test_nobody_moves_our_links(office: MadeUp) -> None:
    """gunicorn takes SCRIPT_NAME from a header, where the sender is on its own machine."""
    environ: dict[str, Any] = {"PATH_INFO": "/en/", "SCRIPT_NAME": "//evil.example", "HTTP_HOST": "localhost"}
    setup_testing_defaults(environ)
    page = b"".join(entrance(get_wsgi_application())(environ, lambda *_: None)).decode()
    assert 'href="/en/"' in page
    assert "evil.example" not in page


@pytest.mark.parametrize("address", ["/", "/en/", "/en/login/", "/api/v1/pools", "/en/pools/club/live.csv", "/nowhere"])
def test_methods_nobody_declared_do_nothing(visitor: Client, address: str) -> None:
    for method in ("TRACE", "PUT", "DELETE", "PATCH", "CONNECT", "PROPFIND"):
        answer = visitor.generic(method, address)
        assert answer.status_code in (403, 404, 405), method
        assert "Content-Security-Policy" in answer.headers
    assert visitor.get(address, headers={"x-http-method-override": "POST"}).status_code == visitor.get(address).status_code


def test_the_api_answers_head_as_get(visitor: Client) -> None:
    answer = visitor.head("/api/v1/pools")
    assert answer.headers["Content-Length"] == visitor.get("/api/v1/pools").headers["Content-Length"]
    assert not answer.content
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, visitor.get("/api/v1/pools").headers["Content-Type"])


@pytest.mark.parametrize(
    "target", ["//evil.example", "/\\evil.example", "https:evil.example", "javascript:alert(1)", "\thttps://x"]
)
def test_login_leads_nowhere_else(office: MadeUp, client: Client, target: str) -> None:
    there = client.post("/en/login/", {"username": "rea", "password": PASSWORD, "next": target}).headers["Location"]
    assert there.startswith("/en/")


@pytest.mark.parametrize(
    "address", ["//evil.example", "//evil.example/", "/%5Cevil.example", "/en//evil.example", "///evil.example/%2e%2e"]
)
def test_no_address_redirects_to_another_site(visitor: Client, address: str) -> None:
    there = visitor.get(address).headers.get("Location", "/")
    assert re.match(r"/(?![/\\])", there)


# -- sizes


def test_a_length_that_is_none_and_one_too_great(visitor: Client) -> None:
    for said, status in (("abc", 403), ("-1", 403), ("9" * 30, 413)):
        answer = visitor.generic("POST", "/en/login/", b"username=x", content_type=FORM, CONTENT_LENGTH=said)
        assert answer.status_code == status, said


def test_what_has_no_length_is_not_read(office: MadeUp, client: Client) -> None:
    """Chunks: the server takes them apart, and nothing of them is read."""
    body = io.BytesIO(b"username=olga&password=x" * 1000)
    answer = client.generic(
        "POST", "/en/login/", b"", content_type=FORM, **{"wsgi.input": body, "HTTP_TRANSFER_ENCODING": "chunked"}
    )
    assert answer.status_code == 200
    assert body.tell() == 0


def test_many_fields_many_files_and_long_heads_are_refused(office: MadeUp, client: Client) -> None:
    bearing = {"Authorization": f"Bearer {tokens.new_token(office.officer, 'x')}"}
    into = "/api/v1/pools/ladder/imports"
    fields = {f"f{number}": "x" for number in range(2500)}
    assert client.post("/en/login/", fields).status_code == 400
    answer = client.post(into, fields, headers=bearing)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
    files = [io.BytesIO(b"x") for _ in range(30)]
    assert client.post(into, {"files": files}, headers=bearing).status_code == 400
    heads = b"--b\r\n" + b"X: y\r\n" * 5000 + b"\r\n\r\n--b--"
    assert client.generic("POST", "/en/login/", heads, content_type="multipart/form-data; boundary=b").status_code == 400


def test_only_whoever_may_bring_files_may_send_much(rf: Any, office: MadeUp, settings: Any) -> None:
    """A form is read before its page asks who sent it, so that the gate asks first."""
    uploads = [
        pattern.callback for pattern in ADDRESSES.values() if pattern.callback.upload and "api/" not in str(pattern.pattern)
    ]
    entered = gate.Gate(lambda request: HttpResponse())
    for view in uploads:
        if getattr(view, "csrf_exempt", False):
            continue
        request = rf.post("/", headers={})
        request.META["CONTENT_LENGTH"] = str(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        request.session = {sessions.CAME: 2**40, sessions.SEEN: 2**40}
        request.user = None
        refused = entered.process_view(request, view, (), {})
        assert refused is not None
        assert refused.status_code == 413
        request.user = office.officer
        assert entered.process_view(request, view, (), {}) is None


def test_what_unpacks_to_too_much_is_not_unpacked(office: MadeUp, client: Client, settings: Any) -> None:
    settings.UPLOAD_AT_MOST = 2**20
    file = io.BytesIO(gzip.compress(b"0" * 2**21))
    file.name = "a.csv.gz"
    bearing = {"Authorization": f"Bearer {tokens.new_token(office.officer, 'x')}"}
    answer = client.post("/api/v1/pools/ladder/imports", {"files": file}, headers=bearing)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    half = gzip.compress(b"0" * (2**19 + 1))
    with pytest.raises(Refused):
        check_sizes([("a.gz", half), ("b.gz", half)])
    check_sizes([("a.gz", half), ("b.gz", b"\x1f\x8bdamaged")])


@pytest.mark.parametrize("line", [b"\n", b"a\r\n", b"\r"])
@pytest.mark.parametrize("packed", [False, True])
def test_lines_without_end_are_not_read(office: MadeUp, client: Client, line: bytes, packed: bool) -> None:
    """Each line can have its findings, which are larger than a line of one character."""
    data = line * (LINES + 1)
    file = io.BytesIO(gzip.compress(data) if packed else data)
    file.name = "a.csv.gz" if packed else "a.csv"
    bearing = {"Authorization": f"Bearer {tokens.new_token(office.officer, 'x')}"}
    answer = client.post("/api/v1/pools/ladder/imports", {"files": file}, headers=bearing)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-many-lines")
    with pytest.raises(Refused):
        check_sizes([("a.csv", line * (LINES // 2 + 1)), ("b.csv", line * (LINES // 2 + 1))])


def nested(depth: int) -> bytes:
    return b"[" * depth


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.json", nested(200_000)), ("a.csv", b"\0" * 1000), ("../../etc/passwd", b"x"), ("a.xlsx", b"PK\x03\x04junk"), ("", b"x")],
)
def test_files_that_are_none_are_told(office: MadeUp, client: Client, name: str, data: bytes) -> None:
    file = io.BytesIO(data)
    file.name = name or "x"
    bearing = {"Authorization": f"Bearer {tokens.new_token(office.officer, 'x')}"}
    answer = client.post("/api/v1/pools/ladder/imports", {"files": file, "record": "true"}, headers=bearing)
    assert answer.status_code == 200
    assert answer.json()["stopped"]
    assert not answer.json()["recorded"]


# -- who may see what is kept where


def test_pages_of_who_is_logged_in_are_kept_nowhere(office: MadeUp) -> None:
    client = logged_in(office, "administrator")
    for name in ADDRESSES:
        answer = client.get(opened(office, name))
        assert "no-store" in answer.headers["Cache-Control"], name
        answer.close()


def test_every_answer_bears_its_headers(office: MadeUp, visitor: Client) -> None:
    answers = [visitor.get(opened(office, name)) for name in ADDRESSES]
    answers += [visitor.get(address) for address in ("/nowhere", "/api/v1/nowhere", "/static/none.css", "/en/?page=x")]
    answers += [visitor.post("/en/login/", {}), visitor.post("/en/login/", {"username": "x" * 2_000_000})]
    for answer in answers:
        for header in (
            "Content-Security-Policy",
            "X-Content-Type-Options",
            "Referrer-Policy",
            "Permissions-Policy",
            "Cache-Control",
        ):
            assert header in answer.headers, (answer.request["PATH_INFO"], header)
        assert "Server" not in answer.headers
        kind = answer.headers.get("Content-Type", "")
        assert not kind.startswith("text/") or "charset=utf-8" in kind, answer.request["PATH_INFO"]


def test_over_https_plain_http_is_sent_on_and_browsers_are_told(visitor: Client, settings: Any) -> None:
    from bareme.portal.config import _security

    for name, value in _security(https=True).items():
        setattr(settings, name, value)
    over = {"X-Forwarded-Proto": "https"}
    assert visitor.get("/en/").headers["Location"] == "https://testserver/en/"
    answer = visitor.get("/en/login/", headers=over)
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    csrf = answer.cookies["__Host-csrf"]
    assert (csrf["secure"], csrf["httponly"], csrf["samesite"], csrf["path"], csrf["domain"]) == (True, True, "Strict", "/", "")
    assert csrf.value
    inside = Client()
    inside.post("/en/login/", {"username": "rea", "password": PASSWORD}, headers=over)
    session = inside.cookies["__Host-session"]
    assert (session["secure"], session["httponly"], session["samesite"], session["domain"]) == (True, True, "Lax", "")
    for address in ("/nowhere", "/api/v1/nowhere"):
        assert "Strict-Transport-Security" in visitor.get(address, headers=over).headers


def test_a_programs_answer_depends_on_its_language(visitor: Client) -> None:
    assert "Accept-Language" in visitor.get("/api/v1/pools").headers["Vary"]
    assert "Accept-Language" not in visitor.get("/en/").headers["Vary"]


def test_a_packed_page_with_a_token_is_never_the_same_length_twice(office: MadeUp) -> None:
    """BREACH: the token is masked anew for each page, and a packed page padded by chance."""
    client = logged_in(office)
    pages = [client.get("/en/pools/club/", headers={"accept-encoding": "gzip"}) for _ in range(12)]
    assert all(page.headers["Content-Encoding"] == "gzip" for page in pages)
    assert len({len(page.content) for page in pages}) > 3


def test_a_kept_page_bears_nobodys_token(office: MadeUp, settings: Any) -> None:
    """Whoever brings a cookie of his own must not lay his token into the login that others get."""
    settings.PAGES_KEPT = 100
    client = Client(enforce_csrf_checks=True)  # one process; first an attacker's browser
    client.get("/en/login/")
    client.get("/en/login/")  # now with a cookie
    client.cookies.clear()  # then an officer's
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get("/en/login/").content.decode())
    assert token
    sent = {"username": "rea", "password": PASSWORD, "csrfmiddlewaretoken": token[1]}
    assert client.post("/en/login/", sent).status_code == 302


# -- failures


def broken(*_: Any, **__: Any) -> Any:
    raise RuntimeError("secret-of-the-office /var/lib/bareme")


@pytest.mark.parametrize("address", ["/en/", "/api/v1/pools"])
def test_a_failure_tells_nothing_of_itself(
    visitor: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    monkeypatch.setattr("bareme.portal.public.editions.current_of_each", broken)
    answer = visitor.get(address)
    assert answer.status_code == 500
    assert "secret-of-the-office" not in answer.content.decode()
    assert "Traceback" not in answer.content.decode()
    assert answer.headers["Content-Type"].startswith("application/json" if "api" in address else "text/html")
    assert "Content-Security-Policy" in answer.headers
    assert "secret-of-the-office" in caplog.text  # for the office alone


@pytest.mark.parametrize("address", ["/en/", "/api/v1/pools"])
@pytest.mark.parametrize("refused", [True, False])
def test_a_database_that_fails_does_not_say_where_it_is(
    visitor: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, address: str, refused: bool
) -> None:
    why = 'connection failed: connection to server at "10.1.2.3", password authentication failed for user "bareme"'

    def failing(*_: Any) -> Any:
        raise Refused("database-unreachable", database="10.1.2.3", why=why) if refused else OperationalError(why)

    monkeypatch.setattr("bareme.portal.public.editions.current_of_each", failing)
    answer = visitor.get(address)
    assert answer.status_code == 503
    assert "10.1.2.3" not in answer.content.decode()
    assert "cannot be reached" in answer.content.decode()
    assert "10.1.2.3" in caplog.text


# -- people


def test_no_birth_date_of_a_child_anywhere(office: MadeUp, client: Client) -> None:
    """Born on 29 February 2012, says the ledger; FIDE's list says 2012."""
    code = Member.objects.get(name=MINOR).code
    mine = f"/en/pools/open/players/{code}/"
    addresses = [
        *(f"{mine}{rest}" for rest in ("", "?all", "history.json", "history.csv", "history.xlsx", "claim/")),
        *(f"/en/pools/open/live{rest}" for rest in ("/", ".json", ".csv", ".csv?profile=spreadsheet")),
        f"/en/pools/open/lists/{LISTS[-1]}/1/list.json",
        f"/api/v1/pools/open/players/{code}",
        f"/api/v1/pools/open/players/{code}/journal?per_page=1000",
        "/api/v1/players?q=ines",
        "/en/find/?q=ines+girard",
    ]
    for address in addresses:
        text = client.get(address).content.decode(errors="replace")
        assert not re.search(r"2012-02-29|29[ /.]0?2[ /.]2012|February 2012|ines@example", text), address
        assert "2012" not in text, address
    assert MINOR not in client.get("/en/find/?q=2012").content.decode()
    assert not json.loads(client.get("/api/v1/players?q=2012-02-29").content)


# -- what belongs to others


def test_a_number_of_another_pool_opens_nothing(office: MadeUp, visitor: Client) -> None:
    line = JournalLine.objects.filter(run__pool=office.elo).latest("pk").pk
    event = Event.objects.filter(pool=office.elo).latest("pk").pk
    here = [f"lines/{line}/", f"lines/{line}.txt", f"events/{event}/", f"events/{event}/results.csv"]
    for rest in here:
        assert visitor.get(f"/en/pools/ladder/{rest}").status_code == 200
        assert visitor.get(f"/en/pools/club/{rest}").status_code == 404
    assert visitor.get(f"/api/v1/pools/ladder/lines/{line}").status_code == 200
    assert visitor.get(f"/api/v1/pools/club/lines/{line}").status_code == 404
    assert visitor.get(f"/en/print/pools/club/events/{event}.pdf").status_code == 404


def test_names_of_files_are_plain() -> None:
    answer = file_response(b"", 'x"\r\nSet-Cookie: a=b; é/../<svg>', "csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="x---Set-Cookie--a-b----..--svg-.csv"'


# -- what takes long


def test_who_comes_when_two_are_at_the_press_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.5)
    press = turns.Turn("printing-busy")

    def try_it() -> tuple[str, float]:
        since = monotonic()
        try:
            with press.taken():
                return "printed", 0.0
        except Refused as refused:
            return refused.finding.code, monotonic() - since

    with press.taken(), ThreadPoolExecutor(4) as readers:  # one prints
        first = readers.submit(try_it)  # one waits, until he has no patience
        while press.there.acquire(blocking=False):
            press.there.release()
            sleep(0.001)
        others = [readers.submit(try_it).result() for _ in range(3)]
        assert all(code == "printing-busy" and waited < 0.4 for code, waited in others)
        code, waited = first.result()
        assert (code, waited >= 0.4) == ("printing-busy", True)
    assert try_it()[0] == "printed"


# -- claims


def test_one_visitor_does_not_take_all_claims(office: MadeUp, client: Client, settings: Any) -> None:
    from bareme.portal.public.claims import HOURLY

    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    address = f"/en/pools/club/players/{Member.objects.get(name='Ada Roux').code}/claim/"

    def send(visitor: str) -> int:
        return int(client.post(address, {"text": "x"}, headers={"X-Real-IP": visitor}).status_code)

    assert [send("203.0.113.7") for _ in range(HOURLY + 1)] == [200] * HOURLY + [400]
    assert send("2001:db8:1:2::1") == 200
    assert Act.objects.filter(action="claim").count() == HOURLY + 1
    for number in range(2, HOURLY + 1):
        assert send(f"2001:db8:1:2::{number}") == 200
    assert send("2001:db8:1:2:ffff::1") == 400  # another address of the same line
    kept = " ".join(map(str, Act.objects.filter(action="claim").values_list()))
    assert "203.0.113.7" not in kept


def test_a_claim_is_text_whatever_stands_in_it(office: MadeUp, client: Client) -> None:
    address = f"/en/pools/club/players/{Member.objects.get(name='Ada Roux').code}/claim/"
    answer = client.post(address, {"text": "", "signed": '"><svg/onload=alert(1)>'})
    assert "<svg/onload" not in answer.content.decode()
    client.post(address, {"text": "\u202ewrong\u2066 \r\n\x1b[31mvery\u200b wrong", "signed": "Ada"})
    act = Act.objects.latest("pk")
    assert (act.action, act.reason) == ("claim", "wrong \n[31mvery wrong")
    assert client.post(address, {"text": "\u202e\u200b", "signed": "Ada"}).status_code == 400  # nothing is said
    assert client.post(address, {"text": "wrong", "signed": "A\u202eda"}).status_code == 400
    assert client.get(address + "?line=" + quote("1 OR 1=1")).status_code == 200
