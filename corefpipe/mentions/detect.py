"""Mention detection by rules: the noun phrases of a dependency parse (Universal Dependencies or ClearNLP).

Rules, in the order of the code:

1. A head is a noun, a proper noun, a pronoun, a possessive determiner, a determiner or numeral that stands alone as a
   phrase, an adverb such as `here`, or a word that the entity typer marks, no verb. Relative, existential and
   interrogative pronouns are not heads, nor are nouns with an interrogative determiner ("what *time*"), titles before
   a name, counted nouns ("hundreds of *farmers*") and appositions between commas.
2. Its phrase spans the subtrees of the children that belong in a noun phrase: determiners, modifiers, possessors,
   prepositional phrases, relative clauses, appositions; not a copula and its subject, a preposition before it, clausal
   or discourse material, conjuncts. Punctuation at the edges is removed.
3. A head with conjuncts also yields the coordination.
4. A name as a modifier (`the *Boston* office`) is a candidate; other compound modifiers are not, nor are words that
   are only a part of a name (`inner_names`).
5. A phrase with dependents to the right of its head is also a candidate up to each of them, because most parser errors
   are in the attachment of prepositional phrases and clauses. "Each other" has no modifiers.
6. A run of proper nouns, with the hyphens and quotation marks of 'Rolls-Royce' and 'Robert "Bob" Ellis', is a
   candidate as a whole, however it is parsed, and so is a phrase with the `of` after it, if it is no pronoun. A firm's
   name ends after its legal form ("Zenith Ltd."), and each with its sentence.
7. A main verb is a candidate, as an event, if `this` or `that` stands alone later in the sentence or in the next one.
8. A year in digits is a candidate if "that year" follows in its sentence or the next one.
9. A bracket, quotation mark or the like that is opened in a phrase is closed in it: "World Health Organization (WHO)".
10. A candidate that would begin or end outside the table cell of its head is cut to the cell.
11. No candidate ends or begins within the name of a person: not "John Stanley" of "John Stanley Harper (1931-2020)".
12. No candidate crosses the end of a sentence, as subtrees with crossing edges may.
13. Spans of more than `LONGEST_MENTION` tokens are no candidates, and rule 5 stops after 20 parts: text that is no
    language can have thousands of spans of thousands of tokens.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

import numpy as np

from corefpipe.constructions.appositions import is_between_commas
from corefpipe.constructions.events import events
from corefpipe.constructions.inner_names import inner_names
from corefpipe.constructions.marks import openings
from corefpipe.constructions.name_runs import joining_marks, name_runs, within_names
from corefpipe.constructions.names import is_abbreviated_title
from corefpipe.constructions.namings import namings
from corefpipe.constructions.noun_heads import may_head
from corefpipe.constructions.noun_phrases import NounPhrases
from corefpipe.constructions.of_phrases import continues_with_of
from corefpipe.constructions.pronouns import is_reciprocal
from corefpipe.constructions.years import years_named
from corefpipe.mentions.spans import Spans
from corefpipe.parsing.parse import LONGEST_MENTION, Parse
from corefpipe.utils.values import each

Triple = tuple[int, int, int]
"""(start, end, head) of a candidate."""


def detect(parse: Parse) -> Spans:
    """The candidate mentions of a document, or of several in one parse.

    >>> from corefpipe.mentions import detect
    >>> len(detect(table.parse).start)
    23
    """
    found = Spans.of(_in_cells(parse, _closed(parse, _candidates(parse))))
    worded = np.cumsum([0, *each(lambda word: any(map(str.isalnum, word)), parse.words)])
    kept = (worded[found.end] > worded[found.start]) & (found.end - found.start <= LONGEST_MENTION)
    sentences = np.array(parse.sentences)
    kept &= sentences[found.start] == sentences[found.end - 1]
    within = within_names(parse)
    kept &= ~(within[found.start] | within[found.end])
    return Spans(found.start[kept], found.end[kept], found.head[kept])


def _candidates(parse: Parse) -> Iterator[Triple]:
    """The candidates by rules 1 to 8, in any order, some more than once."""
    phrases, marks = NounPhrases(parse), joining_marks(parse)
    inner, given = inner_names(parse), {name for _, name in namings(parse)}
    for token, relation in enumerate(phrases.relations):
        # "Rex" of "a dog named Rex" is a predicate of the dog.
        if token in given or not may_head(parse, token, relation):
            continue
        if is_reciprocal(parse, token):
            yield token, token + 2, token  # Parsers attach what follows: "to each other about their work".
        else:
            yield from _of_head(phrases, token, marks, token in inner)
    yield from (run for run in name_runs(parse, marks) if run[2] not in given)
    for token in [*events(parse), *sorted({year for _, before in years_named(parse) for year in before})]:
        yield token, token + 1, token


def _of_head(phrases: NounPhrases, head: int, marks: set[int], is_inner: bool) -> Iterator[Triple]:
    """The candidates with a head: its phrase, shorter ones, one with an "of" after it, the coordination.

    Args:
        phrases: the noun phrases.
        head: the head.
        marks: those of `joining_marks`.
        is_inner: whether the head is one of `inner_names`.
    """
    parse = phrases.parse
    start, end, conjuncts = phrases.extent(head)
    if end in marks or start - 1 in marks:
        return  # Parsers make two subjects of "Rolls-Royce".
    if is_between_commas(parse, start, end, head):
        return
    if not is_abbreviated_title(parse, start, end) and not (is_inner and end - start == 1):
        yield start, end, head
    for shorter in phrases.shorter_ends(head, end):
        if shorter not in marks:
            yield start, shorter, head
    if end < parse.document_at(head)[1] and continues_with_of(parse, head, end):
        yield start, phrases.trim_right(parse.right[parse.heads[end]] + 1, head), head
    if conjuncts:
        last = max(parse.right[child] for child in conjuncts) + 1
        yield start, max(phrases.trim_right(last, head), end), head


def _closed(parse: Parse, candidates: Iterable[Triple]) -> Iterator[Triple]:
    """The candidates with the closing marks after them whose opening ones they contain (rule 9)."""
    opened_at = [*openings(parse.words, parse.sentences), -1]
    for start, end, head in candidates:
        while opened_at[end] >= start:
            end += 1
        yield start, end, head


def _in_cells(parse: Parse, candidates: Iterable[Triple]) -> Iterator[Triple]:
    """The candidates, cut to the table cells of their heads (rule 10)."""
    if len(set(parse.cells)) < len(parse.bounds):  # one per document
        yield from candidates
        return
    for start, end, head in candidates:
        cell = parse.cells[head]
        first = start if parse.cells[start] == cell else bisect_left(parse.cells, cell)
        yield first, end if parse.cells[end - 1] == cell else bisect_right(parse.cells, cell), head
