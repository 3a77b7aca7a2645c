"""Fail if the packaged model scores worse on OntoGUM dev (predicted mentions) than the figure in result.json.

    python eval/coreference/floor.py --corpora ../shared/corpora

`.ci/run` runs it where the corpora exist.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from corefpipe import read
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.evaluate import evaluate
from corefpipe.resolver.loading import load_resolver

RESULT = Path(__file__).resolve().parent / "result.json"
FIGURE = "en, OntoGUM dev, predicted mentions"
ROOM = 0.5  # CoNLL points by which the score may be below the committed figure


def main() -> None:
    """Score and compare; exit with code 1 if the score is too low."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    committed = json.loads(RESULT.read_text("utf8"))[FIGURE]["conll"]
    documents = read(args.corpora / "ontogum" / "dev", repeats="first")
    found = 100 * evaluate(load_resolver("en"), annotate(documents, load_base("en"))).score.conll
    print(f"{FIGURE}: {found:.2f}, committed {committed:.2f}")
    if not found >= committed - ROOM:
        sys.exit(f"more than {ROOM} below the committed figure")


if __name__ == "__main__":
    main()
