"""What statistics keep: every field of every action and effect, or a reason why not."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from rulesets.kit.facts import Fact, columns_of
from rulesets.kit.phases import seats_of
from rulesets.kit.structs import Action, Effect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.conformance.game import Game
    from rulesets.kit.conformance.profile import GameStep
    from rulesets.kit.phases import B
    from rulesets.kit.ruleset import Ruleset

Kind = type[Action[Any]] | type[Effect[Any]]

DEFAULTS = ("Action.fact", "Effect.facts")
"""The methods that go by names and `columns` alone."""


def check_fields_kept(ruleset: Ruleset[B]) -> None:
    """Each field has a column, or is silent with a reason; a reason that no field needs is a mistake."""
    faults = [fault for kind in (*ruleset.actions, *ruleset.effects) for fault in faults_of(kind)]
    assert not faults, f"{ruleset.name}: fields of actions and effects: {'; '.join(faults)}"


def faults_of(kind: Kind) -> Iterator[str]:
    """What is wrong with what statistics keep of a type."""
    kept, fields = fields_kept(kind), set(kind.__struct_fields__)
    for name in sorted(fields - kept - set(kind.silent)):
        yield f"{kind.__name__}.{name} has no column: tell it in its facts, in `columns`, or say why not in `silent`"
    for name in sorted(kept & set(kind.silent)):
        yield f"{kind.__name__}.{name} is silent, and has a column all the same"
    for name in sorted((set(kind.silent) | set(kind.columns)) - fields):
        yield f"{kind.__name__} has no field {name}"
    for name, column in kind.columns.items():
        if column not in Fact.__struct_fields__:
            yield f"{kind.__name__}.{name}: there is no column {column}"


def fields_kept(kind: Kind) -> frozenset[str]:
    """The fields that the rows of a type are made of, as its code reads them."""
    method = "fact" if issubclass(kind, Action) else "facts"
    return frozenset(_read(kind, method, kind)) & frozenset(kind.__struct_fields__)


def _read(kind: type[Any], name: str, begun: Kind) -> set[str]:
    """The fields of `self` that a method reads, and those that what it calls on `self` reads."""
    owner = next((base for base in kind.__mro__ if name in vars(base)), None)
    if owner is None:
        return set()
    if f"{owner.__name__}.{name}" in DEFAULTS:
        return {field for field, _ in columns_of(begun)}
    found, above = set[str](), kind.__mro__[kind.__mro__.index(owner) + 1 :]
    for node in ast.walk(_source(vars(owner)[name])):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            found |= {node.attr} if node.attr in begun.__struct_fields__ else _read(begun, node.attr, begun)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call) and _is_super(node.value):
            found |= _read_above(above, node.attr, begun)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "fact_of":
            found |= {field for field, _ in columns_of(begun)}
    return found


def _read_above(bases: tuple[type[Any], ...], name: str, begun: Kind) -> set[str]:
    base = next((base for base in bases if name in vars(base)), None)
    return _read(base, name, begun) if base else set()


def _is_super(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "super"


@cache
def _source(member: Any) -> ast.AST:
    function = getattr(member, "fget", None) or getattr(member, "func", None) or getattr(member, "__func__", member)
    if not inspect.isfunction(function):
        return ast.Pass()
    return ast.parse(dedent(inspect.getsource(function)))


# --- in a game


def check_columns(fact: Fact, cards: frozenset[str]) -> None:
    """Text stands in columns of text, numbers in those of numbers, and cards are those of the set."""
    for name in ("card", "place", "target", "kind", "source", "choice"):
        text = getattr(fact, name)
        assert text is None or (isinstance(text, str) and text), f"{fact.type}.{name} is {text!r}, and not a word"
    for name in ("value", "die_sides", "die_face"):
        number = getattr(fact, name)
        assert number is None or (isinstance(number, int) and not isinstance(number, bool)), (
            f"{fact.type}.{name} is {number!r}, and not a whole number"
        )
    assert (fact.mean is None) == (fact.variance is None), f"{fact.type} has a mean or a variance, and not the other"
    for name in ("card", "source") if cards else ():
        id_ = getattr(fact, name)
        assert id_ is None or id_ in cards, f"{fact.type}.{name} is {id_!r}, which `cards` does not list"


def check_history(game: Game[B], step: GameStep[B]) -> None:
    """`holdings` and `faction` work on any board, and give each thing once."""
    history, board = game.ruleset.history, step.after
    held = [(holding.seat, holding.what, holding.place) for holding in history.holdings(board)]
    assert len(held) == len(set(held)), f"holdings(board) gives twice {sorted(map(str, held))}"
    seats = seats_of(board)
    assert all(seat is None or seat in seats for seat, _, _ in held), "holdings(board) names a seat that does not exist"
    for seat in seats:
        for dimension, names in history.faction(board, seat).items():
            assert dimension.isidentifier(), f"faction(board, seat) has the dimension {dimension!r}"
            assert all(names), f"faction(board, seat) names nothing as {dimension}"
