"""`bareme rulebooks`: what the rulebooks say, in force since when, and where their sources contradict themselves."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from typing import TYPE_CHECKING, Any

from bareme.cli import options as shared
from bareme.cli.options import words

if TYPE_CHECKING:
    from bareme.rulebooks.base import Erratum, Rulebook, Version
    from bareme.rulebooks.speech import Speech


def add(commands: Any) -> None:
    """The command's options."""
    parser = commands.add_parser(
        "rulebooks",
        help=words(
            "versions, parameters, articles, errata of the rulebooks", "versions, paramètres, articles, errata des règlements"
        ),
    )
    parser.add_argument(
        "rulebook",
        nargs="?",
        metavar=words("NAME[@DATE]", "NOM[@DATE]"),
        help=words(
            "one rulebook in full (default: a line for each)", "un règlement en entier (d'ordinaire : une ligne pour chacun)"
        ),
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="K=V",
        help=words("a house rule; may be repeated", "un réglage maison ; peut se répéter"),
    )
    parser.add_argument(
        "--diff",
        nargs=2,
        metavar=("DATE", "DATE"),
        help=words("what changed between the versions of two days", "ce qui a changé entre les versions de deux jours"),
    )
    shared.add_json(parser)
    shared.add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show all rulebooks, or one."""
    from bareme.rulebooks.base import names, open_rulebook
    from bareme.rulebooks.speech import Speech

    say = Speech(options.lang)
    if options.rulebook is None:
        if options.json:
            _print_json([_head(open_rulebook(name)) for name in names()])
            return 0
        for name in names():
            book = open_rulebook(name)
            versions = ", ".join(say.version(version.name) for version in book.versions)
            print(f"{name:6} {say.of(book.title)}\n       {say('versions', 'versions')}{say.colon}{versions}")
        return 0
    rulebook = shared.rulebook(options)
    if options.diff:
        _show_difference(rulebook, options.diff, say)
    elif options.json:
        _print_json(_whole(rulebook))
    else:
        _show(rulebook, say)
    return 0


def _show(rulebook: Rulebook, say: Speech) -> None:
    print(f"{rulebook.name}{say.colon}{say.of(rulebook.title)}")
    print("\n" + say("Versions", "Versions"))
    for version in rulebook.versions:
        title = say.of(version.title) if version.title else ""
        published = version.published
        told = say.day(published) if isinstance(published, date) else say.of(published)
        print(f"  {say.version(version.name)}  {title}\n      {say.of(version.source)} ({told})")
        for text in version.unverified:
            print(f"      {say('unverified', 'non vérifié')}{say.colon}{say.of(text)}")
        for text in version.not_modelled:
            print(f"      {say('not modelled', 'non modélisé')}{say.colon}{say.of(text)}")
    _show_articles(rulebook, say)
    _show_parameters(rulebook, say)
    if rulebook.errata:
        print("\n" + say("Where the source contradicts itself, and our reading", "Contradictions de la source, et notre lecture"))
    for erratum in rulebook.errata:
        setting = f" (--set {erratum.parameter}=...)" if erratum.parameter else ""
        print(f"  {erratum.id} [{erratum.article}]{_when(erratum, say)}")
        print(f"      {say('printed', 'imprimé')}{say.colon}{say.of(erratum.printed)}")
        print(f"      {say('reading', 'lecture')}{say.colon}{say.of(erratum.reading)}{setting}")


def _when(erratum: Erratum, say: Speech) -> str:
    """The versions it touches, where it does not touch all."""
    since = say(f", since {erratum.since}", f", depuis le {erratum.since}") if erratum.since else ""
    until = say(f", before {erratum.until}", f", avant le {erratum.until}") if erratum.until else ""
    return since + until


def _show_articles(rulebook: Rulebook, say: Speech) -> None:
    print("\n" + say("Articles", "Articles"))
    for article in rulebook.articles.values():
        function = f"  ({article.function})" if article.function else ""
        print(f"  {article.id}{say.colon}{say(article.en, article.fr)}{function}")
        if article.formula:
            print(f"      {say.of(article.formula)}")


def _show_parameters(rulebook: Rulebook, say: Speech) -> None:
    from bareme.rulebooks.parameters import written

    print("\n" + say("Parameters (--set NAME=VALUE)", "Paramètres (--set NOM=VALEUR)"))
    for parameter in rulebook.parameters.values():
        now = written(rulebook.latest[parameter.name])
        house = say("  (house rule)", "  (règle maison)") if parameter.name in rulebook.overrides else ""
        print(f"  {parameter.name} = {now}{house}  [{parameter.article}]")
        print(f"      {say(parameter.en, parameter.fr)}{say(';', ' ;')} {parameter.allowed(say.language)}")


def _show_difference(rulebook: Rulebook, days: list[str], say: Speech) -> None:
    from bareme.rulebooks.parameters import written

    first, second = (rulebook.on(shared.day(day) or date.min) for day in days)
    print(f"{rulebook.name}{say.colon}{say.version(first.name)} -> {say.version(second.name)}")
    for name in rulebook.parameters:
        if first[name] != second[name]:
            print(f"  {name}{say.colon}{written(first[name])} -> {written(second[name])}")
    for label, gone in (("-", set(first.articles) - set(second.articles)), ("+", set(second.articles) - set(first.articles))):
        for article in sorted(gone):
            print(f"  {label} {say('article', 'article')} {article}")


def _print_json(document: Any) -> None:
    from bareme.writers.tables import write_json

    write_json(document, sys.stdout)


def _head(rulebook: Rulebook) -> dict[str, Any]:
    return {"rulebook": rulebook.name, "title": rulebook.title, "versions": [version.name for version in rulebook.versions]}


def _whole(rulebook: Rulebook) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "rulebook": rulebook.name,
        "title": rulebook.title,
        "overrides": dict(rulebook.overrides),
        "versions": [_version(version) for version in rulebook.versions],
        "articles": [asdict(article) for article in rulebook.articles.values()],
        "parameters": {
            p.name: {"kind": p.kind, "article": p.article, "allowed": p.allowed(), "en": p.en, "fr": p.fr, "unit": p.unit}
            for p in rulebook.parameters.values()
        },
        "errata": [asdict(erratum) for erratum in rulebook.errata],
    }


def _version(version: Version) -> dict[str, Any]:
    return {
        "version": version.name,
        "from": version.start.isoformat(),
        "published": version.published,
        "source": version.source,
        "parameters": dict(version.values),
        "articles": list(version.articles),
        "unverified": list(version.unverified),
        "not_modelled": list(version.not_modelled),
    }
