"""Mention detection by rules: the noun phrases of a dependency parse (Universal Dependencies or ClearNLP).

Rules, in the order of the code:

1. A head is a noun, a proper noun, a pronoun, a possessive determiner, a determiner or numeral without a noun, an
   adverb such as `here`, or a word other than a verb with an entity type. Relative, existential and interrogative
   pronouns are not heads, nor are nouns with an interrogative determiner ("what *time*"), titles before a name, nouns
   after a partitive quantifier ("hundreds of *farmers*") and nominal appositions between commas.
2. Its phrase spans the subtrees of the children that belong to a noun phrase: determiners, modifiers, possessors,
   prepositional phrases, relative clauses, appositions; not a copula and its subject, a preposition before it, clausal
   or discourse material, conjuncts. Punctuation at the edges is removed.
3. A head with conjuncts also yields the coordination.
4. A name as a modifier (`the *Boston* office`) is a candidate; other compound modifiers are not, nor are words that
   are only a part of a name (`inner_names`).
5. A phrase with dependents to the right of its head is also a candidate up to each of them, because most parser errors
   are in the attachment of prepositional phrases and clauses. "Each other" has no modifiers.
6. A run of proper nouns, with the hyphens and quotation marks of 'Rolls-Royce' and 'Robert "Bob" Ellis', is a
   candidate regardless of its parse, and so is a phrase other than a pronoun with the `of` after it. The name of a
   company ends after its legal form ("Zenith Ltd."), and a run ends with its sentence.
7. A main verb is a candidate, as an event, if an independent `this` or `that` follows in the sentence or the next one.
8. A year in digits is a candidate if "that year" follows in its sentence or the next one.
9. A bracket or quotation mark that is opened in a candidate is closed in it: "World Health Organization (WHO)".
10. A candidate is cut at the borders of the table cell of its head.
11. No candidate begins or ends within a person's name: not "John Stanley" of "John Stanley Harper (1931-2020)".
12. No candidate crosses a sentence boundary, as non-projective trees may suggest.
13. Spans of more than `LONGEST_MENTION` tokens are dropped, and rule 5 stops after `_MOST_ENDS` dependents: text other
   than natural language may have thousands of spans of thousands of tokens.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator
from itertools import groupby, pairwise

import numpy as np

from corefpipe.mentions.inner_names import inner_names
from corefpipe.mentions.marks import openings
from corefpipe.mentions.spans import Spans
from corefpipe.parsing.namings import namings
from corefpipe.parsing.nicknames import nicknames
from corefpipe.parsing.of_phrases import is_bare_pronoun, may_have_of
from corefpipe.parsing.parse import LONGEST_MENTION, Parse
from corefpipe.parsing.years import years_named
from corefpipe.utils.values import each

# Relations, without subtypes, of children that do not belong in the noun phrase of their head.
_OUTSIDE = frozenset(
    "cc mark cop aux nsubj csubj expl parataxis discourse vocative dislocated list orphan reparandum ccomp "
    "advcl punct dep conj attr".split()
)
_AFTER_PRONOUNS = frozenset({"acl:relcl", "amod", "appos", "case", "det", "flat", "nummod", "relcl"})
_NOT_HEADS = frozenset("discourse expl reparandum fixed flat goeswith punct cc mark case aux cop".split())

_MOST_ENDS = 20  # shorter ends per phrase; phrases of OntoGUM and LitBank have at most six

_DETERMINERS = frozenset({"det", "nmod:poss", "det:poss", "poss"})
_ARGUMENTS = frozenset("nsubj obj obl nmod root conj ROOT".split())
_MAIN = frozenset("root ROOT conj ccomp parataxis advcl xcomp".split())


def detect(parse: Parse) -> Spans:
    """The mention candidates of a document, or of several in one parse."""
    found = Spans.of(_in_cells(parse, _closed(parse, _candidates(_Tokens(parse)))))
    worded = np.cumsum([0, *each(lambda word: any(map(str.isalnum, word)), parse.words)])
    kept = (worded[found.end] > worded[found.start]) & (found.end - found.start <= LONGEST_MENTION)
    sentences = np.array(parse.sentences)
    kept &= sentences[found.start] == sentences[found.end - 1]
    within = _within_names(parse)
    kept &= ~(within[found.start] | within[found.end])
    return Spans(found.start[kept], found.end[kept], found.head[kept])


def _within_names(parse: Parse) -> np.ndarray:
    """Whether the boundary before each token, or at the end, lies within a person's name (rule 11).

    In OntoGUM and LitBank train 2 % of the candidates with such a boundary are gold mentions, and none of those with
    one between a title and a name, which the entity typer may take for two people.
    """
    entities, pos, types, sentences = parse.entities, parse.pos, parse.entity_types, parse.sentences
    titles = parse.lexicon.titles - parse.lexicon.kinship_nouns
    after_title = {
        i + 1
        for i, word in enumerate(parse.lower[:-1])
        if word in titles and parse.words[i][0].isupper() and types[i + 1] == "person"
        if sentences[i] == sentences[i + 1]
    }
    people = {number for number, type in zip(entities, parse.entity_types, strict=True) if type == "person" and number}
    # "Mary Hill\nTom Bell" are two names, as in `_name_runs`.
    apart = {i for i, (before, here) in enumerate(pairwise(parse.lines), 1) if here > before}.union(parse.bounds)
    within = [
        left == right == "PROPN" and i not in apart and ((number in people and number == before) or i in after_title)
        for i, ((before, number), (left, right)) in enumerate(zip(pairwise(entities), pairwise(pos), strict=True), 1)
    ]
    return np.array([False, *within, False][: len(parse) + 1], dtype=bool)


class _Tokens:
    """A parse, with precomputed properties of its tokens.

    Attributes:
        parse: the parse.
        relations: the relation of each token, without subtype.
        kept_from: for each token, the first token from it on that is not removed at the edge of a phrase.
        kept_to: for each token, the end of the last such token before it, counted from the start of the document.
    """

    def __init__(self, parse: Parse):
        self.parse = parse
        self.relations = each(lambda dep: dep.split(":")[0], parse.deps)
        at_edge = [pos == "PUNCT" or dep == "punct" for pos, dep in zip(parse.pos, parse.deps, strict=True)]
        numbers, removed = np.arange(len(parse)), np.array(at_edge, dtype=bool)
        after = np.where(removed, len(parse), numbers)[::-1]
        self.kept_from: list[int] = np.minimum.accumulate(after)[::-1].tolist()
        before = np.append(0, np.where(removed, 0, numbers + 1))
        self.kept_to: list[int] = np.maximum.accumulate(before).tolist()


def _candidates(tokens: _Tokens) -> Iterator[tuple[int, int, int]]:
    """(start, end, head) of the candidates of rules 1 to 8, in any order, with repetitions."""
    parse = tokens.parse
    begins = frozenset(parse.bounds)  # of documents; the number of tokens is among them
    reciprocal = {words.partition(" ")[0] for words in parse.lexicon.reciprocals}
    hyphens = {i for a, b in pairwise(parse.bounds) for i in range(a + 1, b - 1) if _joins_name(parse, i)}
    named = nicknames(parse.words, parse.pos, parse.bounds, parse.sentences)
    hyphens.update(mark for i in named for mark in (i - 1, i + 1))
    inner, said = inner_names(parse), {name for _, name in namings(parse)}
    for token, relation in enumerate(tokens.relations):
        if relation in _NOT_HEADS or token in said or not _may_head(parse, token, relation) or _asks(parse, token):
            continue  # "Rex" in "a dog named Rex" is predicated of the dog.
        if parse.lower[token] in reciprocal and _is_reciprocal(parse, token, begins):
            yield token, token + 2, token  # Parsers may attach what follows: "to each other about their work".
            continue
        start, end, conjuncts = _phrase(tokens, token)
        if end in hyphens or start - 1 in hyphens:
            continue  # Parsers may split "Rolls-Royce" into two subjects.
        if _is_between_commas(parse, start, end, token):
            continue
        if not _is_title(parse, start, end) and not (token in inner and end - start == 1):
            yield start, end, token
        for shorter in _shorter_ends(tokens, token, end):
            if shorter not in hyphens:
                yield start, shorter, token
        if end not in begins and _is_before_of(parse, token, end):
            yield start, _trim_right(tokens, parse.right[parse.heads[end]] + 1, token), token
        if conjuncts:
            last = max(parse.right[child] for child in conjuncts) + 1
            yield start, max(_trim_right(tokens, last, token), end), token
    yield from (run for run in _name_runs(parse, hyphens) if run[2] not in said)
    yield from _events(tokens)
    yield from _years(parse)


def _is_between_commas(parse: Parse, start: int, end: int, head: int) -> bool:
    """Whether a noun is a nominal apposition between commas: "Tom Hill, *a plumber*, mended it".

    In OntoGUM train 5 % of them are gold mentions.
    """
    first, last = parse.document_at(head)
    if parse.deps[head] != "appos" or parse.pos[head] != "NOUN" or not first <= parse.heads[head] < start:
        return False
    ends = end == last or parse.pos[end] == "PUNCT"
    determined = any(parse.deps[child] in _DETERMINERS for child in parse.children_between(head, start, head))
    return ends and determined and parse.words[start - 1] == ","


def _is_before_of(parse: Parse, token: int, end: int) -> bool:
    """Whether a phrase before "of" may include the "of" phrase: not "it" in "accused it of fraud"."""
    noun = parse.heads[end]
    if parse.lower[end] not in parse.lexicon.genitives or noun <= end:
        return False
    return may_have_of(parse, token, noun)


def _is_reciprocal(parse: Parse, token: int, begins: Container[int]) -> bool:
    """Whether "each other" begins at a token."""
    return token + 1 not in begins and " ".join(parse.lower[token : token + 2]) in parse.lexicon.reciprocals


def _is_title(parse: Parse, start: int, end: int) -> bool:
    """Whether a span is only a title: "Mr." in "Mr. and Mrs. Bell", or in a name that the parser splits."""
    if end - start != 1:
        return False
    return parse.lower[start] in parse.lexicon.abbreviated_titles


def _closed(parse: Parse, candidates: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """The candidates, extended by closing marks whose opening marks they contain (rule 9)."""
    opened_at = [*openings(parse.words, parse.sentences), -1]
    for start, end, head in candidates:
        while opened_at[end] >= start:
            end += 1
        yield start, end, head


def _in_cells(parse: Parse, candidates: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """The candidates, cut to the table cells of their heads (rule 10)."""
    if len(set(parse.cells)) < len(parse.bounds):  # one per document
        yield from candidates
        return
    for start, end, head in candidates:
        cell = parse.cells[head]
        first = start if parse.cells[start] == cell else bisect_left(parse.cells, cell)
        yield first, end if parse.cells[end - 1] == cell else bisect_right(parse.cells, cell), head


def _may_head(parse: Parse, token: int, dep: str) -> bool:
    """Whether a token is the head of a noun phrase (rule 1).

    Args:
        parse: the parse.
        token: the token.
        dep: its relation, without subtype.
    """
    pos = parse.pos[token]
    if parse.deps[token] == "nmod:desc" or _is_counted(parse, token):
        return False
    if pos == "PRON":
        return _refers(parse, token)
    if pos == "PROPN":
        return True
    if pos == "NOUN":
        return dep not in ("compound", "advmod")
    if pos == "NUM":  # "the two" and "one" are mentions, years and other numbers are not
        return dep in ("nsubj", "obj", "xcomp")
    if pos == "DET":
        return dep not in ("det", "advmod", "amod") or parse.feats[token].get("Poss") == "Yes"
    if pos == "ADV":
        return parse.lower[token] in parse.lexicon.place_adverbs
    if pos == "ADJ" and dep in _ARGUMENTS and parse.lower[token] in parse.lexicon.demonyms:
        return any(parse.deps[child] == "det" for child in parse.children[token])  # "The American laughed."
    return bool(parse.entity_types[token]) and not parse.tags[token].startswith("VB")


def _asks(parse: Parse, token: int) -> bool:
    """Whether a noun has an interrogative determiner: "which *colour*", "what *time*".

    In OntoGUM and LitBank train 3 % of them are gold mentions.
    """
    return any(
        child < token
        and parse.deps[child] == "det"
        and parse.lexicon.determiners.get(parse.lower[child]) == "interrogative"
        for child in parse.children[token]
    )


def _is_counted(parse: Parse, token: int) -> bool:
    """Whether a noun is the bare complement of a quantity: "hundreds of *farmers*", not "half of the farmers".

    In OntoGUM train 2 of 140 such nouns are gold mentions.
    """
    quantity, lexicon = parse.heads[token], parse.lexicon
    if quantity >= token or parse.pos[token] != "NOUN" or parse.deps[token] != "nmod" or parse.pos[quantity] == "PROPN":
        return False
    if (
        parse.lower[quantity] not in lexicon.plural_quantifiers
        and parse.lemmas[quantity] not in lexicon.partitive_nouns
    ):
        return False
    before = [child for child in parse.children[token] if child < token]
    bare = len(before) == 1 and parse.lower[before[0]] in lexicon.genitives
    return bare and parse.feats[token].get("Number") == "Plur"


def _refers(parse: Parse, token: int) -> bool:
    """Whether a pronoun is referential: neither existential, relative nor interrogative."""
    kind = parse.feats[token].get("PronType", "")
    if parse.tags[token] == "EX" or "Rel" in kind or "Int" in kind:
        return False
    return parse.tags[token] not in ("WP", "WDT", "WP$")


def _phrase(tokens: _Tokens, head: int) -> tuple[int, int, list[int]]:
    """(start, end, conjuncts) of the phrase of a head (rule 2)."""
    parse = tokens.parse
    left = right = head
    conjuncts: list[int] = []
    for child in reversed(parse.children[head]):
        if child < head and _inside(tokens, child, head):
            left = min(left, parse.left[child])
        elif child < head and parse.deps[child] != "punct":
            break
    for child in parse.children[head]:
        if child > head:
            if parse.deps[child] == "conj":
                conjuncts.append(child)
            elif not conjuncts and _inside(tokens, child, head):
                right = max(right, parse.right[child])
            elif tokens.relations[child] not in ("punct", "cc"):
                break
    return _trim_left(tokens, left, head), _trim_right(tokens, right + 1, head), conjuncts


def _inside(tokens: _Tokens, child: int, head: int) -> bool:
    """Whether a child of a head belongs to its noun phrase, with its subtree."""
    parse, dep = tokens.parse, tokens.relations[child]
    if dep == "case":
        return child > head  # the possessive 's, not a preposition
    if child > head and is_bare_pronoun(parse, head):
        return _may_follow_pronoun(parse, child)
    if dep == "advmod":
        return child > head
    if dep in ("amod", "flat") and child > head and (parse.pos[head], parse.pos[child]) == ("PROPN", "ADJ"):
        return False  # "It made Robert famous": parsers may take "famous" for a part of the name.
    if dep == "acl" and parse.pos[head] == "PROPN" and head in parse.copular:
        return all(parse.deps[i] != "expl" and parse.lower[i] != "it" for i in parse.children[head])  # a cleft
    return dep not in _OUTSIDE


def _may_follow_pronoun(parse: Parse, child: int) -> bool:
    """Whether a dependent of a pronoun is part of its phrase: "us all", "he who knows", not "me all about it"."""
    if parse.deps[child] == "nmod:unmarked":
        return parse.left[child] == parse.right[child]
    return parse.deps[child] in _AFTER_PRONOUNS


def _trim_left(tokens: _Tokens, start: int, head: int) -> int:
    """The start of a phrase without punctuation at its edge; the head is kept."""
    return min(tokens.kept_from[start], head)


def _trim_right(tokens: _Tokens, end: int, head: int) -> int:
    """The end of a phrase without punctuation at its edge; the head is kept."""
    return max(tokens.kept_to[end], min(head + 1, end))


def _shorter_ends(tokens: _Tokens, head: int, end: int) -> Iterator[int]:
    """The ends of a phrase before each dependent that follows its head (rule 5); a possessive 's is kept."""
    parse = tokens.parse
    for child in parse.children_between(head, head + 1, end)[:_MOST_ENDS]:
        yield _trim_right(tokens, parse.left[child], head)
        if parse.deps[child] == "case":
            yield parse.right[child] + 1


def _name_runs(parse: Parse, hyphens: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Runs of proper nouns, with the hyphens of "Rolls-Royce" (rule 6)."""
    joined = {i for hyphen in hyphens for i in range(hyphen - 1, hyphen + 2)}
    # "Mary Hill\nTom Bell", a list of two sentences, has two names, "Mary\nHill lost her keys" has one.
    starts = {i for i, (before, here) in enumerate(pairwise(parse.sentences), 1) if here > before}
    starts.update(i for i, (before, here) in enumerate(pairwise(parse.cells), 1) if here > before)
    for first, last in pairwise(sorted(starts.union(parse.bounds))):
        for named, run in groupby(range(first, last), key=lambda i: i in joined or parse.pos[i] == "PROPN"):
            for start, end in _firms_apart(parse, list(run)) if named else ():
                if not _is_title(parse, start, end):
                    yield start, end, parse.head_of(start, end)


def _firms_apart(parse: Parse, run: list[int]) -> Iterator[tuple[int, int]]:
    """Split a run of proper nouns after the legal form of a company: "Zenith Ltd. Acme" are two names."""
    start, legal = run[0], parse.lexicon.legal_forms
    for token, following in pairwise(run):
        if token > start and parse.lower[token] in legal and parse.lower[following] not in legal:
            yield start, following
            start = following
    yield start, run[-1] + 1


def _joins_name(parse: Parse, token: int) -> bool:
    """Whether a token is a hyphen within one name: in "Rolls-Royce", not in "Paris-Nice"."""
    if parse.tags[token] != "HYPH":
        return False
    sides = token - 1, token + 1
    # Taggers may tag "Rolls" as a plural noun.
    named = [parse.tags[i] in ("NNP", "NNPS") for i in sides]
    plural = any(parse.tags[i] == "NNS" and parse.words[i].istitle() for i in sides)
    if not (all(named) or (any(named) and plural)):
        return False
    return not any(parse.lower[i] in parse.lexicon.places for i in sides)


def _events(tokens: _Tokens) -> Iterator[tuple[int, int, int]]:
    """Main verbs before an independent "this" or "that" (rule 7)."""
    parse = tokens.parse
    last: dict[int, int] = {}  # sentence -> its last independent demonstrative
    for token, word in enumerate(parse.lower):
        if word in parse.lexicon.propositional and tokens.relations[token] in _ARGUMENTS:
            last[parse.sentences[token]] = token
    final = {parse.sentences[end - 1] for end in parse.bounds[1:] if end}
    for token, pos in enumerate(parse.pos):
        if pos == "VERB" and tokens.relations[token] in _MAIN:
            sentence = parse.sentences[token]
            if last.get(sentence, -1) > token or (sentence + 1 in last and sentence not in final):
                yield token, token + 1, token


def _years(parse: Parse) -> Iterator[tuple[int, int, int]]:
    """Years in digits before "that year" (rule 8)."""
    for token in sorted({year for _, before in years_named(parse) for year in before}):
        yield token, token + 1, token
