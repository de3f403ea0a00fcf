"""Events: their effects, their texts, and the rows that statistics keep of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from rulesets.kit.conformance.facts import check_columns, check_history
from rulesets.kit.conformance.texts import need_ids, need_seats
from rulesets.kit.play import EFFECT_CAP, fold
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from rulesets.kit.conformance.game import Game
    from rulesets.kit.conformance.profile import GameStep
    from rulesets.kit.phases import B
    from rulesets.kit.structs import Action, Viewer

_SEAT = re.compile(r"\{\d+\}")
SAMPLED = 0.1
"""Share of the events whose boards are written and compared as texts."""


def check_fold(game: Game[B], step: GameStep[B]) -> None:
    """The board is the fold of the effects, also when they come out of the log."""
    ruleset = game.ruleset
    game.text = text = ruleset.encode(step.effects)
    effects = ruleset.decode_effects(text)
    assert tuple(effects) == step.effects, f"effects do not come back out of their JSON: {text}"
    assert ruleset.encode(effects) == text, f"effects out of their JSON are written in another way: {text}"
    after = fold(step.before, effects)
    assert after == step.after, "the fold of the effects is another board"
    assert 1 <= len(step.effects) <= EFFECT_CAP, f"the event has {len(step.effects)} effects"
    if game.rng.random() < SAMPLED * game.profile.watched:
        folded, decided = (ruleset.encode_board(board) for board in (after, step.after))
        assert folded == decided, "two boards that are equal are written in different ways"


def check_action_text(game: Game[B], action: Action[B]) -> None:
    """An action comes back out of its JSON."""
    text = game.ruleset.encode(action)
    assert game.ruleset.decode_action(text) == action, f"the action does not come back out of its JSON: {text}"
    assert game.ruleset.read_action(msgspec.json.decode(text)) == action, f"the action is not read: {text}"


def check_effect_texts(game: Game[B], step: GameStep[B]) -> None:
    """Sentences name seats of this game, and what is touched has ids."""
    board = step.before
    for effect in step.effects:
        sentence = effect.sentence(board)
        assert isinstance(sentence, str), f"{effect} says {sentence!r}"
        need_seats(effect, sentence, game.seats)
        need_ids(effect, effect.touches())
        board = effect.apply(board)
        game.report.passed[type(board.pending).__name__] += 1


_AMISS = (
    (re.compile(r"\b[a-z]+:[a-z0-9]|\b[a-z_]+-\d+[a-z]?\b|\b[a-z]+_[a-z]+|\?\w"), "an id"),
    (re.compile(r"\b[Ss]eat \d|\b[Oo]ption \d|\b(None|True|False)\b"), "not how players talk"),
    (
        re.compile(r"(?:\b[a-z]+|[,;:(]) 1 (?!is\b|was\b|has\b|as\b|less\b|minus\b|plus\b)[A-Za-z]+[^s\W]s\b"),
        "no plural",
    ),
    (re.compile(r"\b[Aa] [aeio]\w|\b[Aa]n [bcdfgjklmnpqrstvwxz]\w"), "the wrong article"),
    (re.compile(r"  |\s[.,;:]|[.,;:]{2}|\(\)|^[a-z]|[^.!?)]$"), "bad punctuation"),
)
"""What a sentence must not have, and what that is. Names of cards may look like it: see `Profile.sayings`."""


def check_sentence(game: Game[B], step: GameStep[B], sentence: str, viewer: Viewer = TABLE) -> None:
    """The sentences of an event name who acted, for a reader who did not see the table; also those for viewers who may
    not know what exactly happened."""
    assert sentence, f"the event has no sentence for {viewer}"
    assert step.seat is None or f"{{{step.seat}}}" in sentence, f"it does not name who acted: {sentence!r}"
    plain = _SEAT.sub("Ann", sentence)
    for name in game.profile.sayings:
        plain = plain.replace(name, "Name")
    for amiss, what in _AMISS:
        found = amiss.search(plain)
        assert not found, f"{found and found[0]!r} is {what} in {sentence!r}, as {viewer} reads it"


def check_scores(game: Game[B], step: GameStep[B]) -> None:
    """No effect changes the standing but those that `changed_by` names."""
    ruleset, board = game.ruleset, step.before
    for effect in step.effects:
        after = effect.apply(board)
        if type(effect) not in ruleset.scoring:
            assert ruleset.standing(after) == ruleset.standing(board), (
                f"{effect} changes the standing, but changed_by does not name it"
            )
        board = after


def check_facts(game: Game[B], step: GameStep[B]) -> None:
    """Each row belongs to the action or to one of its effects, and the action has exactly one."""
    facts = list(game.ruleset.facts(step.before, step.seat, step.action, step.effects))
    steps = [fact.step for fact in facts]
    assert steps.count(0) == 1, f"the action has {steps.count(0)} rows of facts"
    assert steps == sorted(steps), "facts are not in the order of the effects"
    assert steps[-1] <= len(step.effects), "a fact of an effect that does not exist"
    for fact in facts:
        assert fact.seat is None or 1 <= fact.seat <= game.seats, f"{fact} is of no seat"
        check_columns(fact, game.cards)
    if game.rng.random() < SAMPLED * game.profile.watched:
        check_history(game, step)
