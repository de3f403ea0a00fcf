"""What the fields of actions are called, and where they lie in the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.caption import TO_CHOOSE
from rulesets.heroes_of_the_campaign.ids import (
    THIS_TURN,
    UNKNOWN,
    card_id,
    card_of,
    hero_id,
    offer_id,
    option_id,
    place_id,
    seat_id,
    switch_id,
    task_id,
)
from rulesets.heroes_of_the_campaign.names import WATCHES, candidate_words, card_words, owned_words, to_place_words
from rulesets.heroes_of_the_campaign.phases import Choosing
from rulesets.kit.fields import Field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.ids import Address, CardId, HeroName, Place, Watch
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.kit.phases import Seat

    Fixed = Mapping[str, Any]


def _card(board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> str:
    return card_words(board, card)


def _offered(_board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> tuple[str, ...]:
    return (offer_id(card),)


def _held(board: Board, seat: Seat, card: CardId, _fixed: Fixed) -> tuple[str, ...]:
    """A card that nobody saw may be any: its place is the hand."""
    side = board.side(seat)
    unseen = side.unknown and card not in side.hand
    return (card_id(seat, UNKNOWN if unseen else card),)


def _player(_board: Board, _seat: Seat, starter: Seat, _fixed: Fixed) -> str:
    return f"{{{starter}}}"


def _player_ids(_board: Board, _seat: Seat, starter: Seat, _fixed: Fixed) -> tuple[str, ...]:
    return (seat_id(starter),)


def _hero(board: Board, seat: Seat, hero: HeroName, _fixed: Fixed) -> str:
    return owned_words(board, hero, seat)


def _hero_ids(_board: Board, _seat: Seat, hero: HeroName, _fixed: Fixed) -> tuple[str, ...]:
    return (hero_id(hero),)


def _task(board: Board, _seat: Seat, task: Address, _fixed: Fixed) -> str:
    return board.components.task_name(task)


def _task_ids(board: Board, _seat: Seat, task: Address, fixed: Fixed) -> tuple[str, ...]:
    return (task_spot(board, board.hero(fixed["hero"]), task),)


def task_spot(board: Board, hero: Hero, task: Address) -> str:
    """The id of a hero's task; of the only one of a card, that of the card: its own, its location, or a maneuver."""
    card = card_of(task)
    if len(board.components.tasks_of[card]) > 1:
        return task_id(int(hero.place[0]) if card == hero.location else hero.seat, task)
    if card == hero.card:
        return hero_id(hero.name)
    return f"card:{hero.place}" if card == hero.location else card_id(hero.seat, card)


def performers(board: Board, pending: Choosing) -> list[Hero]:
    """The heroes that may be those who perform the task that is chosen."""
    return [hero for hero in board.heroes if all(hero.has(card_of(task)) for task in pending.among)]


def _place(board: Board, seat: Seat, place: Place, _fixed: Fixed) -> str:
    return to_place_words(board, place, seat)


def _place_ids(_board: Board, seat: Seat, place: Place, _fixed: Fixed) -> tuple[str, ...]:
    return (place_id(seat, place),)


def _candidate(board: Board, _seat: Seat, name: str, _fixed: Fixed) -> str:
    return candidate_words(board, Choosing.of(board), name)


def _candidate_ids(board: Board, _seat: Seat, name: str, _fixed: Fixed) -> tuple[str, ...]:
    pending = Choosing.of(board)
    if pending.kind in ("target", "defender"):
        return (hero_id(name),)
    if pending.kind in ("law", "place"):
        return (place_id(pending.seat, name),)
    if pending.kind == "task":
        return tuple(dict.fromkeys(task_spot(board, hero, name) for hero in performers(board, pending)))
    return (option_id(name),)


def _watch(_board: Board, _seat: Seat, when: Watch, _fixed: Fixed) -> str:
    return WATCHES[when]


def _watch_ids(board: Board, seat: Seat, when: Watch, _fixed: Fixed) -> tuple[str, ...]:
    """A sign of its own; to let everything pass is to tap the one that is lit."""
    return (switch_id(seat, board.side(seat).watches if when == "no" else when),)


def _for_how_long(_board: Board, _seat: Seat, this_turn: bool, _fixed: Fixed) -> str:
    return "In this turn" if this_turn else "From now on"


def _turn_ids(_board: Board, _seat: Seat, this_turn: bool, _fixed: Fixed) -> tuple[str, ...]:
    return (THIS_TURN,) if this_turn else ()


def _asks_choice(board: Board, _seat: Seat, _fixed: Fixed) -> str:
    words = TO_CHOOSE.get(Choosing.of(board).kind, "to choose").removeprefix("to ")
    return f"{words[:1].upper()}{words[1:]}"


_OFFERED = Field(_card, _offered)

FIELDS = {
    "PickHero.card": replace(_OFFERED, asks="Which hero?"),
    "PickStrategy.card": replace(_OFFERED, asks="Which card?"),
    "starter": Field(_player, _player_ids, asks="Who begins?"),
    "card": Field(_card, _held, asks="Which card?"),
    "hero": Field(_hero, _hero_ids, asks="Which hero?"),
    "task": Field(_task, _task_ids, asks="Which task?"),
    "place": Field(_place, _place_ids, asks="Where to?"),
    "when": Field(_watch, _watch_ids, asks="Before what?"),
    "this_turn": Field(_for_how_long, _turn_ids, asks="For how long?"),
    "Choose.names": Field(_candidate, _candidate_ids, "set", asks=_asks_choice),
}
"""In the order in which they are asked for: a card before its hero, a hero before its task or its place."""

OUTCOMES = {"draw": Field(_card), "reveal": Field(_card)}
"""What outcomes of chance are called."""
