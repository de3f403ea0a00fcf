"""Settings come from TABLETALE_* variables; explicit values take precedence."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.errors import BadSetting
from api.settings import Settings


def test_by_default_the_log_is_in_the_users_data_folder() -> None:
    settings = Settings.read({"XDG_DATA_HOME": "/data"})
    assert settings.database_url == "sqlite:////data/tabletale/tabletale.db"
    assert Path(settings.lake) == Path("/data/tabletale/lake")
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)


def test_variables_are_read_and_explicit_values_take_precedence() -> None:
    environ = {"TABLETALE_PORT": "9000", "TABLETALE_HOST": "::1", "TABLETALE_LAKE": ""}
    settings = Settings.read(environ, port=9001, database_url=None)
    assert (settings.port, settings.host) == (9001, "::1")
    assert settings.lake.endswith("lake")


@pytest.mark.parametrize("value", ["many", "-1", "70000", "8000.5"])
def test_an_invalid_setting_is_named(value: str) -> None:
    with pytest.raises(BadSetting) as caught:
        Settings.read({"TABLETALE_PORT": value})
    assert "TABLETALE_PORT" in caught.value.detail
