"""Small boards of Hero's Crossing: towns drawn as maps, everything else filled in so that all pieces add up."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.components import Components, load
from rulesets.heros_crossing.effects import Asked
from rulesets.heros_crossing.phases import TURN, Acting, Pending, Placing, Selling
from rulesets.heros_crossing.pieces import (
    COLOUR,
    FACE,
    PLAYER_COLOURS,
    SLOT_LEVELS,
    Laid,
    Lot,
    Owned,
    Side,
    Slot,
    Stack,
    Stake,
    Visit,
)
from rulesets.kit.piles import Pile
from rulesets.kit.play import Play
from rulesets.kit.scenario import Scenario, given

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.kit.chance import GivenChance
    from rulesets.kit.outcomes import Outcome

NAMES = {
    "smithy": ("Weapon Smithy", "production", "weapon"),
    "weapon-shop": ("Weapon Shop", "shop", "weapon"),
    "armorer": ("Armor Smithy", "production", "armor"),
    "armor-shop": ("Armor Shop", "shop", "armor"),
    "apothecary": ("Apothecary", "production", "potion"),
    "potion-shop": ("Potion Shop", "shop", "potion"),
    "enchanter": ("Enchanter", "production", "magic"),
    "magic-shop": ("Magic Shop", "shop", "magic"),
}
SPECIALS = {"well": "wishing_well", "guard": "guarded_land", "line": "supply_line", "base": "foundation"}
ROWS = {
    "bids": [["bid", "produce"], ["bid", "bid"], ["bid", "attract"], ["bid", "get_land"], ["bid", "move"]],
    "deeds": [["produce", "move"], ["get_land", "spy"], ["get_modifiers", "expel"], ["move", "spy"], ["move", "move"]],
    "heroes": [["attract", "produce"], ["attract", "attract"], ["attract", "bid"]],
    "quiet": [["get_modifiers", "get_land"]],
    "still": [["get_land", "get_modifiers"]],
}
"""The Action Cards: rows are numbered from 0."""
NOTHING = {"text": "Nothing.", "when": "passive", "effects": []}
POWERS: dict[str, dict[str, object]] = {
    "miser": {
        "text": "Worth 1 VP for each cube in your town.",
        "when": "end_game",
        "effects": [{"do": "end_vp", "value": {"count": "cubes"}}],
    },
    "herald": {
        "text": "Exhaust: draft one more die this turn.",
        "when": "activated",
        "exhaust": True,
        "effects": [{"do": "extra_draft"}],
    },
    "courier": {
        "text": "Exhaust: move cubes with 4 points.",
        "when": "activated",
        "exhaust": True,
        "effects": [{"do": "move_cubes", "points": 4}],
    },
    "runner": {
        "text": "Exhaust, after drafting: Move once more.",
        "when": "activated",
        "exhaust": True,
        "window": "in_action",
        "effects": [{"do": "extra_action", "action": "move", "with_die": True}],
    },
}
HEROES = {
    "dancer": (1, 3, ["magic", "potion", "wild"]),
    "fighter": (1, 2, ["weapon", "wild"]),
    "knight": (1, 1, ["armor"]),
    "monk": (1, 1, ["potion"]),
    "cook": (1, 2, ["potion", "potion"]),
    "sage": (2, 4, ["magic", "wild"]),
    "rogue": (2, 5, ["weapon", "wild"]),
    "bard": (2, 4, ["potion", "wild"]),
    "mason": (2, 4, ["armor", "wild"]),
    "herald": (2, 4, ["armor"]),
    "king": (3, 9, ["weapon", "magic", "wild"]),
    "queen": (3, 8, ["potion", "armor", "wild"]),
    "miser": (3, 7, ["armor"]),
    "dragon": (3, 7, ["weapon"]),
    "runner": (3, 7, ["magic"]),
    "courier": (3, 7, ["potion"]),
}
"""Levels, VP and needs; they do nothing, but for POWERS."""
COLOUR_OF = {"armor": "grey", "potion": "green", "magic": "blue", "weapon": "red"}


@cache
def cards() -> Components:
    """The set of the tests: three, two and one tile of each building, a special tile of each kind on each back."""
    data = {
        "game": "heros_crossing",
        "id": "test",
        "name": "Test",
        "source": "invented",
        "action_cards": [{"id": card, "rows": rows} for card, rows in ROWS.items()],
        "buildings": [
            {"id": f"{id_}-{level}", "name": name, "kind": kind, "resource": resource, "level": level, "copies": copies}
            for id_, (name, kind, resource) in NAMES.items()
            for level, copies in ((1, 3), (2, 2), (3, 1))
        ],
        "specials": [
            {"id": f"{id_}-{back}", "special": special, "back_level": back}
            for id_, special in SPECIALS.items()
            for back in (1, 2, 3)
        ],
        "heroes": [
            {
                "id": id_,
                "name": id_.title(),
                "level": level,
                "vp": vp,
                "needs": needs,
                "attraction_dice": list(dict.fromkeys(COLOUR_OF[need] for need in needs if need != "wild")),
                "power": POWERS.get(id_, NOTHING),
            }
            for id_, (level, vp, needs) in HEROES.items()
        ],
    }
    return load(json.dumps(data))


def town(*rows: str) -> tuple[Lot, ...]:
    """A town drawn as a map, north above; the first tile of the last row is cell 0.0.

    A tile is told by its id, with its cubes (`apothecary-1a*2`) and the spies on it (`land!2`); `.` is an empty cell.
    """
    lots = []
    for y, row in enumerate(reversed(rows)):
        for x, word in enumerate(row.split()):
            if word != ".":
                rest, _, spies = word.partition("!")
                tile, _, cubes = rest.partition("*")
                lots.append(Lot(f"{x}.{y}", _tile(tile), int(cubes or 0), tuple(map(int, spies))))
    return tuple(sorted(lots, key=lambda lot: lot.cell))


def _tile(given: str) -> str:
    """The first copy, if none is told: of special tiles there is one."""
    return given if given == "land" or given[-1].isalpha() else f"{given}a"


def side(
    *rows: str,
    pool: str = "blue-1",
    modifiers: int = 2,
    vp: int = 0,
    heroes: tuple[Owned | str, ...] = (),
) -> Side:
    """A side with a drawn town (one land tile, if none is told), and unspent dice (one, if none are told)."""
    owned = tuple(Owned(hero, 1) if isinstance(hero, str) else hero for hero in heroes)
    dice = tuple(sorted(pool.split()))
    return Side(vp=vp, modifiers=modifiers, pool=dice, town=town(*(rows or ("land",))), heroes=owned)


def laid(die: str) -> Laid:
    """A die on a tile or a hero, with modifiers (`green-3+2`)."""
    face, _, more = die.partition("+")
    return Laid(face, int(more or 0))


def stake(seat: int, *dice: str) -> Stake:
    """A bid or an attraction."""
    return Stake(seat, tuple(map(laid, dice)))


def slot(tile: str, *bids: Stake, barred: tuple[int, ...] = ()) -> Slot:
    """A building space."""
    return Slot(_tile(tile) if tile else "", bids, barred)


def visit(hero: str, *stakes: Stake, filled: str = "") -> Visit:
    """A visiting hero; `filled` names the cube on each need, `-` for none, all of them sold by seat 2."""
    needs = HEROES[hero][2]
    cubes = tuple("" if cube == "-" else cube for cube in filled.split()) or ("",) * len(needs)
    return Visit(hero, cubes, tuple(2 if cube else 0 for cube in cubes), stakes)


def using(die: str, *left: str, **more: Any) -> Acting:
    """A die in use (`green-3+2`: with two modifiers), and the actions of its row that are left."""
    given = laid(die)
    return Acting(given.die, given.modifiers, left, FACE[given.die] + given.modifiers, (COLOUR[given.die],), **more)


SUPPLY = ("armorer-1c", "armor-shop-1c", "enchanter-1c", "magic-shop-1c", "smithy-1c")
VISITORS = ("dancer", "fighter", "knight", "monk")


def starter() -> Components:
    """The set that ships."""
    made = RULESET.starter_components
    assert isinstance(made, Components)
    return made


def table(
    *sides: Side,
    seats: int = 2,
    pending: Pending = TURN,
    seat: int = 1,
    first: int = 1,
    card: str = "deeds",
    deck: tuple[str, ...] | None = None,
    zoning: str = "X",
    supply: Mapping[int, Slot | str] | None = None,
    visiting: Mapping[int, Visit | str] | None = None,
    left: tuple[int, int, int] | None = None,
    empty: tuple[int, ...] = (),
    round: int = 2,
    era: int = 1,
    last_round: int = 0,
    drafts: int = 1,
    steals: int = 0,
    raises: tuple[str, ...] = (),
    graveyard: tuple[str, ...] = (),
) -> Board:
    """A board in the draft of round 2, seat 1 to act.

    `supply` and `visiting` change what lies in single spaces (from 0; `""` for nothing). Stacks hold what lies nowhere
    else, but for the `empty` levels; `left` tells how many heroes of each level are in their stack.
    """
    components = cards()
    own = (*sides, *(side() for _ in range(seats - len(sides))))
    own = tuple(replace(one, colour=PLAYER_COLOURS[n]) for n, one in enumerate(own))
    slots = {n: slot(tile) for n, tile in enumerate(SUPPLY)} | {
        n: slot(given) if isinstance(given, str) else given for n, given in (supply or {}).items()
    }
    visits = {n: visit(hero) for n, hero in enumerate(VISITORS)} | {
        n: (visit(given) if given else Visit()) if isinstance(given, str) else given
        for n, given in (visiting or {}).items()
    }
    spread = tuple(slots.get(n, Slot()) for n in range(len(SLOT_LEVELS)))
    here = {lot.tile for one in own for lot in one.town} | {one.tile for one in spread} | {_placing(pending)}
    seen = Counter(one.hero for one in visits.values()) + Counter(o.hero for one in own for o in one.heroes)
    return Board(
        components=components,
        pending=pending,
        sides=own,
        supply=spread,
        stacks=tuple(_stack(level, here, empty=level in empty) for level in (1, 2, 3)),  # type: ignore[arg-type]
        visiting=tuple(visits[n] for n in range(4)),  # type: ignore[arg-type]
        heroes=tuple(_heroes(level, seen, left) for level in (1, 2, 3)),  # type: ignore[arg-type]
        deck=tuple(sorted(set(ROWS) - {card})) if deck is None else deck,
        discard=() if deck is None else tuple(sorted(set(ROWS) - {card, *deck})),
        card=card,
        rolled=zoning,
        zoning=zoning,
        graveyard=graveyard,
        first=first,
        seat=seat,
        era=era,
        last_round=last_round,
        steals=steals,
        drafts=0 if isinstance(pending, Acting) else drafts,
        raises=raises,
        round=round,
        turn=5,
    )


def at(board: Board) -> Scenario[Board]:
    """A scenario that starts on the board."""
    return given(RULESET, board)


def settled(board: Board, outcomes: Sequence[Outcome] = ()) -> Scenario[Board]:
    """What follows on a board by itself, such as the start of a turn."""

    def settle(chance: GivenChance) -> Play[Board]:
        play = Play(board, 0, chance)
        RULESET.settle(play)
        return play

    return at(board).taken(settle, outcomes)


def new_round(card: str = "quiet", zoning: str = "X", seats: int = 2) -> list[Outcome]:
    """What chance tells as a round begins: the card, the Zoning Die, all dice (ones)."""
    return [card, "NESWX*".index(zoning) + 1, *[1] * 4 * seats]


def last_die(*sides: Side, seats: int = 2, **more: Any) -> Board:
    """A board whose last die is in use: nobody has another, so the heroes are resolved when the turn ends."""
    own = (*sides, *(side() for _ in range(seats - len(sides))))
    return table(*(replace(one, pool=()) for one in own), **{"pending": using("red-1", "spy"), **more})


def lots(board: Board, seat: int = 1) -> dict[str, tuple[str, int]]:
    """What stands in a town: cells to tiles and their cubes."""
    return {lot.cell: (lot.tile, lot.cubes) for lot in board.side(seat).town}


def sellers(scenario: Scenario[Board]) -> list[int]:
    """The seats that the last decision asked to sell, in that order."""
    asked = (effect.phase for effect in scenario.effects if isinstance(effect, Asked))
    return [phase.seat for phase in asked if isinstance(phase, Selling)]


def _placing(pending: Pending) -> str:
    return pending.tile if isinstance(pending, Placing) else ""


def _stack(level: int, here: set[str], *, empty: bool) -> Stack:
    names = () if empty else tuple(tile for tile in cards().stacks[level - 1] if tile not in here)
    return Stack(Pile(len(names), names))


def _heroes(level: int, seen: Counter[str], left: tuple[int, int, int] | None) -> Pile:
    unseen = tuple(hero for hero in cards().heroes[level - 1] if not seen[hero])
    met = sum(seen[hero] for hero in cards().heroes[level - 1])
    if left is not None:
        return Pile(left[level - 1], unseen)
    return Pile(0 if level == 1 else max(0, 4 - met), unseen)  # the four of level 1 visit from the set-up on
