"""What the board waits for. An automatic phase is one that `rules/` gives a step; `who` still gives the seat."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from rulesets.heros_crossing_tactics.pieces import NONE, CardId, Column, Direction, Kind, Soldiers, Striking, other
from rulesets.kit import phases
from rulesets.kit.phases import Phase, Seat, TurnPhase, seats_of


class Table(phases.Board, Protocol):
    """What phases look at on the board."""

    @property
    def seat(self) -> Seat: ...


class Attack(Struct, frozen=True, gc=False):
    """An attack under way."""

    column: Column
    target: Column
    attacker_card: CardId | None = None
    defender_card: CardId | None = None
    temporary: Soldiers = NONE
    """The defender's Soldiers out of the reserve card."""
    weapon: int = 0
    """Points of Weapon damage left."""
    magic: int = 0
    """Points of Magic damage left."""

    @property
    def straight(self) -> bool:
        """Whether it goes straight ahead (HCT-ATK-05)."""
        return self.column == self.target

    @property
    def direction(self) -> Direction:
        """How it goes, in a word."""
        return "straight" if self.straight else "diagonal"

    def striking(self, soldiers: Soldiers) -> Soldiers:
        """Those of some Soldiers that strike: Weapons only straight ahead (HCT-ATK-07, 08)."""
        return Soldiers(weapon=soldiers.weapon if self.straight else 0, magic=soldiers.magic)

    def left(self, by: Striking) -> int:
        """Points left of one kind."""
        return self.weapon if by == "weapon" else self.magic

    @property
    def kind(self) -> Striking:
        """What deals the next point: Weapons first (HCT-DMG-02)."""
        return "weapon" if self.weapon else "magic"

    @property
    def points(self) -> int:
        """Points left of that kind."""
        return self.weapon or self.magic

    def less_a_point(self, by: Striking) -> Attack:
        """The attack after one point of `by` is dealt."""
        if by == "weapon":
            return replace(self, weapon=self.weapon - 1)
        return replace(self, magic=self.magic - 1)


class Drafting(Phase, frozen=True):
    """Each seat picks one card of its draft hand, in secret."""

    rule = "HCT-SET-08"
    asks = "to pick a hero of the draft"
    brief = "Drafts · to pick"
    idle = "Has picked"
    picked: tuple[bool, bool] = (False, False)

    def who(self, board: Table) -> tuple[Seat, ...]:
        return _open(board, self.picked)


class Placing(Phase, frozen=True):
    """Each seat lays its three drafted heroes face down into its Fronts."""

    rule = "HCT-SET-11"
    asks = "to place the drafted heroes"
    brief = "Places · to choose"
    idle = "Has placed"
    placed: tuple[bool, bool] = (False, False)

    def who(self, board: Table) -> tuple[Seat, ...]:
        return _open(board, self.placed)


class Drawing(TurnPhase, frozen=True):
    """The seat may draw cards with the Drawing Power left: in the set-up, or when it recruits."""

    power: int


class SetupDrawing(Drawing, frozen=True):
    """The seat may draw cards with the Drawing Power of its three heroes."""

    rule = "HCT-SET-14"
    asks = "to draw the first cards"
    brief = "Draws · to choose"
    drawn: int = 0


class Turn(TurnPhase, frozen=True):
    """The seat activates a Front and takes its action."""

    rule = "HCT-TRN-02"
    asks = "to take a turn"


class Recruiting(Drawing, frozen=True):
    """The seat may draw cards with the Drawing Power left of a Front."""

    rule = "HCT-REC-05"
    asks = "to draw cards"
    brief = "Recruits · to draw"


class OverLimit(TurnPhase, frozen=True):
    """Drawing is over; while the hand is too large, a card has to be discarded."""

    rule = "HCT-REC-09"
    asks = "to discard down to the hand limit"
    brief = "Recruits · to discard"


class Flanking(TurnPhase, frozen=True):
    """Soldiers are sent out of a Front, one type after the other."""

    rule = "HCT-FLK-01"
    asks = "to send Soldiers to other Fronts"
    brief = "Flanks · to send"
    column: Column
    kinds: tuple[Kind, ...]
    """Types still to be sent or kept, in the printed order."""


class AttackerReserve(TurnPhase, frozen=True):
    """The attacker may lay a reserve card."""

    rule = "HCT-EMR-01"
    asks = "to play a reserve card, or none"
    brief = "Attacks · to choose"
    takes_forced = True  # backs show their level: what can be laid depends on nothing hidden (HCT-AMB-22)
    attack: Attack


class DefenderReserve(Phase, frozen=True):
    """The defender may lay a reserve card."""

    rule = "HCT-EMR-03"
    asks = "to play a reserve card, or none"
    brief = "Defends · to choose"
    takes_forced = True  # as the attacker's
    attack: Attack

    def who(self, board: Table) -> tuple[Seat, ...]:
        return (other(board.seat),)


class Damage(TurnPhase, frozen=True):
    """Points of damage are dealt; where two types could die, the attacker chooses."""

    rule = "HCT-DMG-05"
    asks = "to choose who dies"
    brief = "Attacks · to choose"
    attack: Attack


class TurnOver(TurnPhase, frozen=True):
    """The action is done; the turn passes by itself."""

    rule = "HCT-TRN-05"


class GameOver(phases.GameOver, frozen=True, tag="GameOver"):
    """A Monarch is dead. The attack stays as it lay (HCT-AMB-20)."""

    rule = "HCT-END-01"
    attack: Attack | None = None


TURN = Turn()
TURN_OVER = TurnOver()
OVER_LIMIT = OverLimit()

Pending = (
    Drafting
    | Placing
    | SetupDrawing
    | Turn
    | Recruiting
    | OverLimit
    | Flanking
    | AttackerReserve
    | DefenderReserve
    | Damage
    | TurnOver
    | GameOver
)


def _open(board: Table, done: tuple[bool, bool]) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats_of(board) if not done[seat - 1])
