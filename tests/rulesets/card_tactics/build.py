"""Boards of Card Tactics for tests: plain cards, cards made up on the spot, tables laid out in one line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import CLASSES, DEPTHS, Board
from rulesets.card_tactics.components import Components
from rulesets.card_tactics.phases import CAMP, ORDERING
from rulesets.card_tactics.pieces import NONE, Item, Tokens, Unit
from rulesets.kit.chance import GivenChance
from rulesets.kit.components import Source, canonical
from rulesets.kit.play import Play
from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.card_tactics.phases import Pending
    from rulesets.kit.outcomes import Outcome

CARDS = Path(__file__).with_name("cards.yaml").read_text(encoding="utf-8")
SET: Components = RULESET.load(CARDS)  # type: ignore[assignment]

Word = dict[str, Any]

TWO = ("elf-1", "elf-2")
"""Enemies that only look after themselves."""

REVEALED = ["brute-1", "brute-2", "brute-3"]
"""What chance tells as the first combat begins."""

# --- cards made up on the spot


def variant(*cards: Word, of: str = CARDS) -> Components:
    """A set, the small one unless told, with some cards more or in others' places; each says its list under `_in`."""
    data = Source(of).data
    for card in cards:
        own = {key: value for key, value in card.items() if key != "_in"}
        data[card["_in"]] = [*(old for old in data[card["_in"]] if old["id"] != card["id"]), own]
    return RULESET.load(canonical(data))  # type: ignore[return-value]


def skill(*phrases: Word, id: str = "test", reach: tuple[int, int] | None = (0, 5), boots: int = 0) -> Word:
    """A skill of a hero or an item, that reaches everybody unless told."""
    found: Word = {"id": id, "name": id.capitalize(), "phrases": list(phrases), "boots": boots}
    return found if reach is None else {**found, "range": {"min": reach[0], "max": reach[1]}}


def hero(*skills: Word, id: str = "tester", health: int = 5, defence: int = 5, quirk: Word | None = None) -> Word:
    """A hero; one skill or two."""
    card = {"_in": "heroes", "id": id, "name": id.capitalize(), "health": health, "defence": defence}
    return {**card, "skills": list(skills or (skill(gain()),)), "quirk": quirk}


def enemy(*skills: Word, id: str = "foe", health: int = 3, defence: int = 5, quirk: Word | None = None) -> Word:
    """A common enemy; one skill or two."""
    card = {"_in": "enemies", "id": id, "name": id.capitalize(), "rarity": "common", "health": health}
    return {**card, "defence": defence, "skills": list(skills or (skill(gain(), reach=None),)), "quirk": quirk}


def item(*skills: Word, id: str = "tool", **more: object) -> Word:
    """A common item."""
    return {"_in": "items", "id": id, "name": id.capitalize(), "rarity": "common", "skills": list(skills), **more}


def event(*phrases: Word, id: str = "omen", **more: object) -> Word:
    """An event."""
    return {"_in": "events", "id": id, "name": id.capitalize(), "phrases": list(phrases), **more}


def quirk(on: str, *phrases: Word, **more: object) -> Word:
    """A quirk; words that are none of a quirk's own belong to its trigger."""
    own: Word = {key: more.pop(key) for key in ("if", "optional", "limit", "modifier") if key in more}
    return {"id": "quirk", "trigger": {"on": on, **more}, "phrases": list(phrases), **own}


def attack(pick: str = "chosen", of: str = "unit", bonus: int = 0, in_range: bool = True, **more: object) -> Word:
    """An attack phrase."""
    return {"op": "attack", "targets": {"pick": pick, "of": of, "in_range": in_range}, "bonus": bonus, **more}


def blow(pick: str = "closest", of: str = "hero", **more: object) -> Word:
    """An attack of an enemy, which has no range."""
    return attack(pick, of, in_range=False, **more)  # type: ignore[arg-type]


def does(op: str, pick: str = "self", of: str = "unit", **more: object) -> Word:
    """Any phrase about some units."""
    return {"op": op, "sel": {"pick": pick, "of": of}, **more}


def gain(kind: str = "defence_plus", pick: str = "self", of: str = "unit", n: int = 1) -> Word:
    """A phrase that gives tokens; a harmless one unless told."""
    return does("add_token", pick, of, kind=kind, n=n)


# --- tables


def unit(card: str, health: int | None = None, *, exhausted: bool = False, of: Components = SET, **tokens: int) -> Unit:
    """A unit with its printed health, unless told."""
    full = of.unit[card].health
    return Unit(card, full if health is None else health, exhausted, Tokens(**tokens) if tokens else NONE)


def holding(one: Unit, tokens: Mapping[str, int] | None) -> Unit:
    """The unit with these tokens and no others, so many of each kind."""
    return replace(one, tokens=Tokens(**(tokens or {})))


def table(
    heroes: Sequence[Unit | str] = ("plain", "archer", "mender"),
    enemies: Sequence[Unit | str] = (),
    *,
    pool: Sequence[Item | str] = (),
    aside: tuple[str, ...] = (),
    pending: Pending | None = None,
    seats: int = 1,
    revealed: int = 3,
    components: Components = SET,
    **parts: Any,
) -> Board:
    """A board in round 1 of combat 1, or in Camp where there are no enemies. H1 and E1 come first."""
    board = RULESET.empty_board(Start(seats, components.hash, "table", "free"), components)
    line = tuple(unit(one, of=components) if isinstance(one, str) else one for one in heroes)
    foes = tuple(unit(one, of=components) if isinstance(one, str) else one for one in enemies)
    owners = (*(one.card for one in line), *aside)
    items = tuple(sorted((Item(one) if isinstance(one, str) else one for one in pool), key=lambda one: one.card))
    fighting = bool(foes)
    basis: dict[str, Any] = {
        "pending": pending or (ORDERING if fighting else CAMP),
        "controllers": tuple((card, 1 + index % seats) for index, card in enumerate(owners)),
        "heroes": line,
        "enemies": foes,
        "aside": aside,
        "pool": items,
        "stacks": tuple(_less(pile, {one.card for one in items}) for pile in board.stacks),
        "challenge": tuple(
            replace(_less(pile, {foe.card for foe in foes}), size=pile.size - DEPTHS[:revealed].count(kind))
            for kind, pile in zip(CLASSES, board.challenge, strict=True)
        ),
        "revealed": revealed,
        "combat": int(fighting),
        "fighting": fighting,
        "combat_round": int(fighting),
        "round": int(fighting),
    }
    return replace(board, **{**basis, **parts})


def _less(pile: Any, cards: set[str]) -> Any:
    unseen = tuple(card for card in pile.unseen if card not in cards)
    return replace(pile, size=pile.size - len(pile.unseen) + len(unseen), unseen=unseen)


def at(board: Board, outcomes: Sequence[Outcome] = ()) -> Scenario[Board]:
    """A scenario that starts on the board, once everything that follows by itself has followed."""
    play = Play(board, 0, GivenChance(outcomes))
    RULESET.settle(play)
    return Scenario(RULESET, play.board, play.effects)


def acts(
    *phrases: Word, me: dict[str, int] | None = None, foes: Sequence[Unit | str] = TWO, more: Sequence[Word] = ()
) -> Scenario[Board]:
    """A lone hero, perhaps with tokens, about to follow some phrases."""
    components = variant(hero(skill(*phrases)), *more)
    tester = holding(unit("tester", of=components), me)
    return at(table(heroes=(tester,), enemies=foes, components=components))


def lines(board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who stands where: heroes and enemies, from the centre."""
    return tuple(one.card for one in board.heroes), tuple(one.card for one in board.enemies)
