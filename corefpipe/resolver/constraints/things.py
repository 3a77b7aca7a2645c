"""Clashes of animacy: people, agents and actions with things, places and institutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.phrases import core_words, in_organization
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.clauses import case_of, is_reflexive
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS
from corefpipe.resolver.constraints.mentions import THING_TYPES, THINGS, classes_apart, document_numbers, pronouns
from corefpipe.resolver.constraints.registry import constraint

_NEVER_PEOPLE = frozenset(
    "attribute body communication feeling location motive object possession quantity relation shape state".split()
)
"""More supersenses of things, if no sense of the noun is a person: "the story", not "the figure" or "the star"."""
_NO_ACTIONS = frozenset("animal artifact body food group person plant substance".split())
_NO_ACTION_TYPES = frozenset({"person", "organization", "place"})
"""Supersenses of nouns, and entity types of names, that denote no action."""
_COMMON_NOUNS = frozenset({"NN", "NNS"})
_SUBSTITUTE_TOKENS = 30
"""Tokens from a noun to the "ones" that stands for it, at most."""


@constraint
@joinable
def things(table: MentionTable) -> Constraints | None:
    """A thing, group, town or organization is never the antecedent of "I", "he" or "she": "I saw the vase. He fell".

    A country is not that of "he" either. Things, towns and regions are not hungry, nor agents or addressees: "The
    bottles broke. They said so", "She told them that"; institutions may be agents. An action is no person and nothing
    concrete: "Why did he do it?", "He *left*. This was a mistake". A town or a site is no organization: "They flew to
    Leeds. The company paid".
    """
    return classes_apart(_described(table), _CLASSES)


@dataclass(slots=True, frozen=True)
class _Mention:
    """What decides on the classes of a mention.

    Attributes:
        parse: the text.
        kind: of the mention.
        start, end: the mention.
        head: its head, or the noun for which "ones" stands.
        pronoun: its entry in the lexicon; None for another mention.
        sense: the supersense of its head.
        may_be_person, may_be_group: whether WordNet has such a sense of the head.
        in_wordnet: whether the head is a noun of WordNet.
        is_namesake: whether a name with this head is a person's elsewhere in the text: "Turkey, who was a clerk".
    """

    parse: Parse
    kind: str
    start: int
    end: int
    head: int
    pronoun: Pronoun | None
    sense: str
    may_be_person: bool
    may_be_group: bool
    in_wordnet: bool
    is_namesake: bool

    @property
    def type(self) -> str:
        """The entity type of the head."""
        return self.parse.entity_types[self.head]

    @property
    def is_noun(self) -> bool:
        """Whether it is a common noun."""
        return self.kind == "nominal" and self.parse.tags[self.head] in _COMMON_NOUNS

    @property
    def is_surely_no_person(self) -> bool:
        """Whether a name is not in the list of first names."""
        return self.parse.lower[self.head] not in self.parse.lexicon.first_names


def _described(table: MentionTable) -> Iterator[_Mention]:
    parse, documents, wordnet = table.parse, document_numbers(table), table.wordnet
    heads = [_meant(parse, head) for head in table.spans.head.tolist()]
    nouns = wordnet.ids([parse.lemmas[head] for head in heads])
    never_people = np.array([parse.lemmas[head] in table.lexicon.never_people for head in heads], dtype=bool)
    names = [(document, parse.lower[head]) for document, head in zip(documents, heads, strict=True)]
    people = {name for name, head in zip(names, heads, strict=True) if parse.entity_types[head] == "person"}
    columns = zip(
        table.values("kind"),
        table.spans.start.tolist(),
        table.spans.end.tolist(),
        heads,
        pronouns(table),
        wordnet.supersense(nouns).tolist(),
        (wordnet.may_be(nouns, "person") & ~never_people).tolist(),
        wordnet.may_be(nouns, "group").tolist(),
        (nouns >= 0).tolist(),
        (name in people for name in names),
        strict=True,
    )
    return (_Mention(parse, *row) for row in columns)


def _meant(parse: Parse, noun: int) -> int:
    """The noun before it for which "ones" stands, "sweet pies and savoury ones"; of others the noun itself."""
    if parse.lower[noun] not in parse.lexicon.noun_substitutes:
        return noun
    first = max(parse.document_at(noun)[0], noun - _SUBSTITUTE_TOKENS)
    before = (i for i in range(noun - 1, first - 1, -1) if parse.sentences[i] == parse.sentences[noun])
    return next((i for i in before if parse.tags[i] == parse.tags[noun]), noun)


def _is_pronoun_of_one_person(one: _Mention) -> bool:
    return one.pronoun is not None and one.pronoun.canonical in one.parse.lexicon.one_person_pronouns


def _is_impersonal(one: _Mention) -> bool:
    """Whether it is a thing, a settlement, a group, or the name of an organization or thing."""
    if one.kind == "name":
        return _is_settlement(one) or (one.is_surely_no_person and _is_impersonal_name(one))
    is_person = one.may_be_person and one.type not in THING_TYPES
    is_group = one.kind == "nominal" and one.sense == "group" and not is_person and one.type != "person"
    return is_group or _is_inanimate(one)


def _is_impersonal_name(one: _Mention) -> bool:
    """Whether a name is an organization's, inside such a name, or a thing's: "Time magazine", "the Nobel Prize"."""
    if one.type == "organization":
        return True
    is_thing = one.type in THING_TYPES and one.in_wordnet and not one.may_be_person
    return not one.is_namesake and (is_thing or in_organization(one.parse, one.head))


def _is_male_pronoun(one: _Mention) -> bool:
    return one.pronoun is not None and one.pronoun.gender == "male"


def _is_country(one: _Mention) -> bool:
    """Whether a name is a country's or another large region's, which may be "she"."""
    is_place = one.kind == "name" and one.type == "place" and one.parse.lower[one.head] in one.parse.lexicon.places
    return is_place and one.is_surely_no_person and not one.is_namesake and not _is_impersonal(one)


def _is_said_to_live(one: _Mention) -> bool:
    """Whether a pronoun is the subject of an adjective for living beings: "It was hungry"."""
    parse, head = one.parse, one.head
    is_subject = one.pronoun is not None and parse.deps[head] == "nsubj"
    return is_subject and parse.lower[parse.heads[head]] in parse.lexicon.living_adjectives


def _is_inanimate(one: _Mention) -> bool:
    """Whether it is a noun for a thing, a part of a body, or the name of a settlement."""
    if one.kind == "name":
        return _is_settlement(one)
    if (
        not one.is_noun
        or one.type in ("person", "animal")
        or one.parse.lemmas[one.head] in one.parse.lexicon.also_people
    ):
        return False
    return one.sense in THINGS or (one.sense in _NEVER_PEOPLE and not one.may_be_person) or _is_part_of_body(one)


def _is_part_of_body(one: _Mention) -> bool:
    """Whether a noun is a part of a person's body: "her head", but not "the head", "its head", "her head of staff"."""
    if one.sense != "body":
        return False
    parse, lexicon = one.parse, one.parse.lexicon
    below = parse.children[one.head]
    forms = {lexicon.canonical.get(parse.lower[child]) for child in below if parse.deps[child] == "nmod:poss"}
    is_owned = not forms.isdisjoint(lexicon.gendered_pronouns | lexicon.speaker_and_addressee)
    return is_owned and all(parse.deps[child] != "nmod" for child in below)


def _is_settlement(one: _Mention) -> bool:
    """Whether a name is a town's or a region's, or that of a location: "Los Angeles", "at Austin"."""
    if one.kind != "name" or one.type != "place":
        return False
    parse, lexicon = one.parse, one.parse.lexicon
    name = core_words(parse, one.start, one.end)
    if parse.lower[one.head] in lexicon.towns or name in lexicon.towns:
        return True
    kinds = lexicon.places.get(name, frozenset())
    is_region = " " in name and bool(kinds) and "country" not in kinds
    return is_region or (bool(kinds - {"country"}) and case_of(parse, one.head) in lexicon.locatives)


def _is_agent(one: _Mention) -> bool:
    """Whether a pronoun is "they" who say, think or want something, or the addressee of a verb such as "tell"."""
    parse, lexicon = one.parse, one.parse.lexicon
    verb, dep = parse.heads[one.head], parse.deps[one.head]
    if one.pronoun is None or parse.pos[verb] != "VERB":
        return False
    if one.pronoun.canonical == "they" and dep == "nsubj":
        verbs = lexicon.speech_verbs | lexicon.attitude_verbs | lexicon.intending_verbs
        return parse.lemmas[verb] in verbs or _is_self_benefactive(parse, verb)
    is_addressee = (dep in OBJECTS or dep == "nsubj:pass") and parse.lemmas[verb] in lexicon.telling_verbs
    # "She told them that he had left", not "She told them to him"
    return is_addressee and any(parse.deps[i] in ("ccomp", "xcomp") for i in parse.children[verb] if i > verb)


def _is_self_benefactive(parse: Parse, verb: int) -> bool:
    """Whether a transitive verb has its subject as a beneficiary: "They kept some for themselves".

    Without an object the subject may be a thing: "It pays for itself".
    """
    below = [child for child in parse.children[verb] if child > verb]
    obliques = [child for child in below if parse.deps[child] == "obl" and is_reflexive(parse, child)]
    benefits = any(case_of(parse, child) in parse.lexicon.benefactives for child in obliques)
    return benefits and any(parse.deps[child] in OBJECTS for child in below)


def _is_no_agent(one: _Mention) -> bool:
    """Whether it is inanimate, and not an institution: hotels may say something."""
    lexicon = one.parse.lexicon
    institutions = (lexicon.organization_nouns, lexicon.group_nouns, lexicon.place_nouns)
    is_institution = one.may_be_group or any(one.parse.lemmas[one.head] in nouns for nouns in institutions)
    return _is_inanimate(one) and (not is_institution or _is_part_of_body(one))


def _is_action(one: _Mention) -> bool:
    """Whether it is a verb, or a pronoun that is the object of "do": "He *left*", "Why did he do it?"."""
    parse, lexicon, head = one.parse, one.parse.lexicon, one.head
    if one.pronoun is None:
        return parse.pos[head] == "VERB" and parse.tags[head] != "VB" and one.end - one.start == 1
    is_object = parse.lower[head] in lexicon.action_pronouns and parse.deps[head] == "obj"
    return is_object and parse.lemmas[parse.heads[head]] in lexicon.pro_verbs


def _is_no_action(one: _Mention) -> bool:
    """Whether it is a personal pronoun, a concrete noun, or the name of a person, place or organization."""
    if one.pronoun is not None:
        return one.pronoun.canonical in one.parse.lexicon.speaking | one.parse.lexicon.one_person_pronouns
    return (one.is_noun and one.sense in _NO_ACTIONS) or (one.kind == "name" and one.type in _NO_ACTION_TYPES)


def _is_noun_for_organization(one: _Mention) -> bool:
    is_noun = one.kind == "nominal" and one.type != "place"
    return is_noun and one.parse.lemmas[one.head] in one.parse.lexicon.organization_nouns


def _is_no_organization(one: _Mention) -> bool:
    """Whether it is the name of a settlement, or a noun for a place and for no institution: "the village"."""
    lexicon, lemma = one.parse.lexicon, one.parse.lemmas[one.head]
    is_site = lemma in lexicon.place_nouns and lemma not in lexicon.organization_nouns | lexicon.group_nouns
    return _is_settlement(one) or (one.kind == "nominal" and one.type == "place" and is_site)


_CLASSES = (
    (_is_pronoun_of_one_person, _is_impersonal),
    (_is_male_pronoun, _is_country),
    (_is_said_to_live, _is_inanimate),
    (_is_agent, _is_no_agent),
    (_is_no_action, _is_action),
    (_is_noun_for_organization, _is_no_organization),
)
"""Pairs of classes whose mentions do not corefer; what is of both counts as of the first."""
