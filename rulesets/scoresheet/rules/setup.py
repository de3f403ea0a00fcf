"""Setup: who sits there, in which teams, who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from rulesets.kit.errors import UnknownAction
from rulesets.kit.phases import seats_of
from rulesets.kit.play import Play, need
from rulesets.scoresheet import effects as e
from rulesets.scoresheet.board import TABLE, Board, DieShown, Place, Stack, Tally
from rulesets.scoresheet.components import Components
from rulesets.scoresheet.phases import FREE, TURN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.structs import Start
    from rulesets.scoresheet.schema import Pile


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before the game."""

    difficulty: Annotated[str, Meta(description="Its id in the sheet; empty is the first one, if it has any.")] = ""


def choices(components: Components) -> dict[str, tuple[str, ...]]:
    """What each option may be with a sheet."""
    return {"difficulty": tuple(components.difficulty)} if components.difficulty else {}


def empty_board(start: Start, components: Components) -> Board:
    """The empty sheet (SHT-SET-01 to 04)."""
    sheet, seats = components.sheet, range(1, start.seats + 1)
    difficulty = msgspec.convert(start.options, Options).difficulty or next(iter(components.difficulty), "")
    if difficulty and difficulty not in components.difficulty:
        there = ", ".join(components.difficulty) or "none"
        detail = f"there is no difficulty {difficulty[:80]!r}; there is {there}"
        raise UnknownAction(detail, "/options/difficulty")
    return Board(
        components=components,
        pending=TURN if sheet.turn_order else FREE,
        places=tuple(Place(team=components.first_team(seat)) for seat in seats),
        difficulty=difficulty,
        tallies=tuple(_tallies(components, start.seats)),
        dice=tuple(DieShown(die) for die in components.die),
        stacks=tuple(Stack(pile.id, _cards(pile)) for pile in sheet.piles),
    )


def start(play: Play[Board]) -> None:
    """SHT-SET-01, SHT-SET-05: as many as the sheet is for; who begins, where there is an order."""
    sheet = play.board.components.sheet
    need(play.board.seats in play.board.components.seats, "SHT-SET-01")
    play.emit(e.GameStarted(play.board.difficulty or None))
    if sheet.turn_order:
        seat = play.chance.pick(seats_of(play.board), rule="SHT-SET-05", about="who begins")
        play.emit(e.SeatBegins(seat))


def _tallies(components: Components, seats: int) -> Iterator[Tally]:
    for counter in components.counter.values():
        if counter.of == "table":
            yield Tally(TABLE, counter.id, counter.start)
        else:
            yield from (Tally(seat, counter.id, counter.start) for seat in range(1, seats + 1))


def _cards(pile: Pile) -> tuple[str, ...]:
    return tuple(sorted(card.id for card in pile.cards for _ in range(card.copies)))
