"""Arguments of a predicate: the prepositions that mark them, and phrases to which binding does not apply."""

from __future__ import annotations

from collections.abc import Sequence

from corefpipe.constructions.predicatives import is_predicative
from corefpipe.constructions.pronouns import is_reciprocal
from corefpipe.constructions.senses import supersense
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.clauses import Argument, case_of, is_infinitive
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS, SUBJECTS

_PORTABLE = frozenset("artifact communication food object plant possession substance".split())
"""WordNet's supersenses of what people carry on them."""
_PARTITIVE_POS = frozenset({"PRON", "DET", "NUM"})


def clause_subject(
    parse: Parse, predicate: int, own: Sequence[Argument], arguments: Sequence[Argument]
) -> Argument | None:
    """The subject of a verb or adjective, of an infinitive also an inherited one: "Acme wants to buy the firm"."""
    if parse.pos[predicate] not in ("VERB", "ADJ"):
        return None
    subjects = [one for one in own if parse.deps[one.head] in SUBJECTS]
    if not subjects and parse.deps[predicate] == "xcomp" and is_infinitive(parse, predicate):
        subjects = [one for one in arguments if one.role == "inherited"]
    return subjects[0] if subjects else None


def is_complement(parse: Parse, predicate: int, argument: Argument, governed: Words) -> bool:
    """Whether an argument is an object or governed oblique of a verb, or the standard of a comparative."""
    lexicon, dep = parse.lexicon, parse.deps[argument.head]
    if parse.pos[predicate] == "ADJ":
        return argument.case in lexicon.standard_prepositions
    cases = governed | lexicon.agent_prepositions | lexicon.standard_prepositions
    return dep in OBJECTS or (dep.startswith("obl") and argument.case in cases)


def governed_prepositions(parse: Parse, predicate: int) -> Words:
    """The prepositions that mark arguments of a predicate."""
    lexicon, lemma = parse.lexicon, parse.lemmas[predicate]
    if parse.pos[predicate] == "NOUN":
        return lexicon.prepositions_of_nouns
    if parse.pos[predicate] == "ADJ":
        return lexicon.prepositions_of_adjectives
    governed = lexicon.prepositional_verbs.get(lemma, frozenset())
    has_topic = lemma in lexicon.speech_verbs or lemma in lexicon.attitude_verbs
    return governed | lexicon.topic_prepositions if has_topic else governed


def locative_prepositions(parse: Parse, predicate: int, has_object: bool) -> Words:
    """Prepositions that may mark a place: "She has a bag with her", but not "She shares it with her"."""
    lexicon, lemma, pos = parse.lexicon, parse.lemmas[predicate], parse.pos[predicate]
    if pos == "ADV":  # "She ran away from her", not "She pushed it away from her"
        verb = parse.heads[predicate]
        is_transitive = any(parse.deps[child] in OBJECTS | {"ccomp"} for child in parse.children[verb])
        is_any = is_transitive or predicate < verb
        return lexicon.locative_prepositions if is_any else lexicon.locative_beside_objects
    own = lexicon.placing_verbs.get(lemma, frozenset())
    if lemma in lexicon.having_verbs:
        return lexicon.locative_prepositions | own
    if pos not in ("VERB", "AUX"):
        return lexicon.locative_prepositions - (frozenset() if has_object else lexicon.comitative_prepositions)
    if not has_object:
        return lexicon.locative_beside_verbs | own
    return lexicon.locative_beside_objects | own | _after_adverb(parse, predicate)


def _after_adverb(parse: Parse, verb: int) -> Words:
    """Locative prepositions after an adverb beside a verb: "from" in "She waved the smoke away from her"."""
    children = parse.children[verb]
    obliques = {parse.left[child] for child in children if parse.deps[child] == "obl"}
    after = {parse.lower[child + 1] for child in children if parse.pos[child] == "ADV" and child + 1 in obliques}
    return parse.lexicon.locative_beside_adverbs & after


def is_partitive(parse: Parse, predicate: int) -> bool:
    """Whether a predicate is a part or an amount: "half of them"."""
    is_noun = parse.pos[predicate] == "NOUN" and parse.lemmas[predicate] in parse.lexicon.partitive_nouns
    return is_noun or parse.pos[predicate] in _PARTITIVE_POS


def is_in_predicate(parse: Parse, predicate: int, one: Argument, other: Argument) -> bool:
    """Whether a possessor is in a nominal predicate: "The deal was its largest", but not "She was her own boss"."""
    if (one.role, other.role) != ("subject", "possessor") or predicate not in parse.copular:
        return False
    is_own = other.head + 1 < len(parse) and parse.lower[other.head + 1] in parse.lexicon.own_modifiers
    return parse.heads[one.head] == predicate and not is_own and not case_of(parse, predicate)


def may_overlap(one: Argument, other: Argument, cases: Words) -> bool:
    """Whether two arguments may corefer: one is a possessor, or an oblique without one of the prepositions."""
    if "possessor" in (one.role, other.role):
        return "oblique" not in (one.role, other.role)
    return other.role == "oblique" and other.case not in cases


def is_exempt(parse: Parse, predicate: int, other: Argument) -> bool:
    """Whether binding does not apply to an argument: a predicative, a reciprocal, or one that says where a thing is."""
    head = other.head
    # Parsers take "each" for the head of "each other".
    if parse.lower[head] in parse.lexicon.reciprocal_heads or is_reciprocal(parse, head):
        return True
    return is_predicative(parse, predicate, head) or _is_carried(parse, other)


def _is_carried(parse: Parse, other: Argument) -> bool:
    """Whether a complement says where a thing is: "She had a map on her", but not "She had pity on her"."""
    noun = parse.heads[other.head]
    is_on = other.role == "complement" and other.case in parse.lexicon.possession_prepositions
    if not is_on or parse.entity_types[noun] == "event":
        return False
    return not parse.entity_types[noun] or supersense(parse, parse.lemmas[noun]) in _PORTABLE
