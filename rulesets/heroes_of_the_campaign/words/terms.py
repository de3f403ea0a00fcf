"""The closed lists of names in the card language, and the bounds of its numbers and texts."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from rulesets.kit.components import CARD_ID

Id = Annotated[str, Meta(pattern=CARD_ID, min_length=1, max_length=40)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Count = Annotated[int, Meta(ge=0, le=99)]
"""A printed number: a cost, an attack power."""
Many = Annotated[int, Meta(ge=1, le=99)]
Number = Annotated[int, Meta(ge=-99, le=99)]
"""A number in an amount, which may also be taken off."""

Side = Literal["own", "opposing", "any"]
Player = Literal["you", "opponent"]
Stat = Literal["attack", "resistance", "wounds"]
Flag = Literal[
    "in_cover",
    "untouchable",
    "draws_attacks",
    "cannot_attack",
    "cannot_be_wounded",
    "cannot_be_healed",
    "cannot_perform_tasks",
]
Until = Literal["end_of_task", "end_of_turn", "end_of_round", "start_of_your_next_turn", "while_source", "permanent"]
Active = Literal["side", "infirmary", "always"]
Kind = Literal["support", "maneuver", "event", "law", "location"]
WithOther = Literal["attack_declared", "attack_made", "wounded", "sent_to_infirmary", "left_infirmary", "healed"]
"""Moments at which a second hero may have had a part."""
OfPlayer = Literal[
    "turn_started", "turn_ended", "round_started", "copper_earned", "copper_taken", "law_enacted", "event_used"
]
"""Moments of a player alone."""
OfOne = Literal[
    "task_started", "task_finished", "law_broken", "maneuver_learned", "support_deployed", "sent_to_location"
]
Moment = Literal[WithOther, OfPlayer, OfOne]
HeroPermission = Literal[
    "attack_untouchable",
    "attack_own",
    "strike_first",
    "second_regular_task",
    "finish_task",
    "task_in_infirmary",
    "task_in_opposing_turn",
    "wounds_in_round_1",
    "learn_in_round_1",
    "use_opposing_location",
    "exceed_capacity",
    "return_to_camp",
]
PlayerPermission = Literal["repeat_event", "any_time", "ignore_conditions"]
Permission = HeroPermission | PlayerPermission
HeroProhibition = Literal["be_sent", "learn"]
PlayerProhibition = Literal[
    "deploy_support",
    "learn_maneuver",
    "use_event",
    "enact_law",
    "send_to_location",
    "earn_copper",
    "lose_copper",
    "break_law",
]
Prohibition = HeroProhibition | PlayerProhibition

SIDES: tuple[str, ...] = get_args(Side)
FLAGS: tuple[Flag, ...] = get_args(Flag)
KINDS: tuple[Kind, ...] = get_args(Kind)
OF_PLAYERS = frozenset((*get_args(PlayerPermission), *get_args(PlayerProhibition)))
"""Permissions and prohibitions of a player; the others are of heroes."""

WITH_OTHER, WITHOUT_SUBJECT = frozenset(get_args(WithOther)), frozenset(get_args(OfPlayer))

CAMP, INFIRMARY = "camp", "infirmary"
RESERVED = frozenset((*SIDES, *FLAGS, *KINDS, CAMP, INFIRMARY, "none", "any_location", "chosen_location"))
"""Words that no card and no status may be called by."""
