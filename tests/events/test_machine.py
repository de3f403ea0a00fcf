"""The store against a model of dicts and lists: any sequence of calls, on either database."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from uuid import UUID

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from events import Answer, Event, KeyReused, LogError, NewEvent, Repeated, Request, Stale, Store
from tests.events.build import asks, event, line, new_game, summary

counts = st.integers(1, 3)
keys = st.none() | st.sampled_from("abc")
whats = st.sampled_from([b"this", b"that"])


class LogMachine(RuleBasedStateMachine):
    """A log that many write to, compared with a model of it."""

    games = Bundle("games")
    store: Store

    @initialize()
    def start(self) -> None:
        self.origin = self.store.position()
        self.model: dict[UUID, list[NewEvent]] = {}
        self.heads: dict[UUID, int] = {}
        self.answers: dict[tuple[str, str], tuple[bytes, Answer]] = {}
        self.written: list[Event] = []

    @rule(target=games, count=counts)
    def create(self, count: int) -> UUID:
        game = new_game(self.store)
        handed_in = line(1, count)
        self.keep(handed_in, self.store.create(game, handed_in, summary(count)))
        self.heads[game.id] = count
        return game.id

    @rule(game_id=games, count=counts, key=keys, what=whats)
    def play(self, game_id: UUID, count: int, key: str | None, what: bytes) -> None:
        version, head = len(self.model[game_id]), self.heads[game_id]
        parents = [head, *range(version + 1, version + count)]
        handed_in = [event(version + n, parent=parent) for n, parent in enumerate(parents, 1)]
        if self.write(game_id, version, handed_in, key, what):
            self.heads[game_id] = version + count

    @rule(game_id=games, off=st.sampled_from([-1, 1]), key=keys, what=whats)
    def play_on_another_version(self, game_id: UUID, off: int, key: str | None, what: bytes) -> None:
        expected = len(self.model[game_id]) + off
        assert not self.write(game_id, expected, [event(expected + 1)], key, what)

    @rule(game_id=games, data=st.data())
    def stand_elsewhere(self, game_id: UUID, data: st.DataObject) -> None:
        """Undo or redo: a marker whose parent is the head after it."""
        steps = [n for n, each in enumerate(self.model[game_id], 1) if each.kind not in ("undo", "redo")]
        to = data.draw(st.sampled_from(steps))
        version = len(self.model[game_id])
        marker = event(version + 1, "undo" if to <= self.heads[game_id] else "redo", to)
        assert self.write(game_id, version, [marker])
        self.heads[game_id] = to

    def write(
        self, game_id: UUID, expected: int, handed_in: list[NewEvent], key: str | None = None, what: bytes = b""
    ) -> bool:
        """Append, and expect what the model says; return whether anything was stored."""
        request = None if key is None else asks(game_id, key, what)
        append = partial(
            self.store.append, game_id, expected, handed_in, summary(expected + len(handed_in)), request=request
        )
        if refusal := self.refusal(game_id, expected, request):
            with pytest.raises(refusal):
                append()
            return False
        stored = append()
        self.keep(handed_in, stored)
        if request is not None:
            answer = Answer(game_id, stored[0].version, stored[-1].version)
            self.answers[request.scope, request.key] = (request.fingerprint, answer)
        return True

    def refusal(self, game_id: UUID, expected: int, request: Request | None) -> type[LogError] | None:
        known = request and self.answers.get((request.scope, request.key))
        if request and known:
            return Repeated if known[0] == request.fingerprint else KeyReused
        return None if expected == len(self.model[game_id]) else Stale

    def keep(self, handed_in: list[NewEvent], stored: tuple[Event, ...]) -> None:
        self.model.setdefault(stored[0].game_id, []).extend(handed_in)
        self.written += stored

    @rule(data=st.data())
    def ask_again(self, data: st.DataObject) -> None:
        if self.answers:
            (scope, key), (fingerprint, answer) = data.draw(st.sampled_from(list(self.answers.items())))
            assert self.store.answered(Request(scope, key, fingerprint)) == answer

    @invariant()
    def the_log_is_what_was_written(self) -> None:
        assert self.store.log(after=self.origin) == self.written
        assert [each.position - self.origin for each in self.written] == list(range(1, len(self.written) + 1))

    @invariant()
    def every_game_is_what_the_model_says(self) -> None:
        for game_id, handed_in in self.model.items():
            stored = list(self.store.events(game_id))
            assert [each.version for each in stored] == list(range(1, len(handed_in) + 1))
            assert [(each.kind, each.parent, each.effects) for each in stored] == [
                (each.kind, each.parent, each.effects) for each in handed_in
            ]
            game = self.store.game(game_id)
            assert (game.version, game.last_hash) == (len(handed_in), stored[-1].hash)
            every = {n: each.parent for n, each in enumerate(handed_in, 1)}
            forks = {version: parent for version, parent, _ in self.store.forks(game_id)}
            assert steps_to(self.heads[game_id], forks) == steps_to(self.heads[game_id], every)

    def teardown(self) -> None:
        assert list(self.store.verify()) == []


def steps_to(version: int, parents: Mapping[int, int]) -> list[int]:
    """Walk from a version to the start: events without a listed parent follow the one before them."""
    steps = []
    while version:
        steps.append(version)
        version = parents.get(version, version - 1)
    return steps


def test_any_sequence_of_calls_keeps_the_promises(store: Store) -> None:
    """Whatever is asked in whatever order, the log holds what was acknowledged, numbered without gaps, and verifies."""

    class OnThisStore(LogMachine):
        pass

    OnThisStore.store = store
    quick = settings(max_examples=12, stateful_step_count=15, deadline=None, phases=[Phase.generate])
    run_state_machine_as_test(OnThisStore, settings=quick)
