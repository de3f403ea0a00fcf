"""The service of the app, and the form of the current request."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec
from flask import current_app, request

from api.errors import UnknownAddress
from api.rest.web import whole_body, whole_form

if TYPE_CHECKING:
    from typing import IO

    from api.service import Service

T = TypeVar("T")


def service() -> Service:
    """The service of the current app."""
    found: Service = current_app.extensions["tabletale"]
    return found


def sent() -> dict[str, str]:
    """The fields of the form that are not empty. Raises IncompleteRequest if the body is incomplete."""
    whole_body()
    return _filled()


def _filled() -> dict[str, str]:
    return {name: value for name, value in request.form.items() if value}


def sent_with_file(name: str) -> tuple[dict[str, str], IO[bytes] | None]:
    """The fields of the form that are not empty, and its file; None if none was chosen.

    Raises BodyTooLarge, and IncompleteRequest if the body is incomplete.
    """
    whole_form()
    file = request.files.get(name)
    return _filled(), file.stream if file and file.filename else None


def form(kind: type[T]) -> T:
    """The form as `kind`. Raises UnknownAddress if its fields do not fit."""
    try:
        return msgspec.convert(sent(), kind, strict=False)
    except msgspec.ValidationError:
        raise unknown_form() from None


def unknown_form() -> UnknownAddress:
    """The problem for a form that no page has."""
    problem = UnknownAddress("This form is not valid.")
    problem.advise("Load the page again, and send the form from there.")
    return problem
