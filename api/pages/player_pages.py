"""The list of players, and the profile of a player."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING
from uuid import UUID

from msgspec import Struct

from api.errors import UnknownPlayer
from api.pages.game_list import Row, row_of
from api.recording.titles import PlayedWith, played_with
from events import Game, Player
from rulesets.kit.sheets import title_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from api.service import Service

PAGE = 50
"""Players on one page."""

GAMES = 1_000
"""A profile is based on at most this many of the latest games,"""

LATEST = 10
"""lists this many of them,"""

COMPANY = 20
"""this many other players,"""

LIKE = 8
"""and a wrong name gets at most this many suggestions."""


class Listed(Struct, frozen=True):
    """A player in the list."""

    player: Player
    games: int


class People(Struct, frozen=True):
    """One page of the list of players."""

    rows: tuple[Listed, ...]
    search: str
    more: UUID | None
    """The last player shown, where there are more."""


class Results(Struct, frozen=True):
    """What a player did in one ruleset, or with one title of it; archived games are not counted."""

    ruleset: str
    title: str
    sheet: str | None
    """The title, if the ruleset has several."""
    games: int
    finished: int
    won: int
    playable: bool
    """Whether the ruleset is installed."""


class Companion(Struct, frozen=True):
    """Another player at the same tables."""

    id: UUID
    name: str
    games: int
    against: int
    """Finished games in which they were no team;"""
    won: int
    """of these the player won,"""
    lost: int
    """and the other; both where they share a win."""
    together: int
    """Finished games in which they were one;"""
    won_together: int


class Favourite(Struct, frozen=True):
    """What a player has had most often."""

    about: str
    what: str
    games: int


class Profile(Struct, frozen=True):
    """The page of a player."""

    player: Player
    games: int
    """This many of the latest games are counted,"""
    more: bool
    """and there are others."""
    results: tuple[Results, ...]
    company: tuple[Companion, ...]
    favourites: tuple[Favourite, ...]
    latest: tuple[Row, ...]


def player_id(text: str) -> UUID:
    """The id of a player in an address. Raises UnknownPlayer."""
    try:
        return UUID(text)
    except ValueError:
        raise UnknownPlayer from None


def people(service: Service, query: Mapping[str, str]) -> People:
    """The players by name, as an address asks for them. Raises UnknownAddress."""
    search, after = query.get("search", "").strip(), query.get("after")
    found = service.store.players_by_name(limit=PAGE + 1, search=search or None, after=_after(service, after))
    shown = found[:PAGE]
    return People(
        rows=tuple(Listed(player, games) for player, games in shown),
        search=search,
        more=shown[-1][0].id if len(found) > PAGE else None,
    )


def _after(service: Service, text: str | None) -> Player | None:
    """The last player of the page before, who may be gone since. Raises UnknownPlayer."""
    return service.store.player(player_id(text)) if text else None


def like(service: Service, name: str) -> list[Player]:
    """Players whose names hold this one, for a name that nobody has."""
    return [player for player, _ in service.store.players_by_name(limit=LIKE, search=name)]


def profile(service: Service, id: UUID) -> Profile:
    """What a player has played. Raises UnknownPlayer, MergedPlayer."""
    player = service.store.player(id)
    games = service.store.games(player=id, forks=False, limit=GAMES + 1)
    seen = games[:GAMES]
    return Profile(
        player=player,
        games=len(seen),
        more=len(games) > GAMES,
        results=tuple(_results(service, id, seen)),
        company=tuple(_company(service, id, seen)),
        favourites=tuple(_favourites(service, id, seen)),
        latest=tuple(row_of(game, service) for game in seen[:LATEST]),
    )


def shared(service: Service, one: UUID, other: UUID) -> int:
    """In how many of the latest games of one the other played as well."""
    return sum(other in _sitters(game) for game in service.store.games(player=one, forks=False, limit=GAMES))


def _results(service: Service, id: UUID, games: Iterable[Game]) -> Iterable[Results]:
    by_title: dict[tuple[str, str], list[Game]] = defaultdict(list)
    for game in games:
        by_title[game.ruleset, title_key(_of(service, game).title)].append(game)
    for (name, _), of_it in sorted(by_title.items(), key=lambda found: -len(found[1])):
        ended = [game for game in of_it if game.summary.result]
        won = sum(_won(game, id) for game in ended)
        title, playable = _of(service, of_it[0]).title, name in service.rulesets
        sheet = title if playable and service.rulesets[name].sheets else None
        yield Results(name, title, sheet, len(of_it), len(ended), won, playable)


def _company(service: Service, id: UUID, games: Iterable[Game]) -> list[Companion]:
    """The others at the player's tables, those of most games first."""
    shared: dict[UUID, list[Game]] = defaultdict(list)
    called: dict[UUID, str] = {}
    for game in games:
        for seated in game.seats:
            if seated.player and seated.player != id:
                called[seated.player] = seated.name or ""
                if game not in shared[seated.player][-1:]:
                    shared[seated.player].append(game)
    most = sorted(shared, key=lambda other: (-len(shared[other]), called[other]))[:COMPANY]
    return [_companion(service, id, other, called[other], shared[other]) for other in most]


def _companion(service: Service, id: UUID, other: UUID, name: str, games: list[Game]) -> Companion:
    team: list[Game] = []
    rest: list[Game] = []
    for game in games:
        if game.summary.result:
            (team if _of(service, game).cooperative else rest).append(game)
    return Companion(
        id=other,
        name=name,
        games=len(games),
        against=len(rest),
        won=sum(_won(game, id) for game in rest),
        lost=sum(_won(game, other) for game in rest),
        together=len(team),
        won_together=sum(_won(game, id) for game in team),
    )


def _favourites(service: Service, id: UUID, games: list[Game]) -> Iterable[Favourite]:
    """The most frequent game, company, place and tag, if it occurs at least twice."""
    company = Counter(
        name for game in games for name in {s.name or "" for s in game.seats if s.player not in (None, id)}
    )
    counted: dict[str, Counter[str]] = {
        "Game": Counter(_of(service, game).title for game in games),
        "With": company,
        "Place": Counter(game.place for game in games if game.place),
        "Tag": Counter(tag for game in games for tag in game.tags),
    }
    for about, found in counted.items():
        for what, times in found.most_common(1):
            if times > 1 and what:
                yield Favourite(about, what, times)


def _of(service: Service, game: Game) -> PlayedWith:
    return played_with(service.library, game)


def _sitters(game: Game) -> set[UUID | None]:
    return {seated.player for seated in game.seats}


def _won(game: Game, player: UUID) -> bool:
    """Whether a seat of the player won a game that has a result."""
    won = game.summary.result.winners if game.summary.result else ()
    return any(seated.player == player and seated.seat in won for seated in game.seats)
