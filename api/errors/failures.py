"""Problems of the service itself."""

from __future__ import annotations

from api.errors.base import Failed


class UnsupportedCoding(
    Failed,
    slug="unsupported-transfer-coding",
    title="Unsupported transfer coding",
    status=501,
    detail="The body has a transfer coding that the service does not read.",
    next_step="Send the body as it is, with `Content-Length` or with `Transfer-Encoding: chunked`.",
):
    """The body has a transfer coding that the service does not read."""


class Overloaded(
    Failed,
    slug="overloaded",
    title="Service is overloaded",
    status=503,
    detail="Too many requests are arriving at the same time.",
    next_step="Send the whole request again in a moment, without pauses. Nothing of it was stored.",
):
    """Too many requests are arriving at the same time."""


class TooManyStreams(
    Failed,
    slug="too-many-streams",
    title="Too many live connections",
    status=503,
    detail="The limit of live connections is reached.",
    next_step="Try again later, or ask for the game every few seconds instead.",
):
    """The limit of live connections is reached."""


class DatabaseUnavailable(
    Failed,
    slug="database-unavailable",
    title="Database not available",
    status=503,
    detail="The database does not answer.",
    next_step="Send it again in a moment; a write with the same Idempotency-Key is carried out only once.",
    next_command="Check that the database runs where --database or TABLETALE_DATABASE_URL says, then try again.",
    next_click="Try again in a moment.",
):
    """The database does not answer."""


class DamagedData(
    Failed,
    slug="damaged-data",
    title="Stored data is damaged",
    status=503,
    detail="Stored data cannot be read, or contradicts itself.",
    next_step="If it is the right database and its disk is sound, keep a copy of it as it is and restore a backup; "
    "`tabletale verify` names the games that are damaged.",
    next_command="If it is the right database and its disk is sound, keep a copy of it as it is and restore a backup.",
):
    """Stored data cannot be read, or contradicts itself."""


class RulesetMissing(
    Failed,
    slug="ruleset-missing",
    title="Ruleset not installed",
    status=503,
    detail="The game's ruleset is not installed here, or it is broken.",
    next_step="Install or repair the package that holds the ruleset, and start the service again.",
    next_command="Install or repair the package that holds the ruleset, then try again.",
):
    """The game's ruleset is not installed here, or it is broken."""


class LakeUnreadable(
    Failed,
    slug="lake-unreadable",
    title="Statistics data cannot be read",
    status=503,
    detail="The files of facts that statistics are computed from cannot be read.",
    next_step="Run `tabletale lake rebuild`: it makes the files again from the log.",
):
    """The files of facts that statistics are computed from cannot be read."""


class ClusterUnavailable(
    Failed,
    slug="cluster-unavailable",
    title="Cluster not available",
    status=503,
    detail="The cluster that counts statistics does not answer, or has no workers.",
    next_step="Ask again in a moment; the service's log says what went wrong.",
    next_command="Check that the scheduler and its workers run where --on or TABLETALE_CLUSTER says; without both, the "
    "work is done here.",
):
    """The cluster that counts statistics does not answer, or has no workers."""


class ClusterFailed(
    Failed,
    slug="cluster-failed",
    title="Cluster cannot do this",
    status=503,
    detail="A worker of the cluster that counts statistics cannot do its work.",
    next_step="Read the service's log, which names the worker; then ask again.",
):
    """A worker of the cluster cannot do its work, or has other versions than the service."""


class LakeUnavailable(
    Failed,
    slug="lake-unavailable",
    title="Statistics data not available",
    status=503,
    detail="The folder or the object store of the lake cannot be read or written.",
    next_step="Check TABLETALE_LAKE, and that this program may read and write there; then try again.",
):
    """The folder or the object store of the lake cannot be read or written."""


class LakeConflict(
    Failed,
    slug="lake-conflict",
    title="Statistics data written by another host",
    status=503,
    detail="Another program has written the lake meanwhile; nothing of this export counts.",
    next_step="Let one host write to a lake; all others may read it. Then export again.",
):
    """Another program has written the lake while this one exported to it."""


class InternalError(
    Failed,
    slug="internal-error",
    title="Internal error",
    status=500,
    detail="Something went wrong inside the program.",
    next_step="Report it with the time; the service's log says what went wrong. Nothing half-written is stored.",
):
    """Something went wrong inside the program."""
