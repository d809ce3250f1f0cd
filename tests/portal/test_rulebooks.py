"""The regulations' pages: articles beside formulas, parameters and errata; versions apart; tables; worked examples."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bareme.rulebooks.base import names, open_rulebook

Page = Callable[..., str]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", names())
def test_a_rulebook_shows_every_article_parameter_and_erratum(page: Page, name: str, language: str) -> None:
    from html import unescape

    rulebook = open_rulebook(name)
    for version in rulebook.versions:
        shown = unescape(page(f"/{language}/rulebooks/{name}/{version.start}/"))
        for article in version.articles:
            assert f'<h2 id="{article}">' in shown
        for parameter in rulebook.parameters.values():
            if parameter.article in version.articles:
                assert f"<code>{parameter.name}</code>" in shown
        for erratum in rulebook.errata:
            if erratum.article in version.articles:
                assert (erratum.reading[language] in shown) == erratum.touches(version)
        for text in (*version.unverified, *version.not_modelled):
            assert text[language] in shown


@pytest.mark.parametrize("name", names())
def test_every_table_and_example_is_shown(page: Page, name: str) -> None:
    for table in open_rulebook(name).module("calculators").TABLES:
        assert "<td" in page(f"/en/rulebooks/{name}/tables/{table}/")
    assert "<td>" in page(f"/fr/rulebooks/{name}/examples/")


def test_two_versions_differ_by_their_amendment(page: Page) -> None:
    first, second = open_rulebook("fide").versions[-2:]
    changed = [name for name in first.values if first[name] != second[name]]
    shown = page(f"/en/rulebooks/fide/changes/{first.start}/{second.start}/")
    assert changed
    assert all(f"<code>{name}</code>" in shown for name in changed)
    assert "the same rules" in page(f"/en/rulebooks/fide/changes/{second.start}/{second.start}/")


def test_what_is_not_there_is_said(page: Page) -> None:
    page("/en/rulebooks/go/", status=400)
    page("/en/rulebooks/..%2Fhouse.toml/", status=404)
    page("/en/rulebooks/ffbg/tables/none/", status=400)
    assert "unknown-rulebook" in page("/fr/rulebooks/house/", status=400)


def test_pools_that_use_a_rulebook_are_named(page: Page) -> None:
    shown = page("/en/rulebooks/elo/")
    assert "The ladder" in shown
    assert "<code>k=24" in shown
