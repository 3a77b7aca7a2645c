"""Narrators: "I" beside "he" and "she" where nobody else is quoted."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import pronouns
from corefpipe.resolver.constraints.registry import constraint

_MARKS = frozenset(":\"“”‘’'`")
_SAYING = frozenset({"go", "like", "think"})
_MOST = 40  # pronouns that each is compared with


@constraint
def narration(table: MentionTable) -> Constraints | None:
    """Who tells is not told of: after "My brother slept", "she" is not "I".

    Of a sentence and the next one, by one speaker, without a verb of saying, a colon or a quotation mark, as corpora
    have speech that nothing sets off.
    """
    parse, heads = table.parse, table.spans.head.tolist()
    quiet = table.of_parse(_quiet)
    tells: list[tuple[int, bool]] = []
    for row, pronoun in enumerate(pronouns(table)):
        if pronoun is not None and quiet[parse.sentences[heads[row]]]:
            first = (pronoun.person, pronoun.number) == ("1", "singular")
            if first or pronoun.canonical in ("he", "she"):
                tells.append((row, first))
    found = []
    for place, (row, first) in enumerate(tells):
        for later, other in tells[place + 1 : place + 1 + _MOST]:
            one, two = heads[row], heads[later]
            if parse.sentences[two] - parse.sentences[one] > 1:
                break
            if first != other and parse.speakers[one] == parse.speakers[two]:
                found.append((row, later))
    return Constraints(apart=np.array(found)) if found else None


def _quiet(parse: Parse) -> np.ndarray:
    """(n_sentences,) bool: whether nothing is said in a sentence."""
    verbs = parse.lexicon.speech_verbs | _SAYING
    loud = [
        lemma in verbs or not _MARKS.isdisjoint(word) for lemma, word in zip(parse.lemmas, parse.words, strict=True)
    ]
    sentences = np.array(parse.sentences, dtype=np.int64)
    quiet = np.ones(sentences.max(initial=-1) + 1, dtype=bool)
    quiet[sentences[np.array(loud, dtype=bool)]] = False
    return quiet
