"""The sheet between two entries."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.phases import Seat
from rulesets.kit.tuples import put
from rulesets.scoresheet.components import Components
from rulesets.scoresheet.phases import Pending, Recording

END = 0
"""The round of what is scored once for the whole game."""
TABLE = 0
"""The seat of a counter that belongs to nobody."""


class Cell(Struct, frozen=True, gc=False, order=True):
    """A number that was written down."""

    round: int
    """`END` for what is scored once."""
    category: str
    value: int


class Place(Struct, frozen=True, gc=False):
    """All that belongs to one seat."""

    cells: tuple[Cell, ...] = ()
    """Sorted."""
    role: str = ""
    team: str = ""
    playing: bool = True
    """Whether it has not left."""
    won: bool = False
    """Whether it says that it won, where a sheet is only won or lost."""


class Tally(Struct, frozen=True, gc=False):
    """A counter and what it shows."""

    seat: Seat
    """`TABLE` for one that belongs to nobody."""
    counter: str
    value: int


class DieShown(Struct, frozen=True, gc=False):
    """A die as it lies."""

    die: str
    face: int = 0
    """From 1; 0 for one that nobody has rolled."""


class Stack(Struct, frozen=True, gc=False):
    """A pile as it lies."""

    pile: str
    left: tuple[str, ...]
    """Ids of its cards, sorted."""
    last: str = ""
    """The card that was drawn last."""


class Board(Struct, frozen=True, gc=False):
    """The whole sheet at one version."""

    components: Components
    pending: Pending
    places: tuple[Place, ...]
    difficulty: str = ""
    tallies: tuple[Tally, ...] = ()
    dice: tuple[DieShown, ...] = ()
    stacks: tuple[Stack, ...] = ()
    first: Seat = 1
    """Who begins this round, where there is an order."""
    seat: Seat = 1
    """Whose turn it is, where there is an order."""
    round: int = 1
    turn: int = 1

    @property
    def seats(self) -> int:
        return len(self.places)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple([seat for seat, place in enumerate(self.places, 1) if place.playing])

    def place(self, seat: Seat) -> Place:
        return self.places[seat - 1]

    def with_place(self, seat: Seat, place: Place) -> Board:
        return replace(self, places=put(self.places, seat - 1, place))

    def written(self, seat: Seat, round: int, category: str) -> int | None:
        """What stands in a cell."""
        for cell in self.places[seat - 1].cells:
            if cell.round == round and cell.category == category:
                return cell.value
        return None

    def count(self, seat: Seat, counter: str) -> int:
        """What a counter shows, be it the seat's or the table's."""
        for tally in self.tallies:
            if tally.counter == counter and tally.seat in (seat, TABLE):
                return tally.value
        return 0

    def next_seat(self, seat: Seat) -> Seat:
        """The seat after this one that has not left."""
        after = [*range(seat + 1, self.seats + 1), *range(1, seat + 1)]
        return next((each for each in after if self.places[each - 1].playing), seat)

    def is_added_up(self, round: int) -> bool:
        """Whether a round is a single row of the sheet, though several numbers were written in it."""
        components = self.components
        if round == END or len(components.each_round) < 2 or components.sheet.rounds.number == 1:
            return False
        return round < self.round or not isinstance(self.pending, Recording)

    @property
    def untouched(self) -> bool:
        """Whether nothing is scored in this round yet."""
        return not any(cell.round == self.round for place in self.places for cell in place.cells)
