"""The picture of a table in words: its title, its description, what each seat is at, the last event."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.names import ending_words, place_words, source_words
from rulesets.heroes_of_the_campaign.phases import (
    AgreeingStarter,
    Choosing,
    ChoosingTeams,
    Entering,
    Running,
    beneath,
    combat,
)
from rulesets.heroes_of_the_campaign.pieces import TEAM
from rulesets.heroes_of_the_campaign.values import values
from rulesets.heroes_of_the_campaign.words.terms import CAMP, INFIRMARY
from rulesets.kit import phases
from rulesets.kit.svg import legible
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.ids import Address, CardId, HeroName
    from rulesets.heroes_of_the_campaign.pieces import Hero, Side
    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Effect

TO_CHOOSE = {
    "target": "to choose a hero",
    "defender": "to choose whom",
    "law": "to choose a law",
    "place": "to choose a place",
    "task": "to choose a task",
    "option": "to choose",
    "trigger": "to choose an order",
    "use": "to use it or not",
}
"""By what an open choice is about."""

WATCHES = {
    "no": "Is not asked before anything happens",
    "attack": "Is asked before attacks",
    "all": "Is asked before everything",
}
"""The standing words."""


def status(board: Board, seat: Seat) -> str:
    """What a seat is at, in a few words under its name."""
    pending, side = board.pending, board.side(seat)
    if isinstance(pending, phases.GameOver):
        return "" if pending.winners else "game over"
    if isinstance(pending, ChoosingTeams):
        left = 2 * TEAM - len(side.picked) - side.in_hand
        return f"{left} to choose" if left else "has chosen"
    if isinstance(pending, AgreeingStarter):
        return _agreeing(pending, seat)
    if seat in pending.who(board):
        return _to_do(board, seat)
    if board.round == 1 and seat != board.starter:
        return "takes no wounds yet"  # HOC-SET-08
    return "waits" if seat != board.seat else "acts"


def _agreeing(pending: AgreeingStarter, seat: Seat) -> str:
    starter = pending.said[seat - 1]
    if not starter:
        return "who begins?"
    return "would begin" if starter == seat else "the other first"


def _to_do(board: Board, seat: Seat) -> str:
    pending = board.pending
    if isinstance(pending, Choosing):
        return TO_CHOOSE.get(pending.kind, pending.brief)
    return pending.brief if seat == board.seat or isinstance(pending, Entering) else "may step in"


# --- cards in words


def hero_name(board: Board, name: HeroName) -> str:
    """What a hero is called."""
    return legible(board.components.name_of(name[2:]))


def _cost(cost: int) -> str:
    return f" for {cost} copper" if cost else ""


@lru_cache(maxsize=1024)
def task_words(components: Components, card: CardId) -> str:
    """The tasks of a card with what they cost and do."""
    tasks = components.tasks_of.get(card, ())
    return "; ".join(one_task(components, address, components.tasks[address].cost) for address in tasks)


def one_task(components: Components, address: Address, cost: int) -> str:
    """A task with what it does, at a cost."""
    verbs = (str(verb.__struct_config__.tag).replace("_", " ") for verb in components.tasks[address].actions)
    return legible(f"{components.task_name(address)}{_cost(cost)} ({', '.join(verbs)})")


def hero_title(board: Board, hero: Hero) -> str:
    """All about a hero: classes, numbers, wounds, statuses, maneuvers, tasks."""
    derived = values(board).heroes[hero.name]
    parts = [
        f"{', '.join([hero_name(board, hero.name), *map(legible, derived.classes)])}: attack {derived.attack}",
        f"resistance {derived.resistance}",
        f"wounds {hero.wounds}",
        *(["support"] if hero.support else []),
        *(["task used"] if "task" in hero.used else []),
        *(flag.replace("_", " ") for flag in sorted(derived.flags)),
        *(legible(board.components.status_name(held.name)) for held in hero.held if held.name not in derived.flags),
        *(
            f"has learned {legible(board.components.name_of(card))}{' (used this round)' if card in hero.used else ''}"
            for card in hero.learned
        ),
    ]
    tasks = task_words(board.components, hero.card)
    return f"{', '.join(parts)}.{f' Tasks: {tasks}.' if tasks else ''}{invented(board.components)}"


def invented(components: Components) -> str:
    """Stand-ins for cards that no rulebook prints say so."""
    return " Invented card." if components.source == "invented" else ""


@lru_cache(maxsize=1024)
def card_title(components: Components, card: CardId) -> str:
    """A strategy card with its kind, its cost and what it does."""
    known = components.strategies[card]
    kind = str(known.__struct_config__.tag)
    tasks = task_words(components, card)
    window = ", at any time" if known.at_any_time else ""
    return (
        f"{legible(known.name)}, {kind}{_cost(known.cost)}{window}{f'. Tasks: {tasks}' if tasks else ''}."
        f"{invented(components)}"
    )


# --- the whole table


def title(board: Board, version: int) -> str:
    """The game and the moment."""
    when = f"round {board.round}" if board.round else "set-up"
    return f"Heroes of the Campaign, {when}, version {version}"


def description(board: Board, names: Mapping[Seat, str], near: Seat, last: str) -> str:
    """The position in a few sentences: what the last event did, what happens now, then each seat's side."""
    sides = " ".join(_side(board, names[seat], seat) for seat in (3 - near, near))
    return " ".join(part for part in (last, situation(board, names), sides) if part)


def situation(board: Board, names: Mapping[Seat, str]) -> str:
    """What happens now, in a sentence."""
    pending = board.pending
    if isinstance(pending, phases.GameOver):
        who = joined(names[seat] for seat in pending.winners) or "Nobody"
        return f"{who} won: {ending_words(pending.reason)}."
    if fight := combat(pending):
        now = f"{hero_name(board, fight.attacker)} is in combat with {hero_name(board, fight.defender)}."
    else:
        now = under_way(board)
    todo = "; ".join(f"{names[seat]}: {status(board, seat)}" for seat in pending.who(board))
    return f"{now} {todo}.".strip() if todo else now


def under_way(board: Board) -> str:
    """What is being performed, in a sentence; empty if nothing is."""
    run = running(board)
    if run is None:
        return ""
    what = legible(home_name(board, run.home))
    return f"{hero_name(board, run.me)} performs {what}." if run.me else f"{what} takes effect."


def running(board: Board) -> Running | None:
    """The list of actions that is performed just now, the innermost one."""
    return next((phase for phase in beneath(board.pending) if isinstance(phase, Running)), None)


def home_name(board: Board, home: str) -> str:
    """What a list of actions is called: a task, or the card that it stands on."""
    if home in board.components.tasks:
        return board.components.task_name(home)
    return source_words(board, home)


def _side(board: Board, name: str, seat: Seat) -> str:
    side, found = board.side(seat), []
    places: dict[str, list[str]] = {}
    for hero in board.team(seat):
        places.setdefault(hero.place, []).append(_in_brief(board, hero))
    for place, heroes in places.items():
        where = {CAMP: "in the camp", INFIRMARY: "in the infirmary"}.get(place) or f"at {place_words(board, place)}"
        found.append(f"{', '.join(heroes)} {where}")
    found += _cards(board, side)
    return legible(f"{name}: {'; '.join(found)}; {side.copper} copper.")


def _in_brief(board: Board, hero: Hero) -> str:
    resistance = values(board).heroes[hero.name].resistance
    return f"{hero_name(board, hero.name)}{f' ({hero.wounds} of {resistance} wounds)' if hero.wounds else ''}"


def _cards(board: Board, side: Side) -> list[str]:
    name = board.components.name_of
    found = [f"law {name(card)} in force" for card in side.laws]
    found += [f"event {name(card)} known{' and used' if card in side.used else ''}" for card in side.shown]
    if side.hidden:
        found.append(f"{side.hidden} hidden strategy card{'s' if side.hidden > 1 else ''}")
    return found


# --- the last event


def last_event(before: Board | None, effects: Iterable[Effect[Board]], names: Mapping[Seat, str]) -> str:
    """What the last event did, in sentences that name the players; empty if it needs none."""
    if before is None:
        return ""
    sentences = []
    for effect in effects:
        sentences.append(effect.sentence(before))
        before = effect.apply(before)
    return legible(named(" ".join(filter(None, sentences)), names))


SEAT_WORD = re.compile(r"\{(\d)\}")


def named(words: str, names: Mapping[Seat, str]) -> str:
    """Sentences of effects with the names that seats have on this picture."""
    return SEAT_WORD.sub(lambda found: names.get(int(found[1]), found[0]), words)
