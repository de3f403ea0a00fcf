"""The picture of a table in words: its title, its description and what each seat is at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.names import ENDINGS
from rulesets.heros_crossing.phases import Acting, Extra, GameOver
from rulesets.heros_crossing.rules.ending import final_score, hero_points, well_points
from rulesets.kit import phases
from rulesets.kit.svg import legible
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.heros_crossing.board import Board
    from rulesets.kit.phases import Seat

SETUP_STEPS = ("Colours", "Draft", "Swaps", "Towns")
STEPS = ("Action Card", "Zoning Die", "Roll", "Draft dice", "Attraction", "Cleanup")

DONE = "to take a free action or to end the turn"
"""The situation of a seat whose die has done the actions of its row."""

ZONING = {"N": "north", "E": "east", "S": "south", "W": "west", "X": "free", "*": "to be chosen", "": "not rolled"}


def main_phase(board: Board) -> phases.Phase:
    """The phase that the game is in, whatever stands in the middle of it."""
    pending: phases.Phase = board.pending
    while (then := getattr(pending, "then", None)) is not None:
        pending = then
    return pending


def steps(board: Board) -> tuple[str, ...]:
    """The steps of the set-up, or of the round (HCX-RND-01); none at the end of the game."""
    part = main_phase(board).part
    return next((names for names in (SETUP_STEPS, STEPS) if part in names), ())


def step_number(board: Board) -> int:
    """The place among the steps, from 1; 0 at the end of the game."""
    names = steps(board)
    return names.index(main_phase(board).part) + 1 if names else 0


def step_name(board: Board) -> str:
    """What the round's strip shows after the round."""
    phase = main_phase(board)
    return "game over" if isinstance(phase, phases.GameOver) else phase.part


def round_name(board: Board) -> str:
    """What the round's strip begins with."""
    return f"Round {board.round}" if board.round else "Set-up"


def status(board: Board, seat: Seat) -> str:
    """What a seat that is waited for is at, in two words; empty for the others."""
    pending = board.pending
    return pending.brief if seat in pending.who(board) else ""


def points(board: Board, seat: Seat) -> int:
    """Victory points if the game ended now, as the standing has them; the final score once it is known."""
    pending = board.pending
    if isinstance(pending, GameOver) and pending.scores:
        return pending.scores[seat - 1]
    return final_score(board, seat)


def parts(board: Board, seat: Seat) -> str:
    """Where a seat's points come from: `3 on the track, 5 from heroes`; nothing where all are on the track."""
    more = {"heroes": hero_points(board, seat), "Wishing Wells": well_points(board, seat)}
    parts = [f"{vp} from {what}" for what, vp in more.items() if vp]
    return ", ".join((f"{board.side(seat).vp} on the track", *parts)) if parts else ""


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
        won = joined(names[seat] for seat in pending.winners)
        return f"{won} won." if won else f"The game is over: {legible(ENDINGS.get(pending.reason, pending.reason))}."
    waiting = [names[seat] for seat in pending.who(board)]
    if not waiting:
        return ""
    return f"{' and '.join(waiting)} {'have' if len(waiting) > 1 else 'has'} {_asked(pending)}."


def _asked(pending: phases.Phase) -> str:
    """What those who are waited for have to do."""
    if not isinstance(pending, Acting | Extra):
        return pending.asks
    if pending.points:
        return f"{pending.asks}, with {counted(pending.points, 'movement point')} left"
    return pending.asks if pending.left else DONE


def _visitors(board: Board, names: Mapping[Seat, str]) -> str:
    parts = []
    for visit in board.visiting:
        if visit.hero:
            by = joined(f"{names[stake.seat]} with {stake.total}" for stake in visit.stakes)
            name = legible(board.components.hero[visit.hero].name)
            parts.append(f"{name} (attracted by {by})" if by else name)
    return f"Visiting: {', '.join(parts)}." if parts else ""


def _bids(board: Board, names: Mapping[Seat, str]) -> str:
    parts = []
    for slot in board.supply:
        if slot.bids:
            tile = board.components.tile[slot.tile]
            bids = ", ".join(f"{names[bid.seat]} {bid.total}" for bid in slot.bids)
            level = f" {tile.level}" if tile.level else ""
            parts.append(f"{legible(tile.name)}{level}: {bids}")
    return f"Bids: {'; '.join(parts)}." if parts else ""
