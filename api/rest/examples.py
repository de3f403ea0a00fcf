"""One example for each body and each answer: what the reference shows. A test holds them against their schemas."""

from __future__ import annotations

from typing import Any

from api.rest import shapes
from api.version import VERSION

GAME = "019a9d3e-7c1a-7b4e-9f1d-2f6f8c0d5a11"
OTHER = "019a9d5b-1f0e-7c52-8a9b-5d1c7e2f4b33"
PLAYER = "019a9d3e-6b02-7d0a-8a57-0c8f0a7d9b21"
SET = "5d2f1c0b9a8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4"
HASH = "9c1185a5c5e9fc54612808977ee8f548b2258d31cb0f7a4a6b6d2b1e4f0a7c33"
AT = "2026-11-21T19:30:00Z"

_seat = {"seat": 1, "player": PLAYER, "name": "Ada"}
_other = {"seat": 2, "player": None, "name": None}
_ruleset = {"name": "heros_crossing_tactics", "title": "Hero's Crossing: Tactics", "version": 1, "seats": [2]}
_set = {"hash": SET, "ruleset": "heros_crossing_tactics", "name": "starter", "created_at": AT}
_player = {"id": PLAYER, "name": "Ada", "created_at": AT}
_board = {"pending": {"type": "Turn"}, "first": 1, "seat": 1, "round": 3, "turn": 5}
_action = {"type": "Attack", "column": 2, "target": 2}
_effects = [{"type": "FrontActivated", "seat": 1, "column": 2}]
_note = {
    "n": 401873265514,
    "version": 24,
    "seat": 1,
    "text": "The monk would have held.",
    "visible_to": "all",
    "visible_from": "end",
    "created_at": AT,
    "changed_at": AT,
}
_line = {
    "line": 18,
    "label": "With the archer",
    "parts_at": 14,
    "end": 19,
    "length": 2,
    "main": False,
    "seat": 1,
    "by": None,
    "begun_at": AT,
}
_neighbours: dict[str, Any] = {
    "prev": 23,
    "next": None,
    "prev_turn": 21,
    "next_turn": None,
    "prev_round": 17,
    "next_round": None,
} | {"forks": []}
_listed = {
    "id": GAME,
    "ruleset": "heros_crossing_tactics",
    "ruleset_version": 1,
    "component_set": SET,
    "seats": [_seat, _other],
    "chance": "table",
    "undo": "free",
    "visibility": "private",
    "status": "running",
    "version": 24,
    "head": 24,
    "round": 3,
    "turn": 5,
    "waiting_for": [1],
    "standing": [{"seat": 1, "score": 6}, {"seat": 2, "score": 4}],
    "result": None,
    "created_at": AT,
    "finished_at": None,
    "tags": ["club night"],
    "place": "Hamburg",
    "archived": False,
    "count_in_statistics": True,
    "forked_from": None,
    "name": None,
}
_undo_request: dict[str, Any] = {"n": 1, "seat": 1, "to": 21, "version": 24, "accepted": []}
_event = {
    "game": GAME,
    "position": 1207,
    "version": 24,
    "parent": 23,
    "kind": "play",
    "seat": 1,
    "by": None,
    "action": _action,
    "effects": _effects,
    "outcomes": [],
    "text": "Ada attacks straight ahead from Front 2.",
    "recorded_at": AT,
    "occurred_at": None,
    "hash": HASH,
}
_sentence = {
    "version": 24,
    "seat": 1,
    "by": None,
    "type": "Attack",
    "text": "Ada attacks straight ahead from Front 2.",
    "marks": [],
    "touches": ["front:1.2"],
    "recorded_at": AT,
    "occurred_at": None,
    "think_seconds": 12.5,
    "tries": [],
}
_question = {
    "kind": "draw",
    "index": 0,
    "allowed": ["knight", "monk"],
    "unknown_ok": True,
    "rule": "HCT-REC-07",
    "about": "the card from the top of the level 1 pile",
    "place": "pile:1",
    "values": [
        {"value": "knight", "label": "Knight", "touches": []},
        {"value": "monk", "label": "Monk", "touches": []},
    ],
    "alike": 1,
    "slots": [{"about": "the card from the top of the level 1 pile", "place": "pile:1"}],
    "ahead": 0,
}
_amended: dict[str, Any] = {
    "line": 26,
    "head": 33,
    "previous": {"line": 1, "head": 24},
    "parts_at": 13,
    "kept": 7,
    "changed": [17],
    "dropped": [22, 23, 24],
    "stopped": {
        "version": 22,
        "why": "illegal_action",
        "detail": "Rule HCT-ATK-03 forbids it.",
        "rule": "HCT-ATK-03",
        "waiting_for": [1],
        "round": 3,
        "turn": 5,
        "board": _board,
    },
    "version": 33,
}
_side = {"line": 1, "round": 3, "turn": 5, "standing": [{"seat": 1, "score": 6}, {"seat": 2, "score": 4}]}

EXAMPLES: dict[Any, Any] = {
    shapes.PlayerBody: {"name": "Ada"},
    shapes.MergeBody: {"into": PLAYER},
    shapes.GameBody: {
        "ruleset": "heros_crossing_tactics",
        "seats": [{"name": "Ada"}, {"name": "Ben"}],
        "chance": "server",
        "place": "Hamburg",
        "tags": ["club night"],
    },
    shapes.GameChanges: {"place": "Kiel", "seats": [{"seat": 2, "name": "Cleo"}]},
    shapes.AdoptBody: {"game": OTHER, "after": 57},
    shapes.ForkBody: {"at": "57", "name": "the archer first"},
    shapes.ActionBodies: {"seat": 1, "action": _action, "outcomes": []},
    shapes.MoveHeadBody: {"to": "move:start", "reason": "slip of the pen"},
    shapes.AmendBody: {"changes": [{"version": 14, "action": _action, "outcomes": []}], "reason": "the archer"},
    shapes.NoteBody: {
        "version": 24,
        "seat": 1,
        "text": "The monk would have held.",
        "visible_to": "all",
        "visible_from": "end",
    },
    shapes.NoteChangesBody: {"seat": 1, "text": "The archer would have held.", "visible_from": "now"},
    shapes.Note: _note,
    shapes.Notes: {"items": [_note], "next": None},
    shapes.Rulesets: {
        "items": [_ruleset],
        "next": None,
        "missing": [{"name": "chess", "why": "chess: the phase Promotion is answered by no action and no step"}],
    },
    shapes.FullRuleset: {
        **_ruleset,
        "score": "health of 6",
        "cooperative": False,
        "options": {"type": "object"},
        "choices": {},
        "actions": {"Attack": {"type": "object"}},
        "starter": SET,
        "scorings": {},
        "rules": [{"id": "HCT-ATK-05", "text": "A straight attack goes to the Front of the same column."}],
        "endings": {"monarch": "the Monarch is dead"},
    },
    shapes.ComponentSet: _set,
    shapes.ComponentSets: {"items": [_set], "next": None},
    shapes.FullComponentSet: {**_set, "source": "game: heros_crossing_tactics\n", "document": {"heroes": []}},
    shapes.Player: _player,
    shapes.MovedPlayer: {"into": PLAYER},
    shapes.Players: {"items": [_player], "next": None},
    shapes.ImportedPlays: {
        "games": 2,
        "here": 40,
        "uncounted": 0,
        "titles": {"Hills and Mills": 2},
        "places": {"Kiel": 1},
        "players": [{"name": "ADA", "state": "known", "becomes": "Ada", "player": PLAYER, "why": ""}],
        "deleted": [],
        "fault_count": 1,
        "faults": [{"pointer": "/score", "detail": "'four' is not a number", "where": "body", "line": 5}],
        "loss_count": 0,
        "losses": [],
    },
    shapes.UndoRequest: _undo_request,
    shapes.AnswerBody: {"seat": 2},
    shapes.ResignBody: {"seat": 2},
    shapes.AdjustBody: {"effects": [{"type": "CopperEarned", "seat": 2, "value": 3}], "reason": "we forgot the toll"},
    shapes.AbandonBody: {},
    shapes.AnswerBody | None: {"seat": 1},
    shapes.Game: {
        **_listed,
        "undo_request": None,
        "can_undo": {"to": 21},
        "can_redo": {"why_not": "there is nothing to redo"},
    },
    shapes.Games: {"items": [_listed], "next": "IjAxOWE5ZDNlIg"},
    shapes.LegalActions: {
        "items": [
            {
                "seat": 1,
                "action": _action,
                "label": "Attack straight ahead from Front 2",
                "touches": ["front:1.2"],
                "needs_version": False,
                "anytime": False,
                "by_hand": False,
            }
        ],
        "next": None,
        "version": 24,
    },
    shapes.Choices: {
        "version": 24,
        "waiting_for": [{"seat": 1, "question": "Ada: take a turn"}],
        "anytime": [],
        "step": {
            "seat": 1,
            "field": "target",
            "question": "Which Front is attacked?",
            "low": 1,
            "high": 1,
            "enough": None,
            "values": [
                {
                    "value": 2,
                    "label": "Front 2",
                    "touches": ["front:2.2"],
                    "count": 1,
                    "action": _action,
                    "text": "Attack straight ahead from Front 2",
                }
            ],
        },
    },
    shapes.Recorded: {
        "events": [_event],
        "version": 24,
        "head": 24,
        "status": "running",
        "waiting_for": [1],
        "board": _board,
    },
    shapes.DryRun: {"effects": [_effects], "board": _board, "waiting_for": [1], "chance_needed": _question},
    shapes.Amended: _amended,
    shapes.Adopted: {**_amended, "previous": {"line": 1, "head": 24}, "parts_at": 24},
    shapes.Replay: {
        "game": _listed,
        "viewer": "table",
        "line": 1,
        "first": 24,
        "last": 24,
        "next": None,
        "events": [
            {
                "version": 24,
                "seat": 1,
                "round": 3,
                "turn": 5,
                "text": "Ada attacks straight ahead from Front 2.",
                "touches": ["front:1.2"],
                "marks": [],
                "view": _board,
            }
        ],
    },
    shapes.Diff: {
        "game": GAME,
        "viewer": "table",
        "from": {**_side, "version": 22},
        "to": {**_side, "version": 24},
        "patch": [{"op": "replace", "path": "/seat", "value": 1}],
    },
    shapes.BoardAt: {
        "game": GAME,
        "version": 24,
        "line": 1,
        "round": 3,
        "turn": 5,
        **_neighbours,
        "viewer": "table",
        "waiting_for": [1],
        "board": _board,
    },
    shapes.Events: {"items": [_event], "next": None},
    shapes.Lines: {"items": [_line]},
    shapes.GameLine: _line,
    shapes.LineChanges: {"label": "With the archer"},
    shapes.Timeline: {
        "game": GAME,
        "viewer": "table",
        "line": 1,
        "rounds": [{"round": 3, "turns": [{"turn": 5, "seat": 1, "events": [_sentence]}]}],
        "branches": [{"start": 18, "parts_at": 14, "end": 19, "length": 2}],
        "markers": [],
    },
    shapes.Statistics: {
        "items": [
            {
                "name": "win_rate_by_seat",
                "title": "Win rate by seat",
                "question": "How often does each seat win in games of a ruleset?",
                "about": "How often each seat wins.",
                "sample_unit": "one game",
                "interval": "Wilson's.",
                "test": "Chi-square test that all seats win equally often.",
                "independence": "A game has one result, so nothing is counted twice.",
                "limitations": "The stronger player may take the better seat.",
                "parameters": {"type": "object"},
                "charts": True,
            }
        ],
        "questions": [
            {
                "name": "going_first",
                "title": "Win rate by turn order",
                "question": "Does the first player win more often?",
                "statistic": "win_rate_by_seat",
                "params": {"by": "turn_order"},
            }
        ],
        "next": None,
    },
    shapes.StatisticResult: {
        "name": "win_rate_by_seat",
        "title": "Win rate by seat",
        "question": "How often does each seat win in games of Hero's Crossing: Tactics?",
        "finding": "No seat wins clearly more often than the others (p = 0.57; 200 games of 2 seats).",
        "table": [
            {
                "heading": "2 seats",
                "columns": ["", "games", "wins", "win rate"],
                "rows": [["Seat 1", "200", "104", "52 %"]],
                "below": "",
            }
        ],
        "rows": [{"seat": 1, "n": 200, "value": 0.52, "lo": 0.45, "hi": 0.59, "shrunk": 0.51, "base": 0.5}],
        "method": {
            "sample": "200 games",
            "definition": "The share of games that each seat wins.",
            "sample_unit": "one game",
            "interval": "Wilson's.",
            "test": "Chi-square test that all seats win equally often.",
            "independence": "A game has one result, so nothing is counted twice.",
            "limitations": "The stronger player may take the better seat.",
        },
        "excluded": {"unfinished": 3},
        "as_of": {"position": 41207, "at": AT},
    },
    shapes.Health: {"status": "ok", "version": VERSION},
}
"""By the type of the body or answer, as it goes over the wire."""
