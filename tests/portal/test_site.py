"""What all pages share."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client, override_settings

from bareme.office.config import Config
from bareme.portal.config import portal_settings
from bareme.portal.site.static_files import hashed
from portal.made_up import PASSWORD, MadeUp


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("fr", "fr"),
        ("en-GB,fr;q=0.5", "en"),
        ("de, fr;q=0.4, en;q=0.3", "fr"),
        ("fr;q=0, en;q=0.1", "en"),
        ("", "en"),
        ("fr;q=x", "en"),
    ],
)
def test_the_bare_address_leads_to_the_readers_language(client: Client, db: None, asked: str, language: str) -> None:
    response = client.get("/", headers={"accept-language": asked})
    assert (response.status_code, response.headers["Location"]) == (302, f"/{language}/")
    assert "Accept-Language" in response.headers["Vary"]


def test_the_other_language_is_the_same_page(page: Callable[..., str]) -> None:
    assert 'href="/fr/find/?q=ada"' in page("/en/find/?q=ada")
    assert 'href="/en/find/?q=ada"' in page("/fr/find/?q=ada")
    assert '<html lang="fr">' in page("/fr/find/")


def test_a_browser_may_do_with_a_page_only_what_we_say(office: MadeUp, client: Client) -> None:
    for address in ("/en/", "/en/nowhere/", "/"):
        headers = client.get(address).headers
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert {"base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"} <= set(policy.split("; "))
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "same-origin"


def test_no_page_has_inline_style_or_script(page: Callable[..., str]) -> None:
    for address in ("/en/", "/en/login/", "/en/find/?q=a"):
        text = page(address)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))


def test_style_is_kept_for_ever_under_its_hash(client: Client, page: Callable[..., str]) -> None:
    address = re.search(r'href="(/static/site/site\.[0-9a-f]{12}\.css)"', page("/en/"))
    assert address
    response = client.get(address[1])
    assert b"--paper" in b"".join(response)
    assert response.status_code == 200
    assert "immutable" in response.headers["Cache-Control"]
    response.close()
    assert client.get("/static/site/site.css").status_code == 404
    with pytest.raises(ValueError, match="no static file"):
        hashed("site/none.css")


def test_what_is_not_there_is_told_in_the_readers_language(page: Callable[..., str]) -> None:
    assert "There is no page at /en/nowhere" in page("/en/nowhere/", status=404)
    assert "Il n&#x27;y a pas de page" in page("/fr/nowhere/", status=404)


def test_somebody_comes_in_and_goes_out(office: MadeUp, client: Client) -> None:
    wrong = client.post("/en/login/", {"username": "olga", "password": "x"})
    assert "do not fit" in wrong.content.decode()
    right = client.post("/en/login/", {"username": "olga", "password": PASSWORD, "next": "/en/find/"})
    assert right.headers["Location"] == "/en/find/"
    assert client.cookies["session"]["httponly"]
    assert "Logged in as olga" in client.get("/en/").content.decode()
    assert "no-store" in client.get("/en/").headers["Cache-Control"]
    assert client.get("/en/logout/").status_code == 405
    client.post("/en/logout/")
    assert "Logged in as" not in client.get("/en/").content.decode()


def test_login_leads_to_no_other_site(office: MadeUp, client: Client) -> None:
    done = client.post("/en/login/", {"username": "olga", "password": PASSWORD, "next": "https://example.org/"})
    assert done.headers["Location"] == "/en/desk/"


def test_guessing_passwords_is_stopped(office: MadeUp, client: Client) -> None:
    for _ in range(5):
        answer = client.post("/en/login/", {"username": "olga", "password": "x"})
    assert answer.status_code == 429
    assert client.post("/en/login/", {"username": "olga", "password": PASSWORD}).status_code == 429


def test_a_form_of_somebody_elses_is_refused(office: MadeUp) -> None:
    answer = Client(enforce_csrf_checks=True).post("/en/login/", {"username": "olga", "password": PASSWORD})
    assert answer.status_code == 403
    assert "does not come from a page of ours" in answer.content.decode()


def test_too_much_is_not_even_read(office: MadeUp, client: Client) -> None:
    answer = client.post("/en/login/", {"username": "x" * 2_000_000})
    assert answer.status_code == 413


def test_served_over_https_the_check_is_clean(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("".join(map(chr, range(40, 120))))
    wanted_settings = portal_settings(Config(tmp_path, https=True, hosts=("rankings.example.org",)))
    del wanted_settings["DATABASES"], wanted_settings["INSTALLED_APPS"]
    with override_settings(**wanted_settings):
        call_command("check", deploy=True, fail_level="WARNING")
