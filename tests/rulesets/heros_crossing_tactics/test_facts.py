"""What games of Tactics tell analytics."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
import yaml
from msgspec.structs import replace

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board, Front, Side
from rulesets.heros_crossing_tactics.components import Components, load
from rulesets.heros_crossing_tactics.effects import (
    DraftHandDealt,
    DraftHandsPassed,
    MonarchDamaged,
    SetupDrawingStarted,
)
from rulesets.heros_crossing_tactics.phases import DefenderReserve, Drafting, OverLimit, Placing
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.heros_crossing_tactics.rules.attack import Attack, AttackReserve, DefenceReserve
from rulesets.heros_crossing_tactics.rules.damage import ChooseCasualty
from rulesets.heros_crossing_tactics.rules.flank import Flank, Send
from rulesets.heros_crossing_tactics.rules.hire import HirePlace, HireReplace
from rulesets.heros_crossing_tactics.rules.recruit import Discard, DrawHero, FinishDrawing, Recruit
from rulesets.heros_crossing_tactics.rules.setup import PickHero, PlaceHeroes
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.facts import WORDS, Fact
from rulesets.kit.outcomes import Outcome
from rulesets.kit.structs import SPECTATOR, Action, Effect, Start, Viewer
from tests.rulesets.heros_crossing_tactics.build import at, attacked, front, side, table
from tests.rulesets.heros_crossing_tactics.profile import hidden


def rows(board: Board, action: Action[Board], *outcomes: Outcome, seat: int = 1) -> list[Fact]:
    """All rows of an action, seat 1's unless told."""
    effects = at(board).when(seat, action, outcomes).effects
    return RULESET.facts(board, seat, action, effects)


def facts_of(board: Board, action: Action[Board], *outcomes: Outcome, seat: int = 1) -> dict[str, Fact]:
    """The rows of an action by their types; the last of each type."""
    return {fact.type: fact for fact in rows(board, action, *outcomes, seat=seat)}


def attack(one: Side, two: Side, mine: str | None = None, theirs: str | None = None, column: int = 1) -> list[Fact]:
    """The rows of a whole attack of seat 1 on Front 1, with the decisions on reserve cards that there are to take."""
    board, found = table(one, two), list[Fact]()
    for seat, action in ((1, Attack(column, 1)), (1, AttackReserve(mine)), (2, DefenceReserve(theirs))):
        if isinstance(board.pending, action.phase):
            found += rows(board, action, seat=seat)
            board = at(board).when(seat, action).board
    return found


def of(facts: list[Fact], *types: str) -> list[Fact]:
    """The rows of some types."""
    return [fact for fact in facts if fact.type in types]


# --- turns


def test_a_decision_is_step_0_with_the_front_that_acts() -> None:
    """A row holds who decided and what the action names, as ids; the value is how many Soldiers strike."""
    decided, activated, declared, *_ = rows(table(side(front(weapon=4, armor=2, magic=1))), Attack(1, 2))

    diagonal = Fact(0, "Attack", 1, place="front:1.1", target="front:2.2", kind="diagonal", value=1)
    assert decided == diagonal
    assert activated == Fact(1, "FrontActivated", 1, place="front:1.1", kind="attack", chance=False)
    assert declared == replace(diagonal, step=2, type="AttackDeclared", chance=False)


def test_weapons_strike_straight_ahead_only() -> None:
    """The value of a straight attack counts them."""
    declared = facts_of(table(side(front(weapon=4, armor=2, magic=1))), Attack(1, 1))["AttackDeclared"]

    assert (declared.kind, declared.value) == ("straight", 5)


def test_soldiers_that_the_supply_lacks_are_rows_of_their_own() -> None:
    """A row for each hero and type that a Front gains, and one for each that it misses: the value is how many."""
    found = rows(table(side(front("blade-1", "lord-1")), supply=Soldiers(weapon=3)), Recruit(1))

    gained = of(found, "SoldiersGained", "SoldiersMissed")
    assert [(fact.type, fact.source, fact.kind, fact.value) for fact in gained] == [
        ("SoldiersGained", "card:blade", "weapon", 2),
        ("SoldiersGained", "card:lord", "weapon", 1),
        ("SoldiersMissed", "card:lord", "weapon", 1),
        ("SoldiersMissed", "card:lord", "armor", 1),
    ]
    assert {fact.place for fact in gained} == {"front:1.1"}


def test_a_hero_that_is_hired_is_the_source_of_its_soldiers() -> None:
    """The others in the Front bring none."""
    found = rows(table(side(front("mixed-1"), hand=("monk-1",))), HirePlace(1, "monk-1"))

    gained = of(found, "SoldiersGained", "SoldiersMissed")
    assert [(fact.type, fact.source, fact.kind, fact.value) for fact in gained] == [
        ("SoldiersGained", "card:monk", "potion", 1)
    ]
    assert {fact.card for fact in of(found, "HirePlace", "CardShown", "HeroPlaced")} == {"card:monk"}


def test_a_hire_names_both_heroes() -> None:
    """The new card, the one that it replaces as its target, and the slot."""
    found = facts_of(table(side(front("blade-1", "page-1"), hand=("cleric-1",))), HireReplace(1, 2, "cleric-1"))

    for fact in (found["HireReplace"], found["HeroReplaced"]):
        assert (fact.card, fact.place) == ("card:cleric", "front:1.1")
        assert (fact.target, fact.kind) == ("card:page", "second")


def test_a_draw_tells_its_level() -> None:
    """The value of the decision and of the card drawn is the level; chance gives the card, if it is known."""
    board = at(table(side(front("scout-1")))).when(1, Recruit(1)).board
    facts = facts_of(board, DrawHero(1), "monk-1")

    drawn = facts["HeroDrawn"]
    assert (facts["DrawHero"].place, facts["DrawHero"].value) == ("pile:1", 1)
    assert (drawn.card, drawn.place, drawn.value, drawn.chance) == ("card:monk", "pile:1", 1, True)
    assert facts_of(board, DrawHero(1), None)["HeroDrawn"].card is None


def test_power_that_is_left_is_told_where_drawing_ends() -> None:
    """The decision to draw no more says how much is lost, as the end of drawing does."""
    found = facts_of(at(table(side(front("scout-3")))).when(1, Recruit(1)).board, FinishDrawing())

    assert (found["FinishDrawing"].value, found["DrawingEnded"].value) == (3, 3)


def test_a_discard_names_its_hero() -> None:
    """The decision and what follows."""
    hand = ("monk-1", "knight-1", "knight-2", "cleric-1", "wall-1", "mage-1")
    found = facts_of(table(side(hand=hand), pending=OverLimit()), Discard("knight-2"))

    assert found["Discard"].card == found["CardShown"].card == found["HeroDiscarded"].card == "card:knight"
    assert found["CardShown"].value == 1


@pytest.mark.parametrize(("here", "soldiers"), [(front(), 0), (front(weapon=2, potion=1), 3)])
def test_a_flank_without_soldiers_is_the_turn_that_does_nothing(here: Front, soldiers: int) -> None:
    """The value of its row is how many there are to move."""
    assert facts_of(table(side(here)), Flank(1))["Flank"].value == soldiers


def test_soldiers_that_flank_go_from_front_to_front() -> None:
    """A row for each Front that gets some."""
    board = at(table(side(front(magic=3)))).when(1, Flank(1)).board
    facts = facts_of(board, Send("magic", 0, 2))

    assert (facts["Send"].place, facts["Send"].kind, facts["Send"].value) == ("front:1.1", "magic", 2)
    moved = facts["SoldiersFlanked"]
    assert (moved.place, moved.target, moved.kind, moved.value) == ("front:1.1", "front:1.3", "magic", 2)


# --- attacks


@pytest.mark.parametrize(("card", "choice", "level"), [(None, "no", None), ("cleric-1", "yes", 2)])
def test_whether_a_reserve_card_is_laid_is_a_choice(card: str | None, choice: str, level: int | None) -> None:
    """Its row says yes or no, and for which Front; others see no more than that."""
    board = at(table(side(front("lord-1"), front("mage-1"), hand=("cleric-1",)))).when(1, Attack(2, 1)).board
    decided, followed, *_ = rows(board, AttackReserve(card))

    assert (decided.choice, decided.kind, decided.place) == (choice, "attack", "front:1.2")
    assert decided.card == followed.card == ("card:cleric" if card else None)
    assert followed.type == ("ReserveCommitted" if card else "ReserveDeclined")
    assert (followed.seat, followed.kind, followed.place, followed.value) == (1, "attack", "front:1.2", level)
    assert AttackReserve(card).seen_by(2, 1).fact(board, 1) == Fact(
        seat=1, place="front:1.2", kind="attack", choice=choice
    )


def test_a_defence_tells_the_front_that_is_attacked() -> None:
    """Whichever attacks it."""
    board = at(table(two=side(front("lord-1"), hand=("cleric-1",)))).when(1, Attack(3, 1)).board
    decided = facts_of(board, DefenceReserve("cleric-1"), seat=2)["DefenceReserve"]

    assert (decided.seat, decided.choice, decided.kind) == (2, "yes", "defence")
    assert (decided.card, decided.place) == ("card:cleric", "front:2.1")


@pytest.mark.parametrize(
    ("column", "mine", "theirs", "fact"),
    [
        (1, "blade-1", None, Fact(seat=1, card="card:blade", place="front:1.1", kind="attack", value=2)),
        (2, "blade-1", None, Fact(seat=1, card="card:blade", place="front:1.2", kind="attack", value=0)),
        (2, None, "blade-1", Fact(seat=2, card="card:blade", place="front:2.1", kind="defence", value=2)),
        (2, None, "page-6", Fact(seat=2, card="card:page", place="front:2.1", kind="defence", value=0)),
    ],
)
def test_a_reserve_card_of_value_0_was_a_bluff(column: int, mine: str | None, theirs: str | None, fact: Fact) -> None:
    """The value of a card that is shown is how many of its Soldiers count; Weapons do not in a diagonal attack."""
    one = side(front("lord-1"), front("mage-1"), hand=tuple(filter(None, (mine,))))
    two = side(front("sage-1"), hand=tuple(filter(None, (theirs,))))

    (shown,) = of(attack(one, two, mine, theirs, column), "ReserveShown")
    assert replace(shown, step=0, type="", chance=None) == fact


def test_points_are_told_by_what_gives_them() -> None:
    """One row for the Soldiers of the Front and one for the card, of each kind; the value is how many."""
    found = attack(side(front("lord-1", weapon=1, magic=2), hand=("blade-1",)), side(), "blade-1")

    points = of(found, "ReservesRevealed")
    assert [(fact.kind, fact.source, fact.card, fact.value) for fact in points] == [
        ("weapon", "soldiers:1.1.weapon", None, 1),
        ("weapon", "card:blade", "card:blade", 2),
        ("magic", "soldiers:1.1.magic", None, 2),
    ]
    for fact in points:
        assert (fact.seat, fact.place, fact.target, fact.choice) == (1, "front:1.1", "front:2.1", "straight")


def test_a_diagonal_attack_counts_no_weapons() -> None:
    """Neither those of the Front nor those of the card."""
    found = attack(side(front(), front("lord-1", weapon=1), hand=("blade-1",)), side(), "blade-1", column=2)

    assert not of(found, "ReservesRevealed")


def test_damage_tells_who_died_by_what() -> None:
    """A kill tells the type, a Monarch's damage how much; both tell the Front that is attacked and what deals it."""
    board = table(side(front(magic=2)), side(front(potion=1), hand=("monk-1",)))
    declared = at(board).when(1, Attack(1, 1)).waits_for(DefenderReserve, 2).board
    facts = facts_of(declared, DefenceReserve(), seat=2)

    killed, hurt = facts["SoldierKilled"], facts["MonarchDamaged"]
    assert (killed.seat, killed.place, killed.kind, killed.value) == (2, "front:2.1", "potion", 1)
    assert (hurt.seat, hurt.place, hurt.kind, hurt.value) == (2, "front:2.1", "magic", 1)
    for fact in (killed, hurt):
        assert (fact.source, fact.choice, fact.card) == ("soldiers:1.1.magic", "straight", None)


def test_the_last_points_of_an_attack_are_those_of_its_reserve_card() -> None:
    """A card is credited with what it adds: the Soldiers of the Front strike first."""
    found = attack(side(front("mage-1", magic=1), hand=("cleric-1",)), side(front(weapon=1)), "cleric-1")

    assert [(fact.type, fact.source) for fact in of(found, "SoldierKilled", "MonarchDamaged")] == [
        ("SoldierKilled", "soldiers:1.1.magic"),
        ("MonarchDamaged", "card:cleric"),
    ]


def test_temporary_soldiers_name_their_card() -> None:
    """When they come, and when they die."""
    found = attack(side(front(magic=1)), side(hand=("monk-1",)), theirs="monk-1")

    (lent,) = of(found, "TemporarySoldiersGained")
    assert (lent.seat, lent.place, lent.kind, lent.value) == (2, "front:2.1", "potion", 1)
    assert (lent.card, lent.source) == ("card:monk", "card:monk")
    (killed,) = of(found, "SoldierKilled")
    assert (killed.card, killed.place) == ("card:monk", "front:2.1")


@pytest.mark.parametrize(
    ("two", "theirs", "source"),
    [
        (side(front(armor=1)), None, "soldiers:2.1.armor"),
        (side(front("wall-1"), hand=("knight-1",)), "knight-1", "card:knight"),
    ],
)
def test_magic_that_armor_stops_names_the_armor(two: Side, theirs: str | None, source: str) -> None:
    """That of the Front, or of the defender's card where there are no cubes."""
    (blocked,) = of(attack(side(front(magic=3)), two, theirs=theirs), "MagicBlocked")

    assert (blocked.seat, blocked.place, blocked.source) == (2, "front:2.1", source)
    assert (blocked.choice, blocked.value) == ("straight", 3)


def test_a_casualty_tells_where_and_by_what_it_dies() -> None:
    """The type that is chosen, in the Front that is attacked."""
    board = attacked(table(side(front(magic=1)), side(front(weapon=1, magic=1)))).board
    chosen = facts_of(board, ChooseCasualty("weapon"))["ChooseCasualty"]

    assert (chosen.kind, chosen.place, chosen.source) == ("weapon", "front:2.1", "soldiers:1.1.magic")


# --- the set-up


def in_draft(one: tuple[str, ...], two: tuple[str, ...], *, picked: tuple[bool, bool] = (False, False)) -> Board:
    """A board in the draft, with these draft hands."""
    sides = Side(draft=one), Side(draft=two)
    return replace(table(), sides=sides, pending=Drafting(picked), round=0, turn=0)


def test_a_draft_is_told_card_by_card() -> None:
    """What each seat was dealt, picked and got passed on: equal copies have one id."""
    board = in_draft(("monk-1", "page-1", "scout-1"), ("knight-1", "knight-2"), picked=(False, True))
    picked, aside, *passed = rows(board, PickHero("monk-1"))

    assert (picked.type, picked.card) == ("PickHero", "card:monk")
    assert (aside.type, aside.seat, aside.card) == ("DraftCardPicked", 1, "card:monk")
    assert [(fact.type, fact.seat, fact.card) for fact in passed] == [
        ("DraftHandsPassed", 1, "card:knight"),
        ("DraftHandsPassed", 1, "card:knight"),
        ("DraftHandsPassed", 2, "card:page"),
        ("DraftHandsPassed", 2, "card:scout-1"),
    ]
    dealt: Effect[Board] = DraftHandDealt(1, ("knight-1", "monk-1", "?1"))
    assert [fact.card for fact in dealt.facts(board)] == ["card:knight", "card:monk", None]
    assert DraftHandDealt.mark == "draw"
    assert not any(fact.card for fact in DraftHandsPassed((("monk-1",), ("page-1",))).seen_by(SPECTATOR).facts(board))


def test_placing_tells_the_three_heroes_by_their_fronts() -> None:
    """The choice is all three, in the order of the Fronts; then each is a row with its Front."""
    sides = Side(drafted=("knight-1", "monk-1", "spark-1")), Side()
    board = replace(table(), sides=sides, pending=Placing(), round=0, turn=0)
    placing = PlaceHeroes("spark-1", "monk-1", "knight-1")
    decided, *placed = rows(board, placing)

    assert decided.choice == "card:spark card:monk card:knight"
    assert [(fact.type, fact.card, fact.place) for fact in placed] == [
        ("HeroesPlaced", "card:spark", "front:1.1"),
        ("HeroesPlaced", "card:monk", "front:1.2"),
        ("HeroesPlaced", "card:knight", "front:1.3"),
    ]
    assert placing.seen_by(2, 1).fact(board, 1).choice is None


def test_the_power_of_the_first_heroes_is_told() -> None:
    """Its value is how much."""
    started: Effect[Board] = SetupDrawingStarted(2, 4)
    (fact,) = started.facts(table())

    assert (fact.seat, fact.value) == (2, 4)


# --- whole games


class Played(NamedTuple):
    """One event of a game."""

    board: Board
    effects: tuple[Effect[Board], ...]
    facts: list[Fact]


@cache
def game(seed: int) -> tuple[list[Played], Board]:
    """The events of a random game, and its last board."""
    rng, components = Random(seed), RULESET.starter_components
    start = Start(2, components.hash, "server", "free")
    board = RULESET.empty_board(start, components)
    play = RULESET.begin(start, components, ServerChance(b"key", b"%d" % seed))
    events = [Played(board, tuple(play.effects), RULESET.facts(board, None, start, play.effects))]
    while waiting := RULESET.waiting_for(board := play.board):
        seat = rng.choice(waiting)
        action = random_bot(RULESET, board, seat, rng)
        play = RULESET.decide(board, seat, action, ServerChance(b"key", b"%d.%d" % (seed, len(events))))
        events.append(Played(board, tuple(play.effects), RULESET.facts(board, seat, action, play.effects)))
    return events, board


def all_facts() -> list[Fact]:
    """The rows of six games."""
    return [fact for seed in range(6) for event in game(seed)[0] for fact in event.facts]


def test_what_only_passes_the_turn_is_no_row() -> None:
    """The type of each row says something."""
    types = {fact.type for fact in all_facts()}

    assert not types & {"Asked", "TurnEnded", "RoundStarted", "AttackEnded"}
    assert {"GameWon", "RoundEnded", "ReserveShown", "TemporarySoldiersGained"} <= types


def test_every_decision_says_more_than_its_type() -> None:
    """At least one column tells what was decided."""
    decisions = [fact for fact in all_facts() if fact.step == 0 and fact.type != "Start"]
    mute = {fact.type for fact in decisions if not any(_sentences(fact))}

    assert len(decisions) > 300
    assert not mute


def _sentences(fact: Fact) -> list[bool]:
    return [getattr(fact, column) is not None for column in (*(WORDS - {"type"}), "value")]


def test_the_score_changes_only_where_a_monarch_is_damaged() -> None:
    """Health is 6 less the sum of the damage that rows tell."""
    for seed in range(6):
        events, last = game(seed)
        lost = Counter[int | None]()
        for event in events:
            board = event.board
            for effect in event.effects:
                after = effect.apply(board)
                assert (RULESET.standing(board) != RULESET.standing(after)) is isinstance(effect, MonarchDamaged)
                board = after
            for fact in of(event.facts, "MonarchDamaged"):
                lost[fact.seat] += fact.value or 0
        assert RULESET.standing(last) == tuple((seat, 6 - lost[seat]) for seat in (1, 2))
        assert 6 in lost.values()


def test_every_id_of_a_game_is_explained() -> None:
    """Cards, sources, places, targets and choices of ids have a name for players; each column calls a thing alike."""
    known = {card.id for card in RULESET.history.cards(RULESET.starter_components)}
    ids = {
        word
        for fact in all_facts()
        for text in (fact.card, fact.source, fact.place, fact.target, fact.choice)
        for word in (text or "").split()
    }

    assert ids - known == {"straight", "diagonal", "yes", "no"}


def _distinct_cards() -> Components:
    """The set that ships, but no two cards are equal: each has an id of its own in facts."""
    document = yaml.safe_load(RULESET.starter)
    for hero in document["heroes"]:
        hero["name"] = hero["id"]
    return load(json.dumps(document))


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_rows_of_what_a_viewer_sees_name_nothing_hidden(viewer: Viewer) -> None:
    """Statistics made from a view tell no more than the view."""
    rng, components, looked_for = Random(5), _distinct_cards(), 0
    start = Start(2, components.hash, "server", "free")
    seen = RULESET.empty_board(start, components)
    play = RULESET.begin(start, components, ServerChance(b"key", b"start"))
    seat: int | None = None
    action: Action[Board] | None = None
    named = set[str]()
    for version in range(80):
        names = {f"card:{name}" for name in hidden(play.board, viewer)}
        effects = tuple(effect.seen_by(viewer) for effect in play.effects)
        facts, (*_, seen) = RULESET.rows(seen, seat, action.seen_by(viewer, seat or 0) if action else start, effects)
        words = {
            word
            for fact in facts
            for text in (fact.card, fact.target, fact.source, fact.choice)
            for word in (text or "").split()
        }
        assert not names & words
        named |= words & {f"card:{name}" for name in components.hero}
        looked_for += len(names) * len(facts)
        if not (waiting := RULESET.waiting_for(play.board)):
            break
        seat = rng.choice(waiting)
        action = random_bot(RULESET, play.board, seat, rng)
        play = RULESET.decide(play.board, seat, action, ServerChance(b"key", b"%d" % version))
    assert looked_for > 1_000
    assert len(named) > 8
