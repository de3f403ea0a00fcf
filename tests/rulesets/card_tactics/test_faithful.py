"""Sets that claim to be the printed game hold what the rulebook tells of it; and the set that ships."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.components import Components
from rulesets.kit.components import Source, canonical
from rulesets.kit.errors import BadComponentSet

if TYPE_CHECKING:
    from collections.abc import Callable

Data = dict[str, Any]

KINDS = ("health", "attack_plus", "attack_minus", "defence_plus", "defence_minus", "bleed", "counter", "restrain")


def printed() -> Data:
    """The set that ships, as if it were the printed one: fifty-six tokens, and every named card as told."""
    data: Data = Source(RULESET.starter).data
    data["faithful"] = True
    special = {"hound": 1, "guard_dog": 1, "dragon_shield": 1}
    data["tokens"] = {**dict.fromkeys(KINDS, 6), "stun": 5, "special": special}
    return data


def faults(data: Data) -> list[str]:
    """What is wrong with it."""
    try:
        RULESET.load(canonical(data))
    except BadComponentSet as bad:
        return [fault.detail for fault in bad.faults]
    return []


def card(data: Data, key: str, name: str) -> Data:
    """One of its cards."""
    found: Data = next(one for one in data[key] if one["id"] == name)
    return found


def skill(data: Data, key: str, owner: str, name: str) -> Data:
    """A skill of one of its cards."""
    found: Data = next(one for one in card(data, key, owner)["skills"] if one["id"] == name)
    return found


def test_the_set_that_ships_has_sixty_six_cards_and_could_pass_for_the_printed_one() -> None:
    """But it is invented, and says so."""
    assert faults(printed()) == []
    shipped = RULESET.starter_components
    assert isinstance(shipped, Components)
    assert not shipped.faithful


BLUNT = {"op": "attack", "targets": {"pick": "chosen", "in_range": True}}
DRUMS = {"op": "add_token", "sel": {"of": "enemy", "pick": "all"}, "kind": "attack_plus"}

UNTRUE: list[tuple[Callable[[Data], object], str]] = [
    (lambda d: d["totals"].update(cards=65) if "totals" in d else d.update(totals={"cards": 65}), "has 65 cards"),
    (lambda d: d["tokens"].update(stun=4), "has 56 tokens"),
    (lambda d: d["tokens"].update(stun=None, bleed=11), "has 56 tokens"),
    (lambda d: card(d, "heroes", "alchemist").update(id="chemist"), "has 'alchemist'"),
    (lambda d: card(d, "heroes", "guardian").update(id="guard"), "has 'guardian'"),
    (lambda d: card(d, "heroes", "pyromancer").update(id="fire_mage"), "has 'pyromancer'"),
    (lambda d: card(d, "heroes", "ranger").update(id="scout"), "has 'ranger'"),
    (lambda d: card(d, "enemies", "orc").update(id="ork"), "has 'orc'"),
    (lambda d: card(d, "enemies", "orc_chieftain").update(id="chieftain"), "has 'orc_chieftain'"),
    (lambda d: card(d, "enemies", "wolf").update(id="dog"), "has 'wolf'"),
    (lambda d: card(d, "enemies", "pixie").update(id="fairy"), "has 'pixie'"),
    (lambda d: card(d, "enemies", "dragon").update(id="wyrm"), "has 'dragon'"),
    (lambda d: card(d, "items", "dagger").update(id="knife"), "has 'dagger'"),
    (lambda d: card(d, "items", "hound").update(id="cat"), "has 'hound'"),
    (lambda d: card(d, "items", "guard_dog").update(id="cat"), "has 'guard_dog'"),
    (lambda d: card(d, "items", "dragon_shield").update(id="shield"), "has 'dragon_shield'"),
    (lambda d: card(d, "items", "hound").update(special_token="guard_dog"), "has a token of its own"),
    (lambda d: card(d, "items", "dragon_shield").pop("special_token"), "has a token of its own"),
    (lambda d: card(d, "enemies", "dragon").update(boss=False), "the Dragon is the Unique Boss"),
    (lambda d: card(d, "items", "dagger")["skills"][0].update(boots=1), "move before and after the attack"),
    (lambda d: skill(d, "heroes", "pyromancer", "fire_punch").update(boots=2), "Fire Punch has one boot"),
    (lambda d: skill(d, "heroes", "pyromancer", "fire_punch").update(id="punch"), "Fire Punch has one boot"),
    (lambda d: skill(d, "heroes", "guardian", "shield_bash").update(phrases=[BLUNT]), "Shield Bash pushes"),
    (lambda d: skill(d, "heroes", "guardian", "shield_bash").update(id="bash"), "Shield Bash pushes"),
    (lambda d: skill(d, "enemies", "orc_chieftain", "war_drums").update(phrases=[DRUMS]), "War Drums are for"),
    (lambda d: skill(d, "enemies", "orc_chieftain", "war_drums").update(id="drums"), "War Drums are for"),
    (lambda d: card(d, "heroes", "ranger")["quirk"].update(optional=False), "the Ranger may roll again"),
    (lambda d: card(d, "heroes", "ranger").pop("quirk"), "the Ranger may roll again"),
    (lambda d: card(d, "heroes", "ranger")["quirk"]["trigger"].update(role="target"), "the Ranger may roll again"),
    (lambda d: card(d, "enemies", "pixie")["quirk"].update(optional=True), "who attacks a Pixie rolls again"),
    (lambda d: card(d, "enemies", "pixie")["quirk"].update(phrases=[DRUMS]), "who attacks a Pixie rolls again"),
]


@pytest.mark.parametrize(("change", "message"), UNTRUE, ids=[f"{k} {message}" for k, (_, message) in enumerate(UNTRUE)])
def test_a_faithful_set_says_what_the_rulebook_says(change: Callable[[Data], object], message: str) -> None:
    """Totals, named cards, and what is told of them; an invented set may differ."""
    data = printed()
    change(data)

    assert any(message in fault for fault in faults(data)), faults(data)

    data["faithful"] = False
    assert not any(message in fault for fault in faults(data))
