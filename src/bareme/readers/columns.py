"""The tables known here, their columns, and the headers, English and French, by which each is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bareme.facts import Place
from bareme.findings import Finding, Refused
from bareme.readers.reading import KIND_WORDS
from bareme.readers.values import folded

_NAME = "player joueur joueuse nom name participant licencie competiteur"
_NUMBER = "number numero nolicence licence licencenumber nolic licenceno fideid nofide idfide idffbg matricule"
_RATING = "rating classement elofide standardrating"
_COMMON = {
    "date": "date jour day dateplayed playedon datedepartie datetournoi",
    "event": "event tournament tournoi epreuve evenement competition",
    "sequence": "sequence ordre seq",
    "reason": "reason motif raison",
    "federation": "federation fede pays country fed",
    "series": "series serie",
}

# {table: {our column: the headers it is known by, folded}}
HEADERS: Mapping[str, Mapping[str, str]] = {
    "results": {
        "date": _COMMON["date"],
        "event": _COMMON["event"],
        "round": "round ronde tour manche rd roundnumber noronde",
        "player_a": f"playera player1 joueura joueur1 a white blanc blancs {_NAME}",
        "player_b": "playerb player2 joueurb joueur2 b black noir noirs opponent adversaire",
        "winner": "winner gagnant gagnante vainqueur",
        "loser": "loser perdant perdante vaincu",
        "draw": "draw nulle nul",
        "score_a": "scorea score score1 result resultat resultata resultat1 scoreblanc scoreblancs",
        "score_b": "scoreb score2 resultatb resultat2 scorenoir scorenoirs",
        "points_a": "pointsa points1 pointsjoueura pointsjoueur1",
        "points_b": "pointsb points2 pointsjoueurb pointsjoueur2",
        "walkover_a": "walkovera walkover1",
        "walkover_b": "walkoverb walkover2",
        "number_a": "numbera number1 licencea licence1 nolicencea nolicence1 fideida fideid1",
        "number_b": "numberb number2 licenceb licence2 nolicenceb nolicence2 fideidb fideid2",
        "length": "length longueur matchlength longueurdumatch matchen enpoints nbpoints nbdepoints nombredepoints pointsdumatch",
        "format": "format sets notation",
        "rated": "rated compte comptee comptepourleclassement homologue homologuee",
        "why": "why pourquoi",
        "sequence": _COMMON["sequence"],
    },
    "placements": {
        "date": _COMMON["date"],
        "event": _COMMON["event"],
        "rounds": "rounds manches nbmanches nombredemanches rondes manche",
        "category": "category categorie",
        "player": _NAME,
        "first_name": "firstname prenom givenname",
        "number": _NUMBER,
        "federation": _COMMON["federation"],
        "series": _COMMON["series"],
        "place": "place rang rank classement position",
        "sequence": _COMMON["sequence"],
    },
    "adjustments": {
        "date": _COMMON["date"],
        "player": _NAME,
        "first_name": "firstname prenom givenname",
        "number": _NUMBER,
        "kind": "kind type genre nature decision",
        "rating": "rating classement",
        "elo": "elo",
        "experience": "experience exp",
        "entrants": "entrants participants engages inscrits",
        "level": "level niveau",
        "federation": _COMMON["federation"],
        "series": _COMMON["series"],
        "reason": _COMMON["reason"],
        "sequence": _COMMON["sequence"],
    },
    "players": {
        "player": _NAME,
        "first_name": "firstname prenom givenname",
        "full_name": "name nom nomcomplet displayname",
        "number": _NUMBER,
        "federation": _COMMON["federation"],
        "club": "club",
        "sex": "sex sexe",
        "title": "title titre",
        "born": "born ne nee neen neeen neele birthyear yearofbirth anneedenaissance datedenaissance birthdate birthday",
        "rating": f"{_RATING} elo",
        "games": "games parties nbparties gamesplayed",
        "k": "k coefk facteurk kfactor",
        "reached": "reached highest maximum peak eloatteint",
        "reached_2400": "reached2400 atteint2400 aatteint2400",
        "reached_2300": "reached2300 atteint2300 aatteint2300",
        "series": _COMMON["series"],
    },
    "published": {
        "date": _COMMON["date"] + " tournamentdate",
        "event": _COMMON["event"] + " tournamentid",
        "player": f"{_NAME} playerid icuplayerid",
        "old": "old oldrating ancien ancienclassement ratingbefore",
        "new": "new newrating nouveau nouveauclassement ratingafter",
        "k": "k coefk facteurk kfactor",
        "score": "score actualscore points",
        "expected": "expected expectedscore attendu scoreattendu",
        "bonus": "bonus",
    },
}
NEEDED: Mapping[str, tuple[str, ...]] = {
    "results": ("date", "player_a", "player_b", "score_a"),
    "placements": ("date", "event", "rounds", "player", "series", "place"),
    "adjustments": ("date", "player", "kind"),
    "players": ("player",),
    "published": ("player", "old", "new", "k", "score", "expected"),
}
# The French headers of the columns that findings name: each is one of the words above.
FRENCH: Mapping[str, str] = {
    "date": "Date",
    "event": "Épreuve",
    "round": "Ronde",
    "rounds": "Manches",
    "player": "Joueur",
    "player_a": "Joueur 1",
    "player_b": "Joueur 2",
    "score_a": "Score",
    "score": "Score",
    "series": "Série",
    "place": "Place",
    "kind": "Genre",
    "rating": "Classement",
    "elo": "Elo",
    "level": "Niveau",
    "entrants": "Inscrits",
    "reason": "Motif",
    "old": "Ancien",
    "new": "Nouveau",
    "k": "Coef. K",
    "expected": "Attendu",
}
_OTHER_RESULTS = (("points_a", "points_b"), ("score_b",), ("winner",))  # instead of score_a
OURS = frozenset(column for table in HEADERS.values() for column in table)


def _by_header(columns: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for ours, words in columns.items():
        for header in (folded(ours), *words.split()):
            found.setdefault(header, []).append(ours)
    return found


_BY_HEADER = {table: _by_header(columns) for table, columns in HEADERS.items()}
_ANY_HEADER = frozenset(header for table in _BY_HEADER.values() for header in table)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each of our columns stands in a table of a known kind."""

    kind: str
    at: Mapping[str, int] = field(default_factory=dict)

    def names(self, header: Sequence[str]) -> dict[str, str]:
        """{ours: theirs}."""
        return {ours: header[index] for ours, index in self.at.items()}


def known(header: Iterable[str], mapping: Mapping[str, str]) -> int:
    """How many headers are known here or named in the user's mapping."""
    mapped = {folded(theirs) for theirs in mapping.values()}
    return sum(word in _ANY_HEADER or word in mapped for word in map(folded, header) if word)


def unknown_mapping(mapping: Mapping[str, str]) -> Finding | None:
    """A finding when the user maps a column that no table has."""
    strange = sorted(set(mapping) - OURS)
    return Finding("unknown-own-column", details={"names": strange, "allowed": sorted(OURS)}) if strange else None


def identify(
    header: Sequence[str], mapping: Mapping[str, str], file: str, *, kind: str | None = None, dated: bool = False
) -> Columns:
    """Which table this is, by its header, and where its columns stand. The user's mapping goes before our own words.
    `dated`: the user has said the day, so no date column is needed.

    Errors: Refused `duplicate-header`, `unknown-columns`, `missing-column`.
    """
    doubled = {text for text, count in Counter(map(folded, header)).items() if text and count > 1}
    if doubled:
        raise Refused("duplicate-header", Place(file, 1), names=[text for text in header if folded(text) in doubled])
    kind = kind or kind_of(header, mapping)
    if kind is None:
        raise Refused("unknown-columns", Place(file, 1), columns=list(header))
    columns = Columns(kind, _positions(kind, header, mapping, file))
    missing = [column for column in _missing(kind, columns.at) if not (dated and column == "date")]
    if missing:
        example = ",".join(f"{ours}=..." for ours in missing)
        names = {"en": missing, "fr": [FRENCH[ours] for ours in missing]}
        details = {"table": KIND_WORDS[kind], "names": names, "columns": list(header), "example": example}
        raise Refused("missing-column", Place(file, 1), **details)
    return columns


def kind_of(header: Sequence[str], mapping: Mapping[str, str]) -> str | None:
    """The first table whose own mark the header bears; None where it bears none."""
    found = {table: _positions(table, header, mapping, "", strict=False).keys() for table in HEADERS}
    if {"old", "new", "expected"} <= found["published"]:
        return "published"
    if "player_b" in found["results"] or {"winner", "loser"} <= found["results"]:
        return "results"
    if {"kind", "player"} <= found["adjustments"]:
        return "adjustments"
    if {"place", "player"} <= found["placements"] and found["placements"] & {"event", "rounds", "date"}:
        return "placements"
    if "player" in found["players"] and len(found["players"]) > 1:
        return "players"
    return None


def _positions(kind: str, header: Sequence[str], mapping: Mapping[str, str], file: str, *, strict: bool = True) -> dict[str, int]:
    """Our columns' places: those the user maps, then those named as here, then those under another known name.

    A second header for a column that has its own name, or is mapped, is left unused; two other names are one too many.
    """
    at: dict[str, int] = {}
    for ours, theirs in mapping.items():
        index = find(header, theirs)
        if index is not None and ours in HEADERS[kind]:
            at[ours] = index
    words = [folded(text) for text in header]
    free = [index for index in range(len(header)) if index not in at.values()]
    own = {folded(column): column for column in HEADERS[kind]}
    for index in free:
        column = own.get(words[index])
        if column:
            at.setdefault(column, index)
    settled = set(at)
    for index in (index for index in free if index not in at.values()):
        wanted = _BY_HEADER[kind].get(words[index], ())
        column = next((column for column in wanted if column not in at), None)
        if column:
            at[column] = index
        elif strict and wanted and settled.isdisjoint(wanted):
            raise Refused("duplicate-header", Place(file, 1), names=[header[at[wanted[0]]], header[index]])
    return at


def find(header: Sequence[str], theirs: str) -> int | None:
    """A header by its very text, else by its folded one."""
    for same in (str.strip, folded):
        wanted = same(theirs)
        for index, text in enumerate(header):
            if wanted and same(text) == wanted:
                return index
    return None


def _missing(kind: str, at: Mapping[str, int]) -> list[str]:
    missing = [column for column in NEEDED[kind] if column not in at]
    if kind == "results":
        if {"winner", "loser"} <= at.keys():
            return [column for column in missing if column == "date"]
        if any(all(column in at for column in other) for other in _OTHER_RESULTS):
            missing = [column for column in missing if column != "score_a"]
    return missing
