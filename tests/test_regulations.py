"""Every rulebook's folder: complete, every day under one version, every article with its function. All are found by looking."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bareme import explain
from bareme.findings import Refused
from bareme.rulebooks.base import Rulebook, names, open_rulebook
from source_tree import SOURCE, called, passed

HOME = SOURCE / "bareme" / "rulebooks"
PARTS = ("README.md", "rulebook.toml", "errata.toml", "rules.py", "book.py", "words.py", "calculators.py", "versions", "cases")
BOOKS = [open_rulebook(name) for name in names()]
VERSION_FILES = sorted(HOME.glob("*/versions/*.toml"))

every_rulebook = pytest.mark.parametrize("rulebook", BOOKS, ids=lambda rulebook: rulebook.name)


def toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def both_languages(texts: Mapping[str, str]) -> bool:
    return texts.keys() == {"en", "fr"} and all(text.strip() for text in texts.values())


def told(text: Any) -> bool:
    """Whether a text says something: in one text for both languages, or in each of them."""
    return bool(text.strip()) if isinstance(text, str) else both_languages(text)


def test_a_folder_is_a_rulebook() -> None:
    folders = sorted(folder.name for folder in HOME.iterdir() if folder.is_dir() and folder.name != "__pycache__")
    assert folders == names()


@every_rulebook
@pytest.mark.parametrize("part", PARTS)
def test_a_folder_has_all_its_parts(rulebook: Rulebook, part: str) -> None:
    path = HOME / rulebook.name / part
    assert path.is_file() or any(path.glob("*.toml")), f"{rulebook.name} has no {part}"


# -- versions


@every_rulebook
def test_every_day_of_the_span_has_one_version(rulebook: Rulebook) -> None:
    starts = [version.start for version in rulebook.versions]
    assert all(earlier < later for earlier, later in pairwise(starts))
    for version, following in zip(rulebook.versions, [*starts[1:], date.max], strict=True):
        assert rulebook.on(version.start) is version
        assert rulebook.on(following - timedelta(days=following != date.max)) is version
    if starts[0] > date.min:
        with pytest.raises(Refused, match=str(starts[0])):
            rulebook.on(starts[0] - timedelta(days=1))


@every_rulebook
def test_versions_are_told_apart_by_name(rulebook: Rulebook) -> None:
    told = [version.name for version in rulebook.versions]
    assert sorted(told) == sorted(set(told))


@pytest.mark.parametrize("file", VERSION_FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_version_file_is_named_after_its_first_day(file: Path) -> None:
    assert toml(file)["from"].isoformat() == file.stem


@pytest.mark.parametrize("file", VERSION_FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_version_says_where_it_comes_from_and_what_is_uncertain(file: Path) -> None:
    table = toml(file)
    needed = {"from", "published", "source", "articles", "parameters", "unverified", "not_modelled", "title"}
    assert needed <= table.keys() <= needed | {"name"}
    assert isinstance(table["published"], date) or told(table["published"])
    assert told(table["source"])
    assert both_languages(table["title"])


@every_rulebook
def test_the_articles_of_a_version_exist_once_and_every_article_is_in_force_some_day(rulebook: Rulebook) -> None:
    in_force: set[str] = set()
    for version in rulebook.versions:
        assert len(set(version.articles)) == len(version.articles)
        assert set(version.articles) <= rulebook.articles.keys()
        in_force.update(version.articles)
    assert in_force == rulebook.articles.keys()


@every_rulebook
def test_two_versions_differ(rulebook: Rulebook) -> None:
    for earlier, later in pairwise(rulebook.versions):
        assert (earlier.values, earlier.articles) != (later.values, later.articles)


# -- articles, parameters, errata


@every_rulebook
def test_an_article_has_titles_and_its_function_names_it(rulebook: Rulebook) -> None:
    rules = rulebook.module("rules")
    for article in rulebook.articles.values():
        assert both_languages({"en": article.en, "fr": article.fr}), article.id
        if article.function:
            first = (getattr(rules, article.function).__doc__ or "").splitlines()[0]
            assert first.startswith(f"Article {article.id}"), f"{rulebook.name}.{article.function}: {first}"


@every_rulebook
def test_some_articles_are_functions(rulebook: Rulebook) -> None:
    assert any(article.function for article in rulebook.articles.values())


@every_rulebook
def test_a_parameter_belongs_to_an_article_and_is_told_in_the_folders_page(rulebook: Rulebook) -> None:
    page = (HOME / rulebook.name / "README.md").read_text(encoding="utf-8")
    for parameter in rulebook.parameters.values():
        assert parameter.article in rulebook.articles, parameter.name
        assert both_languages({"en": parameter.en, "fr": parameter.fr}), parameter.name
        assert f"`{parameter.name}`" in page, f"{rulebook.name}/README.md does not tell of {parameter.name}"


@every_rulebook
def test_short_names_of_parameters_are_not_taken(rulebook: Rulebook) -> None:
    short = [parameter.alias for parameter in rulebook.parameters.values() if parameter.alias]
    assert len(set(short)) == len(short)
    assert not set(short) & rulebook.parameters.keys()


@every_rulebook
def test_an_erratum_belongs_to_an_article_and_is_told_in_both_languages(rulebook: Rulebook) -> None:
    for erratum in rulebook.errata:
        assert erratum.article in rulebook.articles, erratum.id
        assert both_languages(erratum.printed), erratum.id
        assert both_languages(erratum.reading), erratum.id
        assert not erratum.parameter or erratum.parameter in rulebook.parameters, erratum.id
        assert any(erratum.touches(version) for version in rulebook.versions), erratum.id


def test_an_erratum_of_one_version_touches_no_other() -> None:
    rulebook = open_rulebook("fide")
    once = next(erratum for erratum in rulebook.errata if erratum.id == "cap-once-per-event")
    assert [version.name for version in rulebook.versions if once.touches(version)] == ["2022-01-01"]
    cap = next(erratum for erratum in rulebook.errata if erratum.id == "cap-350-400")
    assert [version["cap"] for version in rulebook.versions if cap.touches(version)] == [350, 400]


# -- the journal


def test_every_kind_of_journal_line_has_its_heading() -> None:
    kinds = {use.word: use.where for use in passed("kind") if called(use.call) == "Line"}
    assert kinds.keys() >= {"not-counted", "game"}
    assert not {kind: where for kind, where in kinds.items() if kind not in explain._KINDS}
