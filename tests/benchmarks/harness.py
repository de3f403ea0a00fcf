"""Interleaved rounds and the median of their ratios: the host drifts, so only ratios of one run count."""

from __future__ import annotations

import gc
import multiprocessing
import statistics
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from multiprocessing.connection import Connection


class Skipped(Exception):
    """What cannot be measured on this machine; the message says what it lacks."""


class Bench(Struct, frozen=True, kw_only=True):
    """One comparison. Each side does some work and returns how much it did in a second."""

    name: str
    unit: str
    against: str
    bar: float
    stretch: float
    floor: float = 0.0
    """Of a part of a median: what it may not fall below."""
    ours: Callable[[], float]
    theirs: Callable[[], float]
    rounds: int = 7
    notes: tuple[str, ...] = ()
    close: Callable[[], None] | None = None


class Measured(Struct, frozen=True):
    """A row of `bench.json`; a ratio above 1 means that ours is better."""

    name: str
    ours: float
    theirs: float
    against: str
    unit: str
    ratio: float
    rounds: int
    bar: float
    stretch: float
    floor: float = 0.0
    notes: tuple[str, ...] = ()


def measure(bench: Bench) -> Measured:
    """Run both sides in turns; the first round warms up and does not count."""
    ours: list[float] = []
    theirs: list[float] = []
    try:
        for _ in range(bench.rounds + 1):
            gc.collect()
            ours.append(bench.ours())
            gc.collect()
            theirs.append(bench.theirs())
    finally:
        if bench.close:
            bench.close()
    ratios = [a / b for a, b in zip(ours[1:], theirs[1:], strict=True)]
    return Measured(
        name=bench.name,
        ours=statistics.median(ours[1:]),
        theirs=statistics.median(theirs[1:]),
        against=bench.against,
        unit=bench.unit,
        ratio=statistics.median(ratios),
        rounds=bench.rounds,
        bar=bench.bar,
        stretch=bench.stretch,
        floor=bench.floor,
        notes=bench.notes,
    )


def median_of(name: str, parts: Iterable[Measured]) -> Measured:
    """Several rulesets' rows as one: the median of their ratios, each shown in the notes with what it falls below."""
    return _together(name, list(parts), statistics.median)


def worst_of(name: str, parts: Iterable[Measured]) -> Measured:
    """Several rulesets' rows as one: the smallest of their ratios, each shown in the notes."""
    return _together(name, list(parts), min)


def _together(name: str, rows: list[Measured], ratio: Callable[[list[float]], float]) -> Measured:
    return Measured(
        name=name,
        ours=statistics.median(row.ours for row in rows),
        theirs=statistics.median(row.theirs for row in rows),
        against=rows[0].against,
        unit=rows[0].unit,
        ratio=ratio([row.ratio for row in rows]),
        rounds=rows[0].rounds,
        bar=rows[0].bar,
        stretch=rows[0].stretch,
        notes=tuple(map(_part, rows)),
    )


def _part(row: Measured) -> str:
    below = f"below its floor of {row.floor:g}" if row.ratio < row.floor else ""
    return " ".join(filter(None, (f"{row.name}: {row.ratio:.2f}", below, *row.notes)))


class Apart:
    """A side in a process of its own, so that neither side pays for what the other has loaded."""

    def __init__(self, prepare: Callable[..., Callable[[], float]], *args: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there, prepare, args), daemon=True)
        self._process.start()

    def __call__(self) -> float:
        self._here.send(True)
        answer = self._here.recv()
        if isinstance(answer, str):
            raise RuntimeError(answer)
        return float(answer)

    def close(self) -> None:
        """End the process."""
        self._here.send(False)
        self._process.join(10)


def _serve(pipe: Connection, prepare: Callable[..., Callable[[], float]], args: tuple[Any, ...]) -> None:
    try:
        side = prepare(*args)
    except Exception as error:  # sent to the other process, which raises it
        pipe.recv()
        pipe.send(repr(error))
        return
    while pipe.recv():
        gc.collect()
        try:
            pipe.send(side())
        except Exception as error:
            pipe.send(repr(error))
