"""Writes docs/odd-files.md: what is odd in each real tournament report, and what we say of it.

    python tests/readers/odd_files.py

It needs the folder of real files (BAREME_SHARED, or `shared` beside the repository). test_trf_odd_files.py holds that
the page is true.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from bareme.findings import SEVERITIES, Finding, Refused
from bareme.readers.reading import Reading
from bareme.readers.text import decode
from bareme.readers.trf import read_trf

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "odd-files.md"

HEAD = """\
# Odd files

Real tournament reports, from other projects' tests and from federations, with what is odd in each and what
`bareme check` says of it as a tournament report (names in them are made up). Findings of one kind are shown once, with
their number. Games that are *not rated* are kept and shown; *refused* rows give nothing. This page is made by
`tests/readers/odd_files.py`.
"""

UNDATED = "made to test pairing programs: no name, no date"
ODD = {
    "trf": {
        "bbp_dutch_2025_C5.trf": "made to test pairing programs: no date, two of three rounds",
        "bbp_dutch_2025_C9.trf": "made to test pairing programs: no date, one of three rounds",
        "bbp_issue_15.trf": "lines end in a bare carriage return; no date; 180 players",
        "bbp_issue_7.trf": "lines end in a bare carriage return; no date; fourteen of fifteen rounds",
        "echecsjs_grandmommyscup.trf": (
            "teams, national ratings, rulers as remarks, tabs in 240 lines, absences `0000 - -`, forfeits `0000 - +`"
        ),
        "echecsjs_javafo_sample2.trf": "lower-case titles, a FIDE number of one digit, birth years alone, four of nine rounds",
        "echecsjs_trf26_team.trf": (
            "birth dates one column too far right; titles glued to the sex; points of rounds that are not there"
        ),
        "py4swiss_javafo_example.trf": (
            "players not in the order of their numbers; `XXS`, `XXZ`, `XXC`; a team of two, though 082 says none"
        ),
        "trfkt_tournament1.trf": "the open of echecsjs_javafo_sample2.trf in another program's spelling",
    },
    "trf_odd": {
        "py4swiss_burstein_late_entries.trf": f"{UNDATED}; six late entries",
        "py4swiss_burstein_late_entries_black.trf": f"{UNDATED}; three late entries",
        "py4swiss_comments.trf": "a remark that begins with one # instead of three; no round played",
        "py4swiss_dubov_bye_for_high_tpn.trf": UNDATED,
        "py4swiss_dutch_d2_criterion_d.trf": f"{UNDATED}; forbidden pairs (`XXP`), no round played",
        "py4swiss_dutch_e2_both_absolute_higher_favored.trf": UNDATED,
        "py4swiss_dutch_e2_both_absolute_lower_favored.trf": UNDATED,
        "py4swiss_incompatible_color.trf": "both players of a game have Black",
        "py4swiss_incompatible_result.trf": "both players of a game have won it",
        "py4swiss_incorrect_points.trf": "points that are not the sum of the results",
        "py4swiss_invalid_code.trf": "a player's line begins with 101",
        "py4swiss_missing_result.trf": "one player's line lacks the last round",
        "py4swiss_missing_starting_number.trf": "start number 7 is left out",
        "py4swiss_no_legal_pairings.trf": f"{UNDATED}; everybody has met everybody",
        "py4swiss_no_legal_pairings_odd.trf": f"{UNDATED}; everybody has met everybody",
        "py4swiss_too_many_results.trf": "a sixth round in a tournament of five",
    },
    "trf_synthetic": {
        "caissify_large_15p9r_byes.trf": "two-digit years in 042; a second rating where the FIDE number belongs; sex `u`",
        "caissify_large_15p9r_mixed.trf": "as above",
        "caissify_medium_9p7r_forfeits.trf": "as above",
        "caissify_misc_edge_case_3.trf": "as above; eighty players",
        "caissify_stress_50p31r_manybyes.trf": "as above; 31 rounds announced, 30 played",
    },
    "krause_icu": {
        "app_armstrong_2012_with_bom.tab": "byte order mark; dates YY.MM.DD; a ruler without the mark of remarks; no ranks",
        "app_bunratty_masters_2011.tab": (
            "132 in YY.DD.MM; old byes `0000 - =`; unmarked rounds; a double forfeit; sex `f`; a header that counts otherwise"
        ),
        "app_intermediate_2012.tab": "a ruler without the mark of remarks; no ranks",
        "app_junior_championships_plus.tab": "forfeits without a colour; old byes; a line of blanks",
        "app_kilbunny_masters_2011.tab": "national numbers",
        "armstrong_2012_with_bom.tab": "byte order mark; dates YY.MM.DD; a ruler without the mark of remarks; no ranks",
        "bunratty_challengers_2011.tab": (
            "132 in YY.DD.MM; clubs where the federation belongs; numbers given twice; half points for unmarked rounds"
        ),
        "bunratty_masters_2011.tab": (
            "132 in YY.DD.MM; clubs where the federation belongs; half points for unmarked rounds; `FWFM`"
        ),
        "invalid.tab": "empty",
        "irish_intermediate_champs_2011.tab": "Windows-1252; byes `0000 -` without a mark; birth dates `.  .`; rating 0471",
        "irish_junior_champs_2011.tab": "Windows-1252; byes `0000 -` without a mark that brought half a point or one",
        "latin-1.tab": "Windows-1252; rounds left blank",
        "utf-8.tab": "rounds left blank",
        "valid.tab": "no birth dates; old byes `0000 - =`, `0000 - +`; dates with hyphens",
    },
}


def real_files() -> Path:
    """The folder of real files, which may not be there."""
    return Path(os.environ.get("BAREME_SHARED", ROOT.parent / "shared")) / "data"


def read(data: bytes, file: str) -> Reading:
    """A file as `bareme check` reads a tournament report."""
    try:
        text = decode(data, file)
    except Refused as refused:
        return Reading(findings=(refused.finding,))
    reading = read_trf(text.content, file)
    return Reading(reading.facts, (*text.findings, *reading.findings), reading.files)


def page(folder: Path) -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for name in ODD for line in _section(folder / name))])


def _section(folder: Path) -> Iterator[str]:
    yield f"## {folder.name}\n"
    yield "| file | what is odd | read | what we say |"
    yield "|---|---|---|---|"
    for file in sorted(folder.iterdir()):
        reading = read(file.read_bytes(), file.name)
        yield f"| {file.name} | {ODD[folder.name][file.name]} | {_account(reading)} | {_said(reading.findings)} |"
    yield ""


def _account(reading: Reading) -> str:
    rated = sum(game.rated for game in reading.facts.games)
    counts = {"games rated": rated, "not rated": len(reading.facts.games) - rated, "byes": len(reading.facts.byes)}
    counts |= {"rows refused": reading.facts.rows_refused}
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "nothing"


def _said(findings: Sequence[Finding]) -> str:
    by_code: dict[str, list[Finding]] = {}
    for finding in sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity)):
        by_code.setdefault(finding.code, []).append(finding)
    return "<br>".join(_sentence(alike) for alike in by_code.values()) or "nothing"


def _sentence(alike: Sequence[Finding]) -> str:
    first, more = alike[0], f" (and {len(alike) - 1} like it)" if len(alike) > 1 else ""
    message = first.message().replace("|", "\\|").replace("<", "&lt;")
    return f"**{first.severity}** {message}{more}"


if __name__ == "__main__":
    PAGE.write_text(page(real_files()), encoding="utf-8")
