"""Constructions in which a third-person pronoun is likely to refer to a preceding noun or name.

Each pairs a pronoun with a noun:

- `reflexive`: the subject of its clause. "Ann hurt *herself*."
- `possessive`: the subject of the clause in whose object or oblique the pronoun is the possessor. "Ann lost
  *her* keys."
- `clause`: the subject of the clause that the pronoun's clause depends on or is coordinated with, or of a fronted
  clause. "Ann said that *she* …", "The ship struck and *it* sank", "When Ann came, *she* …"
- `next`: the subject of the previous sentence, for a pronoun that is the subject and begins its sentence. "Ann
  slept. *She* …"
- `subject`, `subject-next`: a subject and the next pronoun after it, in the same or the next sentence, if the two are
  not paired above.
- `other`, `other-next`: the same for any other noun.

Left out: coordinated nouns, nouns possessed by another noun ("Ann's keys"), vocatives, pairs with a quotation mark
between them, and pairs where the same pronoun also occurs before the noun, in its sentence or (common nouns) the
previous one: it is likely to refer to something earlier.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from corefpipe.lexicon.counts import PRONOUNS
from corefpipe.parsing.parse import Parse

CONSTRUCTIONS = ("reflexive", "possessive", "clause", "next", "subject", "subject-next", "other", "other-next")

_FORMS = {
    "he": "he him his himself",
    "she": "she her hers herself",
    "it": "it its itself",
    "they": "they them their theirs themselves themself 'em",
}
FORMS = {form: PRONOUNS.index(name) for name, forms in _FORMS.items() for form in forms.split()}
_QUOTES = frozenset("\" “ ” ‘ ’ ' `` ''".split())
_RELATIVE = frozenset("who whom which that".split())
_NAME_PARTS = ("flat", "compound", "nmod:desc")
_NOMINAL = ("NOUN", "PROPN")
_CLAUSES = ("ccomp", "advcl", "conj", "parataxis")
_SHARED = ("conj", "xcomp", "advcl")  # clauses that may share the subject of their governor


class Pair(NamedTuple):
    """Indices of a noun and of a pronoun that may refer to it, and their construction."""

    noun: int
    pronoun: int
    construction: str


def pairs(parse: Parse) -> Iterator[Pair]:
    """Yield the pairs of one document."""
    pronouns = [i for i, word in enumerate(parse.lower) if word in FORMS and parse.deps[i] != "expl"]
    seen: list[list[int]] = [[] for _ in PRONOUNS]
    for i in pronouns:
        seen[FORMS[parse.lower[i]]].append(i)
    starts = _sentence_starts(parse)
    close = {pair[:2]: pair for pair in _close(parse, pronouns, starts)}
    following = (pair for pair in _following(parse, pronouns) if pair[:2] not in close)
    for pair in chain(close.values(), following):
        noun, pronoun, _ = pair
        before = seen[FORMS[parse.lower[pronoun]]]
        sentence = parse.sentences[noun]
        since = starts[sentence if parse.pos[noun] == "PROPN" else max(sentence - 1, 0)]
        if bisect_left(before, since) == bisect_left(before, noun) and _QUOTES.isdisjoint(
            parse.lower[noun + 1 : pronoun]
        ):
            yield pair


def phrase(parse: Parse, noun: int) -> tuple[bool, str]:
    """Whether a noun is a name, and the string that is counted: its form, or the words of the name."""
    if parse.pos[noun] != "PROPN":
        return False, parse.lower[noun]
    first = last = noun
    while first > 0 and _names_with(parse, first - 1, noun):
        first -= 1
    while last + 1 < len(parse) and _names_with(parse, last + 1, noun):
        last += 1
    return True, " ".join(parse.lower[first : last + 1])


def _names_with(parse: Parse, token: int, noun: int) -> bool:
    return (
        parse.pos[token] in _NOMINAL
        and parse.words[token][0].isupper()
        and parse.deps[token] in (*_NAME_PARTS, "appos")
        and (parse.heads[token] == noun or parse.heads[parse.heads[token]] == noun)
    )


def _sentence_starts(parse: Parse) -> list[int]:
    return [i for i, number in enumerate(parse.sentences) if not i or number != parse.sentences[i - 1]]


def _countable(parse: Parse, token: int) -> bool:
    """Whether a word is a noun that is not coordinated, not possessed by a noun, and not a vocative."""
    return (
        parse.pos[token] in _NOMINAL
        and parse.deps[token] != "vocative"
        and not any(
            parse.deps[c] == "conj" or (parse.deps[c] == "nmod:poss" and parse.pos[c] in _NOMINAL)
            for c in parse.children[token]
        )
    )


def _close(parse: Parse, pronouns: list[int], starts: list[int]) -> Iterator[Pair]:
    """Yield the pairs in grammatical constructions."""
    for pronoun in pronouns:
        for noun, construction in _antecedents(parse, pronoun, starts):
            if 0 <= noun < pronoun and _countable(parse, noun):
                yield Pair(noun, pronoun, construction)


def _antecedents(parse: Parse, pronoun: int, starts: list[int]) -> Iterator[tuple[int, str]]:
    """Yield the index of the possible antecedent (-1: none) and the construction."""
    dep, head = parse.deps[pronoun], parse.heads[pronoun]
    if parse.lower[pronoun].endswith(("self", "selves")):
        yield _subject_over(parse, _climb(parse, head, ("obj", "obl", "nmod"), 3)), "reflexive"
    elif dep == "nmod:poss":
        verb = _climb(parse, head, ("obj", "iobj", "obl", "nmod"), 4)
        if verb != head:
            yield _subject_over(parse, verb), "possessive"
    elif dep.startswith("nsubj"):
        above = parse.heads[head]
        if _base(parse, head) in _CLAUSES and above < head:
            yield _subject_over(parse, above), "clause"
        for child in parse.children[head]:
            if child < pronoun and _base(parse, child) == "advcl":
                yield _subject(parse, child), "clause"
        if head == above:
            yield _subject_before(parse, pronoun, starts), "next"


def _base(parse: Parse, token: int) -> str:
    return parse.deps[token].split(":")[0]


def _climb(parse: Parse, token: int, deps: tuple[str, ...], most: int) -> int:
    """Climb from a noun to the word that it is an argument of, at most `most` steps."""
    for _ in range(most):
        if parse.pos[token] not in ("NOUN", "PROPN") or _base(parse, token) not in deps:
            break
        token = parse.heads[token]
    return token


def _subject(parse: Parse, verb: int) -> int:
    return next((c for c in parse.children[verb] if parse.deps[c].startswith("nsubj")), -1)


def _subject_over(parse: Parse, verb: int) -> int:
    """The subject of a verb, or one shared with a governing verb; -1 if there is none or it is a relative pronoun."""
    for _ in range(4):
        subject = _subject(parse, verb)
        if subject >= 0:
            return -1 if parse.lower[subject] in _RELATIVE else subject
        if _base(parse, verb) not in _SHARED:
            break
        verb = parse.heads[verb]
    return -1


def _subject_before(parse: Parse, pronoun: int, starts: list[int]) -> int:
    """The main subject of the previous sentence, if at most adverbs and conjunctions precede the pronoun, else -1."""
    sentence = parse.sentences[pronoun]
    start = starts[sentence]
    lead = parse.pos[start:pronoun]
    if not sentence or any(pos not in ("ADV", "CCONJ", "SCONJ", "PUNCT", "SPACE") for pos in lead):
        return -1
    before = range(starts[sentence - 1], start)
    if any(parse.words[i].count("\n") > 1 for i in range(before.start, pronoun)):
        return -1  # different paragraph
    root = next((i for i in before if parse.heads[i] == i and parse.pos[i] != "SPACE"), -1)
    return -1 if root < 0 else _subject(parse, root)


def _following(parse: Parse, pronouns: list[int]) -> Iterator[Pair]:
    """Yield each noun with the next pronoun after it, in the same or the next sentence."""
    at = 0
    for noun in range(len(parse)):
        if parse.pos[noun] not in _NOMINAL or parse.deps[noun] in _NAME_PARTS or not _countable(parse, noun):
            continue
        at = bisect_left(pronouns, noun, lo=at)
        if at == len(pronouns):
            return
        distance = parse.sentences[pronouns[at]] - parse.sentences[noun]
        if distance <= 1:
            role = "subject" if parse.deps[noun].startswith("nsubj") else "other"
            yield Pair(noun, pronouns[at], role if distance == 0 else f"{role}-next")
