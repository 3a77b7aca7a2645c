"""Measure pronoun_counts.npz on gold chains.

Usage: python eval/lexicon/measure_counts.py --corpora ../shared/corpora

Prints two tables: how often a pair of each construction corefers, on training and development parts (the source of
WEIGHTS in pronoun_counts.py); and, on development parts, how often the gender that the counts give to the nouns and
names of a chain is that of most of its pronouns.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from constructions import CONSTRUCTIONS, FORMS, pairs, phrase
from spacy.language import Language

from corefpipe import read
from corefpipe.document import Document
from corefpipe.lexicon.counts import GENDERS, RATIO, PronounCounts, load_counts
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base

Parsed = list[tuple[Parse, Document]]


class Word(NamedTuple):
    """The head of a mention in a chain with third-person pronouns, and the gender of most of them."""

    named: bool
    words: str
    gender: str


def parsed(folder: Path, nlp: Language) -> Parsed:
    """Read the documents of a folder and parse them with the base pipeline."""
    documents = read(folder, repeats="first")
    return [(Parse.from_doc(doc), document) for doc, document in annotate(documents, nlp)]


def precision(corpus: Parsed) -> dict[tuple[str, bool], tuple[int, float]]:
    """(Construction, whether the noun is a name) -> number of pairs with a pronoun in a chain, share that corefers."""
    total: Counter[tuple[str, bool]] = Counter()
    right: Counter[tuple[str, bool]] = Counter()
    for parse, document in corpus:
        entity = {mention.span: mention.entity for mention in document.mentions}
        heads = defaultdict(set)
        for mention in document.mentions:
            heads[parse.head_of(*mention.span)].add(mention.entity)
        for noun, pronoun, construction in pairs(parse):
            gold = entity.get((pronoun, pronoun + 1))
            if gold is not None:
                key = construction, parse.pos[noun] == "PROPN"
                total[key] += 1
                right[key] += gold in heads[noun]
    return {key: (number, right[key] / number) for key, number in total.items()}


def words(corpus: Parsed) -> Iterator[Word]:
    """Yield the nouns and names of the chains in which one pronoun is the most frequent."""
    for parse, document in corpus:
        chains = defaultdict(list)
        for mention in document.mentions:
            chains[mention.entity].append(mention.span)
        for spans in chains.values():
            pronouns = Counter(FORMS.get(parse.lower[start], -1) for start, end in spans if end - start == 1)
            pronouns.pop(-1, None)
            (best, most), *others = pronouns.most_common(2) or [(-1, 0)]
            if best < 0 or (others and others[0][1] == most):
                continue
            for start, end in spans:
                head = parse.head_of(start, end)
                together = any(parse.deps[c] == "conj" and c < end for c in parse.children[head])
                if parse.pos[head] in ("NOUN", "PROPN") and not together:
                    yield Word(*phrase(parse, head), GENDERS[best])


def coverage(
    counts: PronounCounts, wanted: list[Word], ratio: float | tuple[float, ...], least: float
) -> tuple[float, float]:
    """Share of words that the counts give a gender, and accuracy on these."""
    told = counts.gender([w.words for w in wanted], [w.named for w in wanted], ratio, least)
    known = [gender == word.gender for gender, word in zip(told, wanted, strict=True) if gender]
    return len(known) / len(wanted), float(np.mean(known)) if known else 0.0


def animacy(counts: PronounCounts, wanted: list[Word]) -> float:
    """Probability that a word of "he" or "she" has a higher animacy than a word of "it" (area under the ROC curve)."""
    told = counts.animacy([w.words for w in wanted], [w.named for w in wanted])
    person = np.array([w.gender in ("male", "female") for w in wanted])
    thing = np.array([w.gender == "neuter" for w in wanted])
    known = ~np.isnan(told)
    above = told[person & known][:, None] - told[thing & known][None, :]
    return float(np.mean((above > 0) + 0.5 * (above == 0)))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True)
    corpora = parser.parse_args().corpora
    nlp, counts = load_base("en"), load_counts()
    parts = {
        f"{name}/{part}": parsed(corpora / name / part, nlp)
        for part in ("train", "dev")
        for name in ("ontogum", "litbank")
    }
    for part in ("train", "dev"):
        table = precision([pair for name in ("ontogum", "litbank") for pair in parts[f"{name}/{part}"]])
        for construction in CONSTRUCTIONS:
            cells = [table.get((construction, named), (0, 0.0)) for named in (False, True)]
            print(f"{part:8}{construction:14}", *(f"{number:7}{100 * share:6.1f}" for number, share in cells))
    for name in ("ontogum", "litbank"):
        for kind, named in (("nouns", False), ("names", True)):
            wanted = [word for word in words(parts[f"{name}/dev"]) if word.named == named]
            print(f"{name} {kind}: {len(wanted)}, animacy {100 * animacy(counts, wanted):.1f}")
            for least in (0.5, 1, 2, 3, 5, 10):
                cells = [coverage(counts, wanted, ratio, least) for ratio in (0.0, 0.4, 0.5, RATIO)]
                print(f"{least:8}", *(f"{100 * known:7.1f} {100 * right:5.1f}" for known, right in cells))


if __name__ == "__main__":
    main()
