"""The picture of a table in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.board import DEPTHS
from rulesets.card_tactics.effects import EventDrawn, ItemDrawn, UnitDefeated
from rulesets.card_tactics.names import ENDINGS, item_name, skill_name, unit_name, unit_names
from rulesets.card_tactics.phases import GameOver, Moving, bottom
from rulesets.card_tactics.rules.values import usable_boots
from rulesets.kit.svg import legible
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.card_tactics.attacks import Result, Roll
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import Unit
    from rulesets.kit.structs import Effect

PHASES = ("Camp", "Event", "Combat", "Treasure")

LAST = DEPTHS.index("unique_boss") + 1
"""How many cards are revealed when the last combat begins, at least."""
PER_COMBAT = 3
"""CDT-CST-01."""

OVER = {"won": "The heroes have won", "lost": "The heroes have lost", "left": "The game was left"}


def title(board: Board, version: int) -> str:
    """The game and the moment."""
    detail = moment_detail(board)
    return f"Card Tactics, {moment(board)}{', ' if detail else ''}{detail}, version {version}"


def moment(board: Board) -> str:
    """Where on the journey the board stands."""
    if not board.heroes and not board.aside:
        return "Set-up"
    if board.fighting or isinstance(board.pending, GameOver):
        return f"Combat {board.combat} of {combats(board)}"
    return PHASES[phase(board)]


def moment_detail(board: Board) -> str:
    """The round of a combat, or which combat comes."""
    if not board.heroes and not board.aside:
        return ""
    if board.fighting or isinstance(board.pending, GameOver):
        return f"round {board.combat_round}" if board.combat_round else ""
    return f"before combat {board.combat + 1} of {combats(board)}"


def combats(board: Board) -> int:
    """How many there will be, if no more enemies than usual appear (CDT-END-07)."""
    return board.combat + -(-max(0, LAST - board.revealed) // PER_COMBAT)


def phase(board: Board) -> int:
    """The index in `PHASES`; -1 before the first Camp."""
    part = bottom(board.pending).part
    return PHASES.index(part) if part else -1


def outcome(board: Board) -> str:
    """`won`, `lost` or `left`."""
    pending = GameOver.of(board)
    return "won" if pending.winners else "left" if board.heroes else "lost"


def ending(board: Board) -> str:
    """How the game ended, in a sentence."""
    pending = GameOver.of(board)
    reason = legible(ENDINGS.get(pending.reason, pending.reason))
    return f"{reason[:1].upper()}{reason[1:]}, in combat {board.combat}." if reason else ""


def now(board: Board) -> str:
    """What the table is at, outside a unit's action."""
    pending = board.pending
    if isinstance(pending, GameOver):
        return OVER[outcome(board)]
    if board.event:
        return f"Event: {board.components.event[board.event].name}"
    return bottom(pending).brief


def status(board: Board) -> str:
    """What the unit that acts is at."""
    pending = board.pending
    if isinstance(pending, Moving):
        return f"{counted(usable_boots(board, pending.unit, pending.left), 'boot')} left"
    return pending.brief.lower()


def description(board: Board, rolls: Sequence[Roll] = (), effects: Sequence[Effect[Board]] = ()) -> str:
    """The position in a few sentences: what the last event did, both lines from the centre outward, the items."""
    heroes, enemies = _line(board, board.heroes), _line(board, board.enemies)
    sentences = [*(attack(board, roll) for roll in rolls), *_sentences(board, effects)]
    if isinstance(board.pending, GameOver):
        sentences.append(f"{now(board)}.")
    sentences += [f"Heroes from the centre: {heroes}.", f"Enemies from the centre: {enemies}.", items(board)]
    return legible(" ".join(sentences))


def _sentences(board: Board, effects: Iterable[Effect[Board]]) -> Iterator[str]:
    """What the last event did besides attacks: who fell, what was found, which event was drawn."""
    fallen = [effect.unit for effect in effects if isinstance(effect, UnitDefeated)]
    found = [item_name(board, effect.card) for effect in effects if isinstance(effect, ItemDrawn)]
    drawn = [board.components.event[effect.card].name for effect in effects if isinstance(effect, EventDrawn)]
    if fallen:
        yield f"{unit_names(board, tuple(fallen))} {'is' if len(fallen) == 1 else 'are'} defeated."
    if found:
        yield f"Found: {joined(found)}."
    if drawn:
        yield f"Event: {joined(drawn)}."


def _line(board: Board, line: Iterable[Unit]) -> str:
    return ", ".join(f"{unit_name(board, unit.card)} {unit.health}" for unit in line) or "nobody"


def items(board: Board) -> str:
    """The pool in words."""
    names = ", ".join(item_name(board, item.card) + (" (exhausted)" if item.exhausted else "") for item in board.pool)
    return f"Items: {names or 'none'}."


# --- attacks


def attack_name(board: Board, roll: Roll) -> str:
    """The skill that it was made with."""
    name = skill_name(board, roll.skill) if roll.skill else "Attack"
    return f"{item_name(board, roll.item)}: {name}" if roll.item else name


def attack(board: Board, roll: Roll) -> str:
    """One attack, as far as it went: `6 and 3 plus 1 make 10`."""
    who, whom = unit_name(board, roll.attacker), unit_names(board, roll.targets)
    text = f"{who} attacks {whom} with {attack_name(board, roll)}"
    if roll.dice:
        text += f": {joined([str(die) for die in roll.dice])}{_added(roll)} make {roll.total}"
    return f"{text}{''.join(_result(board, result) for result in roll.results)}."


def _added(roll: Roll) -> str:
    added = roll.total - sum(roll.dice)
    return f" plus {added}" if added > 0 else f" minus {-added}" if added else ""


OUTCOMES = {"miss": "a miss", "hit": "a hit", "critical": "a critical hit"}


def _result(board: Board, result: Result) -> str:
    how = "; countered, against" if result.counter else ", against"
    return f"{how} defence {result.defence} of {unit_name(board, result.unit)} {OUTCOMES[result.outcome]}"
