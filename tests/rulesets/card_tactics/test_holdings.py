"""What statistics are told beside events, and that rows and holdings tell the same story."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from rulesets.card_tactics import RULESET
from rulesets.card_tactics import effects as e
from rulesets.card_tactics.ids import kind_id, place_id
from rulesets.card_tactics.phases import GameOver
from rulesets.card_tactics.pieces import KINDS
from rulesets.kit.bots import greedy_bot, random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.conformance import GameStep
from rulesets.kit.history import Card, Holding
from rulesets.kit.structs import Effect, Start
from tests.rulesets.card_tactics.build import SET, table, unit
from tests.rulesets.examples import replayed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.card_tactics.board import Board
    from rulesets.kit.facts import Fact

HISTORY = RULESET.history
COMPONENTS = RULESET.starter_components
CARDS = {card.id: card for card in HISTORY.cards(COMPONENTS)}

# --- what lies where, and who plays what


def test_holdings_of_a_fight() -> None:
    """Heroes have health and tokens on their cards, enemies on their spaces; pool and stacks are everybody's."""
    board = table(
        heroes=("archer", unit("plain", 2, bleed=2)),
        enemies=(unit("elf-1", stun=1), unit("elf-2", 1)),
        aside=("mender",),
        pool=("potion-1", "potion-3", "horn-1"),
        seats=3,
        lasting=("calm-1",),
    )

    assert list(HISTORY.holdings(board)) == [
        Holding(1, "health", 4, "card:archer"),
        Holding(1, "heroes", 1, "hero:1"),
        Holding(2, "health", 2, "card:plain"),
        Holding(2, "heroes", 1, "hero:2"),
        Holding(2, "bleed", 2, "card:plain"),
        Holding(3, "health", 0, "card:mender"),
        Holding(None, "enemies", 1, "enemy:1"),
        Holding(None, "health", 3, "enemy:1"),
        Holding(None, "stun", 1, "enemy:1"),
        Holding(None, "enemies", 1, "enemy:2"),
        Holding(None, "health", 1, "enemy:2"),
        Holding(None, "items", 3),
        Holding(None, "common_items", 2),
        Holding(None, "rare_items", 1),
        Holding(None, "cards_left", 15, "stack:challenge"),
        Holding(None, "cards_left", 5, "stack:events"),
        Holding(None, "cards_left", 7, "stack:common"),
        Holding(None, "cards_left", 3, "stack:rare"),
        Holding(None, "cards_left", 2, "stack:unique"),
        Holding(None, "events_in_force", 1),
    ]


def test_before_the_heroes_are_chosen_there_are_only_stacks() -> None:
    """An empty pool is told, as it is something that everybody has."""
    board = RULESET.empty_board(Start(2, SET.hash, "table", "free"), SET)

    assert {holding.what for holding in HISTORY.holdings(board)} == {"items", "cards_left"}
    assert Holding(None, "items", 0) in HISTORY.holdings(board)
    assert HISTORY.faction(board, 1) == {}


@pytest.mark.parametrize(
    ("seat", "heroes"), [(1, ("card:plain", "card:mender")), (2, ("card:archer",))], ids=["two heroes", "one hero"]
)
def test_a_seat_plays_its_heroes_and_the_trio(seat: int, heroes: tuple[str, ...]) -> None:
    """The trio is the same for all, whatever the order that it was chosen in; a defeated hero still counts."""
    board = table(heroes=("plain", "archer"), aside=("mender",), seats=2)

    assert HISTORY.faction(board, seat) == {"hero": heroes, "trio": ("card:archer card:mender card:plain",)}


# --- what the cards are


@pytest.mark.parametrize(
    "card",
    [
        Card("card:guardian", "Guardian", "hero"),
        Card("card:orc", "Orc", "enemy", kind="common"),
        Card("card:orc_chieftain", "Orc Chieftain", "enemy", kind="rare_boss"),
        Card("card:potion", "Potion", "item", kind="common"),
        Card("card:fog", "Fog", "event", kind="next_combat"),
        Card("skill:goblin.stone", "Throw a Stone (Goblin)", "skill", kind="goblin"),
        Card("quirk:ranger.steady_aim", "Steady aim (Ranger)", "quirk", kind="ranger"),
        Card("hero:1", "H1", "space", kind="hero"),
        Card("enemy:3", "E3", "space", kind="enemy"),
        Card("combat:5", "Combat 5", "combat"),
        Card("stack:rare", "Rare items", "stack"),
        Card("token:attack_minus", "Attack -1 token", "token"),
        Card("option:2", "Option 2", "option"),
    ],
    ids=lambda card: card.id,
)
def test_cards_tell_names_types_and_kinds(card: Card) -> None:
    """Once for all copies; skills and quirks with the name and as the kind of their card."""
    assert CARDS[card.id] == card


def test_no_two_things_of_a_set_have_one_name() -> None:
    """Of one type: several cards have a skill called Bite."""
    doubled = [name for name, n in Counter((card.name, card.type) for card in CARDS.values()).items() if n > 1]
    assert doubled == []


# --- games


@cache
def game(seed: int) -> tuple[GameStep[Board], ...]:
    """A whole game with one to three seats; every other seat thinks a little."""
    rng, seats = Random(seed), 1 + seed % 3
    start = Start(seats, COMPONENTS.hash, "server", "free")
    before = RULESET.empty_board(start, COMPONENTS)
    play = RULESET.begin(start, COMPONENTS, ServerChance(b"k", b"%d" % seed))
    played = [GameStep(before, None, start, (), tuple(play.effects), play.board)]
    while waiting := RULESET.waiting_for(before := play.board):
        seat = rng.choice(waiting)
        action = (greedy_bot if rng.random() < THOUGHT else random_bot)(RULESET, before, seat, rng)
        play = RULESET.decide(before, seat, action, ServerChance(b"k", b"%d %d" % (seed, len(played))))
        played.append(GameStep(before, seat, action, (), tuple(play.effects), play.board))
    return tuple(played)


THOUGHT = 0.7
"""Share of the decisions that are thought about: else all games are over after a combat or two."""

GAMES = range(6)


def games() -> list[tuple[GameStep[Board], ...]]:
    """Some, and the example of the documentation."""
    return [*map(game, GAMES), tuple(replayed(RULESET))]


def steps(played: tuple[GameStep[Board], ...]) -> Iterator[tuple[Board, Effect[Board], list[Fact]]]:
    """Each effect of a game, with the board before it and its rows."""
    for step in played:
        board = step.before
        for effect in step.effects:
            rows = list(effect.facts(board))
            for row in rows:
                row.type = row.type or type(effect).__name__
            yield board, effect, rows
            board = effect.apply(board)


def rows_of(played: tuple[GameStep[Board], ...]) -> list[Fact]:
    return [row for _, _, rows in steps(played) for row in rows]


def ids_in(played: tuple[GameStep[Board], ...]) -> set[str]:
    """All ids that rows, holdings and factions of a game name."""
    facts = [fact for step in played for fact in RULESET.facts(step.before, step.seat, step.action, step.effects)]
    named = [getattr(fact, name) for fact in facts for name in ("card", "place", "target", "source", "choice")]
    named += [holding.place for step in played for holding in HISTORY.holdings(step.after)]
    named += [name for names in HISTORY.faction(played[-1].after, 1).values() for name in names]
    return {name for text in named if text for name in text.split()} - PLAIN_WORDS


PLAIN_WORDS = {"yes", "no", "negate", "attacker_first", "defender_first"}
"""What is picked that is no thing."""


def test_every_id_of_a_game_is_told_by_cards() -> None:
    """In every column, and in holdings and factions."""
    named = {name for played in games() for name in ids_in(played)}

    assert named <= CARDS.keys()
    assert {name.partition(":")[0] for name in named} >= {"card", "skill", "quirk", "hero", "enemy", "stack", "token"}


@pytest.mark.parametrize("number", range(len(GAMES) + 1))
def test_health_adds_up_to_the_final_standing(number: int) -> None:
    """What rows tell of the heroes' health: as they set out, recovered, lost, and back from defeat."""
    played = games()[number]
    total = sum(SIGN.get(row.type, 0) * (row.value or 0) for row in rows_of(played) if row.seat)

    assert isinstance(played[-1].after.pending, GameOver) or number == len(GAMES)
    assert {health for _, health in RULESET.standing(played[-1].after)} == {total}


SIGN = {
    "HeroesPlaced": 1,
    "HealthRecovered": 1,
    "HeroRevived": 1,
    "HeroReturned": 1,
    "HealthLost": -1,
    "BleedTriggered": -1,
}


def test_each_change_of_the_standing_is_an_effect_that_tells_it() -> None:
    """The changes are those of the rows of one effect each, so a row can name what did it."""
    for played in games():
        for board, effect, rows in steps(played):
            (change, *_) = (
                new - old
                for (_, new), (_, old) in zip(
                    RULESET.standing(effect.apply(board)), RULESET.standing(board), strict=True
                )
            )
            assert change == sum(SIGN.get(row.type, 0) * (row.value or 0) for row in rows if row.seat)


@pytest.mark.parametrize("number", range(len(GAMES) + 1))
def test_tokens_that_came_are_used_lost_or_still_there(number: int) -> None:
    """Of each kind, over the whole game."""
    played = games()[number]
    left: Counter[str] = Counter()
    for row in rows_of(played):
        if row.type in TOKENS and row.kind:
            left[row.kind] += TOKENS[row.type] * (row.value or 0)
        elif row.type in BONDS:
            gone, came = BONDS[row.type]
            left.update({gone: -1, came: 1})
    there = Counter({kind: sum(unit.tokens.count(kind) for unit in played[-1].after.units) for kind in KINDS})

    assert {kind: n for kind, n in left.items() if n} == {kind: n for kind, n in there.items() if n}


TOKENS = {"TokensGained": 1, "TokensDiscarded": -1, "TokensUsed": -1, "TokensLost": -1}
BONDS = {"RestrainBecameStun": ("restrain", "stun"), "StunBecameRestrain": ("stun", "restrain")}


def test_every_change_of_space_is_a_row() -> None:
    """Of units that stood in a line before and after, by whatever moved them."""
    for played in games():
        for board, effect, rows in steps(played):
            after = effect.apply(board)
            moved = {
                (kind_id(board, unit.card), place_id(board, unit.card), place_id(after, unit.card))
                for unit in board.units
                if after.find(unit.card) and place_id(board, unit.card) != place_id(after, unit.card)
            }
            if isinstance(effect, e.HeroesRearranged):
                assert {(row.card, row.place) for row in rows} >= {(card, new) for card, _, new in moved}
            else:
                assert {(row.card, row.place, row.target) for row in rows if row.type in MOVES} == moved, effect


MOVES = ("UnitMoved", "BootUsed", "UnitsSwapped", "UnitDisplaced")


def test_every_row_of_a_game_says_something() -> None:
    """Beside its type."""
    silent = {
        row.type
        for played in games()
        for step in played[1:]
        for row in RULESET.facts(step.before, step.seat, step.action, step.effects)
        if all(getattr(row, name) is None for name in TELLING)
    }
    assert silent == set()


TELLING = ("card", "place", "target", "kind", "value", "die_face", "source", "choice")
