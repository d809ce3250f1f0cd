"""The tables of adjustments and of players."""

from __future__ import annotations

from datetime import date

import pytest

from bareme.facts import Adjustment, Place, Player
from bareme.readers import Reading, read_text


def decisions(*rows: str, head: str = "date,player,kind,rating,elo,experience,entrants,level,reason") -> Reading:
    return read_text("\n".join((head, *rows)) + "\n", "a.csv")


def people(*rows: str, head: str = "player,fide_id,rating,games,born,reached_2400,reached_2300") -> Reading:
    return read_text("\n".join((head, *rows)) + "\n", "p.csv")


def codes(reading: Reading) -> list[str]:
    return [finding.code for finding in reading.findings]


# -- adjustments


def test_the_canonical_table_of_adjustments() -> None:
    reading = decisions(
        '2023-09-01,Ada,assign,1600,1467,100,,,"known level, abroad"',
        "2023-09-02,Bo,assign,,,,,Avancé,",
        "2024-06-01,Ada,title,,,,33,,",
        "2024-07-01,Ada,revalue,,1700.5,,,,Won in Nice",
        "2024-07-01,Ada,licence,,,,,,",
    )
    assert not reading.findings
    assert [row.kind for row in reading.facts.adjustments] == ["assign", "assign", "title", "revalue", "licence"]
    assert reading.facts.adjustments[0] == Adjustment(
        date(2023, 9, 1),
        "Ada",
        "assign",
        1600.0,
        1467.0,
        100.0,
        reason="known level, abroad",
        sequence=1,
        source=Place("a.csv", 2),
    )
    assert reading.facts.adjustments[1].level == "advanced"
    assert reading.facts.adjustments[2].entrants == 33
    assert reading.facts.adjustments[3].elo == 1700.5


def test_french_words() -> None:
    reading = decisions(
        "01/09/2023;Inès;attribution;;;;;Intermédiaire;niveau reconnu",
        "01/09/2023;Théo;revalorisation;1600,5;;;;;Nice",
        "01/09/2023;Zoé;titre;;;;40;;",
        head="Date;Joueur;Décision;Rating;Elo;Expérience;Participants;Niveau;Motif",
    )
    assert not reading.findings
    assert [(row.kind, row.level, row.rating) for row in reading.facts.adjustments] == [
        ("assign", "intermediate", None),
        ("revalue", "", 1600.5),
        ("title", "", None),
    ]


def test_a_licence_has_its_federation_and_series() -> None:
    reading = decisions("2010-09-01,Ada,licence,FFSc,3", head="date,player,kind,federation,series")
    (row,) = reading.facts.adjustments
    assert (row.federation, row.series) == ("FFSc", 3)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("2023-09-01,Ada,promote,1600,,,,,", "bad-kind"),
        ("2023-09-01,Ada,,1600,,,,,", "missing-value"),
        ("2023-09-01,Ada,assign,,,100,,,", "assign-needs-value"),
        ("2023-09-01,Ada,title,,,,,,", "title-needs-entrants"),
        ("2023-09-01,Ada,title,,,,0,,", "bad-whole"),
        ("2023-09-01,Ada,revalue,,,,,,because", "revalue-needs-value"),
        ("2023-09-01,Ada,revalue,1600,,,,,", "revalue-needs-reason"),
        ('2023-09-01,Ada,assign,"1,234",,,,,', "ambiguous-number"),
        ("2023-09-01,Ada,assign,1 600,,,,,", "grouped-number"),
        ("2023-09-01,Ada,assign,nan,,,,,", "bad-number"),
        ("01/09/23,Ada,assign,1600,,,,,", "two-digit-year"),
    ],
)
def test_refused_adjustments(row: str, code: str) -> None:
    reading = decisions(row)
    assert codes(reading) == [code]
    assert not reading.facts.adjustments
    assert reading.files[0].rows_refused == 1


@pytest.mark.parametrize(
    ("header", "row", "en", "fr"),
    [
        ("Date;Joueur;Genre;Inscrits", "01/09/2023;Ada;titre;", "Fill in Inscrits.", "Remplissez la colonne Inscrits."),
        ("date;player;kind;entrants", "2023-09-01;Ada;title;", "Fill in entrants.", "Remplissez la colonne entrants."),
        ("Date;Joueur;Genre;Niveau", "01/09/2023;Ada;titre;", "Fill in entrants.", "Remplissez la colonne Inscrits."),
        (
            "Date;Joueur;Genre;Niveau",
            "01/09/2023;Ada;attribution;",
            "Fill in one of: rating, elo, Niveau.",
            "Remplissez l'une des colonnes : Classement, Elo, Niveau.",
        ),
    ],
)
def test_what_is_lacking_is_named_as_the_file_names_it(header: str, row: str, en: str, fr: str) -> None:
    (finding,) = read_text(f"{header}\n{row}\n").findings
    assert (finding.remedy("en"), finding.remedy("fr")) == (en, fr)


def test_a_decision_told_twice_counts_once() -> None:
    row = "2024-06-01,Ada,title,,,,33,,"
    reading = decisions(row, row)
    assert codes(reading) == ["adjustment-repeated"]
    assert len(reading.facts.adjustments) == 1


def test_decisions_numbered_apart_both_count() -> None:
    head = "date,player,kind,entrants,sequence"
    assert len(decisions("2024-06-01,Ada,title,33,1", "2024-06-01,Ada,title,33,2", head=head).facts.adjustments) == 2


# -- players


def test_the_promised_table_of_players() -> None:
    reading = people('"Vasseur, B.",99000001,1878,45,1996,no,no', "Roussel,,2410.5,,,yes,yes", "Noël,0,,,,,oui")
    assert not reading.findings
    assert reading.facts.players == (
        Player("Vasseur, B.", "Vasseur, B.", "99000001", born=1996, rating=1878.0, games=45, reached=0, source=Place("p.csv", 2)),
        Player("Roussel", "Roussel", rating=2410.5, reached=2400, source=Place("p.csv", 3)),
        Player("Noël", "Noël", reached=2300, source=Place("p.csv", 4)),
    )


def test_all_that_a_list_knows() -> None:
    reading = people(
        "Lefèvre;Anne;F;WGM;FRA;Club de Nice;15/03/1990;2301,5;12;20;2399;2;A-17",
        head="Nom;Prénom;Sexe;Titre;Fédé;Club;Date de naissance;Classement;Parties;K;Reached;Série;N° licence",
    )
    (player,) = reading.facts.players
    assert player == Player(
        "Lefèvre Anne", "Lefèvre Anne", "A-17", "FRA", "Club de Nice", "F", "WGM", 1990, 2301.5, 12, 20, 2399, 2, player.source
    )


def test_two_rows_with_one_number_are_one_finding_that_names_both() -> None:
    reading = people("Ada,12,1500,,,,", "Bo,12,1600,,,,")
    (finding,) = reading.findings
    assert (finding.code, finding.place.line) == ("number-twice", 3)
    assert "Ada" in finding.message()
    assert "Bo" in finding.message()
    assert [player.key for player in reading.facts.players] == ["Ada"]


def test_namesakes_with_numbers_are_two_people() -> None:
    reading = people("Ada,12,1500,,,,", "Ada,13,1600,,,,")
    assert not reading.findings
    assert [(player.key, player.name) for player in reading.facts.players] == [("Ada #12", "Ada"), ("Ada #13", "Ada")]


@pytest.mark.parametrize("rows", [("Ada,,1,,,,", "Ada,,2,,,,"), ("Ada,12,1,,,,", "Ada,,2,,,,"), ("Ada,,1,,,,", "Ada,12,2,,,,")])
def test_namesakes_without_numbers_cannot_be_told_apart(rows: tuple[str, str]) -> None:
    reading = people(*rows)
    assert codes(reading) == ["listed-twice"]
    assert len(reading.facts.players) == 1


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("Ada,1,x,,,,", "bad-number"),
        ("Ada,1,1500,-1,,,", "bad-whole"),
        ("Ada,1,1500,,96,,", "bad-year"),
        ("Ada,1,1500,,,maybe,", "bad-flag"),
        (",1,1500,,,,", "missing-value"),
    ],
)
def test_refused_players(row: str, code: str) -> None:
    reading = people(row)
    assert codes(reading) == [code]
    assert not reading.facts.players
