"""Problems with the request itself."""

from __future__ import annotations

from api.errors.base import BadRequest


class InvalidHttp(
    BadRequest,
    slug="invalid-http",
    title="Invalid HTTP request",
    status=400,
    detail="The request is not valid HTTP.",
    next_step="Correct what the detail names, or let an HTTP client library write the request.",
):
    """The request is not valid HTTP."""


class IncompleteRequest(
    BadRequest,
    slug="incomplete-request",
    title="Request incomplete",
    status=400,
    detail="The connection ended before the whole request arrived.",
    next_step="Send the whole request again, with the same Idempotency-Key if it has one. Nothing of it was stored.",
):
    """The request ended before all of it arrived."""


class InvalidJson(
    BadRequest,
    slug="invalid-json",
    title="Invalid JSON",
    status=400,
    detail="The body is not JSON.",
    next_step="Send one well-formed JSON document, in UTF-8.",
):
    """The body is not JSON."""


class InvalidRequest(
    BadRequest,
    slug="invalid-request",
    title="Invalid request",
    status=422,
    detail="A field is unknown, missing, or of the wrong type.",
    next_step="Correct the places named in `errors`; /openapi.json says what each may hold.",
    next_command="Correct what is named; the command's --help says what each option may hold.",
    next_click="Go back, correct what is named here, and send it again.",
):
    """A field is unknown, missing, or of the wrong type."""


class MethodNotAllowed(
    BadRequest,
    slug="method-not-allowed",
    title="Method not allowed",
    status=405,
    detail="This address does not take this method.",
    next_step="Use one of the methods in the header `Allow`.",
    next_click="Go back to the page with the form: this address only takes what the form sends.",
):
    """The address does not take this method."""


class NotAcceptable(
    BadRequest,
    slug="not-acceptable",
    title="Format not available",
    status=406,
    detail="The answer is not available in the format that `Accept` asks for.",
    next_step="Ask in `Accept` for one of the formats that the detail names.",
):
    """The answer is not available in the requested format."""


class RequestTimeout(
    BadRequest,
    slug="request-timeout",
    title="Request timed out",
    status=408,
    detail="The request arrived too slowly.",
    next_step="Send the whole request again, without pauses. Nothing of it was stored.",
):
    """The request arrived too slowly."""


class BodyTooLarge(
    BadRequest,
    slug="body-too-large",
    title="Request body too large",
    status=413,
    detail="A body may have at most 1 MiB, a file of games 256 MiB.",
    next_step="Send less at a time: fewer actions in a request, a smaller component set, or fewer games in a file.",
):
    """The body is larger than 1 MiB, or a file of games larger than 256 MiB."""


class AddressTooLong(
    BadRequest,
    slug="address-too-long",
    title="Address too long",
    status=414,
    detail="The address of the request is too long.",
    next_step="Shorten its query: ask for less at a time.",
):
    """The address is too long."""


class UnsupportedMediaType(
    BadRequest,
    slug="unsupported-media-type",
    title="Unsupported media type",
    status=415,
    detail="This address does not read bodies of that media type.",
    next_step="Send one of the media types that the detail names, and name it in `Content-Type`.",
):
    """The address does not read bodies of that media type."""


class UnmetExpectation(
    BadRequest,
    slug="unmet-expectation",
    title="Unsupported Expect header",
    status=417,
    detail="The header `Expect` asks for something that the service does not know.",
    next_step="Send `Expect: 100-continue`, or leave the header out.",
):
    """The header `Expect` asks for something unknown."""


class HeadersTooLarge(
    BadRequest,
    slug="headers-too-large",
    title="Headers too large",
    status=431,
    detail="The request has too many headers, or one that is too large.",
    next_step="Send fewer or shorter headers.",
):
    """The headers are too many or too large."""
