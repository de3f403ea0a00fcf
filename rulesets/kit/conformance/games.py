"""Random games, each event of which is tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.bots import RARELY, any_of
from rulesets.kit.chance import GivenChance
from rulesets.kit.conformance import boards, decisions, events, steps, views
from rulesets.kit.conformance.declared import all_declared, check_declarations, check_nothing_hidden
from rulesets.kit.conformance.game import Game
from rulesets.kit.conformance.profile import GameStep, Profile, Report
from rulesets.kit.conformance.what_ifs import check_what_ifs
from rulesets.kit.phases import B, seats_of
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, Start

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.kit.chance import Chance
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action

RARE = 100
"""This many actions of each type are always watched."""


def check(
    ruleset: Ruleset[B], profile: Profile[B], *, games: int = 100, seed: int = 0, complete: bool = False
) -> Report:
    """Play `games` random games, seeded `seed`, `seed + 1` and so on, and try every promise on each of their boards.

    Raises AssertionError at the first promise broken; where the games are to be `complete`, also when an action, an
    effect or a phase never came. About 0.3 ms for each event of a small game.
    """
    check_declarations(ruleset)
    check_nothing_hidden(ruleset, profile)
    report = Report(declared=all_declared(ruleset))
    for number in range(seed, seed + games):
        CheckedGame(ruleset, profile, number, report).play()
    assert not (complete and report.unseen), f"{ruleset.name}: never came: {', '.join(report.unseen)}"
    return report


class CheckedGame(Game[B]):
    """A random game, each event of which is tried."""

    def play(self) -> None:
        """The whole game; an AssertionError says where it was."""
        doing: object = "start"
        try:
            step = self.begin()
            while waiting := self.ruleset.waiting_for(step.after):
                if len(self.steps) == self.profile.longest:
                    self.report.unfinished += 1
                    break
                seat = self.rng.choice(waiting)
                doing = action = self.choose(step.after, seat)
                step = self.take(step.after, seat, action)
            self.profile.game(self.steps)
            check_what_ifs(self)
        except Exception as error:
            at = f"{self.ruleset.name}, seed {self.seed}, version {self.version}, {doing}"
            raise AssertionError(f"{at}: {type(error).__name__}: {error}") from error
        self.report.games += 1

    def choose(self, board: B, seat: Seat) -> Action[B]:
        """One of the seat's actions; in some games first its type, by the taste of that game, then which."""
        actions = self.lists[seat]
        if self.taste:
            kinds: tuple[type[Action[B]], ...] = tuple(dict.fromkeys(map(type, actions)))
            (kind,) = self.rng.choices(kinds, [self.taste[kind] * (RARELY if kind.rare else 1) for kind in kinds])
            actions = [action for action in actions if type(action) is kind]
        action = any_of(actions, self.rng)
        return (action.open_ended and action.sample(board, seat, self.rng)) or action

    def begin(self) -> GameStep[B]:
        """The start."""
        ruleset, chance = self.ruleset, "table" if self.recorded else "server"
        start = Start(self.seats, self.components.hash, chance, "free")  # type: ignore[arg-type]
        play = self.decided(b"start", lambda chance: self.deciding.begin(start, self.components, chance))
        again = ruleset.begin(start, self.components, GivenChance(play.chance.outcomes))
        assert again.effects == play.effects, "the start, decided again from its outcomes, has other effects"
        empty_board = ruleset.empty_board(start, self.components)
        self.views = dict.fromkeys((*range(1, self.seats + 1), SPECTATOR), empty_board)
        self.names = frozenset(self.profile.hidden(empty_board, SPECTATOR)).union(
            self.profile.hidden(play.board, SPECTATOR)
        )
        step = GameStep(empty_board, None, start, tuple(play.chance.outcomes), tuple(play.effects), play.board)
        self.watch(step)
        return step

    def take(self, board: B, seat: Seat, action: Action[B]) -> GameStep[B]:
        """One action."""
        self.version = len(self.steps) + 1
        message = b"%d|%d|%b" % (len(self.steps), seat, self.ruleset.encode(action).encode())
        play = self.decided(message, lambda chance: self.deciding.decide(board, seat, action, chance))
        step = GameStep(board, seat, action, tuple(play.chance.outcomes), tuple(play.effects), play.board)
        if self.is_watched(step):
            decisions.check_again(self, step, message)
            decisions.check_dry_run(self, step)
            events.check_action_text(self, action)
            self.watch(step)
        else:
            self.pass_over(step)
        return step

    def decided(self, message: bytes, decide: Callable[[Chance], Play[B]]) -> Play[B]:
        """A decision, however often it has to be asked for its outcomes; `forced` is of the last time."""

        def anew(chance: Chance) -> Play[B]:
            self.forced.clear()
            return decide(chance)

        return decisions.with_chance(self, message, anew)

    def is_watched(self, step: GameStep[B]) -> bool:
        """Whether everything is tried of an event; its action has been decided, and not yet been counted."""
        share = self.profile.watched
        return share == 1 or self.report.actions[type(step.action).__name__] < RARE or self.rng.random() < share

    def watch(self, step: GameStep[B]) -> None:
        """Everything that holds of an event and of the board after it."""
        self.steps.append(step)
        self.lists = {seat: list(self.ruleset.legal_actions(step.after, seat)) for seat in seats_of(step.after)}
        events.check_fold(self, step)
        events.check_effect_texts(self, step)
        if self.ruleset.fields:
            events.check_sentence(self, step, self.ruleset.sentence(step.before, step.effects))
        events.check_facts(self, step)
        events.check_scores(self, step)
        views.check_views(self, step)
        boards.check_board(self, step.after)
        if self.ruleset.fields:
            steps.check_steps(self, step.after)
        self.profile.invariants(step.after)
        self.profile.transitions(step)
        self.report.watched += 1
        self.count(step)

    def pass_over(self, step: GameStep[B]) -> None:
        """What has to be known of an event that is not watched, for those after it."""
        self.steps.append(step)
        waiting = self.ruleset.waiting_for(step.after)
        self.lists = {seat: list(self.ruleset.legal_actions(step.after, seat)) for seat in waiting}
        assert not waiting or any(self.lists.values()), "nobody can act"
        events.check_fold(self, step)
        boards.check_settled(self, step.after)
        for viewer, before in self.views.items():
            self.views[viewer] = fold(before, [effect.seen_by(viewer) for effect in step.effects])
        self.count(step)

    def count(self, step: GameStep[B]) -> None:
        """Note an event in the report."""
        report = self.report
        report.events += 1
        report.actions[type(step.action).__name__] += 1
        report.phases[type(step.after.pending).__name__] += 1
        report.effects.update(type(effect).__name__ for effect in step.effects)
        report.unknown += step.outcomes.count(None)
        report.forced.update(type(forced.phase).__name__ for forced in self.forced)
