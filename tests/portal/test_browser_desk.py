"""In Debian's Chromium: an officer's story without JavaScript, in both languages; axe on every page of the desk."""

from __future__ import annotations

from typing import Any

import pytest

from bareme.office.exports.manifest import EXPORT, manifest
from portal.made_up import PASSWORD
from portal.test_browser import chromium, opened, pytestmark, site

__all__ = ["chromium", "pytestmark", "site"]  # fixtures, and when these tests are skipped

HEADER = "date;event;round;player a;player b;score a"
LONG = 12_000  # rows: more than a page waits for
ROWS = HEADER + "\n2025-04-20;{event};1;Ada Roux;Bo Picard;1\n2025-04-20;{event};2;cy noel;Di Joly;0\n"
CHECKED = {"en": ("Check against the ledger", "12000 games"), "fr": ("Comparer au registre", "12000 parties")}
WORDS = {"en": ("This is what would be recorded", "Done."), "fr": ("Voici ce qui serait enregistré", "Fait.")}
PAGES = (
    *("", "import/", "corrections/", "corrections/new/decision/", "corrections/new/merge/", "corrections/1/", "claims/"),
    *("corrections/facts/?pool=club&event=Night+3", "members/?member=a", "members/new/", "members/duplicates/", "runs/"),
    *(
        "runs/club/",
        "runs/club/list/2025-02-01/2/",
        "runs/scrabble/turn/2025-09-01/",
        "diary/",
        "diary/10/",
        "users/",
        "users/2/",
    ),
    *("pools/", "pools/new/", "pools/new/?rulebook=fide", "runs/ladder/settings/", "runs/club/settings/?rulebook=fide"),
    *("exports/", "exports/?pool=scrabble", "backups/"),
    *("../account/", "../account/second-factor/", "../account/what-i-may-do/"),
)


def enter(page: Any, site: str, who: str, language: str) -> None:
    page.goto(f"{site}/{language}/login/")
    page.fill("#id_username", who)
    page.fill("#id_password", PASSWORD)
    page.click("main button")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_officers_day(site: str, chromium: Any, language: str) -> None:
    page = opened(chromium, javascript=False)
    enter(page, site, "olga", language)
    event, (planned, done) = f"Gala {language}", WORDS[language]
    page.goto(f"{site}/{language}/desk/import/")
    page.select_option("#pool", "ladder")
    page.fill("#pasted", ROWS.format(event=event))
    page.click("form.act button.main")
    page.click("button[value=look]")
    if page.locator("#q1").count():  # once decided, the spelling is known
        page.select_option("#q1", index=1)
        page.click("button[value=look]")
    assert planned in page.inner_text(".note.success")
    page.click("button[value=record]")
    page.fill("#r-day", "2025-04-30")
    page.click("button[value=run]")
    page.wait_for_selector(".note.success", timeout=120_000)  # the page looks again by itself
    assert done in page.inner_text(".note.success")
    page.goto(f"{site}/{language}/desk/corrections/facts/?pool=ladder&event=Gala+{language}")
    page.click("main tbody tr:first-child th a")
    page.check("#do-swap")
    page.fill("#reason", "score sheet")
    page.click("button[value=look]")
    assert page.locator("main caption").count() == 1
    page.click("button[value=ask]")
    assert page.locator(".note.success").count() == 1
    page.goto(f"{site}/{language}/desk/")
    assert event in page.inner_text(".board")


def long(language: str) -> bytes:
    """A file that is checked and recorded beside the page."""
    event, pair = f"Marathon {language}", {"en": "Ada Roux;Bo Picard", "fr": "Di Joly;Bo Picard"}[language]
    rows = (f"2025-04-{1 + at % 28:02};{event};{1 + at // 28};{pair};{at % 2}" for at in range(LONG))
    return "\n".join([HEADER, *rows]).encode()


@pytest.mark.parametrize(("language", "phone"), [("en", False), ("fr", True)])
def test_a_large_file_is_imported_beside_the_page(site: str, chromium: Any, language: str, phone: bool) -> None:
    page = opened(chromium, javascript=False, phone=phone)
    enter(page, site, "olga", language)
    page.goto(f"{site}/{language}/desk/import/")
    page.select_option("#pool", "ladder")
    page.set_input_files("#files", {"name": "marathon.csv", "mimeType": "text/csv", "buffer": long(language)})
    page.click("form.act button.main")
    button, counted = CHECKED[language]
    assert page.inner_text("button[value=look]") == button
    page.click("button[value=look]")
    assert page.locator("progress").count() == 1
    page.wait_for_selector(".note.success", timeout=120_000)  # the page looks again by itself
    assert WORDS[language][0] in page.inner_text(".note.success")
    assert counted in page.inner_text("dl.facts")
    page.fill("#reason", "by browser")
    page.click("button[value=record]")
    page.wait_for_url("**/desk/runs/ladder/?recorded=*", timeout=120_000)
    page.goto(f"{site}/{language}/desk/diary/")
    assert "by browser" in page.inner_text("main tbody tr:first-child")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_administrators_day(site: str, chromium: Any, language: str) -> None:
    """A ranking made with a slip, set right; a list, the whole office and a backup taken."""
    page = opened(chromium, javascript=False)
    enter(page, site, "alice", language)
    page.goto(f"{site}/{language}/desk/pools/new/?rulebook=ffbg")
    page.fill("#slug", f"blitz-{language}")
    page.fill("#name", "Blitz")
    page.click("summary:has-text('FA')")
    page.fill("#s-ramp_per", "0")
    page.click("form.act button.main")
    assert page.locator("#e-ramp_per").inner_text()
    page.fill("#s-ramp_per", "80")
    page.click("form.act button.main")
    assert "ramp_per = 80" in page.inner_text("main")
    page.goto(f"{site}/{language}/desk/exports/?pool=club")
    with page.expect_download() as taken:
        page.click("section:has(input[value=history]) button[value=csv-spreadsheet]")
    assert taken.value.suggested_filename == "club-history-fr.csv"
    assert taken.value.path().read_bytes().startswith(b"\xef\xbb\xbfliste du;")
    page.click("button[value=all]")
    page.wait_for_selector(".note.success", timeout=120_000)
    with page.expect_download() as taken:
        page.click("main a.button.main")
    assert manifest(taken.value.path())["kind"] == EXPORT
    for do in ("make", "check"):
        page.goto(f"{site}/{language}/desk/backups/")
        page.click(f"button[value={do}]")
        page.wait_for_selector(".note.success", timeout=120_000)
    page.goto(f"{site}/{language}/desk/backups/")
    assert page.locator(".badge.good").count() == page.locator("main tbody tr").count() >= 1


def complaints(page: Any, axe: Any, name: str) -> list[str]:
    """What is wrong with the page that is open."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    found = [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in axe.run(page).response["violations"]]
    return [f"{name}: {what}" for what in [*found, *([f"{wide} pixels too wide"] if wide > 0 else [])]]


@pytest.mark.parametrize("look", ["screen", "phone", "dark"])
def test_axe_finds_nothing_on_the_desk(site: str, chromium: Any, look: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page, axe, wrong = opened(chromium, phone=look == "phone", dark=look == "dark"), Axe(), []
    enter(page, site, "alice", "fr")
    for path in PAGES:
        answer = page.goto(f"{site}/fr/desk/{path}")
        if answer.status != 200:
            wrong.append(f"{path}: {answer.status}")
        wrong += complaints(page, axe, path)
    page.goto(f"{site}/fr/desk/import/")
    page.select_option("#pool", "ladder")
    page.fill("#pasted", ROWS.format(event=f"Coup d'œil {look}").replace("cy noel", "Noël Cy"))
    page.click("form.act button.main")
    wrong += complaints(page, axe, "import, read")
    page.click("button[value=look]")
    assert page.locator("#who").count() == 1
    wrong += complaints(page, axe, "import, checked")
    assert not wrong
