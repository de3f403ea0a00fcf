"""What can be checked without playing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulesets.kit.building import RULE
from rulesets.kit.by_hand import ByHand
from rulesets.kit.conformance.facts import check_fields_kept
from rulesets.kit.conformance.phases import answered, phases_of, phases_of_action
from rulesets.kit.conformance.profile import nothing_hidden
from rulesets.kit.conformance.texts import need_rule, need_seats
from rulesets.kit.phases import B, Phase
from rulesets.kit.structs import Action, Effect, GameEnded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.conformance.profile import Profile
    from rulesets.kit.ruleset import Ruleset

HIDES_NOTHING = (Action.seen_by, Effect.seen_by, ByHand.seen_by)
"""What is entered by hand hides what its effects hide."""


def check_declarations(ruleset: Ruleset[B]) -> None:
    """Tags, rules, texts of phases, the starter set: all that can be checked without playing."""
    for kinds in (ruleset.effects, ruleset.actions):
        doubled = [tag for tag, n in Counter(kind.__struct_config__.tag for kind in kinds).items() if n > 1]
        assert not doubled, f"{ruleset.name}: two types are called {doubled}"
    for rule in ruleset.rules:
        assert RULE.fullmatch(rule) or rule.startswith("KIT-"), f"{ruleset.name}: {rule} is no id of a rule"
    _check_phases(ruleset)
    check_fields_kept(ruleset)
    _check_titles(ruleset)
    _check_cards_and_questions(ruleset)
    once, again = ruleset.load(ruleset.starter), ruleset.load("# a comment\n" + ruleset.starter)
    assert once.hash == again.hash, f"{ruleset.name}: the hash of a component set depends on more than its content"


def _check_cards_and_questions(ruleset: Ruleset[B]) -> None:
    """Cards and questions have names of their own."""
    cards = [card.id for card in ruleset.history.cards(ruleset.starter_components)]
    for what, names in (("cards", cards), ("questions", [question.name for question in ruleset.questions])):
        doubled = [name for name, n in Counter(names).items() if n > 1]
        assert not doubled, f"{ruleset.name}: two {what} are called {doubled}"
    for question in ruleset.questions:
        assert question.asks.endswith("?"), f"{ruleset.name}: {question.name} asks nothing: {question.asks!r}"


def _check_phases(ruleset: Ruleset[B]) -> None:
    """Each phase has a known rule; and texts of its own, where the ruleset has any."""
    asked = [phase for phase in phases_of(ruleset) if phase in answered(ruleset)]
    has_texts = any(phase.asks != Phase.asks for phase in asked)
    for phase in phases_of(ruleset):
        need_rule(ruleset, f"the phase {phase.__name__}", phase.rule)
        for text in (phase.asks, phase.brief, phase.idle, phase.forgone.replace("{seat}", "")):
            need_seats(f"the phase {phase.__name__}", text, 0)
    for phase in asked:
        assert not has_texts or phase.asks != Phase.asks, f"{ruleset.name}: {phase.__name__} does not say what it asks"


def _check_titles(ruleset: Ruleset[B]) -> None:
    """No two types of action that are asked for at once are called alike."""
    for phase in answered(ruleset):
        kinds = [kind for kind in ruleset.actions if phase in phases_of_action(kind)]
        doubled = [title for title, n in Counter(ruleset.titles[kind.__name__] for kind in kinds).items() if n > 1]
        assert not doubled, f"{ruleset.name}: in {phase.__name__}, two types of action are called {doubled}"


def check_nothing_hidden(ruleset: Ruleset[B], profile: Profile[B]) -> None:
    """A game that says that it has no secrets hides nothing."""
    if profile.hidden is nothing_hidden:
        hiding = [kind.__name__ for kind in (*ruleset.actions, *ruleset.effects) if kind.seen_by not in HIDES_NOTHING]
        assert not hiding, f"{ruleset.name}: nothing is hidden, and yet `seen_by` is overridden by {', '.join(hiding)}"


def all_declared(ruleset: Ruleset[B]) -> frozenset[str]:
    """What can come in a game, as in `Report.declared`."""
    return frozenset(_declared(ruleset))


def _declared(ruleset: Ruleset[B]) -> Iterator[str]:
    yield from (f"action {kind.__name__}" for kind in ruleset.actions)
    yield from (f"effect {kind.__name__}" for kind in ruleset.effects if kind is not GameEnded)
    yield from (f"phase {phase.__name__}" for phase in phases_of(ruleset))
