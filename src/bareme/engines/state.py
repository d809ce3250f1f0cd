"""The state of a pool on disk: a Parquet file of players, and beside it a receipt (JSON) that says of what it is the state.

A state goes on where it stopped: what a later day costs is the day. A receipt names the rulebook with a hash of its
version files, the house rules, the day, what was counted, and every file that went in, by a hash of its content.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from bareme.engines.cells import is_frame_file
from bareme.engines.pools import BasePool
from bareme.engines.sources import file_digest
from bareme.facts import Place, Player
from bareme.findings import Refused, in_words
from bareme.replay import NO_STATE, NOT_SAVED, people_of, same_rules
from bareme.rulebooks.base import Rulebook
from bareme.writers.files import replacing, replacing_by_name
from bareme.writers.tables import read_state, write_state

Array: TypeAlias = "np.ndarray[Any, Any]"

PEOPLE = ("player", "name", "number")
OTHER_STATE = {"en": "the receipt beside it is of another state", "fr": "le reçu placé à côté est celui d'un autre état"}


@dataclass(frozen=True, slots=True)
class State:
    """A state taken from a file or from an earlier rating."""

    on: date
    receipt: Mapping[str, Any]
    table: pl.DataFrame | None = None  # of a Parquet file
    carried: Mapping[str, Any] | None = None  # of the reference's JSON

    def begin(self, pool: BasePool) -> date:
        """Put it into an empty pool.

        Errors: Refused `carried-unreadable`.
        """
        try:
            if self.table is not None:
                there = self.table.filter(pl.col("games").is_not_null())
                rows = pool.legend.names.of_keys(there["player"])
                pool.grow()
                pool.restored(rows, there)
                pool.listed_at[rows] = np.where(there["listed"].to_numpy(), pool.games()[rows], np.nan)
                pool.recall(self.receipt.get("noted", {}))
            elif self.carried is not None:
                pool.restore(self.carried["state"])
        except (*NO_STATE, pl.exceptions.PolarsError):
            raise Refused("carried-unreadable", why=NOT_SAVED) from None
        return self.on

    @property
    def people(self) -> pl.DataFrame:
        """Everybody's key, name and number."""
        if self.table is not None:
            return self.table.select(key="player", name="name", number="number")
        people = people_of(self.carried)
        keys, names, numbers = ([getattr(player, what) for player in people] for what in ("key", "name", "number"))
        return pl.DataFrame(
            {"key": keys, "name": names, "number": numbers}, schema=dict.fromkeys(("key", "name", "number"), pl.String)
        )

    @property
    def inputs(self) -> Mapping[str, str]:
        """The files that went in: a hash of the content of each, by its name."""
        found: Mapping[str, str] = self.receipt.get("inputs", {})
        return found


def save_state(
    path: str | Path, pool: BasePool, on: date, *, players: Iterable[Player], inputs: Mapping[str, str], last: date | None
) -> None:
    """Write the state of day `on` and its receipt.

    Errors: Refused `cannot-write`.
    """
    path = Path(path)
    rows = pool.there()
    keys = pool.legend.names.series()[rows]
    listed = pl.Series(pool.games()[rows] == pool.listed_at[rows])
    people = pl.DataFrame(
        [(player.key, player.name, player.number) for player in players], schema=dict.fromkeys(PEOPLE, pl.String), orient="row"
    )
    table = pl.DataFrame({"player": keys}).hstack(pool.saved()).with_columns(listed=listed)
    table = table.join(people, on="player", how="full", coalesce=True, maintain_order="left_right")  # some have no rating yet
    table = table.with_columns(pl.col("name", "number").fill_null(""))
    rulebook = pool.rulebook
    receipt = {
        "bareme": version("bareme"),
        "rulebook": rulebook.spec,
        "overrides": dict(rulebook.overrides),
        "versions": versions_hash(rulebook),
        "on": on.isoformat(),
        "last": last and last.isoformat(),
        "players": table.height,
        "counted": pool.counted,
        "not_counted": dict(pool.not_counted),
        "inputs": dict(inputs),
        "noted": pool.note(on),
    }
    with replacing_by_name(path) as new, replacing(receipt_of(path)) as file:  # both stay as they were if one cannot be written
        table.write_parquet(new)
        write_state({**receipt, "state": file_digest(str(new)).hex()}, file)


def load_state(path: str | Path, rulebook: Rulebook) -> State:
    """A state from its file: Parquet with a receipt, or the JSON that the reference saves.

    Errors: Refused `carried-unreadable`, `carried-other-rules`, `carried-changed-rules`.
    """
    if not is_frame_file(path):
        return of_carried(read_state(path), rulebook)
    receipt = read_receipt(receipt_of(path))
    try:
        if receipt["state"] != file_digest(str(path)).hex():
            raise Refused("carried-unreadable", Place(str(path)), why=OTHER_STATE)
        same_rules(receipt, rulebook)
        if receipt["versions"] != versions_hash(rulebook):
            raise Refused("carried-changed-rules", Place(str(path)), rulebook=rulebook.spec, bareme=receipt["bareme"])
        return State(date.fromisoformat(receipt["on"]), receipt, pl.read_parquet(path))
    except OSError as error:
        raise Refused("carried-unreadable", Place(str(path)), why=in_words(error)) from None
    except (*NO_STATE, pl.exceptions.PolarsError):
        raise Refused("carried-unreadable", Place(str(path)), why=NOT_SAVED) from None


def read_receipt(path: Path) -> Mapping[str, Any]:
    """What a receipt says, unchanged since it was written.

    Errors: Refused `carried-unreadable`.
    """
    receipt: Mapping[str, Any] = read_state(path, sealed=True)
    if not isinstance(receipt.get("inputs"), dict):  # sealed, but a state of the reference
        raise Refused("carried-unreadable", Place(str(path)), why=NOT_SAVED)
    return receipt


def of_carried(carried: Mapping[str, Any], rulebook: Rulebook) -> State:
    """A state as the reference's `carry` gives it.

    Errors: Refused `carried-unreadable`, `carried-other-rules`.
    """
    try:
        same_rules(carried, rulebook)
        if not hasattr(carried["state"], "items"):
            raise TypeError("its state is no table of players")
        return State(date.fromisoformat(carried["on"]), {}, carried=carried)
    except NO_STATE:
        raise Refused("carried-unreadable", why=NOT_SAVED) from None


def receipt_of(path: str | Path) -> Path:
    """Where the receipt of a state lies."""
    return Path(path).with_suffix(".json")


def versions_hash(rulebook: Rulebook) -> str:
    """A hash of what a rulebook says: its versions and formulas."""
    folder = resources.files("bareme.rulebooks").joinpath(rulebook.name)
    digest = hashlib.sha256()
    files = [folder.joinpath("rules.py"), *sorted(folder.joinpath("versions").iterdir(), key=lambda file: file.name)]
    for file in files:
        if file.is_file():
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def input_hashes(files: Iterable[str]) -> dict[str, str]:
    """A hash of the content of each file."""
    return {file: file_digest(file).hex() for file in files if file != "-" and Path(file).is_file()}
