"""Measure how accurate the packaged model's probabilities are, on the development parts.

    python eval/calibration/measure.py --corpora ../shared/corpora

Writes the two diagrams beside the model card, and result.json beside this file. The calibration itself is learned by
`corefpipe train`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from corefpipe import read
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import PACKAGED, load_base
from corefpipe.report.reliability_plot import Operating, write_reliability_plot, write_threshold_plot
from corefpipe.resolver.calibration import Calibration, Reliability, cross_fitted, truth
from corefpipe.resolver.evaluate import Evaluation, evaluate
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.settings import MentionSource

HERE = Path(__file__).resolve().parent
CARD = PACKAGED / "en"
METRICS = ("muc", "b_cubed")
THRESHOLDS = [step / 2 for step in range(-8, 13)]


def measured(part: Evaluation, calibration: Calibration) -> dict[str, dict[str, Reliability]]:
    """Reliability of links and starts: uncalibrated, held out, and with the packaged calibration."""
    ranked = part.ranked
    right, first = truth(ranked, part.labels)
    found = cross_fitted(ranked, part.labels)
    assert found is not None
    links, starts = found
    plain = Calibration()
    every = {
        "model": (plain.links, plain.starts),
        "packaged": (calibration.links, calibration.starts),
    }
    report = {"held out": {"links": Reliability.of(links, right), "starts": Reliability.of(starts, first)}}
    for name, (of_links, of_starts) in every.items():
        said = np.concatenate([of_links(one) for one in ranked]), np.concatenate([of_starts(one) for one in ranked])
        report[name] = {"links": Reliability.of(said[0], right), "starts": Reliability.of(said[1], first)}
    return report


def curves(resolver: Resolver, dev: list, mentions: MentionSource) -> dict[str, list[Operating]]:
    """Precision and recall at each threshold, by metric."""
    own = resolver.decoder
    points: dict[str, list[Operating]] = {metric: [] for metric in METRICS}
    for threshold in THRESHOLDS:
        resolver.decoder = L3MDecoder(own.gamma, threshold)
        report = evaluate(resolver, dev, mentions).score
        for metric, found in points.items():
            found.append(Operating(threshold, report[metric].precision, report[metric].recall))
    resolver.decoder = own
    return points


def main() -> None:
    """Measure, plot, and write the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    nlp = load_base("en")
    resolver = load_resolver("en")
    ontogum, litbank = (
        list(annotate(read(args.corpora / name / "dev", repeats="first"), nlp)) for name in ("ontogum", "litbank")
    )
    parts = {
        "OntoGUM dev, predicted mentions": (evaluate(resolver, ontogum), "predicted"),
        "OntoGUM dev, gold mentions": (evaluate(resolver, ontogum, "gold"), "given"),
        "LitBank dev, gold mentions": (evaluate(resolver, litbank, "gold"), "given"),
    }
    result: dict[str, dict] = {}
    diagram: dict[str, Reliability] = {}
    for name, (part, mentions) in parts.items():
        found = measured(part, resolver.calibration(mentions))
        result[name] = {
            way: {
                what: {
                    "error": round(one.error, 4),
                    "said": [round(value, 3) for value in one.said],
                    "found": [round(value, 3) for value in one.found],
                    "count": one.count,
                }
                for what, one in of_way.items()
            }
            for way, of_way in found.items()
        }
        if mentions == "predicted":
            diagram = {
                "links, as the model says": found["model"]["links"],
                "links, calibrated": found["held out"]["links"],
                "starts of chains, calibrated": found["held out"]["starts"],
            }
        print(name, {way: {what: round(one.error, 4) for what, one in of.items()} for way, of in found.items()})
    drawn = {
        f"{label}, {metric}": points
        for label, dev, mentions in (
            ("OntoGUM dev, predicted mentions", ontogum, "predicted"),
            ("LitBank dev, gold mentions", litbank, "gold"),
        )
        for metric, points in curves(resolver, dev, mentions).items()
    }
    result["threshold"] = {
        name: [[point.threshold, round(point.precision, 4), round(point.recall, 4)] for point in points]
        for name, points in drawn.items()
    }
    write_reliability_plot(diagram, CARD / "reliability.png")
    write_threshold_plot(drawn, CARD / "threshold.png")
    (HERE / "result.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
