"""The store against a model of dicts and lists: any sequence of calls, on either database.

`make long SUITE=model` runs its long form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import make_url

from events import (
    Answer,
    Event,
    GameDiffers,
    KeyReused,
    LogError,
    NameTaken,
    NewEvent,
    NewGame,
    Repeated,
    Request,
    Stale,
    Store,
    UnknownPlayer,
)
from tests.events.build import asks, begin, event, line, new_game, play, summary
from tests.events.test_transfer import incoming

SHORT, LENGTH = 180, 15
"""The number of all steps, and of the steps in one sequence."""
LONGER = 50
"""Steps in one sequence of the long form."""

counts = st.integers(1, 3)
keys = st.none() | st.sampled_from("abc")
whats = st.sampled_from([b"this", b"that"])
names = st.sampled_from(["Ann", "Ben", "Cleo"])


class LogMachine(RuleBasedStateMachine):
    """A log and a model of it, which must stay equal."""

    games = Bundle("games")
    abroad = Bundle("abroad")
    """Games of another log."""
    store: Store
    url: str
    elsewhere: Store

    @initialize()
    def start(self) -> None:
        self.origin = self.store.position()
        self.model: dict[UUID, list[NewEvent | Event]] = {}
        self.heads: dict[UUID, int] = {}
        self.answers: dict[tuple[str, str], tuple[bytes, Answer]] = {}
        self.written: list[Event] = []
        self.metadata: dict[UUID, dict[str, Any]] = {}
        self.sitters: dict[UUID, list[UUID | None]] = {}
        self.players: dict[UUID, str] = {}
        for player in self.store.players():
            self.store.forget_player(player.id)

    @rule(target=games, count=counts)
    def create(self, count: int) -> UUID:
        game = new_game(self.store)
        handed_in = line(1, count)
        return self.begun(game, handed_in)

    @rule(target=games, game_id=games, count=counts)
    def fork(self, game_id: UUID, count: int) -> UUID:
        game = new_game(self.store, forked_from=game_id)
        return self.begun(game, line(1, count))

    def begun(self, game: NewGame, handed_in: list[NewEvent]) -> UUID:
        self.keep(handed_in, self.store.create(game, handed_in, summary(len(handed_in))))
        self.heads[game.id] = len(handed_in)
        self.metadata[game.id] = {"forked_from": game.forked_from, "place": None, "archived": False, "tags": ()}
        self.sitters[game.id] = [None, None]
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
        """Append, and compare the result with the model; return whether anything was stored."""
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

    def keep(self, handed_in: Sequence[NewEvent | Event], stored: tuple[Event, ...]) -> None:
        self.model.setdefault(stored[0].game_id, []).extend(handed_in)
        self.written += stored

    @rule(data=st.data())
    def ask_again(self, data: st.DataObject) -> None:
        if self.answers:
            (scope, key), (fingerprint, answer) = data.draw(st.sampled_from(list(self.answers.items())))
            assert self.store.answered(Request(scope, key, fingerprint)) == answer

    # --- what lies beside the log

    @rule(
        game_id=games,
        place=st.none() | st.sampled_from(["Kiel", "Attic"]),
        archived=st.booleans(),
        tags=st.sets(st.sampled_from(["club", "final"])),
    )
    def change(self, game_id: UUID, place: str | None, archived: bool, tags: set[str]) -> None:
        self.store.update_game(game_id, place=place, archived=archived, tags=tuple(tags))
        self.metadata[game_id] |= {"place": place, "archived": archived, "tags": tuple(sorted(tags))}

    @rule(game_id=games)
    def change_on_another_version(self, game_id: UUID) -> None:
        with pytest.raises(Stale):
            self.store.update_game(game_id, expected=len(self.model[game_id]) + 1, place="nowhere")

    @rule(name=names)
    def come(self, name: str) -> None:
        if name in self.players.values():
            with pytest.raises(NameTaken):
                self.store.create_player(name)
        else:
            self.players[self.store.create_player(name).id] = name

    @rule(game_id=games, seat=st.sampled_from([1, 2]), data=st.data())
    def sit_down(self, game_id: UUID, seat: int, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from([None, *self.players]))
        self.store.update_game(game_id, seats={seat: player})
        self.sitters[game_id][seat - 1] = player

    @rule(game_id=games)
    def let_nobody_sit_down(self, game_id: UUID) -> None:
        with pytest.raises(UnknownPlayer):
            self.store.update_game(game_id, seats={1: uuid4()}, place="nowhere")

    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        if self.players:
            player = data.draw(st.sampled_from([*self.players]))
            self.store.forget_player(player)
            del self.players[player]
            for seated in self.sitters.values():
                seated[:] = [None if each == player else each for each in seated]

    # --- from another log

    @rule(target=abroad, count=counts)
    def begin_abroad(self, count: int) -> UUID:
        return begin(self.elsewhere, count)

    @rule(game_id=abroad, count=counts)
    def play_abroad(self, game_id: UUID, count: int) -> None:
        play(self.elsewhere, game_id, self.elsewhere.game(game_id).version, count)

    @rule(target=games, game_id=abroad, cut=st.integers(0, 2))
    def take_over(self, game_id: UUID, cut: int) -> UUID | MultipleResults[UUID]:
        """Import a file that may be older than the log: missing events are added, and a game with other events is
        refused."""
        there = list(self.elsewhere.events(game_id))
        there = there[: max(1, len(there) - cut)]
        here = [event.hash for event in self.written if event.game_id == game_id]
        arrives = incoming(self.elsewhere, game_id, len(there))
        common = min(len(here), len(there))
        if here[:common] != [event.hash for event in there[:common]]:
            with pytest.raises(GameDiffers):
                self.store.import_game(arrives)
            return multiple()
        found = self.store.import_game(arrives)
        assert (found.first, found.last) == (len(here) + 1, max(len(here), len(there)))
        new = there[len(here) :]
        if new:
            self.keep(new, tuple(self.store.events(game_id, len(here) + 1)))
            self.heads[game_id] = len(there)
        if here:
            return multiple()
        self.metadata[game_id] = {"forked_from": None, "place": None, "archived": False, "tags": ()}
        self.sitters[game_id] = [None, None]
        return game_id

    # --- the program ends

    @rule()
    def begin_anew(self) -> None:
        self.store.close()
        self.open_again()

    @rule()
    def be_killed(self) -> None:
        """End the program without closing the log: the next program opens the files as they are."""
        ended = Path(make_url(self.url).database or "") if self.url.startswith("sqlite") else None
        if ended:
            left = ended.with_name(f"{uuid4()}.sqlite3")
            for end in ("", "-wal"):
                if Path(f"{ended}{end}").exists():
                    copyfile(f"{ended}{end}", f"{left}{end}")
            type(self).url = f"sqlite:///{left}"
        self.store.close()
        if ended:  # the long form would leave thousands of copies
            for file in ended.parent.glob(f"{ended.name}*"):
                file.unlink()
        self.open_again()

    def open_again(self) -> None:
        type(self).store = Store.open(self.url)

    # --- what holds

    @invariant()
    def the_log_is_what_was_written(self) -> None:
        assert self.store.log(after=self.origin) == self.written
        assert [each.position - self.origin for each in self.written] == list(range(1, len(self.written) + 1))

    @invariant()
    def every_game_equals_its_model(self) -> None:
        for game_id, handed_in in self.model.items():
            stored = list(self.store.events(game_id))
            assert [each.version for each in stored] == list(range(1, len(handed_in) + 1))
            assert [(each.kind, each.parent, each.effects) for each in stored] == [
                (each.kind, each.parent, each.effects) for each in handed_in
            ]
            game = self.store.game(game_id)
            assert {name: getattr(game, name) for name in self.metadata[game_id]} == self.metadata[game_id]
            seated = [(player, player and self.players[player]) for player in self.sitters[game_id]]
            assert [(each.player, each.name) for each in game.seats] == seated
            assert (game.version, game.last_hash) == (len(handed_in), stored[-1].hash)
            every = {n: each.parent for n, each in enumerate(handed_in, 1)}
            forks = {version: parent for version, parent, _ in self.store.forks(game_id)}
            assert steps_to(self.heads[game_id], forks) == steps_to(self.heads[game_id], every)

    def teardown(self) -> None:
        for game_id in self.model:
            assert [*self.store.verify(game_id)] == []


def steps_to(version: int, parents: Mapping[int, int]) -> list[int]:
    """The path from a version to the start; events without a listed parent build on the one before."""
    steps = []
    while version:
        steps.append(version)
        version = parents.get(version, version - 1)
    return steps


def test_any_sequence_of_calls_keeps_the_promises(url: str, elsewhere: Store, steps: int | None) -> None:
    """After any calls in any order, and any end of the program, the log holds what was acknowledged, without gaps and
    without faults. Broken by leaving the tags out of a change."""

    class OnThisStore(LogMachine):
        pass

    OnThisStore.url, OnThisStore.store, OnThisStore.elsewhere = url, Store.open(url), elsewhere
    length = LONGER if steps else LENGTH
    often = (steps or SHORT) // length
    chosen = settings(max_examples=often, stateful_step_count=length, deadline=None, phases=[Phase.generate])
    try:
        run_state_machine_as_test(OnThisStore, settings=chosen)
        assert list(OnThisStore.store.verify()) == []
    finally:
        OnThisStore.store.close()


@pytest.fixture
def steps(request: pytest.FixtureRequest) -> int | None:
    """The number of all steps in the long form."""
    chosen: int | None = request.config.getoption("steps")
    return chosen
