"""Random games with a set whose first heroes speak the rarer words, under the conformance suite."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.components import load
from rulesets.kit.conformance import check
from tests.rulesets.heros_crossing.profile import PROFILE, only

RARE = (
    "when: activated, exhaust: true, effects: [{do: by_hand}]",
    "when: activated, exhaust: true, effects: [{do: reroll_die}]",
    "when: activated, exhaust: true, effects: [{do: flip_die, whose: self}, {do: set_die, faces: [2, 5]}]",
    "when: activated, exhaust: true, effects: [{do: recolor_die, to: blue}, {do: extra_draft}]",
    "when: activated, exhaust: true, effects: [{do: exhaust_hero, optional: true}, {do: place_land}]",
    "when: activated, exhaust: true, effects: [{do: refresh_hero, optional: true}, {do: take_tile}]",
    "when: activated, exhaust: true, effects: [{do: remove_cubes, n: 1, optional: true}, {do: move_cubes, points: 5}]",
    "when: activated, exhaust: true, window: in_action, effects: [{do: extra_action, action: produce, with_die: true}]",
    "when: activated, exhaust: true, window: resolution, effects: [{do: sale_rule, vp: 1}, {do: gain_cubes, n: 1}]",
    "when: on_join, effects: [{do: by_hand}]",
    "when: on_join, effects: [{do: extra_action, action: spy}]",
    "when: on_join, effects: [{do: lose_modifiers, n: 2}]",
    "when: passive, effects: [{do: steal_rule, keep_die: true, extra: 1}, {do: bid_rule, rebid: true}]",
    "when: passive, effects: [{do: attract_rule, extra_worker: true}, {do: replace_action, from: get_land, to: move}]",
    "when: end_game, effects: [{do: end_vp, value: {count: vp}, cap: 3}, {do: by_hand}]",
)
"""Of the fifteen heroes of level 1, in the order of the file."""


def rare_words() -> str:
    """The starter set with these powers."""
    powers = iter(RARE)

    def instead(found: re.Match[str]) -> str:
        power = next(powers, None)
        return f"    power: {{text: Rare, {power}}}\n" if power else found[0]

    return re.sub(r"    power:\n(?:      .*\n)+", instead, RULESET.starter)


@pytest.mark.parametrize(("seats", "seed"), [(2, 3), (3, 5)])
def test_rare_words_hold_every_promise(seats: int, seed: int, games: int | None) -> None:
    """Where the table rolls, so that what a card does by hand is entered too."""
    components = load(rare_words())

    report = check(only(seats), replace(PROFILE, components=components), games=games or 1, seed=seed)

    assert (report.games, report.unfinished) == (games or 1, 0)
    assert report.actions["UsePower"]
