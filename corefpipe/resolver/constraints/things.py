"""Clashes of people with things."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.phrases import core_words, in_organization
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.clauses import case_of
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS
from corefpipe.resolver.constraints.mentions import (
    SINGULAR,
    SOMEWHERE,
    SPEAKING,
    THING_TYPES,
    THINGS,
    clashes,
    document_numbers,
    pronouns,
)
from corefpipe.resolver.constraints.registry import constraint

_HARDLY = frozenset("attribute communication feeling location motive possession quantity relation shape".split())
"""More of them, for nouns of which no sense is a person: "the story", not "the figure" or "the star"."""
_NATURAL = _HARDLY | {"body", "object", "state"}
_CONCRETE = frozenset("animal artifact body food group person plant substance".split())
"""Supersenses of what nobody does."""
_DONE = frozenset({"it", "this", "that"})
_DO = frozenset({"do"})
_AT = frozenset({"at", "in"})
"""Prepositions before places."""
_FOR = frozenset({"for"})
_SUBSTITUTED = 30  # tokens from a noun to "ones" that stand for it


@constraint
@joinable
def things(table: MentionTable) -> Constraints | None:
    """I, he and she are no things, groups, towns or firms, and he is no country: "My niece broke the vase. He …".

    Things do not say, think or refuse anything either, nor are they told so or hungry: "The bottles broke. They said
    so", "She told them that". Hotels may say something. What somebody does is nobody and no concrete thing: "He *left*.
    This was a mistake", "Why did he do it?". A town or village is no firm: "They flew to Leeds. The company paid".
    """
    parse, lexicon = table.parse, table.lexicon
    heads = [_meant(parse, head) for head in table.spans.head.tolist()]
    nouns = table.wordnet.ids([parse.lemmas[head] for head in heads])
    senses = table.wordnet.supersense(nouns).tolist()
    named = [parse.lemmas[head] in lexicon.never_people for head in heads]
    human = (table.wordnet.may_be(nouns, "person") & ~np.array(named, dtype=bool)).tolist()
    several = table.wordnet.may_be(nouns, "group").tolist()
    institutions = lexicon.organization_nouns | lexicon.group_nouns | lexicon.place_nouns
    sites = lexicon.place_nouns - lexicon.organization_nouns - lexicon.group_nouns
    documents = document_numbers(table)
    # Turkey may be a scrivener.
    people = {
        (documents[row], parse.lower[head]) for row, head in enumerate(heads) if parse.entity_types[head] == "person"
    }
    # I, he, she; he; who is hungry; who thinks; what somebody does; firms
    found = np.full((len(table), 6), -1)
    for row, (pronoun, kind, head, (start, end, _)) in enumerate(
        zip(pronouns(table), table.values("kind"), heads, table.triples(), strict=True)
    ):
        if pronoun is not None:
            found[row, 0] = 1 if pronoun.canonical in SINGULAR else -1
            found[row, 1] = 1 if pronoun.canonical == "he" else -1
            found[row, 2] = 1 if _lives(parse, head) else -1
            found[row, 3] = 1 if _thinks(table, pronoun, head) else -1
            found[row, 4] = 0 if pronoun.canonical in SPEAKING | SINGULAR else 1 if _is_done(parse, head) else -1
        elif parse.pos[head] == "VERB" and parse.tags[head] != "VB" and end - start == 1:
            found[row, 4] = 1  # "He *left*. This was a mistake."
        elif (
            kind == "nominal"
            and (
                senses[row] in THINGS
                or (senses[row] in _NATURAL and not human[row])
                or (senses[row] == "body" and _is_of_somebody(parse, head))
            )
            and parse.tags[head] in ("NN", "NNS")
            and parse.entity_types[head] not in ("person", "animal")
            and parse.lemmas[head] not in lexicon.also_people
        ) or (kind == "name" and parse.entity_types[head] == "place" and _is_place(table, start, end, head)):
            found[row, [0, 2]] = 0
            is_arm = senses[row] == "body" and _is_of_somebody(parse, head)
            is_institution = several[row] or parse.lemmas[head] in institutions
            found[row, 3] = -1 if is_institution and not is_arm else 0
        elif kind == "nominal" and senses[row] == "group" and _is_no_member(parse, head, human[row]):
            found[row, 0] = 0  # "the team", "the first set"
        elif kind == "name" and parse.entity_types[head] == "organization":
            found[row, 0] = -1 if parse.lower[head] in lexicon.first_names else 0
        elif kind == "name" and (documents[row], parse.lower[head]) not in people:
            is_called, type = parse.lower[head] in lexicon.first_names, parse.entity_types[head]
            if in_organization(parse, head) and type != "person" and not is_called:
                found[row, 0] = 0  # "Time magazine", "The New York Times"
            elif type == "place" and parse.lower[head] in lexicon.places and not is_called:
                found[row, 1] = 0
            elif type in THING_TYPES and nouns[row] >= 0 and not human[row] and not is_called:
                found[row, 0] = 0  # "the Nobel Prize"
        elif kind == "pronoun" and end - start == 1 and _is_done(parse, head):
            found[row, 4] = 1
        if parse.entity_types[head] == "place":
            is_site = kind == "nominal" and parse.lemmas[head] in sites
            found[row, 5] = 0 if is_site or (kind == "name" and _is_place(table, start, end, head)) else -1
        elif kind == "nominal" and parse.lemmas[head] in lexicon.organization_nouns:
            found[row, 5] = 1
        is_noun = kind == "nominal" and parse.tags[head] in ("NN", "NNS")
        if (is_noun and senses[row] in _CONCRETE) or (kind == "name" and parse.entity_types[head] in SOMEWHERE):
            found[row, 4] = 0
    return clashes(found)


def _meant(parse: Parse, noun: int) -> int:
    """The noun before it for which "ones" stands, "sweet pies and savoury ones"; of others the noun itself."""
    if parse.lower[noun] not in parse.lexicon.noun_substitutes:
        return noun
    first = max(parse.document_at(noun)[0], noun - _SUBSTITUTED)
    before = (i for i in range(noun - 1, first - 1, -1) if parse.sentences[i] == parse.sentences[noun])
    return next((i for i in before if parse.tags[i] == parse.tags[noun]), noun)


def _is_no_member(parse: Parse, head: int, may_be_somebody: bool) -> bool:
    """Whether a noun for a group or set is not said of somebody, as "match" is."""
    type = parse.entity_types[head]
    return type in THING_TYPES or (not may_be_somebody and type != "person")


def _is_place(table: MentionTable, start: int, end: int, head: int) -> bool:
    """Whether the name of a place is a town's or a region's, or stands for where: "Los Angeles", "at Austin"."""
    parse, lexicon = table.parse, table.lexicon
    name = core_words(parse, start, end)
    if parse.lower[head] in lexicon.towns or name in lexicon.towns:
        return True
    kinds = lexicon.places.get(name, frozenset())
    is_region = " " in name and bool(kinds) and "country" not in kinds
    return is_region or (bool(kinds - {"country"}) and case_of(parse, head) in _AT)


def _is_of_somebody(parse: Parse, noun: int) -> bool:
    """Whether a part of a body is somebody's: "her head", but not "the head", "its head", "her head of staff"."""
    below = [(parse.deps[child], parse.lexicon.pronouns.get(parse.lower[child])) for child in parse.children[noun]]
    owned = any(dep == "nmod:poss" and who and who.canonical in SINGULAR | {"you"} for dep, who in below)
    return owned and all(dep != "nmod" for dep, _ in below)


def _thinks(table: MentionTable, pronoun: Pronoun, token: int) -> bool:
    """Whether it is "they" who say, think or want something, or who or "it" which is told so: "She told them that"."""
    parse, lexicon = table.parse, table.lexicon
    verb = parse.heads[token]
    lemma, dep = parse.lemmas[verb], parse.deps[token]
    if parse.pos[verb] != "VERB":
        return False
    if pronoun.canonical == "they" and dep == "nsubj":
        known = lexicon.speech_verbs | lexicon.attitude_verbs | lexicon.intending_verbs
        return lemma in known or _does_for_itself(parse, verb)
    is_told = (dep in OBJECTS or dep == "nsubj:pass") and lemma in lexicon.telling_verbs
    # "She told them that he had left", not "She told them to him"
    return is_told and any(child > verb and parse.deps[child] in ("ccomp", "xcomp") for child in parse.children[verb])


def _does_for_itself(parse: Parse, verb: int) -> bool:
    """Whether the subject of a verb does something for itself: "They kept some for themselves".

    What speaks or pays for itself may be a thing.
    """
    below = [child for child in parse.children[verb] if child > verb]
    own = any(
        parse.deps[child] == "obl" and case_of(parse, child) in _FOR and _is_reflexive(parse, child) for child in below
    )
    return own and any(parse.deps[child] in OBJECTS for child in below)


def _is_done(parse: Parse, token: int) -> bool:
    """Whether "it" is what somebody does: "Why did he do it?"."""
    return parse.lower[token] in _DONE and parse.deps[token] == "obj" and parse.lemmas[parse.heads[token]] in _DO


def _is_reflexive(parse: Parse, token: int) -> bool:
    pronoun = parse.lexicon.pronouns.get(parse.lower[token])
    return pronoun is not None and "reflexive" in pronoun.kinds


def _lives(parse: Parse, token: int) -> bool:
    """Whether a pronoun is the subject of what is said of beings only: "It was hungry"."""
    return parse.deps[token] == "nsubj" and parse.lower[parse.heads[token]] in parse.lexicon.living_adjectives
