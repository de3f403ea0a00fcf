"""What can follow from an action: facts in the past tense, folded into the board.

Nothing is private to a seat: what is hidden (stacks, decks) is hidden from everybody, and no effect tells of it.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rulesets.kingdom_rush.board import (
    BUYING,
    PLAY_CARDS,
    ROUND_STARTING,
    WILDCAT,
    AbilityTile,
    Activating,
    Advancing,
    Attacking,
    Blessing,
    Board,
    Boss,
    BossActing,
    CardId,
    ChoosingBench,
    ChoosingSpells,
    Conjuring,
    Destroying,
    Displacing,
    Eliminating,
    Engaging,
    FinishingAbility,
    GameOver,
    Healing,
    Hero,
    HeroName,
    Horde,
    Inspiring,
    Laid,
    LosingTower,
    Pending,
    PlacingPortal,
    PlacingWildcat,
    Player,
    Refreshing,
    Relocating,
    Sacrificing,
    Sharing,
    SpaceId,
    Spawning,
    Stack,
    Surging,
    Token,
    Tower,
    place_of,
)
from rulesets.kingdom_rush.geometry import Facing, Mask, mask_of
from rulesets.kingdom_rush.programs import BURN
from rulesets.kit.piles import Pile
from rulesets.kit.structs import Effect, Seat
from rulesets.kit.tuples import insert, put, without

# --- names in sentences


def horde_name(board: Board, card: CardId) -> str:
    """What a Horde is called; copies are told apart by their number."""
    if card in board.components.boss_life:
        return "the Boss Life card"
    name, number = board.components.horde[card].name, card.rpartition("-")[2]
    return f"{name} {number}"


def source_name(board: Board, source: str) -> str:
    """What a Tower, hero, ability or Spell is called."""
    c = board.components
    for table in (c.tower, c.ability, c.spell):
        if source in table:
            return table[source].name
    return hero_name(board, source)


def hero_name(board: Board, hero: HeroName) -> str:
    """What a hero is called."""
    return "The Wildcat" if hero == WILDCAT else board.components.hero[hero].name


def counted(number: int, what: str) -> str:
    """`1 Heart`, `2 Hearts`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _then(then: Pending | None) -> Pending:
    return then or PLAY_CARDS


# --- the set-up


class GameSetUp(Effect[Board], frozen=True):
    """The scenario is laid out as its set-up tells."""

    scenario: str
    difficulty: str
    portals: int
    """How many Portals there are (KRR-SET-15)."""

    def apply(self, board: Board) -> Board:
        return board

    def says(self, board: Board) -> str:
        portals = f", {counted(self.portals, 'Portal')}" if self.portals else ""
        return f"{board.components.scenario[self.scenario].title}, {self.difficulty}{portals}."


class HeroChosen(Effect[Board], frozen=True):
    """A seat takes a hero's board, a colour, and the starting Towers out of the supply."""

    seat: Seat
    hero: HeroName
    color: str
    health: int
    towers: tuple[str, ...]
    space: SpaceId | None = None

    def apply(self, board: Board) -> Board:
        supply = board.supply
        for tower in self.towers:
            supply = without(supply, tower)
        player = Player(self.color, self.hero, tuple(sorted(self.towers)))
        heroes = (*board.heroes, Hero(self.hero, self.seat, self.health, self.space))
        if self.hero == "alleria":
            heroes = (*heroes, Hero(WILDCAT, self.seat, 1, fresh=True))
        heroes = tuple(sorted(heroes, key=_by_seat))
        return replace(board, players=put(board.players, self.seat - 1, player), heroes=heroes, supply=supply)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}", f"seat:{self.seat}")

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} plays {hero_name(board, self.hero)} in {self.color}."


def _by_seat(hero: Hero) -> tuple[bool, Seat]:
    return hero.name == WILDCAT, hero.seat


class AbilitiesChosen(Effect[Board], frozen=True):
    """The special-ability tiles of a hero for this game, face up."""

    hero: HeroName
    abilities: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        tiles = tuple(AbilityTile(ability) for ability in self.abilities)
        return board.with_hero(replace(board.hero(self.hero), abilities=tiles))

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}",)

    def says(self, board: Board) -> str:
        names = " and ".join(source_name(board, ability) for ability in self.abilities)
        return f"{hero_name(board, self.hero)} brings {names}."


class SetupContinued(Effect[Board], frozen=True):
    """All heroes, or Spells, are chosen; `to` is what comes next."""

    to: Literal["spells", "bench", "round"]

    def apply(self, board: Board) -> Board:
        pending: Pending = ROUND_STARTING
        if self.to == "spells":
            pending = ChoosingSpells()
        elif self.to == "bench":
            pending = ChoosingBench()
        return replace(board, pending=pending)


class SpellChosen(Effect[Board], frozen=True):
    """The team takes a Spell along."""

    spell: str

    def apply(self, board: Board) -> Board:
        return replace(board, spells=insert(board.spells, self.spell))

    def touches(self) -> tuple[str, ...]:
        return (f"spell:{self.spell}",)

    def says(self, board: Board) -> str:
        return f"The team takes {source_name(board, self.spell)} along."


class BenchChosen(Effect[Board], frozen=True):
    """The heroes of the Bench."""

    heroes: tuple[HeroName, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, bench=self.heroes, pending=ROUND_STARTING)

    def touches(self) -> tuple[str, ...]:
        return tuple(f"hero:{hero}" for hero in self.heroes)

    def says(self, board: Board) -> str:
        names = ", ".join(hero_name(board, hero) for hero in self.heroes)
        return f"On the Bench: {names or 'nobody'}."


# --- rounds and spawning


class RoundStarted(Effect[Board], frozen=True):
    """`tokens` will flip a card; in solo mode a colour is given up first."""

    tokens: tuple[Token, ...] = ()
    storm: bool = False
    solo: bool = False

    def apply(self, board: Board) -> Board:
        spawning = Spawning(self.tokens, self.storm)
        pending = Eliminating(spawning) if self.solo else spawning
        return replace(board, round=board.round + 1, pending=pending)

    def says(self, board: Board) -> str:
        return f"Round {board.round + 1} begins."


class ColorEliminated(Effect[Board], frozen=True):
    """Solo: no Tower is built on sites of this colour in this round."""

    color: str

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Eliminating)
        return replace(board, eliminated=self.color, pending=pending.then)

    def says(self, board: Board) -> str:
        return f"Sites in {self.color} are given up for this round."


class HordeSpawned(Effect[Board], frozen=True):
    """A Horde comes onto the Path. No space: it reaches the Exit at once."""

    mark = "draw"
    card: CardId
    route: Token
    turn: int
    space: SpaceId = ""
    level: int = 0
    tray: bool = True
    cause: Literal["stack", "ghost", "setup"] = "stack"
    token: Token = 0
    """Of the stack."""

    def apply(self, board: Board) -> Board:
        pending, stacks, ghosts = board.pending, board.stacks, board.ghosts
        if self.cause == "stack":
            index = self._place(stacks)
            stacks = put(stacks, index, _drawn(stacks[index], self.card))
            assert isinstance(pending, Spawning)
            pending = Spawning(pending.tokens[1:])
        elif self.cause == "ghost":
            ghosts = ghosts.drawn(self.card)
            assert isinstance(pending, Destroying)
            pending = replace(pending, ghosts=pending.ghosts[1:], came=True)
        horde = Horde(self.card, self.space, self.route, self.turn, self.level, self.tray)
        return replace(board, hordes=(*board.hordes, horde), pending=pending, stacks=stacks, ghosts=ghosts)

    def _place(self, stacks: tuple[Stack, ...]) -> int:
        for index, stack in enumerate(stacks):
            if stack.token == self.token:
                return index
        raise KeyError(self.token)

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.card}", f"space:{self.space}") if self.space else (f"horde:{self.card}",)

    def says(self, board: Board) -> str:
        where = f" on {self.space}" if self.space else ""
        return f"{horde_name(board, self.card)} {'appears' if self.level else 'appear'}{where}."


def _drawn(stack: Stack, card: CardId) -> Stack:
    for index, segment in enumerate(stack.segments):
        if segment.size:
            return Stack(stack.token, put(stack.segments, index, segment.drawn(card)))
    raise IndexError(f"stack {stack.token} is empty")


class TrayTaken(Effect[Board], frozen=True):
    """A Horde lies without a tray from now on, for a Flying one needs it."""

    horde: CardId

    def apply(self, board: Board) -> Board:
        return board.with_horde(replace(board.horde(self.horde), tray=False))

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)


class PathbreakerRemoved(Effect[Board], frozen=True):
    """A Pathbreaker card leaves the game: its space and its Spawn point are open."""

    card: str

    def apply(self, board: Board) -> Board:
        return replace(board, barriers=tuple(b for b in board.barriers if b.card != self.card))

    def touches(self) -> tuple[str, ...]:
        return (f"pathbreaker:{self.card}",)

    def says(self, board: Board) -> str:
        return f"{board.components.pathbreaker[self.card].name} breaks open."


class PlayBegan(Effect[Board], frozen=True):
    """Phase 2 begins; knocked-out heroes stand up again."""

    regenerated: tuple[tuple[HeroName, int], ...] = ()
    """With their health."""

    def apply(self, board: Board) -> Board:
        for name, health in self.regenerated:
            board = board.with_hero(replace(board.hero(name), health=health, down=False, ready=False, returned=True))
        return replace(board, pending=PLAY_CARDS)

    def touches(self) -> tuple[str, ...]:
        return tuple(f"hero:{name}" for name, _ in self.regenerated)

    def says(self, board: Board) -> str:
        return " ".join(f"{hero_name(board, name)} regenerates." for name, _ in self.regenerated)


# --- Towers and what they place


class TowerPlayed(Effect[Board], frozen=True):
    """A Tower is built, and opens fire."""

    seat: Seat
    tower: str
    site: SpaceId
    facing: Facing
    idle: bool = False
    """No Horde is in its range: no attack follows."""

    def apply(self, board: Board) -> Board:
        seat, card, site, players, towers = self.seat, self.tower, self.site, board.players, board.towers
        player = players[seat - 1]
        index = len(towers)
        while index and towers[index - 1].site > site:
            index -= 1
        return replace(
            board,
            players=put(players, seat - 1, replace(player, hand=without(player.hand, card))),
            towers=(*towers[:index], Tower(site, card, seat, self.facing), *towers[index:]),
            pending=board.pending if self.idle else Attacking(seat, card, "", site, self.facing),
        )

    def touches(self) -> tuple[str, ...]:
        return (f"tower:{self.tower}", f"space:{self.site}")

    def says(self, board: Board) -> str:
        idle = "; no Horde is in range" if self.idle else ""
        return f"{{{self.seat}}} builds {source_name(board, self.tower)} on {self.site}, facing {self.facing}{idle}."


class AttackOpened(Effect[Board], frozen=True):
    """One attack of the source is under way; `step` is the first shot of it that fits anywhere."""

    attack: int
    step: int
    forced: bool = False
    left: int = -1
    """Pieces that a bonus earned."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        opened = replace(at, opened=self.attack, step=self.step, forced=self.forced, horde="", left=self.left, placed=0)
        return replace(board, pending=opened)

    def says(self, board: Board) -> str:
        return "Only a Portal is in range: it has to be attacked." if self.forced else ""


class HordeAimedAt(Effect[Board], frozen=True):
    """The Horde that a set of tiles will go to."""

    horde: CardId

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        return replace(board, pending=replace(at, horde=self.horde))

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)


class TilePlaced(Effect[Board], frozen=True):
    """A Damage tile covers squares of a Horde."""

    horde: CardId
    cells: str
    source: str
    left: int = 0
    """Hordes that this shot may still hit."""
    portal: bool = False
    sides: str = ""
    """The sides of the hero's base that tiles touch now."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        pending = Attacking(
            at.seat,
            at.source,
            at.hero,
            at.place,
            at.facing,
            at.step if self.left else at.step + 1,
            at.opened,
            at.forced,
            self.horde,
            self.cells,
            self.left or -1,
            at.placed,
            self.sides,
            at.hit if self.horde in at.hit else (*at.hit, self.horde),
            at.portal or self.portal,
            at.then,
        )
        return _with_tiles(board, self.horde, (Laid(self.source, self.cells),), mask_of(self.cells), pending)

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}", f"source:{self.source}")

    def says(self, board: Board) -> str:
        return f"{source_name(board, self.source)} covers {self.cells} of {horde_name(board, self.horde)}."


class TilesPlaced(Effect[Board], frozen=True):
    """Single squares of a Horde are covered, all at once."""

    horde: CardId
    cells: str
    source: str
    left: int = 0
    """Tiles that may still go on other Hordes."""

    def apply(self, board: Board) -> Board:
        laid = tuple([Laid(self.source, cell) for cell in self.cells.split(" ")])
        pending = _pieces_placed(board, self.horde, self.left, 0, portal=False)
        return _with_tiles(board, self.horde, laid, mask_of(self.cells), pending)

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}", f"source:{self.source}")

    def says(self, board: Board) -> str:
        return f"{source_name(board, self.source)} covers {self.cells} of {horde_name(board, self.horde)}."


class SoldiersPlaced(Effect[Board], frozen=True):
    """Soldiers out of the supply cover enemies of a Horde."""

    horde: CardId
    cells: str
    source: str
    left: int = 0
    """Soldiers that may still go on other Hordes."""
    portal: bool = False

    def apply(self, board: Board) -> Board:
        mask, hordes = mask_of(self.cells), board.hordes
        index = place_of(hordes, self.horde)
        horde, placed = hordes[index], mask.bit_count()
        return replace(
            board,
            hordes=put(hordes, index, replace(horde, soldiers=horde.soldiers | mask)),
            soldiers=board.soldiers - placed,
            pending=_pieces_placed(board, self.horde, self.left, placed, portal=self.portal),
        )

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}", f"source:{self.source}")

    def says(self, board: Board) -> str:
        soldiers = counted(len(self.cells.split()), "Soldier")
        return f"{source_name(board, self.source)}: {soldiers} on {self.cells} of {horde_name(board, self.horde)}."


def _with_tiles(board: Board, card: CardId, laid: tuple[Laid, ...], mask: Mask, pending: Pending) -> Board:
    for index, horde in enumerate(board.hordes):
        if horde.card == card:
            new = replace(horde, tiles=horde.tiles + laid, tiled=horde.tiled | mask)
            return replace(board, hordes=put(board.hordes, index, new), pending=pending)
    index = place_of(board.lives, card)
    life = board.lives[index]
    new = replace(life, tiles=life.tiles + laid, tiled=life.tiled | mask)
    return replace(board, lives=put(board.lives, index, new), pending=pending)


def _pieces_placed(board: Board, horde: CardId, left: int, soldiers: int, *, portal: bool) -> Attacking:
    at = board.pending
    assert isinstance(at, Attacking)
    return replace(
        at,
        step=at.step if left else at.step + 1,
        horde=horde,
        left=left or -1,
        placed=at.placed + soldiers,
        hit=at.hit if horde in at.hit else (*at.hit, horde),
        portal=at.portal or portal,
    )


class TilesLeftOut(Effect[Board], frozen=True):
    """By choice, or because nothing fits: `step` is the next shot that matters."""

    step: int

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        return replace(board, pending=replace(at, step=self.step, left=-1))


class ChoiceAsked(Effect[Board], frozen=True):
    """The attack has come to a choice; `step` is where it goes on."""

    what: Literal[
        "wildcat", "bless", "heal", "heal_near", "inspire", "conjure", "refresh", "strike", "surge", "gem", "relocate"
    ]
    step: int
    amount: int = 0
    """Points that are healed, spaces, or Soldiers that are missing."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        return replace(board, pending=self._phase(replace(at, step=self.step)))

    def _phase(self, then: Attacking) -> Pending:
        seat, hero = then.seat, then.hero
        match self.what:
            case "wildcat":
                return PlacingWildcat(seat, hero, forgo=True, then=then)
            case "bless":
                return Blessing(seat, hero, then)
            case "heal" | "heal_near":
                return Healing(seat, hero, self.amount, self.what == "heal_near", then)
            case "inspire":
                return Inspiring(seat, hero, then)
            case "conjure":
                return Conjuring(seat, hero, then)
            case "refresh":
                return Refreshing(seat, hero, then)
            case "strike":
                return Activating(seat, hero, 0, "attack", then)
            case "surge":
                return Surging(seat, hero, self.amount, then=then)
            case "gem":
                return Sacrificing(then)
            case "relocate":
                return Relocating(seat, self.amount, then)


class SoldierRelocated(Effect[Board], frozen=True):
    """A Soldier that the supply lacks comes from another square."""

    horde: CardId
    cell: str
    to: CardId
    square: str
    portal: bool = False

    def apply(self, board: Board) -> Board:
        horde = board.horde(self.horde)
        board = board.with_horde(replace(horde, soldiers=horde.soldiers & ~mask_of(self.cell)))
        horde = board.horde(self.to)
        board = board.with_horde(replace(horde, soldiers=horde.soldiers | mask_of(self.square)))
        at = board.pending
        assert isinstance(at, Relocating)
        then = replace(at.then, portal=at.then.portal or self.portal)
        missing = at.missing - 1
        return replace(board, pending=replace(at, missing=missing, then=then) if missing else then)

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}", f"horde:{self.to}")

    def says(self, board: Board) -> str:
        old, new = horde_name(board, self.horde), horde_name(board, self.to)
        return f"A Soldier goes from {self.cell} of {old} to {self.square} of {new}."


class ChoiceForgone(Effect[Board], frozen=True):
    """Nothing is chosen."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=_then(board.pending.then))  # type: ignore[union-attr]


class AttackEnded(Effect[Board], frozen=True):
    """All shots of a source are over; a Tower that hit a Portal turns face down."""

    source: str
    site: SpaceId | None = None
    """Where such a Tower stands."""

    def apply(self, board: Board) -> Board:
        at, towers = board.pending, board.towers
        assert isinstance(at, Attacking)
        then = at.then or PLAY_CARDS
        if isinstance(then, Attacking):  # it aims at what was hit (KRR-MAG-04)
            then = replace(then, hit=at.hit)
        if not self.site:
            return replace(board, pending=then)
        index = max(i for i, tower in enumerate(towers) if tower.site == self.site)
        return replace(board, pending=then, towers=put(towers, index, replace(towers[index], face_up=False)))

    def touches(self) -> tuple[str, ...]:
        return (f"space:{self.site}",) if self.site else ()

    def says(self, board: Board) -> str:
        return f"{source_name(board, self.source)} on {self.site} is turned face down." if self.site else ""


class TowerPassed(Effect[Board], frozen=True):
    """A Tower goes to the incoming slot of seat `to`, as what it became."""

    seat: Seat
    to: Seat
    tower: str
    became: str

    def apply(self, board: Board) -> Board:
        giver = board.players[self.seat - 1]
        players = put(board.players, self.seat - 1, replace(giver, hand=without(giver.hand, self.tower)))
        taker = players[self.to - 1]
        players = put(players, self.to - 1, replace(taker, incoming=insert(taker.incoming, self.became)))
        supply = board.supply
        if self.became != self.tower:
            supply = insert(without(supply, self.became), self.tower)
        return replace(board, players=players, supply=supply)

    def touches(self) -> tuple[str, ...]:
        return (f"tower:{self.tower}", f"tower:{self.became}", f"incoming:{self.to}")

    def says(self, board: Board) -> str:
        name, became = source_name(board, self.tower), source_name(board, self.became)
        upgraded = f", which becomes {became}" if self.became != self.tower else ""
        return f"{{{self.seat}}} passes {name} to {{{self.to}}}{upgraded}."


# --- heroes


class HeroActivated(Effect[Board], frozen=True):
    """A hero (or the Wildcat) begins its activation."""

    hero: HeroName
    points: int

    def apply(self, board: Board) -> Board:
        hero = board.hero(self.hero)
        then = board.pending if isinstance(board.pending, Activating) else None
        pending = Activating(hero.seat, self.hero, self.points, "" if self.hero == WILDCAT else "act", then)
        return board.with_hero(replace(hero, ready=False), pending)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}",)

    def says(self, board: Board) -> str:
        return f"{hero_name(board, self.hero)} is activated."


class HeroMoved(Effect[Board], frozen=True):
    """A hero ends its movement in a space; it `engages` where a Horde is."""

    hero: HeroName
    space: SpaceId
    engages: bool = False

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Activating)
        may = "" if at.may == "again" else at.may  # the extra action is taken at once or never (KRR-MAL-03)
        then = Activating(at.seat, at.hero, 0, may, at.then)
        hero = replace(board.hero(self.hero), space=self.space, base=None)
        pending = Engaging(at.seat, self.hero, then) if self.engages else then
        return board.with_hero(hero, pending)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}", f"space:{self.space}")

    def says(self, board: Board) -> str:
        entered = board.hero(self.hero).space is None
        return f"{hero_name(board, self.hero)} {'enters the map on' if entered else 'moves to'} {self.space}."


class HeroEngaged(Effect[Board], frozen=True):
    """A hero's base covers four squares of a Horde."""

    hero: HeroName
    horde: CardId
    base: str

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Engaging)
        return board.with_hero(replace(board.hero(self.hero), base=self.base), at.then or PLAY_CARDS)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}", f"horde:{self.horde}")

    def says(self, board: Board) -> str:
        return f"{hero_name(board, self.hero)} engages {horde_name(board, self.horde)} at {self.base}."


class HeroAttacked(Effect[Board], frozen=True):
    """A hero performs its basic attack."""

    hero: HeroName
    facing: Facing

    def apply(self, board: Board) -> Board:
        at, hero = board.pending, board.hero(self.hero)
        assert isinstance(at, Activating)
        then = at.then if at.may == "attack" else Activating(at.seat, at.hero, at.points, "", at.then)
        pending = Attacking(at.seat, self.hero, self.hero, hero.space or "", self.facing, then=then)
        return board.with_hero(replace(hero, facing=self.facing), pending)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}",)

    def says(self, board: Board) -> str:
        return f"{hero_name(board, self.hero)} attacks."


class AbilityUsed(Effect[Board], frozen=True):
    """A hero uses a special ability; `source` is what takes effect: that ability, or the one it copies."""

    hero: HeroName
    ability: str
    source: str
    facing: Facing = "N"
    ongoing: bool = False
    again: bool = False
    """Another action follows (KRR-MAL-03)."""

    def apply(self, board: Board) -> Board:
        at, hero = board.pending, board.hero(self.hero)
        assert isinstance(at, Activating)
        tiles = tuple(AbilityTile(t.id, "using") if t.id == self.ability else t for t in hero.abilities)
        ongoing = insert(hero.ongoing, self.source) if self.ongoing else hero.ongoing
        hero = replace(hero, abilities=tiles, ongoing=ongoing, facing=self.facing)
        after = Activating(at.seat, at.hero, at.points, "again" if self.again else "", at.then)
        finishing = FinishingAbility(at.seat, self.hero, after)
        pending = Attacking(at.seat, self.source, self.hero, hero.space or "", self.facing, then=finishing)
        return board.with_hero(hero, pending)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}", f"ability:{self.ability}")

    def says(self, board: Board) -> str:
        copied = f", copying {source_name(board, self.source)}" if self.source != self.ability else ""
        return f"{hero_name(board, self.hero)} uses {source_name(board, self.ability)}{copied}."


class AbilityTurned(Effect[Board], frozen=True):
    """An ability tile is turned face up or face down, or lies on the portrait."""

    hero: HeroName
    ability: str
    state: Literal["ready", "active", "used"]

    def apply(self, board: Board) -> Board:
        hero, pending = board.hero(self.hero), board.pending
        tiles = tuple(AbilityTile(t.id, self.state) if t.id == self.ability else t for t in hero.abilities)
        if isinstance(pending, FinishingAbility | Refreshing):
            pending = _then(pending.then)
        return board.with_hero(replace(hero, abilities=tiles), pending)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}", f"ability:{self.ability}")

    def says(self, board: Board) -> str:
        return f"{source_name(board, self.ability)} is face up again." if self.state == "ready" else ""


class HeroRecovered(Effect[Board], frozen=True):
    """Health is full again and all ability tiles are face up; active ones stay active (KRR-ONG-03)."""

    hero: HeroName
    health: int

    def apply(self, board: Board) -> Board:
        at, hero = board.pending, board.hero(self.hero)
        assert isinstance(at, Activating)
        tiles = tuple(AbilityTile(t.id) if t.state == "used" else t for t in hero.abilities)
        pending = Activating(at.seat, at.hero, at.points, "", at.then)
        return board.with_hero(replace(hero, health=self.health, abilities=tiles), pending)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}",)

    def says(self, board: Board) -> str:
        return f"{hero_name(board, self.hero)} recovers."


class ActivationEnded(Effect[Board], frozen=True):
    """A hero has moved and acted, or does no more."""

    hero: HeroName

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Activating)
        return replace(board, pending=_then(at.then))


class HeroHealed(Effect[Board], frozen=True):
    """A hero's health is now so much."""

    hero: HeroName
    health: int

    def apply(self, board: Board) -> Board:
        pending = board.pending
        if isinstance(pending, Blessing | Healing):
            pending = _then(pending.then)
        return board.with_hero(replace(board.hero(self.hero), health=self.health), pending)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}",)

    def says(self, board: Board) -> str:
        healed = self.health - board.hero(self.hero).health
        return f"{hero_name(board, self.hero)} heals {healed}." if healed else ""


class HeroDamaged(Effect[Board], frozen=True):
    """A hero suffers damage; with health 0 it is knocked out, and lies on its player's board.

    One that is knocked out in phase 1 is out for this round: its card comes back in phase 5 (KRR-REG-06).
    """

    hero: HeroName
    health: int
    by: str
    """What did it: an id, such as that of a Horde."""

    def apply(self, board: Board) -> Board:
        hero, pending = board.hero(self.hero), board.pending
        if self.health:
            hero = replace(hero, health=self.health)
        else:
            early = isinstance(pending, Spawning) or (
                isinstance(pending, Advancing) and isinstance(pending.then, Spawning)
            )
            hero = replace(hero, health=0, space=None, base=None, down=True, ready=hero.ready and not early)
        if isinstance(pending, Sacrificing):
            pending = pending.then
        return board.with_hero(hero, pending)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}",)

    def says(self, board: Board) -> str:
        if not self.health:
            return f"{hero_name(board, self.hero)} is knocked out."
        return f"{hero_name(board, self.hero)} suffers {board.hero(self.hero).health - self.health} damage."


class HeroResurrected(Effect[Board], frozen=True):
    """The Horde of a hero with Resurrection is destroyed: it heals, and is protected from now on."""

    hero: HeroName
    health: int

    def apply(self, board: Board) -> Board:
        hero = board.hero(self.hero)
        ongoing = insert(hero.ongoing, RESURRECTED)
        return board.with_hero(replace(hero, health=self.health, ongoing=ongoing))

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}",)

    def says(self, board: Board) -> str:
        return f"{hero_name(board, self.hero)} rises again with {self.health} health."


RESURRECTED = "resurrected"
"""What protects a hero whose Resurrection took effect (KRR-LIL-08)."""


class WildcatCalled(Effect[Board], frozen=True):
    """Alleria has ended her first movement: the Wildcat comes into her space."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Activating | Surging | Attacking | FinishingAbility)
        seat = board.hero("alleria").seat
        return replace(board, pending=PlacingWildcat(seat, "alleria", then=at))


class WildcatPlaced(Effect[Board], frozen=True):
    """The Wildcat stands in Alleria's space, with its base on the Horde there; no space: there was no room."""

    space: SpaceId | None
    base: str | None = None
    ready: bool = False
    """It may be activated in this round."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, PlacingWildcat)
        cat = board.hero(WILDCAT)
        if self.space:
            cat = replace(cat, health=1, space=self.space, base=self.base, down=False, fresh=False)
            cat = replace(cat, ready=self.ready, returned=not self.ready)
        else:
            cat = replace(cat, fresh=False)
        return board.with_hero(cat, _then(at.then))

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{WILDCAT}", f"space:{self.space}") if self.space else (f"hero:{WILDCAT}",)

    def says(self, board: Board) -> str:
        return f"The Wildcat comes to {self.space}." if self.space else "There is no room for the Wildcat."


class HeroInspired(Effect[Board], frozen=True):
    """A hero may move a space and perform its basic attack."""

    hero: HeroName

    def apply(self, board: Board) -> Board:
        at, hero = board.pending, board.hero(self.hero)
        assert isinstance(at, Inspiring)
        may: Literal["attack", ""] = "" if self.hero == WILDCAT else "attack"
        return replace(board, pending=Activating(hero.seat, self.hero, 1, may, at.then))

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}",)

    def says(self, board: Board) -> str:
        return f"{hero_name(board, self.hero)} may act once more."


class HeroConjured(Effect[Board], frozen=True):
    """A hero is moved by Hocus Pocus (or stays), and then attacks."""

    hero: HeroName
    space: SpaceId
    engages: bool = False

    def apply(self, board: Board) -> Board:
        at, hero = board.pending, board.hero(self.hero)
        assert isinstance(at, Conjuring)
        may: Literal["attack", ""] = "" if self.hero == WILDCAT else "attack"
        then = Activating(hero.seat, self.hero, 0, may, at.then)
        if self.space != hero.space:
            board = board.with_hero(replace(hero, space=self.space, base=None))
        return replace(board, pending=Engaging(hero.seat, self.hero, then) if self.engages else then)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}", f"space:{self.space}")

    def says(self, board: Board) -> str:
        if board.hero(self.hero).space == self.space:
            return f"{hero_name(board, self.hero)} stays."
        return f"{hero_name(board, self.hero)} is conjured to {self.space}."


class HeroSurged(Effect[Board], frozen=True):
    """A hero goes one space of its Surge of Flames; it may burn the Horde there."""

    hero: HeroName
    space: SpaceId
    burns: CardId = ""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Surging)
        board = board.with_hero(replace(board.hero(self.hero), space=self.space, base=None))
        burnt = (*at.burnt, self.burns) if self.burns else at.burnt
        surging = Surging(at.seat, at.hero, at.left - 1, True, burnt, at.then)
        if not self.burns:
            return replace(board, pending=surging)
        burning = Attacking(
            at.seat, "surge_of_flames", self.hero, self.space, step=BURN, hit=(self.burns,), then=surging
        )
        return replace(board, pending=burning)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}", f"space:{self.space}")

    def says(self, board: Board) -> str:
        return f"{hero_name(board, self.hero)} surges to {self.space}."


class SurgeEnded(Effect[Board], frozen=True):
    """A hero surges no farther; it `engages` where a Horde is."""

    hero: HeroName
    engages: bool = False

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Surging)
        then = _then(at.then)
        return replace(board, pending=Engaging(at.seat, self.hero, then) if self.engages else then)


# --- Spells, the Bench, done


class SpellUsed(Effect[Board], frozen=True):
    """A Spell leaves the game and takes effect."""

    seat: Seat
    spell: str

    def apply(self, board: Board) -> Board:
        pending: Pending = Attacking(self.seat, self.spell) if self.spell != "hand_of_midas" else board.pending
        return replace(board, spells=without(board.spells, self.spell), pending=pending)

    def touches(self) -> tuple[str, ...]:
        return (f"spell:{self.spell}",)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} casts {source_name(board, self.spell)}."


class BenchHeroCalled(Effect[Board], frozen=True):
    """Solo: a hero of the Bench comes for this round, and performs its basic attack."""

    hero: HeroName
    space: SpaceId
    health: int
    engages: bool = False

    def apply(self, board: Board) -> Board:
        called = Hero(self.hero, 1, self.health, self.space, ready=False, bench=True)
        heroes = (*board.heroes, called)
        if self.hero == "alleria":
            heroes = (*heroes, Hero(WILDCAT, 1, 1, ready=False, bench=True))
        attacking = Activating(1, self.hero, 0, "attack")
        pending = Engaging(1, self.hero, attacking) if self.engages else attacking
        return replace(board, heroes=heroes, bench=without(board.bench, self.hero), pending=pending)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}", f"space:{self.space}")

    def says(self, board: Board) -> str:
        return f"{hero_name(board, self.hero)} is called from the Bench to {self.space}."


class PlayerDone(Effect[Board], frozen=True):
    """A seat plays no more cards in this round."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat - 1]
        return board.with_player(self.seat, replace(player, done=True))

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} is done."


class CardsPlayed(Effect[Board], frozen=True):
    """Everybody is done: phase 3."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Destroying())


# --- phases 3 and 4


class HordeDestroyed(Effect[Board], frozen=True):
    """A Horde is fully covered and leaves the game; heroes on it stand on the Path."""

    horde: CardId
    crystals: int = 0
    """Gained."""
    heroes: tuple[HeroName, ...] = ()
    """Who stood on it."""

    def apply(self, board: Board) -> Board:
        horde = board.horde(self.horde)
        heroes = tuple(replace(h, base=None) if h.name in self.heroes else h for h in board.heroes)
        return replace(
            board,
            hordes=tuple(h for h in board.hordes if h is not horde),
            heroes=heroes,
            crystals=board.crystals + self.crystals,
            soldiers=board.soldiers + horde.soldiers.bit_count(),
            gates=insert(board.gates, horde.gate) if horde.gate else board.gates,
            destroyed=insert(board.destroyed, self.horde),
        )

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)

    def says(self, board: Board) -> str:
        gain = f": {counted(self.crystals, 'Crystal')}" if self.crystals else ""
        return f"{horde_name(board, self.horde)} destroyed{gain}."


class LifeLost(Effect[Board], frozen=True):
    """A Boss Life card is gone."""

    card: str

    def apply(self, board: Board) -> Board:
        return replace(board, lives=tuple(life for life in board.lives if life.card != self.card))

    def touches(self) -> tuple[str, ...]:
        return (f"life:{self.card}",)

    def says(self, board: Board) -> str:
        return f"The Boss loses a Life card; {len(board.lives) - 1} left."


class DestructionEnded(Effect[Board], frozen=True):
    """Heroes have still to leave, or Ghosts to come."""

    leaving: tuple[HeroName, ...] = ()
    ghosts: tuple[tuple[SpaceId, Token], ...] = ()

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Destroying(self.ghosts, self.leaving, True))


class GhostStayedAway(Effect[Board], frozen=True):
    """The Ghost deck is empty: nothing comes."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Destroying)
        return replace(board, pending=replace(at, ghosts=at.ghosts[1:]))


class AdvanceStarted(Effect[Board], frozen=True):
    """Hordes activate in this order."""

    order: tuple[CardId, ...]
    march: bool = False
    """A card makes them move, in the middle of another phase."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        then = at if self.march and isinstance(at, BossActing | Spawning) else None
        return replace(board, pending=Advancing(self.order, march=self.march, then=then))


def turn_of(horde: CardId, at: Advancing) -> Advancing:
    """The first effect of a Horde's activation ends the one before."""
    if at.left[0] == horde:
        return at
    return Advancing(at.left[at.left.index(horde) :], march=at.march, then=at.then)


class HordeRose(Effect[Board], frozen=True):
    """A Flying Horde shakes off what is on it: Soldiers go to the supply, heroes have to leave."""

    horde: CardId
    heroes: tuple[HeroName, ...] = ()

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Advancing)
        horde = board.horde(self.horde)
        heroes = tuple(replace(h, base=None) if h.name in self.heroes else h for h in board.heroes)
        board = replace(
            board.with_horde(replace(horde, soldiers=0)),
            heroes=heroes,
            soldiers=board.soldiers + horde.soldiers.bit_count(),
        )
        return replace(board, pending=replace(turn_of(self.horde, at), rising=True))

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)

    def says(self, board: Board) -> str:
        return f"{horde_name(board, self.horde)} rise and shake off what is on them."


class IconsSeen(Effect[Board], frozen=True):
    """Icons of a Horde are visible."""

    horde: CardId
    healed: bool
    attempts: int
    dead_eye: bool

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Advancing)
        if self.healed:
            board = board.with_horde(replace(board.horde(self.horde), tiles=(), tiled=0))
        at = turn_of(self.horde, at)
        return replace(board, pending=Advancing(at.left, self.attempts, self.dead_eye, march=at.march, then=at.then))

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)

    def says(self, board: Board) -> str:
        seen = ("heal", self.healed), ("hurry", self.attempts > 1), ("take aim", self.dead_eye)
        return f"{horde_name(board, self.horde)} {', '.join(word for word, is_so in seen if is_so)}."


class HordeBlocked(Effect[Board], frozen=True):
    """A Horde cannot move; its Soldiers are gone, the damage of heroes follows."""

    horde: CardId

    def apply(self, board: Board) -> Board:
        pending, hordes = _attempted(board, self.horde), board.hordes
        index = place_of(hordes, self.horde)
        horde = hordes[index]
        if not horde.soldiers:
            return replace(board, pending=pending)
        hordes, back = put(hordes, index, replace(horde, soldiers=0)), horde.soldiers.bit_count()
        return replace(board, hordes=hordes, soldiers=board.soldiers + back, pending=pending)

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)

    def says(self, board: Board) -> str:
        return f"{horde_name(board, self.horde)} {'is' if board.horde(self.horde).level else 'are'} held up."


def _attempted(board: Board, horde: CardId) -> Advancing:
    """One move attempt fewer; a Horde without visible icons had one."""
    at = board.pending
    assert isinstance(at, Advancing)
    left = at.left
    if left[0] == horde:
        return Advancing(left, abs(at.attempts) - 1, at.dead_eye, False, at.march, at.then)
    return Advancing(left[left.index(horde) :], 0, march=at.march, then=at.then)


class HordeMoved(Effect[Board], frozen=True):
    """A Horde moves, past those it bypasses, or onto others if it flies."""

    horde: CardId
    to: SpaceId
    bypassed: tuple[SpaceId, ...] = ()
    onto: bool = False

    def apply(self, board: Board) -> Board:
        pending, hordes = _attempted(board, self.horde), board.hordes
        index = place_of(hordes, self.horde)
        moved = replace(hordes[index], space=self.to)
        if self.onto:
            return replace(self._landed(board, index, moved), pending=pending)
        return replace(board, hordes=put(hordes, index, moved), pending=pending)

    def _landed(self, board: Board, index: int, moved: Horde) -> Board:
        """On top of the others: the last one; heroes on the Horde beneath have to leave it (KRR-FLY-11)."""
        hordes = (*board.hordes[:index], *board.hordes[index + 1 :], moved)
        heroes = tuple(replace(h, base=None) if h.base and h.space == self.to else h for h in board.heroes)
        return replace(board, hordes=hordes, heroes=heroes)

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}", f"space:{self.to}")

    def says(self, board: Board) -> str:
        past = f", past {', '.join(self.bypassed)}" if self.bypassed else ""
        verb = "moves" if board.horde(self.horde).level else "move"
        return f"{horde_name(board, self.horde)} {verb} to {self.to}{past}."


class HordeEscaped(Effect[Board], frozen=True):
    """A Horde reaches the Exit."""

    horde: CardId
    hearts: int
    """Lost by the Kingdom."""
    crystals: int = 0
    """Gained."""

    def apply(self, board: Board) -> Board:
        at, horde = board.pending, board.horde(self.horde)
        if isinstance(at, Advancing):
            at = turn_of(self.horde, at)
            at = Advancing(at.left[1:], march=at.march, then=at.then)
        return replace(
            board,
            hordes=tuple([other for other in board.hordes if other is not horde]),
            hearts=board.hearts - self.hearts,
            crystals=board.crystals + self.crystals,
            escaped=insert(board.escaped, self.horde),
            pending=at,
        )

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}", "hearts")

    def says(self, board: Board) -> str:
        gain = f" and leaves {counted(self.crystals, 'Crystal')}" if self.crystals else ""
        return f"{horde_name(board, self.horde)} reaches the Exit: {counted(self.hearts, 'Heart')} lost{gain}."


class DeadEyeFired(Effect[Board], frozen=True):
    """A Horde shoots at heroes on it or next to it; their damage came first."""

    horde: CardId

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Advancing)
        return replace(board, pending=Advancing(at.left, 0, march=at.march, then=at.then))

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)


class MarchEnded(Effect[Board], frozen=True):
    """The Hordes that a card made move have moved."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Advancing)
        assert at.then
        return replace(board, pending=at.then)


class DisplacementAsked(Effect[Board], frozen=True):
    """A hero has to leave its space, and can go to several."""

    hero: HeroName
    to: tuple[SpaceId, ...]

    def apply(self, board: Board) -> Board:
        then = board.pending
        if isinstance(then, Destroying) and then.leaving:
            then = replace(then, leaving=then.leaving[1:])
        return replace(board, pending=Displacing(board.hero(self.hero).seat, self.hero, self.to, then))


class HeroDisplaced(Effect[Board], frozen=True):
    """A hero leaves its space; to nowhere: it goes back to its player's board."""

    hero: HeroName
    to: SpaceId | None

    def apply(self, board: Board) -> Board:
        pending = board.pending
        if isinstance(pending, Displacing):
            pending = pending.then
        elif isinstance(pending, Destroying) and pending.leaving:
            pending = replace(pending, leaving=pending.leaving[1:])
        hero = replace(board.hero(self.hero), space=self.to, base=None)
        return board.with_hero(hero, pending)

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}", f"space:{self.to}") if self.to else (f"hero:{self.hero}",)

    def says(self, board: Board) -> str:
        return f"{hero_name(board, self.hero)} gives way to {self.to or 'the Hero board'}."


# --- phases 5 and 6


class CardsPickedUp(Effect[Board], frozen=True):
    """Hands take back what stands face up and what came in. Towers on `white` sites wait to be shared."""

    white: tuple[SpaceId, ...] = ()

    def apply(self, board: Board) -> Board:
        hands = [[*player.hand, *player.incoming] for player in board.players]
        left, lost = [], []
        for tower in board.towers:
            if not tower.face_up:
                lost.append(tower.card)
            elif tower.site in self.white:
                left.append(tower)
            else:
                hands[tower.seat - 1].append(tower.card)
        return replace(
            board,
            players=tuple([Player(p.color, p.hero, tuple(sorted(hands[i]))) for i, p in enumerate(board.players)]),
            heroes=tuple([hero if hero.ready else replace(hero, ready=True, returned=False) for hero in board.heroes]),
            towers=tuple(left),
            supply=tuple(sorted((*board.supply, *lost))) if lost else board.supply,
            pending=Sharing() if left else BUYING,
        )

    def says(self, board: Board) -> str:
        lost = [source_name(board, tower.card) for tower in board.towers if not tower.face_up]
        return f"Lost in time: {', '.join(lost)}." if lost else ""


class WhiteTowerTaken(Effect[Board], frozen=True):
    """A seat takes the Tower of a white Building site."""

    seat: Seat
    tower: str
    site: SpaceId

    def apply(self, board: Board) -> Board:
        index = next(i for i, t in enumerate(board.towers) if t.site == self.site and t.card == self.tower)
        towers = board.towers[:index] + board.towers[index + 1 :]
        player = board.players[self.seat - 1]
        board = board.with_player(self.seat, replace(player, hand=insert(player.hand, self.tower)))
        return replace(board, towers=towers, pending=board.pending if towers else BUYING)

    def touches(self) -> tuple[str, ...]:
        return (f"tower:{self.tower}", f"space:{self.site}", f"hand:{self.seat}")

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} takes {source_name(board, self.tower)} from {self.site}."


class TowerBought(Effect[Board], frozen=True):
    """The team buys a Tower for a seat."""

    seat: Seat
    tower: str
    price: int

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat - 1]
        player = replace(player, hand=insert(player.hand, self.tower))
        return replace(
            board,
            players=put(board.players, self.seat - 1, player),
            crystals=board.crystals - self.price,
            supply=without(board.supply, self.tower),
        )

    def touches(self) -> tuple[str, ...]:
        return (f"tower:{self.tower}", f"hand:{self.seat}")

    def says(self, board: Board) -> str:
        name = source_name(board, self.tower)
        return f"{{{self.seat}}} gets {name} for {counted(self.price, 'Crystal')}."


class RoundEnded(Effect[Board], frozen=True):
    """What lasts until the end of the round stops; called Bench Heroes leave the game."""

    def apply(self, board: Board) -> Board:
        heroes = tuple([_rested(hero) if hero.ongoing else hero for hero in board.heroes if not hero.bench])
        return replace(board, heroes=heroes, pending=ROUND_STARTING)

    def says(self, board: Board) -> str:
        return f"Round {board.round} ends."


def _rested(hero: Hero) -> Hero:
    tiles = tuple(AbilityTile(t.id, "used") if t.state == "active" else t for t in hero.abilities)
    return replace(hero, ongoing=(), abilities=tiles)


# --- Bosses and their cards


class WarpDrawn(Effect[Board], frozen=True):
    """A card of the Timewarp deck, or of the Portal storm, is turned up and carried out."""

    mark = "draw"
    deck: Literal["timewarp", "storm"]
    card: CardId
    rest: tuple[CardId, ...] = ()
    """The deck was empty: it is made of these cards again, before this one is drawn."""

    def apply(self, board: Board) -> Board:
        pile = board.timewarp if self.deck == "timewarp" else board.storm
        if self.rest:
            pile = Pile(len(self.rest), self.rest)
        pile, at = pile.drawn(self.card), board.pending
        if self.deck == "timewarp":
            assert isinstance(at, BossActing)
            return replace(board, timewarp=pile, pending=BossActing(at.step + 1, at.placed))
        assert isinstance(at, Spawning)
        return replace(board, storm=pile, pending=Spawning(at.tokens))

    def touches(self) -> tuple[str, ...]:
        return (f"warp:{self.card}",)

    def says(self, board: Board) -> str:
        return board.components.warp[self.card].says


class KingdomChanged(Effect[Board], frozen=True):
    """A card takes Hearts, or takes or gives Crystals."""

    hearts: int = 0
    crystals: int = 0

    def apply(self, board: Board) -> Board:
        return replace(board, hearts=board.hearts + self.hearts, crystals=board.crystals + self.crystals)

    def says(self, board: Board) -> str:
        if self.hearts:
            return f"The Kingdom loses {counted(-self.hearts, 'Heart')}."
        return f"The team {'gains' if self.crystals > 0 else 'loses'} {counted(abs(self.crystals), 'Crystal')}."


class SoldiersReturned(Effect[Board], frozen=True):
    """All Soldiers go back to the supply."""

    def apply(self, board: Board) -> Board:
        back = sum(horde.soldiers.bit_count() for horde in board.hordes)
        hordes = tuple(replace(horde, soldiers=0) if horde.soldiers else horde for horde in board.hordes)
        return replace(board, hordes=hordes, soldiers=board.soldiers + back)

    def says(self, board: Board) -> str:
        return "All Soldiers return to the supply."


class HordesHealed(Effect[Board], frozen=True):
    """The Damage tiles leave some Hordes."""

    hordes: tuple[CardId, ...]

    def apply(self, board: Board) -> Board:
        hordes = tuple(replace(h, tiles=(), tiled=0) if h.card in self.hordes else h for h in board.hordes)
        return replace(board, hordes=hordes)

    def touches(self) -> tuple[str, ...]:
        return tuple(f"horde:{horde}" for horde in self.hordes)

    def says(self, board: Board) -> str:
        return f"{', '.join(horde_name(board, horde) for horde in self.hordes)} heal."


class PortalAsked(Effect[Board], frozen=True):
    """The team has to place a Portal tile."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, BossActing)
        return replace(board, pending=PlacingPortal(at))


class PortalPlaced(Effect[Board], frozen=True):
    """A Portal tile turns a Horde into a Portal."""

    tile: str
    horde: CardId
    cells: str
    level: int

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, PlacingPortal)
        horde = replace(board.horde(self.horde), level=self.level, gate=self.tile, gated=mask_of(self.cells))
        then = BossActing(at.then.step, at.then.placed + 1)
        return replace(board.with_horde(horde), gates=without(board.gates, self.tile), pending=then)

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)

    def says(self, board: Board) -> str:
        return f"{horde_name(board, self.horde)} becomes a Portal of level {self.level}."


class TowerAsked(Effect[Board], frozen=True):
    """The team has to give up a Tower next to the Boss."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, BossActing)
        return replace(board, pending=LosingTower(at))


class TowerLost(Effect[Board], frozen=True):
    """A built Tower goes back to the supply."""

    site: SpaceId
    tower: str

    def apply(self, board: Board) -> Board:
        at, towers = board.pending, board.towers
        if isinstance(at, LosingTower):
            at = at.then
        assert isinstance(at, BossActing)
        index = next(i for i, t in enumerate(towers) if t.site == self.site and t.card == self.tower)
        return replace(
            board,
            towers=towers[:index] + towers[index + 1 :],
            supply=insert(board.supply, self.tower),
            pending=BossActing(at.step + 1, at.placed),
        )

    def touches(self) -> tuple[str, ...]:
        return (f"tower:{self.tower}", f"space:{self.site}")

    def says(self, board: Board) -> str:
        return f"{source_name(board, self.tower)} on {self.site} goes back to the supply."


class BossMoved(Effect[Board], frozen=True):
    """A Boss goes to a space."""

    boss: str
    space: SpaceId

    def apply(self, board: Board) -> Board:
        bosses = tuple(Boss(b.name, self.space) if b.name == self.boss else b for b in board.bosses)
        return replace(board, bosses=bosses)

    def touches(self) -> tuple[str, ...]:
        return (f"boss:{self.boss}", f"space:{self.space}")

    def says(self, board: Board) -> str:
        return f"{self.boss.replace('_', ' ').capitalize()} moves to {self.space}."


class BossStepDone(Effect[Board], frozen=True):
    """A part of the Boss's card is worked off; the next one begins."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, BossActing)
        return replace(board, pending=BossActing(at.step + 1, at.placed))


class BossesActed(Effect[Board], frozen=True):
    """The Bosses begin, or Portal tiles are placed: phase 4 or 5 of such a scenario."""

    step: int = 0

    def apply(self, board: Board) -> Board:
        return replace(board, pending=BossActing(self.step))


# --- the end


class GameWon(Effect[Board], frozen=True):
    """The victory condition holds at the end of a round."""

    reason: str

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver(tuple(range(1, board.seats + 1)), self.reason))

    def says(self, board: Board) -> str:
        return f"The Kingdom is saved: {self.reason}."


class GameLost(Effect[Board], frozen=True):
    """The game is lost at once."""

    reason: str

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver((), self.reason))

    def says(self, board: Board) -> str:
        return f"The Kingdom falls: {self.reason}."
