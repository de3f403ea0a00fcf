"""rules.decide, rules.playout and replay.fold: the rules, compared with python-chess."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rulesets.kit.bots import any_of
from rulesets.kit.chance import GivenChance, ServerChance
from rulesets.kit.structs import Start
from tests.benchmarks.games import MOST_MOVES, RULESETS, play, seats_of
from tests.benchmarks.harness import Bench, Measured, measure, median_of, needs

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.kit.ruleset import Ruleset
    from tests.benchmarks.games import Game

GAMES = 40
LEAST_DECIDED = 0.7
LEAST_PLAYED = 0.35
"""The smallest ratios that a single ruleset may have."""


@needs("chess")
def fold() -> Measured:
    """Folding known effects, compared with pushing known moves."""
    from tests.benchmarks import chess_peer

    peer = chess_peer.push(GAMES)
    return median_of("replay.fold", [measure(_fold(ruleset, peer)) for ruleset in RULESETS])


@needs("chess")
def decide() -> Measured:
    """Check, perform, apply and settle, compared with push_uci. Effects are counted, since a decision may have many."""
    from tests.benchmarks import chess_peer

    peer = chess_peer.push_uci(GAMES)
    return median_of("rules.decide", [measure(_decide(ruleset, peer)) for ruleset in RULESETS])


@needs("chess")
def playout() -> Measured:
    """Random games with a list of all legal actions for each decision, compared with random games of chess."""
    from tests.benchmarks import chess_peer

    peer = chess_peer.playout(GAMES)
    return median_of("rules.playout", [measure(_playout(ruleset, peer)) for ruleset in RULESETS])


def _games(ruleset: Ruleset[Any]) -> list[Game]:
    return [play(ruleset, seed) for seed in range(GAMES)]


def _fold(ruleset: Ruleset[Any], peer: Callable[[], float]) -> Bench:
    games = _games(ruleset)
    lists = [(game.empty_board, [game.start, *(move.effects for move in game.moves)]) for game in games]
    effects = sum(len(event) for _, events in lists for event in events)
    events = sum(len(found) for _, found in lists)

    def ours() -> float:
        begin = perf_counter()
        for board, found in lists:
            for event in found:
                for effect in event:
                    board = effect.apply(board)
        return effects / (perf_counter() - begin)

    return Bench(
        name=ruleset.name,
        unit="effects/s",
        against="python-chess pushing known moves",
        bar=3,
        stretch=5,
        ours=ours,
        theirs=peer,
        notes=(f"({effects / events:.2f} effects an event)",),
    )


def _decide(ruleset: Ruleset[Any], peer: Callable[[], float]) -> Bench:
    moves = [move for game in _games(ruleset) for move in game.moves]
    effects = sum(len(move.effects) for move in moves)

    def ours() -> float:
        begin = perf_counter()
        for move in moves:
            ruleset.decide(move.board, move.seat, move.action, GivenChance(move.outcomes))
        return effects / (perf_counter() - begin)

    return Bench(
        name=ruleset.name,
        unit="effects/s",
        against="python-chess push_uci",
        bar=1.5,
        stretch=3,
        floor=LEAST_DECIDED,
        ours=ours,
        theirs=peer,
        notes=(f"({effects / len(moves):.2f} effects a decision)",),
    )


def _playout(ruleset: Ruleset[Any], peer: Callable[[], float]) -> Bench:
    components = ruleset.starter_components

    def ours() -> float:
        moves, begin = 0, perf_counter()
        for seed in range(GAMES):
            moves += _play_counting(ruleset, components, seed, [])
        return moves / (perf_counter() - begin)

    counted: list[int] = []
    for seed in range(GAMES):
        _play_counting(ruleset, components, seed, counted)
    counted.sort()
    return Bench(
        name=ruleset.name,
        unit="moves/s",
        against="python-chess random playout",
        bar=1,
        stretch=2,
        floor=LEAST_PLAYED,
        ours=ours,
        theirs=peer,
        notes=(f"(list sizes p50 {_at(counted, 0.5)}, p90 {_at(counted, 0.9)}, max {counted[-1]})",),
    )


def _play_counting(ruleset: Ruleset[Any], components: Any, seed: int, sizes: list[int]) -> int:
    rng, key = Random(seed), Random(seed).randbytes(32)
    start = Start(seats_of(ruleset), components.hash, "server", "free")
    board, moves = ruleset.begin(start, components, ServerChance(key, b"start")).board, 0
    while moves < MOST_MOVES and (seats := ruleset.waiting_for(board)):
        seat = rng.choice(seats)
        legal = list(ruleset.legal_actions(board, seat))
        sizes.append(len(legal))
        board = ruleset.decide(board, seat, any_of(legal, rng), ServerChance(key, b"%d" % moves)).board
        moves += 1
    return moves


def _at(numbers: list[int], share: float) -> int:
    return numbers[int(share * (len(numbers) - 1))]
