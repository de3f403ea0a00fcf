"""The one object that the rest of the program sees of a rulebook."""

from __future__ import annotations

import inspect
import re
import sys
from contextlib import suppress
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Union
from xml.sax.saxutils import escape

import msgspec
from msgspec import Struct

from rulesets.kit import building
from rulesets.kit.adjusting import (
    BROKEN,
    IMPOSSIBLE,
    MOST_AT_ONCE,
    MOST_EFFECTS,
    ONLY_ADJUSTABLE,
    STUCK,
    WHERE_THE_TABLE_ROLLS,
    need_possible,
)
from rulesets.kit.annotations import evaluate_annotations
from rulesets.kit.chance import GivenChance
from rulesets.kit.compiled import compiled_document
from rulesets.kit.components import READER, Source, canonical, content_hash, merge
from rulesets.kit.errors import BadComponentSet, Refused, UnknownAction
from rulesets.kit.facts import Fact
from rulesets.kit.fields import A_SEAT, PLAIN, asked_fields, fields_of, named
from rulesets.kit.history import CHANGED_BY, NoHistory
from rulesets.kit.look import look_of
from rulesets.kit.outcomes import OutcomeValue
from rulesets.kit.phases import B, Board, Components, GameOver, Phase, Seat, TablePhase, seats_of
from rulesets.kit.play import TOO_LONG, Play, need
from rulesets.kit.structs import (
    ENDINGS,
    Abandon,
    Action,
    Adjust,
    ChoiceForgone,
    Effect,
    GameEnded,
    Resign,
    Start,
    StoredAction,
)
from rulesets.kit.upcasting import Upcaster, Upcasters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

    from rulesets.kit.chance import Chance
    from rulesets.kit.faces import CardFace
    from rulesets.kit.fields import Field, NamedValue
    from rulesets.kit.history import History, Question
    from rulesets.kit.outcomes import ChanceQuestion
    from rulesets.kit.sheets import Sheets
    from rulesets.kit.svg import Scene


KIT_RULES = {
    TOO_LONG: "One decision sets off at most 1,000 effects; a component set that wants more cannot be played with.",
    "KIT-OVER-01": "Nothing can be done in a game that is over; undo leads back into it.",
    WHERE_THE_TABLE_ROLLS: "What a card does is entered by hand only in games where the table rolls and deals.",
    MOST_AT_ONCE: f"At most {MOST_EFFECTS} effects are entered by hand at once.",
    STUCK: "After a board is adjusted by hand, somebody can act, or the game is over.",
    ONLY_ADJUSTABLE: "Only effects that the ruleset marks as adjustable are entered by hand.",
    IMPOSSIBLE: "What is entered by hand has to be possible on the board that it meets.",
}
"""Rules of the service itself, in addition to those of the rulebooks."""


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing to agree on before the game."""


class NoComponents:
    """The component set of a game that plays with none."""

    hash = content_hash("{}")


def no_components(text: str) -> Components:
    """The only set that a ruleset without cards or tiles knows: an empty one. Raises BadComponentSet."""
    source = Source(text)
    if source.data != {}:
        source.fault((), "this game has no cards or tiles: its component set is `{}`")
    source.finish()
    return NoComponents()


def no_scores(board: Board) -> tuple[tuple[Seat, int], ...]:
    """The standing of a game without scores."""
    return tuple((seat, 0) for seat in seats_of(board))


def in_words(scene: Scene[Any]) -> str:
    """The picture of a game that brings none: the round, and who is asked for what."""
    board = scene.board
    names = scene.called()
    asked = [f"{names[seat]} has {board.pending.asks}" for seat in board.pending.who(board)]
    lines = [f"Round {board.round}, turn {board.turn}", *(asked or ["The game is over"])]
    texts = "".join(
        f'<text x="20" y="{40 + 28 * row}" font-family="sans-serif" font-size="18">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    height = 40 + 28 * len(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}">'
        f'<rect width="640" height="{height}" fill="#fff"/>{texts}</svg>'
    )


class Ruleset(Generic[B]):
    """A rulebook: what may be done, what follows, and how it is shown. All of it pure."""

    def __init__(
        self,
        package: str,
        *,
        name: str = "",
        title: str,
        about: str = "",
        seats: range,
        seats_with: Callable[[Any], range] | None = None,
        home: type[Phase],
        board: type[B],
        empty_board: Callable[[Start, Any], B],
        effects: ModuleType,
        rules: Sequence[ModuleType],
        start: Callable[[Play[B]], None] = lambda _play: None,
        load: Callable[[str], Components] = no_components,
        version: int = 1,
        upcasters: Sequence[Upcaster] = (),
        board_schema: int = 1,
        standing: Callable[[B], tuple[tuple[Seat, int], ...]] = no_scores,
        picture: Callable[[Scene[B]], str] = in_words,
        options: type[Struct] = NoOptions,
        shown: Callable[[B], object] | None = None,
        choices: Callable[[Any], Mapping[str, Sequence[str]]] = lambda _components: {},
        score: str = "score",
        cooperative: bool = False,
        cooperative_with: Callable[[Any], bool] | None = None,
        lowest_with: Callable[[Any], bool] | None = None,
        sheets: Sheets | None = None,
        value_of: Callable[[B, Seat], float] | None = None,
        endings: Mapping[str, str] | None = None,
        holdings: History[B] | None = None,
        questions: Sequence[Question] = (),
        fields: Mapping[str, Field] | None = None,
        outcomes: Mapping[str, Field] | None = None,
        colours: Callable[[B], Mapping[Seat, str]] = lambda _board: {},
        score_parts: Callable[[B, Seat], Sequence[tuple[int, str]]] = lambda _board, _seat: (),
        cards: Callable[[Any], Sequence[CardFace]] = lambda _components: (),
    ) -> None:
        """A ruleset out of its package: `package` is its `__name__`, whose last part is the default of `name`.

        `rules` are the modules of its topics in the order of the rulebook: the actions and automatic steps that they
        define are the ruleset's, and their order is that of legal actions. Raises BadRuleset.
        """
        evaluate_annotations()
        self.name = name or package.rpartition(".")[2]
        self.title = title
        self.about = about
        """What kind of game it is, in a sentence."""
        self.seats = seats
        """The numbers of seats it can be played with."""
        self._seats_with = seats_with
        self.version = version
        """Raised with every change of rules or effects."""
        self.upcasters = Upcasters(package, version, upcasters)
        """What became of the types that older versions stored."""
        self.board_schema = board_schema
        """Raised when a field of the board is renamed or removed."""
        self.home = home
        """The phase that moves begin in."""
        self._package = package
        self._folder = Path(inspect.getfile(sys.modules[package])).parent
        self.actions = tuple(kind for topic in rules for kind in structs_of(topic, Action))
        self.automatic = building.steps_of(package, rules)
        self._load = load
        self._loaded: dict[str, Components] = {}
        self.empty_board = empty_board
        self.standing = standing
        self.score = score
        """What `standing` counts, such as `health of 6`."""
        self.cooperative = cooperative
        """Whether all seats win or lose together: a win is then wholly everybody's, and the score the team's."""
        self._cooperative_with = cooperative_with
        self._lowest_with = lowest_with
        self.sheets = sheets
        """Where its component sets are games of their own: what they are called, and how one is made."""
        self.value_of = value_of or self._lead
        """How well a seat stands, for greedy bots; by default its score less the others' best."""
        self.picture = picture
        self.look = look_of(self._folder)
        """What it brings for its pictures, in addition to the look of the kit."""
        self.endings = ENDINGS | dict(endings or {})
        """Why a game of it can be over: what `GameOver.reason` says, and that in words that go on after a colon."""
        self.history: History[B] = holdings or NoHistory()
        """What statistics know beyond events."""
        self.questions = tuple(questions)
        """What its players ask of the history."""
        self.colours = colours
        """The colours that seats chose, `yellow`, where the rules let them; classes `paint-yellow` of the look."""
        self.score_parts = score_parts
        """What a score is made of: `(3, "on the track")`, `(5, "from heroes")`."""
        self.cards = cards
        """The cards of a component set, face up and in the order in which people look for them, equal ones once."""
        self.fields = dict(fields or {})
        """What the fields of its actions are called and where they lie."""
        self.outcomes = {"pick": A_SEAT, **(outcomes or {})}
        """What outcomes of chance are called, by the kind of question or the rule that asks: `draw`, `ABC-ZON-02`."""
        self.options = options
        self._shown = shown
        self.choices = choices
        """What options may be with a component set, as far as it can be listed; an empty one is the first."""
        self._start = start
        self._fields_of = {kind: fields_of(kind, self.fields) for kind in self.actions}
        self._asked_fields = {kind: asked_fields(kind, self.fields) for kind in self.actions}
        building.need_phases_of_actions(package, self.actions)
        self._by_phase = _group_by_phase(self.actions)
        lapses = any(phase.lapses for phase in {*self._by_phase, *self.automatic})
        common = (ChoiceForgone, GameEnded) if lapses else (GameEnded,)
        self.effects: tuple[type[Effect[B]], ...] = (*structs_of(effects, Effect), *common)
        self.adjustable = tuple(kind for kind in self.effects if kind.adjustable)
        """The effects that a table may enter by hand."""
        self.scoring = frozenset(CHANGED_BY.get(standing, self.effects))
        """The effects that can change the standing."""
        self._forced = frozenset(
            phase
            for phase, kinds in self._by_phase.items()
            if (phase.takes_forced or phase.lapses) and not any(kind.open_ended for kind in kinds)
        )
        self._answers = {phase: frozenset(kinds) for phase, kinds in self._by_phase.items()}
        self._types = {kind.__name__: kind for kind in self.actions}
        self._actions_decoder = msgspec.json.Decoder(_union(self.actions))
        self._stored_type: Any = _union((*self.actions, Start, Resign, Abandon, Adjust))
        self._stored_decoder = msgspec.json.Decoder(self._stored_type)
        self._effects_type: Any = list[_union(self.effects)]  # type: ignore[misc]
        self.effects_decoder = msgspec.json.Decoder(self._effects_type)
        """Decodes one event's effects."""
        self.batch_decoder = msgspec.json.Decoder(list[list[_union(self.effects)]])  # type: ignore[misc]
        """Decodes the effects of many events at once, for cold replay."""
        self._board_type = board
        self._encoder = msgspec.json.Encoder(enc_hook=_encode_components, order="sorted")
        self._plain_encoder = msgspec.json.Encoder(enc_hook=_encode_components)
        self._need_whole(package)

    def _need_whole(self, package: str) -> None:
        """Refuse what can be seen to be wrong without playing. Raises BadRuleset."""
        building.need_answered_phases(package, self._board_type, {*self._by_phase, *self.automatic})
        building.need_all_effects(package, self.effects)
        building.need_all_verbs(package)
        building.need_known_rules(package, building.modules_of(package), self.rules)

    def __repr__(self) -> str:
        return f"Ruleset({self.name!r}, version={self.version})"

    def load(self, text: str) -> Components:
        """A component set out of its text; one object a process for each hash. Raises BadComponentSet."""
        if kept := self._loaded.get(content_hash(text)):  # canonical already: reading takes some 100 ms
            return kept
        components = self._load(text)
        return self._loaded.setdefault(components.hash, components)

    def seats_with(self, components: Components) -> range:
        """The numbers of seats that it can be played with by a component set: all of `seats`, or some of them."""
        return self._seats_with(components) if self._seats_with else self.seats

    def cooperative_with(self, components: Components) -> bool:
        """Whether all seats win or lose together by a component set: by default as `cooperative` says of all."""
        return self._cooperative_with(components) if self._cooperative_with else self.cooperative

    def title_with(self, components: Components) -> str:
        """The title of the game that a component set is for: by default the ruleset's."""
        return self.sheets.title(components) if self.sheets else self.title

    @cached_property
    def starter_name(self) -> str:
        """What the set that ships is called."""
        return self.sheets.title(self.starter_components) if self.sheets else "starter"

    def lowest_with(self, components: Components) -> bool:
        """Whether the lowest score is the best one by a component set: by default the highest is."""
        return self._lowest_with is not None and self._lowest_with(components)

    @property
    def varies(self) -> bool:
        """Whether it depends on the component set if all seats win or lose together, or which score is the best."""
        return self._cooperative_with is not None or self._lowest_with is not None

    # --- playing

    def begin(self, start: Start, components: Components, chance: Chance) -> Play[B]:
        """The set-up: from an empty board to the first decision. Raises ChanceNeeded, Refused."""
        play = Play(self.empty_board(start, components), 0, chance)
        self._start(play)
        self.settle(play)
        return play

    def decide(self, board: B, seat: Seat, action: Action[B], chance: Chance) -> Play[B]:
        """Take `action`, or raise Refused or ChanceNeeded. Nothing is changed but the play that is returned."""
        pending = board.pending
        kind = type(action)
        if kind not in self._answers.get(type(pending), ()):
            raise Refused(pending.rule)
        if seat not in pending.who(board) and not (kind.anytime and self._seated(board, seat)):
            raise Refused(pending.rule)
        action.check(board, seat)
        play = Play(board, seat, chance)
        action.perform(play)
        self.settle(play)
        return play

    def end(self, board: B, seat: Seat, ended: GameEnded) -> Play[B]:
        """End the game where the rulebook does not, or raise Refused where it is over."""
        if self.over(board):
            raise Refused(board.pending.rule)
        play = Play(board, seat, GivenChance())
        play.emit(ended)
        return play

    def adjust(self, board: B, effects: Sequence[Effect[B]], chance: Chance) -> Play[B]:
        """Put a board right with adjustable effects, and run what follows by itself.

        Raises Refused by the rule of what cannot be, whose `entry` is the effect at fault, and ChanceNeeded.
        """
        if self.over(board):
            raise Refused(board.pending.rule)
        need(len(effects) <= MOST_EFFECTS, MOST_AT_ONCE)
        play = Play(board, 0, chance)
        for place, effect in enumerate(effects):
            try:
                need_possible(play.board, effect)
            except Refused as refused:
                refused.entry = place
                raise
            play.emit(effect)
        self._settle_by_hand(play)
        return play

    def _settle_by_hand(self, play: Play[B]) -> None:
        """Settle a board that no rulebook made, and see that the game goes on. Raises Refused, ChanceNeeded."""
        try:
            self.settle(play)
            goes_on = self._goes_on(play.board)
        except BROKEN:
            raise Refused(IMPOSSIBLE) from None
        need(goes_on, STUCK)

    def _goes_on(self, board: B) -> bool:
        """Whether a game is over, or somebody who is waited for can act."""
        waiting = self.waiting_for(board)
        can_act = any(next(iter(self.legal_actions(board, seat)), None) for seat in waiting)
        return can_act or self.over(board) is not None

    def settle(self, play: Play[B]) -> None:
        """Run what follows by itself, until the board waits for somebody or the game is over."""
        automatic, forced = self.automatic, self._forced
        while True:
            before = play.board
            phase = type(before.pending)
            if step := automatic.get(phase):
                step(play)
                if play.board is not before:
                    continue
            if phase in forced:
                self._take_forced(play)
            if play.board is before:  # nothing followed: a choice is open
                return

    def _take_forced(self, play: Play[B]) -> None:
        """Take the action of a seat that is left with one; where none is left, play continues (`ChoiceForgone`)."""
        board = play.board
        pending = board.pending
        waiting = pending.who(board)
        if len(waiting) != 1:
            return
        left = self.legal_actions(board, waiting[0])
        only = next(left, None)
        if only is None:
            if pending.lapses:
                play.emit(ChoiceForgone())
        elif pending.takes_forced and next(left, None) is None:
            acted, play.seat = play.seat, waiting[0]
            only.perform(play)
            play.seat = acted

    def legal_actions(self, board: B, seat: Seat) -> Iterator[Action[B]]:
        """Exactly what `decide` accepts of `seat` on this board, lazily."""
        return chain.from_iterable(self.legal_of(kind, board, seat) for kind in self.open_kinds(board, seat))

    def open_kinds(self, board: B, seat: Seat) -> tuple[type[Action[B]], ...]:
        """The types of action that `seat` is asked for, or may take at any time."""
        pending = board.pending
        kinds = self._by_phase.get(type(pending), ())
        if seat in pending.who(board):
            return kinds
        return tuple(kind for kind in kinds if kind.anytime) if self._seated(board, seat) else ()

    def anytime(self, board: B) -> tuple[Seat, ...]:
        """The seats that are not waited for, and may act all the same."""
        waiting = board.pending.who(board)
        others = (seat for seat in seats_of(board) if seat not in waiting)
        return tuple(seat for seat in others if next(iter(self.legal_actions(board, seat)), None))

    def stuck(self, board: B) -> bool:
        """Whether none of the seats that are waited for can act: a board that no game comes to by itself."""
        waiting = board.pending.who(board)
        return bool(waiting) and not any(next(iter(self.legal_actions(board, seat)), None) for seat in waiting)

    def asked_fields(self, kind: type[Action[B]]) -> Mapping[str, Field]:
        """The fields of a type of action in the order in which they are asked for."""
        return self._asked_fields[kind]

    def legal_of(self, kind: type[Action[B]], board: B, seat: Seat) -> Iterable[Action[B]]:
        """Those of one of the types that answer the board's phase."""
        return kind.options(board, seat) if kind.exact else _checked(kind, board, seat)

    def kinds(self, board: B) -> tuple[type[Action[B]], ...]:
        """The types of action that answer the board's phase."""
        return self._by_phase.get(type(board.pending), ())

    def waiting_for(self, board: B) -> tuple[Seat, ...]:
        """The seats that must choose; nobody once the game is over."""
        return board.pending.who(board)

    def question(self, board: B, seat: Seat) -> str:
        """What the board asks `seat`, with names before it: `{2}: play a reserve card, or none`.

        What all decide together is asked of all: `{1}, {2}: choose three heroes`.
        """
        asked = self.waiting_for(board) if isinstance(board.pending, TablePhase) else (seat,)
        names = ", ".join(f"{{{each}}}" for each in asked)
        return f"{names}: {board.pending.question(board, seat)}"

    def outcome(self, board: B, seat: Seat, asked: ChanceQuestion, value: str | int) -> OutcomeValue:
        """A possible outcome of chance in words."""
        field = self.outcomes.get(asked.rule) or self.outcomes.get(asked.kind, PLAIN)
        return OutcomeValue(value, field.word(board, seat, value, {}), field.ids(board, seat, value, {}))

    def named(self, board: B, seat: Seat, action: Action[B]) -> Iterator[NamedValue]:
        """What the fields of an action name, in words and ids."""
        return named(self._fields_of[type(action)], board, seat, action)

    def touches(self, board: B, seat: Seat, action: Action[B]) -> tuple[str, ...]:
        """Ids of all that an action is about, each once: what lies under its fields first."""
        ids = [id_ for value in self.named(board, seat, action) for id_ in value.ids]
        return tuple(dict.fromkeys((*ids, *action.touches(board, seat))))

    def over(self, board: B) -> GameOver | None:
        """How the game ended, if it has."""
        return board.pending if isinstance(board.pending, GameOver) else None

    def _lead(self, board: B, seat: Seat) -> float:
        scores = dict(self.standing(board))
        return scores.pop(seat) - max(scores.values(), default=0)

    def _seated(self, board: B, seat: Seat) -> bool:
        return 1 <= seat <= board.seats

    # --- rows

    @cached_property
    def titles(self) -> dict[str, str]:
        """Each type of action and effect in words."""
        return {kind.__name__: kind.title or in_plain_words(kind.__name__) for kind in (*self.actions, *self.effects)}

    def rows(
        self, board: B, seat: Seat | None, action: StoredAction, effects: Sequence[Effect[B]]
    ) -> tuple[list[Fact], list[B]]:
        """An event as rows, `board` being the one before it, and the boards after each of its effects.

        The first row is of the action, the others of its effects in their order.
        """
        decision = action.fact(board, seat or 0) if isinstance(action, Action) else Fact()
        decision.type, decision.seat = type(action).__name__, seat
        found, boards = [decision], []
        for step, effect in enumerate(effects, 1):
            for fact in effect.facts(board):
                fact.step = step
                if not fact.type:
                    fact.type = type(effect).__name__
                if fact.chance is None:
                    fact.chance = effect.mark in BY_CHANCE
                found.append(fact)
            board = effect.apply(board)
            boards.append(board)
        return found, boards

    def facts(self, board: B, seat: Seat | None, action: StoredAction, effects: Sequence[Effect[B]]) -> list[Fact]:
        """An event as rows, `board` being the one before it."""
        return self.rows(board, seat, action, effects)[0]

    # --- texts

    def read_action(self, data: object) -> Action[B]:
        """An action out of plain data, every fault named by its JSON pointer. Raises UnknownAction."""
        if not isinstance(data, dict):
            raise UnknownAction("an action is an object with a `type`", "")
        kind = self._types.get(str(data.get("type")))
        if kind is None:
            raise UnknownAction(f"`type` is one of {', '.join(self._types)}", "/type")
        action: Action[B] = _read(data, kind)
        return action

    def read_effect(self, data: object) -> Effect[B]:
        """An adjustable effect out of plain data, every fault named by its JSON pointer. Raises UnknownAction."""
        if not isinstance(data, dict):
            raise UnknownAction("an effect is an object with a `type`", "")
        kinds = {kind.__name__: kind for kind in self.adjustable}
        kind = kinds.get(str(data.get("type")))
        if kind is None:
            there_are = (
                f"`type` is one of {', '.join(kinds)}" if kinds else f"{self.title} marks no effect as adjustable"
            )
            raise UnknownAction(there_are, "/type")
        effect: Effect[B] = _read(data, kind)
        return effect

    def read_options(self, data: Mapping[str, object]) -> Struct:
        """A game's options out of plain data. Raises UnknownAction with a pointer below `/options`."""
        known = self.options.__struct_encode_fields__
        if unknown := next((name for name in data if name not in known), None):
            raise UnknownAction(f"{self.title} has no option {unknown!r}", f"/options/{_escape(unknown)}")
        try:
            return msgspec.convert(dict(data), self.options, strict=True)
        except msgspec.ValidationError as error:
            detail, _, where = str(error).partition(" - at `$")
            raise UnknownAction(detail, "/options" + _pointer(where)) from None

    def agreed(self, data: Mapping[str, object], components: Components) -> dict[str, Any]:
        """All options of a game with this component set, as they are recorded. Raises UnknownAction."""
        agreed: dict[str, Any] = msgspec.to_builtins(self.read_options(data))
        for option, values in self.choices(components).items():
            agreed[option] = agreed[option] or values[0]
        return agreed

    def decode_action(self, text: str | bytes) -> Action[B]:
        """An action out of the JSON of today's types."""
        action: Action[B] = self._actions_decoder.decode(text)
        return action

    def stored_action(self, text: str | bytes, version: int) -> StoredAction:
        """The action of any event out of what a version of the ruleset stored: the first one's is the Start.

        Raises UpcastFailed, MsgspecError.
        """
        if self.upcasters.needed(version):
            upcast: StoredAction = msgspec.convert(self.upcasters.action(text, version), self._stored_type)
            return upcast
        action: StoredAction = self._stored_decoder.decode(text)
        return action

    def stored_start(self, text: str | bytes, version: int) -> Start:
        """What was agreed on, out of what a version of the ruleset stored. Raises UpcastFailed, MsgspecError."""
        if self.upcasters.needed(version):
            return msgspec.convert(self.upcasters.action(text, version), Start)
        return msgspec.json.decode(text, type=Start)

    def played_action(self, text: str | bytes, version: int) -> Action[B]:
        """The action of an event that is a move, out of what a version of the ruleset stored. Raises the same."""
        action: Any = self.stored_action(text, version)
        played: Action[B] = action
        return played

    def sentence(self, board: B, effects: Iterable[Effect[B]]) -> str:
        """The sentences of effects, one after the other, from the board before them. `{2}` stands for seat 2's name."""
        return self.sentence_and_board(board, effects)[0]

    def sentence_and_board(self, board: B, effects: Iterable[Effect[B]]) -> tuple[str, B]:
        """The sentences of effects, and the board after them, in one pass."""
        sentences: list[str] = []
        for effect in effects:
            if sentence := effect.sentence(board):
                sentences.append(sentence)
            board = effect.apply(board)
        return " ".join(sentences), board

    def decode_effects(self, text: str | bytes) -> list[Effect[B]]:
        """Effects out of the JSON of today's types. Raises MsgspecError."""
        effects: list[Effect[B]] = self.effects_decoder.decode(text)
        return effects

    def stored_effects(self, text: str | bytes, version: int) -> list[Effect[B]]:
        """An event's effects out of what a version of the ruleset stored. Raises UpcastFailed, MsgspecError."""
        if self.upcasters.needed(version):
            upcast: list[Effect[B]] = msgspec.convert(self.upcasters.effects(text, version), self._effects_type)
            return upcast
        return self.decode_effects(text)

    def stored_effects_of_many(self, texts: Sequence[str | bytes], versions: Sequence[int]) -> list[list[Effect[B]]]:
        """The effects of many events out of what versions of the ruleset stored. Raises UpcastFailed, MsgspecError."""
        if self.upcasters.needed(min(versions)):
            return [self.stored_effects(text, version) for text, version in zip(texts, versions, strict=True)]
        found: list[list[Effect[B]]] = self.batch_decoder.decode(_joined(texts))
        return found

    def encode(self, part: object) -> str:
        """An action, or effects, or a phase as stored JSON: fields in reading order, defaults left out."""
        return self._plain_encoder.encode(part).decode()

    def encode_board(self, board: B) -> bytes:
        """The canonical bytes of a board: keys sorted, defaults left out, the component set by its hash.

        A field that is added later leaves the bytes of older boards as they are. For hashes; 0.2 ms for a small board.
        """
        return self._encoder.encode(_without_defaults(board))

    def show_board(self, board: B) -> bytes:
        """A board as JSON for people and programs that read it: every field, the component set by its hash.

        A ruleset may write parts in another way (`shown`), such as squares by their names.
        """
        return self._plain_encoder.encode(self._shown(board) if self._shown else board)

    def decode_board(self, data: bytes, components: Components) -> B:
        """A board out of its canonical bytes."""
        decoder = msgspec.json.Decoder(self._board_type, dec_hook=lambda _type, _hash: components)
        return decoder.decode(data)

    # --- what ships with it

    @cached_property
    def rules(self) -> dict[str, str]:
        """The numbered rules and rulings in the order of `RULES.md`, id to text."""
        return building.read_rules(self._package, self._folder / "RULES.md") | KIT_RULES

    @cached_property
    def chapters(self) -> dict[str, tuple[str, ...]]:
        """The headings of `RULES.md` and the rules below each; those of the service itself come last."""
        return building.read_chapters(self._folder / "RULES.md") | {"The service itself": tuple(KIT_RULES)}

    @cached_property
    def starter(self) -> str:
        """The text of the component set that ships: `starter.yaml` and any `scenarios/*.yaml`, merged; `{}` if none."""
        files = (*self._folder.glob("starter.yaml"), *sorted((self._folder / "scenarios").glob("*.yaml")))
        if not files:
            return "{}"
        texts = [file.read_text(encoding="utf-8") for file in files]
        return compiled_document("\0".join(texts), READER, lambda: merge(texts)) if len(texts) > 1 else texts[0]

    @cached_property
    def other_sets(self) -> dict[str, str]:
        """The texts of the other component sets that ship: each `sets/*.yaml` is a whole one. By the names of files."""
        files = sorted((self._folder / "sets").glob("*.yaml"))
        return {file.stem: file.read_text(encoding="utf-8") for file in files}

    @cached_property
    def starter_document(self) -> str:
        """The same as canonical JSON, which its hash is made of. Raises BadComponentSet if it is not YAML."""
        return canonical_document(self.starter)

    @cached_property
    def starter_components(self) -> Components:
        """The component set that ships, loaded once. Raises BadComponentSet with the places of faults in its text."""
        with suppress(BadComponentSet):
            return self.load(self.starter_document)
        return self.load(self.starter)

    def schemas(self) -> dict[str, Any]:
        """JSON Schema of each action, by type."""
        schemas, parts = msgspec.json.schema_components(self.actions, ref_template="#/$defs/{name}")
        return {kind.__name__: {**schema, "$defs": parts} for kind, schema in zip(self.actions, schemas, strict=True)}


BY_CHANCE = ("roll", "draw")
"""The marks of what chance gave."""


def canonical_document(text: str) -> str:
    """A set that ships as canonical JSON, once for all processes. Raises BadComponentSet if it is not YAML."""
    return compiled_document(text, READER, lambda: canonical(Source(text).data))


def in_plain_words(name: str) -> str:
    """The name of a type as words: `HirePlace` becomes `Hire place`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).capitalize()


def structs_of(module: ModuleType, base: type[Struct]) -> tuple[type[Any], ...]:
    """The subclasses of `base` that are defined in `module` (or below a package), in the order of the text."""
    return tuple(
        item
        for item in vars(module).values()
        if isinstance(item, type) and issubclass(item, base) and f"{item.__module__}.".startswith(f"{module.__name__}.")
    )


def _checked(kind: type[Action[B]], board: B, seat: Seat) -> Iterator[Action[B]]:
    for action in kind.options(board, seat):
        try:
            action.check(board, seat)
        except Refused:
            continue
        yield action


def _union(types: Sequence[type[Any]]) -> Any:
    return Union[tuple(types)]  # noqa: UP007 - built at run time


def _group_by_phase(actions: Sequence[type[Action[B]]]) -> dict[type[Phase], tuple[type[Action[B]], ...]]:
    grouped: dict[type[Phase], tuple[type[Action[B]], ...]] = {}
    for kind in actions:
        for phase in kind.phase if isinstance(kind.phase, tuple) else (kind.phase,):
            grouped[phase] = (*grouped.get(phase, ()), kind)
    return grouped


def _without_defaults(part: object) -> object:
    """Plain data without the fields that equal their defaults: msgspec itself goes by identity, not by equality."""
    if isinstance(part, Struct):
        tag, fields = _defaults_of(type(part))
        data: dict[str, object] = {"type": tag} if tag else {}
        for name, default in fields:
            value = getattr(part, name)
            if value != default:
                data[name] = value if type(value) in _PLAIN else _without_defaults(value)
        return data
    if isinstance(part, tuple):
        return [item if type(item) in _PLAIN else _without_defaults(item) for item in part]
    return part


_PLAIN = frozenset((int, str, bool, float, type(None)))
"""Types whose values have no parts."""


@cache
def _defaults_of(kind: type[Struct]) -> tuple[object, tuple[tuple[str, object], ...]]:
    """The tag of a type, and its fields with their defaults; one without a default equals none."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    none = [object()] * (len(names) - len(defaults))
    return kind.__struct_config__.tag, tuple(zip(names, (*none, *defaults), strict=True))


def _joined(texts: Sequence[str | bytes]) -> str | bytes:
    """JSON lists, all of them text or all bytes, as one list."""
    several: Any = texts
    return f"[{','.join(several)}]" if isinstance(texts[0], str) else b"[" + b",".join(several) + b"]"


def _encode_components(part: object) -> object:
    if isinstance(part_hash := getattr(part, "hash", None), str):
        return part_hash
    raise NotImplementedError(f"{type(part)} has no text")


def _read(data: dict[str, Any], kind: type[Any]) -> Any:
    """An action or effect of a type out of plain data. Raises UnknownAction."""
    known = kind.__struct_encode_fields__
    if unknown := next((name for name in data if name not in known and name != "type"), None):
        raise UnknownAction(f"{kind.__name__} has no field {unknown!r}", f"/{_escape(unknown)}")
    try:
        read = msgspec.convert(data, kind, strict=True)
    except msgspec.ValidationError as error:
        detail, _, where = str(error).partition(" - at `$")
        raise UnknownAction(detail, _pointer(where)) from None
    _need_known_fields(data, read, "")
    return read


def _need_known_fields(data: object, read: object, path: str) -> None:
    """Parts of an action have no other fields than the ones of their types. Raises UnknownAction."""
    if isinstance(data, dict) and isinstance(read, Struct):
        fields = dict(zip(read.__struct_encode_fields__, read.__struct_fields__, strict=True))
        for name, value in data.items():
            if name in fields:
                _need_known_fields(value, getattr(read, fields[name]), f"{path}/{_escape(name)}")
            elif name != read.__struct_config__.tag_field:
                raise UnknownAction(f"{type(read).__name__} has no field {name!r}", f"{path}/{_escape(name)}")
    elif isinstance(data, list) and isinstance(read, tuple):
        for index, pair in enumerate(zip(data, read, strict=False)):
            _need_known_fields(*pair, f"{path}/{index}")


def _pointer(where: str) -> str:
    keys = re.findall(r"\.([\w-]+)|\[(\d+)\]", where.partition("`")[0])
    return "".join(f"/{name or index}" for name, index in keys)


def _escape(key: str) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")
