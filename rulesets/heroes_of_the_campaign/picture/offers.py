"""What is offered before it lies anywhere: cards that may be brought, and what a card leaves to choose."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.ids import NOBODY, UNKNOWN, card_of, offer_id, option_id
from rulesets.heroes_of_the_campaign.names import candidate_words
from rulesets.heroes_of_the_campaign.phases import Choosing, ChoosingTeams
from rulesets.heroes_of_the_campaign.picture.glyphs import KINDS, glyph_of_class, letters
from rulesets.heroes_of_the_campaign.picture.parts import OfferFace, OfferPart, OptionPart, TrayPart
from rulesets.heroes_of_the_campaign.picture.places import OFFER_BELOW, OFFER_HEAD, offer_spots, offered
from rulesets.heroes_of_the_campaign.picture.tasks import title
from rulesets.heroes_of_the_campaign.schema import HeroCard
from rulesets.kit.svg import Box, label, legible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.ids import CardId
    from rulesets.heroes_of_the_campaign.picture.view import View

    Option = tuple[str, str, str]
    """Its id, its words, and a longer text."""

NAME_X = 25
"""Where the name of a card begins, after its glyph."""


def tray_parts(view: View) -> Iterator[TrayPart]:
    """What a viewer may bring while teams are chosen; what was chosen stays, for both may bring it."""
    if not isinstance(view.board.pending, ChoosingTeams) or not view.open_hands:
        return
    top = view.layout.tray
    for word, cards in offered(view.board):
        offers = tuple(_offer(view, card, box) for card, box in offer_spots(cards, top, view.plan))
        yield TrayPart(word, top + OFFER_HEAD - 8, offers)
        top = offers[-1].box.y + offers[-1].box.h + OFFER_BELOW


def _offer(view: View, card: CardId, box: Box) -> OfferPart:
    frames = view.frames(offer_id(card), Box(0, 0, box.w, box.h, box.r))
    return OfferPart(
        offer_id(card),
        offer_title(view.components, card),
        box,
        offer_face(view.components, card, box.w, view.plan.offer_size),
        frames,
    )


@lru_cache(maxsize=1024)
def offer_title(components: Components, card: CardId) -> str:
    """A card in a few words: the rest stands where it lies once it is chosen."""
    if card == UNKNOWN:
        return "An unseen card"
    known = components.cards[card]
    if isinstance(known, HeroCard):
        return legible(f"{components.name_of(card)}, attack {known.attack}, resistance {known.resistance}")
    return legible(f"{components.name_of(card)}, {components.type_of(card)}")


@lru_cache(maxsize=1024)
def offer_face(components: Components, card: CardId, width: float, size: int) -> OfferFace:
    """The glyph and the name of a card, in letters of a size."""
    room = width - NAME_X - 3
    if card == UNKNOWN:
        return OfferFace("", "?", label("Unseen card", room, size))
    known = components.cards[card]
    if not isinstance(known, HeroCard):
        return OfferFace(KINDS[components.type_of(card)], "", label(legible(known.name), room, size))
    first = known.classes[0] if known.classes else ""
    glyph = glyph_of_class(first)
    return OfferFace(glyph, "" if glyph else letters(first), label(legible(known.name), room, size))


# --- what a card leaves to choose

OFFERED = ("option", "use", "trigger")
"""Choices whose candidates lie nowhere."""
ROWS, OPTION_X, OPTION_Y, OPTION_HEIGHT, OPTION_STEP = 2, 12, 34, 22, 26


MOST_NARROW = 56
"""Tasks have at least so much room beside the heroes of the turn; else they have theirs too."""


def option_parts(view: View, left: float, room: float, drawn: Collection[str]) -> tuple[OptionPart, ...]:
    """What may be chosen beside what lies on the table, so wide together from `left` on; `drawn` are tasks with lines.

    What an open choice offers, and tasks that have no line: on the small card of a hero, or beyond those with lines.
    """
    found = [*_offered(view), *_without_lines(view, drawn)]
    pending = view.board.pending
    if isinstance(pending, Choosing) and not pending.low:
        found.append((option_id(NOBODY), "Nobody", ""))
    return tuple(_options(view, found, left, room))


def fits(options: Sequence[OptionPart]) -> bool:
    """Whether what may be chosen has room enough where it is."""
    return all(option.box.w >= MOST_NARROW for option in options)


def _offered(view: View) -> Iterator[Option]:
    pending = view.board.pending
    if isinstance(pending, Choosing) and pending.kind in OFFERED:
        yield from ((option_id(name), candidate_words(view.board, pending, name), "") for name in pending.among)


def _without_lines(view: View, drawn: Collection[str]) -> Iterator[Option]:
    for id_, (_, task) in view.tasks.items():
        if id_ not in drawn:
            name, of = view.components.task_name(task), view.components.name_of(card_of(task))
            yield id_, f"{name}, {of}", legible(title(view, id_))


def _options(view: View, found: Sequence[Option], left: float, room: float) -> Iterator[OptionPart]:
    columns = max(1, -(-len(found) // ROWS))
    step = (room - 2 * OPTION_X) / columns
    for index, (id_, words, tooltip) in enumerate(found):
        row, column = divmod(index, columns)
        x = round(left + OPTION_X + column * step, 1)
        box = Box(x, OPTION_Y + row * OPTION_STEP, round(step - 4, 1), OPTION_HEIGHT, 6)
        text = legible(caption.named(words, view.names))
        words_in = label(text, box.w - 10, 15, 14)
        yield OptionPart(id_, tooltip or text, box, words_in, id_ in view.tasks, view.frames(id_, box))
