"""Derived values (HOC-VOC-06): of every hero and player just now, worked out all at once, layer by layer.

Never stored on a board. They are a function of what the modifiers in play can read, so they are remembered: those of
the board that was asked for last, and all by what was read. They cost 20 to 40 us to work out, 3 us remembered, and
0.1 us on the board that was asked for last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulesets.heroes_of_the_campaign.components import CLASS_LAYER, LAYERS, STAT_LAYER
from rulesets.heroes_of_the_campaign.derived import NOTHING, HeroValues, Latest, Limit, Values
from rulesets.heroes_of_the_campaign.evaluation import Speaker, amount, holds, seats_meant, select
from rulesets.heroes_of_the_campaign.ids import HeroName, card_of
from rulesets.heroes_of_the_campaign.phases import Fighting, Turn, combat
from rulesets.heroes_of_the_campaign.pieces import REGULAR
from rulesets.heroes_of_the_campaign.words.reading import ADDED, COSTS
from rulesets.kit.phases import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.components import Laid
    from rulesets.heroes_of_the_campaign.pieces import Held, Hero
    from rulesets.heroes_of_the_campaign.schema import HeroCard, Support
    from rulesets.heroes_of_the_campaign.words.reading import Modifier

LEAST_ATTACK, LEAST_RESISTANCE = 0, 1
"""HOC-CMB-12."""


def printed(card: HeroCard | Support) -> HeroValues:
    """The values that a card has by itself."""
    return HeroValues(card.classes, card.attack, card.resistance)


def values(board: Board) -> Values:
    """The derived values of a board."""
    memo = board.components.memo
    latest = memo.latest
    if latest is not None and latest.board is board:
        return latest.values
    fight = None if type(board.pending) is Turn else combat(board.pending)
    parts = (board.heroes, board.sides, board.tally, board.seat, board.round, fight)
    if latest is not None and latest.parts == parts:
        memo.latest = Latest(board, *latest[1:])
        return latest.values
    in_play = _in_play(board, fight)
    reads = latest.reads if latest is not None and latest.in_play == in_play else _reads(board, fight)
    key = in_play, _looked_at(board, fight, reads) if reads else None
    known = memo.get(key)
    found = memo.put(key, compute(board)) if known is None else known
    memo.latest = Latest(board, parts, in_play, reads, found)
    return found


def _in_play(board: Board, fight: Fighting | None) -> object:
    """The cards and statuses in play, on whom, and where: all modifiers there are, and what they always look at."""
    heroes = tuple([(hero.name, hero.place, hero.held, hero.learned) for hero in board.heroes])
    return board.sides[0].laws, board.sides[1].laws, heroes, _attack_key(fight)


def _attack_key(fight: Fighting | None) -> object:
    """The modifiers of the attack under way, and who speaks in them."""
    if fight is None or not fight.modified:
        return None
    run = fight.then
    return fight.attacker, fight.defender, fight.modified, run.seat, run.subject, run.other, run.last, run.moved


def _looked_at(board: Board, fight: Fighting | None, reads: frozenset[str]) -> object:
    """What else the modifiers in play look at."""
    one, two = board.sides
    ages = "ages" in reads
    return (
        tuple([hero.wounds for hero in board.heroes]) if "wounds" in reads else 0,
        tuple([REGULAR in hero.used for hero in board.heroes]) if "used" in reads else 0,
        tuple([(hero.came, hero.arrived, hero.learned_at) for hero in board.heroes]) if ages else 0,
        (one.enacted_at, two.enacted_at) if ages else 0,
        board.seat if "turn" in reads else 0,
        board.round if "round" in reads else 0,
        (one.copper, two.copper) if "copper" in reads else 0,
        board.tally if "tally" in reads else 0,
        (fight.attacker, fight.defender) if fight and "roles" in reads else 0,
    )


def _reads(board: Board, fight: Fighting | None) -> frozenset[str]:
    """What the modifiers of the cards and statuses in play look at: a function of what is always in the key."""
    known = board.components.reads
    names = [law for side in board.sides for law in side.laws]
    if fight and fight.modified:
        names.append(fight.modified)
    for hero in board.heroes:
        names.append(hero.card)
        names += hero.learned
        if hero.place[0] in "12":
            names.append(hero.place[2:])
        for held in hero.held:
            names.append(held.name)
    return NOTHING.union(*[known[name] for name in names if name in known])


class Source(NamedTuple):
    """A modifier in force: whose it is, and on whom."""

    seat: Seat
    hero: Hero | None
    """Who has it; nobody has a law's."""
    laid: Laid
    since: int
    """When it came into force, by the board's clock."""
    name: str
    """The card, or the named status, that it stands on."""
    speaker: Speaker | None = None
    """Who speaks, where that is not just its hero."""


class Change(NamedTuple):
    """A modifier for one hero, its number worked out before any hero of the layer changes."""

    modifier: Modifier
    number: int
    source: Source


def compute(board: Board) -> Values:
    """The derived values, worked out anew. O(modifiers in force x heroes)."""
    found = Values()
    fighters = board.components.fighters
    for hero in board.heroes:
        found.heroes[hero.name] = printed(fighters[hero.card])
    layers: list[list[Source]] = [[] for _ in range(LAYERS)]
    for source in _sources(board, found):
        layers[source.laid.layer].append(source)
    for layer, sources in enumerate(layers):
        if sources:
            _finish_layer(board, found, layer, sources)
    _listen(board, found)
    return found


def _listen(board: Board, found: Values) -> None:
    """Not all triggers of a set are in play: few cards have one, and few of these are on the table."""
    listeners, bearers = board.components.listeners, found.bearers
    for index, hero in enumerate(board.heroes):
        for card in hero.cards:
            if card in listeners:
                bearers.setdefault(card, []).append(index)
    cards = {*bearers, *board.sides[0].laws, *board.sides[1].laws}
    for card, own in listeners.items():
        if card in cards:
            for listener in own:
                found.listening.setdefault(listener.trigger.on, []).append(listener)
    found.heard = board.components.looked_at.union(found.listening)


def _sources(board: Board, found: Values) -> Iterator[Source]:
    """Every modifier in force: of laws, of each hero's cards and statuses, of the attack under way."""
    components = board.components
    statuses, at_side, elsewhere = components.laid_statuses, components.at_side, components.in_infirmary
    for seat, side in enumerate(board.sides, 1):
        for card, since in zip(side.laws, side.enacted_at, strict=True):
            for laid in at_side.get(card, ()):
                yield Source(seat, None, laid, since, card)
    for hero in board.heroes:
        abilities = at_side if hero.at_side else elsewhere
        if not abilities.keys().isdisjoint(hero.cards):
            for card, since in _cards_of(hero):
                for laid in abilities.get(card, ()):
                    yield Source(hero.seat, hero, laid, since, card)
        for held in hero.held:
            for laid in statuses[held.name]:
                yield Source(held.seat, hero, laid, held.since, _giver(board, held))
    fight = combat(board.pending)
    if fight and fight.modified:
        run = fight.then
        speaker = Speaker(
            board, found, run.seat, fight.attacker, run.subject, run.other, run.last, run.moved, printed=True
        )
        for laid in statuses[fight.modified]:
            yield Source(run.seat, board.hero(fight.attacker), laid, board.clock, card_of(fight.modified), speaker)


def _giver(board: Board, held: Held) -> str:
    """A status by its name in the set; one that has none there by the card that put it."""
    return held.name if held.name in board.components.named else card_of(held.source)


def _cards_of(hero: Hero) -> Iterable[tuple[str, int]]:
    """Cards whose abilities a hero has, each since when: its own, its maneuvers, its location."""
    yield hero.card, hero.came
    yield from zip(hero.learned, hero.learned_at, strict=True)
    if location := hero.location:
        yield location, hero.arrived


def _finish_layer(board: Board, found: Values, layer: int, sources: list[Source]) -> None:
    """Read everything first, then write: nobody sees half a layer, and the order of cards does not matter."""
    changes: dict[HeroName, list[Change]] = {}
    for source in sources:
        seat, hero, laid, _, name, given = source
        speaker = given or Speaker(board, found, seat, hero.name if hero else None, printed=True)
        if laid.holds is not None and not holds(speaker, laid.holds):
            continue
        if laid.of_player:
            _change_player(found, speaker, laid.modifier, name)
        elif laid.affects is not None:
            for target in select(speaker, laid.affects):
                changes.setdefault(target.name, []).append(_change(speaker, source, target))
        elif hero is not None:
            changes.setdefault(hero.name, []).append(_change(speaker, source, hero))
    for name, todo in changes.items():
        _write(found.heroes[name], layer, todo)


def _change(speaker: Speaker, source: Source, target: Hero) -> Change:
    _, _, _, _, modifier, number = source.laid
    return Change(modifier, 0 if number is None else amount(speaker, number, target), source)


def _change_player(found: Values, speaker: Speaker, modifier: Modifier, giver: str) -> None:
    for seat in seats_meant(speaker.board, speaker.seat, modifier.player or "own"):
        for word, kind in COSTS.items():
            if (cost := getattr(modifier, word)) is not None:
                found.costs[seat, kind] = found.costs.get((seat, kind), 0) + amount(speaker, cost)
        if modifier.allow:
            found.allowed.append(Limit(seat, modifier.allow, modifier.cards, giver))
        if modifier.forbid:
            found.forbidden.append(Limit(seat, modifier.forbid, modifier.cards, giver))


def _write(derived: HeroValues, layer: int, todo: list[Change]) -> None:
    if layer == CLASS_LAYER:
        _write_classes(derived, todo)
    elif layer < STAT_LAYER:
        lost = {change.modifier.lose_flag for change in todo}
        given = [(c.modifier.flag, c.source.name) for c in todo if c.modifier.flag]
        kept = [(flag, name) for flag, name in given if flag not in lost]  # HOC-VOC-07
        derived.flags |= {flag for flag, _ in kept}
        derived.givers += tuple(kept)
        derived.untouchable_by += tuple(
            (c.source.seat, c.source.hero.name if c.source.hero else None, c.modifier.untouchable_by)
            for c in todo
            if c.modifier.untouchable_by
        )
    elif layer == STAT_LAYER:
        _write_stats(derived, todo)
    else:
        _write_others(derived, todo)


def _write_classes(derived: HeroValues, todo: list[Change]) -> None:
    """HOC-VOC-07: a class that is lost is lost, wherever it came from."""
    lost = {change.modifier.lose_class for change in todo}
    gained = (*derived.classes, *(change.modifier.class_ for change in todo if change.modifier.class_))
    derived.classes = () if "all" in lost else tuple(name for name in dict.fromkeys(gained) if name not in lost)


def _write_stats(derived: HeroValues, todo: list[Change]) -> None:
    """HOC-VOC-01: the newest `set`, then all `add`, then the floor (HOC-CMB-12)."""
    numbers = {"attack": derived.attack, "resistance": derived.resistance}
    for modifier, number, _ in sorted(todo, key=_age):  # HOC-GLD-03
        if modifier.stat and modifier.set is not None:
            numbers[modifier.stat] = number
    for modifier, number, _ in todo:
        if modifier.stat and modifier.add is not None:
            numbers[modifier.stat] += number
    derived.attack = max(LEAST_ATTACK, numbers["attack"])
    derived.resistance = max(LEAST_RESISTANCE, numbers["resistance"])


def _age(change: Change) -> int:
    return change.source.since


def _write_others(derived: HeroValues, todo: list[Change]) -> None:
    for modifier, number, _ in todo:
        for word in ADDED:
            if getattr(modifier, word) is not None:
                setattr(derived, word, getattr(derived, word) + number)
    derived.allow |= {change.modifier.allow for change in todo if change.modifier.allow}
    forbidden = [(change.modifier.forbid, change.source.name) for change in todo if change.modifier.forbid]
    derived.forbid |= {word for word, _ in forbidden}
    derived.givers += tuple(forbidden)
