"""`tabletale serve --table`: which address it listens on, what it prints, and that its link ends with the process."""

from __future__ import annotations

import io
import itertools
import re
import socket
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest
import segno

from api.commands import network
from api.commands.invite import invite
from api.commands.network import need_one_address, own_addresses
from api.errors import BadSetting, NoNetwork
from api.rest.table_link import TableLink
from tests.api.serving import Running, serving
from tests.api.test_commands import home, run
from tests.waiting import LIMIT

__all__ = ["home"]

WLAN = {"wlan0": ["192.168.1.7", "fd00::7", "2001:4860:4860::8888", "fe80::1%wlan0"]}
LOOPBACK = {"lo": ["127.0.0.1", "::1"]}
BRIDGE = {"docker0": ["172.17.0.1"]}
TUNNEL = {"tun0": ["10.8.0.2"]}
PUBLIC = {"eth0": ["8.8.8.8", "2001:4860:4860::8888"]}


def set_interfaces(
    monkeypatch: pytest.MonkeyPatch, *interfaces: dict[str, list[str]], leads_out: str = "", down: str = ""
) -> None:
    """Give the machine these network interfaces."""
    addresses = {
        name: [_Address(socket.AF_INET6 if ":" in text else socket.AF_INET, text) for text in texts]
        for each in interfaces
        for name, texts in each.items()
    }
    states = {
        name: _State(name != down, "up,pointopoint" if name.startswith("tun") else "up,broadcast") for name in addresses
    }
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: addresses)
    monkeypatch.setattr(psutil, "net_if_stats", lambda: states)
    monkeypatch.setattr(network, "_address_that_leads_out", lambda: leads_out)


class _Address(NamedTuple):
    family: socket.AddressFamily
    address: str


class _State(NamedTuple):
    isup: bool
    flags: str


def found() -> list[str]:
    return [address.text for address in own_addresses()]


def test_the_address_in_the_local_network_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    set_interfaces(monkeypatch, LOOPBACK, WLAN, leads_out="192.168.1.7")
    assert found() == ["192.168.1.7"]


def test_the_address_of_the_default_route_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    set_interfaces(monkeypatch, LOOPBACK, BRIDGE, WLAN, leads_out="192.168.1.7")
    assert found() == ["192.168.1.7", "172.17.0.1"]


def test_a_tunnel_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    set_interfaces(monkeypatch, LOOPBACK, TUNNEL, WLAN, leads_out="10.8.0.2")
    assert found() == ["192.168.1.7"]


def test_an_interface_that_is_down_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    set_interfaces(monkeypatch, LOOPBACK, BRIDGE, WLAN, down="docker0")
    assert found() == ["192.168.1.7"]


def test_an_ipv6_address_is_used_if_there_is_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    set_interfaces(monkeypatch, LOOPBACK, {"wlan0": ["fe80::1%wlan0", "2001:4860:4860::8888", "fd00::7"]})
    assert found() == ["fd00::7"]


@pytest.mark.parametrize("interface", [{}, PUBLIC, TUNNEL])
def test_without_a_local_network_no_address_is_chosen(
    monkeypatch: pytest.MonkeyPatch, interface: dict[str, list[str]]
) -> None:
    set_interfaces(monkeypatch, LOOPBACK, interface, leads_out="8.8.8.8")
    with pytest.raises(NoNetwork):
        own_addresses()


def test_finding_the_address_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connecting a datagram socket only looks up the routing table of this machine."""
    made = []

    class NeverSending(socket.socket):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            made.append(self.type)

        def sendto(self, *_: Any) -> int:
            raise AssertionError

        send = sendall = sendmsg = sendto  # type: ignore[assignment]

    monkeypatch.setattr(socket, "socket", NeverSending)
    address = network._address_that_leads_out()
    assert made == [socket.SOCK_DGRAM]
    assert address == "" or address in {each.address for all in psutil.net_if_addrs().values() for each in all}


def test_a_missing_network_is_reported_before_anything_is_started(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_interfaces(monkeypatch, LOOPBACK)
    result = run("serve", "--table")
    assert result.exit_code == 1
    first, next_step = result.stderr.splitlines()
    assert first.startswith("Error: No network address found. The machine is in no network")
    assert "--host" in next_step
    assert not list(home.iterdir())


@pytest.mark.parametrize("host", ["0.0.0.0", "fe80::1"])
def test_an_unusable_host_advises_an_address_of_this_machine(home: Path, host: str) -> None:
    """Broken by the usual advice, to look up in docs/settings.md what a host may be."""
    result = run("serve", "--table", "--host", host)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == network.OWN_ADDRESS


def test_the_chosen_one_of_several_addresses_is_reported(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_interfaces(
        monkeypatch, LOOPBACK, {"eth7": ["203.0.113.7"]}, {"docker9": ["203.0.113.9"]}, leads_out="203.0.113.7"
    )
    result = run("serve", "--table", "--port", "0")  # neither is this machine's, so that it ends here
    assert result.stdout == (
        "Using the address 203.0.113.7 (eth7); choose another with --host: 203.0.113.9 (docker9)\n"
    )
    assert "Port 0 of 203.0.113.7" in result.stderr


@pytest.mark.parametrize(("options", "taken"), [((), "203.0.113.7"), (("--host", "203.0.113.9"), "203.0.113.9")])
def test_the_option_host_chooses_the_address(
    home: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], taken: str
) -> None:
    set_interfaces(monkeypatch, LOOPBACK, WLAN)
    monkeypatch.setenv("TABLETALE_HOST", "203.0.113.7")
    result = run("serve", "--table", *options)  # it is not this machine's, so that it ends here
    assert f"of {taken}: " in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "::", "laptop.local"])
def test_an_address_beyond_loopback_advises_table_mode(home: Path, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for options, setting in ((("--host", host), ""), ((), host)):
        monkeypatch.setenv("TABLETALE_HOST", setting)
        result = run("serve", *options)
        assert result.exit_code == 1
        assert "nothing would keep them out" in result.stderr
        assert "add --table, which lets in only those who open its link" in result.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "224.0.0.1", "fe80::1%eth0", "fe80::1"])
def test_an_unusable_address_is_refused(home: Path, host: str) -> None:
    with pytest.raises(BadSetting):
        need_one_address(host)
    result = run("serve", "--table", "--host", host)
    assert result.exit_code == 2
    assert host in result.stderr


@pytest.mark.parametrize(
    ("text", "written"),
    [("FD00:0::7", "fd00::7"), ("192.168.1.7", "192.168.1.7"), ("Laptop.Local", "laptop.local")],
)
def test_an_address_is_written_as_browsers_write_it(text: str, written: str) -> None:
    assert need_one_address(text) == written


# --- the printed link


class Terminal(io.TextIOWrapper):
    """An output that claims to be a terminal."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding, errors="strict")

    def isatty(self) -> bool:
        return True

    def printed(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode(self.encoding)


LINK = TableLink(host="192.168.1.7", port=8000, token="Zk3-uQ9_vT5xWm2aLr7pNc")


def printed(monkeypatch: pytest.MonkeyPatch, encoding: str = "utf-8", columns: int = 80) -> str:
    terminal = Terminal(encoding)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("sys.stdout", terminal)
    invite(LINK)
    monkeypatch.undo()
    return terminal.printed()


def drawn(lines: list[str]) -> list[tuple[bool, ...]]:
    """The rows of a QR code that is drawn in half blocks: whether each module is dark."""
    halves = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
    rows = [[halves[block] for block in line] for line in lines]
    return [tuple(half[part] for half in row) for row, part in itertools.product(rows, (0, 1))]


def test_the_qr_code_encodes_the_link(monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed(monkeypatch)
    lines = re.findall(r"\x1b\[38;5;231m\x1b\[48;5;16m(.*?)\x1b\[0m", text)
    modules = segno.make(LINK.address, micro=False).matrix_iter(border=4)
    assert drawn(lines)[: len(lines) * 2 - 1] == [tuple(map(bool, row)) for row in modules]
    assert text.count(LINK.address) == 1


def test_the_whole_output_fits_in_24_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(printed(monkeypatch).splitlines()) <= 24


@pytest.mark.parametrize(("encoding", "columns"), [("ascii", 80), ("latin-1", 80), ("utf-8", 30)])
def test_a_terminal_that_cannot_show_the_qr_code_gets_only_the_link(
    monkeypatch: pytest.MonkeyPatch, encoding: str, columns: int
) -> None:
    text = printed(monkeypatch, encoding, columns)
    assert LINK.address in text.splitlines()
    assert not set(text) & set("█▀▄\x1b")


# --- the process


def printed_link(service: Running) -> str:
    """The link that a service in table mode prints."""
    assert service.process.stdout
    for line in service.process.stdout:
        if "/table/" in line:
            return line.strip()
    raise AssertionError("no link")


TABLE = ("--table", "--host", "127.0.0.1")


class Response(NamedTuple):
    status: int
    headers: dict[str, str]


def ask(service: Running, path: str, method: str = "GET", **headers: str) -> Response:
    connection = HTTPConnection("127.0.0.1", service.port, timeout=LIMIT)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return Response(answer.status, dict(answer.getheaders()))


def test_the_link_works_only_for_its_own_process(tmp_path: Path) -> None:
    with serving(tmp_path, options=TABLE) as first:
        link = printed_link(first)
        origin, path = first.address, link.removeprefix(first.address)
        assert link.startswith(f"{origin}/table/")
        welcome = ask(first, path)
        assert (welcome.status, welcome.headers["Location"]) == (303, "/")
        cookie = welcome.headers["Set-Cookie"].partition(";")[0]
        assert ask(first, "/").status == 401
        assert ask(first, "/", Cookie=cookie).status == 200
        assert ask(first, "/", Cookie=cookie, Host=f"localhost:{first.port}").status == 403
    with serving(tmp_path, options=(*TABLE, "--port", str(first.port))) as second:
        assert second.port == first.port
        assert printed_link(second) != link
        assert ask(second, "/", Cookie=cookie).status == 401
        assert ask(second, path).status == 401


def test_the_token_is_in_no_log(tmp_path: Path) -> None:
    """It is printed once, with the link; neither requests nor errors write it again."""
    errors = tmp_path / "errors.txt"
    with errors.open("w") as stderr, serving(tmp_path, fault(), options=TABLE, stderr=stderr) as service:
        link = printed_link(service)
        token = link.rpartition("/")[2]
        assert ask(service, f"/table/{token}").status == 303
        assert ask(service, f"/table/{token}?{token}", "POST").status == 401
        assert ask(service, f"/nothing/{token}", Authorization=f"Bearer {token}").status == 404
        assert ask(service, f"/healthz?{token}", Authorization=f"Bearer {token}").status == 500
        service.connect().send(f"GET /table/{token} HTTP/1.1\r\nHost {token}\r\n\r\n".encode()).answers()
        service.connect().send(f"GET /table/{token} HTTP/1.1\r\nHost: {service.port}".encode()).reset()
        rest = service.process.stdout
    assert rest
    assert token not in rest.read()
    assert "an unforeseen error" in errors.read_text()
    assert token not in errors.read_text()


def fault() -> str:
    """Code that makes /healthz fail."""
    return "from api.rest import shapes; shapes.Health = None"


def test_table_mode_listens_only_in_the_local_network(tmp_path: Path) -> None:
    try:
        address = next(each.text for each in own_addresses() if "." in each.text)
    except (NoNetwork, StopIteration):
        pytest.skip("this machine is in no network")
    with serving(tmp_path, options=("--table",)) as service:
        assert service.host == address
        assert printed_link(service).startswith(f"http://{address}:{service.port}/table/")
        with pytest.raises(ConnectionRefusedError):
            ask(service, "/")  # on loopback
