"""How large a request may be, and how fast it has to come. docs/settings.md lists it for clients."""

from __future__ import annotations

REQUEST_LINE_BYTES = 4_094
"""Method, address and version: the first line."""
HEADERS = 100
"""Header lines at most."""
HEADER_BYTES = 8_190
"""Of one header line, and of one line that gives the size of a chunk."""
HEAD_BYTES = 64 << 10
"""The whole head; also the trailers of a body in chunks."""
FRAMING_BYTES = 256 << 10
"""What the chunks of a body may add to its bytes."""

HEAD_SECONDS = 10.0
"""From the first byte (of a new connection: from its start) to the end of the head."""
BODY_SECONDS = 30.0
"""From the end of the head to the end of the body."""
FREE_SECONDS = 10.0
"""The time that a body may lose by a late start and by pauses; otherwise it has to keep its rate."""
BODY_BYTES_PER_SECOND = 1_024
"""A body that is slower than this is given up before `BODY_SECONDS` are over."""

UPLOADS_TO = frozenset({"/v1/imports"})
"""Addresses where the body of a POST may be as large as `MAX_UPLOAD`; it is kept in a file while it comes."""
UPLOADS = 4
"""So many such files there are at most, of requests that come and of those that are answered."""
UPLOAD_SECONDS = 600.0
"""From the end of the head to the end of such a body."""
UPLOAD_BYTES_PER_SECOND = 16 << 10
"""The rate that it has to keep."""

CONNECTIONS = 500
"""So many connections may be in the middle of a request; of more, the one that began first is given up."""
ALL_CONNECTIONS = 2 * CONNECTIONS
"""With those that wait for a thread or for their next request. More are not accepted until some are closed."""
GRACE_SECONDS = 5
"""How long answers that are being made may take when the service ends."""
GOODBYE_SECONDS = 1.0
"""How long a client may take to close after its last answer."""
