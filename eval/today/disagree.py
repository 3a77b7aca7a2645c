"""List where a resolver disagrees with the annotation of the development parts, and is sure of it.

    python eval/today/disagree.py en_accurate --corpora ../shared/corpora --least 0.8
    python eval/today/disagree.py build/en_large --corpora ../shared/corpora --part "written dev" --most 100

After annotation, never before: each place is read once more in its text, and corrected only where the guidelines say
so. Per document, in word numbers from 1 as `annotate.py` prints them; pronouns and names first, then by probability:

    merged    a link between mentions of two different chains
    extra     a link from or to what the annotation does not mark
    bounds    the same, but a mention of the same chain begins or ends at the same word
    split     no link from a mention that has an antecedent in the annotation
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from models import keys

from corefpipe.document import Document
from corefpipe.resolver.loading import load_parser, load_resolver
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolving import Resolved, resolve_in_detail

AROUND = 8
"""Words shown on each side of a mention."""
FIRST = ("pronoun", "name")
"""Kinds of mentions that are listed first."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Disagreement:
    """A decision of the resolver that the annotation contradicts.

    Attributes:
        document: where it is.
        what: merged, extra, bounds or split.
        kind: pronoun, name, nominal, coordination or verb.
        mention: its words, as in a Document.
        other: the antecedent that the resolver chose, or for a split the one in the annotation.
        probability: calibrated probability of the decision.
    """

    document: Document
    what: str
    kind: str
    mention: Span
    other: Span
    probability: float

    def order(self) -> tuple[bool, float]:
        """What to sort by."""
        return self.kind not in FIRST, -self.probability

    def __str__(self) -> str:
        where = f"{_context(self.document, self.other)}  <-  {_context(self.document, self.mention)}"
        return f"{self.what:7}{self.probability:.3f} {self.kind:8} {where}"


def _context(document: Document, span: Span) -> str:
    start, end = span
    before, inside, after = (
        " ".join(document.words[max(a, 0) : b]) for a, b in ((start - AROUND, start), (start, end), (end, end + AROUND))
    )
    numbers = f"[{start + 1}]" if end == start + 1 else f"[{start + 1}-{end}]"
    return f"{numbers} {before} «{inside}» {after}"


def resolved(resolver: Resolver, model: str, documents: Iterable[Document]) -> Iterator[tuple[Document, Resolved]]:
    """Resolve documents: from their raw text if it is split into the same words, which finds speakers as well."""
    nlp = load_parser(resolver, model)
    for key in documents:
        same = [token.text for token in nlp.make_doc(key.text)] == key.words
        source = Document(key.name, text=key.text) if same else key
        yield key, next(resolve_in_detail([source], resolver, nlp))


def disagreements(key: Document, found: Resolved) -> Iterator[Disagreement]:
    """Yield where the links of a resolved document contradict its key."""
    resolution = found.resolution
    chains = [[mention.span for mention in chain] for chain in key.chains().values() if len(chain) > 1]
    chain_of = {span: number for number, chain in enumerate(chains) for span in chain}
    spans = list(zip(resolution.spans.start.tolist(), resolution.spans.end.tolist(), strict=True))
    labels, antecedent = resolution.decoding.labels, resolution.decoding.antecedent
    linked = np.where(labels[antecedent] == labels, antecedent, -1).tolist()
    for i, probability in enumerate(resolution.probability().tolist()):
        mention, kind = spans[i], resolution.kinds[i]
        mine = chain_of.get(mention)
        if linked[i] < 0:
            before = [span for span in chains[mine] if span < mention] if mine is not None else []
            if before:
                yield Disagreement(key, "split", kind, mention, before[-1], probability)
            continue
        other = spans[linked[i]]
        theirs = chain_of.get(other)
        if mine is None or theirs is None:
            known = chains[theirs] if theirs is not None else chains[mine] if mine is not None else []
            missing = mention if mine is None else other
            bounds = any(missing[0] == start or missing[1] == end for start, end in known)
            yield Disagreement(key, "bounds" if bounds else "extra", kind, mention, other, probability)
        elif mine != theirs:
            yield Disagreement(key, "merged", kind, mention, other, probability)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="name or folder of a resolver")
    parser.add_argument("--corpora", type=Path, required=True, help="folder with ewt")
    parser.add_argument("--part", help="web dev or written dev; both without")
    parser.add_argument("--least", type=float, default=0.0, help="the least probability that is listed")
    parser.add_argument("--most", type=int, help="how many are listed, the most probable ones")
    args = parser.parse_args()
    resolver = load_resolver(args.model)
    documents = [one for part, several in keys(args.corpora).items() if args.part in (None, part) for one in several]
    listed = [
        one
        for key, found in resolved(resolver, args.model, documents)
        for one in disagreements(key, found)
        if one.probability >= args.least
    ]
    listed = sorted(listed, key=Disagreement.order)[: args.most]
    for document in documents:
        here = [one for one in listed if one.document is document]
        if here:
            print(f"## {document.name}", *here, "", sep="\n")
    print(f"{len(listed)} disagreements")


if __name__ == "__main__":
    main()
