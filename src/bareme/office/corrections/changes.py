"""Corrections as data: what is to become of which facts; and how they are written, in an act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Max, Q

from bareme.findings import Refused
from bareme.office.audit.trail import Work
from bareme.office.corrections.fields import FIELDS, IN_EVENTS, MODELS, columns_of, event_of
from bareme.office.corrections.merges import merge, split
from bareme.office.ledger.models import Adjustment, EventDetail
from bareme.office.people.accounts import Accounts
from bareme.office.pools.models import Pool

DOINGS = ("set", "swap", "void", "restore")
_CHAIN = ("id", "act_id", "file_id", "line", "column", "supersedes_id", "root", "void")
FIRST_YEAR = 1800


@dataclass(frozen=True)
class Change:
    """A correction as it is asked for and kept. `pool` is None where members are meant.

    `kind`: game, bye, placement, adjustment, listing, event: facts by their numbers; decision: a new adjustment;
    merge, split: members by code. `do`: one of DOINGS, for facts. `said`: fields as texts.
    """

    kind: str
    pool: Pool | None
    facts: tuple[int, ...] = ()
    do: str = "set"
    said: Mapping[str, str] = field(default_factory=dict)

    def kept(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return {"facts": list(self.facts), "do": self.do, "said": dict(self.said)}

    @classmethod
    def read(cls, kind: str, pool: Pool | None, kept: Mapping[str, Any]) -> Change:
        """The inverse of `kept`."""
        return cls(kind, pool, tuple(kept["facts"]), kept["do"], kept["said"])


@dataclass
class Written:
    """What a change wrote: for the diary, the fields of each fact before and after; the rows it took the place of."""

    about: str
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    rows: dict[str, int | None] = field(default_factory=dict)


def write(work: Work, change: Change) -> Written:
    """Write a change's facts within an act.

    Errors: Refused `no-such-fact`, `fact-is-void`, `fact-is-not-void`, `correction-changes-nothing`, `unknown-field`,
    `member-meets-himself`, `date-impossible`, those of `merge` and `split`, and those of values.
    """
    if change.kind == "merge":
        code, into = change.said["member"], change.said["into"]
        about, row = merge(work, code, into)
        return Written(about, {}, {"merged": into}, {f"merge {code}": row})
    if change.kind == "split":
        about, row = split(work, change.said["member"])
        return Written(about, {"merged": True}, {"merged": False}, {f"merge {change.said['member']}": row})
    if change.pool is None:
        raise TypeError(f"a correction of kind {change.kind} belongs to a pool")
    if change.kind == "decision":
        return _decision(work, change, change.pool)
    return _facts(work, change, change.pool)


# -- a new decision


def _decision(work: Work, change: Change, pool: Pool) -> Written:
    values = columns_of("adjustment", change.said, pool)
    for name, column in (("player", "player_id"), ("date", "date"), ("kind", "kind")):
        if column not in values:
            raise Refused("decision-lacks", name=name, allowed=list(FIELDS["adjustment"]))
    _possible(values["date"])
    values["sequence"] = (Adjustment.objects.filter(pool=pool).aggregate(last=Max("sequence"))["last"] or 0) + 1
    pk = work.add(Adjustment, pool_id=pool.pk, **values)
    accounts = Accounts()
    code, name = accounts.members[values["player_id"]]
    shown = _shown(accounts, values)
    return Written(f"{shown['kind']} {name} ({code})", {}, shown, {f"adjustment {pk}": None})


# -- facts there are


def _facts(work: Work, change: Change, pool: Pool) -> Written:
    accounts, written = Accounts(), Written("")
    values = columns_of(change.kind, change.said, pool)
    olds = [current_row(change.kind, pool, number) for number in change.facts]
    if not olds:
        raise Refused("no-such-fact", kind=change.kind, value="-", pool=pool.slug)
    for old in olds:
        name = f"{change.kind} {old.root or old.pk}"
        new = _changed(change, old, values)
        _sound(change.kind, new, accounts)
        changed = [key for key in new if key not in _CHAIN and new[key] != getattr(old, key)]
        if not changed and change.do in ("set", "swap"):
            continue
        work.add(MODELS[change.kind], **new)
        written.rows[name] = old.pk
        for side, row in ((written.before, vars(old)), (written.after, new)):
            keys = [*changed, *(["void"] if change.do in ("void", "restore") else [])]
            side.update({f"{name} {key}": value for key, value in _shown(accounts, {key: row[key] for key in keys}).items()})
    if not written.rows:
        raise Refused("correction-changes-nothing", kind=change.kind, value=list(change.facts))
    written.about = _about(change, olds)
    return written


def current_row(kind: str, pool: Pool, number: int) -> Any:
    """The row that stands last in a fact's chain, void or not; `number` is that of any row of the chain.

    Errors: Refused `no-such-fact`.
    """
    model = MODELS[kind]
    query = model.objects.filter(event__pool=pool) if kind == "event" else model.objects.filter(pool=pool)
    first = query.filter(pk=number).first()
    if first is None:
        raise Refused("no-such-fact", kind=kind, value=number, pool=pool.slug)
    root = first.root or first.pk
    return query.filter(Q(pk=root) | Q(root=root)).order_by("-pk").first()


def detail_of(pool: Pool, label: str) -> int:
    """The number of what is known of an event."""
    event = event_of(pool, label)
    first: int = EventDetail.objects.filter(event=event).order_by("pk").values_list("pk", flat=True)[0]
    return first


def _changed(change: Change, old: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """All columns of the row that takes the old one's place."""
    if change.do == "restore":
        if not old.void:
            raise Refused("fact-is-not-void", kind=change.kind, value=old.root or old.pk)
    elif old.void:
        raise Refused("fact-is-void", kind=change.kind, value=old.root or old.pk)
    new = {f.attname: getattr(old, f.attname) for f in old._meta.concrete_fields if f.attname not in ("id", "act_id")}
    new |= {"file_id": None, "line": 0, "column": "", "supersedes_id": old.pk, "root": old.root or old.pk}
    new["void"] = change.do == "void"
    if change.do == "swap":
        new["score_a"] = 1.0 - old.score_a
    new |= values
    if "length" in values and values["length"] is not None and "format" in new and "format" not in values:
        new["format"] = None
    if "format" in values and values["format"] is not None and "length" not in values:
        new["length"] = None
    if change.kind == "game" and values.get("rated") is False and not new["why"]:
        new["why"] = "declared-unrated"
    return new


def _sound(kind: str, new: Mapping[str, Any], accounts: Accounts) -> None:
    for name in ("date", "start", "end", "reported"):
        _possible(new.get(name))
    if kind == "event" and new["start"] and new["end"] and new["end"] < new["start"]:
        raise Refused("event-ends-before", start=new["start"], end=new["end"])
    if kind == "game":
        a, b = accounts.codes[new["player_a_id"]], accounts.codes[new["player_b_id"]]
        if a == b and not new["void"]:
            raise Refused("member-meets-himself", value=a)
        if new["length"] is not None and new["format"] is not None:
            raise Refused("length-and-format", length=new["length"], format=new["format"])


def _possible(day: date | None) -> None:
    if day is not None and not FIRST_YEAR <= day.year <= date.max.year - 1000:
        raise Refused("date-impossible", value=day)


def _shown(accounts: Accounts, values: Mapping[str, Any]) -> dict[str, Any]:
    """Columns as the diary shows them: members by code."""
    found = {}
    for column, value in values.items():
        if column.startswith("player"):
            found[column.removesuffix("_id")] = accounts.members[value][0]
        elif column != "sequence":
            found[column.removesuffix("_id")] = value
    return found


def _about(change: Change, olds: Sequence[Any]) -> str:
    """The facts in the diary's words: the event, else their numbers."""
    numbers = ", ".join(str(old.root or old.pk) for old in olds[:10]) + (", ..." if len(olds) > 10 else "")
    if change.kind == "event":
        return str(olds[0].event.label)
    events = {old.event.label for old in olds if old.event_id} if change.kind in IN_EVENTS else set()
    return f"{change.kind} {numbers}" + (f" ({', '.join(sorted(events))})" if len(events) == 1 else "")
