"""The OpenAPI 3.1 document, written from the endpoints themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from api.errors import (
    AddressTooLong,
    BodyTooLarge,
    DamagedData,
    DatabaseUnavailable,
    HeadersTooLarge,
    HostNotAllowed,
    IdempotencyKeyReused,
    IncompleteRequest,
    InternalError,
    InvalidHttp,
    InvalidJson,
    InvalidRequest,
    NotAcceptable,
    OriginNotAllowed,
    Overloaded,
    Problem,
    RequestTimeout,
    RulesetMissing,
    StaleVersion,
    TokenNeeded,
    UnmetExpectation,
    UnsupportedCoding,
    UnsupportedMediaType,
)
from api.rest import shapes
from api.rest.examples import EXAMPLES
from api.rest.problems import PROBLEM_JSON, details
from api.rest.web import HTML, JSON, Content, Endpoint, Many, Rest, Text, Upload, may_be_left_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Schema = dict[str, Any]

LONG_PATTERN = 200
"""Patterns with more characters are left out: nobody reads them."""

REF = "#/components/schemas/{name}"

IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "description": "The version of the game that the caller saw, in quotes.",
    "schema": {"type": "string", "pattern": r'^("\d{1,9}"|\*)$'},
    "example": '"57"',
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Makes it safe to send again: the same request with the same key is carried out only once.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
    "example": "b5c0a5e2",
}
LAST_EVENT = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The last version that the interrupted stream sent; browsers set this header by themselves.",
    "schema": {"type": "string"},
    "example": "57",
}
TABLE_TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "For a service that was started with `--table`: the last part of the link that it printed.",
}
BY_READING: dict[str, tuple[type[Problem], ...]] = {
    "query": (InvalidRequest,),
    "body": (InvalidJson, UnsupportedMediaType, InvalidRequest),
    "expected": (InvalidRequest, StaleVersion),
    "precondition": (InvalidRequest, IdempotencyKeyReused),
    "media": (NotAcceptable,),
}
"""The problems that reading a request can cause, by the parameters of the view."""

BEFORE_A_VIEW: tuple[type[Problem], ...] = (
    InvalidHttp,
    IncompleteRequest,
    RequestTimeout,
    BodyTooLarge,
    AddressTooLong,
    UnmetExpectation,
    HeadersTooLarge,
    UnsupportedCoding,
    Overloaded,
)
"""Problems that the web server itself answers with, to an incomplete request."""

ACCESS: tuple[type[Problem], ...] = (TokenNeeded, HostNotAllowed, OriginNotAllowed)
"""Problems of table mode, which a browser gets as pages."""

ANYWHERE: tuple[type[Problem], ...] = (*BEFORE_A_VIEW, *ACCESS, DatabaseUnavailable, DamagedData, InternalError)


def document(endpoints: Sequence[Endpoint], version: str) -> Schema:
    """The whole document."""
    schemas = _Schemas(endpoints)
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.address, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tabletale",
            "version": version,
            "summary": "An event-sourced log of tabletop games: record, replay, undo, ask.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"table": []}],
        "paths": paths,
        "components": {"schemas": schemas.components, "securitySchemes": {"table": TABLE_TOKEN}},
    }


def problems_of(endpoint: Endpoint) -> tuple[type[Problem], ...]:
    """Every problem that an endpoint can answer with."""
    reading = (kind for name in endpoint.parameters for kind in BY_READING.get(name, ()))
    moved = (StaleVersion,) if {"precondition", "game_id"} <= endpoint.parameters.keys() else ()
    played = (RulesetMissing,) if "game_id" in endpoint.parameters else ()
    found = (*endpoint.problems, *endpoint.missing_kinds, *reading, *moved, *played, *ANYWHERE)
    return tuple(dict.fromkeys(found))


class _Schemas:
    """The schemas of all types of the endpoints."""

    def __init__(self, endpoints: Iterable[Endpoint]) -> None:
        types = [shapes.ProblemDetails]
        for endpoint in endpoints:
            types += [
                kind
                for kind in (endpoint.answer, *endpoint.also.values(), *endpoint.parameters.values())
                if _is_data(kind)
            ]
        unique = list({repr(kind): kind for kind in types}.values())
        made, self.components = msgspec.json.schema_components(unique, ref_template=REF)
        _drop_long_patterns(self.components)
        self._by_type = dict(zip(map(repr, unique), made, strict=True))

    def of(self, kind: Any) -> Schema:
        """The schema of a type, by reference where it has a name."""
        return self._by_type[repr(kind)] if _is_data(kind) else {"type": "string"}


def _drop_long_patterns(schema: Any) -> None:
    """Leave out patterns that list the ranges of Unicode: the description says what they mean."""
    if isinstance(schema, dict):
        if len(str(schema.get("pattern", ""))) > LONG_PATTERN:
            del schema["pattern"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            _drop_long_patterns(part)


def _is_data(kind: Any) -> bool:
    return kind not in (None, type(None), Content, Text, Upload, Rest, Many)


def _operation(endpoint: Endpoint, schemas: _Schemas) -> Schema:
    operation: Schema = {
        "operationId": endpoint.name,
        "tags": [endpoint.view.__module__.rpartition(".")[2]],
        "summary": endpoint.summary,
        "parameters": list(_parameters(endpoint, schemas)),
        "responses": _responses(endpoint, schemas),
    }
    if endpoint.description:
        operation["description"] = endpoint.description
    if endpoint.reads:
        required = not may_be_left_out(endpoint.parameters["body"])
        operation["requestBody"] = {"required": required, "content": _body(endpoint, schemas)}
    return operation


def _parameters(endpoint: Endpoint, schemas: _Schemas) -> Iterable[Schema]:
    for name in endpoint.address_parts:
        yield {"name": name, "in": "path", "required": True, "schema": schemas.of(endpoint.parameters[name])}
    if "query" in endpoint.parameters:
        yield from _query(schemas, endpoint.parameters["query"])
    if "rest" in endpoint.parameters:
        values = {"type": "object", "additionalProperties": {"type": "string"}}
        yield {"name": "fields", "in": "query", "style": "form", "explode": True, "schema": values}
    if "many" in endpoint.parameters:
        values = {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
        yield {"name": "fields", "in": "query", "style": "form", "explode": True, "schema": values}
    if "precondition" in endpoint.parameters:
        yield from (IF_MATCH, IDEMPOTENCY_KEY) if "game_id" in endpoint.parameters else (IDEMPOTENCY_KEY,)

    if "expected" in endpoint.parameters:
        yield IF_MATCH
    if "last_event" in endpoint.parameters:
        yield LAST_EVENT


def _query(schemas: _Schemas, kind: Any) -> Iterable[Schema]:
    schema = schemas.components[schemas.of(kind)["$ref"].rpartition("/")[2]]
    for name, value in schema["properties"].items():
        yield {"name": name, "in": "query", "required": name in schema.get("required", ()), "schema": value}


def _body(endpoint: Endpoint, schemas: _Schemas) -> Schema:
    kind = endpoint.parameters["body"]
    text = {"schema": {"type": "string"}}
    content = dict.fromkeys(endpoint.reads, text)
    if JSON in content:
        content[JSON] = {"schema": {}} if kind in (Text, Upload) else _content(kind, schemas)
    return content


def _content(kind: Any, schemas: _Schemas) -> Schema:
    content: Schema = {"schema": schemas.of(kind)}
    if (example := EXAMPLES.get(kind)) is not None:
        content["example"] = example
    return content


def _responses(endpoint: Endpoint, schemas: _Schemas) -> Schema:
    responses: Schema = {str(endpoint.status): _answer(endpoint, schemas)}
    for status, kind in endpoint.also.items():
        responses[str(status)] = {"description": kind.__doc__ or "", "content": {JSON: _content(kind, schemas)}}
    if endpoint.method == "GET" and endpoint.writes[0] != "text/html":
        responses["304"] = {"description": "Not changed: `If-None-Match` still matches."}
    for kind in sorted(problems_of(endpoint), key=lambda kind: kind.status):
        _add_problem(responses, kind)
    return responses


def _answer(endpoint: Endpoint, schemas: _Schemas) -> Schema:
    if endpoint.status == 204:
        return {"description": "Done."}
    content: Schema = {media: {"schema": {"type": "string"}} for media in endpoint.writes}
    if _is_data(endpoint.answer):
        content[JSON] = _content(endpoint.answer, schemas)
    answer: Schema = {"description": endpoint.summary + ".", "content": content}
    if endpoint.status == 201:
        answer["headers"] = {"Location": {"description": "Its address.", "schema": {"type": "string"}}}
    return answer


def _add_problem(responses: Schema, kind: type[Problem]) -> None:
    answer = responses.setdefault(str(kind.status), {"description": "", "content": {PROBLEM_JSON: {}}})
    answer["description"] = f"{answer['description']} {kind.title}.".strip()
    content = answer["content"][PROBLEM_JSON]
    content["schema"] = {"$ref": REF.format(name="ProblemDetails")}
    if kind in ACCESS:
        answer["content"][HTML] = {"schema": {"type": "string"}}
    content.setdefault("examples", {})[kind.slug] = {"value": msgspec.json.decode(msgspec.json.encode(details(kind())))}
