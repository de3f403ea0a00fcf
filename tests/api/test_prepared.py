"""What requests read is worked out by msgspec before the first request."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

REQUESTS = """
import sys

from msgspec import _utils

from api.app import create_app
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from tests.api.client import Client
from tests.api.conftest import action_bodies, game_body

settings = Settings.read({}, database_url=f"sqlite:///{sys.argv[1]}/log.db", lake=f"{sys.argv[1]}/lake")
actions, game = action_bodies(1)[:20], game_body(1)
with Store.open(settings.database_url, migrate=True) as store:
    client = Client(create_app(Service.over(store, settings, installed_rulesets())))
    met = []
    work_out = _utils._get_class_mro_and_typevar_mappings
    _utils._get_class_mro_and_typevar_mappings = lambda kind: met.append(str(kind)) or work_out(kind)
    address = "/v1/games/" + client.post("/v1/games", json=game).json["id"]
    assert client.post(f"{address}/actions", json=actions).status_code == 201
    assert client.post(f"{address}/undo", json={"to": "5", "reason": "again"}).status_code == 201
    reads = ("", "/board", "/events", "/legal-actions", "/choices", "/timeline", "/annotations", "/lines", "/export")
    paths = ["/v1/games", "/v1/players", "/", "/new", *(address + read for read in reads)]
    page = address.removeprefix("/v1")
    for path in (*paths, page, f"{page}/record", f"{page}/record?seat=1", f"{page}/timeline"):
        assert client.get(path, follow_redirects=True).status_code == 200, path
    print(*met, sep="\\n")
"""


def test_no_request_meets_a_struct_first(tmp_path: Path) -> None:
    """Two requests that met the same one at the same moment would end the process."""
    command = [sys.executable, "-c", REQUESTS, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
