"""Tables of the benchmarks page: other systems on the same documents, figures of others, a newcomer's minutes."""

from __future__ import annotations

from figure_tables.models import MAIN, MODELS, QUOTED, conll_rows
from figure_tables.registry import Rows, figure, readme, result

BENCHMARKS = MAIN.parent / "docs" / "benchmarks.md"
OWN = "words, sentences, speakers"
GOLD = f"{OWN}, gold tags and trees"
GIVEN = {
    "neuralcoref 4.0": "words, sentences",
    "neuralcoref 4.0, with I and you": "words, sentences",
    "xrenner 2.2.1, rules, our parse": f"{OWN}, tags and trees of `en`",
    "compromise 14.17": "raw text",
    "cort 0.2.4, gold trees": f"{GOLD}, gold names; trained on OntoGUM train",
    "corefgraph 1.2.3, gold trees": f"{GOLD}, gold names",
}
"""What a system is given, where it is neither `OWN` nor `GOLD`."""
NETWORKS = (
    *((name, "OntoGUM", scores, protocol) for name, scores, protocol, *_ in QUOTED),
    ("start-to-end, DeBERTa base; large", "OntoGUM", "63.8; 65.9", QUOTED[0][2]),
    ("e2e, SpanBERT large", "OntoGUM", "64.6", "an older test part; trained on OntoNotes; Zhu, Pradhan & Zeldes 2021"),
    ("Stanford dcoref", "OntoGUM", "39.7", "an older test part; rules; Zhu, Pradhan & Zeldes 2021"),
    ("BookNLP, small; big", "LitBank", "76.4; 79.0", "ten-fold; trained on LitBank; BookNLP 2021"),
    ("Maverick", "LitBank", "78.0", "ten-fold; trained on LitBank; Martinelli, Barba & Navigli 2024"),
    ("BERT large", "GAP, F1", "85.0", "test; trained on OntoNotes; Joshi et al. 2019"),
    ("parallelism with URL", "GAP, F1", "70.6", "test; rules, and the page's address; Webster et al. 2018"),
    ("e2e", "GAP, F1", "64.7", "test; trained on OntoNotes; Webster et al. 2018"),
    ("Clark & Manning", "GAP, F1", "55.0", "test; trained on OntoNotes; Webster et al. 2018"),
    ("Stanford dcoref", "GAP, F1", "50.5", "test; rules; Webster et al. 2018"),
)
"""Rows of other systems, with their source: none of them was run here."""


@figure("peers", BENCHMARKS, readme("peers"))
def peers() -> Rows:
    """System, what it is given, scores."""
    yield "system", "given", "MUC", "B-cubed", "CEAF-e", "CoNLL"
    for name, one in result("peers", "result.json")["systems"].items():
        given = GIVEN.get(name, GOLD if name.endswith("gold trees") else OWN)
        yield name, given, *(f"{one[metric]:.1f}" for metric in ("muc", "b_cubed", "ceaf_e", "conll"))


@figure("peers cost", BENCHMARKS, readme("peers"))
def peers_cost() -> Rows:
    """System, words per CPU second, the same with `en` = 1, a document with loading, memory, size."""
    found = result("peers", "result.json")["systems"]
    rate = "words per CPU second"
    own = found["corefpipe, `en`"][rate]
    yield "system", "words / CPU s", "`en` = 1", "first document, CPU s", "peak memory, MB", "installed, MB"
    for name, one in found.items():
        ratio = one[rate] / own
        costs = f"{one['first document, CPU s']:.1f}", f"{one['mb']:,}", f"{one['installed_mb']:,}"
        yield name, f"{one[rate]:,}", f"{ratio:.2f}" if ratio < 1 else f"{ratio:.1f}", *costs


@figure("quoted", BENCHMARKS)
def quoted() -> Rows:
    """System, corpus, score, protocol and source."""
    yield "system", "corpus", "score", "protocol and source"
    yield from NETWORKS


@figure("own", BENCHMARKS)
def own() -> Rows:
    """Corpus and protocol, and the score of each packaged model."""
    found = result("coreference", "result.json")
    rows = {
        "OntoGUM dev; words, sentences and speakers given": "OntoGUM dev, predicted mentions",
        "OntoGUM dev, raw text": "OntoGUM dev, raw text",
        "LitBank dev, singletons dropped": "LitBank dev, predicted mentions, singletons dropped",
        "LitBank dev, with the key's singletons, of which the models return none": "LitBank dev, predicted mentions",
    }
    yield "CoNLL", *(f"`{name}`" for name in MODELS)
    yield from conll_rows(rows)
    yield "GAP validation, raw text: F1", *(f"{found[f'{name}, GAP validation']['overall']:.1f}" for name in MODELS)


@figure("guides", BENCHMARKS, readme("guides"))
def guides() -> Rows:
    """Guide, blocks that were run, minutes, CPU seconds, differences from what the page shows."""
    found = result("guides", "result.json")
    yield "", "console blocks", "Python blocks", "minutes", "CPU s", "differences"
    install = found["install"]
    yield "clone and install, once", "", "", f"{install['minutes']:.1f}", f"{install['cpu_s']:.0f}", ""
    for name, one in found["guides"].items():
        counts = (str(one["blocks"].get(kind, 0)) for kind in ("console", "python"))
        yield f"`{name}`", *counts, f"{one['minutes']:.1f}", f"{one['cpu_s']:.0f}", str(one["differences"])
