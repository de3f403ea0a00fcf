"""The reference at /docs, and a page for each problem: generated from the OpenAPI document and the tree of errors."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import current_app, render_template

from api import errors
from api.pages.base import blueprint
from api.rest.openapi import ANYWHERE
from api.rest.web import encode


@blueprint.get("/docs")
def docs() -> str:
    """The reference of the REST API."""
    document: dict[str, Any] = current_app.extensions["openapi"]()
    everywhere = {kind.slug for kind in ANYWHERE}
    return render_template("pages/reference.html", document=document, groups=_groups(document), everywhere=everywhere)


@blueprint.get("/problems")
def problems() -> str:
    """The list of all problems."""
    return render_template("pages/problems.html", kinds=errors.kinds())


@blueprint.get("/problems/<slug>")
def about_problem(slug: str) -> str:
    """What a problem means, and what to do about it: the page that the `type` of an answer names."""
    found = next((kind for kind in errors.kinds() if kind.slug == slug), None)
    if found is None:
        raise errors.UnknownAddress(f"There is no problem {slug[:80]!r}.").advise("Choose one from /problems.")
    return render_template("pages/about_problem.html", kind=found, kinds=errors.kinds())


def _groups(document: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The operations by subject, in the order in which they are served."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            entry = {"method": method.upper(), "path": path, **operation}
            groups.setdefault(operation["tags"][0].replace("_", " "), []).append(entry)
    return groups


@blueprint.app_template_filter("pretty")
def _pretty(value: object) -> str:
    """Plain data as JSON over several lines."""
    return msgspec.json.format(encode(value), indent=2).decode()


@blueprint.app_template_filter("shape")
def _shape(schema: dict[str, Any]) -> str | None:
    """The name of the schema that a schema refers to."""
    found = schema.get("$ref", schema.get("items", {}).get("$ref") if isinstance(schema.get("items"), dict) else None)
    return found.rpartition("/")[2] if found else None


@blueprint.app_template_filter("in_words")
def _in_words(schema: dict[str, Any]) -> str:
    """A JSON schema in a few words."""
    if "$ref" in schema:
        return _shape(schema) or ""
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_in_words(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{_in_words(schema.get('items', {}))}]"
    bounds = [f"{schema[low]}.." for low in ("minimum",) if low in schema]
    bounds = [f"{schema.get('minimum', '')}..{schema['maximum']}"] if "maximum" in schema else bounds
    return " ".join([str(schema.get("format", schema.get("type", "anything"))), *bounds])
