"""Certain clashes of gender, number, person and animacy."""

from __future__ import annotations

from collections.abc import Container, Iterator

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.grammar import described, determiner_class, is_one, name_start
from corefpipe.features.attributes.phrases import core_words, in_organization
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.ages import is_age
from corefpipe.parsing.clauses import case_of
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import document_numbers, pronouns, referring_to_nothing, rows_by_head
from corefpipe.resolver.constraints.names import core_end
from corefpipe.resolver.constraints.registry import constraint

_GENDERS = ("male", "female", "neuter")
_AGES = (frozenset({"boy"}), frozenset({"man", "gentleman", "husband"}))
"""Nouns of which no two are one person; a girl may be a woman, and a boy "the young man"."""
_SINGULAR = frozenset({"i", "he", "she"})
_PLURAL = frozenset({"we", "they", "these", "those"})
_PLURAL_TAGS = frozenset({"NNS", "NNPS"})
_PLURAL_OBJECTS = frozenset({"them", "us", "these", "those"})
_SPEAKING = frozenset({"i", "you", "we"})
_THINGS = frozenset("artifact event food plant time substance act phenomenon process".split())
"""Supersenses of WordNet of what is nobody. Bodies, ideas and words may stand for somebody: "his heart", "a star"."""
_THING_TYPES = frozenset("abstract event object plant substance time".split())
_HARDLY = frozenset("communication feeling location motive possession relation shape".split())
"""More of them, for nouns of which no sense is a person: "the story", not "the figure" or "the star"."""
_NATURAL = _HARDLY | {"body", "object", "state"}
_OR_PEOPLE = frozenset({"being", "body", "corpse", "remains", "thing", "vessel"})
"""Words for bodies and states that are he or she, too: "the poor thing"."""
_OR_THINGS = frozenset(
    "baby candidate child companion friend god infant leader member mother neighbor neighbour winner".split()
)
"""Nouns for people that are said of animals and things, too: "the next candidate", "our feathered friend"."""
_SOMEWHERE = frozenset({"person", "organization", "place"})
_AT = frozenset({"at", "in"})
"""Prepositions before places."""
_AS = frozenset({"as", "for", "of"})
"""Prepositions before roles: "as president", "a candidate for mayor", "the title of king"."""
_MONEY = frozenset("cent dollar euro franc pence peso pound ruble rouble rupee yen yuan".split())
_DEICTIC = frozenset({"today", "tomorrow", "yesterday", "tonight"})
_NOW = frozenset({"this", "current"})
_RELATIVE = (_NOW, frozenset("last ago before earlier previous past".split()), frozenset("next after later".split()))
"""Words by which a day or a year is this one, one before, or one to come."""


@constraint
@joinable
def genders(table: MentionTable) -> Constraints | None:
    """He, she and it are three: by pronoun, noun ("my brother"), title ("Mrs. Bell") and first name ("Olga").

    A noun said of "my sister" is no "he": "My sister is a painter". Nor is a boy a man. A cow may be "it" or "she".
    """
    lexicon, parse = table.lexicon, table.parse
    found = np.full((len(table), 3), -1)  # gender; age; sex
    kinds, triples = table.values("kind"), table.triples()
    documents = document_numbers(table)
    last: dict[int, set[str]] = {}  # document -> last words of its full names
    for document, (start, end, head), kind in zip(documents, triples, kinds, strict=True):
        if kind == "name" and end - name_start(parse, start, head) > 1:
            last.setdefault(document, set()).add(parse.lower[end - 1])
    for row, (pronoun, kind, (start, end, head)) in enumerate(zip(pronouns(table), kinds, triples, strict=True)):
        gender = ""
        if pronoun is not None:
            gender = pronoun.gender if pronoun.person == "3" and pronoun.gender in _GENDERS else ""
        elif kind == "nominal":
            gender = lexicon.gender_of_noun(parse.lower[head])
            animals = (lexicon.male_animals, lexicon.female_animals)
            found[row, 2] = next((sex for sex, nouns in enumerate(animals) if parse.lower[head] in nouns), -1)
        elif kind == "name":
            noun = described(parse, start, head)
            gender = lexicon.gender_of_noun(parse.lower[noun]) if noun >= 0 else ""
            gender = gender or _gender_of_name(table, start, end, head, last.get(documents[row], ()))
        if gender:
            found[row, 0] = _GENDERS.index(gender)
        if gender in _GENDERS[:2]:
            found[row, 2] = _GENDERS.index(gender)
        if kind == "nominal" and "young" not in parse.lower[start:head]:
            found[row, 1] = next((age for age, nouns in enumerate(_AGES) if parse.lower[head] in nouns), -1)
    for row, subject in _predicates(table):
        if found[row, 0] < 0 <= found[subject, 0] < _GENDERS.index("neuter"):
            found[row, 0] = found[subject, 0]
    return _columns(found)


def _predicates(table: MentionTable) -> Iterator[tuple[int, int]]:
    """(row of a noun, row of the subject that it is said of): "my sister" of "My sister is a painter"."""
    parse, rows = table.parse, rows_by_head(table)
    for row, (kind, (_, _, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind != "nominal" or head not in parse.copular:
            continue
        subjects = [child for child in parse.children[head] if parse.deps[child] == "nsubj"]
        if len(subjects) == 1 and not any(parse.deps[child] == "conj" for child in parse.children[subjects[0]]):
            yield from ((row, subject) for subject in rows.get(subjects[0], []))


def _gender_of_name(table: MentionTable, start: int, end: int, head: int, surnames: Container[str]) -> str:
    """The gender that the title or the first name tells, "" if none.

    Args:
        table: the mentions.
        start, end, head: the name.
        surnames: last words of the full names in the text.
    """
    parse, lexicon = table.parse, table.lexicon
    begin, end = name_start(parse, start, head), core_end(table, head, end)
    end -= end - begin > 1 and parse.lower[end - 1] in lexicon.possessive_marks
    titles = 0
    while begin + titles < end - 1 and parse.lower[begin + titles] in lexicon.titles:
        titles += 1
    for title in parse.lower[begin : begin + titles + 1]:
        if title in lexicon.male_titles or title in lexicon.female_titles:
            return "male" if title in lexicon.male_titles else "female"
    first, words = parse.lower[begin + titles], parse.words[begin + titles : end]
    if len(words) == 1:
        # "Nida" is no first name beside "Eugene Nida", nor is "Bell" of "Dr. Bell".
        ordinary = first in lexicon.surnames and first not in lexicon.given_names
        if titles or first in surnames or ordinary:
            return ""
    hyphened = first in lexicon.name_particles and words[1:2] == ["-"]  # "Al-Zahrani"
    # The list knows how people of the US are called: "Lula da Silva", "Andrea del Sarto" are men.
    foreign = any(word.islower() for word in words)
    is_person = parse.entity_types[head] == "person" and not hyphened and not foreign
    return lexicon.sure_gender(first) if is_person else ""


@constraint
@joinable
def numbers(table: MentionTable) -> Constraints | None:
    """One (I, he, she, a name, a thing) and several (we, plural nouns, police) are not the same.

    It is not several; a brother is no couple, but may be "they"; an idea is not "they", but corpora join "the gain" and
    "these gains".
    """
    parse, lexicon, senses = table.parse, table.lexicon, table.values("supersense")
    found = np.full((len(table), 4), -1)  # one, it, somebody, something: 0; several: 1
    for row, (pronoun, kind, (start, end, head)) in enumerate(
        zip(pronouns(table), table.values("kind"), table.triples(), strict=True)
    ):
        canonical = "" if pronoun is None else pronoun.canonical
        tag, word = parse.tags[head], parse.words[head]
        is_group = kind in ("nominal", "name") and word.lower() in lexicon.group_nouns
        if canonical in _SINGULAR:
            found[row, 0] = 0
        elif canonical in _PLURAL:
            found[row, [0, 1, 3]] = 1
        elif canonical == "it":
            found[row, 1] = 0
        elif word.lower() in lexicon.plural_quantifiers and _counts_several(parse, head):
            found[row, :3] = 1
        elif is_group:
            # It may be "it" or "they".
            found[row, 2] = 1
            found[row, 0] = 1
        elif kind == "nominal" and tag == "NNS" and not is_one(parse, start, head):
            # Taggers call some names plural nouns.
            begins = head == 0 or parse.sentences[head] != parse.sentences[head - 1]
            if word.islower() or (begins and word.istitle()):
                found[row, :3] = 1
        elif kind == "nominal" and tag == "NN":
            is_thing = parse.entity_types[head] in _THING_TYPES and word.lower() not in lexicon.partitive_nouns
            is_thing = is_thing and not _takes_plural(parse, head)
            found[row, 0] = 0 if senses[row] in _THINGS else -1
            # Somebody whose gender is known is not "they".
            found[row, 3] = 0 if is_thing or lexicon.gender_of_noun(word.lower()) else -1
            found[row, 2] = 0 if word.lower() in lexicon.person_nouns else -1
        elif kind == "name" and _are_people(table, start, end, head):
            found[row, :3] = 1
        elif kind == "name" and tag == "NNPS" and parse.entity_types[head] == "person":
            # "the Clintons"
            found[row, :3] = 1 if parse.lower[start] in lexicon.definite_articles else -1
        elif kind == "name" and tag == "NNP" and parse.entity_types[head] == "person":
            first = parse.lower[name_start(parse, start, head)]
            if first in lexicon.first_names or first in lexicon.titles:
                found[row, 0] = found[row, 2] = 0
    return _columns(found)


def _takes_plural(parse: Parse, subject: int) -> bool:
    """Whether the verb of a singular noun is plural: "Data are cheap"."""
    verb = parse.heads[subject]
    verbs = [verb, *(child for child in parse.children[verb] if parse.deps[child].startswith(("aux", "cop")))]
    return parse.deps[subject].startswith("nsubj") and any(parse.tags[word] == "VBP" for word in verbs)


def _are_people(table: MentionTable, start: int, end: int, head: int) -> bool:
    """Whether a plural name is that of people: "Democrats said so". A surname is somebody's: "Masters said so"."""
    parse, lexicon = table.parse, table.lexicon
    word = core_words(parse, start, end)
    if parse.tags[head] not in _PLURAL_TAGS or parse.entity_types[head] in ("organization", "place"):
        return False
    is_somebody = word in lexicon.surnames or word in lexicon.first_names
    return (
        word == parse.lower[head]
        and not is_somebody
        and bool(table.wordnet.may_be(table.wordnet.ids([word]), "person")[0])
    )


def _counts_several(parse: Parse, quantifier: int) -> bool:
    """Whether a quantifier is the head of "most of them" or "many of the boys", and not of "most of it"."""
    below = [child for child in parse.children[quantifier] if parse.deps[child] == "nmod"]
    return any(parse.tags[child] in _PLURAL_TAGS or parse.lower[child] in _PLURAL_OBJECTS for child in below)


@constraint
@joinable
def persons(table: MentionTable) -> Constraints | None:
    """It is nobody who speaks or is spoken to, no president, and nobody with a first name, who is no company either."""
    parse, lexicon = table.parse, table.lexicon
    organizations = lexicon.organization_nouns & lexicon.group_nouns
    roles = lexicon.person_nouns - lexicon.group_nouns - _OR_THINGS
    found = np.full((len(table), 2), -1)
    for row, (pronoun, kind, (start, end, head)) in enumerate(
        zip(pronouns(table), table.values("kind"), table.triples(), strict=True)
    ):
        if pronoun is not None and pronoun.canonical in _SPEAKING:
            found[row, 0] = 0
        elif pronoun is not None and pronoun.canonical == "it":
            found[row] = 1
        elif kind == "nominal" and parse.tags[head] == "NN" and parse.lower[head] in organizations:
            found[row, 1] = 1
        elif kind == "nominal" and parse.tags[head] == "NN" and parse.lower[head] in roles:
            found[row, 1] = 0 if parse.entity_types[head] == "person" else -1
        elif kind == "nominal" and is_age(parse.lower, head):
            found[row, 1] = 0
        elif kind == "name" and parse.entity_types[head] == "person":
            noun = described(parse, start, head)
            is_person = noun >= 0 and parse.lower[noun] in lexicon.person_nouns
            first = parse.lower[name_start(parse, start, head)]
            is_person = is_person or first in lexicon.first_names or (first in lexicon.titles and end - start > 1)
            found[row, 1] = 0 if is_person else -1
    return _columns(found)


@constraint
@joinable
def things(table: MentionTable) -> Constraints | None:
    """He and she are no things, no towns and no firms, and he is no country: "My niece broke the vase. He …".

    Things do not say or think either, nor are they hungry: "The bottles broke. They said so". Hotels may say something.
    """
    parse, lexicon, senses = table.parse, table.lexicon, table.values("supersense")
    heads = table.spans.head.tolist()
    nouns = table.wordnet.ids([parse.lemmas[head] for head in heads])
    human = table.wordnet.may_be(nouns, "person").tolist()
    several = table.wordnet.may_be(nouns, "group").tolist()
    institutions = lexicon.organization_nouns | lexicon.group_nouns | lexicon.place_nouns
    documents = document_numbers(table)
    # Turkey may be a scrivener.
    people = {
        (documents[row], parse.lower[head]) for row, head in enumerate(heads) if parse.entity_types[head] == "person"
    }
    found = np.full((len(table), 4), -1)  # he, she; he; who is hungry; who thinks
    for row, (pronoun, kind, (start, end, head)) in enumerate(
        zip(pronouns(table), table.values("kind"), table.triples(), strict=True)
    ):
        if pronoun is not None:
            found[row, 0] = 1 if pronoun.canonical in ("he", "she") else -1
            found[row, 1] = 1 if pronoun.canonical == "he" else -1
            found[row, 2] = 1 if _lives(parse, head) else -1
            found[row, 3] = 1 if _thinks(table, pronoun, head) else -1
        elif (
            kind == "nominal"
            and (
                senses[row] in _THINGS
                or (senses[row] in _NATURAL and not human[row])
                or (senses[row] == "body" and _is_of_somebody(parse, head))
            )
            and parse.tags[head] in ("NN", "NNS")
            and parse.entity_types[head] not in ("person", "animal")
            and parse.lemmas[head] not in _OR_PEOPLE
        ) or (kind == "name" and parse.entity_types[head] == "place" and _is_place(table, start, end, head)):
            found[row, [0, 2]] = 0
            is_arm = senses[row] == "body" and _is_of_somebody(parse, head)
            is_institution = several[row] or parse.lemmas[head] in institutions
            found[row, 3] = -1 if is_institution and not is_arm else 0
        elif kind == "name" and parse.entity_types[head] == "organization":
            found[row, 0] = -1 if parse.lower[head] in lexicon.first_names else 0
        elif kind == "name" and (documents[row], parse.lower[head]) not in people:
            is_called, type = parse.lower[head] in lexicon.first_names, parse.entity_types[head]
            if in_organization(parse, head) and type != "person" and not is_called:
                found[row, 0] = 0  # "Time magazine", "The New York Times"
            elif type == "place" and parse.lower[head] in lexicon.places and not is_called:
                found[row, 1] = 0
            elif type in _THING_TYPES and nouns[row] >= 0 and not human[row] and not is_called:
                found[row, 0] = 0  # "the Nobel Prize"
    return _columns(found)


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
    owned = any(dep == "nmod:poss" and who and who.canonical in _SINGULAR | {"you"} for dep, who in below)
    return owned and all(dep != "nmod" for dep, _ in below)


def _thinks(table: MentionTable, pronoun: Pronoun, token: int) -> bool:
    """Whether it is "they" who say or think something."""
    parse, lexicon = table.parse, table.lexicon
    verb = parse.lemmas[parse.heads[token]]
    is_subject = pronoun.canonical == "they" and parse.deps[token] == "nsubj"
    return is_subject and (verb in lexicon.speech_verbs or verb in lexicon.attitude_verbs)


def _lives(parse: Parse, token: int) -> bool:
    """Whether a pronoun is the subject of what is said of beings only: "It was hungry"."""
    return parse.deps[token] == "nsubj" and parse.lower[parse.heads[token]] in parse.lexicon.living_adjectives


@constraint
@joinable
def times(table: MentionTable) -> Constraints | None:
    """A day or a year is nobody, no place, and nothing that has something: "On Monday its boss …".

    Neither tomorrow nor a duration is "it": "The battery lasts a day. We tested it". Amounts of money are no "they".
    This year is neither the last nor the next, nor one before.
    """
    parse, lexicon, senses = table.parse, table.lexicon, table.values("supersense")
    dates = lexicon.months.keys() | lexicon.weekdays.keys()
    documents = document_numbers(table)
    spoken = [token for token, label in enumerate(parse.speakers) if label]
    in_documents = parse.documents_of(np.array(spoken, dtype=np.int64)).tolist() if spoken else []
    speakers = {(at, parse.speakers[token].lower()) for at, token in zip(in_documents, spoken, strict=True)}
    found = np.full((len(table), 4), -1)
    for row, (pronoun, kind, (start, end, head)) in enumerate(
        zip(pronouns(table), table.values("kind"), table.triples(), strict=True)
    ):
        if kind == "nominal" and senses[row] == "time":
            beside = frozenset(parse.lower[start : end + (not table.at_bounds[end])])  # "a year | before"
            found[row, 3] = next((when for when, words in enumerate(_RELATIVE) if words & beside), -1)
        word, type = parse.lower[head], parse.entity_types[head]
        if end - start == 1 and word in lexicon.place_adverbs:
            found[row, 0] = 1
        elif pronoun is not None:
            is_it = pronoun.canonical == "it"
            owns = is_it and "possessive" in pronoun.kinds
            found[row, 0] = 1 if owns or pronoun.canonical in _SPEAKING | _SINGULAR else -1
            found[row, 1] = 1 if is_it else -1
            found[row, 2] = 1 if pronoun.canonical == "they" else -1
        elif _is_amount(parse, head):
            found[row, 2] = 0
        elif (documents[row], word) in speakers:
            continue  # "Jan", "May"
        elif word in _DEICTIC or (kind == "nominal" and _is_duration(table, start, end, head)):
            found[row, :3] = 0  # "a day", "Years later"
        elif senses[row] == "time" and start == head == end - 1 and parse.tags[head] == "NN" and case_of(parse, head):
            found[row, :3] = 0  # "at night"
        elif type == "time" and (senses[row] == "time" or word in dates or word.isdecimal()):
            found[row, 0] = 0
        elif kind == "name" and type in _SOMEWHERE and word not in dates:
            found[row, 0] = 1
    return _columns(found)


def _is_amount(parse: Parse, head: int) -> bool:
    """Whether a noun phrase is an amount of money: "20,000 euros", "$ 5"."""
    if parse.tags[head] == "$":
        return True
    return parse.lemmas[head] in _MONEY and any(parse.pos[child] == "NUM" for child in parse.children[head])


def _is_duration(table: MentionTable, start: int, end: int, head: int) -> bool:
    """Whether a noun phrase says no more than how long: "a day", "two weeks", "years later"."""
    parse, lexicon = table.parse, table.lexicon
    if head != end - 1 or parse.lemmas[head] not in lexicon.measure_nouns:
        return False
    if head == start:
        return parse.tags[head] == "NNS" and parse.deps[head].startswith("obl") and not case_of(parse, head)
    return all(
        parse.pos[i] == "NUM" or (i == start and determiner_class(parse, i) == "indefinite") for i in range(start, head)
    )


@constraint
@joinable
def whereabouts(table: MentionTable) -> Constraints | None:
    """Here and there are nobody: "The cat climbed a tree. It stayed there"."""
    parse, lexicon = table.parse, table.lexicon
    columns = pronouns(table), table.values("kind"), table.values("animacy"), table.triples()
    found = np.full((len(table), 1), -1)
    for row, (pronoun, kind, animacy, (start, end, head)) in enumerate(zip(*columns, strict=True)):
        if end - start == 1 and parse.lower[head] in lexicon.place_adverbs:
            found[row] = 0
        elif pronoun is not None:
            found[row] = 1 if pronoun.canonical in _SPEAKING | {"he", "she"} else -1
        elif (kind == "nominal" and animacy == "animate" and parse.tags[head] in ("NN", "NNS")) or (
            kind == "name" and parse.entity_types[head] == "person"
        ):
            found[row] = 1
    return _columns(found) if (found == 0).any() else None


@constraint
@joinable
def offices(table: MentionTable) -> Constraints | None:
    """What has a chairman, a spokesman or a brother is no thing: "The firm showed its phone. Its chairman said …"."""
    parse, senses = table.parse, table.values("supersense")
    owned = table.lexicon.office_nouns | table.lexicon.kinship_nouns
    found = np.full((len(table), 1), -1)
    for row, (pronoun, kind, (_, _, head)) in enumerate(
        zip(pronouns(table), table.values("kind"), table.triples(), strict=True)
    ):
        if pronoun is not None and pronoun.canonical in ("it", "they") and "possessive" in pronoun.kinds:
            found[row] = 1 if parse.lower[parse.heads[head]] in owned else -1
        elif kind == "nominal" and senses[row] in _THINGS | _HARDLY and parse.tags[head] in ("NN", "NNS"):
            is_firm = parse.lower[head] in table.lexicon.organization_nouns
            found[row] = -1 if is_firm or parse.entity_types[head] in _SOMEWHERE else 0
    return _columns(found) if (found == 1).any() else None


@constraint
@joinable
def roles(table: MentionTable) -> Constraints | None:
    """A role without an article is nobody: "She ran for president. He lost"."""
    parse, people = table.parse, table.lexicon.titles - table.lexicon.kinship_nouns
    found = []
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        is_bare = kind == "nominal" and start == head == end - 1 and parse.tags[head] == "NN"
        if is_bare and parse.lower[head] in people and case_of(parse, head) in _AS:
            found.append(row)
    return referring_to_nothing(table, found)


def _columns(values: np.ndarray) -> Constraints | None:
    return Constraints(values=values) if (values >= 0).any() else None
