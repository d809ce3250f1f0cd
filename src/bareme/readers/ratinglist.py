"""FIDE rating lists to players: fixed-width text, whose columns its header line gives, and XML.

    ID Number      Name ...  Fed Sex Tit  WTit OTit           FOA DEC25 Gms K  B-day Flag          one pool, one month
    ID Number      Name ...  Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng ...            the three pools together
    ID number Name ...  TitlFed  Mar11 GamesBorn  Flag                                             before 2012

The games of a list are those of its own period, not those of a life; they are not taken over.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bareme.facts import Facts, Place, Player, numbered
from bareme.findings import Refused
from bareme.readers.ratinglist_xml import xml_rows
from bareme.readers.reading import Reading
from bareme.readers.tally import Tally
from bareme.readers.trf_players import SHORT_TITLES, TITLES

POOLS = ("standard", "rapid", "blitz")

# A row by our names: number, name, federation, sex, title, wtitle, born, flag, and for each pool rating and k:
# `standard`, `standard_k`, ...; a list of one pool has `only`, `only_k`.
Row = Mapping[str, str]

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_COLUMNS = {
    "number": r"ID[ _]?Number",
    "name": r"Name",
    "title": r"Titl?e?(?=\s|Fed|$)",
    "wtitle": r"WTit",
    "other": r"OTit",
    "online": r"FOA",
    "federation": r"Fed|Country",
    "sex": r"Sex",
    "standard": r"SRtng",
    "standard_games": r"SGm",
    "standard_k": r"SK",
    "rapid": r"RRtng",
    "rapid_games": r"RGm",
    "rapid_k": r"RK",
    "blitz": r"BRtng",
    "blitz_games": r"BGm",
    "blitz_k": r"BK",
    "only": rf"\b(?:{_MONTHS})[ -]?\d\d|Rating|Rtng",
    "only_games": r"Games?|Gms?",
    "only_k": r"\bK\b",
    "born": r"B-?day|Birthday|Born",
    "flag": r"Flag",
}
_HEADER = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _COLUMNS.items()), re.IGNORECASE)
_FIRST = re.compile(r"\s*ID[ _]?Number\s+Name\b", re.IGNORECASE)
_XML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:playerslist|!DOCTYPE\s+playerslist)\b", re.DOTALL)
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|$)")  # found one by one: a list may have two million
# What each column may hold; a row in which one does not was pushed to the right by its other titles.
_CLEAN = {
    "other": re.compile(r"[a-z,./ ]*", re.IGNORECASE),
    "online": re.compile(r"[a-z ]*", re.IGNORECASE),
    **dict.fromkeys(("standard", "rapid", "blitz", "only"), re.compile(r" *\d{0,4} *", re.ASCII)),
    **dict.fromkeys(("standard_games", "rapid_games", "blitz_games", "only_games"), re.compile(r" *\d{0,3} *", re.ASCII)),
    **dict.fromkeys(("standard_k", "rapid_k", "blitz_k", "only_k"), re.compile(r" *\d{0,2} *", re.ASCII)),
    "born": re.compile(r" *(?:\d{4})? *|0+ *", re.ASCII),
    "flag": re.compile(r" *[a-z]{0,3} *", re.IGNORECASE),
}
_LONGEST_PUSH = 24  # characters of other titles beyond their field


def looks_like_rating_list(text: str) -> bool:
    """Whether a text begins as FIDE's rating lists do."""
    return bool(_FIRST.match(text) or _XML.match(text[:4000]))


def read_rating_list(text: str, file: str, pool: str = "standard", *, only: Collection[str] | None = None) -> Reading:
    """The players of a rating list, with their rating and K in `pool` (a list of one pool is taken as that pool's).

    `only`: the FIDE numbers and names wanted, for a whole list has more than a million rows; the others are passed over.
    A *row* is a line or a <player>. A rating of 0 is none. That a player is inactive (flag `i`) is no fact of ours.
    Errors: Refused `rating-list-pool`, `rating-list-header`, `rating-list-entities`; all else is a finding.
    """
    if pool not in POOLS:
        raise Refused("rating-list-pool", Place(file), value=pool, allowed=list(POOLS))
    tally = Tally(file)
    chosen = frozenset(only) if only is not None else None
    is_xml = text.lstrip()[:1] == "<"
    rows = xml_rows(text, tally, chosen) if is_xml else _text_rows(text, tally, pool, chosen)
    found = list(_players(rows, pool, tally))
    if not tally.read and chosen is None:
        tally.say("rating-list-empty")
    names = Counter(player.name for player in found)
    players = tuple(_told_apart(player) if names[player.name] > 1 else player for player in found)
    summary = tally.summary("rating-list", "", "", {})
    facts = Facts(players, rows_read=tally.read, rows_refused=summary.rows_refused)
    return Reading(facts, tuple(tally.findings), (summary,))


# -- rows to players


def _players(rows: Iterable[tuple[int, Row]], pool: str, tally: Tally) -> Iterator[Player]:
    lines: dict[str, int] = {}
    column = "only"
    for line, row in rows:
        tally.read += 1
        number, name = row.get("number", ""), " ".join(row.get("name", "").split())
        column = pool if pool in row else column
        if not (number.isascii() and number.isdigit()) or not name or not name.isprintable():
            tally.refuse("rating-list-row", line, value=f"{number} {name}")
        elif number in lines:
            tally.refuse("rating-list-twice", line, number=number, name=name, first=lines[number])
        else:
            lines[number] = line
            yield _player(row, column, Place(tally.file, line), tally)


def _player(row: Row, column: str, place: Place, tally: Tally) -> Player:
    number, name = row["number"], " ".join(row["name"].split())
    title = (row.get("title") or row.get("wtitle", "")).upper()
    title = SHORT_TITLES.get(title, title)
    if title and title not in TITLES:
        tally.say("rating-list-value", place.line, "title", player=f"{name} ({number})", value=title)
    rating = _whole(row, column, place, tally)
    flag = row.get("flag", "").lower()
    return Player(
        key=name,
        name=name,
        number=number,
        federation=row.get("federation", "").upper(),
        sex=_SEXES.get(row.get("sex", "").lower(), "w" if "w" in flag else ""),
        title=title,
        born=_whole(row, "born", place, tally) or None,
        rating=float(rating) if rating else None,
        k=_whole(row, f"{column}_k", place, tally) or None,
        source=place,
    )


_SEXES = {"m": "m", "f": "w", "w": "w"}


def _whole(row: Row, column: str, place: Place, tally: Tally) -> int:
    """A number of at most four digits, 0 if there is none; of a birth date, its year."""
    text = row.get(column, "").strip()
    found = re.fullmatch(r"(\d{1,4})(?:[-/.]\d{1,2}){0,2}" if column == "born" else r"(\d{1,4})", text, re.ASCII)
    if text and not found:
        tally.say("rating-list-value", place.line, column, player=f"{row['name']} ({row['number']})", value=text)
    return int(found[1]) if found else 0


def _told_apart(player: Player) -> Player:
    """A namesake: the FIDE number stands behind the name, as in a tournament report."""
    return replace(player, key=numbered(player.name, player.number))


# -- fixed width


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where each column begins and ends; `other` is where a long text may push what follows to the right."""

    slices: tuple[tuple[str, int, int], ...]

    def row(self, line: str) -> dict[str, str]:
        """The cells of a line, those behind the other titles moved back by as much as makes all of them clean."""
        cells = self._cells(line, 0)
        if not _is_clean(cells):
            moved = (self._cells(line, push) for push in range(1, _LONGEST_PUSH))
            cells = next(filter(_is_clean, moved), cells)
        return {name: cell.strip() for name, cell in cells.items()}

    def _cells(self, line: str, push: int) -> dict[str, str]:
        cells, behind = {}, 0
        for name, start, end in self.slices:
            longer = push if name == "other" else 0
            cells[name] = line[start + behind : end + behind + longer]
            behind += longer
        return cells


def _is_clean(cells: Mapping[str, str]) -> bool:
    return all(pattern.fullmatch(cells[name]) for name, pattern in _CLEAN.items() if name in cells)


def _text_rows(text: str, tally: Tally, pool: str, only: Collection[str] | None) -> Iterator[tuple[int, Row]]:
    lines = ((number, match[1]) for number, match in enumerate(_LINE.finditer(text), 1) if match[1].strip())
    number, header = next(lines, (1, ""))
    layout = _layout(header, number, tally, pool)
    places = {name: slice(start, end) for name, start, end in layout.slices}
    for number, line in lines:
        if only is None or line[places["number"]].strip() in only or line[places["name"]].strip() in only:
            yield number, layout.row(line)


def _layout(header: str, line: int, tally: Tally, pool: str) -> _Layout:
    """The columns, each from where its header begins to where the next one does.

    Errors: Refused `rating-list-header`.
    """
    found: dict[str, int] = {}
    for match in _HEADER.finditer(header):
        found.setdefault(str(match.lastgroup), match.start())
    if not {"number", "name"} <= found.keys() or not {pool, "only"} & found.keys():
        raise Refused("rating-list-header", Place(tally.file, line), value=header.strip(), pool=pool)
    rest = " ".join(_HEADER.sub(" ", header).split())
    if rest:
        tally.say("rating-list-column", line, value=rest)
    starts = sorted(found.items(), key=lambda column: column[1])
    ends = [*(start for _, start in starts[1:]), sys.maxsize]
    slices = [(name, start, end) for (name, start), end in zip(starts, ends, strict=True)]
    slices[0] = (slices[0][0], 0, slices[0][2])
    return _Layout(tuple(slices))
