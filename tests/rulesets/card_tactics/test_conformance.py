"""Random games of Card Tactics under the conformance suite, with each number of seats.

The long form is `make long SUITE=conformance RULESET=card_tactics ARGS="--games 700"`: so many of each.
"""

import pytest

from rulesets.card_tactics import RULESET
from rulesets.kit.conformance import check
from tests.rulesets.card_tactics.build import attack, does, enemy, event, gain, hero, item, quirk, skill, variant
from tests.rulesets.card_tactics.profile import only, profile
from tests.rulesets.card_tactics.test_by_hand import MOON, STARS

FEW = 4


@pytest.mark.parametrize("seats", RULESET.seats)
def test_random_games_hold_every_promise(seats: int, games: int | None) -> None:
    """Whatever is played, nothing is lost, leaked or listed wrongly, and the game ends."""
    report = check(only(seats), profile(), games=games or FEW, seed=0)

    assert (report.games, report.unfinished) == (games or FEW, 0)


MARKED = (
    hero(skill(STARS, gain("attack_plus")), skill(gain("counter"), id="other"), id="alchemist", quirk=MOON),
    hero(skill({"op": "choose", "options": [[STARS], [gain()]]}), id="bard", quirk=quirk("healed", STARS)),
    hero(skill(attack(on_hit=[STARS])), id="guardian", quirk=quirk("attack_rolled", STARS, optional=True)),
    enemy(skill(STARS, reach=None), id="goblin", quirk=quirk("hit_taken", STARS)) | {"copies": 3},
    item(skill(STARS), id="dagger", phases=["combat", "camp"]),
    item(skill(does("place_special", kind="hound"), STARS), id="hound", special_token="hound"),
    event(STARS, id="ambush", lasts="next_combat"),
    event(gain("bleed", "position", "hero") | {"sel": {"pick": "position", "n": 1}}, STARS, id="thief"),
)
"""Cards of the set that ships, with other texts: many of them are entered by hand."""


@pytest.mark.parametrize("seats", RULESET.seats)
def test_games_with_much_that_is_entered_by_hand_hold_them_too(seats: int, games: int | None) -> None:
    """In skills, quirks, items and events, and at decisions while such a text is in force.

    A random table may enter healing without end, so of many games a few are left before theirs.
    """
    report = check(only(seats), profile(variant(*MARKED, of=RULESET.starter)), games=games or FEW, seed=0)

    assert report.games == (games or FEW)
    assert report.unfinished <= report.games // 25
    assert report.effects["HandEntered"] >= report.phases["Entering"] > 0
