"""A picture as its reader finds it: ids, titles and texts of its groups, and what it has to show."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    from rulesets.kit.conformance.profile import Profile
    from rulesets.kit.phases import Components
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Viewer

LOOK = re.compile(r"<style>.*?</style>|<defs>.*?</defs>", re.DOTALL)

READ = re.compile(r'>([^<>]+)<|(?:data-id|data-holds|id|href|title|aria-label)="([^"]+)"')


class DrawnGroups:
    """The groups of a picture by their ids; of two arrangements in a page, the first one."""

    def __init__(self, picture: str) -> None:
        """`picture` is one document, or several for a page."""
        self.texts: dict[str, str] = {}
        self.titles: dict[str, str] = {}
        self.twice: list[str] = []
        """Ids that two groups bear; backs of unknown cards may be alike."""
        first = ElementTree.fromstring(f"<page>{picture}</page>")[0]
        for group in first.iter():
            ids = f"{group.get('data-id', '')} {group.get('data-holds', '')}".split()
            if ids:
                text = " ".join(group.itertext())
                self.twice += [id_ for id_ in ids if id_ in self.texts and "?" not in id_]
                self.texts.update(dict.fromkeys(ids, text))
                self.titles.update(dict.fromkeys(ids, _title(group)))
        self.read = "\n".join(dict.fromkeys(self.texts.values()))
        self.titled = "\n".join(dict.fromkeys(self.titles.values()))


class Shown:
    """What a text may not name unless the picture shows it."""

    def __init__(self, ruleset: Ruleset[Any], components: Components, profile: Profile[Any]) -> None:
        """Those of the cards whose types `Profile.shown` lists."""
        self.copies = bool(profile.same_labels_ok)
        cards = {card.name for card in ruleset.history.cards(components) if card.type in profile.shown}
        names = "|".join(map(re.escape, sorted(cards, key=len, reverse=True))) or "(?!)"
        self._name = re.compile(rf"(?<![\w'-])(?P<name>{names})(?: (?P<copy>\d+))?(?![\w'-])")
        self._spoken = re.compile(profile.spoken or "(?!)")

    def need_shown(self, text: str, viewer: Viewer, drawn: DrawnGroups) -> None:
        """What a text names is drawn under that name, which is the title of no two groups of one kind and seat.

        Equal copies are excused where their labels are.
        """
        for found in self._spoken.finditer(text):
            _need_written(found.groupdict().get("name") or found[0], text, viewer, drawn)
        for found in self._name.finditer(text):
            name = self._called(found, drawn)
            _need_written(name, text, viewer, drawn)
            titles = ((id_, self._name.match(title)) for id_, title in drawn.titles.items())
            kinds = Counter(_KIND.sub("", id_) for id_, first in titles if first and self._called(first, drawn) == name)
            twice = [kind for kind, n in kinds.items() if n > 1]
            assert self.copies or not twice, f"{name!r} is named in {text!r}, and is the title of two {twice}"

    def _called(self, found: re.Match[str], drawn: DrawnGroups) -> str:
        """A name that was found; with the number of a copy, where the picture has copies with numbers."""
        name, copy = found["name"], found["copy"]
        return f"{name} {copy}" if copy and re.search(rf"(?m)^{re.escape(name)} \d", drawn.titled) else name


def _need_written(name: str, text: str, viewer: Viewer, drawn: DrawnGroups) -> None:
    shown = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", drawn.read, re.IGNORECASE)
    assert shown, f"{name!r} is named in {text!r}, but not in the picture of {viewer}"


_KIND = re.compile(r"(?<=:)(?!\d+(\.|$)).*|(?<=\.).*")
"""The part of an id after its prefix and its seat."""


def _title(group: ElementTree.Element) -> str:
    return next((part.text or "" for part in group if part.tag.endswith("title")), "")
