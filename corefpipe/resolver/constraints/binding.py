"""Binding: which mentions of one clause can, must or cannot corefer (Chomsky 1981; Reinhart 1983).

`eval/constraints` tells how often each is wrong on gold chains.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.clauses import Argument, case_of
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS, SUBJECTS
from corefpipe.resolver.constraints.agents import of_people_and_things
from corefpipe.resolver.constraints.mentions import clauses, pronouns, rows_by_head
from corefpipe.resolver.constraints.noun_arguments import noun_pairs
from corefpipe.resolver.constraints.possessors import apart_from_possessives
from corefpipe.resolver.constraints.registry import constraint

# Prepositions of co-arguments; more beside some verbs (see `Lexicon.prepositional_verbs`) and adjectives.
_ARGUMENT_CASES = frozenset(
    "to for at of from by about on against upon toward towards into in with than like unlike after".split()
)
_PLACED = frozenset("for from in on about with after".split())
"""Prepositions that may tell of a place, so that the subject may be meant, "He has money on him", but no object: "She
put the ring in it"."""
_WHERE = frozenset({"about"})
"""Those that may do so beside any verb: "He walked about him", not "He waited for him"."""
_WHERE_PUT = frozenset({"about", "in", "after"})
"""Those that may do so beside any verb with an object: "He shut the door after him", not "He stole it from him"."""
_AWAY = frozenset({"from"})
"""Those that do so after an adverb: "He waved the smoke away from him"."""
_COMPANY = frozenset({"with"})
"""Those that tell of arguments of nouns: "dealings with him"."""
_TOPIC = frozenset({"about"})
"""Of what one says or thinks: "He laughed about him"."""
_OF_ADJECTIVES = frozenset("with of to at about for by as on in from after".split())
_OF_NOUNS = frozenset("of for against toward towards in on".split())
_THINGS = frozenset("artifact communication food object plant possession substance".split())
"""WordNet's supersenses of what somebody may have on them."""
_PARTITIVE = frozenset({"PRON", "DET", "NUM"})
_NOUNS = frozenset({"name", "nominal"})
_ARGUMENTS = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl", "obl:agent", "nmod", "nmod:poss", "compound"})
_MANY = 12  # arguments, and conjuncts of each, that are looked at
_OWN, _INHERITED = 15, 12  # tokens between arguments, if the first is an inherited subject
_FAR = 100  # tokens from a pronoun to the nouns that it commands


@constraint
@joinable
def co_arguments(table: MentionTable) -> Constraints | None:
    """A plain pronoun and another argument of its predicate do not corefer: "Mary saw her" (principle B).

    Subjects are inherited through coordination, control and small clauses: "John wants to see him". Two nouns are two.
    Nor is the pronoun a possessive that can only be the subject's: "The guard raised his gun and shot him". Of two
    pronouns after people and things, the subject are the people: "Anna and Ben have two cats. They feed them".
    """
    parse, rows, own, found = table.parse, rows_by_head(table), pronouns(table), []
    of, triples = clauses(table), table.triples()
    said = {triples[row][2] for row, pronoun in enumerate(own) if pronoun is not None}
    for predicate in of.predicates:
        arguments = of.arguments(predicate)
        if len(arguments) < 2:
            continue
        governed = _governed(table, predicate)
        nouns = noun_pairs(table, rows, predicate, arguments, governed)
        found += [(row, later) for row, later in nouns if not _is_named(table, predicate, triples[later][2])]
        if any(not said.isdisjoint(_conjuncts(parse, one.head)) for one in arguments):
            found += _pronoun_pairs(table, rows, predicate, arguments, governed)
    found += apart_from_possessives(table, found)
    found += of_people_and_things(table)
    return Constraints(apart=np.array(found)) if found else None


def _pronoun_pairs(
    table: MentionTable, rows: dict[int, list[int]], predicate: int, arguments: list[Argument], governed: Words
) -> Iterator[tuple[int, int]]:
    """Rows of pronouns and other arguments of one predicate (see `noun_pairs` for the arguments)."""
    parse, own = table.parse, pronouns(table)
    partitive = _is_partitive(table, predicate)
    placed = _placed(table, predicate, any(one.role == "object" for one in arguments)) - governed
    having = parse.lemmas[predicate] in table.lexicon.having_verbs
    for place, one in enumerate(arguments):
        for other in arguments[place + 1 : place + 1 + _MANY]:
            if partitive and other.case == "of":
                continue  # "We are all of us tired."
            predicated = _is_predicated(table, predicate, one, other)
            if one.head == other.head or (_may_overlap(one, other, governed) and not predicated):
                continue
            if _is_far(table, one, other) or _is_named(table, predicate, other.head) or _is_carried(table, other):
                continue
            if parse.lower[other.head] in table.lexicon.reciprocal_heads or _is_each_other(table, other.head):
                continue
            for row, later in _pairs(parse, rows, one.head, other.head):
                if _is_bound(own[row], own[later], one, other, placed, having):
                    yield row, later


@constraint
@joinable
def commanding_pronouns(table: MentionTable) -> Constraints | None:
    """A pronoun does not corefer with a noun phrase that it c-commands: "He said that John was ill" (principle C).

    A subject commands what depends on its predicate and follows, an object what is not in the subject.
    """
    parse, triples, found = table.parse, table.triples(), []
    nouns = sorted((triples[row][2], row) for row, kind in enumerate(table.values("kind")) if kind in _NOUNS)
    for row, pronoun in enumerate(pronouns(table)):
        head = triples[row][2]
        if pronoun is None or pronoun.person != "3" or "personal" not in pronoun.kinds:
            continue
        if parse.deps[head] not in SUBJECTS | OBJECTS:
            continue
        # "He left before Karl came"; "it" before "because the word" may be the word.
        adjuncts = parse.deps[head] in SUBJECTS and pronoun.canonical in ("he", "she", "they")
        for below, other in map(nouns.__getitem__, range(bisect_left(nouns, (head + 1,)), len(nouns))):
            if below > head + _FAR or parse.sentences[below] != parse.sentences[head]:
                break
            predicate = parse.heads[head]
            # "She had, this lady, a perfect taste."
            start = triples[other][0]
            set_off = not table.at_bounds[start] and parse.pos[start - 1] == "PUNCT"
            dislocated = parse.heads[below] == predicate and set_off
            if (
                commands(parse, predicate, below, adjuncts)
                and not dislocated
                and not _is_named(table, predicate, below)
            ):
                found.append((row, other))
    return Constraints(apart=np.array(found)) if found else None


@constraint
@joinable
def reflexives(table: MentionTable) -> Constraints | None:
    """A reflexive corefers with the subject of its clause: "John likes himself", "looks at himself" (principle A).

    So does a reciprocal: "They like each other".
    """
    parse, rows, triples, found = table.parse, rows_by_head(table), table.triples(), []
    own, of, genders, numbers = pronouns(table), clauses(table), table.values("gender"), table.values("number")
    for row, pronoun in enumerate(own):
        start, end, head = triples[row]
        if parse.deps[head] not in OBJECTS | {"obl", "obl:unmarked"}:
            continue
        reciprocal = " ".join(parse.lower[start:end]) in table.lexicon.reciprocals
        if not reciprocal and (pronoun is None or "reflexive" not in pronoun.kinds):
            continue
        subject = of.subject(parse.heads[head])
        several = pronoun is None or pronoun.number == "plural"
        whole = [] if subject is None else _whole(table, rows.get(subject.head, []), several)
        if len(whole) != 1:
            continue
        one = whole[0]
        if numbers[one] == "plural" if pronoun is None else _agree(own[one], genders[one], pronoun):
            found.append((min(row, one), max(row, one)))
    return Constraints(np.array(found)) if found else None


def _governed(table: MentionTable, predicate: int) -> Words:
    """Prepositions of which a predicate is known to have arguments."""
    parse = table.parse
    if parse.pos[predicate] == "NOUN":
        return _OF_NOUNS
    if parse.pos[predicate] == "ADJ":
        return _OF_ADJECTIVES
    lexicon, lemma = table.lexicon, parse.lemmas[predicate]
    of_speech = _TOPIC if lemma in lexicon.speech_verbs or lemma in lexicon.attitude_verbs else frozenset()
    return lexicon.prepositional_verbs.get(lemma, frozenset()) | of_speech


def _placed(table: MentionTable, predicate: int, has_object: bool) -> Words:
    """Prepositions of places and company beside a predicate: "She has a bag with her", not "She shares it with her"."""
    parse = table.parse
    if parse.pos[predicate] == "ADV":  # "She ran away from her", not "She pushed it away from her"
        above = parse.heads[predicate]
        is_full = any(parse.deps[child] in OBJECTS | {"ccomp"} for child in parse.children[above])
        return _PLACED if is_full or predicate < above else _WHERE_PUT
    own = table.lexicon.placing_verbs.get(parse.lemmas[predicate], frozenset())
    if parse.lemmas[predicate] in table.lexicon.having_verbs:
        return _PLACED | own
    if parse.pos[predicate] not in ("VERB", "AUX"):
        return _PLACED if has_object else _PLACED - _COMPANY
    below = parse.children[predicate] if has_object else []
    cases = {parse.left[child] for child in below if parse.deps[child] == "obl"}
    if any(parse.pos[child] == "ADV" and child + 1 in cases and parse.lower[child + 1] in _AWAY for child in below):
        own |= _AWAY  # "She waved the smoke away from her"
    return own | (_WHERE_PUT if has_object else _WHERE)


def _is_far(table: MentionTable, one: Argument, other: Argument) -> bool:
    """Whether two arguments are so far apart that parsers are often wrong about them, or not in one quotation."""
    number = table.quotes.number
    reach = _INHERITED if one.role == "inherited" else _OWN
    return abs(one.head - other.head) > reach or number[one.head] != number[other.head]


def _is_each_other(table: MentionTable, token: int) -> bool:
    """Whether a token is the "each" of "each other"."""
    return not table.at_bounds[token + 1] and table.parse.lower[token + 1] == "other"


def _is_partitive(table: MentionTable, predicate: int) -> bool:
    parse = table.parse
    is_noun = parse.pos[predicate] == "NOUN" and parse.lemmas[predicate] in table.lexicon.partitive_nouns
    return is_noun or parse.pos[predicate] in _PARTITIVE


def _is_carried(table: MentionTable, other: Argument) -> bool:
    """Whether a complement says where a thing is: "She had a map on her", not "She had pity on her"."""
    parse = table.parse
    noun = parse.heads[other.head]
    if (other.role, other.case) != ("complement", "on") or parse.entity_types[noun] == "event":
        return False
    kind = table.wordnet.supersense(table.wordnet.ids([parse.lemmas[noun]]))[0]
    return not parse.entity_types[noun] or kind in _THINGS


def _is_named(table: MentionTable, predicate: int, noun: int) -> bool:
    """Whether a noun is what something is called or becomes: "They call her the boss", "He was elected a Fellow"."""
    parse = table.parse
    if parse.lemmas[predicate] not in table.lexicon.naming_verbs or parse.pos[noun] == "PRON":
        return False
    if parse.deps[noun] not in OBJECTS | {"xcomp"} or parse.heads[noun] != predicate:
        return False
    # "He called Bernd", not "He made captain"
    is_somebody = parse.pos[noun] == "PROPN" or any(parse.deps[child] == "det" for child in parse.children[noun])
    before = [child for child in parse.children[predicate] if child < noun]
    alone = not any(parse.deps[child] in OBJECTS or parse.deps[child] == "nsubj:pass" for child in before)
    takes = parse.lemmas[predicate] not in table.lexicon.linking_verbs
    return not (takes and alone and is_somebody and parse.deps[noun] != "xcomp")


def _may_overlap(one: Argument, other: Argument, governed: Words) -> bool:
    """Whether two arguments may be one person all the same."""
    if "possessor" in (one.role, other.role):
        return other.role != "oblique" and one.role != "oblique"
    return other.role == "oblique" and other.case not in _ARGUMENT_CASES | governed


def _is_predicated(table: MentionTable, predicate: int, one: Argument, other: Argument) -> bool:
    """Whether one is said to be somebody's: "The deal was its largest", not "She was her own boss", "in her teens"."""
    parse = table.parse
    if (one.role, other.role) != ("subject", "possessor") or predicate not in parse.copular:
        return False
    is_own = other.head + 1 < len(parse) and parse.lower[other.head + 1] in table.lexicon.own_modifiers
    return parse.heads[one.head] == predicate and not is_own and not case_of(parse, predicate)


def _is_bound(
    one: Pronoun | None, other: Pronoun | None, first: Argument, later: Argument, placed: Words, having: bool
) -> bool:
    if other is not None and "reflexive" in other.kinds:
        return False
    # "He forced himself to greet him"
    if one is not None and "reflexive" in one.kinds and first.role != "inherited":
        return False
    # "You" may be anybody who is named.
    if None in (one, other) and any(pronoun is not None and pronoun.person == "2" for pronoun in (one, other)):
        return False
    if other is None:
        return one is not None and "personal" in one.kinds
    is_placed = later.role == "oblique" and later.case in placed
    is_placed = is_placed and (having or other.canonical != "it")
    if later.role == "possessor" and first.role == "subject":
        return "possessive" in other.kinds
    return "personal" in other.kinds and not (is_placed and first.role != "object")


def _pairs(parse: Parse, rows: dict[int, list[int]], one: int, other: int) -> Iterator[tuple[int, int]]:
    """Rows of two arguments, or of their conjuncts."""
    for left in _conjuncts(parse, one):
        for right in _conjuncts(parse, other):
            for row in rows.get(left, ()):
                for later in rows.get(right, ()):
                    yield row, later


def _conjuncts(parse: Parse, head: int) -> list[int]:
    return [head, *(child for child in parse.children[head] if parse.deps[child] == "conj")][:_MANY]


def commands(parse: Parse, predicate: int, below: int, adjuncts: bool = False) -> bool:
    """Whether an argument of a predicate commands a noun below that predicate.

    Args:
        parse: the parse.
        predicate: the predicate.
        below: the noun.
        adjuncts: also in adverbial clauses after the predicate.
    """
    # A noun that is itself predicated, "He became a priest", is no argument.
    top = below
    while parse.deps[top] == "conj" and parse.heads[top] != top:
        top = parse.heads[top]
    if parse.deps[top] not in _ARGUMENTS or top in parse.copular:
        return False
    if any(parse.deps[child] == "case" and parse.lower[child] == "as" for child in parse.children[below]):
        return False
    while top != predicate:
        above, dep = parse.heads[top], parse.deps[top]
        if above == top or dep in ("parataxis", "discourse", "vocative", "dislocated"):
            return False
        # A coordinated clause with a subject of its own is not commanded.
        if dep == "conj" and any(parse.deps[child] in SUBJECTS for child in parse.children[top]):
            return False
        if dep == "acl:relcl" and not (adjuncts and _is_restrictive(parse, top)):
            return False
        # "He left before Karl came", "later than Karl came"
        if dep == "advcl" and not (adjuncts and predicate < parse.left[top] and _is_adjunct(parse, predicate, above)):
            return False
        if above == predicate and dep in SUBJECTS | {"nsubj:outer"}:
            return False
        top = above
    return True


def _is_restrictive(parse: Parse, clause: int) -> bool:
    """Whether a relative clause stands without a comma: "the ring that Viola lost"."""
    return parse.pos[parse.left[clause] - 1] != "PUNCT" and parse.pos[parse.left[clause]] != "PUNCT"


def _is_adjunct(parse: Parse, predicate: int, above: int) -> bool:
    """Whether an adverbial clause below `above` is one of the predicate, or a comparison: "later than he had hoped"."""
    return above == predicate or (parse.deps[above] in ("advmod", "xcomp") and parse.heads[above] == predicate)


def _whole(table: MentionTable, rows: list[int], several: bool) -> list[int]:
    """Of the mentions with one head the coordination for a plural pronoun, else the single mention."""
    kinds = table.values("kind")
    plural = [row for row in rows if kinds[row] == "coordination"]
    if plural and several:
        return plural[:1]
    return [row for row in rows if kinds[row] != "coordination"]


def _agree(subject: Pronoun | None, gender: str, pronoun: Pronoun) -> bool:
    """Whether a reflexive may be that of a subject: "His mother told him to give himself up" has another one."""
    if subject is None:
        return {gender, pronoun.gender} != {"male", "female"}
    return subject.canonical == pronoun.canonical or "personal" not in subject.kinds
