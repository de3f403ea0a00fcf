"""The OpenAPI document, the reference, and the pages under docs/ agree with the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from openapi_spec_validator import validate

from api import docs as pages
from api.app import document
from api.cli import COMMANDS
from api.settings import PREFIX, names
from tests.api.client import Client
from tests.api.conftest import validator

DOCS = Path(__file__).parents[2] / "docs"


def test_the_document_is_valid_openapi(client: Client) -> None:
    validate(client.get("/openapi.json").json)


def test_every_route_is_in_the_document_and_in_the_reference(client: Client) -> None:
    page = client.get("/docs").get_data(as_text=True)
    for rule in client.application.url_map.iter_rules():
        if rule.endpoint.startswith("pages."):
            continue
        path = str(rule.rule).replace("<", "{").replace(">", "}")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            operation = document()["paths"][path][method.lower()]
            assert operation["summary"]
            assert f'id="{operation["operationId"]}"' in page


def test_every_body_and_every_answer_has_an_example_of_its_shape() -> None:
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            contents = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in (part.get("content", {}).get("application/json") for part in contents):
                if content is None or not content["schema"]:
                    continue
                assert "example" in content, f"{method} {path}"
                for ref in refs(content["schema"]):
                    if not isinstance(content["example"], list):
                        validator(ref).validate(content["example"])


def refs(schema: dict[str, object]) -> list[str]:
    if "$ref" in schema:
        return [str(schema["$ref"])]
    options = schema.get("anyOf", [])
    assert isinstance(options, list)
    return [str(option["$ref"]) for option in options if "$ref" in option]


def test_every_problem_that_an_endpoint_documents_has_an_example() -> None:
    for operations in document()["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                for example in (
                    answer.get("content", {}).get("application/problem+json", {}).get("examples", {}).values()
                ):
                    assert str(example["value"]["status"]) == status
                    validator("#/components/schemas/ProblemDetails").validate(example["value"])


def test_the_reference_loads_nothing_from_other_sites(client: Client) -> None:
    page = client.get("/docs")
    links = re.findall(r'(?:src|href)="([^"]+)"', page.get_data(as_text=True))
    assert links
    assert all(link.startswith(("/", "#")) for link in links)
    assert "<script" not in page.get_data(as_text=True)
    assert "style=" not in page.get_data(as_text=True)
    for sheet in (link for link in links if link.endswith(".css")):
        assert "url(http" not in client.get(sheet).text
        assert "@import" not in client.get(sheet).text
    for link in {link for link in links if link.startswith("/")}:
        assert client.get(link).status_code == 200, link


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("settings.md", pages.settings_page),
        ("problems.md", pages.problems_page),
        ("commands.md", pages.commands_page),
        ("data-dictionary.md", pages.data_dictionary_page),
        ("game-file.schema.json", pages.game_file_schema),
    ],
)
def test_generated_pages_are_up_to_date(name: str, made: object) -> None:
    assert callable(made)
    assert (DOCS / name).read_text(encoding="utf-8") == made(), "run: python -m api.docs docs"


@pytest.mark.parametrize("shape", ["GameBody", "GameChanges", "ListedGame", "Game"])
def test_the_document_says_that_visibility_has_no_effect_yet(shape: str) -> None:
    """A user who sets it must not think that others are kept out."""
    described = document()["components"]["schemas"][shape]["properties"]["visibility"]
    assert "does nothing yet" in str(described)
    guide = " ".join((DOCS / "api.md").read_text(encoding="utf-8").split())
    assert "A game's `visibility` (`public`, `unlisted` or `private`) is stored, but it does nothing yet." in guide


def test_the_guide_lists_every_address_of_the_service(client: Client) -> None:
    """It lists those for programs and those for browsers, as the app has them."""
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    served = {
        (method, str(rule.rule).replace("<", "{").replace(">", "}"))
        for rule in client.application.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    listed = re.findall(r"^\| `([A-Z]+)` \| `(\S+)` \| \S.* \|$", page, re.M)

    assert set(listed) == served
    assert len(listed) == len(served)
    assert page == pages.api_page(page), "run: python -m api.docs docs"


def test_the_page_about_statistics_lists_every_statistic() -> None:
    page = (DOCS / "statistics.md").read_text(encoding="utf-8")
    assert page == pages.statistics_page(page), "run: python -m api.docs docs"


def test_every_setting_and_command_is_documented() -> None:
    assert all(f"`{PREFIX}{name.upper()}`" in (DOCS / "settings.md").read_text() for name in names())
    assert all(f"## `tabletale {name}`" in (DOCS / "commands.md").read_text() for name in COMMANDS)
