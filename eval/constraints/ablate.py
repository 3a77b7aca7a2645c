"""Measure what each constraint brings to a packaged model: without it alone, and one after the other.

    OMP_NUM_THREADS=1 python eval/constraints/ablate.py --model en --corpora ../shared/corpora --work build/ablation

Mentions and scores of links are computed once; only decoding is repeated, so the weights are those that were learned
beside all constraints. Development parts with words given (CoNLL score), and the decisions on the short texts of
tests/sentences that are right. Cumulatively, those go first without which alone the mean is best. Writes ablation.json
beside this file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from spacy.tokens import Doc

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / name) for name in ("sentences", "context")]

from cases import HALVES, Case, read_half  # noqa: E402
from matching import is_right  # noqa: E402
from train import Parts  # noqa: E402

from corefpipe.chains.documents import with_mentions  # noqa: E402
from corefpipe.clustering.links import Links  # noqa: E402
from corefpipe.document import Document  # noqa: E402
from corefpipe.features import MentionTable  # noqa: E402
from corefpipe.parsing.pipelines import load_base  # noqa: E402
from corefpipe.resolver.loading import load_resolver  # noqa: E402
from corefpipe.resolver.model import Resolver  # noqa: E402
from corefpipe.resolver.resolution import Resolution  # noqa: E402
from corefpipe.scoring import score  # noqa: E402
from corefpipe.utils.progress import progress  # noqa: E402

DEV = ("ontogum.dev", "litbank.dev", "web.dev", "written.dev")
RESULT = HERE / "ablation.json"
Row = dict[str, float]
"""By part: CoNLL score, or per cent of the decisions that are right."""


@dataclass(slots=True, frozen=True)
class Read:
    """A text whose mentions and links are scored.

    Attributes:
        doc: its words.
        table: the mentions.
        links, scores: the candidate links and (n_links,) their scores.
    """

    doc: Doc
    table: MentionTable
    links: Links
    scores: np.ndarray

    @classmethod
    def of(cls, resolver: Resolver, doc: Doc) -> Read:
        """Score the links of a parsed Doc."""
        table = resolver.table(doc)
        return cls(doc, table, *resolver.features.score(table, resolver.weights))

    def resolved(self, resolver: Resolver) -> Resolution:
        """The chains that a resolver finds from these scores."""
        return resolver.resolution(self.table, "predicted", scored=(self.links, self.scores))


@dataclass(slots=True, frozen=True)
class Part:
    """Texts with their chains."""

    keys: list[Document]
    texts: list[Read]

    def measured(self, resolver: Resolver) -> float:
        """The CoNLL score in per cent."""
        responses = [
            with_mentions(text.doc, text.resolved(resolver).chain_spans(resolver.singletons), like=key)
            for key, text in zip(self.keys, self.texts, strict=True)
        ]
        return 100 * score(self.keys, responses, repeats="official").conll


@dataclass(slots=True, frozen=True)
class Sentences:
    """Short texts with decisions."""

    cases: list[Case]
    texts: list[Read]

    def measured(self, resolver: Resolver) -> float:
        """The decisions that are right, in per cent."""
        right = every = 0
        for case, text in zip(self.cases, self.texts, strict=True):
            resolver.write(text.doc, text.resolved(resolver))
            right += sum(is_right(one, text.doc, text.doc._.coref.chains) for one in case.decisions)
            every += len(case.decisions)
        return 100 * right / every


def parts_of(resolver: Resolver, args: argparse.Namespace) -> dict[str, Part | Sentences]:
    """What is measured, by name, with the scores of a resolver's links."""
    parts, found = Parts(args.corpora, resolver.base, args.work), dict[str, Part | Sentences]()
    for name in DEV:
        docs, keys = zip(*parts[name], strict=True)
        found[name] = Part(list(keys), [Read.of(resolver, doc) for doc in progress(docs, name, len(docs))])
    nlp = load_base(resolver.base)
    for half in HALVES:
        cases = [case for several in read_half(half).values() for case in several]
        texts = [Read.of(resolver, nlp(case.text)) for case in cases]
        found[f"sentences, {half.replace('_', ' ')}"] = Sentences(cases, texts)
    return found


def measured(resolver: Resolver, parts: dict[str, Part | Sentences], constraints: Iterable[str]) -> Row:
    """What a resolver reaches with these constraints."""
    resolver.constraints = tuple(sorted(constraints))
    return {name: round(part.measured(resolver), 2) for name, part in parts.items()}


def report(label: str, row: Row, base: Row) -> None:
    """Print a row, and what differs from the first one."""
    cells = (f"{value:.2f} ({value - base[name]:+.2f})" for name, value in row.items())
    print(f"{label:24}", *cells, flush=True)


def main() -> None:
    """Measure, print, write ablation.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="en", help="a packaged model or a folder")
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--work", type=Path, required=True, help="folder that is kept")
    args = parser.parse_args()
    resolver = load_resolver(args.model)
    parts = parts_of(resolver, args)
    every = set(resolver.constraints)
    base = measured(resolver, parts, every)
    report("all", base, base)
    alone = {}
    for name in sorted(every):
        alone[name] = measured(resolver, parts, every - {name})
        report(f"without {name}", alone[name], base)
    order = sorted(every, key=lambda name: -sum(alone[name].values()))
    cumulative, left = [], set(every)
    for name in order:
        left.discard(name)
        cumulative.append({"without": name, **measured(resolver, parts, left)})
        report(f"and without {name}", {key: value for key, value in cumulative[-1].items() if key != "without"}, base)
    result = {"all": base, "alone": alone, "cumulative": cumulative}
    RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
