"""Choices that actions and abilities ask for."""

from __future__ import annotations

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import Choosing
from rulesets.kit import cards


class ChoiceAsked(cards.ChoiceAsked[Board], frozen=True):
    """An action or an ability needs a choice."""

    phase = Choosing


class ChoiceMade(cards.ChoiceMade[Board], frozen=True):
    """The choice was made; what asked for it goes on."""
