"""Classes of pronouns."""

from __future__ import annotations

from corefpipe.constructions.word_patterns import stands_at
from corefpipe.lexicon import Pronoun
from corefpipe.parsing.clauses import conjuncts
from corefpipe.parsing.parse import Parse

_RELATIVE_TAGS = frozenset({"WP", "WDT", "WP$"})


def canonical_pronoun(parse: Parse, head: int) -> str:
    """The canonical form of a pronoun: "pronoun" if it is not in the list; its lemma in a language without a list."""
    canonical = parse.lexicon.canonical
    return canonical.get(parse.lower[head], "pronoun") if canonical else parse.lemmas[head]


def is_bare_pronoun(parse: Parse, token: int) -> bool:
    """Whether a word is a personal or reflexive pronoun, which takes few modifiers: "me", not "one" or "those"."""
    pronoun = parse.pronoun(token)
    return pronoun is not None and not {"personal", "reflexive"}.isdisjoint(pronoun.kinds)


def is_referential(parse: Parse, pronoun: int) -> bool:
    """Whether a pronoun is neither existential, relative nor interrogative."""
    kind = parse.feats[pronoun].get("PronType", "")
    if parse.tags[pronoun] == "EX" or "Rel" in kind or "Int" in kind:
        return False
    return parse.tags[pronoun] not in _RELATIVE_TAGS


def is_reciprocal(parse: Parse, token: int) -> bool:
    """Whether a reciprocal pronoun of two words begins at a token: "each other"."""
    return any(stands_at(parse, token, words) for words in parse.lexicon.reciprocal_patterns)


def is_first_person(pronoun: Pronoun | None, number: str) -> bool:
    """Whether the entry of a word is that of a pronoun of the first person in a number, "singular" or "plural"."""
    return pronoun is not None and (pronoun.person, pronoun.number) == ("1", number)


def is_second_person(parse: Parse, token: int) -> bool:
    """Whether a word is a pronoun of the second person."""
    pronoun = parse.pronoun(token)
    return pronoun is not None and pronoun.person == "2"


def includes_speaker(parse: Parse, head: int) -> bool:
    """Whether a conjunct is a personal pronoun of the first person: "my wife and I"."""
    known = map(parse.pronoun, conjuncts(parse, head))
    return any(one is not None and one.person == "1" and "personal" in one.kinds for one in known)
