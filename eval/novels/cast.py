"""The casts of novels, listed by hand, and where a text names their members."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

CASTS = Path(__file__).with_name("casts")
_REGEX = "re:"
_MR_AND = re.compile(r"Mr\.\s+and\s+$")


class Name(NamedTuple):
    """A place where a text names somebody.

    Attributes:
        start, end: its characters.
        character: index of the member of the cast.
    """

    start: int
    end: int
    character: int


@dataclass(frozen=True)
class Character:
    """A member of a cast.

    Attributes:
        name: what a reader calls the character.
        gender: male or female.
        forms: what the text names only this character by, as it is written; "re:" is before a regular expression.
        roles: descriptions that mean only this character, such as "the Jew".
    """

    name: str
    gender: str
    forms: tuple[str, ...]
    roles: tuple[str, ...]


@dataclass(frozen=True)
class Cast:
    """The main characters of a novel.

    Attributes:
        text: file of the novel.
        quotation_mark: the mark that opens its quotations.
        characters: the members.
        uncounted: names of others, or of several, that contain a form of a member.
        held_out: whether no rule was developed on this novel.
    """

    text: str
    quotation_mark: str
    characters: tuple[Character, ...]
    uncounted: tuple[str, ...]
    held_out: bool = False

    @classmethod
    def of(cls, novel: str) -> Cast:
        """The cast of a novel, by the name of its file in `casts`."""
        found = json.loads((CASTS / f"{novel}.json").read_text(encoding="utf-8"))
        characters = (
            Character(one["name"], one["gender"], tuple(one["forms"]), tuple(one.get("roles", ())))
            for one in found["characters"]
        )
        return cls(
            found["text"], found["quotation_mark"], tuple(characters), tuple(found["uncounted"]), found["held_out"]
        )

    def names(self, text: str) -> list[Name]:
        """The names of the characters in a text (see `flat`), in its order; the longest form at each place."""
        return _places(text, [one.forms for one in self.characters], self.uncounted)

    def roles(self, text: str) -> list[Name]:
        """The descriptions that mean a character."""
        return _places(text, [one.roles for one in self.characters])


def novels() -> list[str]:
    """The novels that have a cast."""
    return sorted(path.stem for path in CASTS.glob("*.json"))


def flat(text: str) -> str:
    """A text of the same length with a space for each line break and each underscore of emphasis."""
    return text.replace("\n", " ").replace("_", " ")


def _places(text: str, forms: Sequence[Sequence[str]], uncounted: Sequence[str] = ()) -> list[Name]:
    owners = [(form, number) for number, own in enumerate(forms) for form in own]
    owners += [(form, -1) for form in uncounted]
    if not owners:
        return []
    owners.sort(key=lambda one: (not one[0].startswith(_REGEX), -len(one[0])))
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(f'({_pattern(form)})' for form, _ in owners)})(?!\w)")
    names = []
    for match in pattern.finditer(text):
        number = owners[(match.lastindex or 0) - 1][1]
        couple = match[0].startswith("Mrs.") and _MR_AND.search(text[max(0, match.start() - 12) : match.start()])
        if number >= 0 and not couple:
            names.append(Name(match.start(), match.end(), number))
    return names


def _pattern(form: str) -> str:
    if form.startswith(_REGEX):
        return form.removeprefix(_REGEX)
    words = [re.escape(word) for word in form.split()]
    words[0] = "[Tt]he" if words[0] == "the" else words[0]
    return r"\s+".join(words)
