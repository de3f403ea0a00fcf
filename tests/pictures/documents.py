"""`python -m tests.pictures.documents`: the pictures of README and examples, made anew."""

from __future__ import annotations

import hashlib
import struct
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any
from uuid import UUID

from werkzeug.serving import make_server

from api.app import create_app
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.look.values import as_file
from rulesets.kit.svg import Scene
from tests.api.client import Client
from tests.rulesets.examples import EXAMPLES, replayed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "replay.png"
AT = "turn:20"
"""Where the replay page stands."""
MADE_FROM = ("api/pages/templates", "api/pages/static", "rulesets/kit/look", "rulesets/heros_crossing_tactics/picture")
KEYWORD = b"Source-SHA256"
WIDTH, HEIGHT = 1152, 720


def boards() -> Iterator[tuple[Path, str]]:
    """The last board of each example, and the file that shows it."""
    for ruleset in installed_rulesets().values():
        yield EXAMPLES / ruleset.name / "board.svg", final_board(ruleset)


def final_board(ruleset: Ruleset[Any]) -> str:
    """The board that an example ends with, as the table sees it."""
    last = replayed(ruleset)[-1]
    touched = frozenset(touch for effect in last.effects for touch in effect.touches())
    scene = Scene(last.after, last.before, last.effects, "table", {}, 1, touched)
    return as_file(ruleset.picture(scene), ruleset.look.css)


def sources() -> str:
    """The hash of what the replay page is made of."""
    digest = hashlib.sha256()
    for folder in MADE_FROM:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".html", ".css", ".js", ".svg", ".jinja", ".py"):
                digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def source_hash(png: bytes) -> str:
    """The hash that a PNG carries; an empty text if it carries none."""
    at = png.find(KEYWORD + b"\0")
    return png[at + len(KEYWORD) + 1 :][:64].decode() if at >= 0 else ""


def with_source(png: bytes, source: str) -> bytes:
    """The PNG with a text that says what it was made from, before its last chunk."""
    content = b"tEXt" + KEYWORD + b"\0" + source.encode()
    chunk = struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
    return png[:-12] + chunk + png[-12:]


def page() -> bytes:
    """The replay page of an example on a desk."""
    from playwright.sync_api import sync_playwright

    from tests.chromium import launched

    with TemporaryDirectory() as folder:
        settings = Settings.read({}, database_url=f"sqlite:///{folder}/log.db", lake=f"{folder}/lake")
        with Store.open(settings.database_url) as store:
            app = create_app(Service.over(store, settings, {RULESET.name: RULESET}))
            game = _record(Client(app))
            server = make_server("127.0.0.1", 0, app, threaded=True)
            Thread(target=server.serve_forever, daemon=True).start()
            with sync_playwright() as playwright:
                seen = launched(playwright).new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
                seen.goto(f"http://127.0.0.1:{server.server_port}/games/{game}?v={AT}")
                png = seen.screenshot()
            server.shutdown()
    return with_source(png, sources())


def _record(client: Client) -> UUID:
    folder = EXAMPLES / RULESET.name
    json = {"content_type": "application/json"}
    game = client.post("/v1/games", data=(folder / "game.json").read_bytes(), **json).json["id"]
    lines = {"content_type": "application/x-ndjson", "headers": {"If-Match": '"1"'}}
    client.post(f"/v1/games/{game}/actions", data=(folder / "actions.jsonl").read_bytes(), **lines)
    return UUID(game)


def main() -> None:
    """Write them all."""
    for path, svg in boards():
        path.write_text(svg, encoding="utf-8")
    PAGE.write_bytes(page())


if __name__ == "__main__":
    main()
