"""What happens to the whole table: cards, dice, reveals, the clean-up, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import COLOUR, SLOT_LEVELS, Board, Die, HeroId, Owned, Slot, TileId, Visit
from rulesets.heros_crossing.effects.dice import of_die
from rulesets.heros_crossing.effects.setup import drawn
from rulesets.heros_crossing.ids import hero_id, seat_id, tile_id
from rulesets.heros_crossing.names import hero_name, tile_name
from rulesets.heros_crossing.phases import (
    CLEANING,
    ROLLING,
    ROUND_START,
    Acting,
    ChoosingZoning,
    Closing,
    GameOver,
    LastDonations,
    Scoring,
    Selling,
)
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable

CHOOSE = "*"
"""The face of the Zoning Die that the first player turns to another one (HCX-ZON-07)."""
ZONING = {
    "N": "north",
    "E": "east",
    "S": "south",
    "W": "west",
    "X": "no restriction",
    CHOOSE: "the first player's choice",
}


class HeroRevealed(Effect[Board], frozen=True):
    """The top card of the hero stack comes into a visiting space (an index). `value`: the space (an index)."""

    mark = "draw"
    space: int
    level: int
    hero: HeroId
    needs: int
    """How many it has."""

    def apply(self, board: Board) -> Board:
        pile = board.heroes[self.level - 1].drawn(self.hero)
        visit = Visit(self.hero, ("",) * self.needs, (0,) * self.needs)
        return replace(
            board,
            heroes=put(board.heroes, self.level - 1, pile),
            visiting=put(board.visiting, self.space, visit),
        )

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.hero), f"space:{self.space + 1}"

    def says(self, board: Board) -> str:
        return f"The {hero_name(board, self.hero)} visits."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=self.hero, value=self.space),)


class BuildingRevealed(Effect[Board], frozen=True):
    """The uppermost tile of a stack comes into an empty building space (an index)."""

    mark = "draw"
    slot: int
    tile: TileId

    def apply(self, board: Board) -> Board:
        level = SLOT_LEVELS[self.slot]
        return replace(
            board,
            stacks=put(board.stacks, level - 1, drawn(board.stacks[level - 1], self.tile)),
            supply=board.with_slot(self.slot, Slot(self.tile)),
        )

    def touches(self) -> tuple[str, ...]:
        return (tile_id(self.tile),)

    def says(self, board: Board) -> str:
        return f"{tile_name(board, self.tile)} is turned up."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=self.tile),)


class RoundStarted(Effect[Board], frozen=True):
    """A new round."""

    def apply(self, board: Board) -> Board:
        return replace(board, round=board.round + 1, seat=board.first, pending=ROUND_START)

    def says(self, board: Board) -> str:
        return f"Round {board.round + 1} starts."


class ActionDeckReshuffled(Effect[Board], frozen=True):
    """The Action Cards that were used become the deck again."""

    def apply(self, board: Board) -> Board:
        return replace(board, deck=board.discard, discard=())


class ActionCardDrawn(Effect[Board], frozen=True):
    """An Action Card comes into force."""

    mark = "draw"
    card: str

    def apply(self, board: Board) -> Board:
        return replace(board, deck=without(board.deck, self.card), card=self.card)

    def touches(self) -> tuple[str, ...]:
        return (f"card:{self.card}",)


class ZoningRolled(Effect[Board], frozen=True):
    """The Zoning Die shows a face."""

    mark = "roll"
    face: str

    def apply(self, board: Board) -> Board:
        if self.face == CHOOSE:
            return replace(board, rolled=self.face, zoning="", pending=ChoosingZoning())
        return replace(board, rolled=self.face, zoning=self.face, pending=ROLLING)

    def touches(self) -> tuple[str, ...]:
        return ("zoning",)

    def says(self, board: Board) -> str:
        return f"Zoning: {ZONING[self.face]}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(kind=self.face),)


class ZoningSideChosen(Effect[Board], frozen=True):
    """The first player turns the Zoning Die."""

    face: str

    def apply(self, board: Board) -> Board:
        return replace(board, zoning=self.face, pending=ROLLING)

    def touches(self) -> tuple[str, ...]:
        return ("zoning",)

    def says(self, board: Board) -> str:
        return f"{{{board.first}}} sets the Zoning Die: {ZONING[self.face]}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(kind=self.face),)


class DiceRolled(Effect[Board], frozen=True):
    """All dice are rolled. `pools` holds each seat's dice, sorted."""

    mark = "roll"
    pools: tuple[tuple[Die, ...], ...]

    def apply(self, board: Board) -> Board:
        sides = tuple(replace(side, pool=pool) for side, pool in zip(board.sides, self.pools, strict=True))
        return replace(board, sides=sides)

    def touches(self) -> tuple[str, ...]:
        return ("dice",)

    def says(self, board: Board) -> str:
        pools = (f"{{{seat}}} {', '.join(map(_short, pool))}" for seat, pool in enumerate(self.pools, 1))
        return f"The dice: {'; '.join(pools)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        for seat, pool in enumerate(self.pools, 1):
            yield from (of_die(die, Fact(seat=seat, kind=COLOUR[die])) for die in pool)


def _short(die: Die) -> str:
    return f"{COLOUR[die]} {die[-1]}"


class ResolutionStarted(Effect[Board], frozen=True):
    """All dice are spent: the heroes are resolved."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Selling(0))


class ClosingStarted(Effect[Board], frozen=True):
    """A seat settles its final bids, then those after it. What was called up in the resolution ends."""

    seat: Seat
    rest: tuple[Seat, ...]

    def apply(self, board: Board) -> Board:
        sides = tuple(replace(side, bends=()) if side.bends else side for side in board.sides)
        return replace(board, sides=sides, pending=Closing(self.seat, self.rest))


class CleanupStarted(Effect[Board], frozen=True):
    """The final bids are settled; the rest of the clean-up needs nobody."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=CLEANING)


class EraAdvanced(Effect[Board], frozen=True):
    """Tiles of the next level come into reach. `value`: the era."""

    era: int

    def apply(self, board: Board) -> Board:
        return replace(board, era=self.era)

    def says(self, board: Board) -> str:
        return f"Era {self.era} begins."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(value=self.era),)


class EndGameTriggered(Effect[Board], frozen=True):
    """The last hero has been drawn: the game ends after `last_round`. `value`: the last round."""

    last_round: int

    def apply(self, board: Board) -> Board:
        return replace(board, last_round=self.last_round)

    def says(self, board: Board) -> str:
        return f"The last hero has come: the game ends after round {self.last_round}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(value=self.last_round),)


class HeroesRefreshed(Effect[Board], frozen=True):
    """No hero is exhausted any more."""

    def apply(self, board: Board) -> Board:
        sides = tuple(
            replace(side, heroes=tuple(Owned(own.hero, own.joined) for own in side.heroes)) for side in board.sides
        )
        return replace(board, sides=sides)


class WorkersReturned(Effect[Board], frozen=True):
    """Workers leave heroes and buildings; spies stay. What was withdrawn from may be bid on again."""

    def apply(self, board: Board) -> Board:
        visiting = tuple(replace(visit, stakes=()) if visit.stakes else visit for visit in board.visiting)
        supply = tuple(Slot(slot.tile) if slot.bids or slot.barred else slot for slot in board.supply)
        return replace(board, visiting=visiting, supply=supply)


class DiceReturned(Effect[Board], frozen=True):
    """Everybody has one die of each colour again, to be rolled."""

    def apply(self, board: Board) -> Board:
        sides = tuple(replace(side, pool=()) if side.pool else side for side in board.sides)
        return replace(board, graveyard=(), sides=sides)


class FirstPlayerPassed(Effect[Board], frozen=True):
    """The Zoning Die goes to the left."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, first=self.seat)

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} is first now."


class RoundEnded(Effect[Board], frozen=True):
    """The Action Card is discarded."""

    def apply(self, board: Board) -> Board:
        return replace(board, discard=insert(board.discard, board.card), card="", rolled="", zoning="")


class FinalDonationsOpened(Effect[Board], frozen=True):
    """The game has ended; only donations and end-game powers are left. `reason`: `rounds` or `all_fulfilled`."""

    reason: str

    def apply(self, board: Board) -> Board:
        assert not isinstance(board.pending, Acting)
        return replace(board, pending=LastDonations(reason=self.reason))

    def says(self, board: Board) -> str:
        return "The game ends." if self.reason == "rounds" else "All heroes are served: the game ends."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(kind=self.reason),)


class FinalDonationsClosed(Effect[Board], frozen=True):
    """A seat donates no more."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, LastDonations)
        closed = tuple(sorted((*pending.closed, self.seat)))
        return replace(board, pending=LastDonations(closed, pending.reason))

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)


class ScoringStarted(Effect[Board], frozen=True):
    """All have donated: end-game powers are counted."""

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, LastDonations)
        return replace(board, pending=Scoring(pending.reason))


class FinalScoreComputed(Effect[Board], frozen=True):
    """The final scores by seat, and who won. `value`: the score."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Scoring)
        return replace(board, pending=GameOver(self.winners, pending.reason, self.scores))

    def touches(self) -> tuple[str, ...]:
        return tuple(map(seat_id, self.winners))

    def says(self, board: Board) -> str:
        scores = ", ".join(f"{{{seat}}} {score}" for seat, score in enumerate(self.scores, 1))
        won = " and ".join(f"{{{seat}}}" for seat in self.winners)
        return f"Final score: {scores}. {won} {'wins' if len(self.winners) == 1 else 'share the victory'}."

    def facts(self, board: Board) -> Iterable[Fact]:
        for seat, score in enumerate(self.scores, 1):
            yield Fact(seat=seat, kind="won" if seat in self.winners else "lost", value=score)
