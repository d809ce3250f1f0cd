"""Texts, values and names under numbers; what is known of names by their bytes alone."""

from __future__ import annotations

from datetime import date, datetime

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from bareme.engines.arrow import text_views
from bareme.engines.cells import text_of
from bareme.engines.coded import Column
from bareme.engines.names import NOBODY, Names
from bareme.engines.numbering import Texts, Words
from bareme.engines.spelling_kernel import by_ear, plain_texts
from bareme.readers import values
from bareme.readers.identity import spelling
from bareme.readers.tally import Bad

EARLIEST, LATEST = datetime(1700, 1, 1), datetime(2200, 1, 1)  # noqa: DTZ001  # as frames have them
letters = st.sampled_from("aeEiouAÉéüøœłÆß'-_. ,ſ\u0301\u00a0\u200e李0 9#")
names = st.one_of(st.text(max_size=20), st.text(letters, max_size=16), st.text("player0123", min_size=10, max_size=110))


def texts(batch: list[str | None]) -> pl.Series:
    return pl.Series(batch, dtype=pl.String)


@given(st.lists(st.lists(st.one_of(st.none(), names), max_size=30), max_size=4))
def test_each_text_has_one_number(batches: list[list[str | None]]) -> None:
    table = Texts()
    met: dict[str, int] = {}
    for batch in batches:
        numbers = [met.setdefault(text or "", len(met)) for text in batch]
        assert table.codes(texts(batch)).tolist() == numbers
        assert table.series().to_list() == list(met)
    assert len(table) == len(met)


def test_thousands_of_texts_short_and_long() -> None:
    batch: list[str | None] = [f"{'player ' * (number % 5)}{number % 7000}" for number in range(60_000)]
    table = Texts()
    codes = table.codes(texts(batch))
    assert (table.series()[codes] == texts(batch)).all()
    assert len(table) == len(set(batch))


@given(st.lists(st.lists(st.integers(0, 2**64 - 1), max_size=40), max_size=3))
def test_each_value_has_one_number(batches: list[list[int]]) -> None:
    table = Words()
    met: dict[int, int] = {}
    for batch in batches:
        codes, new = table.codes(np.array(batch, np.uint64))
        before = len(met)
        assert codes.tolist() == [met.setdefault(value, len(met)) for value in batch]
        assert [batch[at] for at in new] == list(met)[before:]


@given(st.lists(names, max_size=20))
def test_a_plain_text_is_the_name_it_is_read_as(cells: list[str]) -> None:
    plain = np.empty(len(cells), np.uint8)
    with text_views(texts(list(cells))) as stretches:
        for views in stretches:
            plain_texts(views.words, views.buffers, plain)
    for cell, known in zip(cells, plain, strict=True):
        if known:
            assert values.name(cell) == cell
        assert known or not (cell.isascii() and cell.isalnum() and len(cell) <= 100)  # the usual names are plain


@given(st.lists(st.lists(names, max_size=12), max_size=3))
def test_names_are_read_as_the_reader_reads_them(batches: list[list[str]]) -> None:
    table = Names()
    for batch in batches:
        codes = table.of_cells(texts(list(batch)))
        keys = table.series()
        for cell, code in zip(batch, codes.tolist(), strict=True):
            read = values.name(cell)
            assert (code == NOBODY) == isinstance(read, Bad)
            assert code == NOBODY or keys[code] == read


@given(st.lists(st.one_of(names, st.text("eaéE o-ü", max_size=9)), min_size=2, max_size=12))
def test_equal_spellings_sound_alike(cells: list[str]) -> None:
    heard = [cell if cell.isascii() else spelling(cell) for cell in cells]
    hashes = np.empty(len(cells), np.uint64)
    with text_views(texts(list(heard))) as stretches:
        for views in stretches:
            by_ear(views.words, views.buffers, hashes)
    for one in range(len(cells)):
        for two in range(one):
            assert spelling(cells[one]) != spelling(cells[two]) or hashes[one] == hashes[two]


columns = st.one_of(
    st.lists(st.one_of(st.none(), st.floats())).map(lambda found: pl.Series(found, dtype=pl.Float64)),
    st.lists(st.one_of(st.none(), st.floats(width=32))).map(lambda found: pl.Series(found, dtype=pl.Float32)),
    st.lists(st.one_of(st.none(), st.integers(-9, 9))).map(lambda found: pl.Series(found, dtype=pl.Int8)),
    st.lists(st.one_of(st.none(), st.integers(0, 2**64 - 1))).map(lambda found: pl.Series(found, dtype=pl.UInt64)),
    st.lists(st.one_of(st.none(), st.booleans())).map(lambda found: pl.Series(found, dtype=pl.Boolean)),
    st.lists(st.one_of(st.none(), st.dates(date(1000, 1, 1)))).map(lambda found: pl.Series(found, dtype=pl.Date)),
    st.lists(st.one_of(st.none(), st.datetimes(EARLIEST, LATEST))).map(lambda found: pl.Series(found, dtype=pl.Datetime("us"))),
    st.lists(st.one_of(st.none(), st.sampled_from(["a", "", "b "]))).map(lambda found: pl.Series(found, dtype=pl.Categorical)),
    st.lists(st.one_of(st.none(), st.decimals(0, 9, places=2))).map(lambda found: pl.Series(found, dtype=pl.Decimal(9, 2))),
)


@given(st.lists(columns, min_size=1, max_size=3))
def test_a_column_of_any_type_has_the_cells_a_file_would_have(batches: list[pl.Series]) -> None:
    column = Column()
    for batch in batches:
        codes = column.codes(batch)
        assert [column.cells[code] for code in codes.tolist()] == [text_of(value) for value in batch.to_list()]
    assert len(set(column.cells)) == len(column.cells)
