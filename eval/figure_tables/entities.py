"""Tables of entities across documents."""

from __future__ import annotations

from figure_tables.registry import Rows, figure, readme, result

PARTS = {
    "topics": "ECB+ dev, by topic",
    "whole": "ECB+ dev, at once",
    "pages": "GUM dev, pages",
    "predicted": "ECB+ dev, predicted chains",
}


@figure("linking", readme("cross_document"))
def linking() -> Rows:
    """Way of linking, B-cubed and CEAF-e by topic, and CoNLL of each protocol."""
    yield "", "B-cubed, by topic", "CEAF-e, by topic", *(f"CoNLL: {title}" for title in PARTS.values())
    for name, found in result("cross_document", "result.json")["linking"].items():
        topics = found["topics"]
        conll = (f"{found[part]['conll']:.1f}" for part in PARTS)
        yield name, f"{topics['b_cubed']:.1f}", f"{topics['ceaf_e']:.1f}", *conll


@figure("linking learners", readme("cross_document"))
def learners() -> Rows:
    """Learner, its best threshold, the mean, and CoNLL of each protocol."""
    yield "learner", "threshold", "mean", *(f"CoNLL: {title}" for title in PARTS.values())
    for name, found in result("cross_document", "result.json")["learners"].items():
        conll = (f"{found[part]['conll']:.1f}" for part in PARTS)
        yield name, f"{found['threshold']:g}", f"{found['mean']:.2f}", *conll


@figure("a million chains", readme("cross_document"))
def million() -> Rows:
    """Chains, entities, time and memory."""
    yield "chains", "entities", "CPU time", "per chain", "peak memory"
    for row in result("cross_document", "million.json"):
        time, each = f"{row['linked in s']:.0f} s", f"{row['ms per chain']:.2f} ms"
        yield f"{row['chains']:,}", f"{row['entities']:,}", time, each, f"{row['peak in GB']:.2f} GB"
