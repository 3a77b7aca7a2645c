"""Extract names of places and of their inhabitants from WordNet's instances, pointers and glosses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wordnet_files import Dictionary, Synset

PERSON = 18  # number of the lexicographer file
PLACE_FILES = (6, 15, 17)  # artifact (canals), location, object
NATIONAL_CAPITAL = "08691669"  # offset of the synset
NOUN = 1  # part of speech in the counts of tags
# The kind of an instance is that of its nearest hypernym whose first word is listed here; among hypernyms at the same
# distance, the first kind in this order wins.
KINDS = {
    "country": {"country", "Baltic State", "kingdom", "principality"},
    "state": {"state", "Colony"},
    "city": {"city", "town", "village", "port", "port of entry", "capital", "urban area", "suburb", "borough"}
    | {"municipality", "city district", "residential district"},
    "county": {"county"},
    "continent": {"continent"},
    "island": {"island", "archipelago", "atoll", "isle"},
    "water": {"body of water", "gulf", "waterfall", "canal"},
    "mountain": {"mountain", "range", "volcano", "hill", "mountain peak"},
    "region": {"geographical area", "region", "district", "geological formation", "desert", "peninsula", "land"}
    | {"tract", "possession", "administrative district", "empire"},
    "": {"sign of the zodiac", "soil horizon", "celestial body", "lunar crater", "boundary", "part", "layer"},
}
# First words of the gloss of a former place, or of something that is not a place.
NO_PLACE = re.compile(
    r"\b(?:ancient|biblical|Bible|mythology|legend\w*|fictional|imaginary|ionosphere|boundary between)\b"
)
# Not names: descriptions, two letters (words, postal codes), "centre" (the French region).
NO_NAME = re.compile(r"^(?:capital of .*|.* capital|(?!uk$).{1,2}|centre)$")
NO_DEMONYM = re.compile(r"^(?:anti|pro|sub|trans|pan)-| (?:person|people)$|^mongoloid$")
HEADER = """\
# {columns}; lower case, tab-separated, WordNet's order of senses
# Derived from WordNet 3.0 by eval/lexicon/wordnet.py; licence: WORDNET_LICENSE beside this file
"""
INHABITANT = re.compile(
    r"\b(?:native|inhabitant|resident|citizen)s?(?: or (?:inhabitant|resident|citizen)s?)? of "
    r"(?:the |modern |city of |state of |region of )*(?P<place>[A-Z][\w.'-]*(?: (?:and )?[A-Z][\w.'-]*)*)"
)
PEOPLE = re.compile(r"^the people of (?:the )?(?P<place>[A-Z][\w.'-]*(?: [A-Z][\w.'-]*)*)")
NATIONALITY = re.compile(r"\b(?:person|man|woman) of (?P<adjective>[A-Z]\w+) nationality")


@dataclass(frozen=True)
class Places:
    """The places kept: rows of the table (name, kind), offset -> kind, name -> offsets."""

    rows: list[tuple[str, str]]
    kinds: dict[str, str]
    names: dict[str, list[str]]


def places(dictionary: Dictionary) -> Places:
    """Find the instances of KINDS; rows are in alphabetical order of names."""
    nouns = dictionary.synsets["noun"]
    kinds = {
        offset: kind
        for offset, synset in nouns.items()
        if any(p.symbol == "@i" for p in synset.pointers) and (kind := _kind(dictionary, synset))
        # In WordNet "isle" is an instance, and the Union of the American Civil War a country.
        if any(word != word.lower() for word in synset.words) and synset.words[0] != "Union"
        if kind == "country" or not NO_PLACE.search(" ".join(re.split(r"[;,]", synset.gloss)[0].split()[:6]))
    }
    names: dict[str, list[str]] = defaultdict(list)
    for name, offsets in dictionary.senses["noun"].items():
        here = [offset for offset in offsets if offset in kinds]
        if not here or NO_NAME.match(name):
            continue
        country = any(kinds[offset] == "country" for offset in here)
        capital = any(_national_capital(nouns[offset]) for offset in here)
        if country or not _ordinary(dictionary, name, here, tie=not capital):
            names[name] = here
    rows = [(name, kind) for name in sorted(names) for kind in dict.fromkeys(kinds[o] for o in names[name])]
    return Places(rows, kinds, dict(names))


def demonyms(dictionary: Dictionary, known: Places) -> list[tuple[str, str]]:
    """(Demonym, place) of inhabitants, peoples and adjectives; the most likely place of a demonym comes first."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for word, place in [*_adjectives(dictionary, known), *_persons(dictionary, known)]:
        if not NO_DEMONYM.search(word):
            found[word] |= dict.fromkeys(_first_names(dictionary, known, place))
    for synset in dictionary.synsets["noun"].values():
        if synset.file == PERSON and (match := NATIONALITY.search(synset.gloss)):
            for word in synset.words:
                if not NO_DEMONYM.search(word):
                    found[word.lower()] |= found.get(match["adjective"].lower(), {})
    return [(word, place) for word in sorted(found) for place in found[word] if word not in known.names]


def write_rows(file: Path, columns: str, rows: Iterable[tuple[str, str]]) -> None:
    """Write a table with its header."""
    lines = "".join(f"{a}\t{b}\n" for a, b in rows)
    file.write_text(HEADER.format(columns=columns) + lines, encoding="utf-8", newline="\n")


def _kind(dictionary: Dictionary, synset: Synset) -> str:
    """The kind of the nearest hypernym in KINDS (breadth-first search); "" if it is not a place."""
    level = [synset]
    while level:
        level = [dictionary.synsets["noun"][p.offset] for s in level for p in s.pointers if p.symbol in ("@", "@i")]
        for kind, words in KINDS.items():
            if any(s.words[0] in words and s.file in PLACE_FILES for s in level):
                return kind
    return ""


def _national_capital(synset: Synset) -> bool:
    return any(p.symbol == "@i" and p.offset == NATIONAL_CAPITAL for p in synset.pointers)


def _ordinary(dictionary: Dictionary, name: str, here: list[str], tie: bool = True) -> bool:
    """Whether a name is mostly a common word: tagged more often as one, or, at a tie, one in its first noun sense."""
    if name not in dictionary.lower:
        return False
    senses, tags = dictionary.senses["noun"][name], dictionary.tags.get(name, {})
    as_place = sum(tags.get((NOUN, senses.index(offset) + 1), 0) for offset in here)
    rest = sum(tags.values()) - as_place
    return rest > as_place or (rest == as_place and tie and senses[0] not in here)


def _first_names(dictionary: Dictionary, known: Places, name: str) -> list[str]:
    """The name, and the name that WordNet lists first for the place: "holland", "netherlands"."""
    solid = [offset for offset in known.names[name] if known.kinds[offset] not in ("water", "mountain")]
    words = dictionary.synsets["noun"][(solid or known.names[name])[0]].words
    return [name, *(w.lower() for w in words[:1] if w.lower() in known.names)]


def _adjectives(dictionary: Dictionary, known: Places) -> Iterator[tuple[str, str]]:
    """Yield adjectives that pertain to a place, such as "French", with the place."""
    for word, offsets in dictionary.senses["adjective"].items():
        for offset in offsets:
            synset = dictionary.synsets["adjective"][offset]
            number = [w.lower() for w in synset.words].index(word)
            for p in synset.pointers:
                if p.symbol == "\\" and p.pos == "n" and p.source == number + 1 and p.offset in known.kinds:
                    place = dictionary.synsets["noun"][p.offset].words[p.target - 1].lower()
                    if place in known.names and synset.words[number][0].isupper():
                        yield word, place


def _persons(dictionary: Dictionary, known: Places) -> Iterator[tuple[str, str]]:
    """Yield inhabitants and peoples with their place.

    The place is the one named in the gloss, else the only one that they are members of, if the gloss names a place or
    the spelling is similar.
    """
    for word, offsets in dictionary.senses["noun"].items():
        for offset in offsets:
            synset = dictionary.synsets["noun"][offset]
            if synset.file != PERSON or any(p.symbol == "@i" for p in synset.pointers):
                continue
            match = INHABITANT.search(synset.gloss) or PEOPLE.search(synset.gloss)
            place = match["place"].lower() if match else ""
            if word in dictionary.lower and (_ordinary(dictionary, word, [offset]) or word[:3] != place[:3]):
                continue  # nicknames: "wolverine", "sooner"
            if place not in known.names:
                members = [p.offset for p in synset.pointers if p.symbol == "#m" and p.offset in known.kinds]
                names = [w.lower() for w in dictionary.synsets["noun"][members[0]].words] if len(members) == 1 else []
                alike = match or any(name[:3] == word[:3] for name in names)
                place = next((name for name in names if alike and name in known.names), "")
            if place:
                yield word, place
