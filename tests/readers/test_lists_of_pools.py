"""The ratings of a FIDE list are those of the pool asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from bareme.readers import read

XML = """<playerslist><player><fideid>99000001</fideid><name>Vasseur, Bastien</name><country>FRA</country><sex>M</sex>
<title></title><rating>1901</rating><games>0</games><k>20</k><rapid_rating>1802</rapid_rating><rapid_games>0</rapid_games>
<rapid_k>20</rapid_k><blitz_rating>1703</blitz_rating><blitz_games>0</blitz_games><blitz_k>20</blitz_k>
<birthday>1996</birthday><flag></flag></player></playerslist>"""


@pytest.mark.parametrize(("pool", "rating"), [("standard", 1901), ("rapid", 1802), ("blitz", 1703)])
def test_pool(tmp_path: Path, pool: str, rating: int) -> None:
    path = tmp_path / "list.xml"
    path.write_text(XML)
    assert [player.rating for player in read(path, pool=pool).facts.players] == [rating]
