"""A history gone through under many settings at once: in compiled loops on all cores, or by the reference in processes."""

from __future__ import annotations

import os
import pickle
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np

from bareme.api import read_parts
from bareme.engines.cells import expanded
from bareme.engines.choosing import PACKAGES
from bareme.facts import Facts
from bareme.findings import Finding, Refused
from bareme.lab.foretold import foretold
from bareme.lab.scoring import log_loss
from bareme.lab.tuning_span import Span, span_of
from bareme.readers.gathering import Options
from bareme.rulebooks.base import Rulebook

Array: TypeAlias = "np.ndarray[Any, Any]"
Progress: TypeAlias = Callable[[int, int], None]
SOON = 4.0  # seconds of work that are done here rather than by processes that must start first
IN_BULK = ("elo", "ffbg", "fide")  # rulebooks that the engine `fast` goes through


class Trials(Protocol):
    """A history that can be gone through under any setting of a rulebook."""

    @property
    def span(self) -> Span:
        """Where each game, or pair of placements, is scored."""

    @property
    def compiled(self) -> bool:
        """Do its loops let other threads run? The reference does not."""

    @property
    def findings(self) -> Sequence[Finding]:
        """What was wrong in the sources."""

    def losses(self, rulebook: Rulebook) -> Array:
        """The sum of the log losses of each block; nats."""


@dataclass(frozen=True, slots=True)
class GameTrials:
    """Games by the reference. A game that a setting does not foretell, and the present rule does, costs it ln 2."""

    facts: Facts
    span: Span  # its `block` is by the game's number among all facts
    findings: Sequence[Finding] = ()
    compiled: ClassVar[bool] = False

    def losses(self, rulebook: Rulebook) -> Array:
        """One replay."""
        history = foretold(self.facts, rulebook, ())
        loss = np.full(len(self.span.block), np.log(2.0))
        loss[history.number] = log_loss(history.expected, history.score)
        blocks = self.span.blocks
        return np.bincount(self.span.block, loss, minlength=blocks + 1)[:blocks]


def trials_of(
    source: Facts | Sequence[str | Path],
    rulebook: Rulebook,
    options: Options,
    warm_up: float | date,
    until: date | None,
    progress: Progress | None = None,
) -> Trials:
    """The history laid out for one rulebook: by its compiled loops where it has them.

    Errors: Refused `tune-few-games`, and those of reading.
    """
    if rulebook.kind == "placements":
        from bareme.lab.tuning_places import place_trials

        return place_trials(*read(source, options), rulebook, warm_up, until)

    if rulebook.name in IN_BULK and all(map(find_spec, PACKAGES)):
        from bareme.engines.games import UnfitError
        from bareme.lab.tuning_course import course_of

        try:
            return course_of(source, rulebook, options, warm_up, until, progress)
        except UnfitError:  # facts with numbers that no file could give
            pass
    facts, findings = read(source, options)
    history = foretold(facts, rulebook, ())
    day = np.full(len(facts.games), np.datetime64("NaT", "D"))
    counted = np.zeros(len(facts.games), bool)
    day[history.number], counted[history.number] = history.day, True
    return GameTrials(facts, span_of(day, counted, warm_up, until), findings)


def read(source: Facts | Sequence[str | Path], options: Options) -> tuple[Facts, Sequence[Finding]]:
    """The facts in a source, and what was found in reading it.

    Errors: Refused, with the first error, where nothing at all could be read.
    """
    if isinstance(source, Facts):
        return source, ()
    reading = read_parts([part for path in source for part in expanded(str(path))], options)
    errors = [finding for finding in reading.findings if finding.severity == "error"]
    if errors and not reading.facts:
        raise Refused(errors[0].code, errors[0].place, **errors[0].details)
    return reading.facts, reading.findings


# -- many settings


def all_losses(trials: Trials, rulebooks: Sequence[Rulebook], progress: Progress | None = None) -> Array:
    """The losses of each rulebook: (rulebooks, blocks)."""
    found: list[Array] = []

    def take(results: Iterable[Array]) -> None:
        for losses in results:
            found.append(losses)
            if progress:
                progress(len(found), len(rulebooks))

    begun = time.perf_counter()
    take(map(trials.losses, rulebooks[:1]))
    rest = rulebooks[1:]
    left = len(rest) * (time.perf_counter() - begun)
    if left < (SOON / 40 if trials.compiled else SOON) or cores() == 1:
        take(map(trials.losses, rest))
    elif trials.compiled:  # its loops let other threads run
        with ThreadPoolExecutor(cores()) as threads:
            take(threads.map(trials.losses, rest))
    else:
        with _handed_over(trials) as file, ProcessPoolExecutor(cores(), get_context("spawn"), _begin, (file,)) as processes:
            take(processes.map(_in_process, rest))
    return np.array(found)


@contextmanager
def _handed_over(trials: Trials) -> Iterator[str]:
    """A file with the trials for processes that begin afresh; what is large must not go through the pipe they begin with."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "trials"
        file.write_bytes(pickle.dumps(trials))
        yield str(file)


def cores() -> int:
    """How many there are for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_mine: list[Trials] = []  # of this process, for the work it is given


def _begin(file: str) -> None:
    _mine[:] = [pickle.loads(Path(file).read_bytes())]  # noqa: S301  # written by the process that started this one


def _in_process(rulebook: Rulebook) -> Array:
    return _mine[0].losses(rulebook)
