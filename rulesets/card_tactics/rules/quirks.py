"""Quirks: found from what has just happened, and carried out before play continues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects.quirks import key_of
from rulesets.card_tactics.effects.rows import unit_row
from rulesets.card_tactics.ids import kind_id, quirk_id
from rulesets.card_tactics.names import quirk_name, quirk_owner
from rulesets.card_tactics.phases import Attacking, Fired, Following, Offering, Triggering
from rulesets.card_tactics.rules.conditions import Text, holds
from rulesets.kit.cards import Answers, asks
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rulesets.card_tactics.components import Quirk
    from rulesets.card_tactics.phases import Pending
    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat

Happened = tuple[str, "CardId", str]
"""A moment, whose deed it was, and of which kind of tokens."""


def _resolved(effect: e.AttackResolved) -> Iterator[Happened]:
    if effect.outcome == "miss":
        yield "miss_dealt", effect.attacker, ""
        yield "miss_taken", effect.target, ""
        return
    yield "hit_dealt", effect.attacker, ""
    if effect.outcome == "critical":
        yield "crit_dealt", effect.attacker, ""
    yield "hit_taken", effect.target, ""


MOMENTS: dict[type, tuple[tuple[str, ...], Callable[..., Iterable[Happened]]]] = {
    e.CombatStarted: (("combat_start",), lambda effect: (("combat_start", "", ""),)),
    e.RoundStarted: (("round_start",), lambda effect: (("round_start", "", ""),)),
    e.RoundEnded: (("round_end",), lambda effect: (("round_end", "", ""),)),
    e.SlotStarted: (("before_action",), lambda effect: (("before_action", effect.unit, ""),)),
    e.AttackDeclared: (("attacked",), lambda effect: [("attacked", target, "") for target in effect.targets]),
    e.AttackResolved: (("hit_dealt", "crit_dealt", "hit_taken", "miss_dealt", "miss_taken"), _resolved),
    e.HealthLost: (("health_lost",), lambda effect: (("health_lost", effect.unit, ""),) if effect.lost else ()),
    e.BleedTriggered: (("health_lost",), lambda effect: (("health_lost", effect.unit, ""),) if effect.lost else ()),
    e.HealthRecovered: (("healed",), lambda effect: (("healed", effect.unit, ""),)),
    e.TokensGained: (("token_gained",), lambda effect: (("token_gained", effect.unit, effect.kind),)),
    e.RestrainBecameStun: (("token_gained",), lambda effect: (("token_gained", effect.unit, "stun"),)),
    e.StunBecameRestrain: (("token_gained",), lambda effect: (("token_gained", effect.unit, "restrain"),)),
    e.UnitMoved: (("moved",), lambda effect: (("moved", effect.unit, ""),)),
    e.BootUsed: (("moved",), lambda effect: (("moved", effect.unit, ""),)),
    e.UnitsSwapped: (("moved",), lambda effect: (("moved", effect.one, ""), ("moved", effect.other, ""))),
    e.UnitDefeated: (("defeated",), lambda effect: (("defeated", effect.unit, ""),)),
    e.ItemUsed: (("item_used",), lambda effect: (("item_used", effect.unit, ""),)),
}
"""What an effect means for quirks: which moments it can be, and which it is.

What is not named here sets off none (closing up, displacement: CDT-GEO-08).
"""


def stirring(wanted: frozenset[str]) -> frozenset[type]:
    """The types of effects that can set off the quirks of a set, by the moments that its quirks want."""
    return frozenset(kind for kind, (names, _) in MOMENTS.items() if not wanted.isdisjoint(names))


def fire(play: Play[Board], since: int, before: Pending | None = None) -> None:
    """The quirks that the effects from `since` on set off take place now (CDT-QRK-01).

    `before` is the phase in which those effects came about: quirks under way in it are not set off by them.
    """
    wanted = _wanted(play.board)
    happened = [
        found
        for effect in play.effects[since:]
        if (moments := MOMENTS.get(type(effect))) and not wanted.isdisjoint(moments[0])
        for found in moments[1](effect)
        if found[0] in wanted
    ]
    if not happened or not (queue := triggered(play.board, happened)):
        return
    by = tuple(dict.fromkeys(under_way(before))) if before else ()
    if queue := tuple([fired for fired in queue if key_of(fired) not in by]):
        play.emit(e.QuirksTriggered(queue, by))


def _wanted(board: Board) -> set[str | None]:
    """The moments that set off a quirk of somebody, or may set off one of a unit just defeated (`quirks_on`)."""
    moment_of = board.components.moment_of
    found: set[str | None] = {moment_of[unit.card] for unit in board.heroes + board.enemies}
    if board.using:
        found.add(moment_of[board.using])
    if "defeated" in board.components.moments:
        found.add("defeated")
    return found


def triggered(board: Board, happened: Sequence[Happened]) -> tuple[Fired, ...]:
    """The quirks that some moments set off, the acting unit's first, then by distance from it (CDT-QRK-06)."""
    found: dict[Fired, None] = {}
    for moment, subject, kind in happened:
        for owner, quirk in quirks_on(board, moment, subject if moment == "defeated" else ""):
            if _concerns(board, quirk, owner, subject, kind):
                fired = Fired(owner, quirk.address, subject)
                if _may(board, fired, quirk):
                    found[fired] = None
    return tuple(found) if len(found) < 2 else tuple(sorted(found, key=lambda fired: rank(board, fired.owner)))


def quirks_on(board: Board, moment: str, gone: CardId = "") -> list[tuple[CardId, Quirk]]:
    """Quirks of a moment: of all in their lines, of a unit just defeated, of the item in use (CDT-QRK-04, 05)."""
    of = board.components.quirk_on[moment]
    found = [(card, of[card]) for unit in board.heroes + board.enemies if (card := unit.card) in of]
    if gone in of:
        found.append((gone, of[gone]))
    if board.using in of:
        found.append((board.user, of[board.using]))
    return found


def _concerns(board: Board, quirk: Quirk, owner: CardId, subject: CardId, kind: str) -> bool:
    trigger = quirk.trigger
    if trigger.token and trigger.token != kind:
        return False
    if not subject or trigger.of == "any":
        return True
    if trigger.of == "self":
        return owner == subject
    same = board.is_hero(owner) is board.is_hero(subject)
    return same and owner != subject if trigger.of == "ally" else not same


def _may(board: Board, fired: Fired, quirk: Quirk) -> bool:
    """Neither used up nor under way already: a quirk that waits or takes place does not set itself off again."""
    if _used_up(board, fired, quirk):
        return False
    if key_of(fired) in under_way(board.pending):
        return False
    text = Text(fired.owner, (fired.subject,) if fired.subject else (), fired.subject)
    return quirk.condition is None or holds(board, quirk.condition, text)


def _used_up(board: Board, fired: Fired, quirk: Quirk) -> bool:
    return quirk.limit != "none" and any(u.owner == fired.owner and u.quirk == fired.quirk for u in board.used)


def under_way(pending: Pending) -> Iterator[str]:
    """Keys of quirks that take place, wait to, or led to those that do, within a phase (CDT-AMB-53)."""
    inner: Pending | None = pending
    while inner is not None:
        if type(inner) is Following:
            if inner.source == "quirk":
                yield f"{inner.me} {'.'.join(inner.at.split('.')[:2])}"
                yield from inner.by
        elif type(inner) is Triggering:
            yield from map(key_of, inner.queue)
            yield from inner.by
        elif type(inner) is Offering:
            yield key_of(inner.fired)
            yield from inner.by
        inner = getattr(inner, "then", None)


def rank(board: Board, owner: CardId) -> int:
    """How far from the acting unit, which comes first; outside a slot, and of the defeated, from the centre."""
    if board.find(owner) is None:
        return 0
    if board.slot is None or board.find(board.slot.unit) is None:
        return board.position(owner)
    return board.distance(board.slot.unit, owner)


# --- roll quirks, which have an order of their own


def roll_quirks(
    board: Board, attack: Attacking, quirks: Iterable[tuple[CardId, Quirk]], *, rerolls: bool
) -> tuple[Fired, ...]:
    """Those of the quirks on a roll that the pending one sets off, and has not set off yet."""
    found: list[Fired] = []
    for owner, quirk in quirks:
        trigger = quirk.trigger
        if quirk.rerolls is not rerolls:
            continue
        for subject in (attack.attacker,) if trigger.role == "attacker" else attack.targets:
            fired = Fired(owner, quirk.address, subject)
            if (
                _concerns(board, quirk, owner, subject, "")
                and key_of(fired) not in attack.asked
                and fired not in found
                and _may(board, fired, quirk)
            ):
                found.append(fired)
                break
    return tuple(sorted(found, key=lambda fired: rank(board, fired.owner)))


# --- one after the other


@automatic(Triggering)
@asks(e.ChoiceAsked)
def take_quirks(play: Play[Board]) -> None:
    """The next quirk of the queue takes place, or is offered; ties go the way the players say."""
    board = play.board
    waiting = Triggering.of(board)
    fired = _next(board, waiting)
    quirk = board.components.quirk[fired.quirk]
    gone = board.find(fired.owner) is None and quirk.trigger.on != "defeated"
    if gone or _used_up(board, fired, quirk):  # one moment can set it off for several units
        return play.emit(e.QuirkLapsed(fired))
    if quirk.optional:
        return play.emit(e.QuirkOffered(fired))
    return play.emit(e.QuirkStarted(fired.owner, fired.quirk, fired.subject, quirk.limit))  # type: ignore[arg-type]


def _next(board: Board, waiting: Triggering) -> Fired:
    first = rank(board, waiting.queue[0].owner)
    tied = [fired for fired in waiting.queue if rank(board, fired.owner) == first]
    owners = tuple(sorted({fired.owner for fired in tied}))
    (owner,) = Answers(waiting.answers).choose(0, "quirk", owners)
    return next(fired for fired in tied if fired.owner == owner)


class UseQuirk(Action[Board], frozen=True):
    """Use a quirk that is not mandatory, or let it pass."""

    title = "Use a quirk or not"
    use: bool
    exact = True
    needs_version = True
    phase = Offering

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[UseQuirk]:
        return cls(True), cls(False)

    def check(self, board: Board, seat: Seat) -> None:
        need(isinstance(self.use, bool), "CDT-QRK-03")

    def perform(self, play: Play[Board]) -> None:
        fired = Offering.of(play.board).fired
        if self.use:
            limit = play.board.components.quirk[fired.quirk].limit
            play.emit(e.QuirkStarted(fired.owner, fired.quirk, fired.subject, limit, play.seat))  # type: ignore[arg-type]
        else:
            play.emit(e.QuirkDeclined(fired.owner, fired.quirk, play.seat))

    def fact(self, board: Board, seat: Seat) -> Fact:
        """Card: whose quirk. Target: whose deed set it off. Source: the quirk. Choice: `yes` or `no`."""
        fired = Offering.of(board).fired
        subject = kind_id(board, fired.subject) if fired.subject else None
        row = unit_row(board, fired.owner, kind="quirk", target=subject, source=quirk_id(fired.quirk))
        row.choice = "yes" if self.use else "no"
        return row

    def label(self, board: Board, seat: Seat) -> str:
        if not isinstance(board.pending, Offering):
            return "Use the quirk" if self.use else "Do without the quirk"
        fired = board.pending.fired
        quirk = f"{quirk_owner(board, fired.owner, fired.quirk)}'s quirk {quirk_name(fired.quirk)}"
        return f"Use {quirk}" if self.use else f"Do without {quirk}"
