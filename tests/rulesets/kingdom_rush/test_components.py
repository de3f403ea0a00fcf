"""Component sets of Kingdom Rush: what the rulebook prints, and what is worked out."""

from pathlib import Path

import pytest

import rulesets.kingdom_rush
from rulesets.kingdom_rush import RULESET, printed
from rulesets.kingdom_rush.components import Components
from rulesets.kingdom_rush.geometry import BIT, FULL, mask_of
from rulesets.kingdom_rush.schema import DifficultyId

FOLDER = Path(rulesets.kingdom_rush.__file__).parent


def starter() -> Components:
    """The set that ships."""
    made = RULESET.starter_components
    assert isinstance(made, Components)
    return made


# --- what the rulebook prints


def test_the_starter_set_has_the_twenty_towers() -> None:
    """Names, types and levels are exact; there are 44 cards, and each upgrade leads one level up in its type."""
    towers = starter().tower

    assert {id_: (tower.type, tower.level) for id_, tower in towers.items()} == printed.TOWERS
    assert sum(tower.copies for tower in towers.values()) == 44
    assert towers["archer"].upgrades == ("marksmen",)
    assert towers["wizard"].upgrades == ("arcane_wizard", "sorcerer_wizard")
    assert towers["tesla_tower"].upgrades == ()


def test_the_starter_set_has_as_many_hordes_as_the_box() -> None:
    """91 Horde and Portal cards, 6 of them the Ghost deck, which pays 2 Crystals a card."""
    hordes = starter().horde

    assert len(hordes) == 91
    assert len(starter().ghosts) == 6
    assert {hordes[card].crystals for card in starter().ghosts} == {2}
    assert all(card.crystals == 0 for card in hordes.values() if card.ghost)


def test_the_starter_set_has_the_five_heroes() -> None:
    """Starting Towers of four are printed; each has four special abilities, 18 of them explained in the appendix."""
    heroes = starter().hero

    assert tuple(heroes) == printed.HERO_IDS
    for id_, towers in printed.STARTING_TOWERS.items():
        assert tuple(heroes[id_].towers[players] for players in (1, 2, 3, 4)) == towers
    assert all(len(hero.abilities) == 4 for hero in heroes.values())
    assert {id_ for id_, tile in starter().ability.items() if not tile.custom} == printed.ABILITIES.keys()
    assert {tile.hero for tile in starter().ability.values() if tile.custom} == {"alleria", "magnus"}
    assert all(starter().ability[id_].name == known.name for id_, known in printed.ABILITIES.items())


def test_the_starter_set_has_the_rest_of_the_box() -> None:
    """Six Spells, three Pathbreakers, two Portal tiles, 16 Portal storm and 22 boss special cards, 12 of each token."""
    components = starter()

    assert {id_: (spell.name, spell.power) for id_, spell in components.spell.items()} == printed.SPELLS
    assert len(components.pathbreaker) == 3
    assert len(components.portal_tile) == 2
    assert len(components.deck["portal-storm"].cards) == 16
    assert len(components.deck["timewarp"].cards) + len(components.boss_life) == 22
    assert (components.limits.crystals, components.limits.soldiers, components.limits.trays) == (12, 12, 12)


def test_the_starter_set_says_what_it_invented() -> None:
    """It is marked as invented, and its head tells which facts are printed."""
    head = (FOLDER / "starter.yaml").read_text(encoding="utf-8").partition("\ngame:")[0]

    assert starter().source == "invented"
    assert {scenario.source for scenario in starter().scenario.values()} == {"invented"}
    assert "printed are" in head
    assert "invented are" in head


# --- trays


def test_a_tray_is_read_as_it_is_drawn() -> None:
    """Letters are enemies, four equal ones a Big enemy; bars and the centre of a Portal cannot be covered."""
    troll = starter().face["troll-1"][0]
    portal = starter().face["dim-portal-1"][0]

    assert mask_of("b2 c2 b3 c3") in troll.enemies
    assert troll.all == mask_of("b2 c2 b3 c3 b4 d4")
    assert [foe.name for foe in troll.foes if foe.big] == ["Troll"]
    assert portal.bars == BIT["c3"]
    assert portal.all == mask_of("c2 b3 d3 c4")


def test_a_tray_bars_what_its_enemies_resist() -> None:
    """Resistance bars its damage type, deadly bars Soldiers and bases, and a Soldier stands on enemies only."""
    orcs = starter().face["orcs-1"][0]
    berserkers = starter().face["berserkers-1"][0]
    orc_squares, deadly = mask_of("c2 b3 c3 d3"), mask_of("b2 c2 b3")

    assert orcs.barred["physical"] == orc_squares
    assert orcs.barred["magical"] == orcs.barred["true"] == orcs.barred["base"] == 0
    assert orcs.barred["soldier:true"] == FULL & ~orc_squares
    assert orcs.barred["soldier:physical"] == FULL
    assert berserkers.barred["base"] == deadly
    assert berserkers.barred["physical"] == 0
    assert berserkers.barred["soldier:physical"] == FULL & ~berserkers.all | deadly


def test_the_icons_of_a_big_enemy_are_seen_at_its_corner_or_anywhere() -> None:
    """A Troll shows its heal icon in its north-east square; a Yeti shows speed until all of it is covered."""
    assert starter().face["troll-1"][0].heal == BIT["c2"]
    assert starter().face["yeti-1"][0].speed == mask_of("c1 d1 c2 d2")


def test_a_tray_turns_as_a_whole() -> None:
    """A quarter turn clockwise brings the top row to the east side, bars and icons with it."""
    wraiths = starter().face["wraiths-1"]
    snipers = starter().face["snipers-1"]

    assert [wraiths[turn].bars for turn in range(4)] == [
        mask_of("a1 b1 c1"),
        mask_of("e1 e2 e3"),
        mask_of("c5 d5 e5"),
        mask_of("a3 a4 a5"),
    ]
    assert [snipers[turn].dead_eye for turn in range(4)] == [BIT[square] for square in ("a1", "e1", "e5", "a5")]


def test_the_purple_line_faces_the_exit() -> None:
    """A card with the line at its bottom is turned three quarters for an Exit in the east, one with it there not."""
    field = starter().field["sorcerers-market"]
    goblins, wulves = starter().horde["goblins-1"], starter().horde["wulves-1"]

    assert (goblins.purple, wulves.purple) == ("S", "E")
    assert (field.turn_of(goblins, 1), field.turn_of(wulves, 1)) == (3, 0)
    assert (field.turn_of(goblins, 2), field.turn_of(wulves, 2)) == (0, 1)


# --- maps


def test_a_map_knows_its_order_and_what_lies_ahead() -> None:
    """Route by route in the order of tokens, nearest the Exit first, each space once."""
    field = starter().field["two-bridges"]

    assert field.order == ("c3", "c2", "c1", "a3", "a2", "a1", "b3", "b2", "b1")
    assert field.ahead[2, "b3"] == ("c1", "c2", "c3")
    assert field.ahead[1, "c3"] == ()


def test_a_map_knows_its_neighbours() -> None:
    """Corners are adjacent; an Exit is no place to be; blank terrain is called by column and row."""
    field = starter().field["quiet-road"]

    assert set(field.near["p1"]) == {"s1", "p2", "2-1", "1-3", "s6"}
    assert "gate" not in field.where
    assert field.entries == ("p7",)
    assert set(field.walk["p1", 1]) == set(field.near["p1"])
    assert "p3" in field.walk["p1", 2]
    assert "p4" not in field.walk["p1", 2]


def test_arrows_reach_along_the_map() -> None:
    """Arrows turn with the card, melee reaches the own space, a perfect attack the whole Path."""
    field = starter().field["quiet-road"]

    assert field.reach["archer", 0, "s6", "N"] == {"p1", "p2", "p3"}
    assert field.reach["archer", 0, "s2", "S"] == {"p2", "p3", "p4"}
    assert field.reach["archer", 0, "s6", "S"] == frozenset()
    assert field.reach["malik", 0, "p3", "N"] == {"p3"}
    assert field.reach["lilith", 0, "p3", "E"] == {"p3", "p4"}
    assert field.reach["ranger_hideout", 0, "s1", "W"] == field.path


# --- scenarios


@pytest.mark.parametrize("id_", list(starter().scenario))
def test_a_scenario_is_for_one_to_four_players(id_: str) -> None:
    """A colour for each player, three in solo; three difficulties, each harder than the one before."""
    scenario = starter().scenario[id_]

    assert tuple(scenario.difficulties) == ("easy", "normal", "hard")
    for players in (1, 2, 3, 4):
        assert len(scenario.colours(players)) == (3 if players == 1 else players)
        assert set(scenario.sites(players).values()) - {"white"} == set(scenario.colours(players))
        hearts = [scenario.hearts(players, difficulty) for difficulty in scenario.difficulties]
        assert hearts == sorted(set(hearts), reverse=True)
        cards = [part.cards for stack in scenario.stacks(players, "hard").values() for part in stack]
        every = [card for part in cards for card in part] + [card for card, _, _ in scenario.initial(players, "hard")]
        assert len(set(every)) == len(every)
        assert set(every) <= starter().horde.keys()


def test_the_scenarios_use_every_rule_together() -> None:
    """Portals alone, forks, flyers, Ghosts, Pathbreakers, Spells, a white site, Big and deadly ones, both Bosses."""
    scenarios = starter().scenario

    def cards(id_: str) -> list[str]:
        stacks = scenarios[id_].stacks(4, "hard").values()
        return [card for stack in stacks for part in stack for card in part.cards]

    def shows(id_: str, what: str) -> bool:
        return any(bool(getattr(starter().horde[card], what, False)) for card in cards(id_))

    assert scenarios["quiet-road"].portals(1, "normal") == 2
    assert not any(shows("quiet-road", what) for what in ("flying", "ghost", "breaks"))
    assert len(scenarios["two-bridges"].field.routes) == 2
    assert shows("night-over-the-moor", "flying")
    assert scenarios["night-over-the-moor"].ghosts
    assert not scenarios["two-bridges"].ghosts
    assert shows("barred-passes", "breaks")
    assert {block.opens for block in scenarios["barred-passes"].pathbreakers} == {2, 3, None}
    market = scenarios["sorcerers-market"]
    faces = [starter().face[card][0] for card in cards("sorcerers-market")]
    assert market.spells
    assert market.white == ("w1",)
    assert len(market.field.exits) == 2
    assert any(foe.big for face in faces for foe in face.foes)
    assert any("deadly" in foe.defences for face in faces for foe in face.foes)
    assert any(face.heal for face in faces)
    assert any(face.dead_eye for face in faces)
    assert [type(s.boss).__name__ for s in scenarios.values() if s.boss] == ["TimeMages", "LilithBoss"]
    assert {s.win for s in scenarios.values()} == {"portals", "rounds", "stacks", "boss"}


def test_stacks_hang_on_players_and_difficulty() -> None:
    """Segments lie on one another; some are for some numbers of players, or some difficulties, only."""
    scenario = starter().scenario["two-bridges"]

    def size(players: int, difficulty: DifficultyId) -> int:
        return sum(part.draw for part in scenario.stacks(players, difficulty)[2])

    assert size(1, "normal") < size(3, "normal") < size(3, "hard")


def test_a_drawn_segment_leaves_cards_out() -> None:
    """Three of four cards at random: nobody knows which one is missing."""
    parts = [
        part
        for stack in starter().scenario["hours-run-backwards"].stacks(1, "normal").values()
        for part in stack
        if part.draw != len(part.cards)
    ]
    assert [(len(part.cards), part.draw) for part in parts] == [(4, 3)]
