"""Between the halves: laws in force, the attack, and what is under way."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.effects import AttackMade, GameWon
from rulesets.heroes_of_the_campaign.ids import THIS_TURN, card_id
from rulesets.heroes_of_the_campaign.names import ending_words
from rulesets.heroes_of_the_campaign.phases import Turn, combat
from rulesets.heroes_of_the_campaign.picture.glyphs import (
    glyph_of_class,
    letters,
    row,
    sign_of,
    signs_of_abilities,
)
from rulesets.heroes_of_the_campaign.picture.offers import fits, option_parts
from rulesets.heroes_of_the_campaign.picture.parts import (
    AttackPart,
    BlowPart,
    LawFace,
    LawPart,
    PanelPart,
    Spot,
    StepPart,
    StepState,
)
from rulesets.heroes_of_the_campaign.picture.paths import Stand, attack_path, head, shaft
from rulesets.heroes_of_the_campaign.picture.slips import TAB_HEIGHT, drawn_maneuvers
from rulesets.heroes_of_the_campaign.picture.strips import price
from rulesets.heroes_of_the_campaign.pieces import REGULAR
from rulesets.heroes_of_the_campaign.schema import Event, Law
from rulesets.kit import phases
from rulesets.kit.svg import BOLD, Box, Label, advance, label, legible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.ids import CardId, HeroName
    from rulesets.heroes_of_the_campaign.phases import Running
    from rulesets.heroes_of_the_campaign.picture.view import View
    from rulesets.heroes_of_the_campaign.words.verbs import Verb

# --- laws

LAW_HEIGHT, LAW_STEP, LAW_WORD, LAW_GAP, LAW_X, FEW_LAWS = 38, 48, 20, 6, 38, 2
"""A law with what it changes, and the next one below; what stands above one that lies alone; where its name begins; so
many are drawn like that."""
THIN_HEIGHT, THIN_STEP, THIN_X = 18, 22, 14
"""A law in a crowd, which is its name alone."""


def law_parts(view: View) -> Iterator[LawPart]:
    """Laws in force, the far seat's first, each seat's in the order of enactment."""
    laws = [(half.seat, card) for half in view.layout.halves for card in view.board.side(half.seat).laws]
    room = view.plan.laws
    for (seat, card), (box, thin) in zip(laws, law_boxes(len(laws), room), strict=True):
        id_ = card_id(seat, card)
        yield LawPart(
            id_,
            f"Law of {view.names[seat]} in force: {caption.card_title(view.components, card)}",
            seat,
            view.plan.left + room.x + box.x,
            round(view.layout.gap + box.y, 1),
            law_face(view.components, card, box.w, thin),
            view.frames(id_, Box(0, 0, box.w, box.h, 6)),
        )


def law_boxes(number: int, room: Box) -> Iterator[tuple[Box, bool]]:
    """Places for this many laws, column by column, and whether they are thin."""
    thin = number > FEW_LAWS
    step, height = (THIN_STEP, THIN_HEIGHT) if thin else (LAW_STEP, LAW_HEIGHT)
    rows = int((room.h + step - height) // step)
    columns = -(-max(number, FEW_LAWS) // rows)
    width = (room.w + LAW_GAP) // columns - LAW_GAP
    top = LAW_WORD if number == 1 and room.h >= LAW_WORD + LAW_HEIGHT else 0
    for index in range(number):
        column, row = divmod(index, rows)
        yield Box(column * (width + LAW_GAP), top + row * step, width, height, 6), thin


def laws_word(view: View) -> str:
    """What stands above a law that lies alone, where there is room."""
    if view.plan.laws.h < LAW_WORD + LAW_HEIGHT:
        return ""
    return "Law in force" if sum(len(side.laws) for side in view.board.sides) == 1 else ""


@lru_cache(maxsize=512)
def law_face(components: Components, card: CardId, width: float, thin: bool) -> LawFace:
    """The name of a law, and what it changes."""
    known = components.strategies[card]
    assert isinstance(known, Law)
    if thin:
        return LawFace(
            width, THIN_HEIGHT, label(legible(known.name), (width - THIN_X - 4) / BOLD, 14, 13), THIN_X, 14, ()
        )
    signs = tuple(signs_of_abilities(known.abilities))
    rows = (row(signs, LAW_X, 20, width - LAW_X - 4, None, pouch=14, size=13, class_="muted"),) if signs else ()
    return LawFace(width, LAW_HEIGHT, label(legible(known.name), (width - LAW_X - 4) / BOLD, 14, 13), LAW_X, 16, rows)


# --- what is under way

STEP, NUMBERED, SIDE, ROUND_ROOM = 36, 56, 62, 100
"""What is left of the panel beside its steps, and beside its name."""
FIRST_STEP = 50
BEHIND = 4
"""What the check of a hero has behind it, before tasks."""
BLOWS_ROOM = 84


def panel_part(view: View, drawn: Collection[str]) -> PanelPart:
    """What is under way; beside or in place of its steps, what is left to choose beside what lies on the table.

    `drawn` are the tasks that have lines of their own.
    """
    found = blows(view)
    panel, room = _under_way(view), view.plan.panel.w - (BLOWS_ROOM if found else 0)
    if found:
        panel = replace(panel, round="", blows=found)
    if view.may_say(3 - view.board.seat):
        whole = Box(0, 0, view.plan.panel.w, view.plan.panel.h, 8)
        panel = replace(panel, turn=Spot(THIS_TURN, "In this turn", whole, view.frames(THIS_TURN, whole)))
    if isinstance(view.board.pending, Turn):
        behind = panel.steps[-1].x + panel.steps[-1].w + BEHIND if panel.steps else 0
        options = option_parts(view, behind, room - behind, drawn)
        if fits(options):
            return replace(panel, options=options)
    options = option_parts(view, 0, room, drawn)
    return replace(panel, paid=None, line=0, steps=(), note=None, options=options) if options else panel


def _under_way(view: View) -> PanelPart:
    """The list of actions that is performed; between tasks, whose turn it is and who still has a task."""
    board = view.board
    if isinstance(board.pending, phases.GameOver):
        return _game_over(view)
    run = caption.running(board)
    if run is not None:
        return _running(view, run)
    if not board.round:
        if board.heroes:
            return _set_up("all cards are open", "Both agree who begins.")
        return _set_up("in secret", "Three heroes and three cards each")
    return _turn(view)


def _set_up(words: str, note: str) -> PanelPart:
    return PanelPart(None, "Set-up", Label("Set-up", 20), Label(words, 15), "", None, 0, (), label(note, 270, 15, 14))


def _game_over(view: View) -> PanelPart:
    pending = phases.GameOver.of(view.board)
    seat = pending.winners[0] if len(pending.winners) == 1 else None
    name = label(f"{view.names[seat]} won" if seat else "Game over", (view.plan.panel.w - ROUND_ROOM) / BOLD, 20, 16)
    note = label(ending_words(pending.reason), 270, 15, 14)
    round_ = f"Round {view.board.round}" if view.board.round else ""
    return PanelPart(seat, "Game over", name, Label("", 15), round_, None, 0, (), note)


def _turn(view: View) -> PanelPart:
    board = view.board
    name = Label(f"Round {board.round}", 20)
    room = view.plan.panel.w - BOLD * advance(name.text, 20) - 44 - (BLOWS_ROOM if blows(view) else 0)
    words = label(f"turn of {view.names[board.seat]}", room, 15, 14)
    team = list(board.team(board.seat))
    step = min(STEP + 10, (view.plan.panel.w - 28 - STEP) / max(1, len(team) - 1))
    steps = []
    for index, hero in enumerate(team):
        classes = view.values.heroes[hero.name].classes
        first = classes[0] if classes else ""
        glyph = glyph_of_class(first)
        used, here = REGULAR in hero.used, hero.at_side
        words_ = "in the infirmary" if not here else "task used" if used else "task left"
        steps.append(
            StepPart(
                f"{caption.hero_name(board, hero.name)}: {words_}",
                14 + step * index,
                STEP,
                glyph,
                "" if glyph else letters(first),
                "",
                "done" if used else "to come",
                "ink" if here and not used else "faint",
            )
        )
    return PanelPart(board.seat, "Regular tasks of this turn", name, words, "", None, 0, tuple(steps), None)


def _running(view: View, run: Running) -> PanelPart:
    board = view.board
    what = legible(caption.home_name(board, run.home))
    who = caption.hero_name(board, run.me) if run.me else view.names[run.seat]
    name, words = _heading(what, who, view.plan.panel.w - ROUND_ROOM)
    steps = tuple(_steps(view.components, run, view.plan.panel.w - SIDE))
    line = steps[-1].x if steps else 0
    return PanelPart(
        run.seat,
        caption.under_way(board),
        name,
        words,
        f"Round {board.round}" if board.round else "",
        _paid(view, run),
        line,
        steps,
        None,
    )


def _heading(what: str, who: str, room: float) -> tuple[Label, Label]:
    """What is performed, and by whom, in one line; a long name leaves the other one to the title."""
    for size in (20, 16):
        left = room - BOLD * advance(what, size) - 14
        if advance(who, 14) <= left:
            return Label(what, size), label(who, left, 15, 14)
    return label(what, room / BOLD, 20, 16), Label("", 14)


def _paid(view: View, run: Running) -> int | None:
    """What a task or an event costs its player now; abilities cost nothing."""
    components = view.components
    if task := components.tasks.get(run.home):
        dearer = view.values.heroes[run.me].task_cost if run.me else 0
        return max(0, task.cost + dearer)
    return price(view, run.seat, run.home) if run.home in components.strategies else None


def _steps(components: Components, run: Running, most: float) -> Iterator[StepPart]:
    actions = actions_of(components, run.home)
    now = len(actions) if run.at is None else int(run.at[len(run.home) + 1 :].partition(".")[0])
    signs = [sign_of(action) for action in actions]
    widths = [NUMBERED if sign.number else STEP for sign in signs]
    gap = 20.0
    if sum(widths) + gap * (len(widths) - 1) > most:
        gap = max(6.0, (most - sum(widths)) / max(1, len(widths) - 1))
    if sum(widths) + gap * (len(widths) - 1) > most:
        signs, widths = [type(sign)(sign.glyph) for sign in signs], [STEP] * len(signs)
        gap = min(12.0, (most - STEP) / max(1, len(widths) - 1) - STEP)
    x = float(FIRST_STEP)
    for index, (sign, width) in enumerate(zip(signs, widths, strict=True)):
        word = str(actions[index].__struct_config__.tag).replace("_", " ")
        state: StepState = "done" if index < now else "now" if index == now else "to come"
        words = {"done": "done", "now": "under way", "to come": "to come"}[state]
        yield StepPart(f"{word.capitalize()}: {words}", round(x, 1), width, sign.glyph, "", sign.number, state)
        x += width + gap


def actions_of(components: Components, home: str) -> Sequence[Verb]:
    """The actions of a task, an ability, an event or an enactment."""
    if task := components.tasks.get(home):
        return task.actions
    if ability := components.abilities.get(home):
        return getattr(ability, "actions", ())
    card = components.strategies[home]
    return card.actions if isinstance(card, Event) else card.on_enact if isinstance(card, Law) else ()


# --- the attack


def attack_part(view: View) -> AttackPart | None:
    """The attack under way, or the last one of the last event: a line from card to card."""
    fight = combat(view.board.pending)
    if fight is not None:
        return _attack(view, fight.attacker, fight.defender, "is in combat with")
    made = None
    for effect in view.scene.effects:
        if isinstance(effect, AttackMade):
            made = _attack(view, effect.attacker, effect.defender, f"takes {effect.defence} and strikes")
        elif isinstance(effect, GameWon):
            made = _attack(view, effect.hero, None, "attacks, and there is nobody left to attack")
    return made


def _attack(view: View, attacker: HeroName, defender: HeroName | None, words: str) -> AttackPart:
    path = attack_path(view.layout, _stand(view, attacker), _stand(view, defender) if defender else None)
    whom = f" {caption.hero_name(view.board, defender)}" if defender else ""
    return AttackPart(
        f"{caption.hero_name(view.board, attacker)} {words}{whom}", int(attacker[0]), shaft(path), head(path)
    )


def _stand(view: View, name: HeroName) -> Stand:
    hero, spot = view.board.hero(name), view.stood(name)
    tabs = drawn_maneuvers(view, hero, spot) and not spot.slip
    return Stand(spot.box, TAB_HEIGHT if tabs else 0)


def blows(view: View) -> tuple[BlowPart, ...]:
    """What the fighters deal, each against what the other can still take: under way, or in the last event."""
    fight = combat(view.board.pending)
    if fight is not None:
        heroes = view.values.heroes
        attack, defence = heroes[fight.attacker].attack, heroes[fight.defender].attack
        return _blows(view, fight.attacker, fight.defender, attack, defence)
    for effect in reversed(view.scene.effects):
        if isinstance(effect, AttackMade):
            return _blows(view, effect.attacker, effect.defender, effect.attack, effect.defence)
    return ()


def _blows(view: View, attacker: HeroName, defender: HeroName, attack: int, defence: int) -> tuple[BlowPart, ...]:
    return _blow(view, attacker, defender, attack), _blow(view, defender, attacker, defence)


def _blow(view: View, by: HeroName, against: HeroName, power: int) -> BlowPart:
    """Attack power, and how many wounds send the other one to the infirmary, as before the blow."""
    board = view.scene.before or view.board
    hero = next((hero for hero in board.heroes if hero.name == against), view.board.hero(against))
    left = max(0, view.values.heroes[against].resistance - hero.wounds)
    names = caption.hero_name(view.board, by), caption.hero_name(view.board, against)
    return BlowPart(f"{names[0]} deals {power}; {names[1]} falls with {left} more", int(by[0]), str(power), str(left))
