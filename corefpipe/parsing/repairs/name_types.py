"""Entity types of names by what the text says of them: "the newspaper Novy Mir", "Alibaba's founder", "Zeta AG"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from itertools import pairwise

from corefpipe.lexicon import Lexicon
from corefpipe.parsing.columns import Columns
from corefpipe.parsing.names import Name, full_names, names_within
from corefpipe.parsing.relations import SUBJECTS

_PATH = re.compile(r"[a-z0-9-]{2,}(?:\.[a-z0-9-]{2,})+(?:/\S*)?")  # "alt.animals.cat", "config.toml"
_SITE = re.compile(r"(?:[A-Za-z0-9-]+\.)+(?:com|org|net|edu|gov|info|io|co\.[a-z]{2})")

_DESCRIBED = "nmod:desc"
_OF_LONGER = 2  # occurrences of a name for which one of a longer name counts, as that is rarely mistaken


def retype_names(columns: Columns) -> None:
    """Correct the types of names taken for those of people or places, and let those of one name agree, in place."""
    pos, lemmas, deps, heads, types = columns.pos, columns.lemmas, columns.deps, columns.heads, columns.entity_types
    for token, word in enumerate(columns.words):
        if "." in word and types[token] and _is_site(word, types[token]):
            types[token] = "organization"
    described: dict[int, list[str]] = {}
    for token, dep in enumerate(deps):
        if dep == _DESCRIBED and pos[token] == "NOUN":
            described.setdefault(heads[token], []).append(lemmas[token])
    for start, end in pairwise(columns.bounds):
        names = names_within(columns, start, end)
        people = _words_of_people(names, types, columns.lexicon)
        persons = _said_to_be_people(columns, start, end)
        last_words = {name[-1:] for head, name in names.items() if len(name) > 1 and types[head] == "person"}
        surnames = {name[-1:] for name in full_names(names, types, columns.lexicon)}
        sure: list[int] = []
        for head, name in names.items():
            if types[head] == "organization" and columns.tags[head] == "NNPS" and name in surnames:
                types[head] = "person"  # "Jobs" beside "Steve Jobs"; "Ford" beside "Henry Ford" may be the firm
                columns.tag_name(head)
            elif types[head] == "place" and deps[head] in SUBJECTS and name in last_words:
                types[head] = "person"
                sure.append(head)  # "Osaka" beside "Naomi Osaka"
            if types[head] != "organization" and head not in persons:
                owned = lemmas[heads[head]] if deps[head] == "nmod:poss" else ""
                known = _known_type(name, described.get(head, ()), owned, people, columns.lexicon)
                types[head] = known or types[head]
        _agree(names, types, columns.lexicon)
        for head in sure:
            types[head] = "person"


def _is_site(word: str, type: str) -> bool:
    """Whether a word of this type is a web site, "Amazon.com", or something like it that is taken for a person."""
    return _SITE.fullmatch(word) is not None or (type == "person" and _PATH.fullmatch(word) is not None)


def _words_of_people(names: dict[int, Name], entity_types: list[str], lexicon: Lexicon) -> set[str]:
    """The words of names that begin with a first name or a title, and of others that may be of somebody."""
    people = Counter(name for head, name in names.items() if entity_types[head] == "person")
    full = (name for name in people if name[0] in lexicon.first_names or name[0] in lexicon.titles)
    # Turkey may be a scrivener.
    others = {name for head, name in names.items() if entity_types[head] != "person"}
    mostly = (name for name, count in people.items() if count > 1 or name in others)
    return {word for name in full for word in name} | {name[-1] for name in mostly}


def _said_to_be_people(columns: Columns, start: int, end: int) -> set[int]:
    """The subjects in a document of which a noun for people is said, such as "Mali" of "Mali is a girl"."""
    words, lemmas, deps, heads = columns.words, columns.lemmas, columns.deps, columns.heads
    nouns = columns.lexicon.person_nouns
    copular = {heads[i] for i in range(start, end) if deps[i] == "cop" and lemmas[heads[i]] in nouns}
    return {i for i in range(start, end) if deps[i] == "nsubj" and heads[i] in copular and words[i][:1].isupper()}


def _known_type(name: Name, said: Sequence[str], owned: str, people: Container[str], lexicon: Lexicon) -> str:
    """The type of a name taken for that of a person or a place; "" if nothing is known.

    Args:
        name: the name.
        said: lemmas of the nouns before it that say what it is.
        owned: lemma of the noun for what it has, or "".
        people: words of the names of people.
        lexicon: word lists of the language.
    """
    if len(name) > 1 and name[-1] in lexicon.legal_forms:
        return "organization"  # "Zeta AG"
    is_place = " ".join(name) in lexicon.places
    if is_place and len(name) > 1 and name[0] not in lexicon.given_names:
        return "place"  # "Sri Lanka", but not "Florence"
    if any(word in lexicon.first_names or word in lexicon.titles or word in people for word in name):
        return ""
    if owned in lexicon.founder_nouns or any(noun in lexicon.kinds_of_organizations for noun in said):
        return "organization"  # "Kessler's founder", "the newspaper Novy Mir"
    if name[-1] in lexicon.surnames:
        return ""
    if is_place:
        return "place"
    led = owned in (lexicon.boss_nouns | lexicon.office_nouns) - lexicon.aide_nouns
    return "organization" if led or name[0] in lexicon.firms else ""


def _agree(names: dict[int, Name], entity_types: list[str], lexicon: Lexicon) -> None:
    """Let most occurrences of a name say whether it is a person's or a place's; an organization may be at its place."""
    types: dict[Name, Counter[str]] = {}
    for head, name in names.items():
        types.setdefault(name, Counter())[entity_types[head]] += 1
        may_be_person = name[0] in lexicon.first_names or name[0] in lexicon.surnames
        if len(name) > 1 and entity_types[head] == "place" and not may_be_person:
            types.setdefault(name[:1], Counter())["place"] += _OF_LONGER  # "Netherfield" beside "Netherfield Park"
    found = {name: _most_common(counts) for name, counts in types.items()}
    for head, name in names.items():
        type, best = entity_types[head], found[name]
        if len(name) > 1 and name[0] in lexicon.first_names and found.get(name[-1:]) == "person":
            best = "person"  # "Mamadou Diallo" as "Diallo"
        # Who is somebody twice may be Turkey the scrivener.
        is_place = (type, best) == ("person", "place") and types[name]["person"] == 1
        if is_place or (type, best) in (("place", "person"), ("person", "organization")):
            entity_types[head] = best


def _most_common(types: Counter[str]) -> str:
    """The type that a name has more often than any other, "" if there is none."""
    (best, most), *others = types.most_common(2)
    return "" if others and others[0][1] == most else best
