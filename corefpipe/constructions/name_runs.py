"""Runs of proper nouns that are one name: 'Rolls-Royce', 'Robert "Bob" Ellis', "John Stanley Harper"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

import numpy as np

from corefpipe.constructions.names import is_abbreviated_title
from corefpipe.constructions.nicknames import nicknames
from corefpipe.parsing.parse import Parse


def joining_marks(parse: Parse) -> set[int]:
    """The hyphens and quotation marks within names, as tokens."""
    found = {i for a, b in pairwise(parse.bounds) for i in range(a + 1, b - 1) if _joins_name(parse, i)}
    found.update(mark for i in nicknames(parse) for mark in (i - 1, i + 1))
    return found


def name_runs(parse: Parse, marks: set[int]) -> Iterator[tuple[int, int, int]]:
    """(start, end, head) of each run of proper nouns, with the marks that join them.

    Args:
        parse: the parse.
        marks: those of `joining_marks`.
    """
    joined = {i for mark in marks for i in range(mark - 1, mark + 2)}
    # In "Mary Hill\nTom Bell", a list of two sentences, there are two names, in "Mary\nHill lost her keys" one.
    starts = {i for i, (before, here) in enumerate(pairwise(parse.sentences), 1) if here > before}
    starts.update(i for i, (before, here) in enumerate(pairwise(parse.cells), 1) if here > before)
    for first, last in pairwise(sorted(starts.union(parse.bounds))):
        for named, run in groupby(range(first, last), key=lambda i: i in joined or parse.pos[i] == "PROPN"):
            for start, end in _firms_apart(parse, list(run)) if named else ():
                if not is_abbreviated_title(parse, start, end):
                    yield start, end, parse.head_of(start, end)


def within_names(parse: Parse) -> np.ndarray:
    """Whether each token, or the end, has a word before it that belongs to the name of the same person.

    In OntoGUM and LitBank train 2 % of the candidates that end or begin there are gold mentions, and none of those that
    do so between a title and a name, which the typer may take for two people.
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
    # "Mary Hill\nTom Bell" are two, as in `name_runs`.
    apart = {i for i, (before, here) in enumerate(pairwise(parse.lines), 1) if here > before}.union(parse.bounds)
    within = [
        left == right == "PROPN" and i not in apart and ((number in people and number == before) or i in after_title)
        for i, ((before, number), (left, right)) in enumerate(zip(pairwise(entities), pairwise(pos), strict=True), 1)
    ]
    return np.array([False, *within, False][: len(parse) + 1], dtype=bool)


def _firms_apart(parse: Parse, run: list[int]) -> Iterator[tuple[int, int]]:
    """The names in a run of proper nouns; a firm's ends after its legal form: "Zenith Ltd. Acme", two sentences."""
    start, legal = run[0], parse.lexicon.legal_forms
    for token, following in pairwise(run):
        if token > start and parse.lower[token] in legal and parse.lower[following] not in legal:
            yield start, following
            start = following
    yield start, run[-1] + 1


def _joins_name(parse: Parse, token: int) -> bool:
    """Whether a token is the hyphen of one name: of "Rolls-Royce", not of "Paris-Nice"."""
    if parse.tags[token] != "HYPH":
        return False
    sides = token - 1, token + 1
    # Taggers call "Rolls" several, too.
    named = [parse.tags[i] in ("NNP", "NNPS") for i in sides]
    plural = any(parse.tags[i] == "NNS" and parse.words[i].istitle() for i in sides)
    if not (all(named) or (any(named) and plural)):
        return False
    return not any(parse.lower[i] in parse.lexicon.places for i in sides)


def name_words(parse: Parse) -> np.ndarray:
    """(n_tokens,) bool: capitalised words that are tagged as proper nouns somewhere in the document.

    Taggers miss some of them.
    """
    found: list[bool] = []
    for start, end in pairwise(parse.bounds):
        words = parse.words[start:end]
        names = {
            word for word, pos in zip(words, parse.pos[start:end], strict=True) if pos == "PROPN" and word[:1].isupper()
        }
        found += map(names.__contains__, words)
    return np.array(found, dtype=bool)
