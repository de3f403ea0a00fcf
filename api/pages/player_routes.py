"""Routes of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct

from api.errors import InvalidRequest
from api.pages.base import blueprint
from api.pages.context import form, sent, service
from api.pages.player_pages import people, player_id, profile, shared
from api.people import called
from api.rest import shapes
from api.rest.web import convert
from events import MergedPlayer, NameTaken, SamePlayer

# msgspec reads the annotations of structs at run time.
from uuid import UUID  # isort: skip

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse


class DeleteForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The second confirmation before a player is deleted."""

    sure: Literal["twice"]


class MergeForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The second confirmation before two profiles are merged."""

    into: UUID
    sure: Literal["twice"]


@blueprint.get("/players")
def players() -> str:
    """The list of players."""
    return render_template("pages/players.html", page=people(service(), request.args))


@blueprint.get("/players/<player>")
def player(player: str) -> str | AnyResponse:
    """The profile of a player; redirects if the player was merged into another."""
    try:
        return render_template("pages/player.html", page=profile(service(), player_id(player)))
    except MergedPlayer as error:
        return redirect(url_for("pages.player", player=error.into), 308)


@blueprint.post("/players/<player>/rename")
def rename(player: str) -> AnyResponse:
    """Rename a player, then show the profile."""
    id, given = player_id(player), sent()
    try:
        service().store.rename_player(id, convert(given, shapes.PlayerBody, "body").name)
    except (NameTaken, InvalidRequest) as error:
        return _ask_for_another(id, given.get("name", ""), error)
    return redirect(url_for("pages.player", player=id), 303)


def _ask_for_another(id: UUID, name: str, error: NameTaken | InvalidRequest) -> AnyResponse:
    """The profile again, with what is wrong with the name."""
    taken = called(service().store, name) if isinstance(error, NameTaken) else []
    page = profile(service(), id)
    text = render_template("pages/player.html", page=page, wanted=name, fault=error, taken=taken)
    return make_response(text, 409 if taken else 422)


@blueprint.get("/players/<player>/delete")
def ask_to_delete(player: str) -> str:
    """Ask twice for confirmation to delete a player."""
    page = profile(service(), player_id(player))
    return render_template("pages/delete_player.html", page=page, again="sure" in request.args)


@blueprint.post("/players/<player>/delete")
def delete_player(player: str) -> AnyResponse:
    """Delete a player, then list the others."""
    form(DeleteForm)
    service().store.forget_player(player_id(player))
    return redirect(url_for("pages.players"), 303)


@blueprint.get("/players/<player>/merge")
def ask_to_merge(player: str) -> str:
    """Choose the profile to merge a player into, then ask twice for confirmation."""
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
    """Merge two profiles, then show the result."""
    into = form(MergeForm).into
    service().store.merge_players(player_id(player), into)
    return redirect(url_for("pages.player", player=into), 303)
