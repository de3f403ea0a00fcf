"""What a card does is entered by hand by steps, in each game that has such cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import json

from rulesets import card_tactics, heroes_of_the_campaign, heros_crossing
from rulesets.kit.chance import ServerChance
from rulesets.kit.conformance.texts import need_ids, need_plain
from rulesets.kit.steps import next_step, text_of
from rulesets.kit.structs import ChoiceStep, Chosen
from tests.recording.reaching import ids_in
from tests.rulesets.card_tactics.test_by_hand import gazing as asking_seer
from tests.rulesets.heroes_of_the_campaign.test_by_hand import gazing as asking_stars
from tests.rulesets.heros_crossing.boards import settled, side
from tests.rulesets.heros_crossing.powers import OWNED, power, under
from tests.rulesets.heros_crossing.test_end_powers import ended

NOT_OFFERED = {"heros_crossing": set[str](), "heroes_of_the_campaign": {"StatusApplied"}, "card_tactics": set[str]()}
"""What is entered by REST alone: a status that begins names its source."""


def waiting(name: str) -> tuple[Any, Any]:
    """A ruleset, and a board on which seat 1 is to enter what a card does."""
    if name == "heros_crossing":
        board = under(ended(side(heroes=OWNED, pool="")), power({"do": "by_hand"}, when="end_game"))
        return heros_crossing.RULESET, settled(board).board
    if name == "card_tactics":
        return card_tactics.RULESET, asking_seer().board
    return heroes_of_the_campaign.RULESET, asking_stars().board


def asked(ruleset: Any, board: Any, fixed: dict[str, tuple[str, ...]], *taps: str) -> ChoiceStep:
    return next_step(ruleset, board, 1, Chosen("EnterByHand", fixed, taps))


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_effects_are_entered_one_after_the_other(name: str) -> None:
    """Type, fields, and then another one: whatever is answered is accepted in the end."""
    ruleset, board = waiting(name)
    for seed in range(40):
        rng = Random(seed)
        entered: tuple[str, ...] = ()
        for _ in range(3):
            fixed: dict[str, tuple[str, ...]] = {"effects": entered}
            action: Any = None
            while action is None:
                step = asked(ruleset, board, fixed)
                assert step.asks
                assert step.values, f"nothing is asked after {fixed}"
                for value in step.values:
                    need_ids(step.field, value.touches)
                    need_plain(step.field, value.label)
                value = rng.choice(step.values)
                action, fixed = value.action, {**fixed, step.field: (text_of(value.value),)}
            data = json.decode(ruleset.encode(action.effects))
            assert len(data) == len(entered) + 1
            entered = tuple(json.encode(effect).decode() for effect in data)
            play = ruleset.decide(board, 1, action, ServerChance(b"key", b"by hand"))
            assert set(action.effects) <= set(play.effects)


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_it_may_be_enough_at_any_time(name: str) -> None:
    """From "nothing happens" on."""
    ruleset, board = waiting(name)
    step = asked(ruleset, board, {})
    assert step.field == "effect"
    assert step.enough
    assert step.enough.label == "Nothing happens"
    assert step.enough.action in ruleset.legal_actions(board, 1)
    assert not {value.value for value in step.values} & NOT_OFFERED[name]
    assert len({value.label for value in step.values}) == len(step.values) >= 5


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_what_cannot_be_entered_leads_to_nothing(name: str) -> None:
    """Text that is no effect, an effect that is not possible, fields of none, too many of them."""
    ruleset, board = waiting(name)
    wrong: tuple[dict[str, tuple[str, ...]], ...] = (
        {"effects": ("{",)},
        {"effects": ("[" * 5_000,)},
        {"effects": ('{"type": "TurnEnded"}',)},
        {"effects": ('{"type": "Nothing"}, {"type": "Else"}',)},
        {"effects": ('{"type": "PointsLost", "seat": 1, "value": 99999}',)},
        {"effects": ("{}",) * 51},
        {"effect": ("Nothing",)},
        {"value": ("1",)},
        {"effect": ("HandEntered",)},
        {"nothing": ("1",)},
    )
    for fixed in wrong:
        step = asked(ruleset, board, fixed)
        assert not step.values, fixed
        assert step.enough is None, fixed
    assert not asked(ruleset, board, {}, "nothing:there").values


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_whatever_is_framed_leads_on(name: str) -> None:
    """A tap on where a value lies takes it, though the effect touches something else, such as the coins of a seat."""
    ruleset, board = waiting(name)
    drawn = {id_ for group in ids_in(ruleset, board, 1, "wide") for id_ in group}
    for kind in asked(ruleset, board, {}).values:
        fixed: dict[str, tuple[str, ...]] = {"effect": (kind.value,)}
        for value in (kind, *asked(ruleset, board, fixed).values):
            assert {*value.touches} <= drawn, f"{kind.value} touches {value.touches}, which are not all drawn"
            for tap in value.touches:
                assert asked(ruleset, board, fixed, tap).values, f"{kind.value}: a tap on {tap} leads nowhere"


def test_a_tap_finds_the_effects_that_touch_it() -> None:
    """Of all types, or of one."""
    ruleset, board = waiting("card_tactics")
    tapped = asked(ruleset, board, {}, "card:elf-1")
    assert {"HealthLost", "TokensGained"} <= {value.value for value in tapped.values}
    assert "ItemExhausted" not in {value.value for value in tapped.values}
    lost = asked(ruleset, board, {"effect": ("HealthLost",)}, "card:elf-1")
    actions: list[Any] = [value.action for value in lost.values if value.action]
    assert all(action.effects[0].unit == "elf-1" for action in actions)
