"""The addresses of the pages of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct

from api.errors import InvalidRequest
from api.pages.here import form, sent, service
from api.pages.players import people, player_id, profile, shared
from api.pages.views import blueprint
from api.people import called
from api.rest import shapes
from api.rest.web import convert
from events import MergedPlayer, NameTaken, SamePlayer

# msgspec reads the annotations of structs at run time.
from uuid import UUID  # isort: skip

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse


class ForgetForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What the last of the two questions before a player is forgotten sends."""

    sure: Literal["twice"]


class MergeForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The same before two profiles become one."""

    into: UUID
    sure: Literal["twice"]


@blueprint.get("/players")
def players() -> str:
    """The players, by name."""
    return render_template("pages/players.html", page=people(service(), request.args))


@blueprint.get("/players/<player>")
def player(player: str) -> str | AnyResponse:
    """A player: games, results, company. The address of one who was merged leads to the other."""
    try:
        return render_template("pages/player.html", page=profile(service(), player_id(player)))
    except MergedPlayer as error:
        return redirect(url_for("pages.player", player=error.into), 308)


@blueprint.post("/players/<player>/rename")
def rename(player: str) -> AnyResponse:
    """Correct a name, then show the player."""
    id, given = player_id(player), sent()
    try:
        service().store.rename_player(id, convert(given, shapes.PlayerBody, "body").name)
    except (NameTaken, InvalidRequest) as error:
        return _ask_for_another(id, given.get("name", ""), error)
    return redirect(url_for("pages.player", player=id), 303)


def _ask_for_another(id: UUID, name: str, error: NameTaken | InvalidRequest) -> AnyResponse:
    """The page of the player again, with what is wrong with a name."""
    taken = called(service().store, name) if isinstance(error, NameTaken) else []
    page = profile(service(), id)
    text = render_template("pages/player.html", page=page, wanted=name, fault=error, taken=taken)
    return make_response(text, 409 if taken else 422)


@blueprint.get("/players/<player>/forget")
def ask_to_forget(player: str) -> str:
    """Ask, and ask again, whether a player is to be forgotten."""
    page = profile(service(), player_id(player))
    return render_template("pages/forget.html", page=page, again="sure" in request.args)


@blueprint.post("/players/<player>/forget")
def forget(player: str) -> AnyResponse:
    """Forget a player, then show who is left."""
    form(ForgetForm)
    service().store.forget_player(player_id(player))
    return redirect(url_for("pages.players"), 303)


@blueprint.get("/players/<player>/merge")
def ask_to_merge(player: str) -> str:
    """Choose the profile that a player's seats go to; then ask, and ask again."""
    id, into = player_id(player), request.args.get("into")
    page = profile(service(), id)
    if not into:
        return render_template("pages/merge.html", page=page, offered=people(service(), request.args))
    other = profile(service(), player_id(into))
    if other.player == page.player:
        raise SamePlayer(id)
    tables = shared(service(), id, other.player.id)
    return render_template("pages/merge.html", page=page, other=other, tables=tables, again="sure" in request.args)


@blueprint.post("/players/<player>/merge")
def merge(player: str) -> AnyResponse:
    """Make two profiles one, then show it."""
    into = form(MergeForm).into
    service().store.merge_players(player_id(player), into)
    return redirect(url_for("pages.player", player=into), 303)
