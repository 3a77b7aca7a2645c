"""Measure how accurate the probabilities of links are in texts of one or a few sentences, those of tests/sentences.

    python eval/calibration/decided_pairs.py

Writes decided_pairs.json beside this file. Of the held-out half nothing but numbers is looked at.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from spacy.language import Language

import corefpipe
from corefpipe.resolver.calibration import Reliability

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "sentences"))

from cases import HALVES, Case, read_half  # noqa: E402
from matching import mention_of  # noqa: E402


def decided(nlp: Language, case: Case) -> Iterator[tuple[float, bool]]:
    """For each decided pair that the model considers as a link: its probability, and whether the two corefer."""
    doc = nlp(case.text)
    mentions = [mention for chain in doc._.coref.chains for mention in chain]
    for decision in case.decisions:
        if decision.second is None:
            continue
        found = [mention_of(one, doc, mentions) for one in (decision.first, decision.second)]
        if found[0] is None or found[1] is None or found[0] == found[1]:
            continue
        earlier, later = sorted(found, key=lambda mention: mention.start)
        probability = dict(later._.coref.antecedents()).get(earlier)
        if probability is not None:
            yield probability, decision.kind == "same"


def main() -> None:
    """Measure, print, write decided_pairs.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="en")
    nlp, result = corefpipe.load(parser.parse_args().model), {}
    for half in HALVES:
        pairs = [pair for cases in read_half(half).values() for case in cases for pair in decided(nlp, case)]
        said, right = (np.array(column) for column in zip(*pairs, strict=True))
        found = Reliability.of(said, right)
        result[half] = {
            "links": len(pairs),
            "mean probability": round(float(said.mean()), 3),
            "right": round(float(right.mean()), 3),
            "error": round(found.error, 4),
            "said": [round(value, 3) for value in found.said],
            "found": [round(value, 3) for value in found.found],
            "count": found.count,
        }
        print(half, result[half])
    (HERE / "decided_pairs.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
