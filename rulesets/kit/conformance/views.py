"""What viewers see: what happened with secrets unknown, in texts that name none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.conformance.decisions import check_forced
from rulesets.kit.conformance.events import check_sentence
from rulesets.kit.conformance.pictures import check_picture
from rulesets.kit.conformance.texts import WORD, need_ids, need_seats
from rulesets.kit.structs import SPECTATOR, TABLE, Start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.kit.conformance.game import Game
    from rulesets.kit.conformance.profile import GameStep
    from rulesets.kit.phases import B
    from rulesets.kit.structs import Action, Effect, Viewer

FACTS = 10
"""Rows are made of what is seen of one event in this many."""


def check_views(game: Game[B], step: GameStep[B]) -> None:
    """A view is the fold of what its viewer sees: it shows nothing hidden, and gives the seat its legal actions."""
    assert all(effect.seen_by(TABLE) == effect for effect in step.effects), "the table does not see everything"
    for viewer, before in game.views.items():
        seen = _as_seen(step, viewer)
        action = _action_as_seen(step, viewer)
        texts = [_action_texts(game, step, action, before, viewer)]
        boards, sentences = _fold_seen(game, step, seen, before)
        if game.ruleset.fields:
            check_sentence(game, step, sentences, viewer)
        texts.append(sentences)
        game.views[viewer] = view = boards[-1]
        texts.append(game.text if seen == list(step.effects) else game.ruleset.encode(seen))
        if game.version % FACTS == 0:
            texts.append(game.ruleset.encode(list(game.ruleset.facts(before, step.seat, action, seen))))
        _check_secrets(game, step, viewer, " ".join(texts))
        _check_view(game, step.after, view, viewer)
        _check_secrets(game, step, viewer, check_picture(game, viewer, before, view, seen, sentences))
        for forced in game.forced:
            check_forced(game, forced, boards[forced.effects], viewer)
    sentence = game.ruleset.sentence(step.before, step.effects)
    check_picture(game, TABLE, step.before, step.after, step.effects, sentence)


def _as_seen(step: GameStep[B], viewer: Viewer) -> list[Effect[B]]:
    seen = [effect.seen_by(viewer) for effect in step.effects]
    for true, effect in zip(step.effects, seen, strict=True):
        assert type(true) is type(effect), f"{true} is seen as {effect}"
        assert effect is true or effect.seen_by(viewer) == effect, f"{effect} is seen as less the second time"
    return seen


def _fold_seen(game: Game[B], step: GameStep[B], seen: Sequence[Effect[B]], view: B) -> tuple[list[B], str]:
    """The views before, between and after the effects, and what they say, as `Ruleset.sentence` puts it together."""
    boards, texts = [view], []
    for true, effect in zip(step.effects, seen, strict=True):
        sentence = effect.sentence(view)
        need_seats(effect, sentence, game.seats)
        if sentence:
            texts.append(sentence)
        if effect is not true:
            need_ids(effect, effect.touches())
        view = effect.apply(view)
        boards.append(view)
    return boards, " ".join(texts)


def _action_as_seen(step: GameStep[B], viewer: Viewer) -> Action[B] | Start:
    if step.seat is None or isinstance(step.action, Start):
        return step.action
    action = step.action.seen_by(viewer, step.seat)
    assert type(action) is type(step.action), f"{step.action} is seen as {action}"
    assert action.seen_by(viewer, step.seat) == action, f"{action} is seen as less the second time"
    return action


def _action_texts(game: Game[B], step: GameStep[B], action: Action[B] | Start, view: B, viewer: Viewer) -> str:
    """The action's text and label, for a viewer who may know neither its secrets nor those of the board."""
    if step.seat is None or isinstance(action, Start):
        return ""
    need_ids(action, game.ruleset.touches(view, step.seat, action))
    label = action.label(view, step.seat)
    assert label, f"{action} has no label for {viewer}"
    need_seats(action, label, game.seats)
    return f"{game.ruleset.encode(action)} {label}"


def _check_secrets(game: Game[B], step: GameStep[B], viewer: Viewer, texts: str) -> None:
    """Nothing that was hidden before and is hidden after is named."""
    if named := game.names.intersection(WORD.findall(texts)):
        hidden = game.profile.hidden
        leaked = named.intersection(hidden(step.before, viewer)).intersection(hidden(step.after, viewer))
        assert not leaked, f"{viewer} may not know {sorted(leaked)}"


def _check_view(game: Game[B], truth: B, view: B, viewer: Viewer) -> None:
    ruleset = game.ruleset
    assert (view.round, view.turn) == (truth.round, truth.turn), f"{viewer} sees round {view.round}, turn {view.turn}"
    assert type(view.pending) is type(truth.pending), f"{viewer} sees the phase {view.pending}"
    assert ruleset.waiting_for(view) == ruleset.waiting_for(truth), f"{viewer} sees other seats waited for"
    assert ruleset.standing(view) == ruleset.standing(truth), f"{viewer} sees another standing"
    if viewer != SPECTATOR and viewer != TABLE:
        seen = list(ruleset.legal_actions(view, viewer))
        assert seen == game.lists[viewer], f"seat {viewer} cannot tell its legal actions from what it sees"
    game.profile.view(truth, view, viewer)
