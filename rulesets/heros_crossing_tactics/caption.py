"""The picture of a table in words: its title, its description and what each seat is at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.names import ENDINGS, hero_name
from rulesets.heros_crossing_tactics.phases import Attack, AttackerReserve, Damage, DefenderReserve, GameOver
from rulesets.heros_crossing_tactics.pieces import COLUMNS, other
from rulesets.kit import phases
from rulesets.kit.svg import legible
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.kit.phases import Seat


def attack_on(board: Board) -> Attack | None:
    """The attack that the board holds, if any."""
    pending = board.pending
    return pending.attack if isinstance(pending, AttackerReserve | DefenderReserve | Damage | GameOver) else None


def line(board: Board, seat: Seat) -> str:
    """What a seat is at, in a few words under its name."""
    pending = board.pending
    if isinstance(pending, phases.GameOver):
        return "" if pending.winners else f"Game over: {legible(ENDINGS.get(pending.reason, pending.reason))}"
    if seat in pending.who(board):
        return pending.brief
    if attack := attack_on(board):
        return f"Attacks from Front {attack.column}" if seat == board.seat else f"Defends Front {attack.target}"
    return pending.idle


def title(board: Board, version: int) -> str:
    """The game and the moment."""
    when = f"round {board.round}" if board.round else "set-up"
    return f"Hero's Crossing: Tactics, {when}, version {version}"


def description(board: Board, names: Mapping[Seat, str], near: Seat) -> str:
    """The position in three sentences: who plays, what happens now, which Soldiers stand where."""
    seats = (near, other(near))
    parties = " against ".join(_party(board, names[seat], seat) for seat in seats)
    armies = "; ".join(f"{names[seat]} has {_army(board, seat)}" for seat in seats)
    return f"{parties}. {_situation(board, names)} {armies}."


def _party(board: Board, name: str, seat: Seat) -> str:
    side = board.side(seat)
    monarch = f"{hero_name(board, side.monarch)}, " if side.monarch else ""
    return f"{name} ({monarch}health {side.health})"


def _army(board: Board, seat: Seat) -> str:
    return ", ".join(f"{board.front(seat, column).soldiers.words()} in Front {column}" for column in COLUMNS)


def _situation(board: Board, names: Mapping[Seat, str]) -> str:
    pending = board.pending
    if isinstance(pending, phases.GameOver):
        won = joined(names[seat] for seat in pending.winners)
        return f"{won} won." if won else f"The game is over: {legible(ENDINGS.get(pending.reason, pending.reason))}."
    waiting = joined(names[seat] for seat in pending.who(board))
    lead = ""
    if attack := attack_on(board):
        ahead = " straight ahead" if attack.straight else ""
        left = f" with {attack.points} {attack.kind.capitalize()} left" if attack.points else ""
        lead = f"{names[board.seat]} attacks{ahead} from Front {attack.column} into Front {attack.target}{left}: "
    return f"{lead}{waiting} {'have' if len(pending.who(board)) > 1 else 'has'} {pending.asks}."
