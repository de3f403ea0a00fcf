"""`tabletale serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from api.app import create_app
from api.commands.common import database_option, make_folder, need_port, open_service
from api.rest.guard import need_loopback
from api.service import Service
from api.serving import limits
from api.serving.worker import GatheringWorker
from api.settings import Settings
from events import Store

if TYPE_CHECKING:
    from flask import Flask
    from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]


@click.command(epilog="Example: tabletale serve --port 8080 --database sqlite:///games.db")
@click.option("--host", help="The address to listen on; else TABLETALE_HOST, or 127.0.0.1.")
@click.option("--port", type=int, help="The port; else TABLETALE_PORT, or 8000. 0 takes any free one.")
@database_option
@click.option("--migrate", is_flag=True, default=None, help="Bring an older database up to date (SQLite: always).")
def serve(host: str | None, port: int | None, database: str | None, migrate: bool | None) -> None:
    """Start the service. It listens on this machine only, and every caller is the table, which sees everything."""
    settings = Settings.read(host=host, port=port, database_url=database)
    need_loopback(settings.host)
    need_port(settings.host, settings.port)
    with open_service(settings, migrate=migrate):
        pass  # before anything listens: a problem with the database is reported here, once
    Server(settings).run()


class Server(BaseApplication):  # type: ignore[misc]
    """The app in gunicorn, with one process and as many threads as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Tell gunicorn what the settings say."""
        for name, value in self._config().items():
            self.cfg.set(name, value)

    def _config(self) -> dict[str, Any]:
        settings = self.settings
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        return {
            "bind": f"{host}:{settings.port}",
            "worker_class": GatheringWorker,
            "workers": 1,
            "threads": settings.threads,
            "worker_connections": limits.ALL_CONNECTIONS,
            "limit_request_line": limits.REQUEST_LINE_BYTES,
            "limit_request_fields": limits.HEADERS,
            "limit_request_field_size": limits.HEADER_BYTES,
            "graceful_timeout": 5,
            "loglevel": "warning",
            "control_socket_disable": True,
            "when_ready": _announce,
        }

    def load(self) -> Flask:
        """The app, made in the process that serves it: connections to a database do not survive a fork."""
        make_folder(self.settings.database_url)
        return create_app(Service.over(Store.open(self.settings.database_url), self.settings))


def _announce(arbiter: Arbiter) -> None:
    host, port = arbiter.LISTENERS[0].sock.getsockname()[:2]
    name = f"[{host}]" if ":" in host else host
    click.echo(f"Tabletale listens on http://{name}:{port}/ and its reference is at http://{name}:{port}/docs")
