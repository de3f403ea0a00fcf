"""Settings: `TABLETALE_*` variables, read once into a frozen struct."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from api.errors import BadSetting

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "TABLETALE_"


class Settings(Struct, frozen=True, kw_only=True):
    """Every setting of the service. The variable of `database_url` is `TABLETALE_DATABASE_URL`."""

    database_url: Annotated[
        str, Meta(description="The database of the log: `sqlite:///file` or `postgresql+psycopg://user@host/name`.")
    ]
    lake: Annotated[
        str,
        Meta(
            description="The folder of the Parquet files that statistics read, or their address in an object store: "
            "`s3://bucket/folder`, `gs://bucket/folder`, `az://container/folder`."
        ),
    ]
    host: Annotated[str, Meta(description="The address to listen on; loopback only, except with `serve --table`.")] = (
        "127.0.0.1"
    )
    port: Annotated[int, Meta(ge=0, le=65535, description="The port to listen on; 0 takes any free one.")] = 8000
    threads: Annotated[
        int,
        Meta(
            ge=1, le=256, description="How many requests are answered at once; all but 8 of them may be live streams."
        ),
    ] = 32
    statistics_refresh: Annotated[
        int,
        Meta(
            ge=0,
            le=86_400,
            description="Seconds until a statistic reads the log again; with 0 each one reads it first.",
        ),
    ] = 10
    cluster: Annotated[
        str,
        Meta(
            description="The scheduler of a Dask cluster that counts statistics, such as `tcp://scheduler:8786`; "
            "without it, they are counted here."
        ),
    ] = ""
    cluster_only: Annotated[
        bool, Meta(description="Whether to fail, rather than to count here, if the cluster has no workers.")
    ] = False
    cluster_wait: Annotated[
        int, Meta(ge=0, le=86_400, description="Seconds to wait for a worker of the cluster, if there is none.")
    ] = 30

    @classmethod
    def read(cls, environ: Mapping[str, str] | None = None, **given: object) -> Settings:
        """The settings from the environment; `given` ones that are not None take precedence. Raises BadSetting."""
        environ = os.environ if environ is None else environ
        values: dict[str, object] = default_places(environ)
        values |= {name: environ[PREFIX + name.upper()] for name in names() if environ.get(PREFIX + name.upper())}
        values |= {name: value for name, value in given.items() if value is not None}
        try:
            return msgspec.convert(values, cls, strict=False)
        except msgspec.ValidationError as error:
            text, _, where = str(error).partition(" - at `$.")
            raise BadSetting(f"{PREFIX}{where.rstrip('`').upper()}: {text}.") from None


def is_set(name: str, environ: Mapping[str, str] | None = None) -> bool:
    """Whether the environment has a setting."""
    return bool((os.environ if environ is None else environ).get(PREFIX + name.upper()))


def names() -> tuple[str, ...]:
    """The settings, in the order of the struct."""
    return Settings.__struct_fields__


def data_folder(environ: Mapping[str, str]) -> Path:
    """The user's folder for data of this program, by the conventions of the system."""
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tabletale"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tabletale"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tabletale"


def default_places(environ: Mapping[str, str]) -> dict[str, Any]:
    """The default places of the log and the lake."""
    folder = data_folder(environ)
    return {"database_url": f"sqlite:///{folder / 'tabletale.db'}", "lake": str(folder / "lake")}
