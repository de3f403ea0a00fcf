"""What always holds in Kingdom Rush, on every board, of every event and over a whole game."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import (
    AbilityTurned,
    AbilityUsed,
    AdvanceStarted,
    BenchHeroCalled,
    CardsPickedUp,
    ColourEliminated,
    GameLost,
    GameWon,
    HeroActivated,
    HeroRecovered,
    HordeBlocked,
    HordeDestroyed,
    HordeEscaped,
    HordeMoved,
    IconsSeen,
    KingdomChanged,
    RoundStarted,
    SoldierRelocated,
    SoldiersPlaced,
    TilePlaced,
    TilesPlaced,
    TowerBought,
)
from rulesets.kingdom_rush.geometry import BASES, mask_of
from rulesets.kingdom_rush.phases import (
    AFTER_ADVANCE,
    Advancing,
    BossActing,
    Buying,
    Destroying,
    Eliminating,
    GameOver,
    LosingTower,
    Pending,
    PlacingPortal,
    PlayCards,
    Recruiting,
    Sharing,
    Spawning,
)
from rulesets.kingdom_rush.pieces import WILDCAT, Horde
from rulesets.kingdom_rush.rules.buying import EndPurchases
from rulesets.kingdom_rush.rules.ending import can_play
from rulesets.kit.phases import SeatPhase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.kingdom_rush.components import Components
    from rulesets.kit.conformance import GameStep
    from rulesets.kit.structs import Effect

# --- what holds on every board


def on_boards(board: Board) -> None:
    """All that can be told of one board."""
    _counts(board)
    _choice(board)
    _heroes(board)
    _towers(board)
    for horde in board.hordes:
        if horde.space:
            _tray(board, horde)
    _cards(board)
    _path(board)


def _counts(board: Board) -> None:
    """Soldiers, Crystals, Hearts."""
    standing = 0
    for horde in board.hordes:
        standing += horde.soldiers.bit_count()
    assert board.soldiers + standing == board.components.limits.soldiers
    assert 0 <= board.crystals <= board.components.limits.crystals
    assert 0 <= board.hearts <= board.setting.hearts(board.seats, board.difficulty)
    assert board.hearts or isinstance(board.pending, GameOver)


def _choice(board: Board) -> None:
    """The last seat is not asked to be done, nor the team to buy, where nothing else is left to do."""
    left = board.pending.who(board)
    if isinstance(board.pending, PlayCards):
        for seat in left:
            assert can_play(board, seat) is _has_several(board, seat)
    if isinstance(board.pending, Buying) or (isinstance(board.pending, PlayCards) and len(left) == 1):
        assert _has_several(board, left[0])


def _has_several(board: Board, seat: int) -> bool:
    return len(list(islice(RULESET.legal_actions(board, seat), 2))) == 2


def _heroes(board: Board) -> None:
    """Health, and where heroes may stand."""
    sites = {tower.site for tower in board.towers}
    between = isinstance(board.pending, PlayCards | Buying)
    for hero in board.heroes:
        most = 1 if hero.name == WILDCAT else board.components.hero[hero.name].health
        assert 0 <= hero.health <= most
        assert (hero.health == 0) is hero.down
        assert not (hero.down and hero.space)
        assert hero.base is None or hero.space
        assert hero.space is None or hero.space in board.field.where
        top = board.horde_at(hero.space) if hero.space else None
        if hero.base:
            assert top, f"{hero.name} engages nothing"
            assert not top.level, f"{hero.name} engages a Portal"
        if between:
            assert hero.space not in sites
            assert (top is not None) is (hero.base is not None), f"{hero.name} on {hero.space}"


def _towers(board: Board) -> None:
    """Tower cards, stacks of two, what lies face down, incoming slots."""
    cards = [*board.supply, *(tower.card for tower in board.towers)]
    for side in board.sides:
        cards += side.hand
        cards += side.incoming
    supply = board.setting.data.towers.supply
    there = supply if supply is not None else {tower.id: tower.copies for tower in board.components.tower.values()}
    assert len(cards) == sum(there.values())
    assert all(there[card] == count for card, count in Counter(cards).items())
    sites: dict[str, list[str]] = {}
    for tower in board.towers:
        sites.setdefault(tower.site, []).append(board.components.tower[tower.card].type)
    assert all(len(types) == 1 or (len(types) == 2 and "soldier" in types) for types in sites.values())
    if isinstance(board.pending, Buying | Sharing | Spawning | Eliminating):
        assert all(tower.face_up for tower in board.towers)
        assert not any(side.incoming for side in board.sides)


def _tray(board: Board, horde: Horde) -> None:
    """What covers a tray overlaps nothing, lies where it may, and may cover what it covers."""
    if not (horde.tiled or horde.soldiers or horde.gated or any(hero.space == horde.space for hero in board.heroes)):
        return
    face, union = board.face(horde), horde.tiled
    covers = [horde.soldiers, horde.gated]
    if board.horde_at(horde.space) is horde:
        covers += [BASES[own.base] for own in board.heroes if own.base and own.space == horde.space]
    for mask in covers:
        assert not union & mask, f"{horde.card} is covered twice"
        union |= mask
    assert not union & face.bars
    assert not horde.soldiers & ~face.all
    squares = 0
    for tile in horde.tiles:
        mask = mask_of(tile.cells)
        squares += mask.bit_count()
        resisting = [foe for foe in face.foes if foe.mask & mask and foe.defences]
        if resisting:
            damage = _damage(board.components, tile.source)
            assert all(damage - set(foe.defences) for foe in resisting), f"{tile} covers what resists it"
    assert squares == horde.tiled.bit_count()
    pieces = horde.soldiers
    for mask in covers[2:]:
        pieces |= mask
    assert not any("deadly" in foe.defences and foe.mask & pieces for foe in face.foes)


SPELLS = {"rain_of_fire": "magical", "thunderbolt": "magical", "lightning_bolt": "physical", "gem_of_timewarp": "true"}
TRUE = {"infernal_wheel", "reapers_harvest", "heavenly_chaos", "resurrection", "reinforcements"}


def _damage(c: Components, source: str) -> set[str]:
    """The types of damage that a Tower, hero, ability or Spell deals."""
    if source in TRUE:
        return {"true"}
    if source in SPELLS or source == "mirage":
        return {SPELLS.get(source, "magical")}
    if source in c.ability and c.ability[source].damage:
        return {c.ability[source].damage or ""}
    return {attack.damage for attack in c.card[source].attacks}


def _cards(board: Board) -> None:
    """Horde cards and those of the Ghost deck: none is lost, none comes twice. Trays."""
    setting = board.setting
    begun, drawn = [card for card, _, _ in setting.initial(board.seats, board.difficulty)], 0
    for stack in setting.stacks(board.seats, board.difficulty).values():
        for part in stack:
            begun += part.cards
            drawn += part.draw
    drawn += len(setting.initial(board.seats, board.difficulty))
    ghosts = board.components.ghosts if setting.ghosts else ()
    seen = [*(horde.card for horde in board.hordes), *board.destroyed, *board.escaped]
    if board.pending != Recruiting() or seen:
        came = [card for card in seen if card not in ghosts]
        assert len(set(seen)) == len(seen)
        assert set(came) <= set(begun)
        assert sum(stack.size for stack in board.stacks) + len(came) == drawn
        assert board.ghosts.size + len(seen) - len(came) == len(ghosts)
    trays = board.components.limits.trays
    assert sum(horde.tray for horde in board.hordes) <= trays
    cards = board.components.horde
    flying = [horde for horde in board.hordes if cards[horde.card].flying]
    assert len(flying) > trays or all(horde.tray for horde in flying)


def _path(board: Board) -> None:
    """One Horde on a space unless those above fly; each on its route."""
    below: set[str] = set()
    for horde in board.hordes:
        if horde.space:
            assert horde.space not in below or board.components.horde[horde.card].flying
            assert horde.space in board.field.routes[horde.route]
            below.add(horde.space)


# --- what holds of every event


def of_events(step: GameStep[Board]) -> None:
    """All that can be told of one event."""
    before, after = step.before, step.after
    assert after.hearts <= before.hearts
    assert after.round in (before.round, before.round + 1)
    assert after.round > before.round or _rank(before.pending) <= _rank(after.pending), "a phase came again"
    if before.barriers:
        assert {b.card for b in after.barriers} <= {b.card for b in before.barriers}
    assert len(before.destroyed) <= len(after.destroyed)
    assert set(before.destroyed) <= set(after.destroyed)
    if before.round:
        assert set(after.spells) <= set(before.spells)
    _crystals(step)
    for effect in step.effects:
        if isinstance(effect, TilePlaced | TilesPlaced | SoldiersPlaced | SoldierRelocated):
            _piece(before, effect)
    for effect in step.effects[:-1]:
        assert not isinstance(effect, GameWon | GameLost), "something follows the end"
    if isinstance(step.effects[-1], GameWon):
        _won(step)


ORDER: tuple[type, ...] = (Spawning, PlayCards, Destroying, Advancing, Sharing, Buying, GameOver)


def _rank(pending: Pending) -> float:
    """The phase of the round that a board is in, behind all that is open in it."""
    root: Pending = pending
    while (then := getattr(root, "then", None)) is not None:
        root = then
    if isinstance(root, BossActing | PlacingPortal | LosingTower):
        late = isinstance(root, PlacingPortal) or (isinstance(root, BossActing) and root.step >= AFTER_ADVANCE)
        return ORDER.index(Advancing) + (0.5 if late else -0.5)
    if isinstance(root, SeatPhase):  # what is open in phase 2
        return ORDER.index(PlayCards)
    return ORDER.index(type(root)) if type(root) in ORDER else -1


def _crystals(step: GameStep[Board]) -> None:
    """What the team has is what it had, with the backs of the cards that went, up to the limit."""
    before = step.before
    held, limit = before.crystals, before.components.limits.crystals
    lost = isinstance(step.effects[-1], GameLost)
    for effect in step.effects:
        if isinstance(effect, HordeDestroyed | HordeEscaped):
            back = before.components.horde[effect.horde].crystals
            escaped_last = lost and isinstance(effect, HordeEscaped) and effect is step.effects[-2]
            assert effect.crystals == (0 if escaped_last else min(back, limit - held))
            held += effect.crystals
        elif isinstance(effect, TowerBought):
            held -= effect.price
        elif isinstance(effect, KingdomChanged):
            held += effect.crystals
    assert held == step.after.crystals or not before.round


def _piece(board: Board, effect: TilePlaced | TilesPlaced | SoldiersPlaced | SoldierRelocated) -> None:
    """No hero places anything on a Portal; Soldiers cover nobody who resists their type."""
    c = board.components
    card = effect.to if isinstance(effect, SoldierRelocated) else effect.horde
    horde = next((horde for horde in board.hordes if horde.card == card), None)
    if horde is None or isinstance(effect, SoldierRelocated):
        return
    heroic = effect.source in c.hero or effect.source in c.ability
    assert not (horde.level and heroic), f"{effect.source} on a Portal"
    if isinstance(effect, SoldiersPlaced):
        damage, mask = _damage(c, effect.source), mask_of(effect.cells)
        hit = [foe for foe in board.face(horde).foes if foe.mask & mask]
        assert all(damage - set(foe.defences) for foe in hit)


def _won(step: GameStep[Board]) -> None:
    """The game is won at the end of a round only, where it asks for it with all Portals destroyed."""
    board = step.after
    buying_came = any(isinstance(effect, CardsPickedUp | TowerBought) for effect in step.effects)
    assert buying_came or isinstance(step.action, EndPurchases)
    if board.setting.win == "portals":
        assert not any(horde.level for horde in board.hordes)
        unseen = [card for stack in board.stacks for part in stack.segments if part.size for card in part.unseen]
        assert not board.components.portals.intersection(unseen)


# --- what holds over a whole game


def of_games(steps: Sequence[GameStep[Board]]) -> None:
    """What counts up over rounds."""
    every = [effect for step in steps for effect in step.effects]
    _cards_once(every)
    _solo(every)
    _marches(steps)


def _cards_once(effects: Iterable[Effect[Board]]) -> None:
    """A Hero card is played once a round; an ability is used once until its tile is face up again."""
    activated: set[str] = set()
    used: set[tuple[str, str]] = set()
    for effect in effects:
        if isinstance(effect, RoundStarted):
            activated.clear()
        elif isinstance(effect, HeroActivated):
            assert effect.hero not in activated, f"{effect.hero} was activated twice"
            activated.add(effect.hero)
        elif isinstance(effect, AbilityUsed):
            assert (effect.hero, effect.ability) not in used, f"{effect.ability} was used face down"
            used.add((effect.hero, effect.ability))
        elif isinstance(effect, AbilityTurned) and effect.state == "ready":
            used.discard((effect.hero, effect.ability))
        elif isinstance(effect, HeroRecovered):
            used = {tile for tile in used if tile[0] != effect.hero}


def _solo(effects: Iterable[Effect[Board]]) -> None:
    """No colour is given up twice running; nobody comes from the Bench twice."""
    colours = [effect.colour for effect in effects if isinstance(effect, ColourEliminated)]
    assert all(one != two for one, two in pairwise(colours))
    called = [effect.hero for effect in effects if isinstance(effect, BenchHeroCalled)]
    assert len(set(called)) == len(called)


def _marches(steps: Sequence[GameStep[Board]]) -> None:
    """A Horde activates once in phase 4, with one attempt or two, and goes forward on its route."""
    attempts: Counter[str] = Counter()
    allowed: dict[str, int] = {}
    routes: dict[str, int] = {}
    order: tuple[str, ...] = ()
    for step in steps:
        places = {horde.card: horde.space for horde in step.before.hordes}
        routes |= {horde.card: horde.route for horde in (*step.before.hordes, *step.after.hordes)}
        for effect in step.effects:
            if isinstance(effect, AdvanceStarted):
                attempts.clear()
                allowed, order = {}, effect.order
                assert len(set(order)) == len(order)
            elif isinstance(effect, IconsSeen):
                assert effect.horde in order
                assert effect.horde not in allowed, f"{effect.horde} activates twice"
                allowed[effect.horde] = effect.attempts
            elif isinstance(effect, HordeMoved | HordeBlocked):
                attempts[effect.horde] += 1
                assert effect.horde in order
                assert attempts[effect.horde] <= allowed.get(effect.horde, 1), f"{effect.horde} tries too often"
            if isinstance(effect, HordeMoved):
                route = step.before.field.routes[routes[effect.horde]]
                if effect.horde in places and places[effect.horde] in route:
                    assert route.index(effect.to) > route.index(places[effect.horde])
                places[effect.horde] = effect.to
