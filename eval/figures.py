"""Write the tables of the main README, and of READMEs here, from the committed results in this folder.

    python eval/figures.py

A test compares the READMEs with them, so that no figure stands there without a script that measured it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean

from corefpipe.report.errors.tables import FULL_TITLES

sys.path.insert(0, str(Path(__file__).resolve().parent))
from cluster_figures import cluster_pages

EVAL = Path(__file__).resolve().parent
README = EVAL.parent / "README.md"
CONSTRAINTS = EVAL / "constraints" / "README.md"
RELIABILITY = EVAL / "reliability" / "README.md"
CALIBRATION = EVAL / "calibration" / "README.md"
SPEED = EVAL / "speed" / "README.md"
COREFERENCE = EVAL / "coreference" / "README.md"
ERRORS = EVAL / "errors" / "README.md"
FEATURES = EVAL / "features" / "README.md"
CARD = EVAL.parent / "corefpipe" / "models" / "en" / "README.md"
BASE = EVAL / "base_pipeline" / "README.md"
GOLD_NOTE = "our parse; trained on OntoGUM train"


def result(*parts: str) -> dict:
    """One of the committed results."""
    return json.loads(EVAL.joinpath(*parts).read_text(encoding="utf-8"))


def scores() -> list[tuple[str, str, str]]:
    """Rows of the table of scores: what, protocol, score."""
    found = result("coreference", "result.json")

    def conll(name: str) -> str:
        return f"{found[name]['conll']:.1f}"

    recall, spans = found["candidates, our parse"].values()
    return [
        ("OntoGUM dev, gold mentions", GOLD_NOTE, conll("OntoGUM dev, gold mentions, our parse")),
        ("OntoGUM dev, predicted mentions", GOLD_NOTE, conll("OntoGUM dev, predicted mentions, our parse")),
        (
            "OntoGUM dev, predicted mentions",
            "the gold parse of `ontogum-ud`, in training too",
            conll("OntoGUM dev, predicted mentions, gold parse"),
        ),
        (
            "LitBank dev, gold mentions",
            "our parse; singletons kept; trained on LitBank train",
            conll("LitBank dev, gold mentions, singletons kept"),
        ),
        (
            "OntoGUM dev, mention candidates",
            f"our parse; recall of gold mentions at {spans:.1f} candidates per gold mention",
            f"{recall:.1f} %",
        ),
    ]


MODELS = {"en": "result.json", "en_research": "result.json", "en_accurate": "result_accurate.json"}
"""The packaged models, and the files with the figures of their base pipelines."""
BASES = {"en": "result.json", "en_accurate": "result_accurate.json"}
TREEBANKS = ("gum", "ewt")


def models() -> list[tuple[str, ...]]:
    """Rows of the table of the packaged models: what, and the figure of each."""
    found, cost = result("coreference", "result.json"), result("coreference", "cost.json")
    bases = [result("base_pipeline", file) for file in MODELS.values()]
    speeds = [cost["words per CPU second"][base_of(name)] for name in MODELS]

    def gap(name: str) -> str:
        rows = found[f"{name}, GAP validation"]
        return ", ".join(str(rows[row]) for row in ("overall", "masculine", "feminine"))

    def both(part: str, figure: str) -> list[str]:
        return [", ".join(f"{base[bank][part][figure]:.1f}" for bank in TREEBANKS) for base in bases]

    def small(name: str) -> str:
        one = cost[f"resolve, a text of 60 words, {name}"]
        return f"{one['cpu_s']:.1f} s, {one['mb']:,} MB"

    gold = "gold tokens and sentences"
    scored = {
        "OntoGUM dev, predicted mentions; words, sentences and speakers given": "OntoGUM dev, predicted mentions",
        "the same, `constraints=[]`": "OntoGUM dev, predicted mentions, without constraints",
        "OntoGUM dev, raw text, aligned by character offsets": "OntoGUM dev, raw text",
    }
    return [
        *((what, *(f"{found[f'{name}, {row}']['conll']:.1f}" for name in MODELS)) for what, row in scored.items()),
        ("GAP validation, raw text: F1 overall, masculine, feminine", *map(gap, MODELS)),
        (
            "LAS on gum/dev, ewt/dev: gold words and sentences, no punctuation, no subtypes",
            *both(gold, "las_no_subtypes"),
        ),
        ("XPOS on gum/dev, ewt/dev: gold words", *both(gold, "xpos")),
        ("LAS on gum/dev, ewt/dev: raw text, the same", *both("raw text", "las_no_subtypes")),
        ("sentences on gum/dev, ewt/dev: raw text, F", *both("raw text", "sentences")),
        ("names on ewt/dev: exact, F", *(f"{base['names on ewt/dev']['names F']:.1f}" for base in bases)),
        ("parsing of raw text, one core, words/s", *(f"{speed['base pipeline']:,}" for speed in speeds)),
        ("links, one core, words/s", *(f"{speed['coreference stage']:,}" for speed in speeds)),
        ("`corefpipe resolve` of 60 words, loading included", *map(small, MODELS)),
        ("size of the base pipeline, MB", *(f"{base['bytes'] / 1e6:.1f}" for base in bases)),
    ]


def base_of(name: str) -> str:
    """The model whose base pipeline a model uses."""
    return next(base for base, file in BASES.items() if file == MODELS[name])


def base_scores(model: str) -> list[tuple[str, ...]]:
    """Rows of the table of a base pipeline: what, and for each treebank the figure with more and more predicted."""
    found, rows = result("base_pipeline", BASES[model]), []
    for figure, name in SCORED.items():
        rows.append((name, *(f"{found[bank][part][figure]:.2f}" for bank in TREEBANKS for part in GIVEN)))
    return rows


GIVEN = ("gold tokens and sentences", "gold tokens", "raw text")
SCORED = {
    "tokens": "tokens, F",
    "sentences": "sentences, F",
    "xpos": "XPOS",
    "upos": "UPOS",
    "feats": "features",
    "lemma": "lemma",
    "uas": "UAS",
    "las": "LAS",
    "uas_no_punct": "UAS without punctuation",
    "las_no_punct": "LAS without punctuation",
    "las_no_subtypes": "LAS without punctuation and subtypes",
    "entity_type_f": "entity type, F",
    "entity_head_f": "mention head, F",
}


def altered() -> list[tuple[str, ...]]:
    """Rows of the table of altered text: what, and the accuracy of tags."""
    rows = []
    for name, file in BASES.items():
        for bank in TREEBANKS:
            found = result("base_pipeline", file)[bank]
            plain = found["gold tokens and sentences"]["xpos"]
            others = (found[f"xpos in {case}"] for case in ("lower case", "capitals"))
            rows.append((f"`{name}`, {bank}/dev", f"{plain:.1f}", *(f"{one:.1f}" for one in others)))
    return rows


def names() -> list[tuple[str, ...]]:
    """Rows of the table of names: the base pipeline, and F of each kind."""
    kinds = ("names F", "P", "R", "PERSON F", "ORG F", "LOC F")
    found = {name: result("base_pipeline", file)["names on ewt/dev"] for name, file in BASES.items()}
    return [(f"`{name}`", *(f"{one[kind]:.1f}" for kind in kinds)) for name, one in found.items()]


def sources() -> list[tuple[str, ...]]:
    """Rows of the table of who annotates the student's raw text: what was read, LAS and XPOS on each treebank."""
    found = result("base_pipeline", "sources.json")["students"]
    return [
        (read, *(f"{one[bank][figure]:.1f}" for figure in ("las", "xpos") for bank in TREEBANKS))
        for read, one in found.items()
    ]


def calibration() -> list[tuple[str, ...]]:
    """Rows of the table of calibration errors: data, then links and starts uncalibrated, held out, packaged."""
    found = result("calibration", "result.json")
    return [
        (
            data,
            *(f"{one[way][what]['error']:.3f}" for what in ("links", "starts") for way in CALIBRATED),
        )
        for data, one in found.items()
        if data != "threshold"
    ]


CALIBRATED = ("model", "held out", "packaged")


def genres() -> list[tuple[str, ...]]:
    """Rows of the table of genres: LAS of each base pipeline, then the CoNLL average of each model."""
    found = result("coreference", "result.json")
    bases = [result("base_pipeline", file) for file in dict.fromkeys(MODELS.values())]
    chains = [found[f"{name}, OntoGUM dev, predicted mentions, by genre"] for name in MODELS]
    rows = []
    for bank in TREEBANKS:
        for genre in bases[0][bank]["las_by_genre"]:
            trees = [f"{base[bank]['las_by_genre'][genre]:.1f}" for base in bases]
            scored = [f"{one[genre]:.1f}" if genre in one and bank == "gum" else "" for one in chains]
            rows.append((f"{bank}/dev, {genre}", *trees, *scored))
    return rows


def costs() -> list[tuple[str, str, str]]:
    """Rows of the table of costs: what, conditions, cost."""
    found = result("coreference", "cost.json")
    speed = found["words per CPU second"]
    base, stage = speed["en"]["base pipeline"], speed["en"]["coreference stage"]

    def cost(name: str, digits: int = 1) -> str:
        return f"{found[name]['cpu_s']:.{digits}f} s, {found[name]['mb']:,} MB"

    return [
        ("`import corefpipe`", "", cost("import corefpipe", 2)),
        ("`corefpipe score`", "two small files; no spaCy", cost("score, two small files", 2)),
        ("`corefpipe score`", "OntoGUM train, 177,000 words, all metrics", cost("score, OntoGUM train")),
        ("`corefpipe resolve`", "a text of 60 words, loading included", cost("resolve, a text of 60 words, en")),
        ("`corefpipe resolve`", "*Bleak House*, 433,000 words of text to chains", cost("resolve, a novel", 0)),
        (
            "`corefpipe train`",
            "OntoGUM train, gold mentions, 5 passes; parsing and scoring of dev included",
            cost("train, OntoGUM train", 0),
        ),
        ("base pipeline", "raw text of gum/dev to parse, tokenizer and all components", f"{base:,} words/s"),
        (
            "coreference stage",
            "after the parser, predicted mentions, OntoGUM dev",
            f"{stage:,} words/s: {base / stage:.2f} of the base pipeline's time",
        ),
    ]


def attacks() -> list[tuple[str, ...]]:
    """Rows of the table of hostile inputs: attack; cost and result before; cost and result now."""
    found = result("reliability", "result.json")

    def cells(label: str, name: str) -> tuple[str, str]:
        one = found[label].get(name)
        if one is None:
            return "", ""
        said = one["said"].replace("|", "\\|")
        end = "stopped" if one["code"] is None else f"exit code {one['code']}"
        return f"{one['cpu']:.0f} s, {one['memory']:,} MB", f"{end}: {said}" if said else end

    return [(name, *cells("before", name), *cells("after", name)) for name in found["after"]]


def constraints() -> list[tuple[str, ...]]:
    """Rows of the table of constraints: name, then for each part how often it decides, and percent wrong."""
    found = result("constraints", "result.json")
    names = next(iter(found.values()))
    return [
        (f"`{name}`", *(f"{one[name]['fires']:,}; {one[name]['wrong']:.1f} %" for one in found.values()))
        for name in names
    ]


def probabilities() -> list[tuple[str, ...]]:
    """Rows of the table of `min_probability`: its value, then precision, recall and F of MUC and of the average."""
    names = [f"{metric} {number}" for metric in ("muc", "conll") for number in ("precision", "recall", "f1")]
    found = result("calibration", "min_probability.json")
    return [(least, *(f"{row[name]:.1f}" for name in names)) for least, row in found.items()]


def schemes() -> list[tuple[str, ...]]:
    """Rows of the table of corpora with singletons: corpus, way to count, CoNLL with and without constraints."""
    found = result("coreference", "schemes.json")
    return [
        (f"{corpus} dev", way, *(f"{found[corpus + kind][way]:.1f}" for kind in ("", ", without constraints")))
        for corpus in ("LitBank", "GUM")
        for way in found[corpus]
    ]


def speeds() -> list[tuple[str, ...]]:
    """Rows of the table of speed: what, before, now, how many times better, and now with the kernels for Haswell."""
    found = result("speed", "result.json")
    rows = []
    for name, before in found["before"].items():
        now, haswell = (found[side][name] for side in ("now", "now, Haswell kernels"))
        better = now / before if name.endswith("words/s") else before / now
        same = name.startswith("words per")
        first, second, third = (f"{n:,.0f}" if n >= 100 else f"{n:.3g}" for n in (before, now, haswell))
        rows.append((name, first, second, "" if same else f"{better:.2f}", third))
    return rows


def errors() -> list[tuple[str, ...]]:
    """Rows of the table of errors: class, then how many of A, of B, of both and of only one; costs of A and of B."""
    found = result("errors", "result.json")["ontogum/dev"]
    both = [found[name] for name in ("en", "en_research")]
    rows = []
    for error, split in found["both"]["splits"].items():
        costs = [one["costs in turn"].get(error) for one in both]
        numbers = (f"{number:,}" for number in (*(one["counts"][error] for one in both), *split))
        rows.append((FULL_TITLES[error], *numbers, *("" if cost is None else f"{cost:.2f}" for cost in costs)))
    return rows


def antecedents() -> list[tuple[str, ...]]:
    """Rows of the table of wrong links: group, then wrong of all and percent, by chosen antecedents and by rule."""
    found = result("errors", "result.json")["ontogum/dev"]["en"]["antecedents"]["wrong links"]

    def cell(wrong: int, whole: int) -> str:
        return f"{wrong} of {whole:,}" + (f", {100 * wrong / whole:.1f} %" if whole else "")

    return [(group, *(cell(*one) for one in both)) for groups in found.values() for group, both in groups.items()]


def left_out() -> list[tuple[str, ...]]:
    """Rows of the table of groups left out: group, CoNLL, change of it, with each seed, and of the other metrics."""
    lines = (EVAL / "features" / "ablation_groups.jsonl").read_text(encoding="utf-8").splitlines()
    scores: dict[str, dict[int, dict[str, float]]] = {}
    for trial in map(json.loads, lines[1:]):
        scores.setdefault(trial["data"]["without"], {})[trial["learner"]["seed"]] = trial["scores"]
    whole = scores.pop("nothing")

    def change(group: dict[int, dict[str, float]], metric: str, *seeds: int) -> float:
        return 100 * fmean(group[seed][metric] - whole[seed][metric] for seed in seeds)

    def conll(group: dict[int, dict[str, float]]) -> str:
        return f"{100 * fmean(run['conll'] for run in group.values()):.2f}"

    rows = [("nothing", conll(whole), "", "", "", "", "")]
    for name, group in sorted(scores.items(), key=lambda one: change(one[1], "conll", *whole)):
        each = ", ".join(f"{change(group, 'conll', seed):+.2f}" for seed in sorted(whole))
        changes = [f"{change(group, metric, *whole):+.2f}" for metric in ("conll", "muc", "b_cubed", "ceaf_e")]
        rows.append((name, conll(group), changes[0], each, *changes[1:]))
    return rows


def pages() -> dict[Path, dict[str, str]]:
    """For each README the Markdown of its tables, by the names of their markers."""
    costly = f"what | a fresh process on one core of an {processor()} | CPU time, peak memory"
    bases = dict.fromkeys(f"LAS, `{name}`" for name in MODELS if name != "en_research")
    of_genres = " | ".join(["genre", *bases, *(f"CoNLL, `{name}`" for name in MODELS)])
    of_models = table(" | ".join(["", *(f"`{name}`" for name in MODELS)]), models())
    of_schemes = "predicted mentions, our parse | counted | CoNLL | without constraints"
    given = " | ".join(["", *(f"{bank}/dev: {part}" for bank in TREEBANKS for part in GIVEN)])
    ways = "uncalibrated | held out | packaged"
    calibrated = table(f"expected calibration error | links: {ways} | starts: {ways}", calibration())
    attacked = "attack | before: CPU, memory | result | now: CPU, memory | result"
    return {
        README: {
            "models": of_models,
            "scores": table("what | protocol | score", scores()),
            "costs": table(costly, costs()),
        },
        CARD: {"models": of_models, "genres": table(of_genres, genres()), "calibration": calibrated},
        BASE: {
            **{name: table(given, base_scores(name)) for name in BASES},
            "altered": table("XPOS, gold tokens and sentences | as it is | lower case | capitals", altered()),
            "names": table("names on ewt/dev, exact | F | P | R | PERSON | ORG | LOC", names()),
            "sources": table("what was read | LAS, gum/dev | LAS, ewt/dev | XPOS, gum/dev | XPOS, ewt/dev", sources()),
        },
        CALIBRATION: {
            "calibration": calibrated,
            "probabilities": table("min_probability | MUC P | R | F | CoNLL P | R | F", probabilities()),
        },
        ERRORS: {
            "errors": table("class | A | B | both | only A | only B | costs A, in turn | costs B, in turn", errors()),
            "antecedents": table("wrong links | antecedents as the model chose them | by rule", antecedents()),
        },
        FEATURES: {
            "left out": table("without | CoNLL | change | with each seed | MUC | B-cubed | CEAF-e", left_out()),
        },
        COREFERENCE: {"schemes": table(of_schemes, schemes())},
        CONSTRAINTS: {
            "constraints": table(" | ".join(["decisions; wrong", *result("constraints", "result.json")]), constraints())
        },
        RELIABILITY: {"attacks": table(attacked, attacks())},
        **{
            page: {name: table(head, rows()) for name, (head, rows) in tables.items()}
            for page, tables in cluster_pages().items()
        },
        SPEED: {"speed": table(" | before | now | times better | now, Haswell kernels", speeds())},
    }


def table(head: str, rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    rule = "|---" * (head.count("|") + 1) + "|"
    return "\n".join([f"| {head} |", rule, *(f"| {' | '.join(row)} |" for row in rows)])


def processor() -> str:
    """The processor of the measured costs, without trademarks and frequency."""
    name = re.sub(r"\((R|TM)\)| @.*| \d+-Core.*|CPU", "", result("coreference", "cost.json")["machine"]["processor"])
    return " ".join(name.split())


def filled(page: Path) -> str:
    """The text of a README with its tables between their markers."""
    text = page.read_text(encoding="utf-8")
    for name, rows in pages()[page].items():
        marker, end = f"<!-- figures: {name} -->\n", "\n<!-- end -->"
        if text.count(marker) != 1 or end not in text.partition(marker)[2]:
            raise SystemExit(f"{page} has not one place for the table {name}")
        before, _, rest = text.partition(marker)
        text = before + marker + rows + end + rest.partition(end)[2]
    return text


if __name__ == "__main__":
    for page in pages():
        page.write_text(filled(page), encoding="utf-8")
