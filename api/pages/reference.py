"""The reference at /docs: generated from the OpenAPI document and the tree of errors alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from flask import current_app
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Raw

from api import errors
from api.rest.markup import code
from api.rest.openapi import ANYWHERE
from api.rest.web import HTML, Content, Routes, encode
from api.service import Service
from rulesets.kit.look import LOOK

CSS = "text/css"
HERE = Path(__file__).parent

routes = Routes()


@routes.get("/openapi.json")
def openapi(service: Service) -> Raw:
    """This interface as an OpenAPI 3.1 document."""
    return Raw(encode(_document()))


@routes.get("/docs", writes=(HTML,))
def docs(service: Service) -> Content:
    """This interface as a page to read."""
    document = _document()
    everywhere = {kind.slug for kind in ANYWHERE}
    return _page("reference.html.jinja", document=document, groups=_groups(document), everywhere=everywhere)


@routes.get("/docs/style.css", writes=(CSS,))
def docs_style(service: Service) -> Content:
    """How that page looks."""
    return Content((LOOK / "tokens.css").read_bytes() + (HERE / "reference.css").read_bytes())


@routes.get("/problems/<slug>", writes=(HTML,), problems=(errors.UnknownAddress,))
def show_problem(service: Service, slug: str) -> Content:
    """What a problem means, and what to do about it: the page that the `type` of an answer names."""
    found = next((kind for kind in errors.kinds() if kind.slug == slug), None)
    if found is None:
        raise errors.UnknownAddress(f"There is no problem {slug[:80]!r}.")
    return _page("problem.html.jinja", kind=found, kinds=list(errors.kinds()))


def _document() -> dict[str, Any]:
    """The OpenAPI document of the app that answers."""
    document: dict[str, Any] = current_app.extensions["openapi"]()
    return document


def _groups(document: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The operations by subject, in the order in which they are served."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            entry = {"method": method.upper(), "path": path, **operation}
            groups.setdefault(operation["tags"][0].replace("_", " "), []).append(entry)
    return groups


def _page(name: str, **context: object) -> Content:
    return Content(_templates().get_template(name).render(**context).encode())


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE), undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"json": _pretty, "words": _words, "shape": _shape, "code": code}
    return environment


def _pretty(value: object) -> str:
    return msgspec.json.format(encode(value), indent=2).decode()


def _shape(schema: dict[str, Any]) -> str | None:
    """The name of the shape that a schema refers to."""
    found = schema.get("$ref", schema.get("items", {}).get("$ref") if isinstance(schema.get("items"), dict) else None)
    return found.rpartition("/")[2] if found else None


def _words(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return _shape(schema) or ""
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_words(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{_words(schema.get('items', {}))}]"
    bounds = [f"{schema[low]}.." for low in ("minimum",) if low in schema]
    bounds = [f"{schema.get('minimum', '')}..{schema['maximum']}"] if "maximum" in schema else bounds
    return " ".join([str(schema.get("format", schema.get("type", "anything"))), *bounds])
