"""Events: drawn, followed, and in force."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import (
    CombatStarted,
    CombatWon,
    EventDrawn,
    EventsReshuffled,
    GameLost,
    HealthLost,
    HealthRecovered,
    PhraseSkipped,
    UnitDefeated,
)
from rulesets.card_tactics.phases import (
    DRAWING_EVENT,
    Choosing,
    Deciding,
    GameOver,
)
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import UseSkill
from tests.rulesets.card_tactics.build import (
    REVEALED,
    SET,
    at,
    does,
    event,
    gain,
    hero,
    lines,
    skill,
    table,
    unit,
    variant,
)

TRIO = ("archer", "mender", "plain")


def with_event(card: dict[str, object], heroes: tuple[object, ...] = TRIO, **parts: object) -> Board:
    """A board on which this event is the only one left to be drawn."""
    components = variant(card)
    board = table(heroes=heroes, components=components, pending=DRAWING_EVENT, revealed=0, **parts)  # type: ignore[arg-type]
    name = str(card["id"])
    return replace(
        board,
        events=replace(board.events, size=1, unseen=(name,)),
        event_discard=tuple(one for one in components.events if one != name),
    )


@pytest.mark.rule("CDT-EVT-02", "CDT-EVT-03")
def test_tokens_of_an_event_are_kept_into_the_combat() -> None:
    """The event comes after the tokens were removed."""
    scenario = at(with_event(event(gain("bleed", "all", "hero"))), ["omen", *REVEALED]).waits_for(Deciding, 1)

    assert [one.tokens.bleed for one in scenario.board.heroes] == [1, 1, 1]


@pytest.mark.rule("CDT-EVT-04")
def test_a_hero_defeated_by_an_event_misses_the_combat() -> None:
    """It is set aside, the others close up."""
    harm = event(does("lose_health", "position", "hero", n=1) | {"sel": {"pick": "position", "of": "hero", "n": 1}})

    scenario = at(with_event(harm, (unit("plain", 1), "archer", "mender")), ["omen", *REVEALED])

    scenario.then_includes(UnitDefeated("plain"), CombatStarted())
    assert lines(scenario.board)[0] == ("archer", "mender")
    assert scenario.board.aside == ("plain",)


@pytest.mark.rule("CDT-EVT-05", "CDT-END-02")
def test_an_event_may_lose_the_game() -> None:
    """All heroes at zero health: lost at once."""
    harm = event(does("lose_health", "all", "hero", n=9))

    scenario = at(with_event(harm), ["omen"]).then_includes(GameLost()).then_never(CombatStarted)

    assert isinstance(scenario.board.pending, GameOver)


@pytest.mark.rule("CDT-EVT-06")
def test_the_event_discard_becomes_the_stack_when_that_is_empty() -> None:
    """A resolved event is discarded; with an empty stack the discard is shuffled first."""
    board = table(pending=DRAWING_EVENT, revealed=0)
    board = replace(board, events=replace(board.events, size=0, unseen=()), event_discard=SET.events)

    scenario = at(board, ["calm-2", *REVEALED])

    scenario.then_includes(EventsReshuffled(), EventDrawn("calm-2", "calm.0"))
    assert scenario.board.event_discard == ("calm-2",)
    assert scenario.board.events.size == 4


@pytest.mark.rule("CDT-EVT-07")
def test_a_lasting_event_stays_in_force_for_its_combat() -> None:
    """Its card is discarded when the combat is won, and its change is gone."""
    fog = event(
        does("ongoing", "all", "hero", modifier={"kind": "defence", "n": 2}, until="end_of_combat"), lasts="next_combat"
    )
    sharp = hero(skill(does("lose_health", "all", "enemy", n=9)))
    components = variant(fog, sharp)
    board = with_event(fog)
    board = replace(board, components=components, heroes=(unit("tester", of=components),))

    scenario = at(board, ["omen", *REVEALED])
    assert scenario.board.lasting == ("omen",)
    assert scenario.board.ongoing
    scenario = scenario.when(1, UseSkill("test"), ["dagger", "potion-1", "horn-1"])

    scenario.then_includes(CombatWon(("omen",)))
    assert (scenario.board.lasting, scenario.board.ongoing) == ((), ())
    assert "omen" in scenario.board.event_discard


@pytest.mark.rule("CDT-EVT-08")
def test_an_instruction_of_an_event_that_cannot_be_followed_is_passed_over() -> None:
    """The rest of its text is followed."""
    omen = event(
        {"op": "discard_item", "pick": "random"}, does("lose_health", "position", "hero") | {"sel": THIRD}, id="omen"
    )

    at(with_event(omen), ["omen", *REVEALED]).then_includes(
        PhraseSkipped("omen.1", "there is no card"), HealthLost("plain", 4, 1, "text"), CombatStarted()
    )


THIRD = {"pick": "position", "of": "hero", "n": 3}


@pytest.mark.rule("CDT-EVT-02", "CDT-VAR-02")
def test_any_seat_answers_for_an_event() -> None:
    """A choice of an event is everybody's."""
    omen = event(does("heal", "chosen", "hero"))
    board = with_event(omen, (unit("plain", 1), unit("archer", 1), "mender"), seats=2)

    scenario = at(board, ["omen"]).waits_for(Choosing, 1, 2)

    scenario.when(2, Choose(("elf-1",))).refused("CDT-EVT-02")
    scenario.when(2, Choose(("plain",)), REVEALED).then_includes(HealthRecovered("plain", 2, 1))


@pytest.mark.rule("CDT-EVT-07")
def test_an_event_may_stay_in_force_until_the_game_ends() -> None:
    """The combat is won, and neither its card nor its change is gone."""
    ward = does("ongoing", "all", "hero", modifier={"kind": "defence", "n": 2}, until="end_of_game")
    fog = event(ward, lasts="until_game_end")
    components = variant(fog, hero(skill(does("lose_health", "all", "enemy", n=9))))
    board = replace(with_event(fog), components=components, heroes=(unit("tester", of=components),))

    scenario = at(board, ["omen", *REVEALED]).when(1, UseSkill("test"), ["dagger", "potion-1", "horn-1"])

    scenario.then_includes(CombatWon())
    assert (scenario.board.lasting, len(scenario.board.ongoing)) == (("omen",), 1)
    assert "omen" not in scenario.board.event_discard
