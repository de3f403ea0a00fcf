"""The picture of a sheet in words: its title, its description and the line above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.phases import GameOver
from rulesets.kit.svg import legible
from rulesets.kit.words import joined
from rulesets.scoresheet.names import ENDINGS, number
from rulesets.scoresheet.phases import FinalScoring
from rulesets.scoresheet.standing import standing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.kit.phases import Seat
    from rulesets.scoresheet.board import Board


def title(board: Board, version: int) -> str:
    """The game and the moment."""
    return f"{legible(board.components.sheet.name)}, round {board.round}, version {version}"


def description(board: Board, names: Mapping[Seat, str]) -> str:
    """Who has how much, and what happens now."""
    sheet = board.components.sheet
    if sheet.scoring == "win":
        won = joined(names[seat] for seat, place in enumerate(board.places, 1) if place.won)
        scores = f"Won: {won or 'nobody yet'}"
    else:
        scores = "; ".join(f"{names[seat]} {number(score)}" for seat, score in standing(board))
    return f"{scores}. {_situation(board, names)}"


def _situation(board: Board, names: Mapping[Seat, str]) -> str:
    pending = board.pending
    if isinstance(pending, GameOver):
        if pending.winners:
            return f"{joined(names[seat] for seat in pending.winners)} won."
        return f"The game is over: {ENDINGS.get(pending.reason, pending.reason)}."
    if board.components.sheet.turn_order and not isinstance(pending, FinalScoring):
        return f"It is the turn of {names[board.seat]}."
    return f"{pending.brief}."


def headline(board: Board) -> str:
    """Which round it is, of how many, and what else was agreed."""
    rounds, pending = board.components.sheet.rounds, board.pending
    if isinstance(pending, GameOver):
        parts = ["Game over"]
    elif isinstance(pending, FinalScoring):
        parts = ["Final scoring"]
    else:
        of = f" of {rounds.number}" if rounds.number else ""
        parts = [f"Round {board.round}{of}" if rounds.number != 1 else "Scoring"]
    if rounds.target:
        parts.append(f"to {number(rounds.target)}")
    if board.difficulty:
        parts.append(board.components.difficulty[board.difficulty].name)
    if board.components.sheet.scoring == "lowest":
        parts.append("lowest wins")
    if board.components.sheet.scoring == "noted":
        parts.append("winners are noted")
    return " \u00b7 ".join(parts)


def playing_as(board: Board, seat: Seat) -> str:
    """The role of a seat and its team."""
    place, components = board.place(seat), board.components
    parts = [part.name for part in (components.role.get(place.role), components.team.get(place.team)) if part]
    return ", ".join(parts)
