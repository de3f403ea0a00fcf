"""What the last event did: what moved away or died, and the attack that it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing_tactics.caption import attack_on
from rulesets.heros_crossing_tactics.effects import (
    AttackDeclared,
    AttackEnded,
    ReserveShown,
    SoldierKilled,
    SoldiersFlanked,
)
from rulesets.heros_crossing_tactics.ids import soldiers_id
from rulesets.heros_crossing_tactics.phases import Attack
from rulesets.heros_crossing_tactics.pieces import OTHERS, Column, Kind, other
from rulesets.kit.phases import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.kit.structs import Effect
    from rulesets.kit.svg import Scene


class Trace(Struct, frozen=True, gc=False):
    """What moved away or died in the last event."""

    away: dict[str, int]
    """How many cubes are missing from a stack, by its id."""
    killed: bool
    """They died, rather than moved."""
    moves: tuple[tuple[Seat, Column, Column, Kind], ...]


def trace(effects: Iterable[Effect[Board]]) -> Trace:
    """The cubes that the last event took from their places."""
    away: dict[str, int] = {}
    killed = False
    moves: list[tuple[Seat, Column, Column, Kind]] = []
    for effect in effects:
        if isinstance(effect, SoldierKilled):
            killed = True
            piece = soldiers_id(effect.seat, effect.column, effect.kind)
            away[piece] = away.get(piece, 0) + 1
        elif isinstance(effect, SoldiersFlanked):
            away[soldiers_id(effect.seat, effect.column, effect.kind)] = effect.first + effect.second
            sent = zip(OTHERS[effect.column], (effect.first, effect.second), strict=True)
            moves += ((effect.seat, effect.column, column, effect.kind) for column, n in sent if n)
    return Trace(away, killed, tuple(moves))


class Clash(Struct, frozen=True, gc=False):
    """An attack to be drawn: the one under way, or the one that the last event ended."""

    attack: Attack
    seat: Seat
    """The attacker."""
    over: bool


def clash(scene: Scene[Board]) -> Clash | None:
    """The attack that the picture shows, if any."""
    if attack := attack_on(scene.board):
        return Clash(attack, scene.board.seat, False)
    before = scene.before
    if before is None or not any(isinstance(effect, AttackEnded) for effect in scene.effects):
        return None
    declared = next((effect for effect in scene.effects if isinstance(effect, AttackDeclared)), None)
    attack = Attack(declared.column, declared.target) if declared else attack_on(before)
    if not attack:
        return None
    shown = {effect.seat: effect.card for effect in scene.effects if isinstance(effect, ReserveShown)}
    mine, theirs = shown.get(before.seat, attack.attacker_card), shown.get(other(before.seat), attack.defender_card)
    return Clash(Attack(attack.column, attack.target, mine, theirs), before.seat, True)
