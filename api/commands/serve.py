"""`tabletale serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from msgspec.structs import replace

from api.app import create_app
from api.commands.common import database_option, make_folder, need_port, open_service
from api.commands.invite import invite, print_choice
from api.commands.network import need_one_address, own_addresses
from api.rest.guard import is_loopback, need_loopback
from api.rest.table_link import TableLink, authority
from api.service import Service
from api.serving import limits
from api.serving.worker import Worker
from api.settings import Settings, is_set
from events import Store

if TYPE_CHECKING:
    from flask import Flask
    from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]


@click.command(epilog="Example: tabletale serve --port 8080 --database sqlite:///games.db")
@click.option(
    "--host",
    help="The address to listen on; by default TABLETALE_HOST, or 127.0.0.1, or with --table this machine's address.",
)
@click.option("--port", type=int, help="The port; by default TABLETALE_PORT, or 8000. 0 takes any free one.")
@database_option
@click.option("--migrate", is_flag=True, default=None, help="Upgrade an older database (SQLite: always).")
@click.option("--table", is_flag=True, help="Let in phones and other machines by a link, printed as a QR code too.")
def serve(host: str | None, port: int | None, database: str | None, migrate: bool | None, table: bool) -> None:
    """Start the service. It listens on this machine only, and every caller is the table, which sees everything.

    With --table it listens on the network of this machine, and lets in only those who open the link that it
    prints: they are the table. Each start makes a new link, which works until the process ends.
    """
    if table and not host and not is_set("host"):
        host = _address_in_network()
    settings = Settings.read(host=host, port=port, database_url=database)
    if table:
        settings = replace(settings, host=need_one_address(settings.host))
    else:
        need_loopback(settings.host)
    need_port(settings.host, settings.port)
    with open_service(settings, migrate=migrate):
        pass  # report a problem with the database once, before anything listens
    Server(settings, table=table).run()


def _address_in_network() -> str:
    """The address of this machine in its own network. Raises NoNetwork."""
    addresses = own_addresses()
    print_choice(addresses)
    return addresses[0].text


class Server(BaseApplication):  # type: ignore[misc]
    """The app in gunicorn, with one process and the threads of the settings; in table mode with a link."""

    def __init__(self, settings: Settings, *, table: bool = False) -> None:
        self.settings = settings
        self.table = table
        self.link: TableLink | None = None
        """Made once the port is known; the process that answers is forked after that."""
        super().__init__()

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
            "when_ready": self._announce,
        }

    def load(self) -> Flask:
        """The app, made in the process that serves it: connections to a database do not survive a fork."""
        make_folder(self.settings.database_url)
        return create_app(Service.over(Store.open(self.settings.database_url), self.settings), self.link)

    def _announce(self, arbiter: Arbiter) -> None:
        host, port = arbiter.LISTENERS[0].sock.getsockname()[:2]
        if self.table:
            self.link = TableLink.make(self.settings.host, port)
            invite(self.link, only_here=is_loopback(host))
        else:
            name = authority(host, port)
            click.echo(f"Tabletale listens on http://{name}/ and its reference is at http://{name}/docs")
