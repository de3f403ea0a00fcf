"""The picture of a table in words: its title, its description and what each seat is at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.names import ending
from rulesets.kingdom_rush.phases import BossActing, LosingTower, PlacingPortal
from rulesets.kingdom_rush.pieces import WILDCAT, HeroName
from rulesets.kit import phases
from rulesets.kit.svg import legible
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.kit.phases import Phase, Seat

PHASES = ("Spawn", "Play cards", "Destroy", "Advance", "Pick up", "Spend Crystals")
"""The parts of a round, as phases name them; those of the set-up are none of them."""
PLAY = 2
"""The number of the part in which each seat plays until it is done."""


def phase_number(pending: Phase) -> int:
    """The phase of the round, 1 to 6, that a board is in; 0 in the set-up and at the end."""
    part = _part(pending)
    return PHASES.index(part) + 1 if part in PHASES else 0


def _part(pending: Phase) -> str:
    """What comes in the middle of a phase belongs to it."""
    while then := getattr(pending, "then", None):
        pending = then
    return pending.part


def phase_name(board: Board) -> str:
    """What the phase bar shows after the round."""
    boss = isinstance(board.pending, BossActing | PlacingPortal | LosingTower)
    return "Boss" if boss else _part(board.pending)


def round_name(board: Board) -> str:
    """The round; of how many, where the scenario has a limit."""
    if not board.round:
        return "Set-up"
    last = board.setting.rounds or board.setting.round_limit
    return f"Round {board.round}/{last}" if last else f"Round {board.round}"


def status(board: Board, seat: Seat) -> str:
    """What a seat is at, in two or three words at the right of its strip."""
    pending = board.pending
    if isinstance(pending, phases.GameOver):
        return ""
    if seat in pending.who(board):
        return pending.brief
    if phase_number(pending) == PLAY:
        return "done" if board.side(seat).done else "not done"
    return pending.idle


def hero_name(board: Board, hero: HeroName) -> str:
    """What a hero is called."""
    known = board.components.hero.get(hero)
    return legible(known.name) if known else "Wildcat" if hero == WILDCAT else legible(hero)


def short_name(board: Board, hero: HeroName) -> str:
    """The first word of a hero's name."""
    name = hero_name(board, hero)
    return next(iter(name.split()), name)


def title(board: Board, version: int) -> str:
    """The game and the moment."""
    if not board.round:
        return f"Kingdom Rush: A Rift in Time, set-up, version {version}"
    number = phase_number(board.pending)
    phase = f", phase {number}" if number else ""
    return f"Kingdom Rush: A Rift in Time, round {board.round}{phase}, version {version}"


def description(board: Board, names: Mapping[Seat, str]) -> str:
    """The position in a few sentences: what is played, who acts, the Hordes by what is uncovered, the team's pools."""
    setting = board.setting
    party = ", ".join(_member(board, seat, names[seat]) for seat in names)
    crystals = f"{board.crystals} of {board.components.limits.crystals} Crystals"
    pools = f"{counted(board.hearts, 'Heart')}, {crystals}, {board.soldiers} Soldiers left"
    return (
        f"{legible(setting.title)}, {board.difficulty}: {party}. {_situation(board, names)} {_hordes(board)} {pools}."
    )


def _member(board: Board, seat: Seat, name: str) -> str:
    hero = board.hero_of(seat)
    if hero is None:
        return name
    state = "knocked out" if hero.down else f"health {hero.health}"
    return f"{name} ({hero_name(board, hero.name)}, {state})"


def _situation(board: Board, names: Mapping[Seat, str]) -> str:
    pending = board.pending
    if isinstance(pending, phases.GameOver):
        result = "The game is won" if pending.winners else "The game is lost"
        return f"{result}: {legible(ending(pending.reason))}."
    waiting = [names[seat] for seat in pending.who(board)]
    if not waiting:
        return ""
    who = joined(waiting)
    return f"{who} {'have' if len(waiting) > 1 else 'has'} {pending.asks}."


def _hordes(board: Board) -> str:
    if not board.hordes:
        return "No Horde is on the map."
    bare = []
    for horde in board.hordes:
        covered = board.covered(horde)
        left = sum(bool(mask & ~covered) for mask in board.face(horde).enemies)
        bare.append(f"{left} on {horde.space}{' (Portal)' if horde.level else ''}")
    return f"{counted(len(board.hordes), 'Horde')}; uncovered enemies: {', '.join(bare)}."
