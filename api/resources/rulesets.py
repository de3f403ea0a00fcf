"""Rulesets and their component sets."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

from api.errors import BadComponentSet, RulesetMissing, UnknownComponentSet, UnknownRuleset
from api.rest import shapes
from api.rest.web import JSON, YAML, Reply, Routes, Text, encode, invalid
from api.service import Service
from events import ComponentSet, NewSet
from rulesets.kit.components import Source, canonical
from rulesets.kit.ruleset import Ruleset, canonical_document

routes = Routes(ruleset=UnknownRuleset, hash=UnknownComponentSet)


class Named(Struct, frozen=True):
    """The entry of a component set in a list."""

    name: shapes.Line = "unnamed"


@routes.get("/v1/rulesets")
def list_rulesets(service: Service) -> shapes.Rulesets:
    """List rulesets.

    Broken rulesets are listed in `missing`, with the reason.
    """
    items = [_short(ruleset) for ruleset in service.rulesets.values()]
    return shapes.Rulesets(items, None, [shapes.MissingRuleset(each.name, each.why) for each in service.missing])


@routes.get("/v1/rulesets/<ruleset>", problems=(RulesetMissing,))
def show_ruleset(service: Service, ruleset: str) -> shapes.FullRuleset:
    """Show a ruleset.

    Its options and actions are JSON Schemas; rulings are listed with its rules.
    """
    found = ruleset_named(service, ruleset)
    return shapes.FullRuleset(
        name=found.name,
        title=found.title,
        version=found.version,
        seats=list(found.seats),
        score=found.score,
        cooperative=found.cooperative,
        options=Raw(encode(msgspec.json.schema(found.options))),
        choices={option: list(values) for option, values in found.choices(found.starter_components).items()},
        actions={kind: Raw(encode(schema)) for kind, schema in found.schemas().items()},
        starter=found.starter_components.hash,
        scorings=dict(found.sheets.scorings) if found.sheets else {},
        rules=[shapes.Rule(id, text) for id, text in found.rules.items()],
        endings=found.endings,
    )


@routes.get("/v1/rulesets/<ruleset>/component-sets", problems=(RulesetMissing,))
def list_component_sets(service: Service, ruleset: str) -> shapes.ComponentSets:
    """List the component sets of a ruleset, oldest first."""
    found = ruleset_named(service, ruleset)
    return shapes.ComponentSets([_set(item) for item in service.store.component_sets(found.name)], None)


@routes.post("/v1/rulesets/<ruleset>/component-sets", reads=(YAML, JSON), problems=(BadComponentSet, RulesetMissing))
def upload_component_set(service: Service, ruleset: str, body: Text) -> Reply[shapes.ComponentSet]:
    """Upload a component set.

    Its address is the hash of its content: uploading the same set twice stores one. Errors name their line and column.
    """
    found = ruleset_named(service, ruleset)
    found.load(body)
    data = Source(body).data
    hash = service.store.put_component_set(found.name, _name_in(data), body, canonical(data))
    stored = service.store.component_set(hash)
    return Reply(_set(stored), {"Location": f"/v1/component-sets/{hash}"})


@routes.get("/v1/component-sets/<hash>")
def show_component_set(service: Service, hash: shapes.Hash) -> shapes.FullComponentSet:
    """Show a component set, with its file."""
    found = service.store.component_set(hash)
    return shapes.FullComponentSet(
        hash=found.hash,
        ruleset=found.ruleset,
        name=found.name,
        created_at=shapes.time_of(found.created_at),
        source=found.source,
        document=Raw(found.document.encode()),
    )


def ruleset_named(service: Service, name: str) -> Ruleset[Any]:
    """One of the rulesets that are installed. Raises UnknownRuleset, and RulesetMissing for one that is broken."""
    if name not in service.rulesets and name not in {each.name for each in service.missing}:
        raise UnknownRuleset(f"No ruleset is called {name[:80]!r}; installed are {', '.join(service.rulesets)}.")
    return service.library.ruleset_named(name)


def put_starters(service: Service) -> None:
    """Store the sets that ship, so that they can be listed before a game uses them."""
    found = []
    for ruleset in service.rulesets.values():
        found.append(NewSet(ruleset.name, ruleset.starter_name, ruleset.starter, ruleset.starter_document))
        for text in ruleset.other_sets.values():
            document = canonical_document(text)
            found.append(NewSet(ruleset.name, _name_in(msgspec.json.decode(document)), text, document))
    service.store.put_component_sets(found)


def _short(ruleset: Ruleset[Any]) -> shapes.Ruleset:
    return shapes.Ruleset(name=ruleset.name, title=ruleset.title, version=ruleset.version, seats=list(ruleset.seats))


def _set(item: ComponentSet) -> shapes.ComponentSet:
    return shapes.ComponentSet(
        hash=item.hash, ruleset=item.ruleset, name=item.name, created_at=shapes.time_of(item.created_at)
    )


def _name_in(data: object) -> str:
    try:
        return msgspec.convert(data, Named).name
    except msgspec.ValidationError:
        raise invalid("the set's name is text of 1 to 200 characters on one line", "/name") from None
