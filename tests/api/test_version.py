"""The versions that the program shows come from one place."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from alembic.script import ScriptDirectory
from click.testing import CliRunner

from api.cli import tabletale
from api.service import installed_rulesets
from events.schema import configuration
from tests.api.client import Client
from tests.running import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_service_shows_the_version_of_the_project(client: Client) -> None:
    """It is the one in pyproject.toml, in answers, in the reference and in its example; the changelog begins with it.

    Broken by writing another version in pyproject.toml, or in any of these places.
    """
    document = client.get("/openapi.json").json
    shown = [client.get("/healthz").json["version"], client.get("/readyz").json["version"], document["info"]["version"]]
    answer = document["paths"]["/healthz"]["get"]["responses"]["200"]["content"]["application/json"]

    assert shown == [PROJECT["version"]] * 3
    assert answer["example"]["version"] == PROJECT["version"]
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest
    assert newest[1] == PROJECT["version"]


def test_the_versions_of_all_components_are_printed() -> None:
    """The program, the newest revision of the log's schema, and each ruleset have a line each.

    Broken by leaving one of them out, or by another schema than the migrations lead to.
    """
    (newest,) = ScriptDirectory.from_config(configuration()).get_heads()
    rulesets = installed_rulesets()

    result = CliRunner().invoke(tabletale, ["--version"])

    assert rulesets.keys() == PROJECT["entry-points"]["tabletale.rulesets"].keys()
    assert result.stdout.splitlines() == [
        f"tabletale {PROJECT['version']}",
        f"log schema {newest}",
        *(f"ruleset {ruleset.name} {ruleset.version}" for ruleset in rulesets.values()),
    ]
    assert result.exit_code == 0
