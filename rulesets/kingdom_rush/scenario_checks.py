"""What is wrong with a scenario, at its line and column."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from rulesets.kingdom_rush import printed, schema
from rulesets.kingdom_rush.geometry import Offset, adjacent
from rulesets.kingdom_rush.scenario import BLANK, NOBODY, is_for
from rulesets.kit.checks import by_id, duplicates, placed, unknown
from rulesets.kit.components import CARD_ID

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kit.components import Found, Path

COUNTS = (1, 2, 3, 4)
"""Numbers of players."""

SOLO_COLORS = 3
"""KRR-SLO-02."""

MAX_COLUMNS = 12
RESERVED = re.compile(r"^[0-9]+-[0-9]+$")
"""Names of blank terrain."""


class Case:
    """A scenario under test."""

    def __init__(self, document: schema.Document, index: int) -> None:
        self.document = document
        self.path: Path = ("scenarios", index)
        self.data = document.scenarios[index]

    def at(self, *keys: str | int) -> Path:
        """The path of a part of it."""
        return (*self.path, *keys)

    @cached_property
    def where(self) -> dict[str, Offset]:
        """Word of the map to its column and row."""
        return {
            word: (x, y)
            for y, row in enumerate(self.data.map)
            for x, word in enumerate(row.split())
            if word not in (BLANK, NOBODY)
        }

    @cached_property
    def routed(self) -> frozenset[str]:
        """The Path spaces."""
        return frozenset(space for route in self.data.routes.values() for space in route) - self.data.exits.keys()


def faults(document: schema.Document) -> Iterator[Found]:
    """What is wrong with the scenarios of a file whose cards are right."""
    for index in range(len(document.scenarios)):
        case = Case(document, index)
        yield from _map(case)
        yield from _routes(case)
        yield from _sites(case)
        yield from _stacks(case)
        yield from _initial(case)
        yield from _pathbreakers(case)
        yield from _heroes(case)
        yield from _supply(case)
        yield from _spells(case)
        yield from _boss(case)
        yield from _win(case)


# --- the map


def _map(case: Case) -> Iterator[Found]:
    width = len(case.data.map[0].split())
    seen: set[str] = set()
    named = _named(case)
    for y, row in enumerate(case.data.map):
        words = row.split()
        if len(words) != width or width > MAX_COLUMNS:
            yield case.at("map", y), f"{len(words)} spaces; a row has as many as the first, and at most {MAX_COLUMNS}"
        for word in words:
            if word in (BLANK, NOBODY):
                continue
            if not re.match(CARD_ID, word) or RESERVED.match(word):
                yield case.at("map", y), f"{word!r} cannot be the name of a space"
            elif word in seen:
                yield case.at("map", y), f"{word!r} stands on the map twice"
            elif word not in named:
                yield case.at("map", y), f"{word!r} is on no route, and no Exit, Building site or starting space"
            seen.add(word)
    for exit_ in case.data.exits:
        if exit_ not in case.where:
            yield case.at("exits", exit_), f"the Exit {exit_!r} is not on the map"


def _named(case: Case) -> set[str]:
    data = case.data
    named = {*case.routed, *data.exits, *data.white, *data.heroes.start.values()}
    named |= {site for count in data.sites for sites in count.values() for site in sites}
    return named | set(_boss_spaces(data.boss))


def _boss_spaces(boss: schema.TimeMages | schema.LilithBoss | None) -> tuple[str, ...]:
    if isinstance(boss, schema.TimeMages):
        return boss.at
    return (boss.at,) if boss else ()


def _routes(case: Case) -> Iterator[Found]:
    for token, route in case.data.routes.items():
        path = case.at("routes", token)
        yield from duplicates(placed(path, route), "space")
        yield from unknown(placed(path, route), case.where, "space of the map")
        if route[-1] not in case.data.exits:
            yield (*path, len(route) - 1), "a route ends at an Exit"
        for index, (space, following) in enumerate(pairwise(route)):
            if space in case.data.exits:
                yield (*path, index), "a route ends at its first Exit"
            if {space, following} <= case.where.keys() and not adjacent(case.where[space], case.where[following]):
                yield (*path, index + 1), f"{following!r} is not adjacent to {space!r}"


def _sites(case: Case) -> Iterator[Found]:
    for count, colors in zip(COUNTS, case.data.sites, strict=True):
        path = case.at("sites", count - 1)
        needed = SOLO_COLORS if count == 1 else count
        if len(colors) != needed:
            yield path, f"{needed} colours of Building sites are used with {count} players, not {len(colors)}"
        for color in colors:
            if color not in case.document.colors:
                yield (*path, color), f"no player has the colour {color!r}"
        every = [(color, i, site) for color, sites in colors.items() for i, site in enumerate(sites)]
        seen = set(case.data.white)
        for color, index, site in every:
            yield from _site(case, (*path, color, index), site, seen)
            seen.add(site)
        if len(seen) > printed.MAX_SITES:
            yield path, f"there are {printed.MAX_SITES} Building sites, not {len(seen)}"
    white: set[str] = set()
    for index, site in enumerate(case.data.white):
        yield from _site(case, case.at("white", index), site, white)
        white.add(site)


def _site(case: Case, path: Path, site: str, seen: set[str]) -> Iterator[Found]:
    if site not in case.where:
        yield path, f"{site!r} is not on the map"
    elif site in case.routed or site in case.data.exits:
        yield path, f"{site!r} is a space of the Path"
    elif site in seen:
        yield path, f"the Building site {site!r} stands here twice"


# --- the Hordes


def _stacks(case: Case) -> Iterator[Found]:
    data = case.data
    for token, segments in data.stacks.items():
        if token not in data.routes:
            yield case.at("stacks", token), f"Spawn token {token} has no route"
        for index, segment in enumerate(segments):
            yield from _segment(case, case.at("stacks", token, index), segment)
    for players in COUNTS:
        for difficulty in data.difficulties.present():
            yield from _dealt(case, players, difficulty)


def _segment(case: Case, path: Path, segment: schema.Segment) -> Iterator[Found]:
    for id_ in segment.cards:
        if id_ not in case.document.horde:
            yield (*path, "cards", id_), f"no Horde has the id {id_!r}"
        elif case.document.horde[id_].ghost_deck:
            yield (*path, "cards", id_), f"{id_!r} belongs to the Ghost deck"
    total = sum(segment.cards.values())
    if segment.draw and segment.draw > total:
        yield (*path, "draw"), f"{segment.draw} cards cannot be drawn from {total}"
    hordes = [case.document.horde[id_] for id_ in segment.cards if id_ in case.document.horde]
    if segment.draw and any(horde.level for horde in hordes):
        yield (*path, "draw"), "how many Portals a stack holds is known (KRR-SET-15): they cannot be drawn from"


def _dealt(case: Case, players: int, difficulty: schema.DifficultyId) -> Iterator[Found]:
    """The cards of one way to play it: no more than the box holds."""
    used: Counter[str] = Counter(p.card for p in case.data.initial if is_for(p.players, players))
    for segments in case.data.stacks.values():
        for segment in segments:
            if is_for(segment.players, players) and is_for(segment.difficulties, difficulty):
                used.update(segment.cards)
    hordes = case.document.horde
    for id_, count in used.items():
        if id_ in hordes and count > hordes[id_].copies:
            yield (
                case.at("stacks"),
                f"{count} cards {id_!r} on {difficulty} with {players}, but the box holds {hordes[id_].copies}",
            )
    if case.data.win == "portals" and not any(id_ in hordes and hordes[id_].level for id_ in used):
        yield case.at("win"), f"there is no Portal to destroy on {difficulty} with {players}"


def _initial(case: Case) -> Iterator[Found]:
    barred = {block.space for block in case.data.pathbreakers}
    for players in COUNTS:
        placed = [p for p in case.data.initial if is_for(p.players, players)]
        for space, count in Counter(p.space for p in placed).items():
            if count > 1:
                yield case.at("initial"), f"{count} Hordes begin on {space!r} with {players} (KRR-SPN-06)"
    for index, horde in enumerate(case.data.initial):
        path = case.at("initial", index)
        known = case.document.horde.get(horde.card)
        if known is None or known.ghost_deck:
            yield (*path, "card"), f"no Horde to begin with has the id {horde.card!r}"
        if horde.space not in case.data.routes.get(str(horde.route), ())[:-1]:
            yield (*path, "space"), f"{horde.space!r} is not on route {horde.route}"
        if horde.space in barred:
            yield (*path, "space"), f"a Pathbreaker card lies on {horde.space!r} (KRR-PBK-07)"


def _pathbreakers(case: Case) -> Iterator[Found]:
    blocks = case.data.pathbreakers
    for field in ("card", "space", "opens"):
        words = ((path, word) for path, word in placed(case.at("pathbreakers"), blocks, field) if word)
        yield from duplicates(words, field if field != "opens" else "stack")
    icons = by_id(case.document.pathbreakers)
    yield from unknown(placed(case.at("pathbreakers"), blocks, "card"), icons, "Pathbreaker card")
    busy = {token for token, segments in case.data.stacks.items() if segments}
    busy |= {str(placed.route) for placed in case.data.initial}
    for index, block in enumerate(blocks):
        path = case.at("pathbreakers", index)
        if block.opens and str(block.opens) not in case.data.stacks:
            yield (*path, "opens"), f"there is no stack {block.opens} to open"
        through = [token for token, route in case.data.routes.items() if block.space in route]
        if not through:
            yield (*path, "space"), f"{block.space!r} is on no route"
        for token in through:
            if token in busy and token != str(block.opens):
                yield (*path, "space"), f"the Hordes of route {token} would come to it while it is barred (KRR-PBK-07)"
            others = [b.space for b in blocks if b is not block and b.space in case.data.routes[token]]
            if others:
                yield (*path, "space"), f"route {token} is barred at {others[0]!r} as well (KRR-PBK-07)"


# --- the players


def _heroes(case: Case) -> Iterator[Found]:
    heroes = case.data.heroes
    taken = {*case.data.exits, *(p.space for p in case.data.initial), *(b.space for b in case.data.pathbreakers)}
    allowed = [*placed(case.at("heroes", "allowed"), heroes.allowed)]
    yield from unknown(allowed, by_id(case.document.heroes), "Hero")
    yield from duplicates(allowed, "Hero")
    for hero, space in heroes.start.items():
        if hero not in heroes.allowed or space not in case.where or space in taken:
            yield case.at("heroes", "start", hero), f"{hero!r} cannot begin at {space!r}"


def _supply(case: Case) -> Iterator[Found]:
    towers, box = case.data.towers, case.document.tower
    for name, count in (towers.supply or {}).items():
        if name not in box or count > box[name].copies:
            yield case.at("towers", "supply", name), f"the box does not hold {count} cards {name!r}"
    starting = towers.starting or {}
    for hero, names in starting.items():
        yield from unknown(placed(case.at("towers", "starting", hero), names), box, "Tower")
    supply = towers.supply if towers.supply is not None else {name: tower.copies for name, tower in box.items()}
    heroes = [hero for hero in case.document.heroes if hero.id in case.data.heroes.allowed]
    for players in COUNTS:
        hands = [Counter(starting.get(hero.id, hero.towers[players - 1])) for hero in heroes]
        for name in sorted({name for hand in hands for name in hand}):
            most, there = sum(sorted(hand[name] for hand in hands)[-players:]), supply.get(name, 0)
            if most > there:
                yield (
                    case.at("towers"),
                    f"{players} Heroes may start with {most} cards {name!r}, the supply has {there}",
                )


def _spells(case: Case) -> Iterator[Found]:
    if spells := case.data.spells:
        there = sum(spell.power <= spells.max_power for spell in case.document.spells)
        if spells.count > there:
            yield case.at("spells", "count"), f"{spells.count} Spells cannot be chosen from {there}"


# --- how it ends


def _boss(case: Case) -> Iterator[Found]:
    data, document = case.data, case.document
    boss = data.boss
    decks = by_id(document.decks)
    if data.storm:
        yield from unknown([(case.at("storm"), data.storm)], decks, "deck")
    gates = isinstance(boss, schema.TimeMages) or data.portal_tiles != "none"
    if gates and len(document.portal_tiles) < printed.PORTAL_TILES:
        yield case.path, f"it needs {printed.PORTAL_TILES} Portal tiles (KRR-TMG-02)"
    if isinstance(boss, schema.TimeMages):
        mages = [*placed(case.at("boss", "at"), boss.at)]
        yield from duplicates(mages, "Time Mage at")
        yield from unknown(mages, case.where.keys() - data.exits.keys(), "space of the map")
        if len(data.white) != 1:
            yield case.at("boss"), "the Time Mages walk to the one white Building site (KRR-TMG-04)"
    if isinstance(boss, schema.LilithBoss):
        if boss.at not in data.routes.get(str(boss.route), ())[:-1]:
            yield case.at("boss", "at"), f"{boss.at!r} is not on route {boss.route}"
        yield from unknown([(case.at("boss", "deck"), boss.deck)], decks, "deck")
        yield from _life(case, boss.life)


def _life(case: Case, life: Sequence[Sequence[str]]) -> Iterator[Found]:
    for index, cards in enumerate(life):
        path = case.at("boss", "life", index)
        yield from unknown(placed(path, cards), by_id(case.document.boss_life), "Boss Life card")
        yield from duplicates(placed(path, cards), "Boss Life card")
        if case.data.win == "boss" and not cards:
            yield path, "a Boss that is to be defeated has at least one Boss Life card"


def _win(case: Case) -> Iterator[Found]:
    data = case.data
    if (data.win == "rounds") != (data.rounds is not None):
        yield case.at("win"), "`rounds` tells how many rounds are to be survived, and nothing else"
    if data.win == "boss" and not isinstance(data.boss, schema.LilithBoss):
        yield case.at("win"), "only a Boss with Boss Life cards can be defeated"
