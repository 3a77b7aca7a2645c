"""How often a model prefers the right one of two candidates: DPR dev, Winogrande dev, twins dev.

    python eval/context/measure_sense.py en build/en_large --corpora ../shared/corpora

The pronoun and its two candidates are given as mentions; the candidate whose link scores higher is chosen, without
constraints and decoder. Of equal scores the first counts half. Prints per cent of right choices.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from corefpipe import read
from corefpipe.document import Document
from corefpipe.features.engine.gold import gold_table
from corefpipe.parsing.annotate import annotate
from corefpipe.resolver.loading import load_parser, load_resolver
from corefpipe.resolver.model import Resolver
from corpora import today

PRONOUN = "pronoun"
"""The entity of the pronoun and of the right candidate (see the format winograd)."""


def preferred(resolver: Resolver, annotated: Iterable[tuple]) -> list[float]:
    """Of each schema 1 if the right candidate has the larger score, 0.5 for equal scores, else 0."""
    found = []
    for doc, document in annotated:
        table = gold_table(doc, document)
        links, scores = resolver.features.score(table, resolver.weights)
        pairs = _pairs(document, table.triples())
        if pairs is None:
            continue
        right, wrong = (_score(links, np.asarray(scores), *pair) for pair in pairs)
        found.append(0.5 if right == wrong else float(right > wrong))
    return found


def _pairs(document: Document, triples: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
    """Rows of the pronoun with the right candidate, and with the first wrong one."""
    rows = {(start, end): row for row, (start, end, _) in enumerate(triples)}
    own = [rows.get(one.span) for one in document.mentions if one.entity == PRONOUN]
    others = [rows.get(one.span) for one in document.mentions if one.entity != PRONOUN]
    if len(own) != 2 or None in own or not others or others[0] is None:
        return None
    pronoun = max(own, key=lambda row: (document.mentions[row].end - document.mentions[row].start == 1, row))
    right = next(row for row in own if row != pronoun)
    return [(pronoun, right), (pronoun, others[0])]


def _score(links, scores: np.ndarray, one: int, other: int) -> float:
    """The score of a link; of none, as where the two are not compared, minus infinity."""
    ante, ana = sorted((one, other))
    own = slice(links.indptr[ana], links.indptr[ana + 1])
    place = np.flatnonzero(links.antecedent[own] == ante)
    return float(scores[own][place[0]]) if len(place) else -np.inf


def schemas(corpora: Path) -> dict[str, list[Document]]:
    """The schemas by the name of their part."""
    mixed = list(read(corpora / "sense" / "dev.jsonl", "winograd"))
    return {
        "DPR dev": [one for one in mixed if one.name.startswith("dpr")],
        "Winogrande dev": [one for one in mixed if not one.name.startswith("dpr")],
        "twins dev": today.twins("dev"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+", help="names or folders")
    parser.add_argument("--corpora", type=Path, required=True)
    args = parser.parse_args()
    parts = schemas(args.corpora)
    for name in args.models:
        resolver = load_resolver(name)
        nlp = load_parser(resolver, name)
        for part, documents in parts.items():
            right = preferred(resolver, annotate(documents, nlp))
            print(f"{name}, {part}: {100 * np.mean(right):.1f} % of {len(right)}", flush=True)


if __name__ == "__main__":
    main()
