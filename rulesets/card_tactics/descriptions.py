"""What phrases of cards do, in a few words: for labels, branches and sentences, with whom they are done to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.card_tactics.names import card_name, quirk_name, skill_name, unit_name
from rulesets.card_tactics.phases import Choosing, Following
from rulesets.card_tactics.pieces import TOKEN_NAMES
from rulesets.card_tactics.words import phrases as p
from rulesets.kit.cards import ByWord
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.words.selecting import Selector

describe_word: ByWord[Callable[[Any, str], str]] = ByWord("telling", p.PhraseWord)
"""Marks the function that describes a word: of the word, and of whom it is done to (empty: the units it means)."""


def describe(phrase: p.Phrase, who: str = "") -> str:
    """A phrase in words that may follow "to": `heal Guardian by 2`."""
    return describe_word[type(phrase)](phrase, who)


# --- who is meant

RANKED = {
    "closest": "the closest {}",
    "second_closest": "the second closest {}",
    "farthest": "the farthest {}",
    "lowest_health": "the {} with the lowest health",
    "highest_health": "the {} with the highest health",
    "lowest_defence": "the {} with the lowest defence",
    "highest_defence": "the {} with the highest defence",
}
OWNER = "itself"
"""Whose text it is, until that is known."""

KNOWN = {
    "self": OWNER,
    "target": "the target",
    "attacker": "the attacker",
    "attacked": "the unit attacked",
    "mover": "the unit that set it off",
}
PLURALS = {"enemy": "enemies", "ally": "allies", "hero": "heroes"}
ARTICLES = {"enemy": "an", "ally": "an", "opponent": "an"}


def meant(sel: Selector | None) -> str:
    """Whom a text means, before that is known."""
    if sel is None:
        return "an item"
    many, several = PLURALS.get(sel.of, f"{sel.of}s"), sel.count if isinstance(sel.count, int) else 0
    if sel.pick in KNOWN:
        return KNOWN[sel.pick]
    if sel.pick == "position":
        return f"the {sel.of} on space {sel.n}"
    if sel.pick == "all" or not several:
        return f"all {many}"
    if several > 1:
        return f"{several} {many}"
    if sel.pick in RANKED:
        return RANKED[sel.pick].format(sel.of)
    random = "random " if sel.pick == "random" else ""
    return f"{'a' if random else ARTICLES.get(sel.of, 'a')} {random}{sel.of}"


# --- what is done


@describe_word(p.Attack)
def _attack(do: p.Attack, who: str) -> str:
    return f"attack {who or meant(do.targets)}"


@describe_word(p.LoseHealth)
def _lose(do: p.LoseHealth, who: str) -> str:
    return f"hurt {who or meant(do.sel)} by {do.n}"


@describe_word(p.Heal)
def _heal(do: p.Heal, who: str) -> str:
    return f"heal {who or meant(do.sel)} by {do.n}"


@describe_word(p.AddToken, p.PlaceSpecial)
def _give(do: p.AddToken | p.PlaceSpecial, who: str) -> str:
    return f"give {who or meant(do.sel)} {counted(do.n, f'{TOKEN_NAMES[do.kind]} token')}"


@describe_word(p.RemoveToken, p.RemoveSpecial)
def _take(do: p.RemoveToken | p.RemoveSpecial, who: str) -> str:
    return f"take {counted(do.n, f'{TOKEN_NAMES[do.kind]} token')} from {who or meant(do.sel)}"


@describe_word(p.Push)
def _push(do: p.Push, who: str) -> str:
    return f"push {who or meant(do.sel)} by {do.n}"


@describe_word(p.Pull)
def _pull(do: p.Pull, who: str) -> str:
    return f"pull {who or meant(do.sel)} by {do.n}"


@describe_word(p.Swap)
def _swap(do: p.Swap, who: str) -> str:
    return f"let {who or f'{meant(do.a)} and {meant(do.b)}'} change places"


@describe_word(p.Exhaust)
def _exhaust(do: p.Exhaust, who: str) -> str:
    return f"exhaust {who or meant(do.sel)}"


@describe_word(p.Ready)
def _ready(do: p.Ready, who: str) -> str:
    return f"ready {who or meant(do.sel)}"


@describe_word(p.Reroll)
def _reroll(do: p.Reroll, who: str) -> str:
    return "roll again"


@describe_word(p.ModifyTotal)
def _total(do: p.ModifyTotal, who: str) -> str:
    return f"change the total by {do.n:+}"


@describe_word(p.ModifyDefence)
def _defence(do: p.ModifyDefence, who: str) -> str:
    return f"change the defence by {do.n:+}"


@describe_word(p.SetTotal)
def _set_total(do: p.SetTotal, who: str) -> str:
    return f"set the total to {do.n}"


@describe_word(p.Redirect)
def _redirect(do: p.Redirect, who: str) -> str:
    return f"turn the attack on {who or meant(do.to)}"


@describe_word(p.PreventLoss)
def _prevent(do: p.PreventLoss, who: str) -> str:
    return f"prevent the loss of {'all' if do.n == 'all' else do.n} health"


@describe_word(p.DrawItem)
def _draw(do: p.DrawItem, who: str) -> str:
    return f"draw {f'a {do.rarity} item' if do.n == 1 else f'{do.n} {do.rarity} items'}"


@describe_word(p.DiscardItem)
def _discard(do: p.DiscardItem, who: str) -> str:
    kind = " ".join(filter(None, ("random" if do.pick == "random" else "", do.rarity, "item")))
    if do.n > 1:
        return f"discard {who or f'{do.n} {kind}s'}"
    return f"discard {who or ('an item' if kind == 'item' else f'a {kind}')}"


@describe_word(p.RevealEnemy)
def _reveal(do: p.RevealEnemy, who: str) -> str:
    return f"reveal {'an enemy' if do.n == 1 else f'{do.n} enemies'}"


@describe_word(p.Revive)
def _revive(do: p.Revive, who: str) -> str:
    return f"bring {who or 'a defeated hero'} back with {do.health} health"


@describe_word(p.ChooseOne)
def _choose(do: p.ChooseOne, who: str) -> str:
    return "; or ".join(_list(option) for option in do.options)


@describe_word(p.If)
def _if(do: p.If, who: str) -> str:
    branches = [_list(branch) for branch in (do.then, do.else_) if branch]
    return f"as things stand {'; or '.join(branches)}" if branches else "do nothing"


@describe_word(p.ForEach)
def _each(do: p.ForEach, who: str) -> str:
    return f"for {who or meant(do.sel)}: {_list(do.phrases)}"


@describe_word(p.EndAction)
def _end(do: p.EndAction, who: str) -> str:
    return "end the action"


@describe_word(p.ByHand)
def _by_hand(do: p.ByHand, who: str) -> str:
    return do.text.rstrip(".")


@describe_word(p.Ongoing)
def _ongoing(do: p.Ongoing, who: str) -> str:
    change, until = change_word(do.modifier), do.until.replace("end_of_", "the end of the ")
    return f"{change} for {who or meant(do.sel)} until {until}"


def change_word(modifier: p.Modifier) -> str:
    """What lasts, in a few words."""
    if modifier.kind == "immunity":
        return f"no {TOKEN_NAMES[modifier.token]} tokens" if modifier.token else "no loss of health"
    return f"{modifier.kind} {modifier.n:+}"


def _list(phrases: tuple[p.Phrase, ...]) -> str:
    return joined([describe(phrase) for phrase in phrases])


# --- choices

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def phrase_asked(board: Board, pending: Choosing) -> p.Phrase | None:
    """The phrase that a choice is made for; None where it is about which quirk comes first."""
    frame = pending.then
    return board.components.steps[frame.at].do if isinstance(frame, Following) else None


def branch_word(board: Board, pending: Choosing, name: str) -> str:
    """What a branch of a text does; of several that read alike, which of them it is."""
    do, frame = phrase_asked(board, pending), pending.then
    assert isinstance(do, p.ChooseOne)
    assert isinstance(frame, Following)
    owner = unit_name(board, frame.me) if frame.me else OWNER
    branches = [_list(option).replace(OWNER, owner) for option in do.options]
    word = branches[int(name)]
    which = f" ({ORDINALS[int(name)]} way)" if branches.count(word) > 1 else ""
    return f"{word[:1].upper()}{word[1:]}{which}"


def choice_word(board: Board, pending: Choosing, names: tuple[str, ...]) -> str:
    """What choosing these comes to: `Heal Guardian by 2`."""
    if pending.kind == "branch":
        return branch_word(board, pending, names[0])
    do, whom = phrase_asked(board, pending), joined([card_name(board, name) for name in names])
    if do is None:
        return f"First the quirk of {whom}"
    if pending.kind == "order":
        return f"Attack {whom} first"
    if isinstance(do, p.Swap):
        return f"Let {whom} change places"
    word = describe(do, whom)
    return f"{word[:1].upper()}{word[1:]}"


def asked_words(board: Board, pending: Choosing) -> str:
    """What is to be chosen: `Whom to choose: heal somebody by 2`."""
    if pending.kind == "branch":
        return "What happens?"
    do = phrase_asked(board, pending)
    if do is None:
        return "Whose quirk comes first?"
    if pending.kind == "order":
        return "Who is attacked first?"
    if isinstance(do, p.Swap):
        return "Who change places?"
    return f"For whom: {describe(do, 'somebody')}?"


# --- what is under way


def text_name(board: Board, source: str | None) -> str:
    """The name of a skill, a quirk or an event, by its id; empty for none."""
    kind, _, name = (source or "").partition(":")
    if kind == "skill":
        return skill_name(board, name)
    if kind == "quirk":
        return f"the quirk {quirk_name(name)}"
    return next((event.name for event in board.components.event.values() if kind == "card" and event.card == name), "")
