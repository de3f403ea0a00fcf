"""Benchmarks of python-chess, with which rules and pictures are compared. This module needs the package."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import chess
import chess.svg

if TYPE_CHECKING:
    from collections.abc import Callable

PLIES = 150


def games(count: int) -> list[list[chess.Move]]:
    """Random games, cut off at 150 plies."""
    found = []
    for seed in range(count):
        rng, board = Random(seed), chess.Board()
        moves: list[chess.Move] = []
        while len(moves) < PLIES and (legal := list(board.legal_moves)):
            moves.append(rng.choice(legal))
            board.push(moves[-1])
        found.append(moves)
    return found


def push(count: int) -> Callable[[], float]:
    """Push the known moves of so many games; returns moves a second."""
    played = games(count)

    def side() -> float:
        moves, begin = 0, perf_counter()
        for game in played:
            board = chess.Board()
            for move in game:
                board.push(move)
            moves += len(game)
        return moves / (perf_counter() - begin)

    return side


def push_uci(count: int) -> Callable[[], float]:
    """Parse, check and push the moves of so many games from their text; returns moves a second."""
    played = [[move.uci() for move in game] for game in games(count)]

    def side() -> float:
        moves, begin = 0, perf_counter()
        for game in played:
            board = chess.Board()
            for text in game:
                board.push_uci(text)
            moves += len(game)
        return moves / (perf_counter() - begin)

    return side


def playout(count: int) -> Callable[[], float]:
    """Play so many games at random, each move from a list of all legal ones; returns moves a second."""

    def side() -> float:
        moves, begin = 0, perf_counter()
        for seed in range(count):
            rng, board = Random(seed), chess.Board()
            for _ in range(PLIES):
                if not (legal := list(board.legal_moves)):
                    break
                board.push(rng.choice(legal))
                moves += 1
        return moves / (perf_counter() - begin)

    return side


def pictures(count: int) -> Callable[[], float]:
    """Draw so many positions of random games, each with its last move; returns pictures a second."""
    rng, positions = Random(1), []
    for moves in games(count):
        board = chess.Board()
        for move in moves[: rng.randrange(2, len(moves))]:
            board.push(move)
        positions.append((board, board.peek()))

    def side() -> float:
        begin = perf_counter()
        for board, move in positions:
            chess.svg.board(board, lastmove=move)
        return len(positions) / (perf_counter() - begin)

    return side
