"""Which glyph a card shows: that of its name for cards of the usual sets, else the one of its family."""

from __future__ import annotations

HEROES = {
    "alchemist": "potion",
    "guardian": "armor",
    "pyromancer": "flame",
    "ranger": "archery",
    "paladin": "ankh",
    "rogue": "mask",
    "bard": "horn",
    "druid": "tree",
}

ENEMIES = {
    "orc": "axe",
    "wolf": "paw",
    "goblin": "weapon",
    "ogre": "cannon",
    "goblin_king": "king",
    "pixie": "magic",
    "shaman": "torch",
    "troll": "helm",
    "orc_chieftain": "soldier",
    "banshee": "untouchable",
    "vampire": "bleed",
    "golem": "cover",
    "basilisk": "eye",
    "witch": "mage",
    "wyvern": "wing",
    "lich": "hourglass",
    "dragon": "flame",
}

ITEMS = {
    "dagger": "weapon",
    "potion": "potion",
    "bandage": "heal",
    "sling": "deadeye",
    "buckler": "armor",
    "whetstone": "crystal",
    "hound": "paw",
    "guard_dog": "eye",
    "longbow": "archery",
    "elixir": "well",
    "warhorn": "horn",
    "net": "wild",
    "cloak": "mask",
    "quick_boots": "boot",
    "smoke_bomb": "cannon",
    "tool_belt": "pouch",
    "flash_powder": "event",
    "dragon_shield": "cover",
    "sunblade": "weapon",
    "storm_staff": "stun",
    "phoenix_feather": "wing",
    "hourglass": "hourglass",
}

TOKENS = {
    "bleed": "bleed",
    "counter": "counter",
    "restrain": "restrain",
    "stun": "stun",
    "hound": "paw",
    "guard_dog": "eye",
    "dragon_shield": "cover",
}
"""Those of attack and defence are shown as numbers."""


def unit_glyph(card: str, hero: bool) -> str:
    """The glyph of a hero or an enemy, by its printed card."""
    return HEROES.get(card, "helm") if hero else ENEMIES.get(card, "deadly")


def item_glyph(card: str) -> str:
    """The glyph of an item, by its printed card."""
    return ITEMS.get(card, "pouch")
