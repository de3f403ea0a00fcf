"""What the rulebook prints of the box: names, types, levels, counts. A component set may not contradict it."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

TowerType = Literal["archery", "cannon", "mage", "soldier"]
HeroId = Literal["alleria", "malik", "lilith", "magnus", "ignus"]
Kind = Literal["instant", "ongoing"]

HERO_IDS: tuple[HeroId, ...] = get_args(HeroId)

TOWER_NAMES: dict[TowerType, tuple[tuple[str, ...], ...]] = {
    "archery": (("archer",), ("marksmen",), ("sharpshooter",), ("ranger_hideout", "musketeer_garrison")),
    "cannon": (("bombard",), ("artillery",), ("howitzer",), ("big_bertha_500mm", "tesla_tower")),
    "mage": (("mage",), ("adept",), ("wizard",), ("arcane_wizard", "sorcerer_wizard")),
    "soldier": (("militia",), ("footmen",), ("knights",), ("holy_order", "barbarian_hall")),
}
"""Names of Towers by type, then by level from 1: two variants of level 4."""

TOWERS: dict[str, tuple[TowerType, int]] = {
    name: (type_, level)
    for type_, levels in TOWER_NAMES.items()
    for level, names in enumerate(levels, 1)
    for name in names
}
"""Type and level of each Tower."""

TOWER_CARDS = 44
HORDE_CARDS = 91
"""Horde and Portal cards together, the Ghost deck among them."""

GHOST_CARDS = 6
GHOST_CRYSTALS = 2
"""KRR-GHO-05: what a Horde of the Ghost deck pays."""

PORTAL_STORM_CARDS = 16
BOSS_SPECIAL_CARDS = 22
"""Timewarp and Boss Life cards."""

PORTAL_TILES = 2
PATHBREAKERS = 3
ABILITIES_EACH = 4
MAX_SITES = 18
MAX_HEARTS = 18
"""KRR-SET-11."""
MAX_CRYSTALS = 12
"""KRR-CRY-01."""
MAX_SOLDIERS = 12
"""KRR-SOL-08."""
MAX_TRAYS = 12

MIDAS = "hand_of_midas"
"""The one Spell that is no attack: a Tower is passed with it (KRR-SPL-10)."""

STARTING_TOWERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "malik": (
        ("archer", "artillery", "footmen", "mage"),
        ("archer", "bombard", "militia"),
        ("bombard", "militia"),
        ("militia",),
    ),
    "ignus": (
        ("adept", "archer", "artillery", "militia"),
        ("bombard", "mage", "mage"),
        ("bombard", "mage"),
        ("bombard",),
    ),
    "magnus": (
        ("adept", "archer", "artillery", "militia"),
        ("archer", "bombard", "mage"),
        ("bombard", "mage"),
        ("mage",),
    ),
    "alleria": (
        ("adept", "bombard", "marksmen", "militia"),
        ("archer", "mage", "militia"),
        ("archer", "mage"),
        ("archer",),
    ),
}
"""For 1, 2, 3 and 4 players. Magnus's line is pieced together (KRR-AMB-56); Lilith's board is not printed."""


class PrintedAbility(Struct, frozen=True):
    """The appendix on an ability tile."""

    hero: HeroId
    name: str
    kind: Kind = "instant"
    protection: bool = False
    tiles: Literal["attack", "fixed"] = "fixed"
    """Its tiles stand in a picture, so the component set has them; or the text fixes them."""
    typed: bool = True
    """The text, or the attack, says of which type its damage is."""


ABILITIES: dict[str, PrintedAbility] = {
    "call_of_the_wild": PrintedAbility("alleria", "Call of the Wild", typed=False),
    "like_the_wind": PrintedAbility("alleria", "Like the Wind", tiles="attack"),
    "do_you_bleed": PrintedAbility("alleria", "Do you bleed?", tiles="attack"),
    "its_hammer_time": PrintedAbility("malik", "It's Hammer Time"),
    "earthquake": PrintedAbility("malik", "Earthquake", "ongoing", True, tiles="attack"),
    "hammer_smash": PrintedAbility("malik", "Hammer Smash", tiles="attack"),
    "cant_touch_this": PrintedAbility("malik", "Can't Touch This", "ongoing", True),
    "infernal_wheel": PrintedAbility("lilith", "Infernal Wheel"),
    "reapers_harvest": PrintedAbility("lilith", "Reaper's Harvest"),
    "heavenly_chaos": PrintedAbility("lilith", "Heavenly Chaos"),
    "resurrection": PrintedAbility("lilith", "Resurrection", "ongoing"),
    "hocus_pocus": PrintedAbility("magnus", "Hocus Pocus", typed=False),
    "mirage": PrintedAbility("magnus", "Mirage"),
    "knowledge_is_power": PrintedAbility("magnus", "Knowledge is Power"),
    "flaming_frenzy": PrintedAbility("ignus", "Flaming Frenzy", tiles="attack"),
    "fire_and_brimstone": PrintedAbility("ignus", "Fire & Brimstone", tiles="attack"),
    "surge_of_flames": PrintedAbility("ignus", "Surge of Flames", typed=False),
    "lets_burn": PrintedAbility("ignus", "Let's Burn", typed=False),
}
"""The 18 of the 20 tiles that the appendix explains (KRR-AMB-33)."""

LARGE = frozenset(
    {"infernal_wheel", "reapers_harvest", "heavenly_chaos", "resurrection", "mirage", "lets_burn", "magnus"}
)
"""Abilities, and the Hero with a bonus tile, of which the text fixes tiles of two or three squares."""

SPELLS: dict[str, tuple[str, int]] = {
    "rain_of_fire": ("Rain of Fire", 1),
    "reinforcements": ("Reinforcements", 1),
    "thunderbolt": ("Thunderbolt", 1),
    "lightning_bolt": ("Lightning Bolt", 1),
    "hand_of_midas": ("Hand of Midas", 2),
    "gem_of_timewarp": ("Gem of Timewarp", 2),
}
"""Name and power of each Spell."""

NEEDED_SHAPES = {"1x1": 1, "1x2": 2, "1x3": 3}
"""Shapes that the text asks for by name, and how many squares each has."""
