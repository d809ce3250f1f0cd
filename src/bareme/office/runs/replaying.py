"""A pool's replay worked out, before anything of it is written: from the last checkpoint that stands, else from zero."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any

from bareme.findings import Refused
from bareme.lists import Row, ranked
from bareme.office.audit.models import Act
from bareme.office.database import reading
from bareme.office.people.accounts import Accounts
from bareme.office.pools.models import Pool
from bareme.office.pools.service import rules_of
from bareme.office.runs import checkpoints
from bareme.office.runs.chain import Chain
from bareme.office.runs.checkpoints import Halt, Store
from bareme.office.runs.fold import Fold, Plain, Start
from bareme.office.runs.lines import Lines
from bareme.office.runs.models import Checkpoint, Run
from bareme.office.runs.rules import engine, rules_sha256
from bareme.office.runs.touched import touched_events
from bareme.office.runs.window import ONE_DAY, Known, Window
from bareme.office.tables import canonical
from bareme.readers.files import collector_at_rest
from bareme.replay import Fact, open_book
from bareme.rulebooks.base import Rulebook, open_rulebook
from bareme.rulebooks.book import Standing

Told = Callable[[str, int, int], None]  # phase, done, of how many


@dataclass
class Basis:
    """What a replay starts from, read at one moment of the ledger."""

    pool: Pool
    rulebook: Rulebook
    on: date
    upto: int  # the last act it knows
    window: Window
    known: Known
    store: Store
    checkpoint: Checkpoint | None
    state: bytes
    facts: list[Fact]
    later: bool  # there are facts after `on`

    @property
    def start(self) -> Start | None:
        """The checkpoint as the fold takes it."""
        c = self.checkpoint
        return Start(c.on, self.state, c.facts, c.facts_sha256) if c else None


def basis(
    pool: Pool,
    on: date,
    *,
    upto: int | None = None,
    from_zero: bool = False,
    draft: bool = False,
    like: Basis | None = None,
    differs: Sequence[int] | None = None,
    only: Sequence[int] | None = None,
    rules: tuple[str, Mapping[str, Any]] | None = None,
) -> Basis:
    """Read what a replay of a pool up to the end of `on` needs.

    `upto`: as it was known when that act was recorded. `draft`: with the rows of an act that is not recorded yet.
    `like`: from the same checkpoint as another basis, of more facts; `differs`: the events in which alone they may differ.
    `only`: of games and places, those of these events.
    `rules`: under another rulebook and house rules than the pool's present ones.
    Errors: Refused `nothing-to-rate`, those of `open_rulebook`.
    """
    with collector_at_rest(), reading():
        rulebook = open_rulebook(*rules) if rules else rules_of(pool)
        known_upto = upto if upto is not None else (Act.objects.order_by("-pk").values_list("pk", flat=True).first() or 0)
        window = Window(pool, None if draft else known_upto)
        if like and differs is not None:
            window.like = (like.window, differs)
        known = window.known(on)
        store = Store(pool, rulebook, rules_sha256(rulebook.name), engine(), window.upto)
        checkpoint = like.checkpoint if like else None if from_zero else store.latest(on, known.sha256)
        facts = window.dated(checkpoint.on if checkpoint else None, on, only)
        if only is None and not (facts or checkpoint or known.players or Run.objects.filter(pool=pool).exists()):
            raise Refused("nothing-to-rate")  # a pool whose facts are all void has an empty list, though
        state = checkpoints.state_of(checkpoint) if checkpoint else b""
        later = window.later(on)
        accounts: Accounts = window.accounts
        _ = accounts.numbers, window.labels  # read now, used after this moment
    return Basis(pool, rulebook, on, known_upto, window, known, store, checkpoint, state, facts, later)


@dataclass
class Draft:
    """Facts as they are with an act that will be taken back. `events`: those that it touches, where they alone were read."""

    act: int
    after: Basis
    events: list[int] | None

    def sides(self) -> tuple[Basis | None, Basis]:
        """The facts without the act (None if there are none to rate) and with it, from the same checkpoint; when it is taken
        back, so that nobody waits for what is read here.
        """
        before = self._before()
        if before is not None and self.events is not None:
            self.after.facts = self.after.window.replaced(before.facts, self.after.facts, self.events)
        return before, self.after

    def _before(self) -> Basis | None:
        after = self.after
        try:
            return basis(after.pool, after.on, upto=self.act - 1, like=after, differs=self.events)
        except Refused as refused:
            if refused.finding.code != "nothing-to-rate":
                raise
            return None


def draft(pool: Pool, on: date | None, act: int) -> Draft:
    """Within the act number `act`, which will be taken back. `on`: by default the day of the list of the last fact."""
    day, events = on or list_day(pool), touched_events(pool, act)
    return Draft(act, basis(pool, day, draft=True, only=events), events)


def list_day(pool: Pool) -> date:
    """The day of the list in which the pool's last fact counts; today where there is none."""
    window = Window(pool)
    last = window.last_day()
    if last is None:
        return now().date()
    book, known = open_book(rules_of(pool)), window.known(last)
    book.prepare(known.players, known.events)
    return max(last, book.default_on(last))


@dataclass
class Replayed:
    """What a replay gave."""

    basis: Basis
    fold: Fold
    standings: list[Standing]
    started_at: datetime
    lines: Lines | None = None
    same: Checkpoint | None = None  # up to here the journal is that of an earlier run
    halts: list[Halt] = field(default_factory=list)
    wanted: list[date] = field(default_factory=list)

    @property
    def rows(self) -> list[Row]:
        """The list of the day."""
        return ranked(self.standings)

    @property
    def counted(self) -> int:
        """Facts that counted."""
        return self.fold.book.counted

    @property
    def not_counted(self) -> dict[str, int]:
        """Facts that did not, by reason."""
        return dict(sorted(self.fold.book.not_counted.items()))

    @property
    def findings(self) -> list[Plain]:
        """What was found on the way."""
        return self.fold.findings

    @property
    def standings_sha256(self) -> str:
        """The hash of the list of the day."""
        return standings_hash(self.rows)


def now() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


def standings_hash(rows: Sequence[Row]) -> str:
    """The hash of a list: rank and all that a standing holds."""
    whole = sha256()
    for row in rows:
        whole.update(canonical(standing_values(row)).encode("utf-8", "surrogatepass"))
        whole.update(b"\n")
    return whole.hexdigest()


def standing_values(row: Row) -> list[Any]:
    """A row of a list as plain values."""
    s = row.standing
    order = None if s.order is None else [float(value) for value in s.order]
    numbers = [None if value is None else float(value) for value in (s.rating, s.elo, s.experience)]
    return [row.rank, s.player, *numbers, s.games, order, s.level, list(s.states), dict(s.published), dict(s.more)]


def replayed(basis: Basis, *, told: Told | None = None, alive: Callable[[], None] | None = None) -> Replayed:
    """Work out a run: standings, journal, checkpoints on the way. `alive` is called now and then."""
    chain = Chain(basis.checkpoint.journal_sha256, basis.checkpoint.lines) if basis.checkpoint else Chain()
    lines = Lines(basis.window.accounts.numbers, {label: pk for pk, label in basis.window.labels.items()}, chain)
    try:
        with collector_at_rest():
            return _replayed(basis, lines, told, alive)
    except BaseException:
        lines.close()
        raise


def _replayed(basis: Basis, lines: Lines, told: Told | None, alive: Callable[[], None] | None) -> Replayed:
    fold = Fold(basis.rulebook, basis.known, basis.start, lines)
    made = Replayed(basis, fold, [], now(), lines, basis.checkpoint)
    oldest = min((checkpoint.on for checkpoint in basis.store.every), default=basis.on)
    made.wanted = checkpoints.days(basis.pool, fold.book, min(oldest, basis.on) - ONE_DAY, basis.on)

    def progress(done: int, total: int) -> None:
        if told:
            told("replay", done, total)
        if alive:
            alive()

    fold.run(basis.facts, _stops(basis, fold), lambda day: _halt(made, day), progress)
    made.standings = fold.finish(basis.on)
    return made


def lists_of(basis: Basis, days: Sequence[date] = (), told: Told | None = None) -> dict[date, list[Standing]]:
    """The standings of the basis's day, and of other days before it, only to look at: no journal, no checkpoints."""
    seen: dict[date, list[Standing]] = {}
    with collector_at_rest():
        fold = Fold(basis.rulebook, basis.known, basis.start, None, hashed=False)
        first = basis.start.day if basis.start else date.min
        stops = sorted({basis.on, *(day for day in days if first <= day < basis.on)})

        def visit(day: date) -> None:
            if day != basis.on:
                seen[day] = fold.book.standings(day)

        fold.run(basis.facts, stops, visit, (lambda done, total: told("replay", done, total)) if told else None)
        seen[basis.on] = fold.finish(basis.on)
    return seen


def _stops(basis: Basis, fold: Fold) -> list[date]:
    if not basis.facts:
        return [basis.on]
    after = basis.checkpoint.on if basis.checkpoint else basis.facts[0].date
    return checkpoints.days(basis.pool, fold.book, after, basis.on)


def _halt(made: Replayed, day: date) -> None:
    """Keep the book as it is at the end of this day; leave out the lines that an earlier run wrote alike."""
    fold, lines = made.fold, made.lines
    if lines is None or not (made.basis.facts or made.basis.checkpoint):
        return
    state = checkpoints.written(fold.book, fold.counted_findings)
    chains = (fold.chain.count, fold.chain.value, lines.chain.count, lines.chain.value)
    same = made.basis.store.same(day, *chains[2:])
    if same is not None:
        made.same = same
        lines.forget()
    made.halts.append(Halt(day, state, *chains))


@contextmanager
def spooled(made: Replayed) -> Iterator[Replayed]:
    """The replay, as long as its lines are needed."""
    try:
        yield made
    finally:
        if made.lines:
            made.lines.close()
