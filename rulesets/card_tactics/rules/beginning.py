"""Whether a phrase has somebody to be about, and can begin: asked before a skill is used, or a branch offered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.card_tactics.effects.items import STACKS
from rulesets.card_tactics.effects.moving import can_move
from rulesets.card_tactics.rules.conditions import Text, attack_at, candidates, holds, possible
from rulesets.card_tactics.rules.items import discardable, turnable
from rulesets.card_tactics.words import phrases as p
from rulesets.card_tactics.words.selecting import KNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.effects.moving import Direction
    from rulesets.card_tactics.pieces import CardId


def has_target(board: Board, text: Text, phrase: p.Phrase) -> bool | None:
    """Whether a phrase that looks for a target finds one; None for one that looks for nobody."""
    if type(phrase) is p.Revive:
        return bool(board.aside)
    if type(phrase) is p.Swap:
        return next(pairs(board, text, phrase), None) is not None if p.seeks(phrase) else None
    sel = p.sought(phrase)
    if sel is None or sel.pick in KNOWN:
        return None
    return len(candidates(board, text, sel)) > (sel.pick == "second_closest")  # the second needs a first


def pairs(board: Board, text: Text, swap: p.Swap) -> Iterator[tuple[CardId, CardId]]:
    """Those that an exchange can mean: two units of one side (CDT-GEO-02)."""
    for one in possible(board, text, swap.a):
        for other in possible(board, text, swap.b):
            if one != other and board.is_hero(one) is board.is_hero(other):
                yield one, other


# --- what else it needs


def can_begin(board: Board, text: Text, phrase: p.Phrase) -> bool:
    """Whether anything of a phrase can be done: its subject is there, and so is what it needs besides."""
    kind = type(phrase)
    if kind in NEEDS and not NEEDS[kind](board, text, phrase):
        return False
    if kind in NEEDS_ATTACK and attack_at(board, *NEEDS_ATTACK[kind]) is None:
        return False
    sel = p.sought(phrase)
    return sel is None or bool(possible(board, text, sel))


def _attacker(board: Board, text: Text, do: p.Attack) -> bool:
    return board.find(text.me) is not None


def _step(board: Board, text: Text, do: p.Push | p.Pull) -> bool:
    """CDT-MOV-05, CDT-RST-01: one of those meant can make a step."""
    way: Direction = "push" if type(do) is p.Push else "pull"
    return any(
        can_move(board, card, way) and not _binds_itself(board, text, card) for card in possible(board, text, do.sel)
    )


def _exchange(board: Board, text: Text, do: p.Swap) -> bool:
    """CDT-GEO-02, CDT-RST-01: of two units of one side, none has to move itself though it is restrained."""
    return any(not _binds_itself(board, text, *pair) for pair in pairs(board, text, do))


def _binds_itself(board: Board, text: Text, *cards: CardId) -> bool:
    return text.me in cards and board.is_bound(text.me)


def _to_turn(board: Board, text: Text, do: p.Exhaust | p.Ready) -> bool:
    return do.item is None or bool(turnable(board, exhausted=type(do) is p.Ready))


def _to_draw(board: Board, text: Text, do: p.DrawItem) -> bool:
    return bool(board.stacks[STACKS[do.rarity]].size)


def _to_discard(board: Board, text: Text, do: p.DiscardItem) -> bool:
    return bool(discardable(board, do.rarity))


def _to_place(board: Board, text: Text, do: p.PlaceSpecial) -> bool:
    return board.tokens_left(do.kind) > 0


def _to_reveal(board: Board, text: Text, do: p.RevealEnemy) -> bool:
    return board.takes_enemy


def _to_call_back(board: Board, text: Text, do: p.Revive) -> bool:
    return bool(board.aside)


def _other_target(board: Board, text: Text, do: p.Redirect) -> bool:
    attack = attack_at(board, "declared", "rolled")
    return attack is not None and any(card not in attack.targets for card in possible(board, text, do.to))


def _branch(board: Board, text: Text, do: p.ChooseOne) -> bool:
    return any(can_begin(board, text, option[0]) for option in do.options)


def _taken(board: Board, text: Text, do: p.If) -> bool:
    """A branch that is not there is carried out at once."""
    branch = do.then if holds(board, do.cond, text) else do.else_
    return not branch or can_begin(board, text, branch[0])


def _each(board: Board, text: Text, do: p.ForEach) -> bool:
    """CDT-SKL-13: one of several is enough."""
    each = (Text(text.me, (card,), text.subject, text.low, text.high) for card in possible(board, text, do.sel))
    return any(can_begin(board, one, do.phrases[0]) for one in each)


def _entered(board: Board, text: Text, do: p.ByHand) -> bool:
    return board.chance == "table"


NEEDS: dict[type, Callable[[Board, Text, Any], bool]] = {
    p.Attack: _attacker,
    p.Push: _step,
    p.Pull: _step,
    p.Swap: _exchange,
    p.Exhaust: _to_turn,
    p.Ready: _to_turn,
    p.DrawItem: _to_draw,
    p.DiscardItem: _to_discard,
    p.PlaceSpecial: _to_place,
    p.RevealEnemy: _to_reveal,
    p.Revive: _to_call_back,
    p.Redirect: _other_target,
    p.ChooseOne: _branch,
    p.If: _taken,
    p.ForEach: _each,
    p.ByHand: _entered,
}
"""What a word needs besides its subject, by its type; the others need nothing."""

NEEDS_ATTACK: dict[type, tuple[str, ...]] = {
    p.Reroll: ("rolled",),
    p.PreventLoss: ("struck",),
    p.ModifyTotal: (),
    p.SetTotal: (),
    p.ModifyDefence: (),
}
"""Words that need an attack under way, and the steps that it may be at; any, where none is named."""
