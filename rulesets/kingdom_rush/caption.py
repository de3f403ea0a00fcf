"""What the picture of a table says in words: its title, its description and what each seat is at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.board import (
    WILDCAT,
    Activating,
    Advancing,
    Attacking,
    Blessing,
    Board,
    BossActing,
    Buying,
    ChoosingBench,
    ChoosingSpells,
    Conjuring,
    Destroying,
    Displacing,
    Eliminating,
    Engaging,
    Healing,
    HeroName,
    Inspiring,
    LosingTower,
    PlacingPortal,
    PlacingWildcat,
    PlayCards,
    Recruiting,
    Refreshing,
    Relocating,
    RoundStarting,
    Sacrificing,
    Sharing,
    Spawning,
    Surging,
)
from rulesets.kingdom_rush.effects.names import counted
from rulesets.kit import phases
from rulesets.kit.phases import SeatPhase
from rulesets.kit.svg import legible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.kit.phases import Phase, Seat

PHASES = ("Spawn", "Play cards", "Destroy", "Advance", "Pick up", "Spend Crystals")
SPAWN, PLAY, DESTROY, ADVANCE, PICK_UP, SPEND = range(1, 7)

NUMBERS: dict[type, int] = {
    Recruiting: 0,
    ChoosingSpells: 0,
    ChoosingBench: 0,
    RoundStarting: SPAWN,
    Eliminating: SPAWN,
    Spawning: SPAWN,
    PlayCards: PLAY,
    Destroying: DESTROY,
    Advancing: ADVANCE,
    BossActing: ADVANCE,
    PlacingPortal: ADVANCE,
    LosingTower: ADVANCE,
    Sharing: PICK_UP,
    Buying: SPEND,
    phases.GameOver: 0,
}
"""Phase of the round by what the board waits for; 0 is none. What stands in the middle of one is not listed."""

SETUP: dict[type, str] = {Recruiting: "Heroes", ChoosingSpells: "Spells", ChoosingBench: "Bench"}

STATUS: dict[type, str] = {
    Recruiting: "to choose",
    ChoosingSpells: "to choose",
    ChoosingBench: "to choose",
    Eliminating: "to give up",
    PlayCards: "to play",
    Attacking: "to place",
    Engaging: "to engage",
    Displacing: "to give way",
    Sharing: "to share",
    Buying: "to spend",
}
"""What a seat that is waited for is to do; all else is `to act`."""

SITUATIONS: dict[type, str] = {
    Recruiting: "to choose heroes and abilities",
    ChoosingSpells: "to choose Spells",
    ChoosingBench: "to set up the Bench",
    Eliminating: "to give up a colour for this round",
    PlayCards: "to play cards",
    Attacking: "to place tiles",
    Activating: "to move a hero or to act",
    Engaging: "to put a hero on the grid",
    PlacingWildcat: "to place the Wildcat",
    Blessing: "to choose who is blessed",
    Healing: "to choose who heals",
    Inspiring: "to choose who moves and attacks",
    Conjuring: "to move a hero",
    Refreshing: "to turn an ability face up",
    Surging: "to move on or to stop",
    Sacrificing: "to choose a hero for the Gem of Timewarp",
    Relocating: "to move Soldiers",
    Displacing: "to move a hero out of the way",
    PlacingPortal: "to place a Portal tile",
    LosingTower: "to give up a Tower",
    Sharing: "to share out Towers",
    Buying: "to spend Crystals",
}


def phase_number(pending: Phase[Board]) -> int:
    """The phase of the round, 1 to 6, that a board is in; 0 in the set-up and at the end."""
    then: Phase[Board] | None = pending
    while isinstance(then, SeatPhase | Sacrificing) or (isinstance(then, Advancing) and then.then):
        then = getattr(then, "then", None) or PlayCards()
    return next((number for type_, number in NUMBERS.items() if isinstance(then, type_)), PLAY)


def phase_name(board: Board) -> str:
    """What the phase bar says beside the round."""
    if isinstance(board.pending, phases.GameOver):
        return ""
    if set_up := SETUP.get(type(board.pending)):
        return set_up
    if isinstance(board.pending, BossActing | PlacingPortal | LosingTower):
        return "Boss"
    number = phase_number(board.pending)
    return PHASES[number - 1] if number else ""


def round_name(board: Board) -> str:
    """The round; of how many, where the scenario tells."""
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
        return STATUS.get(type(pending), "to act")
    if phase_number(pending) == PLAY:
        return "done" if board.players[seat - 1].done else "not done"
    return "ready" if isinstance(pending, Recruiting) else ""


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
        return f"{result}: {legible(pending.reason)}."
    waiting = [names[seat] for seat in pending.who(board)]
    if not waiting:
        return ""
    who = " and ".join(waiting)
    return f"{who} {'have' if len(waiting) > 1 else 'has'} {SITUATIONS.get(type(pending), 'to act')}."


def _hordes(board: Board) -> str:
    if not board.hordes:
        return "No Horde is on the map."
    bare = []
    for horde in board.hordes:
        covered = board.covered(horde)
        left = sum(bool(mask & ~covered) for mask in board.face(horde).enemies)
        bare.append(f"{left} on {horde.space}{' (Portal)' if horde.level else ''}")
    return f"{counted(len(board.hordes), 'Horde')}; uncovered enemies: {', '.join(bare)}."
