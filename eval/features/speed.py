"""Cost of feature sets: CPU seconds and memory on OntoGUM train, and their growth with the length of a document.

    OMP_NUM_THREADS=1 python eval/features/speed.py --corpora ../shared/corpora

Each set runs in a fresh process. Writes speed.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from common import HERE
from spacy.tokens import Doc

from corefpipe import read
from corefpipe.document import Document, Mention
from corefpipe.features import FeatureSet
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base

SETS = ("default", "ng_cardie2002", "ng_cardie2002_selected", "soon2001", "bengtson_roth2008", "l3m2014")
WINDOW = 250
COPIES = (1, 4, 16, 64)  # repetitions of a document of about 3,000 words


def megabytes() -> float:
    """Peak resident memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def one(corpora: Path, name: str, window: int, copies: int) -> dict[str, float]:
    """Measure one set in this process: on `copies` repetitions of the longest document, or on the corpus if 0."""
    nlp = load_base("en")
    documents = list(read(corpora / "ontogum" / "train", repeats="first"))
    if copies:
        documents = [max(documents, key=len)]
    pairs = list(annotate(documents, nlp))
    if copies:
        pairs = [joined(*pairs[0], copies)]
    before = megabytes()
    features = FeatureSet(name, window=window, min_count=5)
    start = time.process_time()
    features.fit(pairs)
    middle = time.process_time()
    links = features.transform(pairs)
    end = time.process_time()
    return {
        "words": sum(len(doc) for doc, _ in pairs),
        "links": links.n_links,
        "features": links.features.nnz,
        "fit": round(middle - start, 2),
        "transform": round(end - middle, 2),
        "before": round(before),
        "peak": round(megabytes()),
    }


def joined(doc: Doc, document: Document, copies: int) -> tuple[Doc, Document]:
    """A document repeated several times."""
    long = Doc.from_docs([doc] * copies)
    assert long is not None
    size = len(doc)
    mentions = [
        Mention(m.start + i * size, m.end + i * size, f"{i} {m.entity}")
        for i in range(copies)
        for m in document.mentions
    ]
    return long, Document(name="long", words=[token.text for token in long], mentions=mentions)


def run(corpora: Path, name: str, window: int, copies: int = 0) -> dict[str, float]:
    """Run `one` in a fresh process."""
    command = [sys.executable, __file__, "--corpora", str(corpora), "--one", name, str(window), str(copies)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Measure, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(one(args.corpora, args.one[0], int(args.one[1]), int(args.one[2]))))
        return
    lines = ["| set | links | features a link | fit, s | transform, s | peak, MB | before, MB |", "|---" * 7 + "|"]
    for name in SETS:
        row = run(args.corpora, name, WINDOW)
        per_link = row["features"] / row["links"]
        lines.append(
            f"| `{name}` | {row['links']:,} | {per_link:.1f} | {row['fit']:.1f} | {row['transform']:.1f} "
            f"| {row['peak']:,} | {row['before']:,} |"
        )
        print(lines[-1], flush=True)
    lines += ["", "| words in one document | links | transform, s | µs a link |", "|---" * 4 + "|"]
    for copies in COPIES:
        row = run(args.corpora, "default", 60, copies)
        micro = 1e6 * row["transform"] / row["links"]
        lines.append(f"| {row['words']:,} | {row['links']:,} | {row['transform']:.2f} | {micro:.2f} |")
        print(lines[-1], flush=True)
    (HERE / "speed.md").write_text("\n".join(lines) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
