"""A round begins, and phase 1: Hordes come onto the Path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects.rows import about_hero, place_id
from rulesets.kingdom_rush.ids import colour_id, deck_id, hero_id, horde_id, pathbreaker_id, space_id, stack_id
from rulesets.kingdom_rush.names import hero_name, horde_name, opening, space_name
from rulesets.kingdom_rush.phases import PLAY_CARDS, Destroying, Eliminating, Spawning
from rulesets.kingdom_rush.pieces import CardId, HeroName, Horde, SpaceId, Stack, Token
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from collections.abc import Iterable


class RoundStarted(Effect[Board], frozen=True):
    """`tokens` will flip a card; in solo mode a colour is given up first."""

    silent = dict.fromkeys(("tokens", "storm", "solo"), "what is to come")
    tokens: tuple[Token, ...] = ()
    storm: bool = False
    solo: bool = False

    def apply(self, board: Board) -> Board:
        spawning = Spawning(self.tokens, self.storm)
        pending = Eliminating(spawning) if self.solo else spawning
        return replace(board, round=board.round + 1, pending=pending)

    def sentence(self, board: Board) -> str:
        return f"Round {board.round + 1} begins."

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class ColourEliminated(Effect[Board], frozen=True):
    """Solo: no Tower is built on sites of this colour in this round."""

    title = "Colour given up"
    colour: str

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Eliminating)
        return replace(board, eliminated=self.colour, pending=pending.then)

    def sentence(self, board: Board) -> str:
        return f"{{1}} gives up the {self.colour} sites for this round."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=1, choice=colour_id(self.colour)),)


class HordeSpawned(Effect[Board], frozen=True):
    """A Horde comes onto the Path. No space: it reaches the Exit at once."""

    silent = {
        "route": "its stack's, unless it breaks in",
        "turn": "follows from the route",
        "tray": "trays are furniture",
    }
    mark = "draw"
    card: CardId
    route: Token
    turn: int
    space: SpaceId = ""
    level: int = 0
    tray: bool = True
    cause: Literal["stack", "ghost", "setup"] = "stack"
    token: Token = 0
    """Of the stack."""

    def apply(self, board: Board) -> Board:
        pending, stacks, ghosts = board.pending, board.stacks, board.ghosts
        if self.cause == "stack":
            index = self._place(stacks)
            stacks = put(stacks, index, _drawn(stacks[index], self.card))
            assert isinstance(pending, Spawning)
            pending = Spawning(pending.tokens[1:])
        elif self.cause == "ghost":
            ghosts = ghosts.drawn(self.card)
            assert isinstance(pending, Destroying)
            pending = replace(pending, ghosts=pending.ghosts[1:], came=True)
        horde = Horde(self.card, self.space, self.route, self.turn, self.level, self.tray)
        return replace(board, hordes=(*board.hordes, horde), pending=pending, stacks=stacks, ghosts=ghosts)

    def _place(self, stacks: tuple[Stack, ...]) -> int:
        for index, stack in enumerate(stacks):
            if stack.token == self.token:
                return index
        raise KeyError(self.token)

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.card), space_id(self.space)) if self.space else (horde_id(self.card),)

    def sentence(self, board: Board) -> str:
        name = horde_name(board, self.card)
        if self.cause == "setup":
            return f"{name} begins on {space_name(board, self.space)}."
        source = "the Ghost deck" if self.cause == "ghost" else f"Spawn point {self.token}"
        where = f"to {space_name(board, self.space)}" if self.space else "but finds no space free"
        return f"{name} comes from {source}{' ' if self.space else ', '}{where}."

    def facts(self, board: Board) -> Iterable[Fact]:
        sources = {"stack": stack_id(self.token), "ghost": deck_id("ghosts"), "setup": None}
        source, drawn = sources[self.cause], self.cause != "setup"
        place, kind = place_id(self.space), "portal" if self.level else "horde"
        return (Fact(card=horde_id(self.card), place=place, kind=kind, source=source, chance=drawn),)


def _drawn(stack: Stack, card: CardId) -> Stack:
    for index, segment in enumerate(stack.segments):
        if segment.size:
            return Stack(stack.token, put(stack.segments, index, segment.drawn(card)))
    raise IndexError(f"stack {stack.token} is empty")


class TrayTaken(Effect[Board], frozen=True):
    """A Horde lies without a tray from now on, for a Flying one needs it."""

    title = "Tray given up"
    horde: CardId

    def apply(self, board: Board) -> Board:
        return board.with_horde(replace(board.horde(self.horde), tray=False))

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.horde),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=horde_id(self.horde)),)


class PathbreakerRemoved(Effect[Board], frozen=True):
    """A Pathbreaker card leaves the game: its space and its Spawn point are open."""

    card: str

    def apply(self, board: Board) -> Board:
        return replace(board, barriers=tuple(b for b in board.barriers if b.card != self.card))

    def touches(self) -> tuple[str, ...]:
        return (pathbreaker_id(self.card),)

    def sentence(self, board: Board) -> str:
        barrier = next(barrier for barrier in board.barriers if barrier.card == self.card)
        name, place = board.components.pathbreaker[self.card].name, space_name(board, barrier.space)
        return f"The Pathbreaker card {name} is broken through: {place} is open."

    def facts(self, board: Board) -> Iterable[Fact]:
        space = next(barrier.space for barrier in board.barriers if barrier.card == self.card)
        return (Fact(card=pathbreaker_id(self.card), place=space_id(space)),)


class PlayStarted(Effect[Board], frozen=True):
    """Phase 2 begins; knocked-out heroes stand up again.

    Each of them is a row, whose value is the health that it gets back.
    """

    regenerated: tuple[tuple[HeroName, int], ...] = ()
    """With their health."""

    def apply(self, board: Board) -> Board:
        for name, health in self.regenerated:
            board = board.with_hero(replace(board.hero(name), health=health, down=False, ready=False, returned=True))
        return replace(board, pending=PLAY_CARDS)

    def touches(self) -> tuple[str, ...]:
        return tuple(hero_id(name) for name, _ in self.regenerated)

    def sentence(self, board: Board) -> str:
        return " ".join(
            f"{opening(hero_name(board, name))} stands up again with health {health}."
            for name, health in self.regenerated
        )

    def facts(self, board: Board) -> Iterable[Fact]:
        return tuple(about_hero(board, name, type="HeroRegenerated", value=health) for name, health in self.regenerated)
