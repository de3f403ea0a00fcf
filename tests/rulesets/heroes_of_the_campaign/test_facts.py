"""Events as rows for statistics."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board, Held
from rulesets.heroes_of_the_campaign.phases import ChoosingTeams, Fired
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.setup import PickStrategy
from rulesets.heroes_of_the_campaign.rules.strategies import LearnManeuver, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.windows import WatchFor
from rulesets.kit.facts import Fact
from rulesets.kit.structs import SPECTATOR, TABLE, Action, Effect, Viewer
from tests.rulesets.heroes_of_the_campaign.build import cards, table

VEXED = Held("vexed", 2, "cora", "2.cora", "end_of_turn")


@pytest.mark.parametrize(
    ("action", "row"),
    [
        (StartTask("1.anna", "anna.hit"), Fact(card="anna.hit", place="hero:1.anna")),
        (SendHero("1.anna", "1.inn"), Fact(place="hero:1.anna", target="1.inn")),
        (LearnManeuver("trick", "1.anna"), Fact(card="trick", place="hero:1.anna")),
        (UseEvent("nap"), Fact(card="nap")),
        (WatchFor("all"), Fact(kind="all")),
    ],
)
def test_a_decision_is_a_row(action: Action[Board], row: Fact) -> None:
    """With the seat that took it."""
    told = replace(row, type=type(action).__name__, seat=1)
    assert RULESET.facts(table(cards()), 1, action, ()) == [told]


@pytest.mark.parametrize(
    ("effect", "row"),
    [
        (
            e.TaskStarted("1.anna", "anna.hit", "task"),
            Fact(seat=1, card="anna.hit", place="hero:1.anna", kind="task"),
        ),
        (
            e.TaskStarted("1.anna", "anna.hit", ""),
            Fact(seat=1, card="anna.hit", place="hero:1.anna", kind="extra"),
        ),
        (
            e.HeroWounded("1.anna", 3, 2, "2.cora"),
            Fact(seat=1, card="anna", place="hero:1.anna", target="hero:2.cora", value=2),
        ),
        (e.HeroSentToLocation("1.anna", "2.inn"), Fact(seat=1, card="inn", place="hero:1.anna")),
        (
            e.StatusApplied("1.anna", VEXED),
            Fact(seat=1, card="anna", place="hero:1.anna", target="hero:2.cora", kind="vexed"),
        ),
        (e.AttackMade("1.anna", "2.cora", 2, 3), Fact(seat=1, place="hero:1.anna", target="hero:2.cora", value=2)),
        (e.CopperTaken(2, 5, 3), Fact(seat=2, value=3)),
        (e.LawBroken(2, "drill", "1.anna"), Fact(seat=2, card="drill", target="hero:1.anna")),
        (e.RoundStarted(4, 1), Fact(seat=1, value=4)),
        (e.TriggerDeclined(Fired("anna.0", 1, "1.anna")), Fact(seat=1, card="anna.0", place="hero:1.anna")),
        (e.TriggerDropped(Fired("edict.0", 2, None)), Fact(seat=2, card="edict.0")),
        (e.EventUsed(1, "nap"), Fact(seat=1, card="nap")),
        (e.ChoiceAsked(1, "target", ("1.anna", "2.anna"), 1, 1), Fact(seat=1, kind="target")),
    ],
)
def test_a_consequence_is_a_row(effect: Effect[Board], row: Fact) -> None:
    """Heroes are told by their ids: `place` is to whom it happened, `target` who did it; `value` is how much."""
    assert list(effect.facts(table(cards()))) == [row]


def test_a_card_chosen_in_secret_is_no_row_of_the_opponent() -> None:
    """Nor of a spectator: the row tells that a card was chosen."""
    board = table(cards(), pending=ChoosingTeams())
    picked, action = e.StrategyPicked(1, "nap"), PickStrategy("nap")
    told: list[tuple[Viewer, str]] = [(1, "nap"), (TABLE, "nap"), (2, "?"), (SPECTATOR, "?")]
    for viewer, card in told:
        seen = action.seen_by(viewer, 1), (picked.seen_by(viewer),)
        assert [row.card for row in RULESET.facts(board, 1, *seen)] == [card, card]
