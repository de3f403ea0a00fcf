"""What a page is made from: the service of the app, and the forms that people send."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec
from flask import current_app, request

from api.errors import UnknownAddress
from api.rest.web import whole_body

if TYPE_CHECKING:
    from api.service import Service

T = TypeVar("T")


def service() -> Service:
    """The log, and everything that works on it."""
    found: Service = current_app.extensions["tabletale"]
    return found


def sent() -> dict[str, str]:
    """The fields of a form that hold anything. Raises IncompleteRequest: half a form could mean something else."""
    whole_body()
    return {name: value for name, value in request.form.items() if value}


def form(kind: type[T]) -> T:
    """The form that was sent. Raises UnknownAddress where it is of another make."""
    try:
        return msgspec.convert(sent(), kind, strict=False)
    except msgspec.ValidationError:
        raise unknown_form() from None


def unknown_form() -> UnknownAddress:
    """What is said to a form that no page of this service has."""
    problem = UnknownAddress("This form is not valid.")
    problem.advise("Load the page again, and send the form from there.")
    return problem
