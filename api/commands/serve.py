"""`tabletale serve`."""

from __future__ import annotations

import os
import sys
from mmap import mmap
from typing import TYPE_CHECKING, Any

import click
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from msgspec.structs import replace

from api import collector
from api.commands.failures import failure_of
from api.commands.listening import need_port
from api.commands.options import cluster_options, database_option
from api.rest.addresses import authority, is_loopback, need_loopback
from api.serving import limits
from api.serving.worker import Worker
from api.settings import Settings, is_set

if TYPE_CHECKING:
    from flask import Flask

    from api.rest.table_link import TableLink

COULD_NOT_START = 64
"""The exit code of a process that could not open the log: gunicorn uses others, also for one that must start again."""


@click.command(epilog="Example: tabletale serve --port 8080 --database sqlite:///games.db")
@click.option(
    "--host",
    help="The address to listen on; by default TABLETALE_HOST, or 127.0.0.1, or with --table this machine's address.",
)
@click.option("--port", type=int, help="The port; by default TABLETALE_PORT, or 8000. 0 takes any free one.")
@database_option
@click.option("--migrate", is_flag=True, default=None, help="Upgrade an older database (SQLite: always).")
@click.option("--table", is_flag=True, help="Let in phones and other machines by a link, printed as a QR code too.")
@cluster_options
def serve(
    host: str | None,
    port: int | None,
    database: str | None,
    migrate: bool | None,
    table: bool,
    cluster: str | None,
    cluster_only: bool | None,
) -> None:
    """Start the service. It listens on this machine only, and every caller is the table, which sees everything.

    With --table it listens on the network of this machine, and lets in only those who open the link that it
    prints: they are the table. Each start makes a new link, which works until the process ends.
    """
    if table and not host and not is_set("host"):
        host = _address_in_network()
    settings = Settings.read(host=host, port=port, database_url=database, cluster=cluster, cluster_only=cluster_only)
    if table:
        from api.commands.network import need_one_address

        settings = replace(settings, host=need_one_address(settings.host))
    else:
        need_loopback(settings.host)
    need_port(settings.host, settings.port)
    Server(settings, migrate=migrate, table=table).run()


def _address_in_network() -> str:
    """The address of this machine in its own network. Raises NoNetwork."""
    from api.commands.invite import print_choice
    from api.commands.network import own_addresses

    addresses = own_addresses()
    print_choice(addresses)
    return addresses[0].text


class Watcher(Arbiter):  # type: ignore[misc]
    """gunicorn's process that watches the one that answers, and starts it again if it ends."""

    def reap_workers(self) -> None:
        """End like a process that could not open the log: it has said why, and another would fail too."""
        for worker in self.WORKERS:
            ended = os.waitid(os.P_PID, worker, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended and (ended.si_code, ended.si_status) == (os.CLD_EXITED, COULD_NOT_START):
                sys.exit(1)
        super().reap_workers()


class Server(BaseApplication):  # type: ignore[misc]
    """The app in gunicorn, with one process and the threads of the settings; in table mode with a link.

    Only the process that answers imports the app and opens the log; the one that watches it stays small.
    """

    def __init__(self, settings: Settings, *, migrate: bool | None = None, table: bool = False) -> None:
        self.settings = settings
        self.migrate = migrate
        self.table = table
        self.link: TableLink | None = None
        """Made once the port is known; the process that answers is forked after that."""
        self._announced = mmap(-1, 1)
        """Shared by all processes: whether one of them has said where the service is."""
        super().__init__()

    def run(self) -> None:
        """Serve until a signal ends it."""
        collector.resume()
        Watcher(self).run()

    def load_config(self) -> None:
        """Tell gunicorn what the settings say."""
        for name, value in self._config().items():
            self.cfg.set(name, value)

    def _config(self) -> dict[str, Any]:
        settings = self.settings
        return {
            "bind": authority(settings.host, settings.port),
            "worker_class": Worker,
            "workers": 1,
            "threads": settings.threads,
            "worker_connections": limits.ALL_CONNECTIONS,
            "limit_request_line": limits.REQUEST_LINE_BYTES,
            "limit_request_fields": limits.HEADERS,
            "limit_request_field_size": limits.HEADER_BYTES,
            "graceful_timeout": limits.GRACE_SECONDS,
            "loglevel": "warning",
            "control_socket_disable": True,
            "when_ready": self._make_link,
            "post_worker_init": self._announce,
        }

    def load(self) -> Flask:
        """The app, made in the process that serves it; ends the process with a message if the log cannot be opened."""
        collector.pause()
        from api.app import create_app
        from api.commands.common import serving_service

        try:
            service = serving_service(self.settings, migrate=self.migrate)
            service.cluster.need_valid()
            self.cfg.set("worker_exit", lambda _arbiter, _worker: service.cluster.close())
            app = create_app(service, self.link)
        except Exception as error:
            failure = failure_of(error)
            if failure is None:
                raise
            failure.show()
            sys.exit(COULD_NOT_START)
        collector.resume()
        return app

    def _make_link(self, arbiter: Arbiter) -> None:
        if self.table:
            from api.rest.table_link import TableLink

            self.link = TableLink.make(self.settings.host, _listening_at(arbiter.LISTENERS)[1])

    def _announce(self, worker: Worker) -> None:
        """Say where the service is, once it answers; not again if it had to be started again."""
        if self._announced[0]:
            return
        self._announced[0] = True
        host, port = _listening_at(worker.sockets)
        if self.link:
            from api.commands.invite import invite

            invite(self.link, only_here=is_loopback(host))
        else:
            name = authority(host, port)
            click.echo(f"Tabletale listens on http://{name}/ and its reference is at http://{name}/docs")


def _listening_at(listeners: Any) -> tuple[str, int]:
    host, port = listeners[0].sock.getsockname()[:2]
    return host, port
