"""In Debian's Chromium: a player's story, in both languages, on a phone, with and without JavaScript; axe on every page."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed (.ci/packages installs it)")

HERE = Path(__file__).parent
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1280, "height": 900}
MAKE = """
import sys
from bareme.office.setup import make_office
make_office(sys.argv[1], name="Club", language="en", admin="alice", password="correct horse battery")
from bareme.office.models import User
from portal.made_up import make
make(User.objects.get())
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real office, served as an officer would serve it: its address."""
    folder = tmp_path_factory.mktemp("browser") / "office"
    paths = os.pathsep.join((str(HERE.parent), str(HERE.parent / "office"), os.environ.get("PYTHONPATH", "")))
    env = {**{k: v for k, v in os.environ.items() if not k.startswith(("DJANGO_", "BAREME_"))}, "PYTHONPATH": paths}
    subprocess.run([sys.executable, "-c", MAKE, str(folder)], env=env, check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bareme.cli", "office", "serve", str(folder), "--port", str(port)]
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            yield _ready(f"http://127.0.0.1:{port}", server)
        finally:
            server.terminate()
            server.wait(20)


def _ready(address: str, server: subprocess.Popen[bytes]) -> str:
    for _ in range(240):
        assert server.poll() is None, "the server ended"
        try:
            urllib.request.urlopen(address + "/en/", timeout=5).close()  # noqa: S310 - our own server
        except OSError:
            time.sleep(0.5)
        else:
            return address
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(params=["with-javascript", "without"])
def javascript(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "with-javascript")


def opened(chromium: Any, *, phone: bool = False, javascript: bool = True, dark: bool = False) -> Any:
    """A fresh browser window; what its console complains of fails the test that calls `quiet`."""
    context = chromium.new_context(
        viewport=PHONE if phone else SCREEN, java_script_enabled=javascript, color_scheme="dark" if dark else "light"
    )
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda message: page.complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("request", lambda request: page.complaints.append(request.url) if "127.0.0.1" not in request.url else None)
    return page


WORDS = {
    "en": {"find": "Find", "other": "Français"},
    "fr": {"find": "Chercher", "other": "English"},
}


@pytest.mark.parametrize("phone", [False, True], ids=["screen", "phone"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_player_finds_the_rule_that_moved_him(site: str, chromium: Any, language: str, phone: bool, javascript: bool) -> None:
    words, page = WORDS[language], opened(chromium, phone=phone, javascript=javascript)
    page.goto(f"{site}/{language}/")
    page.get_by_role("searchbox").first.fill("roux ada")
    page.get_by_role("button", name=words["find"], exact=True).first.click()
    page.get_by_role("link", name=re.compile("^Ada Roux")).first.click()
    page.get_by_role("link", name="Classement du club").first.click()
    page.get_by_role("heading", name="Ada Roux", level=1).wait_for()
    page.get_by_role("link", name=re.compile("^(why|pourquoi)")).first.click()
    page.get_by_text("FA").first.wait_for()
    page.get_by_role("link", name=words["other"]).click()
    page.locator(f"html:not([lang={language}])").wait_for()
    page.get_by_text("FA").first.wait_for()
    assert not page.complaints


PAGES = (
    "",
    "pools/club/",
    "pools/club/live/",
    "pools/club/lists/",
    "pools/club/records/",
    "pools/club/events/",
    "pools/open/",
    "pools/scrabble/",
    "find/?q=a",
    "rulebooks/",
    "rulebooks/ffbg/",
    "rulebooks/fide/",
    "calculators/",
    "calculators/match/?rulebook=ffbg&a=1600&b=1500&length=7",
    "calculators/event/?rulebook=fide&rating=2000&results=2100%3D1",
    "calculators/finish/?s1=4&s2=10&s3=20&s4=30&rounds=5&place=7&series=3",
    "login/",
    "nowhere/",
)


@pytest.mark.parametrize("look", ["screen", "phone", "dark"])
def test_axe_finds_nothing(site: str, chromium: Any, look: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page, axe, wrong = opened(chromium, phone=look == "phone", dark=look == "dark"), Axe(), []
    for path in (*PAGES, *_deeper(page, site)):
        page.goto(path if path.startswith("http") else f"{site}/fr/{path}")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            wrong.append(f"{path}: {wide} pixels too wide")
        found = axe.run(page).response["violations"]
        wrong += [f"{path}: {one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]
    assert not wrong


def _deeper(page: Any, site: str) -> list[str]:
    """A player, an event, an explanation, a claim: found by going there."""
    page.goto(f"{site}/fr/pools/club/")
    found = []
    for pattern in ("/players/", "/events/"):
        link = page.locator(f"main a[href*='/pools/club{pattern}']")
        if link.count():
            found.append(site + str(link.first.get_attribute("href")))
    page.goto(found[0])
    for part in ("/lines/", "/claim", "/events/"):
        link = page.locator(f"main a[href*='{part}']")
        if link.count():
            found.append(site + str(link.first.get_attribute("href")))
    return found


def test_hostile_names_do_nothing(site: str, chromium: Any) -> None:
    page = opened(chromium)
    page.on("dialog", lambda dialog: page.complaints.append(dialog.message))
    for path in ("pools/club/", "pools/open/live/", "find/?q=svg", "find/?q=%3Cscript%3Ealert(1)%3C/script%3E"):
        page.goto(f"{site}/en/{path}")
        assert page.locator("main svg[onload], main script").count() == 0
    page.goto(f"{site}/en/find/?q=onload")
    page.get_by_role("link", name="<svg/onload=alert(1)>").first.click()
    assert not page.complaints


def test_a_plot_can_be_zoomed_into_by_who_asks_for_it(site: str, chromium: Any) -> None:
    page = opened(chromium)
    page.goto(f"{site}/en/pools/club/")
    page.locator("main tbody a[href*='/players/']").first.click()
    assert page.locator("figure.plot svg").count() == 1
    page.get_by_role("button", name="Zoom").click()
    page.locator("figure.plot canvas").wait_for()
    assert page.locator("figure.plot svg").count() == 0
    assert page.locator("figure.plot .u-series").count() == 4  # the day, ELO in lists, ELO after events, Rating
    assert not page.complaints
