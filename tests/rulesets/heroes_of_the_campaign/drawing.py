"""Scenes of Heroes of the Campaign to draw, and pictures to look into."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import TURN, Running
from rulesets.heroes_of_the_campaign.picture import picture
from rulesets.kit.chance import ServerChance
from rulesets.kit.play import fold
from rulesets.kit.structs import TABLE, Effect, Start, Viewer
from rulesets.kit.svg import Scene
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, table
from tests.rulesets.pictures import SVG, classes, title, whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.kit.structs import Action

NAMES = {1: "Heron of the Upper Marshes and the Lower Fen", 2: "Otter"}

CARDS = """
- {id: captain, name: Captain, classes: [soldier], attack: 2, resistance: 5, tasks: [
    {id: charge, cost: 2, actions: [{do: wound, amount: 1, target: self}, {do: attack}, {do: earn_copper, amount: 1}]}],
    abilities: [{kind: by_hand, text: Sings.}]}
- {id: sage, name: Sage, classes: [mage, druid], attack: 0, resistance: 9, tasks: [
    {id: a, actions: [{do: attack}]}, {id: b, actions: [{do: attack}]}, {id: c, actions: [{do: attack}]},
    {id: d, actions: [{do: attack}]}, {id: f, actions: [{do: attack}]}]}
- {id: squire, name: Squire, type: support, attack: 1, resistance: 2}
- {id: volley, name: Volley, type: maneuver, tasks: [
    {id: shoot, cost: 1, actions: [{do: attack}, {do: attack}]}]}
- {id: frailty, name: Frailty, type: law, abilities: [
    {kind: static, affects: {at: anywhere}, modifiers: [{stat: resistance, add: -1}]}]}
- {id: curfew, name: Curfew, type: law, abilities: [{kind: static, modifiers: [{event_cost: 1, player: both}]}]}
- {id: decree, name: Decree, type: law, abilities: [{kind: static, modifiers: [{forbid: earn_copper, player: both}]}]}
- {id: ford, name: River Ford, type: location, cost: 2, capacity: 2, tasks: [
    {id: rest, cost: 1, actions: [{do: heal, amount: 1, target: self}]}]}
- {id: mill, name: Mill, type: location}
- {id: tower, name: Tower, type: location, abilities: [{kind: static, modifiers: [{flag: in_cover}]}]}
"""


@cache
def components() -> Components:
    cursed = "[{id: cursed, modifiers: [{stat: attack, add: -1}]}]"
    return cards(CARDS, statuses=cursed, classes=["soldier", "mage", "druid"])


def scene(board: Board, *effects: Effect[Board], before: Board | None = None, viewer: Viewer = TABLE) -> Scene[Board]:
    touches = frozenset(touched for effect in effects for touched in effect.touches())
    return Scene(board, before, effects, viewer, NAMES, 83, touches)


def sample(**changes: object) -> Board:
    """The captain performs Charge: it has wounded itself, and its attack comes next."""
    one = side(hero("captain", 3), hero("squire", 0, support=True, used=("task",)), "anna", copper=3, hand=("nap",))
    two = side(
        "bert", hero("cora", 2, "infirmary"), "sage", copper=14, hand=("toll",), shown=("toll",), laws=("curfew",)
    )
    run = Running("captain.charge", "captain.charge.1", 1, TURN, "1.captain")
    return replace(table(components(), one, two, round=4, pending=run), **changes)


# --- pictures to look into


def drawn(view: Scene[Board]) -> Element:
    return whole(picture(view))


def titled(svg: Element, start: str) -> Element:
    return next(group for group in svg.iter(SVG + "g") if title(group).startswith(start))


def glyphs(part: Element) -> list[str]:
    return [(child.get("href") or "").removeprefix("#g-") for child in part.iter(SVG + "use")]


def place(part: Element) -> list[str]:
    """The numbers of where a piece stands."""
    return re.findall(r"[\d.]+", part.get("transform") or "")


def framed(svg: Element, state: str) -> set[str | None]:
    """Ids of the pieces with a frame of that kind, which stands in their group or in one within that."""
    groups = [part for part in svg.iter(SVG + "g") if part.get("data-id")]
    return {
        part.get("data-id")
        for part in groups
        if any(child in part or any(child in inner for inner in part) for child in classes(part, state))
    }


# --- games to draw


@cache
def distinct() -> Components:
    """A set in which every id and name is found nowhere else; seats choose from different halves of it."""
    heroes = [
        f"- {{id: zh{n:02}z, name: Zh{n:02}z, attack: {1 + n % 3}, resistance: {2 + n % 4}, tasks: ["
        "{id: hit, actions: [{do: attack}]}, {id: work, actions: [{do: earn_copper, amount: 2}]}]}"
        for n in range(12)
    ]
    kinds = (
        "support, attack: 1, resistance: 2, tasks: [{id: hit, actions: [{do: attack}]}]",
        "maneuver, at_any_time: true, tasks: [{id: hit, actions: [{do: attack}, {do: earn_copper, amount: 1}]}]",
        "event, at_any_time: true, actions: [{do: wound, amount: 1, target: {pick: {}}}]",
        "law, cost: 1, abilities: [{kind: static, affects: {side: own}, modifiers: [{stat: attack, add: 1}]}]",
        "event, actions: [{do: break_law}, {do: add_status, status: untouchable, target: {all: {}}, until: permanent}]",
        "location, cost: 1, capacity: 2, tasks: [{id: rest, actions: [{do: heal, amount: 1, target: {all: {}}}]}]",
    )
    strategies = [f"- {{id: zs{n:02}z, name: Zs{n:02}z, type: {kinds[n // 2 % len(kinds)]}}}" for n in range(24)]
    return cards("\n".join([*heroes, *strategies]))


USES = ("LearnManeuver", "DeploySupport", "EnactLaw", "UseEvent", "SendHero")


def chosen(actions: list[Action[Board]], seat: int, rng: random.Random) -> Action[Board]:
    """At random, with a liking for cards; in the set-up from the seat's own half."""
    if type(actions[0]).__name__ in ("PickHero", "PickStrategy"):
        names = [(action, getattr(action, "card", "")) for action in actions]
        return rng.choice([action for action, card in names if card[0] == "z" and int(card[2:4]) % 2 == seat % 2])
    used = [action for action in actions if type(action).__name__ in USES]
    return rng.choice(used if used and rng.random() < 0.5 else actions)


def views(seed: int, viewer: Viewer, most: int = 90) -> Iterator[tuple[Board, Scene[Board]]]:
    """The true boards of a random game, and each as `viewer` sees it."""
    rng, key, start = random.Random(seed), b"%d" % seed, Start(2, distinct().hash, "server", "own_turn")
    play, before, seen = (
        RULESET.begin(start, distinct(), ServerChance(key, b"")),
        None,
        RULESET.empty_board(start, distinct()),
    )
    for version in range(most):
        effects = tuple(effect.seen_by(viewer) for effect in play.effects)
        seen = fold(seen, effects)
        yield play.board, scene(seen, *effects, before=before, viewer=viewer)
        before = seen
        if not (seats := play.board.pending.who(play.board)):
            return
        seat = rng.choice(seats)
        action = chosen(list(RULESET.legal_actions(play.board, seat)), seat, rng)
        play = RULESET.decide(play.board, seat, action, ServerChance(key, b"%d" % version))
