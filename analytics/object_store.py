"""A lake in an object store: `s3://bucket/lake`, `gs://bucket/lake` or `az://container/lake`.

Parquet files are read by Polars' own readers, the checkpoint and everything that is written goes through obstore; both
are made of the same Rust library, and take endpoint and credentials from the environment as it knows them.

No lock reaches over several hosts, so the checkpoint is replaced only if it is still the one that the writer began with
(its ETag). Who is too late is refused, and nothing of its export counts. Each file has a name of its own: what one
writer left, no other writer's checkpoint lists, also if it holds the same rows.

What nothing lists is looked for when a writer begins, and deleted after it has published. By then nobody can list it
any more: whoever wrote it began with a checkpoint that is replaced. Readers of the checkpoint before keep their files
until the next export has published.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from analytics.errors import LakeConflict, LakeUnavailable
from analytics.places import CHECKPOINT, FOLDERS, FULL, Place, Written, locked

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from obstore.store import ObjectStore as Client

    from analytics.places import Write

SCHEMES = ("s3", "gs", "az")

RETRIES = 6
"""How often to ask again after 5xx, a refused or a broken connection: for some ten seconds in all."""
PATIENCE = timedelta(seconds=60)
"""How long to ask again at most, the time of slow answers included."""
UPLOADS = 4
"""How many pieces of a large file are sent at once, of 5 MiB each; the file is there once all are."""

CACHES = "Set XDG_CACHE_HOME to a folder that this user may write."
INSTALL = "Install it: pip install 'tabletale[object-store]'."
ADDRESSES = "An address is s3://bucket/folder, gs://bucket/folder, az://container/folder, or a folder of this machine."
RIGHTS = "Check the credentials in the environment; they need the rights to list, read, write and delete there."
AGAIN = "Nothing was changed. Check the network and the store, then try again."

PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/+[A-Za-z0-9._=-]+)*/*")
STATUS = re.compile(r"status code: (\d{3})")
CODE = re.compile(r"<Code>(\w+)</Code>")


class ObjectStore(Place):
    """Objects under a prefix of a bucket, which belongs to this lake alone."""

    def __init__(self, address: str) -> None:
        self.address = _checked(address)
        try:
            import obstore  # noqa: F401
        except ImportError:
            raise LakeUnavailable(self.address, "opened", "the package obstore is not installed", INSTALL) from None
        self.folder = _caches() / hashlib.sha256(self.address.encode()).hexdigest()[:16]
        self._version: dict[str, str] | None = None
        """Of the checkpoint that the writer began with, or published; None if there is none."""

    def url(self, path: str) -> str:
        return f"{self.address}/{path}"

    def read(self, path: str) -> bytes:
        import obstore

        with self._problems("read"):
            return bytes(obstore.get(self._client, path).bytes())

    @contextmanager
    def writing(self, listed: Callable[[], Collection[str] | None]) -> Iterator[None]:
        self._client  # noqa: B018  what is missing is told before anything is locked
        with ExitStack() as stack:
            try:
                stack.enter_context(locked(self.folder))
            except OSError as error:
                reason = f"its caches in {self.folder} cannot be written ({error.strerror})"
                raise LakeUnavailable(self.address, "written", reason, CACHES) from None
            for file in self.folder.glob("*.tmp"):  # a crash left it
                file.unlink(missing_ok=True)
            self._version = self._version_now()
            before = listed()
            left = set() if before is None else set(self._paths()).difference(before)
            yield
            current = listed()
            if current is not None:
                self.delete(left.difference(current))

    def write(self, folder: str, write: Write, held: str = "") -> Written | None:
        """The file is made on this machine first: its size and hash have to be known."""
        import obstore

        with self._temporary() as file:
            write(file)
            with file.open("rb") as content:
                digest = hashlib.file_digest(content, "sha256").hexdigest()
            if digest == held:
                return None
            path = f"{folder}/{digest[:24]}-{uuid4().hex[:8]}.parquet"
            with self._problems("written"):
                obstore.put(self._client, path, file, max_concurrency=UPLOADS)
            return Written(path, file.stat().st_size, digest)

    @contextmanager
    def _temporary(self) -> Iterator[Path]:
        file = self.folder / f"{uuid4().hex}.tmp"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            yield file
        except FileNotFoundError:
            raise
        except OSError as error:
            reason = f"its caches in {self.folder} cannot be written ({error.strerror or 'no reason given'})"
            raise LakeUnavailable(self.address, "written", reason, CACHES) from None
        finally:
            file.unlink(missing_ok=True)

    def delete(self, paths: Collection[str]) -> None:
        import obstore

        with self._problems("tidied up"):
            if paths:
                obstore.delete(self._client, sorted(paths))

    def publish(self, checkpoint: bytes) -> None:
        import obstore
        from obstore.exceptions import AlreadyExistsError, PreconditionError

        mode: Any = self._version or "create"
        try:
            with self._problems("written"):
                put = obstore.put(self._client, CHECKPOINT, checkpoint, mode=mode, use_multipart=False)
        except (AlreadyExistsError, PreconditionError):
            # A connection that breaks before the answer makes the client ask again: then it is our own that is there
            if self.read(CHECKPOINT) != checkpoint:
                raise LakeConflict(self.address) from None
            self._version = self._version_now()
        else:
            self._version = _version(put)

    @cached_property
    def _client(self) -> Client:
        from obstore.store import from_url

        retries: Any = {"max_retries": RETRIES, "retry_timeout": PATIENCE}
        try:
            return from_url(self.address, retry_config=retries)
        except Exception:  # it may quote a credential
            reason = "the settings of its store in the environment are missing or wrong"
            raise LakeUnavailable(self.address, "opened", reason, _settings(self.address)) from None

    def _version_now(self) -> dict[str, str] | None:
        import obstore

        try:
            with self._problems("read"):
                return _version(obstore.head(self._client, CHECKPOINT))
        except FileNotFoundError:
            return None

    def _paths(self) -> Iterator[str]:
        """Every file of the lake."""
        import obstore

        with self._problems("listed"):
            for page in obstore.list(self._client):
                yield from (found["path"] for found in page if _is_ours(found["path"]))

    def _options(self) -> dict[str, Any]:
        options = {"max_retries": RETRIES, "retry_timeout_ms": int(PATIENCE.total_seconds() * 1000)}
        return {"storage_options": options, "credential_provider": None}

    def _reason(self, error: Exception) -> tuple[str, str]:
        return reason_of(str(error))

    @contextmanager
    def _problems(self, what: str) -> Iterator[None]:
        """Errors of the store in our words: its own may quote addresses with signatures."""
        from obstore.exceptions import AlreadyExistsError, BaseError, PreconditionError

        try:
            yield
        except (AlreadyExistsError, PreconditionError):
            raise
        except (BaseError, OSError) as error:
            text = str(error)
            if isinstance(error, FileNotFoundError) and what == "read" and "NoSuchBucket" not in text:
                raise FileNotFoundError(f"{self.address} has no such file") from None
            raise LakeUnavailable(self.address, what, *self._reason(error)) from None


def reason_of(text: str) -> tuple[str, str]:
    """What the text of an error says, and what to do."""
    status, code = (found[1] if (found := pattern.search(text)) else "" for pattern in (STATUS, CODE))
    if code in ("NoSuchBucket", "ContainerNotFound") or status == "404":
        return "there is no such bucket", "Make the bucket, or correct the name in TABLETALE_LAKE."
    if status in ("401", "403") or "privileges" in text or "authentication" in text:
        return f"the store refuses access ({status or 'no rights'})", RIGHTS
    if status == "507" or code in ("QuotaExceeded", "XMinioStorageFull", "InsufficientStorage"):
        return "the store is full", FULL
    if status == "501" or code == "NotImplemented":
        return "the store has no conditional writes", "Use a store that knows `If-Match` and `If-None-Match`."
    return f"the store answers {status}" if status else "the store does not answer, or breaks off", AGAIN


def _checked(address: str) -> str:
    """The address without slashes at its end. Raises LakeUnavailable, without what may be a secret."""
    parts = urlsplit(address)
    if parts.scheme not in SCHEMES:
        raise LakeUnavailable(f"{parts.scheme}://...", "opened", "there are no such addresses", ADDRESSES)
    if "@" in parts.netloc or parts.query or parts.fragment:
        advice = "Credentials go into the environment. " + ADDRESSES
        raise LakeUnavailable(f"{parts.scheme}://...", "opened", "the address has more than bucket and folder", advice)
    if not PLAIN.fullmatch(parts.netloc + parts.path):
        reason = "bucket and folder may have letters, digits and `.`, `_`, `-`, `=`"
        raise LakeUnavailable(ascii(address)[1:-1], "opened", reason, ADDRESSES)
    return address.rstrip("/")


def _settings(address: str) -> str:
    names = {
        "s3": "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL",
        "gs": "GOOGLE_SERVICE_ACCOUNT or GOOGLE_APPLICATION_CREDENTIALS",
        "az": "AZURE_STORAGE_ACCOUNT_NAME, AZURE_STORAGE_ACCOUNT_KEY",
    }
    return f"Check {names[urlsplit(address).scheme]}."


def _is_ours(path: str) -> bool:
    return path.partition("/")[0] in FOLDERS and path.endswith(".parquet")


def _version(about: Any) -> dict[str, str]:
    return {name: about[name] for name in ("e_tag", "version") if about.get(name)}


def _caches() -> Path:
    """The user's folder for what may be lost, by the conventions of the system."""
    usual = Path("Library/Caches") if sys.platform == "darwin" else Path(".cache")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / usual) / "tabletale" / "lakes"
