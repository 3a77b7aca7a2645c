"""Documents of the short texts in `corpora/short_texts`, with their slots filled."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import spacy

from corefpipe.document import Document, Mention
from corefpipe.lexicon.lists import load_lexicon
from corefpipe.utils.data import data_folder

COPIES = 4
SEED = 1
ROUND = [12, 30, 200, 700]
BARE_FIRMS = 0.4  # share of the firms that are named without "Inc."
FORMS = {
    "male": {"he": "he", "him": "him", "his": "his", "himself": "himself", "title": "Mr."},
    "female": {"he": "she", "him": "her", "his": "her", "himself": "herself", "title": "Mrs."},
}
_PART = re.compile(r"\[(?P<entity>\d+):|(?P<end>\])|[^\[\]]+")


def short_texts(copies: int = COPIES) -> Iterator[Document]:
    """Each text so many times, with other words in its slots.

    Raises:
        ValueError: brackets that do not match.
        KeyError: an unknown slot.
    """
    table = tomllib.loads((data_folder("corpora") / "short_texts" / "en.toml").read_text(encoding="utf-8"))
    fillers, nlp = Fillers(table), spacy.blank("en")
    for number, pattern in enumerate(table["texts"].split("\n")):
        for copy in range(copies if pattern else 0):
            text, mentions = unmarked(pattern.format_map(fillers.draw()))
            doc = nlp(text)
            spans = {(start, end): entity for start, end, entity in mentions}
            yield Document(
                name=f"short_text_{number}_{copy}",
                words=[token.text for token in doc],
                spaces=[bool(token.whitespace_) for token in doc],
                mentions=[
                    Mention(span.start, span.end, entity)
                    for (start, end), entity in sorted(spans.items(), key=lambda item: (item[0][0], -item[0][1]))
                    for span in [doc.char_span(start, end, alignment_mode="expand")]
                ],
            )


def unmarked(marked: str) -> tuple[str, list[tuple[int, int, str]]]:
    """A text without its brackets, and (start, end, entity) of the mentions in characters."""
    text, begun, mentions = "", [], []
    for part in _PART.finditer(marked):
        if part["entity"]:
            begun.append((len(text), part["entity"]))
        elif part["end"]:
            start, entity = begun.pop()
            mentions.append((start, len(text), entity))
        else:
            text += part[0]
    if begun:
        raise ValueError(f"a mention without an end: {marked}")
    return text, mentions


class Fillers:
    """Draws what goes into the slots of a text.

    Args:
        table: the names of firms and the nouns with hypernyms that come with the texts.
    """

    def __init__(self, table: Mapping[str, Any]):
        lexicon = load_lexicon("en")
        self._random = random.Random(SEED)
        self._firms, self._endings = table["firms"].split(), table["firm_endings"]
        self._hypernyms = {
            slots: [pair.split() for pair in table[name].split(",")]
            for slots, name in ((("beast", "animal"), "animals"), (("thing", "kind"), "things"))
        }
        male, female = lexicon.male_names, lexicon.female_names
        self._first = {"male": sorted(male - female), "female": sorted(female - male)}
        self._last = sorted(lexicon.surnames)
        places = {kind: sorted(lexicon.places_of(kind)) for kind in ("city", "country")}
        self._places = {kind: [name for name in of if name.replace(" ", "").isalpha()] for kind, of in places.items()}

    def draw(self) -> Mapping[str, str]:
        """A word or name for each slot."""
        found: dict[str, str] = {"n": str(self._random.choice(ROUND))}
        kinds = {"firm": self._firms, "last": self._last, **self._places}
        for kind, names in kinds.items():
            for suffix, name in zip(("", "2"), self._random.sample(names, 2), strict=True):
                found[kind + suffix] = name if kind == "firm" else " ".join(map(str.capitalize, name.split()))
        for (noun, kind), pairs in self._hypernyms.items():
            one, other = self._random.sample(pairs, 2)
            found |= {noun: one[0], kind: one[1], f"{noun}2": other[0]}
        for suffix in ("", "2"):
            if self._random.random() > BARE_FIRMS:
                found[f"firm{suffix}"] += " " + self._random.choice(self._endings)
            gender = self._random.choice(["male", "female"])
            first = self._random.choice(self._first[gender]).capitalize()
            found |= {f"first{suffix}": first, f"person{suffix}": f"{first} {found[f'last{suffix}']}"}
            for slot, word in FORMS[gender].items():
                found |= {slot + suffix: word, slot.capitalize() + suffix: word.capitalize()}
        return found
