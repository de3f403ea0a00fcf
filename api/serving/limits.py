"""How large a request may be, and how fast it must arrive. docs/settings.md lists it for clients."""

from __future__ import annotations

REQUEST_LINE_BYTES = 4_094
"""Method, address and version: the first line."""
HEADERS = 100
"""The most header lines."""
HEADER_BYTES = 8_190
"""The most bytes of a header line, and of a line with the size of a chunk."""
HEAD_BYTES = 64 << 10
"""The most bytes of the whole head; also of the trailers of a body in chunks."""
FRAMING_BYTES = 256 << 10
"""The most bytes that chunks may add to a body."""

HEAD_SECONDS = 10.0
"""From the first byte (of a new connection: from its start) to the end of the head."""
BODY_SECONDS = 30.0
"""From the end of the head to the end of the body."""
FREE_SECONDS = 10.0
"""How much time a body may lose by a late start and by pauses; beyond that it must keep its rate."""
BODY_BYTES_PER_SECOND = 1_024
"""A body that is slower than this is given up before `BODY_SECONDS` are over."""

UPLOADS_TO = frozenset({"/v1/imports", "/v1/plays", "/new/plays"})
"""Addresses where the body of a POST may be as large as `MAX_UPLOAD`; it is stored in a file while it arrives."""
UPLOADS = 4
"""The most such files, of requests that arrive and of those that are answered."""
UPLOAD_SECONDS = 600.0
"""From the end of the head to the end of such a body."""
UPLOAD_BYTES_PER_SECOND = 16 << 10
"""The rate that it must keep."""

CONNECTIONS = 500
"""The most connections in the middle of a request; beyond that, the oldest is given up."""
ALL_CONNECTIONS = 2 * CONNECTIONS
"""Including those that wait for a thread or for their next request. More are accepted only when some are closed."""
GRACE_SECONDS = 5
"""How long answers that are being made may take when the service ends."""
GOODBYE_SECONDS = 1.0
"""How long a client may take to close after its last answer."""
