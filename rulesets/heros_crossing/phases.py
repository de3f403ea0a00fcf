"""What the board waits for. `rules/` carries out automatic phases; `who` gives the seat whose turn they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rulesets.kit import phases
from rulesets.kit.phases import Phase, Seat, SeatPhase, TurnPhase, seats_of

if TYPE_CHECKING:
    from rulesets.heros_crossing.pieces import Side


class Table(phases.Board, Protocol):
    """What phases look at on the board."""

    @property
    def sides(self) -> tuple[Side, ...]: ...
    @property
    def first(self) -> Seat: ...


# --- the set-up


class ChoosingColours(Phase, frozen=True):
    """Each seat takes the workers of a colour."""

    rule = "HCX-SET-01"
    asks = "to choose a colour"
    brief = "to choose"
    part = "Colours"

    def who(self, board: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat, side in enumerate(board.sides, 1) if not side.colour)


class Drafting(Phase, frozen=True):
    """Each seat lays one tile of its hand face down, in secret."""

    rule = "HCX-DRF-03"
    asks = "to pick a tile of the hand"
    brief = "to pick"
    part = "Draft"

    def who(self, board: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat, side in enumerate(board.sides, 1) if side.hand and not side.picked)


class Swapping(SeatPhase, frozen=True):
    """A seat with two tiles of one building swaps one of them."""

    rule = "HCX-DRF-10"
    asks = "to swap a doubled tile"
    brief = "to swap"
    part = "Swaps"
    kept: tuple[str, ...] = ()
    """Tiles for which there was nothing to swap."""


class Arranging(Phase, frozen=True):
    """Each seat lays out its first town."""

    rule = "HCX-DRF-11"
    asks = "to lay out the first town"
    brief = "to lay"
    part = "Towns"

    def who(self, board: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat, side in enumerate(board.sides, 1) if side.tiles)


# --- the round


class RoundStarting(TurnPhase, frozen=True):
    """The Action Card is drawn and the Zoning Die rolled, without a decision."""

    rule = "HCX-RND-01"
    part = "Action Card"


class ChoosingZoning(Phase, frozen=True):
    """The first player sets the Zoning Die, which shows `*`."""

    rule = "HCX-ZON-07"
    asks = "to set the Zoning Die"
    brief = "to set"
    part = "Zoning Die"

    def who(self, board: Table) -> tuple[Seat, ...]:
        return (board.first,)


class RollingDice(TurnPhase, frozen=True):
    """All roll their dice."""

    rule = "HCX-RND-07"
    part = "Roll"


class Settling(TurnPhase, frozen=True):
    """The start of a turn: the seat claims tiles, and withdraws or raises each of its bids that was beaten."""

    rule = "HCX-TRN-02"
    asks = "to withdraw a bid or to raise it"
    brief = "to settle"
    part = "Draft dice"
    settled: tuple[str, ...] = ()
    """Contested tiles that the seat has decided about; sorted."""


class Turn(TurnPhase, frozen=True):
    """The seat drafts a die."""

    rule = "HCX-TRN-04"
    asks = "to draft a die"
    brief = "to draft"
    part = "Draft dice"


class Acting(TurnPhase, frozen=True):
    """A die is drafted; the seat may do the actions of its row."""

    rule = "HCX-TRN-01"
    asks = "to act with the die in use"
    brief = "to act"
    part = "Draft dice"
    die: str
    modifiers: int
    left: tuple[str, ...]
    """Actions not yet done."""
    value: int
    colours: tuple[str, ...]
    laid: tuple[str, ...] = ()
    """Tiles and heroes that the die lies on."""
    points: int = 0
    """Movement points left of a Move under way."""
    waived: tuple[str, ...] = ()
    """Actions that the die may do whatever its colour; sorted."""
    row: int = -1
    """The row of the Action Card that the die is used for, from 0; -1 for none."""


class Extra(SeatPhase, frozen=True):
    """One action that a power gives, without a die."""

    rule = "HCX-POW-15"
    asks = "to do the action that a hero gives"
    brief = "to act"
    takes_forced = True  # where it cannot be done, or no more can be moved (HCX-AMB-51)
    left: tuple[str, ...]
    value: int
    colours: tuple[str, ...]
    then: Return
    points: int = 0
    laid: tuple[str, ...] = ()
    die: str = ""
    modifiers: int = 0


class Stealing(TurnPhase, frozen=True):
    """The seat takes a die out of another pool."""

    rule = "HCX-STL-01"
    asks = "to choose a die to steal"
    brief = "to steal"
    victim: Seat
    then: Return


class Giving(TurnPhase, frozen=True):
    """The seat has chosen a die of another pool, and gives one of its own for it."""

    rule = "HCX-STL-04"
    asks = "to give a die for the stolen one"
    brief = "to give"
    victim: Seat
    die: str
    then: Return


class Donating(SeatPhase, frozen=True):
    """The seat gives back cubes, cell by cell."""

    rule = "HCX-DON-01"
    asks = "to give back cubes"
    brief = "to donate"
    left: int
    then: Return


class Placing(SeatPhase, frozen=True):
    """A tile is placed at once in the town of the seat that got it."""

    rule = "HCX-TWN-11"
    asks = "to place a tile"
    brief = "to place"
    takes_forced = True  # in the only cell that is legal (HCX-AMB-51)
    tile: str
    then: Return
    slot: int = -1
    """The building space (an index) that is refilled then; -1 for none."""


class ByHand(SeatPhase, frozen=True):
    """The players enter what a hero does, if no effect word of the component set expresses it."""

    rule = "HCX-POW-14"
    asks = "to enter what a hero does"
    brief = "to enter"
    hero: str
    then: Return


# --- heroes, clean-up, the end


class Selling(Phase, frozen=True):
    """Heroes are resolved one by one, and those who attracted them sell in turn. Seat 0: nobody yet."""

    rule = "HCX-RES-02"
    asks = "to sell to a hero"
    brief = "to sell"
    takes_forced = True  # where nothing (more) can be sold (HCX-RES-10, 12)
    part = "Attraction"
    seat: Seat
    space: int = -1
    """Index in `visiting`."""
    rest: tuple[Seat, ...] = ()
    """Who sells after this seat."""
    sold: int = 0
    """Cubes sold in this opportunity."""

    def who(self, board: Table) -> tuple[Seat, ...]:
        return (self.seat,) if self.seat else ()


class Joining(SeatPhase, frozen=True):
    """A hero does what it does when it joins, without a decision where its owner has no choice."""

    rule = "HCX-POW-17"
    asks = "to choose what a hero that joins does"
    brief = "to act"
    takes_forced = lapses = True
    forgone = "Nothing comes of its power."
    hero: str
    then: Selling


class Closing(SeatPhase, frozen=True):
    """The final bids of the round are settled, seat by seat."""

    rule = "HCX-CLN-05"
    asks = "to settle the final bids"
    brief = "to settle"
    part = "Cleanup"
    rest: tuple[Seat, ...] = ()


class Cleaning(TurnPhase, frozen=True):
    """The other steps of the clean-up, in which nobody decides anything."""

    rule = "HCX-CLN-01"
    part = "Cleanup"


class LastDonations(Phase, frozen=True):
    """The game has ended; each seat may donate a last time."""

    rule = "HCX-END-06"
    asks = "to donate a last time, or to close"
    brief = "to donate"
    part = "Last donations"
    closed: tuple[Seat, ...] = ()
    reason: str = "rounds"

    def who(self, board: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat in seats_of(board) if seat not in self.closed)


class Scoring(TurnPhase, frozen=True):
    """VP for powers at the end of the game are counted, and then the winner is known."""

    rule = "HCX-END-07"
    part = "Last donations"
    reason: str
    applied: tuple[str, ...] = ()
    """Heroes whose end-game power has been applied; sorted."""


class GameOver(phases.GameOver, frozen=True, tag="GameOver"):
    """The final scores are known."""

    rule = "HCX-END-09"
    scores: tuple[int, ...] = ()
    """By seat."""


Return = Settling | Turn | Acting | Extra | Selling | Closing | LastDonations | Scoring
"""Phases that are continued after something in between."""

Pending = (
    ChoosingColours
    | Drafting
    | Swapping
    | Arranging
    | RoundStarting
    | ChoosingZoning
    | RollingDice
    | Settling
    | Turn
    | Acting
    | Extra
    | Stealing
    | Giving
    | Donating
    | Placing
    | ByHand
    | Selling
    | Joining
    | Closing
    | Cleaning
    | LastDonations
    | Scoring
    | GameOver
)

ROUND_STARTING = RoundStarting()
ROLLING = RollingDice()
SETTLING = Settling()
TURN = Turn()
CLEANING = Cleaning()
