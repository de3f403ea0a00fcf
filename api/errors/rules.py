"""Problems with what a game, its rulebook or its undo policy allows."""

from __future__ import annotations

from api.errors.base import Illegal


class IllegalAction(
    Illegal,
    slug="illegal-action",
    title="Not allowed by the rules",
    status=422,
    detail="A rule forbids it.",
    next_step="Read the rule in `rule_text`, and choose from the game's legal-actions.",
    next_click="Go back, and choose what the rule allows.",
):
    """A rule of the rulebook forbids the action."""


class ChanceNeeded(
    Illegal,
    slug="chance-needed",
    title="A roll or draw is missing",
    status=422,
    detail="The outcome of a die, a card or another draw is missing.",
    next_step="Send the same again with one of `chance_needed.allowed` at its `index` in `outcomes`.",
    next_click="Go back, and enter the roll or draw that is missing.",
):
    """The outcome of a die, a card or another draw is missing."""


class TooManyOutcomes(
    Illegal,
    slug="too-many-outcomes",
    title="Too many rolls or draws",
    status=422,
    detail="The request has more outcomes than the action needs.",
    next_step="Leave out the outcomes that are not needed; if the server rolls, leave out all of them.",
    next_click="Go back, and enter only the rolls and draws that are needed.",
):
    """The request has more outcomes than the action needs."""


class ActionTooLarge(
    Illegal,
    slug="action-too-large",
    title="Action too large",
    status=422,
    detail="An action may have at most 64 KiB with its outcomes, and its event 256 KiB.",
    next_step="Leave out what is not needed, or enter it as several actions. Nothing of it was stored.",
):
    """The action is larger than 64 KiB with its outcomes, or the event it leads to larger than 256 KiB."""


class UndoRefused(
    Illegal,
    slug="undo-refused",
    title="Undo not allowed",
    status=422,
    detail="The game's undo policy does not allow it.",
    next_step="See `can_undo` and `can_redo` in GET /v1/games/{id}?seat= for how far that seat may go.",
    next_click="Open the game again: its buttons show what can be undone or redone.",
):
    """The game's undo policy does not allow this undo or redo."""


class AmendRefused(
    Illegal,
    slug="amend-refused",
    title="This correction cannot be applied",
    status=422,
    next_step="Name each action between the start and the head once, with what replaces it, what comes `before` it, or "
    "`drop`.",
    next_click="Open the game again, and choose an action between the start and its latest version.",
):
    """The correction cannot be applied to this game."""


class ResignRefused(
    Illegal,
    slug="resign-refused",
    title="Resigning is not possible",
    status=422,
    detail="A seat can resign only in a game of two players against each other.",
    next_step="End the game for all with POST /v1/games/{game_id}/abandon, or play it to its end.",
    next_click="End the game without a winner, or play it to its end.",
):
    """A seat cannot resign in a game of one or of three and more, or where all play together."""


class AdoptRefused(
    Illegal,
    slug="adopt-refused",
    title="These moves cannot be applied",
    status=422,
    next_step="Name a what-if of this game, or another line of it, and the version to begin after.",
):
    """The moves of a what-if or of another line cannot be applied to this game."""


class BadComponentSet(
    Illegal,
    slug="bad-component-set",
    title="Component set has errors",
    status=422,
    detail="This component set cannot be played with.",
    next_step="Correct the lines named in `errors` and upload it again.",
):
    """The component set cannot be played with."""
