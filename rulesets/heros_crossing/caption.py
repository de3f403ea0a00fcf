"""What the picture of a table says in words: its title, its description and what each seat is at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.effects.naming import count
from rulesets.heros_crossing.phases import (
    Acting,
    Arranging,
    ByHand,
    ChoosingColours,
    ChoosingZoning,
    Cleaning,
    Closing,
    Donating,
    Drafting,
    Extra,
    GameOver,
    Giving,
    Joining,
    LastDonations,
    Placing,
    RollingDice,
    RoundStart,
    Scoring,
    Selling,
    Settling,
    Stealing,
    Swapping,
    Turn,
)
from rulesets.kit import phases
from rulesets.kit.svg import legible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.heros_crossing.board import Board
    from rulesets.kit.phases import Seat

SETUP_STEPS = ("Colours", "Draft", "Swaps", "Towns")
STEPS = ("Action Card", "Zoning Die", "Roll", "Draft dice", "Attraction", "Cleanup")

NUMBERS: dict[type, int] = {
    ChoosingColours: 1,
    Drafting: 2,
    Swapping: 3,
    Arranging: 4,
    RoundStart: 1,
    ChoosingZoning: 2,
    RollingDice: 3,
    Settling: 4,
    Turn: 4,
    Acting: 4,
    Extra: 4,
    Selling: 5,
    Joining: 5,
    Closing: 6,
    Cleaning: 6,
}
"""The step by what the board waits for: of the set-up, or of the round (HCX-RND-01). The end has none."""

STATUS: dict[type, str] = {
    ChoosingColours: "to choose",
    Drafting: "to pick",
    Swapping: "to swap",
    Arranging: "to lay",
    ChoosingZoning: "to set",
    Settling: "to settle",
    Turn: "to draft",
    Stealing: "to steal",
    Giving: "to give",
    Donating: "to donate",
    Placing: "to place",
    ByHand: "to enter",
    Selling: "to sell",
    Closing: "to settle",
    LastDonations: "to donate",
}
"""What a seat that is waited for is to do; all else is `to act`."""

SITUATIONS: dict[type, str] = {
    ChoosingColours: "to choose a colour",
    Drafting: "to pick a tile of the hand",
    Swapping: "to swap a doubled tile",
    Arranging: "to lay out the first town",
    ChoosingZoning: "to set the Zoning Die",
    Settling: "to withdraw a bid or to raise it",
    Turn: "to draft a die",
    Acting: "to act with the die in use",
    Extra: "to do the action that a hero gives",
    Stealing: "to choose a die to steal",
    Giving: "to give a die for the stolen one",
    Donating: "to give back cubes",
    Placing: "to place a tile",
    ByHand: "to enter what a hero does",
    Selling: "to sell to a hero",
    Closing: "to settle the final bids",
    LastDonations: "to donate a last time, or to close",
}

DONE = "to take a free action or to end the turn"
"""The situation of a seat whose die has done the actions of its row."""

ZONING = {"N": "north", "E": "east", "S": "south", "W": "west", "X": "free", "*": "to be chosen", "": "not rolled"}


def main_phase(board: Board) -> phases.Phase[Board]:
    """The phase that the game is in, whatever stands in the middle of it."""
    pending: phases.Phase[Board] = board.pending
    while (then := getattr(pending, "then", None)) is not None:
        pending = then
    return pending


def step_number(board: Board) -> int:
    """Of the step of the set-up or of the round, from 1; 0 at the end of the game."""
    return NUMBERS.get(type(main_phase(board)), 0)


def steps(board: Board) -> tuple[str, ...]:
    """The steps that the number counts in; none at the end of the game."""
    if not step_number(board):
        return ()
    return STEPS if board.round else SETUP_STEPS


def step_name(board: Board) -> str:
    """What the round's strip says beside the round."""
    phase = main_phase(board)
    if isinstance(phase, phases.GameOver):
        return "game over"
    if isinstance(phase, LastDonations | Scoring):
        return "Last donations"
    number = step_number(board)
    return steps(board)[number - 1] if number else ""


def round_name(board: Board) -> str:
    """What the round's strip begins with."""
    return f"Round {board.round}" if board.round else "Set-up"


def status(board: Board, seat: Seat) -> str:
    """What a seat that is waited for is at, in two words; empty for the others."""
    pending = board.pending
    return STATUS.get(type(pending), "to act") if seat in pending.who(board) else ""


def points(board: Board, seat: Seat) -> int:
    """Victory points so far; the final score once it is told."""
    pending = board.pending
    if isinstance(pending, GameOver) and pending.scores:
        return pending.scores[seat - 1]
    return board.side(seat).vp


def title(board: Board, version: int) -> str:
    """The game and the moment."""
    when = f"round {board.round}" if board.round else "set-up"
    return f"Hero's Crossing, {when}, version {version}"


def description(board: Board, names: Mapping[Seat, str]) -> str:
    """The position in a few sentences: the round, who acts, the points, the visitors, the bids."""
    number = {2: "Two", 3: "Three", 4: "Four"}[board.seats]
    lead = f"{number} seats, era {board.era}, zoning {ZONING[board.zoning or board.rolled]}."
    scores = ", ".join(f"{names[seat]} {points(board, seat)}" for seat in names)
    parts = (lead, _situation(board, names), f"Points: {scores}.", _visitors(board, names), _bids(board, names))
    return " ".join(part for part in parts if part)


def _situation(board: Board, names: Mapping[Seat, str]) -> str:
    pending = board.pending
    if isinstance(pending, phases.GameOver):
        won = " and ".join(names[seat] for seat in pending.winners)
        return f"{won} won." if won else f"The game is over: {legible(pending.reason)}."
    waiting = [names[seat] for seat in pending.who(board)]
    if not waiting:
        return ""
    return f"{' and '.join(waiting)} {'have' if len(waiting) > 1 else 'has'} {_asked(pending)}."


def _asked(pending: phases.Phase[Board]) -> str:
    """What those who are waited for have to do."""
    what = SITUATIONS.get(type(pending), "to act")
    if not isinstance(pending, Acting | Extra):
        return what
    if pending.points:
        return f"{what}, with {count(pending.points, 'movement point')} left"
    return what if pending.left else DONE


def _visitors(board: Board, names: Mapping[Seat, str]) -> str:
    told = []
    for visit in board.visiting:
        if visit.hero:
            by = " and ".join(f"{names[stake.seat]} with {stake.total}" for stake in visit.stakes)
            name = legible(board.components.hero[visit.hero].name)
            told.append(f"{name} (attracted by {by})" if by else name)
    return f"Visiting: {', '.join(told)}." if told else ""


def _bids(board: Board, names: Mapping[Seat, str]) -> str:
    told = []
    for slot in board.supply:
        if slot.bids:
            tile = board.components.tile[slot.tile]
            bids = ", ".join(f"{names[bid.seat]} {bid.total}" for bid in slot.bids)
            level = f" {tile.level}" if tile.level else ""
            told.append(f"{legible(tile.name)}{level}: {bids}")
    return f"Bids: {'; '.join(told)}." if told else ""
