"""The OpenAPI document."""

from __future__ import annotations

from flask import current_app
from msgspec import Raw

from api.rest.web import Routes, encode
from api.service import Service

routes = Routes()


@routes.get("/openapi.json")
def openapi(service: Service) -> Raw:
    """Show this interface as an OpenAPI 3.1 document."""
    return Raw(encode(current_app.extensions["openapi"]()))
