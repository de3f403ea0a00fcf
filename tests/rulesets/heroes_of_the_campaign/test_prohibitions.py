"""What cards forbid although the rules allow it."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.strategies import DeploySupport, EnactLaw, LearnManeuver, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from tests.rulesets.heroes_of_the_campaign.build import cards, side, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, copper

CARDS = """
- {id: page, name: Page, type: support, attack: 0, resistance: 1}
- {id: drill, name: Drill, type: maneuver}
- {id: fair, name: Fair, type: event, actions: [{do: earn_copper, amount: 1}]}
- {id: rule, name: Rule, type: law, on_enact: [{do: earn_copper, amount: 1}]}
- {id: inn, name: Inn, type: location}
"""
MINE = side("anna", hand=("page", "drill", "fair", "rule"), locations=("inn",))
DECISIONS = [
    ("deploy_support", DeploySupport("page"), "support", "page"),
    ("learn_maneuver", LearnManeuver("drill", "1.anna"), "maneuver", "drill"),
    ("use_event", UseEvent("fair"), "event", "fair"),
    ("enact_law", EnactLaw("rule"), "law", "rule"),
    ("send_to_location", SendHero("1.anna", "1.inn"), "location", "inn"),
]


def banned(modifier: str, affects: str = "") -> str:
    """A law with one prohibition."""
    ability = f"{{kind: static, {affects}modifiers: [{{forbid: {modifier}}}]}}"
    return f"\n- {{id: ban, name: Ban, type: law, abilities: [{ability}]}}\n"


@pytest.mark.rule("HOC-VOC-12")
@pytest.mark.parametrize(("word", "action", "kind", "card"), DECISIONS)
def test_a_decision_that_a_prohibition_covers_is_rejected(word: str, action: UseEvent, kind: str, card: str) -> None:
    """For the player whom it is about, and for all cards, those of one type, or one card alone."""
    for about, refused in (
        ("player: opposing", True),
        ("player: both", True),
        ("player: own", False),
        (f"player: both, cards: {kind}", True),
        (f"player: both, cards: {card}", True),
        ("player: both, cards: toll", False),
    ):
        board = table(cards(CARDS + banned(f"{word}, {about}")), MINE, side("bert", laws=("ban",)))
        scenario = at(board).when(1, action)
        if refused:
            scenario.refused("HOC-VOC-12")
        else:
            assert scenario.effects


@pytest.mark.rule("HOC-VOC-12")
@pytest.mark.parametrize(
    ("word", "action"), [("be_sent", SendHero("1.anna", "1.inn")), ("learn", LearnManeuver("drill", "1.anna"))]
)
def test_heroes_can_be_forbidden_to_learn_and_to_be_sent(word: str, action: SendHero) -> None:
    """Those that the prohibition affects."""
    for who, refused in (("anna", True), ("bert", False)):
        found = cards(CARDS + banned(word, f"affects: {{card: {who}}}, "))
        scenario = at(table(found, MINE, side("bert", laws=("ban",)))).when(1, action)
        if refused:
            scenario.refused("HOC-VOC-12")
        else:
            assert scenario.effects


@pytest.mark.rule("HOC-VOC-12")
@pytest.mark.parametrize(
    ("word", "verb"),
    [
        ("earn_copper, player: opposing", "earn_copper, amount: 1"),
        ("lose_copper, player: own", "lose_copper, amount: 1"),
        ("lose_copper, player: own", "take_copper, amount: 1"),
        ("break_law, player: own", "break_law"),
    ],
)
def test_an_action_that_a_prohibition_covers_is_skipped(word: str, verb: str) -> None:
    """The task stays legal, is paid, and goes on."""
    text = "- {id: anna, name: Anna, attack: 2, resistance: 4, tasks: [{id: do, cost: 1, actions: [{do: %s},"
    text += " {do: wound, amount: 1, target: self}]}]}"
    board = table(cards(text % verb + banned(word)), side("anna", copper=1), side("bert", copper=5, laws=("ban",)))

    scenario = after(board, StartTask("1.anna", "anna.do"))
    scenario.then_includes(
        e.ActionSkipped("anna.do.1", "HOC-VOC-12", by=("ban",)), e.HeroWounded("1.anna", 1, 1, "1.anna")
    )
    assert copper(scenario) == (0, 5)
    assert scenario.board.side(2).laws == ("ban",)


@pytest.mark.rule("HOC-VOC-12")
def test_a_hero_that_must_not_be_sent_is_not_sent_by_a_card_either() -> None:
    """The others are."""
    send = "- {id: rite, name: Rite, type: event, actions: [{do: send, target: {all: {side: own}}, to: inn}]}"
    found = cards(CARDS + send + banned("be_sent", "affects: {card: anna}, "))
    board = table(found, side("anna", "bert", hand=("rite",), locations=("inn",)), side("bert", laws=("ban",)))

    scenario = after(board, UseEvent("rite")).then_includes(e.HeroSentToLocation("1.bert", "1.inn"))
    assert scenario.board.hero("1.anna").place == "camp"


@pytest.mark.rule("HOC-VOC-12")
@pytest.mark.parametrize(
    ("about", "to", "place"),
    [
        ("player: both", "inn", None),
        ("player: both", "chosen_location", None),
        ("player: own", "inn", "1.inn"),
        ("player: both, cards: inn", "inn", None),
        ("player: both, cards: inn", "chosen_location", "1.mill"),
        ("player: both, cards: mill", "inn", "1.inn"),
    ],
)
def test_a_player_that_must_not_send_heroes_does_not_by_a_card_either(about: str, to: str, place: str | None) -> None:
    """The location that is forbidden is none to choose, and where none is left the action is skipped."""
    send = "- {id: mill, name: Mill, type: location}\n- {id: rite, name: Rite, type: event,"
    send += f" actions: [{{do: send, target: {{all: {{side: own}}}}, to: {to}}}]}}"
    found = cards(CARDS + send + banned(f"send_to_location, {about}"))
    board = table(found, side("anna", hand=("rite",), locations=("inn", "mill")), side("bert", laws=("ban",)))

    scenario = after(board, UseEvent("rite"))
    if place is None:
        scenario.then_includes(e.ActionSkipped(None, "HOC-VOC-12", ("1.anna",), ("ban",)))
    else:
        scenario.then_includes(e.HeroSentToLocation("1.anna", place))


@pytest.mark.rule("HOC-VOC-12")
def test_a_hero_that_cannot_perform_tasks_performs_none() -> None:
    """Not even one of nothing but copper."""
    text = "- {id: anna, name: Anna, attack: 0, resistance: 1, tasks: [{id: work, actions: ["
    text += "{do: earn_copper, amount: 1}]}], abilities: [{kind: static, modifiers: [{flag: cannot_perform_tasks}]}]}"

    at(table(cards(text), side("anna"))).when(1, StartTask("1.anna", "anna.work")).refused("HOC-VOC-12")


@pytest.mark.rule("HOC-GLD-03", "HOC-VOC-12")
def test_a_prohibition_beats_a_permission() -> None:
    """A law forbids what the card itself allows."""
    text = "- {id: fair, name: Fair, type: event, allows: [repeat_event], actions: [{do: earn_copper, amount: 1}]}"
    board = table(
        cards(text + banned("repeat_event, player: opposing")),
        side("anna", hand=("fair",), shown=("fair",), used=("fair",)),
        side("bert", laws=("ban",)),
    )

    at(board).when(1, UseEvent("fair")).refused("HOC-EVT-05")


@pytest.mark.rule("HOC-VOC-12")
def test_a_prohibition_about_certain_cards_covers_nothing_else() -> None:
    """Earning copper is no card, so a ban on it that names a type bans nothing."""
    found = cards(CARDS + banned("earn_copper, player: both, cards: event"))

    after(table(found, MINE, side("bert", laws=("ban",))), UseEvent("fair")).then_includes(e.CopperEarned(1, 1))
