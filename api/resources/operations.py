"""What operators ask for: does the service run, does the database answer."""

from __future__ import annotations

from api import errors
from api.rest import shapes
from api.rest.web import Routes
from api.service import Service
from api.version import VERSION

routes = Routes()


@routes.get("/healthz")
def healthz(service: Service) -> shapes.Health:
    """Whether the process answers at all."""
    return shapes.Health("ok", VERSION)


@routes.get("/readyz", problems=(errors.DatabaseUnavailable,))
def readyz(service: Service) -> shapes.Health:
    """Whether the database answers too."""
    service.store.position()
    return shapes.Health("ok", VERSION)
