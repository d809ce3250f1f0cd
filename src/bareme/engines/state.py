"""The state of a pool on disk: a Parquet file of players, and beside it a receipt (JSON) that says of what it is the state.

A state goes on where it stopped: what a later day costs is the day. A receipt names the rulebook with a hash of its
version files, the house rules, the day, what was counted, and every file that went in, by a hash of its content.
"""

from __future__ import annotations

import hashlib
import json
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
from bareme.facts import Player
from bareme.findings import Refused
from bareme.replay import people_of
from bareme.rulebooks.base import Rulebook, open_rulebook
from bareme.writers.files import replacing

Array: TypeAlias = "np.ndarray[Any, Any]"

PEOPLE = ("player", "name", "number")


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
        except (KeyError, TypeError, ValueError, AttributeError, pl.exceptions.PolarsError) as error:
            raise Refused("carried-unreadable", why=repr(error)) from None
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
    new = path.with_name(f".{path.name}.new")
    try:
        table.write_parquet(new)
        new.replace(path)
    except OSError as error:
        raise Refused("cannot-write", file=path, why=error.strerror or str(error)) from None
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
        "state": file_digest(str(path)).hex(),
    }
    with replacing(receipt_of(path)) as file:
        json.dump(receipt, file, ensure_ascii=False, indent=2)
        file.write("\n")


def load_state(path: str | Path, rulebook: Rulebook) -> State:
    """A state from its file: Parquet with a receipt, or the JSON that the reference saves.

    Errors: Refused `carried-unreadable`, `carried-other-rules`, `carried-changed-rules`.
    """
    try:
        if not is_frame_file(path):
            return of_carried(json.loads(Path(path).read_text(encoding="utf-8")), rulebook)
        receipt = json.loads(receipt_of(path).read_text(encoding="utf-8"))
        if receipt["state"] != file_digest(str(path)).hex():
            raise Refused("carried-unreadable", why="the receipt beside it belongs to another state")
        _same_rules(receipt, rulebook)
        if receipt["versions"] != versions_hash(rulebook):
            raise Refused("carried-changed-rules", rulebook=rulebook.spec, bareme=receipt["bareme"])
        return State(date.fromisoformat(receipt["on"]), receipt, pl.read_parquet(path))
    except (OSError, KeyError, TypeError, ValueError, AttributeError, pl.exceptions.PolarsError) as error:
        raise Refused("carried-unreadable", why=str(error)) from None


def of_carried(carried: Mapping[str, Any], rulebook: Rulebook) -> State:
    """A state as the reference's `carry` gives it.

    Errors: Refused `carried-unreadable`, `carried-other-rules`.
    """
    try:
        _same_rules(carried, rulebook)
        if not hasattr(carried["state"], "items"):
            raise TypeError("its state is no table of players")
        return State(date.fromisoformat(carried["on"]), {}, carried=carried)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused("carried-unreadable", why=repr(error)) from None


def _same_rules(carried: Mapping[str, Any], rulebook: Rulebook) -> None:
    spec, overrides = carried["rulebook"], carried["overrides"]
    if spec != rulebook.spec or open_rulebook(spec, overrides).overrides != rulebook.overrides:
        raise Refused("carried-other-rules", rulebook=spec, overrides=overrides)


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
