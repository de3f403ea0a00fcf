"""The three statistics again, as slow and plain as can be: the fast ones are compared with these."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import NamedTuple

Line = tuple[str, ...]


class Played(NamedTuple):
    """A finished game: its winners, and what was decided on the line that counts."""

    seats: int
    won: tuple[int, ...]
    decided: list[tuple[int, str]]
    """(seat, type) of each decision; the first is the set-up's."""

    def share(self, seat: int) -> Fraction:
        return Fraction(1, len(self.won)) if seat in self.won else Fraction(0)


def win_rate_by_seat(games: list[Played]) -> dict[tuple[int, int], tuple[int, Fraction]]:
    """(number of seats, seat) -> (games, won shares)."""
    n: Counter[tuple[int, int]] = Counter()
    wins: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for game in games:
        for seat in range(1, game.seats + 1):
            n[game.seats, seat] += 1
            wins[game.seats, seat] += game.share(seat)
    return {key: (n[key], wins[key]) for key in n}


def action_mix(games: list[Played]) -> dict[tuple[str, str], tuple[int, int, Fraction | None, Fraction | None]]:
    """(third, type) -> (decisions of the third, decisions of the type, winners' share, losers' share)."""
    whole: Counter[tuple[str, bool]] = Counter()
    typed: Counter[tuple[str, str, bool]] = Counter()
    for game in games:
        for number, (seat, kind) in enumerate(game.decided):
            third = str(1 + number * 3 // len(game.decided))
            whole[third, seat in game.won] += 1
            typed[third, kind, seat in game.won] += 1

    def share(third: str, kind: str, won: bool) -> Fraction | None:
        return Fraction(typed[third, kind, won], whole[third, won]) if whole[third, won] else None

    return {
        (third, kind): (
            whole[third, True] + whole[third, False],
            typed[third, kind, True] + typed[third, kind, False],
            share(third, kind, True),
            share(third, kind, False),
        )
        for third, kind, _ in list(typed)
    }


def opening_tree(games: list[Played], depth: int) -> dict[Line, tuple[int, Fraction]]:
    """Opening -> (seats' games, won shares)."""
    n: Counter[Line] = Counter()
    wins: defaultdict[Line, Fraction] = defaultdict(Fraction)
    for game in games:
        for seat in range(1, game.seats + 1):
            line = tuple(kind for who, kind in game.decided[1:] if who == seat)[:depth]
            for length in range(len(line) + 1 if line else 0):
                n[line[:length]] += 1
                wins[line[:length]] += game.share(seat)
    return {line: (n[line], wins[line]) for line in n}
