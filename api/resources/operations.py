"""Health checks for operators."""

from __future__ import annotations

from api import errors
from api.rest import shapes
from api.rest.web import Routes
from api.service import Service
from api.version import VERSION

routes = Routes()


@routes.get("/healthz")
def healthz(service: Service) -> shapes.Health:
    """Check that the process answers."""
    return shapes.Health("ok", VERSION)


@routes.get("/readyz", problems=(errors.DatabaseUnavailable,))
def readyz(service: Service) -> shapes.Health:
    """Check that the database answers too."""
    service.store.position()
    return shapes.Health("ok", VERSION)
