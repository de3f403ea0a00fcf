"""What any ruleset must pass: random games in which every promise of the contract is tried at every step.

    from rulesets.kit.conformance import Profile, check
    report = check(RULESET, Profile(universe=..., hidden=..., invariants=...), games=100, seed=0)

`check` plays games with random bots, half of them with server chance, half as a table would record them, some cards
unseen. A broken promise is an AssertionError that names the ruleset, the seed of the game, the version of the event
and the action, so that `check(RULESET, profile, games=1, seed=<that seed>)` plays the same game again. Nothing here
needs a test framework.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from rulesets.kit.bots import RARELY, any_of
from rulesets.kit.chance import Chance, GivenChance, Outcome, ServerChance
from rulesets.kit.errors import ChanceNeeded, LeftoverOutcomes, Refused
from rulesets.kit.phases import B, Components, Seat
from rulesets.kit.piles import is_back
from rulesets.kit.play import EFFECT_CAP, Play, fold
from rulesets.kit.structs import SPECTATOR, TABLE, Action, Effect, GameEnded, Start, Viewer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from rulesets.kit.ruleset import Ruleset

ID = re.compile(r"[a-z]+(?::[a-z0-9_.?-]+)?")
"""Ids of components and places (`card:knight-1`, `front:1.2`, `discard`); `?` opens the back of an unknown card."""

WORD = re.compile(r"[a-z0-9_-]+")
"""What may be a name, in JSON or a sentence."""

RULE = re.compile(r"[A-Z]{3}-[A-Z]{2,6}-\d{2,3}")
"""Ids of rules."""

TASTES = (0.3, 1.0, 1.0, 2.0)
"""How much the players of every eighth game may like a type of action: else games would all look the same."""

SLIPS = 0.2
"""How often a table first tells an outcome that is impossible."""

SAMPLED = 0.1
"""Share of the boards on which checks that seldom find anything are made."""

TEXTS = 4
"""One board in so many is written and read: of all the checks it is the slowest."""

RARE = 100
"""So many actions of each type are watched in any case."""

UNSEEN = 0.5
"""How often the table of a recorded game does not see a card that may stay unknown."""


class Step(msgspec.Struct, Generic[B], frozen=True):
    """One event of a game, between two boards."""

    before: B
    seat: Seat | None
    """None for the start."""
    action: Action[B] | Start
    outcomes: tuple[Outcome, ...]
    effects: tuple[Effect[B], ...]
    after: B


@dataclass(frozen=True, kw_only=True)
class Profile(Generic[B]):
    """What a ruleset tells the suite about itself."""

    universe: Callable[[B], Iterable[Action[B]]]
    """Every action that somebody could think of on a board: the legal ones and many more (foreign cards, other
    phases, numbers out of range). Legal actions are compared with what is accepted out of these."""
    hidden: Callable[[B, Viewer], Collection[str]] = lambda _board, _viewer: ()
    """Names that lie where `viewer` may not see them: in other hands and in piles."""
    invariants: Callable[[B], None] = lambda _board: None
    """Holds on every board."""
    transitions: Callable[[Step[B]], None] = lambda _step: None
    """Holds for every event."""
    game: Callable[[Sequence[Step[B]]], None] = lambda _steps: None
    """Holds for a whole game, over or not."""
    view: Callable[[B, B, Viewer], None] = lambda _truth, _view, _viewer: None
    """How the view of a viewer (the second board) relates to the true one, beyond what the suite compares."""
    independent: Callable[[Action[B], Action[B]], bool] = lambda _one, _two: True
    """Whether two actions that seats may take at the same time have to lead to equal boards in either order."""
    exact_boards: float = 0.002
    """Share of the boards on which the list of legal actions is compared with the universe."""
    exact_each: int = 5
    """Boards of each phase on which it is compared in any case, however rare the phase is."""
    taken_boards: float = 0.1
    """Share of the boards on which every listed action is taken."""
    watched: float = 1.0
    """Share of the events of which everything is tried, for games of thousands of them; of the others only what later
    events stand on: that they are decided, come out of the log, lead to a settled board and are seen. Actions of a
    type are all watched until there were `RARE` of them."""
    longest: int = 5_000
    """A game is left after so many events, and counted as unfinished."""
    components: Components | None = None
    """Instead of the component set that ships."""


@dataclass
class Report:
    """What was walked, for whoever wants to know that it was enough."""

    games: int = 0
    unfinished: int = 0
    """Of those, left before their end."""
    events: int = 0
    watched: int = 0
    """Events of which everything was tried."""
    effects: Counter[str] = field(default_factory=Counter)
    """By type."""
    actions: Counter[str] = field(default_factory=Counter)
    """Taken, by type."""
    phases: Counter[str] = field(default_factory=Counter)
    """Boards, by the phase they wait in."""
    exact: Counter[str] = field(default_factory=Counter)
    """Boards whose legal actions were compared with the universe, by phase."""
    candidates: int = 0
    """Actions of those universes."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Refusals among them, by rule."""
    dry_runs: Counter[str] = field(default_factory=Counter)
    """`whole` or `stopped` at chance."""
    unknown: int = 0
    """Outcomes that the table did not see."""
    commuted: int = 0
    """Pairs of simultaneous actions taken in both orders."""

    def __add__(self, more: Report) -> Report:
        return Report(*(getattr(self, name) + getattr(more, name) for name in self.__dataclass_fields__))


def check(ruleset: Ruleset[B], profile: Profile[B], *, games: int = 100, seed: int = 0) -> Report:
    """Play `games` random games, seeded `seed`, `seed + 1` and so on, and try every promise on each of their boards.

    Raises AssertionError at the first promise broken. About 0.3 ms for each event of a small game.
    """
    check_declarations(ruleset)
    report = Report()
    for number in range(seed, seed + games):
        _Walk(ruleset, profile, number, report).play()
    return report


def check_declarations(ruleset: Ruleset[B]) -> None:
    """What can be told without playing: tags, rules, the starter set."""
    for kinds in (ruleset.effects, ruleset.actions):
        doubled = [tag for tag, n in Counter(kind.__struct_config__.tag for kind in kinds).items() if n > 1]
        assert not doubled, f"{ruleset.name}: two types are called {doubled}"
    for rule in ruleset.rules:
        assert RULE.fullmatch(rule) or rule.startswith("KIT-"), f"{ruleset.name}: {rule} is no id of a rule"
    once, again = ruleset.load(ruleset.starter), ruleset.load("# a comment\n" + ruleset.starter)
    assert once.hash == again.hash, f"{ruleset.name}: the hash of a component set hangs on more than its content"


class _Walk(Generic[B]):
    """One game under test."""

    def __init__(self, ruleset: Ruleset[B], profile: Profile[B], seed: int, report: Report) -> None:
        self.ruleset = ruleset
        self.profile = profile
        self.seed = seed
        self.report = report
        self.rng = Random(seed)
        self.key = b"conformance %20d" % seed
        self.recorded = bool(seed % 2)  # whether a table tells chance
        self.seats = self.rng.choice(ruleset.seats)
        self.components = profile.components or ruleset.starter_components
        self.taste = {kind: self.rng.choice(TASTES) for kind in ruleset.actions} if seed % 16 > 13 else None
        self.steps: list[Step[B]] = []

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
        except Exception as error:
            at = f"{self.ruleset.name}, seed {self.seed}, version {len(self.steps) + 1}, {doing}"
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

    def begin(self) -> Step[B]:
        ruleset, chance = self.ruleset, "table" if self.recorded else "server"
        start = Start(self.seats, self.components.hash, chance, "free")  # type: ignore[arg-type]
        play = self.with_chance(b"start", lambda chance: ruleset.begin(start, self.components, chance))
        again = ruleset.begin(start, self.components, GivenChance(play.chance.outcomes))
        assert again.effects == play.effects, "the start, decided again from its outcomes, has other effects"
        empty_board = ruleset.empty_board(start, self.components)
        self.views: dict[Viewer, B] = dict.fromkeys((*range(1, self.seats + 1), SPECTATOR), empty_board)
        self.names = frozenset(self.profile.hidden(empty_board, SPECTATOR)).union(
            self.profile.hidden(play.board, SPECTATOR)
        )
        step = Step(empty_board, None, start, tuple(play.chance.outcomes), tuple(play.effects), play.board)
        self.watch(step)
        return step

    def take(self, board: B, seat: Seat, action: Action[B]) -> Step[B]:
        message = b"%d|%d|%b" % (len(self.steps), seat, self.ruleset.encode(action).encode())
        play = self.with_chance(message, lambda chance: self.ruleset.decide(board, seat, action, chance))
        step = Step(board, seat, action, tuple(play.chance.outcomes), tuple(play.effects), play.board)
        if self.is_watched(step):
            self.check_again(step, message)
            self.check_dry_run(step)
            self.check_action_text(action)
            self.watch(step)
        else:
            self.pass_over(step)
        return step

    def is_watched(self, step: Step[B]) -> bool:
        """Whether everything is tried of an event; its action has been decided, and not yet been counted."""
        share = self.profile.watched
        return share == 1 or self.report.actions[type(step.action).__name__] < RARE or self.rng.random() < share

    def watch(self, step: Step[B]) -> None:
        """Everything that holds of an event and of the board after it."""
        self.steps.append(step)
        self.lists = {seat: list(self.ruleset.legal_actions(step.after, seat)) for seat in self.seats_of(step.after)}
        self.check_fold(step)
        self.check_effect_texts(step)
        self.check_facts(step)
        self.check_views(step)
        self.check_board(step.after)
        self.profile.invariants(step.after)
        self.profile.transitions(step)
        self.report.watched += 1
        self.count(step)

    def pass_over(self, step: Step[B]) -> None:
        """What has to be known of an event that is not watched, for those after it."""
        self.steps.append(step)
        waiting = self.ruleset.waiting_for(step.after)
        self.lists = {seat: list(self.ruleset.legal_actions(step.after, seat)) for seat in waiting}
        assert not waiting or any(self.lists.values()), "nobody can act"
        self.check_fold(step)
        self.check_settled(step.after)
        for viewer, before in self.views.items():
            self.views[viewer] = fold(before, [effect.seen_by(viewer) for effect in step.effects])
        self.count(step)

    def count(self, step: Step[B]) -> None:
        report = self.report
        report.events += 1
        report.actions[type(step.action).__name__] += 1
        report.phases[type(step.after.pending).__name__] += 1
        report.effects.update(type(effect).__name__ for effect in step.effects)
        report.unknown += step.outcomes.count(None)

    # --- chance

    def with_chance(self, message: bytes, decide: Callable[[Chance], Play[B]]) -> Play[B]:
        """A decision by the server's chance, or by a table's that is asked outcome by outcome."""
        if not self.recorded:
            return decide(ServerChance(self.key, message))
        told: list[Outcome] = []
        while True:
            chance = GivenChance(told)
            try:
                play = decide(chance)
            except ChanceNeeded as error:
                assert error.index == len(told), "an outcome was asked for twice"
                told.append(self.answer(decide, error, told))
            else:
                chance.all_used()
                return play

    def answer(self, decide: Callable[[Chance], Play[B]], error: ChanceNeeded, told: list[Outcome]) -> Outcome:
        """What a table tells; before it does, a slip of the pen is refused."""
        asked = error.asked
        assert asked.allowed, f"{asked.kind} by {asked.rule} has no possible outcome"
        assert list(asked.allowed) == sorted(asked.allowed), f"{asked.kind} by {asked.rule}: outcomes are not sorted"
        assert asked.rule in self.ruleset.rules, f"a question by {asked.rule}, which is no rule"
        if self.rng.random() < SLIPS:
            self.check_slip(decide, error, told)
        return None if asked.unknown_ok and self.rng.random() < UNSEEN else self.rng.choice(asked.allowed)

    def check_slip(self, decide: Callable[[Chance], Play[B]], error: ChanceNeeded, told: list[Outcome]) -> None:
        try:
            decide(GivenChance([*told, "no such outcome"]))
        except ChanceNeeded as slip:
            assert slip.told == ("no such outcome",), f"an impossible outcome is answered by {slip}"
            assert slip.asked == error.asked, "the question hangs on a wrong answer to it"
        else:
            raise AssertionError("an impossible outcome is taken")

    def check_again(self, step: Step[B], message: bytes) -> None:
        """Decided again from its own record, an event has the same effects; the same action meets the same fate."""
        assert step.seat is not None
        assert not isinstance(step.action, Start)
        chance = GivenChance((*step.outcomes, 1))
        again = self.ruleset.decide(step.before, step.seat, step.action, chance)
        assert tuple(again.effects) == step.effects, "decided again from its outcomes, it has other effects"
        assert again.board == step.after, "decided again from its outcomes, it leads to another board"
        try:
            chance.all_used()
        except LeftoverOutcomes as left:
            assert left.count == 1, "decided again, it does not use all outcomes"
        else:
            raise AssertionError("an outcome that nothing asked for is not noticed")
        if not self.recorded and step.outcomes:
            same = self.ruleset.decide(step.before, step.seat, step.action, ServerChance(self.key, message))
            assert tuple(same.chance.outcomes) == step.outcomes, "the same action meets another fate"

    # --- events

    def check_fold(self, step: Step[B]) -> None:
        """The board is the fold of the effects, also when they come out of the log."""
        self.text = text = self.ruleset.encode(step.effects)
        effects = self.ruleset.decode_effects(text)
        assert tuple(effects) == step.effects, f"effects do not come back out of their JSON: {text}"
        assert self.ruleset.encode(effects) == text, f"effects out of their JSON are written in another way: {text}"
        after = fold(step.before, effects)
        assert after == step.after, "the fold of the effects is another board"
        assert 1 <= len(step.effects) <= EFFECT_CAP, f"the event has {len(step.effects)} effects"
        if self.rng.random() < SAMPLED * self.profile.watched:
            folded, decided = (self.ruleset.encode_board(board) for board in (after, step.after))
            assert folded == decided, "two boards that are equal are written in different ways"

    def check_action_text(self, action: Action[B]) -> None:
        text = self.ruleset.encode(action)
        assert self.ruleset.decode_action(text) == action, f"the action does not come back out of its JSON: {text}"
        assert self.ruleset.read_action(msgspec.json.decode(text)) == action, f"the action is not read: {text}"

    def check_effect_texts(self, step: Step[B]) -> None:
        board = step.before
        for effect in step.effects:
            assert isinstance(effect.says(board), str), f"{effect} says {effect.says(board)!r}"
            _need_ids(effect, effect.touches())
            board = effect.apply(board)

    def check_facts(self, step: Step[B]) -> None:
        """Each row belongs to the action or to one of its effects, and the action has exactly one."""
        facts = list(self.ruleset.facts(step.before, step.seat, step.action, step.effects))
        steps = [fact.step for fact in facts]
        assert steps.count(0) == 1, f"the action has {steps.count(0)} rows of facts"
        assert steps == sorted(steps), "facts are not in the order of the effects"
        assert steps[-1] <= len(step.effects), "a fact of an effect that is not there"
        for fact in facts:
            assert fact.seat is None or 1 <= fact.seat <= self.seats, f"{fact} is of no seat"

    # --- views

    def check_views(self, step: Step[B]) -> None:
        """A view is the fold of what its viewer sees; it tells nothing hidden, and the seat's legal actions."""
        assert all(effect.seen_by(TABLE) == effect for effect in step.effects), "the table does not see everything"
        for viewer, before in self.views.items():
            seen = [effect.seen_by(viewer) for effect in step.effects]
            for true, effect in zip(step.effects, seen, strict=True):
                assert type(true) is type(effect), f"{true} is seen as {effect}"
                assert effect is true or effect.seen_by(viewer) == effect, f"{effect} is seen as less the second time"
            view = before
            texts = [self.action_as_seen(step, before, viewer)]
            for true, effect in zip(step.effects, seen, strict=True):
                texts.append(effect.says(view))
                if effect is not true:
                    _need_ids(effect, effect.touches())
                view = effect.apply(view)
            self.views[viewer] = view
            texts.append(self.text if seen == list(step.effects) else self.ruleset.encode(seen))
            self.check_secrets(step, viewer, " ".join(texts))
            self.check_view(step.after, view, viewer)

    def action_as_seen(self, step: Step[B], view: B, viewer: Viewer) -> str:
        """The action's text and label, for a viewer who may know neither its secrets nor those of the board."""
        if step.seat is None or isinstance(step.action, Start):
            return ""
        action = step.action.seen_by(viewer, step.seat)
        assert type(action) is type(step.action), f"{step.action} is seen as {action}"
        assert action.seen_by(viewer, step.seat) == action, f"{action} is seen as less the second time"
        _need_ids(action, action.touches())
        label = action.label(view, step.seat)
        assert label, f"{action} has no label for {viewer}"
        return f"{self.ruleset.encode(action)} {label}"

    def check_secrets(self, step: Step[B], viewer: Viewer, texts: str) -> None:
        """Nothing that was hidden before and is hidden after is named."""
        if told := self.names.intersection(WORD.findall(texts)):
            hidden = self.profile.hidden
            leaked = told.intersection(hidden(step.before, viewer)).intersection(hidden(step.after, viewer))
            assert not leaked, f"{viewer} is told of {sorted(leaked)}"

    def check_view(self, truth: B, view: B, viewer: Viewer) -> None:
        ruleset = self.ruleset
        assert (view.round, view.turn) == (truth.round, truth.turn), (
            f"{viewer} sees round {view.round}, turn {view.turn}"
        )
        assert type(view.pending) is type(truth.pending), f"{viewer} sees the phase {view.pending}"
        assert ruleset.waiting_for(view) == ruleset.waiting_for(truth), f"{viewer} sees other seats waited for"
        assert ruleset.standing(view) == ruleset.standing(truth), f"{viewer} sees another standing"
        if viewer != SPECTATOR and viewer != TABLE:
            seen = list(ruleset.legal_actions(view, viewer))
            assert seen == self.lists[viewer], f"seat {viewer} cannot tell its legal actions from what it sees"
        self.profile.view(truth, view, viewer)

    def check_dry_run(self, step: Step[B]) -> None:
        """A dry run, on the board that the seat sees and with no chance at hand, stops or tells what it then sees.

        A card that is handed to the seat in the course of it, and that it does not know yet, stays unknown.
        """
        assert step.seat is not None
        assert not isinstance(step.action, Start)
        try:
            dry = self.ruleset.decide(self.views[step.seat], step.seat, step.action, GivenChance())
        except ChanceNeeded:
            self.report.dry_runs["stopped"] += 1
            return
        self.report.dry_runs["whole"] += 1
        foretold, seen = ([effect.seen_by(step.seat) for effect in effects] for effects in (dry.effects, step.effects))
        assert len(foretold) == len(seen), f"a dry run tells {foretold}"
        for told, true in zip(foretold, seen, strict=True):
            assert told == true or _blurred(msgspec.to_builtins(told), msgspec.to_builtins(true)), (
                f"a dry run tells {told}, but then {true} is seen"
            )

    # --- boards

    def check_board(self, board: B) -> None:
        self.check_settled(board)
        self.check_phase(board)
        self.check_list(board)
        self.check_commuting(board)
        if len(self.steps) % TEXTS == 0:
            self.check_board_text(board)
        if self.rng.random() < self.profile.taken_boards:
            self.check_listed_are_taken(board)
            self.check_ended_by_hand(board)
        seen = self.report.exact[type(board.pending).__name__]
        if seen < self.profile.exact_each or self.rng.random() < self.profile.exact_boards:
            self.check_exact(board)

    def check_settled(self, board: B) -> None:
        play = Play(board, 0, GivenChance())
        self.ruleset.settle(play)
        assert not play.effects, f"the board is not settled: {play.effects}"

    def check_phase(self, board: B) -> None:
        waiting, over = self.ruleset.waiting_for(board), self.ruleset.over(board)
        assert bool(waiting) is not bool(over), f"{board.pending} waits for {waiting}"
        assert list(waiting) == sorted(set(waiting)), f"the seats waited for are {waiting}"
        assert set(waiting) <= set(self.seats_of(board)), f"{waiting} sit not at the table"
        assert board.pending.rule in self.ruleset.rules, f"{board.pending.rule} is no rule"
        standing = [seat for seat, _ in self.ruleset.standing(board)]
        assert standing == list(self.seats_of(board)), f"the standing is of the seats {standing}"
        if over:
            assert set(over.winners) <= set(self.seats_of(board)), f"{over.winners} won, and are no seats"
            if self.ruleset.cooperative:
                assert set(over.winners) in (set(), set(self.seats_of(board))), f"only {over.winners} won together"
        if self.ruleset.cooperative:
            assert len({score for _, score in self.ruleset.standing(board)}) == 1, "a team has one score"

    def check_board_text(self, board: B) -> None:
        text = self.ruleset.encode_board(board)
        again = self.ruleset.decode_board(text, board.components)
        assert again == board, "the board does not come back out of its text"
        assert self.ruleset.encode_board(again) == text, "the text of a board is not the same twice"

    def check_list(self, board: B) -> None:
        """Somebody can act; nothing is listed twice; each listed action has a label."""
        lists, waiting = self.lists, self.ruleset.waiting_for(board)
        assert not waiting or any(lists[seat] for seat in waiting), "nobody can act"
        for seat, actions in lists.items():
            assert len(set(actions)) == len(actions), f"listed twice: {_twice(actions)}"
            assert seat in waiting or all(a.anytime for a in actions), f"seat {seat} is not waited for, and can act"
            labels: dict[str, type] = {}
            for action in actions:
                label = action.label(board, seat)
                assert label, f"{action} has no label"
                assert labels.setdefault(label, type(action)) is type(action), f"two actions are called {label!r}"
                _need_ids(action, action.touches())

    def check_listed_are_taken(self, board: B) -> None:
        for seat in self.seats_of(board):
            for action in self.ruleset.legal_actions(board, seat):
                assert self.accepts(board, seat, action), f"{action} of seat {seat} is listed, and refused"

    def check_ended_by_hand(self, board: B) -> None:
        """A table may end a game that the rulebook would not: nobody is waited for, and actions are refused."""
        (action, seat), *_ = (
            *((a, s) for s in self.seats_of(board) for a in self.ruleset.legal_actions(board, s)),
            (None, 0),
        )
        board = GameEnded((), "the table went home").apply(board)
        assert self.ruleset.over(board), "ended by hand, the game is not over"
        assert not self.ruleset.waiting_for(board), "ended by hand, the game waits for somebody"
        assert board.pending.rule in self.ruleset.rules, f"{board.pending.rule} is no rule"
        assert action is None or not self.accepts(board, seat, action), f"ended by hand, {action} is taken"
        text = self.ruleset.encode_board(board)
        again = self.ruleset.decode_board(text, board.components)
        assert self.ruleset.encode_board(again) == text, "ended by hand, the board does not come back out of its text"

    def check_exact(self, board: B) -> None:
        """The list of legal actions is exactly what is accepted out of everything that one could think of."""
        every = list(dict.fromkeys(self.profile.universe(board)))
        for seat in range(max(self.ruleset.seats) + 2):  # nobody's seat at both ends
            listed = set(self.ruleset.legal_actions(board, seat))
            accepted = {action for action in every if self.accepts(board, seat, action)}
            accepted -= {action for action in accepted if action.open_ended and action not in listed}
            assert listed == accepted, (
                f"seat {seat}: listed, and refused or out of the universe: {_few(listed - accepted)}; "
                f"accepted, and not listed: {_few(accepted - listed)}"
            )
            self.report.candidates += len(every)
        self.report.exact[type(board.pending).__name__] += 1

    def check_commuting(self, board: B) -> None:
        """Simultaneous actions give equal boards in either order, where both orders are possible without chance."""
        for one, two in combinations(self.ruleset.waiting_for(board), 2):
            first, second = (self.rng.choice(list(self.ruleset.legal_actions(board, seat))) for seat in (one, two))
            if not self.profile.independent(first, second):
                continue
            ends = [self.both(board, *pair) for pair in (((one, first), (two, second)), ((two, second), (one, first)))]
            if None not in ends:
                assert ends[0] == ends[1], f"{first} and {second} give other boards the other way round"
                self.report.commuted += 1

    def both(self, board: B, *taken: tuple[Seat, Action[B]]) -> B | None:
        try:
            for seat, action in taken:
                board = self.ruleset.decide(board, seat, action, GivenChance()).board
        except (Refused, ChanceNeeded):
            return None
        return board

    def accepts(self, board: B, seat: Seat, action: Action[B]) -> bool:
        try:
            self.ruleset.decide(board, seat, action, ServerChance(self.key, b"accepts"))
        except Refused as refused:
            assert refused.rule in self.ruleset.rules, f"refused by {refused.rule}, which is no rule"
            self.report.refusals[refused.rule] += 1
            return False
        except Exception as error:
            raise AssertionError(f"{action} of seat {seat}: {type(error).__name__}: {error}") from error
        return True

    def seats_of(self, board: B) -> range:
        return range(1, self.seats + 1)


def _need_ids(of: object, ids: Iterable[str]) -> None:
    for text in ids:
        assert ID.fullmatch(text), f"{of} touches {text!r}, which is no id"


def _twice(items: Iterable[object]) -> list[object]:
    return [item for item, n in Counter(items).items() if n > 1]


def _few(items: Collection[object]) -> str:
    return ", ".join(map(str, list(items)[:3])) + (f" and {len(items) - 3} more" if len(items) > 3 else "") or "none"


def _blurred(told: Any, true: Any) -> bool:
    """Whether `told` is `true` with some names still unknown (a back, or left out)."""
    if isinstance(told, str) and told and is_back(told):
        return isinstance(true, str)
    if isinstance(told, dict) and isinstance(true, dict):
        return all(_blurred(told.get(key), true[key]) for key in true) and told.keys() <= true.keys()
    if isinstance(told, list | tuple) and isinstance(true, list | tuple):
        return len(told) == len(true) and all(map(_blurred, told, true))
    return bool(told == true)
