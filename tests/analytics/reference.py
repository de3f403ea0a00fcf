"""Three statistics in slow and plain Python: the fast ones are compared with them."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import NamedTuple

Line = tuple[str, ...]


class Played(NamedTuple):
    """A finished game: its winners, and the decisions on its main line."""

    seats: int
    won: tuple[int, ...]
    decided: list[tuple[int, str]]
    """(seat, type) of each decision; the first is the set-up's."""

    def share(self, seat: int) -> Fraction:
        return Fraction(1, len(self.won)) if seat in self.won else Fraction(0)


def win_rate_by_seat(games: list[Played]) -> dict[tuple[int, int], tuple[int, Fraction]]:
    """For each number of seats and seat: games and won shares."""
    n: Counter[tuple[int, int]] = Counter()
    wins: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for game in games:
        for seat in range(1, game.seats + 1):
            n[game.seats, seat] += 1
            wins[game.seats, seat] += game.share(seat)
    return {key: (n[key], wins[key]) for key in n}


class ShareOfType(NamedTuple):
    """How often a type of decision occurs in a third of the games."""

    games: int
    decisions: int
    """All decisions in this third, of any type."""
    found: int
    winners: Fraction | None
    losers: Fraction | None
    variance: Fraction | None
    """The variance of the winners' share less the losers'."""


def action_mix(games: list[Played]) -> dict[tuple[str, str], ShareOfType]:
    """For each third and type: how often it occurs, in how many games, and by whom."""
    found: defaultdict[tuple[str, str], dict[int, Counter[bool]]] = defaultdict(dict)
    whole: defaultdict[str, dict[int, Counter[bool]]] = defaultdict(dict)
    for number, game in enumerate(games):
        for decided, (seat, kind) in enumerate(game.decided):
            third = str(1 + decided * 3 // len(game.decided))
            for counts in (found[third, kind], whole[third]):
                counts.setdefault(number, Counter())[seat in game.won] += 1
    return {key: _share_of_type(of_type, whole[key[0]]) for key, of_type in found.items()}


def _share_of_type(of_type: dict[int, Counter[bool]], whole: dict[int, Counter[bool]]) -> ShareOfType:
    """Each game with winners and losers gives one difference; means and variance are over these."""
    both = [number for number, game in whole.items() if game[True] and game[False]]

    def shares(won: bool) -> list[Fraction]:
        return [Fraction(of_type.get(number, Counter())[won], whole[number][won]) for number in both]

    def mean(values: list[Fraction]) -> Fraction | None:
        return sum(values, Fraction(0)) / len(values) if values else None

    apart = [won - lost for won, lost in zip(shares(True), shares(False), strict=True)]
    variance, middle = None, mean(apart)
    if middle is not None and len(both) > 1:
        squares = sum(((difference - middle) ** 2 for difference in apart), Fraction(0))
        variance = squares / (len(both) * (len(both) - 1))
    decisions, count = (sum(game.total() for game in counts.values()) for counts in (whole, of_type))
    return ShareOfType(len(whole), decisions, count, mean(shares(True)), mean(shares(False)), variance)


def opening_tree(games: list[Played], depth: int) -> dict[Line, tuple[int, int, Fraction]]:
    """For each opening: games, seats of those games, and won shares."""
    seen: defaultdict[Line, set[int]] = defaultdict(set)
    n: Counter[Line] = Counter()
    wins: defaultdict[Line, Fraction] = defaultdict(Fraction)
    for number, game in enumerate(games):
        for seat in range(1, game.seats + 1):
            line = tuple(kind for who, kind in game.decided[1:] if who == seat)[:depth]
            for length in range(len(line) + 1 if line else 0):
                seen[line[:length]].add(number)
                n[line[:length]] += 1
                wins[line[:length]] += game.share(seat)
    return {line: (len(seen[line]), n[line], wins[line]) for line in n}
