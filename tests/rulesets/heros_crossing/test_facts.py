"""What statistics keep of a game of Hero's Crossing."""

from __future__ import annotations

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import BidPlaced, DiceRolled, DieStolen, DraftTilePicked, FinalScoreComputed
from rulesets.heros_crossing.rules.actions import Move
from rulesets.heros_crossing.rules.turns import DraftDie
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Action, Effect
from tests.rulesets.heros_crossing.boards import laid, table, using


def told(effect: Effect[Board]) -> list[Fact]:
    """The rows of an effect, before the kit fills in where they stand."""
    return list(effect.facts(table()))


def decision(action: Action[Board], board: Board) -> Fact:
    """The row of an action of seat 2."""
    return RULESET.facts(board, 2, action, ())[0]


def test_a_die_is_a_row_with_what_it_shows() -> None:
    """Drafted or rolled: colour and face, and the sides that it could have shown."""
    drafted = decision(DraftDie("grey-4", 1, 2), table(seat=2))
    assert drafted == Fact(0, "DraftDie", 2, "grey-4", kind="row-1", value=2, die_sides=6, die_face=4)
    assert told(DiceRolled((("grey-4", "red-1"), ("blue-6",)))) == [
        Fact(seat=1, card="grey-4", kind="grey", die_sides=6, die_face=4),
        Fact(seat=1, card="red-1", kind="red", die_sides=6, die_face=1),
        Fact(seat=2, card="blue-6", kind="blue", die_sides=6, die_face=6),
    ]


def test_places_are_cells_of_the_seat_that_acts() -> None:
    """From one cell to another: both are told with the seat whose town it is."""
    moved = decision(Move("0.0", "1.0", 2), table(seat=2, pending=using("red-4", "move")))
    assert moved == Fact(0, "Move", 2, place="cell:2.0.0", target="cell:2.1.0", value=2)


def test_bids_and_thefts_tell_their_value() -> None:
    """Of a bid what its die counts for, of a theft the modifiers that are paid."""
    bid, theft = BidPlaced(1, "smithy-1a", laid("red-3+1"), "first"), DieStolen(1, 2, "blue-2", "red-5")
    placed, stolen = told(bid)[0], told(theft)[0]
    assert (placed.place, placed.kind, placed.value, placed.die_face) == ("tile:smithy-1a", "first", 4, 3)
    assert (stolen.card, stolen.kind, stolen.target, stolen.value) == ("blue-2", "red-5", "seat:2", 1)


def test_the_final_score_is_a_row_of_each_seat() -> None:
    """Whether it won, and with how many points."""
    rows = told(FinalScoreComputed((12, 9), (1,)))
    assert [(row.seat, row.kind, row.value) for row in rows] == [(1, "won", 12), (2, "lost", 9)]


def test_a_row_of_a_hidden_tile_does_not_name_it() -> None:
    """To others than the seat that picks it, it is a tile that nobody sees."""
    picked = DraftTilePicked(1, "smithy-1a")
    assert [row.card for viewer in (1, 2) for row in told(picked.seen_by(viewer))] == ["smithy-1a", "?1"]
