"""What the app does in another way than Flask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask, Request
from werkzeug.exceptions import HTTPException
from werkzeug.test import EnvironBuilder

if TYPE_CHECKING:
    from tests.api.client import Client

REQUESTS: tuple[dict[str, Any], ...] = (
    {"path": "/v1/games", "base_url": "http://localhost:8000"},
    {"path": "/v1/games", "base_url": "http://LocalHost:80"},
    {"path": "/v1/games", "base_url": "https://127.0.0.1:443/under/a/prefix"},
    {"path": "/v1//games/%2e%2e/é", "base_url": "http://[::1]:8000", "query_string": "a=1&b=%C3%A9&c=%FF"},
    {"path": "/", "base_url": "http://bücher.example", "method": "POST"},
    {"path": "", "base_url": "http://localhost", "headers": {"Host": "not a host"}},
    {"path": "/v1/games", "base_url": "http://localhost", "headers": {"Host": "a" * 300}},
    {"path": "/v1/games", "base_url": "http://localhost", "headers": {"Host": "a..b"}},
)


@pytest.mark.parametrize("asked", REQUESTS, ids=[str(number) for number in range(len(REQUESTS))])
def test_requests_are_routed_as_flask_routes_them(client: Client, asked: dict[str, Any]) -> None:
    app = client.application

    def routed(create: Any) -> object:
        try:
            adapter = create(app, Request(EnvironBuilder(**asked).get_environ()))
        except HTTPException as error:
            return type(error)
        return {**vars(adapter), "path_info": "/" + adapter.path_info.lstrip("/")}

    assert routed(type(app).create_url_adapter) == routed(Flask.create_url_adapter)
