"""The file of a component set: a sheet, as it is written."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulesets.kit.components import Id, Name
from rulesets.kit.sheets import LONGEST_TITLE

MOST_SEATS = 12
MOST_ROUNDS = 30
"""SHT-RND-05."""
FARTHEST = 1_000_000
"""No amount of a sheet is farther from 0."""

Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
Amount = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
SeatCount = Annotated[int, Meta(ge=1, le=MOST_SEATS)]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a sheet that has a name: a role, a team, a difficulty, an object or a place of a move."""

    id: Id
    name: Name


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    """How many can play."""

    least: SeatCount = 1
    most: SeatCount = MOST_SEATS


class Category(Part, frozen=True, forbid_unknown_fields=True):
    """What points are for; or rather a unit of its own, such as tricks."""

    unit: Name = "point"
    """One of them."""
    units: Annotated[str, Meta(max_length=60)] = ""
    """Several of them, where that is more than an s."""
    least: Amount = 0
    most: Amount = 100
    step: Annotated[int, Meta(ge=1, le=FARTHEST)] = 1
    when: Literal["round", "end"] = "round"
    """Scored in each round, or once for the whole game."""


class TieBreak(Struct, frozen=True, forbid_unknown_fields=True):
    """What decides between equal scores: a category's points, or a counter."""

    category: Id | None = None
    counter: Id | None = None
    best: Literal["highest", "lowest"] = "highest"


class Rounds(Struct, frozen=True, forbid_unknown_fields=True):
    """When the game is over: after a number of rounds, at the end of the round in which somebody has so many points,
    or, with neither, when the table says so."""

    number: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    target: Annotated[int, Meta(ge=1, le=FARTHEST)] | None = None


class Counter(Part, frozen=True, forbid_unknown_fields=True):
    """A number that goes up and down."""

    of: Literal["seat", "table"] = "seat"
    least: Amount = 0
    most: Amount = 99
    start: Amount = 0


class Die(Part, frozen=True, forbid_unknown_fields=True):
    """A die with named faces; a face that is written several times is as likely as that."""

    faces: Annotated[tuple[str | int, ...], Meta(min_length=2, max_length=30)]


class PileCard(Part, frozen=True, forbid_unknown_fields=True):
    """A card, a chip or a lot in a pile."""

    copies: Annotated[int, Meta(ge=1, le=30)] = 1


class Pile(Part, frozen=True, forbid_unknown_fields=True):
    """What is drawn from."""

    cards: Annotated[tuple[PileCard, ...], Meta(min_length=1, max_length=60)]
    put_back: bool = False


class Move(Part, frozen=True, forbid_unknown_fields=True):
    """A move of the game itself: `name` is what its button says (Settle), `does` how sentences have it (settles)."""

    does: Name
    objects: Annotated[tuple[Part, ...], Meta(max_length=20)] = ()
    to: Name = "with"
    """The word before the target."""
    target: Literal["none", "seat", "place"] = "none"
    places: Annotated[tuple[Part, ...], Meta(max_length=20)] = ()


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    game: Literal["scoresheet"]
    id: Id
    name: Title
    """The title of the game that is played."""
    seats: Seats = Seats()
    sides: Literal["each", "teams", "together"] = "each"
    teams: Annotated[tuple[Part, ...], Meta(max_length=6)] = ()
    difficulties: Annotated[tuple[Part, ...], Meta(max_length=10)] = ()
    roles: Annotated[tuple[Part, ...], Meta(max_length=40)] = ()
    scoring: Literal["highest", "lowest", "noted", "win"] = "highest"
    """Who wins: by the points; or whoever notes a win, with points (`noted`) or without (`win`)."""
    categories: Annotated[tuple[Category, ...], Meta(max_length=20)] = ()
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=5)] = ()
    rounds: Rounds = Rounds()
    turn_order: bool = False
    counters: Annotated[tuple[Counter, ...], Meta(max_length=8)] = ()
    dice: Annotated[tuple[Die, ...], Meta(max_length=6)] = ()
    piles: Annotated[tuple[Pile, ...], Meta(max_length=4)] = ()
    moves: Annotated[tuple[Move, ...], Meta(max_length=12)] = ()
