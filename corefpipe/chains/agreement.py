"""Whether a name can stand where a mention stands: its verb must fit."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Span, Token

_SUBJECT = ("nsubj", "nsubj:pass", "nsubjpass", "nsubj:outer")
_PREDICATE = ("aux", "aux:pass", "auxpass", "cop")
# Relations in which "me" and "you" can be replaced, besides those of subjects.
_OBJECT = ("obj", "iobj", "obl", "nmod", "dobj", "pobj", "dative", "obl:agent", "obl:unmarked")
APOSTROPHES = ("'", "’")


def fits(mention: Span, name: Span) -> bool:
    """Whether a text remains grammatical when a mention is replaced by a name.

    A pronoun of the first or second person must be a possessive, an object, or the subject of a verb whose form is the
    same with a name: "I came", but not "I am", "you come", "I'm". Other subjects must have the number that the verb
    shows.

    Args:
        mention: what is replaced.
        name: what replaces it.
    """
    root = mention.root
    speaking = len(mention) == 1 and root.pos_ in ("PRON", "DET") and _has(root, "Person", "1", "2")
    if _has(root, "Poss", "Yes") or root.tag_ == "PRP$" or mention[-1].tag_ == "POS":
        return True
    if root.dep_ in _SUBJECT:
        if speaking and mention.end < len(mention.doc) and mention.doc[mention.end].text[:1] in APOSTROPHES:
            return False
        plural = _is_plural(name)
        return all(_allows(verb, plural) for verb in _finite(root))
    return not speaking or root.dep_ in _OBJECT or not root.dep_


def _finite(subject: Token) -> Iterator[Token]:
    """The finite verbs that agree with a subject."""
    verb = subject.head
    for predicate in [verb, *(child for child in verb.children if child.dep_ == "conj")]:
        own = any(child.dep_ in _SUBJECT for child in predicate.children)
        if predicate.i == verb.i or not own:
            yield from (t for t in [predicate, *predicate.children] if t == predicate or t.dep_ in _PREDICATE)


def _allows(verb: Token, plural: bool) -> bool:
    """Whether a verb's form allows a subject of the third person in this number."""
    word = verb.text.lower()
    if verb.tag_ == "VBZ" or word == "was":
        return not plural
    if verb.tag_ == "VBP" or word == "were":
        return plural
    return True


def _is_plural(name: Span) -> bool:
    joined = name.label_ == "coordination" or any(child.dep_ == "conj" for child in name.root.children if child in name)
    return joined or _has(name.root, "Number", "Plur")


def _has(token: Token, feature: str, *values: str) -> bool:
    return any(value in values for value in token.morph.get(feature, []))
