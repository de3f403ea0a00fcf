"""SQL over the lake: DuckDB with a view of each table, made of the files that the checkpoint lists.

Only what `tabletale lake sql` asks for imports DuckDB, which has to be installed for it.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from analytics.errors import AnalyticsError, LakeUnavailable
from analytics.lake_columns import TABLES
from analytics.object_store import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duckdb import DuckDBPyConnection

    from analytics.lake import Checkpoint, Lake


class BadStatement(AnalyticsError):
    """DuckDB refuses a statement; the message says why."""


Row = tuple[Any, ...]

BATCH = 10_000
"""How many rows are read at once."""

OF_PARTS = tuple(name for name in TABLES if name != "exclusions")

OWN = {"ruleset": "VARCHAR", "month": "VARCHAR", "adjusted": "BOOLEAN"}
"""Columns that a view of parts has before those of the files: what the checkpoint says of a part."""

TYPES = {
    **{"UInt8": "UTINYINT", "UInt16": "USMALLINT", "UInt32": "UINTEGER", "UInt64": "UBIGINT"},
    **{"Int16": "SMALLINT", "Int32": "INTEGER", "Int64": "BIGINT", "Float64": "DOUBLE", "Boolean": "BOOLEAN"},
    **{"String": "VARCHAR", "List": "VARCHAR[]", "Datetime": "TIMESTAMPTZ"},
}
"""What DuckDB calls the types of Polars."""

GONE = "A file of the lake cannot be read; an export may have replaced it. Ask again."
INSTALL = "Install it: pip install duckdb."
INSTALL_FOR_STORES = "Install it: pip install duckdb fsspec."


def connect(lake: Lake) -> DuckDBPyConnection:
    """DuckDB in memory, with the views `facts`, `seats`, `games`, `holdings`, `cards` and `exclusions`.

    Raises LakeUnreadable, LakeUnavailable where DuckDB is not installed, BadStatement where a file cannot be read.
    """
    try:
        import duckdb
    except ImportError:
        raise LakeUnavailable(lake.address, "opened", "DuckDB is not installed", INSTALL) from None
    checkpoint, connection = lake.checkpoint(), duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    if "://" in lake.address:
        _read_store(connection, lake)
    urls = [lake.url(checkpoint.exclusions)] if checkpoint.exclusions else []
    views = {name: _of_parts(lake, checkpoint, name) for name in OF_PARTS}
    views["exclusions"] = _rows(urls) if urls else _nothing("exclusions")
    with _errors():
        for name, select in views.items():
            connection.execute(f"CREATE VIEW {name} AS {select}")
    return connection


def answer(connection: DuckDBPyConnection, statement: str) -> tuple[list[str], Iterator[Row]]:
    """The names of the columns and the rows; no columns where a statement has no rows. Raises BadStatement."""
    with _errors():
        done = connection.execute(statement)
        return [column[0] for column in done.description or ()], _rows_of(done)


def _rows_of(done: DuckDBPyConnection) -> Iterator[Row]:
    with _errors():
        while rows := done.fetchmany(BATCH):
            yield from rows


@contextmanager
def _errors() -> Iterator[None]:
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        text = str(error)
        if "obstore" in text and "404" not in text:  # in our words: its own may quote an address with a signature
            reason, advice = reason_of(text)
            raise BadStatement(f"A file of the lake cannot be read: {reason}. {advice}") from None
        if "obstore" in text or isinstance(error, duckdb.IOException):
            raise BadStatement(GONE) from None
        raise BadStatement(text) from None


def _read_store(connection: DuckDBPyConnection, lake: Lake) -> None:
    """Let DuckDB read the store as this program does, with the same credentials."""
    try:
        from obstore.fsspec import FsspecStore
    except ImportError:
        raise LakeUnavailable(lake.address, "opened", "fsspec is not installed", INSTALL_FOR_STORES) from None
    scheme: Any = lake.address.partition("://")[0]
    connection.register_filesystem(FsspecStore(scheme))


def _of_parts(lake: Lake, checkpoint: Checkpoint, table: str) -> str:
    """The rows of a table in all parts; none, with all columns, where there are no parts."""
    selects = [_nothing(table, OWN)]
    for adjusted in (False, True):
        urls = [lake.url(getattr(part, table)) for part in checkpoint.parts if part.adjusted == adjusted]
        if urls:
            selects.append(_rows(urls, adjusted=adjusted))
    return " UNION ALL BY NAME ".join(selects)


def _rows(urls: Iterable[str], *, adjusted: bool | None = None) -> str:
    files = ", ".join(map(_quoted, urls))
    own = "" if adjusted is None else f"{str(adjusted).lower()} AS adjusted, "
    options = "union_by_name = true, hive_partitioning = true, hive_types_autocast = false"
    return f"SELECT {own}* FROM read_parquet([{files}], {options})"


def _nothing(table: str, own: dict[str, str] | None = None) -> str:
    types = (own or {}) | {name: TYPES[str(column.type.base_type())] for name, column in TABLES[table].items()}
    columns = ", ".join(f'NULL::{kind} AS "{name}"' for name, kind in types.items())
    return f"SELECT {columns} WHERE false"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def statements(lines: Iterable[str]) -> Iterator[str]:
    """Statements out of lines, each up to a semicolon at the end of a line; the last one needs none."""
    gathered: list[str] = []
    for line in lines:
        gathered.append(line)
        if line.rstrip().endswith(";"):
            yield "".join(gathered)
            gathered.clear()
    if "".join(gathered).strip():
        yield "".join(gathered)
