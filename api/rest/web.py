"""Turns typed functions into endpoints: the signature says how to read a request, the return type what to answer.

    routes = Routes(game_id=UnknownGame)

    @routes.get("/v1/games/<game_id>")
    def show_game(service: Service, game_id: UUID, query: Looking) -> shapes.Game:
        '''One game.'''

Names of parameters and what they get:

    service         the service of the app
    query           a struct of query parameters; `rest` gets the others
    body            the JSON body, of the annotated type; `Text` is the body as it was sent, `Upload` a file to read
    expected        the version of the game that the caller saw, from If-Match
    precondition    the same, and the Idempotency-Key
    last_event      the last version that an interrupted stream sent, from Last-Event-ID
    media           the media type that the caller prefers by `Accept`, one of the endpoint's
    anything else   a part of the address

Why not a library: docs/adr/0001-own-web-layer.md.
"""

from __future__ import annotations

import hashlib
import io
import re
import socket
from contextlib import suppress
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    BinaryIO,
    Generic,
    NewType,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from flask import Response, request
from msgspec import UNSET, Meta, Struct, UnsetType
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from api.errors import (
    BodyTooLarge,
    FieldFault,
    IncompleteRequest,
    InvalidHttp,
    InvalidJson,
    InvalidRequest,
    NotAcceptable,
    NotFound,
    Problem,
    UnknownAddress,
    UnsupportedMediaType,
    Where,
)
from api.rest.body_limits import FEWER_GAMES, MAX_BODY, MAX_UPLOAD, WITH_LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from flask import Flask

T = TypeVar("T")
View = TypeVar("View", bound="Callable[..., Any]")

JSON = "application/json"
JSON_LINES = "application/x-ndjson"
YAML = "application/yaml"
HTML = "text/html"
SVG = "image/svg+xml"
PNG = "image/png"
EVENT_STREAM = "text/event-stream"

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture that is opened by itself may load and run nothing."""

UPLOAD_PIECE = 1 << 16
"""How many bytes of an upload are read at a time."""

ON_EACH_LINE = "Send one well-formed JSON document on each line, in UTF-8."

Text = NewType("Text", str)
"""A body as it was sent."""

Upload = NewType("Upload", BinaryIO)
"""A body as a file, which may be larger than memory should hold. `limits.UPLOADS_TO` names its address as well."""

Rest = NewType("Rest", dict[str, str])
"""The query parameters that the struct does not name."""

Many = NewType("Many", dict[str, tuple[str, ...]])
"""The same, each as often as it is given."""

Content = NewType("Content", bytes)
"""An answer that is not JSON; the endpoint says which media type it is."""

encode = msgspec.json.Encoder().encode

_FORMS: dict[str, str] = {}


def form(pattern: str, words: str, *, max_length: int) -> Meta:
    """A text with this pattern; `words` describe it in the answer to a text that does not match."""
    _FORMS[repr(pattern)] = words
    return Meta(pattern=pattern, description=words, max_length=max_length)


class Streamed(Struct, frozen=True):
    """An answer that is sent as it is made."""

    parts: Iterator[bytes]


class Reply(Struct, Generic[T], frozen=True):
    """An answer with headers, a status or a media type of its own."""

    body: T
    headers: dict[str, str] = {}
    status: int | UnsetType = UNSET
    """The endpoint's, unless given."""
    media: str | UnsetType = UNSET
    """The endpoint's first, unless given."""


class Precondition(Struct, frozen=True):
    """The conditions of a write to a game."""

    expected: int | None = None
    """The version of the game that the caller saw, from If-Match."""
    key: str | None = None
    """The Idempotency-Key."""
    fingerprint: bytes = b""
    """SHA-256 of the request: its address and the content of its body, independent of formatting."""


class Endpoint(Struct, frozen=True, kw_only=True):
    """An address with a method: everything that is needed to serve and describe it."""

    method: str
    path: str
    """As Flask writes it, `/v1/games/<game_id>`."""
    view: Callable[..., Any]
    parameters: dict[str, Any]
    """The view's, name to type; without `service`."""
    answer: Any
    """The type of the body."""
    status: int
    reads: tuple[str, ...]
    """Media types of the body."""
    writes: tuple[str, ...]
    """Media types of the answer."""
    also: dict[int, Any]
    """Types of other answers, by status."""
    problems: tuple[type[Problem], ...]
    missing: dict[str, type[NotFound]]
    """The problem for each part of the address that is not an id."""

    @property
    def name(self) -> str:
        return self.view.__name__

    @property
    def summary(self) -> str:
        return self._doc[0].rstrip(".")

    @property
    def description(self) -> str:
        return "\n".join(self._doc[1:]).strip()

    @property
    def address_parts(self) -> tuple[str, ...]:
        return tuple(re.findall(r"<(\w+)>", self.path))

    @property
    def address(self) -> str:
        """The path as OpenAPI writes it."""
        return re.sub(r"<(\w+)>", r"{\1}", self.path)

    @property
    def missing_kinds(self) -> tuple[type[Problem], ...]:
        """The problems of its address."""
        return tuple(self.missing[part] for part in self.address_parts if part in self.missing)

    @property
    def _doc(self) -> list[str]:
        return [line.strip() for line in (self.view.__doc__ or self.name).splitlines()]


class Routes:
    """Endpoints to mount on an app. `missing` gives the problem for each part of an address that is not an id."""

    def __init__(self, **missing: type[NotFound]) -> None:
        self.endpoints: list[Endpoint] = []
        self._missing = missing

    def add(
        self,
        method: str,
        path: str,
        *,
        status: int = 200,
        reads: tuple[str, ...] = (JSON,),
        writes: tuple[str, ...] = (JSON,),
        also: dict[int, Any] | None = None,
        problems: tuple[type[Problem], ...] = (),
    ) -> Callable[[View], View]:
        """Declare the decorated view an endpoint."""

        def declare(view: View) -> View:
            hints = get_type_hints(view, include_extras=True)
            answer = hints.pop("return")
            hints.pop("service", None)
            self.endpoints.append(
                Endpoint(
                    method=method,
                    path=path,
                    view=view,
                    parameters=hints,
                    answer=_answer_in(answer),
                    status=status,
                    reads=reads if "body" in hints else (),
                    writes=writes,
                    also=also or {},
                    problems=problems,
                    missing=self._missing,
                )
            )
            return view

        return declare

    def get(self, path: str, **more: Any) -> Callable[[View], View]:
        """Declare a view that reads."""
        return self.add("GET", path, **more)

    def post(self, path: str, **more: Any) -> Callable[[View], View]:
        """Declare a view that creates."""
        return self.add("POST", path, **{"status": 201, **more})

    def patch(self, path: str, **more: Any) -> Callable[[View], View]:
        """Declare a view that changes."""
        return self.add("PATCH", path, **more)

    def delete(self, path: str, **more: Any) -> Callable[[View], View]:
        """Declare a view that deletes."""
        return self.add("DELETE", path, **{"status": 204, **more})


def mount(app: Flask, endpoints: Iterable[Endpoint], service: object) -> None:
    """Serve endpoints; their views get `service`."""
    for endpoint in endpoints:
        app.add_url_rule(endpoint.path, endpoint.name, _serve(endpoint, service), methods=[endpoint.method])


def _answer_in(hint: Any) -> Any:
    """The type of the body out of `T`, `Reply[T]` or a union of such: of several, the first that is JSON."""
    kinds = get_args(hint) if isinstance(hint, UnionType) or get_origin(hint) is Union else (hint,)
    bodies = [get_args(kind)[0] if get_origin(kind) is Reply else kind for kind in kinds]
    return next((body for body in bodies if body not in (Content, Streamed)), Content)


def _serve(endpoint: Endpoint, service: object) -> Callable[..., Response]:
    readers = [(name, _reader(endpoint, name, kind)) for name, kind in endpoint.parameters.items()]
    view = endpoint.view

    def serve(**address: str) -> Response:
        arguments = {name: read(address) for name, read in readers}
        return _write(endpoint, view(service, **arguments))

    return serve


# --- reading


def _reader(endpoint: Endpoint, name: str, kind: Any) -> Callable[[Mapping[str, str]], Any]:
    match name:
        case "query":
            if "many" in endpoint.parameters:
                return lambda _: convert(query_of_request(kind.__struct_encode_fields__), kind, "query")
            known = None if "rest" in endpoint.parameters else frozenset(kind.__struct_encode_fields__)
            return lambda _: _read_query(kind, known)
        case "rest":
            named = frozenset(getattr(endpoint.parameters.get("query"), "__struct_encode_fields__", ()))
            return lambda _: {key: value for key, value in query_of_request().items() if key not in named}
        case "many":
            taken = frozenset(getattr(endpoint.parameters.get("query"), "__struct_encode_fields__", ()))
            return lambda _: _read_many(taken)
        case "body":
            read_body = _body_reader(endpoint, kind)
            return lambda _: read_body()
        case "precondition":
            return lambda _: _read_precondition()
        case "expected":
            return lambda _: _read_expected()
        case "media":
            return lambda _: choose_media(endpoint.writes)
        case "last_event":
            return lambda _: _read_last_event()
    missing = endpoint.missing.get(name, UnknownAddress)
    return lambda address: _read_part(address[name], kind, missing)


def _read_part(text: str, kind: Any, missing: type[NotFound]) -> Any:
    try:
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError:
        raise missing(f"{missing.title}: {text[:80]!r}.") from None


def query_of_request(known: Collection[str] | None = None) -> dict[str, str]:
    """The query parameters, or only the known ones, each once. Raises InvalidRequest."""
    query: dict[str, str] = {}
    for name, value in _given():
        if known is not None and name not in known:
            continue
        if name in query:
            raise invalid("given twice", f"/{name}", "query")
        query[name] = value
    return query


def _read_many(taken: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The query parameters that are not in `taken`, each as often as it is given. Raises InvalidRequest."""
    query: dict[str, tuple[str, ...]] = {}
    for name, value in _given():
        if name not in taken:
            query[name] = (*query.get(name, ()), value)
    return query


def _given() -> Iterator[tuple[str, str]]:
    """The query parameters in order. Raises InvalidRequest."""
    if not request.query_string:
        return  # most writes have no query, so nothing is parsed for them
    for name, value in request.args.items(multi=True):
        if "\0" in value:
            raise invalid("text cannot hold the character U+0000", f"/{name}", "query")
        yield name, value


def _read_query(kind: type[T], known: frozenset[str] | None) -> T:
    query = query_of_request()
    if known is not None and (unknown := next((name for name in query if name not in known), None)) is not None:
        known_names = ", ".join(sorted(known)) or "none"
        raise invalid(f"no such parameter; the parameters are {known_names}", f"/{escape(unknown[:80])}", "query")
    return convert(query, kind, "query")


def convert(data: object, kind: type[T], where: Where, *, strict: bool = False) -> T:
    """Plain data as `kind`. Raises InvalidRequest with a pointer to the fault."""
    try:
        return msgspec.convert(data, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise _explain(error, where) from None


def _body_reader(endpoint: Endpoint, kind: Any) -> Callable[[], Any]:
    if kind is Text:
        return lambda: _body_text(endpoint.reads)
    if kind is Upload:
        return lambda: _body_file(endpoint.reads)
    whole = msgspec.json.Decoder(kind)
    lines = msgspec.json.Decoder(_item(kind)) if JSON_LINES in endpoint.reads else None
    optional = may_be_left_out(kind)

    def read() -> Any:
        if optional and not whole_body():
            return None
        media = _media_of_body(endpoint.reads)
        data = whole_body()
        if lines and media == JSON_LINES:
            return _read_lines(data, lines)
        return _decode(whole, data)

    return read


def may_be_left_out(kind: Any) -> bool:
    """Whether a request may come without a body."""
    return type(None) in get_args(kind)


BODY = "tabletale.body"
"""Where the environment of a request keeps its body."""

MOST_DIGITS = 20
"""Of a length that is read here; Werkzeug refuses a longer one, or leaves out its zeros."""

CHUNKS = "HTTP_TRANSFER_ENCODING"


def whole_body() -> bytes:
    """The body, with as many bytes as its head announces. Raises IncompleteRequest, InvalidHttp, BodyTooLarge."""
    environ = request.environ
    if (kept := environ.get(BODY)) is not None:
        return cast("bytes", kept)
    length = environ.get("CONTENT_LENGTH", "")
    if len(length) <= MOST_DIGITS and length.isascii() and length.isdecimal() and CHUNKS not in environ:
        announced = int(length)
        data = _announced_bytes(environ, announced)
    else:
        announced, data = request.content_length or 0, _sent_bytes()
    if len(data) > MAX_BODY:
        raise BodyTooLarge
    if len(data) < announced:
        raise IncompleteRequest(f"Content-Length announces {announced} bytes, but {len(data)} arrived.")
    environ[BODY] = data
    return data


def _announced_bytes(environ: dict[str, Any], announced: int) -> bytes:
    """What a head announces in bytes, without the wrappers that Werkzeug puts around the connection for other bodies.

    It can be read again: a form is parsed out of it.
    """
    if announced > MAX_BODY:
        raise BodyTooLarge
    try:
        data: bytes = environ["wsgi.input"].read(announced)
    except Exception as error:
        raise _unreadable(error) from None
    environ["wsgi.input"] = io.BytesIO(data)
    return data


def _sent_bytes() -> bytes:
    try:
        return request.get_data(cache=True)
    except Exception as error:
        raise _unreadable(error) from None


def _unreadable(error: Exception) -> Problem:
    """What went wrong while a body was read: each server has its own errors, as for malformed chunks."""
    if isinstance(error, RequestEntityTooLarge):
        return BodyTooLarge()
    if isinstance(error, ClientDisconnected):
        return IncompleteRequest("The connection ended in the middle of the body.")
    return InvalidHttp(f"The body cannot be read: {str(error)[:200]}.")


def _media_of_body(reads: tuple[str, ...]) -> str:
    sent: str = request.environ.get("CONTENT_TYPE", "")
    if sent in reads:
        return sent
    media = request.mimetype
    if media not in reads:
        raise UnsupportedMediaType(
            f"This address reads {' or '.join(reads)}, and got {media[:80] or 'no Content-Type'}."
        )
    if (charset := request.mimetype_params.get("charset", "utf-8").lower()) not in ("utf-8", "us-ascii"):
        raise UnsupportedMediaType(f"Bodies are read in UTF-8, and this one is in {charset[:40]}.")
    return media


def whole_form() -> None:
    """Read a form that may hold a file, which is moved to a temporary file if it is large.

    `limits.UPLOADS_TO` names its address. Raises BodyTooLarge, IncompleteRequest, InvalidHttp.
    """
    if (request.content_length or 0) <= MAX_BODY:
        whole_body()
        return
    request.max_content_length = MAX_UPLOAD
    try:
        request.form.keys()  # it is parsed when it is first asked for
    except RequestEntityTooLarge:
        raise BodyTooLarge from None
    except ClientDisconnected:
        raise IncompleteRequest("The connection ended in the middle of the body.") from None


def _body_text(reads: tuple[str, ...]) -> str:
    _media_of_body(reads)
    try:
        return whole_body().decode()
    except UnicodeDecodeError as error:
        raise InvalidJson(f"Byte {error.start} is not UTF-8.").advise("Send the file in UTF-8.") from None


def _body_file(reads: tuple[str, ...]) -> BinaryIO:
    _media_of_body(reads)
    if request.content_length is None:
        return io.BytesIO(_without_length())
    if request.content_length <= MAX_BODY:
        return io.BytesIO(whole_body())
    request.max_content_length = MAX_UPLOAD
    try:
        stream = cast("io.RawIOBase", request.stream)
    except RequestEntityTooLarge:
        raise BodyTooLarge().advise(FEWER_GAMES) from None
    return io.BufferedReader(stream, UPLOAD_PIECE)


def _without_length() -> bytes:
    """A body that comes in chunks, which is kept in memory. Raises IncompleteRequest, InvalidHttp, BodyTooLarge."""
    try:
        return whole_body()
    except BodyTooLarge as error:
        raise error.advise(WITH_LENGTH) from None


def _decode(decoder: msgspec.json.Decoder[T], data: bytes, prefix: str = "", line: int | UnsetType = UNSET) -> T:
    on_line = "" if line is UNSET else f"Line {line}: "
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise _explain(error, "body", prefix, line) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        text = "It is nested too deeply" if isinstance(error, RecursionError) else str(error)
        problem = InvalidJson(f"{on_line}{text}.")
        raise (problem if line is UNSET else problem.advise(ON_EACH_LINE)) from None


def _read_lines(data: bytes, decoder: msgspec.json.Decoder[T]) -> list[T]:
    """JSON Lines as a list; a fault names its line, and the item's place in the list."""
    items: list[T] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            items.append(_decode(decoder, line, f"/{len(items)}", number))
    if not items:
        raise invalid("every line is empty", "")
    return items


def _item(kind: Any) -> Any:
    """What a line holds, where the body is `Item | list[Item]`."""
    return next(part for part in get_args(kind) if isinstance(part, type) and issubclass(part, Struct))


def _read_precondition() -> Precondition:
    key = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not re.fullmatch(r"[!-~]{1,200}", key):
        raise invalid("1 to 200 printable ASCII characters without spaces", "/Idempotency-Key", "header")
    return Precondition(_read_expected(), key, b"" if key is None else _fingerprint())


def _read_expected() -> int | None:
    sent = request.environ.get("HTTP_IF_MATCH", "*").strip()
    if sent == "*":
        return None
    if not (found := re.fullmatch(r'"(\d{1,9})"', sent)):
        raise invalid('the version of the game in quotes, such as "57"', "/If-Match", "header")
    return int(found[1])


def _read_last_event() -> int | None:
    """The version in Last-Event-ID; None for anything else, and the stream begins at the newest event."""
    sent = request.headers.get("Last-Event-ID", "")
    return int(sent) if re.fullmatch(r"[0-9]{1,9}", sent) else None


def _fingerprint() -> bytes:
    data = whole_body()
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # reading the body reports the fault
        parts = data.split(b"\n") if request.mimetype == JSON_LINES else [data]
        data = b"\n".join(_canonical(part) for part in parts if part.strip())
    asked = f"{request.method} {request.path}?{request.query_string.decode('latin-1')}\n"
    return hashlib.sha256(asked.encode() + data).digest()


def _canonical(document: bytes) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(document), order="sorted")


def choose_media(writes: tuple[str, ...]) -> str:
    """The media type that the caller prefers. Raises NotAcceptable."""
    if not request.accept_mimetypes:
        return writes[0]
    best = request.accept_mimetypes.best_match(writes)
    if best is None:
        raise NotAcceptable(f"This address answers in {', '.join(writes)}.")
    return best


# --- faults


def invalid(detail: str, pointer: str, where: Where = "body", line: int | UnsetType = UNSET) -> InvalidRequest:
    """A request that is wrong in one place."""
    place = f" at {pointer}" if pointer else ""
    fault = FieldFault(pointer=pointer, detail=detail, where=where, line=line)
    return InvalidRequest(f"In the {where}{place}: {detail}.", errors=(fault,))


def _explain(
    error: msgspec.ValidationError, where: Where, prefix: str = "", line: int | UnsetType = UNSET
) -> InvalidRequest:
    text, _, path = str(error).partition(" - at `")
    pointer = prefix + pointer_of(path)
    if unknown := re.search(r"unknown field `(.+)`", text, re.S):
        pointer, text = f"{pointer}/{escape(unknown[1][:80])}", "unknown field"
    elif missing := re.search(r"missing required field `(.+)`", text):
        pointer, text = f"{pointer}/{missing[1]}", "missing"
    elif pattern := re.search(r"matching regex (.+)", text, re.S):
        text = f"expected: {_FORMS.get(pattern[1], text)}".rstrip(".")
    return invalid(text, pointer, where, line)


def pointer_of(path: str) -> str:
    """A JSON Pointer out of the path in a message of msgspec, `$.seats[0].name`."""
    keys = re.findall(r"\.([\w-]+)|\[(\d+)\]", path.partition("`")[0])
    return "".join(f"/{name or index}" for name, index in keys)


def escape(key: str) -> str:
    """A key as a part of a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1")


# --- writing


def _write(endpoint: Endpoint, answer: Any) -> Response:
    reply = answer if isinstance(answer, Reply) else Reply(answer)
    status = endpoint.status if reply.status is UNSET else reply.status
    media = endpoint.writes[0] if reply.media is UNSET else reply.media
    response = Response(_bytes(reply.body), status, reply.headers or None, content_type=_content_type(media))
    if endpoint.method == "GET":
        _allow_caching(response)
    return response


def hanging_up() -> Callable[[], None]:
    """A function that closes the connection of this request: gunicorn would keep it open for two seconds."""
    connection = request.environ.get("gunicorn.socket")

    def hang_up() -> None:
        with suppress(OSError):
            if connection is not None:
                connection.shutdown(socket.SHUT_RDWR)

    return hang_up


def is_known(tag: str) -> bool:
    """Whether the caller has the answer with this ETag: then its body is not made."""
    return request.if_none_match.contains_weak(tag)


def _bytes(body: Any) -> bytes | Iterator[bytes]:
    if body is None:
        return b""
    if isinstance(body, Streamed):
        return body.parts
    return body if isinstance(body, bytes) else encode(body)


def _content_type(media: str) -> str:
    return f"{media}; charset=utf-8" if media.startswith("text/") or media in (SVG, YAML) else media


def _allow_caching(response: Response) -> None:
    """An ETag of the view itself, so that it reveals nothing more than the view."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    if not response.is_streamed:
        if "ETag" not in response.headers:
            response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
        if request.if_none_match.contains_weak(response.get_etag()[0] or ""):
            response.set_data(b"")
            response.status_code = 304
            del response.headers["Content-Type"]
