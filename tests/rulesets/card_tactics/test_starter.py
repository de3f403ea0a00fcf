"""The set that ships: it has the printed structure, speaks every word of the language, and can be won and lost."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING, get_args

import pytest
from msgspec import Struct, inspect

from rulesets.card_tactics import RULESET, checks, schema
from rulesets.card_tactics.board import CLASSES, DEPTHS
from rulesets.card_tactics.components import Components
from rulesets.card_tactics.phases import GameOver
from rulesets.kit.bots import BOTS
from rulesets.kit.cards import traverse
from rulesets.kit.chance import ServerChance
from rulesets.kit.components import Source, read_document
from rulesets.kit.structs import Start
from tests.rulesets.card_tactics.build import CARDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SHIPPED = read_document(Source(RULESET.starter), schema.Document)
SET: Components = RULESET.starter_components  # type: ignore[assignment]

# --- its cards


def test_it_has_as_many_cards_as_the_printed_game() -> None:
    """Sixty-six, of which eight are heroes; enough of each kind that not every game sees the same ones."""
    assert len(SET.heroes) == 8
    enemies = {kind: len(SET.challenge[kind]) for kind in CLASSES}
    assert enemies == {"common": 6, "common_boss": 2, "rare": 6, "rare_boss": 2, "unique": 6, "unique_boss": 1}
    assert {rarity: len(cards) for rarity, cards in SET.items.items()} == {"common": 13, "rare": 8, "unique": 5}
    assert len(SET.events) == 9
    assert len(SET.heroes) + sum(enemies.values()) + len(SET.item) + len(SET.events) == 66


@pytest.mark.rule("CDT-SET-04")
def test_the_challenge_stack_can_be_built_from_it() -> None:
    """As many enemies and bosses of each rarity as the stack of eighteen takes, or more."""
    needed, there = Counter(DEPTHS), SET.challenge
    assert all(len(there[kind]) >= count for kind, count in needed.items())


def test_the_named_cards_are_in_it_and_the_others_say_that_they_are_invented() -> None:
    """What the rulebook names says so; nothing else does."""
    named = {card.id for cards in (SHIPPED.heroes, SHIPPED.enemies, SHIPPED.items) for card in cards if card.printed}
    assert named == {name for names in checks.PRINTED.values() for name in names}


def test_every_card_tells_in_words_what_it_does() -> None:
    """Skills, quirks and events have a text for readers."""
    found = [
        word for cards in _lists(SHIPPED) for card in cards for _, word in traverse(card) if isinstance(word, TOLD)
    ]
    assert len(found) > 66
    assert not [word.id for word in found if not word.text]


TOLD = (schema.Skill, schema.Quirk, schema.EventCard)

# --- its words

TOKENS = frozenset(("hound", "guard_dog", "dragon_shield", "bleed", "counter", "restrain", "stun"))
"""Lists of tokens are one list, whichever word asks for it; so are all lists with the same values."""


def _lists(parts: schema.Document) -> tuple[tuple[Struct, ...], ...]:
    return parts.heroes, parts.enemies, parts.items, parts.events


def _values(kind: inspect.Type) -> frozenset[object]:
    """The values of a closed list of names, or of yes and no; none for anything else."""
    match kind:
        case inspect.LiteralType(values):
            return frozenset(values)
        case inspect.BoolType():
            return frozenset((True, False))
        case inspect.UnionType(types):
            return frozenset().union(*map(_values, types))
        case inspect.Metadata(inner) | inspect.VarTupleType(inner):
            return _values(inner)
    return frozenset()


def _name(owner: str, field: str, values: frozenset[object]) -> str:
    names = {value for value in values if isinstance(value, str)}
    if not names:
        return f"{owner}.{field}"
    return "tokens" if names & TOKENS else " ".join(sorted(names))


def _inner(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.UnionType(types):
            yield from types
        case inspect.Metadata(inner) | inspect.VarTupleType(inner):
            yield inner


def _vocabulary(kind: inspect.Type, known: dict[type, set[object]]) -> None:
    """Each word that a set can say: the types of its parts, and the values of their lists."""
    if isinstance(kind, inspect.StructType) and kind.cls not in known:
        owner = kind.cls.__name__
        known[kind.cls] = {owner}
        for field in kind.fields:
            values = frozenset[object]() if field.name == "printed" else _values(field.type)
            known[kind.cls] |= {(_name(owner, field.name, values), value) for value in values}
            _vocabulary(field.type, known)
    for inner in _inner(kind):
        _vocabulary(inner, known)


def vocabulary() -> set[object]:
    """All words of the language."""
    known: dict[type, set[object]] = {}
    for kind in (schema.HeroCard, schema.EnemyCard, schema.ItemCard, schema.EventCard):
        _vocabulary(inspect.type_info(kind), known)
    return set().union(*known.values())


def spoken(cards: Iterable[Struct]) -> Iterator[object]:
    """Each word that some cards say."""
    for card in cards:
        for _, word in traverse(card):
            if isinstance(word, Struct):
                yield from _words(word)


def _words(word: Struct) -> Iterator[object]:
    yield type(word).__name__
    for field, name in _closed(type(word)):
        found = getattr(word, field)
        for value in found if isinstance(found, tuple) else (found,):
            yield name, value


@cache
def _closed(kind: type[Struct]) -> list[tuple[str, str]]:
    """Fields of a word that are filled from a closed list, and what the list is called; slow to find out."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    found = ((field.name, _values(field.type)) for field in info.fields)
    return [(field, _name(kind.__name__, field, values)) for field, values in found if values]


RARELY = {
    "IsMiss",
    ("camp combat event", "combat"),
    ("camp combat event", "event"),
    ("chosen first", "chosen"),
    ("centre outer", "outer"),
    (" ".join(sorted(get_args(schema.Moment))), "by_hand"),
}
"""Words for which the set that ships has no use; the cards of these tests say them."""


def test_the_set_that_ships_speaks_every_word() -> None:
    """But for a few, so that whoever writes cards finds an example of nearly everything."""
    words = {word for cards in _lists(SHIPPED) for word in spoken(cards)}
    assert len(vocabulary()) > 150
    assert vocabulary() - words == RARELY


def test_the_cards_of_these_tests_speak_the_rest() -> None:
    """No word is left that nobody has said."""
    words = {word for cards in _lists(read_document(Source(CARDS), schema.Document)) for word in spoken(cards)}
    assert words >= RARELY


# --- how hard it is


def wins(bot: str, seats: int, games: int) -> int:
    """How many of some games are won when each seat is played by such a bot."""
    return sum(_won(bot, seats, seed) for seed in range(games))


def _won(bot: str, seats: int, seed: int) -> bool:
    rng, key = Random(seed), Random(seed).randbytes(32)
    start = Start(seats, SET.hash, "server", "free")
    board = RULESET.begin(start, SET, ServerChance(key, b"start")).board
    taken = 0
    while waiting := RULESET.waiting_for(board):
        seat = rng.choice(waiting)
        action = BOTS[bot](RULESET, board, seat, rng)
        board = RULESET.decide(board, seat, action, ServerChance(key, b"%d" % taken)).board
        taken += 1
    assert isinstance(board.pending, GameOver)
    return bool(board.pending.winners)


@pytest.mark.parametrize(("bot", "games", "most"), [("random", 90, 0.15), ("greedy", 10, 0.6)])
def test_it_can_be_won_and_lost(bot: str, games: int, most: float) -> None:
    """By luck seldom, by wanting the next best thing more often, by neither nearly always.

    Measured over 300 and 60 games with each number of seats: at random 2 to 4 % are won, greedily 30 to 35 %.
    """
    assert 0 < wins(bot, 2, games) < most * games
