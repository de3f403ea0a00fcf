"""The conformance suite finds what is broken: each test breaks Tactics in one place."""

from collections.abc import Callable, Iterator
from dataclasses import replace as changed
from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing_tactics import RULESET, effects
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.effects import recruit as recruit_effects
from rulesets.heros_crossing_tactics.phases import Turn
from rulesets.heros_crossing_tactics.rules import attack, common, damage, flank, hire, recruit
from rulesets.kit.conformance import Profile, Report, check, games
from rulesets.kit.structs import TABLE
from tests.rulesets.heros_crossing_tactics.profile import PROFILE, hidden

QUICK = changed(PROFILE, exact_each=1, exact_boards=0.0)
BARE: Profile[Board] = Profile(
    universe=lambda _board: (), hidden=hidden, exact_each=0, exact_boards=0.0, same_labels_ok="equal copies"
)


def broken(profile: Profile[Board] = QUICK, games: int = 12) -> str:
    """What the suite says."""
    with pytest.raises(AssertionError) as error:
        check(RULESET, profile, games=games, seed=1)
    return str(error.value)


def test_a_sound_ruleset_passes_without_a_profile() -> None:
    """The universe and the invariants are the ruleset's to tell; all else is always tried."""
    report = check(RULESET, BARE, games=4)

    assert report.games == 4
    assert report.events > 100
    assert report + Report(games=1) == changed(report, games=5)


def test_a_share_of_the_events_is_watched() -> None:
    """In long games; a type of action that is rare is watched whenever it is taken."""
    invariants: list[Board] = []
    some = changed(BARE, watched=0.0, invariants=invariants.append)
    report = check(RULESET, some, games=20)

    assert report.watched == report.games + sum(
        min(n, games.RARE) for kind, n in report.actions.items() if kind != "Start"
    )
    assert len(invariants) == report.watched < report.events
    assert report.phases.total() == report.events


def test_what_later_events_stand_on_is_tried_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that an event which was not watched has led astray is found at the next that is."""
    monkeypatch.setattr(games, "RARE", 0)
    unwatched = changed(BARE, watched=0.0)
    assert check(RULESET, unwatched, games=2).watched == 2

    decode = RULESET.decode_effects
    with monkeypatch.context() as patched:
        patched.setattr(RULESET, "decode_effects", lambda text: decode(text)[1:])
        assert "effects do not come back out of their JSON" in broken(unwatched)
    drawn = effects.HeroDrawn
    monkeypatch.setattr(
        drawn, "seen_by", lambda self, viewer: self if viewer == TABLE else drawn(self.seat, self.level)
    )
    assert "cannot tell its legal actions from what it sees" in broken(changed(BARE, watched=0.2))


def test_a_failure_names_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ruleset, seed, version and action stand in the message, so the same game can be played again."""
    monkeypatch.setattr(recruit.Recruit, "touches", lambda *_args: ("Front 1",))

    message = broken()
    assert "heros_crossing_tactics, seed 1, version " in message
    assert "which is no id" in message


def test_an_option_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An action that is accepted, but not listed."""
    monkeypatch.setattr(flank.Flank, "options", classmethod(lambda cls, _b, _s: [cls(1)]))
    assert "accepted, but not listed: Flank" in broken()


def test_an_option_listed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each legal action stands in the list once."""
    monkeypatch.setattr(recruit.FinishDrawing, "options", classmethod(lambda cls, _b, _s: [cls(), cls()]))
    assert "listed twice" in broken()


def test_an_exact_list_that_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options that say they are legal already, and are refused."""
    monkeypatch.setattr(hire.HirePlace, "exact", True)
    assert "listed, but refused" in broken()


def test_a_secret_in_an_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawn card that all may see."""
    monkeypatch.setattr(effects.HeroDrawn, "seen_by", lambda self, _viewer: self)
    assert "may not know" in broken()


def test_a_secret_in_an_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reserve card whose action tells the name."""
    monkeypatch.setattr(attack.AttackReserve, "seen_by", lambda self, _viewer, _seat: self)
    assert "may not know" in broken()


def test_an_effect_that_hides_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that does not see its own card cannot tell its legal actions."""
    drawn = effects.HeroDrawn
    monkeypatch.setattr(
        drawn, "seen_by", lambda self, viewer: self if viewer == TABLE else drawn(self.seat, self.level)
    )
    assert "cannot tell its legal actions from what it sees" in broken(BARE)


def test_a_board_that_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows by itself must have followed before a board is stored."""
    settle = RULESET.settle
    calls = iter(range(10**9))
    monkeypatch.setattr(RULESET, "settle", lambda play: settle(play) if next(calls) % 7 else None)
    assert broken()


def test_an_effect_that_asks_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Applied again, it gives another board."""
    counter = iter(range(10**9))
    apply = effects.TurnEnded.apply

    def restless(self: Any, board: Board) -> Board:
        return replace(apply(self, board), turn=next(counter))

    monkeypatch.setattr(effects.TurnEnded, "apply", restless)
    assert "decided again from its outcomes, it leads to another board" in broken(BARE)


def test_a_board_out_of_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """A multiset that is not kept sorted."""
    monkeypatch.setattr(recruit_effects, "insert", lambda items, item: (item, *items))
    assert broken()


def test_a_rule_that_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal names a rule of RULES.md."""
    monkeypatch.setattr(Turn, "rule", "HCT-XXX-99")
    assert "HCT-XXX-99" in broken()


def test_a_cube_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ruleset's own invariants are tried on every board."""
    monkeypatch.setattr(recruit, "gain", _losing(common.gain))
    assert "seed" in broken()


def _losing(gain: Callable[..., None]) -> Callable[..., None]:
    def lose(play: Any, seat: int, column: int, icons: Any) -> None:
        gain(play, seat, column, icons)
        play.board = replace(play.board, supply=play.board.supply.plus("weapon", -1))

    return lose


def test_an_error_that_is_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash on a strange action is found as well."""

    def crash(_self: Any, _board: Board, _seat: int) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(damage.ChooseCasualty, "check", crash)
    assert "ZeroDivisionError" in broken(games=20)


def test_facts_without_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """The action has one row, and each other belongs to an effect."""

    def none(*_event: object) -> Iterator[Any]:
        return iter(())

    monkeypatch.setattr(RULESET, "facts", none)
    assert "the action has 0 rows of facts" in broken()
