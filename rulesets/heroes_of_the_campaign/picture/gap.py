"""Between the halves: laws in force, the attack, and what is under way."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.board import REGULAR
from rulesets.heroes_of_the_campaign.effects import AttackMade, GameWon
from rulesets.heroes_of_the_campaign.names import ending_words
from rulesets.heroes_of_the_campaign.phases import combat
from rulesets.heroes_of_the_campaign.picture.glyphs import (
    glyph_of_class,
    letters,
    row,
    sign_of,
    signs_of_abilities,
)
from rulesets.heroes_of_the_campaign.picture.offers import option_parts
from rulesets.heroes_of_the_campaign.picture.parts import (
    BOLD,
    AttackPart,
    LawFace,
    LawPart,
    PanelPart,
    StepPart,
    StepState,
)
from rulesets.heroes_of_the_campaign.picture.places import GAP_HEIGHT
from rulesets.heroes_of_the_campaign.picture.strips import price
from rulesets.heroes_of_the_campaign.schema import Event, Law
from rulesets.kit import phases
from rulesets.kit.svg import Box, Label, advance, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.ids import CardId, HeroName
    from rulesets.heroes_of_the_campaign.phases import Running
    from rulesets.heroes_of_the_campaign.picture.view import View
    from rulesets.heroes_of_the_campaign.words.verbs import Verb

# --- laws

LAW_HEIGHT, LAW_WIDTH, LAW_STEP, LAW_WORD, LAW_NAME = 38, 112, 48, 20, 71
"""Two laws fill the gap; more lie on each other so that their names are seen. One alone leaves room for a word."""


def law_parts(view: View) -> Iterator[LawPart]:
    """Laws in force, the far seat's first, each seat's in the order of enactment."""
    laws = [(half.seat, card) for half in view.layout.halves for card in view.board.side(half.seat).laws]
    step = LAW_STEP / max(1, len(laws) - 1)
    top = view.layout.gap + (LAW_WORD if len(laws) == 1 else 0)
    for index, (seat, card) in enumerate(laws):
        id_ = f"card:{seat}.{card}"
        yield LawPart(
            id_,
            f"Law of {view.names[seat]} in force: {caption.card_title(view.components, card)}",
            seat,
            round(top + step * index, 1),
            law_face(view.components, card),
            view.frames(id_, Box(0, 0, LAW_WIDTH, LAW_HEIGHT, 6)),
        )


def laws_word(view: View) -> str:
    """What stands above a law that lies alone."""
    return "Law in force" if sum(len(side.laws) for side in view.board.sides) == 1 else ""


@lru_cache(maxsize=512)
def law_face(components: Components, card: CardId) -> LawFace:
    """The name of a law, and what it changes."""
    known = components.strategies[card]
    assert isinstance(known, Law)
    signs = tuple(signs_of_abilities(known.abilities))
    rows = (row(signs, 38, 20, 70, None, pouch=14, size=13, class_="muted"),) if signs else ()
    return LawFace(label(legible(known.name), LAW_NAME / BOLD, 14), rows)


# --- what is under way

STEP, NUMBERED, ROOM, NAME_ROOM = 36, 56, 236, 200
FIRST_STEP = 50


def panel_part(view: View) -> PanelPart:
    """What is under way; in place of its steps, what is left to choose beside what lies on the table."""
    panel, options = _under_way(view), option_parts(view)
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
    name = label(f"{view.names[seat]} won" if seat else "Game over", 180, 20, 16)
    note = label(ending_words(pending.reason), 270, 15, 14)
    round_ = f"Round {view.board.round}" if view.board.round else ""
    return PanelPart(seat, "Game over", name, Label("", 15), round_, None, 0, (), note)


def _turn(view: View) -> PanelPart:
    board = view.board
    name = Label(f"Round {board.round}", 20)
    words = label(f"turn of {view.names[board.seat]}", 170, 15, 14)
    team = list(board.team(board.seat))
    step = min(STEP + 10, (270 - STEP) / max(1, len(team) - 1))
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
    name = label(what, NAME_ROOM, 20, 16)
    room = NAME_ROOM + 14 - advance(name.text, name.size)
    words = label(who, room, 15, 14) if room > 30 else Label("", 14)
    steps = tuple(_steps(view.components, run))
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


def _paid(view: View, run: Running) -> int | None:
    """What a task or an event costs its player now; abilities cost nothing."""
    components = view.components
    if task := components.tasks.get(run.home):
        dearer = view.values.heroes[run.me].task_cost if run.me else 0
        return max(0, task.cost + dearer)
    return price(view, run.seat, run.home) if run.home in components.strategies else None


def _steps(components: Components, run: Running) -> Iterator[StepPart]:
    actions = actions_of(components, run.home)
    now = len(actions) if run.at is None else int(run.at[len(run.home) + 1 :].partition(".")[0])
    signs = [sign_of(action) for action in actions]
    widths = [NUMBERED if sign.number else STEP for sign in signs]
    gap = 20.0
    if sum(widths) + gap * (len(widths) - 1) > ROOM:
        gap = max(6.0, (ROOM - sum(widths)) / max(1, len(widths) - 1))
    if sum(widths) + gap * (len(widths) - 1) > ROOM:
        signs, widths = [type(sign)(sign.glyph) for sign in signs], [STEP] * len(signs)
        gap = min(12.0, (ROOM - STEP) / max(1, len(widths) - 1) - STEP)
    x = float(FIRST_STEP)
    for index, (sign, width) in enumerate(zip(signs, widths, strict=True)):
        word = str(actions[index].__struct_config__.tag).replace("_", " ")
        state: StepState = "done" if index < now else "now" if index == now else "to come"
        told = {"done": "done", "now": "under way", "to come": "to come"}[state]
        yield StepPart(f"{word.capitalize()}: {told}", round(x, 1), width, sign.glyph, "", sign.number, state)
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

ARROW_X, LEAN, FACING = 167, 14, 30
"""The middle of the arrow, how far it leans, and how far off heroes may stand who still face each other."""
ALONG, CLOSE, ROUND = 6, 2, 5
"""How far within a lane the line to a hero runs, how near it comes to its card; its corners."""


def attack_part(view: View) -> AttackPart | None:
    """The attack under way, or the last one of the last event: its arrow lies in the gap."""
    fight = combat(view.board.pending)
    if fight is not None:
        power = view.values.heroes[fight.attacker].attack
        return _arrow(view, fight.attacker, fight.defender, power, "is in combat with")
    made = None
    for effect in view.scene.effects:
        if isinstance(effect, AttackMade):
            words = f"takes {effect.defence} and strikes"
            made = _arrow(view, effect.attacker, effect.defender, effect.attack, words)
        elif isinstance(effect, GameWon):
            power = view.values.heroes[effect.hero].attack
            made = _arrow(view, effect.hero, None, power, "attacks, and nobody can be attacked")
    return made


def _arrow(view: View, attacker: HeroName, defender: HeroName | None, power: int, words: str) -> AttackPart:
    seat = int(attacker[0])
    home, target = view.layout.half(seat), view.layout.half(3 - seat)
    start, end = view.stood(attacker), view.stood(defender) if defender else None
    tail, head, ahead = ARROW_X + _leaning(start), ARROW_X + _leaning(end), home.inwards
    shots = (_shot(home.edge, home.inwards, tail, start), _shot(target.edge, target.inwards, head, end))
    whom = f" {caption.hero_name(view.board, defender)}" if defender else ""
    return AttackPart(
        f"{caption.hero_name(view.board, attacker)} {words}{whom}, attack power {power}",
        seat,
        power,
        arrow(tail, home.edge + ahead, head, target.edge - 2 * ahead, ahead),
        tuple(filter(None, shots)),
        (tail + head) / 2,
        view.layout.gap + GAP_HEIGHT / 2 + 4 * (ahead + 1) / 2,
    )


def arrow(tail: float, foot: float, head: float, tip: float, ahead: int) -> str:
    """A broad arrow from `tail`, `foot` to `head`, `tip`; `ahead` is 1 downwards, -1 upwards."""
    return (
        f"M{tail - 18:g} {foot:g}L{head - 18:g} {tip - ahead * 36:g}h-16L{head:g} {tip:g}l34 {-ahead * 36}h-16"
        f"L{tail + 18:g} {foot:g}q-18 {ahead * 9} -36 0z"
    )


def _leaning(box: Box | None) -> float:
    return 0.0 if box is None else max(-LEAN, min(LEAN, (box.x + box.w / 2 - ARROW_X) / 8))


def _shot(edge: float, inwards: int, x: float, box: Box | None) -> str:
    """A line along the edge of a lane, between the arrow and a card that it does not face."""
    if box is None or abs(box.x + box.w / 2 - ARROW_X) <= FACING:
        return ""
    to, y = box.x + box.w / 2, edge - inwards * ALONG
    end = box.y + box.h + CLOSE if inwards > 0 else box.y - CLOSE
    turn = ROUND if to > x else -ROUND
    return (
        f"M{x:g} {edge + inwards:g}Q{x:g} {y:g} {x + turn:g} {y:g}"
        f"H{to - turn:g}Q{to:g} {y:g} {to:g} {y - inwards * ROUND:g}V{end:g}"
    )
