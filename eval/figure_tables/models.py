"""Tables of the models: scores, speed and cost."""

from __future__ import annotations

import re
from collections.abc import Mapping

from figure_tables.registry import EVAL, Rows, figure, readme, result

MAIN = EVAL.parent / "README.md"
FIGURES = EVAL.parent / "docs" / "figures.md"
CARD = EVAL.parent / "corefpipe" / "models" / "en" / "README.md"
MODELS = {"en": "result.json", "en_research": "result.json", "en_accurate": "result_accurate.json"}
"""The packaged models, and the files with the figures of their base pipelines."""
BASES = {"en": "result.json", "en_accurate": "result_accurate.json"}
TREEBANKS = ("gum", "ewt")
TODAY = {"today's English, the web, dev": "web dev", "today's English, written, dev": "written dev"}
"""The dev parts of today's English, and their names in its results."""
GOLD_NOTE = "our parse; trained on OntoGUM train"


_PORADA = "test; trained on OntoNotes; Porada, Zou & Cheung 2024"
QUOTED = (
    ("word-level, DeBERTa base; large", "64.1; 66.2", _PORADA, "PyTorch", "weights"),
    ("LingMess, DeBERTa base; large", "64.3; 66.4", _PORADA, "PyTorch", "weights"),
    ("coarse-to-fine, DeBERTa base; large", "63.5; 66.9", _PORADA, "PyTorch", "weights"),
)
"""Rows of other systems, with their source: none of them was run here."""


def conll_rows(scored: Mapping[str, str]) -> Rows:
    """CoNLL of each packaged model: what -> its row in the results of `eval/coreference`; then today's English."""
    found, of_today = result("coreference", "result.json"), result("today", "result.json")
    for what, row in scored.items():
        yield what, *(f"{found[f'{name}, {row}']['conll']:.1f}" for name in MODELS)
    for what, part in TODAY.items():
        yield f"{what}, raw text", *(f"{of_today[name][part]['conll']:.1f}" for name in MODELS)


@figure("beside", MAIN)
def beside() -> Rows:
    """System, CoNLL on OntoGUM, protocol, what it needs, what it downloads."""
    found = result("coreference", "result.json")
    yield "system", "CoNLL, OntoGUM", "protocol", "needs", "downloads"
    for name, needs in (("en", "spaCy, NumPy"), ("en_accurate", "onnxruntime, too")):
        score = found[f"{name}, OntoGUM dev, predicted mentions"]["conll"]
        yield f"corefpipe, `{name}`", f"{score:.1f}", "dev; trained on OntoGUM train and other texts", needs, "nothing"
    yield from QUOTED


@figure("models", FIGURES, CARD)
def models() -> Rows:
    """What, and the figure of each packaged model."""
    found, cost = result("coreference", "result.json"), result("coreference", "cost.json")
    bases = [result("base_pipeline", file) for file in MODELS.values()]
    speeds = [cost["words per CPU second"][base_of(name)] for name in MODELS]

    def gap(name: str) -> str:
        rows = found[f"{name}, GAP validation"]
        return ", ".join(str(rows[row]) for row in ("overall", "masculine", "feminine"))

    def both(part: str, score: str) -> list[str]:
        return [", ".join(f"{base[bank][part][score]:.1f}" for bank in TREEBANKS) for base in bases]

    def small(name: str) -> str:
        one = cost[f"resolve, a text of 60 words, {name}"]
        return f"{one['cpu_s']:.1f} s, {one['mb']:,} MB"

    gold = "gold tokens and sentences"
    scored = {
        "OntoGUM dev, predicted mentions; words, sentences and speakers given": "OntoGUM dev, predicted mentions",
        "the same, `constraints=[]`": "OntoGUM dev, predicted mentions, without constraints",
        "OntoGUM dev, raw text, aligned by character offsets": "OntoGUM dev, raw text",
    }
    yield "", *(f"`{name}`" for name in MODELS)
    yield from conll_rows(scored)
    yield "GAP validation, raw text: F1 overall, masculine, feminine", *map(gap, MODELS)
    yield (
        "LAS on gum/dev, ewt/dev: gold words and sentences, no punctuation, no subtypes",
        *both(gold, "las_no_subtypes"),
    )
    yield "XPOS on gum/dev, ewt/dev: gold words", *both(gold, "xpos")
    yield "LAS on gum/dev, ewt/dev: raw text, the same", *both("raw text", "las_no_subtypes")
    yield "sentences on gum/dev, ewt/dev: raw text, F", *both("raw text", "sentences")
    yield "names on ewt/dev: exact, F", *(f"{base['names on ewt/dev']['names F']:.1f}" for base in bases)
    yield "parsing of raw text, one core, words/s", *(f"{speed['base pipeline']:,}" for speed in speeds)
    yield "links, one core, words/s", *(f"{speed['coreference stage']:,}" for speed in speeds)
    yield "`corefpipe resolve` of 60 words, loading included", *map(small, MODELS)
    yield "size of the base pipeline, MB", *(f"{base['bytes'] / 1e6:.1f}" for base in bases)


def base_of(name: str) -> str:
    """The model whose base pipeline a model uses."""
    return next(base for base, file in BASES.items() if file == MODELS[name])


@figure("scores", FIGURES)
def scores() -> Rows:
    """What, protocol, score."""
    found = result("coreference", "result.json")

    def conll(name: str) -> str:
        return f"{found[name]['conll']:.1f}"

    yield "what", "protocol", "score"
    yield "OntoGUM dev, gold mentions", GOLD_NOTE, conll("OntoGUM dev, gold mentions, our parse")
    yield "OntoGUM dev, predicted mentions", GOLD_NOTE, conll("OntoGUM dev, predicted mentions, our parse")
    yield (
        "OntoGUM dev, predicted mentions",
        "the gold parse of `ontogum-ud`, in training too",
        conll("OntoGUM dev, predicted mentions, gold parse"),
    )
    yield (
        "LitBank dev, gold mentions",
        "our parse; singletons kept; trained on LitBank train",
        conll("LitBank dev, gold mentions, singletons kept"),
    )
    recall, spans = found["candidates, our parse"].values()
    protocol = f"our parse; recall of gold mentions at {spans:.1f} candidates per gold mention"
    yield "OntoGUM dev, mention candidates", protocol, f"{recall:.1f} %"


@figure("costs", FIGURES)
def costs() -> Rows:
    """What, conditions, cost."""
    found = result("coreference", "cost.json")
    speed = found["words per CPU second"]
    base, stage = speed["en"]["base pipeline"], speed["en"]["coreference stage"]

    def cost(name: str, digits: int = 1) -> str:
        return f"{found[name]['cpu_s']:.{digits}f} s, {found[name]['mb']:,} MB"

    processor = processor_name(found["machine"]["processor"])
    yield "what", f"a fresh process on one core of an {processor}", "CPU time, peak memory"
    yield "`import corefpipe`", "", cost("import corefpipe", 2)
    yield "`corefpipe score`", "two small files; no spaCy", cost("score, two small files", 2)
    yield "`corefpipe score`", "OntoGUM train, 177,000 words, all metrics", cost("score, OntoGUM train")
    yield "`corefpipe resolve`", "a text of 60 words, loading included", cost("resolve, a text of 60 words, en")
    yield "`corefpipe resolve`", "*Bleak House*, 433,000 words of text to chains", cost("resolve, a novel", 0)
    yield (
        "`corefpipe train`",
        "OntoGUM train, gold mentions, 5 passes; parsing and scoring of dev included",
        cost("train, OntoGUM train", 0),
    )
    yield "base pipeline", "raw text of gum/dev to parse, tokenizer and all components", f"{base:,} words/s"
    yield (
        "coreference stage",
        "after the parser, predicted mentions, OntoGUM dev",
        f"{stage:,} words/s: {base / stage:.2f} of the base pipeline's time",
    )


def processor_name(name: str) -> str:
    """The name of a processor without trademarks and frequency."""
    return " ".join(re.sub(r"\((R|TM)\)| @.*| \d+-Core.*|CPU", "", name).split())


@figure("genres", CARD)
def genres() -> Rows:
    """Genre, LAS of each base pipeline, then the CoNLL average of each model; for EWT that from raw text."""
    found, of_today = result("coreference", "result.json"), result("today", "result.json")
    bases = {name: result("base_pipeline", file) for name, file in BASES.items()}
    chains = {
        "gum": [found[f"{name}, OntoGUM dev, predicted mentions, by genre"] for name in MODELS],
        "ewt": [of_today[name]["web dev"]["by genre"] for name in MODELS],
    }
    yield "genre", *(f"LAS, `{name}`" for name in bases), *(f"CoNLL, `{name}`" for name in MODELS)
    for bank in TREEBANKS:
        for genre in bases["en"][bank]["las_by_genre"]:
            trees = [f"{base[bank]['las_by_genre'][genre]:.1f}" for base in bases.values()]
            scored = [f"{one[genre]:.1f}" if genre in one else "" for one in chains[bank]]
            yield f"{bank}/dev, {genre}", *trees, *scored


@figure("kinds", CARD)
def kinds() -> Rows:
    """Kind of written text, CoNLL average of each model from raw text."""
    scored = [result("today", "result.json")[name]["written dev"]["by genre"] for name in MODELS]
    yield "kind", *(f"`{name}`" for name in MODELS)
    for kind in scored[0]:
        yield kind.replace("-", ", ", 1).replace("-", " "), *(f"{one[kind]:.1f}" for one in scored)


@figure("schemes", readme("coreference"))
def schemes() -> Rows:
    """Corpus with singletons, way to count, CoNLL with and without constraints."""
    found = result("coreference", "schemes.json")
    yield "predicted mentions, our parse", "counted", "CoNLL", "without constraints"
    for corpus in ("LitBank", "GUM"):
        for way in found[corpus]:
            yield f"{corpus} dev", way, *(f"{found[corpus + kind][way]:.1f}" for kind in ("", ", without constraints"))
