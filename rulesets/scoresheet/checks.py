"""What is wrong with a sheet that the types of its fields cannot say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.checks import duplicates, placed, unknown
from rulesets.kit.sheets import LONGEST_TITLE
from rulesets.scoresheet.schema import MOST_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.components import Found, Path
    from rulesets.scoresheet.schema import Category, Counter, Document, Move, Part, Pile, TieBreak

MOST_AMOUNTS = 1_000
"""Amounts that a category can take; more are no list."""
MOST_SCORES = 2_000
"""Amounts of all categories of a sheet together."""
MOST_CARDS = 200
"""Cards of a pile."""

LISTS = ("teams", "difficulties", "roles", "categories", "counters", "dice", "piles", "moves")
"""The lists of parts with ids."""


def names(document: Document) -> Iterator[Found]:
    """Ids and names that stand twice, and names that could not be read in a sentence."""
    yield from _name(("name",), document.name, LONGEST_TITLE)
    for field in LISTS:
        yield from _parts((field,), getattr(document, field), field)
    for index, pile in enumerate(document.piles):
        yield from _parts(("piles", index, "cards"), pile.cards, "cards")
    for index, move in enumerate(document.moves):
        yield from _name(("moves", index, "does"), move.does)
        yield from _name(("moves", index, "to"), move.to)
        yield from _parts(("moves", index, "objects"), move.objects, "objects")
        yield from _parts(("moves", index, "places"), move.places, "places")
    for index, die in enumerate(document.dice):
        for face, text in enumerate(die.faces):
            yield from _name(("dice", index, "faces", face), str(text))


def _parts(path: Path, parts: tuple[Part, ...], what: str) -> Iterator[Found]:
    one = SINGULAR[what]
    yield from duplicates(placed(path, parts, "id"), f"{one} with the id")
    yield from duplicates(((at, name.casefold()) for at, name in placed(path, parts, "name")), f"{one} called")
    for index, part in enumerate(parts):
        yield from _name((*path, index, "name"), part.name)


SINGULAR = {
    "teams": "team",
    "difficulties": "difficulty",
    "roles": "role",
    "categories": "category",
    "counters": "counter",
    "dice": "die",
    "piles": "pile",
    "moves": "move",
    "cards": "card",
    "objects": "object",
    "places": "place",
}


MOST_LETTERS = 60


def _name(path: Path, text: str, most: int = MOST_LETTERS) -> Iterator[Found]:
    if {*text} & {*"{}\n\r\t"} or not text.strip() or len(text) > most:
        yield path, f"a name is 1 to {most} letters on one line, without braces"


def faults(document: Document) -> Iterator[Found]:
    """What cannot be played: seats, sides, amounts, ends that are never reached."""
    yield from _sides(document)
    for index, category in enumerate(document.categories):
        yield from _amounts(("categories", index), category)
    total = sum(len(amounts(category)) for category in document.categories)
    if total > MOST_SCORES:
        yield ("categories",), f"{total} amounts in all categories; at most {MOST_SCORES}: take larger steps"
    for index, counter in enumerate(document.counters):
        yield from _counter(("counters", index), counter)
    for index, pile in enumerate(document.piles):
        yield from _pile(("piles", index), pile)
    for index, move in enumerate(document.moves):
        yield from _move(("moves", index), move)
    for index, tie_break in enumerate(document.tie_breaks):
        yield from _tie_break(("tie_breaks", index), tie_break, document)
    yield from _rounds(document)
    yield from _scoring(document)


def amounts(category: Category) -> range:
    """What may be scored in a category."""
    return range(category.least, category.most + 1, category.step)


def _sides(document: Document) -> Iterator[Found]:
    seats, teams = document.seats, document.teams
    if seats.least > seats.most:
        yield ("seats", "least"), f"at least {seats.least} seats, and at most {seats.most}"
    if document.sides == "teams" and len(teams) < 2:
        yield ("teams",) if teams else ("sides",), "name at least 2 teams"
    if document.sides == "teams" and len(teams) > seats.least:
        yield ("seats",), f"{len(teams)} teams need at least {len(teams)} seats: raise `least`"
    if teams and document.sides != "teams":
        yield ("teams",), "teams play where `sides` is `teams`"
    if document.difficulties and document.sides != "together":
        yield ("difficulties",), "a game has difficulties where all play together: `sides` is `together`"
    if document.roles and len(document.roles) < seats.least:
        yield ("roles",), f"{len(document.roles)} roles are not enough for {seats.least} seats"


def _amounts(path: Path, category: Category) -> Iterator[Found]:
    if category.least >= category.most:
        yield (*path, "most"), f"most ({category.most}) is to be above least ({category.least})"
    elif (category.most - category.least) % category.step:
        yield (*path, "step"), f"steps of {category.step} from {category.least} never come to {category.most}"
    elif (count := len(amounts(category))) > MOST_AMOUNTS:
        yield (*path, "most"), f"{count} amounts; at most {MOST_AMOUNTS}: take larger steps"


def _counter(path: Path, counter: Counter) -> Iterator[Found]:
    if counter.least >= counter.most:
        yield (*path, "most"), f"most ({counter.most}) is to be above least ({counter.least})"
    elif not counter.least <= counter.start <= counter.most:
        yield (*path, "start"), f"starts at {counter.start}, which is not within {counter.least} to {counter.most}"


def _pile(path: Path, pile: Pile) -> Iterator[Found]:
    count = sum(card.copies for card in pile.cards)
    if count > MOST_CARDS:
        yield (*path, "cards"), f"{count} cards with all copies; at most {MOST_CARDS}"


def _move(path: Path, move: Move) -> Iterator[Found]:
    if move.target == "place" and not move.places:
        yield path, "name the `places` that it goes to"
    if move.places and move.target != "place":
        yield (*path, "places"), "a move goes to places where its `target` is `place`"


def _tie_break(path: Path, tie_break: TieBreak, document: Document) -> Iterator[Found]:
    if (tie_break.category is None) == (tie_break.counter is None):
        yield path, "a tie is broken by a `category` or by a `counter`"
        return
    if tie_break.category is not None:
        known = {category.id for category in document.categories}
        yield from unknown([((*path, "category"), tie_break.category)], known, "category")
    else:
        counters = {counter.id for counter in document.counters if counter.of == "seat"}
        yield from unknown([((*path, "counter"), tie_break.counter or "")], counters, "counter of a seat")


def _rounds(document: Document) -> Iterator[Found]:
    rounds = document.rounds
    if rounds.number and rounds.target:
        yield ("rounds",), "a game ends after a `number` of rounds, or at a `target`"
    if rounds.target and document.scoring != "win" and rounds.target > (most := highest(document)):
        yield ("rounds", "target"), f"cannot be reached: at most {most} points in {MOST_ROUNDS} rounds"


def highest(document: Document) -> int:
    """The most points that a side can have before the end of the last possible round."""
    own = sum(
        max(0, category.most) * (MOST_ROUNDS if category.when == "round" else 1) for category in document.categories
    )
    return own if document.sides == "each" else own * document.seats.most


def _scoring(document: Document) -> Iterator[Found]:
    if document.scoring == "win":
        for field in ("categories", "tie_breaks"):
            if getattr(document, field):
                yield (field,), "where a game is only won or lost (`scoring: win`), nothing is scored"
        if document.rounds.target:
            yield ("rounds", "target"), "where a game is only won or lost (`scoring: win`), no target is reached"
    elif document.scoring == "noted" and document.tie_breaks:
        yield ("tie_breaks",), "where the winners note their win (`scoring: noted`), no tie is broken"
    elif document.scoring == "noted" and document.sides == "together":
        yield ("scoring",), "where all play together, the table says whether they won: take `highest`"
    elif not document.categories and document.sides != "together":
        yield ("categories",), "name at least one category, or take `scoring: win`"
    if document.tie_breaks and document.sides == "together":
        yield ("tie_breaks",), "where all play together, there is no tie"
