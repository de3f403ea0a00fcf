"""Random games of each sheet under the conformance suite.

The long form is `make long SUITE=conformance RULESET=scoresheet ARGS="--games 500"`: so many of each sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rulesets.kit.conformance import check
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.components import Components, load
from tests.rulesets.scoresheet.profile import profile, sheet, sheets

FEW, MANY = 4, 500
"""Games of each sheet; so many are enough for everything that a sheet can do to come up."""

CROWDED = """
game: scoresheet
id: crowded
name: All at once
seats: {least: 3}
sides: teams
teams: [{id: a, name: Ants}, {id: b, name: Bees}, {id: c, name: Cats}]
roles: [{id: r1, name: Rook}, {id: r2, name: Pawn}, {id: r3, name: King}, {id: r4, name: Queen}]
scoring: lowest
turn_order: true
categories:
  - {id: sum, name: Sum, least: -30, most: 900, step: 30}
  - {id: rest, name: Rest, least: -3, most: -1, when: end}
counters:
  - {id: own, name: Own, least: -5, most: 5}
  - {id: all, name: All, of: table, least: 0, most: 200, start: 100}
dice: [{id: d, name: Odd die, faces: [2, 2, 6]}, {id: w, name: Wind, faces: [West, East, West]}]
piles:
  - {id: p, name: Pile, cards: [{id: x, name: Fox}, {id: y, name: Owl, copies: 2}]}
moves: [{id: m, name: Give, does: gives, target: seat, objects: [{id: o, name: a thing}]}]
tie_breaks: [{category: rest}, {counter: own, best: lowest}]
rounds: {target: 900}
"""
"""A sheet with all there is."""


@pytest.mark.parametrize("name", sheets())
def test_random_games_hold_every_promise(name: str, games: int | None) -> None:
    """Whatever is entered, nothing is lost or listed wrongly, and the game ends."""
    components, count = sheet(name), games or FEW
    report = check(RULESET, profile(components), games=count)
    assert (report.games, report.unfinished) == (count, 0)
    if count >= MANY:
        missing = {*possible(components)} - report.actions.keys()
        assert not missing


def test_a_sheet_with_all_there_is_holds_them_too(games: int | None) -> None:
    """Up to twelve seats, three teams, equal faces, amounts below 0."""
    components = load(CROWDED)
    watched = replace(profile(components), watched=1.0 if games else 0.3)
    report = check(RULESET, watched, games=games or FEW)
    assert (report.games, report.unfinished) == (games or FEW, 0)


NOTED = """
game: scoresheet
id: noted
name: Winners are noted
scoring: noted
categories: [{id: points, name: Points, least: -20, most: 20}]
rounds: {number: 2}
"""


def test_a_sheet_whose_winners_are_noted_holds_them(games: int | None) -> None:
    """Points are written, and whoever says that it won has won."""
    report = check(RULESET, profile(load(NOTED)), games=games or FEW)
    assert (report.games, report.unfinished) == (games or FEW, 0)


def possible(components: Components) -> Iterator[str]:
    """The types of action that come often enough: bots rarely leave or change their team, and none comes back."""
    sheet = components.sheet
    yield from ("EndRound", "Finish")
    named = {
        "Score": sheet.categories,
        "Correct": sheet.categories,
        "Count": sheet.counters,
        "Roll": sheet.dice,
        "Draw": sheet.piles,
        "MakeMove": sheet.moves,
        "TakeRole": sheet.roles,
        "PassTurn": sheet.turn_order,
        "ClaimWin": components.wins_are_noted,
    }
    yield from (kind for kind, there in named.items() if there)
