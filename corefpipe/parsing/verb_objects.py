"""Pairs of verbs and the heads of their objects in parsed texts, for classes of nouns (Pereira, Tishby & Lee 1993)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from scipy import sparse
from spacy.tokens import Doc

from corefpipe.exceptions import LinksError
from corefpipe.parsing.label_schemes import ud_relation


def verb_objects(doc: Doc) -> Iterator[tuple[str, str]]:
    """(verb, noun) lemmas, in lower case, of each direct object that is a common noun, in UD and ClearNLP labels.

    Raises:
        AnnotationError: the Doc has no parse, lemmas or parts of speech.
    """
    for token in doc:
        if token.pos_ == "NOUN" and token.head.pos_ == "VERB" and ud_relation(token.dep_) == "obj":
            verb, noun = token.head.lemma_.lower(), token.lemma_.lower()
            if verb.isalpha() and noun.isalpha():
                yield verb, noun


def object_counts(
    docs: Iterable[Doc], *, min_count: int = 1, max_words: int | None = None, max_verbs: int | None = None
) -> tuple[list[str], list[str], sparse.csr_matrix]:
    """Count how often nouns are objects of verbs.

    Args:
        docs: parsed texts.
        min_count: nouns and verbs with fewer pairs are left out.
        max_words: number of nouns to keep, the most frequent ones; None for all.
        max_verbs: number of verbs to keep, the most frequent ones; None for all.

    Returns:
        Nouns and verbs, the most frequent first, and (n_nouns, n_verbs) CSR int64; no row is empty.

    Raises:
        LinksError: no noun occurs often enough.
    """
    pairs = Counter(pair for doc in docs for pair in verb_objects(doc))
    return table_of(pairs, min_count=min_count, max_words=max_words, max_verbs=max_verbs)


def table_of(
    pairs: Mapping[tuple[str, str], int],
    *,
    min_count: int = 1,
    max_words: int | None = None,
    max_verbs: int | None = None,
) -> tuple[list[str], list[str], sparse.csr_matrix]:
    """The table of `object_counts`, from (verb, noun) -> count."""
    verbs = _frequent(((verb, count) for (verb, _), count in pairs.items()), min_count, max_verbs)
    kept = {pair: count for pair, count in pairs.items() if pair[0] in verbs}
    nouns = _frequent(((noun, count) for (_, noun), count in kept.items()), min_count, max_words)
    if not nouns:
        raise LinksError(
            f"of {sum(pairs.values())} objects of verbs no noun occurs {min_count} times",
            cure="Give more text, or count rarer words too" if min_count > 1 else "Give more text",
            settings={"min_count": "1"} if min_count > 1 else {},
        )
    rows = [(nouns[noun], verbs[verb], count) for (verb, noun), count in kept.items() if noun in nouns]
    row, column, count = np.array(rows, dtype=np.int64).T
    return list(nouns), list(verbs), sparse.csr_matrix((count, (row, column)), (len(nouns), len(verbs)))


def _frequent(counted: Iterable[tuple[str, int]], min_count: int, most: int | None) -> dict[str, int]:
    """Word -> its rank, the most frequent word first, equally frequent ones in alphabetical order."""
    total: Counter[str] = Counter()
    for word, count in counted:
        total[word] += count
    order = sorted((word for word in total if total[word] >= min_count), key=lambda word: (-total[word], word))
    return {word: rank for rank, word in enumerate(order[:most])}
